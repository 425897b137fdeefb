//! Solutions: lists of moves, and an independent checker of them.
//!
//! A [`Solution`] lists which piece goes which way. A [`Position`] holds the place of every piece.
//! [`Position::apply`] and [`verify()`] replay a solution cell by cell and by the rules alone.
//! Nothing here depends on the searches that find solutions.
//!
//! A solution has two forms: [`notation`] is text, which people may write by hand, and [`stored`]
//! is a file.

mod moves;
pub mod notation;
mod position;
mod rules;
pub mod stored;
#[cfg(test)]
mod tests;
mod verify;

pub use moves::{MAX_STEPS, Move, MoveList, Solution};
pub use position::{Position, board_text};
pub use rules::{Blocker, IllegalMove};
pub use verify::{VerifyError, VerifyReport, verify};
