//! Knight's tours, and those of other leapers: every square of a board once.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use huarong::control::Outcome;
//! use huarong::graph::Leaper;
//! use huarong::tour::{self, Chessboard, TourKind, Options};
//!
//! let board = Chessboard::new(8, 8, Leaper::KNIGHT)?;
//! let closed = TourKind::Closed { start: None };
//! let report = tour::find(&board, closed, &Options::default(), &mut |_| ControlFlow::Continue(()))?;
//! let Outcome::Found(squares) = report.outcome else { panic!("there are many") };
//! assert_eq!(squares.len(), 64);
//!
//! let board = Chessboard::new(4, 1000, Leaper::KNIGHT)?;
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
//! [none](no_tour_reason()); a search that [backtracks](crate::backtrack::hamilton), where that is
//! short; narrow boards row by row, by what their frontier knows; large ones in strips that are
//! joined. The last two take time linear in the length and the size of the board.

mod board;
mod count;
mod existence;
mod find;
mod frontier;
mod strips;
#[cfg(test)]
mod tests;
mod verify;

pub use board::{
    Analysis, Chessboard, ChessboardError, MAX_SQUARES, Square, SquareError, SquareNumbering,
    TourKind, analyse,
};
pub use count::{TourCount, TourNumber, count};
pub use existence::{NoTourReason, no_tour_reason};
pub use find::{Method, Options, Report, check_memory, find, for_each_tour, roth};
pub use verify::{TourFlaw, verify};
