//! Lists of blocks as JSON, as `klotski.js` has them.
//!
//! ```json
//! {
//!   "name": "横刀立马",
//!   "blocks": [
//!     {"shape": [2, 2], "position": [0, 1]},
//!     {"shape": [2, 1], "position": [0, 0], "directions": [0, 2]}
//!   ],
//!   "boardSize": [5, 4],
//!   "escapePoint": [3, 1]
//! }
//! ```
//!
//! All pairs are rows, then columns; positions count from 0 and are those of a block's top left
//! cell. The first block is the hero: solved when it stands at `escapePoint`. `directions` are the
//! ways a block may go, 0 down, 1 right, 2 up, 3 left; without them, every way. Blocks of one
//! shape and the same directions are alike, but for the hero.
//!
//! A text is one such object, or an array of them. `name` may be left out; so may `boardSize`,
//! which is `[5, 4]` then, and `escapePoint`, `[3, 1]`: that is how `klotski.js` of
//! github.com/jeantimex/klotski (2018) has it, where the format is from. Its `useMirror`, a
//! setting of its search, is passed over; fields that it does not know are refused.
//!
//! Blocks have no letters: they are read as `A`, `B`, … in the order of the list. Written are the
//! hero, then the others in the order of their places.

mod read;
#[cfg(test)]
mod tests;
mod text;
mod write;

use crate::grid::Direction;

pub(super) use read::read;
pub(super) use write::write;

/// What the numbers of `directions` mean.
const DIRECTIONS: [Direction; 4] =
    [Direction::Down, Direction::Right, Direction::Up, Direction::Left];

/// Rows and columns where a puzzle does not say.
const BOARD_SIZE: [u8; 2] = [5, 4];

/// Where the hero must go where a puzzle does not say.
const ESCAPE_POINT: [u8; 2] = [3, 1];
