//! What is asked of a graph, answered.

use huarong::graph::{
    Colour, Components, Direction, Forest, Graph, Reach, Trail, Vertex, all, breadth_first,
    components, depth_first, dot, euler_trail, two_colouring,
};

use super::args::QueryArgs;
use crate::cli::subject::Subject;

/// The answer to a question.
pub(super) enum Answer {
    Info(Info),
    Neighbours(Vertex),
    DepthFirst(Forest),
    BreadthFirst(Vertex, Reach),
    Euler(Trail),
    Dot(String),
}

/// What a graph is.
pub(super) struct Info {
    pub(super) edges: usize,
    /// How many vertices have each degree, for those that some have.
    pub(super) degrees: Vec<(usize, usize)>,
    pub(super) components: Components,
    /// The vertices of each colour, where two are enough.
    pub(super) colours: Option<[usize; 2]>,
}

impl Answer {
    pub(super) fn new(subject: &Subject, query: &QueryArgs) -> anyhow::Result<Self> {
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
