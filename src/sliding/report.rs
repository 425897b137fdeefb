//! The result of a search for a solution.

use std::time::Duration;

use crate::{
    control::{Outcome, StopReason},
    puzzle::Metric,
    search::Statistics,
    solution::Solution,
};

use super::{
    engine::{Engine, EngineInfo},
    options::Algorithm,
};

/// The result of a search for a solution.
///
/// It serializes to the fields that `huarong solve --json` prints between the name of the puzzle
/// and the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The unit of lengths.
    pub metric: Metric,
    /// A solution, the proof that none exists, or the reason why the search stopped.
    pub outcome: Outcome<Solution>,
    /// Whether the solution is proven shortest.
    pub optimal: bool,
    /// The proven lower bound: no solution is shorter, in units of the metric. `None` if the puzzle
    /// is unsolvable.
    pub bound: Option<u32>,
    /// The reason why the search stopped before its result was proven, with or without a solution.
    pub stopped: Option<StopReason>,
    /// States, time and memory of the search.
    pub statistics: Statistics,
    /// The algorithm, chosen or asked for.
    pub algorithm: Algorithm,
    /// The heuristic of an informed search.
    pub heuristic: Option<String>,
    /// The engine, and why it was chosen.
    pub engine: EngineInfo,
}

impl Report {
    /// Creates the report of a lookup in a tablebase, which took this time.
    pub fn looked_up(metric: Metric, outcome: Outcome<Solution>, elapsed: Duration) -> Self {
        let found = outcome.found();
        Report {
            metric,
            optimal: found.is_some(),
            bound: found.and_then(|solution| u32::try_from(solution.len()).ok()),
            outcome,
            stopped: None,
            statistics: Statistics {
                elapsed,
                ..Statistics::default()
            },
            algorithm: Algorithm::Auto,
            heuristic: None,
            engine: Engine::Tablebase.because("as requested"),
        }
    }

    /// Returns the solution, if one was found.
    pub const fn solution(&self) -> Option<&Solution> {
        self.outcome.found()
    }

    /// Returns `solved`, `impossible` or `stopped`.
    pub const fn word(&self) -> &'static str {
        match self.outcome {
            Outcome::Found(_) => "solved",
            Outcome::Exhausted => "impossible",
            Outcome::Stopped(_) => "stopped",
        }
    }

    /// Returns the abbreviation of the algorithm, or `tablebase`.
    pub const fn method(&self) -> &'static str {
        match self.engine.name {
            Engine::Tablebase => Engine::Tablebase.word(),
            _ => self.algorithm.word(),
        }
    }
}

impl serde::Serialize for Report {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let statistics = &self.statistics;
        let solution = self.solution();
        let mut fields = serializer.serialize_struct("Report", 15)?;
        fields.serialize_field("algorithm", self.method())?;
        fields.serialize_field("heuristic", &self.heuristic)?;
        fields.serialize_field("engine", self.engine.name.word())?;
        fields.serialize_field("engine_reason", &self.engine.reason)?;
        fields.serialize_field("metric", &self.metric)?;
        fields.serialize_field("outcome", self.word())?;
        fields.serialize_field("reason", &self.stopped)?;
        fields.serialize_field("optimal", &self.optimal)?;
        fields.serialize_field("length", &solution.map(Solution::len))?;
        fields.serialize_field("steps", &solution.map(Solution::steps))?;
        fields.serialize_field("bound", &self.bound)?;
        fields.serialize_field("states", &statistics.states)?;
        fields.serialize_field("nodes", &statistics.expanded)?;
        fields.serialize_field("seconds", &statistics.elapsed.as_secs_f64())?;
        fields.serialize_field("bytes", &statistics.bytes)?;
        fields.end()
    }
}
