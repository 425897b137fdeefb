//! Hamiltonian paths and cycles of any graph: every vertex once.

mod problem;

use std::ops::ControlFlow;

use crate::control::{Limits, Observer};
use crate::graph::{Graph, Vertex};

use super::engine::{self, Restarts, Search};
use problem::Path;

/// What is to be visited, and how.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// A path, or a cycle.
    pub shape: Shape,
    /// The first vertex; any, where there is none. A cycle begins there, too.
    pub start: Option<Vertex>,
    /// The last vertex; any, where there is none.
    pub end: Option<Vertex>,
    /// Vertices that must be met in this order.
    pub waypoints: Vec<Vertex>,
}

/// A path, or one whose last vertex has an arc to its first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Shape {
    /// From a vertex to another.
    #[default]
    Path,
    /// Round and back to the start.
    Cycle,
}

/// The order in which the neighbours of the head are tried.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Order {
    /// The graph's own.
    Fixed,
    /// Fewest free onward moves first.
    ///
    /// Warnsdorff: Des Rösselsprunges einfachste und allgemeinste Lösung, 1823.
    #[default]
    Warnsdorff,
    /// Most onward moves first: to show why that is lost.
    Reverse,
}

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The order of the neighbours.
    pub order: Order,
    /// Whether to begin anew when lost.
    pub restarts: Restarts,
    /// Where a search may end.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Self {
        Options { order: Order::default(), restarts: Restarts::Never, limits: Limits::default() }
    }
}

/// Shows every Hamiltonian path, or cycle, to `visit`, until that breaks.
///
/// A path is shown in each direction in which it fits the terms; a cycle with a start, too.
pub fn visit<T>(
    graph: &Graph,
    terms: &Terms,
    options: &Options,
    observer: Observer<'_>,
    mut visit: impl FnMut(&[Vertex]) -> ControlFlow<T>,
) -> Search<T> {
    let mut path = Path::new(graph, terms, options.order);
    engine::search(&mut path, options.restarts, &options.limits, observer, |path| {
        visit(path.vertices())
    })
}

/// The first Hamiltonian path or cycle that is found.
pub fn first(
    graph: &Graph,
    terms: &Terms,
    options: &Options,
    observer: Observer<'_>,
) -> Search<Vec<Vertex>> {
    visit(graph, terms, options, observer, |path| ControlFlow::Break(path.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Outcome;
    use crate::graph::{Leaper, leaper_graph};

    #[test]
    fn plain_search_enters_13648_vertices_on_the_5_by_5_board() {
        let graph = leaper_graph(5, 5, Leaper::KNIGHT);
        let terms = Terms { start: Some(12), ..Terms::default() };
        let options = Options { order: Order::Fixed, ..Options::default() };
        let search = first(&graph, &terms, &options, &mut |_| ControlFlow::Continue(()));
        let Outcome::Found(path) = search.outcome else { panic!("there is a tour") };
        assert_eq!(path[..5], [12, 5, 2, 9, 18]);
        assert_eq!(search.statistics.nodes, 13_648);
    }
}
