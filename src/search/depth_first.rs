//! Depth-first search, and iterative deepening, which repeats it with a growing bound on depth.

use crate::{
    control::{Limits, Monitor, Observer, Progress, StopReason},
    memory,
    rng::Rng,
};

use super::{
    SearchResult, Statistics,
    index::NodeId,
    search_tree::SearchTree,
    space::{Key, Space, Successor, class_of},
};

/// The order in which the successors of a state are visited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum MoveOrder {
    /// The last successor that the space generates comes first, as it leaves the stack first.
    #[default]
    Fixed,
    /// The reverse order.
    Reverse,
    /// Random: the same seed gives the same search.
    Random {
        /// The seed.
        seed: u64,
    },
}

/// A node on the stack.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    node: NodeId,
    depth: u32,
}

/// Depth-first search on an explicit stack. It finds some solution soon, rarely a short one. The
/// next search reuses its memory.
///
/// The search marks a state when it first meets it, never visits it again, and meets all its
/// successors. So an exhausted search has met every reachable state, which proves that no solution
/// exists. If [`Limits::max_depth`] cut off some branch, the search reports that it was stopped.
#[derive(Clone, Default, Debug)]
pub struct DepthFirst<K> {
    /// The nodes of the last search.
    pub nodes: SearchTree<K>,
    stack: Vec<Waiting>,
    successors: Vec<Successor<K>>,
    /// In iterative deepening, the least depth at which this iteration has met each node.
    depths: Vec<u32>,
}

/// When a search visits a state.
enum Visits {
    /// When it first meets the state, in this order.
    Once(MoveOrder, Rng),
    /// Whenever it meets the state nearer to the start than before. The iterations before have
    /// completed this depth.
    Nearer(u32),
}

impl Visits {
    /// Returns the depth that is reported while a state at this depth is expanded.
    const fn reported(&self, depth: u32) -> u32 {
        match *self {
            Visits::Once(..) => depth,
            Visits::Nearer(complete) => complete,
        }
    }
}

