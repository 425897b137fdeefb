//! Many puzzles, several at a time.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use huarong::control::{Limits, Progress};
use huarong::sliding::{Options, Report, SolveError};

use super::input::Source;
use super::progress::PuzzleBar;
use super::{diagnostics, interrupt, search};

type BatchResult = Result<Report, SolveError>;

/// Solves the puzzles on all cores, one core a puzzle, and tells the answers in the order of the
/// puzzles, until Ctrl-C is pressed. All searches together take no more memory than is allowed:
/// each has its share.
pub(crate) fn solve(
    sources: &[Source],
    options: &Options,
    quiet: bool,
    tell: &mut dyn FnMut(&Source, BatchResult) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = options.threads.map_or_else(thread::available_parallelism, Ok);
    let threads = threads.map_or(1, NonZero::get).min(sources.len());
    let max_bytes = options.limits.max_bytes.map(|all| all / threads.max(1));
    let limits = Limits { max_bytes, ..options.limits };
    let share = Options { limits, threads: Some(NonZero::<usize>::MIN), ..*options };
    let batch = Batch { sources, next: AtomicUsize::new(0), is_given_up: AtomicBool::new(false) };
    let bar = PuzzleBar::new(sources.len(), quiet);
    let mut answers: Vec<Option<BatchResult>> = sources.iter().map(|_| None).collect();
    let mut told = 0;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (batch, sender) = (&batch, sender.clone());
            scope.spawn(move || batch.work(&share, &sender));
        }
        drop(sender);
        for (at, answer) in receiver {
            answers[at] = Some(answer);
            while let Some(answer) = answers.get_mut(told).and_then(Option::take) {
                let telling = bar.aside(|| tell(&sources[told], answer));
                telling.inspect_err(|_| batch.is_given_up.store(true, Ordering::Relaxed))?;
                bar.advance();
                told += 1;
            }
        }
        anyhow::Ok(())
    })?;
    drop(bar);
    let left = sources.len() - told;
    if left > 0 {
        diagnostics::note(format_args!("interrupted: {left} more not tried"));
    }
    Ok(())
}

struct Batch<'a> {
    sources: &'a [Source],
    /// The first that nobody has begun with.
    next: AtomicUsize,
    /// Whether nobody waits for the answers any more.
    is_given_up: AtomicBool,
}

impl Batch<'_> {
    /// Solves one puzzle after the other.
    fn work(&self, options: &Options, answers: &Sender<(usize, BatchResult)>) {
        while !self.is_over() {
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = self.sources.get(at) else { return };
            if answers.send((at, self.solve(source, options))).is_err() {
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        interrupt::pressed() || self.is_given_up.load(Ordering::Relaxed)
    }

    fn solve(&self, source: &Source, options: &Options) -> BatchResult {
        let mut watch = |_: &Progress| {
            if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        search::solver(source, options)?.solve_with_observer(&mut watch)
    }
}
