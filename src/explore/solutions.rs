//! All shortest solutions of a puzzle, one by one.

use std::ops::ControlFlow;

use num_bigint::BigUint;

use crate::board::Board;
use crate::control::{self, Outcome, Watch};
use crate::puzzle::Puzzle;
use crate::sliding::{Mirroring, ground, moves_between};
use crate::solution::{Solution, verify};

use super::{ExploreError, Options};

/// What is known of all shortest solutions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllSolutions {
    /// How many moves each of them takes.
    pub length: usize,
    /// How many there are, as ways from layout to layout.
    pub count: BigUint,
}

/// Whether all of them were handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listed {
    /// All there are.
    All,
    /// The visitor has had enough.
    Some,
}

/// Hands out every shortest solution of a puzzle, each replayed by the independent checker, in an
/// order that is always the same. What is known of all comes first, to `begin`.
///
/// Two solutions are different where they come through different layouts: pieces that nobody can
/// tell apart are interchangeable, and the way that a piece takes in one move does not matter.
///
/// # Errors
/// If the board does not fit the solvers, or the checker refuses a solution, which would be a bug.
///
/// # Complexity
/// As [`solve`](crate::solve) takes, with 8 bytes for each state of one word; then, for each
/// solution, as long as it takes to replay it.
pub fn each_solution(
    puzzle: &Puzzle,
    options: &Options,
    observer: control::Observer<'_>,
    begin: &mut dyn FnMut(&AllSolutions),
    visit: &mut dyn FnMut(Solution) -> ControlFlow<()>,
) -> Result<Outcome<Listed>, ExploreError> {
    let mut board = Board::new(puzzle)?;
    if options.mirroring == Mirroring::Off {
        board = board.without_symmetry();
    }
    let mut ground = ground::for_board(&board, options.metric);
    let mut ways = match ground.shortest_ways(&mut Watch::new(options.limits, observer)) {
        Ok(Some(ways)) => ways,
        Ok(None) => return Ok(Outcome::Exhausted),
        Err(reason) => return Ok(Outcome::Stopped(reason)),
    };
    begin(&AllSolutions { length: ways.length(), count: ways.count().clone() });
    let (mut listed, mut wrong) = (Listed::All, None);
    ways.each(&mut |_, path| {
        let moves = moves_between(puzzle, &board, path, options.metric);
        let solution = Solution { metric: options.metric, moves };
        if let Err(error) = verify(puzzle, &solution) {
            wrong = Some(error);
            return ControlFlow::Break(());
        }
        let more = visit(solution);
        if more.is_break() {
            listed = Listed::Some;
        }
        more
    });
    match wrong {
        Some(wrong) => Err(ExploreError::Unverified(wrong.into())),
        None => Ok(Outcome::Found(listed)),
    }
}
