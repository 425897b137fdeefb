//! Design: how long it takes to go through every puzzle of a frame and every Rush Hour board, to
//! make zips and blocks, and to rate puzzles.
//!
//!     cargo bench -- design
//!
//! The tables of the first are asserted, and what each zip has. Under `cargo test` only what takes
//! milliseconds is run.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use huarong::collection::Collection;
use huarong::control::{Limits, unobserved};
use huarong::design::{
    BlockSpec, FrameScope, GenerationResult, Numbers, RushScope, SurveyOptions, ZipSpec, rate,
    rush_survey, survey_frame,
};
use huarong::explore::Options;

use crate::timing::{is_bench, time};

/// Rows, columns, and the moves of the hardest puzzle for each number of pieces from 1.
const FRAMES: [(u8, u8, &[u32]); 3] = [
    (3, 3, &[1, 2, 5, 10, 14, 22, 18, 13]),
    (3, 4, &[1, 2, 6, 18, 29, 30, 37, 43, 28, 24, 17]),
    (
        4,
        4,
        &[1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21],
    ),
];

/// Rows of a Rush Hour board, walls, components, those that can be solved, minimal ones, and how
/// many slides the hardest takes: of 5×5 as M. Fogleman's program finds them.
const RUSH_HOUR: [(usize, u32, [u64; 3], u32); 3] = [
    (4, 0, [880, 493, 32], 7),
    (5, 0, [130_299, 62_106, 1_730], 20),
    (5, 1, [1_655_079, 831_255, 6_041], 21),
];

/// Side, walls, numbers, and how many seeds.
const ZIPS: [(usize, usize, Numbers, u64); 8] = [
    (6, 0, Numbers::Exactly(8), 100),
    (7, 3, Numbers::Exactly(8), 100),
    (7, 0, Numbers::Exactly(8), 100),
    (7, 0, Numbers::Enough, 100),
    (7, 0, Numbers::Fewest, 20),
    (7, 3, Numbers::Fewest, 20),
    (10, 0, Numbers::Enough, 20),
    (10, 5, Numbers::Exactly(16), 20),
];

/// What is to be made of blocks.
fn block_specs() -> [BlockSpec; 5] {
    let small = BlockSpec {
        pieces: 4..=6,
        moves: 8..=12,
        unique: true,
        ..BlockSpec::new(3, 3)
    };
    let middle = BlockSpec {
        moves: 30..=99,
        ..BlockSpec::new(4, 4)
    };
    let large = BlockSpec {
        pieces: 10..=10,
        moves: 45..=55,
        ..BlockSpec::new(4, 5)
    };
    let [any_middle, any_large] = [middle.clone(), large.clone()];
    [
        small,
        any_middle,
        BlockSpec {
            unique: true,
            ..middle
        },
        any_large,
        BlockSpec {
            unique: true,
            ..large
        },
    ]
}

pub(crate) fn main() {
    let is_bench = is_bench();
    let processors = available_parallelism().map_or(1, NonZero::get);
    ratings();
    zips(is_bench);
    blocks(is_bench);
    frames(is_bench, processors);
    rush_hour(is_bench, processors);
}

#[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
fn zips(is_bench: bool) {
    println!("zip    walls  numbers     seeds  median ms  worst ms  numbers on average");
    for (side, walls, numbers, seeds) in ZIPS {
        let seeds = if is_bench { seeds } else { 1 };
        if !is_bench && side > 7 {
            continue;
        }
        let frame = ZipSpec::new(side, side, walls, numbers).expect("a zip");
        let (mut times, mut all): (Vec<Duration>, usize) = (Vec::new(), 0);
        for seed in 0..seeds {
            let started = Instant::now();
            let limits = Limits::default();
            let made = frame.make(seed, 100, &limits, &mut |_| ControlFlow::Continue(()));
            times.push(started.elapsed());
            let GenerationResult::Found(zip) = made else {
                panic!("{frame:?}, seed {seed}: none found")
            };
            assert_eq!(zip.map.walls().len(), walls);
            all += zip.map.waypoints.len();
        }
        let (median, worst) = middle_and_worst(&mut times);
        let average = all as f64 / times.len() as f64;
        let numbers = format!("{numbers:?}");
        println!(
            "{side:>2}x{side:<2} {walls:>6}  {numbers:<10} {seeds:>6} {median:>10.2} {worst:>9.2} \
             {average:>19.1}"
        );
    }
}

