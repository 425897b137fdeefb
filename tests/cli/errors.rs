//! Each wrong input gets a message with its place and a mend, and exit status 2.

use std::fs::File;

use super::{SMALL, file, huarong};

/// Runs `show` on a file of these bytes, and holds that it is refused at this line and column.
#[track_caller]
fn refused(bytes: &[u8], place: &str, message: &str) {
    let (_folder, path) = file("bad.txt", bytes);
    let ran = huarong(&["show", &path], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.starts_with("error: "), "{}", ran.err);
    assert!(ran.err.contains(&format!("{path}:{place}\n")), "{}", ran.err);
    assert!(ran.err.contains(message), "{}", ran.err);
    assert!(ran.err.contains("help: "), "{}", ran.err);
}

#[test]
fn rows_of_unequal_length() {
    refused(b"A . .\nB .\n\ngoal:\n. . A\n. .\n", "2:1", "B .");
}

#[test]
fn a_piece_in_two_parts() {
    refused(b"A . A\n\ngoal:\nA . A\n", "1:5", "A . A");
}

#[test]
fn a_goal_that_names_no_piece() {
    refused(b"A . .\n\ngoal:\n. . .\n", "3:1", "goal:");
    refused(b"A . .\n\ngoal:\n. . Z\n", "4:5", "Z");
}

#[test]
fn a_goal_that_the_shape_of_its_piece_does_not_fit() {
    refused(b"A A .\n. . .\n\ngoal:\n. . A\n. . A\n", "5:5", ". . A");
}

#[test]
fn an_unknown_key() {
    refused(b"nmae: x\n\nA .\n\ngoal:\n. A\n", "1:1", "nmae");
}

#[test]
fn a_key_that_is_given_twice() {
    refused(b"name: x\nname: y\n\nA .\n\ngoal:\n. A\n", "2:1", "name: y");
}

#[test]
fn a_letter_that_is_missing() {
    refused(b"names: Q=Queen\n\nA .\n\ngoal:\n. A\n", "1:8", "Q");
}

#[test]
fn bytes_that_are_no_text() {
    refused(b"name: caf\xe9\n\nA .\n\ngoal:\n. A\n", "1:10", "UTF-8");
}

#[test]
fn an_empty_file() {
    refused(b"", "1:1", "no puzzle");
}

#[test]
fn a_file_of_a_gigabyte() {
    let (_folder, path) = file("huge.txt", b"");
    let huge = File::options().write(true).open(&path).expect("just made");
    huge.set_len(1 << 30).expect("a sparse file");
    let ran = huarong(&["solve", &path], "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("larger than") && ran.err.contains("help: "), "{}", ran.err);
}

#[test]
fn a_file_that_is_missing_and_a_name_that_is_mistyped() {
    let ran = huarong(&["solve", "no/such/file.txt"], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("no/such/file.txt"), "{}", ran.err);
    let ran = huarong(&["solve", "heng-dao-lima"], "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean `heng-dao-li-ma`?"), "{}", ran.err);
}

#[test]
fn a_folder_is_no_puzzle() {
    let ran = huarong(&["solve", "."], "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("huarong list"), "{}", ran.err);
}

#[test]
fn every_wrong_argument_is_told_and_nothing_is_solved() {
    let ran = huarong(&["solve", "-", "nosuch", "none#3"], SMALL);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("`nosuch`") && ran.err.contains("`none#3`"), "{}", ran.err);
}

#[test]
fn standard_input_is_read_once() {
    for arguments in [["solve", "-", "-"], ["verify", "-", "-"]] {
        let ran = huarong(&arguments, SMALL);
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains("given twice"), "{}", ran.err);
    }
}

#[test]
fn wrong_usage_is_status_2_as_well() {
    for arguments in [
        &["solve"][..],
        &["solve", "-", "--timeout", "10"],
        &["solve", "-", "--max-memory", "much"],
        &["solve", "-", "--boards", "--json"],
        &["dance"],
    ] {
        assert_eq!(huarong(arguments, SMALL).status, 2, "{arguments:?}");
    }
}

#[test]
fn a_listed_folder_tells_what_is_broken_and_lists_the_rest() {
    let (folder, path) = file("good.txt", SMALL.as_bytes());
    std::fs::write(folder.path().join("bad.txt"), "A .\n").expect("it can be written");
    std::fs::write(folder.path().join("README.md"), "no puzzle").expect("it can be written");
    let ran = huarong(&["list", folder.path().to_str().expect("UTF-8")], "");
    assert_eq!(ran.status, 2);
    assert!(ran.out.contains(&path) && ran.out.contains("Small"), "{}", ran.out);
    assert!(ran.err.contains("bad.txt:1:") && !ran.err.contains("README"), "{}", ran.err);
}
