//! The rules of a puzzle in terms of notations that know fewer of them. A check returns what cannot
//! be said where the puzzle has such a rule.

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::grid::{Cell, Direction};
use crate::puzzle::{Lock, Movement, PieceId, Puzzle, SolvedWhen};

/// What locks a piece after all, the puzzle's movement included.
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

/// A piece of a notation that says for each how it is locked.
#[derive(Clone, Copy, Debug)]
pub struct LockedPiece {
    pub letter: char,
    /// Its width and height.
    pub(super) size: (u8, u8),
    pub lock: Option<Lock>,
}

/// The rules for a draft that say the same: each along its long side where that is all there is to
/// say, single locks otherwise.
pub fn movement(pieces: &[LockedPiece]) -> (Movement, Vec<(char, Lock)>) {
    let is_locked = pieces.iter().any(|piece| piece.lock.is_some());
    if is_locked && pieces.iter().all(|piece| piece.lock == lengthwise(piece.size)) {
        return (Movement::Axis, Vec::new());
    }
    let locks = pieces.iter().filter_map(|piece| Some((piece.letter, piece.lock?)));
    (Movement::Free, locks.collect())
}

/// What locks a piece of this size that moves along its long side only.
fn lengthwise((width, height): (u8, u8)) -> Option<Lock> {
    match width.cmp(&height) {
        Ordering::Greater => Some(Lock::Row),
        Ordering::Less => Some(Lock::Column),
        Ordering::Equal => None,
    }
}

/// That it is solved before its goal is reached.
pub fn check_finish(puzzle: &Puzzle) -> Result<(), String> {
    match puzzle.finish() {
        SolvedWhen::Reach => Ok(()),
        SolvedWhen::Clear => Err("that it is solved one step before the goal".to_owned()),
    }
}

/// That some piece may not go every way.
pub fn check_unlocked(puzzle: &Puzzle) -> Result<(), String> {
    let is_locked = |&piece: &PieceId| lock(puzzle, piece).is_some();
    match (0..puzzle.pieces().len()).find(is_locked) {
        Some(piece) => {
            Err(format!("that `{}` does not go every way", puzzle.pieces()[piece].letter))
        }
        None => Ok(()),
    }
}

/// That pieces of this kind are locked in different ways.
pub fn check_locked_alike(puzzle: &Puzzle, kind: &[PieceId]) -> Result<(), String> {
    let first = lock(puzzle, kind[0]);
    if kind.iter().all(|&piece| lock(puzzle, piece) == first) {
        return Ok(());
    }
    let letter = puzzle.pieces()[kind[0]].letter;
    Err(format!("that pieces like `{letter}` are held in different ways"))
}

/// That there is a wall.
pub fn check_walls(puzzle: &Puzzle) -> Result<(), String> {
    let grid = puzzle.grid();
    if grid.cells().any(|cell| grid.is_wall(cell)) { Err("a wall".to_owned()) } else { Ok(()) }
}

/// That there is a gate.
pub fn check_gate(puzzle: &Puzzle) -> Result<(), String> {
    if puzzle.gate().cells.is_empty() { Ok(()) } else { Err("a gate".to_owned()) }
}

/// That there is a gate for other pieces than this one, or not for it.
pub fn check_gate_of(puzzle: &Puzzle, piece: PieceId) -> Result<(), String> {
    let gate = puzzle.gate();
    if gate.cells.is_empty() || gate.pieces == [piece] {
        return Ok(());
    }
    let letter = puzzle.pieces()[piece].letter;
    Err(format!("a gate that is for other pieces than `{letter}`"))
}

/// The one piece that must reach a place, in notations that know no other goal, and the places that
/// will do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetPiece {
    pub piece: PieceId,
    /// Where its anchor may stand at the end: one place a goal, in order.
    pub anchors: Vec<Cell>,
}

impl TargetPiece {
    /// The target piece of the puzzle, or what cannot be said of its goals and its kinds of pieces
    /// by one.
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

    /// The one place that will do.
    pub fn only_anchor(&self) -> Result<Cell, String> {
        match self.anchors[..] {
            [anchor] => Ok(anchor),
            _ => Err(SEVERAL_GOALS.to_owned()),
        }
    }
}

/// What notations cannot say that have one goal.
pub const SEVERAL_GOALS: &str = "that one of several goals will do";

/// That others stand in for the target piece, or that some of one shape that are locked the same
/// way are told apart.
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
            return Err(format!("that `{other}` and `{}` are told apart", piece.letter));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAR: LockedPiece = LockedPiece { letter: 'A', size: (2, 1), lock: Some(Lock::Row) };
    const BLOCK: LockedPiece = LockedPiece { letter: 'B', size: (2, 2), lock: None };

    #[test]
    fn cars_that_move_lengthwise_are_said_as_one_rule() {
        assert_eq!(movement(&[CAR, BLOCK]), (Movement::Axis, vec![]));
    }

    #[test]
    fn pieces_that_are_locked_otherwise_are_said_one_by_one() {
        let stuck = LockedPiece { lock: Some(Lock::Fixed), ..BLOCK };
        let locks = vec![('A', Lock::Row), ('B', Lock::Fixed)];
        assert_eq!(movement(&[CAR, stuck]), (Movement::Free, locks));
        let free = LockedPiece { letter: 'C', lock: None, ..CAR };
        assert_eq!(movement(&[CAR, free]), (Movement::Free, vec![('A', Lock::Row)]));
        assert_eq!(movement(&[BLOCK, free]), (Movement::Free, vec![]));
    }

    #[test]
    fn a_lock_and_a_long_side_hold_together() {
        let text = "pieces: axis\nlock: B=row\n\nAB.\n.BC\n\ngoal:\n.A.\n...\n";
        let puzzle: Puzzle = text.parse().expect("sound");
        let locks: Vec<_> = (0..3).map(|piece| lock(&puzzle, piece)).collect();
        assert_eq!(locks, [None, Some(Lock::Fixed), None]);
    }
}
