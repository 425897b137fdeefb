//! Paths through graphs: the graphs, the backtracking engine, counts, and knight's tours.

pub mod backtrack;
pub mod count;
pub mod graph;
pub mod tour;
