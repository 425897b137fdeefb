//! A table of the distances of all layouts, in memory or in a file.
//!
//! The file is a header of 32 bytes, then one byte per layout:
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 7 | `HUARONGT` |
//! | 8, 9 | the version, 1 |
//! | 10 | the metric: 0 `move`, 1 `slide`, 2 `step` |
//! | 11 to 15 | zeros |
//! | 16 to 19 | the number of layouts, 29,334,498 |
//! | 20 to 23 | the CRC-32 of the distances |
//! | 24 to 27 | zeros |
//! | 28 to 31 | the CRC-32 of bytes 0 to 27 |
//! | from 32 | the distance of each layout from the exit, in the order of their codes; 255 if unsolvable |
//!
//! Numbers are little-endian.

use std::cmp::Ordering;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::file::container::{ContainerError, FileFormat};
use crate::file::{MappedFile, WriteError};
use crate::grid::Cell;
use crate::notation::classic::{CELLS, ClassicBlock};
use crate::notation::{CommonCode, NotRepresentable};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Move, Position, Solution, VerifyError, verify};

/// The byte of an unsolvable layout.
pub const NO_WAY_OUT: u8 = u8::MAX;

/// The distance of every layout of the classic frame from the exit.
///
/// It covers the puzzles that a [`CommonCode`] can represent: a 4×5 frame without walls and gates,
/// one 2×2 that must reach the middle of the bottom, and pieces of one or two cells that move
/// freely.
#[derive(Debug)]
pub struct Tablebase {
    metric: Metric,
    body: TablebaseBody,
}

/// One byte per layout, by rank.
#[derive(Debug)]
enum TablebaseBody {
    Memory(Vec<u8>),
    /// The mapped file, with its header.
    File(MappedFile),
}

/// Result of looking up a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TablebaseAnswer {
    /// A shortest solution, replayed by the independent checker.
    Solved(Solution),
    /// No solution exists.
    NoWayOut,
    /// Unknown: the tablebase does not cover the puzzle, for this reason.
    NotOfThisFrame(NotRepresentable),
}

/// Error of opening a tablebase.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum TablebaseError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file has another format.
    #[error("it is not a tablebase")]
    NotATablebase,
    /// The file has a version that this program does not know.
    #[error("it is a tablebase of version {found}, and this program reads version {expected}")]
    Version {
        /// Version of the file.
        found: u16,
        /// Version that this program reads.
        expected: u16,
    },
    /// The header or the distances have been changed.
    #[error("the tablebase is damaged: {0}")]
    Damaged(&'static str),
}

/// Inconsistent distances: this program did not write the file, or the file was changed after it
/// was opened.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum TablebaseInconsistency {
    /// No neighbour of a layout is closer to the exit.
    #[error(
        "inconsistent tablebase: no neighbour of a layout at distance {distance} is closer to the exit"
    )]
    DeadEnd {
        /// Stored distance of the layout.
        distance: u32,
    },
    /// The checker rejects the solution.
    #[error("inconsistent tablebase: the checker rejects its solution")]
    Wrong(#[source] Box<VerifyError>),
}

impl Tablebase {
    pub(super) const fn new(metric: Metric, distances: Vec<u8>) -> Self {
        Tablebase {
            metric,
            body: TablebaseBody::Memory(distances),
        }
    }

    /// Opens a stored tablebase and maps it into memory.
    ///
    /// # Errors
    /// If the file cannot be read, is not a tablebase, has another version, or is damaged.
    ///
    /// # Complexity
    /// Reads the whole file once for its checksum, in about 10 ms.
    pub fn open(path: &Path) -> Result<Self, TablebaseError> {
        let mapped = MappedFile::open(path)?;
        Ok(Tablebase {
            metric: check(&mapped)?,
            body: TablebaseBody::File(mapped),
        })
    }

