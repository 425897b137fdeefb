//! State-space search: positions are many, and one seen once never needs a second look.
//!
//! The engines know a [`Space`] and nothing else: no boards, no pieces. Breadth-first search proves
//! the shortest solution. Depth-first search finds some solution quickly. Iterative deepening is
//! between the two. All three keep a [`SearchTree`]: every state once, in the order of discovery,
//! with its parent and a hashed index. The engines that search [by layers](Layer) keep no parents
//! and serve spaces that exceed memory. Bidirectional search uses them if the goals can be listed.
//!
//! # How something new plugs in
//!
//! - A *space* implements [`Space`]: it expands a block of keys, says which key stands for a state
//!   and what it [is](OrbitInfo), and makes another of itself for another thread. Its keys are
//!   states in a few words, or ranks. What is worth knowing of how a state was reached goes along
//!   as its [`ArrivalId`].
//! - An *engine* is generic over the [`Key`] alone and holds a `Box<dyn Space<K>>` a thread. One
//!   that searches by layers implements `LayerSearch`, which takes and gives states spelt out in
//!   words: an engine on many machines sends keys to their owners and calls the same `expand`.
//! - A *heuristic* tells best-first search how far states are from a goal at least: generic over
//!   the key, and asked for a block of them, as a space is.
//! - *Informed search* takes one state at a time, and so small a part of a microsecond for it that
//!   a call through a table would be felt: its space is a trait of its own, `Informed`, and the
//!   estimate of what is left is carried along the move in its nodes.
//! - Where the shortest way is out of reach, a *beam* finds some way, or a search by *novelty*
//!   where an estimate says little, and what lies in its *neighbourhood* is searched for a shorter
//!   one.
//! - *Dense ranks* are another `Space<u64>`; `ranked` and `layered` do not notice.
//! - Without threads, as in a web page, engines run with one space on the thread that calls them.

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
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use breadth_first::BreadthFirst;
pub use components::{Component, ComponentCounts};
pub use depth_first::{DepthFirst, IterativeDeepening, MoveOrder};
pub use layers::{Layer, MemoryUsage};
pub use search_tree::{NodeId, SearchTree};
pub use space::{ArrivalId, BLOCK, Degree, Key, OrbitInfo, Space, StateWords, Successor};

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
