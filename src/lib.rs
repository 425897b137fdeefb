//! Solves sliding-block puzzles and proves the shortest solution.
#![warn(missing_docs)]

pub mod collection;
pub mod grid;
pub mod puzzle;
pub mod solution;

pub use puzzle::Puzzle;
