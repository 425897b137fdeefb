//! Bidirectional breadth-first search, from a start and from listed goals, on all cores.
//!
//! Two balls of half the radius mostly hold far fewer states than one (Pohl, "Bi-directional
//! Search", *Machine Intelligence* 6, 1971). Neither side keeps parents. The sides meet at a state
//! in the middle of a shortest path. Bidirectional search then finds its two halves, within smaller
//! balls, until a segment is a single move.
//!
//! # What the first common state proves
//!
//! Let the start be `D` moves from the nearest goal. One side knows all states within `a` moves of
//! the start, and the other all within `b` moves of a goal. Moves are reversible, so **the sides
//! have a common state if and only if `D ≤ a + b`**: a path through a common state takes at most
//! `a + b` moves, and if a shortest path takes at most `a + b`, its state after `min(a, D)` moves
//! is common.
//!
//! - So without a common state, `D > a + b`. One more layer on either side adds 1 to `a + b`. If
//!   the sides now have a common state, `D = a + b`.
//! - Then the state after `a` moves of a shortest path is exactly `a` moves from the start and `b`
//!   from a goal, or a shorter path would exist. So it is in the last layer of both sides, and only
//!   these are compared. Each state that both last layers contain lies on a shortest path.
//! - If the new layer is empty, no path exists. A path would take more than `a + b` moves, and its
//!   state one move beyond the last layer of that side would be in the new layer.

use crate::control::{Limits, Monitor, Progress, break_if};

use super::{
    Statistics,
    hashed::HashedEngine,
    layers::{LayerError, LayerSearch, Sources},
    space::{Key, Space, StateWords},
};

