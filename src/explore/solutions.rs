//! All shortest solutions of a puzzle, one by one.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::board::Board;
use crate::control::{self, Outcome, Watch};
use crate::puzzle::{Metric, Puzzle};
use crate::search::shortest::Ways;
use crate::sliding::queries::Queries;
use crate::sliding::{Mirroring, moves_between};
use crate::solution::{Solution, verify};

use super::{ExploreError, Options};

/// Every shortest solution of a puzzle, counted, to be gone through one by one.
///
/// Two solutions are different where they come through different layouts: pieces that nobody can
/// tell apart are interchangeable, and the way that a piece takes in one move does not matter.
pub struct Solutions {
    puzzle: Puzzle,
    board: Board,
    metric: Metric,
    queries: Queries,
    ways: Box<dyn Ways>,
}

/// Whether all solutions were handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// All there are.
    All,
    /// The visitor ended it.
    Some,
}

impl Solutions {
    /// Finds and counts them.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    ///
    /// # Complexity
    /// Time and memory are linear in the states nearer to the start than the nearest goal: 8 bytes
    /// for each, where 64 bits hold a state.
    pub fn find(
        puzzle: &Puzzle,
        options: &Options,
        observer: control::Observer<'_>,
    ) -> Result<Outcome<Solutions>, ExploreError> {
        let mut board = Board::new(puzzle)?;
        if options.mirroring == Mirroring::Off {
            board = board.without_symmetry();
        }
        let metric = options.metric;
        let mut watch = Watch::new(options.limits, observer);
        let mut queries = Queries::new(&board, metric);
        Ok(match queries.shortest_ways(&mut watch) {
            Ok(Some(ways)) => {
                Outcome::Found(Solutions { puzzle: puzzle.clone(), board, metric, queries, ways })
            }
            Ok(None) => Outcome::Exhausted,
            Err(reason) => Outcome::Stopped(reason),
        })
    }

    /// How many moves each of them takes.
    #[must_use]
    pub fn length(&self) -> usize {
        self.ways.length()
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        self.ways.count()
    }

    /// Hands out every solution, each replayed by the independent checker, in an order that is
    /// always the same, until the visitor breaks. For each, time as for replaying it.
    ///
    /// # Errors
    /// If the checker refuses a solution, which would be a bug.
    pub fn each(
        &mut self,
        visit: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Listed, ExploreError> {
        let Solutions { puzzle, board, metric, queries, ways } = self;
        let (mut listed, mut wrong) = (Listed::All, None);
        queries.go_each(&**ways, &mut |path| {
            let moves = moves_between(puzzle, board, path, *metric);
            let solution = Solution { metric: *metric, moves };
            if let Err(error) = verify(puzzle, &solution) {
                wrong = Some(error);
                return ControlFlow::Break(());
            }
            let more = visit(&solution);
            if more.is_break() {
                listed = Listed::Some;
            }
            more
        });
        wrong.map_or(Ok(listed), |wrong| Err(ExploreError::Unverified(wrong.into())))
    }
}
