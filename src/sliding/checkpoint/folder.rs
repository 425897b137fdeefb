//! The folder of a run, and the checkpoint in it.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::record::{Checkpoint, CheckpointError};
use super::wire;
use crate::file::container::{ContainerError, FileFormat};
use crate::file::{WriteError, open_lock, remove_leftovers};
use crate::puzzle::Metric;
#[cfg(feature = "cluster")]
use crate::search::cluster;
use crate::search::layered::{self, FileTotals};
use crate::search::layers::LayerSearch;
use crate::sliding::engine::Engine;

/// A folder that no other process works in: it has a lock as long as this value lives, or the
/// process, however it ends.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    path: PathBuf,
    /// Locked.
    _lock: File,
}

impl WorkFolder {
    /// The folder for a new run; it is made where there is none.
    pub(crate) fn create(path: &Path) -> Result<Self, CheckpointError> {
        fs::create_dir_all(path).map_err(failed("make", path))?;
        let folder = WorkFolder::lock(path)?;
        if folder.checkpoint().exists() {
            return Err(CheckpointError::Taken(path.to_owned()));
        }
        Ok(folder)
    }

    /// The folder of a run that goes on, with its last checkpoint.
    pub(crate) fn resume(path: &Path) -> Result<(Self, Checkpoint, SavedEngine), CheckpointError> {
        let folder = WorkFolder::open(path)?;
        let nothing = || CheckpointError::Nothing(path.to_owned());
        let (checkpoint, engine) = read(&folder.checkpoint())?.ok_or_else(nothing)?;
        folder.clear()?;
        Ok((folder, checkpoint, engine))
    }

    /// The folder of a run, of whatever kind.
    pub(crate) fn open(path: &Path) -> Result<Self, CheckpointError> {
        if !has_checkpoint(path) {
            return Err(CheckpointError::Nothing(path.to_owned()));
        }
        WorkFolder::lock(path)
    }

    /// Removes what was not finished when a run in this folder was killed. To be called once the
    /// checkpoint has shown that the folder is ours.
    pub(crate) fn clear(&self) -> Result<(), CheckpointError> {
        remove_leftovers(&self.path).map_err(failed("clear", &self.path))
    }

    /// The folder in which a process keeps its part of a run that process 0 leads; the two may have
    /// it in common.
    #[cfg(feature = "cluster")]
    pub(crate) fn of_process(path: &Path, process: usize) -> Result<Self, CheckpointError> {
        fs::create_dir_all(path).map_err(failed("make", path))?;
        WorkFolder::lock_by(path, &format!("lock-{process}"))
    }

    fn lock(path: &Path) -> Result<Self, CheckpointError> {
        WorkFolder::lock_by(path, "lock")
    }

    fn lock_by(path: &Path, name: &str) -> Result<Self, CheckpointError> {
        let place = path.join(name);
        let lock = open_lock(&place).map_err(failed("lock", &place))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CheckpointError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed("lock", &place)(error)),
        }
        Ok(WorkFolder { path: path.to_owned(), _lock: lock })
    }

    /// The folder itself, for files without a name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where an engine may keep files of its own.
    pub(crate) fn layers(&self) -> PathBuf {
        self.path.join(LAYERS)
    }

    /// Replaces the checkpoint.
    pub(crate) fn write(
        &self,
        checkpoint: &Checkpoint,
        engine: &mut dyn LayerSearch,
    ) -> Result<(), CheckpointError> {
        write(&self.checkpoint(), checkpoint, engine)
    }

    /// Where the run is kept.
    pub(crate) fn checkpoint(&self) -> PathBuf {
        checkpoint_in(&self.path)
    }
}

const CHECKPOINT: &str = "checkpoint";
const LAYERS: &str = "layers";

/// A run that is kept in a folder, as its checkpoint tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptRun {
    /// The command that goes on with it: `solve` or `explore`.
    pub command: &'static str,
    /// The puzzle, in the form of the puzzle files.
    pub puzzle: String,
    /// What counts as one move.
    pub metric: Metric,
    /// What searches.
    pub engine: Engine,
    /// The layers of all sweeps that are done, and their states.
    pub layers: usize,
    /// The states of these layers, mirror images told apart.
    pub states: u64,
    /// How long it has taken.
    pub elapsed: Duration,
}

/// Reads a run through: the checkpoint and all files that it tells of. Returns these files and
/// their bytes as well. Nothing is changed, and whoever works there is not disturbed.
///
/// # Errors
/// Where no run is kept, or a file of it is damaged or missing.
pub fn check_run(folder: &Path) -> Result<(KeptRun, FileTotals), CheckpointError> {
    let (run, mut saved) = looked_into(folder)?;
    let bytes = fs::metadata(&saved.path).map_err(failed("read", &saved.path))?.len();
    let mut totals = FileTotals { files: 1, bytes };
    let layers = folder.join(LAYERS);
    let checked = match run.engine {
        Engine::Layered => layered::check(&layers, &mut saved.input, &mut totals),
        #[cfg(feature = "cluster")]
        Engine::Cluster => cluster::check(&layers, &mut saved.input, &mut totals),
        #[cfg(not(feature = "cluster"))]
        Engine::Cluster => Err(io::ErrorKind::Unsupported.into()),
        // The checksum of the checkpoint is that of all that the others have.
        _ => Ok(()),
    };
    let engine = |source| CheckpointError::Engine { path: folder.to_owned(), source };
    checked.map_err(engine)?;
    Ok((run, totals))
}

