//! All sets of pieces, searched side by side.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::pieces::{PieceSet, PieceSetStats};
use super::search::{UNSEEN, search};
use super::tablebase::Tablebase;
use crate::control::{Limits, Monitor, Observer, Progress, StopReason};
use crate::notation::CommonCode;
use crate::puzzle::Metric;

/// What to survey, and how. The default is everything, in moves, on all processors.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// What distances are counted in.
    pub metric: Metric,
    /// Only the layouts of these pieces.
    pub pieces: Option<PieceSet>,
    /// How many threads work; `None` for as many as there are processors. The answer does not
    /// depend on it.
    pub threads: Option<NonZeroUsize>,
    /// When to give up. Every distance is wanted and every layout counted, so
    /// [`max_depth`](Limits::max_depth) and [`max_states`](Limits::max_states) are of no account.
    pub limits: Limits,
}

/// What a survey has found.
#[derive(Debug)]
pub struct Report {
    /// The sets of pieces that were searched to their end, in order.
    pub sets: Vec<PieceSetStats>,
    /// How many there would have been.
    pub wanted: usize,
    /// Why the survey ended early, if it did.
    pub stopped: Option<StopReason>,
    /// The distance of every layout, if the survey was of all and came to its end.
    pub tablebase: Option<Tablebase>,
    /// The most bytes that were taken by tables and queues.
    pub bytes: usize,
    /// How long it took.
    pub elapsed: Duration,
}

/// Finds how far every layout of the classic frame is from the exit.
///
/// # Complexity
/// Some 600 ns of processor time a layout; a byte a layout, and a few megabytes a thread.
///
/// # Panics
/// If a thread has.
pub fn survey(options: &Options, observer: Observer<'_>) -> Report {
    let mut watch = Monitor::new(options.limits, observer);
    let mut sets = PieceSet::all();
    sets.retain(|set| options.pieces.is_none_or(|pieces| pieces == *set));
    // The largest first, so that no thread is left alone with it in the end.
    sets.sort_by_key(|pieces| Reverse(pieces.sequences()));
    let mut report = Report {
        sets: Vec::new(),
        wanted: sets.len(),
        stopped: None,
        tablebase: None,
        bytes: CommonCode::COUNT as usize,
        elapsed: Duration::ZERO,
    };
    if options.limits.max_bytes.is_some_and(|most| most < report.bytes) {
        report.stopped = Some(StopReason::Memory);
        return report;
    }
    let available = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = options.threads.map_or_else(available, NonZeroUsize::get).min(sets.len());
    let mut distances = Vec::new();
    if distances.try_reserve_exact(report.bytes).is_err() {
        report.stopped = Some(StopReason::OutOfMemory);
        return report;
    }
    distances.resize_with(report.bytes, || AtomicU8::new(UNSEEN));
    let work = Work {
        sets: &sets,
        metric: options.metric,
        distances,
        next: AtomicUsize::new(0),
        bytes: AtomicUsize::new(report.bytes),
        filled: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        found: Mutex::default(),
    };
    report.stopped = thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that cannot be had is one less.
            let run = || work.run(&mut |_, _| Ok(()));
            let _ = thread::Builder::new().spawn_scoped(scope, run);
        }
        // This thread works as well, and looks at the limits and the observer in between.
        work.run(&mut |expanded, progress| watch.check(expanded, || progress)).err()
    });
    report.bytes = work.bytes.into_inner();
    report.sets = work.found.into_inner().expect("no thread has failed");
    if report.sets.len() == report.wanted {
        // If there is a reason to stop, it came too late to matter.
        report.stopped = None;
        let distances = || work.distances.into_iter().map(AtomicU8::into_inner).collect();
        let is_whole = options.pieces.is_none();
        report.tablebase = is_whole.then(|| Tablebase::new(options.metric, distances()));
    }
    report.sets.sort_by_key(|summary| summary.pieces);
    report.elapsed = watch.elapsed();
    report
}

/// The sets to be searched, and what the threads tell each other.
struct Work<'a> {
    sets: &'a [PieceSet],
    metric: Metric,
    /// By rank.
    distances: Vec<AtomicU8>,
    /// The next set that no thread has taken.
    next: AtomicUsize,
    /// The most that distances and searches took.
    bytes: AtomicUsize,
    /// Layouts whose distances are known, about: few are their own mirror images.
    filled: AtomicUsize,
    stop: AtomicBool,
    found: Mutex<Vec<PieceSetStats>>,
}

impl Work<'_> {
    /// Takes sets until there are none left. `check` is called with about how many states were
    /// expanded, and how far all threads have come, and may stop them.
    fn run(
        &self,
        check: &mut dyn FnMut(usize, Progress) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let (mut expanded, mut stopped) = (0, Ok(()));
        let mut observer = |progress: &Progress| {
            expanded += progress.frontier;
            stopped = check(expanded, self.progress(progress.frontier));
            self.stop.fetch_or(stopped.is_err(), Relaxed);
            let is_stopped = self.stop.load(Relaxed);
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut watch = Monitor::new(Limits::default(), &mut observer);
        let mut most = 0;
        while let Some(&pieces) = self.sets.get(self.next.fetch_add(1, Relaxed)) {
            let searched = search(pieces, self.metric, &self.distances, &self.filled, &mut watch);
            let Ok((summary, bytes)) = searched else { break };
            self.bytes.fetch_add(bytes.saturating_sub(most), Relaxed);
            most = most.max(bytes);
            self.found.lock().expect("no thread has failed").push(summary);
        }
        stopped
    }

    fn progress(&self, frontier: usize) -> Progress {
        let done = self.found.lock().expect("no thread has failed").len();
        Progress {
            depth: u32::try_from(done).unwrap_or(u32::MAX),
            frontier,
            states: self.filled.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
            ..Progress::default()
        }
    }
}
