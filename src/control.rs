//! Limits, progress and outcomes of long runs.

use std::{ops::ControlFlow, time::Duration};

use thiserror::Error;

pub(crate) use clock::Instant;

/// Limits of a run. The default sets none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum number of stored states.
    pub max_states: Option<usize>,
    /// Maximum memory of states, tables and queues, in bytes.
    pub max_bytes: Option<usize>,
    /// Maximum depth, in units of the metric.
    pub max_depth: Option<u32>,
    /// Maximum duration of the run.
    pub timeout: Option<Duration>,
}

setters!(Limits {
    with_max_states = max_states: Option<usize>,
    with_max_bytes = max_bytes: Option<usize>,
    with_max_depth = max_depth: Option<u32>,
    with_timeout = timeout: Option<Duration>,
});

impl Limits {
    /// Returns the maximum number of stored states.
    pub(crate) fn states(&self) -> usize {
        self.max_states.unwrap_or(usize::MAX)
    }

    /// Returns the maximum memory, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.max_bytes.unwrap_or(usize::MAX)
    }

    /// Returns the maximum depth.
    pub(crate) fn depth(&self) -> u32 {
        self.max_depth.unwrap_or(u32::MAX)
    }

    /// Checks a number of stored states.
    pub(crate) fn check_states(&self, states: usize) -> Result<(), StopReason> {
        within(states <= self.states(), StopReason::States)
    }

    /// Checks the bytes that are taken.
    pub(crate) fn check_bytes(&self, bytes: usize) -> Result<(), StopReason> {
        within(bytes <= self.bytes(), StopReason::Memory)
    }

    /// Checks whether states at a depth may be expanded.
    pub(crate) fn check_depth(&self, depth: u32) -> Result<(), StopReason> {
        within(depth < self.depth(), StopReason::Depth)
    }

    /// Returns the limits of a part of a run whose other parts take `bytes`.
    pub(crate) fn without_bytes(&self, bytes: usize) -> Limits {
        Limits {
            max_bytes: self.max_bytes.map(|most| most.saturating_sub(bytes)),
            ..*self
        }
    }

    /// Returns the limits of a second run after one that stored `states` and took `elapsed`. The
    /// limits on memory and depth stay the same.
    #[must_use]
    pub fn remaining_after(&self, states: u64, elapsed: Duration) -> Limits {
        let states = usize::try_from(states).unwrap_or(usize::MAX);
        Limits {
            max_states: self.max_states.map(|most| most.saturating_sub(states)),
            timeout: self.timeout.map(|timeout| timeout.saturating_sub(elapsed)),
            ..*self
        }
    }
}

fn within(is_within: bool, reason: StopReason) -> Result<(), StopReason> {
    is_within.then_some(()).ok_or(reason)
}

/// The reason why a run stopped early.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::max_states`] was reached, or 2³² − 1 states.
    #[error("the limit on states was reached")]
    States,
    /// [`Limits::max_bytes`] was reached.
    #[error("the limit on memory was reached")]
    Memory,
    /// The machine has no more memory.
    #[error("the machine has no more memory")]
    #[serde(rename = "memory")]
    OutOfMemory,
    /// [`Limits::max_depth`] was reached.
    #[error("the limit on depth was reached")]
    Depth,
    /// [`Limits::timeout`] has passed.
    #[error("timed out")]
    Time,
    /// The observer stopped the run.
    #[error("interrupted")]
    Interrupted,
    /// Another process of a cluster ended or does not answer.
    #[error("lost connection to another process")]
    Lost,
}

impl StopReason {
    /// Returns its word in JSON and in tables: `memory`.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            StopReason::States => "states",
            StopReason::Memory | StopReason::OutOfMemory => "memory",
            StopReason::Depth => "depth",
            StopReason::Time => "time",
            StopReason::Interrupted => "interrupted",
            StopReason::Lost => "lost",
        }
    }

    /// Whether the run ran out of memory, by the limit or of the machine.
    pub const fn is_memory(self) -> bool {
        matches!(self, StopReason::Memory | StopReason::OutOfMemory)
    }
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct Progress {
    /// Number of complete layers: no solution takes this many moves or fewer. In depth-first
    /// search, the depth of the stack.
    pub depth: u32,
    /// Number of states that wait to be expanded.
    pub frontier: usize,
    /// Number of stored states.
    pub states: usize,
    /// Bytes of states, tables and queues.
    pub bytes: usize,
    /// Length of the best solution so far, while the search looks for shorter ones.
    pub best: Option<u32>,
    /// Number of states in the tables that are computed before a search.
    pub expected: Option<usize>,
    /// Number of times that the search restarted with an engine for more states.
    pub restarts: u32,
    /// Estimate of the time left, if the run knows all its parts.
    #[serde(skip)]
    pub remaining: Option<Duration>,
    /// Time since the start.
    pub elapsed: Duration,
}

