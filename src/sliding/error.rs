//! Why a puzzle cannot be searched.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::board::BoardError;
use crate::puzzle::text::ParseError;
use crate::solution::VerifyError;

use super::checkpoint::CheckpointError;

/// Why a puzzle could not be solved, one way or the other, or explored.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The board is too large for the packed states.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A file of the work folder could not be written or read.
    #[error("the work folder cannot be used")]
    File(#[source] io::Error),
    /// The run cannot be kept or resumed.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The puzzle of a run that is resumed makes no sense.
    #[error("the puzzle of the run cannot be read")]
    Puzzle(#[from] ParseError),
    /// The engine keeps files, and has no place for them.
    #[error("the `layered` engine needs a work folder")]
    NoWorkFolder,
    /// The engine needs other processes, and has none.
    #[error("the `cluster` engine needs other processes, and the feature `cluster`")]
    NoCluster,
    /// The processes of a cluster have not met, or one of them is gone.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] crate::search::cluster::ClusterError),
    /// Only an engine that searches by layers can be kept.
    #[error(
        "a run with `{0}` cannot be kept: take the engine `hashed`, `ranked`, `layered` or `cluster`"
    )]
    NotKept(&'static str),
    /// Only an engine that searches by layers can explore.
    #[error("the engine `{0}` does not search by layers: take `hashed`, `ranked` or `layered`")]
    NotByLayers(&'static str),
    /// The run that is kept is one of another engine.
    #[error("the run in `{}` was begun with the engine `{engine}`, on one machine", .path.display())]
    OtherEngine {
        /// The folder.
        path: PathBuf,
        /// The engine: `layered`.
        engine: &'static str,
    },
    /// The run that is kept is one of another command.
    #[error("`{}` holds a run of `{command}`", .path.display())]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// The command: `solve`.
        command: &'static str,
    },
    /// A search from both ends has to know all goals.
    #[error("there are too many goals to search from them: take another engine")]
    TooManyGoals,
    /// Informed search has to know how far it is to the goal.
    #[error(
        "`idastar` is for numbered tiles: frames of up to 25 cells, one of them empty, where every \
         tile can come to every cell"
    )]
    NoTiles,
    /// The engine numbers the placements, and there are more than 2^61, or a table would be needed
    /// for it of hundreds of megabytes, or of more than the limit on memory.
    #[error("{} placements cannot be numbered: take the `hashed` engine", many(.0.as_deref()))]
    TooManyRanks(
        /// How many placements there are; none where that is too much to count.
        Option<Box<u128>>,
    ),
    /// The engine has a table of all placements, and that is larger than the limit on memory.
    #[error("a table of {ranks} placements takes {bytes} bytes, and there are {most} for it")]
    TableTooLarge {
        /// How many placements there are, reachable or not.
        ranks: u64,
        /// The bytes that the table takes.
        bytes: u64,
        /// The bytes that it may take.
        most: u64,
    },
    /// The independent checker refused a solution that was found: a bug in this program.
    #[error("the solution found does not pass the independent check; please report this bug")]
    Unverified(#[source] Box<VerifyError>),
}

impl From<io::Error> for SolveError {
    /// An engine on many machines may fail by another process, not by a file.
    fn from(error: io::Error) -> Self {
        #[cfg(feature = "cluster")]
        let error = match error.downcast() {
            Ok(apart) => return SolveError::Cluster(apart),
            Err(error) => error,
        };
        SolveError::File(error)
    }
}

fn many(placements: Option<&u128>) -> String {
    placements.map_or_else(|| "so many".to_owned(), u128::to_string)
}
