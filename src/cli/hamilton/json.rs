//! Answers about paths as JSON.

use huarong::control::StopReason;
use huarong::graph::Vertex;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::quest::{Proof, Quest};
use crate::cli::search::reason_word;
use crate::cli::subject::{Subject, Vertices};

/// What `hamilton` says. Vertices are `[row, column]` on a map, and numbers in a graph file, whose
/// names then stand in `names`.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    schema: &'static str,
    outcome: &'static str,
    reason: Option<String>,
    path: Option<Path<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<Path<'a>>>,
    count: Option<Box<RawValue>>,
    /// Whether `count` is all there are; absent where nothing was listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts: Option<Vec<Start<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<&'a [String]>,
    nodes: u64,
    retreats: u64,
    seconds: f64,
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
    pub(super) fn found(quest: &Quest<'a>) -> Self {
        let names = match &quest.subject.vertices {
            Vertices::Words(named) => Some(named.names.as_slice()),
            Vertices::Cells(_) | Vertices::Squares { .. } => None,
        };
        Answer {
            schema: "huarong/hamilton/1",
            outcome: "found",
            reason: None,
            path: None,
            paths: None,
            count: None,
            complete: None,
            unique: None,
            starts: None,
            names,
            nodes: quest.effort.nodes,
            retreats: quest.effort.retreats,
            seconds: quest.elapsed().as_secs_f64(),
        }
    }

    /// It was proven that there is none.
    pub(super) fn impossible(quest: &Quest<'a>, proof: Proof) -> Self {
        let outcome = "impossible";
        Answer { outcome, reason: Some(proof.to_string()), ..Self::found(quest) }
    }

    /// A limit was reached.
    pub(super) fn stopped(quest: &Quest<'a>, reason: StopReason) -> Self {
        let outcome = "stopped";
        Answer { outcome, reason: Some(reason_word(reason).to_owned()), ..Self::found(quest) }
    }

    pub(super) fn with_path(self, subject: &'a Subject, path: &'a [Vertex]) -> Self {
        Answer { path: Some(Path { subject, vertices: path }), ..self }
    }

    pub(super) fn with_paths(self, subject: &'a Subject, paths: &'a [Vec<Vertex>]) -> Self {
        let paths = paths.iter().map(|vertices| Path { subject, vertices });
        let paths: Vec<Path<'_>> = paths.collect();
        Answer { path: paths.first().copied(), paths: Some(paths), ..self }
    }

    pub(super) fn with_count(self, count: &BigUint) -> Self {
        Answer { count: Some(number(count)), ..self }
    }

    pub(super) fn with_complete(self, complete: bool) -> Self {
        Answer { complete: Some(complete), ..self }
    }

    pub(super) fn with_unique(self, unique: bool) -> Self {
        Answer { unique: Some(unique), ..self }
    }

    pub(super) fn with_starts(
        self,
        subject: &'a Subject,
        starts: &[(Vertex, Option<BigUint>)],
    ) -> Self {
        let start = |(start, count): &(Vertex, Option<BigUint>)| Start {
            start: At { subject, vertex: *start },
            count: count.as_ref().map(number),
        };
        Answer { starts: Some(starts.iter().map(start).collect()), ..self }
    }
}

/// A number of any length.
fn number(number: &BigUint) -> Box<RawValue> {
    RawValue::from_string(number.to_string()).expect("digits are a number")
}

/// A path, written vertex by vertex: there may be very many.
#[derive(Clone, Copy)]
struct Path<'a> {
    subject: &'a Subject,
    vertices: &'a [Vertex],
}

impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Path { subject, vertices } = *self;
        serializer.collect_seq(vertices.iter().map(|&vertex| At { subject, vertex }))
    }
}

/// A vertex: `[row, column]` on a map, else its number.
#[derive(Clone, Copy)]
struct At<'a> {
    subject: &'a Subject,
    vertex: Vertex,
}

impl Serialize for At<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.subject.place(self.vertex) {
            Some(place) => [place.row, place.column].serialize(serializer),
            None => self.vertex.serialize(serializer),
        }
    }
}
