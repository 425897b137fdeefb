//! Rules that a notation may have no word for. Each function returns what cannot be said where the
//! puzzle has such a rule.

use super::locks;
use crate::puzzle::{Finish, PieceId, Puzzle};

/// That it is solved before its goal is reached.
pub(super) fn finish(puzzle: &Puzzle) -> Result<(), String> {
    match puzzle.finish() {
        Finish::Reach => Ok(()),
        Finish::Clear => Err("that it is solved one step before the goal".to_owned()),
    }
}

/// That some piece may not go every way.
pub(super) fn held(puzzle: &Puzzle) -> Result<(), String> {
    let is_held = |&piece: &PieceId| locks::lock(puzzle, piece).is_some();
    match (0..puzzle.pieces().len()).find(is_held) {
        Some(piece) => {
            Err(format!("that `{}` does not go every way", puzzle.pieces()[piece].letter))
        }
        None => Ok(()),
    }
}

/// That pieces of this kind are held in different ways.
pub(super) fn unevenly_held(puzzle: &Puzzle, kind: &[PieceId]) -> Result<(), String> {
    let lock = locks::lock(puzzle, kind[0]);
    if kind.iter().all(|&piece| locks::lock(puzzle, piece) == lock) {
        return Ok(());
    }
    let letter = puzzle.pieces()[kind[0]].letter;
    Err(format!("that pieces like `{letter}` are held in different ways"))
}

/// That there is a gate.
pub(super) fn gate(puzzle: &Puzzle) -> Result<(), String> {
    if puzzle.gate().cells.is_empty() { Ok(()) } else { Err("a gate".to_owned()) }
}

/// That there is a gate for other pieces than the hero, or not for it.
pub(super) fn gate_of_others(puzzle: &Puzzle, hero: PieceId) -> Result<(), String> {
    let gate = puzzle.gate();
    if gate.cells.is_empty() || gate.pieces == [hero] {
        return Ok(());
    }
    let letter = puzzle.pieces()[hero].letter;
    Err(format!("a gate that is for other pieces than `{letter}`"))
}
