//! Breadth-first search: layer by layer, so that the first goal found is a nearest one.

use crate::control::{Limits, Observer, Outcome, Progress, StopReason, Watch};

use super::nodes::Nodes;
use super::tentative::Tentative;
use super::{NodeId, Quest, Search, StateSpace, Statistics};

/// Breadth-first search and its memory, which the next search reuses.
#[derive(Clone, Debug)]
pub struct BreadthFirst<S: StateSpace> {
    nodes: Nodes<S::Key>,
    /// The layer that is being expanded, whose nodes are the last but those of `next`.
    frontier: Tentative<S::State>,
    next: Tentative<S::State>,
    successors: Vec<(u32, S::State)>,
    layers: Vec<usize>,
}

impl<S: StateSpace> Default for BreadthFirst<S> {
    fn default() -> Self {
        BreadthFirst {
            nodes: Nodes::default(),
            frontier: Tentative::new(),
            next: Tentative::new(),
            successors: Vec::new(),
            layers: Vec::new(),
        }
    }
}

impl<S: StateSpace> BreadthFirst<S> {
    /// The nodes of the last search.
    #[must_use]
    pub const fn nodes(&self) -> &Nodes<S::Key> {
        &self.nodes
    }

    /// How many states the last search found at each distance from its start.
    #[must_use]
    pub fn layers(&self) -> &[usize] {
        &self.layers
    }

    /// Searches from `start`. Deterministic: the same space gives the same nodes in the same order.
    ///
    /// Time and memory are linear in the states within the distance of the nearest goal.
    pub fn search(
        &mut self,
        space: &mut S,
        start: S::State,
        quest: Quest,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<S::Key> {
        let mut watch = Watch::new(*limits, observer);
        let mut statistics = Statistics { peak_frontier: 1, ..Statistics::default() };
        let outcome = match self.run(space, start, quest, &mut watch, &mut statistics) {
            Ok(Some(node)) => Outcome::Found(self.nodes.path_to(node)),
            Ok(None) => Outcome::Exhausted,
            Err(reason) => Outcome::Stopped(reason),
        };
        if self.layers.len() % 2 == 1 {
            // Back into the places where the next search, if it is the same, fills them as far.
            std::mem::swap(&mut self.frontier, &mut self.next);
        }
        statistics.states = self.nodes.len();
        statistics.bytes = self.bytes();
        statistics.elapsed = watch.elapsed();
        Search { outcome, statistics }
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes() + self.frontier.bytes() + self.next.bytes()
    }

    fn run(
        &mut self,
        space: &mut S,
        start: S::State,
        quest: Quest,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.nodes.restart(space.key(&start));
        self.layers.clear();
        self.next.clear();
        self.next.reserve(1, start);
        self.next.room()[0] = start;
        self.next.keep(1);
        if quest == Quest::Goal && space.is_goal(&space.key(&start)) {
            return Ok(Some(0));
        }
        while self.next.len() > 0 {
            std::mem::swap(&mut self.frontier, &mut self.next);
            self.layers.push(self.frontier.len());
            if watch.limits().max_depth == Some(statistics.depth) {
                return Err(StopReason::Depth);
            }
            if let Some(goal) = self.expand_layer(space, quest, watch, statistics)? {
                return Ok(Some(goal));
            }
            statistics.depth += 1;
            statistics.peak_frontier = statistics.peak_frontier.max(self.next.len());
        }
        // The layer that had no successors is the deepest.
        statistics.depth -= 1;
        Ok(None)
    }

    /// Expands the frontier into the next layer; the first goal met ends it.
    fn expand_layer(
        &mut self,
        space: &mut S,
        quest: Quest,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.next.clear();
        let filler = self.frontier.as_slice()[0];
        let mut parent = self.nodes.len() - self.frontier.len();
        for block in self.frontier.as_slice().chunks(S::BLOCK) {
            watch.look(statistics.expanded, || Progress {
                depth: statistics.depth,
                frontier: self.frontier.len(),
                states: self.nodes.len(),
                bytes: self.bytes(),
                ..Progress::default()
            })?;
            self.successors.clear();
            space.expand(block, &mut self.successors);
            statistics.expanded += block.len();
            statistics.generated += self.successors.len();
            self.next.reserve(self.successors.len(), filler);
            let known = self.nodes.len();
            #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 nodes")]
            let first = parent as NodeId;
            let mut kept = self.next.len();
            let next = self.next.room();
            self.nodes.insert_all(
                &self.successors,
                watch.limits(),
                |(source, state)| (space.key(state), first + source),
                |(_, state), is_new| {
                    next[kept] = *state;
                    kept += usize::from(is_new);
                },
            )?;
            self.next.keep(kept);
            if quest == Quest::Goal {
                let found = self.nodes.keys()[known..].iter().position(|key| space.is_goal(key));
                if let Some(goal) = found {
                    return Ok(NodeId::try_from(known + goal).ok());
                }
            }
            parent += block.len();
        }
        Ok(None)
    }
}
