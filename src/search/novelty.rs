//! Search by what is new: it finds some way where an estimate alone says little.
//!
//! A state is told apart by its *features*, such as where each piece stands. It is the newer the
//! fewer of them it takes to name what no state was like before: one, two, or more. Lipovetzky and
//! Geffner, "Best-first width search", AAAI 2017, count by themselves the states that are as far
//! from a goal, so that what was old farther away is new again. What is newest goes first, and of
//! that what is nearest: so an estimate that knows little does not lead astray.

use std::collections::{BTreeMap, VecDeque};

use crate::control::{Limits, Monitor, Progress, StopReason};

use super::nodes::{NodeId, SearchTree};
use super::space::{BLOCK, Key, Space, Successor, class_of};
use super::statistics::Statistics;

/// Features of states, and an estimate of their distance to a goal.
pub(crate) trait Features<K> {
    /// Number of features.
    fn count(&self) -> usize;

    /// Appends the features of a state: ascending numbers below [`count`](Features::count).
    fn find(&self, key: &K, found: &mut Vec<usize>);

    /// Estimates the distance of a state to the nearest goal. It need not be a lower bound.
    fn distance(&self, key: &K) -> u32;
}

/// The pairs of features that states as far from a goal have had: a bit each.
#[derive(Default)]
struct NoveltyTable {
    pairs: Vec<u64>,
}

/// How new a state is, and how far from a goal.
type Queue = (u32, u32);

/// Features that no state had before, pairs of them, or neither.
const NEW_FEATURE: u32 = 1;
const NEW_PAIR: u32 = 2;
const NOTHING_NEW: u32 = 3;

impl NoveltyTable {
    /// Bytes, where there are so many features.
    const fn bytes(count: usize) -> usize {
        (count * (count + 1) / 2).div_ceil(64) * size_of::<u64>()
    }

    /// How new these features are; from now on they are not.
    fn meet(&mut self, features: &[usize], count: usize) -> u32 {
        self.pairs.resize(Self::bytes(count) / size_of::<u64>(), 0);
        let mut found = NOTHING_NEW;
        for (at, &greater) in features.iter().enumerate() {
            let row = greater * (greater + 1) / 2;
            // A feature is a pair with itself.
            for &other in &features[..=at] {
                let (word, bit) = ((row + other) / 64, 1 << ((row + other) % 64));
                if self.pairs[word] & bit == 0 {
                    self.pairs[word] |= bit;
                    found = found.min(if other == greater { NEW_FEATURE } else { NEW_PAIR });
                }
            }
        }
        found
    }
}

