//! Design: how long it takes to go through every puzzle of a frame, and every Rush Hour board.
//!
//!     cargo bench --bench design
//!
//! The tables are asserted. Under `cargo test` only what takes milliseconds is run.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use huarong::design::{RushScope, Scope, SurveyOptions, rush_survey, survey};

/// Rows, columns, and by the number of pieces from 1 on how many moves the hardest puzzle takes.
const FRAMES: [(u8, u8, &[u32]); 3] = [
    (3, 3, &[1, 2, 5, 10, 14, 22, 18, 13]),
    (3, 4, &[1, 2, 6, 18, 29, 30, 37, 43, 28, 24, 17]),
    (4, 4, &[1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21]),
];

/// Rows of a Rush Hour board, walls, components, those that can be solved, minimal ones, and how many
/// slides the hardest takes: of 5×5 as M. Fogleman's program finds them.
const RUSH_HOUR: [(usize, u32, [u64; 3], u32); 3] = [
    (4, 0, [880, 493, 32], 7),
    (5, 0, [130_299, 62_106, 1_730], 20),
    (5, 1, [1_655_079, 831_255, 6_041], 21),
];

fn main() {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let processors = available_parallelism().map_or(1, NonZero::get);
    frames(is_bench, processors);
    println!("\nrush  walls  threads       boards   seconds  ns a board");
    for (side, walls, counts, slides) in RUSH_HOUR {
        if !is_bench && side != 4 {
            continue;
        }
        for threads in [1, processors] {
            let threads = NonZero::new(threads).expect("one at least");
            let options = SurveyOptions { threads, ..SurveyOptions::default() };
            let scope = RushScope { side, walls };
            let found = rush_survey(&scope, &options, &mut |_| ControlFlow::Continue(()));
            let found = found.expect("a scope");
            let minimal = found.puzzles.len() as u64;
            assert_eq!([found.components, found.solvable, minimal], counts, "{side} {walls}");
            assert_eq!(found.puzzles[0].slides, slides, "{side} {walls}");
            let nanos = found.elapsed.as_nanos() / u128::from(found.boards);
            println!(
                "{side}x{side} {walls:>7} {threads:>8} {:>12} {:>9.2} {nanos:>11}",
                found.boards,
                found.elapsed.as_secs_f64()
            );
        }
    }
}

fn frames(is_bench: bool, processors: usize) {
    println!("frame  threads  just solved       states   seconds  ns a state");
    for (rows, columns, moves) in FRAMES {
        if !is_bench && (rows, columns) != (3, 3) {
            continue;
        }
        for threads in [1, processors] {
            let threads = NonZero::new(threads).expect("one at least");
            let options = SurveyOptions { threads, ..SurveyOptions::default() };
            let found =
                survey(&Scope::new(rows, columns), &options, &mut |_| ControlFlow::Continue(()));
            let found = found.expect("a scope");
            let table: Vec<u32> = found.table.iter().map(|it| it.moves).collect();
            assert_eq!(table, moves, "{rows}x{columns}");
            let (solved, states) = (found.just_solved, found.states);
            let nanos = found.elapsed.as_nanos() / u128::from(states);
            println!(
                "{rows}x{columns}   {threads:>8} {solved:>12} {states:>12} {:>9.2} {nanos:>11}",
                found.elapsed.as_secs_f64()
            );
        }
    }
}
