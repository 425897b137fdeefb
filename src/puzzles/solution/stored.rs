//! Solutions as files: a header, the payload, a checksum.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `S`, a solution |
//! | 9–10 | the version of the format, little-endian: 1 |
//! | 11–18 | the length of the payload, little-endian |
//! | 19– | the payload, in bincode's standard form |
//! | last 4 | the CRC-32 of everything before, little-endian |
//!
//! The payload is the puzzle's text, the metric (0 move, 1 slide, 2 step, 3 push), whether the
//! solution is proven to be shortest, the name of the algorithm, the number of states it visited,
//! the number of moves, and then each move: the piece, the row and the column of its anchor, and
//! its path, a byte for each cell (0 up, 1 left, 2 right, 3 down).
//!
//! # Stability
//! Every version of this crate reads the files of all earlier ones. A change of the bytes increases
//! the version of the format and keeps the old reader. A reader refuses a newer file with an error
//! that gives both versions.
//!
//! # Trust
//! A checksum detects damage, not forgery: [`verify`](super::verify()) a solution that you read.
//! The memory that reading takes is proportional to the actual bytes, not to the lengths in them.

use std::{borrow::Cow, fmt};

use bincode::{
    BorrowDecode, Decode, Encode,
    config::{self, Config},
    de::BorrowDecoder,
    enc::Encoder,
    error::{DecodeError, EncodeError},
};
use thiserror::Error;

use super::{MAX_STEPS, Move, MoveList, Solution};
use crate::{
    file::container::{self, ContainerError, FileFormat},
    grid::{Cell, Direction},
    puzzle::{Metric, Puzzle, text::ParseError},
};

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StoredSolution {
    /// The puzzle as the text of a puzzle file, the display form of [`Puzzle`].
    pub puzzle: String,
    /// Its solution.
    pub solution: Solution,
    /// Whether the search has proven that no solution is shorter.
    pub proven: bool,
    /// The name of the algorithm that found it: `bfs`.
    pub algorithm: String,
    /// The number of states that the search visited.
    pub states: u64,
}

impl StoredSolution {
    /// Creates it from its parts.
    pub const fn new(
        puzzle: String,
        solution: Solution,
        proven: bool,
        algorithm: String,
        states: u64,
    ) -> Self {
        StoredSolution {
            puzzle,
            solution,
            proven,
            algorithm,
            states,
        }
    }

    /// Parses the puzzle.
    ///
    /// # Errors
    /// If the text is not a puzzle.
    pub fn puzzle(&self) -> Result<Puzzle, ParseError> {
        self.puzzle.parse()
    }
}

/// Reason why a solution cannot be stored or read back.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum StoredError {
    /// The bytes are not of such a file, or damaged.
    #[error(transparent)]
    Container(#[from] ContainerError),
    /// The payload is malformed, although its checksum is right.
    #[error("malformed solution file: {0}")]
    Malformed(String),
    /// The solution is too large for a file.
    #[error("a stored solution may have {limit} {of}, not {got}")]
    TooLarge {
        /// The counted things.
        of: &'static str,
        /// Their number.
        got: u64,
        /// The largest allowed number.
        limit: u64,
    },
}

/// The largest number of bytes of a stored solution.
pub const MAX_BYTES: usize = 1 << 27;

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0S",
    content: "a solution",
    version: 1,
    least: OVERHEAD_BYTES,
};

/// The number of bytes that are not payload: header, length and checksum.
const OVERHEAD_BYTES: usize = 11 + 8 + 4;

/// Whether these bytes are a stored file of any kind and version rather than text, by the first
/// eight.
pub fn is_stored(bytes: &[u8]) -> bool {
    container::is_container(bytes)
}

/// Encodes a stored solution.
///
/// # Errors
/// [`StoredError::TooLarge`] if [`decode`] would refuse the bytes.
pub fn encode(stored: &StoredSolution) -> Result<Vec<u8>, StoredError> {
    let payload = to_payload(stored)?;
    if OVERHEAD_BYTES + payload.len() > MAX_BYTES {
        return Err(too_large(
            "bytes",
            OVERHEAD_BYTES + payload.len(),
            MAX_BYTES,
        ));
    }
    Ok(FORMAT.wrap(&[&(payload.len() as u64).to_le_bytes(), &payload]))
}

