//! Backtracking: one path that is extended and taken back. Marks are undone on retreat.
//!
//! The engine knows a [`Problem`] and nothing else: orders and prunings belong to the problem.

mod engine;
pub mod hamilton;
#[cfg(test)]
mod laws;
mod restarts;

pub use engine::{Engine, Search, Statistics, search};
pub use restarts::Restarts;

/// A problem that is solved by a row of choices, each of which can be taken back.
pub trait Problem {
    /// One choice.
    type Choice: Copy;

    /// Appends the choices that are open here, in the order in which they are to be tried.
    fn choices(&mut self, choices: &mut Vec<Self::Choice>);

    /// Makes a choice. Says whether there may be a solution from here on: where there is none
    /// for sure, the engine retreats at once.
    fn apply(&mut self, choice: Self::Choice) -> Prospect;

    /// Takes back the choice made last, exactly.
    fn undo(&mut self, choice: Self::Choice);

    /// Whether the choices made are a solution; before the first, whether none are needed.
    fn is_complete(&self) -> bool;

    /// Called before each fresh start of a search with [`Restarts`], when nothing is chosen.
    /// `attempt` counts from 1; 0 at the end puts back what the first search had.
    fn restart(&mut self, attempt: u32) {
        let _ = attempt;
    }

    /// The work done so far in choosing and applying, in units of about a cheap choice, where a
    /// choice may cost many such: so that a search looks at the clock often enough.
    fn work(&self) -> u64 {
        0
    }

    /// The memory taken, in bytes, for [`Limits::max_bytes`](crate::control::Limits::max_bytes).
    fn bytes(&self) -> usize {
        0
    }
}

/// What the problem says of a choice that was just made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// There may be a solution.
    Open,
    /// There is none.
    Dead,
}
