//! One run of several searches: what they may take together, and what they took.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::backtrack::{BacktrackResult, Statistics};
use crate::control::{Instant, Limits, Observer, Outcome, Progress, StopReason};

/// How one of the searches ended.
#[derive(Debug)]
pub(super) enum Attempt<T> {
    /// It has found what was looked for.
    Found(T),
    /// There is none.
    Exhausted,
    /// It has used up its own budget: something else may be tried.
    GaveUp,
    /// The whole run has come to a limit.
    Stopped(StopReason),
}

impl<T> Attempt<T> {
    /// What was found, or how it ended otherwise.
    pub(super) fn found(self) -> Result<T, Attempt<Infallible>> {
        match self {
            Attempt::Found(found) => Ok(found),
            Attempt::Exhausted => Err(Attempt::Exhausted),
            Attempt::GaveUp => Err(Attempt::GaveUp),
            Attempt::Stopped(reason) => Err(Attempt::Stopped(reason)),
        }
    }

    /// The same with what was found turned into something else.
    pub(super) fn map<U>(self, turn: impl FnOnce(T) -> U) -> Attempt<U> {
        match self {
            Attempt::Found(found) => Attempt::Found(turn(found)),
            Attempt::Exhausted => Attempt::Exhausted,
            Attempt::GaveUp => Attempt::GaveUp,
            Attempt::Stopped(reason) => Attempt::Stopped(reason),
        }
    }
}

/// The limits of the whole run, and its statistics so far.
pub(super) struct SearchBudget<'a> {
    limits: Limits,
    observer: Observer<'a>,
    started: Instant,
    statistics: Statistics,
}

impl<'a> SearchBudget<'a> {
    pub(super) fn new(limits: &Limits, observer: Observer<'a>) -> Self {
        let statistics = Statistics::default();
        SearchBudget { limits: *limits, observer, started: Instant::now(), statistics }
    }

    /// Has a search run within what is left, and with no more nodes than its budget.
    pub(super) fn attempt<T>(
        &mut self,
        budget: Option<u64>,
        search: impl FnOnce(&Limits, Observer<'_>) -> BacktrackResult<T>,
    ) -> Attempt<T> {
        let base = to_usize(self.statistics.nodes);
        let left = self.limits.after(self.statistics.nodes, self.started.elapsed());
        let own = budget.map(to_usize).filter(|&own| left.max_states.is_none_or(|left| own < left));
        let limits = Limits { max_states: own.or(left.max_states), ..left };
        let (observer, started) = (&mut self.observer, self.started);
        let mut observer = |progress: &Progress| -> ControlFlow<()> {
            let states = base.saturating_add(progress.states);
            observer(&Progress { states, elapsed: started.elapsed(), ..*progress })
        };
        let BacktrackResult { outcome, statistics } = search(&limits, &mut observer);
        self.add(&statistics);
        match outcome {
            Outcome::Found(found) => Attempt::Found(found),
            Outcome::Exhausted => Attempt::Exhausted,
            Outcome::Stopped(StopReason::States) if own.is_some() => Attempt::GaveUp,
            Outcome::Stopped(reason) => Attempt::Stopped(reason),
        }
    }

    fn add(&mut self, more: &Statistics) {
        let all = &mut self.statistics;
        all.nodes += more.nodes;
        all.backtracks += more.backtracks;
        all.deepest = all.deepest.max(more.deepest);
        all.restarts += more.restarts;
    }

    /// What all searches have taken up to now.
    pub(super) fn statistics(&self) -> Statistics {
        Statistics { elapsed: self.started.elapsed(), ..self.statistics }
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(nodes: u64, outcome: Outcome<()>) -> BacktrackResult<()> {
        BacktrackResult { outcome, statistics: Statistics { nodes, ..Statistics::default() } }
    }

    #[test]
    fn a_budget_that_is_used_up_is_not_the_end_but_a_limit_is() {
        let limits = Limits { max_states: Some(100), ..Limits::default() };
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let mut run = SearchBudget::new(&limits, &mut go_on);
        let stopped = Outcome::Stopped(StopReason::States);
        let first = run.attempt(Some(60), |limits, _| {
            assert_eq!(limits.max_states, Some(60));
            search(60, stopped.clone())
        });
        assert!(matches!(first, Attempt::GaveUp));
        let second = run.attempt(Some(60), |limits, _| {
            assert_eq!(limits.max_states, Some(40));
            search(40, stopped.clone())
        });
        assert!(matches!(second, Attempt::Stopped(StopReason::States)));
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
                let _ = observer(&Progress { states: 5, ..Progress::default() });
                search(7, Outcome::Found(()))
            });
            assert!(matches!(attempt, Attempt::Found(())));
        }
        assert_eq!(seen, [5, 12]);
    }
}
