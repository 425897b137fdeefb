//! Answers about tours as JSON.

use huarong::control::StopReason;
use huarong::tour::{Course, Reason, Square};
use serde::Serialize;

use super::quest::Quest;
use super::stats::Stats;
use crate::cli::search::reason_word;

/// What `tour` says. Squares are `[row, column]`, from 0.
#[derive(Serialize)]
pub(super) struct Answer {
    schema: &'static str,
    outcome: &'static str,
    reason: Option<String>,
    path: Option<Vec<[u32; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<Vec<[u32; 2]>>>,
    count: Option<u128>,
    /// What is counted or listed, `directed open` or `undirected closed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Whether `count` is all there are; absent where nothing was listed or counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    nodes: u64,
    retreats: u64,
    seconds: f64,
}

/// Several tours: how many, and whether that is all.
#[derive(Clone, Copy)]
pub(super) struct Total {
    pub(super) count: u128,
    pub(super) complete: bool,
}

impl Answer {
    /// Something was found.
    pub(super) fn found(quest: &Quest) -> Self {
        Answer {
            schema: "huarong/tour/1",
            outcome: "found",
            reason: None,
            path: None,
            paths: None,
            count: None,
            kind: None,
            complete: None,
            stats: None,
            nodes: quest.statistics.nodes,
            retreats: quest.statistics.retreats,
            seconds: quest.elapsed().as_secs_f64(),
        }
    }

    /// It was proven that there is none.
    pub(super) fn impossible(quest: &Quest, reason: Reason) -> Self {
        Answer { outcome: "impossible", reason: Some(reason.to_string()), ..Self::found(quest) }
    }

    /// A limit was reached; where there was none, a number does not fit.
    pub(super) fn stopped(quest: &Quest, reason: Option<StopReason>) -> Self {
        let reason = reason.map_or("digits", reason_word).to_owned();
        Answer { outcome: "stopped", reason: Some(reason), ..Self::found(quest) }
    }

    pub(super) fn with_path(self, tour: &[Square]) -> Self {
        Answer { path: Some(squares(tour)), ..self }
    }

    pub(super) fn with_paths(self, tours: &[Vec<Square>]) -> Self {
        let paths: Vec<_> = tours.iter().map(|tour| squares(tour)).collect();
        Answer { path: paths.first().cloned(), paths: Some(paths), ..self }
    }

    pub(super) fn with_total(self, course: Course, total: Total) -> Self {
        let kind = match course {
            Course::Open { .. } => "directed open",
            Course::Closed { .. } => "undirected closed",
        };
        let Total { count, complete } = total;
        Answer { count: Some(count), kind: Some(kind), complete: Some(complete), ..self }
    }

    pub(super) fn with_stats(self, stats: Stats) -> Self {
        Answer { stats: Some(stats), ..self }
    }
}

fn squares(tour: &[Square]) -> Vec<[u32; 2]> {
    tour.iter().map(|square| [square.row, square.column]).collect()
}
