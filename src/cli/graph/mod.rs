//! `huarong graph`: what a graph is, and searches of it.

mod text;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::Args;
use huarong::graph::{
    BfsTree, Components, EdgeDirection, EulerTrail, Forest, Graph, Vertex, VertexColour, all,
    breadth_first, components, depth_first, dot, euler_trail, two_colouring,
};

use super::diagnostics::UserError;
use super::exit::Exit;
use super::json;
use super::subject::{FormatArgs, LoadedGraph};

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
        json::line(out, &text::object(&subject, &answer))?;
    } else {
        text::write(out, &subject, &answer)?;
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
