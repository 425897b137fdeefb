//! What a run has done, and what has come of it so far.

use std::cmp::Reverse;
use std::time::Duration;

/// What is known of the jobs that are done.
#[derive(Clone, Default, Debug)]
pub(super) struct SurveyProgress {
    pub(super) gain: PartialResult,
    pub(super) done: Vec<SurveyJob>,
    pub(super) elapsed: Duration,
}

/// Task, empty cells, part, and how many parts there are.
pub(super) type JobId = (usize, u32, u64, u64);

/// The boards of a task with so many empty cells, or one part of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurveyJob {
    pub(super) task: usize,
    pub(super) empty: u32,
    /// Which of how many parts.
    pub(super) part: (u64, u64),
    /// How much of the whole run it is, about.
    pub(super) weight: f64,
}

impl SurveyJob {
    /// What tells it from others.
    pub(super) const fn id(&self) -> JobId {
        (self.task, self.empty, self.part.0, self.part.1)
    }
}

/// A start that is as far from its goal as any of the same pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct HardestStart {
    pub(super) moves: Reverse<u32>,
    pub(super) task: usize,
    pub(super) start: u128,
}

/// What has come of it so far.
#[derive(Clone, Default, Debug)]
pub(super) struct PartialResult {
    /// By the number of pieces.
    pub(super) hardest: Vec<Vec<HardestStart>>,
    pub(super) just_solved: u64,
    pub(super) states: u64,
}

impl PartialResult {
    /// How many moves the hardest of all takes.
    pub(super) fn most(&self) -> u32 {
        let hardest = self.hardest.iter().filter_map(|all| all.first());
        hardest.map(|it| it.moves.0).max().unwrap_or(0)
    }

    pub(super) fn keep(&mut self, pieces: usize, found: HardestStart, top: usize) {
        if self.hardest.len() <= pieces {
            self.hardest.resize(pieces + 1, Vec::new());
        }
        let kept = &mut self.hardest[pieces];
        let at = kept.partition_point(|it| *it < found);
        if at < top {
            kept.insert(at, found);
            kept.truncate(top);
        }
    }

    pub(super) fn add(&mut self, other: PartialResult, top: usize) {
        self.just_solved += other.just_solved;
        self.states += other.states;
        for (pieces, found) in other.hardest.into_iter().enumerate() {
            for it in found {
                self.keep(pieces, it, top);
            }
        }
    }
}
