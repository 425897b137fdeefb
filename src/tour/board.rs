//! The board and the piece that is to visit all of it.

use thiserror::Error;

use crate::graph::{Graph, Leaper, Vertex, leaper_graph};

use super::square::Square;

/// A rectangle of squares and a leaper on it. Squares are numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    rows: u32,
    columns: u32,
    leaper: Leaper,
}

/// The most squares that a board may have: a path of them takes 64 MiB.
pub const MAX_SQUARES: u32 = 1 << 24;

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum BoardError {
    /// No row or no column.
    #[error("a board needs a row and a column at least")]
    Empty,
    /// More than [`MAX_SQUARES`].
    #[error("a board may have {MAX_SQUARES} squares at most")]
    TooLarge,
}

impl Board {
    /// A board for a leaper.
    ///
    /// # Errors
    /// Where it has no squares, or more than [`MAX_SQUARES`].
    pub fn new(rows: u32, columns: u32, leaper: Leaper) -> Result<Self, BoardError> {
        match rows.checked_mul(columns) {
            Some(0) => Err(BoardError::Empty),
            Some(1..=MAX_SQUARES) => Ok(Board { rows, columns, leaper }),
            _ => Err(BoardError::TooLarge),
        }
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The piece.
    #[must_use]
    pub const fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// The number of squares.
    #[must_use]
    pub const fn squares(&self) -> u32 {
        self.rows * self.columns
    }

    /// Whether the square lies on the board.
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        square.row < self.rows && square.column < self.columns
    }

    /// The graph of the leaper's moves: square `(r, c)` is vertex `r × columns + c`. It takes some
    /// 40 bytes a square.
    #[must_use]
    pub fn graph(&self) -> Graph {
        leaper_graph(self.rows, self.columns, self.leaper)
    }

    /// The number of a square of this board.
    #[must_use]
    pub const fn vertex(&self, square: Square) -> Vertex {
        square.row * self.columns + square.column
    }

    /// The square of that number.
    #[must_use]
    pub const fn square(&self, vertex: Vertex) -> Square {
        Square { row: vertex / self.columns, column: vertex % self.columns }
    }

    /// The squares that the leaper can go to from one of the board.
    pub(super) fn landings(&self, from: Square) -> impl Iterator<Item = Square> + use<> {
        let (rows, columns, leaper) = (self.rows, self.columns, self.leaper);
        let at = |start: u32, leap: i64| u32::try_from(i64::from(start) + leap).ok();
        let landings = leaper.leaps().into_iter().filter_map(move |(down, right)| {
            Some(Square { row: at(from.row, down)?, column: at(from.column, right)? })
        });
        landings.filter(move |square| square.row < rows && square.column < columns)
    }

    /// Whether the leaper can go from one square to the other.
    pub(super) const fn is_move(&self, from: Square, to: Square) -> bool {
        let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
        let Leaper { short, long } = self.leaper;
        rows == short && columns == long || rows == long && columns == short
    }

    /// The same board lying on its side.
    pub(super) const fn transposed(self) -> Self {
        Board { rows: self.columns, columns: self.rows, leaper: self.leaper }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_row_by_row() {
        let board = Board::new(3, 5, Leaper::KNIGHT).expect("a board");
        for vertex in 0..board.squares() {
            assert_eq!(board.vertex(board.square(vertex)), vertex);
        }
        assert_eq!(board.square(7), Square { row: 1, column: 2 });
        assert!(!board.contains(Square { row: 3, column: 0 }));
        assert_eq!(board.graph().vertices(), 15);
    }

    #[test]
    fn boards_of_no_squares_or_too_many_are_refused() {
        assert_eq!(Board::new(0, 8, Leaper::KNIGHT), Err(BoardError::Empty));
        assert_eq!(Board::new(1 << 16, 1 << 16, Leaper::KNIGHT), Err(BoardError::TooLarge));
        assert_eq!(Board::new(4097, 4096, Leaper::KNIGHT), Err(BoardError::TooLarge));
        assert!(Board::new(4096, 4096, Leaper::KNIGHT).is_ok());
    }
}
