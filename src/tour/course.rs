//! Where a tour begins and ends.

use super::square::Square;

/// The kind of tour that is looked for, and where it begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// From a square to another.
    Open {
        /// The first square; any, where there is none.
        start: Option<Square>,
        /// The last square; any, where there is none.
        end: Option<Square>,
    },
    /// Round: from the last square the piece can move to the first.
    Closed {
        /// The square that is listed first.
        start: Option<Square>,
    },
}

impl Default for Course {
    fn default() -> Self {
        Course::Open { start: None, end: None }
    }
}

impl Course {
    /// The first square, where one is wanted.
    #[must_use]
    pub const fn start(self) -> Option<Square> {
        match self {
            Course::Open { start, .. } | Course::Closed { start } => start,
        }
    }

    /// The same course with each square turned into another.
    pub(super) fn map(self, turn: impl Fn(Square) -> Square) -> Self {
        match self {
            Course::Open { start, end } => {
                Course::Open { start: start.map(&turn), end: end.map(turn) }
            }
            Course::Closed { start } => Course::Closed { start: start.map(turn) },
        }
    }
}
