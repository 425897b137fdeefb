//! Boards and leapers: squares and their notations, symmetries, and the size of the search tree.

use serde::Serialize;
use thiserror::Error;

use crate::graph::{
    Constraints, Graph, Leaper, MapCell, Vertex, VertexColour, landings, leaper_graph,
};

/// A rectangle of squares and a leaper on it. Squares are numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chessboard {
    rows: u32,
    columns: u32,
    leaper: Leaper,
}

/// The maximum number of squares of a board: a path of them takes 64 MiB.
pub const MAX_SQUARES: u32 = 1 << 24;

/// A reason why a board is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum ChessboardError {
    /// The board has no row or no column.
    #[error("a board needs at least one row and one column")]
    Empty,
    /// The board has more than [`MAX_SQUARES`] squares.
    #[error("a board may have at most {MAX_SQUARES} squares")]
    TooLarge,
}

impl Chessboard {
    /// Makes a board for a leaper. The height comes before the width, unlike in the text of a
    /// [`Size`](crate::grid::Size).
    ///
    /// # Errors
    /// If it has no squares, or more than [`MAX_SQUARES`].
    pub fn new(rows: u32, columns: u32, leaper: Leaper) -> Result<Self, ChessboardError> {
        match rows.checked_mul(columns) {
            Some(0) => Err(ChessboardError::Empty),
            Some(1..=MAX_SQUARES) => Ok(Chessboard {
                rows,
                columns,
                leaper,
            }),
            _ => Err(ChessboardError::TooLarge),
        }
    }

    /// Returns the number of rows.
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the piece.
    pub const fn leaper(&self) -> Leaper {
        self.leaper
    }

    /// Returns the number of squares.
    pub const fn squares(&self) -> u32 {
        self.rows * self.columns
    }

    /// Returns the graph of the leaper's moves. It takes about 40 bytes a square.
    pub fn graph(&self) -> Graph {
        leaper_graph(self.rows, self.columns, self.leaper)
    }

    /// Returns the number of a square of this board.
    pub const fn vertex(&self, square: MapCell) -> Vertex {
        square.row * self.columns + square.column
    }

    /// Returns the square of a number.
    pub const fn square(&self, vertex: Vertex) -> MapCell {
        MapCell {
            row: vertex / self.columns,
            column: vertex % self.columns,
        }
    }

    /// Returns the colour of a square, white in the corner (0, 0). A board of an odd number of
    /// squares has one more white square than black ones.
    pub const fn colour(&self, vertex: Vertex) -> VertexColour {
        let MapCell { row, column } = self.square(vertex);
        if (row ^ column) & 1 == 0 {
            VertexColour::White
        } else {
            VertexColour::Black
        }
    }

    /// Returns the squares column by column.
    pub(super) fn by_columns(&self) -> Vec<Vertex> {
        (0..self.columns)
            .flat_map(|column| (0..self.rows).map(move |row| self.vertex(MapCell { row, column })))
            .collect()
    }

    /// Returns the squares that the leaper reaches from a square in one move.
    pub(super) fn landings(&self, from: Vertex) -> Vec<Vertex> {
        let leaps = self.leaper.leaps();
        landings(&leaps, self.square(from), self.rows, self.columns)
            .map(|square| self.vertex(square))
            .collect()
    }

    /// Returns whether the leaper moves from one square to another.
    pub(super) const fn is_move(&self, from: Vertex, to: Vertex) -> bool {
        let from = self.square(from);
        let to = self.square(to);
        let rows = from.row.abs_diff(to.row);
        let columns = from.column.abs_diff(to.column);
        let Leaper { short, long } = self.leaper;
        rows == short && columns == long || rows == long && columns == short
    }

