//! Hamiltonian paths and cycles of any graph, directed or not: every vertex once.
//!
//! Two ways to look for them, each a [`Problem`](super::Problem) for the one engine. A path *grows*
//! at its head, vertex by vertex, in the [order](VertexOrder) of a rule such as Warnsdorff's. Or
//! *edges* are taken and dropped, anywhere, until they are one cycle. The second sees farther: a
//! map of 30 × 30 cells is done, or proven impossible, in a millisecond; the first is the faster
//! where the rule leads straight to the end, as it does on most chessboards.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use huarong::backtrack::hamilton::{self, Options, Constraints};
//! use huarong::control::Outcome;
//! use huarong::graph::{Leaper, leaper_graph};
//!
//! let board = leaper_graph(8, 8, Leaper::KNIGHT);
//! let constraints = Constraints { start: Some(22), ..Constraints::default() };
//! let go_on = &mut |_: &_| ControlFlow::Continue(());
//! let search = hamilton::first(&board, &constraints, &Options::default(), go_on);
//! let Outcome::Found(tour) = search.outcome else { panic!("there is a tour") };
//! assert_eq!(tour[..5], [22, 7, 13, 3, 9]);
//! assert_eq!((search.statistics.nodes, search.statistics.backtracks), (64, 0));
//! ```

mod arcs;
mod edges;
mod grow;
mod options;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::control::{Limits, Monitor, Observer, Outcome, StopReason};
use crate::graph::{Graph, Vertex};
use crate::memory;

use super::engine::{AttemptEnd, BacktrackResult, Backtracker, Statistics};
use arcs::Arcs;
use edges::{EdgeAssignment, SolutionMode};
use grow::{PathExtension, PathState};
use options::{Colouring, ResolvedConstraints};

pub use options::{
    Constraints, Method, Options, Pruning, PruningSet, Shape, TieBreak, VertexOrder,
};

/// Returns the memory for a graph and a search in which a path grows over it, in bytes. A vertex
/// takes 44 bytes: in the graph, its cell on a map, its place in the path, its level on the stack.
/// An arc takes 9 bytes: in the graph, and the choice that it may be.
#[must_use]
pub const fn memory_needed(vertices: usize, arcs: usize) -> usize {
    vertices.saturating_mul(44).saturating_add(arcs.saturating_mul(9))
}

/// Checks that there is [`memory_needed`] for a graph and a search.
///
/// # Errors
/// If that is more than [`Limits::max_bytes`], or more than the machine has.
pub fn check_memory(vertices: usize, arcs: usize, limits: &Limits) -> Result<(), StopReason> {
    memory::check_limit(memory_needed(vertices, arcs), limits)
}

/// Shows every Hamiltonian path, or cycle, to `visit`, until that breaks:
/// [`HamiltonSolver::visit`].
pub fn visit<T>(
    graph: &Graph,
    constraints: &Constraints,
    options: &Options,
    observer: Observer<'_>,
    visit: impl FnMut(&[Vertex]) -> ControlFlow<T>,
) -> BacktrackResult<T> {
    HamiltonSolver::new(graph, options).visit(constraints, observer, visit)
}

/// The first Hamiltonian path or cycle that is found: [`HamiltonSolver::first`].
pub fn first(
    graph: &Graph,
    constraints: &Constraints,
    options: &Options,
    observer: Observer<'_>,
) -> BacktrackResult<Vec<Vertex>> {
    HamiltonSolver::new(graph, options).first(constraints, observer)
}

/// How many there are: [`HamiltonSolver::count`].
pub fn count(
    graph: &Graph,
    constraints: &Constraints,
    options: &Options,
    observer: Observer<'_>,
) -> SolutionCount {
    HamiltonSolver::new(graph, options).count(constraints, observer)
}

/// Looks for Hamiltonian paths and cycles of one graph, again and again: what can be kept from
/// one search to the next is kept.
pub struct HamiltonSolver<'g> {
    arcs: Arcs<'g>,
    options: Options,
    trail: PathState,
    growing: Backtracker<Vertex>,
    deciding: Backtracker<edges::EdgeChoice>,
}

/// How many solutions there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolutionCount {
    /// Those that were seen.
    pub solutions: u64,
    /// Whether these are all, and what it took.
    pub search: BacktrackResult<Infallible>,
}

/// Solutions, as a search comes upon them.
enum SolutionRef<'a, 'b> {
    Grown(&'a [Vertex]),
    Decided(&'a EdgeAssignment<'b>),
}

/// Which methods are to be used, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MethodPlan {
    PathExtension,
    EdgeAssignment,
    /// A path that grows, while that takes few backtracks.
    GrowThenEdges,
}

