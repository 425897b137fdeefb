//! Search guided by a lower bound on the distance to the goal: IDA* and beam search.
//!
//! IDA* (Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", *Artificial
//! Intelligence* 27, 1985) is depth-first and stores only its current path. Its bound grows by the
//! amount by which lengths of paths can differ, so that the first solution found is a shortest one.
//!
//! Beam search (Lowerre, *The HARPY Speech Recognition System*, 1976) keeps only the most promising
//! states of each layer. It finds some solution soon, and a shorter one the wider it is.

use std::{
    collections::HashSet,
    hash::Hash,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use ahash::RandomState;

use crate::{
    control::{Monitor, Progress, StopReason, break_if},
    parallel,
};

use super::Statistics;

/// A space with a lower bound on the distance to the goal.
pub trait HeuristicSpace: Sync {
    /// A state with all that makes its successors cheap: its estimate, and the relevant part of the
    /// path to it.
    type Node: Copy + Send + Sync;

    /// Returns a lower bound on the distance to the goal, which is 0 only at the goal. A move
    /// changes it by at most one.
    fn estimate(&self, node: &Self::Node) -> u32;

    /// Visits the successors whose estimate is at most `most`, until `visit` breaks. It may leave
    /// out successors that another path reaches in no more moves.
    fn visit_successors<B>(
        &self,
        node: &Self::Node,
        most: u32,
        visit: impl FnMut(&Self::Node) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Returns the greatest known divisor of the differences between lengths of solutions.
    fn stride(&self) -> u32 {
        1
    }

    /// Returns the bytes of its tables.
    fn bytes(&self) -> usize;
}

/// Number of path prefixes that the threads share, enough to balance their work.
const BEGINNINGS: usize = 2048;

/// Number of nodes between two checks of the limits: some milliseconds.
const STATES_PER_CHECK: usize = 1 << 14;

/// Bounds that are known before a search.
#[derive(Clone, Copy, Default, Debug)]
pub struct InitialBounds {
    /// Lower bound on the length of a solution.
    pub bound: u32,
    /// Approximate maximum number of nodes to visit.
    pub most: Option<usize>,
}

/// Returns the nodes on a shortest path to the goal, the start first. The goal must be reachable,
/// or the search runs until a limit stops it. It adds the nodes that it visits to the expanded
/// ones.
///
/// # Complexity
/// Time is exponential in the error of the estimate. Memory is linear in the length of the path.
pub fn shortest<S: HeuristicSpace>(
    space: &S,
    start: S::Node,
    InitialBounds {
        bound,
        most: most_nodes,
    }: InitialBounds,
    threads: usize,
    monitor: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Vec<S::Node>, StopReason> {
    let mut bound = bound.max(space.estimate(&start));
    let most_nodes = most_nodes.map_or(usize::MAX, |most| statistics.expanded.saturating_add(most));
    statistics.bytes = space.bytes();
    let most = monitor.limits().depth();
    let wanted = if threads > 1 { BEGINNINGS } else { 1 };
    let beginnings = match beginnings(space, start, (wanted, most), &mut statistics.expanded) {
        ControlFlow::Continue(paths) => paths,
        ControlFlow::Break(path) => return Ok(path),
    };
    loop {
        statistics.depth = bound.saturating_sub(1);
        if bound > most {
            return Err(StopReason::Depth);
        }
        let round = Iteration {
            space,
            beginnings: &beginnings,
            bound,
            most_nodes,
            shared: IterationState::default(),
        };
        let ended = round.run(threads, monitor, statistics.expanded);
        statistics.expanded += round.shared.nodes.into_inner();
        if let Some(path) = ended? {
            return Ok(path);
        }
        bound += space.stride();
    }
}

/// Returns all paths of the least length at which `wanted` of them exist, or of length `most`.
/// Breaks with a path that ends at the goal.
fn beginnings<S: HeuristicSpace>(
    space: &S,
    start: S::Node,
    (wanted, most): (usize, u32),
    expanded: &mut usize,
) -> ControlFlow<Vec<S::Node>, Vec<Vec<S::Node>>> {
    let mut paths = vec![vec![start]];
    if space.estimate(&start) == 0 {
        return ControlFlow::Break(vec![start]);
    }
    for _ in 0..most {
        if paths.is_empty() || paths.len() >= wanted {
            break;
        }
        let mut longer = Vec::new();
        *expanded += paths.len();
        for path in &paths {
            space.visit_successors(path.last().expect("the start"), u32::MAX, |next| {
                let path: Vec<S::Node> = path.iter().chain([next]).copied().collect();
                if space.estimate(next) == 0 {
                    return ControlFlow::Break(path);
                }
                longer.push(path);
                ControlFlow::Continue(())
            })?;
        }
        paths = longer;
    }
    ControlFlow::Continue(paths)
}

/// A search of all paths whose estimated length is at most `bound`.
struct Iteration<'a, S: HeuristicSpace> {
    space: &'a S,
    beginnings: &'a [Vec<S::Node>],
    bound: u32,
    most_nodes: usize,
    shared: IterationState,
}

/// State that the threads share.
#[derive(Default)]
struct IterationState {
    next_beginning: AtomicUsize,
    nodes: AtomicUsize,
    stop: AtomicBool,
}

/// The reason why a thread ended.
enum IterationEnd {
    /// It reached the goal.
    Found,
    /// No prefix is left, or another thread reached the goal or was stopped.
    Halted,
    /// A limit stopped it.
    Stopped(StopReason),
}

impl<S: HeuristicSpace> Iteration<'_, S> {
    /// Returns a path to the goal within the bound. The calling thread also searches, and checks
    /// the limits.
    fn run(
        &self,
        threads: usize,
        monitor: &mut Monitor<'_>,
        before: usize,
    ) -> Result<Option<Vec<S::Node>>, StopReason> {
        let check = |nodes: usize| {
            if before + nodes > self.most_nodes {
                return Err(StopReason::States);
            }
            monitor.check_now(|| Progress {
                depth: self.bound.saturating_sub(1),
                states: before + nodes,
                bytes: self.space.bytes(),
                ..Progress::default()
            })
        };
        let (own, others) = parallel::join(
            threads.saturating_sub(1),
            || self.descent(|_| Ok(())).run(),
            || self.descent(check).run(),
        );
        others
            .into_iter()
            .chain([own])
            .find(|end| !matches!(end, Ok(None)))
            .unwrap_or(Ok(None))
    }

    fn descent<L: FnMut(usize) -> Result<(), StopReason>>(&self, check: L) -> DfsWorker<'_, S, L> {
        DfsWorker {
            round: self,
            nodes: 0,
            path: Vec::new(),
            check,
        }
    }
}

