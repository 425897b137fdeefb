//! Every puzzle of a frame, and the hardest of them by the number of pieces.
//!
//! A board is any way to cut the frame into connected pieces and empty cells; pieces of one shape are
//! interchangeable, but for the goal piece. J. Bickford, <https://www.bickford-puzzles.com>, went
//! through all of 4×4 in 2012.
//!
//! Boards of the same pieces and the same goal piece are searched together, backwards from all that
//! are just solved, and thrown away: what is kept is the hardest start. So the memory is that of one
//! set of pieces, whatever there is in all, and its table of states fits a cache.
//!
//! What is too much to go through is climbed in: from one layout by chance to others like it.

mod boards;
mod climb;
mod count;
mod course;
mod frame;
mod gain;
#[cfg(feature = "files")]
mod kept;
mod puzzles;
mod quest;
mod scope;
mod sweep;
mod symmetry;
#[cfg(test)]
mod tests;

pub(super) use climb::{Climb, Slope};
#[cfg(feature = "files")]
pub use course::resume_survey;
pub use course::{Survey, survey};
pub(super) use frame::Key;
#[cfg(feature = "files")]
pub(super) use kept::check;
pub use puzzles::Hardest;
pub use quest::boards;
pub use scope::{Aim, Scope};
