//! Best-first search, guided by an estimate of what is left: A*.
//!
//! Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
//! *IEEE Transactions on Systems Science and Cybernetics* 4, 1968. Of the states that wait, one goes
//! first whose depth and estimate together are least: no way to a goal through it is shorter than
//! that sum. So no goal is nearer than the least sum of all that wait, and one that is as near is a
//! nearest one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::control::{Limits, Observer, Progress, StopReason, Watch};
use crate::memory;

use super::nodes::{NodeId, Nodes};
use super::space::{BLOCK, Key, Space, Successor, class_of};
use super::statistics::{Search, Statistics};

/// How far states are from the nearest goal at least.
pub(crate) trait Heuristic<K: Key>: Send {
    /// Appends for each of these keys a number of moves; no way from its state to a goal is shorter.
    /// [`NO_WAY`] where it is certain that there is none.
    fn estimate(&mut self, keys: &[K], found: &mut Vec<u32>);

    /// Bytes of its tables.
    fn bytes(&self) -> usize;
}

/// The estimate of a state from which no goal can be reached.
pub(crate) const NO_WAY: u32 = u32::MAX;

/// Best-first search and its memory, which the next search reuses.
#[derive(Clone, Debug)]
pub(crate) struct BestFirst<K> {
    nodes: Nodes<K>,
    labels: Vec<Label>,
    open: Open,
    successors: Vec<Successor<K>>,
    /// The states that a block is the first to lead to, and what is estimated of them.
    fresh: Vec<K>,
    estimates: Vec<u32>,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// The length of the shortest way there that has been found.
    depth: u32,
    /// How far it is from there at least.
    estimate: u32,
}

impl<K: Key> Default for BestFirst<K> {
    fn default() -> Self {
        BestFirst {
            nodes: Nodes::default(),
            labels: Vec::new(),
            open: Open::default(),
            successors: Vec::new(),
            fresh: Vec::new(),
            estimates: Vec::new(),
        }
    }
}

/// What a search is given.
struct Task<'a, 'w, K> {
    space: &'a mut dyn Space<K>,
    heuristic: &'a mut dyn Heuristic<K>,
    watch: &'a mut Watch<'w>,
    statistics: &'a mut Statistics,
}

