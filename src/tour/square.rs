//! Squares, and how people write them.

use thiserror::Error;

use super::board::Board;

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
pub enum Numbering {
    /// Rows and columns count from 0.
    #[default]
    FromZero,
    /// Rows and columns count from 1.
    FromOne,
}

impl Numbering {
    /// The number of the first row.
    #[must_use]
    pub const fn first(self) -> u32 {
        match self {
            Numbering::FromZero => 0,
            Numbering::FromOne => 1,
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
    pub fn parse(text: &str, board: &Board, numbering: Numbering) -> Result<Self, SquareError> {
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
    pub fn algebraic(self, board: &Board) -> String {
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
    pub fn coordinates(self, numbering: Numbering) -> String {
        let first = numbering.first();
        format!("{},{}", self.row + first, self.column + first)
    }

    /// 0 for the colour of the corner (0, 0), 1 for the other.
    #[must_use]
    pub(super) const fn colour(self) -> usize {
        // Both are 0 or 1.
        ((self.row ^ self.column) & 1) as usize
    }

    /// Whether the square has the colour of the corner (0, 0): on a board of an odd number of
    /// squares these are one more than the others.
    #[must_use]
    pub const fn is_corner_coloured(self) -> bool {
        self.colour() == 0
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

fn outside(board: &Board, numbering: Numbering) -> SquareError {
    let (bottom, right) = (board.rows() - 1, board.columns() - 1);
    let at = |row, column| Square { row, column };
    SquareError::Outside {
        first: at(0, 0).coordinates(numbering),
        last: at(bottom, right).coordinates(numbering),
        bottom_left: at(bottom, 0).algebraic(board),
        top_right: at(0, right).algebraic(board),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::graph::Leaper;

    fn board(rows: u32, columns: u32) -> Board {
        Board::new(rows, columns, Leaper::KNIGHT).expect("a board")
    }

    #[test]
    fn both_notations_name_the_same_square() {
        let parse = |text, numbering| Square::parse(text, &board(8, 8), numbering);
        let square = Square { row: 2, column: 6 };
        assert_eq!(parse("2,6", Numbering::FromZero), Ok(square));
        assert_eq!(parse("3, 7", Numbering::FromOne), Ok(square));
        for numbering in [Numbering::FromZero, Numbering::FromOne] {
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
            let told = parse(text, Numbering::FromZero).expect_err(text);
            assert_eq!(
                told.to_string(),
                "it lies outside the board: its squares go from 0,0 to 7,7, in chess notation \
                 from a1 to h8"
            );
        }
        assert!(matches!(parse("0,1", Numbering::FromOne), Err(SquareError::Outside { .. })));
        for text in ["", "g", "6", "6g", "-1,0", "2,", "2;6", "2,6,1", "é1"] {
            assert_eq!(parse(text, Numbering::FromZero), Err(SquareError::Unreadable), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(rows in 1u32..2000, columns in 1u32..2000, at: u32) {
            let board = board(rows, columns);
            let square = board.square(at % board.squares());
            for numbering in [Numbering::FromZero, Numbering::FromOne] {
                for text in [square.algebraic(&board), square.coordinates(numbering)] {
                    prop_assert_eq!(Square::parse(&text, &board, numbering), Ok(square));
                }
            }
        }

        #[test]
        fn no_text_is_too_strange_to_be_refused(text in ".{0,12}") {
            let _ = Square::parse(&text, &board(8, 8), Numbering::FromZero);
        }
    }
}
