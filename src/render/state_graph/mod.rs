//! State graphs, positions and the moves between them, for programs that draw and analyse graphs.
//!
//! Positions are numbered from 0 in the order in which they come, and moves name them so. Nothing is
//! kept: however large the graph, it is written position by position and move by move.

mod dot;
mod graphml;
#[cfg(test)]
mod tests;

pub use dot::dot;
pub use graphml::graphml;

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it looks like, drawn as text of one or more lines.
    pub drawing: String,
    /// How far from the start it is; the start is at 0.
    pub distance: u64,
    /// Whether it is solved.
    pub is_goal: bool,
    /// How many positions it stands for: itself and its mirror images.
    pub states: u64,
}

/// A move between two positions, and back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The number of a position.
    pub from: usize,
    /// The number of the other.
    pub to: usize,
    /// What the move is called.
    pub label: String,
}
