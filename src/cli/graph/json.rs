//! Answers about a graph as JSON.

use huarong::graph::{Direction, Forest, Reach, Trail, Vertex, all};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Info};
use crate::cli::subject::Subject;

/// The answer as one object. Vertices are numbers; `names` says what they are called where they
/// have names, `cells` where they lie.
pub(super) fn object(subject: &Subject, answer: &Answer) -> Value {
    let graph = subject.graph();
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("schema", "huarong/graph/1".into());
    put("vertices", graph.vertices().into());
    put("directed", (subject.direction() == Direction::Directed).into());
    match answer {
        Answer::Info(info) => {
            put("edges", info.edges.into());
            put("arcs", graph.arcs().into());
            put("degrees", degrees(info));
            put("components", info.components.sizes.clone().into());
            put("colours", json!(info.colours));
        }
        Answer::Neighbours(vertex) => {
            put("vertex", (*vertex).into());
            put("neighbours", graph.neighbours(*vertex).into());
        }
        Answer::DepthFirst(forest) => drop(put("dfs", forest_object(forest))),
        Answer::BreadthFirst(start, reach) => drop(put("bfs", reach_object(*start, reach))),
        Answer::Euler(trail) => drop(put("euler", trail_object(trail))),
        Answer::Dot(text) => drop(put("dot", text.as_str().into())),
    }
    let named: Vec<Value> = all(graph.vertices()).map(|vertex| title(subject, vertex)).collect();
    put(if subject.place(0).is_some() { "cells" } else { "names" }, named.into());
    Value::Object(object)
}

/// Where a vertex lies, or what it is called.
fn title(subject: &Subject, vertex: Vertex) -> Value {
    match subject.place(vertex) {
        Some(place) => json!([place.row, place.column]),
        None => subject.name(vertex).into(),
    }
}

fn degrees(info: &Info) -> Value {
    let counts = info.degrees.iter().map(|(degree, count)| (degree.to_string(), (*count).into()));
    Value::Object(counts.collect())
}

fn forest_object(forest: &Forest) -> Value {
    let edges = forest.edges.iter().map(|(from, to, kind)| json!([from, to, kind.word()]));
    json!({
        "predecessors": forest.predecessors,
        "discovered": forest.discovered,
        "finished": forest.finished,
        "edges": edges.collect::<Vec<Value>>(),
    })
}

fn reach_object(start: Vertex, reach: &Reach) -> Value {
    json!({
        "start": start,
        "distances": reach.distances,
        "predecessors": reach.predecessors,
        "order": reach.order,
    })
}

fn trail_object(trail: &Trail) -> Value {
    match trail {
        Trail::Circuit(way) => json!({ "kind": "circuit", "trail": way }),
        Trail::Open(way) => json!({ "kind": "open", "trail": way }),
        Trail::None(why) => json!({ "kind": "none", "trail": null, "reason": why.to_string() }),
    }
}
