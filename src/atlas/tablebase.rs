//! The distances of all layouts, in memory or in a file.
//!
//! The file is a header of 32 bytes, then a byte a layout:
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | `HUARONGT` |
//! | 8, 9 | the version, 1 |
//! | 10 | the metric: 0 `move`, 1 `slide`, 2 `step` |
//! | 11 to 15 | zeros |
//! | 16 to 19 | the number of layouts, 29,334,498 |
//! | 20 to 23 | the CRC-32 of the distances |
//! | 24 to 27 | zeros |
//! | 28 to 31 | the CRC-32 of bytes 0 to 27 |
//! | from 32 | the distance of each layout to the exit, in the order of their codes; 255 for none |
//!
//! Numbers are little-endian.

use std::cmp::Ordering;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::file::container::{ContainerError, FileFormat};
use crate::file::{MappedFile, WriteError};
use crate::grid::Cell;
use crate::notation::layout::{CELLS, ClassicBlock};
use crate::notation::{CommonCode, NotRepresentable};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Move, Position, Solution, VerifyError, verify};

/// The byte of a layout from which no way leads out.
pub(super) const NO_WAY_OUT: u8 = u8::MAX;

/// How far every layout of the classic frame is from the exit.
///
/// It has an answer for a puzzle that a [`CommonCode`] can say: the 4×5 frame without walls and
/// gates, one 2×2 that shall go to the middle of the bottom and nothing else, and pieces of one or
/// two cells that may go every way. [`Tablebase::covers`] says what is in the way.
#[derive(Debug)]
pub struct Tablebase {
    metric: Metric,
    body: TablebaseBody,
}

/// A byte a layout, by rank.
#[derive(Debug)]
enum TablebaseBody {
    Memory(Vec<u8>),
    /// With the header in front.
    File(MappedFile),
}

/// How far it is to the exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Distance {
    /// The length of a shortest solution.
    Known(u32),
    /// There is no solution.
    NoWayOut,
    /// The tablebase does not say: the puzzle is not of this frame and goal.
    NotOfThisFrame,
}

/// What a tablebase makes of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TablebaseAnswer {
    /// A shortest solution, replayed by the independent checker.
    Solved(Solution),
    /// There is none.
    NoWayOut,
    /// The tablebase does not say, because of this.
    NotOfThisFrame(NotRepresentable),
}

/// Why a file was not opened as a tablebase.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum TablebaseError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins like something else.
    #[error("it is not a tablebase")]
    NotATablebase,
    /// A version that this program does not know.
    #[error("it is a tablebase of version {found}, and this program reads version {expected}")]
    Version {
        /// What the file says.
        found: u16,
        /// What would be read.
        expected: u16,
    },
    /// Its header, or what follows, is not what was written.
    #[error("the tablebase is damaged: {0}")]
    Damaged(&'static str),
}

/// Why a tablebase that was opened has no answer after all: it was not made by this program, or has
/// been changed in place since.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum TablebaseInconsistency {
    /// No neighbour of a layout is nearer to the exit.
    #[error(
        "the tablebase contradicts itself: no way leads on from a layout at distance {distance}"
    )]
    DeadEnd {
        /// What the file says of the layout.
        distance: u32,
    },
    /// The solution is none.
    #[error("the tablebase contradicts itself: the solution that it gives is wrong")]
    Wrong(#[source] Box<VerifyError>),
}

impl Tablebase {
    pub(super) const fn new(metric: Metric, distances: Vec<u8>) -> Self {
        Tablebase { metric, body: TablebaseBody::Memory(distances) }
    }

    /// Opens a stored tablebase. The system reads what is looked at.
    ///
    /// # Errors
    /// Where the file cannot be read, is no tablebase, is one of another version, or is damaged.
    ///
    /// # Complexity
    /// The whole file is read once, to be held against its checksum: some 10 ms.
    pub fn open(path: &Path) -> Result<Self, TablebaseError> {
        let (metric, mapped) = open(path)?;
        Ok(Tablebase { metric, body: TablebaseBody::File(mapped) })
    }

