//! The distance of each state of a component to its nearest goal, in memory or in a file.
//!
//! As an [atlas](crate::atlas) for all layouts of the classic frame, the distances of a component
//! yield an optimal solution from each state without a search.
//!
//! # The file
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `D`, distances |
//! | 9, 10 | the version of the format: 1 |
//! | 11 | the metric: 0 `move`, 1 `slide`, 2 `step` |
//! | 12 | 1 if mirror images are one state, else 0 |
//! | 13–16 | the length of the puzzle's text |
//! | 17–24 | the number of positions |
//! | then | the text |
//! | then | the words of the canonical forms, 8 bytes each; the forms are in order |
//! | then | the distance of each, 2 bytes |
//! | last 4 | the CRC-32 of everything before |
//!
//! Numbers are little-endian. A canonical form is what `src/sliding/board/mod.rs` says it is.

use std::io;
use std::io::{BufWriter, Write};
use std::path::Path;

use thiserror::Error;

use crate::board::{Board, BoardError, UnpackedState};
use crate::control::{self, Monitor, Outcome};
use crate::file::WriteError;
use crate::file::container::{ContainerError, FileFormat};
use crate::puzzle::{Metric, Puzzle};
use crate::sliding::spaces::{Queries, StateTable};
use crate::sliding::{BfsPurpose, Mirroring, SolveError, moves_between};
use crate::solution::{Solution, verify};

use super::Options;

/// The distance of each reachable state to the nearest goal.
pub struct Distances {
    puzzle: Puzzle,
    metric: Metric,
    mirroring: Mirroring,
    board: Board,
    queries: Queries,
    table: StateTable,
}

debug_fields!(Distances, metric, mirroring);

/// The result of a lookup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DistanceAnswer {
    /// A shortest solution, replayed by the independent checker.
    Solved(Solution),
    /// The start is in another component.
    OtherComponent,
    /// The puzzle differs in more than its start.
    OtherPuzzle,
}

/// Reason why distances cannot be read or used.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum DistancesError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file holds no distances.
    #[error("it does not hold distances")]
    Foreign,
    /// The version of the format is unknown.
    #[error("it has format version {got}, and only version {reads} can be read")]
    Version {
        /// The file's version.
        got: u16,
        /// The version that can be read.
        reads: u16,
    },
    /// The file is cut short, or its checksum is wrong.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The board is too large for the packed states.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A state before the goal has no successor nearer to one, or the checker rejects the solution.
    #[error("its distances contradict the rules of the puzzle")]
    Contradiction,
}

impl Distances {
    /// Finds the distances of all reachable states; [`Outcome::Exhausted`] if no goal is reachable.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    ///
    /// # Complexity
    /// Time is that of two searches by layers. Memory is 16 bytes a state, mirror images counted
    /// once, if 64 bits hold a state, and 10 at the end.
    pub fn find(
        puzzle: &Puzzle,
        options: &Options,
        observer: control::Observer<'_>,
    ) -> Result<Outcome<Distances>, SolveError> {
        let board = BfsPurpose::Layers.board(puzzle, options.mirroring)?;
        let mut queries = Queries::new(&board, options.metric);
        let mut watch = Monitor::new(options.limits, observer);
        let table = match queries.distances(words_of(&board), &mut watch) {
            Ok(table) if table.numbers.is_empty() => return Ok(Outcome::Exhausted),
            Ok(table) => table,
            Err(reason) => return Ok(Outcome::Stopped(reason)),
        };
        let metric = options.metric;
        let mirroring = options.mirroring;
        let puzzle = puzzle.clone();
        Ok(Outcome::Found(Distances {
            puzzle,
            metric,
            mirroring,
            board,
            queries,
            table,
        }))
    }

    /// Reads stored distances.
    ///
    /// # Errors
    /// If the file cannot be read, holds no distances, has another version, or is damaged.
    pub fn open(path: &Path) -> Result<Self, DistancesError> {
        decode(&std::fs::read(path)?)
    }

