//! The distances of all layouts, in memory or in a file.

mod error;
mod file;
mod lines;
pub(super) mod place;

use std::path::Path;
use std::sync::LazyLock;

use super::layout::Layout;
use super::rank::RANKS;
use super::retrograde::NO_WAY_OUT;
use crate::file::{Mapped, WriteError};
use crate::notation::{CommonCode, NotRepresentable};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Position, Solution};

pub use error::{Contradiction, TablebaseError};

/// How far every layout of the classic frame is from the exit.
///
/// It has an answer for a puzzle that a [`CommonCode`] can say: the 4×5 frame without walls and
/// gates, one 2×2 that shall go to the middle of the bottom and nothing else, and pieces of one or
/// two cells that may go every way. [`Tablebase::covers`] says what is in the way.
#[derive(Debug)]
pub struct Tablebase {
    metric: Metric,
    body: Body,
}

/// A byte a layout, by rank.
#[derive(Debug)]
enum Body {
    Memory(Vec<u8>),
    /// With the header in front.
    File(Mapped),
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
pub enum Answer {
    /// A shortest solution, replayed by the independent checker.
    Solved(Solution),
    /// There is none.
    NoWayOut,
    /// The tablebase does not say, because of this.
    NotOfThisFrame(NotRepresentable),
}

impl Tablebase {
    pub(super) const fn new(metric: Metric, distances: Vec<u8>) -> Self {
        Tablebase { metric, body: Body::Memory(distances) }
    }

    /// Opens a stored tablebase. The system reads what is looked at.
    ///
    /// # Errors
    /// Where the file cannot be read, is no tablebase, is one of another version, or is damaged.
    ///
    /// # Complexity
    /// The whole file is read once, to be held against its checksum: some 10 ms.
    pub fn open(path: &Path) -> Result<Self, TablebaseError> {
        let (metric, mapped) = file::open(path)?;
        // Now, rather than at the first question.
        LazyLock::force(&RANKS);
        Ok(Tablebase { metric, body: Body::File(mapped) })
    }

    /// Stores the tablebase at `path`, at once or not at all.
    ///
    /// # Errors
    /// Where the place is no regular file, or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        crate::file::write(path, &file::encode(self.metric, self.distances()))
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
        if self.covers(position.puzzle()).is_err() {
            return Distance::NotOfThisFrame;
        }
        place::layout(position).map_or(Distance::NotOfThisFrame, |layout| self.of_layout(layout))
    }

    /// How far the layout of a code is from the exit; never [`Distance::NotOfThisFrame`].
    #[must_use]
    pub fn distance_of(&self, code: CommonCode) -> Distance {
        self.of_layout(Layout::of(code))
    }

    /// A shortest solution of a puzzle: from neighbour to neighbour, each one unit nearer to the exit.
    ///
    /// # Errors
    /// If the file contradicts itself, so that it was not made by this program, or has been changed
    /// since it was opened.
    ///
    /// # Complexity
    /// Some microseconds a move, nearly all of it to tell the way of each and to replay it.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Answer, Contradiction> {
        if let Err(unsayable) = self.covers(puzzle) {
            return Ok(Answer::NotOfThisFrame(unsayable));
        }
        lines::solve(self, puzzle)
    }

    fn of_layout(&self, layout: Layout) -> Distance {
        match self.byte(layout) {
            NO_WAY_OUT => Distance::NoWayOut,
            distance => Distance::Known(distance.into()),
        }
    }

    fn byte(&self, layout: Layout) -> u8 {
        self.distances()[RANKS.rank(layout) as usize]
    }

    /// A byte a layout, by rank.
    fn distances(&self) -> &[u8] {
        match &self.body {
            Body::Memory(distances) => distances,
            Body::File(mapped) => &mapped[file::HEADER..],
        }
    }
}

#[cfg(test)]
mod tests;
