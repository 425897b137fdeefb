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
    ran.shows(": right, it solves the puzzle\n");
    solved.out
}

#[test]
fn verify_accepts_the_output_of_solve_in_every_notation() {
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
fn each_notation_has_its_expected_form() {
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
fn fogleman_notation_expresses_slides_and_steps_of_cars() {
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
fn a_wrong_solution_is_rejected_in_every_notation() {
    let (_folder, path) = file("small.txt", SMALL.as_bytes());
    let verify = |moves: &str| huarong(&["verify", &path, "-"], moves);
    for moves in ["A→", "Ar", "A右", "Ann右"] {
        let ran = verify(moves);
        assert_ne!(ran.status, 0, "{moves}{}", ran.out);
    }
}
