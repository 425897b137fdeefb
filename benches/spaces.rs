//! What whole spaces cost: [`Explorer`], layers only, by each engine and on one thread and two.
//!
//!     cargo bench --bench spaces
//!
//! | id | what one iteration is |
//! |---|---|
//! | `tiles-3x3` | the 181,440 states of eight numbered tiles, by steps |
//! | `tiles-2x5` | the 1,814,400 of nine in two rows |
//! | `classic` | the 25,955 of 横刀立马, 13,011 classes, by steps |
//! | `tiles-3x4` | the 239,500,800 of eleven in three rows, once on each number of threads; at the end |
//!
//! Answers are asserted. Compiling the puzzle is in it. What is printed at the end is the time that
//! a state takes, and the bytes.

use std::hint::black_box;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use huarong::collection::Collection;
use huarong::explore::{EngineChoice, Explorer, Options, Scope};
use huarong::{Metric, Puzzle};

/// The engines that need no files.
const ENGINES: [EngineChoice; 2] = [EngineChoice::Hashed, EngineChoice::Ranked];
const THREADS: [usize; 2] = [1, 2];

/// A space and what is known of it.
struct Space {
    id: &'static str,
    puzzle: Puzzle,
    classes: u64,
    /// The greatest distance, and how many states lie there.
    last: (usize, u64),
}

fn tiles(id: &'static str, frame: &str, classes: u64, last: (usize, u64)) -> Space {
    let pieces: Vec<String> =
        frame.chars().filter(char::is_ascii_alphabetic).map(String::from).collect();
    let text = format!("distinct: {}\n\n{frame}\n\ngoal:\n{frame}\n", pieces.join(" "));
    Space { id, puzzle: text.parse().expect("a puzzle"), classes, last }
}

fn small() -> Vec<Space> {
    let mut found = Collection::built_in().find("heng-dao-li-ma").expect("it is built in");
    let classic = found.swap_remove(0).puzzle;
    vec![
        Space { id: "classic", puzzle: classic, classes: 13_011, last: (167, 4) },
        tiles("tiles-3x3", "ABC\nDEF\nGH.", 181_440, (31, 2)),
        tiles("tiles-2x5", "ABCDE\nFGHI.", 1_814_400, (55, 2)),
    ]
}

/// Explores a space once, holds it to what is known, and gives the time and the bytes.
fn explore(space: &Space, engine: EngineChoice, threads: usize) -> (Duration, u64) {
    let options = Options {
        metric: Metric::Step,
        scope: Scope::Layers,
        threads: NonZero::new(threads).expect("one at least"),
        engine: Some(engine),
        ..Options::default()
    };
    let started = Instant::now();
    let mut explorer = Explorer::new(&space.puzzle, &options).expect("it fits");
    let found = explorer.explore(&mut |_, _| ControlFlow::Continue(())).expect("no files");
    let elapsed = started.elapsed();
    let sweep = black_box(&found).from_start.clone();
    assert!(sweep.is_complete, "{}", space.id);
    assert_eq!(sweep.total().classes, space.classes, "{}", space.id);
    assert_eq!((sweep.eccentricity(), sweep.last().states), space.last, "{}", space.id);
    (elapsed, found.room.memory)
}

fn bench_small(criterion: &mut Criterion) {
    for space in small() {
        let mut group = criterion.benchmark_group(space.id);
        group.sample_size(10);
        for engine in ENGINES {
            for threads in THREADS {
                group.bench_function(format!("{}/{threads}", engine.word()), |bencher| {
                    bencher.iter(|| explore(&space, engine, threads));
                });
            }
        }
    }
}

/// One after the other, and printed: what a state takes, in the best of some rounds.
fn side_by_side(_: &mut Criterion) {
    // As a test, not as a benchmark, once is enough, and what is large too much.
    let bench = std::env::args().any(|argument| argument == "--bench");
    let mut spaces: Vec<(Space, usize)> = small().into_iter().map(|space| (space, 5)).collect();
    if bench {
        let large = tiles("tiles-3x4", "ABCD\nEFGH\nIJK.", 239_500_800, (53, 18));
        spaces.push((large, 1));
    } else {
        for (_, rounds) in &mut spaces {
            *rounds = 1;
        }
    }
    println!("space          engine  threads        time  ns/state  states/s  bytes/state");
    for (space, rounds) in &spaces {
        for engine in ENGINES {
            for threads in THREADS {
                let runs = (0..*rounds).map(|_| explore(space, engine, threads));
                let (elapsed, bytes) = runs.min().expect("one round at least");
                line(space, engine, threads, elapsed, bytes);
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
fn line(space: &Space, engine: EngineChoice, threads: usize, elapsed: Duration, bytes: u64) {
    let (classes, seconds) = (space.classes as f64, elapsed.as_secs_f64());
    println!(
        "{:<14} {:<7} {threads:>7} {:>11.3?} {:>9.1} {:>8.2}M {:>12.2}",
        space.id,
        engine.word(),
        elapsed,
        seconds * 1e9 / classes,
        classes / seconds / 1e6,
        bytes as f64 / classes,
    );
}

criterion_group!(benches, bench_small, side_by_side);
criterion_main!(benches);
