//! All sets of pieces, searched side by side.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::layout::PieceSet;
use super::retrograde::{Found, Tables, search};
use super::tablebase::Tablebase;
use crate::control::{Limits, Observer, Progress, StopReason, Watch};
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
    pub sets: Vec<Summary>,
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

/// All layouts of a set of pieces, in numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The pieces around the 2×2.
    pub pieces: PieceSet,
    /// How many layouts they have.
    pub layouts: u32,
    /// How many components those form: layouts that lead to each other.
    pub components: u32,
    /// The layouts of the largest component.
    pub largest: u32,
    /// How many layouts are at each distance from the exit, from 0 on. The others cannot be solved.
    pub histogram: Vec<u32>,
    /// A layout that is as far from the exit as any; `None` where none is solvable.
    pub hardest: Option<Hardest>,
}

/// A layout with the longest of all shortest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hardest {
    /// The lowest code of all such layouts.
    pub code: CommonCode,
    /// The length of its shortest solution.
    pub distance: u32,
    /// How many layouts are as far from the exit.
    pub layouts: u32,
}

impl Summary {
    fn new(pieces: PieceSet, found: Found) -> Self {
        let Found { histogram, hardest, components } = found;
        let hardest = hardest.zip(histogram.last()).map(|(rank, &layouts)| Hardest {
            code: CommonCode::from_rank(rank).expect("the rank of a layout"),
            distance: (0..).zip(&histogram).fold(0, |_, (distance, _)| distance),
            layouts,
        });
        Summary {
            pieces,
            layouts: components.iter().sum(),
            components: (0..).zip(&components).fold(0, |_, (index, _)| index + 1),
            largest: components.iter().copied().max().unwrap_or(0),
            histogram,
            hardest,
        }
    }

    /// How many layouts can be solved.
    #[must_use]
    pub fn solvable(&self) -> u32 {
        self.histogram.iter().sum()
    }
}

/// Looks at the observer and the limits are this far apart, at most.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Finds how far every layout of the classic frame is from the exit.
///
/// # Complexity
/// Some 300 ns of processor time a layout; five bytes a layout, and 80 for each that waits in the
/// largest layer of each thread.
///
/// # Panics
/// If a thread cannot be started.
pub fn survey(options: &Options, observer: Observer<'_>) -> Report {
    let mut watch = Watch::new(options.limits, observer);
    let is_wanted = |set: &PieceSet| options.pieces.is_none_or(|pieces| pieces == *set);
    let mut sets: Vec<PieceSet> = PieceSet::all().filter(is_wanted).collect();
    // The largest first, so that no thread is left alone with it in the end.
    sets.sort_by_key(|pieces| Reverse(pieces.sequences()));
    let mut report = Report {
        sets: Vec::new(),
        wanted: sets.len(),
        stopped: None,
        tablebase: None,
        bytes: Tables::BYTES,
        elapsed: Duration::ZERO,
    };
    if options.limits.max_bytes.is_some_and(|most| most < Tables::BYTES) {
        report.stopped = Some(StopReason::Memory);
        return report;
    }
    let work = Work::new(&sets, options.metric);
    let available = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = options.threads.map_or_else(available, NonZeroUsize::get);
    work.share(threads.min(sets.len()), &mut watch, &mut report);
    if report.sets.len() == report.wanted {
        // If there is a reason to stop, it came too late to matter.
        report.stopped = None;
        report.tablebase = options.pieces.is_none().then(|| work.tablebase());
    }
    report.sets.sort_by_key(|summary| summary.pieces);
    report.elapsed = watch.elapsed();
    report
}

/// The sets to be searched, and what the threads tell each other.
struct Work<'a> {
    sets: &'a [PieceSet],
    metric: Metric,
    tables: Tables,
    /// The next set that no thread has taken.
    next: AtomicUsize,
    /// Layouts that were expanded, in all sets.
    expanded: AtomicUsize,
    /// Layouts that wait, in all sets.
    waiting: AtomicUsize,
    stop: AtomicBool,
}

impl<'a> Work<'a> {
    fn new(sets: &'a [PieceSet], metric: Metric) -> Self {
        let zero = || AtomicUsize::new(0);
        let (next, expanded, waiting) = (zero(), zero(), zero());
        let (tables, stop) = (Tables::new(), AtomicBool::new(false));
        Work { sets, metric, tables, next, expanded, waiting, stop }
    }

    /// Has `threads` threads do the work, and gathers what they find.
    fn share(&self, threads: usize, watch: &mut Watch<'_>, report: &mut Report) {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(move || {
                    self.run(&mut |summary| sender.send(summary).expect("the receiver waits"));
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(LOOK_EVERY) {
                    Ok(summary) => report.sets.push(summary),
                    Err(RecvTimeoutError::Timeout) => {}
                    // The last thread has ended.
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                let progress = self.progress(report.sets.len());
                report.bytes = report.bytes.max(progress.bytes);
                if let Err(reason) = watch.look(progress.states, || progress) {
                    report.stopped = report.stopped.or(Some(reason));
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    /// Takes sets until there are none left, and hands on what it finds.
    fn run(&self, done: &mut impl FnMut(Summary)) {
        while let Some(&pieces) = self.sets.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let ControlFlow::Continue(found) = self.search(pieces) else { return };
            done(Summary::new(pieces, found));
        }
    }

    fn search(&self, pieces: PieceSet) -> ControlFlow<(), Found> {
        let mut waited = 0;
        let mut look = |waiting| {
            self.expanded.fetch_add(waited, Ordering::Relaxed);
            self.waiting.fetch_add(waiting, Ordering::Relaxed);
            self.waiting.fetch_sub(waited, Ordering::Relaxed);
            waited = waiting;
            let is_stopped = self.stop.load(Ordering::Relaxed);
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        search(pieces, self.metric, &self.tables, &mut look)
    }

    fn progress(&self, done: usize) -> Progress {
        let waiting = self.waiting.load(Ordering::Relaxed);
        Progress {
            depth: u32::try_from(done).unwrap_or(u32::MAX),
            frontier: waiting,
            // Each of them stands for its mirror image as well.
            states: 2 * self.expanded.load(Ordering::Relaxed),
            bytes: Tables::BYTES + Tables::queue(waiting),
            elapsed: Duration::ZERO,
        }
    }

    fn tablebase(self) -> Tablebase {
        Tablebase::new(self.metric, self.tables.into_distances())
    }
}
