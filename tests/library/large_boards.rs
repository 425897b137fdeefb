//! Boards of a hundred cells and more, whose states take many words: the pennant puzzle and 横刀立马
//! in a corner of frames of walls have the spaces that they have alone.

use huarong::internals::everything;
use huarong::puzzle::{CharGrid, Draft};
use huarong::{Metric, Mirroring, Options, Puzzle, Solver};

use crate::cases::{cases, stride};
use crate::explore_layers;

/// A layout and its goal.
type Drawing = [[&'static str; 5]; 2];

const PENNANT: Drawing = [
    ["BBAA", "BBCC", "ED..", "FGHH", "FGII"],
    ["....", "....", "....", "BB..", "BB.."],
];
const CLASSIC: Drawing = [
    ["ACCB", "ACCB", "DEEF", "DGHF", "I..J"],
    ["....", "....", "....", ".CC.", ".CC."],
];

/// The puzzle in the lower right corner of a larger frame, walls all around.
fn framed(drawing: Drawing, rows: usize, columns: usize) -> Puzzle {
    let [frame, goal] = drawing.map(|lines| {
        let walls = std::iter::repeat_n("#".repeat(columns), rows - lines.len());
        let lines = lines.map(|line| format!("{line:#>columns$}"));
        let lines: Vec<String> = walls.chain(lines).collect();
        CharGrid::from_lines(lines.iter().map(String::as_str))
    });
    Draft {
        frame,
        goals: vec![goal],
        ..Draft::default()
    }
    .check()
    .expect("a puzzle")
}

#[test]
fn a_small_layout_is_the_same_in_frames_of_up_to_400_cells() {
    let frames = [
        (8, 16),
        (10, 10),
        (16, 8),
        (13, 13),
        (32, 4),
        (11, 11),
        (20, 20),
    ];
    let known = [
        (PENNANT, 1_398, Metric::Step, 83, 112),
        (PENNANT, 1_398, Metric::Slide, 62, 84),
        (PENNANT, 1_398, Metric::Move, 59, 80),
        (CLASSIC, 25_955, Metric::Step, 116, 167),
        (CLASSIC, 25_955, Metric::Slide, 90, 133),
        (CLASSIC, 25_955, Metric::Move, 81, 124),
    ];
    let all = known.map(|known| frames.map(|frame| (frame, known)));
    // Each metric at least once: 128 cells, more than 128, and 400. `.ci/long` tries all.
    for ((rows, columns), (drawing, states, metric, shortest, farthest)) in
        all.into_iter().flatten().step_by(stride(10))
    {
        if states > cases(2_000) as usize {
            continue;
        }
        let puzzle = framed(drawing, rows, columns);
        let options = Options::default()
            .with_metric(metric)
            .with_mirroring(Mirroring::Off);
        let mut solver = Solver::new(&puzzle, &options).expect("it fits");
        let report = solver.solve().expect("it verifies");
        let solution = report.outcome.found().expect("it can be solved");
        let case = format!("{rows}×{columns}, {metric}");
        assert_eq!(solution.len(), shortest, "{case}");
        let (statistics, layers) = everything(solver.board(), metric)();
        assert_eq!(statistics.states, states, "{case}");
        assert_eq!(layers.len() - 1, farthest, "{case}");
        let component = explore_layers(&puzzle, metric, Mirroring::Off).from_start;
        assert_eq!(component.total().classes, states as u64, "{case}");
        assert_eq!(component.eccentricity(), farthest, "{case}");
    }
}
