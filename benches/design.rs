//! Design: how long it takes to go through every puzzle of a frame.
//!
//!     cargo bench --bench design
//!
//! The tables are asserted. Under `cargo test` only what takes milliseconds is run.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread::available_parallelism;

use huarong::design::{Scope, SurveyOptions, survey};

/// Rows, columns, and by the number of pieces from 1 on how many moves the hardest puzzle takes.
const FRAMES: [(u8, u8, &[u32]); 3] = [
    (3, 3, &[1, 2, 5, 10, 14, 22, 18, 13]),
    (3, 4, &[1, 2, 6, 18, 29, 30, 37, 43, 28, 24, 17]),
    (4, 4, &[1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21]),
];

fn main() {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let processors = available_parallelism().map_or(1, NonZero::get);
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
