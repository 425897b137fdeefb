//! Boards, well and badly drawn.

use proptest::prelude::*;

use super::*;
use crate::puzzle::{Best, Metric, Movement};

const HARDEST: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

fn one(text: &str) -> Puzzle {
    let mut puzzles = read(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

#[test]
fn a_board_is_what_it_draws() {
    let wanted = "pieces: axis\n\nIBB#..\nI..LDD\nJAAL..\nJ.KEEM\nFFK..M\nGGHHHM\n\n\
                  goal:\n...#..\n......\n....AA\n......\n......\n......\n";
    let wanted: Puzzle = wanted.parse().expect("a puzzle");
    let puzzle = one(HARDEST);
    assert_eq!(puzzle, wanted);
    assert_eq!(puzzle.movement(), Movement::Axis);
    assert_eq!(one(&HARDEST.replace('o', ".").replace('x', "#")), wanted);
    assert_eq!(write(&puzzle), Ok(format!("{HARDEST}\n")));
}

#[test]
fn a_line_of_a_database_tells_the_optimum_and_the_states() {
    let text = format!("60 {HARDEST} 2332\n51 GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo 4780\n");
    let puzzles = read(&text).expect("two boards");
    let optimum = |puzzle: &Puzzle| match puzzle.best() {
        Best::Known(optimum) => optimum.get(Metric::Slide),
        _ => None,
    };
    assert_eq!(puzzles.iter().map(optimum).collect::<Vec<_>>(), [Some(60), Some(51)]);
    let note = |puzzle: &Puzzle| puzzle.title().note.clone().expect("a note");
    assert_eq!(note(&puzzles[1]), "4780 boards can be reached");
}

#[test]
fn the_smallest_character_is_the_primary_whatever_it_is() {
    let puzzle = one("1122oooooo33oo44");
    assert!(puzzle.is_goal_piece(0), "1 is the smallest");
    let puzzle = one("!!22oooooo33oo44");
    assert_eq!(puzzle.pieces()[0].letter, 'A');
    assert_eq!(write(&puzzle), Ok("AABBooooooCCooDD\n".to_owned()));
}

#[test]
fn letters_that_mean_something_else_here_are_replaced() {
    let ours = "pieces: axis\n\nxx.\no..\no..\n\ngoal:\n.xx\n...\n...\n";
    let puzzle: Puzzle = ours.parse().expect("a puzzle");
    assert_eq!(write(&puzzle), Ok("AAoBooBoo\n".to_owned()));
}

#[test]
fn what_is_no_board_is_pointed_at() {
    for (text, wanted) in [
        ("AAo\n", "1:1+3 a board of 3 cells is no square"),
        ("AAoo\nAAo", "2:1+3 a board of 3 cells is no square"),
        ("60 AAoo\n", "1:1+7 this is neither a board nor a line of a database"),
        ("60 AAoo 1 2\n", "1:1+11 this is neither a board nor a line of a database"),
        ("x0 AAoo 7\n", "1:1+2 `x0` is no number that can be"),
        ("1 AAoo 99999999999999999999\n", "1:8+20 `99999999999999999999` is no number"),
        ("1 AAoB 7\n", "1:6+1 piece `B` has a single cell"),
        ("AoAoooooo", "1:3+1 piece `A` is not straight, or in two parts"),
        ("AAoBoooBo", "1:8+1 piece `B` is not straight, or in two parts"),
        ("AAoAooBBo", "1:4+1 piece `A` is not straight, or in two parts"),
        ("ooAAoBBoo", "1:4+1 piece `A` is not straight, or in two parts"),
        ("AoBAoBooo", "1:1+1 `A`, the primary, stands upright"),
        ("oxoooxooo", "1:1+9 there is no piece"),
        ("AA#oooooo", "1:1+1 piece `A` cannot leave through this side: right"),
        ("AA\u{7}ooooo\u{7}", "1:3+1 a control character"),
        ("", "1:1+1 there is no puzzle in this text"),
    ] {
        let ParseError { line, column, width, kind, .. } = read(text).expect_err(text);
        let message = kind.message;
        let said = format!("{line}:{column}+{width} {message}");
        assert!(said.starts_with(wanted), "{said}");
    }
    let error = read(&"o".repeat(128 * 128)).expect_err("too large");
    assert_eq!(error.kind.message, "a board of 128 rows");
}

#[test]
fn what_a_board_cannot_say_is_refused() {
    for (text, what) in [
        ("pieces: axis\n\nAA.\ngoal:\n.AA\n", "a frame of 3×1, only square ones"),
        ("AA.\n...\n...\ngoal:\n.AA\n...\n...\n", "that piece `A` goes other ways"),
        ("pieces: axis\n\nAA.\nB..\n...\ngoal:\n.AA\n...\n...\n", "the shape of piece `B`"),
        ("pieces: axis\nlock: A=fixed\n\nAA.\n...\n...\ngoal:\n.AA\n...\n...\n", "that piece `A`"),
        ("pieces: axis\n\n.AA\n...\n...\ngoal:\nAA.\n...\n...\n", "any goal but a piece"),
        ("pieces: axis\n\nAA.\n...\n...\ngoal:\n...\n.AA\n...\n", "any goal but a piece"),
        ("pieces: axis\n\nA..\nA..\n...\ngoal:\n...\nA..\nA..\n", "any goal but a piece"),
        ("pieces: axis\n\nAA.\n...\n...\ngoal:\n.AA\n.._\n...\n", "that a cell must be empty"),
        (
            "pieces: axis\nfinish: clear\n\nAA.\n...\n...\ngoal:\n.AA\n...\n...\n",
            "that it is solved one step",
        ),
        (
            "pieces: axis\nalike: AB\n\nAA.\n...\nBB.\ngoal:\n.AA\n...\n...\n",
            "that other pieces stand in",
        ),
        (
            "pieces: axis\ndistinct: B\n\nAA.\nCC.\nBB.\ngoal:\n.AA\n...\n...\n",
            "that `C` and `B` are told",
        ),
    ] {
        let puzzle: Puzzle = text.parse().unwrap_or_else(|error| panic!("{text}{error}"));
        let refused = write(&puzzle).expect_err(text).to_string();
        assert!(refused.starts_with(&format!("rush cannot say {what}")), "{refused}");
    }
}

/// A board that could be one, but for a few changes.
fn almost_a_board() -> impl Strategy<Value = String> {
    let change = (0..HARDEST.len(), prop::sample::select(&b"ABoox#.M1! \n"[..]));
    prop::collection::vec(change, 0..6).prop_map(|changes| {
        let mut bytes = HARDEST.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        String::from_utf8(bytes).expect("ASCII")
    })
}

/// Whatever this text is, reading it ends well, and a board in it can be written.
fn holds_up(text: &str) -> Result<(), TestCaseError> {
    for puzzle in read(text).into_iter().flatten() {
        let text = write(&puzzle).map_err(|error| TestCaseError::fail(error.to_string()))?;
        let again = one(&text);
        prop_assert_eq!(again.pieces().len(), puzzle.pieces().len());
        prop_assert_eq!(again.goals(), puzzle.goals());
        prop_assert_eq!(write(&again), Ok(text));
    }
    Ok(())
}

proptest! {
    #[test]
    fn almost_boards_are_survived(text in almost_a_board()) {
        holds_up(&text)?;
    }

    #[test]
    fn any_text_is_survived(text in "[AABBCoox.#!曹\u{7}0-9 \n]{0,30}") {
        holds_up(&text)?;
    }

    #[test]
    fn any_square_is_survived(cells in prop::collection::vec("[ABo#]", 9)) {
        holds_up(&cells.concat())?;
    }
}
