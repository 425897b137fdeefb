//! Moves in words, one a line.

mod line;
mod listing;

pub(super) use line::{looks_like_a_move, parse};
pub use listing::{Listing, Words};
