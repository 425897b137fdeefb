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

pub use blocks::{BlockPuzzle, Blocks, BlocksError};
#[cfg(feature = "files")]
pub use exhaustive::resume_survey;
pub use exhaustive::{Aim, Hardest, Scope, Survey, boards, survey};
pub use made::Made;
pub use pieces::{AimSurvey, HardestAim, survey_aims};
pub use rate::{Rating, Route, Score, Surroundings, rate};
pub use run::{SurveyError, SurveyOptions};
pub use rush::{RushPuzzle, RushScope, RushStart, RushSurvey, make_rush, rush_survey};
#[cfg(feature = "files")]
pub use rush::{is_rush_survey, resume_rush_survey};
pub use scope_error::ScopeError;
pub use tiles::{FrameError, Start, TileFrame};
pub use unit::{UnitPuzzle, UnitSurvey, unit_survey};
pub use zip::{Numbers, Zip, ZipError, ZipFrame};

/// Reads a survey through that is kept in a folder: its checkpoint is all of it. Returns how long it
/// has taken.
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
