//! Laws of the engines that store parents, on graphs that are not puzzles.

use std::{ops::ControlFlow, time::Duration};

use proptest::prelude::*;

use super::{
    testing::{Cube, Permutations, Square, TestGraph, graphs},
    *,
};
use crate::control::{Limits, Outcome, Progress, StopReason};

const ORDERS: [MoveOrder; 4] = [
    MoveOrder::Fixed,
    MoveOrder::Reverse,
    MoveOrder::Random { seed: 1 },
    MoveOrder::Random { seed: 2 },
];

fn go_on(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn deep(
    space: &impl TestGraph,
    start: u64,
    order: MoveOrder,
    limits: &Limits,
) -> SearchResult<u64> {
    DepthFirst::default().search(&mut space.clone(), start, order, limits, &mut go_on)
}

/// Searches breadth-first and by iterative deepening, which find a shortest path.
fn shortest(space: &impl TestGraph, start: u64, limits: &Limits) -> [SearchResult<u64>; 2] {
    let mut space = space.clone();
    let target = Target::Goal;
    let wide = BreadthFirst::default().search(&mut space, &[start], target, limits, &mut go_on);
    [
        wide,
        IterativeDeepening::default().search(&mut space, start, limits, &mut go_on),
    ]
}

/// Searches in every way, the shortest paths first.
fn each(space: &impl TestGraph, start: u64, limits: &Limits) -> Vec<SearchResult<u64>> {
    let mut all = Vec::from(shortest(space, start, limits));
    all.extend(ORDERS.map(|order| deep(space, start, order, limits)));
    all
}

proptest! {
    #![proptest_config(crate::cases::random_cases(128))]

    #[test]
    fn a_search_finds_a_path_or_visits_every_state(graph in graphs(), chosen in 0..300_usize) {
        let vertices = graph.vertices();
        let Some(&start) = vertices.get(chosen % vertices.len().max(1)) else { return Ok(()) };
        let is_goal = |key: &u64| graph.class(*key).is_some_and(OrbitInfo::is_goal);
        let distances = graph.distances(&[start]);
        let goals = distances.iter().filter(|&(key, _)| is_goal(key));
        let nearest = goals.map(|(_, &distance)| distance).min();
        for (number, found) in each(&graph, start, &Limits::default()).into_iter().enumerate() {
            let Outcome::Found(path) = found.outcome else {
                prop_assert_eq!((found.outcome, nearest), (Outcome::Exhausted, None));
                prop_assert_eq!(found.statistics.states, distances.len());
                continue;
            };
            prop_assert!(path[0] == start && is_goal(&path[path.len() - 1]));
            for pair in path.windows(2) {
                prop_assert!(graph.neighbours(pair[0]).contains(&pair[1]), "{:?}", pair);
            }
            let length = path.len() - 1;
            let nearest = nearest.expect("a goal was found");
            prop_assert!(length == nearest || number >= 2 && length > nearest);
        }
        // One move less is too few.
        let Some(nearest) = nearest.and_then(|it| u32::try_from(it).ok()) else { return Ok(()) };
        let at = |depth| Limits { max_depth: Some(depth), ..Limits::default() };
        for found in shortest(&graph, start, &at(nearest)) {
            prop_assert!(matches!(found.outcome, Outcome::Found(_)));
        }
        let Some(short) = nearest.checked_sub(1) else { return Ok(()) };
        for found in shortest(&graph, start, &at(short)) {
            prop_assert_eq!(found.outcome, Outcome::Stopped(StopReason::Depth));
            prop_assert_eq!(found.statistics.depth, short, "no path is that short");
        }
    }
}

/// Many states without a goal.
const LARGE: Cube = Cube(20);

#[test]
fn each_limit_stops_each_search_with_its_reason() {
    let limits = Limits::default();
    let table = [
        (limits.with_max_states(Some(1000)), StopReason::States),
        (limits.with_max_bytes(Some(300_000)), StopReason::Memory),
        (limits.with_max_depth(Some(3)), StopReason::Depth),
        (limits.with_timeout(Some(Duration::ZERO)), StopReason::Time),
    ];
    for (limits, reason) in table {
        for search in each(&LARGE, 0, &limits) {
            assert_eq!(search.outcome, Outcome::Stopped(reason));
            assert!(
                limits
                    .max_states
                    .is_none_or(|most| search.statistics.states <= most)
            );
            assert!(
                limits
                    .max_bytes
                    .is_none_or(|most| search.statistics.bytes <= most + 100_000)
            );
            assert!(
                limits
                    .max_depth
                    .is_none_or(|most| search.statistics.depth <= most)
            );
        }
    }
}

#[test]
fn the_order_decides_what_depth_first_search_finds() {
    let path = |order| match deep(&Square { has_goal: true }, 0, order, &Limits::default()).outcome
    {
        Outcome::Found(path) => path,
        other => panic!("{other:?}"),
    };
    assert_ne!(path(MoveOrder::Fixed), path(MoveOrder::Reverse));
    let seeds = (0..20).map(|seed| path(MoveOrder::Random { seed }));
    let mut paths: Vec<Vec<u64>> = seeds.collect();
    assert_eq!(paths[3], path(MoveOrder::Random { seed: 3 }));
    paths.sort();
    paths.dedup();
    assert!(paths.len() > 1, "{paths:?}");
}

#[test]
fn the_observer_is_called_and_can_stop_each_search() {
    let mut calls = 0;
    let mut stop_at_third = |_: &Progress| {
        calls += 1;
        crate::control::break_if(calls % 3 == 0)
    };
    let mut space = LARGE.clone();
    let limits = Limits::default();
    let target = Target::Goal;
    let stop = &mut stop_at_third;
    let wide = BreadthFirst::default().search(&mut space, &[0], target, &limits, stop);
    let deep = DepthFirst::default().search(&mut space, 0, MoveOrder::Fixed, &limits, stop);
    let deepening = IterativeDeepening::default().search(&mut space, 0, &limits, stop);
    for search in [wide, deep, deepening] {
        assert_eq!(search.outcome, Outcome::Stopped(StopReason::Interrupted));
    }
    assert_eq!(calls, 9);
}

#[test]
fn a_repeated_search_visits_the_same_nodes_in_order() {
    let limits = Limits::default().with_max_states(Some(20_000));
    let mut wide = BreadthFirst::default();
    let mut deep = DepthFirst::default();
    let mut run = || {
        wide.search(
            &mut LARGE.clone(),
            &[0],
            Target::Everything,
            &limits,
            &mut go_on,
        );
        deep.search(&mut LARGE.clone(), 0, MoveOrder::Fixed, &limits, &mut go_on);
        (wide.nodes.keys().to_vec(), deep.nodes.keys().to_vec())
    };
    assert_eq!(run(), run());
}

#[test]
fn only_breadth_first_search_passes_arrivals_to_the_space() {
    let mut space = Permutations(7);
    let limits = Limits::default();
    let start = space.sorted();
    let mut wide = BreadthFirst::default();
    let all = wide.search(
        &mut space,
        &[start],
        Target::Everything,
        &limits,
        &mut go_on,
    );
    let layers = wide.layers.iter().map(|&states| states as u64);
    assert_eq!(layers.collect::<Vec<_>>(), Permutations(7).layers());
    assert_eq!(all.statistics.depth as usize, wide.layers.len() - 1);
    assert_eq!(
        (all.statistics.states, all.statistics.expanded),
        (5040, 5040)
    );
    // All but the first leave out the move back.
    assert_eq!(all.statistics.generated, 5040 * 5 + 1);
    for order in ORDERS {
        let deep = DepthFirst::default().search(&mut space, start, order, &limits, &mut go_on);
        assert!(matches!(deep.outcome, Outcome::Found(_)));
        assert_eq!(deep.statistics.generated, deep.statistics.expanded * 6);
    }
    let deepening = IterativeDeepening::default().search(&mut space, start, &limits, &mut go_on);
    assert_eq!(
        deepening.statistics.generated,
        deepening.statistics.expanded * 6
    );
}
