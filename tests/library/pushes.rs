//! Tests of pushes of numbered tiles, from the layers to the notations.

use huarong::control::{Limits, Outcome, unobserved};
use huarong::explore::{self, ExploreScope, Explorer};
use huarong::proof::{self, Certificate};
use huarong::sliding::Engine;
use huarong::solution::notation::{self, Notation};
use huarong::solution::{Position, Solution, verify};
use huarong::{Algorithm, Metric, Options, Puzzle, Report, Solver, solve};

const CLASSIC: &str = "A C C B\nA C C B\nD E E F\nD G H F\nI . . J\n\ngoal:\n. . . .\n. . . .\n. . . .\n. C C .\n. C C .\n";

/// Numbered tiles with rows like `1 2 3/4 5 .`.
fn tiles(rows: &str) -> Puzzle {
    let rows = rows.replace('/', "\n");
    format!("goal: blank-last\n\n{rows}\n")
        .parse()
        .expect("tiles")
}

/// The solved tiles of a frame.
fn solved(rows: usize, columns: usize) -> Puzzle {
    let cells = rows * columns;
    let row = |row: usize| -> Vec<String> {
        let numbers = (1..=columns).map(|column| (row * columns + column) % cells);
        numbers.map(|number| number.to_string()).collect()
    };
    let rows: Vec<String> = (0..rows).map(|it| row(it).join(" ")).collect();
    tiles(&rows.join("/"))
}

/// The position after these random pushes, as the start of a puzzle.
fn stirred(puzzle: &Puzzle, pushes: usize) -> Puzzle {
    let mut position = Position::start(puzzle);
    for push in 0..pushes {
        let units = position.legal_moves(Metric::Push);
        let unit = &units[(push * push + 7 * push / 3) % units.len()];
        position.apply(unit).expect("it is legal");
    }
    puzzle.with_start(position.anchors()).expect("tiles").puzzle
}

/// Returns the number of positions at each distance in pushes.
fn layers(puzzle: &Puzzle, engine: Option<Engine>, most: Option<u32>) -> Vec<u64> {
    let options = explore::Options::default()
        .with_metric(Metric::Push)
        .with_scope(ExploreScope::Layers)
        .with_engine(engine)
        .with_limits(Limits::default().with_max_depth(most));
    let found = Explorer::new(puzzle, &options).and_then(|mut explorer| explorer.explore());
    let profile = found.expect("it fits").from_start;
    profile.layers.iter().map(|layer| layer.states).collect()
}

fn in_pushes(puzzle: &Puzzle, options: Options) -> Report {
    solve(puzzle, &options.with_metric(Metric::Push)).expect("it fits")
}

fn solution(report: &Report) -> &Solution {
    report.solution().expect("a solution")
}

const OF_2X3: [u64; 21] = [
    1, 3, 4, 6, 8, 12, 15, 18, 22, 30, 36, 45, 42, 30, 28, 24, 18, 9, 5, 3, 1,
];
const OF_2X4: [u64; 26] = [
    1, 4, 6, 12, 18, 36, 53, 96, 136, 232, 324, 544, 728, 1064, 1366, 1928, 2321, 2780, 2884, 2436,
    1825, 800, 368, 140, 50, 8,
];
const OF_3X3: [u64; 25] = [
    1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485,
    30985, 23494, 11751, 3390, 589, 41, 1,
];

#[test]
fn whole_frames_have_the_published_layers_in_pushes() {
    for engine in [Engine::Hashed, Engine::Ranked] {
        assert_eq!(layers(&solved(2, 3), Some(engine), None), OF_2X3);
        assert_eq!(layers(&solved(2, 4), Some(engine), None), OF_2X4);
    }
    assert_eq!(layers(&solved(2, 2), None, None).len(), 7);
    assert_eq!(layers(&solved(3, 3), Some(Engine::Ranked), None), OF_3X3);
}

