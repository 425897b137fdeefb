//! Boards of up to 20 × 20 cells, and pieces with names of several signs.

use super::*;

/// A frame of 20 × 20 with two pieces in one corner and one in the other.
fn twenty() -> String {
    let row = |cells: &str| format!("{cells}{}\n", " .".repeat(20 - cells.split(' ').count()));
    let rows = row("A1 A1 B12").repeat(2) + &row(".").repeat(17) + &". ".repeat(19) + "D7\n";
    let goal = row(".") + &row(". A1 A1").repeat(2) + &row(".").repeat(17);
    format!("{rows}\ngoal:\n{goal}")
}

#[test]
fn every_command_takes_a_board_of_400_cells_with_names() {
    let (folder, path) = file("twenty.txt", twenty().as_bytes());
    let solved = huarong(&["solve", &path], "");
    solved.shows("1. B12  right\n  2. A1   right, down\n2 moves (proven shortest)");
    let (_folder, moves) = file("moves.txt", solved.out.as_bytes());
    huarong(&["verify", &path, &moves], "").shows("2 moves: right, it solves the puzzle");
    for notation in ["compact", "ascii", "chinese"] {
        let solved = huarong(&["solve", &path, "--notation", notation], "");
        let (_folder, moves) = file("moves.txt", solved.out.as_bytes());
        huarong(&["verify", &path, &moves], "").shows("it solves the puzzle");
    }
    huarong(&["show", &path], "").shows("frame: 20×20");
    huarong(&["explore", &path, "--max-depth", "1"], "").shows("positions so far");
    let written = huarong(&["convert", &path, "--to", "huarong"], "");
    written.begins(" A1  A1 B12   .");
    let json = huarong(&["solve", &path, "--json"], "").object();
    assert_eq!(json["solution"][1]["piece"], "A1", "{json}");
    let played = huarong(&["play", "--plain", &path], "B12 right\nA1 right\nq\n");
    played.shows("\n  .  A1  A1 B12");
    for kind in ["svg", "html"] {
        let to = folder.path().join("picture").with_extension(kind);
        let ran = huarong(&["export", &path, "--to", &to.to_string_lossy()], "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(written_in(&to).contains("B12"), "{kind}");
    }
}

fn written_in(path: &std::path::Path) -> String {
    fs::read_to_string(path).expect("it was written")
}

#[test]
#[ignore = "20 s without optimization"]
fn rush_hour_of_twelve_by_twelve_has_a_solution_with_a_proven_bound() {
    let (_folder, path) = file("rush.txt", RUSH.as_bytes());
    let ran = huarong(
        &[
            "solve",
            &path,
            "--algorithm",
            "anytime",
            "--timeout",
            "20s",
            "--metric",
            "slide",
            "--json",
        ],
        "",
    );
    let report = ran.object();
    let length = report["length"].as_u64().expect("a solution");
    let bound = report["bound"].as_u64().expect("a bound");
    assert!(length <= 97 && (4..=length).contains(&bound), "{report}");
}

#[test]
fn frames_beyond_400_cells_name_the_limit() {
    let text = twenty()
        .replace('\n', " .\n")
        .replace("goal: .", "goal:")
        .replace("\n .\n", "\n\n");
    huarong(&["solve", &text], "")
        .is_refused(&["the frame has 420 cells; the solvers take at most 400"]);
}

const RUSH: &str = "\
C.....DAAABB
C....GD...IJ
EEEFFGOHH.IJ
QR...NOKKLL.
QRMMMNOPPP..
QRXXTU......
SSSWTUeZ.arr
VVVWYYeZ.abb
ccgdddefff.j
..ghhhm.iipj
......m..opq
.kklllmnnopq
";