/// A callback that receives the progress every few thousand states. It stops the run by breaking.
pub type Observer<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// An observer that never stops the run: `&mut unobserved`.
pub const fn unobserved<T: ?Sized>(_: &T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Breaks if the run is over.
pub(crate) const fn break_if(is_over: bool) -> ControlFlow<()> {
    if is_over {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// The clock of the system. If the system has none, no time passes.
mod clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub(crate) use std::time::Instant;

    /// A clock that stands still, as the system's would panic.
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

/// A result, a proof that none exists, or neither.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome<T> {
    /// The result.
    Found(T),
    /// The search was exhaustive, so no result exists.
    Exhausted,
    /// A limit or the observer stopped the run.
    Stopped(StopReason),
}

impl<T> Outcome<T> {
    /// Returns what was found, if anything was.
    pub const fn found(&self) -> Option<&T> {
        match self {
            Outcome::Found(found) => Some(found),
            Outcome::Exhausted | Outcome::Stopped(_) => None,
        }
    }

    /// Converts the result.
    pub fn map<U>(self, turn: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Found(found) => Outcome::Found(turn(found)),
            Outcome::Exhausted => Outcome::Exhausted,
            Outcome::Stopped(reason) => Outcome::Stopped(reason),
        }
    }
}

impl<T> From<Result<Option<T>, StopReason>> for Outcome<T> {
    fn from(end: Result<Option<T>, StopReason>) -> Self {
        match end {
            Ok(Some(found)) => Outcome::Found(found),
            Ok(None) => Outcome::Exhausted,
            Err(reason) => Outcome::Stopped(reason),
        }
    }
}

/// Checks the limits of a run and calls its observer, rarely enough to cost nothing.
pub(crate) struct Monitor<'a> {
    limits: Limits,
    observer: Observer<'a>,
    started: Instant,
    /// Effort since the last check.
    unchecked: usize,
    /// See [`Progress::restarts`].
    restarts: u32,
}

/// Effort between two checks: expanded states and their successors.
const EFFORT_PER_CHECK: usize = 1 << 13;

impl<'a> Monitor<'a> {
    pub(crate) fn new(limits: Limits, observer: Observer<'a>) -> Self {
        Monitor {
            limits,
            observer,
            started: Instant::now(),
            unchecked: EFFORT_PER_CHECK,
            restarts: 0,
        }
    }

    /// Returns a monitor of the limits alone.
    pub(crate) fn unobserved(limits: Limits) -> Monitor<'static> {
        // The function has no size, so that its box allocates nothing.
        Monitor::new(limits, Box::leak(Box::new(unobserved)))
    }

    /// Sets the number of restarts that it reports.
    pub(crate) fn restarted(self, restarts: u32) -> Self {
        Monitor { restarts, ..self }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Checks the limits if the effort since the last check is large enough. `effort` is the number
    /// of expanded states and of their successors since the last call: on a wide board a state has
    /// thousands. Only a check computes the progress.
    #[inline]
    pub(crate) fn check(
        &mut self,
        effort: usize,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), StopReason> {
        self.unchecked = self.unchecked.saturating_add(effort);
        if self.unchecked < EFFORT_PER_CHECK {
            return Ok(());
        }
        self.unchecked = 0;
        self.check_now(progress)
    }

    /// Checks the limits for the observer of a part of the run.
    pub(crate) fn flow(&mut self, progress: &Progress) -> ControlFlow<()> {
        match self.check_now(|| *progress) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Checks the limits. Call it several times a second.
    pub(crate) fn check_now(
        &mut self,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), StopReason> {
        let progress = progress();
        let progress = Progress {
            elapsed: self.elapsed(),
            restarts: self.restarts.max(progress.restarts),
            ..progress
        };
        if self
            .limits
            .timeout
            .is_some_and(|timeout| progress.elapsed >= timeout)
        {
            return Err(StopReason::Time);
        }
        self.limits.check_bytes(progress.bytes)?;
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
    fn a_second_run_gets_the_remaining_limits() {
        let second = Duration::from_secs(1);
        let limits = Limits {
            max_states: Some(10),
            max_bytes: Some(7),
            max_depth: None,
            timeout: Some(3 * second),
        };
        let left = limits.remaining_after(4, second);
        assert_eq!(
            left,
            limits
                .with_max_states(Some(6))
                .with_timeout(Some(2 * second))
        );
        let none = left.remaining_after(u64::MAX, 9 * second);
        assert_eq!(
            (none.max_states, none.timeout),
            (Some(0), Some(Duration::ZERO))
        );
        assert_eq!(
            Limits::default().remaining_after(5, second),
            Limits::default()
        );
    }
}
