//! The board and the piece that is to visit all of it; squares, and how people write them; tours,
//! by their kind and their ends; the sides from which a board is seen; and what the textbook says
//! about how hard it is.

use thiserror::Error;

use crate::graph::{Graph, Leaper, Vertex, VertexColour, leaper_graph};

/// A rectangle of squares and a leaper on it. Squares are numbered row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chessboard {
    rows: u32,
    columns: u32,
    leaper: Leaper,
}

/// The most squares that a board may have: a path of them takes 64 MiB.
pub const MAX_SQUARES: u32 = 1 << 24;

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum ChessboardError {
    /// No row or no column.
    #[error("a board needs a row and a column at least")]
    Empty,
    /// More than [`MAX_SQUARES`].
    #[error("a board may have {MAX_SQUARES} squares at most")]
    TooLarge,
}

impl Chessboard {
    /// A board for a leaper. The height comes before the width here,
    /// unlike in the text of a [`Size`](crate::grid::Size).
    ///
    /// # Errors
    /// Where it has no squares, or more than [`MAX_SQUARES`].
    pub fn new(rows: u32, columns: u32, leaper: Leaper) -> Result<Self, ChessboardError> {
        match rows.checked_mul(columns) {
            Some(0) => Err(ChessboardError::Empty),
            Some(1..=MAX_SQUARES) => Ok(Chessboard { rows, columns, leaper }),
            _ => Err(ChessboardError::TooLarge),
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
        Chessboard { rows: self.columns, columns: self.rows, leaper: self.leaper }
    }
}

/// A square: its row from the top and its column from the left, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub column: u32,
}

/// What the first row and the first column are called in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SquareNumbering {
    /// Rows and columns count from 0.
    #[default]
    FromZero,
    /// Rows and columns count from 1.
    FromOne,
}

impl SquareNumbering {
    /// The number of the first row.
    #[must_use]
    pub const fn first(self) -> u32 {
        match self {
            SquareNumbering::FromZero => 0,
            SquareNumbering::FromOne => 1,
        }
    }
}

/// Why a text names no square of a board.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum SquareError {
    /// It is neither of the two notations.
    #[error("a square is written `row,column` or in chess notation, like `2,6` or `g6`")]
    Unreadable,
    /// The square is not on the board.
    #[error(
        "it lies outside the board: its squares go from {first} to {last}, in chess notation from \
         {bottom_left} to {top_right}"
    )]
    Outside {
        /// The first square, as coordinates.
        first: String,
        /// The last square, as coordinates.
        last: String,
        /// The square at the bottom left, in chess notation.
        bottom_left: String,
        /// The square at the top right, in chess notation.
        top_right: String,
    },
}

impl Square {
    /// Reads `2,6` (row from the top, column) or `g6` (file, rank from the bottom).
    ///
    /// # Errors
    /// Where the text is neither, or the square is not on the board.
    pub fn parse(
        text: &str,
        board: &Chessboard,
        numbering: SquareNumbering,
    ) -> Result<Self, SquareError> {
        let square = if let Some((row, column)) = text.split_once(',') {
            let (row, column) = (number(row.trim())?, number(column.trim())?);
            let first = numbering.first();
            row.checked_sub(first).zip(column.checked_sub(first))
        } else {
            let (file, rank) = chess(text)?;
            board.rows().checked_sub(rank).zip(Some(file))
        };
        square
            .map(|(row, column)| Square { row, column })
            .filter(|&square| board.contains(square))
            .ok_or_else(|| outside(board, numbering))
    }

    /// The square in chess notation: file and rank, `a1` at the bottom left. The file after `z` is
    /// `aa`.
    #[must_use]
    pub fn algebraic(self, board: &Chessboard) -> String {
        let mut letters = Vec::new();
        let mut file = self.column + 1;
        while file > 0 {
            file -= 1;
            letters.push(char::from(b'a' + u8::try_from(file % 26).unwrap_or(0)));
            file /= 26;
        }
        let letters: String = letters.into_iter().rev().collect();
        format!("{letters}{}", board.rows() - self.row)
    }

    /// The square as coordinates: `2,6`.
    #[must_use]
    pub fn coordinates(self, numbering: SquareNumbering) -> String {
        let first = numbering.first();
        format!("{},{}", self.row + first, self.column + first)
    }

    /// The colour of the square, white in the corner (0, 0): on a board of an odd number of
    /// squares one more is white than black.
    #[must_use]
    pub const fn colour(self) -> VertexColour {
        if (self.row ^ self.column) & 1 == 0 { VertexColour::White } else { VertexColour::Black }
    }
}

impl Square {
    /// The square with row and column exchanged.
    pub(super) const fn transposed(self) -> Self {
        Square { row: self.column, column: self.row }
    }
}

fn number(digits: &str) -> Result<u32, SquareError> {
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SquareError::Unreadable);
    }
    // A number that does not fit lies outside every board.
    Ok(digits.parse().unwrap_or(u32::MAX))
}

