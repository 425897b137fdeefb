//! Breadth-first search from both ends: from a start and from goals that are listed, on all cores.
//!
//! Two balls of half the radius mostly hold far fewer states than one (Pohl, "Bi-directional
//! Search", *Machine Intelligence* 6, 1971). Neither side keeps parents. Where they meet is a state
//! in the middle of a shortest way, and its two halves are found as the whole was, until a search
//! with parents is enough; a half lies within balls that are smaller again.
//!
//! # What the first state in common proves
//!
//! Let the start be `D` moves from the nearest goal, and let the one side know all states within
//! `a` moves of the start, and the other all within `b` moves of a goal, layer by layer. Moves can
//! be undone, so that **they have a state in common exactly if `D ≤ a + b`**: a way through such a
//! state is no longer than that; and on a shortest way, if it is no longer, the state after the
//! lesser of `a` and `D` moves is such a state.
//!
//! - So as long as they have none in common, `D > a + b`. One more layer, on either side, adds 1 to
//!   `a + b`, and if now they have one in common, `D = a + b`.
//! - Then the state after `a` moves of a shortest way is `a` moves from the start and `b` from a
//!   goal, neither fewer, or there would be a shorter way. So it is in the last layers of both,
//!   which is why no others are compared. And each state that those two have in common lies on a
//!   shortest way.
//! - If the new layer is empty, there is no way at all: one would take more than `a + b` moves, and
//!   the state that is one move further from that end than its last layer would be in the new one.

use std::ops::ControlFlow;
use std::slice;

use crate::control::{Limits, Monitor, Observer, Outcome, Progress, StopReason};

use super::breadth_first::BreadthFirst;
use super::hashed::HashedEngine;
use super::layers::{LayerError, LayerSearch, Sources};
use super::space::{ArrivalId, Key, OrbitInfo, Space, StateWords, Successor};
use super::{Statistics, Target};

/// The most states that are searched with parents, where so many are known to lead to the other
/// end.
const WITH_PARENTS: usize = if cfg!(test) { 1 << 6 } else { 1 << 16 };

