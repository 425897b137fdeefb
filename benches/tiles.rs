//! Numbered tiles: what informed search takes for ten of Korf's hundred boards of fifteen.
//!
//!     cargo bench --bench tiles
//!
//! Each is solved once on one thread and once on two, its tables made in the run; the lengths, as
//! published (Korf, "Depth-First Iterative-Deepening", *Artificial Intelligence* 27, 1985), are
//! asserted. Under `cargo test` only those that take milliseconds are.

use std::num::NonZero;
use std::time::{Duration, Instant};

use huarong::Puzzle;
use huarong::control::Outcome;
use huarong::sliding::{Algorithm, Options, Solver};

/// Korf's number of a board, its tiles row by row, and how many steps it takes.
const BOARDS: [(u32, &str, usize); 10] = [
    (79, "0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", 42),
    (30, "12 15 2 6/1 14 4 8/5 3 7 0/10 13 9 11", 47),
    (90, "5 4 7 1/11 12 14 15/10 13 8 6/2 0 9 3", 50),
    (20, "6 12 11 3/13 7 9 15/2 14 8 10/4 1 5 0", 52),
    (100, "11 4 0 8/6 10 5 13/12 7 14 3/1 2 9 15", 54),
    (1, "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", 57),
    (10, "13 11 8 9/0 15 7 10/4 3 6 14/5 12 2 1", 59),
    (49, "10 0 2 4/5 1 6 12/11 13 9 7/15 3 14 8", 59),
    (82, "14 10 2 1/13 9 8 11/7 3 6 12/15 5 4 0", 62),
    (88, "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4", 65),
];

/// Boards up to this length take milliseconds.
const SOON: usize = 50;

fn main() {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    println!("board  steps  threads       nodes        time   nodes/s");
    for threads in [1, 2] {
        let (mut nodes, mut time) = (0, Duration::ZERO);
        for (number, rows, steps) in BOARDS {
            if is_bench || steps <= SOON {
                let (more, elapsed) = solve(number, rows, steps, threads);
                (nodes, time) = (nodes + more, time + elapsed);
            }
        }
        line("all", "", threads, nodes, time);
    }
}

fn solve(number: u32, rows: &str, steps: usize, threads: usize) -> (usize, Duration) {
    let text = format!("goal: blank-first\n\n{}\n", rows.replace('/', "\n"));
    let puzzle: Puzzle = text.parse().expect("numbered tiles");
    let threads = NonZero::new(threads).expect("one at least");
    let options = Options { threads: Some(threads), ..Options::default() };
    let started = Instant::now();
    let report = Solver::new(&puzzle, &options).and_then(|mut solver| solver.solve());
    let (report, elapsed) = (report.expect("it fits"), started.elapsed());
    let Outcome::Found(solution) = &report.outcome else { panic!("{number} can be solved") };
    assert!(report.optimal && report.algorithm == Algorithm::InformedDeepening);
    assert_eq!(solution.len(), steps, "{number}");
    let nodes = report.statistics.expanded;
    line(&number.to_string(), &steps.to_string(), threads.get(), nodes, elapsed);
    (nodes, elapsed)
}

#[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
fn line(board: &str, steps: &str, threads: usize, nodes: usize, time: Duration) {
    let pace = nodes as f64 / time.as_secs_f64() / 1e6;
    println!("{board:>5} {steps:>6} {threads:>8} {nodes:>11} {time:>11.3?} {pace:>7.1} M");
}
