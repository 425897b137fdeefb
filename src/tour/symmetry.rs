//! A board seen from another side.

use super::board::Board;
use super::square::Square;

/// One of the eight ways to look at a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Symmetry {
    /// The last row comes first.
    pub(super) upside_down: bool,
    /// The last column comes first.
    pub(super) mirrored: bool,
    /// After that, rows become columns.
    pub(super) transposed: bool,
}

impl Symmetry {
    /// All eight; those that leave rows rows come first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Symmetry {
            upside_down: bits & 1 != 0,
            mirrored: (bits & 2 != 0) != (bits & 1 != 0),
            transposed: bits & 4 != 0,
        })
    }

    /// Those by which the board is seen as itself.
    pub(super) fn of(board: &Board) -> impl Iterator<Item = Self> + use<> {
        let is_square = board.rows() == board.columns();
        Symmetry::all().filter(move |symmetry| is_square || !symmetry.transposed)
    }

    /// The board as it is seen.
    pub(super) fn board(self, board: &Board) -> Board {
        if self.transposed { board.transposed() } else { *board }
    }

    /// Where a square of `board` is seen.
    pub(super) fn apply(self, board: &Board, square: Square) -> Square {
        let square = self.flip(board, square);
        if self.transposed { square.transposed() } else { square }
    }

    /// The square of `board` that is seen there.
    pub(super) fn undo(self, board: &Board, square: Square) -> Square {
        let square = if self.transposed { square.transposed() } else { square };
        self.flip(board, square)
    }

    fn flip(self, board: &Board, Square { row, column }: Square) -> Square {
        Square {
            row: if self.upside_down { board.rows() - 1 - row } else { row },
            column: if self.mirrored { board.columns() - 1 - column } else { column },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::graph::Leaper;

    #[test]
    fn all_eight_differ_and_each_can_be_undone() {
        let board = Board::new(3, 5, Leaper::KNIGHT).expect("a board");
        let mut images = HashSet::new();
        for symmetry in Symmetry::all() {
            let seen = symmetry.board(&board);
            let squares = (0..board.squares()).map(|vertex| board.square(vertex));
            let image: Vec<_> = squares.clone().map(|at| symmetry.apply(&board, at)).collect();
            assert!(image.iter().all(|&square| seen.contains(square)));
            assert!(squares.eq(image.iter().map(|&at| symmetry.undo(&board, at))));
            images.insert(image);
        }
        assert_eq!(images.len(), 8);
        assert_eq!(Symmetry::all().next(), Some(Symmetry::default()));
    }
}
