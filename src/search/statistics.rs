//! What a search is after, what it found and what it took.

use std::time::Duration;

use crate::control::Outcome;

/// What a search is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The first goal found.
    Goal,
    /// Every state that can be reached; goals are passed over.
    Everything,
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// States stored.
    pub states: usize,
    /// States expanded: visited, as the textbooks say.
    pub expanded: usize,
    /// Successors generated.
    pub generated: usize,
    /// Breadth-first: layers wholly expanded, so that no goal is this deep or less. Depth-first:
    /// the deepest state.
    pub depth: u32,
    /// The most states that waited at once: the largest frontier, or the deepest stack.
    pub peak_frontier: usize,
    /// Bytes taken by states, parents, index and queues.
    pub bytes: usize,
    /// How long it took.
    pub elapsed: Duration,
}

/// What a search found, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<K> {
    /// The keys from the start to a goal, or why there are none.
    pub outcome: Outcome<Vec<K>>,
    /// What it took.
    pub statistics: Statistics,
}