/// The states on some way from the start to a goal; none if every state was met and no goal among
/// them.
///
/// Deterministic.
///
/// # Complexity
/// Time and memory are linear in the states met, and a pair of features is a bit for each distance.
pub(crate) fn by_novelty<K: Key>(
    space: &mut dyn Space<K>,
    features: &dyn Features<K>,
    start: K,
    watch: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<Vec<K>>, StopReason> {
    let (limits, count) = (*watch.limits(), features.count());
    let (mut nodes, mut seen) = (SearchTree::default(), BTreeMap::<u32, NoveltyTable>::new());
    nodes.restart(start)?;
    if class_of(space, start).is_goal() {
        return Ok(Some(vec![start]));
    }
    let mut open = BTreeMap::from([((NEW_FEATURE, 0), VecDeque::from([0]))]);
    let (mut fresh, mut found) = (NewStates::default(), Vec::new());
    while let Some(block) = next_block(&mut open) {
        // What waits takes no more than its number.
        let waiting = nodes.len() * size_of::<NodeId>();
        let bytes = nodes.bytes() + waiting + seen.len() * NoveltyTable::bytes(count);
        if limits.max_bytes.is_some_and(|most| bytes > most) {
            return Err(StopReason::Memory);
        }
        let states = nodes.len();
        watch.check(statistics.expanded, || Progress { states, bytes, ..Progress::default() })?;
        statistics.expanded += block.len();
        statistics.bytes = statistics.bytes.max(bytes);
        if let Some(goal) = fresh.meet(space, &block, &mut nodes, &limits)? {
            return Ok(Some(nodes.path_to(goal)));
        }
        for (key, &node) in fresh.keys.iter().zip(&fresh.nodes) {
            let far = features.distance(key);
            found.clear();
            features.find(key, &mut found);
            let new = seen.entry(far).or_default().meet(&found, count);
            open.entry((new, far)).or_default().push_back(node);
        }
    }
    Ok(None)
}

/// The states that a block is the first to lead to.
struct NewStates<K> {
    keys: Vec<K>,
    nodes: Vec<NodeId>,
    successors: Vec<Successor<K>>,
}

impl<K> Default for NewStates<K> {
    fn default() -> Self {
        NewStates { keys: Vec::new(), nodes: Vec::new(), successors: Vec::new() }
    }
}

impl<K: Key> NewStates<K> {
    /// Finds them, or a goal.
    fn meet(
        &mut self,
        space: &mut dyn Space<K>,
        block: &[NodeId],
        nodes: &mut SearchTree<K>,
        limits: &Limits,
    ) -> Result<Option<NodeId>, StopReason> {
        let keys: Vec<K> = block.iter().map(|&node| nodes.keys()[node as usize]).collect();
        self.keys.clear();
        self.nodes.clear();
        self.successors.clear();
        space.expand(&keys, &[], &mut self.successors);
        for successor in &self.successors {
            let parent = block[successor.place as usize];
            let (node, is_new) = nodes.meet(successor.key, parent, limits)?;
            if is_new && successor.class.is_goal() {
                return Ok(Some(node));
            }
            if is_new {
                self.keys.push(successor.key);
                self.nodes.push(node);
            }
        }
        Ok(None)
    }
}

/// The first that wait of those that are newest, and nearest.
fn next_block(open: &mut BTreeMap<Queue, VecDeque<NodeId>>) -> Option<Vec<NodeId>> {
    let mut first = open.first_entry()?;
    let waiting = first.get_mut();
    let block = waiting.drain(..waiting.len().min(BLOCK)).collect();
    if waiting.is_empty() {
        first.remove();
    }
    Some(block)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::testing::{Square, TestGraph};
    use super::*;

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
        let mut observer = |_: &Progress| ControlFlow::Continue(());
        let mut statistics = Statistics::default();
        let mut watch = Monitor::new(limits, &mut observer);
        let space = &mut Square { has_goal };
        let found = by_novelty(space, &Shown, start, &mut watch, &mut statistics);
        (found, statistics.expanded)
    }

    #[test]
    fn a_way_leads_from_neighbour_to_neighbour_to_a_goal() {
        let (found, _) = search(true, 0, Limits::default());
        let way = found.expect("no limit").expect("there is one");
        assert_eq!((way.first(), way.last()), (Some(&0), Some(&99)));
        for pair in way.windows(2) {
            assert!(Square { has_goal: true }.neighbours(pair[0]).contains(&pair[1]), "{pair:?}");
        }
        assert_eq!(search(true, 99, Limits::default()), (Ok(Some(vec![99])), 0));
    }

    #[test]
    fn where_there_is_no_goal_every_state_is_met() {
        assert_eq!(search(false, 0, Limits::default()), (Ok(None), 100));
    }

    #[test]
    fn limits_end_it() {
        let few = Limits { max_states: Some(20), ..Limits::default() };
        assert_eq!(search(false, 0, few).0, Err(StopReason::States));
        let little = Limits { max_bytes: Some(1), ..Limits::default() };
        assert_eq!(search(false, 0, little).0, Err(StopReason::Memory));
    }

    #[test]
    fn what_is_new_is_told_by_as_few_features_as_it_takes() {
        let mut seen = NoveltyTable::default();
        assert_eq!(seen.meet(&[0, 3], 5), NEW_FEATURE);
        assert_eq!(seen.meet(&[1, 4], 5), NEW_FEATURE);
        assert_eq!(seen.meet(&[0, 4], 5), NEW_PAIR);
        assert_eq!(seen.meet(&[0, 3], 5), NOTHING_NEW);
        assert_eq!(seen.meet(&[2, 4], 5), NEW_FEATURE);
    }
}
