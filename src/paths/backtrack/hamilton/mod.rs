//! Hamiltonian paths and cycles of any graph, directed or undirected.
//!
//! There are two methods, each a [`Problem`](super::Problem) for the engine. *Path extension* adds
//! a vertex at the head of a path, in the [order](VertexOrder) of a rule such as Warnsdorff's.
//! *Edge assignment* takes and drops edges anywhere until they form one cycle. It prunes more: it
//! solves a map of 30 × 30 cells, or proves it impossible, in a millisecond. Path extension is
//! faster if the rule leads straight to the end, as it does on most chessboards.
//!
//! ```
//! use huarong::backtrack::hamilton::{self, Options, Constraints};
//! use huarong::control::{Outcome, unobserved};
//! use huarong::graph::{Leaper, leaper_graph};
//!
//! let board = leaper_graph(8, 8, Leaper::KNIGHT);
//! let constraints = Constraints::default().with_start(Some(22));
//! let search = hamilton::first(&board, &constraints, &Options::default(), &mut unobserved)?;
//! let Outcome::Found(tour) = search.outcome else { panic!("there is a tour") };
//! assert_eq!(tour[..5], [22, 7, 13, 3, 9]);
//! assert_eq!((search.statistics.nodes, search.statistics.backtracks), (64, 0));
//! # Ok::<(), hamilton::UnknownVertex>(())
//! ```

mod edges;
mod options;
mod path_extension;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, convert::Infallible, ops::ControlFlow};

use crate::{
    control::{Monitor, Observer, Outcome, StopReason},
    graph::{Graph, Vertex, all},
};

use super::{AttemptEnd, BacktrackResult, Backtracker, Statistics, VisitEnd};
use edges::{EdgeAssignment, SolutionMode};
use options::{Colouring, ResolvedConstraints};
use path_extension::PathExtension;

#[doc(no_inline)]
pub use crate::graph::{Constraints, Shape, UnknownVertex};
pub use options::{Method, Options, Pruning, PruningSet, TieBreak, VertexOrder};

/// Returns the memory for a graph and a search in which a path grows over it, in bytes. A vertex
/// takes 44 bytes: in the graph, its cell on a map, its place in the path, its level on the stack.
/// An arc takes 9 bytes: in the graph, and the choice that it may be.
pub const fn memory_needed(vertices: usize, arcs: usize) -> usize {
    vertices
        .saturating_mul(44)
        .saturating_add(arcs.saturating_mul(9))
}

/// Passes every Hamiltonian path, or cycle, to `visit`, until that breaks, once in each direction
/// that meets the constraints. A cycle begins at its start, or ends at its end, or else begins at
/// the first waypoint or vertex 0. In an undirected graph, each comes twice if the constraints
/// allow both directions.
///
/// # Errors
/// If the graph does not have a vertex that the constraints name.
///
/// # Complexity
/// Time and memory linear in the graph for the preparation.
pub fn visit<T>(
    graph: &Graph,
    constraints: &Constraints,
    options: &Options,
    observer: Observer<'_>,
    mut visit: impl FnMut(&[Vertex]) -> ControlFlow<T>,
) -> Result<BacktrackResult<VisitEnd<T>>, UnknownVertex> {
    run(
        graph,
        constraints,
        options,
        SolutionMode::All,
        observer,
        |found| found.show(&mut visit),
    )
}

/// Returns the first Hamiltonian path or cycle that is found, and reports progress.
///
/// # Errors
/// If the graph does not have a vertex that the constraints name.
pub fn first(
    graph: &Graph,
    constraints: &Constraints,
    options: &Options,
    observer: Observer<'_>,
) -> Result<BacktrackResult<Outcome<Vec<Vertex>>>, UnknownVertex> {
    let search = run(
        graph,
        constraints,
        options,
        SolutionMode::First,
        observer,
        |found| found.show(&mut |path| ControlFlow::Break(path.to_vec())),
    )?;
    let outcome = match search.outcome {
        VisitEnd::Broken(path) => Outcome::Found(path),
        VisitEnd::Complete => Outcome::Exhausted,
        VisitEnd::Stopped(reason) => Outcome::Stopped(reason),
    };
    Ok(BacktrackResult {
        outcome,
        statistics: search.statistics,
    })
}

