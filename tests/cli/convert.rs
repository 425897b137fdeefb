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
fn files_and_collection_names_take_precedence_over_codes() {
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
    ran.shows("frame: ");
}

#[test]
fn each_line_of_a_database_is_one_puzzle() {
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
fn database_optima_and_state_counts_survive_conversion() {
    let line = format!("60 {HARDEST} 2332\n");
    let ours = converted(&["-"], &line);
    for text in [&line, &ours] {
        assert_eq!(super::checked_numbers(text, huarong::Metric::Slide), 2);
    }
}

#[test]
fn the_output_file_is_replaced_atomically() {
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
