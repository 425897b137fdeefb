//! Numbered tiles in frames of more than 25 cells.

use huarong::design::TileFrame;
use huarong::explore::{self, ExploreScope, Explorer};
use huarong::solution::verify;
use huarong::{Limits, Metric, Options, Puzzle, solve};

#[test]
fn large_frames_of_tiles_have_a_solution_and_a_bound() {
    hold_solved(6, 5, Metric::Step);
}

#[test]
#[ignore = "minutes without optimization"]
fn larger_frames_of_tiles_have_a_solution_and_a_bound() {
    for (rows, columns) in [(6, 6), (2, 14), (9, 5)] {
        let steps = hold_solved(rows, columns, Metric::Step);
        let pushes = hold_solved(rows, columns, Metric::Push);
        assert!(pushes < steps);
    }
}

/// Holds that random tiles in this frame have a solution and a bound, and returns its length.
fn hold_solved(rows: usize, columns: usize, metric: Metric) -> usize {
    let puzzle = TileFrame::new(rows, columns).expect("a frame").random(1);
    let options = Options::default().with_metric(metric);
    let report = solve(&puzzle, &options).expect("it fits");
    let found = report.solution().expect("a solution");
    let bound = report.bound.expect("it is solvable") as usize;
    assert!(bound > 10 && bound <= found.len());
    if metric == Metric::Step {
        assert!(bound > 50 && found.len() < 5 * bound);
        assert_eq!(bound % 2, found.len() % 2);
    }
    assert!(verify(&puzzle, found).is_ok());
    found.len()
}

#[test]
fn a_short_solution_of_a_large_frame_is_proven() {
    let text = "1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/\
                19 20 21 22 23 24/25 26 27 28 29 30/31 . 32 33 34 35";
    let puzzle: Puzzle = text.replace('/', "\n").parse().expect("tiles");
    let report = solve(&puzzle, &Options::default()).expect("it fits");
    assert!(report.optimal);
    assert_eq!(report.solution().expect("a solution").len(), 4);
    let options = Options::default().with_limits(Limits::default().with_max_depth(Some(3)));
    let report = solve(&puzzle, &options).expect("it fits");
    assert_eq!((report.bound, report.solution()), (Some(4), None));
}

#[test]
fn the_35_puzzle_has_the_published_first_layers() {
    let rows = (0..6).map(|row| {
        (1..=6)
            .map(|it| ((6 * row + it) % 36).to_string())
            .collect()
    });
    let rows: Vec<String> = rows.map(|row: Vec<String>| row.join(" ")).collect();
    let puzzle: Puzzle = rows.join("\n").parse().expect("tiles");
    for (metric, expected) in [
        (Metric::Step, &[1, 2, 4, 10, 26, 66, 171, 440, 1112][..]),
        (Metric::Push, &[1, 10, 50, 250, 1250]),
    ] {
        let most = u32::try_from(expected.len() - 1).expect("few layers");
        let options = explore::Options::default()
            .with_metric(metric)
            .with_scope(ExploreScope::Layers)
            .with_limits(Limits::default().with_max_depth(Some(most)));
        let found = Explorer::new(&puzzle, &options).and_then(|mut explorer| explorer.explore());
        let layers = found.expect("it fits").from_start.layers;
        let states: Vec<u64> = layers.iter().map(|layer| layer.states).collect();
        assert_eq!(states, expected, "{metric}");
    }
}
