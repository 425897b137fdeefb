//! Backtracking: a path of choices is extended and undone.
//!
//! The engine knows a [`Problem`] and nothing else: orders and prunings belong to the problem. Its
//! stack is explicit, so that paths may have millions of vertices.

pub mod hamilton;
#[cfg(test)]
mod tests;

use std::{ops::ControlFlow, time::Duration};

use crate::control::{Limits, Monitor, Observer, Progress, StopReason};

/// A problem that is solved by a sequence of choices that can be undone.
pub trait Problem {
    /// A choice.
    type Choice: Copy;

    /// Appends the choices that are possible now, in the order in which to try them.
    fn choices(&mut self, choices: &mut Vec<Self::Choice>);

    /// Makes a choice. If the result is [`Feasibility::Impossible`], the engine backtracks at
    /// once.
    fn apply(&mut self, choice: Self::Choice) -> Feasibility;

    /// Undoes the last choice exactly.
    fn undo(&mut self, choice: Self::Choice);

    /// Whether the choices made are a solution.
    fn is_complete(&self) -> bool;

    /// Prepares a restart; no choice is made then. `attempt` counts from 1; 0 at the end restores
    /// the state of the first attempt.
    fn restart(&mut self, attempt: u32) {
        let _ = attempt;
    }

    /// Returns the additional work so far, in units of a cheap choice, so that the search checks
    /// the clock often enough.
    fn work(&self) -> u64 {
        0
    }

    /// Returns the memory in use, in bytes, for [`Limits::max_bytes`].
    fn bytes(&self) -> usize {
        0
    }
}

/// Whether a solution may follow a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// A solution may exist.
    Possible,
    /// No solution exists.
    Impossible,
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// The number of choices made.
    pub nodes: u64,
    /// The number of choices undone with no solution under them.
    pub backtracks: u64,
    /// The maximum depth.
    pub deepest: usize,
    /// The number of restarts.
    pub restarts: u32,
    /// The duration.
    pub elapsed: Duration,
}

/// The end of a visit of all solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VisitEnd<T> {
    /// Every solution was shown, if there is any.
    Complete,
    /// The visitor broke with this value.
    Broken(T),
    /// A limit or the observer stopped the search.
    Stopped(StopReason),
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BacktrackResult<O> {
    /// The outcome.
    pub outcome: O,
    /// The cost.
    pub statistics: Statistics,
}

/// Searches a problem, perhaps with restarts, and shows each solution to `visit`, which may break
/// to end the search. When the function returns, all choices are undone.
///
/// [`Limits::max_states`] bounds the nodes, [`Limits::max_depth`] the depth.
///
/// # Complexity
/// Besides the cost of the problem, constant time per node, and memory for the open choices of one
/// path. Nodes allocate nothing once the stack has its full depth.
pub fn search<P: Problem, T>(
    problem: &mut P,
    restarts: Restarts,
    limits: &Limits,
    observer: Observer<'_>,
    visit: impl FnMut(&P) -> ControlFlow<T>,
) -> BacktrackResult<VisitEnd<T>> {
    let mut monitor = Monitor::new(*limits, observer);
    let mut statistics = Statistics::default();
    let outcome =
        Backtracker::default().attempts(problem, restarts, &mut monitor, &mut statistics, visit);
    statistics.elapsed = monitor.elapsed();
    BacktrackResult {
        outcome,
        statistics,
    }
}

/// The stack of a search.
#[derive(Debug)]
struct Backtracker<C> {
    /// The choices of all levels, one level behind the other.
    choices: Vec<C>,
    levels: Vec<ChoiceLevel>,
    /// The work done until the last check.
    checked: u64,
}

/// The choices at one depth: a range that ends where the next level's begins.
#[derive(Clone, Copy, Debug)]
struct ChoiceLevel {
    begin: usize,
    /// The index of the next choice. If this is not the top level, the choice before it is made.
    next: usize,
}

/// The end of one attempt.
enum AttemptEnd<T> {
    Finished(VisitEnd<T>),
    /// Its budget of backtracks is used up, and no solution was found.
    BudgetSpent,
}

impl<C> Default for Backtracker<C> {
    fn default() -> Self {
        Backtracker {
            choices: Vec::new(),
            levels: Vec::new(),
            checked: 0,
        }
    }
}

impl<C: Copy> Backtracker<C> {
    /// Restarts until an attempt is finished.
    fn attempts<P: Problem<Choice = C>, T>(
        &mut self,
        problem: &mut P,
        restarts: Restarts,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
        mut visit: impl FnMut(&P) -> ControlFlow<T>,
    ) -> VisitEnd<T> {
        let mut attempt = 0;
        let outcome = loop {
            let budget = restarts.budget(attempt);
            match self.attempt(problem, budget, monitor, statistics, &mut visit) {
                AttemptEnd::Finished(outcome) => break outcome,
                AttemptEnd::BudgetSpent => {
                    attempt += 1;
                    statistics.restarts += 1;
                    problem.restart(attempt);
                }
            }
        };
        if attempt > 0 {
            problem.restart(0);
        }
        outcome
    }

