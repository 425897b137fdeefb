//! How a survey is run: one thread supervises the workers, enforces the limits and writes
//! checkpoints.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use super::scope_error::ScopeError;
use crate::control::{Limits, Monitor, Observer, Progress, StopReason};
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
