//! Properties of tours of every board, and comparisons with a naive search.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::{existence::no_tour_reason, *};
use crate::{
    backtrack::hamilton,
    cases::cases,
    control::{Limits, StopReason, unobserved},
    count::{CountKind, FrontierDp},
    graph::{
        Constraints, EdgeDirection, Graph, Leaper, NoHamiltonReason, Shape, Vertex, naive_paths,
        verify,
    },
};

fn board(rows: u32, columns: u32, leaper: Leaper) -> Chessboard {
    Chessboard::new(rows, columns, leaper).expect("a board")
}

fn problem(board: &Chessboard, constraints: &Constraints) -> PathProblem<'static> {
    PathProblem::new(
        PathGraph::Board(*board),
        EdgeDirection::Directed,
        constraints.clone(),
    )
}

fn search(
    board: &Chessboard,
    constraints: &Constraints,
    limits: &Limits,
) -> Result<Vec<Vertex>, NoPath> {
    problem(board, constraints)
        .find(&Method::default(), limits, &mut unobserved)
        .0
}

/// Returns whether a tour exists, after verifying it with the graph.
fn exists(board: &Chessboard, constraints: &Constraints) -> bool {
    match search(board, constraints, &Limits::default()) {
        Ok(tour) => {
            verify(&board.graph(), &tour, constraints).expect("a tour");
            true
        }
        Err(NoPath::Impossible(_)) => false,
        Err(end) => panic!("{end}"),
    }
}

/// Returns whether a reason without a search excludes a tour.
fn is_excluded(board: &Chessboard, constraints: &Constraints) -> bool {
    problem(board, constraints).check_existence().is_err()
}

/// The naive twin: returns whether `path` can be extended to a tour.
fn twin(board: &Chessboard, constraints: &Constraints, path: &mut Vec<Vertex>) -> bool {
    if path.len() == board.squares() as usize {
        // A move and its way back are no closed tour.
        let is_long = constraints.shape == Shape::Path || path.len() > 2;
        return is_long && verify(&board.graph(), path, constraints).is_ok();
    }
    for next in 0..board.squares() {
        let from = board.square(path[path.len() - 1]);
        let to = board.square(next);
        let legs = [from.row.abs_diff(to.row), from.column.abs_diff(to.column)];
        let short = board.leaper().short;
        let long = board.leaper().long;
        let is_move = legs == [short, long] || legs == [long, short];
        if is_move && !path.contains(&next) {
            path.push(next);
            let found = twin(board, constraints, path);
            path.pop();
            if found {
                return true;
            }
        }
    }
    false
}

fn twin_exists(board: &Chessboard, constraints: &Constraints) -> bool {
    (0..board.squares()).any(|start| twin(board, constraints, &mut vec![start]))
}

fn any() -> Constraints {
    Constraints::default()
}

fn closed() -> Constraints {
    any().with_shape(Shape::Cycle)
}

fn open(start: Option<Vertex>, end: Option<Vertex>) -> Constraints {
    any().with_start(start).with_end(end)
}

#[test]
fn tours_of_small_boards_agree_with_a_naive_search() {
    for (rows, columns) in (1..=5).flat_map(|rows| (1..=4).map(move |columns| (rows, columns))) {
        let board = board(rows, columns, Leaper::KNIGHT);
        for kind in &[any(), closed()] {
            let expected = twin_exists(&board, kind);
            assert_eq!(exists(&board, kind), expected, "{rows}×{columns} {kind:?}");
            assert_eq!(!is_excluded(&board, kind), expected, "{rows}×{columns}");
        }
    }
}

#[test]
fn every_board_has_the_tours_that_the_theorems_promise_and_no_others() {
    let sides = || 1..=cases(16).min(26);
    for (rows, columns) in sides().flat_map(|rows| sides().map(move |columns| (rows, columns))) {
        let board = board(rows, columns, Leaper::KNIGHT);
        let sides = (rows.min(columns), rows.max(columns));
        let is_open = match sides {
            (1, 1) | (3, 4 | 7..) | (4, 5..) => true,
            (short, _) => short >= 5,
        };
        let is_closed =
            (rows * columns) % 2 == 0 && !matches!(sides, (1 | 2 | 4, _) | (3, 4 | 6 | 8));
        assert_eq!(exists(&board, &any()), is_open, "{rows}×{columns}");
        assert_eq!(exists(&board, &closed()), is_closed, "{rows}×{columns}");
    }
}

