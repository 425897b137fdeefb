//! Answers about paths as JSON.

use huarong::control::StopReason;
use huarong::graph::Vertex;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::List;
use super::problem::{PathProblem, Proof, Spent};
use crate::cli::json;
use crate::cli::search::reason_word;

/// What `tour` and `hamilton` say. Vertices are `[row, column]` on a board or a map, from 0, and
/// numbers in a graph file, whose names then stand in `names`.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    schema: &'static str,
    outcome: &'static str,
    reason: Option<String>,
    path: Option<Path<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<Path<'a>>>,
    count: Option<Box<RawValue>>,
    /// What is counted or listed, `directed open` or `undirected closed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Whether `count` is all there are; absent where nothing was listed, or counted by `tour`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts: Option<Vec<Start<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Box<RawValue>>,
    nodes: u64,
    retreats: u64,
    seconds: f64,
    #[serde(skip)]
    problem: &'a dyn PathProblem,
}

/// A vertex from which it can be done.
#[derive(Serialize)]
struct Start<'a> {
    start: At<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Box<RawValue>>,
}

impl<'a> Answer<'a> {
    /// Something was found.
    pub(crate) fn found(problem: &'a dyn PathProblem) -> Self {
        let Spent { nodes, backtracks, elapsed } = problem.spent();
        Answer {
            schema: problem.schema(),
            outcome: "found",
            reason: None,
            path: None,
            paths: None,
            count: None,
            kind: None,
            complete: None,
            unique: None,
            starts: None,
            names: problem.names(),
            stats: problem.figures().map(|figures| figures.json),
            nodes,
            retreats: backtracks,
            seconds: elapsed.as_secs_f64(),
            problem,
        }
    }

    /// It was proven that there is none.
    pub(crate) fn impossible(problem: &'a dyn PathProblem, proof: Proof) -> Self {
        Answer { outcome: "impossible", reason: Some(proof.json), ..Self::found(problem) }
    }

    /// A limit was reached.
    pub(crate) fn stopped(problem: &'a dyn PathProblem, reason: StopReason) -> Self {
        let reason = reason_word(reason).to_owned();
        Answer { outcome: "stopped", reason: Some(reason), ..Self::found(problem) }
    }

    pub(crate) fn with_path(self, path: &'a [Vertex]) -> Self {
        Answer { path: Some(Path { problem: self.problem, vertices: path }), ..self }
    }

    pub(crate) fn with_paths(self, paths: &'a [Vec<Vertex>]) -> Self {
        let problem = self.problem;
        let paths = paths.iter().map(|vertices| Path { problem, vertices });
        let paths: Vec<Path<'_>> = paths.collect();
        Answer { path: paths.first().copied(), paths: Some(paths), ..self }
    }

    /// How many were listed or counted, and whether that is all, where it is to be said.
    pub(crate) fn with_count(self, count: &BigUint, complete: Option<bool>) -> Self {
        Answer { count: Some(json::number(count)), kind: self.problem.kind(), complete, ..self }
    }

    /// The number of all there are.
    pub(crate) fn with_exact_count(self, count: &BigUint) -> Self {
        let complete = self.problem.kind().map(|_| true);
        self.with_count(count, complete)
    }

    /// With an empty list of what would have been listed.
    pub(crate) fn listing(self, list: Option<List>) -> Self {
        match list {
            Some(List::Paths) => self.with_paths(&[]),
            Some(List::Starts) => self.with_starts(&[]),
            None => self,
        }
    }

    pub(crate) fn with_starts(self, starts: &[(Vertex, Option<BigUint>)]) -> Self {
        let problem = self.problem;
        let start = |(start, count): &(Vertex, Option<BigUint>)| Start {
            start: At { problem, vertex: *start },
            count: count.as_ref().map(json::number),
        };
        Answer { starts: Some(starts.iter().map(start).collect()), ..self }
    }
}

/// A path, written vertex by vertex: there may be very many.
#[derive(Clone, Copy)]
struct Path<'a> {
    problem: &'a dyn PathProblem,
    vertices: &'a [Vertex],
}

impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Path { problem, vertices } = *self;
        serializer.collect_seq(vertices.iter().map(|&vertex| At { problem, vertex }))
    }
}

/// A vertex: `[row, column]` where it lies somewhere, else its number.
#[derive(Clone, Copy)]
struct At<'a> {
    problem: &'a dyn PathProblem,
    vertex: Vertex,
}

impl Serialize for At<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.problem.place(self.vertex) {
            Some(place) => [place.row, place.column].serialize(serializer),
            None => self.vertex.serialize(serializer),
        }
    }
}