    /// Writes the tablebase to `path`, completely or not at all.
    ///
    /// # Errors
    /// If `path` is not a regular file, or cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        crate::file::write(path, &encode(self.metric, self.distances()))
    }

    /// Returns the unit of the distances.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the distance of a layout from the exit; `None` if it is unsolvable.
    pub fn distance_of(&self, code: CommonCode) -> Option<u32> {
        let byte = self.distances()[code.rank() as usize];
        (byte != NO_WAY_OUT).then_some(byte.into())
    }

    /// Returns a shortest solution of a puzzle: each move leads to a neighbour one unit closer to
    /// the exit.
    ///
    /// # Errors
    /// If the distances are inconsistent.
    ///
    /// # Complexity
    /// A few microseconds per move, most of them to find its path and to replay it.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<TablebaseAnswer, TablebaseInconsistency> {
        if let Err(not_covered) = CommonCode::of(puzzle) {
            return Ok(TablebaseAnswer::NotOfThisFrame(not_covered));
        }
        let solution = self.shortest(puzzle)?;
        Ok(solution.map_or(TablebaseAnswer::NoWayOut, TablebaseAnswer::Solved))
    }

    /// Returns a shortest solution of a covered puzzle.
    fn shortest(&self, puzzle: &Puzzle) -> Result<Option<Solution>, TablebaseInconsistency> {
        let mut position = Position::start(puzzle);
        let mut moves = Vec::new();
        let mut left = match self.byte(puzzle, position.anchors()) {
            NO_WAY_OUT => return Ok(None),
            distance => distance,
        };
        while left > 0 {
            let dead_end = TablebaseInconsistency::DeadEnd {
                distance: left.into(),
            };
            let unit = self.nearer(&position, left - 1).ok_or(dead_end)?;
            position.apply(&unit).expect("a legal move");
            moves.push(unit);
            left -= 1;
        }
        let solution = Solution {
            metric: self.metric,
            moves: moves.into(),
        };
        verify(puzzle, &solution).map_err(|wrong| TablebaseInconsistency::Wrong(wrong.into()))?;
        Ok(Some(solution))
    }

    /// Returns the first move to a layout at this distance.
    fn nearer(&self, at: &Position<'_>, distance: u8) -> Option<Move> {
        at.legal_moves(self.metric).into_iter().find(|unit| {
            let mut anchors = at.anchors().to_vec();
            anchors[unit.piece] = unit.to().expect("a legal move");
            self.byte(at.puzzle(), &anchors) == distance
        })
    }

    /// Returns the byte of the layout with the pieces of a puzzle at `anchors`.
    fn byte(&self, puzzle: &Puzzle, anchors: &[Cell]) -> u8 {
        let mut cells = [None; CELLS];
        for (piece, &anchor) in puzzle.pieces().iter().zip(anchors) {
            cells[puzzle.grid().index(anchor)] = ClassicBlock::of(&piece.shape);
        }
        self.distances()[CommonCode::rank_of(&cells) as usize]
    }

    /// Returns one byte per layout, by rank.
    pub(super) fn distances(&self) -> &[u8] {
        match &self.body {
            TablebaseBody::Memory(distances) => distances,
            TablebaseBody::File(mapped) => &mapped[HEADER..],
        }
    }
}

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONGT",
    content: "a tablebase",
    version: 1,
    least: HEADER,
};

/// Size of the header in bytes.
const HEADER: usize = 32;

/// Returns the bytes of a file with these distances.
fn encode(metric: Metric, distances: &[u8]) -> Vec<u8> {
    let mut bytes = header(metric, distances);
    bytes.reserve_exact(distances.len());
    bytes.extend(distances);
    bytes
}

fn header(metric: Metric, distances: &[u8]) -> Vec<u8> {
    let mut header = FORMAT.header();
    header.push(metric.number());
    header.resize(16, 0);
    header.extend(CommonCode::COUNT.to_le_bytes());
    header.extend(crc32fast::hash(distances).to_le_bytes());
    header.resize(28, 0);
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header
}

/// Checks the bytes of a file and returns its metric.
fn check(bytes: &[u8]) -> Result<Metric, TablebaseError> {
    let damaged = TablebaseError::Damaged;
    FORMAT
        .check_header(bytes, bytes.len() as u64)
        .map_err(|error| match error {
            ContainerError::Version { got, reads } => TablebaseError::Version {
                found: got,
                expected: reads,
            },
            ContainerError::Length { .. } => damaged("its header is incomplete"),
            _ => TablebaseError::NotATablebase,
        })?;
    let (header, distances) = bytes.split_at(HEADER);
    let metric = Metric::from_number(header[10]);
    let metric = metric.ok_or(damaged("its metric is unknown"))?;
    match distances.len().cmp(&(CommonCode::COUNT as usize)) {
        Ordering::Less => Err(damaged("it is incomplete")),
        Ordering::Greater => Err(damaged("there is data after its end")),
        Ordering::Equal if *header != self::header(metric, distances) => {
            Err(damaged("its checksum is wrong"))
        }
        Ordering::Equal => Ok(metric),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of a file whose header has this byte changed and its checksum updated.
    fn altered(bytes: &[u8], at: usize, byte: u8) -> String {
        let mut bytes = bytes.to_vec();
        bytes[at] = byte;
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
        check(&bytes).expect_err("it was changed").to_string()
    }

    #[test]
    fn each_damage_of_a_file_is_reported() {
        let whole = encode(Metric::Step, &vec![3; CommonCode::COUNT as usize]);
        assert_eq!(check(&whole).expect("it is whole"), Metric::Step);
        let damaged = |bytes: &[u8]| check(bytes).expect_err("it is damaged").to_string();
        assert_eq!(damaged(b""), "it is not a tablebase");
        assert_eq!(
            damaged(b"A A .\nB . .\n\ngoal:\n. . .\n. A A\n"),
            "it is not a tablebase"
        );
        assert_eq!(
            damaged(&whole[..20]),
            "the tablebase is damaged: its header is incomplete"
        );
        let short = &whole[..whole.len() - 1];
        assert_eq!(damaged(short), "the tablebase is damaged: it is incomplete");
        let long = [&whole[..], &[0]].concat();
        assert_eq!(
            damaged(&long),
            "the tablebase is damaged: there is data after its end"
        );
        let mut flipped = whole.clone();
        flipped[HEADER + 12_345_678] ^= 1;
        assert_eq!(
            damaged(&flipped),
            "the tablebase is damaged: its checksum is wrong"
        );
        let newer = "it is a tablebase of version 2, and this program reads version 1";
        assert_eq!(altered(&whole, 8, 2), newer);
        assert_eq!(
            altered(&whole, 10, 3),
            "the tablebase is damaged: its metric is unknown"
        );
        for at in [11, 16, 20, 24] {
            let checksum = "the tablebase is damaged: its checksum is wrong";
            assert_eq!(altered(&whole, at, 0x5A), checksum, "byte {at}");
        }
    }
}
