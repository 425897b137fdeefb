//! Knight's tours, and those of other leapers: every square of a board once.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use huarong::control::Outcome;
//! use huarong::graph::Leaper;
//! use huarong::tour::{self, Board, Course, Options};
//!
//! let board = Board::new(8, 8, Leaper::KNIGHT)?;
//! let closed = Course::Closed { start: None };
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

mod analysis;
mod board;
mod count;
mod course;
mod effort;
mod existence;
mod find;
mod frontier;
#[cfg(test)]
mod laws;
mod links;
mod narrow;
mod search;
mod square;
mod strips;
mod symmetry;
mod verify;

pub use analysis::{Analysis, analyse};
pub use board::{Board, BoardError, MAX_SQUARES};
pub use count::{Tally, TourCount, count};
pub use course::Course;
pub use existence::{Reason, impossible};
pub use find::{Method, Options, Report, find};
pub use search::{all, roth};
pub use square::{Numbering, Square, SquareError};
pub use verify::{Flaw, verify};
