//! Solves sliding-block puzzles and proves the shortest solution.
#![warn(missing_docs)]

pub mod grid;
pub mod puzzle;

pub use puzzle::Puzzle;
