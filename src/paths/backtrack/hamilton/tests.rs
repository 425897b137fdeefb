//! Searches with known steps, and searches of random graphs compared with a naive search.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::*;
use crate::{
    backtrack::Restarts,
    control::{Progress, unobserved},
    graph::{EdgeDirection, Leaper, leaper_graph, naive_paths, text::parse_map},
};

/// Returns the path that is found, and the numbers of nodes and backtracks.
fn trace(graph: &Graph, constraints: &Constraints, options: &Options) -> (Vec<Vertex>, u64, u64) {
    let search = first(graph, constraints, options, &mut unobserved).expect("its vertices");
    let Outcome::Found(path) = search.outcome else {
        panic!("there is a path: {search:?}")
    };
    (path, search.statistics.nodes, search.statistics.backtracks)
}

fn from(start: Vertex) -> Constraints {
    Constraints::default().with_start(Some(start))
}

/// The cells of a board `width` wide, each written as row and column.
fn cells(width: Vertex, cells: &str) -> Vec<Vertex> {
    let digits = |cell: &str| cell.parse::<Vertex>().expect("two digits");
    cells
        .split(' ')
        .map(|cell| digits(cell) / 10 * width + digits(cell) % 10)
        .collect()
}

#[test]
fn plain_search_enters_13648_vertices_on_the_5_by_5_board_and_a_pruned_one_fewer() {
    let board = leaper_graph(5, 5, Leaper::KNIGHT);
    let plain = Options::unpruned(VertexOrder::Fixed);
    let (path, nodes, backtracks) = trace(&board, &from(12), &plain);
    let known = "22 10 02 14 33 41 20 01 13 34 42 30 11 03 24 43 31 23 04 12 00 21 40 32 44";
    assert_eq!(path, cells(5, known));
    assert_eq!((nodes, backtracks), (13_648, 13_648 - 25));
    let pruned = trace(&board, &from(12), &plain.with_prunings(PruningSet::ALL));
    assert_eq!(pruned.0, path);
    assert!(pruned.1 < 300, "{}", pruned.1);
}

#[test]
fn warnsdorffs_rule_never_backtracks_from_2_6_on_the_8_by_8_board() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    let known = "26 07 15 03 11 30 51 70 62 50 71 63 75 67 46 27 06 14 02 10 22 01 20 41 60 72 64 76 \
                 57 36 17 05 13 34 55 47 66 74 53 45 37 25 04 16 24 32 40 61 42 21 00 12 33 54 73 65 \
                 77 56 44 52 31 23 35 43";
    for options in [
        Options::unpruned(VertexOrder::default()),
        Options::default(),
    ] {
        let (path, nodes, backtracks) = trace(&board, &from(22), &options);
        assert_eq!(path, cells(8, known));
        assert_eq!((nodes, backtracks), (64, 0));
    }
}

#[test]
fn ties_by_coordinate_and_a_look_ahead_number_the_board_of_the_textbook() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    let options = Options::unpruned(VertexOrder::Warnsdorff(TieBreak::Number))
        .with_prunings(PruningSet::NONE.with(Pruning::LookAhead));
    let (path, nodes, backtracks) = trace(&board, &from(0), &options);
    let mut numbers = [0; 64];
    for (number, &cell) in (1..).zip(&path) {
        numbers[cell as usize] = number;
    }
    let known = [
        [1, 16, 31, 40, 3, 18, 21, 56],
        [30, 39, 2, 17, 42, 55, 4, 19],
        [15, 32, 41, 46, 53, 20, 57, 22],
        [38, 29, 48, 43, 58, 45, 54, 5],
        [33, 14, 37, 52, 47, 60, 23, 62],
        [28, 49, 34, 59, 44, 63, 6, 9],
        [13, 36, 51, 26, 11, 8, 61, 24],
        [50, 27, 12, 35, 64, 25, 10, 7],
    ];
    assert_eq!(numbers, known.concat()[..]);
    assert_eq!((nodes, backtracks), (64, 0));
}

#[test]
fn the_reverse_order_finds_no_tour_within_200_000_nodes() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    let mut options = Options::unpruned(VertexOrder::Reverse(TieBreak::Graph));
    options.limits.max_states = Some(200_000);
    let search = first(&board, &from(0), &options, &mut unobserved).expect("its vertices");
    assert!(matches!(search.outcome, Outcome::Stopped(_)));
    assert_eq!(search.statistics.nodes, 200_000);
}

#[test]
fn arcs_are_one_way_in_a_directed_graph() {
    // A→B, A→D, B→C, B→D, D→E, E→B, E→F, F→C, numbered from A.
    let graph = Graph::from_lists([&[1, 3][..], &[2, 3], &[], &[4], &[1, 5], &[2]]);
    let (path, nodes, backtracks) = trace(&graph, &from(0), &Options::unpruned(VertexOrder::Fixed));
    assert_eq!(path, [0, 1, 3, 4, 5, 2]);
    assert_eq!((nodes, backtracks), (7, 1), "C is tried and undone once");
}

