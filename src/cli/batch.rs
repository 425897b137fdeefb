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
use super::progress::PuzzleBar;
use super::{interrupt, search};

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
    // The index of the next puzzle, and whether a result could not be printed.
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let is_over = || interrupt::pressed() || has_failed.load(Ordering::Relaxed);
    let solve_one = |source: &Source| -> BatchResult {
        let mut watch = |_: &Progress| {
            if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        search::solver(source, &share)?.solve_with_observer(&mut watch)
    };
    let work = |results: &Sender<(usize, BatchResult)>| {
        while !is_over() {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(at) else { return };
            if results.send((at, solve_one(source))).is_err() {
                return;
            }
        }
    };
    let bar = PuzzleBar::new(sources.len(), quiet);
    let mut results: Vec<Option<BatchResult>> = sources.iter().map(|_| None).collect();
    let (mut exit, mut reported) = (Exit::Done, 0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move || work(&sender));
        }
        drop(sender);
        for (at, result) in receiver {
            results[at] = Some(result);
            while let Some(result) = results.get_mut(reported).and_then(Option::take) {
                let printed = bar.aside(|| print(&sources[reported], result));
                let printed = printed.inspect_err(|_| has_failed.store(true, Ordering::Relaxed))?;
                exit = exit.max(printed);
                bar.advance();
                reported += 1;
            }
        }
        anyhow::Ok(())
    })?;
    drop(bar);
    search::note_untried(sources.len() - reported);
    Ok(if interrupt::pressed() { exit.max(Exit::Stopped) } else { exit })
}
