//! How pieces are held, in notations that say so for each piece.

use crate::grid::Direction;
use crate::puzzle::{Lock, Movement, PieceId, Puzzle};

/// What holds a piece after all, the puzzle's movement included.
pub(super) fn lock(puzzle: &Puzzle, piece: PieceId) -> Option<Lock> {
    let across = puzzle.may_step(piece, Direction::Left);
    let along = puzzle.may_step(piece, Direction::Up);
    match (across, along) {
        (true, true) => None,
        (true, false) => Some(Lock::Row),
        (false, true) => Some(Lock::Column),
        (false, false) => Some(Lock::Fixed),
    }
}

/// A piece with a letter, and what holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) letter: char,
    /// Its width and height.
    pub(super) size: (u8, u8),
    pub(super) lock: Option<Lock>,
}

/// The rules for a draft that say the same: each along its long side where that is all there is to
/// say, single locks otherwise.
pub(super) fn rules(pieces: &[Held]) -> (Movement, Vec<(char, Lock)>) {
    let is_held = pieces.iter().any(|piece| piece.lock.is_some());
    if is_held && pieces.iter().all(|piece| piece.lock == lengthwise(piece.size)) {
        return (Movement::Axis, Vec::new());
    }
    let locks = pieces.iter().filter_map(|piece| Some((piece.letter, piece.lock?)));
    (Movement::Free, locks.collect())
}

/// What holds a piece of this size that moves along its long side only.
fn lengthwise((width, height): (u8, u8)) -> Option<Lock> {
    match width.cmp(&height) {
        std::cmp::Ordering::Greater => Some(Lock::Row),
        std::cmp::Ordering::Less => Some(Lock::Column),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAR: Held = Held { letter: 'A', size: (2, 1), lock: Some(Lock::Row) };
    const BLOCK: Held = Held { letter: 'B', size: (2, 2), lock: None };

    #[test]
    fn cars_that_move_lengthwise_are_said_as_one_rule() {
        assert_eq!(rules(&[CAR, BLOCK]), (Movement::Axis, vec![]));
    }

    #[test]
    fn pieces_that_are_held_otherwise_are_said_one_by_one() {
        let stuck = Held { lock: Some(Lock::Fixed), ..BLOCK };
        let locks = vec![('A', Lock::Row), ('B', Lock::Fixed)];
        assert_eq!(rules(&[CAR, stuck]), (Movement::Free, locks));
        let free = Held { letter: 'C', lock: None, ..CAR };
        assert_eq!(rules(&[CAR, free]), (Movement::Free, vec![('A', Lock::Row)]));
        assert_eq!(rules(&[BLOCK, free]), (Movement::Free, vec![]));
    }

    #[test]
    fn a_lock_and_a_long_side_hold_together() {
        let text = "pieces: axis\nlock: B=row\n\nAB.\n.BC\n\ngoal:\n.A.\n...\n";
        let puzzle: Puzzle = text.parse().expect("sound");
        let held: Vec<_> = (0..3).map(|piece| lock(&puzzle, piece)).collect();
        assert_eq!(held, [None, Some(Lock::Fixed), None]);
    }
}
