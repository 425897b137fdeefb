use proptest::prelude::*;

use super::super::samples::{self, holds_up};
use super::super::{Notation, ParseError, read, write};
use crate::grid::Cell;
use crate::puzzle::{Finish, Movement, Puzzle};

const GAME: &str = "5x4u:md1awed4d1d5efeweaefee5,3,1,12\n";

const OURS: &str = "\
best: move=12
gate: + = A

A A B # .
A A B . +
# . C . +
. . . . .

goal:
. . . # .
. . . A A
# . . A A
. . . . .
";

/// Two games, the second with all that a game ID may have besides.
const GAMES: &str = "\
5x4u:md1awed4d1d5efeweaefee5,3,1,12

 6M25:E0MA35,0,0
7x6m9:W8amfe2W3e2Fw2e23,1,2";

fn one(text: &str) -> Puzzle {
    let puzzles = read(Notation::SlideId, text);
    let mut puzzles = puzzles.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

fn error(text: &str) -> ParseError {
    let error = read(Notation::SlideId, text).expect_err(text);
    assert!(!error.kind.help.is_empty());
    error
}

#[test]
fn a_game_id_is_read_and_written() {
    assert_eq!(one(GAME).to_string(), OURS);
    assert_eq!(write(Notation::SlideId, &one(GAME)).expect("sayable"), GAME);
}

#[test]
fn capitals_a_limit_and_a_side_for_both_mean_what_they_do_there() {
    let puzzle = one(" 6M25:E0AMFe3e31,2,0 ");
    assert_eq!((puzzle.grid().rows(), puzzle.grid().columns()), (6, 6));
    assert_eq!(puzzle.gate().cells, [Cell::new(0, 2), Cell::new(0, 3), Cell::new(0, 4)]);
    assert_eq!(puzzle.goals()[0].targets[0].piece, 1);
    assert_eq!(read(Notation::SlideId, "5x4:me19,1,0\r\n\n5x4:e19m,1,0").expect("two").len(), 2);
}

#[test]
fn every_line_is_a_game() {
    assert_eq!(read(Notation::SlideId, GAMES).expect("sound").len(), 3);
}

#[test]
fn boards_that_are_too_small_are_made_up_with_walls() {
    let text = "best: move=1 step=1\n\nA.\n\ngoal:\n.A\n";
    let puzzle: Puzzle = text.parse().expect("sound");
    let id = "5x4u:mew18,1,0,1\n";
    assert_eq!(write(Notation::SlideId, &puzzle).expect("sayable"), id);
    assert_eq!(one(id).grid(), puzzle.grid());
    let walled = one("6x5u:me4we5we5we5w7,1,0");
    assert_eq!((walled.grid().rows(), walled.grid().columns()), (5, 6));
}

#[test]
fn an_error_names_its_place() {
    for (text, column, message) in [
        ("", 1, "the text has no game ID"),
        ("x4:", 1, "here belongs the size of the frame"),
        ("5x:", 3, "here belongs the number of rows"),
        ("128x4:", 1, "this is no size of a frame"),
        ("5x99999999999999999999:", 1, "this is no size of a frame"),
        ("5x4m:", 5, "here belongs a number of moves"),
        ("5x4v:", 4, "here belongs the colon behind the size"),
        ("5x4u:me18xe,0,0", 10, "this is no cell"),
        ("5x4u:mf,0,0", 8, "this is no cell"),
        ("5x4u:me20,0,0", 7, "these are more cells than the 20 of the frame"),
        ("5x4u:me18,0,0", 10, "the frame has 20 cells, these are 19"),
        ("5x4u:me19", 10, "here belong a comma and the target"),
        ("5x4u:me18d,0,0", 10, "`d` wants a number"),
        ("5x4u:md2e18,0,0", 7, "there is no last cell of a block 2 cells back"),
        ("5x4u:md1d2e17,0,0", 9, "there is no last cell of a block 2 cells back"),
        ("5x4u:md0e18,0,0", 7, "there is no last cell of a block 0 cells back"),
        ("5x4u:med1e17,0,0", 8, "there is no last cell of a block 1 cells back"),
        ("5x4u:mae2d3e15,0,0", 10, "this cell does not touch the block that it belongs to"),
        ("5x4u:fme19,0,0", 6, "a force field under a block cannot be drawn"),
        ("5x4u:m2e18,0,0", 6, "there is a main block already"),
        ("5x4u:ae19,0,0", 1, "there is no main block"),
        ("5x4u:me19,0", 12, "here belong the column and row of the target: `3,0`"),
        ("5x4u:me19,0,4", 11, "the target lies outside the frame"),
        ("5x4u:md1e18,4,0", 13, "at this target the main block lies outside the frame"),
        ("5x4u:mwe18,1,0", 12, "at this target the main block covers a wall"),
        ("5x4u:me19,1,0,x", 15, "here belongs a number of moves"),
        ("5x4u:me19,1,0,9999999999", 15, "this number is too large"),
        ("5x4u:me19,1,0 6", 14, "this does not belong to the game ID"),
    ] {
        let found = error(text);
        assert_eq!((&*found.kind.message, found.column), (message, column), "{text}");
    }
    assert_eq!(error("5x4:me19,1,0\n5x4:,").line, 2);
}

#[test]
fn short_texts_do_not_stand_for_any_amount_of_cells() {
    let found = error(&"127x127u:me16128,0,0\n".repeat(2000));
    assert!(found.kind.message.contains("cells together"), "{found}");
    assert!(read(Notation::SlideId, &"1x1u:m,0,0\n".repeat(70_000)).is_err());
}

#[test]
fn what_a_game_id_cannot_say_is_refused() {
    for (text, what) in [
        ("gate: + = A B\n\nA+B\n\ngoal:\n..A\n", "a gate that is for other pieces than `A`"),
        ("lock: A=row\n\nA..\n\ngoal:\n..A\n", "that `A` does not go every way"),
        ("A..\n\ngoal:\n.A.\n\ngoal:\n..A\n", "that one of several goals will do"),
        ("distinct: B\n\nABC.\n\ngoal:\n...A\n", "that `B` and `C` are told apart"),
    ] {
        let puzzle: Puzzle = text.parse().expect("sound");
        let said = write(Notation::SlideId, &puzzle).expect_err(text);
        assert_eq!(said.to_string(), format!("slide-id cannot say {what}"));
    }
}

/// Whether the last column or row is nothing but walls.
fn ends_in_walls(puzzle: &Puzzle) -> bool {
    let grid = puzzle.grid();
    let (row, column) = (grid.rows() - 1, grid.columns() - 1);
    (0..=row).all(|row| grid.is_wall(Cell::new(row, column)))
        || (0..=column).all(|column| grid.is_wall(Cell::new(row, column)))
}

/// Whether all that a game ID has no words for is missing.
fn is_plain(puzzle: &Puzzle) -> bool {
    puzzle.finish() == Finish::Reach
        && puzzle.movement() == Movement::Free
        && puzzle.goals().len() == 1
        && puzzle.goals()[0].targets.len() == 1
        && puzzle.goals()[0].empties.is_empty()
        && puzzle.pieces().iter().all(|piece| piece.lock.is_none())
        && puzzle.alike().is_empty()
        && puzzle.distinct().is_empty()
}

proptest! {
    #[test]
    fn a_game_id_reads_back_as_it_was(puzzle in samples::puzzles()) {
        match write(Notation::SlideId, &puzzle) {
            Ok(text) => {
                let again = one(&text);
                samples::same_pieces(&again, &puzzle)?;
                prop_assert!(ends_in_walls(&puzzle) || again.grid() == puzzle.grid());
                prop_assert_eq!(write(Notation::SlideId, &again).expect("sayable"), text);
            }
            Err(said) => prop_assert!(!is_plain(&puzzle), "{}", said),
        }
    }

    #[test]
    fn a_plain_puzzle_can_be_said(puzzle in samples::plain_puzzles()) {
        let text = write(Notation::SlideId, &puzzle).expect("sayable");
        samples::same_pieces(&one(&text), &puzzle)?;
    }

    #[test]
    fn any_bytes_are_survived(text in samples::bytes()) {
        holds_up(Notation::SlideId, &text)?;
    }

    #[test]
    fn any_text_of_its_signs_is_survived(
        text in "[1-6]x[1-6]u:([amew][1-9]?|d[1-6]|fe){0,12},[0-5],[0-5]"
    ) {
        holds_up(Notation::SlideId, &text)?;
    }

    #[test]
    fn almost_games_are_survived(text in samples::almost(GAMES, b"amdefwux:,0123456789\n")) {
        holds_up(Notation::SlideId, &text)?;
    }
}
