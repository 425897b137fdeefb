//! The distances of all layouts, in memory or in a file.

use std::path::Path;
use std::sync::LazyLock;

use thiserror::Error;

use super::layout::{Kind, Layout, cell};
use super::rank::RANKS;
use super::retrograde::NO_WAY_OUT;
use super::stored::{self, TablebaseError};
use crate::file::{Mapped, WriteError};
use crate::notation::{CommonCode, NotRepresentable};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Move, Position, Solution, Wrong, apply, legal_moves, verify};

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

/// Why a tablebase that was opened has no answer after all: it was not made by this program, or has
/// been changed in place since.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Contradiction {
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
    Wrong(#[source] Box<Wrong>),
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
        let (metric, mapped) = stored::open(path)?;
        // Now, rather than at the first question.
        LazyLock::force(&RANKS);
        Ok(Tablebase { metric, body: Body::File(mapped) })
    }

    /// Stores the tablebase at `path`, at once or not at all.
    ///
    /// # Errors
    /// Where the place is no regular file, or it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        crate::file::write(path, &stored::encode(self.metric, self.distances()))
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
        match Layout::of(position) {
            Some(layout) => distance(self.byte(RANKS.rank(layout))),
            None => Distance::NotOfThisFrame,
        }
    }

    /// How far the layout of a code is from the exit; never [`Distance::NotOfThisFrame`].
    #[must_use]
    pub fn distance_of(&self, code: CommonCode) -> Distance {
        distance(self.byte(code.rank()))
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
        let mut position = Position::start(puzzle);
        let mut layout = Layout::of(&position).expect("the tablebase covers the puzzle");
        let mut moves = Vec::new();
        let mut left = match self.byte(RANKS.rank(layout)) {
            NO_WAY_OUT => return Ok(Answer::NoWayOut),
            distance => distance,
        };
        while left > 0 {
            let nearer = self.nearer(&position, layout, left - 1);
            let dead_end = Contradiction::DeadEnd { distance: left.into() };
            let (unit, next) = nearer.ok_or(dead_end)?;
            apply(&mut position, &unit).expect("a legal move");
            moves.push(unit);
            (layout, left) = (next, left - 1);
        }
        let solution = Solution { metric: self.metric, moves };
        verify(puzzle, &solution).map_err(|wrong| Contradiction::Wrong(wrong.into()))?;
        Ok(Answer::Solved(solution))
    }

    /// The first move to a layout at this distance.
    fn nearer(&self, at: &Position<'_>, layout: Layout, distance: u8) -> Option<(Move, Layout)> {
        legal_moves(at, self.metric).into_iter().find_map(|unit| {
            let kind = Kind::of(&at.puzzle().pieces()[unit.piece].shape)?;
            let next = layout.with(kind, cell(unit.from)).with(kind, cell(unit.to()?));
            (self.byte(RANKS.rank(next)) == distance).then_some((unit, next))
        })
    }

    fn byte(&self, rank: u32) -> u8 {
        self.distances()[rank as usize]
    }

    /// A byte a layout, by rank.
    pub(super) fn distances(&self) -> &[u8] {
        match &self.body {
            Body::Memory(distances) => distances,
            Body::File(mapped) => &mapped[stored::HEADER..],
        }
    }
}

const fn distance(byte: u8) -> Distance {
    match byte {
        NO_WAY_OUT => Distance::NoWayOut,
        distance => Distance::Known(distance as u32),
    }
}
