//! Game IDs of Slide, in Simon Tatham's portable puzzle collection.
//!
//! ```text
//! 7x6u:w9ad1eew2m…,5,3,12
//! ```
//!
//! `WxH`, columns and rows, or one number for a square; `mN` or `u`, the limit that its generator
//! kept to or that there was none, which is passed over: it binds no player. Behind the colon the
//! cells row by row:
//!
//! | token | meaning |
//! |---|---|
//! | `a` | the first cell of a block |
//! | `m` | the same, of the main block |
//! | `dN` | a further cell of the block that has a cell `N` cells before, its last one so far |
//! | `e` | an empty cell |
//! | `w` | a wall |
//!
//! Behind all but `d` the number of such cells may stand: `e3`. `f` before a token is a force
//! field, which only the main block enters. Then the column and row that the first cell of the
//! main block must come to, and the least number of moves if it is known. Blocks of one shape are
//! alike, but for the main block. All this is what `decode_params`, `validate_desc` and `new_game`
//! of `slide.c` read; capitals mean the same.
//!
//! The number of moves is that of `solve_board`, where a move is one block along any path: our
//! `move`, and stored as such. Boards of less than 5 columns or 4 rows are no game to Slide: they
//! are written with columns of walls on the right and rows of walls below, and a board of just that
//! size is read without them.
//!
//! A text is a game ID a line. Blocks have no letters: they are read as `A`, `B`, … in the order
//! of their first cells. A force field under a block is refused, since our gates are empty at
//! the start. Names are not written, nor is the optimum by another measure.

mod game;
mod read;
#[cfg(test)]
mod tests;
mod tokens;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// The fewest columns and rows of a game.
const MIN_SIZE: (usize, usize) = (5, 4);
