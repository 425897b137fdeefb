//! `huarong graph`: what a graph is, and searches of it.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use huarong::graph::{
    BfsTree, Components, EdgeDirection, EdgeKind, EulerTrail, Forest, Graph, NoEulerTrail, Vertex,
    VertexColour, all, breadth_first, components, depth_first, dot, euler_trail, two_colouring,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::diagnostics::UserError;
use super::exit::Exit;
use super::json;
use super::subject::{FormatArgs, LoadedGraph};
use crate::cli::numbers::{counted, grouped};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong graph knight 8x8
  huarong graph knight 8x8 --neighbours 3,3
  huarong graph cat.map --dot | dot -Tsvg > cat.svg
  huarong graph --adjacency --directed six.txt --dfs
  huarong graph --edges bridges.txt --euler

Exit status: 0 done, 1 there is no trail over every edge, 2 wrong input or usage.")]
pub(crate) struct GraphArgs {
    /// A map or a graph file, `-` for standard input, or a map that is built in: `cat`, `zip`; or
    /// `knight 8x8`, the moves on a board
    #[arg(value_name = "MAP|knight")]
    source: OsString,
    /// The width and height of the board, behind `knight`: `4x5` is 4 wide, 5 high
    #[arg(value_name = "WxH")]
    board: Option<OsString>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    query: QueryArgs,
    /// Print one JSON object
    #[arg(long, conflicts_with = "dot")]
    json: bool,
}

/// What is asked; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
struct QueryArgs {
    /// Show vertices, edges, degrees, components and colour classes; as without any of these
    #[arg(long)]
    info: bool,
    /// Show the neighbours of a vertex: its number, its row and column from 1, `3,5`, or its name
    #[arg(long, visible_alias = "neighbors", value_name = "V")]
    neighbours: Option<String>,
    /// Search depth first: the forest, times of discovery and finish, kinds of edges
    #[arg(long)]
    dfs: bool,
    /// Search breadth first from a vertex: how far the others are
    #[arg(long, value_name = "V")]
    bfs: Option<String>,
    /// Find a trail over every edge, or say why there is none
    #[arg(long)]
    euler: bool,
    /// Write the graph for Graphviz
    #[arg(long)]
    dot: bool,
}

pub(crate) fn run(args: &GraphArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let subject = subject(args)?;
    let answer = GraphReport::new(&subject, &args.query)?;
    if args.json {
        json::line(out, &object(&subject, &answer))?;
    } else {
        write(out, &subject, &answer)?;
    }
    Ok(match answer {
        GraphReport::Euler(EulerTrail::None(_)) => Exit::Impossible,
        _ => Exit::Done,
    })
}

fn subject(args: &GraphArgs) -> anyhow::Result<LoadedGraph> {
    let FormatArgs { adjacency, matrix, edges, directed } = args.format;
    let is_board = args.source == "knight";
    match &args.board {
        Some(_) if is_board && (adjacency || matrix || edges || directed) => {
            let help = "leave the format away: it is for graph files";
            Err(UserError::new("a board is no graph file", help).into())
        }
        Some(board) if is_board => LoadedGraph::board(board),
        None if is_board && !Path::new("knight").exists() => {
            let help = "name the board as well: `knight 8x8`";
            Err(UserError::new("the board for the knight is missing", help).into())
        }
        Some(board) => {
            let message = format!("`{}` is one argument too many", board.display());
            Err(UserError::new(message, "a board is named like `knight 8x8`").into())
        }
        None => LoadedGraph::read(&args.source, &args.format),
    }
}

/// The answer to a question.
enum GraphReport {
    Info(Info),
    Neighbours(Vertex),
    DepthFirst(Forest),
    BreadthFirst(Vertex, BfsTree),
    Euler(EulerTrail),
    Dot(String),
}

/// What a graph is.
struct Info {
    edges: usize,
    /// How many vertices have each degree, for those that some have.
    degrees: Vec<(usize, usize)>,
    components: Components,
    /// The vertices of each colour, where two are enough.
    colours: Option<[usize; 2]>,
}

impl GraphReport {
    fn new(subject: &LoadedGraph, query: &QueryArgs) -> anyhow::Result<Self> {
        let (graph, direction) = (subject.graph(), subject.direction());
        Ok(if let Some(vertex) = &query.neighbours {
            GraphReport::Neighbours(subject.find(vertex)?)
        } else if let Some(vertex) = &query.bfs {
            let start = subject.find(vertex)?;
            GraphReport::BreadthFirst(start, breadth_first(graph, start))
        } else if query.dfs {
            GraphReport::DepthFirst(depth_first(graph, direction))
        } else if query.euler {
            GraphReport::Euler(euler_trail(graph, direction))
        } else if query.dot {
            GraphReport::Dot(dot(graph, direction, |vertex| subject.name(vertex)))
        } else {
            GraphReport::Info(Info::new(graph, direction))
        })
    }
}

