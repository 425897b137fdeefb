//! Move lists, replayed by someone who trusts nobody.
//!
//! This module is an independent checker of solutions. A [`Solution`] says which piece goes which
//! way; a [`Position`] says where every piece stands; [`Position::apply`] and [`verify()`] go
//! through the one on the other, cell by cell and by the rules alone. Nothing here knows how
//! solutions are searched for.
//!
//! Solutions are kept in two forms: [`notation`] is for people, who may write it by hand, and
//! [`stored`] is for files.

mod moves;
pub mod notation;
mod path;
mod position;
mod rules;
pub mod stored;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod verify;

pub use moves::{MAX_STEPS, Move, Solution};
pub use position::{Position, board_text};
pub use rules::{Blocker, IllegalMove};
pub use verify::{UnmetCondition, VerifyError, VerifyReport, verify};
