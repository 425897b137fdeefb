//! What holds for every count.

use std::{fs, io, ops::ControlFlow, time::Duration};

use num_bigint::BigUint;
use proptest::prelude::*;

use super::{
    CountFolder, CountKind, FrontierDp, UnsupportedGraph, VertexSequence, join::CutSymmetry,
    layer::CutChoice,
};
use crate::{
    cases::stride,
    control::{Limits, Progress, StopReason, unobserved},
    graph::{Constraints, Graph, Leaper, Shape, Vertex, family, leaper_graph, naive_paths},
};

fn unwatched(_: &Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn grid(rows: u32, columns: u32) -> Graph {
    leaper_graph(rows, columns, Leaper { short: 0, long: 1 })
}

fn count(graph: &Graph, question: CountKind) -> BigUint {
    let programme = FrontierDp::new(graph).expect("an undirected graph with a narrow frontier");
    programme
        .count(question, &Limits::default(), &mut unobserved)
        .number
        .expect("no limits")
}

#[track_caller]
fn holds(graph: &Graph, question: CountKind, expected: u64) {
    assert_eq!(count(graph, question), BigUint::from(expected));
    assert_eq!(
        in_halves(graph, question),
        BigUint::from(expected),
        "in halves"
    );
}

/// The same in two halves, however few states there are.
fn in_halves(graph: &Graph, question: CountKind) -> BigUint {
    let programme = FrontierDp::new(graph).expect("an undirected graph with a narrow frontier");
    split(&programme, question).expect("no limits")
}

fn split(programme: &FrontierDp, question: CountKind) -> Result<BigUint, StopReason> {
    let count = programme.count_split(question, 0, None, &Limits::default(), &mut unwatched);
    count.expect("no folder").number
}

#[test]
fn paths_and_cycles_of_square_grids() {
    let paths = [1, 4, 20, 276, 4324, 229_348, 13_535_280, 3_023_313_284];
    let from_a_corner = [1, 2, 8, 52, 824, 22_144, 1_510_446, 180_160_012];
    let cycles = [0, 1, 0, 6, 0, 1072, 0, 4_638_576];
    for (size, index) in (1..).zip(0..8) {
        let grid = grid(size, size);
        holds(&grid, CountKind::Paths, paths[index]);
        holds(&grid, CountKind::PathsFrom(0), from_a_corner[index]);
        holds(&grid, CountKind::Cycles, cycles[index]);
    }
}

#[test]
fn tours_of_small_boards() {
    let board = |rows, columns| leaper_graph(rows, columns, Leaper::KNIGHT);
    holds(&board(6, 6), CountKind::Cycles, 9862);
    // Numbers of longer boards are compared in `tour::count`.
    holds(&board(5, 5), CountKind::Paths, 1728 / 2);
    holds(&board(5, 5), CountKind::PathsFrom(0), 304);
    holds(&board(5, 5), CountKind::PathsFrom(1), 0);
    for (columns, cycles) in [(10, 16), (12, 176)] {
        holds(&board(columns, 3), CountKind::Cycles, cycles);
    }
    let paths = [0, 0, 0, 8, 0, 0, 52, 396, 560, 3048];
    for (columns, paths) in (1..).zip(paths) {
        holds(&board(columns, 3), CountKind::Paths, paths);
    }
    let paths = [0, 0, 8, 0, 82, 744, 6378];
    for (columns, paths) in (1..).zip(paths) {
        holds(&board(columns, 4), CountKind::Paths, paths);
    }
}

/// `McKay`, 1997.
#[test]
#[ignore = "a minute on two cores, and 1.5 GB"]
fn closed_tours_of_the_chessboard() {
    let board = leaper_graph(8, 8, Leaper::KNIGHT);
    assert_eq!(
        count(&board, CountKind::Cycles),
        BigUint::from(13_267_364_410_532_u64)
    );
}

/// Cycles on 4 × n obey a recurrence: sequence A006864 of the OEIS. On 4 × 200 there are 10^80,
/// so that all widths of numbers are passed through.
#[test]
fn counts_of_any_length_are_exact() {
    let mut cycles = [0_u32, 1, 2, 6].map(BigUint::from).to_vec();
    for at in 4..200 {
        let of = |back: usize| &cycles[at - back];
        let next: BigUint = (of(1) + of(2)) * 2_u32 + of(4) - of(3) * 2_u32;
        cycles.push(next);
    }
    assert!(cycles[199].bits() > 256);
    for columns in [2, 5, 48, 49, 50, 97, 200] {
        let expected = &cycles[columns as usize - 1];
        assert_eq!(
            &count(&grid(columns, 4), CountKind::Cycles),
            expected,
            "4 × {columns}"
        );
    }
}

#[test]
fn the_order_with_the_narrowest_frontier_is_chosen() {
    let wide = grid(3, 40);
    let by_rows: Vec<Vertex> = (0..120).collect();
    let by_columns = (0..40)
        .flat_map(|column| (0..3).map(move |row| row * 40 + column))
        .collect();
    let too_wide = FrontierDp::new(&wide).err();
    assert_eq!(too_wide, Some(UnsupportedGraph::TooWide { width: 40 }));
    let programme = FrontierDp::narrowest(&wide, &[by_rows, by_columns]).expect("narrow");
    assert_eq!(programme.width(), 3);
    let paths = programme
        .count(CountKind::Paths, &Limits::default(), &mut unobserved)
        .number;
    assert_eq!(paths, Ok(count(&grid(40, 3), CountKind::Paths)));
}

#[test]
fn every_vertex_order_is_a_permutation_and_gives_the_same_count() {
    let cube = family("cube 4").expect("a name").graph;
    let width = |sequence: VertexSequence| {
        let order = sequence.of(&cube).expect("it is small");
        let dp = FrontierDp::narrowest(&cube, &[order]).expect("narrow");
        let cycles = dp
            .count(CountKind::Cycles, &Limits::default(), &mut unobserved)
            .number;
        assert_eq!(cycles, Ok(BigUint::from(1344_u32)), "{sequence:?}");
        dp.width()
    };
    let associahedron = family("associahedron 5").expect("a name").graph;
    let widths = VertexSequence::ALL.map(|sequence| {
        width(sequence);
        let order = sequence.of(&associahedron).expect("it is small");
        FrontierDp::narrowest(&associahedron, &[order])
            .expect("narrow")
            .width()
    });
    assert_eq!(widths, [18, 14, 12, 11]);
    let two = graph_of(4, [(0, 1), (2, 3)]);
    assert_eq!(VertexSequence::BreadthFirst.of(&two), None);
    assert_eq!(
        VertexSequence::Beam.of(&two).map(|order| order.len()),
        Some(4)
    );
}

/// The last graph is a board with two more edges.
#[test]
fn one_half_is_derived_from_the_other_by_symmetry() {
    let board = leaper_graph(6, 6, Leaper::KNIGHT);
    let cut = FrontierDp::new(&board)
        .expect("narrow")
        .cut
        .expect("it is wide");
    let symmetry = cut.symmetry.expect("it is symmetric");
    assert!(symmetry.keep.is_some());
    let edges: Vec<_> = cut
        .edges
        .iter()
        .map(|&(a, b)| CutChoice::Edge(a, b))
        .collect();
    let [one, other] = symmetry.halves(&edges).expect("no edge is its own image");
    assert_eq!((one.len(), other.len()), (edges.len() / 2, edges.len() / 2));
    let fixed = CutSymmetry {
        swap: vec![0, 1],
        keep: None,
    };
    assert!(fixed.halves(&[CutChoice::Edge(0, 1)]).is_none());
    let mut lists: Vec<Vec<Vertex>> = (0..36).map(|it| board.neighbours(it).to_vec()).collect();
    lists[0].push(35);
    lists[35].push(0);
    lists[1].push(5);
    lists[5].push(1);
    let uneven = FrontierDp::new(&Graph::from_lists(lists))
        .expect("narrow")
        .cut;
    assert!(uneven.expect("it is wide").symmetry.is_none());
}

#[test]
fn a_frontier_too_wide_for_one_word_uses_two_words() {
    // A ladder of 15 rungs, taken rail by rail.
    let ladder = grid(2, 15);
    let wide = FrontierDp::new(&ladder).expect("still narrow enough");
    assert_eq!(wide.width(), 15);
    let paths = wide
        .count(CountKind::Paths, &Limits::default(), &mut unobserved)
        .number;
    assert_eq!(paths, Ok(count(&grid(15, 2), CountKind::Paths)));
}

#[test]
fn directed_graphs_are_refused() {
    let programme = FrontierDp::new(&Graph::from_lists([&[1][..], &[]]));
    assert_eq!(programme.err(), Some(UnsupportedGraph::Directed));
}

#[test]
fn the_smallest_graphs() {
    let vertex = Graph::from_lists([[0_u32; 0]]);
    holds(&vertex, CountKind::Paths, 1);
    holds(&vertex, CountKind::PathsBetween(0, 0), 1);
    holds(&vertex, CountKind::Cycles, 0);
    holds(&Graph::from_lists::<[Vertex; 0]>([]), CountKind::Paths, 0);
    let pair = grid(1, 2);
    holds(&pair, CountKind::Paths, 1);
    holds(&pair, CountKind::PathsBetween(1, 1), 0);
    holds(&pair, CountKind::Cycles, 0);
}

#[test]
fn each_limit_stops_the_count() {
    let programme = FrontierDp::new(&grid(9, 9)).expect("narrow");
    let stopped = |limits| {
        programme
            .count(CountKind::Paths, &limits, &mut unwatched)
            .number
    };
    let none = Limits::default();
    assert_eq!(
        stopped(none.with_max_states(Some(900))),
        Err(StopReason::States)
    );
    assert_eq!(
        stopped(none.with_max_bytes(Some(9999))),
        Err(StopReason::Memory)
    );
    assert_eq!(
        stopped(none.with_max_depth(Some(80))),
        Err(StopReason::Depth)
    );
    assert_eq!(
        stopped(none.with_timeout(Some(Duration::ZERO))),
        Err(StopReason::Time)
    );
    let interrupted = programme.count(CountKind::Paths, &none, &mut |_| ControlFlow::Break(()));
    assert_eq!(interrupted.number, Err(StopReason::Interrupted));
}

#[test]
fn every_count_respects_its_memory_limit() {
    let graph = leaper_graph(6, 8, Leaper::KNIGHT);
    let programme = FrontierDp::new(&graph).expect("narrow");
    for max_bytes in [1_000_000, 3_000_000, 10_000_000] {
        let limits = Limits::default().with_max_bytes(Some(max_bytes));
        let mut most = 0;
        let observer = &mut |progress: &Progress| {
            most = most.max(progress.bytes);
            ControlFlow::Continue(())
        };
        let count = programme.count(CountKind::Cycles, &limits, observer);
        assert!(
            count.number.is_err_and(|why| why == StopReason::Memory),
            "{max_bytes}"
        );
        assert!(most <= max_bytes, "{most} of {max_bytes}");
    }
}

/// Counts in a folder, within a megabyte and up to a step.
fn saved(
    folder: io::Result<CountFolder>,
    programme: &FrontierDp,
    question: CountKind,
    max_depth: Option<u32>,
) -> Result<Result<BigUint, StopReason>, String> {
    let limits = Limits::default()
        .with_max_bytes(Some(1_000_000))
        .with_max_depth(max_depth);
    let count =
        |folder| programme.count_split(question, 0, Some(&mut { folder }), &limits, &mut unwatched);
    folder
        .and_then(count)
        .map(|it| it.number)
        .map_err(|error| error.to_string())
}

/// The first count is too large to be joined in memory, the third is not. The last has numbers of
/// all widths.
#[test]
fn a_count_larger_than_memory_uses_files_and_can_be_resumed() {
    let torus = family("torus 5x6").expect("a name").graph;
    let [small, chessboard] = [5, 6].map(|rows| leaper_graph(rows, 6, Leaper::KNIGHT));
    let limits = Limits::default().with_max_bytes(Some(1_000_000));
    for (graph, question, is_beyond) in [
        (&small, CountKind::Cycles, true),
        (&torus, CountKind::Paths, true),
        (&chessboard, CountKind::Cycles, false),
        (&grid(90, 4), CountKind::Paths, false),
    ]
    .into_iter()
    .step_by(stride(2))
    {
        let programme = FrontierDp::new(graph).expect("narrow");
        let expected = programme
            .count(question, &Limits::default(), &mut unobserved)
            .number;
        let without = programme.count(question, &limits, &mut unwatched).number;
        assert_eq!(without == Err(StopReason::Memory), is_beyond);
        let place = tempfile::tempdir().expect("a folder");
        let steps = u32::try_from(graph.vertices()).expect("few");
        let begun = saved(
            CountFolder::create(place.path()),
            &programme,
            question,
            Some(0),
        );
        assert_eq!(begun, Ok(Err(StopReason::Depth)));
        for step in (steps / 7..steps).step_by(steps as usize / 2) {
            let folder = CountFolder::resume(place.path());
            let number = saved(folder, &programme, question, Some(step)).expect("there is room");
            assert!(
                number == Err(StopReason::Depth) || number == expected,
                "{step}"
            );
        }
        let number = saved(
            CountFolder::resume(place.path()),
            &programme,
            question,
            None,
        );
        assert_eq!(number, Ok(expected));
    }
}

#[test]
fn a_folder_of_another_count_or_with_a_damaged_file_is_refused() {
    let programme = FrontierDp::new(&grid(8, 8)).expect("narrow");
    let count = |folder, question, steps| saved(folder, &programme, question, steps);
    let place = tempfile::tempdir().expect("a folder");
    let create = || CountFolder::create(place.path());
    let resume = || CountFolder::resume(place.path());
    let shown = place.path().display();
    let nothing = format!("`{shown}` holds no run that could be resumed");
    assert_eq!(count(resume(), CountKind::Paths, None), Err(nothing));
    let foreign = place.path().join("step-1-0");
    fs::write(&foreign, "a user's").expect("it can be written");
    let error = Err(format!("`{shown}` holds other files, not a run"));
    assert_eq!(count(create(), CountKind::Paths, None), error);
    assert_eq!(fs::read(&foreign).expect("it is as it was"), b"a user's");
    fs::remove_file(foreign).expect("it can be removed");
    let stopped = Ok(Err(StopReason::Depth));
    assert_eq!(count(create(), CountKind::Paths, Some(30)), stopped);
    assert_eq!(
        count(create(), CountKind::Paths, None),
        Err(format!("`{shown}` already holds a run"))
    );
    let held = resume().expect("a run");
    let in_use = format!("`{shown}` is in use by another huarong process");
    assert_eq!(count(resume(), CountKind::Paths, None), Err(in_use));
    drop(held);
    let other = format!("`{shown}` holds the count of another graph, order or question");
    assert_eq!(count(resume(), CountKind::Cycles, None), Err(other));
    for name in ["step-", "checkpoint"] {
        let mut files = fs::read_dir(place.path())
            .expect("a folder")
            .map(|it| it.expect("a file"));
        let file = files.find(|it| it.file_name().to_string_lossy().starts_with(name));
        let path = file.expect("it was written").path();
        let whole = fs::read(&path).expect("it can be read");
        for damaged in [
            &whole[..whole.len() - 1],
            &[&[whole[0] ^ 1], &whole[1..]].concat(),
        ] {
            fs::write(&path, damaged).expect("it can be written");
            let why = count(resume(), CountKind::Paths, None).expect_err("it is damaged");
            assert!(why.contains(&*path.to_string_lossy()), "{why}");
        }
        fs::write(&path, whole).expect("it can be written");
    }
    assert_eq!(
        count(resume(), CountKind::Paths, None),
        Ok(Ok(BigUint::from(3_023_313_284_u64)))
    );
}

/// The graph with these edges.
fn graph_of(vertices: u32, edges: impl IntoIterator<Item = (Vertex, Vertex)>) -> Graph {
    let mut lists = vec![Vec::new(); vertices as usize];
    for (from, to) in edges {
        lists[from as usize].push(to);
        lists[to as usize].push(from);
    }
    Graph::from_lists(lists)
}

#[test]
fn joining_two_halves_of_a_path_creates_no_cycle() {
    // 0-2-5-4-3-6-7-1-0 passes through both ends, which lie on one side of the cut.
    let edges = [
        (5, 2),
        (1, 5),
        (6, 7),
        (5, 4),
        (3, 4),
        (0, 1),
        (6, 3),
        (5, 0),
        (1, 7),
        (2, 0),
    ];
    let graph = graph_of(8, edges);
    let programme = FrontierDp::narrowest(&graph, &[vec![6, 5, 0, 3, 7, 1, 4, 2]]);
    let between = CountKind::PathsBetween(0, 5);
    assert_eq!(
        split(&programme.expect("narrow"), between),
        Ok(BigUint::ZERO)
    );
}

proptest! {
    #![proptest_config(crate::cases::random_cases(250))]

    #[test]
    fn a_naive_count_agrees_for_every_vertex_order(
        edges in prop::collection::vec((0..8_u32, 0..8_u32), 4..24),
        vertices in 3..9_u32,
        order in Just((0..8).collect::<Vec<Vertex>>()).prop_shuffle(),
        ends in (0..8_u32, 0..8_u32),
    ) {
        let edges = edges.into_iter().map(|(from, to)| (from % vertices, to % vertices));
        let graph = graph_of(vertices, edges);
        let order = order.into_iter().filter(|&vertex| vertex < vertices).collect();
        let programme = FrontierDp::narrowest(&graph, &[order]).expect("a small graph");
        let counted = |question| {
            let none = Limits::default();
            let count = programme.count(question, &none, &mut unwatched).number;
            assert_eq!(count, split(&programme, question));
            count.expect("no limits")
        };
        let start = ends.0 % vertices;
        let end = ends.1 % vertices;
        let number = |shape, start, end| {
            let constraints = Constraints { shape, start, end, ..Constraints::default() };
            BigUint::from(naive_paths(&graph, &constraints).len())
        };
        let paths = |start, end| number(Shape::Path, start, end);
        prop_assert_eq!(counted(CountKind::Paths), paths(None, None) / 2_u32);
        prop_assert_eq!(counted(CountKind::PathsFrom(start)), paths(Some(start), None));
        let between = paths(Some(start), Some(end));
        prop_assert_eq!(counted(CountKind::PathsBetween(start, end)), between);
        prop_assert_eq!(counted(CountKind::Cycles), number(Shape::Cycle, None, None) / 2_u32);
    }
}
