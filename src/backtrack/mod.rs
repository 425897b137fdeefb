//! Backtracking: one path that is extended and taken back. Marks are undone on the way back.
//!
//! The engine knows a [`Problem`] and nothing else: orders and prunings belong to the problem.

mod engine;
pub mod hamilton;
#[cfg(test)]
mod tests;

pub use engine::{
    BacktrackResult, Backtracker, Feasibility, Problem, Restarts, Statistics, search,
};
