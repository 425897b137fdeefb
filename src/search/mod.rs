//! State-space search.
//!
//! The engines know states and their successors, but no boards and no pieces: a [`StateSpace`] of
//! your own is searched as the boards of this crate are. Breadth-first search proves the shortest
//! solution. Depth-first search finds some solution quickly. Iterative deepening is between the
//! two. All three store every state once, in the order of discovery, with its parent and a hashed
//! index. The engines that search by layers keep no parents and serve spaces that exceed memory.
//! Bidirectional search uses them if the goals can be listed.

pub(crate) mod bidirectional;
pub(crate) mod bits;
mod breadth_first;
#[cfg(feature = "cluster")]
pub mod cluster;
pub(crate) mod components;
mod depth_first;
pub(crate) mod hashed;
pub(crate) mod heuristic;
pub(crate) mod index;
#[cfg(test)]
mod layer_tests;
pub(crate) mod layered;
pub(crate) mod layers;
pub(crate) mod memory;
pub(crate) mod novelty;
pub(crate) mod parallel;
pub(crate) mod ranked;
pub(crate) mod reversed;
mod search_tree;
pub(crate) mod shortest;
pub(crate) mod space;
mod state_space;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub(crate) use breadth_first::BreadthFirst;
pub(crate) use depth_first::{DepthFirst, IterativeDeepening};
pub(crate) use search_tree::SearchTree;
pub(crate) use space::{
    ArrivalId, BLOCK, Degree, Key, OrbitInfo, SearchResult, Space, StateWords, Successor, Target,
};

pub use depth_first::MoveOrder;
pub use layers::MemoryUsage;
pub use state_space::{StateSearch, StateSearchResult, StateSpace};

use std::time::Duration;

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct Statistics {
    /// Number of stored states.
    pub states: usize,
    /// Number of expanded states.
    pub expanded: usize,
    /// Number of generated successors.
    pub generated: usize,
    /// In breadth-first search, the number of expanded layers: no goal is at this depth or less. In
    /// depth-first search, the depth of the deepest state.
    pub depth: u32,
    /// The greatest number of states that waited at once, in the frontier or on the stack.
    pub peak_frontier: usize,
    /// Bytes of states, parents, index and queues.
    pub bytes: usize,
    /// Time since the start.
    pub elapsed: Duration,
}
