//! A checkpoint as a file.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::record::{Checkpoint, CheckpointError};
use super::wire;
use crate::file::WriteError;
use crate::file::container::{ContainerError, Format};
use crate::search::layers::LayerSearch;

const FORMAT: Format =
    Format { magic: b"HUARONG\0C", content: "a checkpoint", version: 1, least: 11 + 8 + 4 };

/// Puts a checkpoint at `path`, at once or not at all, with all that the engine needs to go on.
pub(super) fn write(
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
    written.map_err(|error| {
        let source = match error {
            WriteError::NotAFile => io::Error::other("it is not a regular file"),
            WriteError::Io(source) => source,
        };
        CheckpointError::Io { action: "write", path: path.to_owned(), source }
    })
}

/// Reads a checkpoint, whose checksum is right; none if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<(Checkpoint, SavedEngine)>, CheckpointError> {
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

fn refusal(path: &Path, error: ContainerError) -> CheckpointError {
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