    /// Stores the tablebase at `path`, at once or not at all.
    ///
    /// # Errors
    /// Where the place is no regular file, or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        crate::file::write(path, &encode(self.metric, self.distances()))
    }

    /// What its distances are counted in.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Whether it has an answer for this puzzle, wherever its pieces stand.
    ///
    /// # Errors
    /// What keeps the puzzle from being one of this frame and goal.
    pub fn covers(&self, puzzle: &Puzzle) -> Result<(), NotRepresentable> {
        CommonCode::of(puzzle).map(drop)
    }

    /// How far a position is from the exit.
    ///
    /// # Complexity
    /// Some microseconds.
    #[must_use]
    pub fn distance(&self, position: &Position<'_>) -> Distance {
        match self.covers(position.puzzle()) {
            Ok(()) => distance(self.byte(position.puzzle(), position.anchors())),
            Err(_) => Distance::NotOfThisFrame,
        }
    }

    /// How far the layout of a code is from the exit; never [`Distance::NotOfThisFrame`].
    #[must_use]
    pub fn distance_of(&self, code: CommonCode) -> Distance {
        distance(self.distances()[code.rank() as usize])
    }

    /// A shortest solution of a puzzle: from neighbour to neighbour, each one unit nearer to the
    /// exit.
    ///
    /// # Errors
    /// If the file contradicts itself, so that it was not made by this program, or has been changed
    /// since it was opened.
    ///
    /// # Complexity
    /// Some microseconds a move, nearly all of it to tell the way of each and to replay it.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<TablebaseAnswer, TablebaseInconsistency> {
        if let Err(unsayable) = self.covers(puzzle) {
            return Ok(TablebaseAnswer::NotOfThisFrame(unsayable));
        }
        let solution = self.shortest(puzzle)?;
        Ok(solution.map_or(TablebaseAnswer::NoWayOut, TablebaseAnswer::Solved))
    }

    /// A shortest solution of a puzzle that the tablebase covers.
    fn shortest(&self, puzzle: &Puzzle) -> Result<Option<Solution>, TablebaseInconsistency> {
        let mut position = Position::start(puzzle);
        let mut moves = Vec::new();
        let mut left = match self.byte(puzzle, position.anchors()) {
            NO_WAY_OUT => return Ok(None),
            distance => distance,
        };
        while left > 0 {
            let dead_end = TablebaseInconsistency::DeadEnd { distance: left.into() };
            let unit = self.nearer(&position, left - 1).ok_or(dead_end)?;
            position.apply(&unit).expect("a legal move");
            moves.push(unit);
            left -= 1;
        }
        let solution = Solution { metric: self.metric, moves };
        verify(puzzle, &solution).map_err(|wrong| TablebaseInconsistency::Wrong(wrong.into()))?;
        Ok(Some(solution))
    }

    /// The first move to a layout at this distance.
    fn nearer(&self, at: &Position<'_>, distance: u8) -> Option<Move> {
        at.legal_moves(self.metric).into_iter().find(|unit| {
            let mut anchors = at.anchors().to_vec();
            anchors[unit.piece] = unit.to().expect("a legal move");
            self.byte(at.puzzle(), &anchors) == distance
        })
    }

    /// The byte of the layout with the pieces of a puzzle where `anchors` says.
    fn byte(&self, puzzle: &Puzzle, anchors: &[Cell]) -> u8 {
        let mut cells = [None; CELLS];
        for (piece, &anchor) in puzzle.pieces().iter().zip(anchors) {
            cells[puzzle.grid().index(anchor)] = ClassicBlock::of(&piece.shape);
        }
        self.distances()[CommonCode::rank_of(&cells) as usize]
    }

    /// A byte a layout, by rank.
    pub(super) fn distances(&self) -> &[u8] {
        match &self.body {
            TablebaseBody::Memory(distances) => distances,
            TablebaseBody::File(mapped) => &mapped[HEADER..],
        }
    }
}