    /// Reads a square: `2,6` (row from the top, column) or `g6` (file, rank from the bottom).
    ///
    /// # Errors
    /// If the text is neither, or the square is not on the board.
    pub fn parse_square(
        &self,
        text: &str,
        numbering: SquareNumbering,
    ) -> Result<Vertex, SquareError> {
        let square = if let Some((row, column)) = text.split_once(',') {
            let row = number(row.trim())?;
            let column = number(column.trim())?;
            let first = numbering.first();
            row.checked_sub(first).zip(column.checked_sub(first))
        } else {
            let (file, rank) = chess(text)?;
            self.rows.checked_sub(rank).zip(Some(file))
        };
        square
            .filter(|&(row, column)| row < self.rows && column < self.columns)
            .map(|(row, column)| self.vertex(MapCell { row, column }))
            .ok_or(SquareError::Outside)
    }

    /// Returns a square in chess notation: file and rank, `a1` at the bottom left. The file after
    /// `z` is `aa`.
    pub fn algebraic(&self, vertex: Vertex) -> String {
        let MapCell { row, column } = self.square(vertex);
        let mut letters = Vec::new();
        let mut file = column + 1;
        while file > 0 {
            file -= 1;
            letters.push(char::from(b'a' + u8::try_from(file % 26).unwrap_or(0)));
            file /= 26;
        }
        let letters: String = letters.into_iter().rev().collect();
        format!("{letters}{}", self.rows - row)
    }
}

/// The number of the first row and of the first column in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SquareNumbering {
    /// Rows and columns count from 0.
    #[default]
    FromZero,
    /// Rows and columns count from 1.
    FromOne,
}

impl SquareNumbering {
    /// Returns the number of the first row.
    #[must_use]
    pub const fn first(self) -> u32 {
        match self {
            SquareNumbering::FromZero => 0,
            SquareNumbering::FromOne => 1,
        }
    }

    /// Returns the coordinates of a cell: `2,6`.
    #[must_use]
    pub fn coordinates(self, cell: MapCell) -> String {
        format!("{},{}", cell.row + self.first(), cell.column + self.first())
    }
}

/// A reason why a text is not a square of a board.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum SquareError {
    /// The text is in neither notation.
    #[error("a square is written `row,column` or in chess notation, like `2,6` or `g6`")]
    Unreadable,
    /// The square is not on the board.
    #[error("the square lies outside the board")]
    Outside,
}

fn number(digits: &str) -> Result<u32, SquareError> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SquareError::Unreadable);
    }
    // A number that does not fit lies outside every board.
    Ok(digits.parse().unwrap_or(u32::MAX))
}

/// Reads a file, from 0, and a rank, from 1.
pub(super) fn chess(text: &str) -> Result<(u32, u32), SquareError> {
    let end = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = text.split_at(end);
    if letters.is_empty() {
        return Err(SquareError::Unreadable);
    }
    let file = letters.bytes().fold(0u32, |file, letter| {
        let letter = u32::from(letter.to_ascii_lowercase() - b'a') + 1;
        file.saturating_mul(26).saturating_add(letter)
    });
    Ok((file - 1, number(digits)?))
}

/// One of the eight symmetries of a rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct BoardSymmetry {
    /// The rows are reversed.
    pub upside_down: bool,
    /// The columns are reversed.
    pub mirrored: bool,
    /// Rows then become columns.
    pub transposed: bool,
}

