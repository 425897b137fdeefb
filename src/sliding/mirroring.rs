//! Which positions are taken for one.

use crate::board::{Board, BoardError};
use crate::puzzle::Puzzle;

/// What is made of mirror images.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Mirroring {
    /// One of them stands for all, where the puzzle allows it.
    #[default]
    Canonical,
    /// Each is a state of its own.
    Off,
}

impl Mirroring {
    /// The board of a puzzle, on which mirror images are one if they are equally far from its goals.
    pub(crate) fn board(self, puzzle: &Puzzle) -> Result<Board, BoardError> {
        let board = Board::new(puzzle)?;
        Ok(match self {
            Mirroring::Canonical => board,
            Mirroring::Off => board.without_symmetry(),
        })
    }

    /// The same, if they are equally far from its start as well.
    pub(crate) fn board_around_start(self, puzzle: &Puzzle) -> Result<Board, BoardError> {
        let board = Board::new(puzzle)?;
        Ok(match self {
            Mirroring::Canonical => board.with_symmetry_of_start(),
            Mirroring::Off => board.without_symmetry(),
        })
    }
}
