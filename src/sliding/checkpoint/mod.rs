//! Checkpoints, from which a run resumes after it was killed or its disk was full.
//!
//! Each run has its own work folder. A checkpoint is a file in it:
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `C`, a checkpoint |
//! | 9–10 | the version of the format, little-endian: 4 |
//! | 11–18 | the length of the head, little-endian |
//! | 19– | the head, in bincode's standard form: the run and its results so far |
//! | then | the state of the engine |
//! | last 4 | the CRC-32 of everything before, little-endian |
//!
//! The head holds the text of the puzzle, the metric (0 move, 1 slide, 2 step), the mirroring (0
//! canonical, 1 off), the purpose (0 everything, 1 layers, 2 a solution), the engine (0 hashed, 1
//! ranked, 2 layered, 3 cluster), and the milliseconds so far. The sweeps follow: the four numbers
//! of each layer, the cells of the farthest states, and whether the sweep is complete. The last
//! list has the number of states with each number of moves. An engine with files of its own saves
//! their lengths and checksums, which are compared.
//!
//! # Stability
//! Every version of the crate with the same version of the format reads a checkpoint. Versions 2
//! and 3 of the format numbered the states of a board differently.

mod folder;
#[cfg(test)]
mod tests;

use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use bincode::{Decode, Encode};
use thiserror::Error;

use super::{
    engine::Engine,
    layer_profile::LayerProfile,
    options::{BfsPurpose, Mirroring},
};
use crate::{
    control::Instant,
    file::{FolderError, RunFolder},
    puzzle::Metric,
    search::layers::LayerSearch,
};

pub use folder::{
    KeptRun, check_run, has_checkpoint, refusal, resume, saved_run, unwritten, write,
};

/// The run of a checkpoint. Equal keys have equal results.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
pub struct CheckpointKey {
    /// The text of the puzzle.
    pub puzzle: String,
    pub metric: Metric,
    pub mirroring: Mirroring,
    pub purpose: BfsPurpose,
    pub engine: Engine,
}

/// The results of a run after a layer, stored in this order.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
pub struct Checkpoint {
    pub subject: CheckpointKey,
    /// Its time so far.
    pub milliseconds: u64,
    /// The sweeps that have begun; all but the last are complete.
    pub sweeps: Vec<LayerProfile>,
    /// The number of states with each number of moves, of those expanded from the start.
    pub degrees: Vec<u64>,
}

/// Returns the content of a file of this program by the mark of its format.
const fn content(mark: u8) -> &'static str {
    match mark {
        b'C' => "a run of `huarong solve` or `huarong explore`",
        b'E' | b'R' => "a run of `huarong design`",
        b'F' => "a count of `huarong tour` or `huarong hamilton`",
        b'S' => "a stored solution",
        _ => "another file of huarong",
    }
}

/// Reason why a run cannot be saved in a folder, or resumed.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The folder or a file in it cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Another program wrote the file.
    #[error("`{}` is not a file that huarong has stored", .0.display())]
    Foreign(PathBuf),
    /// The file has another content.
    #[error("`{}` holds {}, which this command does not take", .0.display(), content(*.1))]
    Kind(PathBuf, u8),
    /// The version of the format is unknown.
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
    /// The content is malformed, although its checksum is right.
    #[error("malformed checkpoint `{}`: {why}", .path.display())]
    Malformed {
        /// The checkpoint.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The state of the engine is damaged, or its files are missing or have changed.
    #[error("the run in `{}` cannot be resumed", .path.display())]
    Engine {
        /// The work folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl CheckpointError {
    /// Returns the error of a checkpoint that has the right checksum and an invalid content.
    pub(crate) fn malformed(path: &Path, why: impl Into<String>) -> Self {
        CheckpointError::Malformed {
            path: path.to_owned(),
            why: why.into(),
        }
    }
}

/// Saves a run in its folder: after every layer for engines with files, and after a layer if
/// checkpoints take at most a twentieth of the time for the others.
#[derive(Debug)]
pub struct Checkpointer {
    folder: RunFolder,
    pub checkpoint: Checkpoint,
    /// The time of the run before this process.
    before: Duration,
    started: Instant,
    /// The time of the last checkpoint, and its duration.
    written: Option<(Instant, Duration)>,
}

impl Checkpointer {
    /// Saves a new run.
    pub fn new(folder: RunFolder, subject: CheckpointKey) -> Self {
        let checkpoint = Checkpoint {
            subject,
            milliseconds: 0,
            sweeps: Vec::new(),
            degrees: Vec::new(),
        };
        Checkpointer::resumed(folder, checkpoint)
    }

    /// Saves a run that resumes from a checkpoint.
    pub fn resumed(folder: RunFolder, checkpoint: Checkpoint) -> Self {
        let before = Duration::from_millis(checkpoint.milliseconds);
        Checkpointer {
            folder,
            checkpoint,
            before,
            started: Instant::now(),
            written: None,
        }
    }

    /// Returns the time of the run, interrupted parts included.
    pub fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    /// Returns a sweep, if it has begun. All but the last are complete.
    pub fn sweep(&self, number: usize) -> Option<&LayerProfile> {
        self.checkpoint.sweeps.get(number)
    }

    /// Stores a sweep after another layer, and the number of states with each number of moves.
    /// Writes a checkpoint if the sweep is complete, or if one is due.
    pub fn keep(
        &mut self,
        number: usize,
        sweep: &LayerProfile,
        degrees: Vec<u64>,
        engine: &mut dyn LayerSearch,
    ) -> Result<(), CheckpointError> {
        self.checkpoint.degrees = degrees;
        self.checkpoint.sweeps.truncate(number);
        self.checkpoint.sweeps.push(sweep.clone());
        if sweep.is_complete || self.is_due() {
            self.write(engine)
        } else {
            Ok(())
        }
    }

    fn is_due(&self) -> bool {
        match (self.checkpoint.subject.engine, self.written) {
            (Engine::Layered | Engine::Cluster, _) | (_, None) => true,
            (_, Some((written, took))) => written.elapsed() >= took * 19,
        }
    }

    /// Writes a checkpoint of what was stored.
    pub fn write(&mut self, engine: &mut dyn LayerSearch) -> Result<(), CheckpointError> {
        let begun = Instant::now();
        let milliseconds = self.elapsed().as_millis();
        self.checkpoint.milliseconds = u64::try_from(milliseconds).unwrap_or(u64::MAX);
        write(&self.folder, &self.checkpoint, engine)?;
        self.written = Some((Instant::now(), begun.elapsed()));
        Ok(())
    }
}
