//! State-space search: positions are many, and one seen once never needs a second look.
//!
//! The engines know a [`StateSpace`] and nothing else: no boards, no pieces. Breadth-first search
//! proves the shortest solution; depth-first search finds some solution soon. Both keep the same
//! [`Nodes`]: every state once, in the order of discovery, with its parent and a hashed index.

mod breadth_first;
pub(crate) mod by_key;
pub(crate) mod components;
mod depth_first;
pub(crate) mod hashed;
mod index;
#[cfg(test)]
mod laws;
pub(crate) mod layers;
mod nodes;
pub(crate) mod numbered;
#[cfg(feature = "files")]
pub(crate) mod on_disk;
pub(crate) mod ranked;
pub(crate) mod shortest;
pub(crate) mod survey;
mod tentative;
#[cfg(test)]
pub(crate) mod testing;

use std::hash::Hash;
use std::time::Duration;

use crate::control::Outcome;

pub use breadth_first::BreadthFirst;
pub use depth_first::DepthFirst;
pub use nodes::Nodes;

/// A graph whose vertices are made as they are reached.
pub trait StateSpace {
    /// A vertex on its way through the search, with whatever makes it quick to expand.
    type State: Copy;
    /// A vertex as it is stored: exact, never a fingerprint that may collide.
    type Key: Copy + Eq + Hash + Default;
    /// The most states that are expanded at a time.
    const BLOCK: usize;

    /// The key of a state.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// The state with this key, from which every successor is to be given.
    fn state(&self, key: &Self::Key) -> Self::State;

    /// Whether a key that comes from outside is the key of a state.
    fn is_state(&self, key: &Self::Key) -> bool;

    /// How many states of a space without symmetry this one stands for: itself and its images.
    fn orbit(&self, state: &Self::State) -> u64;

    /// Appends every successor of each state of a block, with the place of that state in the block.
    ///
    /// A successor that an earlier expansion is known to have given may be left out.
    fn expand(&mut self, block: &[Self::State], successors: &mut Vec<(u32, Self::State)>);

    /// Whether a stored state is one that is looked for.
    fn is_goal(&self, key: &Self::Key) -> bool;
}

/// What a search is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quest {
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
pub struct Search<K> {
    /// The keys from the start to a goal, or why there are none.
    pub outcome: Outcome<Vec<K>>,
    /// What it took.
    pub statistics: Statistics,
}

/// The number of a node: its place in the order of discovery.
pub type NodeId = u32;
