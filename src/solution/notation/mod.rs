//! Solutions as text: what `solve` prints and what a person writes.
//!
//! ```text
//! Heng Dao Li Ma
//!   1. F 黄忠  left
//!   2. E 关羽  down, right 2
//!   3. J       up
//! 3 moves (proven shortest), 12,031 states, 1 ms
//! ```
//!
//! A **move line** is, in this order:
//! 1. its number and a dot, `12.`; may be left out;
//! 2. the letter of the piece;
//! 3. the name of the piece, spelt as in the puzzle; may be left out;
//! 4. one or more directions, set apart by commas or spaces: `up`, `down`, `left`, `right`, or just
//!    `u`, `d`, `l`, `r`, in upper or lower case, or `↑`, `↓`, `←`, `→`; each may have the number of
//!    cells after it: `right 2`, `r2`, `→×2`;
//! 5. a comment from `;` to the end of the line; may be left out.
//!
//! # What else the reader takes
//! - blank lines, and lines that begin with `;`;
//! - a title: the first line, where it is a name of the puzzle or does not look like a move;
//! - a summary: a number and `moves`, `slides` or `steps`, alone or with a comma, a bracket or the like
//!   after it, and then anything. Its unit tells the metric of the solution, unless the caller does;
//! - drawings of the board: as many lines as it has rows, with as many characters as it has columns,
//!   spaces between them, each letter as often as its piece has cells, and the walls in place.
//!
//! # What it refuses
//! Any other line; and what contradicts itself: a letter and the name of another piece, numbers that
//! do not count 1, 2, 3…, a summary that counts other than the lines do. Who does not know should
//! leave it out. Whether the moves can be made is not asked here, but by
//! [`verify`](super::verify()).
//!
//! Where a piece is called `left`, say, its name is read as its name if a direction follows, else as
//! the direction.

mod drawing;
mod error;
mod line;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{ParseError, ParseErrorKind};
pub use read::parse;
pub use write::{Listing, Words, write};
