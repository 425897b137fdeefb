//! Numbered tiles: what informed search takes for the 15-puzzle and the 24-puzzle.
//!
//!     cargo bench -- tiles
//!
//! By the walking distance, ten of Korf's hundred boards of fifteen tiles ("Depth-First
//! Iterative-Deepening", *Artificial Intelligence* 27, 1985), its tables made for each; by pattern
//! databases, which are made once, all of them, the seventeen boards of 80 steps, and three of the
//! fifty boards of 24 tiles (Korf and Felner, "Disjoint pattern database heuristics", *Artificial
//! Intelligence* 134, 2002); and some solution of others of these in two seconds each. Lengths are
//! asserted. Under `cargo test` only what takes milliseconds is run.

#![expect(clippy::cast_precision_loss, reason = "shown with few digits")]

use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use huarong::Puzzle;
use huarong::collection::{Collection, Entry};
use huarong::control::{Limits, Outcome};
use huarong::puzzle::{Metric, PublishedOptimum};
use huarong::sliding::{Algorithm, HeuristicChoice, Options, PatternDatabaseCache, Report, Solver};

use crate::timing::is_bench;

/// Korf's numbers of ten boards.
const TEN: [usize; 10] = [79, 30, 90, 20, 100, 1, 10, 49, 82, 88];

/// Boards up to this length take milliseconds.
const SOON: usize = 50;

/// Boards of 24 tiles that are solved, the empty cell first in the goal: number, tiles row by row,
/// and how many steps they take.
const SOLVED: [(usize, &str, usize); 3] = [
    (
        38,
        "10 3 24 12 0/7 8 11 14 21/22 23 2 1 9/17 18 6 20 4/13 15 5 19 16",
        96,
    ),
    (
        40,
        "2 17 4 13 7/12 10 3 0 16/21 24 8 5 18/20 15 19 14 9/22 11 6 1 23",
        82,
    ),
    (
        25,
        "3 17 9 8 24/1 11 12 14 0/5 4 22 13 16/21 15 6 7 10/20 23 2 18 19",
        81,
    ),
];

/// Boards of which some solution is looked for.
const OTHERS: [(usize, &str, usize); 10] = [
    (
        1,
        "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13",
        95,
    ),
    (
        2,
        "16 5 1 12 6/24 17 9 2 22/4 10 13 18 19/20 0 23 7 21/15 11 8 3 14",
        96,
    ),
    (
        3,
        "6 0 24 14 8/5 21 19 9 17/16 20 10 13 2/15 11 22 1 3/7 23 4 18 12",
        97,
    ),
    (
        4,
        "18 14 0 9 8/3 7 19 2 15/5 12 1 13 24/23 4 21 10 20/16 22 11 6 17",
        98,
    ),
    (
        5,
        "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11",
        100,
    ),
    (
        6,
        "2 0 10 19 1/4 16 3 15 20/22 9 6 18 5/13 12 21 8 17/23 11 24 7 14",
        101,
    ),
    (
        7,
        "21 22 15 9 24/12 16 23 2 8/5 18 17 7 10/14 13 4 0 6/20 11 3 1 19",
        104,
    ),
    (
        8,
        "7 13 11 22 12/20 1 18 21 5/0 8 14 24 19/9 4 17 16 10/23 15 3 2 6",
        108,
    ),
    (
        9,
        "3 2 17 0 14/18 22 19 15 20/9 7 10 21 16/6 24 23 8 5/1 4 11 12 13",
        113,
    ),
    (
        10,
        "23 14 0 24 17/9 20 21 2 18/10 13 22 1 3/11 4 16 6 5/7 12 8 15 19",
        114,
    ),
];

/// How long some solution is looked for.
const PATIENCE: Duration = Duration::from_secs(2);

/// A board, and how many steps it takes.
struct Board {
    number: usize,
    puzzle: Puzzle,
    steps: usize,
}

pub(crate) fn main() {
    let is_bench = is_bench();
    println!("boards           steps  threads         nodes        time   nodes/s");
    let korf = family("korf");
    let ten = |board: &Board| TEN.contains(&board.number) && (is_bench || board.steps <= SOON);
    let ten: Vec<&Board> = korf.iter().filter(|board| ten(board)).collect();
    let store = Arc::default();
    for threads in [1, 2] {
        run("walking", &ten, HeuristicChoice::Walking, threads, &store);
    }
    if is_bench {
        by_patterns(&korf);
    }
}

