//! The arguments of `huarong graph`: what is asked of a graph, answered.

use std::ffi::OsString;

use clap::Args;
use huarong::graph::{
    Colour, Components, Direction, Forest, Graph, Reach, Trail, Vertex, all, breadth_first,
    components, depth_first, dot, euler_trail, two_colouring,
};

use crate::cli::subject::{FormatArgs, LoadedGraph};

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
    /// A map or a graph file, `-` for standard input; or `knight 8x8`, the moves on a board
    #[arg(value_name = "MAP|knight")]
    pub(crate) source: OsString,
    /// The rows and columns of the board, behind `knight`
    #[arg(value_name = "ROWSxCOLS")]
    pub(crate) board: Option<OsString>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) query: QueryArgs,
    /// Print one JSON object
    #[arg(long, conflicts_with = "dot")]
    pub(crate) json: bool,
}

/// What is asked; at most one of these.
#[derive(Args, Debug)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct QueryArgs {
    /// Show vertices, edges, degrees, components and colour classes; as without any of these
    #[arg(long)]
    pub(crate) info: bool,
    /// Show the neighbours of a vertex: its number, its row and column `2,4`, or its name
    #[arg(long, visible_alias = "neighbors", value_name = "V")]
    pub(crate) neighbours: Option<String>,
    /// Search depth first: the forest, times of discovery and finish, kinds of edges
    #[arg(long)]
    pub(crate) dfs: bool,
    /// Search breadth first from a vertex: how far the others are
    #[arg(long, value_name = "V")]
    pub(crate) bfs: Option<String>,
    /// Find a trail over every edge, or say why there is none
    #[arg(long)]
    pub(crate) euler: bool,
    /// Write the graph for Graphviz
    #[arg(long)]
    pub(crate) dot: bool,
}

/// The answer to a question.
pub(crate) enum Answer {
    Info(Info),
    Neighbours(Vertex),
    DepthFirst(Forest),
    BreadthFirst(Vertex, Reach),
    Euler(Trail),
    Dot(String),
}

/// What a graph is.
pub(crate) struct Info {
    pub(crate) edges: usize,
    /// How many vertices have each degree, for those that some have.
    pub(crate) degrees: Vec<(usize, usize)>,
    pub(crate) components: Components,
    /// The vertices of each colour, where two are enough.
    pub(crate) colours: Option<[usize; 2]>,
}

impl Answer {
    pub(crate) fn new(subject: &LoadedGraph, query: &QueryArgs) -> anyhow::Result<Self> {
        let (graph, direction) = (subject.graph(), subject.direction());
        Ok(if let Some(vertex) = &query.neighbours {
            Answer::Neighbours(subject.find(vertex)?)
        } else if let Some(vertex) = &query.bfs {
            let start = subject.find(vertex)?;
            Answer::BreadthFirst(start, breadth_first(graph, start))
        } else if query.dfs {
            Answer::DepthFirst(depth_first(graph, direction))
        } else if query.euler {
            Answer::Euler(euler_trail(graph, direction))
        } else if query.dot {
            Answer::Dot(dot(graph, direction, |vertex| subject.name(vertex)))
        } else {
            Answer::Info(Info::new(graph, direction))
        })
    }
}

impl Info {
    fn new(graph: &Graph, direction: Direction) -> Self {
        let mut counts: Vec<usize> = Vec::new();
        for vertex in all(graph.vertices()) {
            let degree = graph.degree(vertex);
            counts.resize(counts.len().max(degree + 1), 0);
            counts[degree] += 1;
        }
        let white =
            |colours: &[Colour]| colours.iter().filter(|&&colour| colour == Colour::White).count();
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
