//! How far every position of a component is from its nearest solution: in memory or in a file.
//!
//! What an [atlas](crate::atlas) is for all layouts of the classic frame, this is for the component
//! of any puzzle: an optimal solution from each of its positions without a search.

#[cfg(feature = "files")]
mod file;
#[cfg(test)]
mod tests;

use std::io;
#[cfg(feature = "files")]
use std::path::Path;

use thiserror::Error;

use crate::board::{Board, BoardError, UnpackedState};
use crate::control::{self, Monitor, Outcome};
#[cfg(feature = "files")]
use crate::file::WriteError;
use crate::puzzle::{Metric, Puzzle};
use crate::sliding::queries::{Queries, StateTable};
use crate::sliding::{BfsPurpose, Mirroring, SolveError, moves_between};
use crate::solution::{Solution, verify};

use super::Options;

/// How far every position that can be reached from a start is from the nearest solution.
pub struct Distances {
    puzzle: Puzzle,
    metric: Metric,
    mirroring: Mirroring,
    board: Board,
    queries: Queries,
    table: StateTable,
}

/// What the distances say of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DistanceAnswer {
    /// A shortest solution, replayed by the independent checker.
    Solved(Solution),
    /// Its start is not among the positions.
    OtherComponent,
    /// It differs in more than its start.
    OtherPuzzle,
}

/// Why distances cannot be read or used.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum DistancesError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The bytes do not begin as ours do.
    #[error("it does not hold distances")]
    Foreign,
    /// A version of the format that cannot be read.
    #[error("it has format version {got}, and only version {reads} can be read")]
    Version {
        /// The file's version.
        got: u16,
        /// The version that can be read.
        reads: u16,
    },
    /// It is cut short, or its checksum is wrong.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The board of its puzzle is too large for the packed states.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// No way leads on from a position that is not solved, or the checker refuses it: what the file
    /// says is not so.
    #[error("its distances contradict the rules of the puzzle")]
    Contradiction,
}

impl Distances {
    /// Finds the distances of everything that can be reached from the start of a puzzle;
    /// [`Outcome::Exhausted`] where it cannot be solved.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    ///
    /// # Complexity
    /// Time as for two searches by layers; memory 16 bytes a position, mirror images taken for one,
    /// where 64 bits hold a state, and 10 in the end.
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
        let (metric, mirroring, puzzle) = (options.metric, options.mirroring, puzzle.clone());
        Ok(Outcome::Found(Distances { puzzle, metric, mirroring, board, queries, table }))
    }

    /// Reads stored distances.
    ///
    /// # Errors
    /// Where the file cannot be read, holds no distances, is of another version, or is damaged.
    #[cfg(feature = "files")]
    pub fn open(path: &Path) -> Result<Self, DistancesError> {
        file::decode(&std::fs::read(path)?)
    }

    /// Stores the distances at `path`, at once or not at all.
    ///
    /// # Errors
    /// Where the file cannot be written.
    #[cfg(feature = "files")]
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        file::write(self, path)
    }

    /// What counts as one move.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// Number of positions, mirror images taken for one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.numbers.len()
    }

    /// Whether there are none, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.numbers.is_empty()
    }

    /// How far the start of a puzzle is from its nearest solution, if it is one of the positions.
    #[must_use]
    pub fn distance(&self, puzzle: &Puzzle) -> Option<u32> {
        let start = self.board.start_of(&Board::new(puzzle).ok()?)?;
        self.distance_of(&start).map(u32::from)
    }

    /// A shortest solution of a puzzle whose start is one of the positions, found by going from
    /// each to one that is nearer to a solution.
    ///
    /// # Errors
    /// Where that leads nowhere, as the distances are not what they are said to be.
    pub fn solve(&mut self, puzzle: &Puzzle) -> Result<DistanceAnswer, DistancesError> {
        let start = Board::new(puzzle).ok().and_then(|board| self.board.start_of(&board));
        let Some(start) = start else { return Ok(DistanceAnswer::OtherPuzzle) };
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
        let solution = Solution { metric: self.metric, moves: moves.into() };
        verify(puzzle, &solution).map_err(|_| DistancesError::Contradiction)?;
        Ok(DistanceAnswer::Solved(solution))
    }

    fn distance_of(&self, at: &UnpackedState) -> Option<u16> {
        let mut wanted = self.board.words(at);
        wanted.truncate(words_of(&self.board));
        let keys: &[u64] = &self.table.keys;
        let key = |place: usize| &keys[place * wanted.len()..(place + 1) * wanted.len()];
        let (mut from, mut to) = (0, self.len());
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

/// How many words a form takes in a table: what the format says, whatever a search uses.
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
