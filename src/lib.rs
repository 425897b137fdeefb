//! Solves sliding-block puzzles and proves the shortest solution.
#![warn(missing_docs)]

pub mod board;
pub mod collection;
pub mod control;
mod excerpt;
pub mod grid;
pub mod puzzle;
pub mod search;
pub mod sliding;
pub mod solution;

pub use control::{Limits, Outcome};
pub use puzzle::{Metric, Puzzle};
pub use sliding::{Algorithm, Mirroring, Options, Report, SolveError, Solver, solve};
pub use solution::Solution;
