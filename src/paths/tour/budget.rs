//! Several searches that share the limits of one run.

use std::ops::ControlFlow;

use crate::{
    backtrack::{BacktrackResult, Statistics},
    control::{Instant, Limits, Observer, Outcome, Progress, StopReason},
};

use super::{NoPath, NoPathReason};

/// The result of one of several searches.
pub type Attempt<T> = Result<T, Failure>;

/// The end of a search that found nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// No solution exists.
    Exhausted,
    /// The search used up its own budget: another may be tried.
    GaveUp,
    /// The whole run reached a limit.
    Stopped(StopReason),
}

impl Failure {
    pub const fn no_path(self) -> NoPath {
        match self {
            Failure::Exhausted | Failure::GaveUp => NoPath::Impossible(NoPathReason::Searched),
            Failure::Stopped(reason) => NoPath::Stopped(reason),
        }
    }
}

/// The limits of a run, and its statistics.
pub struct SearchBudget<'a> {
    limits: Limits,
    observer: Observer<'a>,
    started: Instant,
    statistics: Statistics,
}

impl<'a> SearchBudget<'a> {
    pub fn new(limits: &Limits, observer: Observer<'a>) -> Self {
        SearchBudget {
            limits: *limits,
            observer,
            started: Instant::now(),
            statistics: Statistics::default(),
        }
    }

    /// Runs a search within the rest of the limits, and with at most `budget` nodes.
    pub fn attempt<T>(
        &mut self,
        budget: Option<u64>,
        search: impl FnOnce(&Limits, Observer<'_>) -> BacktrackResult<Outcome<T>>,
    ) -> Attempt<T> {
        let base = to_usize(self.statistics.nodes);
        let left = self
            .limits
            .remaining_after(self.statistics.nodes, self.started.elapsed());
        let own = budget
            .map(to_usize)
            .filter(|&own| left.max_states.is_none_or(|left| own < left));
        let limits = Limits {
            max_states: own.or(left.max_states),
            ..left
        };
        let observer = &mut self.observer;
        let started = self.started;
        let mut observer = |progress: &Progress| -> ControlFlow<()> {
            let states = base.saturating_add(progress.states);
            observer(&Progress {
                states,
                elapsed: started.elapsed(),
                ..*progress
            })
        };
        let BacktrackResult {
            outcome,
            statistics,
        } = search(&limits, &mut observer);
        let all = &mut self.statistics;
        all.nodes += statistics.nodes;
        all.backtracks += statistics.backtracks;
        all.deepest = all.deepest.max(statistics.deepest);
        all.restarts += statistics.restarts;
        match outcome {
            Outcome::Found(found) => Ok(found),
            Outcome::Exhausted => Err(Failure::Exhausted),
            Outcome::Stopped(StopReason::States) if own.is_some() => Err(Failure::GaveUp),
            Outcome::Stopped(reason) => Err(Failure::Stopped(reason)),
        }
    }

    /// Returns the sum over all searches.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            elapsed: self.started.elapsed(),
            ..self.statistics
        }
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::unobserved;

    fn search(nodes: u64, outcome: Outcome<()>) -> BacktrackResult<Outcome<()>> {
        BacktrackResult {
            outcome,
            statistics: Statistics {
                nodes,
                ..Statistics::default()
            },
        }
    }

    #[test]
    fn an_exhausted_budget_allows_another_attempt_but_a_limit_does_not() {
        let limits = Limits::default().with_max_states(Some(100));
        let observer = &mut unobserved;
        let mut run = SearchBudget::new(&limits, observer);
        let stopped = Outcome::Stopped(StopReason::States);
        let first = run.attempt(Some(60), |limits, _| {
            assert_eq!(limits.max_states, Some(60));
            search(60, stopped.clone())
        });
        assert_eq!(first, Err(Failure::GaveUp));
        let second = run.attempt(Some(60), |limits, _| {
            assert_eq!(limits.max_states, Some(40));
            search(40, stopped.clone())
        });
        assert_eq!(second, Err(Failure::Stopped(StopReason::States)));
        assert_eq!(run.statistics().nodes, 100);
    }

    #[test]
    fn progress_counts_through_all_searches() {
        let mut seen = Vec::new();
        let mut observer = |progress: &Progress| {
            seen.push(progress.states);
            ControlFlow::Continue(())
        };
        let mut run = SearchBudget::new(&Limits::default(), &mut observer);
        for _ in 0..2 {
            let attempt = run.attempt(None, |_, observer| {
                let _ = observer(&Progress {
                    states: 5,
                    ..Progress::default()
                });
                search(7, Outcome::Found(()))
            });
            assert_eq!(attempt, Ok(()));
        }
        assert_eq!(seen, [5, 12]);
    }
}
