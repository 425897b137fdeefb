//! Tours of narrow boards, square by square, by what the frontier knows.
//!
//! Squares are met in the order of their numbers, row by row. All that matters for the squares to
//! come is how those in the frontier (met, with a neighbour still to come) hang together. On a
//! board of `w` columns that are 2w + 1 squares for a knight, however long the board is: tours are
//! [found](find()) in time that is nearly linear in its length, and [counted](count()) exactly.
//!
//! Knuth: The Art of Computer Programming, volume 4A, 7.1.4 (Simpath), whose states these are;
//! `McKay` counted the tours of the 8×8 board with them in 1997.

mod count;
mod find;
mod mates;
mod prune;
mod sweep;

pub(super) use count::count;
pub(super) use find::find;
pub(super) use sweep::{Ends, Sweep};
