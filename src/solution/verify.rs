//! A whole solution, replayed from the start.

use std::fmt;

use thiserror::Error;

use super::{IllegalMove, Move, Position, Solution, apply, is_solved, unmet};
use crate::grid::Cell;
use crate::puzzle::{Metric, Puzzle};

/// What a replay has found, of a solution that does solve its puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verified {
    /// What its length is counted in.
    pub metric: Metric,
    /// Its length in its metric, to the very end.
    pub length: usize,
    /// The cells that its pieces travel together, to the very end.
    pub steps: usize,
    /// After how many moves the puzzle is solved for the first time: all of them, or fewer where
    /// the solution goes on for no need.
    pub solved_after: usize,
}

impl Verified {
    /// How many moves follow after the puzzle is solved.
    #[must_use]
    pub const fn surplus(&self) -> usize {
        self.length - self.solved_after
    }
}

/// What is wrong with a solution.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Wrong {
    /// A move that cannot be made.
    #[error("{metric} {number}: {why}")]
    Illegal {
        /// The first move that is wrong, from 1.
        number: usize,
        /// The solution's metric.
        metric: Metric,
        /// The move itself.
        unit: Move,
        /// Why it cannot be made. Part of the message, hence not its source.
        why: IllegalMove,
    },
    /// All moves can be made, and the puzzle is not solved.
    #[error("after {} the puzzle is not solved: {}", .metric.count(*.length), Lacking(.unmet))]
    Unsolved {
        /// The solution's metric.
        metric: Metric,
        /// How many moves it has.
        length: usize,
        /// What is missing, of the goal that lacks the least.
        unmet: Vec<Unmet>,
    },
}

/// A piece that has not reached its target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmet {
    /// The piece's letter and name.
    pub piece: String,
    /// Where its anchor stands.
    pub stands: Cell,
    /// Where its anchor, or that of a piece alike, has to be.
    pub target: Cell,
}

/// The first missing targets, in words.
struct Lacking<'a>(&'a [Unmet]);

impl fmt::Display for Lacking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        for (i, Unmet { piece, stands, target }) in self.0.iter().take(SHOWN).enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{piece} stands at {stands} and must reach {target}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, ", and {more} more"),
        }
    }
}

/// Replays a solution from the puzzle's start, by the rules alone.
///
/// A solution may go on after the puzzle is solved; its moves must still be legal, and
/// [`Verified::surplus`] tells how many there are. It says nothing about whether a shorter solution
/// exists.
///
/// # Errors
/// The first move that cannot be made, or what is missing if the puzzle is never solved.
///
/// # Complexity
/// Moves × (targets × pieces + cells of a piece × steps of a path).
pub fn verify(puzzle: &Puzzle, solution: &Solution) -> Result<Verified, Wrong> {
    let metric = solution.metric;
    let mut position = Position::start(puzzle);
    let mut solved_after = is_solved(&position).then_some(0);
    for (number, unit) in (1..).zip(&solution.moves) {
        make(&mut position, metric, unit).map_err(|why| Wrong::Illegal {
            number,
            metric,
            unit: unit.clone(),
            why,
        })?;
        if solved_after.is_none() && is_solved(&position) {
            solved_after = Some(number);
        }
    }
    let length = solution.len();
    match solved_after {
        Some(solved_after) => {
            Ok(Verified { metric, length, steps: solution.steps(), solved_after })
        }
        None => Err(Wrong::Unsolved { metric, length, unmet: missing(&position) }),
    }
}

/// Makes a move that must be one unit of `metric`.
fn make(position: &mut Position<'_>, metric: Metric, unit: &Move) -> Result<(), IllegalMove> {
    let piece = position.puzzle().pieces().get(unit.piece);
    if let Some(piece) = piece.filter(|_| !unit.path.is_empty() && !unit.is_unit(metric)) {
        return Err(IllegalMove::NotAUnit { piece: piece.label(), metric });
    }
    apply(position, unit)
}

fn missing(position: &Position<'_>) -> Vec<Unmet> {
    let describe = |piece: usize, target| Unmet {
        piece: position.puzzle().pieces()[piece].label(),
        stands: position.anchor(piece),
        target,
    };
    unmet(position).iter().map(|target| describe(target.piece, target.anchor)).collect()
}