    /// Stores the distances at `path`, atomically.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        FORMAT.write(path, |out| write_content(self, out))
    }

    /// Returns the unit of the distances.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of states, mirror images counted once.
    pub fn len(&self) -> usize {
        self.table.numbers.len()
    }

    /// Returns `false`: a component has at least one state.
    pub fn is_empty(&self) -> bool {
        self.table.numbers.is_empty()
    }

    /// Returns the distance of the start of a puzzle, if it is one of the states.
    pub fn distance(&self, puzzle: &Puzzle) -> Option<u32> {
        let start = self.board.start_from(&Board::new(puzzle).ok()?)?;
        self.distance_of(&start).map(u32::from)
    }

    /// Returns a shortest solution of a puzzle whose start is one of the states. Each move leads to
    /// a state nearer to a goal.
    ///
    /// # Errors
    /// If the distances are wrong.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<DistanceAnswer, DistancesError> {
        let start = Board::new(puzzle)
            .ok()
            .and_then(|board| self.board.start_from(&board));
        let Some(start) = start else {
            return Ok(DistanceAnswer::OtherPuzzle);
        };
        let Some(mut distance) = self.distance_of(&start) else {
            return Ok(DistanceAnswer::OtherComponent);
        };
        let mut path = vec![start];
        while distance > 0 {
            distance -= 1;
            let mut onward = self.queries.successors(&path[path.len() - 1]).into_iter();
            let next = onward.find(|at| self.distance_of(at) == Some(distance));
            path.push(next.ok_or(DistancesError::Contradiction)?);
        }
        let moves = moves_between(puzzle, &self.board, &path, self.metric);
        let solution = Solution {
            metric: self.metric,
            moves: moves.into(),
        };
        verify(puzzle, &solution).map_err(|_| DistancesError::Contradiction)?;
        Ok(DistanceAnswer::Solved(solution))
    }

    fn distance_of(&self, at: &UnpackedState) -> Option<u16> {
        let mut wanted = self.board.words(at);
        wanted.truncate(words_of(&self.board));
        let keys: &[u64] = &self.table.keys;
        let key = |place: usize| &keys[place * wanted.len()..(place + 1) * wanted.len()];
        let mut from = 0;
        let mut to = self.len();
        while from < to {
            let middle = usize::midpoint(from, to);
            match key(middle).cmp(&wanted[..]) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Equal => return Some(self.table.numbers[middle]),
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        None
    }
}

/// Returns the number of words of a form in the table, as the format defines it.
fn words_of(board: &Board) -> usize {
    match (board.cells(), board.bits().div_ceil(64)) {
        (..=32, 1) => 1,
        (..=64, ..=2) => 2,
        (..=64, 3) => 3,
        (..=64, _) => 5,
        (_, ..=4) => 4,
        (_, _) => 10,
    }
}

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0D",
    content: "distances",
    version: 1,
    least: 11 + 14 + 4,
};

fn write_content(distances: &Distances, out: &mut dyn Write) -> io::Result<()> {
    let Distances {
        puzzle,
        metric,
        mirroring,
        table,
        ..
    } = distances;
    let text = puzzle.to_string();
    // Numbers are summed up faster many at a time.
    let mut out = BufWriter::with_capacity(1 << 16, out);
    out.write_all(&[
        metric.number(),
        u8::from(*mirroring == Mirroring::Canonical),
    ])?;
    let length = u32::try_from(text.len()).expect("a frame of 127 cells a side");
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&(table.numbers.len() as u64).to_le_bytes())?;
    out.write_all(text.as_bytes())?;
    table
        .keys
        .iter()
        .try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
    table
        .numbers
        .iter()
        .try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
    out.flush()
}

/// The bytes still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, bytes: usize) -> Result<&'a [u8], DistancesError> {
        let (taken, rest) = self
            .0
            .split_at_checked(bytes)
            .ok_or(DistancesError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DistancesError> {
        Ok(self.take(N)?.try_into().expect("so many were taken"))
    }
}

/// Decodes distances. Memory is proportional to the number of bytes, not to the lengths in them.
fn decode(bytes: &[u8]) -> Result<Distances, DistancesError> {
    let damaged = DistancesError::Damaged;
    let mut rest = Rest(FORMAT.content_of(bytes).map_err(refusal)?);
    let [metric, mirrored] = rest.array()?;
    let metric = Metric::from_number(metric).ok_or(damaged("there is no such metric"))?;
    let mirroring = match mirrored {
        0 => Mirroring::Off,
        1 => Mirroring::Canonical,
        _ => return Err(damaged("mirror images are one or they are not")),
    };
    let length = u32::from_le_bytes(rest.array()?) as usize;
    let positions = usize::try_from(u64::from_le_bytes(rest.array()?))
        .map_err(|_| damaged("it ends too early"))?;
    let text = std::str::from_utf8(rest.take(length)?).map_err(|_| damaged("it has no puzzle"))?;
    let puzzle: Puzzle = text
        .parse()
        .map_err(|_| damaged("its puzzle makes no sense"))?;
    let board = BfsPurpose::Layers.board(&puzzle, mirroring)?;
    let queries = Queries::new(&board, metric);
    let words = words_of(&board);
    let expected = (8 * words + 2).checked_mul(positions);
    if positions == 0 || expected != Some(rest.0.len()) {
        return Err(damaged("it has not as many positions as it says"));
    }
    let keys = rest.take(8 * words * positions)?.as_chunks::<8>().0;
    let keys: Vec<u64> = keys
        .iter()
        .map(|&bytes| u64::from_le_bytes(bytes))
        .collect();
    let in_order = keys.chunks(words).is_sorted_by(|one, next| one < next);
    if !in_order {
        return Err(damaged("its positions are not in order"));
    }
    let numbers = rest.0.as_chunks::<2>().0;
    let numbers = numbers
        .iter()
        .map(|&bytes| u16::from_le_bytes(bytes))
        .collect();
    let table = StateTable { keys, numbers };
    Ok(Distances {
        puzzle,
        metric,
        mirroring,
        board,
        queries,
        table,
    })
}

