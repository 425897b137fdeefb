//! What to do next.

use crate::control::{Observer, StopReason};
use crate::puzzle::PieceId;
use crate::sliding::SolveError;
use crate::solution::{Move, Position};

/// What is known of a position. The hints are parts of it, each giving away more than the one
/// before: [`distance`](Advice::distance), [`piece`](Advice::piece), [`next`](Advice::next), the
/// whole way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// A way to the goal.
    Way {
        /// Its moves; none where the puzzle is solved.
        moves: Vec<Move>,
        /// Whether it is proven that none is shorter.
        shortest: bool,
    },
    /// It is proven that the puzzle cannot be solved from here.
    Lost,
    /// Not found within the limits.
    Unknown {
        /// No solution from here is shorter.
        bound: u32,
        /// Which limit it was.
        reason: StopReason,
    },
}

impl Advice {
    /// How far it is to the goal, where that is proven.
    #[must_use]
    pub fn distance(&self) -> Option<usize> {
        match self {
            Advice::Way { moves, shortest: true } => Some(moves.len()),
            _ => None,
        }
    }

    /// The move to make, where there is one.
    #[must_use]
    pub fn next(&self) -> Option<&Move> {
        match self {
            Advice::Way { moves, .. } => moves.first(),
            _ => None,
        }
    }

    /// The piece to move.
    #[must_use]
    pub fn piece(&self) -> Option<PieceId> {
        self.next().map(|unit| unit.piece)
    }
}

/// Who can be asked for advice: a search, or a table that has been made beforehand.
pub trait Oracle: Send {
    /// What to do in this position. May take long; reports to the observer from time to time, and
    /// gives up when that says so.
    ///
    /// # Errors
    /// If the puzzle is beyond it.
    fn advise(
        &mut self,
        position: &Position<'_>,
        observer: Observer<'_>,
    ) -> Result<Advice, SolveError>;
}
