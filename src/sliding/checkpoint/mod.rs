//! Checkpoints: a run that is killed, or whose disk is full, goes on after its last one.
//!
//! A run has a work folder of its own. A checkpoint is a file in it:
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `C`, a checkpoint |
//! | 9–10 | the version of the format, little-endian: 3 |
//! | 11–18 | the length of the head, little-endian |
//! | 19– | the head, in bincode's standard form: what run it is, and what it knows |
//! | then | what the engine has saved |
//! | last 4 | the CRC-32 of everything before, little-endian |
//!
//! The head is the puzzle's text, the metric (0 move, 1 slide, 2 step), whether mirror images are
//! told apart, what the run is for (0 everything, 1 layers, 2 a solution), the engine (0 hashed, 1
//! ranked, 2 layered, 3 cluster), the milliseconds so far, and each sweep that has begun: its
//! layers, four numbers each, the cells of its farthest positions, and whether it is complete; and
//! the numbers of states with each number of moves. An engine that works with files saves their
//! lengths and checksums, which are compared.
//!
//! # Stability
//! A checkpoint is read by the version of the crate that has written it, and by all others with the
//! same version of the format. In version 2 boards were numbered in another way.

#[cfg(feature = "files")]
mod folder;
mod record;
#[cfg(all(test, feature = "files"))]
mod tests;
#[cfg(feature = "files")]
mod wire;

#[cfg(not(feature = "files"))]
use std::path::Path;
use std::time::Duration;

use super::profile::LayerProfile;
use crate::control::Instant;
use crate::grid::Cell;
use crate::search::layers::{Layer, LayerSearch};
use record::Checkpoint;

#[cfg(feature = "files")]
pub use folder::{KeptRun, check_run, has_checkpoint};
#[cfg(feature = "files")]
pub(crate) use folder::{WorkFolder, checkpoint_in, refusal, unwritten};
pub use record::CheckpointError;
pub(crate) use record::CheckpointKey;

/// Where there are no files, there is no folder.
#[cfg(not(feature = "files"))]
#[derive(Debug)]
pub(crate) enum WorkFolder {}

#[cfg(not(feature = "files"))]
impl WorkFolder {
    pub(crate) fn create(path: &Path) -> Result<Self, CheckpointError> {
        let source = std::io::ErrorKind::Unsupported.into();
        Err(CheckpointError::Io { action: "make", path: path.to_owned(), source })
    }

    pub(crate) fn path(&self) -> &Path {
        match *self {}
    }

    fn write(&self, _: &Checkpoint, _: &mut dyn LayerSearch) -> Result<(), CheckpointError> {
        match *self {}
    }
}

/// How often checkpoints are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CheckpointPolicy {
    /// After every layer, as suits an engine that has its layers in files.
    EveryLayer,
    /// After a layer, if checkpoints do not take more than a twentieth of the time then.
    Twentieth,
}

/// A run and the folder that it is kept in.
#[derive(Debug)]
pub(crate) struct Checkpointer {
    folder: WorkFolder,
    pace: CheckpointPolicy,
    checkpoint: Checkpoint,
    /// How long the run had taken when this process began.
    before: Duration,
    started: Instant,
    /// When the last checkpoint was written, and how long that took.
    written: Option<(Instant, Duration)>,
}

impl Checkpointer {
    /// Keeps a new run.
    pub(crate) fn new(folder: WorkFolder, subject: CheckpointKey, pace: CheckpointPolicy) -> Self {
        let checkpoint = Checkpoint {
            subject,
            sweeps: Vec::new(),
            degrees: Vec::new(),
            elapsed: Duration::ZERO,
        };
        Checkpointer::resumed(folder, checkpoint, pace)
    }

    /// Keeps a run that goes on from a checkpoint.
    pub(crate) fn resumed(
        folder: WorkFolder,
        checkpoint: Checkpoint,
        pace: CheckpointPolicy,
    ) -> Self {
        let before = checkpoint.elapsed;
        Checkpointer { folder, pace, checkpoint, before, started: Instant::now(), written: None }
    }

    /// How long the run has taken, in all processes.
    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    /// What is known of a sweep, if it has begun. Of all but the last that has, everything is.
    pub(crate) fn sweep(&self, number: usize) -> Option<&LayerProfile> {
        self.checkpoint.sweeps.get(number)
    }

    /// How many states have so many moves, of those that have been expanded from the start.
    pub(crate) fn degrees(&self) -> &[u64] {
        &self.checkpoint.degrees
    }

    /// A sweep has begun or got on by a layer, and so many states have so many moves by now; writes
    /// a checkpoint if it is time for one.
    pub(crate) fn keep_layer(
        &mut self,
        sweep: usize,
        layer: Layer,
        degrees: &[u64],
        engine: &mut dyn LayerSearch,
    ) -> Result<(), CheckpointError> {
        degrees.clone_into(&mut self.checkpoint.degrees);
        self.begun(sweep).layers.push(layer);
        if self.is_due() { self.write(engine) } else { Ok(()) }
    }

    /// A sweep is complete; writes a checkpoint.
    pub(crate) fn keep_end(
        &mut self,
        sweep: usize,
        farthest: &[Vec<Cell>],
        degrees: &[u64],
        engine: &mut dyn LayerSearch,
    ) -> Result<(), CheckpointError> {
        degrees.clone_into(&mut self.checkpoint.degrees);
        let sweep = self.begun(sweep);
        farthest.clone_into(&mut sweep.farthest);
        sweep.is_complete = true;
        self.write(engine)
    }

    /// A sweep that has begun or begins now.
    fn begun(&mut self, sweep: usize) -> &mut LayerProfile {
        let sweeps = &mut self.checkpoint.sweeps;
        if sweep == sweeps.len() {
            sweeps.push(LayerProfile::default());
        }
        &mut sweeps[sweep]
    }

    fn is_due(&self) -> bool {
        match (self.pace, self.written) {
            (CheckpointPolicy::EveryLayer, _) | (_, None) => true,
            (CheckpointPolicy::Twentieth, Some((written, took))) => written.elapsed() >= took * 19,
        }
    }

    fn write(&mut self, engine: &mut dyn LayerSearch) -> Result<(), CheckpointError> {
        let begun = Instant::now();
        self.checkpoint.elapsed = self.elapsed();
        self.folder.write(&self.checkpoint, engine)?;
        self.written = Some((Instant::now(), begun.elapsed()));
        Ok(())
    }
}