/// The work of one thread.
struct DfsWorker<'a, S: HeuristicSpace, L> {
    round: &'a Iteration<'a, S>,
    /// Number of nodes since the last check.
    nodes: usize,
    /// The end of the path to the goal, the goal first.
    path: Vec<S::Node>,
    check: L,
}

impl<S: HeuristicSpace, L: FnMut(usize) -> Result<(), StopReason>> DfsWorker<'_, S, L> {
    /// Extends prefixes until none is left. Returns the path to the goal.
    fn run(mut self) -> Result<Option<Vec<S::Node>>, StopReason> {
        let Iteration {
            space,
            beginnings,
            bound,
            shared,
            ..
        } = self.round;
        let end = loop {
            let Some(path) = beginnings.get(shared.next_beginning.fetch_add(1, Relaxed)) else {
                break IterationEnd::Halted;
            };
            let last = path.last().expect("the start");
            let done = u32::try_from(path.len() - 1).expect("a short path");
            if done + space.estimate(last) > *bound {
                continue;
            }
            if let ControlFlow::Break(end) = self.descend(last, bound - done) {
                self.path.extend(path.iter().rev());
                break end;
            }
        };
        shared.nodes.fetch_add(self.nodes, Relaxed);
        match end {
            IterationEnd::Found => {
                shared.stop.store(true, Relaxed);
                self.path.reverse();
                Ok(Some(self.path))
            }
            IterationEnd::Halted => Ok(None),
            IterationEnd::Stopped(reason) => {
                shared.stop.store(true, Relaxed);
                Err(reason)
            }
        }
    }

    /// Tries all paths from a node with up to `left` moves, at least one.
    fn descend(&mut self, node: &S::Node, left: u32) -> ControlFlow<IterationEnd> {
        self.nodes += 1;
        if self.nodes == STATES_PER_CHECK {
            self.check()?;
        }
        let space = self.round.space;
        space.visit_successors(node, left - 1, |next| {
            let end = if space.estimate(next) == 0 {
                ControlFlow::Break(IterationEnd::Found)
            } else {
                self.descend(next, left - 1)
            };
            if matches!(end, ControlFlow::Break(IterationEnd::Found)) {
                self.path.push(*next);
            }
            end
        })
    }

    #[cold]
    fn check(&mut self) -> ControlFlow<IterationEnd> {
        let shared = &self.round.shared;
        let nodes = shared.nodes.fetch_add(self.nodes, Relaxed) + self.nodes;
        self.nodes = 0;
        if shared.stop.load(Relaxed) {
            return ControlFlow::Break(IterationEnd::Halted);
        }
        match (self.check)(nodes) {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => ControlFlow::Break(IterationEnd::Stopped(reason)),
        }
    }
}

