//! What holds of both engines, on graphs that are no puzzles.

use std::ops::ControlFlow;
use std::time::Duration;

use super::*;
use crate::control::{Limits, Progress, StopReason};

/// Two jugs, to be filled, emptied and poured into one another.
#[derive(Clone)]
struct Jugs {
    sizes: [u32; 2],
    wanted: u32,
}

impl StateSpace for Jugs {
    type State = [u32; 2];
    type Key = [u32; 2];
    const BLOCK: usize = 3;

    fn key(&self, state: &[u32; 2]) -> [u32; 2] {
        *state
    }

    fn state(&self, key: &[u32; 2]) -> [u32; 2] {
        *key
    }

    fn is_state(&self, key: &[u32; 2]) -> bool {
        key[0] <= self.sizes[0] && key[1] <= self.sizes[1]
    }

    fn orbit(&self, _: &[u32; 2]) -> u64 {
        1
    }

    fn expand(&mut self, block: &[[u32; 2]], successors: &mut Vec<(u32, [u32; 2])>) {
        for (place, &[a, b]) in (0..).zip(block) {
            let [most_a, most_b] = self.sizes;
            let (to_b, to_a) = (a.min(most_b - b), b.min(most_a - a));
            let next = [
                [most_a, b],
                [a, most_b],
                [0, b],
                [a, 0],
                [a - to_b, b + to_b],
                [a + to_a, b - to_a],
            ];
            successors.extend(next.map(|state| (place, state)));
        }
    }

    fn is_goal(&self, key: &[u32; 2]) -> bool {
        key.contains(&self.wanted)
    }
}

/// The classic: five, three, and four to be measured, in six steps.
const JUGS: Jugs = Jugs { sizes: [5, 3], wanted: 4 };
/// Many states, and no goal among them.
const LARGE: Jugs = Jugs { sizes: [60_013, 40_009], wanted: u32::MAX };

fn wide(jugs: &Jugs, quest: Quest, limits: &Limits) -> (Search<[u32; 2]>, Vec<usize>) {
    let mut search = BreadthFirst::default();
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let found = search.search(&mut jugs.clone(), [0, 0], quest, limits, go_on);
    (found, search.layers().to_vec())
}

fn deep(jugs: &Jugs, limits: &Limits) -> Search<[u32; 2]> {
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    DepthFirst::default().search(&mut jugs.clone(), [0, 0], limits, go_on)
}

/// Breadth-first and depth-first.
fn both(jugs: &Jugs, limits: &Limits) -> [Search<[u32; 2]>; 2] {
    [wide(jugs, Quest::Goal, limits).0, deep(jugs, limits)]
}

#[test]
fn the_shortest_way_is_found_and_each_step_of_any_way_is_an_edge() {
    let [wide, deep] = both(&JUGS, &Limits::default());
    for (search, longest) in [(wide, 6), (deep, usize::MAX)] {
        let Outcome::Found(path) = search.outcome else { panic!("there is a way") };
        assert!(path[0] == [0, 0] && JUGS.is_goal(&path[path.len() - 1]));
        assert!((6..=longest).contains(&(path.len() - 1)), "{path:?}");
        for pair in path.windows(2) {
            let mut next = Vec::new();
            JUGS.clone().expand(&pair[..1], &mut next);
            assert!(next.contains(&(0, pair[1])), "{pair:?}");
        }
    }
}

#[test]
fn what_cannot_be_reached_is_proven_so() {
    let jugs = Jugs { sizes: [6, 4], wanted: 3 };
    let [wide, deep] = both(&jugs, &Limits::default());
    assert_eq!((wide.outcome, deep.outcome), (Outcome::Exhausted, Outcome::Exhausted));
    assert_eq!(wide.statistics.states, deep.statistics.states);
    assert_eq!(wide.statistics.expanded, wide.statistics.states);
}

#[test]
fn the_layers_hold_every_state_once_at_its_distance() {
    let (search, layers) = wide(&JUGS, Quest::Everything, &Limits::default());
    // Either jug full or empty: 16 states, of which the first three layers are told by hand.
    assert_eq!(search.outcome, Outcome::Exhausted);
    assert_eq!((search.statistics.states, layers.iter().sum()), (16, 16));
    assert_eq!(layers[..2], [1, 2]);
    assert_eq!(search.statistics.depth as usize, layers.len() - 1);
}

#[test]
fn every_limit_stops_both_and_is_named() {
    let limits = Limits::default();
    let table = [
        (Limits { max_states: Some(1000), ..limits }, StopReason::States),
        (Limits { max_bytes: Some(300_000), ..limits }, StopReason::Memory),
        (Limits { max_depth: Some(7), ..limits }, StopReason::Depth),
        (Limits { timeout: Some(Duration::ZERO), ..limits }, StopReason::Time),
    ];
    for (limits, reason) in table {
        for search in both(&LARGE, &limits) {
            assert_eq!(search.outcome, Outcome::Stopped(reason));
            assert!(limits.max_states.is_none_or(|most| search.statistics.states <= most));
            assert!(limits.max_bytes.is_none_or(|most| search.statistics.bytes <= most + 100_000));
            assert!(limits.max_depth.is_none_or(|most| search.statistics.depth <= most));
        }
    }
}

#[test]
fn a_depth_one_short_of_the_goal_is_too_little_and_one_more_is_enough() {
    let at = |depth| Limits { max_depth: Some(depth), ..Limits::default() };
    let (short, _) = wide(&JUGS, Quest::Goal, &at(5));
    assert_eq!(short.outcome, Outcome::Stopped(StopReason::Depth));
    assert_eq!(short.statistics.depth, 5, "five layers are proven to hold no goal");
    assert!(matches!(wide(&JUGS, Quest::Goal, &at(6)).0.outcome, Outcome::Found(_)));
}

#[test]
fn the_observer_is_asked_and_can_stop_both() {
    let mut asked = 0;
    let mut stop_at_third = |_: &Progress| {
        asked += 1;
        if asked % 3 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let limits = Limits::default();
    let wide = BreadthFirst::default().search(
        &mut LARGE.clone(),
        [0, 0],
        Quest::Goal,
        &limits,
        &mut stop_at_third,
    );
    let deep =
        DepthFirst::default().search(&mut LARGE.clone(), [0, 0], &limits, &mut stop_at_third);
    assert_eq!(wide.outcome, Outcome::Stopped(StopReason::Interrupted));
    assert_eq!(deep.outcome, Outcome::Stopped(StopReason::Interrupted));
    assert_eq!(asked, 6);
}

#[test]
fn the_same_search_gives_the_same_nodes_in_the_same_order_again_and_again() {
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let limits = Limits { max_states: Some(20_000), ..Limits::default() };
    let (mut wide, mut deep) = (BreadthFirst::default(), DepthFirst::default());
    let mut run = || {
        wide.search(&mut LARGE.clone(), [0, 0], Quest::Everything, &limits, go_on);
        deep.search(&mut LARGE.clone(), [0, 0], &limits, go_on);
        (wide.nodes().keys().to_vec(), deep.nodes().keys().to_vec())
    };
    assert_eq!(run(), run());
}
