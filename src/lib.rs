//! Solves sliding-block puzzles and proves the shortest solution.
#![warn(missing_docs)]

pub mod board;
pub mod control;
mod excerpt;
pub mod grid;
pub mod puzzle;
pub mod search;
pub mod sliding;
pub mod solution;

pub use puzzle::Puzzle;
