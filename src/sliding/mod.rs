//! A puzzle as a state space: the only place where board and search meet.
//!
//! [`solve`] is the short way; a [`Solver`] keeps its memory from one search to the next and reports
//! progress.

mod engine;
mod options;
pub(crate) mod queries;
mod reconstruct;
pub(crate) mod spaces;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use thiserror::Error;

use crate::board::{Board, BoardError};
use crate::control::{Observer, Outcome};
use crate::puzzle::{Metric, Puzzle};
use crate::search::{Search, Statistics};
use crate::solution::{Solution, Wrong, verify};

pub use crate::search::Order;
pub use options::{Algorithm, Mirroring, Options};

use engine::Engine;

pub(crate) use reconstruct::{anchors, moved, moves as moves_between};

/// What became of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// A solution, the proof that there is none, or why the search ended.
    pub outcome: Outcome<Solution>,
    /// Whether the solution is proven to be a shortest one.
    pub optimal: bool,
    /// No solution is shorter than this, in units of the metric; `None` where there is none at all.
    pub bound: Option<u32>,
    /// What the search took.
    pub statistics: Statistics,
}

/// Why a puzzle could not be solved, one way or the other.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The board is too large for the packed states.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The independent checker refused the solution that was found: a bug in this program.
    #[error("the solution found does not pass the independent check; please report this bug")]
    Unverified(#[source] Box<Wrong>),
}

/// Solves a puzzle: by default breadth-first, which proves the shortest solution, in `move`s.
///
/// The solution has been replayed by an independent checker.
///
/// # Errors
/// If the board does not fit the solvers: see [`BoardError`].
///
/// # Complexity
/// Time and memory are linear in the states nearer to the start than the solution: about 30 ns and
/// 20 bytes for each, where 64 bits hold a state.
pub fn solve(puzzle: &Puzzle, options: &Options) -> Result<Report, SolveError> {
    Solver::new(puzzle, options)?.solve()
}

/// A puzzle compiled for searching, with memory that one search leaves to the next.
pub struct Solver {
    puzzle: Puzzle,
    board: Board,
    options: Options,
    engine: Box<dyn Engine>,
}

impl Solver {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If the board does not fit the solvers: see [`BoardError`].
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, SolveError> {
        let mut board = Board::new(puzzle)?;
        if options.mirroring == Mirroring::Off {
            board = board.without_symmetry();
        }
        let engine = engine::for_board(&board, options);
        Ok(Solver { puzzle: puzzle.clone(), board, options: *options, engine })
    }

    /// The compiled board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Searches for a solution, replays it with the independent checker, and reports.
    ///
    /// # Errors
    /// If the checker refuses what was found, which would be a bug.
    pub fn solve(&mut self) -> Result<Report, SolveError> {
        self.solve_watched(&mut |_| ControlFlow::Continue(()))
    }

    /// The same under the eyes of an observer, which is told of the progress and may stop it.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_watched(&mut self, observer: Observer<'_>) -> Result<Report, SolveError> {
        let Search { outcome, statistics } = self.search(observer);
        let proves_shortest = self.options.algorithm.proves_shortest();
        let solution = outcome.map(|path| {
            let moves = reconstruct::moves(&self.puzzle, &self.board, &path, self.options.metric);
            Solution { metric: self.options.metric, moves }
        });
        if let Outcome::Found(solution) = &solution {
            verify(&self.puzzle, solution).map_err(|wrong| SolveError::Unverified(wrong.into()))?;
        }
        let bound = match &solution {
            Outcome::Exhausted => None,
            Outcome::Found(solution) if proves_shortest => u32::try_from(solution.len()).ok(),
            Outcome::Stopped(_) if proves_shortest => Some(statistics.depth + 1),
            Outcome::Found(_) | Outcome::Stopped(_) => Some(0),
        };
        let optimal = proves_shortest && matches!(solution, Outcome::Found(_));
        Ok(Report { outcome: solution, optimal, bound, statistics })
    }

    /// Searches for a solution and reports the way there as positions, the start first, without
    /// turning it into moves: what a benchmark measures.
    pub fn search(&mut self, observer: Observer<'_>) -> Search<crate::board::Arrangement> {
        let Solver { options, engine, .. } = self;
        engine.search(options.algorithm, &options.limits, observer)
    }

    /// The unit that lengths are counted in.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.options.metric
    }
}