/// Decodes a stored solution.
///
/// # Errors
/// If the bytes are not a stored solution. It does not panic for any bytes.
///
/// # Complexity
/// Time and memory are proportional to the length of `bytes`.
pub fn decode(bytes: &[u8]) -> Result<StoredSolution, StoredError> {
    if is_stored(bytes) && bytes.len() > MAX_BYTES {
        return Err(too_large("bytes", bytes.len(), MAX_BYTES));
    }
    let got = bytes.len() as u64;
    FORMAT.check_header(bytes, got)?;
    let length = bytes[FORMAT.header_len()..]
        .first_chunk()
        .map_or(0, |&l| u64::from_le_bytes(l));
    let expected = length.saturating_add(OVERHEAD_BYTES as u64);
    if expected != got {
        return Err(ContainerError::Length { got, expected }.into());
    }
    from_payload(&FORMAT.content_of(bytes)?[size_of_val(&length)..])
}

fn too_large(of: &'static str, got: usize, limit: usize) -> StoredError {
    StoredError::TooLarge {
        of,
        got: got as u64,
        limit: limit as u64,
    }
}

/// The payload.
#[derive(Encode, BorrowDecode)]
struct Payload<'a> {
    puzzle: &'a str,
    metric: u8,
    proven: bool,
    algorithm: &'a str,
    states: u64,
    moves: MoveList,
}

/// A move in the payload.
#[derive(Encode, BorrowDecode)]
struct StoredMove<'a> {
    piece: u32,
    row: u8,
    column: u8,
    path: Cow<'a, [u8]>,
}

/// The number of moves, then each move.
impl Encode for MoveList {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        (self.len() as u64).encode(encoder)?;
        for Move {
            piece,
            from: Cell { row, column },
            path,
        } in self
        {
            if path.is_empty() {
                return Err(EncodeError::Other("a move has an empty path"));
            }
            let piece = u32::try_from(piece)
                .map_err(|_| EncodeError::Other("the number of a piece exceeds 32 bits"))?;
            StoredMove {
                piece,
                row,
                column,
                path: path.into_iter().map(|direction| direction as u8).collect(),
            }
            .encode(encoder)?;
        }
        Ok(())
    }
}

/// Borrows the paths and adds the moves one by one, so that no length in the bytes determines an
/// allocation.
impl<'de, C> BorrowDecode<'de, C> for MoveList {
    fn borrow_decode<D: BorrowDecoder<'de, Context = C>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        let mut moves = MoveList::default();
        for _ in 0..u64::decode(decoder)? {
            let StoredMove {
                piece,
                row,
                column,
                path,
            } = StoredMove::borrow_decode(decoder)?;
            let path = path
                .iter()
                .map(|&number| {
                    Direction::ALL
                        .get(usize::from(number))
                        .copied()
                        .ok_or_else(|| {
                            DecodeError::OtherString(format!("direction {number} does not exist"))
                        })
                })
                .collect::<Result<Vec<Direction>, _>>()?;
            if path.is_empty() {
                return Err(DecodeError::Other("a move has an empty path"));
            }
            if moves.steps() + path.len() > MAX_STEPS {
                let message = format!("the pieces travel more than {MAX_STEPS} cells");
                return Err(DecodeError::OtherString(message));
            }
            moves.push(&Move {
                piece: piece as usize,
                from: Cell::new(row, column),
                path,
            });
        }
        Ok(moves)
    }
}

const fn form() -> impl Config {
    // The limit counts a number with its full width, of which the file may have only one byte.
    config::standard().with_limit::<{ 4 * MAX_BYTES }>()
}

fn to_payload(stored: &StoredSolution) -> Result<Vec<u8>, StoredError> {
    let StoredSolution {
        puzzle,
        solution,
        proven,
        algorithm,
        states,
    } = stored;
    if solution.steps() > MAX_STEPS {
        return Err(too_large("cells travelled", solution.steps(), MAX_STEPS));
    }
    let payload = Payload {
        puzzle,
        metric: solution.metric.number(),
        proven: *proven,
        algorithm,
        states: *states,
        moves: solution.moves.clone(),
    };
    bincode::encode_to_vec(&payload, form()).map_err(|error| match error {
        EncodeError::Other(why) => malformed(&why),
        error => malformed(&error),
    })
}