impl BoardSymmetry {
    /// Returns all eight, those that are not transposed first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| BoardSymmetry {
            upside_down: bits & 1 != 0,
            mirrored: (bits & 2 != 0) != (bits & 1 != 0),
            transposed: bits & 4 != 0,
        })
    }

    /// Returns those that map a board to itself.
    pub fn of(board: &Chessboard) -> impl Iterator<Item = Self> + use<> {
        let is_square = board.rows() == board.columns();
        BoardSymmetry::all().filter(move |symmetry| is_square || !symmetry.transposed)
    }

    /// Returns the image of a board.
    pub fn board(self, board: &Chessboard) -> Chessboard {
        let Chessboard {
            rows,
            columns,
            leaper,
        } = *board;
        if self.transposed {
            Chessboard {
                rows: columns,
                columns: rows,
                leaper,
            }
        } else {
            *board
        }
    }

    /// Returns the image of a square of `board`.
    pub fn apply(self, board: &Chessboard, vertex: Vertex) -> Vertex {
        let MapCell { row, column } = self.flip(board, board.square(vertex));
        let (row, column) = if self.transposed {
            (column, row)
        } else {
            (row, column)
        };
        self.board(board).vertex(MapCell { row, column })
    }

    /// Returns the square of `board` that has this image.
    pub fn undo(self, board: &Chessboard, vertex: Vertex) -> Vertex {
        let MapCell { row, column } = self.board(board).square(vertex);
        let (row, column) = if self.transposed {
            (column, row)
        } else {
            (row, column)
        };
        board.vertex(self.flip(board, MapCell { row, column }))
    }

    /// Returns constraints with the images of their start and end.
    pub fn constraints(self, board: &Chessboard, constraints: &Constraints) -> Constraints {
        let Constraints {
            shape, start, end, ..
        } = *constraints;
        let [start, end] = [start, end].map(|end| end.map(|vertex| self.apply(board, vertex)));
        Constraints {
            shape,
            start,
            end,
            ..Constraints::default()
        }
    }

    fn flip(self, board: &Chessboard, MapCell { row, column }: MapCell) -> MapCell {
        MapCell {
            row: if self.upside_down {
                board.rows() - 1 - row
            } else {
                row
            },
            column: if self.mirrored {
                board.columns() - 1 - column
            } else {
                column
            },
        }
    }
}

/// The size of a board's graph, and of the tree of an unpruned search.
#[derive(Clone, Copy, PartialEq, Serialize, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The number of squares, N + 1.
    pub vertices: u32,
    /// The number of moves, each in both directions.
    pub arcs: u64,
    /// The part of the adjacency matrix that is not zero, from 0 to 1.
    pub fill: f64,
    /// The mean number of moves from a square, k.
    pub branching: f64,
    /// The logarithm to base 10 of k^(N+1), about the number of nodes of the tree. `None` without
    /// moves.
    pub log10_tree: Option<f64>,
}