impl<K: Key> DepthFirst<K> {
    /// Searches from `start` for any goal. Deterministic.
    ///
    /// Time and memory are linear in the states met, at most all reachable ones.
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
        let seed = if let MoveOrder::Random { seed } = order {
            seed
        } else {
            0
        };
        let mut visits = Visits::Once(order, Rng::new(seed));
        let mut monitor = Monitor::new(*limits, observer);
        let mut statistics = Statistics::default();
        let deepest = limits.depth();
        let end = self.run(
            space,
            (start, deepest),
            &mut visits,
            &mut monitor,
            &mut statistics,
        );
        self.nodes.ended(end, self.bytes(), &monitor, statistics)
    }

    const fn bytes(&self) -> usize {
        self.nodes.bytes() + self.other_bytes()
    }

    /// Returns the bytes of all but the nodes.
    const fn other_bytes(&self) -> usize {
        self.depths.capacity() * size_of::<u32>() + self.stack.capacity() * size_of::<Waiting>()
    }

    /// Expands states until a goal is met or the stack is empty, but none at the depth `deepest`.
    /// If that cut off a branch, the search is stopped by its depth.
    fn run(
        &mut self,
        space: &mut dyn Space<K>,
        (start, deepest): (K, u32),
        visits: &mut Visits,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<NodeId>, StopReason> {
        self.nodes.restart(&[start])?;
        self.depths.clear();
        self.depths
            .extend(matches!(visits, Visits::Nearer(_)).then_some(0));
        self.stack.clear();
        self.stack.push(Waiting { node: 0, depth: 0 });
        if class_of(space, start).is_goal() {
            return Ok(Some(0));
        }
        let mut end = Ok(None);
        while let Some(Waiting { node, depth }) = self.stack.pop() {
            statistics.peak_frontier = statistics.peak_frontier.max(self.stack.len() + 1);
            if self
                .depths
                .get(node as usize)
                .is_some_and(|&least| depth > least)
            {
                // It was met nearer to the start while it waited.
                continue;
            }
            statistics.depth = statistics.depth.max(visits.reported(depth));
            if depth == deepest {
                end = Err(StopReason::Depth);
                continue;
            }
            monitor.check(1 + self.successors.len(), || Progress {
                depth: visits.reported(depth),
                frontier: self.stack.len(),
                states: self.nodes.len(),
                bytes: self.bytes(),
                ..Progress::default()
            })?;
            self.successors.clear();
            // Only breadth-first search may pass arrivals: see `ArrivalId`.
            space.expand(
                &[self.nodes.keys()[node as usize]],
                &[],
                &mut self.successors,
            );
            statistics.expanded += 1;
            statistics.generated += self.successors.len();
            if let Some(goal) = self.store(node, depth + 1, visits, monitor.limits())? {
                statistics.depth = statistics.depth.max(visits.reported(depth + 1));
                return Ok(Some(goal));
            }
        }
        end
    }

    /// Puts the successors of `parent`, which lie at this depth, on the stack. Returns the first
    /// goal.
    fn store(
        &mut self,
        parent: NodeId,
        depth: u32,
        visits: &mut Visits,
        limits: &Limits,
    ) -> Result<Option<NodeId>, StopReason> {
        let taken = self.nodes.bytes() + self.depths.capacity() * size_of::<u32>();
        let most = limits.bytes().saturating_sub(taken);
        memory::reserve(&mut self.stack, self.successors.len(), most)?;
        let mut goal = None;
        if let Visits::Once(order, rng) = visits {
            match order {
                MoveOrder::Fixed => {}
                MoveOrder::Reverse => self.successors.reverse(),
                MoveOrder::Random { .. } => rng.shuffle(&mut self.successors),
            }
            let limits = limits.without_bytes(self.other_bytes());
            self.nodes
                .insert_all(&self.successors, parent, &limits, |successor, node| {
                    self.stack.push(Waiting { node, depth });
                    if successor.class.is_goal() {
                        goal = goal.or(Some(node));
                    }
                })?;
            return Ok(goal);
        }
        let taken = self.nodes.bytes() + self.stack.capacity() * size_of::<Waiting>();
        let most = limits.bytes().saturating_sub(taken);
        memory::reserve(&mut self.depths, self.successors.len(), most)?;
        let limits = limits.without_bytes(self.other_bytes());
        for successor in &self.successors {
            let (node, is_new) = self.nodes.insert(successor.key, parent, &limits)?;
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
            self.stack.push(Waiting { node, depth });
        }
        Ok(None)
    }
}

/// Depth-first search to depth 1, to depth 2 and so on (Korf, "Depth-first iterative-deepening",
/// *Artificial Intelligence* 27, 1985). The next search reuses its memory.
///
/// The first goal that it meets is at its least depth. An iteration stores the depth of each state
/// and expands a state again only if it meets it nearer to the start. In a graph, the textbook's
/// search without any memory would follow every path.
#[derive(Clone, Default, Debug)]
pub struct IterativeDeepening<K>(DepthFirst<K>);

impl<K: Key> IterativeDeepening<K> {
    /// Searches from `start` for a nearest goal. Deterministic.
    ///
    /// The memory of an iteration is linear in the states within its depth. So is its time, unless
    /// it meets many states deep first. The times of all iterations add up.
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
        let mut monitor = Monitor::new(*limits, observer);
        let mut statistics = Statistics::default();
        let most = limits.depth();
        let mut deepest = most.min(1);
        let end = loop {
            let visits = &mut Visits::Nearer(deepest.saturating_sub(1));
            let end = self.0.run(
                space,
                (start, deepest),
                visits,
                &mut monitor,
                &mut statistics,
            );
            if end != Err(StopReason::Depth) || deepest == most {
                break end;
            }
            deepest += 1;
        };
        if end == Err(StopReason::Depth) {
            statistics.depth = most;
        }
        let IterativeDeepening(search) = self;
        search
            .nodes
            .ended(end, search.bytes(), &monitor, statistics)
    }
}
