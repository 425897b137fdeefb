//! The work folder of a run, and the checkpoint in it.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    time::Duration,
};

use bincode::config::{self, Config};

use super::{Checkpoint, CheckpointError};
use crate::{
    file::{
        self, CHECKPOINT, LAYERS, WriteError,
        container::{ContainerError, FileFormat},
        remove_leftovers,
    },
    puzzle::Metric,
    search::{
        layered::{self, FileTotals},
        layers::{Layer, LayerSearch},
    },
    sliding::{engine::Engine, options::BfsPurpose},
};

/// A work folder, locked against other processes until this value is dropped or the process ends.
#[derive(Debug)]
pub struct WorkFolder {
    path: PathBuf,
    /// Locked.
    _lock: File,
}

impl WorkFolder {
    /// Creates the folder of a new run.
    pub fn create(path: &Path) -> Result<Self, CheckpointError> {
        Ok(WorkFolder {
            path: path.to_owned(),
            _lock: file::claim(path)?,
        })
    }

    /// Opens the folder of a run to resume, with its last checkpoint.
    pub fn resume(path: &Path) -> Result<(Self, Checkpoint, SavedEngine), CheckpointError> {
        let folder = WorkFolder::open(path)?;
        let (checkpoint, engine) =
            read(&folder.checkpoint())?.ok_or_else(|| CheckpointError::Nothing(path.to_owned()))?;
        folder.clear()?;
        Ok((folder, checkpoint, engine))
    }

    /// Opens the folder of a run of any kind.
    pub fn open(path: &Path) -> Result<Self, CheckpointError> {
        if !has_checkpoint(path) {
            return Err(CheckpointError::Nothing(path.to_owned()));
        }
        WorkFolder::lock(path, "lock")
    }

    /// Removes unfinished files of a run that was killed. Call it after the checkpoint was read,
    /// which shows that the folder holds a run.
    pub fn clear(&self) -> Result<(), CheckpointError> {
        remove_leftovers(&self.path).map_err(failed("clear", &self.path))
    }

    /// Opens the folder of one process of a cluster, which may share it with process 0.
    #[cfg(feature = "cluster")]
    pub fn of_process(path: &Path, process: usize) -> Result<Self, CheckpointError> {
        file::prepare(path)?;
        WorkFolder::lock(path, &format!("lock-{process}"))
    }

