//! How a long run is watched and ended.

use std::ops::ControlFlow;
use std::time::Duration;

use thiserror::Error;

pub(crate) use clock::Instant;

/// What ends a run before it has its answer. The default sets no limit at all.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The most states that may be stored.
    pub max_states: Option<usize>,
    /// The most memory that states, tables and queues may take, in bytes.
    pub max_bytes: Option<usize>,
    /// The deepest layer that may be reached, in units of the metric.
    pub max_depth: Option<u32>,
    /// The longest that the run may take.
    pub timeout: Option<Duration>,
}

impl Limits {
    /// The same for a part of a run, where others of its parts take so many bytes.
    pub(crate) fn less(&self, bytes: usize) -> Limits {
        Limits { max_bytes: self.max_bytes.map(|most| most.saturating_sub(bytes)), ..*self }
    }

    /// What is left for a second run after one that stored `states` and took `elapsed`. Memory
    /// is free again by then, and depth begins anew.
    #[must_use]
    pub fn after(&self, states: u64, elapsed: Duration) -> Limits {
        let states = usize::try_from(states).unwrap_or(usize::MAX);
        Limits {
            max_states: self.max_states.map(|most| most.saturating_sub(states)),
            timeout: self.timeout.map(|timeout| timeout.saturating_sub(elapsed)),
            ..*self
        }
    }
}

/// Why a run ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::max_states`] was reached, or more than 2³² − 1 states.
    #[error("the limit on states was reached")]
    States,
    /// [`Limits::max_bytes`] was reached.
    #[error("the limit on memory was reached")]
    Memory,
    /// The machine has no more memory, whatever the limit.
    #[error("the machine has no more memory")]
    #[cfg_attr(feature = "serde", serde(rename = "memory"))]
    OutOfMemory,
    /// [`Limits::max_depth`] was reached.
    #[error("the limit on depth was reached")]
    Depth,
    /// [`Limits::timeout`] has passed.
    #[error("the time was up")]
    Time,
    /// The observer asked for it.
    #[error("interrupted")]
    Interrupted,
    /// Of the processes that search together, one is gone.
    #[error("another process has gone")]
    Lost,
}

impl StopReason {
    /// Whether it is that there was no more memory, by the limit or by the machine.
    #[must_use]
    pub const fn is_memory(self) -> bool {
        matches!(self, StopReason::Memory | StopReason::OutOfMemory)
    }
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Progress {
    /// Layers that are complete: no solution is that short or shorter. In depth-first search, the
    /// depth of the stack.
    pub depth: u32,
    /// States that wait to be expanded.
    pub frontier: usize,
    /// States stored.
    pub states: usize,
    /// Bytes taken by states, tables and queues.
    pub bytes: usize,
    /// Where a solution is known and shorter ones are looked for: how many moves it takes.
    pub best: Option<u32>,
    /// Where tables are made before a search begins: how many states they will hold.
    pub expected: Option<usize>,
    /// Times that the search was begun anew, by an engine for more states.
    pub restarts: u32,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Receives progress every few thousand states, and may stop the run by breaking.
pub type Observer<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// The clock of the system; where there is none, no time passes.
mod clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub(crate) use std::time::Instant;

    /// Asking for the time would panic.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Instant;

    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    impl Instant {
        pub(crate) const fn now() -> Self {
            Instant
        }

        pub(crate) const fn elapsed(self) -> std::time::Duration {
            std::time::Duration::ZERO
        }
    }
}

/// An answer, a proof that there is none, or neither.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Outcome<T> {
    /// What was looked for.
    Found(T),
    /// Everything was seen: there is none.
    Exhausted,
    /// A limit, or the observer, ended the run.
    Stopped(StopReason),
}

impl<T> Outcome<T> {
    /// The same outcome with what was found turned into something else.
    pub fn map<U>(self, turn: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Found(found) => Outcome::Found(turn(found)),
            Outcome::Exhausted => Outcome::Exhausted,
            Outcome::Stopped(reason) => Outcome::Stopped(reason),
        }
    }
}

/// Checks the limits of a run, rarely enough to cost nothing.
pub(crate) struct Monitor<'a> {
    limits: Limits,
    observer: Observer<'a>,
    started: Instant,
    next_check: usize,
    /// See [`Progress::restarts`].
    restarts: u32,
}

/// States expanded between two looks at the clock and the observer.
const CHECK_EVERY: usize = 8192;

impl<'a> Monitor<'a> {
    pub(crate) fn new(limits: Limits, observer: Observer<'a>) -> Self {
        Monitor { limits, observer, started: Instant::now(), next_check: 0, restarts: 0 }
    }

    /// The watch of a search that was begun anew so often.
    pub(crate) fn restarted(self, restarts: u32) -> Self {
        Monitor { restarts, ..self }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Looks at the limits; `expanded` counts the states expanded so far, and the rest of the
    /// progress is only made when it is time for a look.
    #[inline]
    pub(crate) fn check(
        &mut self,
        expanded: usize,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), StopReason> {
        if expanded < self.next_check {
            return Ok(());
        }
        self.next_check = expanded + CHECK_EVERY;
        self.check_now(progress)
    }

    /// For an observer of a part of the run: whether that is to go on.
    pub(crate) fn flow(&mut self, progress: &Progress) -> ControlFlow<()> {
        match self.check_now(|| *progress) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Looks at the limits, as is to be done some times a second at least.
    pub(crate) fn check_now(
        &mut self,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), StopReason> {
        let progress = progress();
        let restarts = self.restarts.max(progress.restarts);
        let progress = Progress { elapsed: self.elapsed(), restarts, ..progress };
        if self.limits.timeout.is_some_and(|timeout| progress.elapsed >= timeout) {
            return Err(StopReason::Time);
        }
        if self.limits.max_bytes.is_some_and(|max_bytes| progress.bytes > max_bytes) {
            return Err(StopReason::Memory);
        }
        match (self.observer)(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(StopReason::Interrupted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_run_has_what_the_first_has_left() {
        let second = Duration::from_secs(1);
        let limits = Limits {
            max_states: Some(10),
            max_bytes: Some(7),
            max_depth: None,
            timeout: Some(3 * second),
        };
        let left = limits.after(4, second);
        assert_eq!(left, Limits { max_states: Some(6), timeout: Some(2 * second), ..limits });
        let none = left.after(u64::MAX, 9 * second);
        assert_eq!((none.max_states, none.timeout), (Some(0), Some(Duration::ZERO)));
        assert_eq!(Limits::default().after(5, second), Limits::default());
    }
}
