//! The ways to name a puzzle.

use super::{SMALL, STUCK, file, huarong};

#[test]
fn the_collection_is_there_by_name_in_any_language() {
    for name in ["heng-dao-li-ma", "Heng Dao Li Ma", "横刀立马", "heng-dao-li-ma#1"] {
        let ran = huarong(&["solve", name, "--quiet"], "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.out.starts_with("81 moves (proven shortest), "), "{}", ran.out);
    }
}

#[test]
fn a_file_of_several_puzzles_means_all_of_them_or_the_one_picked() {
    let (_folder, path) = file("both.txt", format!("{SMALL}\n===\n\n{STUCK}").as_bytes());
    let ran = huarong(&["solve", &path], "");
    assert_eq!(ran.status, 1, "one of them is impossible: {}", ran.err);
    assert!(ran.out.contains("Small\n") && ran.out.contains("\n\nStuck\nimpossible: "));
    for (choice, status) in [("1", 0), ("small", 0), ("2", 1), ("Stuck", 1), ("3", 2), ("smal", 2)]
    {
        let ran = huarong(&["solve", &format!("{path}#{choice}")], "");
        assert_eq!(ran.status, status, "{choice}: {}", ran.err);
    }
    huarong(&["show", &path], "").is_refused(&[&format!("{path}#1")]);
}

#[test]
fn a_file_whose_name_has_a_hash_is_taken_as_it_is() {
    let (_folder, path) = file("a#2", SMALL.as_bytes());
    assert_eq!(huarong(&["solve", &path], "").status, 0);
    assert_eq!(huarong(&["solve", &format!("{path}#1")], "").status, 0);
}
