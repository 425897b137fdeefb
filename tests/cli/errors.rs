//! Each wrong input gets a message with its place and a mend, and exit status 2.

use std::fs::File;

use super::*;

#[test]
fn what_is_wrong_with_a_file_is_shown_at_its_place() {
    for (bytes, place, message) in [
        // Rows of unequal length, and a piece in two parts.
        (&b"A . .\nB .\n\ngoal:\n. . A\n. .\n"[..], "2:1", "B ."),
        (b"A A . A\n\ngoal:\nA A . A\n", "1:7", "A A . A"),
        // Goals without a piece, of a piece that is not there, and of another shape.
        (b"A . .\n\ngoal:\n. . .\n", "3:1", "goal:"),
        (b"A . .\n\ngoal:\n. . Z\n", "4:5", "Z"),
        (b"A A .\n. . .\n\ngoal:\n. . A\n. . A\n", "5:5", ". . A"),
        // Keys that are unknown or given twice, and a letter that is missing.
        (b"nmae: x\n\nA .\n\ngoal:\n. A\n", "1:1", "nmae"),
        (b"name: x\nname: y\n\nA .\n\ngoal:\n. A\n", "2:1", "name: y"),
        (b"names: Q=Queen\n\nA .\n\ngoal:\n. A\n", "1:8", "Q"),
        // No text, and nothing at all.
        (b"name: caf\xe9\n\nA .\n\ngoal:\n. A\n", "1:10", "UTF-8"),
        (b"", "1:1", "no puzzle"),
    ] {
        let (_folder, path) = file("bad.txt", bytes);
        let ran = huarong(&["show", &path], "");
        ran.is_refused(&["error: ", &format!("{path}:{place}\n"), message, "help: "]);
    }
}

#[test]
fn a_file_of_a_gigabyte() {
    let (_folder, path) = file("huge.txt", b"");
    let huge = File::options().write(true).open(&path).expect("just made");
    huge.set_len(1 << 30).expect("a sparse file");
    huarong(&["solve", &path], "").is_refused(&["larger than", "help: "]);
}

#[test]
fn what_there_is_not_is_told_with_what_was_meant() {
    huarong(&["solve", "no/such/file.txt"], "").is_refused(&["no/such/file.txt"]);
    huarong(&["play", "--plain", "."], "").is_refused(&["huarong list"]);
    let several = huarong(&["solve", "-", "nosuch", "none#3"], SMALL);
    // What is known is solved all the same.
    assert_eq!(several.status, 2);
    assert!(
        several.out.contains("\n1 move (proven shortest), "),
        "{}",
        several.out
    );
    assert!(
        several.err.contains("`nosuch`") && several.err.contains("`none#3`"),
        "{}",
        several.err
    );
    huarong(&["solve", "nosuch", "none#3"], "").is_refused(&["`nosuch`", "`none#3`"]);
}

#[test]
fn an_unknown_option_is_no_value() {
    for arguments in [
        &["list", "--boards"][..],
        &["show", "century", "--csv"],
        &["solve", "--moves"],
    ] {
        let ran = huarong(arguments, "");
        ran.is_refused(&["unexpected argument"]);
        assert!(!ran.err.contains("as a value"), "{}", ran.err);
    }
    huarong(&["solve", "--notatio", "x"], "").is_refused(&["--notation"]);
}

#[test]
fn wrong_usage_is_status_2_as_well() {
    for arguments in [
        &["solve"][..],
        &["solve", "-", "--timeout", "soon"],
        &["solve", "-", "--max-memory", "much"],
        &["solve", "-", "--boards", "--json"],
        &["dance"],
    ] {
        assert_eq!(huarong(arguments, SMALL).status, 2, "{arguments:?}");
    }
}

#[test]
fn numbers_below_zero_are_told_what_is_allowed() {
    for (arguments, message, mend) in [
        (
            &["solve", "-", "--max-depth", "-1"][..],
            "`--max-depth -1` is below",
            "without a sign",
        ),
        (
            &["solve", "-", "--timeout", "-1s"],
            "`--timeout -1s` is below",
            "without a sign",
        ),
        (&["tour", "-8x8"], "`-8x8` is below", "no sign here"),
        (&["solve", "-1.txt"], "`-1.txt` is below", "`./-1.txt`"),
    ] {
        let ran = huarong(arguments, SMALL);
        ran.is_refused(&[message, mend]);
        assert!(!ran.err.contains("-- -"), "{}", ran.err);
    }
}

#[test]
fn numbers_that_cannot_be_are_told_what_is_expected() {
    for (arguments, expected) in [
        (
            &["explore", "-", "--threads", "0"][..],
            "a number from 1 on",
        ),
        (&["atlas", "4x5", "--threads=-1"], "a number from 1 on"),
        (&["compare", "-", "--runs", "0"], "a number from 1 on"),
        (&["solve", "-", "--seed=-1"], "a whole number"),
        (&["compare", "-", "--seed", "x"], "a whole number"),
        (&["tour", "5x5", "--seed=-1"], "a whole number"),
        (
            &["hamilton", "cat", "--order", "random", "--seed=-1"],
            "a whole number",
        ),
    ] {
        huarong(arguments, SMALL).is_refused(&[&format!("expected {expected}")]);
    }
}

#[test]
fn a_listed_folder_tells_what_is_broken_and_lists_the_rest() {
    let (folder, path) = file("good.txt", SMALL.as_bytes());
    fs::write(folder.path().join("bad.txt"), "A .\n").expect("it can be written");
    fs::write(folder.path().join("README.md"), "no puzzle").expect("it can be written");
    let ran = huarong(&["list", folder.path().to_str().expect("UTF-8")], "");
    assert_eq!(ran.status, 2);
    assert!(
        ran.out.contains(&path) && ran.out.contains("Small"),
        "{}",
        ran.out
    );
    assert!(
        ran.err.contains("bad.txt:1:") && !ran.err.contains("README"),
        "{}",
        ran.err
    );
}

#[cfg(not(feature = "cluster"))]
#[test]
fn an_engine_that_was_left_out_is_told_with_how_to_have_it() {
    let cluster: [&[&str]; 5] = [
        &["explore", "red-donkey", "--engine", "cluster"],
        &["solve", "red-donkey", "--engine", "cluster"],
        &[
            "solve",
            "red-donkey",
            "--engine",
            "cluster",
            "--work-dir",
            "never-made",
        ],
        &["explore", "red-donkey", "--local", "2"],
        &[
            "solve",
            "red-donkey",
            "--hosts",
            "hosts",
            "--process",
            "0",
            "--key",
            "key",
        ],
    ];
    for arguments in cluster {
        huarong(arguments, "").is_refused(&[
            "this build of huarong has no `cluster` engine",
            "help: build huarong with `--features cluster`",
        ]);
    }
    assert!(!std::path::Path::new("never-made").exists());
    assert!(!huarong(&["solve", "--help"], "").out.contains("--hosts"));
}