    /// Makes one attempt, which ends after `budget` backtracks without a solution.
    fn attempt<P: Problem<Choice = C>, T>(
        &mut self,
        problem: &mut P,
        budget: Option<u64>,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
        visit: &mut impl FnMut(&P) -> ControlFlow<T>,
    ) -> AttemptEnd<T> {
        let mut backtrack_limit =
            budget.map_or(u64::MAX, |most| statistics.backtracks.saturating_add(most));
        // The number of made choices, from the bottom up, with a solution under them.
        let mut solved_depth = 0;
        self.choices.clear();
        self.levels.clear();
        if problem.is_complete() {
            backtrack_limit = u64::MAX;
            if let ControlFlow::Break(found) = visit(problem) {
                return AttemptEnd::Finished(VisitEnd::Broken(found));
            }
        }
        self.open(problem);
        let ended = loop {
            if let Err(reason) = self.check(problem, monitor, statistics) {
                break AttemptEnd::Finished(VisitEnd::Stopped(reason));
            }
            let depth = self.levels.len() - 1;
            let level = self
                .levels
                .last_mut()
                .expect("the bottom level stays until the end");
            if level.next == self.choices.len() {
                self.choices.truncate(level.begin);
                self.levels.pop();
                let Some(choice) = self.last_choice() else {
                    break AttemptEnd::Finished(VisitEnd::Complete);
                };
                problem.undo(choice);
                if depth > solved_depth {
                    statistics.backtracks += 1;
                    if statistics.backtracks >= backtrack_limit {
                        break AttemptEnd::BudgetSpent;
                    }
                }
                solved_depth = solved_depth.min(depth - 1);
                continue;
            }
            if let Some(reason) = beyond(monitor.limits(), statistics.nodes, depth) {
                break AttemptEnd::Finished(VisitEnd::Stopped(reason));
            }
            let choice = self.choices[level.next];
            level.next += 1;
            statistics.nodes += 1;
            statistics.deepest = statistics.deepest.max(depth + 1);
            match problem.apply(choice) {
                Feasibility::Impossible => {
                    let begin = self.choices.len();
                    self.levels.push(ChoiceLevel { begin, next: begin });
                }
                Feasibility::Possible => {
                    if problem.is_complete() {
                        solved_depth = depth + 1;
                        backtrack_limit = u64::MAX;
                        if let ControlFlow::Break(found) = visit(problem) {
                            self.levels.push(ChoiceLevel { begin: 0, next: 0 });
                            break AttemptEnd::Finished(VisitEnd::Broken(found));
                        }
                    }
                    self.open(problem);
                }
            }
        };
        self.unwind(problem);
        ended
    }

    /// Adds a level with the choices that are possible now.
    fn open<P: Problem<Choice = C>>(&mut self, problem: &mut P) {
        let begin = self.choices.len();
        problem.choices(&mut self.choices);
        self.levels.push(ChoiceLevel { begin, next: begin });
    }

    /// Returns the last choice that is made.
    fn last_choice(&self) -> Option<C> {
        self.levels.last().map(|level| self.choices[level.next - 1])
    }

    /// Undoes all choices.
    fn unwind<P: Problem<Choice = C>>(&mut self, problem: &mut P) {
        while self.levels.pop().is_some() {
            if let Some(choice) = self.last_choice() {
                problem.undo(choice);
            }
        }
    }

    #[inline]
    fn check<P: Problem<Choice = C>>(
        &mut self,
        problem: &P,
        monitor: &mut Monitor<'_>,
        statistics: &Statistics,
    ) -> Result<(), StopReason> {
        let clamp = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let done = statistics.nodes + statistics.backtracks + problem.work();
        let effort = done.saturating_sub(self.checked);
        self.checked = done;
        monitor.check(clamp(effort), || Progress {
            depth: u32::try_from(self.levels.len() - 1).unwrap_or(u32::MAX),
            frontier: self.choices.len(),
            states: clamp(statistics.nodes),
            bytes: problem.bytes()
                + self.choices.capacity() * size_of::<C>()
                + self.levels.capacity() * size_of::<ChoiceLevel>(),
            ..Progress::default()
        })
    }
}

/// Returns the limit that one more choice would exceed.
#[inline]
fn beyond(limits: &Limits, nodes: u64, depth: usize) -> Option<StopReason> {
    if nodes >= limits.states() as u64 {
        return Some(StopReason::States);
    }
    limits
        .max_depth
        .is_some_and(|most| depth >= most as usize)
        .then_some(StopReason::Depth)
}

/// The restarts of a search that finds no solution for long.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Restarts {
    /// One exhaustive search.
    #[default]
    Never,
    /// Restarts after `unit` times the terms of Luby's sequence 1 1 2 1 1 2 4 …, in backtracks,
    /// until the first solution. The terms grow without bound, so that the search is exhaustive,
    /// too.
    ///
    /// Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms, 1993.
    Luby {
        /// The backtracks of the shortest attempt.
        unit: u64,
    },
}

impl Restarts {
    /// Returns the maximum number of backtracks of an attempt, counted from 0; `None` is unbounded.
    fn budget(self, attempt: u32) -> Option<u64> {
        match self {
            Restarts::Never => None,
            Restarts::Luby { unit } => Some(unit.saturating_mul(luby(u64::from(attempt) + 1))),
        }
    }
}

/// Returns the term of Luby's sequence at a place, counted from 1: 2^(k−1) at 2^k − 1, and between
/// these the sequence from its beginning.
fn luby(mut place: u64) -> u64 {
    loop {
        let k = (place + 1).ilog2();
        if place + 1 == 1 << k {
            return 1 << (k - 1);
        }
        place -= (1 << k) - 1;
    }
}
