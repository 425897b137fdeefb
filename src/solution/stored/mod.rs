//! Solutions as files: a header, the payload, a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `S`, a solution |
//! | 9–10 | the version of the format, little-endian: 1 |
//! | 11–18 | the length of the payload, little-endian |
//! | 19– | the payload, in bincode's standard form |
//! | last 4 | the CRC-32 of everything before, little-endian |
//!
//! The payload is the puzzle's text, the metric (0 move, 1 slide, 2 step), whether the solution is
//! proven to be shortest, the name of the algorithm, the number of states it visited, the number of
//! moves, and then each move: the piece, the row and the column of its anchor, and its path, a byte
//! for each cell (0 up, 1 left, 2 right, 3 down).
//!
//! # Stability
//! A file that some version of this crate has written can be read by all later ones. Whenever the
//! bytes change, the version of the format goes up and the old reader stays. A newer file is refused,
//! with both version numbers.
//!
//! # Trust
//! A checksum finds damage, not lies: replay what you read with [`verify`](super::verify()).
//! Reading takes memory in proportion to the bytes that are there, whatever they claim.

mod file;
mod wire;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::Solution;

pub use file::{read_file, write_file};

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The puzzle, in the form of the puzzle files.
    pub puzzle: String,
    /// Its solution.
    pub solution: Solution,
    /// Whether the search has proven that there is none shorter.
    pub proven: bool,
    /// The name of the search that found it: `bfs`.
    pub algorithm: String,
    /// How many states that search visited.
    pub states: u64,
}

/// Why a solution cannot be stored or read back.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum StoredError {
    /// The bytes do not begin as ours do.
    #[error("this is not a file that huarong has stored")]
    Foreign,
    /// One of our files, and not a solution.
    #[error("this is a huarong file of kind `{}`, not a solution (`S`)", .0.escape_ascii())]
    Kind(u8),
    /// A version of the format that cannot be read.
    #[error(
        "this file has format version {got}, and only version {reads} can be read: use a newer \
         huarong"
    )]
    Version {
        /// The file's version.
        got: u16,
        /// The version that can be read.
        reads: u16,
    },
    /// Bytes are missing at the end, or there are too many.
    #[error("this file should have {expected} bytes and has {got}: it is cut short or mixed up")]
    Length {
        /// How many bytes there are.
        got: u64,
        /// How many the header asks for.
        expected: u64,
    },
    /// The checksum is wrong.
    #[error("this file is damaged: its checksum is wrong")]
    Checksum,
    /// The payload makes no sense, although its checksum is right.
    #[error("this file makes no sense: {0}")]
    Malformed(String),
    /// More than a file may hold.
    #[error("a stored solution may have {limit} {of}, not {got}")]
    TooLarge {
        /// What is counted.
        of: &'static str,
        /// How many there are.
        got: u64,
        /// How many there may be.
        limit: u64,
    },
    /// The place is taken by something that is no file, and is not going to be replaced.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// The file cannot be read or written.
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

/// The most bytes that a stored solution may have.
pub const MAX_BYTES: usize = 1 << 27;

const MAGIC: [u8; 8] = *b"HUARONG\0";
const KIND: u8 = b'S';
const VERSION: u16 = 1;
/// Magic, kind, version and length.
const HEADER: usize = 8 + 1 + 2 + 8;
const CHECKSUM: usize = 4;

/// Whether these bytes are a stored file, of whatever kind or version, and not text. The first
/// eight are enough to know.
#[must_use]
pub fn is_stored(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// The bytes of a stored solution.
///
/// # Errors
/// [`StoredError::TooLarge`] where [`decode`] would refuse them.
pub fn encode(stored: &Stored) -> Result<Vec<u8>, StoredError> {
    let payload = wire::encode(stored)?;
    let length = HEADER + payload.len() + CHECKSUM;
    if length > MAX_BYTES {
        return Err(too_large("bytes", length, MAX_BYTES));
    }
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.push(KIND);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(to_u64(payload.len()).to_le_bytes());
    bytes.extend(payload);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    Ok(bytes)
}

/// The solution that the bytes store.
///
/// # Errors
/// What is wrong with them; whatever they are, it never panics.
///
/// # Complexity
/// The time and memory are in proportion to the length of `bytes`.
pub fn decode(bytes: &[u8]) -> Result<Stored, StoredError> {
    if !is_stored(bytes) {
        return Err(StoredError::Foreign);
    }
    if bytes.len() > MAX_BYTES {
        return Err(too_large("bytes", bytes.len(), MAX_BYTES));
    }
    let mut rest = &bytes[MAGIC.len()..];
    let short =
        StoredError::Length { got: to_u64(bytes.len()), expected: to_u64(HEADER + CHECKSUM) };
    let Some([kind]) = take(&mut rest) else { return Err(short) };
    if kind != KIND {
        return Err(StoredError::Kind(kind));
    }
    let Some(version) = take(&mut rest).map(u16::from_le_bytes) else { return Err(short) };
    if version != VERSION {
        return Err(StoredError::Version { got: version, reads: VERSION });
    }
    let Some(length) = take(&mut rest).map(u64::from_le_bytes) else { return Err(short) };
    let expected = length.saturating_add(to_u64(HEADER + CHECKSUM));
    if expected != to_u64(bytes.len()) {
        return Err(StoredError::Length { got: to_u64(bytes.len()), expected });
    }
    let (checked, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    if crc32fast::hash(checked).to_le_bytes() != *checksum {
        return Err(StoredError::Checksum);
    }
    wire::decode(&checked[HEADER..])
}

/// Takes the first `N` bytes off.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

fn to_u64(n: usize) -> u64 {
    u64::try_from(n).expect("a length fits 64 bits")
}

fn too_large(of: &'static str, got: usize, limit: usize) -> StoredError {
    StoredError::TooLarge { of, got: to_u64(got), limit: to_u64(limit) }
}