    fn lock(path: &Path, name: &str) -> Result<Self, CheckpointError> {
        Ok(WorkFolder {
            path: path.to_owned(),
            _lock: file::lock_folder(path, name)?,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path for the files of the engine.
    pub fn layers(&self) -> PathBuf {
        self.path.join(LAYERS)
    }

    /// Replaces the checkpoint and the state of the engine in it, atomically.
    pub fn write(
        &self,
        checkpoint: &Checkpoint,
        engine: &mut dyn LayerSearch,
    ) -> Result<(), CheckpointError> {
        let path = &self.checkpoint();
        let head = encode(checkpoint).map_err(|why| CheckpointError::Malformed {
            path: path.clone(),
            why,
        })?;
        FORMAT
            .write(path, |mut out| {
                out.write_all(&(head.len() as u64).to_le_bytes())?;
                out.write_all(&head)?;
                engine.save(&mut out)
            })
            .map_err(|error| unwritten(path, error))
    }

    /// Returns the path of the checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        checkpoint_in(&self.path)
    }
}

/// A saved run, as its checkpoint describes it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KeptRun {
    /// The command that resumes it: `solve` or `explore`.
    pub command: &'static str,
    /// The text of the puzzle.
    pub puzzle: String,
    /// The unit of distances.
    pub metric: Metric,
    /// The engine.
    pub engine: Engine,
    /// The number of sweeps that have begun: from the start, then from the goals.
    pub sweeps: usize,
    /// Whether the run is complete.
    pub is_finished: bool,
    /// The distance of the last complete layer: of the first sweep if the run is complete,
    /// otherwise of the last one.
    pub depth: usize,
    /// The number of states up to that layer; `solve` counts mirror images as one.
    pub states: u64,
    /// Its time so far.
    pub elapsed: Duration,
}

/// Checks the checkpoint and the files of a run. Returns the run and the number and size of its
/// files. Changes nothing, and takes no lock.
///
/// # Errors
/// If the folder holds no run, or a file of it is damaged or missing.
pub fn check_run(folder: &Path) -> Result<(KeptRun, FileTotals), CheckpointError> {
    let (run, mut saved) = looked_into(folder)?;
    let bytes = fs::metadata(&saved.path)
        .map_err(failed("read", &saved.path))?
        .len();
    let mut totals = FileTotals { files: 1, bytes };
    let layers = folder.join(LAYERS);
    let checked = match run.engine {
        Engine::Layered | Engine::Cluster => layered::check(&layers, &mut saved.input, &mut totals),
        // The other engines store everything in the checkpoint, which has a checksum.
        _ => Ok(()),
    };
    checked.map_err(|source| CheckpointError::Engine {
        path: folder.to_owned(),
        source,
    })?;
    Ok((run, totals))
}

/// Returns the run of a folder without its states and files. Reads the checkpoint only, changes
/// nothing, and takes no lock.
///
/// # Errors
/// If the folder holds no run, or its checkpoint is damaged.
pub fn saved_run(folder: &Path) -> Result<KeptRun, CheckpointError> {
    Ok(looked_into(folder)?.0)
}

/// Reads the run that the checkpoint of a folder describes.
fn looked_into(folder: &Path) -> Result<(KeptRun, SavedEngine), CheckpointError> {
    let kept = read(&checkpoint_in(folder))?;
    let (checkpoint, saved) = kept.ok_or_else(|| CheckpointError::Nothing(folder.to_owned()))?;
    let Checkpoint {
        subject,
        sweeps,
        milliseconds,
        ..
    } = checkpoint;
    let command = subject.purpose.command();
    let first = &sweeps[0];
    let last = &sweeps[sweeps.len() - 1];
    let has_goals = first.layers.iter().any(|layer| layer.goal_states > 0);
    let has_more = subject.purpose == BfsPurpose::Everything && sweeps.len() == 1 && has_goals;
    let is_finished = last.is_complete && !has_more;
    let layers = &if is_finished { first } else { last }.layers;
    // As the report of the run says.
    let is_solved = command == "solve";
    let states = |layer: &Layer| {
        if is_solved {
            layer.classes
        } else {
            layer.states
        }
    };
    let run = KeptRun {
        command,
        metric: subject.metric,
        engine: subject.engine,
        sweeps: sweeps.len(),
        is_finished,
        depth: layers.len().saturating_sub(1),
        states: layers
            .iter()
            .fold(0, |sum, layer| sum.saturating_add(states(layer))),
        elapsed: Duration::from_millis(milliseconds),
        puzzle: subject.puzzle,
    };
    Ok((run, saved))
}

/// Whether a folder holds a run that can be resumed.
pub fn has_checkpoint(folder: &Path) -> bool {
    checkpoint_in(folder).exists()
}

/// Returns the path of the checkpoint in a folder.
pub fn checkpoint_in(folder: &Path) -> PathBuf {
    folder.join(CHECKPOINT)
}

fn failed(action: &'static str, path: &Path) -> impl Fn(io::Error) -> CheckpointError {
    move |source| CheckpointError::Io {
        action,
        path: path.to_owned(),
        source,
    }
}

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0C",
    content: "a checkpoint",
    version: 3,
    least: 11 + 8 + 4,
};

/// Converts the error of a checkpoint that was not written.
pub fn unwritten(path: &Path, error: WriteError) -> CheckpointError {
    let source = match error {
        WriteError::NotAFile => io::Error::other("it is not a regular file"),
        WriteError::Io(source) => source,
    };
    CheckpointError::Io {
        action: "write",
        path: path.to_owned(),
        source,
    }
}

