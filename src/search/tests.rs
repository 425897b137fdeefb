//! What holds of the engines that keep parents, on graphs that are no puzzles.

use std::ops::ControlFlow;
use std::time::Duration;

use super::testing::{Permutations, TestGraph};
use super::*;
use crate::control::{Limits, Outcome, Progress, StopReason};

/// Two jugs, to be filled, emptied and poured into one another.
#[derive(Clone)]
struct WaterJugs {
    sizes: [u32; 2],
    wanted: u32,
}

impl WaterJugs {
    /// Both jugs in one word, the first in its upper half.
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    const fn read(key: u64) -> [u32; 2] {
        [(key >> 32) as u32, key as u32]
    }

    fn key([a, b]: [u32; 2]) -> u64 {
        u64::from(a) << 32 | u64::from(b)
    }

    fn is_goal(&self, key: u64) -> bool {
        Self::read(key).contains(&self.wanted)
    }
}

impl TestGraph for WaterJugs {
    fn neighbours(&self, key: u64) -> Vec<u64> {
        let ([a, b], [most_a, most_b]) = (Self::read(key), self.sizes);
        let (to_b, to_a) = (a.min(most_b - b), b.min(most_a - a));
        let next =
            [[most_a, b], [a, most_b], [0, b], [a, 0], [a - to_b, b + to_b], [a + to_a, b - to_a]];
        next.map(Self::key).to_vec()
    }

    fn class(&self, key: u64) -> Option<OrbitInfo> {
        let [a, b] = Self::read(key);
        let fits = a <= self.sizes[0] && b <= self.sizes[1];
        fits.then(|| OrbitInfo::new(1, self.is_goal(key)))
    }
}

/// The classic: five, three, and four to be measured, in six steps.
const JUGS: WaterJugs = WaterJugs { sizes: [5, 3], wanted: 4 };
/// Many states, and no goal among them.
const LARGE: WaterJugs = WaterJugs { sizes: [60_013, 40_009], wanted: u32::MAX };

fn wide(jugs: &WaterJugs, target: Target, limits: &Limits) -> (SearchResult<u64>, Vec<usize>) {
    let mut search = BreadthFirst::default();
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let found = search.search(&mut jugs.clone(), 0, target, limits, go_on);
    (found, search.layers().to_vec())
}

fn deep(jugs: &WaterJugs, order: MoveOrder, limits: &Limits) -> SearchResult<u64> {
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    DepthFirst::default().search(&mut jugs.clone(), 0, order, limits, go_on)
}

fn deepening(jugs: &WaterJugs, limits: &Limits) -> SearchResult<u64> {
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    IterativeDeepening::default().search(&mut jugs.clone(), 0, limits, go_on)
}

const ORDERS: [MoveOrder; 4] = [
    MoveOrder::Fixed,
    MoveOrder::Reverse,
    MoveOrder::Random { seed: 1 },
    MoveOrder::Random { seed: 2 },
];

/// Breadth-first and deepening, which find the shortest way, and then depth-first in every order.
fn each(jugs: &WaterJugs, limits: &Limits) -> Vec<SearchResult<u64>> {
    let mut all = vec![wide(jugs, Target::Goal, limits).0, deepening(jugs, limits)];
    all.extend(ORDERS.map(|order| deep(jugs, order, limits)));
    all
}

#[test]
fn the_shortest_way_is_found_and_each_step_of_any_way_is_an_edge() {
    for (number, search) in each(&JUGS, &Limits::default()).into_iter().enumerate() {
        let Outcome::Found(path) = search.outcome else { panic!("there is a way") };
        assert!(path[0] == 0 && JUGS.is_goal(path[path.len() - 1]));
        let longest = if number < 2 { 6 } else { usize::MAX };
        assert!((6..=longest).contains(&(path.len() - 1)), "{path:?}");
        for pair in path.windows(2) {
            assert!(JUGS.neighbours(pair[0]).contains(&pair[1]), "{pair:?}");
        }
    }
}

#[test]
fn what_cannot_be_reached_is_proven_so() {
    let jugs = WaterJugs { sizes: [6, 4], wanted: 3 };
    let (wide, _) = wide(&jugs, Target::Goal, &Limits::default());
    assert_eq!(wide.statistics.expanded, wide.statistics.states);
    for search in each(&jugs, &Limits::default()) {
        assert_eq!(search.outcome, Outcome::Exhausted);
        assert_eq!(search.statistics.states, wide.statistics.states);
    }
}

#[test]
fn the_layers_hold_every_state_once_at_its_distance() {
    let (search, layers) = wide(&JUGS, Target::Everything, &Limits::default());
    // Either jug full or empty: 16 states, of which the first three layers are told by hand.
    assert_eq!(search.outcome, Outcome::Exhausted);
    assert_eq!((search.statistics.states, layers.iter().sum()), (16, 16));
    assert_eq!(layers[..2], [1, 2]);
    assert_eq!(search.statistics.depth as usize, layers.len() - 1);
}

