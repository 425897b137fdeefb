//! Solutions as text, as `solve` prints them and people write them.
//!
//! Some moves in each [`Notation`]:
//!
//! | notation | |
//! |---|---|
//! | `words` | a numbered line a move: `1. C 曹操  down 2` |
//! | `compact` | `C↓2 E→ J←↓` |
//! | `ascii` | `Cd2 Er Jld` |
//! | `fogleman` | `A+2 C-1` |
//! | `chinese` | `曹操下二 关羽右 卒J左下` |
//! | `pushes` | `R2U2LDL` |
//!
//! [`parse`] recognises the notation and accepts variations. `solve` prints a title before the
//! moves and a summary after them; both may be left out:
//!
//! ```text
//! Heng Dao Li Ma
//!   1. F 黄忠  left
//!   2. E 关羽  down, right 2
//!   3. J       up
//! 3 moves (proven shortest), 12,031 states, 1 ms
//! ```
//!
//! # `words`
//! A **move line** is, in this order:
//! 1. its number and a dot, `12.`; may be left out;
//! 2. the letter of the piece, or the number of a tile;
//! 3. the name of the piece, spelt as in the puzzle; may be left out;
//! 4. one or more directions, set apart by commas or spaces: `up`, `down`, `left`, `right`, or just
//!    `u`, `d`, `l`, `r`, in upper or lower case, or `↑`, `↓`, `←`, `→`; each may have the number
//!    of cells after it: `right 2`, `r2`, `→×2`;
//! 5. a comment from `;` to the end of the line; may be left out.
//!
//! If a piece is named `left`, for example, the word is its name if a direction follows, and else a
//! direction.
//!
//! # `compact`, `ascii`, `fogleman` and `chinese`
//! Spaces or commas separate the moves, any number on a line. A line may begin with the number of
//! its first move and end in a comment. A move has no spaces. It begins with the piece: always its
//! first character, with the digits that follow a digit. `dd2` is piece `d` two cells down, `2+2`
//! piece `2`, `12r` tile 12, `下下二` piece `下`. Then follows
//! - in `compact` and `ascii` each direction, `↑ ↓ ← →` or `u d l r`, with the number of cells if
//!   more than one;
//! - in `chinese` the same with `上 下 左 右` and numerals: `下二`, `右十一`; `下2` is read, too;
//! - in `fogleman` `+` for right or down, or `-` for left or up, and the number of cells, even if
//!   it is one. The notation is for pieces that move along one axis, as in Rush Hour, and for
//!   slides or steps. Michael Fogleman's Rush Hour programs print moves like this.
//!
//! In `pushes`, for numbered tiles, a line consists of directions, each with the number of tiles
//! that move if more than one. In the other notations, a push is the move of the tile farthest from
//! the empty cell, with the number of tiles that move.
//!
//! In `chinese`, the label of a piece is its name, if this consists of letters and digits other
//! than `上下左右`; name and letter, if another piece has the same name or has it as its letter:
//! `卒J下`; and else its letter. The reader accepts the letter of any piece.
//!
//! A line that can be read as one move in words and as several of these is several: `J← 2→`.
//!
//! # Other lines
//! - drawings of the board, which the reader skips: a line for each row, a character for each
//!   column with spaces between them, each letter as often as its piece has cells, and the walls in
//!   place. An empty cell is `.`, or `+` in a gate;
//! - blank lines, and lines that begin with `;`;
//! - a title: the first line, if it is a name of the puzzle, or does not look like a move, or the
//!   count of the summary is wrong otherwise;
//! - a summary: a number and `moves`, `slides`, `steps` or `pushes`, alone or with a comma, a
//!   bracket or the like after it, and then anything. Its unit is the metric of the solution,
//!   unless the caller gives one.
//!
//! # Errors
//! The reader refuses any other line, and contradictions: a letter with the name of another piece,
//! numbers that do not count 1, 2, 3…, a summary with a wrong count. Leave out unknown names and
//! numbers. Only [`verify`](super::verify()) checks whether the moves are legal.

mod drawing;
mod read;
mod terse;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use super::{Solution, rules::IllegalMove};
use crate::puzzle::{Metric, NoPushes, Puzzle};

#[doc(no_inline)]
pub use crate::excerpt::ParseError;
pub use read::{looks_like_moves, parse};
pub use words::{PathWords, SolutionListing};

use terse::TerseForm;

