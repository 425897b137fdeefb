//! The file in which a survey is kept: what is done, in bincode's standard form.

use std::fs;

use bincode::config::{self, Config};
use bincode::{Decode, Encode};

use crate::file::container::Format;
use crate::sliding::{CheckpointError, WorkFolder, refusal, unwritten};

/// The most bytes that are believed: millions of puzzles.
const MAX_BYTES: usize = 1 << 30;

const fn form() -> impl Config {
    config::standard().with_limit::<MAX_BYTES>()
}

/// What is wrong with the checkpoint of a folder.
pub(super) fn malformed(folder: &WorkFolder, why: &dyn ToString) -> CheckpointError {
    CheckpointError::Malformed { path: folder.checkpoint(), why: why.to_string() }
}

/// What is kept in a folder.
pub(super) fn read<W: Decode<()>>(
    folder: &WorkFolder,
    format: &Format,
) -> Result<W, CheckpointError> {
    let path = folder.checkpoint();
    let failed = |source| CheckpointError::Io { action: "read", path: path.clone(), source };
    let bytes = fs::read(&path).map_err(failed)?;
    let content = format.content_of(&bytes).map_err(|error| refusal(&path, error))?;
    let (wire, used) =
        bincode::decode_from_slice(content, form()).map_err(|error| malformed(folder, &error))?;
    if used != content.len() {
        let left = content.len() - used;
        return Err(malformed(folder, &format_args!("{left} bytes are left over")));
    }
    Ok(wire)
}

/// Replaces what is kept in a folder.
pub(super) fn write<W: Encode>(
    folder: &WorkFolder,
    format: &Format,
    wire: W,
) -> Result<(), CheckpointError> {
    let path = folder.checkpoint();
    let bytes = bincode::encode_to_vec(wire, form()).map_err(|error| malformed(folder, &error))?;
    let written = format.write(&path, |out| out.write_all(&bytes));
    written.map_err(|error| unwritten(&path, error))
}
