//! Rules that few notations have a word for.

use std::collections::HashMap;

use crate::puzzle::{Finish, PieceId, Polyomino, Puzzle};

/// What the puzzle asks for besides its frame, its pieces, the ways that they may go, and its
/// goals; `None` where it asks for nothing more.
///
/// Takes time in proportion to the number of pieces, for each piece that a goal names.
pub(super) fn unusual(puzzle: &Puzzle) -> Option<&'static str> {
    if puzzle.finish() == Finish::Clear {
        Some("that one step before the goal is enough (`finish: clear`)")
    } else if !puzzle.gate().cells.is_empty() {
        Some("a gate")
    } else if has_stand_ins(puzzle) {
        Some("that pieces may stand in for each other in the goal (`alike`)")
    } else if tells_twins_apart(puzzle) {
        Some("that pieces of one shape are told apart")
    } else {
        None
    }
}

/// Whether another piece may take the place of one that a goal names.
fn has_stand_ins(puzzle: &Puzzle) -> bool {
    let count = puzzle.pieces().len();
    let mut named = (0..count).filter(|&piece| puzzle.is_goal_piece(piece));
    named.any(|piece| (0..count).any(|other| other != piece && puzzle.are_alike(piece, other)))
}

/// Whether some two pieces differ in more than their places, though their shapes are equal and no
/// goal names them.
fn tells_twins_apart(puzzle: &Puzzle) -> bool {
    let mut first: HashMap<&Polyomino, PieceId> = HashMap::new();
    let mut others = (0..puzzle.pieces().len()).filter(|&piece| !puzzle.is_goal_piece(piece));
    others.any(|piece| {
        let twin = *first.entry(&puzzle.pieces()[piece].shape).or_insert(piece);
        !puzzle.are_alike(piece, twin)
    })
}
