//! What a person writes: puzzles, their notations and collections, and solutions.

pub mod collection;
pub mod excerpt;
pub mod grid;
pub mod notation;
pub mod puzzle;
pub mod solution;
pub mod wrapping;