/// Measures a board without making its graph.
pub fn analyse(board: &Chessboard) -> Analysis {
    // Each leap fits wherever the rectangle that it spans does.
    let arcs = board
        .leaper()
        .leaps()
        .into_iter()
        .map(|(down, right)| {
            let fit = |side: u32, leap: i64| u64::from(side).saturating_sub(leap.unsigned_abs());
            fit(board.rows(), down) * fit(board.columns(), right)
        })
        .sum::<u64>();
    let vertices = f64::from(board.squares());
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^27 moves")]
    let branching = arcs as f64 / vertices;
    Analysis {
        vertices: board.squares(),
        arcs,
        fill: branching / vertices,
        branching,
        log10_tree: (arcs > 0).then(|| vertices * branching.log10()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn board(rows: u32, columns: u32) -> Chessboard {
        Chessboard::new(rows, columns, Leaper::KNIGHT).expect("a board")
    }

    #[test]
    fn both_notations_name_the_same_square() {
        let board = board(8, 8);
        let square = Ok(board.vertex(MapCell { row: 2, column: 6 }));
        assert_eq!(board.parse_square("2,6", SquareNumbering::FromZero), square);
        assert_eq!(board.parse_square("3, 7", SquareNumbering::FromOne), square);
        for numbering in [SquareNumbering::FromZero, SquareNumbering::FromOne] {
            assert_eq!(board.parse_square("g6", numbering), square);
            assert_eq!(board.parse_square("G6", numbering), square);
        }
        assert_eq!(board.algebraic(22), "g6");
        assert_eq!(
            Chessboard::new(30, 30, Leaper::KNIGHT)
                .expect("a board")
                .algebraic(26),
            "aa30"
        );
    }

    #[test]
    fn squares_off_the_board_and_unreadable_texts_are_different_errors() {
        let parse = |text| board(8, 8).parse_square(text, SquareNumbering::FromZero);
        for text in [
            "8,0",
            "0,8",
            "99999999999,0",
            "i1",
            "a9",
            "a0",
            "zzzzzzzzzz1",
        ] {
            assert_eq!(parse(text), Err(SquareError::Outside), "{text}");
        }
        let zero = board(8, 8).parse_square("0,1", SquareNumbering::FromOne);
        assert_eq!(zero, Err(SquareError::Outside));
        for text in ["", "g", "6", "6g", "-1,0", "2,", "2;6", "2,6,1", "é1"] {
            assert_eq!(parse(text), Err(SquareError::Unreadable), "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn written_squares_are_read_back(rows in 1u32..2000, columns in 1u32..2000, at: u32) {
            let board = board(rows, columns);
            let vertex = at % board.squares();
            for numbering in [SquareNumbering::FromZero, SquareNumbering::FromOne] {
                let coordinates = numbering.coordinates(board.square(vertex));
                for text in [board.algebraic(vertex), coordinates] {
                    prop_assert_eq!(board.parse_square(&text, numbering), Ok(vertex));
                }
            }
        }

        #[test]
        fn parsing_a_square_never_panics(text in ".{0,12}") {
            let _ = board(8, 8).parse_square(&text, SquareNumbering::FromZero);
        }
    }

    #[test]
    fn squares_are_numbered_row_by_row() {
        let board = board(3, 5);
        for vertex in 0..board.squares() {
            assert_eq!(board.vertex(board.square(vertex)), vertex);
        }
        assert_eq!(board.square(7), MapCell { row: 1, column: 2 });
        assert_eq!(board.by_columns()[..4], [0, 5, 10, 1]);
        assert_eq!(board.graph().vertices(), 15);
    }

    #[test]
    fn empty_and_oversized_boards_are_refused() {
        assert_eq!(
            Chessboard::new(0, 8, Leaper::KNIGHT),
            Err(ChessboardError::Empty)
        );
        assert_eq!(
            Chessboard::new(1 << 16, 1 << 16, Leaper::KNIGHT),
            Err(ChessboardError::TooLarge)
        );
        assert_eq!(
            Chessboard::new(4097, 4096, Leaper::KNIGHT),
            Err(ChessboardError::TooLarge)
        );
        assert!(Chessboard::new(4096, 4096, Leaper::KNIGHT).is_ok());
    }

    #[test]
    fn the_eight_board_symmetries_are_distinct_and_invertible() {
        let board = board(3, 5);
        let mut images = HashSet::new();
        for symmetry in BoardSymmetry::all() {
            let seen = symmetry.board(&board);
            let image: Vec<_> = (0..15)
                .map(|vertex| symmetry.apply(&board, vertex))
                .collect();
            assert!(image.iter().all(|&vertex| vertex < seen.squares()));
            assert!((0..15).eq(image.iter().map(|&at| symmetry.undo(&board, at))));
            images.insert((seen.rows(), image));
        }
        assert_eq!(images.len(), 8);
        assert_eq!(BoardSymmetry::all().next(), Some(BoardSymmetry::default()));
    }

    #[test]
    fn the_graph_measures_equal_the_textbook_values() {
        let board = |side| board(side, side);
        let eight = analyse(&board(8));
        assert_eq!((eight.vertices, eight.arcs), (64, 336));
        assert_eq!(format!("{:.1}", eight.fill * 100.0), "8.2");
        let k = |side| format!("{:.2}", analyse(&board(side)).branching);
        assert_eq!([k(5), k(6), k(8)], ["3.84", "4.44", "5.25"]);
        let log10_tree = eight.log10_tree.expect("it has moves");
        assert_eq!(format!("{:.1}", 10f64.powf(log10_tree - 46.0)), "1.2");
        assert_eq!(analyse(&board(1)).log10_tree, None);
    }

    #[test]
    fn the_arcs_of_a_board_equal_those_of_its_graph() {
        for (rows, columns) in [(1, 1), (1, 9), (2, 3), (5, 4), (9, 9)] {
            for (short, long) in [(1, 2), (0, 1), (1, 1), (1, 3), (2, 3)] {
                let board =
                    Chessboard::new(rows, columns, Leaper { short, long }).expect("a board");
                assert_eq!(analyse(&board).arcs, board.graph().arcs() as u64);
            }
        }
    }
}
