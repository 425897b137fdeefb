//! Iterative deepening: depth-first search to depth 1, to depth 2 and so on, until a goal is met.

use crate::control::{Limits, Monitor, Observer, Progress, StopReason};
use crate::memory;

use super::nodes::{NodeId, SearchTree};
use super::space::{Key, Space, Successor, class_of};
use super::statistics::{SearchResult, Statistics};

/// Depth-first search in rounds, each one deeper than the last (Korf, "Depth-first
/// iterative-deepening", *Artificial Intelligence* 27, 1985), and its memory, which the next search
/// reuses.
///
/// The first goal met is at its least depth. A round remembers how deep it has met each state, and
/// goes through it again only where it is met nearer to the start: in a graph, the textbook's
/// search without any memory would go through every path.
#[derive(Clone, Debug)]
pub struct IterativeDeepening<K> {
    nodes: SearchTree<K>,
    /// The least depth at which this round has met each node.
    depths: Vec<u32>,
    stack: Vec<(NodeId, u32)>,
    successors: Vec<Successor<K>>,
}

impl<K: Key> Default for IterativeDeepening<K> {
    fn default() -> Self {
        IterativeDeepening {
            nodes: SearchTree::default(),
            depths: Vec::new(),
            stack: Vec::new(),
            successors: Vec::new(),
        }
    }
}

/// How a round ended that met no goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DeepeningRound {
    /// There are states deeper than it went.
    CutOff,
    /// It has seen everything.
    Exhausted,
}

impl<K: Key> IterativeDeepening<K> {
    /// Searches from `start` for a nearest goal. Deterministic.
    ///
    /// Each round takes memory linear in the states within its depth, and time too unless states
    /// are met deep first; all of them together take the sum.
    ///
    /// # Panics
    /// If `start` is not the key of a state.
    pub fn search(
        &mut self,
        space: &mut dyn Space<K>,
        start: K,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<K> {
        let mut watch = Monitor::new(*limits, observer);
        let mut statistics = Statistics::default();
        let end = self.run(space, start, &mut watch, &mut statistics);
        statistics.bytes = self.bytes();
        statistics.elapsed = watch.elapsed();
        self.nodes.ended(end, statistics)
    }

    const fn bytes(&self) -> usize {
        self.nodes.bytes() + self.bytes_of_depths() + self.bytes_of_stack()
    }

    const fn bytes_of_depths(&self) -> usize {
        self.depths.capacity() * size_of::<u32>()
    }

    const fn bytes_of_stack(&self) -> usize {
        self.stack.capacity() * size_of::<(NodeId, u32)>()
    }

    /// Makes room for so many more states on the stack, and for their depths.
    fn reserve(&mut self, additional: usize, limits: &Limits) -> Result<(), StopReason> {
        let beside = |bytes: usize| limits.less(bytes).max_bytes.unwrap_or(usize::MAX);
        let most = beside(self.nodes.bytes() + self.bytes_of_stack());
        memory::reserve(&mut self.depths, additional, most)?;
        let most = beside(self.nodes.bytes() + self.bytes_of_depths());
        memory::reserve(&mut self.stack, additional, most)
    }

    fn run(
        &mut self,
        space: &mut dyn Space<K>,
        start: K,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.nodes.restart(start)?;
        if class_of(space, start).is_goal() {
            return Ok(Some(0));
        }
        loop {
            if watch.limits().max_depth == Some(statistics.depth) {
                return Err(StopReason::Depth);
            }
            match self.round(space, start, watch, statistics)? {
                Ok(goal) => return Ok(Some(goal)),
                Err(DeepeningRound::Exhausted) => return Ok(None),
                Err(DeepeningRound::CutOff) => statistics.depth += 1,
            }
        }
    }

    /// Goes one deeper than the rounds before it.
    fn round(
        &mut self,
        space: &mut dyn Space<K>,
        start: K,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Result<NodeId, DeepeningRound>, StopReason> {
        let deepest = statistics.depth + 1;
        self.nodes.restart(start)?;
        self.depths.clear();
        self.depths.push(0);
        self.stack.clear();
        self.stack.push((0, 0));
        let mut round = DeepeningRound::Exhausted;
        while let Some((node, depth)) = self.stack.pop() {
            statistics.peak_frontier = statistics.peak_frontier.max(self.stack.len() + 1);
            if depth > self.depths[node as usize] {
                // It was met nearer to the start while it waited.
                continue;
            }
            if depth == deepest {
                round = DeepeningRound::CutOff;
                continue;
            }
            watch.check(statistics.expanded, || Progress {
                depth: deepest - 1,
                frontier: self.stack.len(),
                states: self.nodes.len(),
                bytes: self.bytes(),
                ..Progress::default()
            })?;
            if let Some(goal) = self.expand(space, node, depth + 1, watch.limits(), statistics)? {
                return Ok(Ok(goal));
            }
        }
        Ok(Err(round))
    }

    /// Puts those successors of a state on the stack that are nowhere known to be nearer than at
    /// `depth`; the first goal ends it.
    fn expand(
        &mut self,
        space: &mut dyn Space<K>,
        parent: NodeId,
        depth: u32,
        limits: &Limits,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.successors.clear();
        // The ways are not told: what another way makes needless may lie too deep on that one.
        space.expand(&[self.nodes.keys()[parent as usize]], &[], &mut self.successors);
        statistics.expanded += 1;
        statistics.generated += self.successors.len();
        self.reserve(self.successors.len(), limits)?;
        let limits = limits.less(self.bytes_of_depths() + self.bytes_of_stack());
        for successor in &self.successors {
            let (node, is_new) = self.nodes.meet(successor.key, parent, &limits)?;
            if is_new {
                self.depths.push(depth);
            } else if depth < self.depths[node as usize] {
                self.depths[node as usize] = depth;
                self.nodes.set_parent(node, parent);
            } else {
                continue;
            }
            if successor.class.is_goal() {
                return Ok(Some(node));
            }
            self.stack.push((node, depth));
        }
        Ok(None)
    }
}