/// The map of the game: 26 cells, numbered row by row.
fn cat() -> Graph {
    let cat = b"111111\n101101\n111111\n101101\n111111\n000000";
    parse_map(cat).expect("a map").graph().clone()
}

#[test]
fn the_cat_visits_every_cell_from_14() {
    let known = [
        14, 13, 8, 3, 4, 5, 9, 15, 19, 25, 24, 23, 18, 17, 22, 21, 20, 16, 10, 6, 0, 1, 2, 7, 12,
        11,
    ];
    for prunings in [PruningSet::NONE, PruningSet::ALL] {
        let options = Options::unpruned(VertexOrder::Fixed).with_prunings(prunings);
        let (path, ..) = trace(&cat(), &from(14), &options);
        assert_eq!(path, known);
    }
}

#[test]
fn the_cat_has_six_places_to_start_from_and_52_paths() {
    let grow = Options::unpruned(VertexOrder::Fixed);
    for options in [Options::default(), grow] {
        let paths = |start| {
            count(&cat(), &from(start), &options, &mut unobserved)
                .expect("a cell")
                .outcome
                .solutions
        };
        let counts: Vec<(Vertex, u64)> = (0..26)
            .map(|start| (start, paths(start)))
            .filter(|&(_, paths)| paths > 0)
            .collect();
        assert_eq!(
            counts,
            [(6, 8), (9, 8), (11, 10), (14, 10), (16, 8), (19, 8)]
        );
    }
}

#[test]
fn loops_and_repeated_edges_are_ignored() {
    let graph = Graph::from_lists([&[1, 0, 1, 2][..], &[0], &[]]);
    let arcs = Arcs::new(&graph);
    assert_eq!(arcs.from(0), [1, 2]);
    assert_eq!(
        (arcs.to(0), arcs.to(1), arcs.to(2)),
        (&[1][..], &[0][..], &[0][..])
    );
    assert!(!arcs.are_undirected());
}

#[test]
fn arcs_both_ways_are_recognized_in_any_order() {
    let graph = Graph::from_lists([&[2, 1][..], &[0, 2], &[0, 1]]);
    assert!(Arcs::new(&graph).are_undirected());
    let star = (0..100).map(|leaf| {
        if leaf == 0 {
            (1..100).collect()
        } else {
            vec![0]
        }
    });
    assert!(
        Arcs::new(&Graph::from_lists(star)).are_undirected(),
        "however many there are"
    );
    let graph = Graph::from_lists([&[1][..], &[2], &[0]]);
    assert!(!Arcs::new(&graph).are_undirected());
}

fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
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
            let of_a = a as usize;
            let of_b = b as usize;
            match nature {
                0 if chance() => lists[of_a].push(b),
                // Loops and parallel edges, too.
                1 if a <= b && chance() => {
                    for _ in 0..=u8::from(chance()) {
                        lists[of_a].push(b);
                        lists[of_b].insert(0, a);
                    }
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

fn constraints() -> impl Strategy<Value = Constraints> {
    let vertex = || prop::option::weighted(0.4, 0..7_u32);
    let waypoints = prop_oneof![
        3 => Just(Vec::new()),
        2 => prop::collection::vec(0..7_u32, 1..4),
    ];
    let all_steps = (1..=7_u32).collect::<Vec<_>>();
    let steps = prop::option::of(prop::sample::subsequence(all_steps, 3));
    (any::<bool>(), vertex(), vertex(), waypoints, steps).prop_map(
        |(closed, start, end, mut waypoints, steps)| {
            waypoints.dedup();
            let shape = if closed { Shape::Cycle } else { Shape::Path };
            let mut steps = steps.unwrap_or_default();
            steps.truncate(waypoints.len());
            Constraints {
                shape,
                start,
                end,
                waypoints,
                steps,
            }
        },
    )
}

fn options() -> impl Strategy<Value = Options> {
    use Pruning::{Blocks, Colours, Degrees, LookAhead, TwoFactor};
    let prunings =
        prop::sample::subsequence(vec![LookAhead, Degrees, Colours, Blocks, TwoFactor], 0..=5)
            .prop_map(|some| some.into_iter().fold(PruningSet::NONE, PruningSet::with));
    let ties = prop_oneof![
        Just(TieBreak::Graph),
        Just(TieBreak::Number),
        Just(TieBreak::Pohl),
        Just(TieBreak::Keyed([3, 1, 4, 1, 5].into())),
        any::<u64>().prop_map(|seed| TieBreak::Random { seed }),
    ];
    let order = (0..3, ties).prop_map(|(order, ties)| match order {
        0 => VertexOrder::Fixed,
        1 => VertexOrder::Warnsdorff(ties),
        _ => VertexOrder::Reverse(ties),
    });
    let method = prop_oneof![Just(Method::Auto), Just(Method::Grow), Just(Method::Edges)];
    let restarts = prop_oneof![
        Just(Restarts::Never),
        (1..5_u64).prop_map(|unit| Restarts::Luby { unit }),
    ];
    (order, prunings, method, restarts).prop_map(|(order, prunings, method, restarts)| {
        Options::default()
            .with_order(order)
            .with_prunings(prunings)
            .with_method(method)
            .with_restarts(restarts)
    })
}

/// Returns the reverse of a path or cycle, as a search would show it.
fn backward(path: &[Vertex], constraints: &Constraints) -> Vec<Vertex> {
    let mut path = path.to_vec();
    let last = path.len() - 1;
    match constraints.shape {
        Shape::Path => path.reverse(),
        Shape::Cycle if constraints.start.is_none() && constraints.end.is_some() => {
            path[..last].reverse();
        }
        Shape::Cycle => path[1..].reverse(),
    }
    path
}

#[test]
fn a_cycle_of_an_undirected_graph_counts_once() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2), (1, 3)];
    let graph = Graph::from_edges(5, edges, EdgeDirection::Undirected).expect("five vertices");
    let cycles = Constraints::default().with_shape(Shape::Cycle);
    let options = Options::default();
    let found = count(&graph, &cycles, &options, &mut unobserved)
        .expect("any vertex")
        .outcome;
    assert_eq!(
        (found.solutions, found.sequences, found.stopped),
        (2, 4, None)
    );
}

