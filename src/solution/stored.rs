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
//! bytes change, the version of the format goes up and the old reader stays. A newer file is
//! refused, with both version numbers.
//!
//! # Trust
//! A checksum finds damage, not lies: replay what you read with [`verify`](super::verify()).
//! Reading takes memory in proportion to the bytes that are there, whatever they claim.

#[cfg(feature = "files")]
use std::fs::File;
use std::io;
#[cfg(feature = "files")]
use std::io::Read;
#[cfg(feature = "files")]
use std::path::Path;
use std::path::PathBuf;

use bincode::config::{self, Config};
use bincode::{BorrowDecode, Encode};
use thiserror::Error;

use super::moves::{MAX_STEPS, Move, Solution};
use crate::file::container::{self, ContainerError, FileFormat};
#[cfg(feature = "files")]
use crate::file::{self, WriteError};
use crate::grid::{Cell, Direction};
use crate::puzzle::text::ParseError;
use crate::puzzle::{Metric, Puzzle};

/// What a file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSolution {
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

impl StoredSolution {
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
    /// The bytes are not of such a file, or not as they were written.
    #[error(transparent)]
    Container(#[from] ContainerError),
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

const FORMAT: FileFormat =
    FileFormat { magic: b"HUARONG\0S", content: "a solution", version: 1, least: FRAME };

/// What is not payload: header, length and checksum.
const FRAME: usize = 11 + 8 + 4;

/// Whether these bytes are a stored file, of whatever kind or version, and not text. The first
/// eight are enough to know.
#[must_use]
pub fn is_stored(bytes: &[u8]) -> bool {
    container::is_container(bytes)
}

/// Stores a solution at `path`: writes it beside its place, has it on the disk, and only then gives
/// it its name. If anything fails, what was there before is there still. A link is followed; a
/// file that is replaced hands its permissions on.
///
/// # Errors
/// Where the solution is too large, the place is no regular file, or it cannot be written.
#[cfg(feature = "files")]
pub fn write_file(path: &Path, stored: &StoredSolution) -> Result<(), StoredError> {
    file::write(path, &encode(stored)?).map_err(|error| match error {
        WriteError::NotAFile => StoredError::NotAFile(path.to_owned()),
        WriteError::Io(source) => {
            StoredError::Io { action: "write", path: path.to_owned(), source }
        }
    })
}

/// Reads a stored solution.
///
/// # Errors
/// Where the file cannot be read or is not a solution; it reads no more than [`MAX_BYTES`].
#[cfg(feature = "files")]
pub fn read_file(path: &Path) -> Result<StoredSolution, StoredError> {
    let failed = |source| StoredError::Io { action: "read", path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(failed)?;
    decode(&bytes)
}

/// The bytes of a stored solution.
///
/// # Errors
/// [`StoredError::TooLarge`] where [`decode`] would refuse them.
pub fn encode(stored: &StoredSolution) -> Result<Vec<u8>, StoredError> {
    let payload = to_payload(stored)?;
    if FRAME + payload.len() > MAX_BYTES {
        return Err(too_large("bytes", FRAME + payload.len(), MAX_BYTES));
    }
    Ok(FORMAT.wrap(&[&(payload.len() as u64).to_le_bytes(), &payload]))
}

/// The solution that the bytes store.
///
/// # Errors
/// What is wrong with them; whatever they are, it never panics.
///
/// # Complexity
/// The time and memory are in proportion to the length of `bytes`.
pub fn decode(bytes: &[u8]) -> Result<StoredSolution, StoredError> {
    if is_stored(bytes) && bytes.len() > MAX_BYTES {
        return Err(too_large("bytes", bytes.len(), MAX_BYTES));
    }
    let got = bytes.len() as u64;
    FORMAT.check_header(bytes, got)?;
    let length = bytes[FORMAT.header_len()..].first_chunk().map_or(0, |&l| u64::from_le_bytes(l));
    let expected = length.saturating_add(FRAME as u64);
    if expected != got {
        return Err(ContainerError::Length { got, expected }.into());
    }
    from_payload(&FORMAT.content_of(bytes)?[size_of_val(&length)..])
}

fn too_large(of: &'static str, got: usize, limit: usize) -> StoredError {
    StoredError::TooLarge { of, got: got as u64, limit: limit as u64 }
}

/// What comes first; the moves follow one by one.
#[derive(Encode, BorrowDecode)]
struct StoredHeader<'a> {
    puzzle: &'a str,
    metric: u8,
    proven: bool,
    algorithm: &'a str,
    states: u64,
    moves: u64,
}

#[derive(Encode, BorrowDecode)]
struct StoredMove<'a> {
    piece: u32,
    row: u8,
    column: u8,
    path: &'a [u8],
}

/// Fewer bytes than this no move takes.
const SMALLEST_UNIT: u64 = 5;

/// The place of each direction is its number in the files.
const DIRECTIONS: [Direction; 4] =
    [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

const fn form() -> impl Config {
    config::standard().with_limit::<MAX_BYTES>()
}

fn to_payload(stored: &StoredSolution) -> Result<Vec<u8>, StoredError> {
    let StoredSolution { puzzle, solution, proven, algorithm, states } = stored;
    if solution.steps() > MAX_STEPS {
        return Err(too_large("cells travelled", solution.steps(), MAX_STEPS));
    }
    let head = StoredHeader {
        puzzle,
        metric: solution.metric.number(),
        proven: *proven,
        algorithm,
        states: *states,
        moves: solution.len() as u64,
    };
    let mut payload = Vec::new();
    append(&mut payload, &head)?;
    for unit in &solution.moves {
        let Move { piece, from, path } = unit;
        if path.is_empty() {
            return Err(StoredError::Malformed("a move goes nowhere".to_owned()));
        }
        let path: Vec<u8> = path.iter().map(|&way| number(way)).collect();
        let piece = u32::try_from(*piece)
            .map_err(|_| too_large("pieces", *piece, usize::try_from(u32::MAX).unwrap_or(0)))?;
        append(
            &mut payload,
            &StoredMove { piece, row: from.row, column: from.column, path: &path },
        )?;
    }
    Ok(payload)
}

fn append(payload: &mut Vec<u8>, value: &impl Encode) -> Result<(), StoredError> {
    bincode::encode_into_std_write(value, payload, form())
        .map(|_| ())
        .map_err(|error| StoredError::Malformed(error.to_string()))
}

fn number(way: Direction) -> u8 {
    let mut numbers = (0..).zip(DIRECTIONS);
    numbers.find(|&(_, each)| each == way).expect("the table has all of them").0
}

fn from_payload(payload: &[u8]) -> Result<StoredSolution, StoredError> {
    let mut rest = payload;
    let head: StoredHeader<'_> = take(&mut rest)?;
    let metric = Metric::from_number(head.metric)
        .ok_or_else(|| malformed(format_args!("there is no metric {}", head.metric)))?;
    if head.moves > rest.len() as u64 / SMALLEST_UNIT {
        return Err(malformed(format_args!("{} moves do not fit", head.moves)));
    }
    let mut moves = Vec::new();
    let mut steps = 0;
    for _ in 0..head.moves {
        let unit: StoredMove<'_> = take(&mut rest)?;
        steps += unit.path.len();
        if steps > MAX_STEPS {
            return Err(too_large("cells travelled", steps, MAX_STEPS));
        }
        moves.push(to_move(&unit)?);
    }
    if !rest.is_empty() {
        return Err(malformed(format_args!("{} bytes are left over", rest.len())));
    }
    Ok(StoredSolution {
        puzzle: head.puzzle.to_owned(),
        solution: Solution { metric, moves },
        proven: head.proven,
        algorithm: head.algorithm.to_owned(),
        states: head.states,
    })
}

/// Takes a value off the front. Strings and bytes in it are borrowed, so that a length can claim
/// what it likes: nothing is allocated for it.
fn take<'a, T: BorrowDecode<'a, ()>>(rest: &mut &'a [u8]) -> Result<T, StoredError> {
    let (value, used) = bincode::borrow_decode_from_slice(rest, form())
        .map_err(|error| malformed(format_args!("{error}")))?;
    *rest = &rest[used..];
    Ok(value)
}

fn to_move(unit: &StoredMove<'_>) -> Result<Move, StoredError> {
    if unit.path.is_empty() {
        return Err(malformed(format_args!("a move goes nowhere")));
    }
    let way = |&byte: &u8| {
        let known = DIRECTIONS.get(usize::from(byte)).copied();
        known.ok_or_else(|| malformed(format_args!("there is no direction {byte}")))
    };
    let path = unit.path.iter().map(way).collect::<Result<_, _>>()?;
    let piece = usize::try_from(unit.piece)
        .map_err(|_| malformed(format_args!("there is no piece {}", unit.piece)))?;
    Ok(Move { piece, from: Cell::new(unit.row, unit.column), path })
}

fn malformed(what: std::fmt::Arguments<'_>) -> StoredError {
    StoredError::Malformed(what.to_string())
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};

    use super::*;

    fn sample() -> StoredSolution {
        let unit =
            |piece, path: &[Direction]| Move { piece, from: Cell::new(0, 0), path: path.to_vec() };
        let moves = vec![unit(0, &Direction::ALL), unit(300, &[Direction::Down])];
        StoredSolution {
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
        FORMAT.wrap(&[&(payload.len() as u64).to_le_bytes(), payload])
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
    fn a_payload_that_lies_is_refused_though_its_checksum_is_right() {
        let whole = bytes();
        let payload = &whole[19..whole.len() - 4];
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
    }

    fn numbered(states: u64) -> StoredSolution {
        StoredSolution { states, ..sample() }
    }

    /// The names of the files in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("a file").file_name().display().to_string()).collect()
    }

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("solution.huarong");
        for states in [1, 2] {
            write_file(&path, &numbered(states)).expect("it can be written");
            assert_eq!(read_file(&path).expect("it can be read"), numbered(states));
        }
        let huge = StoredSolution { puzzle: "A".repeat(MAX_BYTES), ..numbered(3) };
        assert!(matches!(write_file(&path, &huge), Err(StoredError::TooLarge { .. })));
        assert_eq!(read_file(&path).expect("it can be read"), numbered(2));
        assert_eq!(names(folder.path()), ["solution.huarong"]);
    }

    #[test]
    fn a_place_that_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = write_file(folder.path(), &numbered(1)).expect_err("a folder");
        assert!(matches!(error, StoredError::NotAFile(_)), "{error}");
        assert!(matches!(read_file(folder.path()), Err(StoredError::Io { .. })));
        let nowhere = folder.path().join("none").join("solution");
        let error = write_file(&nowhere, &numbered(1)).expect_err("no such folder");
        assert_eq!(error.to_string(), format!("cannot write {}", nowhere.display()));
        assert!(std::error::Error::source(&error).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("our own file");
        symlink(&file, &link).expect("links are known here");
        write_file(&link, &numbered(7)).expect("it can be written");
        assert!(fs::symlink_metadata(&link).expect("still there").is_symlink());
        assert_eq!(read_file(&file).expect("it can be read"), numbered(7));
        let mode = fs::metadata(&file).expect("still there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
