//! Puzzles that are made: the hardest of all puzzles of a frame, random starts of numbered tiles,
//! anywhere or so far from the goal, sliding blocks that take so many moves, and grids with numbers
//! through which one path leads; and how hard a puzzle feels.

#[cfg(feature = "files")]
use crate::sliding::{CheckpointError, checkpoint_in};

mod blocks;
#[cfg(feature = "files")]
mod checkpoint;
mod exhaustive;
mod made;
mod pieces;
mod rate;
mod run;
mod rush;
mod scope_error;
mod tiles;
mod unit;
mod zip;

pub use blocks::{BlockPuzzle, BlockSpec, BlocksError};
#[cfg(feature = "files")]
pub use exhaustive::resume_survey;
pub use exhaustive::{
    FrameScope, FrameSurvey, GoalSpec, HardestPuzzle, count_boards, survey_frame,
};
pub use made::GenerationResult;
pub use pieces::{GoalSurvey, HardestForGoal, survey_goals};
pub use rate::{ComponentStats, Rating, Score, SolutionStats, rate};
pub use run::{SurveyError, SurveyOptions};
pub use rush::{RushGeneration, RushPuzzle, RushScope, RushSurvey, make_rush, rush_survey};
#[cfg(feature = "files")]
pub use rush::{is_rush_survey, resume_rush_survey};
pub use scope_error::ScopeError;
pub use tiles::{FrameError, TileFrame, TileGeneration};
pub use unit::{UnitPuzzle, UnitSurvey, unit_survey};
pub use zip::{Numbers, Zip, ZipError, ZipSpec};

/// Reads a survey through that is kept in a folder: its checkpoint is all of it. Returns how long
/// it has taken.
///
/// # Errors
/// Where no survey is kept, or its checkpoint is damaged.
#[cfg(feature = "files")]
pub fn check_survey(folder: &std::path::Path) -> Result<std::time::Duration, CheckpointError> {
    let path = checkpoint_in(folder);
    match exhaustive::check(&path) {
        Err(CheckpointError::Kind(_, b'R')) => rush::check(&path),
        checked => checked,
    }
}
