//! What holds of every graph, held against a naive twin.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::backtrack::Restarts;
use crate::control::{Outcome, Progress};

fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// All solutions, by trying everything. So simple that it is unlikely to be wrong.
fn naive(graph: &Graph, terms: &Terms) -> Vec<Vec<Vertex>> {
    fn grow(graph: &Graph, path: &mut Vec<Vertex>, all: &mut Vec<Vec<Vertex>>) {
        if path.len() == graph.vertices() {
            all.push(path.clone());
        }
        let mut next: Vec<Vertex> = match path.last() {
            Some(&head) => graph.neighbours(head).to_vec(),
            None => (0..).take(graph.vertices()).collect(),
        };
        next.sort_unstable();
        next.dedup();
        for vertex in next {
            if !path.contains(&vertex) {
                path.push(vertex);
                grow(graph, path, all);
                path.pop();
            }
        }
    }
    let mut all = Vec::new();
    grow(graph, &mut Vec::new(), &mut all);
    all.retain(|path| keeps(graph, terms, path));
    all
}

fn keeps(graph: &Graph, terms: &Terms, path: &[Vertex]) -> bool {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return false };
    let place = |vertex: &Vertex| path.iter().position(|other| other == vertex);
    let places: Vec<_> = terms.waypoints.iter().map(place).collect();
    // A cycle that may begin anywhere is shown from one place only.
    let anchor = terms.waypoints.first().copied().unwrap_or(0);
    let begins = match (terms.shape, terms.start, terms.end) {
        (Shape::Cycle, None, None) => first == anchor,
        (_, start, _) => start.is_none_or(|start| start == first),
    };
    let closes = path.len() > 2 && graph.neighbours(last).contains(&first);
    begins
        && terms.end.is_none_or(|end| end == last)
        && places.iter().all(Option::is_some)
        && places.windows(2).all(|pair| pair[0] < pair[1])
        && (terms.shape == Shape::Path || closes)
}

/// A graph of few vertices: directed, undirected, or undirected and of two colours.
fn graphs() -> impl Strategy<Value = Graph> {
    let sizes = 0..=7_u32;
    (sizes, 0..3, 1..10_u32, any::<u64>()).prop_map(|(vertices, nature, density, seed)| {
        let mut state = seed | 1;
        let mut chance = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % 10 < u64::from(density)
        };
        let mut lists = vec![Vec::new(); vertices as usize];
        for (a, b) in (0..vertices).flat_map(|a| (0..vertices).map(move |b| (a, b))) {
            let (of_a, of_b) = (a as usize, b as usize);
            match nature {
                0 if chance() => lists[of_a].push(b),
                1 if a < b && chance() => {
                    lists[of_a].push(b);
                    lists[of_b].insert(0, a);
                }
                2 if a < b && (a + b) % 2 == 1 && chance() => {
                    lists[of_b].push(a);
                    lists[of_a].push(b);
                }
                _ => {}
            }
        }
        Graph::from_lists(lists)
    })
}

fn terms() -> impl Strategy<Value = Terms> {
    let vertex = || prop::option::weighted(0.4, 0..7_u32);
    let waypoints = prop_oneof![
        3 => Just(Vec::new()),
        2 => prop::collection::vec(0..7_u32, 1..4),
    ];
    (any::<bool>(), vertex(), vertex(), waypoints).prop_map(
        |(closed, start, end, mut waypoints)| {
            waypoints.dedup();
            let shape = if closed { Shape::Cycle } else { Shape::Path };
            Terms { shape, start, end, waypoints }
        },
    )
}

fn options() -> impl Strategy<Value = Options> {
    use Pruning::{Blocks, Colours, Degrees, LookAhead, TwoFactor};
    let prunings =
        prop::sample::subsequence(vec![LookAhead, Degrees, Colours, Blocks, TwoFactor], 0..=5)
            .prop_map(|some| some.into_iter().fold(Prunings::NONE, Prunings::with));
    let ties = prop_oneof![
        Just(Ties::Graph),
        Just(Ties::Number),
        Just(Ties::Pohl),
        Just(Ties::Keyed([3, 1, 4, 1, 5].into())),
        any::<u64>().prop_map(|seed| Ties::Random { seed }),
    ];
    let order = (0..3, ties).prop_map(|(order, ties)| match order {
        0 => Order::Fixed,
        1 => Order::Warnsdorff(ties),
        _ => Order::Reverse(ties),
    });
    let method = prop_oneof![Just(Method::Auto), Just(Method::Grow), Just(Method::Edges)];
    let restarts =
        prop_oneof![Just(Restarts::Never), (1..5_u64).prop_map(|unit| Restarts::Luby { unit }),];
    (order, prunings, method, restarts).prop_map(|(order, prunings, method, restarts)| Options {
        order,
        prunings,
        method,
        restarts,
        ..Options::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn every_solution_is_shown_once(graph in graphs(), terms in terms(), options in options()) {
        let mut shown = Vec::new();
        let search = visit(&graph, &terms, &options, &mut unwatched, |path| {
            shown.push(path.to_vec());
            ControlFlow::<()>::Continue(())
        });
        prop_assert_eq!(search.outcome, Outcome::Exhausted);
        shown.sort_unstable();
        prop_assert_eq!(&shown, &naive(&graph, &terms));
        let count = count(&graph, &terms, &options, &mut unwatched);
        prop_assert_eq!(count.solutions, shown.len() as u64);
    }

    #[test]
    fn the_first_is_found_if_there_is_one(
        graph in graphs(), terms in terms(), options in options()
    ) {
        let all = naive(&graph, &terms);
        match first(&graph, &terms, &options, &mut unwatched).outcome {
            Outcome::Found(path) => prop_assert!(all.contains(&path)),
            Outcome::Exhausted => prop_assert!(all.is_empty(), "{:?}", all),
            Outcome::Stopped(reason) => prop_assert!(false, "{}", reason),
        }
    }
}
