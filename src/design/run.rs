//! How a survey is run: threads that work side by side, and one that looks how far they are, holds
//! the limits and keeps what is known.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Duration;

use super::scope_error::ScopeError;
use crate::control::{Instant, Limits, Monitor, Observer, Progress, StopReason};
use crate::sliding::CheckpointError;

/// How a survey is made.
#[derive(Clone, Debug)]
pub struct SurveyOptions {
    /// When it ends early.
    pub limits: Limits,
    /// On how many threads.
    pub threads: NonZero<usize>,
    /// Where it is kept, if it is: a folder of its own.
    pub work_folder: Option<PathBuf>,
}

impl Default for SurveyOptions {
    /// Without limits, on one thread, and not kept.
    fn default() -> Self {
        let threads = NonZero::<usize>::MIN;
        SurveyOptions { limits: Limits::default(), threads, work_folder: None }
    }
}

/// Why there is no survey.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// There is nothing to go through.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// It cannot be kept, or what was kept cannot be read.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// How long a run that is kept goes on between two checkpoints, and how many times as long as the
/// last one took.
const CHECKPOINT: Duration = Duration::from_secs(30);
const AS_LONG_AS: u32 = 20;

/// Whoever looks at a run now and then.
pub(super) struct RunSupervisor<'a> {
    watch: Monitor<'a>,
    /// How long the run took before it was taken up.
    before: Duration,
    next_written: Duration,
    stopped: Option<StopReason>,
    failed: Option<CheckpointError>,
}

impl<'a> RunSupervisor<'a> {
    pub(super) fn new(limits: Limits, observer: Observer<'a>, before: Duration) -> Self {
        let watch = Monitor::new(limits, observer);
        RunSupervisor { watch, before, next_written: CHECKPOINT, stopped: None, failed: None }
    }

    /// How long the run has taken.
    pub(super) fn elapsed(&self) -> Duration {
        self.before + self.watch.elapsed()
    }

    /// Shows how far it is. The first limit that is met ends it.
    pub(super) fn check(&mut self, progress: Progress) {
        let looked = self.watch.check_now(|| progress);
        let most = self.watch.limits().max_bytes;
        let too_much = most.is_some_and(|most| progress.bytes > most);
        let stopped = looked.err().or(too_much.then_some(StopReason::Memory));
        self.stopped = self.stopped.or(stopped);
    }

    /// Writes what is known if it is time to, or this is the last time.
    pub(super) fn keep(
        &mut self,
        is_last: bool,
        write: impl FnOnce() -> Result<(), CheckpointError>,
    ) {
        let begun = self.watch.elapsed();
        if is_last || begun >= self.next_written {
            // The first failure ends it, and a later success does not make it good.
            self.failed = self.failed.take().or(write().err());
            let ended = self.watch.elapsed();
            self.next_written = ended + CHECKPOINT.max(AS_LONG_AS * ended.saturating_sub(begun));
        }
    }

    /// Whether it is over.
    pub(super) const fn verdict(&self) -> ControlFlow<()> {
        if self.stopped.is_some() || self.failed.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// What limit has ended it.
    ///
    /// # Errors
    /// If what is known could not be written.
    pub(super) fn end(self) -> Result<Option<StopReason>, CheckpointError> {
        self.failed.map_or(Ok(self.stopped), Err)
    }
}

/// How long workers go on between two looks.
const LOOK: Duration = Duration::from_millis(50);

/// What a worker asks now and then: whether it is over.
pub(super) type ShouldStop<'a> = &'a mut dyn FnMut() -> bool;

/// Has so many workers, told by their numbers, do all that is to be done, and looks now and then,
/// which may end it. What each of them returns.
pub(super) fn run_parallel<T: Send>(
    threads: usize,
    work: &(impl Fn(usize, ShouldStop<'_>) -> T + Sync),
    check: &mut dyn FnMut() -> ControlFlow<()>,
) -> Vec<T> {
    let should_stop = &AtomicBool::new(false);
    std::thread::scope(|scope| {
        let main = std::thread::current();
        let start = |number: usize| {
            let main = main.clone();
            let work = move || {
                let done = work(number, &mut || should_stop.load(Relaxed));
                main.unpark();
                done
            };
            std::thread::Builder::new().spawn_scoped(scope, work).ok()
        };
        let workers: Vec<_> = (0..threads).filter_map(start).collect();
        if workers.is_empty() {
            // On this thread, where there is no other.
            let (mut looked, mut should_stop) = (Instant::now(), false);
            return vec![work(0, &mut || {
                if !should_stop && looked.elapsed() >= LOOK {
                    (looked, should_stop) = (Instant::now(), check().is_break());
                }
                should_stop
            })];
        }
        while !workers.iter().all(ScopedJoinHandle::is_finished) {
            std::thread::park_timeout(LOOK);
            if check().is_break() {
                should_stop.store(true, Relaxed);
                break;
            }
        }
        workers.into_iter().map(|it| it.join().expect("it does not panic")).collect()
    })
}

/// What workers share, also if one of them has panicked.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
