//! Solutions in each notation, printed by `solve` and read by `verify`.

use super::*;

/// A row of cars that has to be cleared for A.
const CARS: &str = "name: Cars\npieces: axis\n\nA A . B\n. C C B\n. . . .\n\ngoal:\n. . A A\n. . . \
                    .\n. . . .\n";

/// Solves the puzzle with these options, holds that `verify` takes what was printed, and returns
/// it.
#[track_caller]
fn solved(puzzle: &str, options: &[&str]) -> String {
    let solved = huarong(&[&["solve", puzzle], options].concat(), "");
    assert_eq!(solved.status, 0, "{}", solved.err);
    let ran = huarong(&["verify", puzzle, "-"], solved.out.as_str());
    assert_eq!(ran.status, 0, "{}{}{}", solved.out, ran.out, ran.err);
    assert!(
        ran.out.contains(": right, it solves the puzzle\n"),
        "{}",
        ran.out
    );
    solved.out
}

#[test]
fn what_solve_prints_in_any_notation_verify_takes() {
    for notation in ["words", "compact", "ascii", "chinese"] {
        for metric in ["move", "slide", "step"] {
            let options = ["--notation", notation, "--metric", metric];
            let printed = solved("heng-dao-li-ma", &options);
            assert!(
                printed.starts_with("Heng Dao Li Ma 横刀立马\n"),
                "{printed}"
            );
            let length = match metric {
                "move" => "\n81 moves (proven",
                "slide" => "\n90 slides (proven",
                _ => "\n116 steps (proven",
            };
            assert!(printed.contains(length), "{notation}: {printed}");
        }
    }
}

#[test]
fn what_solve_prints_where_nothing_is_asked_verify_takes() {
    let (_folder, tiles) = file("tiles.txt", b"1 2 3\n4 . 6\n7 5 8\n");
    let (_other, gate) = file(
        "gate.txt",
        "gate: + = A\n\nA . +\nB # .\n\ngoal:\n. . A\n. # .\n".as_bytes(),
    );
    for puzzle in ["heng-dao-li-ma", "cards#1", &tiles, &gate] {
        solved(puzzle, &[]);
        solved(puzzle, &["--metric", "step"]);
    }
}

#[test]
fn each_notation_looks_like_itself() {
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let moves = |notation| {
        let printed = solved(&path, &["--notation", notation]);
        let lines: Vec<&str> = printed.lines().collect();
        lines[1..lines.len() - 1].join("\n")
    };
    assert_eq!(moves("words"), "  1. A Ann  down, right 2, up");
    assert_eq!(moves("compact"), "A↓→2↑");
    assert_eq!(moves("ascii"), "Adr2u");
    assert_eq!(moves("chinese"), "Ann下右二上");
}

#[test]
fn fogleman_tells_slides_and_steps_of_cars() {
    let (_folder, path) = file("cars.txt", CARS.as_bytes());
    let slides = solved(&path, &["--notation", "fogleman", "--metric", "slide"]);
    assert!(slides.starts_with("Cars\nB+1 A+2\n2 slides"), "{slides}");
    let steps = solved(&path, &["--notation", "fogleman", "--metric", "step"]);
    let mut moves: Vec<&str> = steps
        .lines()
        .nth(1)
        .unwrap_or_default()
        .split(' ')
        .collect();
    moves.sort_unstable();
    assert_eq!(moves, ["A+1", "A+1", "B+1"], "{steps}");
    let ran = huarong(&["verify", &path, "-"], "B+1 A+2\n");
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "2 slides: right, it solves the puzzle\n")
    );
}

#[test]
fn fogleman_is_refused_before_anything_is_searched() {
    let (_folder, path) = file("cars.txt", CARS.as_bytes());
    let refused = |arguments: &[&str], message: &str, help: &str| {
        let arguments = [&["solve"], arguments, &["--notation", "fogleman"]].concat();
        huarong(&arguments, "").is_refused(&[message, help]);
    };
    refused(
        &[&path],
        "slides or steps only, not moves",
        "--metric slide",
    );
    refused(
        &["heng-dao-li-ma", "--metric", "slide"],
        "keep to one axis",
        "--notation ascii",
    );
    refused(
        &[&path, "heng-dao-li-ma", "--metric", "slide"],
        "Heng Dao Li Ma",
        "--notation",
    );
}

#[test]
fn pieces_of_one_name_are_told_apart() {
    let printed = solved("heng-dao-li-ma", &["--notation", "chinese"]);
    assert!(printed.contains("卒J左 "), "{printed}");
    huarong(&["verify", "heng-dao-li-ma", "-"], "卒左\n").is_refused(&["<stdin>:1:1", "卒J"]);
}

#[test]
fn a_title_may_look_like_a_move() {
    let unnamed = "A . .\n. . .\n\ngoal:\n. . A\n. . .\n";
    let (folder, path) = file("Ad", unnamed.as_bytes());
    for notation in ["words", "compact", "ascii", "chinese"] {
        let solved = program()
            .args(["solve", "Ad", "--metric", "slide", "--notation", notation])
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        assert!(
            solved.stdout.starts_with(b"Ad\n"),
            "{}",
            String::from_utf8_lossy(&solved.stdout)
        );
        let ran = huarong(&["verify", &path, "-"], solved.stdout);
        assert_eq!(
            (ran.status, ran.out.as_str()),
            (0, "1 slide: right, it solves the puzzle\n")
        );
    }
}

#[test]
fn a_wrong_solution_is_told_in_any_notation() {
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let verify = |moves: &str| huarong(&["verify", &path, "-"], moves);
    for moves in ["A→", "Ar", "A右", "Ann右"] {
        let ran = verify(moves);
        assert_ne!(ran.status, 0, "{moves}{}", ran.out);
    }
}

#[test]
fn a_notation_is_for_moves_that_are_printed() {
    for other in ["--json", "--boards"] {
        let arguments = ["solve", "-", "--notation", "compact", other];
        assert_eq!(huarong(&arguments, SMALL).status, 2, "{other}");
    }
    assert_eq!(
        huarong(&["solve", "-", "--notation", "morse"], SMALL).status,
        2
    );
    huarong(&["solve", "-", "--notation", "boards"], SMALL)
        .is_refused(&["this notation was removed", "`--boards`"]);
    let help = huarong(&["help", "solve"], "").out;
    for notation in ["words", "compact", "ascii", "fogleman", "chinese"] {
        assert!(help.contains(&format!("- {notation}:")), "{help}");
    }
}
