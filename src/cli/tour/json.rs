//! Answers about tours as JSON.

use huarong::control::StopReason;
use huarong::tour::{Course, Reason, Square};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::value::RawValue;

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
    count: Option<Box<RawValue>>,
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
pub(super) struct Total {
    pub(super) count: BigUint,
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

    /// A limit was reached.
    pub(super) fn stopped(quest: &Quest, reason: StopReason) -> Self {
        let reason = reason_word(reason).to_owned();
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
        let count = RawValue::from_string(count.to_string()).expect("digits are a number");
        Answer { count: Some(count), kind: Some(kind), complete: Some(complete), ..self }
    }

    pub(super) fn with_stats(self, stats: Stats) -> Self {
        Answer { stats: Some(stats), ..self }
    }
}

fn squares(tour: &[Square]) -> Vec<[u32; 2]> {
    tour.iter().map(|square| [square.row, square.column]).collect()
}