fn rush_hour(is_bench: bool, processors: usize) {
    println!("\nrush  walls  threads       boards   seconds  ns a board");
    for (side, walls, counts, slides) in RUSH_HOUR {
        if !is_bench && side != 4 {
            continue;
        }
        for threads in [1, processors] {
            let threads = NonZero::new(threads).expect("one at least");
            let options = SurveyOptions::default().with_threads(threads);
            let scope = RushScope {
                walls,
                ..RushScope::new(side, side)
            };
            let found = rush_survey(&scope, &options, &mut |_| ControlFlow::Continue(()));
            let found = found.expect("a scope");
            let minimal = found.puzzles.len() as u64;
            assert_eq!(
                [found.components, found.solvable, minimal],
                counts,
                "{side} {walls}"
            );
            assert_eq!(found.puzzles[0].moves, slides, "{side} {walls}");
            let nanos = found.elapsed.as_nanos() / u128::from(found.boards);
            println!(
                "{side}x{side} {walls:>7} {threads:>8} {:>12} {:>9.2} {nanos:>11}",
                found.boards,
                found.elapsed.as_secs_f64()
            );
        }
    }
}

/// In milliseconds.
fn middle_and_worst(times: &mut [Duration]) -> (f64, f64) {
    times.sort_unstable();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    (
        millis(times[times.len() / 2]),
        millis(times[times.len() - 1]),
    )
}

fn blocks(is_bench: bool) {
    println!("blocks  pieces  moves   unique  seeds  median ms  worst ms");
    for blocks in block_specs() {
        let seeds = if is_bench { 40 } else { 1 };
        if !is_bench && blocks.rows > 3 {
            continue;
        }
        let mut times: Vec<Duration> = Vec::new();
        for seed in 0..seeds {
            let started = Instant::now();
            let limits = Limits::default();
            let made = blocks.make(seed, 20_000, &limits, &mut |_| ControlFlow::Continue(()));
            times.push(started.elapsed());
            let Ok(GenerationResult::Found(made)) = made else {
                panic!("{blocks:?}, seed {seed}: none found")
            };
            assert!(blocks.moves.contains(&made.moves));
        }
        let (median, worst) = middle_and_worst(&mut times);
        let BlockSpec {
            rows,
            columns,
            pieces,
            moves,
            unique,
            ..
        } = &blocks;
        let pieces = format!("{pieces:?}");
        let moves = format!("{moves:?}");
        println!(
            "{rows}x{columns:<5} {pieces:<7} {moves:<7} {unique:<6} {seeds:>6} {median:>10.2} \
             {worst:>9.2}"
        );
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
            let options = SurveyOptions::default().with_threads(threads);
            let found = survey_frame(&FrameScope::new(rows, columns), &options, &mut |_| {
                ControlFlow::Continue(())
            });
            let found = found.expect("a scope");
            let table: Vec<u32> = found.table.iter().map(|it| it.moves).collect();
            assert_eq!(table, moves, "{rows}x{columns}");
            let solved = found.just_solved;
            let states = found.states;
            let nanos = found.elapsed.as_nanos() / u128::from(states);
            println!(
                "{rows}x{columns}   {threads:>8} {solved:>12} {states:>12} {:>9.2} {nanos:>11}",
                found.elapsed.as_secs_f64()
            );
        }
    }
}

/// Rates the 40 cards of Rush Hour, and the classic layout.
fn ratings() {
    for name in ["cards", "heng-dao-li-ma"] {
        let found = Collection::built_in().find(name).expect("it is built in");
        time(&format!("rate/{name}"), || {
            for entry in &found {
                rate(&entry.puzzle, &Options::default(), &mut unobserved).expect("it fits");
            }
        });
    }
}
