//! The work folder of a run, and the checkpoint in it.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    time::Duration,
};

use super::{Checkpoint, CheckpointError};
use crate::{
    file::{
        FolderError, LAYERS, RunFolder, WriteError, checkpoint_in,
        container::{ContainerError, FileFormat, decoded, form},
    },
    puzzle::Metric,
    search::{
        layered::{self, FileTotals},
        layers::{Layer, LayerSearch},
    },
    sliding::{engine::Engine, options::BfsPurpose},
};

/// Opens the folder of a run to resume, with its last checkpoint.
pub fn resume(path: &Path) -> Result<(RunFolder, Checkpoint, SavedEngine), CheckpointError> {
    let folder = RunFolder::open(path)?;
    let (checkpoint, engine) = read(path)?;
    folder.clear()?;
    Ok((folder, checkpoint, engine))
}

/// Replaces the checkpoint of a run and the state of the engine in it, atomically.
pub fn write(
    folder: &RunFolder,
    checkpoint: &Checkpoint,
    engine: &mut dyn LayerSearch,
) -> Result<(), CheckpointError> {
    let path = &folder.checkpoint();
    let head = encode(checkpoint).map_err(|why| CheckpointError::malformed(path, why))?;
    FORMAT
        .write(path, |mut out| {
            out.write_all(&(head.len() as u64).to_le_bytes())?;
            out.write_all(&head)?;
            engine.save(&mut out)
        })
        .map_err(|error| unwritten(path, error))
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
        .map_err(FolderError::of("read", &saved.path))?
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
    let (checkpoint, saved) = read(folder)?;
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

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0C",
    content: "a checkpoint",
    version: 5,
    least: 11 + 8 + 4,
};

/// Converts the error of a checkpoint that was not written.
pub fn unwritten(path: &Path, error: WriteError) -> CheckpointError {
    let source = match error {
        WriteError::NotAFile => io::Error::other("it is not a regular file"),
        WriteError::Io(source) => source,
    };
    FolderError::of("write", path)(source).into()
}

/// Reads the checkpoint in a folder and verifies its checksum.
fn read(folder: &Path) -> Result<(Checkpoint, SavedEngine), CheckpointError> {
    let path = checkpoint_in(folder);
    let mut input = match FORMAT.open(&path) {
        Ok(input) => input,
        Err(ContainerError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
            return Err(FolderError::Nothing(folder.to_owned()).into());
        }
        Err(error) => return Err(refusal(&path, error)),
    };
    let failed = |source| refusal(&path, ContainerError::Io(source));
    let malformed = |why: String| CheckpointError::malformed(&path, why);
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
    Ok((checkpoint, SavedEngine { input, path }))
}

/// Converts the error of a checkpoint that was not read.
pub fn refusal(path: &Path, error: ContainerError) -> CheckpointError {
    let path = path.to_owned();
    match error {
        ContainerError::Foreign => CheckpointError::Foreign(path),
        ContainerError::Kind { found, .. } => CheckpointError::Kind(path, found),
        ContainerError::Version { got, reads } => CheckpointError::Version { path, got, reads },
        ContainerError::Length { .. } | ContainerError::Checksum => CheckpointError::Damaged(path),
        ContainerError::Io(source) => FolderError::of("read", &path)(source).into(),
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
            left => Err(CheckpointError::malformed(
                &self.path,
                format!("{left} bytes are left over"),
            )),
        }
    }
}

/// The most bytes of a head: enough for half a million layers.
const MAX_BYTES: usize = 1 << 24;

/// Returns the bytes of a head, or the reason why it cannot be stored.
pub fn encode(checkpoint: &Checkpoint) -> Result<Vec<u8>, String> {
    let bytes = bincode::encode_to_vec(checkpoint, form::<MAX_BYTES>())
        .map_err(|error| error.to_string())?;
    if bytes.len() <= MAX_BYTES {
        Ok(bytes)
    } else {
        Err("it is too large".to_owned())
    }
}

/// Decodes the head of a checkpoint, or returns the error as text. Memory is at most a small
/// multiple of [`MAX_BYTES`], even if the bytes contain larger lengths.
pub fn decode(bytes: &[u8]) -> Result<Checkpoint, String> {
    let checkpoint: Checkpoint = decoded::<MAX_BYTES, _>(bytes)?;
    let before = checkpoint.sweeps.split_last().map(|(_, before)| before);
    if !checkpoint.subject.engine.is_layer_search() {
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
