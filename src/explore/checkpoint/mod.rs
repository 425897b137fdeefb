//! Checkpoints: a run that is killed, or whose disk is full, goes on after its last one.
//!
//! A run has a work folder of its own. A checkpoint is a file in it:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `C`, a checkpoint |
//! | 9–10 | the version of the format, little-endian: 1 |
//! | 11–18 | the length of the head, little-endian |
//! | 19– | the head, in bincode's standard form: what run it is, and what it knows |
//! | then | what the engine has saved |
//! | last 4 | the CRC-32 of everything before, little-endian |
//!
//! The head is the puzzle's text, the metric (0 move, 1 slide, 2 step), whether mirror images are
//! told apart, whether only layers are asked for, the engine (0 hashed, 1 ranked, 2 layered), the milliseconds
//! so far, and each sweep that has begun: its layers, four numbers each, the cells of its farthest
//! positions, and whether it is complete. An engine that works with files saves their lengths and
//! checksums, which are compared.
//!
//! # Stability
//! A checkpoint is read by the version of the crate that has written it, and by all others with the
//! same version of the format.

#[cfg(feature = "files")]
mod file;
#[cfg(feature = "files")]
mod folder;
#[cfg(feature = "files")]
mod keeper;
#[cfg(not(feature = "files"))]
mod none;
#[cfg(all(test, feature = "files"))]
mod tests;
#[cfg(feature = "files")]
mod wire;

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::{EngineChoice, Scope, Sweep};
use crate::puzzle::Metric;
use crate::sliding::Mirroring;

#[cfg(feature = "files")]
pub(crate) use folder::WorkFolder;
#[cfg(feature = "files")]
pub(crate) use keeper::{Keeper, Pace};
#[cfg(not(feature = "files"))]
pub(crate) use none::{Keeper, Pace, WorkFolder};

/// What is explored, and how: as long as this is the same, so is the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subject {
    /// The puzzle, in the form of the puzzle files.
    pub(crate) puzzle: String,
    /// What counts as one.
    pub(crate) metric: Metric,
    /// What is made of mirror images.
    pub(crate) mirroring: Mirroring,
    /// How much is to be found out.
    pub(crate) scope: Scope,
    /// What searches.
    pub(crate) engine: EngineChoice,
}

/// What a run knows after a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checkpoint {
    /// What run it is.
    pub(crate) subject: Subject,
    /// The sweeps that have begun; all but the last are complete.
    pub(crate) sweeps: Vec<Sweep>,
    /// How long it has taken.
    pub(crate) elapsed: Duration,
}

/// Why a run cannot be kept in a folder, or resumed.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Another process has the folder.
    #[error("another huarong is at work in {}", .0.display())]
    InUse(PathBuf),
    /// A new run would destroy an old one.
    #[error("{} holds a run already: resume it, or choose another folder", .0.display())]
    Taken(PathBuf),
    /// There is nothing to resume.
    #[error("{} holds no run that could be resumed", .0.display())]
    Nothing(PathBuf),
    /// The bytes do not begin as ours do.
    #[error("{} is not a file that huarong has stored", .0.display())]
    Foreign(PathBuf),
    /// One of our files, and not a checkpoint.
    #[error("{} is a huarong file of kind `{}`, not a checkpoint (`C`)", .0.display(), .1.escape_ascii())]
    Kind(PathBuf, u8),
    /// A version of the format that cannot be read.
    #[error(
        "{} has format version {got}, and only version {reads} can be read: use the huarong that \
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
    #[error("{} is cut short or damaged: its checksum is wrong", .0.display())]
    Damaged(PathBuf),
    /// The bytes make no sense, although their checksum is right.
    #[error("{} makes no sense: {why}", .path.display())]
    Malformed {
        /// The checkpoint.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// What the engine needs besides is gone or has changed.
    #[error("the run in {} cannot go on", .path.display())]
    Engine {
        /// The work folder.
        path: PathBuf,
        /// What is missing.
        source: io::Error,
    },
    /// A file cannot be read or written.
    #[error("cannot {action} {}", .path.display())]
    Io {
        /// What was tried: `read`.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
}
