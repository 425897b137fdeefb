//! Depth-first search: some solution soon, rarely a short one.

use crate::control::{Limits, Monitor, Observer, Progress, StopReason};
use crate::rng::Rng;

use crate::memory;

use super::nodes::{NodeId, SearchTree};
use super::space::{Key, Space, Successor, class_of};
use super::statistics::{SearchResult, Statistics};

/// In which order the successors of a state are visited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum MoveOrder {
    /// The last that the space makes first, as they leave the stack.
    #[default]
    Fixed,
    /// The other way round.
    Reverse,
    /// Shuffled after a seed: the same seed, the same search.
    Random {
        /// The seed.
        seed: u64,
    },
}

impl MoveOrder {
    /// Puts the successors of a state in order.
    fn arrange<K>(self, successors: &mut [Successor<K>], rng: &mut Rng) {
        match self {
            MoveOrder::Fixed => {}
            MoveOrder::Reverse => successors.reverse(),
            MoveOrder::Random { .. } => rng.shuffle(successors),
        }
    }
}

/// A state that waits on the stack.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    node: NodeId,
    depth: u32,
}

/// Depth-first search on an explicit stack, and its memory, which the next search reuses.
///
/// A state is marked when it is first met and never visited again, and all its successors are met:
/// so an exhausted search has seen every state and proves that there is no solution. If
/// [`Limits::max_depth`] cut some branch off, it says that it was stopped.
#[derive(Clone, Debug)]
pub struct DepthFirst<K> {
    nodes: SearchTree<K>,
    stack: Vec<Waiting>,
    successors: Vec<Successor<K>>,
    order: MoveOrder,
    rng: Rng,
}

impl<K: Key> Default for DepthFirst<K> {
    fn default() -> Self {
        DepthFirst {
            nodes: SearchTree::default(),
            stack: Vec::new(),
            successors: Vec::new(),
            order: MoveOrder::default(),
            rng: Rng::new(0),
        }
    }
}

impl<K: Key> DepthFirst<K> {
    /// The nodes of the last search.
    #[must_use]
    pub const fn nodes(&self) -> &SearchTree<K> {
        &self.nodes
    }

    /// Searches from `start` for any goal. Deterministic.
    ///
    /// Time and memory are linear in the states met, at most all that can be reached.
    ///
    /// # Panics
    /// If `start` is not the key of a state.
    pub fn search(
        &mut self,
        space: &mut dyn Space<K>,
        start: K,
        order: MoveOrder,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<K> {
        self.order = order;
        if let MoveOrder::Random { seed } = order {
            self.rng = Rng::new(seed);
        }
        let mut watch = Monitor::new(*limits, observer);
        let mut statistics = Statistics::default();
        let end = self.run(space, start, &mut watch, &mut statistics);
        statistics.bytes = self.bytes();
        statistics.elapsed = watch.elapsed();
        self.nodes.ended(end, statistics)
    }

    const fn bytes(&self) -> usize {
        self.nodes.bytes() + self.stack.capacity() * size_of::<Waiting>()
    }

    fn run(
        &mut self,
        space: &mut dyn Space<K>,
        start: K,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.nodes.restart(start)?;
        self.stack.clear();
        self.stack.push(Waiting { node: 0, depth: 0 });
        if class_of(space, start).is_goal() {
            return Ok(Some(0));
        }
        let mut cut_off = false;
        while let Some(waiting) = self.stack.pop() {
            statistics.peak_frontier = statistics.peak_frontier.max(self.stack.len() + 1);
            statistics.depth = statistics.depth.max(waiting.depth);
            if watch.limits().max_depth == Some(waiting.depth) {
                cut_off = true;
                continue;
            }
            watch.check(statistics.expanded, || Progress {
                depth: waiting.depth,
                frontier: self.stack.len(),
                states: self.nodes.len(),
                bytes: self.bytes(),
                ..Progress::default()
            })?;
            if let Some(goal) = self.expand(space, waiting, watch.limits(), statistics)? {
                return Ok(Some(goal));
            }
        }
        if cut_off { Err(StopReason::Depth) } else { Ok(None) }
    }

    /// Puts the new successors of a state on the stack; the first goal met ends it.
    fn expand(
        &mut self,
        space: &mut dyn Space<K>,
        waiting: Waiting,
        limits: &Limits,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        let Waiting { node, depth } = waiting;
        self.successors.clear();
        let key = self.nodes.keys()[node as usize];
        // Without the moves that led here: see `ArrivalId`.
        space.expand(&[key], &[], &mut self.successors);
        statistics.expanded += 1;
        statistics.generated += self.successors.len();
        self.order.arrange(&mut self.successors, &mut self.rng);
        let mut goal = None;
        let most =
            limits.max_bytes.map_or(usize::MAX, |most| most.saturating_sub(self.nodes.bytes()));
        memory::reserve(&mut self.stack, self.successors.len(), most)?;
        let limits = limits.less(self.stack.capacity() * size_of::<Waiting>());
        self.nodes.insert_all(&self.successors, node, &limits, |successor, node| {
            self.stack.push(Waiting { node, depth: depth + 1 });
            if successor.class.is_goal() {
                goal = goal.or(Some(node));
            }
        })?;
        if goal.is_some() {
            statistics.depth = statistics.depth.max(depth + 1);
        }
        Ok(goal)
    }
}
