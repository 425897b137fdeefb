//! Searches whose every step is known.

use std::ops::ControlFlow;

use super::*;
use crate::control::Outcome;
use crate::graph::{Leaper, leaper_graph};

/// The path that is found, and how many vertices were entered and left on the way.
fn trace(graph: &Graph, terms: &Terms, options: &Options) -> (Vec<Vertex>, u64, u64) {
    let search = first(graph, terms, options, &mut |_| ControlFlow::Continue(()));
    let Outcome::Found(path) = search.outcome else { panic!("there is a path: {search:?}") };
    (path, search.statistics.nodes, search.statistics.retreats)
}

fn from(start: Vertex) -> Terms {
    Terms { start: Some(start), ..Terms::default() }
}

/// The cells of a board `width` wide, given as row and column.
fn cells<const N: usize>(width: Vertex, cells: [(Vertex, Vertex); N]) -> [Vertex; N] {
    cells.map(|(row, column)| row * width + column)
}

#[test]
fn plain_search_enters_13648_vertices_on_the_5_by_5_board() {
    let board = leaper_graph(5, 5, Leaper::KNIGHT);
    let (path, nodes, retreats) = trace(&board, &from(12), &Options::textbook(Order::Fixed));
    let known = [
        (2, 2),
        (1, 0),
        (0, 2),
        (1, 4),
        (3, 3),
        (4, 1),
        (2, 0),
        (0, 1),
        (1, 3),
        (3, 4),
        (4, 2),
        (3, 0),
        (1, 1),
        (0, 3),
        (2, 4),
        (4, 3),
        (3, 1),
        (2, 3),
        (0, 4),
        (1, 2),
        (0, 0),
        (2, 1),
        (4, 0),
        (3, 2),
        (4, 4),
    ];
    assert_eq!(path, cells(5, known));
    assert_eq!((nodes, retreats), (13_648, 13_648 - 25));
}

#[test]
fn sound_prunings_lead_to_the_same_path_sooner() {
    let board = leaper_graph(5, 5, Leaper::KNIGHT);
    let plain = trace(&board, &from(12), &Options::textbook(Order::Fixed));
    let pruned = Options { prunings: Prunings::ALL, ..Options::textbook(Order::Fixed) };
    let (path, nodes, _) = trace(&board, &from(12), &pruned);
    assert_eq!(path, plain.0);
    assert!(nodes < 300, "{nodes}");
}

#[test]
fn warnsdorffs_rule_never_retreats_from_2_6_on_the_8_by_8_board() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    let known = [
        (2, 6),
        (0, 7),
        (1, 5),
        (0, 3),
        (1, 1),
        (3, 0),
        (5, 1),
        (7, 0),
        (6, 2),
        (5, 0),
        (7, 1),
        (6, 3),
        (7, 5),
        (6, 7),
        (4, 6),
        (2, 7),
        (0, 6),
        (1, 4),
        (0, 2),
        (1, 0),
        (2, 2),
        (0, 1),
        (2, 0),
        (4, 1),
        (6, 0),
        (7, 2),
        (6, 4),
        (7, 6),
        (5, 7),
        (3, 6),
        (1, 7),
        (0, 5),
        (1, 3),
        (3, 4),
        (5, 5),
        (4, 7),
        (6, 6),
        (7, 4),
        (5, 3),
        (4, 5),
        (3, 7),
        (2, 5),
        (0, 4),
        (1, 6),
        (2, 4),
        (3, 2),
        (4, 0),
        (6, 1),
        (4, 2),
        (2, 1),
        (0, 0),
        (1, 2),
        (3, 3),
        (5, 4),
        (7, 3),
        (6, 5),
        (7, 7),
        (5, 6),
        (4, 4),
        (5, 2),
        (3, 1),
        (2, 3),
        (3, 5),
        (4, 3),
    ];
    for options in [Options::textbook(Order::default()), Options::default()] {
        let (path, nodes, retreats) = trace(&board, &from(22), &options);
        assert_eq!(path, cells(8, known));
        assert_eq!((nodes, retreats), (64, 0));
    }
}

#[test]
fn ties_by_coordinate_and_a_look_ahead_number_the_board_of_the_textbook() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    let options = Options {
        prunings: Prunings::NONE.with(Pruning::LookAhead),
        ..Options::textbook(Order::Warnsdorff(Ties::Number))
    };
    let (path, nodes, retreats) = trace(&board, &from(0), &options);
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
    assert_eq!((nodes, retreats), (64, 0));
}

#[test]
fn the_reverse_order_is_lost_on_the_8_by_8_board() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    let mut options = Options::textbook(Order::Reverse(Ties::Graph));
    options.limits.max_states = Some(200_000);
    let search = first(&board, &from(0), &options, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(search.outcome, Outcome::Stopped(_)));
    assert_eq!(search.statistics.nodes, 200_000);
}

#[test]
fn arcs_are_one_way_in_a_directed_graph() {
    // A→B, A→D, B→C, B→D, D→E, E→B, E→F, F→C, numbered from A.
    let graph = Graph::from_lists([&[1, 3][..], &[2, 3], &[], &[4], &[1, 5], &[2]]);
    let (path, nodes, retreats) = trace(&graph, &from(0), &Options::textbook(Order::Fixed));
    assert_eq!(path, [0, 1, 3, 4, 5, 2]);
    assert_eq!((nodes, retreats), (7, 1), "C is tried and taken back once");
}

/// The map of the game: 26 cells, numbered row by row.
pub(super) fn cat() -> Graph {
    super::maps::graph(&["111111", "101101", "111111", "101101", "111111", "000000"])
}

#[test]
fn the_cat_visits_every_cell_from_14() {
    let known = [
        14, 13, 8, 3, 4, 5, 9, 15, 19, 25, 24, 23, 18, 17, 22, 21, 20, 16, 10, 6, 0, 1, 2, 7, 12,
        11,
    ];
    for prunings in [Prunings::NONE, Prunings::ALL] {
        let options = Options { prunings, ..Options::textbook(Order::Fixed) };
        let (path, ..) = trace(&cat(), &from(14), &options);
        assert_eq!(path, known);
    }
}

#[test]
fn the_cat_has_six_places_to_start_from_and_52_paths() {
    let grow = Options::textbook(Order::Fixed);
    for options in [Options::default(), grow] {
        let paths = |start| {
            count(&cat(), &from(start), &options, &mut |_| ControlFlow::Continue(())).solutions
        };
        let counts: Vec<(Vertex, u64)> =
            (0..26).map(|start| (start, paths(start))).filter(|&(_, paths)| paths > 0).collect();
        assert_eq!(counts, [(6, 8), (9, 8), (11, 10), (14, 10), (16, 8), (19, 8)]);
    }
}