/// A space whose states have an identity, for duplicate detection.
pub trait StateIdentity: HeuristicSpace {
    /// The identity of a state, which does not depend on the path to it.
    type Name: Copy + Eq + Hash + Send;

    /// Returns the identity of a state.
    fn name(&self, node: &Self::Node) -> Self::Name;

    /// Returns a number that is low for the states that a beam keeps.
    fn rank(&self, node: &Self::Node) -> u32 {
        self.estimate(node)
    }
}

/// A successor, and the place of its parent in the layer before.
struct Candidate<N> {
    parent: u32,
    node: N,
}

/// Width of the first of several beams of growing width.
pub const FIRST_WIDTH: usize = 64;

/// Nodes of a beam between two checks of the limits.
const NODES_PER_CHECK: usize = 1 << 10;

/// Searches for a path of fewer than `below` moves with a beam of `width` states. Returns the
/// states on it, the start first. A failure proves nothing.
///
/// # Complexity
/// Time and memory are linear in the product of width and length.
pub fn beam<S: StateIdentity>(
    space: &S,
    start: S::Node,
    (width, below): (usize, u32),
    monitor: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<Vec<S::Name>>, StopReason> {
    let hasher = RandomState::with_seeds(1, 2, 3, 4);
    // Fingerprints may collide. A state is then left out, as others are for lack of room.
    let mut kept: HashSet<u64, RandomState> = HashSet::with_hasher(hasher.clone());
    let mut layers = vec![vec![(0, space.name(&start))]];
    kept.insert(hasher.hash_one(layers[0][0].1));
    let mut layer = vec![start];
    let mut candidates = Vec::new();
    if space.estimate(&start) == 0 {
        return Ok(Some(vec![space.name(&start)]));
    }
    for depth in 1..below {
        candidates.clear();
        for (parent, node) in (0..).zip(&layer) {
            if statistics.expanded.is_multiple_of(NODES_PER_CHECK) {
                let bytes = space.bytes() + bytes_of::<S>(&layers, kept.len(), candidates.len());
                monitor.check_now(|| Progress {
                    depth: if below == u32::MAX { 0 } else { below },
                    frontier: layer.len(),
                    states: statistics.expanded,
                    bytes,
                    ..Progress::default()
                })?;
                statistics.bytes = statistics.bytes.max(bytes);
            }
            statistics.expanded += 1;
            let found = space.visit_successors(node, below - 1 - depth, |&node| {
                let is_goal = space.estimate(&node) == 0;
                candidates.push(Candidate { parent, node });
                break_if(is_goal)
            });
            if found.is_break() {
                let goal = candidates.last().expect("the goal");
                return Ok(Some(path(&layers, space.name(&goal.node), goal.parent)));
            }
        }
        let fingerprint = |(number, it): (usize, &Candidate<S::Node>)| {
            (
                space.rank(&it.node),
                hasher.hash_one(space.name(&it.node)),
                number,
            )
        };
        // The fingerprint breaks ties, so the order of the parents does not matter.
        let mut nearest: Vec<(u32, u64, usize)> =
            candidates.iter().enumerate().map(fingerprint).collect();
        nearest.sort_unstable();
        let mut names = Vec::new();
        let mut next = Vec::new();
        for (_, fingerprint, number) in nearest {
            if next.len() < width && kept.insert(fingerprint) {
                let Candidate { parent, node } = candidates[number];
                names.push((parent, space.name(&node)));
                next.push(node);
            }
        }
        if next.is_empty() {
            break;
        }
        layers.push(names);
        layer = next;
        let most = monitor.limits().max_states;
        if most.is_some_and(|most| kept.len() > most) {
            return Err(StopReason::States);
        }
    }
    Ok(None)
}

/// Returns the states from the start to `last`, whose parent is this one of the last layer.
fn path<T: Copy>(layers: &[Vec<(u32, T)>], last: T, parent: u32) -> Vec<T> {
    let mut path = vec![last];
    let mut at = parent;
    for layer in layers.iter().rev() {
        let (parent, name) = layer[at as usize];
        path.push(name);
        at = parent;
    }
    path.reverse();
    path
}

/// Returns the bytes of the kept states and of the candidates.
fn bytes_of<S: StateIdentity>(
    layers: &[Vec<(u32, S::Name)>],
    kept: usize,
    candidates: usize,
) -> usize {
    let names: usize = layers.iter().map(Vec::len).sum();
    // A table of hashes is from half to seven eighths full.
    names * size_of::<(u32, S::Name)>()
        + kept * 2 * size_of::<u64>()
        + candidates * 2 * size_of::<Candidate<S::Node>>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        control::Limits,
        search::testing::{limited, unlimited},
    };

    /// The numbers, where a move adds one of these steps and the goal is one number.
    struct Numbers {
        steps: &'static [i32],
        goal: i32,
    }

    const LINE: Numbers = Numbers {
        steps: &[-1, 1],
        goal: 0,
    };

    /// Above the goal, the estimate is not a lower bound.
    const STAIRCASE: Numbers = Numbers {
        steps: &[-1, 1, -3],
        goal: 20,
    };

    impl HeuristicSpace for Numbers {
        type Node = i32;

        fn estimate(&self, node: &i32) -> u32 {
            // The bound is weaker far from the goal.
            (self.goal - node).unsigned_abs().min(12)
        }

        fn visit_successors<B>(
            &self,
            node: &i32,
            most: u32,
            mut visit: impl FnMut(&i32) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            let next = self.steps.iter().map(|step| node + step);
            let mut near = next.filter(|next| self.estimate(next) <= most);
            near.try_for_each(|next| visit(&next))
        }

        fn stride(&self) -> u32 {
            2
        }

        fn bytes(&self) -> usize {
            7
        }
    }

    impl StateIdentity for Numbers {
        type Name = i32;

        fn name(&self, node: &i32) -> i32 {
            *node
        }
    }

    fn path(
        start: i32,
        threads: usize,
        limits: Limits,
    ) -> (Result<Vec<i32>, StopReason>, Statistics) {
        let mut statistics = Statistics::default();
        let bounds = InitialBounds::default();
        let found = limited(limits, |monitor| {
            shortest(&LINE, start, bounds, threads, monitor, &mut statistics)
        });
        (found, statistics)
    }

    #[test]
    fn the_path_is_a_shortest_one_on_any_number_of_threads() {
        for threads in [1, 3] {
            for start in [0, 1, -3, 11, 16] {
                let (found, _) = path(start, threads, Limits::default());
                let found = found.expect("there is no limit");
                assert_eq!((found[0], found.last()), (start, Some(&0)));
                assert_eq!(found.len(), start.unsigned_abs() as usize + 1);
                assert!(found.windows(2).all(|pair| pair[0].abs_diff(pair[1]) == 1));
            }
        }
    }

    #[test]
    fn a_depth_limit_ends_the_search_with_a_lower_bound() {
        for (start, most) in [(16, 14), (9, 5)] {
            let limits = Limits::default().with_max_depth(Some(most));
            let (found, statistics) = path(start, 2, limits);
            assert_eq!((found, statistics.bytes), (Err(StopReason::Depth), 7));
            assert!(
                statistics.depth >= most,
                "nothing is that short: {statistics:?}"
            );
        }
    }

    fn found(start: i32, width: usize, below: u32) -> Option<Vec<i32>> {
        let statistics = &mut Statistics::default();
        unlimited(|monitor| beam(&STAIRCASE, start, (width, below), monitor, statistics))
            .expect("no limit")
    }

    #[test]
    fn a_path_begins_at_the_start_and_ends_at_the_goal() {
        assert_eq!(found(20, 1, 9), Some(vec![20]));
        assert_eq!(found(17, 1, 9), Some(vec![17, 18, 19, 20]));
        assert_eq!(found(24, 2, 9), Some(vec![24, 21, 20]));
    }

    #[test]
    fn only_shorter_paths_are_found() {
        assert_eq!(found(17, 8, 3), None);
        assert_eq!(found(17, 8, 4).map(|path| path.len()), Some(4));
    }
}