/// Returns the keys on a shortest path from a state to the nearest of some others, ends included,
/// or `None` if no path exists. All keys must be canonical.
///
/// `statistics` receives the cost of the search for the length of the path, except the time, even
/// if the search is stopped. No path takes as few moves as their depth. The search for the path
/// itself stores fewer states at a time, under the same limits.
///
/// # Complexity
/// Linear in the states within about half the distance of either end, and at most about twice those
/// that a search from the better end alone would meet. The path itself takes about as long again.
pub fn shortest_path<K: Key>(
    space: &(dyn Space<K> + 'static),
    (from, to): (K, &[K]),
    threads: usize,
    monitor: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<Vec<K>>, LayerError> {
    let Some(met) = find_meeting_point(space, [&[from], to], threads, monitor, statistics)? else {
        return Ok(None);
    };
    let bound = met.distance.saturating_sub(1);
    let limits = Limits {
        timeout: None,
        ..*monitor.limits()
    };
    let mut stopped = None;
    let mut observer = |progress: &Progress| {
        stopped = monitor
            .check_now(|| Progress {
                depth: bound,
                ..*progress
            })
            .err();
        break_if(stopped.is_some())
    };
    let mut find = |from: K, to: &[K]| {
        let mut monitor = Monitor::new(limits, &mut observer);
        let taken = &mut Statistics::default();
        find_meeting_point(space, [&[from], to], threads, &mut monitor, taken)
    };
    join_segments(from, met.middle, to, &mut find)
        .map(Some)
        .map_err(|halt| stopped.map_or(halt, LayerError::Stopped))
}

/// Finds the meeting point of searches from a state and from some others.
type Find<'a, K> = dyn FnMut(K, &[K]) -> Result<Option<MeetingPoint<K>>, LayerError> + 'a;

/// Returns a shortest path by way of the state where two searches have met. `find` finds further
/// meeting points.
///
/// If two states are at least two moves apart, both sides have moved when they meet. So each
/// segment between two states is shorter than the whole, and the loop ends.
fn join_segments<K: Key>(
    from: K,
    middle: K,
    to: &[K],
    find: &mut Find<'_, K>,
) -> Result<Vec<K>, LayerError> {
    let mut path = vec![from];
    let mut at = from;
    // The ends of the segments that are still to be found, the next one last.
    let mut ahead = vec![to.to_vec(), vec![middle]];
    while let Some(to) = ahead.pop() {
        let MeetingPoint { middle, distance } = find(at, &to)?.expect("the ends are connected");
        match distance {
            0 => {}
            // Of two ends this near, the first one has moved.
            1 => {
                path.push(middle);
                at = middle;
            }
            _ => ahead.extend([to, vec![middle]]),
        }
    }
    Ok(path)
}

/// The state where two searches have met.
struct MeetingPoint<K> {
    /// A state in the last layers of both.
    middle: K,
    /// Distance between the ends.
    distance: u32,
}

/// Searches from both ends until they meet. Returns `None` if no path exists.
///
/// The side that has met fewer states expands next. So both together meet at most twice as many
/// states as the better side alone would, except for a layer, even if one passes narrow places and
/// the other wide ones. To expand the smaller layer would be as good elsewhere, but without such a
/// bound.
fn find_meeting_point<K: Key>(
    space: &(dyn Space<K> + 'static),
    ends: [&[K]; 2],
    threads: usize,
    monitor: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<MeetingPoint<K>>, LayerError> {
    let mut sides = ends.map(|_| HashedEngine::new(space.another(), threads));
    for (side, end) in sides.iter_mut().zip(ends) {
        let states: Vec<StateWords> = end.iter().map(|key| space.words(key)).collect();
        if side.begin(Sources::States(&states), monitor)?.classes == 0 {
            return Ok(None);
        }
    }
    let [one, other] = &mut sides;
    loop {
        let [there, back] = [one.progress(), other.progress()];
        let depth = there.depth + back.depth;
        statistics.peak_frontier = statistics.peak_frontier.max(there.frontier + back.frontier);
        if let Some(middle) = one.least_common(other) {
            return Ok(Some(MeetingPoint {
                middle,
                distance: depth,
            }));
        }
        statistics.depth = depth;
        monitor.limits().check_depth(depth)?;
        let (side, waiting) = if back.states < there.states {
            (&mut *other, &*one)
        } else {
            (&mut *one, &*other)
        };
        side.count_with(waiting);
        statistics.expanded += side.progress().frontier;
        let layer = side.advance(monitor);
        let [there, back] = [one.progress(), other.progress()];
        statistics.states = there.states + back.states;
        statistics.bytes = statistics.bytes.max(there.bytes + back.bytes);
        if layer?.classes == 0 {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, ops::ControlFlow, time::Duration};

    use proptest::prelude::*;

    use super::*;
    use crate::{
        control::{Observer, StopReason, unobserved},
        search::testing::{Graph, Permutations, TestGraph},
    };

    /// Returns the result of a search and its cost.
    fn search(
        space: &(dyn Space<u64> + 'static),
        ends: (u64, &[u64]),
        threads: usize,
        limits: Limits,
        observer: Observer<'_>,
    ) -> (Result<Option<Vec<u64>>, LayerError>, Statistics) {
        let mut statistics = Statistics::default();
        let mut monitor = Monitor::new(limits, observer);
        (
            shortest_path(space, ends, threads, &mut monitor, &mut statistics),
            statistics,
        )
    }

    /// Searches with two threads and without limits.
    fn path(space: &(dyn Space<u64> + 'static), from: u64, to: &[u64]) -> Option<Vec<u64>> {
        search(space, (from, to), 2, Limits::default(), &mut unobserved)
            .0
            .expect("no limit")
    }

    /// Returns the sorted permutation and its reverse, which is the farthest from it.
    fn ends(things: u32) -> (u64, u64) {
        let reverse = (0..u64::from(things)).fold(0, |order, thing| order << 4 | thing);
        (Permutations(things).sorted(), reverse)
    }

    /// Whether each state is a successor of the one before.
    fn follow(space: &mut (dyn Space<u64> + 'static), path: &[u64]) -> bool {
        path.windows(2).all(|pair| {
            let mut successors = Vec::new();
            space.expand(&pair[..1], &[], &mut successors);
            successors.iter().any(|successor| successor.key == pair[1])
        })
    }

    #[test]
    fn the_path_has_the_published_length_and_does_not_depend_on_the_number_of_threads() {
        let (from, to) = ends(8);
        let mut paths = BTreeSet::new();
        for threads in [1, 2, 3] {
            let (found, statistics) = search(
                &Permutations(8),
                (from, &[to]),
                threads,
                Limits::default(),
                &mut unobserved,
            );
            let path = found.expect("no limit").expect("there is one");
            assert_eq!((path.len(), path[0], path[28]), (29, from, to));
            assert!(follow(&mut Permutations(8), &path));
            assert_eq!(
                (statistics.depth, statistics.states),
                (27, 2 * 20_160 + 3_836)
            );
            paths.insert(path);
        }
        assert_eq!(paths.len(), 1, "the same path on any number of threads");
    }

    #[test]
    fn start_and_goal_may_be_equal_adjacent_or_disconnected() {
        let (from, to) = ends(4);
        assert_eq!(path(&Permutations(4), from, &[from]), Some(vec![from]));
        assert_eq!(
            path(&Permutations(4), from, &[to, from, to]),
            Some(vec![from])
        );
        assert_eq!(path(&Permutations(4), from, &[]), None);
        let next = from ^ 0x11;
        assert_eq!(
            path(&Permutations(4), from, &[to, next]),
            Some(vec![from, next])
        );
    }

    #[test]
    fn a_key_that_encodes_no_state_is_refused() {
        let (found, _) = search(
            &Permutations(4),
            (0, &[0]),
            1,
            Limits::default(),
            &mut unobserved,
        );
        assert!(matches!(found, Err(LayerError::File(_))));
    }

    #[test]
    fn the_limits_apply_to_both_directions_together() {
        let (from, to) = ends(8);
        let none = Limits::default();
        let (_, taken) = search(&Permutations(8), (from, &[to]), 2, none, &mut unobserved);
        for (limits, reason) in [
            (none.with_max_depth(Some(27)), StopReason::Depth),
            (
                none.with_max_states(Some(taken.states * 3 / 4)),
                StopReason::States,
            ),
            (
                none.with_max_bytes(Some(taken.bytes / 8)),
                StopReason::Memory,
            ),
            (none.with_timeout(Some(Duration::ZERO)), StopReason::Time),
        ] {
            let (stopped, until) =
                search(&Permutations(8), (from, &[to]), 2, limits, &mut unobserved);
            assert!(
                matches!(stopped, Err(LayerError::Stopped(found)) if found == reason),
                "{reason}"
            );
            assert!(
                until.depth <= 27 && until.states <= taken.states,
                "{until:?}"
            );
            assert!(reason != StopReason::Depth || until.depth == 27);
            assert!(reason != StopReason::States || until.states > taken.states / 2);
        }
        for limits in [
            none.with_max_depth(Some(28)),
            none.with_max_states(Some(taken.states)),
            none.with_max_bytes(Some(taken.bytes * 4)),
        ] {
            let mut most = 0;
            let mut observer = |progress: &Progress| {
                most = most.max(progress.bytes);
                ControlFlow::Continue(())
            };
            let (found, _) = search(&Permutations(8), (from, &[to]), 2, limits, &mut observer);
            assert_eq!(
                found.expect("enough").map(|path| path.len()),
                Some(29),
                "{limits:?}"
            );
            assert!(limits.max_bytes.is_none_or(|bytes| most <= bytes), "{most}");
        }
    }

    #[test]
    fn the_reported_depth_never_falls_and_the_observer_can_stop_the_search_at_any_time() {
        let (from, to) = ends(7);
        let mut reports = Vec::new();
        let mut listen = |progress: &Progress| {
            reports.push((progress.depth, progress.states));
            ControlFlow::Continue(())
        };
        let (found, _) = search(
            &Permutations(7),
            (from, &[to]),
            2,
            Limits::default(),
            &mut listen,
        );
        assert!(found.expect("no limit").is_some());
        assert!(reports.is_sorted_by_key(|&(depth, _)| depth));
        assert_eq!(reports.last().expect("a report").0, 20);
        assert!(
            reports.iter().any(|&(_, states)| states > 1_000),
            "both sides together"
        );
        for last in (0..reports.len()).step_by(11) {
            let mut looks = 0;
            let mut stop = |_: &Progress| {
                looks += 1;
                crate::control::break_if(looks > last)
            };
            let (stopped, _) = search(
                &Permutations(7),
                (from, &[to]),
                2,
                Limits::default(),
                &mut stop,
            );
            assert!(
                matches!(stopped, Err(LayerError::Stopped(StopReason::Interrupted))),
                "{last}"
            );
        }
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(300))]

        #[test]
        fn on_any_graph_the_path_is_a_shortest_one(
            states in 1..400_usize,
            edges in prop::collection::vec((any::<usize>(), any::<usize>()), 0..700),
            // The length of a long path in the graph.
            length in 0..300_usize,
            from in any::<u64>(),
            to in prop::collection::vec(any::<u64>(), 0..6),
            threads in 1..3_usize,
        ) {
            let line = (0..length.min(states - 1)).map(|state| (state, state + 1));
            let edges: Vec<(usize, usize)> = edges.into_iter().chain(line).collect();
            let graph = Graph::new(states, &edges, &[], &[]);
            let states = states as u64;
            let from = from % states;
            let to: Vec<u64> = to.iter().map(|to| to % states).collect();
            let (found, _) = search(&graph, (from, &to), threads, Limits::default(), &mut unobserved);
            let found = found.expect("no limit");
            let distance = graph.distances(&to).get(&from).copied();
            prop_assert_eq!(found.as_ref().map(|path| path.len() - 1), distance);
            if let Some(path) = found {
                prop_assert_eq!(path[0], from);
                prop_assert!(to.contains(&path[path.len() - 1]));
                prop_assert!(follow(&mut graph.clone(), &path));
            }
        }
    }
}
