//! Errors of searches.

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::{
    board::BoardError, control::StopReason, puzzle::text::ParseError, search::layers::LayerError,
    solution::VerifyError,
};

use super::checkpoint::CheckpointError;

/// Reason why a puzzle could not be searched.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The board is too large for the packed states.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A file of the work folder could not be written or read.
    #[error("the work folder cannot be used")]
    File(#[source] io::Error),
    /// The run cannot be saved or resumed.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The puzzle of a resumed run is malformed.
    #[error("the puzzle of the run cannot be read")]
    Puzzle(#[from] ParseError),
    /// The engine has files, and no work folder.
    #[error("the `layered` engine needs a work folder")]
    NoWorkFolder,
    /// The engine needs other processes.
    #[error("the `cluster` engine needs other processes, and the feature `cluster`")]
    NoCluster,
    /// The processes of a cluster did not connect, or the connection to one was lost.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] crate::search::cluster::ClusterError),
    /// Only engines that search by layers have checkpoints.
    #[error("`{0}` has no checkpoints: use the engine `hashed`, `ranked`, `layered` or `cluster`")]
    NoCheckpoints(&'static str),
    /// Only engines that search by layers can explore.
    #[error("the engine `{0}` does not search by layers: use `hashed`, `ranked` or `layered`")]
    NotByLayers(&'static str),
    /// The saved run has another engine.
    #[error("the run in `{}` was begun with the engine `{engine}`, on one machine", .path.display())]
    OtherEngine {
        /// The folder.
        path: PathBuf,
        /// The engine: `layered`.
        engine: &'static str,
    },
    /// The saved run belongs to another command.
    #[error("`{}` holds a run of `{command}`", .path.display())]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// The command: `solve`.
        command: &'static str,
    },
    /// Bidirectional search must know all goals.
    #[error("too many goal states for bidirectional search: use another engine")]
    TooManyGoals,
    /// The heuristics are for numbered tiles only.
    #[error(
        "`idastar` is for numbered tiles: frames of up to 25 cells, one of them empty, where every \
         tile can reach every cell"
    )]
    NoTiles,
    /// A limit was reached before the search began.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The placements are more than 2^61, or ranking them needs a table of hundreds of megabytes.
    #[error("{} placements cannot be ranked: use the engine `hashed`", many(.0.as_deref()))]
    TooManyRanks(
        /// The number of placements, if it could be counted.
        Option<Box<u128>>,
    ),
    /// The table of all placements exceeds the limit on memory.
    #[error("a table of {ranks} placements takes {bytes} bytes; {most} bytes are available")]
    TableTooLarge {
        /// The number of placements, reachable or not.
        ranks: u64,
        /// The size of the table.
        bytes: u64,
        /// The available memory.
        most: u64,
    },
    /// The independent checker refused a solution that was found: a bug in this program.
    #[error("the solution found does not pass the independent check; please report this bug")]
    Unverified(#[source] Box<VerifyError>),
}

impl SolveError {
    /// Returns the limit that was too small to begin, if that is the reason.
    pub const fn stopped(&self) -> Option<StopReason> {
        match self {
            SolveError::Stopped(reason) => Some(*reason),
            SolveError::TableTooLarge { .. } => Some(StopReason::Memory),
            _ => None,
        }
    }
}

impl From<io::Error> for SolveError {
    /// The engine of a cluster may fail because of another process, not of a file.
    fn from(error: io::Error) -> Self {
        #[cfg(feature = "cluster")]
        let error = match error.downcast() {
            Ok(apart) => return SolveError::Cluster(apart),
            Err(error) => error,
        };
        SolveError::File(error)
    }
}

impl From<LayerError> for SolveError {
    fn from(error: LayerError) -> Self {
        match error {
            LayerError::Stopped(reason) => reason.into(),
            LayerError::File(error) => error.into(),
        }
    }
}

fn many(placements: Option<&u128>) -> String {
    placements.map_or_else(|| "so many".to_owned(), u128::to_string)
}
