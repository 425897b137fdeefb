//! Puzzles from one notation to another, and puzzles that an argument is itself.

use super::*;

/// The hardest board of a Rush Hour database.
const HARDEST: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

/// What `convert` prints with these arguments.
#[track_caller]
fn converted(arguments: &[&str], stdin: &str) -> String {
    let ran = huarong(&[&["convert"], arguments].concat(), stdin);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.err
            .lines()
            .all(|line| line.contains(": no goal is given; ")),
        "{}",
        ran.err
    );
    ran.out
}

#[test]
fn a_puzzle_goes_through_every_code_and_back() {
    for (to, wanted) in [("commoncode", "1A9BF0C00\n"), ("shortcode", "4WVE1\n")] {
        assert_eq!(converted(&["heng-dao-li-ma", "--to", to], ""), wanted);
        assert_eq!(converted(&["-", "--to", "shortcode"], wanted), "4WVE1\n");
        assert_eq!(
            converted(&[wanted.trim(), "--to", "shortcode"], ""),
            "4WVE1\n"
        );
        let ours = converted(&["-"], wanted);
        assert!(
            ours.ends_with("\ngoal:\n. . . .\n. . . .\n. . . .\n. A A .\n. A A .\n"),
            "{ours}"
        );
        assert_eq!(converted(&["--to", to, "-"], &ours), wanted);
    }
    let ours = converted(&[HARDEST], "");
    assert!(ours.starts_with("pieces: axis\n\nI B B # . .\n"), "{ours}");
    assert_eq!(
        converted(&["-", "--to", "rush"], &ours),
        format!("{HARDEST}\n")
    );
}

#[test]
fn what_is_ours_is_written_back_in_one_form() {
    let ours = converted(&["-"], SMALL);
    assert_eq!(ours, SMALL);
    assert_eq!(
        converted(&["--from", "huarong", "-"], &SMALL.replace(' ', "\t")),
        SMALL
    );
}

#[test]
fn every_command_takes_a_code() {
    let ran = huarong(&["solve", HARDEST, "--metric", "slide"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.starts_with(&format!("{HARDEST}\n\n")),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("\n60 slides (proven shortest)"),
        "{}",
        ran.out
    );
    let ran = huarong(&["verify", HARDEST, "-"], ran.out);
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "60 slides: right, it solves the puzzle\n")
    );
    let ran = huarong(&["show", "4WVE1"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.starts_with("4WVE1\n") && ran.out.contains("symmetry: left-right"));
}

#[test]
fn files_and_the_collection_come_before_codes() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("4WVE1"), "AXCZN\n").expect("it can be written");
    let mut command = program();
    let arguments = ["convert", "4WVE1", "--to", "shortcode"];
    let output = command
        .current_dir(folder.path())
        .args(arguments)
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "AXCZN\n");
    // The name of a puzzle that could be a ShortCode: none of its letters is I, L or O.
    let ran = huarong(&["show", "d209"], "");
    assert!(ran.out.contains("frame: "), "{}", ran.err);
}

#[test]
fn a_database_is_as_many_puzzles_as_it_has_lines() {
    let lines = format!("60 {HARDEST} 2332\n51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780\n");
    let (_folder, path) = file("rush.txt", lines.as_bytes());
    let ran = huarong(&["solve", &path, "--metric", "slide", "--quiet"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let lengths: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    assert_eq!(lengths, ["60", "51"]);
    let ran = huarong(&["show", &format!("{path}#2")], "");
    assert!(
        ran.out
            .contains("note: 4780 positions can be reached\noptimum: 51 slides\n")
    );
    let ours = converted(&[&path], "");
    assert_eq!(ours.matches("\n===\n").count(), 1);
    let boards: String = converted(&["-", "--to", "rush"], &ours);
    assert_eq!(
        boards,
        format!("{HARDEST}\nGBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo\n")
    );
}

#[test]
fn the_numbers_of_a_database_are_kept_in_our_notation() {
    let line = format!("60 {HARDEST} 2332\n");
    let ours = converted(&["-"], &line);
    for text in [&line, &ours] {
        assert_eq!(super::checked_numbers(text, huarong::Metric::Slide), 2);
    }
}

#[test]
fn what_the_target_cannot_say_is_refused() {
    for (puzzle, to, what) in [
        (
            HARDEST,
            "commoncode",
            "`commoncode` cannot express a frame of 6×6",
        ),
        (
            "heng-dao-li-ma",
            "rush",
            "`rush` cannot express that piece `A` also moves sideways",
        ),
        (
            "heng-dao-li-ma-corner",
            "shortcode",
            "`shortcode` cannot express any goal but",
        ),
    ] {
        let ran = huarong(&["convert", puzzle, "--to", to], "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(
            ran.err.contains(&format!("error: {puzzle}: {what}")),
            "{}",
            ran.err
        );
        assert!(ran.err.contains("help: "), "{}", ran.err);
    }
    huarong(
        &["convert", "-", "--to", "shortcode"],
        format!("{SMALL}===\n{SMALL}"),
    )
    .is_refused(&["-#1: ", "-#2: "]);
}

#[test]
fn a_notation_that_was_removed_is_told_apart_from_a_wrong_name() {
    for option in ["--from", "--to"] {
        for name in ["gnome", "cells20", "jimslide", "blocks", "slide-id"] {
            huarong(&["convert", "heng-dao-li-ma", option, name], "").is_refused(&[
                name,
                "was removed",
                "`shortcode` and `rush` remain",
            ]);
        }
        let ran = huarong(&["convert", "heng-dao-li-ma", option, "gnom"], "");
        assert!(ran.status == 2 && !ran.err.contains("gnome"), "{}", ran.err);
    }
}

#[test]
fn the_file_is_replaced_at_once_or_not_at_all() {
    let (_folder, path) = file("codes.txt", b"4WVE1\nAXCZN\n");
    huarong(&["convert", "--to", "commoncode", &path, &path], "")
        .is_refused(&["is both input and output", "`--force`"]);
    assert_eq!(
        converted(&["--force", "--to", "commoncode", &path, &path], ""),
        ""
    );
    let written = || written(&path);
    assert_eq!(written(), "1A9BF0C00\n4FEA13400\n");
    let ran = huarong(&["convert", "--force", "--to", "rush", &path, &path], "");
    assert_eq!(
        (ran.status, written().as_str()),
        (2, "1A9BF0C00\n4FEA13400\n")
    );
    assert_eq!(
        converted(&[&path, "-", "--to", "shortcode"], ""),
        "4WVE1\nAXCZN\n"
    );
}

#[test]
fn what_is_wrong_with_a_code_is_pointed_at() {
    huarong(&["solve", "-"], "4WVE1\n4WVL1\n").is_refused(&[
        "`L` is not a digit of a ShortCode (read as shortcode)",
        "<stdin>:2:4\n",
    ]);
    huarong(&["solve", "1A9BF0C01"], "").is_refused(&["<argument>:1:9\n"]);
    huarong(&["convert", "--from", "rush", "AAoBooooo"], "")
        .is_refused(&["piece `B` has a single cell (read as rush)"]);
}