/// Counts the Hamiltonian paths or cycles, and reports progress.
///
/// # Errors
/// If the graph does not have a vertex that the constraints name.
pub fn count(
    graph: &Graph,
    constraints: &Constraints,
    options: &Options,
    observer: Observer<'_>,
) -> Result<BacktrackResult<SolutionCount>, UnknownVertex> {
    let mut sequences = 0;
    let search = run(
        graph,
        constraints,
        options,
        SolutionMode::All,
        observer,
        |found| {
            sequences += found.number();
            ControlFlow::<Infallible>::Continue(())
        },
    )?;
    let is_reversible =
        constraints.is_reversible(graph.vertices()) && Arcs::new(graph).are_undirected();
    // A search that is stopped may have found a path and not its reverse.
    let solutions = if is_reversible {
        sequences.div_ceil(2)
    } else {
        sequences
    };
    let stopped = match search.outcome {
        VisitEnd::Complete => None,
        VisitEnd::Stopped(reason) => Some(reason),
    };
    Ok(BacktrackResult {
        outcome: SolutionCount {
            solutions,
            sequences,
            stopped,
        },
        statistics: search.statistics,
    })
}

/// A number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolutionCount {
    /// The number of paths or cycles that the search found. If each arc has its reverse, both
    /// directions count as one.
    pub solutions: u64,
    /// The number of sequences of vertices that [`visit()`] would visit for them.
    pub sequences: u64,
    /// The reason why the search was stopped; `None` if these are all.
    pub stopped: Option<StopReason>,
}

/// A solution as a method represents it.
enum SolutionRef<'a, 'b> {
    Grown(&'a [Vertex]),
    Decided(&'a EdgeAssignment<'b>),
}

/// The methods, in the order of use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MethodPlan {
    PathExtension,
    EdgeAssignment,
    /// Path extension with a budget of backtracks, then edge assignment.
    GrowThenEdges,
}

fn run<T>(
    graph: &Graph,
    constraints: &Constraints,
    options: &Options,
    wanted: SolutionMode,
    observer: Observer<'_>,
    mut visit: impl FnMut(&SolutionRef<'_, '_>) -> ControlFlow<T>,
) -> Result<BacktrackResult<VisitEnd<T>>, UnknownVertex> {
    constraints.check(graph.vertices())?;
    // The engine is compiled for each problem, but not for each visitor.
    let mut found = None;
    let mut visit = |solution: &SolutionRef<'_, '_>| match visit(solution) {
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
        ControlFlow::Break(value) => {
            found = Some(value);
            ControlFlow::Break(())
        }
    };
    let mut statistics = Statistics::default();
    let mut monitor = Monitor::new(options.limits, observer);
    let arcs = Arcs::new(graph);
    let is_short = constraints.shape == Shape::Cycle && arcs.vertices() < 3;
    let outcome = match ResolvedConstraints::new(constraints, arcs.vertices()) {
        None => VisitEnd::Complete,
        Some(_) if is_short && !options.allows_pairs => VisitEnd::Complete,
        Some(route) => run_methods(
            &arcs,
            &route,
            options,
            wanted,
            &mut monitor,
            &mut statistics,
            &mut visit,
        ),
    };
    statistics.elapsed = monitor.elapsed();
    let outcome = match outcome {
        VisitEnd::Complete => VisitEnd::Complete,
        VisitEnd::Broken(()) => VisitEnd::Broken(found.expect("the visitor broke with it")),
        VisitEnd::Stopped(reason) => VisitEnd::Stopped(reason),
    };
    Ok(BacktrackResult {
        outcome,
        statistics,
    })
}

fn run_methods(
    arcs: &Arcs<'_>,
    route: &ResolvedConstraints,
    options: &Options,
    wanted: SolutionMode,
    monitor: &mut Monitor<'_>,
    statistics: &mut Statistics,
    visit: &mut dyn FnMut(&SolutionRef<'_, '_>) -> ControlFlow<()>,
) -> VisitEnd<()> {
    let plan = if route.steps.is_empty() {
        plan(options, arcs.vertices(), wanted)
    } else {
        MethodPlan::PathExtension
    };
    let Options {
        order, restarts, ..
    } = options;
    // A cycle of two vertices uses an edge twice, which the prunings exclude.
    let prunings = if arcs.vertices() < 3 {
        PruningSet::NONE
    } else {
        options.prunings
    };
    let mut grown = |path: &PathExtension<'_>| visit(&SolutionRef::Grown(path.vertices()));
    match plan {
        MethodPlan::EdgeAssignment => {}
        MethodPlan::PathExtension => {
            if prunings.has(Pruning::Colours) && Colouring::of(arcs).forbids(route) {
                return VisitEnd::Complete;
            }
            let mut path = PathExtension::new(arcs, route, order, prunings);
            return Backtracker::default()
                .attempts(&mut path, *restarts, monitor, statistics, grown);
        }
        MethodPlan::GrowThenEdges => {
            // Edge assignment does the expensive prunings.
            let cheap = prunings
                .without(Pruning::Blocks)
                .without(Pruning::TwoFactor);
            let mut path = PathExtension::new(arcs, route, order, cheap);
            let budget = Some(grow_budget(arcs.vertices()));
            match Backtracker::default().attempt(&mut path, budget, monitor, statistics, &mut grown)
            {
                AttemptEnd::Finished(outcome) => return outcome,
                AttemptEnd::BudgetSpent => {}
            }
        }
    }
    let Some(mut edges) = EdgeAssignment::new(arcs, route, prunings, wanted) else {
        return VisitEnd::Complete;
    };
    Backtracker::default().attempts(&mut edges, *restarts, monitor, statistics, |edges| {
        visit(&SolutionRef::Decided(edges))
    })
}

