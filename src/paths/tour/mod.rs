//! Hamiltonian paths and cycles of graphs, maps and boards, each by a suitable method. A knight's
//! tour is a Hamiltonian path of the graph of the knight's moves.
//!
//! ```
//! use huarong::control::unobserved;
//!
//! use huarong::control::Limits;
//! use huarong::graph::{Constraints, EdgeDirection, Leaper, Shape};
//! use huarong::tour::{Chessboard, Method, PathGraph, PathProblem};
//!
//! let board = Chessboard::new(8, 8, Leaper::KNIGHT)?;
//! let closed = Constraints::default().with_shape(Shape::Cycle);
//! let undirected = EdgeDirection::Undirected;
//! let problem = PathProblem::new(PathGraph::Board(board), undirected, closed.clone());
//! let (tour, _) = problem.find(&Method::default(), &Limits::default(), &mut unobserved);
//! assert_eq!(tour.expect("there are many").len(), 64);
//!
//! let board = Chessboard::new(4, 1000, Leaper::KNIGHT)?;
//! let problem = PathProblem::new(PathGraph::Board(board), undirected, closed);
//! let (tour, _) = problem.find(&Method::default(), &Limits::default(), &mut unobserved);
//! assert_eq!(
//!     tour.expect_err("Schwenk").to_string(),
//!     "Schwenk's theorem: no board with a side of 4 has a closed knight's tour"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The search for a knight's tour tries four ways in this order: a theorem proves that [none
//! exists](NoPathReason); a [backtracking search](crate::backtrack::hamilton) finds a short tour;
//! a search by frontiers sweeps a narrow board row by row; the tours of strips of a large board are
//! joined. The last two take time linear in the length and the size of the board.

mod board;
mod budget;
mod count;
mod existence;
mod frontier;
mod problem;
mod strips;
#[cfg(test)]
mod tests;
mod text;

#[doc(no_inline)]
pub use crate::count::CountFolder;
pub use board::{
    Analysis, Chessboard, ChessboardError, MAX_SQUARES, SquareError, SquareNumbering, analyse,
};
pub use count::PathCount;
pub use existence::NoPathReason;
pub use problem::{ListingEnd, Method, NoPath, PathGraph, PathProblem};
#[cfg(feature = "cli")]
pub(crate) use text::{TourNotation, WrittenTour, parse_tour, parse_tours};
