//! `huarong graph`: the size and structure of a graph, and searches of it.

use super::prelude::*;
use std::collections::{BTreeMap, HashSet};

use crate::graph::{
    BfsTree, EdgeDirection, EdgeKind, EulerTrail, Forest, Graph, NoEulerTrail, VertexColour,
    VertexNoun, all, breadth_first, components, depth_first, dot, euler_trail, two_colouring,
};

use super::{
    graph_args::FormatArgs,
    paths::drawing::{self, PathForm},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong graph knight 8x8
  huarong graph knight 8x8 --neighbours 3,3
  huarong graph torus king 5x5 --print edges
  huarong graph cat.map --dot | dot -Tsvg > cat.svg
  huarong graph --adjacency --directed six.txt --dfs
  huarong graph --edges bridges.txt --euler

Exit status: 0 done, 1 there is no trail over every edge, 2 wrong input or usage, \
3 out of memory.")]
pub struct GraphArgs {
    /// A map or a graph file, `-` for standard input, a built-in map (`cat`, `zip`), or the name of
    /// a graph, like `knight 8x8` or `petersen 7,2`
    #[arg(value_name = "GRAPH", required = true, num_args = 1..)]
    source: Vec<OsString>,
    #[command(flatten)]
    format: FormatArgs,
    #[command(flatten)]
    query: QueryArgs,
    /// Print one JSON object
    #[arg(long, conflicts_with_all = ["dot", "print"])]
    json: bool,
}

/// The question; without one, vertices, edges, degrees, components and colour classes are shown.
#[derive(Args)]
#[group(multiple = false)]
struct QueryArgs {
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
    /// Write the edges, one a line, for `--edges`
    #[arg(long, value_name = "FORM", value_parser = ["edges"])]
    print: Option<String>,
}

pub fn run(args: &GraphArgs, out: &mut dyn Write) -> Result<Exit> {
    let subject = LoadedGraph::named(&args.source, &args.format, &Limits::default())?;
    let QueryArgs {
        dfs,
        euler,
        dot,
        print,
        ..
    } = &args.query;
    let names_arcs = *dfs || *euler || *dot || print.is_some();
    subject.check_memory(if names_arcs { ARC_BYTES } else { 0 })?;
    let report = GraphReport::new(&subject, &args.query)?;
    if args.json {
        json::line(out, &GraphJson::new(&subject, &report))?;
    } else {
        write(out, &subject, &report)?;
    }
    Ok(match report {
        GraphReport::Euler { euler } if euler.trail.is_none() => Exit::Impossible,
        _ => Exit::Done,
    })
}

/// The answer to a question. As JSON, vertices are numbers.
#[derive(Serialize)]
#[serde(untagged)]
enum GraphReport {
    Info(Info),
    Neighbours {
        vertex: Vertex,
        neighbours: Vec<Vertex>,
        #[serde(skip)]
        form: PathForm,
    },
    DepthFirst {
        dfs: Forest,
    },
    BreadthFirst {
        bfs: BfsJson,
    },
    Euler {
        euler: EulerJson,
    },
    Text(String),
}

/// The size and the structure of a graph.
#[derive(Serialize)]
struct Info {
    edges: usize,
    arcs: usize,
    /// The number of vertices of each degree that occurs.
    degrees: BTreeMap<usize, usize>,
    /// The sizes of the components.
    components: Vec<usize>,
    /// The number of vertices of each colour if the graph is bipartite.
    colours: Option<[usize; 2]>,
}

#[derive(Serialize)]
struct BfsJson {
    start: Vertex,
    #[serde(flatten)]
    tree: BfsTree,
    #[serde(skip)]
    form: PathForm,
}

#[derive(Serialize)]
struct EulerJson {
    kind: &'static str,
    trail: Option<Vec<Vertex>>,
    reason: Option<String>,
    #[serde(skip)]
    why: Option<NoEulerTrail>,
}

/// A report as JSON. `cells` has the rows and columns of vertices, `names` their names.
#[derive(Serialize)]
struct GraphJson<'a> {
    schema: &'static str,
    vertices: usize,
    directed: bool,
    #[serde(flatten)]
    report: &'a GraphReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<[u32; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<&'a [String]>,
}

impl<'a> GraphJson<'a> {
    fn new(graph: &'a LoadedGraph, report: &'a GraphReport) -> Self {
        let cells = graph.all().filter_map(|vertex| graph.cell(vertex));
        let names = graph.all_names();
        GraphJson {
            schema: "huarong/graph/1",
            vertices: graph.vertex_count(),
            directed: graph.direction() == EdgeDirection::Directed,
            report,
            cells: names
                .is_none()
                .then(|| cells.map(|cell| [cell.row, cell.column]).collect()),
            names,
        }
    }
}

