//! `huarong play` without a terminal: line by line, or not at all.

use super::*;

/// Plays by these lines, with records in `data`.
fn played(data: &Path, arguments: &[&str], lines: &str) -> Ran {
    let mut command = program();
    command
        .env("XDG_DATA_HOME", data)
        .args(["play", "--plain"])
        .args(arguments);
    Ran::fed(&mut command, lines)
}

fn data() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn plain_play_reports_a_suboptimal_move_immediately() {
    let data = data();
    // The best first moves are Hl, Hd and their mirror images; Hd may still go on to the left.
    let lost = "that leaves every solution in 81 moves; undo takes it back\n";
    let ran = played(
        data.path(),
        &[],
        "fewest\nI right\nundo\nG down\nH down\nfewest\nI right\n",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told: Vec<&str> = ran.out.split("1 move").collect();
    assert_eq!(ran.out.matches(lost).count(), 1, "{}", ran.out);
    assert!(told.len() > 1);
}

#[test]
fn hints_are_given_in_words() {
    let data = data();
    let lines = "hint\nmove\ndistance\nsolve\nmoves\n";
    let ran = played(data.path(), &["heng-dao-li-ma"], lines);
    assert_eq!(ran.status, 0);
    let mut told = ran
        .out
        .lines()
        .filter(|line| line.contains("hint: ") || line.ends_with(" here"));
    assert!(told.next().expect("a piece").starts_with("hint: move "));
    assert!(told.next().expect("a move").starts_with("hint: "));
    assert_eq!(told.collect::<Vec<_>>(), ["81 moves from here"; 2]);
    ran.shows("\n 81. ");
    assert!(ran.out.ends_with("0 moves\n"), "and not made");
}

#[test]
fn errors_are_reported_and_the_game_continues() {
    let data = data();
    let ran = played(
        data.path(),
        &["heng-dao-li-ma"],
        "dance\nZ left\nC down\nplay nothing\nhint more\nH down\n",
    );
    let errors: Vec<&str> = ran
        .out
        .lines()
        .filter(|line| line.starts_with("error: "))
        .collect();
    assert_eq!(errors.len(), 5, "{}", ran.out);
    assert!(
        errors[0].contains("`help`") && errors[1].contains('Z'),
        "{errors:?}"
    );
    assert!(
        errors[2].ends_with("from row 1, column 2: row 3, column 2 is taken by E 关羽"),
        "{errors:?}"
    );
    assert!(ran.out.ends_with("I . H J\n1 move\n"), "{}", ran.out);
    assert_eq!(ran.status, 0);
}

#[test]
fn damaged_records_are_moved_aside_and_reported() {
    let data = data();
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let folder = data.path().join("huarong");
    fs::create_dir(&folder).expect("it can be made");
    fs::write(folder.join("records.json"), "{").expect("it can be written");
    let ran = played(data.path(), &[&path], "");
    ran.shows("records.json.damaged\n");
    let aside = fs::read_to_string(folder.join("records.json.damaged"));
    assert_eq!(aside.expect("it is there"), "{");
}

#[test]
fn plain_play_is_reproducible() {
    let data = data();
    let [first, second] = [(); 2].map(|()| played(data.path(), &["heng-dao-li-ma"], "H down\n"));
    assert!(first.out.ends_with("I . H J\n1 move\n"), "{}", first.out);
    assert_eq!((first.out, first.err), (second.out, second.err));
}