impl Info {
    fn new(graph: &Graph, direction: EdgeDirection) -> Self {
        let mut counts: Vec<usize> = Vec::new();
        for vertex in all(graph.vertices()) {
            let degree = graph.degree(vertex);
            counts.resize(counts.len().max(degree + 1), 0);
            counts[degree] += 1;
        }
        let white = |colours: &[VertexColour]| {
            colours.iter().filter(|&&colour| colour == VertexColour::White).count()
        };
        let colours = two_colouring(graph).map(|colours| {
            let white = white(&colours);
            [white, colours.len() - white]
        });
        Info {
            edges: graph.edges(direction).count(),
            degrees: counts.into_iter().enumerate().filter(|&(_, count)| count > 0).collect(),
            components: components(graph),
            colours,
        }
    }
}

/// Vertices that a message names before it says `…`.
const NAMED: usize = 12;

fn write(out: &mut dyn Write, subject: &LoadedGraph, answer: &GraphReport) -> io::Result<()> {
    match answer {
        GraphReport::Info(info) => write_info(out, subject, info),
        GraphReport::Neighbours(vertex) => {
            writeln!(out, "{}", subject.names(subject.graph().neighbours(*vertex)))
        }
        GraphReport::DepthFirst(forest) => write_forest(out, subject, forest),
        GraphReport::BreadthFirst(_, reach) => write_reach(out, subject, reach),
        GraphReport::Euler(trail) => write_trail(out, subject, trail),
        GraphReport::Dot(text) => out.write_all(text.as_bytes()),
    }
}

fn write_info(out: &mut dyn Write, subject: &LoadedGraph, info: &Info) -> io::Result<()> {
    let graph = subject.graph();
    let (vertices, arcs) = (vertices(graph.vertices()), graph.arcs());
    match subject.direction() {
        EdgeDirection::Directed => writeln!(out, "{vertices}, {}", counted(arcs, "directed edge"))?,
        EdgeDirection::Undirected => {
            let edges = counted(info.edges, "edge");
            writeln!(out, "{vertices}, {edges} (directed: {arcs}{})", fill(subject))?;
        }
    }
    let degrees = info.degrees.iter().map(|(degree, count)| format!("{degree} of {count}"));
    let which = match subject.direction() {
        EdgeDirection::Directed => "out-degrees",
        EdgeDirection::Undirected => "degrees",
    };
    writeln!(out, "{which}: {}", degrees.collect::<Vec<_>>().join(", "))?;
    match &info.components.sizes[..] {
        [_] => writeln!(out, "connected")?,
        sizes => {
            let shown = sizes.iter().take(NAMED).map(usize::to_string).collect::<Vec<_>>();
            let more = if sizes.len() > NAMED { ", …" } else { "" };
            let count = counted(sizes.len(), "component");
            writeln!(out, "{count}, of {}{more} vertices", shown.join(", "))?;
        }
    }
    match info.colours {
        Some([white, black]) => writeln!(out, "two colours are enough: {white} and {black}"),
        None => writeln!(out, "two colours are not enough: there is a cycle of odd length"),
    }
}

/// How much of the full matrix the arcs are, where there can be no parallel ones.
#[expect(clippy::cast_precision_loss, reason = "for people, to a tenth")]
fn fill(subject: &LoadedGraph) -> String {
    let graph = subject.graph();
    if subject.place(0).is_none() {
        return String::new();
    }
    let size = graph.vertices() as f64;
    format!(", {:.1} % of a full matrix", 100.0 * graph.arcs() as f64 / (size * size))
}

fn vertices(count: usize) -> String {
    let word = if count == 1 { "vertex" } else { "vertices" };
    format!("{} {word}", grouped(count))
}

fn write_forest(out: &mut dyn Write, subject: &LoadedGraph, forest: &Forest) -> io::Result<()> {
    for (vertex, name) in names(subject) {
        let at = vertex as usize;
        let (discovered, finished) = (forest.discovered[at], forest.finished[at]);
        write!(out, "{name} {discovered}/{finished}")?;
        match forest.predecessors[at] {
            Some(before) => writeln!(out, " from {}", subject.name(before))?,
            None => writeln!(out, " root")?,
        }
    }
    let arrow = match subject.direction() {
        EdgeDirection::Directed => "→",
        EdgeDirection::Undirected => "–",
    };
    for kind in [EdgeKind::Tree, EdgeKind::Back, EdgeKind::Forward, EdgeKind::Cross] {
        let edges = forest
            .edges
            .iter()
            .filter(|edge| edge.2 == kind)
            .map(|&(from, to, _)| format!("{}{arrow}{}", subject.name(from), subject.name(to)));
        let edges: Vec<String> = edges.collect();
        if !edges.is_empty() {
            writeln!(out, "{}: {}", kind.word(), edges.join(" "))?;
        }
    }
    Ok(())
}

