//! Makes puzzles and searches for the hardest ones.
//!
//! *Surveys* search all puzzles of a kind: [`survey_frame`] all boards of a frame, [`rush_survey`]
//! Rush Hour, [`survey_goals`] all goals of given pieces. *Generators* make random puzzles of a
//! given length: [`TileFrame`], [`BlockSpec`], [`make_doors`], [`make_rush`], [`ZipSpec`].
//! [`rate`] says how hard a puzzle feels.

mod blocks;
mod doors;
mod frame;
mod pieces;
mod rate;
mod rush;
mod survey;
mod tiles;
mod zip;

use std::{path::Path, time::Duration};

use crate::{
    control::{Limits, Observer, StopReason, unobserved},
    file::{RunFolder, checkpoint_in},
    puzzle::Puzzle,
    sliding::CheckpointError,
};

pub use blocks::BlockSpec;
pub use doors::make_doors;
pub use frame::{FrameScope, FrameSurvey, GoalSpec, HardestPuzzle, count_boards, survey_frame};
pub use pieces::{GoalSurvey, HardestForGoal, survey_goals, survey_own_goal};
#[cfg(feature = "cli")]
pub(crate) use rate::{LEVELS, lengths};
pub use rate::{Rating, Score, SolutionStats, rate};
pub use rush::{RushPuzzle, RushScope, RushSurvey, make_rush, rush_survey};
pub use survey::{ScopeError, SurveyError, SurveyOptions};
pub use tiles::TileFrame;
pub use zip::{Numbers, Zip, ZipSpec};

/// The result of generating a random puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GenerationResult<T> {
    /// A puzzle that meets the request.
    Found(T),
    /// No such puzzle exists.
    Impossible {
        /// The length of the hardest puzzle that exists.
        hardest: u32,
    },
    /// No such puzzle was found within the tries.
    NotFound {
        /// The number of tries.
        tries: usize,
        /// The length of the hardest puzzle that was tried, if lengths were measured.
        hardest: Option<u32>,
    },
    /// A limit was reached before such a puzzle was found.
    Stopped {
        /// The limit.
        reason: StopReason,
        /// The number of tries.
        tries: usize,
        /// The length of the hardest puzzle that was tried, if lengths were measured.
        hardest: Option<u32>,
    },
}

/// A generated sliding-block puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Box<Puzzle>,
    /// The proven length of its shortest solution, in the metric of the request.
    pub moves: u32,
}

/// The scope and the result of a survey that was resumed.
#[derive(Clone, Debug)]
pub enum ResumedSurvey {
    /// A survey by [`survey_frame`].
    Frame(FrameScope, FrameSurvey),
    /// A survey by [`rush_survey`].
    Rush(RushScope, RushSurvey),
}

/// Continues the survey that is saved in a folder. The folder of the options has no effect.
///
/// # Errors
/// If the folder has no survey, or its checkpoint cannot be read or written.
pub fn resume_survey(
    folder: &Path,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<ResumedSurvey, SurveyError> {
    let folder = RunFolder::open(folder).map_err(CheckpointError::from)?;
    Ok(resume(
        &folder.checkpoint(),
        Some(&folder),
        options,
        observer,
    )?)
}

/// Reads the checkpoint of a survey completely, and returns the survey as it was saved. Changes
/// nothing, and takes no lock.
///
/// # Errors
/// If the folder has no survey, or its checkpoint is damaged.
pub fn check_survey(folder: &Path) -> Result<ResumedSurvey, CheckpointError> {
    let limits = Limits::default().with_timeout(Some(Duration::ZERO));
    let options = SurveyOptions::default().with_limits(limits);
    resume(&checkpoint_in(folder), None, &options, &mut unobserved)
}

/// Returns the numbers of a frame in a table, whose lines begin with the shorter side and the
/// longer one.
fn numbers_of(table: &str, rows: usize, columns: usize) -> Option<Vec<u32>> {
    let sides = format!("{} {} ", rows.min(columns), rows.max(columns));
    let numbers = table
        .lines()
        .find_map(|line| line.strip_prefix(&sides))?
        .split(' ');
    Some(numbers.filter_map(|number| number.parse().ok()).collect())
}

fn resume(
    path: &Path,
    folder: Option<&RunFolder>,
    options: &SurveyOptions,
    observer: Observer<'_>,
) -> Result<ResumedSurvey, CheckpointError> {
    use ResumedSurvey::{Frame, Rush};
    // Each kind of survey has a kind of file.
    match frame::resume(path, folder, options, observer) {
        Err(CheckpointError::Kind(_, b'R')) => {
            rush::resume(path, folder, options, observer).map(|(scope, survey)| Rush(scope, survey))
        }
        resumed => resumed.map(|(scope, survey)| Frame(scope, survey)),
    }
}
