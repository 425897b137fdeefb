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

pub(crate) mod beam;
pub(crate) mod bidirectional;
mod breadth_first;
#[cfg(feature = "cluster")]
pub mod cluster;
pub(crate) mod components;
pub(crate) mod degrees;
mod depth_first;
pub(crate) mod hashed;
pub(crate) mod ida_star;
mod index;
mod iterative_deepening;
#[cfg(all(test, feature = "files"))]
mod layer_tests;
#[cfg(feature = "files")]
pub(crate) mod layered;
pub(crate) mod layers;
pub(crate) mod neighbourhood;
mod nodes;
pub(crate) mod novelty;
mod overwrite_vec;
pub(crate) mod ranked;
pub(crate) mod shortest;
pub(crate) mod space;
mod statistics;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use breadth_first::BreadthFirst;
pub use components::{Component, ComponentCounts};
pub use depth_first::{DepthFirst, MoveOrder};
pub use index::NodeId;
pub use iterative_deepening::IterativeDeepening;
pub use layers::{Layer, MemoryUsage};
pub use nodes::SearchTree;
pub use space::{ArrivalId, BLOCK, Degree, Key, OrbitInfo, Space, StateWords, Successor};
pub use statistics::{SearchResult, Statistics, Target};