/// A notation of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Notation {
    /// Piece and directions in words, a numbered line a move.
    #[default]
    Words,
    /// Letters and arrows: `C↓2 E→`.
    Compact,
    /// Letters only: `Cd2 Er`.
    Ascii,
    /// Letters, signs and cells: `A+2 C-1`.
    Fogleman,
    /// Names and numerals: `曹操下二 关羽右`.
    Chinese,
    /// Directions of tiles and their numbers: `R2U2LDL`.
    Pushes,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 6] = [
        Notation::Words,
        Notation::Compact,
        Notation::Ascii,
        Notation::Fogleman,
        Notation::Chinese,
        Notation::Pushes,
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Words => "words",
            Notation::Compact => "compact",
            Notation::Ascii => "ascii",
            Notation::Fogleman => "fogleman",
            Notation::Chinese => "chinese",
            Notation::Pushes => "pushes",
        }
    }

    /// Checks that the notation can represent all solutions of this puzzle in `metric`.
    ///
    /// # Errors
    /// If it cannot: [`Fogleman`](Notation::Fogleman) represents slides and steps of pieces that
    /// move along one axis only. The others represent all solutions.
    pub fn suits(self, puzzle: &Puzzle, metric: Metric) -> Result<(), UnwritableSolution> {
        let has_pushes = puzzle.are_tiles() && !terse::are_directions(puzzle);
        if self == Notation::Pushes && !has_pushes {
            return Err(UnwritableSolution::of(NoPushes.to_string()));
        }
        if self != Notation::Fogleman {
            return Ok(());
        }
        if matches!(metric, Metric::Move | Metric::Push) {
            return Err(UnwritableSolution {
                message: format!(
                    "`fogleman` can hold slides or steps only, not {}",
                    metric.plural()
                ),
                help: "add `--metric slide`",
            });
        }
        match (0..puzzle.pieces().len()).find(|&piece| terse::two_axes(puzzle, piece)) {
            Some(piece) => {
                let piece = puzzle.pieces()[piece].label();
                let which = format!("{piece} may leave its row and its column");
                let message =
                    format!("`fogleman` is for pieces that keep to one axis, and {which}");
                Err(UnwritableSolution::of(message))
            }
            None => Ok(()),
        }
    }
}

/// Reason why a notation cannot represent a solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct UnwritableSolution {
    /// A description of the error.
    pub message: String,
    /// A remedy.
    pub help: &'static str,
}

impl UnwritableSolution {
    fn of(message: String) -> Self {
        UnwritableSolution {
            message,
            help: "take another notation, like `--notation ascii`",
        }
    }

    fn illegal(number: usize, why: &IllegalMove) -> Self {
        UnwritableSolution::of(format!("move {number} cannot be made: {why}"))
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Writes the moves of a solution in lines that end in a line break. The text has no title and no
/// summary. Append a summary: without one, the reader needs the metric, and refuses a text without
/// moves.
///
/// ```
/// use huarong::Puzzle;
/// use huarong::solution::notation::{Notation, parse, write};
///
/// let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n".parse()?;
/// let solution = parse(&puzzle, "A right 2\nA down", None)?;
/// assert_eq!(write(Notation::Compact, &puzzle, &solution)?, "A→2 A↓\n");
/// assert_eq!(write(Notation::Ascii, &puzzle, &solution)?, "Ar2 Ad\n");
/// assert_eq!(write(Notation::Chinese, &puzzle, &solution)?, "A右二 A下\n");
/// assert_eq!(parse(&puzzle, "A→2 A↓", None)?, solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the notation cannot represent the solution: see [`Notation::suits`].
/// [`Fogleman`](Notation::Fogleman) also refuses illegal moves.
pub fn write(
    notation: Notation,
    puzzle: &Puzzle,
    solution: &Solution,
) -> Result<String, UnwritableSolution> {
    notation.suits(puzzle, solution.metric)?;
    match notation {
        Notation::Words => Ok(SolutionListing::new(puzzle, solution).to_string()),
        Notation::Compact => Ok(terse::write(TerseForm::COMPACT, puzzle, solution)),
        Notation::Ascii => Ok(terse::write(TerseForm::ASCII, puzzle, solution)),
        Notation::Chinese => Ok(terse::write(TerseForm::CHINESE, puzzle, solution)),
        Notation::Pushes => Ok(terse::write_pushes(solution)),
        Notation::Fogleman => {
            terse::check_signs(puzzle, solution)?;
            Ok(terse::write(TerseForm::FOGLEMAN, puzzle, solution))
        }
    }
}
