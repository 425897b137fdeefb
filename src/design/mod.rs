//! Puzzles that are made: random starts of numbered tiles, anywhere or so far from the goal.

mod tiles;

pub use tiles::{FrameError, Start, TileFrame};
