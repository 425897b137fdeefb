//! Boards of a hundred cells and more, whose states take many words: 横刀立马 in a corner of frames
//! of walls has the space that it has alone.

use huarong::internals::everything;
use huarong::puzzle::{CharGrid, Draft};
use huarong::{Metric, Mirroring, Options, Puzzle, Solver};

use crate::cases::stride;
use crate::explore_layers;

const LAYOUT: [&str; 5] = ["ACCB", "ACCB", "DEEF", "DGHF", "I..J"];
const GOAL: [&str; 5] = ["....", "....", "....", ".CC.", ".CC."];

/// 横刀立马 in the lower right corner of a larger frame, walls all around.
fn framed(rows: usize, columns: usize) -> Puzzle {
    let drawing = |lines: [&str; 5]| {
        let walls = std::iter::repeat_n("#".repeat(columns), rows - lines.len());
        let lines = lines.map(|line| format!("{line:#>columns$}"));
        let lines: Vec<String> = walls.chain(lines).collect();
        CharGrid::from_lines(lines.iter().map(String::as_str))
    };
    let frame = drawing(LAYOUT);
    let goals = vec![drawing(GOAL)];
    Draft::default()
        .with_frame(frame)
        .with_goals(goals)
        .check()
        .expect("a puzzle")
}

#[test]
fn the_classic_layout_is_the_same_in_frames_of_up_to_400_cells() {
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
        (Metric::Step, 116, 167),
        (Metric::Slide, 90, 133),
        (Metric::Move, 81, 124),
    ];
    let cases = known.map(|known| frames.map(|frame| (frame, known)));
    // Each metric at least once: 128 cells, more than 128, and 400.
    for ((rows, columns), (metric, shortest, farthest)) in
        cases.into_iter().flatten().step_by(stride(10))
    {
        let puzzle = framed(rows, columns);
        let options = Options::default()
            .with_metric(metric)
            .with_mirroring(Mirroring::Off);
        let mut solver = Solver::new(&puzzle, &options).expect("it fits");
        let report = solver.solve().expect("it verifies");
        let solution = report.outcome.found().expect("it can be solved");
        let case = format!("{rows}×{columns}, {metric}");
        assert_eq!(solution.len(), shortest, "{case}");
        let (statistics, layers) = everything(solver.board(), metric)();
        assert_eq!(statistics.states, 25_955, "{case}");
        assert_eq!(layers.len() - 1, farthest, "{case}");
        let component = explore_layers(&puzzle, metric, Mirroring::Off).from_start;
        assert_eq!(component.total().classes, 25_955, "{case}");
        assert_eq!(component.eccentricity(), farthest, "{case}");
    }
}