fn refusal(error: ContainerError) -> DistancesError {
    match error {
        ContainerError::Foreign | ContainerError::Kind { .. } => DistancesError::Foreign,
        ContainerError::Version { got, reads } => DistancesError::Version { got, reads },
        ContainerError::Length { .. } => DistancesError::Damaged("it ends too early"),
        ContainerError::Checksum => DistancesError::Damaged("its checksum is wrong"),
        ContainerError::Io(error) => DistancesError::Io(error),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;

    const RED_DONKEY: &str = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/puzzles/klotski/red-donkey.txt"
    ));

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    fn find(puzzle: &Puzzle, metric: Metric) -> Distances {
        let options = Options {
            metric,
            ..Options::default()
        };
        let go_on = &mut |_: &control::Progress| ControlFlow::Continue(());
        match Distances::find(puzzle, &options, go_on).expect("it fits") {
            Outcome::Found(distances) => distances,
            Outcome::Exhausted | Outcome::Stopped(_) => panic!("it can be solved"),
        }
    }

    #[test]
    fn every_position_of_the_component_is_solved_without_a_search() {
        let start = puzzle(RED_DONKEY);
        let mut distances = find(&start, Metric::Move);
        assert_eq!(distances.distance(&start), Some(81));
        let Ok(DistanceAnswer::Solved(solution)) = distances.solve(&start) else {
            panic!("it is known")
        };
        assert_eq!(solution.len(), 81);
        // From everywhere on the way, and from its mirror images.
        let mut position = crate::solution::Position::start(&start);
        for (done, unit) in solution.iter().enumerate() {
            let title = start.title().clone();
            let there = start
                .starting_at(position.anchors(), title, start.best())
                .expect("no gates");
            assert_eq!(distances.distance(&there), u32::try_from(81 - done).ok());
            position.apply(&unit).expect("a legal move");
        }
        let letters = RED_DONKEY.replace('A', "Z");
        assert_eq!(
            distances.distance(&puzzle(&letters)),
            Some(81),
            "letters do not matter"
        );
    }

    #[test]
    fn what_is_stored_is_read_back() {
        let start = puzzle(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/puzzles/klotski/pennant.txt"
        )));
        for metric in Metric::ALL {
            let distances = find(&start, metric);
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("distances");
            distances.write(&path).expect("it can be written");
            let mut read = Distances::open(&path).expect("it can be read");
            assert_eq!((read.metric(), read.len()), (metric, 1398));
            assert_eq!(read.table, distances.table);
            let Ok(DistanceAnswer::Solved(solution)) = read.solve(&start) else {
                panic!("it is known")
            };
            assert_eq!(
                u32::try_from(solution.len()).ok(),
                start_optimum(&start, metric)
            );
        }
    }

    fn start_optimum(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
        let report = crate::sliding::solve(
            puzzle,
            &crate::sliding::Options {
                metric,
                ..crate::sliding::Options::default()
            },
        );
        report.expect("it fits").bound
    }

    #[test]
    fn other_puzzles_and_other_components_are_told_apart() {
        let mut distances = find(
            &puzzle("A B .\n. # .\n\ngoal:\n. . A\n. # .\n"),
            Metric::Move,
        );
        let answer = distances.solve(&puzzle("A B .\n. # .\n\ngoal:\nB . .\n. # .\n"));
        assert_eq!(answer.expect("no file"), DistanceAnswer::OtherPuzzle);
        // Round the wall in the middle of the bottom no piece gets past another.
        let answer = distances.solve(&puzzle("B A .\n. # .\n\ngoal:\n. . A\n. # .\n"));
        assert_eq!(answer.expect("no file"), DistanceAnswer::OtherComponent);
    }

    #[test]
    fn what_cannot_be_solved_has_no_distances() {
        let go_on = &mut |_: &control::Progress| ControlFlow::Continue(());
        let stuck = puzzle("A # .\n\ngoal:\n. # A\n");
        let found = Distances::find(&stuck, &Options::default(), go_on).expect("it fits");
        assert!(matches!(found, Outcome::Exhausted));
    }

    #[test]
    fn damaged_files_are_refused_and_lies_found_out() {
        let start = puzzle("A B .\n. . .\n\ngoal:\n. . A\n. . .\n");
        let distances = find(&start, Metric::Step);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("distances");
        distances.write(&path).expect("there is room");
        let whole = std::fs::read(&path).expect("it is there");
        assert!(decode(&whole).is_ok());
        for length in 0..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length} bytes");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x40;
            assert!(decode(&bytes).is_err(), "byte {at}");
        }
        assert!(matches!(decode(b"A B .\n"), Err(DistancesError::Foreign)));
        // All positions said to be one step from a solution.
        let mut lying = distances;
        lying.table.numbers.fill(1);
        assert!(matches!(
            lying.solve(&start),
            Err(DistancesError::Contradiction)
        ));
    }
}
