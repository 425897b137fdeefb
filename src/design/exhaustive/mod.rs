//! Every puzzle of a frame, and the hardest of them by the number of pieces.
//!
//! A board is any way to cut the frame into connected pieces and empty cells; pieces of one shape
//! are interchangeable, but for the goal piece. J. Bickford, <https://www.bickford-puzzles.com>,
//! went through all of 4×4 in 2012.
//!
//! Boards of the same pieces and the same goal piece are searched together, backwards from all that
//! are just solved, and thrown away: what is kept is the hardest start. So the memory is that of
//! one set of pieces, whatever there is in all, and its table of states fits a cache.
//!
//! What is too much to go through is climbed in: from one layout by chance to others like it.

mod boards;
#[cfg(feature = "files")]
mod checkpoint;
mod count;
mod frame;
mod hill_climbing;
mod progress;
mod puzzles;
mod retrograde;
mod scope;
mod survey;
mod symmetry;
mod task;
#[cfg(test)]
mod tests;

#[cfg(feature = "files")]
pub(super) use checkpoint::check;
pub(super) use frame::PackedBoard;
pub(super) use hill_climbing::{ClimbConfig, HillClimber};
pub use puzzles::HardestPuzzle;
pub use scope::{FrameScope, GoalSpec};
#[cfg(feature = "files")]
pub use survey::resume_survey;
pub use survey::{FrameSurvey, survey_frame};
pub use task::count_boards;