impl GraphReport {
    fn new(subject: &LoadedGraph, query: &QueryArgs) -> Result<Self> {
        let graph = subject.graph();
        let direction = subject.direction();
        Ok(if let Some(asked) = &query.neighbours {
            let vertex = subject.find(asked)?;
            GraphReport::Neighbours {
                vertex,
                neighbours: graph.neighbours(vertex).to_vec(),
                form: form_of(asked),
            }
        } else if let Some(asked) = &query.bfs {
            let start = subject.find(asked)?;
            let form = form_of(asked);
            let tree = breadth_first(graph, start);
            GraphReport::BreadthFirst {
                bfs: BfsJson { start, tree, form },
            }
        } else if query.dfs {
            GraphReport::DepthFirst {
                dfs: depth_first(graph, direction),
            }
        } else if query.euler {
            let (kind, trail, why) = match euler_trail(graph, direction) {
                EulerTrail::Circuit(trail) => ("circuit", Some(trail), None),
                EulerTrail::Open(trail) => ("open", Some(trail), None),
                EulerTrail::None(why) => ("none", None, Some(why)),
            };
            let reason = why.as_ref().map(NoEulerTrail::to_string);
            GraphReport::Euler {
                euler: EulerJson {
                    kind,
                    trail,
                    reason,
                    why,
                },
            }
        } else if query.dot {
            GraphReport::Text(dot(graph, direction, |vertex| subject.name(vertex)))
        } else if query.print.is_some() {
            GraphReport::Text(edge_list(subject))
        } else {
            GraphReport::Info(Info::new(graph, direction))
        })
    }
}

impl Info {
    fn new(graph: &Graph, direction: EdgeDirection) -> Self {
        let mut degrees = BTreeMap::new();
        for vertex in all(graph.vertices()) {
            *degrees.entry(graph.degree(vertex)).or_default() += 1;
        }
        let colours = two_colouring(graph).map(|colours| {
            let white = colours
                .iter()
                .filter(|&&colour| colour == VertexColour::White)
                .count();
            [white, colours.len() - white]
        });
        Info {
            edges: graph.edges(direction).count(),
            arcs: graph.arcs(),
            degrees,
            components: components(graph).sizes,
            colours,
        }
    }
}

/// Returns the form of the vertices in an answer: that of the vertex that was asked about.
fn form_of(asked: &str) -> PathForm {
    match asked {
        _ if asked.contains(',') => PathForm::Cells,
        _ if asked.contains(|mark: char| mark.is_ascii_alphabetic()) => PathForm::Algebraic,
        _ => PathForm::Names,
    }
}

/// Returns the edges as `--edges` reads them; a vertex without edges has a line of its own.
fn edge_list(subject: &LoadedGraph) -> String {
    let graph = subject.graph();
    let joined: HashSet<Vertex> = graph.arc_list().flat_map(|(from, to)| [from, to]).collect();
    let alone = subject
        .all()
        .filter(|vertex| !joined.contains(vertex))
        .map(|vertex| subject.name(vertex) + "\n");
    graph
        .edges(subject.direction())
        .map(|(from, to)| format!("{} {}\n", subject.name(from), subject.name(to)))
        .chain(alone)
        .collect()
}

/// Memory for each vertex and each arc of an answer about all arcs, beyond that of a search.
const ARC_BYTES: usize = 24;

/// Maximum number of vertices that a message names.
const NAMED: usize = 12;

fn write(out: &mut dyn Write, subject: &LoadedGraph, report: &GraphReport) -> Printed {
    match report {
        GraphReport::Info(info) => write_info(out, subject, info),
        GraphReport::Neighbours {
            neighbours, form, ..
        } => drawing::write(*form, subject, neighbours, out),
        GraphReport::DepthFirst { dfs } => write_forest(out, subject, dfs),
        GraphReport::BreadthFirst { bfs } => write_layers(out, subject, bfs),
        GraphReport::Euler { euler } => write_trail(out, subject, euler),
        GraphReport::Text(text) => out.write_all(text.as_bytes()),
    }
}

