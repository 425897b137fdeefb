use std::collections::HashSet;

use proptest::prelude::*;

use super::super::samples::{self, holds_up};
use super::super::{Notation, ParseError, read, write};
use crate::grid::Cell;
use crate::puzzle::Puzzle;

const EIGHTEEN_STEPS: &str = "\
######
#a**b#
#m**n#
#cdef#
#ghij#
#k  l#
##--##
    ..
    ..
";

fn one(text: &str) -> Puzzle {
    let mut puzzles = read(Notation::Gnome, text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(puzzles.len(), 1);
    puzzles.remove(0)
}

fn error(text: &str) -> ParseError {
    read(Notation::Gnome, text).expect_err(text)
}

fn unsayable(text: &str) -> String {
    let puzzle: Puzzle = text.parse().expect("sound");
    write(Notation::Gnome, &puzzle).expect_err(text).to_string()
}

#[test]
fn a_map_is_a_frame_with_a_gate_and_the_hero_x() {
    let ours = "\
gate: + = X

# # # # # #
# a X X b #
# m X X n #
# c d e f #
# g h i j #
# k . . l #
# # + + # #
. . . . . .
. . . . . .

goal:
# # # # # #
# . . . . #
# . . . . #
# . . . . #
# . . . . #
# . . . . #
# # . . # #
. . . . X X
. . . . X X
";
    assert_eq!(one(EIGHTEEN_STEPS).to_string(), ours);
    assert_eq!(write(Notation::Gnome, &one(EIGHTEEN_STEPS)).expect("sayable"), EIGHTEEN_STEPS);
}

#[test]
fn short_rows_go_on_with_empty_cells() {
    let puzzle = one("####\n#**--\n####\n     ..\r\n");
    assert_eq!((puzzle.grid().rows(), puzzle.grid().columns()), (4, 7));
    assert!(!puzzle.grid().is_wall(Cell::new(0, 6)));
    assert_eq!(puzzle.gate().cells, [Cell::new(1, 3), Cell::new(1, 4)]);
}

#[test]
fn signs_that_are_no_letters_of_ours_get_free_ones() {
    let puzzle = one("*X+,A.");
    let letters: String = puzzle.pieces().iter().map(|piece| piece.letter).collect();
    assert_eq!(letters, "BXCDA");
    assert_eq!(one("*X+,A. ").pieces()[0].letter, 'B');
}

#[test]
fn each_place_on_a_larger_floor_will_do() {
    let puzzle = one("**....\n**.. .\n  ....");
    let anchors: Vec<Cell> = puzzle.goals().iter().map(|goal| goal.targets[0].anchor).collect();
    assert_eq!(anchors, [Cell::new(0, 2), Cell::new(1, 2)]);
}

#[test]
fn an_empty_line_ends_a_map() {
    let puzzles = read(Notation::Gnome, "\n*.\n\n\n*a.\n   ").expect("two maps");
    assert_eq!(puzzles.len(), 2);
    assert_eq!(puzzles[1].grid().rows(), 2);
}

#[test]
fn an_error_names_its_place_and_the_mend() {
    let found = error("####\n#a*.\n#b a\n####");
    assert_eq!(found.to_string(), "line 3, column 4: piece `a` is in two parts (read as gnome)");
    assert!(found.kind.help.contains("character of its own"));
    let found = error("##\n#*\u{7}.");
    assert_eq!((found.line, found.column), (2, 3));
    assert_eq!(found.kind.message, "`\\u{7}` draws nothing");
    assert_eq!(error("").kind.message, "the text has no map");
    assert_eq!(error("#a.").kind.message, "this map has no hero");
    assert_eq!(error("\n#a*").kind.message, "this map has no goal");
    let found = error(" **\n .\n .");
    assert_eq!((found.line, found.column), (2, 2));
    assert_eq!(found.kind.message, "the hero does not fit on the goal's cells");
}

#[test]
fn large_maps_are_refused_before_they_are_drawn() {
    let found = error(&format!("*.\n{}", "#".repeat(200)));
    assert_eq!((found.line, found.column), (2, 128));
    let found = error(&"*.\n".repeat(200));
    assert_eq!(found.line, 128);
    let found = error(&format!("*{}", format!("{}\n", ".".repeat(120)).repeat(100)));
    assert!(found.kind.message.starts_with("the goal has room for the hero in"), "{found}");
    assert!(read(Notation::Gnome, &"*.\n\n".repeat(70_000)).is_err());
}

#[test]
fn what_a_map_cannot_say_is_refused() {
    let cases = [
        ("AB\n\ngoal:\nA.\n\ngoal:\n.B\n", "that one of several pieces solves it"),
        ("A.B.\n\ngoal:\n.A.B\n", "a goal of several pieces"),
        ("A.B.\n\ngoal:\n.A._\n", "that a cell must be empty at the end"),
        ("lock: B=row\n\nA.B.\n\ngoal:\n.A..\n", "that `B` does not go every way"),
        ("pieces: axis\n\nA.BB\n\ngoal:\n.A..\n", "that `B` does not go every way"),
        ("finish: clear\n\nA.\n\ngoal:\n.A\n", "that it is solved one step before the goal"),
        ("distinct: B\n\nA.BC\n\ngoal:\n.A..\n", "that `B` and `C` are told apart"),
        ("alike: AB\n\nA.B\n\ngoal:\n.A.\n", "that other pieces stand in for `A`"),
        ("A.B\n\ngoal:\n..A\n", "a goal where a gate is or a piece starts"),
        ("gate: + = A B\n\nA+B.\n\ngoal:\n...A\n", "a gate that is for other pieces than `A`"),
        ("AA...\n\ngoal:\n..AA.\n\ngoal:\n...AA\n", ""),
        ("AA....\n\ngoal:\n..AA..\n\ngoal:\n....AA\n", "goals that leave out a place among"),
    ];
    for (text, what) in cases {
        if what.is_empty() {
            assert!(write(Notation::Gnome, &text.parse().expect("sound")).is_ok());
            continue;
        }
        let said = unsayable(text);
        assert!(said.starts_with(&format!("gnome cannot say {what}")), "{said}");
    }
}

proptest! {
    #[test]
    fn a_map_reads_back_as_it_was(puzzle in samples::puzzles()) {
        if let Ok(text) = write(Notation::Gnome, &puzzle) {
            samples::same(&one(&text), &puzzle)?;
            let letters = |puzzle: &Puzzle| -> Vec<char> {
                let others = (0..puzzle.pieces().len()).filter(|&id| !puzzle.is_goal_piece(id));
                others.map(|id| puzzle.pieces()[id].letter).collect()
            };
            prop_assert_eq!(letters(&one(&text)), letters(&puzzle));
        }
    }

    #[test]
    fn a_plain_puzzle_can_be_said_where_its_goal_is_free(puzzle in samples::plain_puzzles()) {
        let target = puzzle.goals()[0].targets[0];
        let pieces = puzzle.pieces();
        let covered: HashSet<Cell> =
            pieces.iter().flat_map(|piece| piece.shape.cells_at(piece.anchor)).collect();
        let mut goal = pieces[target.piece].shape.cells_at(target.anchor);
        let is_free = !goal.any(|cell| covered.contains(&cell));
        prop_assert_eq!(write(Notation::Gnome, &puzzle).is_ok(), is_free);
    }

    #[test]
    fn any_bytes_are_survived(text in samples::bytes()) {
        holds_up(Notation::Gnome, &text)?;
    }

    #[test]
    fn any_text_of_its_signs_is_survived(text in "[#*. a-cX+\n-]{0,60}") {
        holds_up(Notation::Gnome, &text)?;
    }

    #[test]
    fn almost_maps_are_survived(text in samples::almost(EIGHTEEN_STEPS, b"#*.- ab\n")) {
        holds_up(Notation::Gnome, &text)?;
    }
}