/// The file, from 0, and the rank, from 1.
fn chess(text: &str) -> Result<(u32, u32), SquareError> {
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

fn outside(board: &Chessboard, numbering: SquareNumbering) -> SquareError {
    let (bottom, right) = (board.rows() - 1, board.columns() - 1);
    let at = |row, column| Square { row, column };
    SquareError::Outside {
        first: at(0, 0).coordinates(numbering),
        last: at(bottom, right).coordinates(numbering),
        bottom_left: at(bottom, 0).algebraic(board),
        top_right: at(0, right).algebraic(board),
    }
}

/// The kind of tour that is looked for, and where it begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TourKind {
    /// From a square to another.
    Open {
        /// The first square; any, where there is none.
        start: Option<Square>,
        /// The last square; any, where there is none.
        end: Option<Square>,
    },
    /// Round: from the last square the piece can move to the first.
    Closed {
        /// The square that is listed first.
        start: Option<Square>,
    },
}

impl Default for TourKind {
    fn default() -> Self {
        TourKind::Open { start: None, end: None }
    }
}

impl TourKind {
    /// The first square, where one is wanted.
    #[must_use]
    pub const fn start(self) -> Option<Square> {
        match self {
            TourKind::Open { start, .. } | TourKind::Closed { start } => start,
        }
    }

    /// The same kind with each square turned into another.
    pub(super) fn map(self, turn: impl Fn(Square) -> Square) -> Self {
        match self {
            TourKind::Open { start, end } => {
                TourKind::Open { start: start.map(&turn), end: end.map(turn) }
            }
            TourKind::Closed { start } => TourKind::Closed { start: start.map(turn) },
        }
    }
}

/// One of the eight ways to look at a board.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct BoardSymmetry {
    /// The last row comes first.
    pub(super) upside_down: bool,
    /// The last column comes first.
    pub(super) mirrored: bool,
    /// After that, rows become columns.
    pub(super) transposed: bool,
}

impl BoardSymmetry {
    /// All eight; those that leave rows rows come first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| BoardSymmetry {
            upside_down: bits & 1 != 0,
            mirrored: (bits & 2 != 0) != (bits & 1 != 0),
            transposed: bits & 4 != 0,
        })
    }

    /// Those by which the board is seen as itself.
    pub(super) fn of(board: &Chessboard) -> impl Iterator<Item = Self> + use<> {
        let is_square = board.rows() == board.columns();
        BoardSymmetry::all().filter(move |symmetry| is_square || !symmetry.transposed)
    }

    /// The board as it is seen.
    pub(super) fn board(self, board: &Chessboard) -> Chessboard {
        if self.transposed { board.transposed() } else { *board }
    }

    /// Where a square of `board` is seen.
    pub(super) fn apply(self, board: &Chessboard, square: Square) -> Square {
        let square = self.flip(board, square);
        if self.transposed { square.transposed() } else { square }
    }

    /// The square of `board` that is seen there.
    pub(super) fn undo(self, board: &Chessboard, square: Square) -> Square {
        let square = if self.transposed { square.transposed() } else { square };
        self.flip(board, square)
    }

    fn flip(self, board: &Chessboard, Square { row, column }: Square) -> Square {
        Square {
            row: if self.upside_down { board.rows() - 1 - row } else { row },
            column: if self.mirrored { board.columns() - 1 - column } else { column },
        }
    }
}

/// The size of the graph of a leaper's moves, and of the tree that a blind search would see.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Analysis {
    /// Squares.
    pub vertices: u32,
    /// Moves, each in both directions.
    pub arcs: u64,
    /// The part of the adjacency matrix that is not zero, from 0 to 1.
    pub fill: f64,
    /// Moves from a square on average: k.
    pub branching: f64,
    /// The logarithm to base 10 of k^(N+1), about the nodes of the tree: N is its last level, and
    /// the first is level 0, so that N + 1 are the squares.
    pub log_tree: f64,
}

