//! Solving many puzzles in parallel.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use huarong::control::Progress;
use huarong::sliding::{Options, Report, SolveError};

use super::exit::Exit;
use super::input::Source;
use super::numbers::counted;
use super::progress::PuzzleBar;
use super::{diagnostics, interrupt, search};

type BatchResult = Result<Report, SolveError>;

/// Solves the puzzles on all cores, each on one core, until Ctrl-C is pressed, and prints the
/// results in the order of the puzzles. The limit on memory is divided among the searches.
pub fn solve(
    sources: &[Source],
    options: &Options,
    quiet: bool,
    print: &mut dyn FnMut(&Source, BatchResult) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let threads = options.threads.map_or_else(thread::available_parallelism, Ok);
    let threads = threads.map_or(1, NonZero::get).min(sources.len());
    let max_bytes = options.limits.max_bytes.map(|all| all / threads.max(1));
    let limits = options.limits.with_max_bytes(max_bytes);
    let share = options.with_limits(limits).with_threads(Some(NonZero::<usize>::MIN));
    let batch = Batch { sources, next: AtomicUsize::new(0), has_failed: AtomicBool::new(false) };
    let bar = PuzzleBar::new(sources.len(), quiet);
    let mut results: Vec<Option<BatchResult>> = sources.iter().map(|_| None).collect();
    let (mut exit, mut reported) = (Exit::Done, 0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (batch, sender) = (&batch, sender.clone());
            scope.spawn(move || batch.work(&share, &sender));
        }
        drop(sender);
        for (at, result) in receiver {
            results[at] = Some(result);
            while let Some(result) = results.get_mut(reported).and_then(Option::take) {
                let printed = bar.aside(|| print(&sources[reported], result));
                let printed =
                    printed.inspect_err(|_| batch.has_failed.store(true, Ordering::Relaxed))?;
                exit = exit.max(printed);
                bar.advance();
                reported += 1;
            }
        }
        anyhow::Ok(())
    })?;
    drop(bar);
    let left = sources.len() - reported;
    if left > 0 {
        diagnostics::note(format_args!("interrupted; {} not tried", counted(left, "puzzle")));
    }
    Ok(if interrupt::pressed() { exit.max(Exit::Stopped) } else { exit })
}

struct Batch<'a> {
    sources: &'a [Source],
    /// Index of the next puzzle to solve.
    next: AtomicUsize,
    /// Set when a result could not be reported.
    has_failed: AtomicBool,
}

impl Batch<'_> {
    /// Solves puzzles until none is left.
    fn work(&self, options: &Options, results: &Sender<(usize, BatchResult)>) {
        while !self.is_over() {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = self.sources.get(at) else { return };
            if results.send((at, self.solve(source, options))).is_err() {
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        interrupt::pressed() || self.has_failed.load(Ordering::Relaxed)
    }

    fn solve(&self, source: &Source, options: &Options) -> BatchResult {
        let mut watch = |_: &Progress| {
            if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        search::solver(source, options)?.solve_with_observer(&mut watch)
    }
}
