//! What a notation cannot say.

use thiserror::Error;

use crate::puzzle::Metric;
use crate::solution::IllegalMove;

/// What keeps a solution from being written in a notation.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Unsayable {
    /// Only slides and steps can be told by sign and cells.
    #[error("`fogleman` tells slides or steps, not {metric}s")]
    Metric {
        /// The solution's metric.
        metric: Metric,
    },
    /// A piece may go both ways, and a sign tells only one.
    #[error(
        "`fogleman` is for pieces that keep to one axis, and {piece} may leave its row and its column"
    )]
    TwoAxes {
        /// Letter and name of the piece.
        piece: String,
    },
    /// A move that does not follow one line, or none at all.
    #[error("move {number} is no straight line")]
    Bent {
        /// Its number, from 1.
        number: usize,
    },
    /// A move that cannot be made.
    #[error("move {number} cannot be made: {why}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// Why. Part of the message, hence not its source.
        why: IllegalMove,
    },
    /// A move that ends where it began, which no board shows.
    #[error("after move {number} {piece} stands where it stood")]
    Returns {
        /// Its number, from 1.
        number: usize,
        /// Letter and name of the piece.
        piece: String,
    },
}