/// With tables that are made first.
fn by_patterns(korf: &[Board]) {
    let korf: Vec<&Board> = korf.iter().collect();
    let eighty = family("eighty");
    let eighty: Vec<&Board> = eighty.iter().collect();
    let solved = of_24(&SOLVED);
    let store = Arc::default();
    for boards in [&korf[..1], &solved.iter().collect::<Vec<_>>()[1..2]] {
        let started = Instant::now();
        solve(boards[0], options(Algorithm::InformedDeepening, 2), &store);
        println!(
            "tables and a board of {} steps: {:.1?}",
            boards[0].steps,
            started.elapsed()
        );
    }
    for threads in [1, 2] {
        run(
            "Korf's hundred",
            &korf,
            HeuristicChoice::Patterns,
            threads,
            &store,
        );
        run(
            "of 80 steps",
            &eighty,
            HeuristicChoice::Patterns,
            threads,
            &store,
        );
        for board in &solved {
            run(
                "of 24 tiles",
                &[board],
                HeuristicChoice::Patterns,
                threads,
                &store,
            );
        }
    }
    let mut longer = 0.0;
    let others = of_24(&OTHERS);
    for board in &others {
        let limits = Limits::default().with_timeout(Some(PATIENCE));
        let report = solve(
            board,
            options(Algorithm::Anytime, 2).with_limits(limits),
            &store,
        );
        let length = length(&report);
        let bound = report.bound.unwrap_or_default();
        assert!(
            length >= board.steps && bound as usize <= board.steps,
            "{}",
            board.number
        );
        longer += length as f64 / board.steps as f64 - 1.0;
        println!(
            "24 tiles, {}: {length} found, {} the least, {bound} proven",
            board.number, board.steps
        );
    }
    println!(
        "{:.1} % longer on average",
        100.0 * longer / others.len() as f64
    );
}

/// The boards of a file of the collection.
fn family(file: &str) -> Vec<Board> {
    let entries = Collection::built_in().find(file).expect("it is there");
    let board = |(number, entry): (usize, Entry)| {
        let puzzle = entry.puzzle;
        let PublishedOptimum::Known(best) = puzzle.best() else {
            panic!("{number}")
        };
        let steps = best.get(Metric::Step).expect("it is known") as usize;
        Board {
            number,
            puzzle,
            steps,
        }
    };
    (1..).zip(entries).map(board).collect()
}

fn of_24(boards: &[(usize, &str, usize)]) -> Vec<Board> {
    let board = |&(number, rows, steps): &(usize, &str, usize)| {
        let text = format!("goal: blank-first\n\n{}\n", rows.replace('/', "\n"));
        Board {
            number,
            puzzle: text.parse().expect("numbered tiles"),
            steps,
        }
    };
    boards.iter().map(board).collect()
}

fn options(algorithm: Algorithm, threads: usize) -> Options {
    let heuristic = Some(HeuristicChoice::Patterns);
    Options::default()
        .with_algorithm(algorithm)
        .with_heuristic(heuristic)
        .with_threads(NonZero::new(threads))
}

/// Solves boards, and prints what they took together.
fn run(
    name: &str,
    boards: &[&Board],
    heuristic: HeuristicChoice,
    threads: usize,
    store: &Arc<PatternDatabaseCache>,
) {
    let options = options(Algorithm::InformedDeepening, threads).with_heuristic(Some(heuristic));
    let mut nodes = 0;
    let mut steps = 0;
    let started = Instant::now();
    for board in boards {
        let report = solve(board, options, store);
        assert!(
            report.optimal && length(&report) == board.steps,
            "{}",
            board.number
        );
        nodes += report.statistics.expanded;
        steps += board.steps;
    }
    let time = started.elapsed();
    let pace = nodes as f64 / time.as_secs_f64() / 1e6;
    println!("{name:<15} {steps:>6} {threads:>8} {nodes:>13} {time:>11.3?} {pace:>7.1} M");
}

fn solve(board: &Board, options: Options, store: &Arc<PatternDatabaseCache>) -> Report {
    let solver = Solver::new(&board.puzzle, &options).expect("it fits");
    solver
        .with_patterns(store)
        .solve()
        .expect("what is found is right")
}

fn length(report: &Report) -> usize {
    match &report.outcome {
        Outcome::Found(solution) => solution.len(),
        outcome => panic!("{outcome:?}"),
    }
}