fn write_info(out: &mut dyn Write, subject: &LoadedGraph, info: &Info) -> Printed {
    let count = subject.graph().vertices();
    let arcs = info.arcs;
    let vertices = format!("{} {}", grouped(count), VertexNoun::Vertex.of(count));
    match subject.direction() {
        EdgeDirection::Directed => writeln!(out, "{vertices}, {}", counted(arcs, "directed edge"))?,
        EdgeDirection::Undirected => {
            let edges = counted(info.edges, "edge");
            writeln!(
                out,
                "{vertices}, {edges} (directed: {}{})",
                grouped(arcs),
                fill(subject)
            )?;
        }
    }
    let word = match subject.direction() {
        EdgeDirection::Directed => "out-degree",
        EdgeDirection::Undirected => "degree",
    };
    let degrees = info
        .degrees
        .iter()
        .enumerate()
        .map(|(index, (degree, &count))| match index {
            0 => format!(
                "{word} {degree}: {} {}",
                grouped(count),
                VertexNoun::Vertex.of(count)
            ),
            _ => format!(", {degree}: {}", grouped(count)),
        });
    writeln!(out, "{}", degrees.collect::<String>())?;
    match &info.components[..] {
        [_] => writeln!(out, "connected")?,
        sizes => {
            let shown = sizes
                .iter()
                .take(NAMED)
                .map(|size| grouped(*size))
                .collect::<Vec<_>>();
            let more = if sizes.len() > NAMED { " + …" } else { "" };
            let count = counted(sizes.len(), "component");
            writeln!(out, "{count}: {}{more} vertices", shown.join(" + "))?;
        }
    }
    match info.colours {
        Some(sizes) => writeln!(out, "bipartite: {}", sizes.map(grouped).join(" + ")),
        None => writeln!(out, "not bipartite: a cycle has odd length"),
    }
}

/// Formats the density of the adjacency matrix, for graphs that cannot have parallel arcs.
#[expect(clippy::cast_precision_loss, reason = "for people, to a tenth")]
fn fill(subject: &LoadedGraph) -> String {
    let graph = subject.graph();
    if subject.cell(0).is_none() {
        return String::new();
    }
    let size = graph.vertices() as f64;
    format!(
        ", {:.1} % of a full matrix",
        100.0 * graph.arcs() as f64 / (size * size)
    )
}

fn write_forest(out: &mut dyn Write, subject: &LoadedGraph, forest: &Forest) -> Printed {
    for vertex in subject.all() {
        let name = subject.name(vertex);
        let at = vertex as usize;
        let discovered = forest.discovered[at];
        let finished = forest.finished[at];
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
    for kind in [
        EdgeKind::Tree,
        EdgeKind::Back,
        EdgeKind::Forward,
        EdgeKind::Cross,
    ] {
        let mut edges = forest.edges.iter().filter(|edge| edge.2 == kind).peekable();
        if edges.peek().is_none() {
            continue;
        }
        write!(out, "{}:", kind.word())?;
        for &(from, to, _) in edges {
            write!(out, " {}{arrow}{}", subject.name(from), subject.name(to))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn write_layers(out: &mut dyn Write, subject: &LoadedGraph, bfs: &BfsJson) -> Printed {
    let BfsJson { tree, form, .. } = bfs;
    let distance = |vertex: &Vertex| tree.distances[*vertex as usize];
    for layer in tree
        .order
        .chunk_by(|one, other| distance(one) == distance(other))
    {
        write!(out, "{}: ", distance(&layer[0]).unwrap_or_default())?;
        drawing::write(*form, subject, layer, out)?;
    }
    let beyond: Vec<Vertex> = subject
        .all()
        .filter(|vertex| distance(vertex).is_none())
        .collect();
    if beyond.is_empty() {
        return Ok(());
    }
    write!(out, "out of reach: ")?;
    drawing::write(*form, subject, &beyond, out)
}

fn write_trail(out: &mut dyn Write, subject: &LoadedGraph, euler: &EulerJson) -> Printed {
    match (&euler.trail, &euler.why) {
        (_, Some(why)) => writeln!(out, "none: {why}: {}", witnesses(subject, why)),
        (Some(trail), _) if trail.is_empty() => writeln!(out, "circuit: there are no edges"),
        (trail, _) => {
            let word = if euler.kind == "open" {
                "trail"
            } else {
                euler.kind
            };
            write!(out, "{word}: ")?;
            drawing::write(
                PathForm::Names,
                subject,
                trail.as_deref().unwrap_or_default(),
                out,
            )
        }
    }
}

/// Returns the vertices that are the reason.
fn witnesses(subject: &LoadedGraph, why: &NoEulerTrail) -> String {
    let graph = subject.graph();
    let mut shown: Vec<String> = match why {
        NoEulerTrail::Odd(odd) => odd
            .iter()
            .take(NAMED + 1)
            .map(|&at| format!("{} ({})", subject.name(at), graph.degree(at)))
            .collect(),
        NoEulerTrail::Unbalanced(uneven) => uneven
            .iter()
            .take(NAMED + 1)
            .map(|&(at, surplus)| format!("{} ({surplus:+})", subject.name(at)))
            .collect(),
        NoEulerTrail::Apart(one, other) => vec![subject.name(*one), subject.name(*other)],
    };
    if shown.len() > NAMED {
        shown.truncate(NAMED);
        shown.push("…".to_owned());
    }
    shown.join(", ")
}