#[test]
fn every_limit_stops_each_and_is_named() {
    let limits = Limits::default();
    let table = [
        (Limits { max_states: Some(1000), ..limits }, StopReason::States),
        (Limits { max_bytes: Some(300_000), ..limits }, StopReason::Memory),
        (Limits { max_depth: Some(7), ..limits }, StopReason::Depth),
        (Limits { timeout: Some(Duration::ZERO), ..limits }, StopReason::Time),
    ];
    for (limits, reason) in table {
        for search in each(&LARGE, &limits) {
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
    let (short, _) = wide(&JUGS, Target::Goal, &at(5));
    assert_eq!(short.outcome, Outcome::Stopped(StopReason::Depth));
    assert_eq!(short.statistics.depth, 5, "five layers are proven to hold no goal");
    assert!(matches!(wide(&JUGS, Target::Goal, &at(6)).0.outcome, Outcome::Found(_)));
    let (short, enough) = (deepening(&JUGS, &at(5)), deepening(&JUGS, &at(6)));
    assert_eq!(short.outcome, Outcome::Stopped(StopReason::Depth));
    assert_eq!(short.statistics.depth, 5, "so are five rounds");
    assert!(matches!(enough.outcome, Outcome::Found(_)));
}

#[test]
fn the_order_decides_what_depth_first_search_finds() {
    let way = |order| match deep(&JUGS, order, &Limits::default()).outcome {
        Outcome::Found(path) => path,
        other => panic!("{other:?}"),
    };
    assert_ne!(way(MoveOrder::Fixed), way(MoveOrder::Reverse));
    let seeds = (0..20).map(|seed| way(MoveOrder::Random { seed }));
    let mut ways: Vec<Vec<u64>> = seeds.collect();
    assert_eq!(ways[3], way(MoveOrder::Random { seed: 3 }));
    ways.sort();
    ways.dedup();
    assert!(ways.len() > 1, "{ways:?}");
}

#[test]
fn a_state_met_again_nearer_to_the_start_is_gone_through_again() {
    // The way 0, 1, 2, 3 comes first, and is too long by one.
    #[derive(Clone)]
    struct Detour;
    impl TestGraph for Detour {
        fn neighbours(&self, key: u64) -> Vec<u64> {
            match key {
                0 => vec![2, 1],
                1 => vec![2, 0],
                2 => vec![3, 0, 1],
                3 => vec![4, 2],
                _ => vec![3],
            }
        }

        fn class(&self, key: u64) -> Option<OrbitInfo> {
            (key < 5).then(|| OrbitInfo::new(1, key == 4))
        }
    }
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let limits = Limits::default();
    let found = IterativeDeepening::default().search(&mut Detour, 0, &limits, go_on);
    assert_eq!(found.outcome, Outcome::Found(vec![0, 2, 3, 4]));
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
        0,
        Target::Goal,
        &limits,
        &mut stop_at_third,
    );
    let deep = DepthFirst::default().search(
        &mut LARGE.clone(),
        0,
        MoveOrder::Fixed,
        &limits,
        &mut stop_at_third,
    );
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
        wide.search(&mut LARGE.clone(), 0, Target::Everything, &limits, go_on);
        deep.search(&mut LARGE.clone(), 0, MoveOrder::Fixed, &limits, go_on);
        (wide.nodes().keys().to_vec(), deep.nodes().keys().to_vec())
    };
    assert_eq!(run(), run());
}

#[test]
fn breadth_first_search_alone_tells_a_space_how_each_state_was_reached() {
    let go_on = &mut |_: &Progress| ControlFlow::Continue(());
    let (mut space, limits) = (Permutations(7), Limits::default());
    let start = space.sorted();
    let mut wide = BreadthFirst::default();
    let all = wide.search(&mut space, start, Target::Everything, &limits, go_on);
    let layers = wide.layers().iter().map(|&states| states as u64);
    assert_eq!(layers.collect::<Vec<_>>(), Permutations(7).layers());
    // All but the first leave out the way back.
    assert_eq!(all.statistics.generated, 5040 * 5 + 1);
    for order in ORDERS {
        let deep = DepthFirst::default().search(&mut space, start, order, &limits, go_on);
        assert!(matches!(deep.outcome, Outcome::Found(_)));
        assert_eq!(deep.statistics.generated, deep.statistics.expanded * 6);
    }
    let deepening = IterativeDeepening::default().search(&mut space, start, &limits, go_on);
    assert_eq!(deepening.statistics.generated, deepening.statistics.expanded * 6);
}
