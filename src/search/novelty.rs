//! Novelty search finds a first solution, and neighbourhood search shortens it.
//!
//! Novelty search distinguishes states by their *features*, such as the place of each piece. The
//! novelty of a state is the size of its smallest combination of features that no state had before:
//! one, two, or more. States at different estimated distances from a goal are compared separately,
//! so that a combination that was known farther away is novel again (Lipovetzky and Geffner,
//! "Best-first width search", AAAI 2017). The search expands the most novel state first, and among
//! those the nearest, so that a poor estimate does not mislead it.
//!
//! Neighbourhood search looks for a shortest path through the states around a known path (Nakhost
//! and Müller, "Action elimination and plan neighborhood graph search", ICAPS 2010).

use std::collections::{BTreeMap, VecDeque};

use crate::control::{Limits, Monitor, Outcome, Progress, StopReason};

use super::{
    Statistics, Target,
    breadth_first::BreadthFirst,
    index::NodeId,
    search_tree::SearchTree,
    space::{BLOCK, Key, Space, Successor, class_of},
};

/// Features of states, and an estimate of their distance to a goal.
pub trait Features<K> {
    /// Number of features.
    fn count(&self) -> usize;

    /// Appends the features of a state: ascending numbers below [`count`](Features::count).
    fn find(&self, key: &K, found: &mut Vec<usize>);

    /// Estimates the distance of a state to the nearest goal. It need not be a lower bound.
    fn distance(&self, key: &K) -> u32;
}

/// A bit for each pair of features that states at one distance have had.
#[derive(Default)]
struct NoveltyTable {
    pairs: Vec<u64>,
}

/// The novelty of a state and its distance from a goal.
type QueueKey = (u32, u32);

/// A feature that no state had before, a pair of features, or neither.
const NEW_FEATURE: u32 = 1;
const NEW_PAIR: u32 = 2;
const NOTHING_NEW: u32 = 3;

impl NoveltyTable {
    /// Returns the bytes of a table for `count` features.
    const fn bytes(count: usize) -> usize {
        (count * (count + 1) / 2).div_ceil(64) * size_of::<u64>()
    }

    /// Returns the novelty of these features and marks them as known.
    fn record(&mut self, features: &[usize], count: usize) -> u32 {
        self.pairs.resize(Self::bytes(count) / size_of::<u64>(), 0);
        let mut found = NOTHING_NEW;
        for (at, &greater) in features.iter().enumerate() {
            let row = greater * (greater + 1) / 2;
            // A feature is a pair with itself.
            for &other in &features[..=at] {
                let word = (row + other) / 64;
                let bit = 1 << ((row + other) % 64);
                if self.pairs[word] & bit == 0 {
                    self.pairs[word] |= bit;
                    found = found.min(if other == greater {
                        NEW_FEATURE
                    } else {
                        NEW_PAIR
                    });
                }
            }
        }
        found
    }
}