#[test]
fn large_frames_have_the_published_first_layers_in_pushes() {
    let of_5x5 = [1, 8, 32, 128, 512, 2048, 8191];
    assert_eq!(layers(&solved(5, 5), None, Some(6)), of_5x5);
    let of_4x4 = [1, 6, 18, 54, 162, 486, 1457, 4334];
    assert_eq!(layers(&solved(4, 4), None, Some(7)), of_4x4);
}

#[test]
#[ignore = "a minute with optimization"]
fn larger_frames_have_the_published_radii_in_pushes() {
    for (rows, columns, radius) in [(2, 5, 36), (3, 4, 33), (2, 6, 41)] {
        assert_eq!(layers(&solved(rows, columns), None, None).len(), radius + 1);
    }
}

#[test]
fn puzzles_without_tiles_have_no_pushes() {
    let puzzle: Puzzle = CLASSIC.parse().expect("a puzzle");
    let options = Options::default().with_metric(Metric::Push);
    let sentence = "pushes are for numbered tiles: single cells, one of them empty";
    assert_eq!(
        solve(&puzzle, &options).expect_err("no tiles").to_string(),
        sentence
    );
    let text = "1. H  down\n1 push\n";
    let wrong = notation::parse(&puzzle, text, None).map(|it| verify(&puzzle, &it));
    let wrong = wrong.expect("a solution").expect_err("no tiles");
    assert_eq!(wrong.to_string(), format!("push 1: {sentence}"));
}

#[test]
fn pushes_are_written_by_their_directions_and_read_again() {
    let start = stirred(&solved(4, 4), 8);
    let found = in_pushes(
        &start,
        Options::default().with_algorithm(Algorithm::BreadthFirst),
    );
    let found = solution(&found);
    for form in Notation::ALL
        .into_iter()
        .filter(|&it| it != Notation::Fogleman)
    {
        let text = notation::write(form, &start, found).expect("tiles");
        let read = notation::parse(&start, &text, Some(Metric::Push)).expect("pushes");
        assert_eq!(&read, found, "{text}");
        assert!(verify(&start, &read).is_ok());
    }
    let start = tiles("1 2 3/. 4 5/6 7 8");
    let read = notation::parse(&start, "L2U R2", None).expect("pushes");
    assert_eq!(
        (read.metric, read.len(), read.steps()),
        (Metric::Push, 3, 5)
    );
    let text = notation::write(Notation::Pushes, &start, &read);
    assert_eq!(text.as_deref(), Ok("L2UR2\n"));
    let steps = notation::parse(&start, "L2UR2", Some(Metric::Step)).expect("steps");
    assert_eq!((steps.len(), steps.steps()), (5, 5));
    let wrong = notation::parse(&start, "L2R3", None).expect_err("too many");
    assert_eq!(wrong.message, "3 tiles cannot go right in 2 pushes");
}

#[test]
fn a_push_is_no_move_of_another_metric() {
    let start = tiles("1 2 3/4 5 6/. 7 8");
    let push = notation::parse(&start, "8 left 2", None).expect("a push");
    assert_eq!(push.metric, Metric::Push);
    assert_eq!(verify(&start, &push).map(|it| it.length), Ok(1));
    for metric in Metric::ALL {
        let other = Solution {
            metric,
            ..push.clone()
        };
        assert!(verify(&start, &other).is_err(), "{metric}");
    }
}

#[test]
fn certificates_in_pushes_are_checked() {
    let start = stirred(&solved(3, 3), 6);
    let options = Options::default().with_metric(Metric::Push);
    let mut solver: Solver = Certificate::solver(&start, &options).expect("it has layers");
    let report = solver.solve().expect("it fits");
    let Outcome::Found(made) = proof::write(&solver, &report, &mut unobserved) else {
        panic!("no limit is given")
    };
    let checked = proof::check(&made.bytes, &mut unobserved).expect("it is right");
    assert!(checked.found().is_some_and(|it| it.metric == Metric::Push));
}