/// The vertices and their names.
fn names(subject: &LoadedGraph) -> impl Iterator<Item = (Vertex, String)> {
    all(subject.graph().vertices()).map(|vertex| (vertex, subject.name(vertex)))
}

fn write_reach(out: &mut dyn Write, subject: &LoadedGraph, reach: &BfsTree) -> io::Result<()> {
    let distance = |vertex: &Vertex| reach.distances[*vertex as usize];
    for layer in reach.order.chunk_by(|one, other| distance(one) == distance(other)) {
        writeln!(out, "{}: {}", distance(&layer[0]).unwrap_or_default(), subject.names(layer))?;
    }
    let beyond: Vec<String> = names(subject)
        .filter(|(vertex, _)| distance(vertex).is_none())
        .map(|(_, name)| name)
        .collect();
    if beyond.is_empty() { Ok(()) } else { writeln!(out, "out of reach: {}", beyond.join(" ")) }
}

fn write_trail(out: &mut dyn Write, subject: &LoadedGraph, trail: &EulerTrail) -> io::Result<()> {
    match trail {
        EulerTrail::Circuit(way) if way.is_empty() => writeln!(out, "circuit: there are no edges"),
        EulerTrail::Circuit(way) => writeln!(out, "circuit: {}", subject.names(way)),
        EulerTrail::Open(way) => writeln!(out, "trail: {}", subject.names(way)),
        EulerTrail::None(why) => writeln!(out, "none: {why}: {}", witnesses(subject, why)),
    }
}

/// The vertices that are the reason.
fn witnesses(subject: &LoadedGraph, why: &NoEulerTrail) -> String {
    let graph = subject.graph();
    let mut shown: Vec<String> = match why {
        NoEulerTrail::Odd(odd) => {
            let odd = odd.iter().take(NAMED + 1);
            odd.map(|&at| format!("{} ({})", subject.name(at), graph.degree(at))).collect()
        }
        NoEulerTrail::Unbalanced(uneven) => {
            let uneven = uneven.iter().take(NAMED + 1);
            uneven.map(|&(at, surplus)| format!("{} ({surplus:+})", subject.name(at))).collect()
        }
        NoEulerTrail::Apart(one, other) => vec![subject.name(*one), subject.name(*other)],
    };
    if shown.len() > NAMED {
        shown.truncate(NAMED);
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// The answer as one object. Vertices are numbers; `names` says what they are called where they
/// have names, `cells` where they lie.
fn object(subject: &LoadedGraph, answer: &GraphReport) -> impl Serialize {
    let graph = subject.graph();
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
    put("vertices", graph.vertices().into());
    put("directed", (subject.direction() == EdgeDirection::Directed).into());
    match answer {
        GraphReport::Info(info) => {
            put("edges", info.edges.into());
            put("arcs", graph.arcs().into());
            put("degrees", degrees(info));
            put("components", info.components.sizes.clone().into());
            put("colours", json!(info.colours));
        }
        GraphReport::Neighbours(vertex) => {
            put("vertex", (*vertex).into());
            put("neighbours", graph.neighbours(*vertex).into());
        }
        GraphReport::DepthFirst(forest) => drop(put("dfs", forest_object(forest))),
        GraphReport::BreadthFirst(start, reach) => drop(put("bfs", reach_object(*start, reach))),
        GraphReport::Euler(trail) => drop(put("euler", trail_object(trail))),
        GraphReport::Dot(_) => unreachable!("`--dot` is not told as JSON"),
    }
    let named: Vec<Value> = all(graph.vertices()).map(|vertex| title(subject, vertex)).collect();
    put(if subject.place(0).is_some() { "cells" } else { "names" }, named.into());
    json::JsonObject { schema: "huarong/graph/1", fields: object }
}

/// Where a vertex lies, or what it is called.
fn title(subject: &LoadedGraph, vertex: Vertex) -> Value {
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

fn reach_object(start: Vertex, reach: &BfsTree) -> Value {
    json!({
        "start": start,
        "distances": reach.distances,
        "predecessors": reach.predecessors,
        "order": reach.order,
    })
}

fn trail_object(trail: &EulerTrail) -> Value {
    match trail {
        EulerTrail::Circuit(way) => json!({ "kind": "circuit", "trail": way, "reason": null }),
        EulerTrail::Open(way) => json!({ "kind": "open", "trail": way, "reason": null }),
        EulerTrail::None(why) => {
            json!({ "kind": "none", "trail": null, "reason": why.to_string() })
        }
    }
}
