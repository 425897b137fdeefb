//! Breadth-first search, whose first goal is a nearest one.

use crate::{
    control::{Limits, Monitor, Observer, Progress, StopReason},
    memory::OverwriteVec,
};

use super::{
    SearchResult, Statistics, Target,
    index::NodeId,
    search_tree::SearchTree,
    space::{ArrivalId, BLOCK, Key, Space, Successor, class_of},
};

/// Breadth-first search. The next search reuses its memory.
///
/// The layer that is being expanded is a range of the nodes, which stand in the order of discovery.
/// The search also knows the arrival of each of its states.
#[derive(Clone, Default, Debug)]
pub struct BreadthFirst<K> {
    /// The nodes of the last search.
    pub nodes: SearchTree<K>,
    /// Arrivals of the states of the layer that is being expanded, and of the next.
    arrivals: OverwriteVec<ArrivalId>,
    next_arrivals: OverwriteVec<ArrivalId>,
    successors: Vec<Successor<K>>,
    /// The number of states at each distance from the starts of the last search.
    pub layers: Vec<usize>,
}

impl<K: Key> BreadthFirst<K> {
    /// Searches from all starts at once. The path begins with one of them. The same space gives the
    /// same nodes in the same order.
    ///
    /// Time and memory are linear in the states within the distance of the nearest goal.
    ///
    /// # Panics
    /// If a start is not the key of a state.
    pub fn search(
        &mut self,
        space: &mut dyn Space<K>,
        starts: &[K],
        target: Target,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<K> {
        let mut monitor = Monitor::new(*limits, observer);
        let mut statistics = Statistics {
            peak_frontier: starts.len(),
            ..Statistics::default()
        };
        let end = self.run(space, starts, target, &mut monitor, &mut statistics);
        if self.layers.len() % 2 == 1 {
            // Restore their order, so that a second search reallocates nothing.
            std::mem::swap(&mut self.arrivals, &mut self.next_arrivals);
        }
        self.nodes.ended(end, self.bytes(), &monitor, statistics)
    }

    /// Returns the allocated bytes.
    pub const fn bytes(&self) -> usize {
        self.nodes.bytes() + self.arrivals.bytes() + self.next_arrivals.bytes()
    }

    fn run(
        &mut self,
        space: &mut dyn Space<K>,
        starts: &[K],
        target: Target,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.nodes.restart(starts)?;
        self.layers.clear();
        self.next_arrivals.clear();
        for (node, &start) in (0..).zip(self.nodes.keys()) {
            self.next_arrivals.push(0)?;
            if target == Target::Goal && class_of(space, start).is_goal() {
                return Ok(Some(node));
            }
        }
        while self.next_arrivals.len() > 0 {
            std::mem::swap(&mut self.arrivals, &mut self.next_arrivals);
            self.layers.push(self.arrivals.len());
            monitor.limits().check_depth(statistics.depth)?;
            if let Some(goal) = self.expand_layer(space, target, monitor, statistics)? {
                return Ok(Some(goal));
            }
            statistics.depth += 1;
            statistics.peak_frontier = statistics.peak_frontier.max(self.next_arrivals.len());
        }
        // The layer that had no successors is the deepest.
        statistics.depth -= 1;
        Ok(None)
    }

    /// Expands the frontier into the next layer. The first goal ends it.
    fn expand_layer(
        &mut self,
        space: &mut dyn Space<K>,
        target: Target,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.next_arrivals.clear();
        let frontier = self.arrivals.len();
        let mut parent = self.nodes.len() - frontier;
        for arrivals in self.arrivals.as_slice().chunks(BLOCK) {
            monitor.check(BLOCK + self.successors.len(), || Progress {
                depth: statistics.depth,
                frontier,
                states: self.nodes.len(),
                bytes: self.bytes(),
                ..Progress::default()
            })?;
            let keys = &self.nodes.keys()[parent..parent + arrivals.len()];
            self.successors.clear();
            space.expand(keys, arrivals, &mut self.successors);
            statistics.expanded += keys.len();
            statistics.generated += self.successors.len();
            let limits = monitor
                .limits()
                .without_bytes(self.arrivals.bytes() + self.next_arrivals.bytes());
            self.next_arrivals.reserve(self.successors.len(), 0)?;
            let known = self.nodes.len();
            #[expect(
                clippy::cast_possible_truncation,
                reason = "there are fewer than 2^32 nodes"
            )]
            let first = parent as NodeId;
            let mut kept = self.next_arrivals.len();
            let next_arrivals = self.next_arrivals.spare_mut();
            let mut goal = None;
            self.nodes
                .insert_all(&self.successors, first, &limits, |successor, node| {
                    next_arrivals[kept] = successor.arrival;
                    kept += 1;
                    if successor.class.is_goal() && goal.is_none() {
                        goal = Some(node);
                    }
                })?;
            debug_assert_eq!(self.nodes.len() - known, kept - self.next_arrivals.len());
            self.next_arrivals.commit(kept);
            if target == Target::Goal && goal.is_some() {
                return Ok(goal);
            }
            parent += arrivals.len();
        }
        Ok(None)
    }
}
