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

#[cfg(feature = "files")]
mod file;
mod wire;

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::Solution;
use crate::puzzle::Puzzle;
use crate::puzzle::text::ParseError;

#[cfg(feature = "files")]
pub use file::{read_file, write_file};

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The puzzle, in the form of the puzzle files: [`Puzzle`] displays it so.
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

impl Stored {
    /// The puzzle that the text holds.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn puzzle(&self) -> Result<Puzzle, ParseError> {
        self.puzzle.parse()
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Direction};
    use crate::puzzle::Metric;
    use crate::solution::{MAX_STEPS, Move};

    fn sample() -> Stored {
        let unit =
            |piece, path: &[Direction]| Move { piece, from: Cell::new(0, 0), path: path.to_vec() };
        let moves = vec![unit(0, &Direction::ALL), unit(300, &[Direction::Down])];
        Stored {
            puzzle: "A 曹".to_owned(),
            solution: Solution { metric: Metric::Slide, moves },
            proven: true,
            algorithm: "bfs".to_owned(),
            states: 12_031,
        }
    }

    fn bytes() -> Vec<u8> {
        encode(&sample()).expect("a small solution")
    }

    /// The header and the checksum that these bytes as a payload should have.
    fn framed(payload: &[u8]) -> Vec<u8> {
        let mut bytes = bytes()[..HEADER - 8].to_vec();
        bytes.extend(to_u64(payload.len()).to_le_bytes());
        bytes.extend(payload);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn refused(bytes: &[u8]) -> String {
        decode(bytes).expect_err("bytes that make no sense").to_string()
    }

    #[test]
    fn what_is_stored_is_told_from_text() {
        assert!(is_stored(&bytes()));
        assert!(is_stored(b"HUARONG\0"));
        assert!(!is_stored(b"HUARONG"));
        assert!(!is_stored(b"HUARONG\n1. A left"));
        assert_eq!(refused(b"1. A left"), "this is not a file that huarong has stored");
        assert_eq!(refused(b""), "this is not a file that huarong has stored");
    }

    #[test]
    fn a_newer_file_is_refused_with_both_versions() {
        let mut newer = bytes();
        newer[9..11].copy_from_slice(&[2, 1]);
        assert_eq!(
            refused(&newer),
            "this file has format version 258, and only version 1 can be read: use a newer huarong"
        );
    }

    #[test]
    fn a_file_of_another_kind_is_refused() {
        let mut other = bytes();
        other[8] = b'C';
        assert_eq!(refused(&other), "this is a huarong file of kind `C`, not a solution (`S`)");
    }

    #[test]
    fn a_file_cut_short_anywhere_is_refused() {
        let whole = bytes();
        for end in 0..whole.len() {
            assert!(decode(&whole[..end]).is_err(), "cut at {end}");
        }
        let text = refused(&whole[..whole.len() - 1]);
        let [got, should] = [whole.len() - 1, whole.len()];
        assert_eq!(
            text,
            format!(
                "this file should have {should} bytes and has {got}: it is cut short or mixed up"
            )
        );
        let longer = [&whole[..], b"\n"].concat();
        assert!(refused(&longer).starts_with("this file should have "));
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let whole = bytes();
        for place in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[place / 8] ^= 1 << (place % 8);
            assert!(decode(&flipped).is_err(), "bit {place}");
        }
    }

    #[test]
    fn a_payload_that_lies_is_refused_though_its_checksum_is_right() {
        let whole = bytes();
        let payload = &whole[HEADER..whole.len() - CHECKSUM];
        assert_eq!(decode(&framed(payload)).ok(), Some(sample()));
        for (place, value, why) in [
            (0, 200, "UnexpectedEnd"),
            (6, 3, "there is no metric 3"),
            (7, 2, "InvalidBooleanValue"),
            (15, 200, "200 moves do not fit"),
            (19, 0, "a move goes nowhere"),
            (20, 4, "there is no direction 4"),
        ] {
            let mut lie = payload.to_vec();
            lie[place] = value;
            let told = refused(&framed(&lie));
            assert!(told.starts_with("this file makes no sense: "), "{told}");
            assert!(told.contains(why), "{place}: {told}");
        }
        let longer = [payload, &[0]].concat();
        assert_eq!(refused(&framed(&longer)), "this file makes no sense: 1 bytes are left over");
    }

    #[test]
    fn lengths_beyond_all_bounds_are_refused_before_anything_is_allocated() {
        // bincode writes 253 before a number of eight bytes.
        let huge = [&[253][..], &u64::MAX.to_le_bytes()].concat();
        assert!(refused(&framed(&huge)).starts_with("this file makes no sense"), "a puzzle");
        let moves = [&[0, 0, 0, 0, 0][..], &huge].concat();
        let told = refused(&framed(&moves));
        assert_eq!(told, format!("this file makes no sense: {} moves do not fit", u64::MAX));
        let path = [&[0, 0, 0, 0, 0, 1, 0, 0, 0][..], &huge].concat();
        assert!(refused(&framed(&path)).starts_with("this file makes no sense"), "a path");
    }

    #[test]
    fn what_could_not_be_read_is_not_written() {
        let mut long = sample();
        long.solution.moves[0].path = vec![Direction::Up; MAX_STEPS + 1];
        assert!(matches!(encode(&long), Err(StoredError::TooLarge { .. })));
        let mut idle = sample();
        idle.solution.moves[0].path.clear();
        assert!(matches!(encode(&idle), Err(StoredError::Malformed(_))));
        let huge = Stored { puzzle: "A".repeat(MAX_BYTES), ..sample() };
        assert!(matches!(encode(&huge), Err(StoredError::TooLarge { .. })));
    }
}