const fn distance(byte: u8) -> Distance {
    match byte {
        NO_WAY_OUT => Distance::NoWayOut,
        distance => Distance::Known(distance as u32),
    }
}

const FORMAT: FileFormat =
    FileFormat { magic: b"HUARONGT", content: "a tablebase", version: 1, least: HEADER };

/// The bytes before the distances.
const HEADER: usize = 32;

/// The file with these distances.
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

/// Maps a file that is whole, and reads its metric.
fn open(path: &Path) -> Result<(Metric, MappedFile), TablebaseError> {
    let mapped = MappedFile::open(path)?;
    let metric = check(&mapped)?;
    Ok((metric, mapped))
}

/// The metric of a file that is whole.
fn check(bytes: &[u8]) -> Result<Metric, TablebaseError> {
    let damaged = TablebaseError::Damaged;
    FORMAT.check_header(bytes, bytes.len() as u64).map_err(|error| match error {
        ContainerError::Version { got, reads } => {
            TablebaseError::Version { found: got, expected: reads }
        }
        ContainerError::Length { .. } => damaged("it ends within its header"),
        _ => TablebaseError::NotATablebase,
    })?;
    let (header, distances) = bytes.split_at(HEADER);
    let metric = Metric::from_number(header[10]);
    let metric = metric.ok_or(damaged("it counts in no metric that there is"))?;
    match distances.len().cmp(&(CommonCode::COUNT as usize)) {
        Ordering::Less => Err(damaged("it ends too early")),
        Ordering::Greater => Err(damaged("there is something behind its end")),
        // All that a header can say of these distances.
        Ordering::Equal if *header != self::header(metric, distances) => {
            Err(damaged("its checksum is wrong"))
        }
        Ordering::Equal => Ok(metric),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a file of which the header was changed so, with its checksum made to fit.
    fn altered(bytes: &[u8], at: usize, byte: u8) -> String {
        let mut bytes = bytes.to_vec();
        bytes[at] = byte;
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
        check(&bytes).expect_err("it was changed").to_string()
    }

    #[test]
    fn whatever_is_wrong_with_a_file_is_said() {
        let whole = encode(Metric::Step, &vec![3; CommonCode::COUNT as usize]);
        assert_eq!(check(&whole).expect("it is whole"), Metric::Step);
        let damaged = |bytes: &[u8]| check(bytes).expect_err("it is damaged").to_string();
        assert_eq!(damaged(b""), "it is not a tablebase");
        assert_eq!(damaged(b"A A .\nB . .\n\ngoal:\n. . .\n. A A\n"), "it is not a tablebase");
        assert_eq!(damaged(&whole[..20]), "the tablebase is damaged: it ends within its header");
        let short = &whole[..whole.len() - 1];
        assert_eq!(damaged(short), "the tablebase is damaged: it ends too early");
        let long = [&whole[..], &[0]].concat();
        assert_eq!(damaged(&long), "the tablebase is damaged: there is something behind its end");
        let mut flipped = whole.clone();
        flipped[HEADER + 12_345_678] ^= 1;
        assert_eq!(damaged(&flipped), "the tablebase is damaged: its checksum is wrong");
        let newer = "it is a tablebase of version 2, and this program reads version 1";
        assert_eq!(altered(&whole, 8, 2), newer);
        let metric = "the tablebase is damaged: it counts in no metric that there is";
        assert_eq!(altered(&whole, 10, 3), metric);
        for at in [11, 16, 20, 24] {
            let checksum = "the tablebase is damaged: its checksum is wrong";
            assert_eq!(altered(&whole, at, 0x5A), checksum, "byte {at}");
        }
    }
}
