//! State-space search.
//!
//! The engines know states and their successors, but no boards and no pieces: a [`StateSpace`] of
//! your own is searched as the boards of this crate are. Breadth-first search proves the
//! shortest solution. Depth-first search finds some solution quickly. Iterative deepening is
//! between the two. All three keep a [`SearchTree`]: every state once, in the order of discovery,
//! with its parent and a hashed index. The engines that search by layers keep no parents and serve spaces that exceed memory. Bidirectional search uses them if the goals can be listed.
//!
//! # How to extend it
//!
//! - A *space* implements [`Space`]. It expands a block of keys, maps a key to the canonical key of
//!   its state with its [orbit](OrbitInfo), and creates an instance for another thread. Its keys
//!   are states in a few words, or ranks. The [`ArrivalId`] of a state tells how it was reached.
//! - An *engine* is generic over the [`Key`] alone and holds a `Box<dyn Space<K>>` per thread. An
//!   engine that searches by layers implements `LayerSearch`, which takes and returns states as
//!   words. An engine on many machines sends keys to their owners and calls the same `expand`.
//! - *IDA\** and *beam search* expand one state at a time, in so small a part of a microsecond that
//!   a virtual call would cost too much. So they have a space of their own, `HeuristicSpace`, whose
//!   nodes carry the lower bound.
//! - If the shortest path is out of reach, *novelty search* finds some path, and *neighbourhood
//!   search* shortens it.
//! - If no thread can be started, as in a web page, the calling thread does all the work.

pub(crate) mod bidirectional;
mod breadth_first;
#[cfg(feature = "cluster")]
pub mod cluster;
pub(crate) mod components;
mod depth_first;
pub(crate) mod hashed;
pub(crate) mod heuristic;
#[cfg(all(test, feature = "files"))]
mod layer_tests;
#[cfg(feature = "files")]
pub(crate) mod layered;
pub(crate) mod layers;
pub(crate) mod novelty;
pub(crate) mod ranked;
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
pub(crate) use search_tree::{SearchResult, SearchTree, Target};
pub(crate) use space::{ArrivalId, BLOCK, Degree, Key, OrbitInfo, Space, StateWords, Successor};

pub use depth_first::MoveOrder;
pub use layers::MemoryUsage;
pub use state_space::{StateSearch, StateSearchResult, StateSpace};

use std::time::Duration;

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