/// The keys on a shortest way from a state to the nearest of some others, both among them; none
/// where there is no way. Each key must be that which stands for its state and the mirror images of
/// it.
///
/// What the search for the length of the way takes is told in `statistics`, but for the time, and
/// whether or not it comes to its end: no way is as short as their depth, or shorter. To find the
/// way itself stores less at a time, under the same limits.
///
/// # Complexity
/// Linear in the states within about half the distance of either end, and no more than about twice
/// those that a search from the better end alone would meet. The way itself takes about as long
/// again.
pub(crate) fn shortest_way<K: Key>(
    space: &dyn Space<K>,
    (from, to): (K, &[K]),
    threads: usize,
    watch: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<Vec<K>>, LayerError> {
    let Some(met) = meet(space, [&[from], to], threads, watch, statistics)? else {
        return Ok(None);
    };
    let bound = met.distance.saturating_sub(1);
    let limits = Limits { timeout: None, ..*watch.limits() };
    let mut stopped = None;
    let mut observer = |progress: &Progress| {
        let looked = watch.check_now(|| Progress { depth: bound, ..*progress });
        stopped = looked.err();
        if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut finder = Finder { space, threads, limits, observer: &mut observer };
    let way = finder.put_together(from, met, to);
    way.map(Some).map_err(|halt| stopped.map_or(halt, LayerError::Stopped))
}

/// Where two searches have met.
struct MeetingPoint<K> {
    /// A state that is in the last layers of both.
    middle: K,
    /// How far the ends are from each other.
    distance: u32,
    /// What each has met: as much as a search from that end alone to the middle may meet.
    states: [usize; 2],
}

/// A part of the way, from wherever it has come to.
struct PathSegment<K> {
    /// Where it ends: at any of these.
    to: Vec<K>,
    /// The end of it around which fewer states are known to lie as near as the other.
    around: SearchEnd,
    /// How many they are.
    states: usize,
}

#[derive(Clone, Copy)]
enum SearchEnd {
    First,
    Last,
}

impl<K> MeetingPoint<K> {
    /// The two parts of a way to any of these; that which is to be found first comes last.
    fn parts(self, to: Vec<K>) -> [PathSegment<K>; 2] {
        let [there, back] = self.states;
        [
            PathSegment { to, around: SearchEnd::Last, states: back },
            PathSegment { to: vec![self.middle], around: SearchEnd::First, states: there },
        ]
    }
}

/// Searches from both ends until the two meet; nothing where there is no way between them.
///
/// The side goes on that has met fewer states. So the two together meet no more than twice what the
/// better of them would alone, but for a layer, wherever the one comes through narrow places and
/// the other through wide ones. To have the smaller layer go on is as good elsewhere, and without
/// such a bound.
fn meet<K: Key>(
    space: &dyn Space<K>,
    ends: [&[K]; 2],
    threads: usize,
    watch: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<MeetingPoint<K>>, LayerError> {
    let mut sides = ends.map(|_| HashedEngine::new(space.another(), threads));
    for (side, end) in sides.iter_mut().zip(ends) {
        let states: Vec<StateWords> = end.iter().map(|key| space.words(key)).collect();
        if side.begin(Sources::States(&states), watch)?.classes == 0 {
            return Ok(None);
        }
    }
    let [one, other] = &mut sides;
    loop {
        let [there, back] = [one.progress(), other.progress()];
        let depth = there.depth + back.depth;
        statistics.peak_frontier = statistics.peak_frontier.max(there.frontier + back.frontier);
        if let Some(middle) = one.least_common(other) {
            let states = [there.states, back.states];
            return Ok(Some(MeetingPoint { middle, distance: depth, states }));
        }
        statistics.depth = depth;
        if watch.limits().max_depth == Some(depth) {
            return Err(StopReason::Depth.into());
        }
        let (side, waiting) =
            if back.states < there.states { (&mut *other, &*one) } else { (&mut *one, &*other) };
        side.count_with(waiting);
        statistics.expanded += side.progress().frontier;
        let layer = side.advance(watch);
        let [there, back] = [one.progress(), other.progress()];
        statistics.states = there.states + back.states;
        statistics.bytes = statistics.bytes.max(there.bytes + back.bytes);
        if layer?.classes == 0 {
            return Ok(None);
        }
    }
}

/// What it takes to find a way between states of which it is known that there is one.
struct Finder<'a, K> {
    space: &'a dyn Space<K>,
    threads: usize,
    limits: Limits,
    observer: Observer<'a>,
}

impl<K: Key> Finder<'_, K> {
    /// A shortest way by the state where two searches have met.
    ///
    /// Of two states that are two moves apart or more, both sides have gone at least one when they
    /// meet: what is between is shorter than the whole, so that this comes to an end.
    fn put_together(
        &mut self,
        from: K,
        met: MeetingPoint<K>,
        to: &[K],
    ) -> Result<Vec<K>, LayerError> {
        let mut way = vec![from];
        // The next part last.
        let mut ahead = Vec::from(met.parts(to.to_vec()));
        while let Some(part) = ahead.pop() {
            let at = way[way.len() - 1];
            if let Some(found) = self.walk(at, &part)? {
                way.extend(&found[1..]);
                continue;
            }
            let mut watch = Monitor::new(self.limits, &mut *self.observer);
            let (ends, taken) = ([&[at], &part.to[..]], &mut Statistics::default());
            let met = meet(self.space, ends, self.threads, &mut watch, taken)?;
            let met = met.expect("there is a way");
            match met.distance {
                0 => {}
                // Of two ends that are so near the first has gone to the other.
                1 => way.push(met.middle),
                _ => ahead.extend(met.parts(part.to)),
            }
        }
        Ok(way)
    }

    /// A part of the way, by a search with parents if few states are enough.
    fn walk(&mut self, at: K, part: &PathSegment<K>) -> Result<Option<Vec<K>>, StopReason> {
        if part.states > WITH_PARENTS {
            return Ok(None);
        }
        let (from, to) = match part.around {
            SearchEnd::First => (slice::from_ref(&at), part.to[0]),
            SearchEnd::Last => (&part.to[..], at),
        };
        let mut space = SingleGoalSpace { space: self.space.another(), to };
        let (search, target) = (&mut BreadthFirst::default(), Target::Goal);
        match search.search_from(&mut space, from, target, &self.limits, self.observer).outcome {
            Outcome::Found(mut found) => {
                if let SearchEnd::Last = part.around {
                    found.reverse();
                }
                Ok(Some(found))
            }
            // Parents take more than the last layers of two searches.
            Outcome::Stopped(StopReason::States | StopReason::Memory) => Ok(None),
            Outcome::Stopped(reason) => Err(reason),
            Outcome::Exhausted => panic!("there is a way"),
        }
    }
}

/// A space with one goal of its own.
struct SingleGoalSpace<K> {
    space: Box<dyn Space<K>>,
    to: K,
}

impl<K: Key> SingleGoalSpace<K> {
    fn class(&self, key: &K, class: OrbitInfo) -> OrbitInfo {
        #[expect(clippy::cast_possible_truncation, reason = "at most four states")]
        OrbitInfo::new(class.orbit() as u8, *key == self.to)
    }
}

impl<K: Key> Space<K> for SingleGoalSpace<K> {
    fn expand(&mut self, keys: &[K], vias: &[ArrivalId], successors: &mut Vec<Successor<K>>) {
        let known = successors.len();
        self.space.expand(keys, vias, successors);
        for successor in &mut successors[known..] {
            successor.class = self.class(&successor.key, successor.class);
        }
    }

    fn classify(&mut self, keys: &[K], found: &mut Vec<Option<(K, OrbitInfo)>>) {
        let known = found.len();
        self.space.classify(keys, found);
        for (key, class) in found[known..].iter_mut().flatten() {
            *class = self.class(key, *class);
        }
    }

    fn wrapped(&self) -> Option<&dyn Space<K>> {
        Some(&*self.space)
    }

    fn another(&self) -> Box<dyn Space<K>> {
        Box::new(SingleGoalSpace { space: self.space.another(), to: self.to })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::cases::cases;
    use crate::search::testing::{Graph, Permutations, TestGraph};

    /// How a search ends, and what it took.
    fn search(
        space: &dyn Space<u64>,
        ends: (u64, &[u64]),
        threads: usize,
        limits: Limits,
        observer: Observer<'_>,
    ) -> (Result<Option<Vec<u64>>, LayerError>, Statistics) {
        let mut statistics = Statistics::default();
        let mut watch = Monitor::new(limits, observer);
        (shortest_way(space, ends, threads, &mut watch, &mut statistics), statistics)
    }

    /// The same with two threads, without limits.
    fn way(space: &dyn Space<u64>, from: u64, to: &[u64]) -> Option<Vec<u64>> {
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        search(space, (from, to), 2, Limits::default(), go_on).0.expect("no limit")
    }

    /// The sorted order of so many things, and its reverse, which is the farthest from it.
    fn ends(things: u32) -> (u64, u64) {
        let reverse = (0..u64::from(things)).fold(0, |order, thing| order << 4 | thing);
        (Permutations(things).sorted(), reverse)
    }

    /// Whether each order follows on the one before.
    fn follow(space: &mut dyn Space<u64>, way: &[u64]) -> bool {
        way.windows(2).all(|pair| {
            let mut successors = Vec::new();
            space.expand(&pair[..1], &[], &mut successors);
            successors.iter().any(|successor| successor.key == pair[1])
        })
    }

    #[test]
    fn the_way_across_all_orders_is_as_long_as_the_book_says_whatever_the_number_of_threads() {
        let (from, to) = ends(9);
        let mut ways = BTreeSet::new();
        for threads in [1, 2, 3, 8] {
            let go_on = &mut |_: &_| ControlFlow::Continue(());
            let (found, statistics) =
                search(&Permutations(9), (from, &[to]), threads, Limits::default(), go_on);
            let way = found.expect("no limit").expect("there is one");
            assert_eq!((way.len(), way[0], way[36]), (37, from, to));
            assert!(follow(&mut Permutations(9), &way));
            assert_eq!((statistics.depth, statistics.states), (35, 2 * 181_440 + 29_228));
            ways.insert(way);
        }
        assert_eq!(ways.len(), 1, "the same whatever the number of threads");
    }

    #[test]
    fn an_end_that_is_both_or_next_to_the_other_or_none_is_no_special_case() {
        let (from, to) = ends(4);
        assert_eq!(way(&Permutations(4), from, &[from]), Some(vec![from]));
        assert_eq!(way(&Permutations(4), from, &[to, from, to]), Some(vec![from]));
        assert_eq!(way(&Permutations(4), from, &[]), None);
        let next = from ^ 0x11;
        assert_eq!(way(&Permutations(4), from, &[to, next]), Some(vec![from, next]));
    }

    #[test]
    fn a_key_of_no_state_is_refused() {
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let (found, _) = search(&Permutations(4), (0, &[0]), 1, Limits::default(), go_on);
        assert!(matches!(found, Err(LayerError::File(_))));
    }

    #[test]
    fn both_sides_count_together_towards_the_limits() {
        let (from, to) = ends(9);
        let go_on = &mut |_: &_| ControlFlow::Continue(());
        let none = Limits::default();
        let (_, taken) = search(&Permutations(9), (from, &[to]), 2, none, go_on);
        for (limits, reason) in [
            (Limits { max_depth: Some(35), ..none }, StopReason::Depth),
            (Limits { max_states: Some(taken.states * 3 / 4), ..none }, StopReason::States),
            (Limits { max_bytes: Some(taken.bytes / 2), ..none }, StopReason::Memory),
            (Limits { timeout: Some(Duration::ZERO), ..none }, StopReason::Time),
        ] {
            let (stopped, until) = search(&Permutations(9), (from, &[to]), 2, limits, go_on);
            assert!(
                matches!(stopped, Err(LayerError::Stopped(found)) if found == reason),
                "{reason}"
            );
            assert!(until.depth <= 35 && until.states <= taken.states, "{until:?}");
            assert!(reason != StopReason::Depth || until.depth == 35);
            assert!(reason != StopReason::States || until.states > taken.states / 2);
        }
        for limits in [
            Limits { max_depth: Some(36), ..none },
            Limits { max_states: Some(taken.states), ..none },
            Limits { max_bytes: Some(taken.bytes * 4), ..none },
        ] {
            let mut most = 0;
            let mut watch = |progress: &Progress| {
                most = most.max(progress.bytes);
                ControlFlow::Continue(())
            };
            let (found, _) = search(&Permutations(9), (from, &[to]), 2, limits, &mut watch);
            assert_eq!(found.expect("enough").map(|way| way.len()), Some(37), "{limits:?}");
            assert!(limits.max_bytes.is_none_or(|bytes| most <= bytes), "{most}");
        }
    }

    #[test]
    fn the_depth_told_never_falls_and_a_run_can_be_ended_at_any_look() {
        let (from, to) = ends(8);
        let mut told = Vec::new();
        let mut listen = |progress: &Progress| {
            told.push((progress.depth, progress.states));
            ControlFlow::Continue(())
        };
        let (found, _) = search(&Permutations(8), (from, &[to]), 2, Limits::default(), &mut listen);
        assert!(found.expect("no limit").is_some());
        assert!(told.is_sorted_by_key(|&(depth, _)| depth));
        assert_eq!(told.last().expect("it is told").0, 27);
        assert!(told.iter().any(|&(_, states)| states > 8_000), "both sides together");
        for last in (0..told.len()).step_by(5) {
            let mut looks = 0;
            let mut stop = |_: &Progress| {
                looks += 1;
                if looks > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let (stopped, _) =
                search(&Permutations(8), (from, &[to]), 2, Limits::default(), &mut stop);
            assert!(matches!(stopped, Err(LayerError::Stopped(StopReason::Interrupted))), "{last}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(2000)))]

        #[test]
        fn on_any_graph_the_way_is_a_shortest_one(
            states in 1..400_usize,
            edges in prop::collection::vec((any::<usize>(), any::<usize>()), 0..700),
            // A long way, too.
            length in 0..300_usize,
            from in any::<u64>(),
            to in prop::collection::vec(any::<u64>(), 0..6),
            threads in 1..3_usize,
        ) {
            let line = (0..length.min(states - 1)).map(|state| (state, state + 1));
            let edges: Vec<(usize, usize)> = edges.into_iter().chain(line).collect();
            let (graph, states) = (Graph::new(states, &edges, &[], &[]), states as u64);
            let from = from % states;
            let to: Vec<u64> = to.iter().map(|to| to % states).collect();
            let go_on = &mut |_: &_| ControlFlow::Continue(());
            let (found, _) = search(&graph, (from, &to), threads, Limits::default(), go_on);
            let found = found.expect("no limit");
            let distance = graph.distances(&to).get(&from).copied();
            prop_assert_eq!(found.as_ref().map(|way| way.len() - 1), distance);
            if let Some(way) = found {
                prop_assert_eq!(way[0], from);
                prop_assert!(to.contains(&way[way.len() - 1]));
                prop_assert!(follow(&mut graph.clone(), &way));
            }
        }
    }
}