/// Measures a board without making its graph.
#[must_use]
pub fn analyse(board: &Chessboard) -> Analysis {
    // Each leap fits wherever the rectangle that it spans does.
    let places = |(down, right): (i64, i64)| {
        let fit = |side: u32, leap: i64| u64::from(side).saturating_sub(leap.unsigned_abs());
        fit(board.rows(), down) * fit(board.columns(), right)
    };
    let arcs = board.leaper().leaps().into_iter().map(places).sum::<u64>();
    let vertices = f64::from(board.squares());
    #[expect(clippy::cast_precision_loss, reason = "fewer than 2^27 moves")]
    let branching = arcs as f64 / vertices;
    Analysis {
        vertices: board.squares(),
        arcs,
        fill: branching / vertices,
        branching,
        log_tree: vertices * branching.log10(),
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
        let parse = |text, numbering| Square::parse(text, &board(8, 8), numbering);
        let square = Square { row: 2, column: 6 };
        assert_eq!(parse("2,6", SquareNumbering::FromZero), Ok(square));
        assert_eq!(parse("3, 7", SquareNumbering::FromOne), Ok(square));
        for numbering in [SquareNumbering::FromZero, SquareNumbering::FromOne] {
            assert_eq!(parse("g6", numbering), Ok(square));
            assert_eq!(parse("G6", numbering), Ok(square));
        }
        assert_eq!(square.algebraic(&board(8, 8)), "g6");
        assert_eq!(Square { row: 0, column: 26 }.algebraic(&board(30, 30)), "aa30");
    }

    #[test]
    fn squares_off_the_board_are_told_from_what_is_no_square() {
        let parse = |text, numbering| Square::parse(text, &board(8, 8), numbering);
        for text in ["8,0", "0,8", "99999999999,0", "i1", "a9", "a0", "zzzzzzzzzz1"] {
            let told = parse(text, SquareNumbering::FromZero).expect_err(text);
            assert_eq!(
                told.to_string(),
                "it lies outside the board: its squares go from 0,0 to 7,7, in chess notation \
                 from a1 to h8"
            );
        }
        assert!(matches!(parse("0,1", SquareNumbering::FromOne), Err(SquareError::Outside { .. })));
        for text in ["", "g", "6", "6g", "-1,0", "2,", "2;6", "2,6,1", "é1"] {
            assert_eq!(
                parse(text, SquareNumbering::FromZero),
                Err(SquareError::Unreadable),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(rows in 1u32..2000, columns in 1u32..2000, at: u32) {
            let board = board(rows, columns);
            let square = board.square(at % board.squares());
            for numbering in [SquareNumbering::FromZero, SquareNumbering::FromOne] {
                for text in [square.algebraic(&board), square.coordinates(numbering)] {
                    prop_assert_eq!(Square::parse(&text, &board, numbering), Ok(square));
                }
            }
        }

        #[test]
        fn no_text_is_too_strange_to_be_refused(text in ".{0,12}") {
            let _ = Square::parse(&text, &board(8, 8), SquareNumbering::FromZero);
        }
    }

    #[test]
    fn squares_are_numbered_row_by_row() {
        let board = Chessboard::new(3, 5, Leaper::KNIGHT).expect("a board");
        for vertex in 0..board.squares() {
            assert_eq!(board.vertex(board.square(vertex)), vertex);
        }
        assert_eq!(board.square(7), Square { row: 1, column: 2 });
        assert!(!board.contains(Square { row: 3, column: 0 }));
        assert_eq!(board.graph().vertices(), 15);
    }

    #[test]
    fn boards_of_no_squares_or_too_many_are_refused() {
        assert_eq!(Chessboard::new(0, 8, Leaper::KNIGHT), Err(ChessboardError::Empty));
        assert_eq!(
            Chessboard::new(1 << 16, 1 << 16, Leaper::KNIGHT),
            Err(ChessboardError::TooLarge)
        );
        assert_eq!(Chessboard::new(4097, 4096, Leaper::KNIGHT), Err(ChessboardError::TooLarge));
        assert!(Chessboard::new(4096, 4096, Leaper::KNIGHT).is_ok());
    }

    #[test]
    fn all_eight_differ_and_each_can_be_undone() {
        let board = Chessboard::new(3, 5, Leaper::KNIGHT).expect("a board");
        let mut images = HashSet::new();
        for symmetry in BoardSymmetry::all() {
            let seen = symmetry.board(&board);
            let squares = (0..board.squares()).map(|vertex| board.square(vertex));
            let image: Vec<_> = squares.clone().map(|at| symmetry.apply(&board, at)).collect();
            assert!(image.iter().all(|&square| seen.contains(square)));
            assert!(squares.eq(image.iter().map(|&at| symmetry.undo(&board, at))));
            images.insert(image);
        }
        assert_eq!(images.len(), 8);
        assert_eq!(BoardSymmetry::all().next(), Some(BoardSymmetry::default()));
    }

    #[test]
    fn the_textbooks_figures() {
        let board = |side| Chessboard::new(side, side, Leaper::KNIGHT).expect("a board");
        let eight = analyse(&board(8));
        assert_eq!((eight.vertices, eight.arcs), (64, 336));
        assert_eq!(format!("{:.1}", eight.fill * 100.0), "8.2");
        let k = |side| format!("{:.2}", analyse(&board(side)).branching);
        assert_eq!([k(5), k(6), k(8)], ["3.84", "4.44", "5.25"]);
        assert_eq!(format!("{:.1}", 10f64.powf(eight.log_tree - 46.0)), "1.2");
    }

    #[test]
    fn arcs_are_those_of_the_graph() {
        for (rows, columns) in [(1, 1), (1, 9), (2, 3), (5, 4), (9, 9)] {
            for (short, long) in [(1, 2), (0, 1), (1, 1), (1, 3), (2, 3)] {
                let board =
                    Chessboard::new(rows, columns, Leaper { short, long }).expect("a board");
                assert_eq!(analyse(&board).arcs, board.graph().arcs() as u64);
            }
        }
    }
}