fn from_payload(payload: &[u8]) -> Result<StoredSolution, StoredError> {
    let (
        Payload {
            puzzle,
            metric,
            proven,
            algorithm,
            states,
            moves,
        },
        used,
    ) = bincode::borrow_decode_from_slice(payload, form()).map_err(|error| match error {
        DecodeError::Other(why) => malformed(&why),
        DecodeError::OtherString(why) => malformed(&why),
        error => malformed(&error),
    })?;
    if used < payload.len() {
        return Err(malformed(&format_args!(
            "{} bytes are left over",
            payload.len() - used
        )));
    }
    let metric = Metric::from_number(metric)
        .ok_or_else(|| malformed(&format_args!("metric {metric} does not exist")))?;
    Ok(StoredSolution {
        puzzle: puzzle.to_owned(),
        solution: Solution { metric, moves },
        proven,
        algorithm: algorithm.to_owned(),
        states,
    })
}

fn malformed(why: &impl fmt::Display) -> StoredError {
    StoredError::Malformed(why.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> StoredSolution {
        let unit = |piece, path: &[Direction]| Move {
            piece,
            from: Cell::new(0, 0),
            path: path.to_vec(),
        };
        let moves = vec![unit(0, &Direction::ALL), unit(300, &[Direction::Down])];
        StoredSolution {
            puzzle: "A 曹".to_owned(),
            solution: Solution {
                metric: Metric::Slide,
                moves: moves.into(),
            },
            proven: true,
            algorithm: "bfs".to_owned(),
            states: 12_031,
        }
    }

    fn bytes() -> Vec<u8> {
        encode(&sample()).expect("a small solution")
    }

    /// Returns a payload with the right header and checksum.
    fn framed(payload: &[u8]) -> Vec<u8> {
        FORMAT.wrap(&[&(payload.len() as u64).to_le_bytes(), payload])
    }

    fn refused(bytes: &[u8]) -> String {
        decode(bytes)
            .expect_err("bytes that make no sense")
            .to_string()
    }

    #[test]
    fn stored_solutions_and_texts_are_distinguished() {
        assert!(is_stored(&bytes()));
        assert!(is_stored(b"HUARONG\0"));
        assert!(!is_stored(b"HUARONG"));
        assert!(!is_stored(b"HUARONG\n1. A left"));
        assert_eq!(
            refused(b"1. A left"),
            "this is not a file that huarong has stored"
        );
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
    fn a_malformed_payload_is_refused_though_its_checksum_is_right() {
        let whole = bytes();
        let payload = &whole[19..whole.len() - 4];
        assert_eq!(decode(&framed(payload)).ok(), Some(sample()));
        for (place, value, why) in [
            (0, 200, "UnexpectedEnd"),
            (6, 4, "metric 4 does not exist"),
            (7, 2, "InvalidBooleanValue"),
            (15, 200, "UnexpectedEnd"),
            (19, 0, "a move has an empty path"),
            (20, 4, "direction 4 does not exist"),
        ] {
            let mut lie = payload.to_vec();
            lie[place] = value;
            let told = refused(&framed(&lie));
            assert!(told.starts_with("malformed solution file: "), "{told}");
            assert!(told.contains(why), "{place}: {told}");
        }
        let longer = [payload, &[0]].concat();
        assert_eq!(
            refused(&framed(&longer)),
            "malformed solution file: 1 bytes are left over"
        );
    }

    #[test]
    fn huge_lengths_are_refused_before_any_allocation() {
        // bincode writes 253 before a number of eight bytes.
        let huge = [&[253][..], &u64::MAX.to_le_bytes()].concat();
        assert!(
            refused(&framed(&huge)).starts_with("malformed solution file"),
            "a puzzle"
        );
        let moves = [&[0, 0, 0, 0, 0][..], &huge].concat();
        assert!(
            refused(&framed(&moves)).starts_with("malformed solution file"),
            "moves"
        );
        let path = [&[0, 0, 0, 0, 0, 1, 0, 0, 0][..], &huge].concat();
        assert!(
            refused(&framed(&path)).starts_with("malformed solution file"),
            "a path"
        );
    }

    #[test]
    fn a_solution_that_could_not_be_read_is_not_written() {
        let with_path = |path| {
            let mut stored = sample();
            stored.solution.moves.push(&Move {
                piece: 0,
                from: Cell::new(0, 0),
                path,
            });
            encode(&stored)
        };
        let long = vec![Direction::Up; MAX_STEPS + 1];
        assert!(matches!(with_path(long), Err(StoredError::TooLarge { .. })));
        assert!(matches!(
            with_path(Vec::new()),
            Err(StoredError::Malformed(_))
        ));
    }
}
