//! The reports of `tour` and `hamilton` as JSON.

use crate::cli::prelude::*;
use crate::{
    backtrack::{Statistics, hamilton::Shape},
    tour::{Analysis, NoPath, SquareNumbering},
};
use serde::Serializer;
use serde_json::value::RawValue;

use super::{PathQuery, PathReport};

/// A report as JSON. Vertices are `[row, column]` on a board or a map, from 0, and numbers in a
/// graph file, whose names are in `names`.
#[derive(Serialize)]
pub struct PathJson<'a> {
    schema: &'static str,
    outcome: &'static str,
    reason: Option<String>,
    path: Option<Path<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<Path<'a>>>,
    count: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts: Option<Vec<StartVertexJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Analysis>,
    nodes: u64,
    retreats: u64,
    seconds: f64,
}

impl<'a> PathJson<'a> {
    pub fn new<'q: 'a>(query: &PathQuery<'q>, report: &'a PathReport) -> Self {
        let graph: &'a LoadedGraph = query.graph;
        let (outcome, reason) = match report.end {
            None => ("found", None),
            Some(NoPath::Stopped(reason)) => ("stopped", Some(reason.word().to_owned())),
            Some(NoPath::Impossible(reason)) => (
                "impossible",
                Some(reason.describe(graph.noun(), |vertex| {
                    graph.label_from(vertex, SquareNumbering::FromZero)
                })),
            ),
            Some(error) => ("wrong", Some(error.to_string())),
        };
        let (schema, kind) = match (graph.is_tour(), query.problem.constraints.shape) {
            (false, _) => ("huarong/hamilton/1", None),
            (true, Shape::Path) => ("huarong/tour/1", Some("directed open")),
            (true, Shape::Cycle) => ("huarong/tour/1", Some("undirected closed")),
        };
        let path = |vertices| Path { graph, vertices };
        let start = |(start, count): &(Vertex, Option<BigUint>)| StartVertexJson {
            start: VertexJson {
                graph,
                vertex: *start,
            },
            count: count.as_ref().map(json::number),
        };
        let Statistics {
            nodes, backtracks, ..
        } = query.spent.get();
        PathJson {
            schema,
            outcome,
            reason,
            path: report.path.as_deref().map(path),
            paths: report
                .paths
                .as_ref()
                .map(|all| all.iter().map(|one| path(one)).collect()),
            count: report.count.as_ref().map(json::number),
            kind: kind.filter(|_| report.count.is_some()),
            complete: report.complete,
            unique: report.unique,
            starts: report
                .starts
                .as_ref()
                .map(|starts| starts.iter().map(start).collect()),
            names: graph.all_names(),
            stats: query.analysis,
            nodes,
            retreats: backtracks,
            seconds: query.started.elapsed().as_secs_f64(),
        }
    }
}

/// A vertex from which a path exists.
#[derive(Serialize)]
struct StartVertexJson<'a> {
    start: VertexJson<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Box<RawValue>>,
}

/// A path, written vertex by vertex: there may be very many.
#[derive(Clone, Copy)]
struct Path<'a> {
    graph: &'a LoadedGraph,
    vertices: &'a [Vertex],
}

impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Path { graph, vertices } = *self;
        serializer.collect_seq(vertices.iter().map(|&vertex| VertexJson { graph, vertex }))
    }
}

/// A vertex: `[row, column]` if it has a cell, else its number.
struct VertexJson<'a> {
    graph: &'a LoadedGraph,
    vertex: Vertex,
}

impl Serialize for VertexJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.graph.cell(self.vertex) {
            Some(cell) => [cell.row, cell.column].serialize(serializer),
            None => self.vertex.serialize(serializer),
        }
    }
}