impl<'g> HamiltonSolver<'g> {
    /// # Complexity
    /// Time and memory in proportion to the graph.
    #[must_use]
    pub fn new(graph: &'g Graph, options: &Options) -> Self {
        let arcs = Arcs::new(graph);
        HamiltonSolver {
            trail: PathState::new(&arcs),
            arcs,
            options: options.clone(),
            growing: Backtracker::default(),
            deciding: Backtracker::default(),
        }
    }

    /// Shows every Hamiltonian path, or cycle, to `visit`, until that breaks. Each is shown once in
    /// each direction in which it fits the constraints; a cycle as it is met from its start, or to
    /// its end, or else from the first waypoint or vertex 0.
    ///
    /// So in an undirected graph, where the constraints leave the direction open, each is shown
    /// twice.
    pub fn visit<T>(
        &mut self,
        constraints: &Constraints,
        observer: Observer<'_>,
        mut visit: impl FnMut(&[Vertex]) -> ControlFlow<T>,
    ) -> BacktrackResult<T> {
        self.run(constraints, SolutionMode::All, observer, |solution| solution.show(&mut visit))
    }

    /// The first Hamiltonian path or cycle that is found.
    pub fn first(
        &mut self,
        constraints: &Constraints,
        observer: Observer<'_>,
    ) -> BacktrackResult<Vec<Vertex>> {
        self.run(constraints, SolutionMode::First, observer, |solution| {
            solution.show(&mut |path| ControlFlow::Break(path.to_vec()))
        })
    }

    /// The number of paths or cycles that [`visit`](Self::visit) would show.
    pub fn count(&mut self, constraints: &Constraints, observer: Observer<'_>) -> SolutionCount {
        let mut solutions = 0;
        let search = self.run(constraints, SolutionMode::All, observer, |solution| {
            solutions += solution.number();
            ControlFlow::Continue(())
        });
        SolutionCount { solutions, search }
    }

    fn run<T>(
        &mut self,
        constraints: &Constraints,
        wanted: SolutionMode,
        observer: Observer<'_>,
        mut visit: impl FnMut(&SolutionRef<'_, '_>) -> ControlFlow<T>,
    ) -> BacktrackResult<T> {
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
        let limits = self.options.limits;
        let mut watch = Monitor::new(limits, observer);
        let outcome = match ResolvedConstraints::new(constraints, self.arcs.vertices()) {
            None => Outcome::Exhausted,
            Some(route) => self.follow(&route, wanted, &mut watch, &mut statistics, &mut visit),
        };
        statistics.elapsed = watch.elapsed();
        let outcome = outcome.map(|()| found.expect("it was the visitor who ended the search"));
        BacktrackResult { outcome, statistics }
    }

    fn follow(
        &mut self,
        route: &ResolvedConstraints,
        wanted: SolutionMode,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
        visit: &mut dyn FnMut(&SolutionRef<'_, '_>) -> ControlFlow<()>,
    ) -> Outcome<()> {
        let HamiltonSolver { arcs, options, trail, growing, deciding } = self;
        let plan = plan(options, arcs.vertices(), wanted);
        let Options { order, restarts, .. } = &*options;
        // Of two vertices a cycle goes there and back, which the prunings take for impossible.
        let prunings = if arcs.vertices() < 3 { PruningSet::NONE } else { options.prunings };
        let mut grown = |path: &PathExtension<'_>| visit(&SolutionRef::Grown(path.vertices()));
        match plan {
            MethodPlan::EdgeAssignment => {}
            MethodPlan::PathExtension => {
                if prunings.has(Pruning::Colours) && Colouring::of(arcs).forbids(route) {
                    return Outcome::Exhausted;
                }
                let mut path = PathExtension::new(arcs, route, order, prunings, trail);
                return growing.attempts(&mut path, *restarts, watch, statistics, grown);
            }
            MethodPlan::GrowThenEdges => {
                // What sees far is left to the edges.
                let cheap = prunings.without(Pruning::Blocks).without(Pruning::TwoFactor);
                let mut path = PathExtension::new(arcs, route, order, cheap, trail);
                let budget = Some(grow_budget(arcs.vertices()));
                match growing.attempt(&mut path, budget, watch, statistics, &mut grown) {
                    AttemptEnd::Finished(outcome) => return outcome,
                    AttemptEnd::BudgetSpent => {}
                }
            }
        }
        let Some(mut edges) = EdgeAssignment::new(arcs, route, prunings, wanted) else {
            return Outcome::Exhausted;
        };
        deciding.attempts(&mut edges, *restarts, watch, statistics, |edges| {
            visit(&SolutionRef::Decided(edges))
        })
    }
}

/// The methods that suit the options.
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

/// Backtracks that cost little beside making a network of this many vertices.
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
