//! What a checkpoint says, and what can be wrong with one.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::puzzle::Metric;
use crate::sliding::bfs_runner::BfsPurpose;
use crate::sliding::engine::Engine;
use crate::sliding::options::Mirroring;
use crate::sliding::profile::LayerProfile;

/// What is explored, and how: as long as this is the same, so is the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CheckpointKey {
    /// The puzzle, in the form of the puzzle files.
    pub(crate) puzzle: String,
    /// What counts as one.
    pub(crate) metric: Metric,
    /// What is made of mirror images.
    pub(crate) mirroring: Mirroring,
    /// What for.
    pub(crate) purpose: BfsPurpose,
    /// What searches.
    pub(crate) engine: Engine,
}

/// What a run knows after a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checkpoint {
    /// What run it is.
    pub(crate) subject: CheckpointKey,
    /// The sweeps that have begun; all but the last are complete.
    pub(crate) sweeps: Vec<LayerProfile>,
    /// How many states have so many moves, of those that have been expanded from the start.
    pub(crate) degrees: Vec<u64>,
    /// How long it has taken.
    pub(crate) elapsed: Duration,
}

/// Returns the content of a file of this program by the mark of its format.
const fn content(mark: u8) -> &'static str {
    match mark {
        b'C' => "a run of `huarong solve` or `huarong explore`",
        b'E' | b'R' => "a run of `huarong design`",
        b'S' => "a stored solution",
        _ => "another file of huarong",
    }
}

/// Why a run cannot be kept in a folder, or resumed.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Another process has the folder.
    #[error("another huarong is at work in `{}`", .0.display())]
    InUse(PathBuf),
    /// A new run would destroy an old one.
    #[error("`{}` holds a run already: resume it, or choose another folder", .0.display())]
    Taken(PathBuf),
    /// There is nothing to resume.
    #[error("`{}` holds no run that could be resumed", .0.display())]
    Nothing(PathBuf),
    /// The bytes do not begin as ours do.
    #[error("`{}` is not a file that huarong has stored", .0.display())]
    Foreign(PathBuf),
    /// The file has another content.
    #[error("`{}` holds {}, which this command cannot resume", .0.display(), content(*.1))]
    Kind(PathBuf, u8),
    /// A version of the format that cannot be read.
    #[error(
        "`{}` has format version {got}, and only version {reads} can be read: use the huarong that \
         wrote it",
        .path.display()
    )]
    Version {
        /// The checkpoint.
        path: PathBuf,
        /// Its version.
        got: u16,
        /// The version that can be read.
        reads: u16,
    },
    /// The checksum is wrong.
    #[error("`{}` is cut short or damaged: its checksum is wrong", .0.display())]
    Damaged(PathBuf),
    /// The bytes make no sense, although their checksum is right.
    #[error("`{}` makes no sense: {why}", .path.display())]
    Malformed {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// What the engine needs besides is gone or has changed.
    #[error("the run in `{}` cannot go on", .path.display())]
    Engine {
        /// The work folder.
        path: PathBuf,
        /// What is missing.
        source: io::Error,
    },
    /// A file cannot be read or written.
    #[error("cannot {action} `{}`", .path.display())]
    Io {
        /// What was tried: `read`.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
}
