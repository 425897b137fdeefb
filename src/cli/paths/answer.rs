//! Answers about paths as JSON.

use huarong::control::StopReason;
use huarong::graph::Vertex;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::ListKind;
use super::problem::{Infeasibility, PathProblem, SearchCost};
use crate::cli::json;
use crate::cli::search::reason_word;

/// What `tour` and `hamilton` say. Vertices are `[row, column]` on a board or a map, from 0, and
/// numbers in a graph file, whose names then stand in `names`.
#[derive(Serialize)]
pub(crate) struct PathReport<'a> {
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
    starts: Option<Vec<StartVertexJson<'a>>>,
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
struct StartVertexJson<'a> {
    start: VertexJson<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Box<RawValue>>,
}

impl<'a> PathReport<'a> {
    /// Something was found.
    pub(crate) fn found(problem: &'a dyn PathProblem) -> Self {
        let SearchCost { nodes, backtracks, elapsed } = problem.spent();
        PathReport {
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
    pub(crate) fn impossible(problem: &'a dyn PathProblem, proof: Infeasibility) -> Self {
        PathReport { outcome: "impossible", reason: Some(proof.json), ..Self::found(problem) }
    }

    /// A limit was reached.
    pub(crate) fn stopped(problem: &'a dyn PathProblem, reason: StopReason) -> Self {
        let reason = reason_word(reason).to_owned();
        PathReport { outcome: "stopped", reason: Some(reason), ..Self::found(problem) }
    }

    pub(crate) fn with_path(self, path: &'a [Vertex]) -> Self {
        PathReport { path: Some(Path { problem: self.problem, vertices: path }), ..self }
    }

    pub(crate) fn with_paths(self, paths: &'a [Vec<Vertex>]) -> Self {
        let problem = self.problem;
        let paths = paths.iter().map(|vertices| Path { problem, vertices });
        let paths: Vec<Path<'_>> = paths.collect();
        PathReport { path: paths.first().copied(), paths: Some(paths), ..self }
    }

    /// How many were listed or counted, and whether that is all, where it is to be said.
    pub(crate) fn with_count(self, count: &BigUint, complete: Option<bool>) -> Self {
        PathReport { count: Some(json::number(count)), kind: self.problem.kind(), complete, ..self }
    }

    /// The number of all there are.
    pub(crate) fn with_exact_count(self, count: &BigUint) -> Self {
        let complete = self.problem.kind().map(|_| true);
        self.with_count(count, complete)
    }

    /// With an empty list of what would have been listed.
    pub(crate) fn listing(self, list: Option<ListKind>) -> Self {
        match list {
            Some(ListKind::Paths) => self.with_paths(&[]),
            Some(ListKind::Starts) => self.with_starts(&[]),
            None => self,
        }
    }

    pub(crate) fn with_starts(self, starts: &[(Vertex, Option<BigUint>)]) -> Self {
        let problem = self.problem;
        let start = |(start, count): &(Vertex, Option<BigUint>)| StartVertexJson {
            start: VertexJson { problem, vertex: *start },
            count: count.as_ref().map(json::number),
        };
        PathReport { starts: Some(starts.iter().map(start).collect()), ..self }
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
        serializer.collect_seq(vertices.iter().map(|&vertex| VertexJson { problem, vertex }))
    }
}

/// A vertex: `[row, column]` where it lies somewhere, else its number.
#[derive(Clone, Copy)]
struct VertexJson<'a> {
    problem: &'a dyn PathProblem,
    vertex: Vertex,
}

impl Serialize for VertexJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.problem.place(self.vertex) {
            Some(place) => [place.row, place.column].serialize(serializer),
            None => self.vertex.serialize(serializer),
        }
    }
}