#[test]
fn a_loop_changes_no_count_and_two_vertices_form_no_cycle() {
    let counts = |vertices, edges: &[_]| {
        let graph = Graph::from_edges(vertices, edges, EdgeDirection::Undirected);
        [Shape::Cycle, Shape::Path].map(|shape| {
            let constraints = Constraints::default().with_shape(shape);
            let options = Options::default();
            let graph = graph.as_ref().expect("its vertices");
            count(graph, &constraints, &options, &mut unobserved)
                .expect("any vertex")
                .outcome
                .solutions
        })
    };
    assert_eq!(counts(3, &[(0, 1), (1, 2), (2, 0), (1, 1)]), [1, 3]);
    assert_eq!(counts(2, &[(0, 1)]), [0, 1]);
    assert_eq!(counts(2, &[(0, 1), (1, 0)]), [0, 1]);
    // A loop that is one arc.
    let triangle = Graph::from_lists([&[1, 2][..], &[1, 0, 2], &[0, 1]]);
    let found = count(
        &triangle,
        &Constraints::default(),
        &Options::default(),
        &mut unobserved,
    );
    assert_eq!(found.expect("any vertex").outcome.solutions, 3);
}

proptest! {
    #![proptest_config(crate::cases::random_cases(1000))]

    #[test]
    fn every_solution_is_reported_once(graph in graphs(), constraints in constraints(), options in options()) {
        if let Err(error) = constraints.check(graph.vertices()) {
            let visit = visit(&graph, &constraints, &options, &mut unwatched, |_| {
                ControlFlow::Break(())
            });
            prop_assert_eq!(visit, Err(error));
            prop_assert_eq!(count(&graph, &constraints, &options, &mut unobserved), Err(error));
            prop_assert_eq!(first(&graph, &constraints, &options, &mut unobserved), Err(error));
            return Ok(());
        }
        let mut shown = Vec::new();
        let search = visit(&graph, &constraints, &options, &mut unwatched, |path| {
            shown.push(path.to_vec());
            ControlFlow::<()>::Continue(())
        });
        let outcome = search.map(|search| search.outcome);
        prop_assert_eq!(&outcome, &Ok(VisitEnd::Complete));
        shown.sort_unstable();
        prop_assert_eq!(&shown, &naive_paths(&graph, &constraints));
        let count = count(&graph, &constraints, &options, &mut unobserved).expect("its vertices").outcome;
        prop_assert_eq!((count.sequences, count.stopped), (shown.len() as u64, None));
        let is_new = |path: &&Vec<Vertex>| {
            let backward = backward(path, &constraints);
            **path <= backward || !shown.contains(&backward)
        };
        let once = shown.iter().filter(is_new).count();
        let number = if Arcs::new(&graph).are_undirected() { once } else { shown.len() };
        prop_assert_eq!(count.solutions, number as u64);
    }

    #[test]
    fn the_first_path_is_found_if_a_path_exists(
        graph in graphs(), constraints in constraints(), options in options()
    ) {
        if constraints.check(graph.vertices()).is_err() {
            return Ok(());
        }
        let all = naive_paths(&graph, &constraints);
        let search = first(&graph, &constraints, &options, &mut unobserved).expect("its vertices");
        match search.outcome {
            Outcome::Found(path) => prop_assert!(all.contains(&path)),
            Outcome::Exhausted => prop_assert!(all.is_empty(), "{:?}", all),
            Outcome::Stopped(reason) => prop_assert!(false, "{}", reason),
        }
    }
}
