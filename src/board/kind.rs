//! Kinds: pieces that nobody can tell apart.

use crate::grid::Direction;
use crate::puzzle::{PieceId, Polyomino, Puzzle};

use super::cell_mask;

/// The place of a kind in [`Board::kinds`](super::Board::kinds).
pub type KindId = usize;

/// A class of interchangeable pieces: equal shape, equal rights of way, equal role in the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its shape.
    pub shape: Polyomino,
    /// The pieces of this kind.
    pub pieces: Vec<PieceId>,
    /// The cells where its anchor may stand, walls and gates considered: cell `i` is bit `i`.
    pub places: u128,
    /// Which of [`Direction::ALL`] it may step in.
    pub directions: [bool; 4],
}

/// The number that stands for a kind in a state.
pub(super) const fn code(kind: KindId) -> usize {
    kind + 1
}

/// The kinds of a puzzle, in the order in which they first appear.
pub(super) fn classify(puzzle: &Puzzle) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for piece in 0..puzzle.pieces().len() {
        let kind = kind_of(puzzle, piece);
        let twin = kinds.iter_mut().find(|other| {
            puzzle.are_interchangeable(piece, other.pieces[0])
                && (&kind.shape, kind.places, kind.directions)
                    == (&other.shape, other.places, other.directions)
        });
        match twin {
            Some(twin) => twin.pieces.push(piece),
            None => kinds.push(kind),
        }
    }
    kinds
}

fn kind_of(puzzle: &Puzzle, piece: PieceId) -> Kind {
    let shape = puzzle.pieces()[piece].shape.clone();
    let places = cell_mask(puzzle, |anchor| {
        let mut covered = 0;
        let clear = shape.cells_at(anchor).all(|cell| {
            covered += 1;
            puzzle.may_enter(piece, cell)
        });
        clear && covered == shape.area()
    });
    let directions = Direction::ALL.map(|direction| puzzle.may_step(piece, direction));
    Kind { shape, pieces: vec![piece], places, directions }
}