/// Returns the states on some path from the start to a goal, or `None` if no goal is reachable.
/// Deterministic.
///
/// # Complexity
/// Time and memory are linear in the states met. A pair of features takes a bit for each distance.
pub fn by_novelty<K: Key>(
    space: &mut dyn Space<K>,
    features: &dyn Features<K>,
    start: K,
    monitor: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<Vec<K>>, StopReason> {
    let limits = *monitor.limits();
    let count = features.count();
    let mut nodes = SearchTree::default();
    let mut seen = BTreeMap::<u32, NoveltyTable>::new();
    nodes.restart(&[start])?;
    if class_of(space, start).is_goal() {
        return Ok(Some(vec![start]));
    }
    let mut open = BTreeMap::from([((NEW_FEATURE, 0), VecDeque::from([0]))]);
    let mut successors = Vec::new();
    let mut found = Vec::new();
    while let Some(block) = next_block(&mut open) {
        // A waiting state takes no more than its number.
        let waiting = nodes.len() * size_of::<NodeId>();
        let bytes = nodes.bytes() + waiting + seen.len() * NoveltyTable::bytes(count);
        limits.check_bytes(bytes)?;
        monitor.check(BLOCK + successors.len(), || Progress {
            states: nodes.len(),
            bytes,
            ..Progress::default()
        })?;
        statistics.expanded += block.len();
        statistics.bytes = statistics.bytes.max(bytes);
        let keys: Vec<K> = block
            .iter()
            .map(|&node| nodes.keys()[node as usize])
            .collect();
        successors.clear();
        space.expand(&keys, &[], &mut successors);
        for Successor {
            key, place, class, ..
        } in &successors
        {
            let (node, is_new) = nodes.insert(*key, block[*place as usize], &limits)?;
            if !is_new {
                continue;
            }
            if class.is_goal() {
                return Ok(Some(nodes.path_to(node)));
            }
            let distance = features.distance(key);
            found.clear();
            features.find(key, &mut found);
            let novelty = seen.entry(distance).or_default().record(&found, count);
            open.entry((novelty, distance)).or_default().push_back(node);
        }
    }
    Ok(None)
}

/// Takes the first of the most novel and nearest states.
fn next_block(open: &mut BTreeMap<QueueKey, VecDeque<NodeId>>) -> Option<Vec<NodeId>> {
    let mut first = open.first_entry()?;
    let waiting = first.get_mut();
    let block = waiting.drain(..waiting.len().min(BLOCK)).collect();
    if waiting.is_empty() {
        first.remove();
    }
    Some(block)
}

/// Searches the `states` states that are nearest to any state of a path. Returns the states on a
/// shortest path through them, from the first state to a goal.
///
/// # Complexity
/// Twice the time and the memory of breadth-first search of `states` states.
pub fn shorten<K: Key>(
    space: &mut dyn Space<K>,
    path: &[K],
    states: usize,
    monitor: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Vec<K>, StopReason> {
    let halved = monitor.limits().max_bytes.map(|bytes| bytes / 2);
    let limits = Limits {
        max_states: Some(states),
        max_bytes: halved,
        ..Limits::default()
    };
    let mut around = BreadthFirst::default();
    let target = Target::Everything;
    let mut check = |progress: &Progress| monitor.flow(progress);
    let found = around.search(space, path, target, &limits, &mut check);
    statistics.expanded += found.statistics.expanded;
    match found.outcome {
        Outcome::Stopped(reason) if reason != StopReason::States => Err(reason),
        _ => through(space, path[0], &around.nodes, monitor),
    }
}

/// Returns a shortest path from a state to a goal through given states.
fn through<K: Key>(
    space: &mut dyn Space<K>,
    start: K,
    given: &SearchTree<K>,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<K>, StopReason> {
    let limits = *monitor.limits();
    let mut met: SearchTree<K> = SearchTree::default();
    met.restart(&[start])?;
    let mut next = 0_usize;
    let mut successors: Vec<Successor<K>> = Vec::new();
    loop {
        monitor.check(BLOCK + successors.len(), || Progress {
            states: given.len() + next,
            ..Progress::default()
        })?;
        let block: Vec<K> = met.keys()[next..].iter().take(BLOCK).copied().collect();
        assert!(!block.is_empty(), "the known path leads to a goal");
        successors.clear();
        space.expand(&block, &[], &mut successors);
        for successor in successors
            .iter()
            .filter(|successor| given.has(&successor.key))
        {
            let parent = NodeId::try_from(next).map_err(|_| StopReason::States)?;
            let (node, is_new) = met.insert(successor.key, parent + successor.place, &limits)?;
            if is_new && successor.class.is_goal() {
                return Ok(met.path_to(node));
            }
        }
        next += block.len();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::search::testing::{Square, TestGraph, limited, unlimited};

    /// The row and the column of a cell.
    struct Shown;

    impl Features<u64> for Shown {
        fn count(&self) -> usize {
            20
        }

        fn find(&self, key: &u64, found: &mut Vec<usize>) {
            let key = usize::try_from(*key).expect("below 100");
            found.extend([key / 10, 10 + key % 10]);
        }

        fn distance(&self, _: &u64) -> u32 {
            1
        }
    }

    fn search(
        has_goal: bool,
        start: u64,
        limits: Limits,
    ) -> (Result<Option<Vec<u64>>, StopReason>, usize) {
        let mut statistics = Statistics::default();
        let space = &mut Square { has_goal };
        let found = limited(limits, |monitor| {
            by_novelty(space, &Shown, start, monitor, &mut statistics)
        });
        (found, statistics.expanded)
    }

    #[test]
    fn a_path_leads_from_neighbour_to_neighbour_to_a_goal() {
        let (found, _) = search(true, 0, Limits::default());
        let path = found.expect("no limit").expect("there is one");
        assert_eq!((path.first(), path.last()), (Some(&0), Some(&99)));
        for pair in path.windows(2) {
            assert!(
                Square { has_goal: true }
                    .neighbours(pair[0])
                    .contains(&pair[1]),
                "{pair:?}"
            );
        }
        assert_eq!(search(true, 99, Limits::default()), (Ok(Some(vec![99])), 0));
    }

    #[test]
    fn without_a_goal_every_state_is_visited() {
        assert_eq!(search(false, 0, Limits::default()), (Ok(None), 100));
    }

    #[test]
    fn limits_stop_the_search() {
        let few = Limits::default().with_max_states(Some(20));
        assert_eq!(search(false, 0, few).0, Err(StopReason::States));
        let little = Limits::default().with_max_bytes(Some(1));
        assert_eq!(search(false, 0, little).0, Err(StopReason::Memory));
    }

    #[test]
    fn novelty_is_the_size_of_the_smallest_new_feature_combination() {
        let mut seen = NoveltyTable::default();
        assert_eq!(seen.record(&[0, 3], 5), NEW_FEATURE);
        assert_eq!(seen.record(&[1, 4], 5), NEW_FEATURE);
        assert_eq!(seen.record(&[0, 4], 5), NEW_PAIR);
        assert_eq!(seen.record(&[0, 3], 5), NOTHING_NEW);
        assert_eq!(seen.record(&[2, 4], 5), NEW_FEATURE);
    }

    fn shortened(path: &[u64], states: usize) -> Vec<u64> {
        let space = &mut Square { has_goal: true };
        let statistics = &mut Statistics::default();
        unlimited(|monitor| shorten(space, path, states, monitor, statistics)).expect("no limit")
    }

    #[test]
    fn neighbourhood_search_shortens_a_path_to_the_optimum() {
        // Back and forth along all rows.
        let snake = |row: u64| {
            (0..10).map(move |at| 10 * row + if row.is_multiple_of(2) { at } else { 9 - at })
        };
        let mut path: Vec<u64> = (0..10).flat_map(snake).collect();
        path.extend(91..100);
        assert_eq!(shortened(&path, 1000).len(), 19);
        // Through the states of the path only.
        let border: Vec<u64> = (0..9).map(|row| 10 * row).chain(90..100).collect();
        assert_eq!(shortened(&border, border.len()), border);
    }

    #[test]
    fn the_observer_stops_the_novelty_search() {
        let mut observer = |_: &Progress| ControlFlow::Break(());
        let mut monitor = Monitor::new(Limits::default(), &mut observer);
        let path: Vec<u64> = (0..10).chain((1..10).map(|row| 10 * row + 9)).collect();
        let stopped = shorten(
            &mut Square { has_goal: true },
            &path,
            100,
            &mut monitor,
            &mut Statistics::default(),
        );
        assert_eq!(stopped, Err(StopReason::Interrupted));
    }
}
