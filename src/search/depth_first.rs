//! Depth-first search: some solution soon, rarely a short one.

use crate::control::{Limits, Observer, Outcome, Progress, StopReason, Watch};

use super::nodes::Nodes;
use super::{NodeId, Search, StateSpace, Statistics};

/// A state that waits on the stack.
#[derive(Clone, Copy, Debug)]
struct Waiting<T> {
    state: T,
    node: NodeId,
    depth: u32,
}

/// Depth-first search on an explicit stack, and its memory, which the next search reuses.
///
/// A state is marked when it is first met and never visited again, so that an exhausted search
/// has seen every state and proves that there is no solution; unless [`Limits::max_depth`] cut
/// some branch off, in which case it says that it was stopped.
#[derive(Clone, Debug)]
pub struct DepthFirst<S: StateSpace> {
    nodes: Nodes<S::Key>,
    stack: Vec<Waiting<S::State>>,
    successors: Vec<(u32, S::State)>,
}

impl<S: StateSpace> Default for DepthFirst<S> {
    fn default() -> Self {
        DepthFirst { nodes: Nodes::default(), stack: Vec::new(), successors: Vec::new() }
    }
}

impl<S: StateSpace> DepthFirst<S> {
    /// The nodes of the last search.
    #[must_use]
    pub const fn nodes(&self) -> &Nodes<S::Key> {
        &self.nodes
    }

    /// Searches from `start` for any goal. Deterministic.
    ///
    /// Time and memory are linear in the states met, at most all that can be reached.
    pub fn search(
        &mut self,
        space: &mut S,
        start: S::State,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<S::Key> {
        let mut watch = Watch::new(*limits, observer);
        let mut statistics = Statistics::default();
        let outcome = match self.run(space, start, &mut watch, &mut statistics) {
            Ok(Some(node)) => Outcome::Found(self.nodes.path_to(node)),
            Ok(None) => Outcome::Exhausted,
            Err(reason) => Outcome::Stopped(reason),
        };
        statistics.states = self.nodes.len();
        statistics.bytes = self.bytes();
        statistics.elapsed = watch.elapsed();
        Search { outcome, statistics }
    }

    const fn bytes(&self) -> usize {
        self.nodes.bytes() + self.stack.capacity() * size_of::<Waiting<S::State>>()
    }

    fn run(
        &mut self,
        space: &mut S,
        start: S::State,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.nodes.restart(space.key(&start));
        self.stack.clear();
        self.stack.push(Waiting { state: start, node: 0, depth: 0 });
        if space.is_goal(&space.key(&start)) {
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
            watch.look(statistics.expanded, || Progress {
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
        space: &mut S,
        waiting: Waiting<S::State>,
        limits: &Limits,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        let Waiting { state, node, depth } = waiting;
        self.successors.clear();
        space.expand(&[state], &mut self.successors);
        statistics.expanded += 1;
        statistics.generated += self.successors.len();
        let known = self.nodes.len();
        let mut next = NodeId::try_from(known).expect("fewer than 2^32 nodes");
        self.nodes.insert_all(
            &self.successors,
            limits,
            |(_, successor)| (space.key(successor), node),
            |&(_, successor), is_new| {
                if is_new {
                    self.stack.push(Waiting { state: successor, node: next, depth: depth + 1 });
                    next += 1;
                }
            },
        )?;
        let found = self.nodes.keys()[known..].iter().position(|key| space.is_goal(key));
        if found.is_some() {
            statistics.depth = statistics.depth.max(depth + 1);
        }
        Ok(found.and_then(|goal| NodeId::try_from(known + goal).ok()))
    }
}
