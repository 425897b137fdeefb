//! Which pieces of a puzzle stand in for each other.

use std::collections::HashMap;

use crate::puzzle::{PieceId, Polyomino, Puzzle};

/// The pieces by kind: those of one kind are [alike](Puzzle::are_alike), those of two are not. The
/// kinds are in the order of their first pieces. Takes time in proportion to the puzzle.
pub(super) fn kinds(puzzle: &Puzzle) -> Vec<Vec<PieceId>> {
    let groups = groups(puzzle);
    let single = singled_out(puzzle);
    let mut kinds: Vec<Vec<PieceId>> = Vec::new();
    let mut numbers: HashMap<Mark<'_>, usize> = HashMap::new();
    for (id, piece) in puzzle.pieces().iter().enumerate() {
        let mark = match groups[id] {
            Some(group) => Mark::Group(group),
            None if single[id] => Mark::Piece(id),
            None => Mark::Shape(&piece.shape, piece.lock.map(|lock| lock as u8)),
        };
        let kind = *numbers.entry(mark).or_insert_with(|| {
            kinds.push(Vec::new());
            kinds.len() - 1
        });
        kinds[kind].push(id);
    }
    kinds
}

/// What pieces of one kind have in common.
#[derive(PartialEq, Eq, Hash)]
enum Mark<'a> {
    /// The author says that they are alike.
    Group(usize),
    /// There is one such piece only.
    Piece(PieceId),
    /// They look the same and are held the same way.
    Shape(&'a Polyomino, Option<u8>),
}

/// The group of each piece, where the author puts it in one.
fn groups(puzzle: &Puzzle) -> Vec<Option<usize>> {
    let mut groups = vec![None; puzzle.pieces().len()];
    for (number, group) in puzzle.alike().iter().enumerate() {
        for &piece in group {
            groups[piece] = Some(number);
        }
    }
    groups
}

/// Whether a goal or `distinct:` names each piece.
fn singled_out(puzzle: &Puzzle) -> Vec<bool> {
    let mut single = vec![false; puzzle.pieces().len()];
    let targets = puzzle.goals().iter().flat_map(|goal| &goal.targets);
    for piece in targets.map(|target| target.piece).chain(puzzle.distinct().iter().copied()) {
        single[piece] = true;
    }
    single
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::notation::samples;

    proptest! {
        #[test]
        fn kinds_are_the_pieces_that_are_alike(puzzle in samples::puzzles()) {
            let kinds = kinds(&puzzle);
            let count = puzzle.pieces().len();
            let mut kind_of = vec![usize::MAX; count];
            for (kind, members) in kinds.iter().enumerate() {
                for &piece in members {
                    prop_assert_eq!(kind_of[piece], usize::MAX);
                    kind_of[piece] = kind;
                }
            }
            for one in 0..count {
                for other in 0..count {
                    prop_assert_eq!(kind_of[one] == kind_of[other], puzzle.are_alike(one, other));
                }
            }
        }
    }
}