/// Reads a checkpoint and verifies its checksum; `None` if the file does not exist.
fn read(path: &Path) -> Result<Option<(Checkpoint, SavedEngine)>, CheckpointError> {
    let mut input = match FORMAT.open(path) {
        Ok(input) => input,
        Err(ContainerError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(None);
        }
        Err(error) => return Err(refusal(path, error)),
    };
    let failed = |source| refusal(path, ContainerError::Io(source));
    let malformed = |why: String| CheckpointError::Malformed {
        path: path.to_owned(),
        why,
    };
    let mut length = [0; 8];
    input.read_exact(&mut length).map_err(failed)?;
    let length = u64::from_le_bytes(length);
    if length > input.limit().min(MAX_BYTES as u64) {
        return Err(malformed(format!("its head has {length} bytes")));
    }
    let mut head = Vec::new();
    input
        .by_ref()
        .take(length)
        .read_to_end(&mut head)
        .map_err(failed)?;
    let checkpoint = decode(&head).map_err(malformed)?;
    Ok(Some((
        checkpoint,
        SavedEngine {
            input,
            path: path.to_owned(),
        },
    )))
}

/// Converts the error of a checkpoint that was not read.
pub fn refusal(path: &Path, error: ContainerError) -> CheckpointError {
    let path = path.to_owned();
    match error {
        ContainerError::Foreign => CheckpointError::Foreign(path),
        ContainerError::Kind { found, .. } => CheckpointError::Kind(path, found),
        ContainerError::Version { got, reads } => CheckpointError::Version { path, got, reads },
        ContainerError::Length { .. } | ContainerError::Checksum => CheckpointError::Damaged(path),
        ContainerError::Io(source) => CheckpointError::Io {
            action: "read",
            path,
            source,
        },
    }
}

/// The saved state of an engine, still to be read.
#[derive(Debug)]
pub struct SavedEngine {
    input: io::Take<BufReader<File>>,
    path: PathBuf,
}

impl SavedEngine {
    /// Restores the state of an engine.
    pub fn restore(mut self, engine: &mut dyn LayerSearch) -> Result<(), CheckpointError> {
        let folder = self.path.parent().unwrap_or(&self.path).to_owned();
        engine
            .restore(&mut self.input)
            .map_err(|source| CheckpointError::Engine {
                path: folder,
                source,
            })?;
        match self.input.limit() {
            0 => Ok(()),
            left => Err(CheckpointError::Malformed {
                path: self.path,
                why: format!("{left} bytes are left over"),
            }),
        }
    }
}

/// The most bytes of a head: enough for half a million layers.
const MAX_BYTES: usize = 1 << 24;

const fn form() -> impl Config {
    config::standard().with_limit::<MAX_BYTES>()
}

/// Returns the bytes of a head, or the reason why it cannot be stored.
pub fn encode(checkpoint: &Checkpoint) -> Result<Vec<u8>, String> {
    let bytes = bincode::encode_to_vec(checkpoint, form()).map_err(|error| error.to_string())?;
    if bytes.len() <= MAX_BYTES {
        Ok(bytes)
    } else {
        Err("it is too large".to_owned())
    }
}

/// Decodes the head of a checkpoint, or returns the error as text. Memory is at most a small
/// multiple of [`MAX_BYTES`], even if the bytes contain larger lengths.
pub fn decode(bytes: &[u8]) -> Result<Checkpoint, String> {
    let (checkpoint, used): (Checkpoint, usize) =
        bincode::decode_from_slice(bytes, form()).map_err(|error| error.to_string())?;
    let before = checkpoint.sweeps.split_last().map(|(_, before)| before);
    if used != bytes.len() {
        Err(format!("{} bytes are left over", bytes.len() - used))
    } else if !checkpoint.subject.engine.is_layer_search() {
        Err("its engine does not search by layers".to_owned())
    } else if !before
        .ok_or("no sweep")?
        .iter()
        .all(|sweep| sweep.is_complete)
    {
        Err("a sweep began before the one before was complete".to_owned())
    } else {
        Ok(checkpoint)
    }
}
