//! Knight's tours, and those of other leapers: every square of a board once.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use huarong::control::Outcome;
//! use huarong::graph::Leaper;
//! use huarong::tour::{self, Board, TourKind, Options};
//!
//! let board = Board::new(8, 8, Leaper::KNIGHT)?;
//! let closed = TourKind::Closed { start: None };
//! let report = tour::find(&board, closed, &Options::default(), &mut |_| ControlFlow::Continue(()))?;
//! let Outcome::Found(squares) = report.outcome else { panic!("there are many") };
//! assert_eq!(squares.len(), 64);
//!
//! let board = Board::new(4, 1000, Leaper::KNIGHT)?;
//! let report = tour::find(&board, closed, &Options::default(), &mut |_| ControlFlow::Continue(()))?;
//! let reason = report.reason.expect("there is none");
//! assert_eq!(
//!     reason.to_string(),
//!     "Schwenk's theorem: no board with a side of 4 has a closed knight's tour"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Four ways to a tour, in the order in which they are tried: a sentence that says why there is
//! [none](impossible()); a search that [backtracks](crate::backtrack::hamilton), where that is
//! short; narrow boards row by row, by what their frontier knows; large ones in strips that are
//! joined. The last two take time linear in the length and the size of the board.

mod board;
mod budget;
mod count;
mod existence;
mod find;
mod frontier;
mod links;
mod narrow;
mod strips;
#[cfg(test)]
mod tests;
mod verify;

pub use board::{
    Analysis, Board, BoardError, MAX_SQUARES, Numbering, Square, SquareError, TourKind, analyse,
};
pub use count::{Tally, TourCount, count};
pub use existence::{Reason, impossible};
pub use find::{Method, Options, Report, all, find, room, roth};
pub use verify::{Flaw, verify};
