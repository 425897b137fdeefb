//! The rules of a puzzle for notations with fewer rules. A check returns, as an error, the rule
//! that the notation cannot represent, if the puzzle has it.

use std::collections::HashMap;

use crate::{
    grid::{Cell, Direction},
    puzzle::{Lock, PieceId, Puzzle, SolvedWhen},
};

/// Returns the lock of a piece, including the puzzle's movement.
pub fn lock(puzzle: &Puzzle, piece: PieceId) -> Option<Lock> {
    let across = puzzle.may_step(piece, Direction::Left);
    let along = puzzle.may_step(piece, Direction::Up);
    match (across, along) {
        (true, true) => None,
        (true, false) => Some(Lock::Row),
        (false, true) => Some(Lock::Column),
        (false, false) => Some(Lock::Fixed),
    }
}

/// Checks that the puzzle is solved when its goal is reached.
pub fn check_finish(puzzle: &Puzzle) -> Result<(), String> {
    match puzzle.finish() {
        SolvedWhen::Reach => Ok(()),
        SolvedWhen::Clear => Err("that it is solved one step before the goal".to_owned()),
    }
}

/// Checks that all pieces move in all directions.
pub fn check_unlocked(puzzle: &Puzzle) -> Result<(), String> {
    let is_locked = |&piece: &PieceId| lock(puzzle, piece).is_some();
    match (0..puzzle.pieces().len()).find(is_locked) {
        Some(piece) => Err(format!(
            "that `{}` does not go every way",
            puzzle.pieces()[piece].letter
        )),
        None => Ok(()),
    }
}

/// Checks that pieces of this kind have equal locks.
pub fn check_locked_alike(puzzle: &Puzzle, kind: &[PieceId]) -> Result<(), String> {
    let first = lock(puzzle, kind[0]);
    if kind.iter().all(|&piece| lock(puzzle, piece) == first) {
        return Ok(());
    }
    let letter = puzzle.pieces()[kind[0]].letter;
    Err(format!(
        "that pieces like `{letter}` are held in different ways"
    ))
}

/// Checks that the puzzle has no wall.
pub fn check_walls(puzzle: &Puzzle) -> Result<(), String> {
    let grid = puzzle.grid();
    if grid.cells().any(|cell| grid.is_wall(cell)) {
        Err("a wall".to_owned())
    } else {
        Ok(())
    }
}

/// Checks that the puzzle has no gate.
pub fn check_gate(puzzle: &Puzzle) -> Result<(), String> {
    if puzzle.gate().cells.is_empty() {
        Ok(())
    } else {
        Err("a gate".to_owned())
    }
}

/// The only piece with targets, for notations whose goals have one piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetPiece {
    pub piece: PieceId,
    /// Its targets, one of each goal, in order.
    pub anchors: Vec<Cell>,
}

impl TargetPiece {
    /// Returns the target piece of the puzzle, or the part of its goals and kinds of pieces that
    /// a notation with one target piece cannot represent.
    pub fn of(puzzle: &Puzzle) -> Result<Self, String> {
        check_finish(puzzle)?;
        let mut anchors = Vec::with_capacity(puzzle.goals().len());
        let mut piece = None;
        for goal in puzzle.goals() {
            if !goal.empties.is_empty() {
                return Err("that a cell must be empty at the end".to_owned());
            }
            let [target] = goal.targets[..] else {
                return Err("a goal of several pieces".to_owned());
            };
            if *piece.get_or_insert(target.piece) != target.piece {
                return Err("that one of several pieces solves it".to_owned());
            }
            anchors.push(target.anchor);
        }
        anchors.sort_unstable();
        anchors.dedup();
        let piece = piece.ok_or("a puzzle without a goal")?;
        check_alike_by_shape(puzzle, piece)?;
        Ok(TargetPiece { piece, anchors })
    }
}

/// Checks that the target piece has a kind of its own, and that all other pieces with equal shapes
/// and locks are interchangeable.
fn check_alike_by_shape(puzzle: &Puzzle, target: PieceId) -> Result<(), String> {
    let mut seen = HashMap::new();
    for kind in puzzle.kinds() {
        let piece = &puzzle.pieces()[kind[0]];
        if kind.contains(&target) {
            if kind.len() > 1 {
                let letter = puzzle.pieces()[target].letter;
                return Err(format!("that other pieces stand in for `{letter}`"));
            }
            continue;
        }
        check_locked_alike(puzzle, &kind)?;
        if let Some(other) = seen.insert((&piece.shape, lock(puzzle, kind[0])), piece.letter) {
            return Err(format!(
                "that `{other}` and `{}` are told apart",
                piece.letter
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_and_the_movement_combine() {
        let text = "pieces: axis\nlock: B=row\n\nAB.\n.BC\n\ngoal:\n.A.\n...\n";
        let puzzle: Puzzle = text.parse().expect("sound");
        let locks: Vec<_> = (0..3).map(|piece| lock(&puzzle, piece)).collect();
        assert_eq!(locks, [None, Some(Lock::Fixed), None]);
    }
}