/// Returns the methods for these options.
fn plan(options: &Options, vertices: usize, wanted: SolutionMode) -> MethodPlan {
    match (options.method, &options.order, wanted) {
        _ if vertices < 3 => MethodPlan::PathExtension,
        (Method::Edges, ..) | (Method::Auto, VertexOrder::Warnsdorff(_), SolutionMode::All) => {
            MethodPlan::EdgeAssignment
        }
        (Method::Auto, VertexOrder::Warnsdorff(_), SolutionMode::First) => {
            MethodPlan::GrowThenEdges
        }
        (Method::Grow | Method::Auto, ..) => MethodPlan::PathExtension,
    }
}

/// Returns a number of backtracks that cost little compared with a network of these vertices.
fn grow_budget(vertices: usize) -> u64 {
    16 + vertices as u64 / 256
}

impl SolutionRef<'_, '_> {
    fn number(&self) -> u64 {
        match self {
            SolutionRef::Grown(_) => 1,
            SolutionRef::Decided(edges) => edges.ways_round(),
        }
    }

    fn show<T>(&self, visit: &mut impl FnMut(&[Vertex]) -> ControlFlow<T>) -> ControlFlow<T> {
        match self {
            SolutionRef::Grown(path) => visit(path),
            SolutionRef::Decided(edges) => {
                edges.solutions().iter().try_for_each(|path| visit(path))
            }
        }
    }
}

/// A graph without loops and parallel arcs, and the arcs backward.
struct Arcs<'g> {
    onward: Cow<'g, Graph>,
    /// The arcs backward; `None` if each arc has its reverse.
    incoming: Option<Graph>,
}

impl<'g> Arcs<'g> {
    /// Takes time and memory linear in the graph.
    fn new(graph: &'g Graph) -> Self {
        let onward = without_loops_and_repeats(graph);
        let is_undirected = are_plainly_both_ways(&onward) || onward.is_undirected();
        let incoming = (!is_undirected).then(|| onward.reversed());
        Arcs { onward, incoming }
    }

    fn vertices(&self) -> usize {
        self.onward.vertices()
    }

    /// Returns the vertices in order.
    fn all(&self) -> impl Iterator<Item = Vertex> + use<> {
        all(self.vertices())
    }

    /// Returns the vertices that a vertex has arcs to, in the graph's order.
    #[inline]
    fn from(&self, vertex: Vertex) -> &[Vertex] {
        self.onward.neighbours(vertex)
    }

    /// Returns the vertices that have arcs to a vertex.
    #[inline]
    fn to(&self, vertex: Vertex) -> &[Vertex] {
        match &self.incoming {
            None => self.from(vertex),
            Some(incoming) => incoming.neighbours(vertex),
        }
    }

    #[inline]
    fn are_undirected(&self) -> bool {
        self.incoming.is_none()
    }

    fn have(&self, from: Vertex, to: Vertex) -> bool {
        self.from(from).contains(&to)
    }

    fn bytes(&self) -> usize {
        (self.onward.arcs() + self.vertices())
            * size_of::<Vertex>()
            * if self.are_undirected() { 1 } else { 2 }
    }
}

/// Returns the graph itself if it is simple.
fn without_loops_and_repeats(graph: &Graph) -> Cow<'_, Graph> {
    // For each vertex, one more than the last vertex that has it as a neighbour.
    let mut met = vec![0; graph.vertices()];
    let is_new = |met: &mut [Vertex], from: Vertex, to: Vertex| {
        from != to && std::mem::replace(&mut met[to as usize], from + 1) != from + 1
    };
    if graph
        .arc_list()
        .all(|(from, to)| is_new(&mut met, from, to))
    {
        return Cow::Borrowed(graph);
    }
    met.fill(0);
    Cow::Owned(Graph::from_lists(all(graph.vertices()).map(|from| {
        let mut list = graph.neighbours(from).to_vec();
        list.retain(|&to| is_new(&mut met, from, to));
        list
    })))
}

/// Returns whether each arc has its reverse, and no vertex has many arcs. This quick test saves
/// most graphs the memory of the reversed graph.
fn are_plainly_both_ways(graph: &Graph) -> bool {
    const FEW: usize = 16;
    all(graph.vertices()).all(|from| {
        let mut onward = graph.neighbours(from).iter();
        onward.all(|&to| graph.degree(to) <= FEW && graph.neighbours(to).contains(&from))
    })
}