impl<K: Key> BestFirst<K> {
    /// Searches from `start` for a nearest goal. Deterministic.
    ///
    /// The heuristic need not be consistent: a state that is met again nearer to the start is expanded
    /// again.
    ///
    /// Time and memory are linear in the states met, if none is expanded twice: those to which depth
    /// and estimate give less than the length of the solution, and some that they give as much.
    ///
    /// # Panics
    /// If `start` is not the key of a state.
    pub(crate) fn search(
        &mut self,
        space: &mut dyn Space<K>,
        heuristic: &mut dyn Heuristic<K>,
        start: K,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<K> {
        let mut watch = Watch::new(limits.less(heuristic.bytes()), observer);
        let mut statistics = Statistics::default();
        let (watch_by, taken) = (&mut watch, &mut statistics);
        let task = Task { space, heuristic, watch: watch_by, statistics: taken };
        let end = self.run(start, task);
        statistics.bytes = self.bytes() + heuristic.bytes();
        statistics.elapsed = watch.elapsed();
        self.nodes.ended(end, statistics)
    }

    const fn bytes(&self) -> usize {
        self.nodes.bytes() + self.bytes_of_labels() + self.open.bytes
    }

    const fn bytes_of_labels(&self) -> usize {
        self.labels.capacity() * size_of::<Label>()
    }

    fn run(&mut self, start: K, mut task: Task<'_, '_, K>) -> Result<Option<NodeId>, StopReason> {
        self.nodes.restart(start)?;
        self.labels.clear();
        self.open.clear();
        if class_of(task.space, start).is_goal() {
            return Ok(Some(0));
        }
        self.fresh.clear();
        self.fresh.push(start);
        self.enter_fresh(0, &mut task)?;
        let mut goal: Option<(u32, NodeId)> = None;
        let mut block = Vec::with_capacity(BLOCK);
        while let Some((least, depth)) = self.open.first() {
            let Statistics { expanded, depth: complete, .. } = task.statistics;
            *complete = (*complete).max(least.saturating_sub(1));
            if task.watch.limits().max_depth.is_some_and(|most| least > most) {
                return Err(StopReason::Depth);
            }
            // Ways that are as long need not be looked at.
            if let Some((length, node)) = goal
                && length <= least
            {
                return Ok(Some(node));
            }
            task.watch.look(*expanded, || Progress {
                depth: *complete,
                frontier: self.open.waiting,
                states: self.nodes.len(),
                bytes: self.bytes(),
                ..Progress::default()
            })?;
            self.open.take((least, depth), &mut block);
            // Those that were met nearer to the start while they waited have been expanded.
            block.retain(|&node| self.labels[node as usize].depth == depth);
            if let Some(met) = self.expand(&block, depth + 1, &mut task)?
                && goal.is_none_or(|(length, _)| depth + 1 < length)
            {
                goal = Some((depth + 1, met));
            }
        }
        Ok(goal.map(|(_, node)| node))
    }

    /// Has the successors of some states wait that are nowhere known to be nearer than at `depth`;
    /// tells of a goal among them.
    fn expand(
        &mut self,
        block: &[NodeId],
        depth: u32,
        task: &mut Task<'_, '_, K>,
    ) -> Result<Option<NodeId>, StopReason> {
        let mut keys = [K::default(); BLOCK];
        for (key, &node) in keys.iter_mut().zip(block) {
            *key = self.nodes.keys()[node as usize];
        }
        self.successors.clear();
        // The ways are not told: what another way makes needless may be found later than this.
        task.space.expand(&keys[..block.len()], &[], &mut self.successors);
        task.statistics.expanded += block.len();
        task.statistics.generated += self.successors.len();
        let limits = task.watch.limits().less(self.bytes() - self.nodes.bytes());
        let mut goal = None;
        self.fresh.clear();
        for successor in &self.successors {
            let parent = block[successor.place as usize];
            let (node, is_new) = self.nodes.meet(successor.key, parent, &limits)?;
            if is_new {
                self.fresh.push(successor.key);
            } else if let Some(label) = self.labels.get_mut(node as usize)
                && depth < label.depth
            {
                label.depth = depth;
                self.nodes.set_parent(node, parent);
                self.open.push(node, *label, &limits)?;
            } else {
                continue;
            }
            if successor.class.is_goal() {
                goal = Some(node);
            }
        }
        self.enter_fresh(depth, task)?;
        task.statistics.peak_frontier = task.statistics.peak_frontier.max(self.open.waiting);
        Ok(goal)
    }

    /// Labels the nodes that are new, which are the last, and has those wait from which there may be a way.
    fn enter_fresh(&mut self, depth: u32, task: &mut Task<'_, '_, K>) -> Result<(), StopReason> {
        self.estimates.clear();
        task.heuristic.estimate(&self.fresh, &mut self.estimates);
        let limits = task.watch.limits();
        let others = self.nodes.bytes() + self.open.bytes;
        let most = limits.less(others).max_bytes.unwrap_or(usize::MAX);
        memory::reserve(&mut self.labels, self.fresh.len(), most)?;
        let limits = limits.less(self.bytes() - self.open.bytes);
        for &estimate in &self.estimates {
            let label = Label { depth, estimate };
            #[expect(clippy::cast_possible_truncation, reason = "there are fewer than 2^32 nodes")]
            let node = self.labels.len() as NodeId;
            self.labels.push(label);
            self.open.push(node, label, &limits)?;
        }
        Ok(())
    }
}

/// The nodes that wait to be expanded, in buckets: by the least length of a way through them, and of
/// those the deepest first, as they are the nearest to their ends.
#[derive(Clone, Default, Debug)]
struct Open {
    buckets: BTreeMap<(u32, Reverse<u32>), Vec<NodeId>>,
    waiting: usize,
    /// What the buckets take.
    bytes: usize,
}

impl Open {
    fn clear(&mut self) {
        *self = Open::default();
    }