/// The run that the checkpoint of a folder tells of.
fn looked_into(folder: &Path) -> Result<(KeptRun, SavedEngine), CheckpointError> {
    let kept = read(&checkpoint_in(folder))?;
    let (checkpoint, saved) = kept.ok_or_else(|| CheckpointError::Nothing(folder.to_owned()))?;
    let Checkpoint { subject, sweeps, elapsed, .. } = checkpoint;
    let layers = || sweeps.iter().flat_map(|sweep| &sweep.layers);
    let run = KeptRun {
        command: subject.purpose.command(),
        metric: subject.metric,
        engine: subject.engine,
        layers: layers().count(),
        states: layers().fold(0, |sum, layer| sum.saturating_add(layer.states)),
        elapsed,
        puzzle: subject.puzzle,
    };
    Ok((run, saved))
}

/// Whether a run is kept in this folder that can be resumed: its first checkpoint has been written.
#[must_use]
pub fn has_checkpoint(folder: &Path) -> bool {
    checkpoint_in(folder).exists()
}

/// Where a run is kept that is kept in this folder.
pub(crate) fn checkpoint_in(folder: &Path) -> PathBuf {
    folder.join(CHECKPOINT)
}

fn failed(action: &'static str, path: &Path) -> impl Fn(io::Error) -> CheckpointError {
    move |source| CheckpointError::Io { action, path: path.to_owned(), source }
}

const FORMAT: FileFormat =
    FileFormat { magic: b"HUARONG\0C", content: "a checkpoint", version: 3, least: 11 + 8 + 4 };

/// Puts a checkpoint at `path`, at once or not at all, with all that the engine needs to go on.
fn write(
    path: &Path,
    checkpoint: &Checkpoint,
    engine: &mut dyn LayerSearch,
) -> Result<(), CheckpointError> {
    let malformed = |why| CheckpointError::Malformed { path: path.to_owned(), why };
    let head = wire::encode(checkpoint).map_err(malformed)?;
    let written = FORMAT.write(path, |mut out| {
        out.write_all(&(head.len() as u64).to_le_bytes())?;
        out.write_all(&head)?;
        engine.save(&mut out)
    });
    written.map_err(|error| unwritten(path, error))
}

/// Why a checkpoint was not written.
pub(crate) fn unwritten(path: &Path, error: WriteError) -> CheckpointError {
    let source = match error {
        WriteError::NotAFile => io::Error::other("it is not a regular file"),
        WriteError::Io(source) => source,
    };
    CheckpointError::Io { action: "write", path: path.to_owned(), source }
}

/// Reads a checkpoint, whose checksum is right; none if there is no file.
fn read(path: &Path) -> Result<Option<(Checkpoint, SavedEngine)>, CheckpointError> {
    let mut input = match FORMAT.open(path) {
        Ok(input) => input,
        Err(ContainerError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(None);
        }
        Err(error) => return Err(refusal(path, error)),
    };
    let failed = |source| refusal(path, ContainerError::Io(source));
    let malformed = |why: String| CheckpointError::Malformed { path: path.to_owned(), why };
    let mut length = [0; 8];
    input.read_exact(&mut length).map_err(failed)?;
    let length = u64::from_le_bytes(length);
    if length > input.limit().min(wire::MAX_BYTES as u64) {
        return Err(malformed(format!("its head has {length} bytes")));
    }
    let mut head = Vec::new();
    input.by_ref().take(length).read_to_end(&mut head).map_err(failed)?;
    let checkpoint = wire::decode(&head).map_err(malformed)?;
    Ok(Some((checkpoint, SavedEngine { input, path: path.to_owned() })))
}

/// Why a checkpoint was not read.
pub(crate) fn refusal(path: &Path, error: ContainerError) -> CheckpointError {
    let path = path.to_owned();
    match error {
        ContainerError::Foreign => CheckpointError::Foreign(path),
        ContainerError::Kind { found, .. } => CheckpointError::Kind(path, found),
        ContainerError::Version { got, reads } => CheckpointError::Version { path, got, reads },
        ContainerError::Length { .. } | ContainerError::Checksum => CheckpointError::Damaged(path),
        ContainerError::Io(source) => CheckpointError::Io { action: "read", path, source },
    }
}

/// What an engine has saved, not read yet.
#[derive(Debug)]
pub(crate) struct SavedEngine {
    input: io::Take<BufReader<File>>,
    path: PathBuf,
}

impl SavedEngine {
    /// Makes an engine what the saved one was.
    pub(crate) fn restore(mut self, engine: &mut dyn LayerSearch) -> Result<(), CheckpointError> {
        let folder = self.path.parent().unwrap_or(&self.path).to_owned();
        engine
            .restore(&mut self.input)
            .map_err(|source| CheckpointError::Engine { path: folder, source })?;
        match self.input.limit() {
            0 => Ok(()),
            left => {
                let why = format!("{left} bytes are left over");
                Err(CheckpointError::Malformed { path: self.path, why })
            }
        }
    }
}
