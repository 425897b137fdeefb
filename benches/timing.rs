//! Times closures and prints what a run of each takes.

use std::env;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time for all samples of one benchmark, which has [`MIN_SAMPLES`] at least.
const BUDGET: Duration = Duration::from_secs(3);
const MIN_SAMPLES: usize = 5;
const MAX_SAMPLES: usize = 101;
/// A sample repeats what is shorter than this.
const SAMPLE: Duration = Duration::from_millis(5);

/// Whether `cargo bench` runs this program. Otherwise once is enough.
pub(crate) fn is_bench() -> bool {
    env::args().any(|argument| argument == "--bench")
}

/// The name of a benchmark and parts of ids, as they were given.
pub(crate) fn arguments() -> impl Iterator<Item = String> {
    env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
}

/// Runs a benchmark if a part of an id on the command line is part of its `id`, or if there is no
/// part. Prints the least and the median time of a run.
pub(crate) fn time<T>(id: &str, mut work: impl FnMut() -> T) {
    let mut names = arguments().skip(1).peekable();
    if names.peek().is_some() && !names.any(|name| id.contains(&name)) {
        return;
    }
    let mut sample = |runs: u32| {
        let started = Instant::now();
        for _ in 0..runs {
            black_box(work());
        }
        started.elapsed()
    };
    let mut runs = 1;
    let mut warm = sample(runs);
    if !is_bench() {
        return;
    }
    while warm < SAMPLE {
        runs *= 2;
        warm = sample(runs);
    }
    let started = Instant::now();
    let mut times = Vec::new();
    while times.len() < MIN_SAMPLES || started.elapsed() < BUDGET && times.len() < MAX_SAMPLES {
        times.push(sample(runs) / runs);
    }
    times.sort_unstable();
    let least = times[0];
    let median = times[times.len() / 2];
    println!(
        "{id:<28} least {least:>10.2?}  median {median:>10.2?}  {} samples",
        times.len()
    );
}