    /// Where the next to be expanded wait: what a way through them takes at least, and their depth.
    fn first(&self) -> Option<(u32, u32)> {
        self.buckets.first_key_value().map(|(&(least, Reverse(depth)), _)| (least, depth))
    }

    /// Fills a block with nodes of a bucket.
    fn take(&mut self, (least, depth): (u32, u32), block: &mut Vec<NodeId>) {
        block.clear();
        let place = (least, Reverse(depth));
        let Some(bucket) = self.buckets.get_mut(&place) else { return };
        let from = bucket.len().saturating_sub(BLOCK);
        block.extend(bucket.drain(from..));
        self.waiting -= block.len();
        if bucket.is_empty() {
            self.bytes -= bucket.capacity() * size_of::<NodeId>();
            self.buckets.remove(&place);
        }
    }

    /// Has a node wait, unless there is no way from it.
    fn push(&mut self, node: NodeId, label: Label, limits: &Limits) -> Result<(), StopReason> {
        let Label { depth, estimate } = label;
        if estimate == NO_WAY {
            return Ok(());
        }
        let bucket = self.buckets.entry((depth + estimate, Reverse(depth))).or_default();
        let before = bucket.capacity();
        let others = self.bytes - before * size_of::<NodeId>();
        let most = limits.less(others).max_bytes.unwrap_or(usize::MAX);
        memory::reserve(bucket, 1, most)?;
        bucket.push(node);
        self.bytes += (bucket.capacity() - before) * size_of::<NodeId>();
        self.waiting += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Duration;

    use super::super::breadth_first::BreadthFirst;
    use super::super::statistics::Target;
    use super::super::testing::{Orders, Toy};
    use super::*;
    use crate::control::Outcome;
    use crate::search::Class;

    /// What a function says.
    struct Told<F>(F);

    impl<F: Fn(u64) -> u32 + Send> Heuristic<u64> for Told<F> {
        fn estimate(&mut self, keys: &[u64], found: &mut Vec<u32>) {
            found.extend(keys.iter().map(|&key| self.0(key)));
        }

        fn bytes(&self) -> usize {
            100
        }
    }

    fn search(
        space: &mut dyn Space<u64>,
        estimate: impl Fn(u64) -> u32 + Send,
        start: u64,
        limits: &Limits,
    ) -> Search<u64> {
        let go_on = &mut |_: &Progress| ControlFlow::Continue(());
        BestFirst::default().search(space, &mut Told(estimate), start, limits, go_on)
    }

    /// Exchanges of neighbours that reverse an order: the pairs that are not yet reversed.
    fn exchanges(things: u32, order: u64) -> u32 {
        let thing = |place: u32| order >> (4 * place) & 0xF;
        let pairs = (0..things).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        pairs.map(|(earlier, later)| u32::from(thing(earlier) < thing(later))).sum()
    }

    #[test]
    fn one_that_knows_goes_straight_to_the_goal_and_one_that_knows_nothing_by_layers() {
        let mut orders = Orders(8);
        let start = orders.sorted();
        let knowing = search(&mut orders, |key| exchanges(8, key), start, &Limits::default());
        let Outcome::Found(way) = knowing.outcome else { panic!("the reverse can be reached") };
        assert_eq!(way.len(), 28 + 1);
        assert!(knowing.statistics.expanded <= 28 * BLOCK, "{:?}", knowing.statistics);
        let blind = search(&mut orders, |_| 0, start, &Limits::default());
        let Outcome::Found(way) = blind.outcome else { panic!("the reverse can be reached") };
        assert_eq!((way.len(), blind.statistics.states), (28 + 1, 40_320));
    }

    /// A number that is the same for a key whenever it is asked for.
    fn noise(key: u64, seed: u64) -> u32 {
        let mixed = (key ^ seed << 40).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        u32::try_from(mixed >> 40).expect("24 bits")
    }

    #[test]
    fn an_estimate_that_leaps_as_long_as_it_is_never_too_high_leads_to_a_nearest_goal() {
        for seed in 0..20 {
            let mut orders = Orders(7);
            // Exact here and nothing there, so that what is reached first is often too deep.
            let leaping = move |key| match noise(key, seed) % 3 {
                0 => 0,
                1 => exchanges(7, key),
                _ => noise(key, seed + 1) % (exchanges(7, key) + 1),
            };
            let (start, none) = (orders.sorted(), Limits::default());
            let go_on = &mut |_: &Progress| ControlFlow::Continue(());
            let mut engine = BestFirst::default();
            let mut search = || engine.search(&mut orders, &mut Told(leaping), start, &none, go_on);
            let found = search();
            // With the memory of the last.
            assert_eq!(search().outcome, found.outcome);
            let Outcome::Found(way) = found.outcome else { panic!("the reverse can be reached") };
            assert_eq!(way.len(), 21 + 1, "{seed}");
        }
    }

    /// A circle of numbers with a chord: from 0 the long way round looks better.
    #[derive(Clone)]
    struct Circle;

    impl Toy for Circle {
        fn neighbours(&self, key: u64) -> Vec<u64> {
            let round = [(key + 1) % 20, (key + 19) % 20];
            if key % 7 == 5 { vec![round[0], round[1], (key + 10) % 20] } else { round.to_vec() }
        }

        fn class(&self, key: u64) -> Option<Class> {
            (key < 20).then_some(Class::new(1, key == 17))
        }
    }

    #[test]
    fn a_state_met_again_nearer_to_the_start_is_expanded_again() {
        let go_on = &mut |_: &Progress| ControlFlow::Continue(());
        let mut plain = BreadthFirst::default();
        let none = Limits::default();
        for start in 0..20 {
            let wide = plain.search(&mut Circle, start, Target::Goal, &none, go_on).outcome;
            let Outcome::Found(expected) = wide else { panic!("all are connected") };
            let found = search(&mut Circle, |key| u32::from(key % 2 == 0), start, &none);
            let Outcome::Found(way) = found.outcome else { panic!("all are connected") };
            assert_eq!(way.len(), expected.len(), "{start}");
        }
    }

    #[test]
    fn states_without_a_way_are_left_out_and_if_none_is_left_there_is_no_goal() {
        let mut orders = Orders(6);
        let start = orders.sorted();
        let none = Limits::default();
        let hopeless = search(&mut orders, |_| NO_WAY, start, &none);
        assert_eq!(hopeless.outcome, Outcome::Exhausted);
        assert_eq!((hopeless.statistics.states, hopeless.statistics.expanded), (1, 0));
        // Behind five exchanges there is nothing.
        let walled = |key| if exchanges(6, key) < 10 { NO_WAY } else { 1 };
        let walled = search(&mut orders, walled, start, &none);
        assert_eq!(walled.outcome, Outcome::Exhausted);
        assert!(walled.statistics.states > walled.statistics.expanded);
    }

    #[test]
    fn a_search_that_is_stopped_has_proven_the_least_sum_of_what_waits() {
        let start = Orders(9).sorted();
        let half = |key| exchanges(9, key) / 2;
        let none = Limits::default();
        let whole = search(&mut Orders(9), half, start, &none).statistics;
        for (limits, reason) in [
            (Limits { max_depth: Some(30), ..none }, StopReason::Depth),
            (Limits { max_states: Some(whole.states / 2), ..none }, StopReason::States),
            (Limits { max_bytes: Some(whole.bytes / 2), ..none }, StopReason::Memory),
            (Limits { timeout: Some(Duration::ZERO), ..none }, StopReason::Time),
        ] {
            let stopped = search(&mut Orders(9), half, start, &limits);
            assert_eq!(stopped.outcome, Outcome::Stopped(reason));
            let taken = stopped.statistics;
            // The start alone says that it takes 18 exchanges.
            assert!((17..36).contains(&taken.depth), "{reason}: {taken:?}");
            assert!(reason != StopReason::Depth || taken.depth == 30);
            assert!(taken.states <= limits.max_states.unwrap_or(usize::MAX));
            assert!(taken.bytes <= limits.max_bytes.unwrap_or(usize::MAX));
        }
        let enough = Limits { max_depth: Some(36), ..none };
        assert!(matches!(search(&mut Orders(9), half, start, &enough).outcome, Outcome::Found(_)));
    }
}
