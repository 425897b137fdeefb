//! The search itself: an explicit stack, so that paths may be millions of vertices long.

use std::ops::ControlFlow;
use std::time::Duration;

use crate::control::{Limits, Observer, Outcome, Progress, Watch};

use super::{Problem, Prospect};

/// Whether a search that has got lost begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restarts {
    /// One search, to its end: exhaustive.
    Never,
    /// Attempts of `unit` times the terms of Luby's sequence 1 1 2 1 1 2 4 …, in retreats.
    ///
    /// Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms, 1993.
    Luby {
        /// Retreats of the shortest attempt.
        unit: u64,
    },
}

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
/// # Panics
/// Never.
///
/// [`Limits::max_states`] bounds the nodes, [`Limits::max_depth`] the depth.
pub fn search<P: Problem, T>(
    problem: &mut P,
    restarts: Restarts,
    limits: &Limits,
    observer: Observer<'_>,
    mut visit: impl FnMut(&P) -> ControlFlow<T>,
) -> Search<T> {
    // A plain engine to stand in; attempts, limits and depth are to come.
    let _ = restarts;
    let mut watch = Watch::new(*limits, observer);
    let mut statistics = Statistics::default();
    let mut choices = Vec::new();
    // What was chosen, where its level's choices begin, and the next to try there.
    let mut made: Vec<(P::Choice, bool)> = Vec::new();
    let mut levels: Vec<(usize, usize)> = vec![(0, 0)];
    problem.choices(&mut choices);
    let mut outcome = Outcome::Exhausted;
    'search: loop {
        let progress = || Progress {
            states: usize::try_from(statistics.nodes).unwrap_or(usize::MAX),
            ..Progress::default()
        };
        if let Err(reason) =
            watch.look(usize::try_from(statistics.nodes).unwrap_or(usize::MAX), progress)
        {
            outcome = Outcome::Stopped(reason);
            break;
        }
        let (begin, next) = levels.last_mut().expect("a level");
        if *next == choices.len() {
            choices.truncate(*begin);
            levels.pop();
            let Some((choice, solved)) = made.pop() else { break };
            problem.undo(choice);
            statistics.retreats += u64::from(!solved);
            continue;
        }
        let choice = choices[*next];
        *next += 1;
        statistics.nodes += 1;
        let prospect = problem.apply(choice);
        made.push((choice, false));
        statistics.deepest = statistics.deepest.max(made.len());
        if prospect == Prospect::Open {
            if problem.is_complete() {
                for made in &mut made {
                    made.1 = true;
                }
                if let ControlFlow::Break(found) = visit(problem) {
                    outcome = Outcome::Found(found);
                    break 'search;
                }
            }
            let begin = choices.len();
            problem.choices(&mut choices);
            levels.push((begin, begin));
        } else {
            let begin = choices.len();
            levels.push((begin, begin));
        }
    }
    while let Some((choice, _)) = made.pop() {
        problem.undo(choice);
    }
    statistics.elapsed = watch.elapsed();
    Search { outcome, statistics }
}
