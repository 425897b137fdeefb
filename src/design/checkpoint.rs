//! The file in which a survey is kept: what is done, in bincode's standard form.

use std::io::Read;
use std::path::Path;

use bincode::config::{self, Config};
use bincode::{Decode, Encode};

use crate::file::container::{ContainerError, FileFormat};
use crate::sliding::{CheckpointError, WorkFolder, refusal, unwritten};

/// The most bytes that are believed: millions of puzzles.
const MAX_BYTES: usize = 1 << 30;

const fn form() -> impl Config {
    config::standard().with_limit::<MAX_BYTES>()
}

/// What is wrong with a checkpoint.
pub(super) fn malformed(path: &Path, why: &dyn ToString) -> CheckpointError {
    CheckpointError::Malformed { path: path.to_owned(), why: why.to_string() }
}

/// What a checkpoint holds; no more of it is in memory than its checksum vouches for.
pub(super) fn read<W: Decode<()>>(path: &Path, format: &FileFormat) -> Result<W, CheckpointError> {
    let mut input = format.open(path).map_err(|error| refusal(path, error))?;
    if input.limit() > MAX_BYTES as u64 {
        return Err(malformed(path, &"it is too large"));
    }
    let mut content = Vec::new();
    let read = input.read_to_end(&mut content);
    read.map_err(|error| refusal(path, ContainerError::Io(error)))?;
    let (wire, used) =
        bincode::decode_from_slice(&content, form()).map_err(|error| malformed(path, &error))?;
    if used != content.len() {
        let left = content.len() - used;
        return Err(malformed(path, &format_args!("{left} bytes are left over")));
    }
    Ok(wire)
}

/// Replaces what is kept in a folder.
pub(super) fn write<W: Encode>(
    folder: &WorkFolder,
    format: &FileFormat,
    wire: W,
) -> Result<(), CheckpointError> {
    let path = folder.checkpoint();
    let bytes = bincode::encode_to_vec(wire, form()).map_err(|error| malformed(&path, &error))?;
    let written = format.write(&path, |out| out.write_all(&bytes));
    written.map_err(|error| unwritten(&path, error))
}
