//! The search itself: an explicit stack, so that paths may be millions of vertices long.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::control::{Limits, Observer, Outcome, Progress, StopReason, Watch};

use super::{Problem, Prospect, Restarts};

/// What a search took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Choices made.
    pub nodes: u64,
    /// Choices taken back without a solution under them.
    pub retreats: u64,
    /// The most choices that stood at once.
    pub deepest: usize,
    /// Fresh starts after the first.
    pub restarts: u32,
    /// How long it took.
    pub elapsed: Duration,
}

/// How a search ended, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search<T> {
    /// Whether the visitor ended it, everything was seen, or a limit was reached.
    pub outcome: Outcome<T>,
    /// What it took.
    pub statistics: Statistics,
}

/// Searches, and shows each solution to `visit`, which ends the search by breaking. When it
/// returns, the problem is as it was before.
///
/// [`Limits::max_states`] bounds the nodes, [`Limits::max_depth`] the choices that stand at once.
///
/// # Complexity
/// Constant time a node, and memory for the open choices of one path, besides what the problem
/// takes; nothing is allocated for a node once the stack is as deep as it gets.
pub fn search<P: Problem, T>(
    problem: &mut P,
    restarts: Restarts,
    limits: &Limits,
    observer: Observer<'_>,
    visit: impl FnMut(&P) -> ControlFlow<T>,
) -> Search<T> {
    Engine::default().search(problem, restarts, limits, observer, visit)
}

/// The stack of a search, kept from one search to the next.
#[derive(Debug)]
pub struct Engine<C> {
    /// The choices of all levels, one level behind the other.
    choices: Vec<C>,
    levels: Vec<Level>,
}

/// The choices at one depth: a range that ends where the next level's begins.
#[derive(Clone, Copy, Debug)]
struct Level {
    begin: usize,
    /// The next to be tried; the one before stands, where there is a level on top.
    next: usize,
}

/// How one attempt ended.
pub(super) enum Attempt<T> {
    Over(Outcome<T>),
    /// All the retreats that it might make are made, and no solution was found.
    Spent,
}

impl<C> Default for Engine<C> {
    fn default() -> Self {
        Engine { choices: Vec::new(), levels: Vec::new() }
    }
}

impl<C: Copy> Engine<C> {
    /// As [`search`], with the stack of the searches before.
    pub fn search<P: Problem<Choice = C>, T>(
        &mut self,
        problem: &mut P,
        restarts: Restarts,
        limits: &Limits,
        observer: Observer<'_>,
        visit: impl FnMut(&P) -> ControlFlow<T>,
    ) -> Search<T> {
        let mut watch = Watch::new(*limits, observer);
        let mut statistics = Statistics::default();
        let outcome = self.attempts(problem, restarts, &mut watch, &mut statistics, visit);
        statistics.elapsed = watch.elapsed();
        Search { outcome, statistics }
    }

    /// Attempts until one is over.
    pub(super) fn attempts<P: Problem<Choice = C>, T>(
        &mut self,
        problem: &mut P,
        restarts: Restarts,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
        mut visit: impl FnMut(&P) -> ControlFlow<T>,
    ) -> Outcome<T> {
        let mut attempt = 0;
        let outcome = loop {
            let patience = restarts.patience(attempt);
            match self.attempt(problem, patience, watch, statistics, &mut visit) {
                Attempt::Over(outcome) => break outcome,
                Attempt::Spent => {
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

    /// One attempt, which is given up after `patience` retreats, unless there was a solution.
    pub(super) fn attempt<P: Problem<Choice = C>, T>(
        &mut self,
        problem: &mut P,
        patience: Option<u64>,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
        visit: &mut impl FnMut(&P) -> ControlFlow<T>,
    ) -> Attempt<T> {
        let mut give_up =
            patience.map_or(u64::MAX, |most| statistics.retreats.saturating_add(most));
        // The choices that stand from the bottom up and have had a solution under them.
        let mut fruitful = 0;
        self.choices.clear();
        self.levels.clear();
        if problem.is_complete() {
            give_up = u64::MAX;
            if let ControlFlow::Break(found) = visit(problem) {
                return Attempt::Over(Outcome::Found(found));
            }
        }
        self.open(problem);
        let ended = loop {
            if let Err(reason) = self.look(problem, watch, statistics) {
                break Attempt::Over(Outcome::Stopped(reason));
            }
            let depth = self.levels.len() - 1;
            let level = self.levels.last_mut().expect("the bottom level stays until the end");
            if level.next == self.choices.len() {
                self.choices.truncate(level.begin);
                self.levels.pop();
                let Some(choice) = self.standing() else {
                    break Attempt::Over(Outcome::Exhausted);
                };
                problem.undo(choice);
                if depth > fruitful {
                    statistics.retreats += 1;
                    if statistics.retreats >= give_up {
                        break Attempt::Spent;
                    }
                }
                fruitful = fruitful.min(depth - 1);
                continue;
            }
            if let Some(reason) = beyond(watch.limits(), statistics.nodes, depth) {
                break Attempt::Over(Outcome::Stopped(reason));
            }
            let choice = self.choices[level.next];
            level.next += 1;
            statistics.nodes += 1;
            statistics.deepest = statistics.deepest.max(depth + 1);
            match problem.apply(choice) {
                Prospect::Dead => {
                    let begin = self.choices.len();
                    self.levels.push(Level { begin, next: begin });
                }
                Prospect::Open => {
                    if problem.is_complete() {
                        fruitful = depth + 1;
                        give_up = u64::MAX;
                        if let ControlFlow::Break(found) = visit(problem) {
                            self.levels.push(Level { begin: 0, next: 0 });
                            break Attempt::Over(Outcome::Found(found));
                        }
                    }
                    self.open(problem);
                }
            }
        };
        self.unwind(problem);
        ended
    }

    /// A level of the choices that are open now.
    fn open<P: Problem<Choice = C>>(&mut self, problem: &mut P) {
        let begin = self.choices.len();
        problem.choices(&mut self.choices);
        self.levels.push(Level { begin, next: begin });
    }

    /// The choice that led to the level that was just taken from the top.
    fn standing(&self) -> Option<C> {
        self.levels.last().map(|level| self.choices[level.next - 1])
    }

    /// Takes back all that stands.
    fn unwind<P: Problem<Choice = C>>(&mut self, problem: &mut P) {
        while self.levels.pop().is_some() {
            if let Some(choice) = self.standing() {
                problem.undo(choice);
            }
        }
    }

    #[inline]
    fn look<P: Problem<Choice = C>>(
        &self,
        problem: &P,
        watch: &mut Watch<'_>,
        statistics: &Statistics,
    ) -> Result<(), StopReason> {
        let clamp = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let done = clamp(statistics.nodes + statistics.retreats + problem.work());
        watch.look(done, || Progress {
            depth: u32::try_from(self.levels.len() - 1).unwrap_or(u32::MAX),
            frontier: self.choices.len(),
            states: clamp(statistics.nodes),
            bytes: problem.bytes()
                + self.choices.capacity() * size_of::<C>()
                + self.levels.capacity() * size_of::<Level>(),
            ..Progress::default()
        })
    }
}

/// The limit that one more choice would pass.
#[inline]
fn beyond(limits: &Limits, nodes: u64, depth: usize) -> Option<StopReason> {
    if limits.max_states.is_some_and(|most| nodes >= most as u64) {
        return Some(StopReason::States);
    }
    let deep = |most: u32| depth >= most as usize;
    limits.max_depth.is_some_and(deep).then_some(StopReason::Depth)
}