#[test]
fn boards_that_a_theorem_excludes_have_no_tour() {
    for (rows, columns) in [(3, 5), (3, 6), (4, 4), (3, 3), (2, 7)] {
        let board = board(rows, columns, Leaper::KNIGHT);
        assert!(matches!(
            no_tour_reason(&board, &any()),
            Some(NoPathReason::OpenTooSmall(..))
        ));
        assert!(!twin_exists(&board, &any()), "{rows}×{columns}");
    }
}

#[test]
fn numbers_of_possible_starts_are_the_published_ones() {
    for (rows, columns, starts) in [(5, 5, 13), (5, 7, 18), (3, 7, 10), (6, 6, 36), (4, 5, 10)] {
        let board = board(rows, columns, Leaper::KNIGHT);
        let has_tour = |&start: &Vertex| exists(&board, &open(Some(start), None));
        assert_eq!(
            (0..board.squares()).filter(has_tour).count(),
            starts,
            "{rows}×{columns}"
        );
    }
}

#[test]
fn boards_with_sides_of_six_or_more_have_a_tour_for_all_ends_of_fitting_colours() {
    for (rows, columns) in [(6, 6), (6, 7), (7, 7)] {
        let board = board(rows, columns, Leaper::KNIGHT);
        for start in 0..board.squares() {
            for end in 0..board.squares() {
                let ends = open(Some(start), Some(end));
                assert_eq!(exists(&board, &ends), !is_excluded(&board, &ends));
            }
        }
    }
}

#[test]
fn a_reason_is_given_for_each_kind_of_impossibility() {
    let knight = |rows, columns| board(rows, columns, Leaper::KNIGHT);
    let of_graph = NoPathReason::Graph;
    let cases = [
        (
            knight(5, 5),
            closed(),
            of_graph(NoHamiltonReason::Colours {
                more: 13,
                fewer: 12,
            }),
        ),
        (knight(4, 8), closed(), NoPathReason::ClosedTooNarrow(4)),
        (knight(8, 3), closed(), NoPathReason::ClosedThreeBy(8)),
        (knight(6, 3), any(), NoPathReason::OpenTooSmall(3, 6)),
        (
            knight(5, 5),
            open(Some(1), None),
            of_graph(NoHamiltonReason::EndColour { vertex: 1 }),
        ),
        (
            knight(8, 8),
            open(Some(0), Some(63)),
            of_graph(NoHamiltonReason::EndColours),
        ),
        (
            knight(8, 8),
            open(Some(0), Some(0)),
            of_graph(NoHamiltonReason::StartIsEnd),
        ),
        (
            knight(9, 4),
            open(None, Some(22)),
            NoPathReason::InnerOfFour(22, "column"),
        ),
        (knight(3, 7), open(Some(10), None), NoPathReason::Searched),
    ];
    for (board, constraints, reason) in cases {
        let found = search(&board, &constraints, &Limits::default());
        assert_eq!(found, Err(NoPath::Impossible(reason)));
    }
    let outside = search(&knight(3, 7), &open(Some(21), None), &Limits::default());
    assert!(
        matches!(outside, Err(NoPath::UnknownVertex(_))),
        "{outside:?}"
    );
    let other = |short, long| board(9, 9, Leaper { short, long });
    for (board, expected) in [
        (other(1, 3), "never changes the colour"),
        (other(3, 6), "multiples of 3"),
        (other(4, 5), "unconnected parts"),
    ] {
        let reason = search(&board, &any(), &Limits::default()).expect_err("there is none");
        assert!(reason.to_string().contains(expected), "{reason}");
    }
    let pair = board(1, 2, Leaper { short: 0, long: 1 });
    assert!(exists(&pair, &any()) && !exists(&pair, &closed()));
}

#[test]
fn large_boards_have_tours() {
    let at = |columns, row: u32, column: u32| Some(row * columns + column);
    for (rows, columns, constraints) in [
        (300, 301, closed()),
        (301, 301, open(at(301, 150, 150), at(301, 0, 300))),
        (3, 3000, closed().with_start(at(3000, 1, 1500))),
        (2000, 4, open(at(4, 1000, 0), None)),
        (2001, 5, open(None, at(5, 1000, 2))),
    ] {
        let board = board(rows, columns, Leaper::KNIGHT);
        assert!(exists(&board, &constraints), "{rows}×{columns}");
    }
}

#[test]
fn a_board_with_waypoints_is_searched() {
    let board = board(5, 5, Leaper::KNIGHT);
    let constraints = any().with_waypoints(vec![12, 24, 4]);
    let tour = search(&board, &constraints, &Limits::default()).expect("a tour");
    assert_eq!(verify(&board.graph(), &tour, &constraints), Ok(()));
    let ends = any()
        .with_start(Some(0))
        .with_end(Some(24))
        .with_waypoints(vec![0, 24]);
    assert!(exists(&board, &ends));
}

#[test]
fn a_limit_or_the_observer_stops_a_search() {
    let zebra = board(9, 14, Leaper { short: 2, long: 3 });
    let limits = Limits::default().with_max_states(Some(5));
    assert_eq!(
        search(&zebra, &any(), &limits),
        Err(NoPath::Stopped(StopReason::States))
    );
    let stop = &mut |_: &_| ControlFlow::Break(());
    let found = problem(&zebra, &any())
        .find(&Method::default(), &Limits::default(), stop)
        .0;
    assert_eq!(found, Err(NoPath::Stopped(StopReason::Interrupted)));
}

proptest! {
    #![proptest_config(crate::cases::random_cases(150))]

    #[test]
    fn tours_between_any_ends_exist_unless_a_reason_excludes_them(
        rows in 3u32..60, columns in 3u32..60, start: u32, end: Option<u32>,
    ) {
        let board = board(rows, columns, Leaper::KNIGHT);
        let ends = open(Some(start % board.squares()), end.map(|end| end % board.squares()));
        let found = exists(&board, &ends);
        // With shorter sides there are exceptions that no rule is known for.
        if rows.min(columns) >= 6 || ends.end.is_none() && rows.min(columns) >= 5 {
            prop_assert_eq!(found, !is_excluded(&board, &ends));
        }
    }

    #[test]
    fn all_engines_and_the_naive_search_count_the_same_paths(
        vertices in 0..6_u32,
        edges in prop::collection::vec((0..6_u32, 0..6_u32), 0..20),
        is_directed: bool,
        is_cycle: bool,
        start in prop::option::of(0..6_u32),
    ) {
        let shape = if is_cycle { Shape::Cycle } else { Shape::Path };
        let direction =
            if is_directed { EdgeDirection::Directed } else { EdgeDirection::Undirected };
        let edges = edges.into_iter().filter(|&(from, to)| from.max(to) < vertices);
        let graph = Graph::from_edges(vertices as usize, edges, direction);
        let graph = graph.expect("its vertices");
        let start = start.filter(|&start| start < vertices);
        let constraints = Constraints { shape, start, ..Constraints::default() };
        let none = Limits::default();

        let found = naive_paths(&graph, &constraints).len();
        let options = hamilton::Options::default();
        let searched = hamilton::count(&graph, &constraints, &options, &mut unobserved).expect("its start");
        prop_assert_eq!(searched.outcome.sequences, found as u64);

        let problem = PathProblem::new(PathGraph::Graph(&graph), direction, constraints.clone());
        let expected = if problem.is_reversible() { found / 2 } else { found };
        let counted = match problem.count(&Method::default(), &none, &mut unobserved).0 {
            Ok(count) => count.number,
            Err(end) => {
                prop_assert!(matches!(end, NoPath::Impossible(_)), "{}", end);
                num_bigint::BigUint::ZERO
            }
        };
        let is_arc = |from, to: Vertex| graph.neighbours(from).contains(&to);
        let is_pair = is_directed && is_cycle && vertices == 2 && is_arc(0, 1) && is_arc(1, 0);
        prop_assert_eq!(counted, (expected + usize::from(is_pair)).into());

        if !is_directed {
            prop_assert_eq!(searched.outcome.solutions, expected as u64);
            let question = match (shape, start) {
                (Shape::Cycle, _) => CountKind::Cycles,
                (Shape::Path, None) => CountKind::Paths,
                (Shape::Path, Some(start)) => CountKind::PathsFrom(start),
            };
            let frontier = FrontierDp::new(&graph).expect("a narrow graph");
            prop_assert_eq!(frontier.count(question, &Limits::default(), &mut unobserved).number, Ok(expected.into()));
        }
    }

    #[test]
    fn results_for_other_leapers_agree_with_a_naive_search(
        rows in 1u32..5, columns in 1u32..6, short in 0u32..4, long in 0u32..4,
        start: u32, end: Option<u32>, closed: bool,
    ) {
        let board = board(rows, columns, Leaper { short, long });
        let start = start % board.squares();
        let shape = if closed { Shape::Cycle } else { Shape::Path };
        let end = end.filter(|_| !closed).map(|end| end % board.squares());
        let constraints = Constraints { shape, start: Some(start), end, ..Constraints::default() };
        let expected = twin(&board, &constraints, &mut vec![start]);
        prop_assert_eq!(exists(&board, &constraints), expected);
    }
}
