//! The problem of a Hamiltonian path, and the choice of the method that solves it.

use std::{
    cell::OnceCell,
    fmt::{self, Display, Formatter},
    ops::ControlFlow,
};

use crate::{
    backtrack::{
        BacktrackResult, Restarts, Statistics, VisitEnd,
        hamilton::{self, TieBreak, VertexOrder},
    },
    control::{Limits, Observer, StopReason},
    graph::{
        CellMap, Constraints, EdgeDirection, Graph, Leaper, PathFlaw, Shape, UnknownVertex, Vertex,
        VertexNoun, no_hamilton_reason, verify, verify_steps,
    },
    memory,
};

use super::{
    board::{Chessboard, analyse},
    budget::{Attempt, Failure, SearchBudget},
    existence::{NoPathReason, no_tour_reason},
    frontier::find_narrow,
    strips,
};

/// The graph of a path.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum PathGraph<'g> {
    /// The moves of a leaper on a board. More is known of the knight's than of other graphs.
    Board(Chessboard),
    /// The cells of a map, joined to their neighbours.
    Map(&'g CellMap),
    /// Any graph.
    Graph(&'g Graph),
}

impl PathGraph<'_> {
    /// Returns the number of arcs, without making the graph.
    pub(crate) fn arcs(&self) -> usize {
        match self {
            PathGraph::Board(board) => usize::try_from(analyse(board).arcs).unwrap_or(usize::MAX),
            PathGraph::Map(map) => map.arcs(),
            PathGraph::Graph(graph) => graph.arcs(),
        }
    }
}

/// A method to look for a path.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Method {
    /// The fastest method. Where it backtracks, Warnsdorff's rule breaks ties like this.
    Best(TieBreak),
    /// One backtracking search with these options. Their limits are ignored.
    Search(hamilton::Options),
}

impl Default for Method {
    fn default() -> Self {
        Method::Best(TieBreak::default())
    }
}

impl Method {
    /// Returns the options of a backtracking search that lists all paths.
    pub(super) fn options(&self) -> hamilton::Options {
        match self {
            Method::Best(ties) => hamilton::Options {
                order: VertexOrder::Warnsdorff(ties.clone()),
                ..hamilton::Options::default()
            },
            Method::Search(options) => options.clone(),
        }
    }
}

/// A reason why a search returned no path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoPath {
    /// No path exists.
    Impossible(NoPathReason),
    /// The graph does not have a vertex that the constraints name.
    UnknownVertex(UnknownVertex),
    /// The search was stopped.
    Stopped(StopReason),
    /// The verifier refused a path that was found, which is a bug.
    Wrong(PathFlaw),
}

impl Display for NoPath {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NoPath::Impossible(reason) => {
                f.write_str(&reason.describe(VertexNoun::Vertex, |vertex| vertex.to_string()))
            }
            NoPath::UnknownVertex(error) => error.fmt(f),
            NoPath::Stopped(reason) => reason.fmt(f),
            NoPath::Wrong(flaw) => flaw.fmt(f),
        }
    }
}

impl std::error::Error for NoPath {}

/// The end of a list of paths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListingEnd {
    /// Every path was listed.
    Complete,
    /// The visitor ended the list.
    Broken,
}

/// A Hamiltonian path or cycle to find, list or count.
#[derive(Clone, Debug)]
pub struct PathProblem<'g> {
    pub(super) graph: PathGraph<'g>,
    /// The graph of a board, made at the first use.
    of_board: OnceCell<Graph>,
    /// If [`EdgeDirection::Directed`], a path and its reverse are two paths; else they are one.
    pub direction: EdgeDirection,
    /// The constraints on the path.
    pub constraints: Constraints,
}

impl<'g> PathProblem<'g> {
    /// Makes a problem.
    pub const fn new(
        graph: PathGraph<'g>,
        direction: EdgeDirection,
        constraints: Constraints,
    ) -> Self {
        PathProblem {
            graph,
            of_board: OnceCell::new(),
            direction,
            constraints,
        }
    }

    /// Returns the graph. The graph of a board or a map is made at the first call.
    pub fn graph(&self) -> &Graph {
        match &self.graph {
            PathGraph::Board(board) => self.of_board.get_or_init(|| board.graph()),
            PathGraph::Map(map) => map.graph(),
            PathGraph::Graph(graph) => graph,
        }
    }

    /// Returns the number of vertices, without making the graph.
    pub const fn vertices(&self) -> usize {
        match &self.graph {
            PathGraph::Board(board) => board.squares() as usize,
            PathGraph::Map(map) => map.vertices(),
            PathGraph::Graph(graph) => graph.vertices(),
        }
    }

    /// Returns whether each path and its reverse count as one.
    pub fn is_reversible(&self) -> bool {
        self.direction == EdgeDirection::Undirected
            && self.constraints.is_reversible(self.vertices())
    }

    /// Returns the memory that [`find`](Self::find) needs, in bytes.
    pub fn memory_needed(&self, method: &Method) -> usize {
        match (&self.graph, method) {
            (PathGraph::Board(board), Method::Best(_)) if self.is_knights_tour() => {
                board.squares() as usize * 30
            }
            (graph, _) => hamilton::memory_needed(self.vertices(), graph.arcs()),
        }
    }

    /// Checks that a search is possible and needed.
    ///
    /// # Errors
    /// If the graph does not have a vertex of the constraints, no path exists for a reason that
    /// needs no search, or the memory does not suffice.
    pub fn check(&self, method: &Method, limits: &Limits) -> Result<(), NoPath> {
        self.constraints
            .check(self.vertices())
            .map_err(NoPath::UnknownVertex)?;
        let check_memory =
            || memory::check_limit(self.memory_needed(method), limits).map_err(NoPath::Stopped);
        // The theorems about the knight need no memory, other reasons need the graph.
        if self.is_knights_tour() {
            self.check_existence()?;
            return check_memory();
        }
        check_memory()?;
        self.check_existence()
    }

    pub(super) fn check_existence(&self) -> Result<(), NoPath> {
        let of_graph =
            || no_hamilton_reason(self.graph(), &self.constraints).map(NoPathReason::Graph);
        let reason = match &self.graph {
            _ if self.is_cycle_of_two() => None,
            PathGraph::Board(board) => {
                let known = no_tour_reason(board, &self.constraints);
                let is_knight = board.leaper() == Leaper::KNIGHT;
                known.or_else(|| if is_knight { None } else { of_graph() })
            }
            PathGraph::Map(_) | PathGraph::Graph(_) => of_graph(),
        };
        reason.map_or(Ok(()), |reason| Err(NoPath::Impossible(reason)))
    }

    /// Whether the problem is a knight's tour without waypoints between its ends.
    fn is_knights_tour(&self) -> bool {
        matches!(self.graph, PathGraph::Board(board) if board.leaper() == Leaper::KNIGHT)
            && self.has_only_ends()
    }

    /// Whether all waypoints are ends, the start before the end.
    pub(super) fn has_only_ends(&self) -> bool {
        let Constraints {
            start,
            end,
            waypoints,
            steps,
            ..
        } = &self.constraints;
        let ends = [start, end].into_iter().flatten();
        let ends = ends.filter(|end| waypoints.contains(end));
        steps.is_empty() && ends.eq(waypoints)
    }

    /// Whether the problem is a cycle of two vertices, which uses an arc and its reverse.
    pub(super) fn is_cycle_of_two(&self) -> bool {
        self.constraints.shape == Shape::Cycle
            && self.direction == EdgeDirection::Directed
            && matches!(&self.graph, PathGraph::Graph(graph) if graph.vertices() == 2)
    }

    /// Returns the options of a search within these limits.
    pub(super) fn bounded(&self, options: hamilton::Options, limits: &Limits) -> hamilton::Options {
        options
            .with_limits(*limits)
            .with_allows_pairs(self.is_cycle_of_two())
    }

    /// Checks that a path solves the problem.
    ///
    /// # Errors
    /// The first error.
    pub fn verify(&self, path: &[Vertex]) -> Result<(), PathFlaw> {
        match &self.graph {
            PathGraph::Board(board) => {
                verify_steps(self.vertices(), path, &self.constraints, |from, to| {
                    board.is_move(from, to)
                })
            }
            PathGraph::Map(_) | PathGraph::Graph(_) => {
                verify(self.graph(), path, &self.constraints)
            }
        }
    }

    /// Finds a path and verifies it.
    ///
    /// # Errors
    /// If no path exists, or the search is stopped.
    ///
    /// # Complexity
    /// Knight's tours by the best method take time linear in the squares, about 50 ns and 30 bytes
    /// each on large boards. Other paths take time exponential in the vertices at worst.
    pub fn find(
        &self,
        method: &Method,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> (Result<Vec<Vertex>, NoPath>, Statistics) {
        if let Err(end) = self.check(method, limits) {
            return (Err(end), Statistics::default());
        }
        let mut budget = SearchBudget::new(limits, observer);
        let found = match (&self.graph, method) {
            (PathGraph::Board(board), Method::Best(ties)) if self.has_only_ends() => {
                self.find_tour(board, ties, &mut budget)
            }
            (PathGraph::Board(_), _) | (_, Method::Search(_)) => {
                self.backtrack(&method.options(), None, &mut budget)
            }
            (_, Method::Best(_)) => {
                // If waypoints bind the path, restarts gain nothing.
                let is_free = self.constraints.waypoints.is_empty();
                let restarts = if is_free {
                    Restarts::Luby { unit: 256 }
                } else {
                    Restarts::Never
                };
                let options = hamilton::Options {
                    restarts,
                    ..method.options()
                };
                self.backtrack(&options, None, &mut budget)
            }
        };
        let path = found.map_err(Failure::no_path).and_then(|path| {
            self.verify(&path).map_err(NoPath::Wrong)?;
            Ok(path)
        });
        (path, budget.statistics())
    }

    fn find_tour(
        &self,
        board: &Chessboard,
        ties: &TieBreak,
        budget: &mut SearchBudget<'_>,
    ) -> Attempt<Vec<Vertex>> {
        /// Boards of up to this many squares are searched before anything else.
        const SMALL: u32 = 32 * 32;
        /// Boards with no side longer than this are swept without a limit.
        const NARROW: u32 = 8;
        if board.squares() == 1 {
            return Ok(vec![0]);
        }
        let options = Method::Best(ties.clone()).options();
        let is_knight = board.leaper() == Leaper::KNIGHT;
        if !is_knight || board.squares() <= SMALL || *ties != TieBreak::default() {
            let nodes = 1000 + 4 * u64::from(board.squares());
            let found = self.backtrack(&options, Some(nodes), budget);
            if !matches!(found, Err(Failure::GaveUp)) {
                return found;
            }
        }
        if is_knight && board.rows().min(board.columns()) > NARROW {
            let found = strips::find(board, &self.constraints, budget);
            if !matches!(found, Err(Failure::GaveUp)) {
                return found;
            }
        }
        let rounds = if is_knight { u32::MAX } else { 4 };
        let found = find_narrow(board, &self.constraints, rounds, budget);
        if !matches!(found, Err(Failure::GaveUp)) {
            return found;
        }
        self.backtrack(&options, None, budget)
    }

    fn backtrack(
        &self,
        options: &hamilton::Options,
        nodes: Option<u64>,
        budget: &mut SearchBudget<'_>,
    ) -> Attempt<Vec<Vertex>> {
        budget.attempt(nodes, |limits, observer| {
            let options = self.bounded(options.clone(), limits);
            hamilton::first(self.graph(), &self.constraints, &options, observer)
                .expect("the vertices are checked")
        })
    }

    /// Shows each path to `visit`, verified, until that breaks. If a path and its reverse count as
    /// one, shows one of them.
    ///
    /// # Errors
    /// If no path exists, or the search is stopped.
    pub fn visit(
        &self,
        method: &Method,
        limits: &Limits,
        observer: Observer<'_>,
        mut visit: impl FnMut(&[Vertex]) -> ControlFlow<()>,
    ) -> (Result<ListingEnd, NoPath>, Statistics) {
        let options = self.bounded(method.options(), limits);
        if let Err(end) = self.check(&Method::Search(options.clone()), limits) {
            return (Err(end), Statistics::default());
        }
        let mut any = false;
        let is_reversible = self.is_reversible();
        let found = hamilton::visit(
            self.graph(),
            &self.constraints,
            &options,
            observer,
            |path| {
                if is_reversible && self.constraints.shape.is_reverse_duplicate(path) {
                    return ControlFlow::Continue(());
                }
                any = true;
                match self.verify(path) {
                    Ok(()) => visit(path).map_break(Ok),
                    Err(flaw) => ControlFlow::Break(Err(NoPath::Wrong(flaw))),
                }
            },
        );
        let BacktrackResult {
            outcome,
            statistics,
        } = match found {
            Ok(found) => found,
            Err(error) => return (Err(NoPath::UnknownVertex(error)), Statistics::default()),
        };
        let end = match outcome {
            VisitEnd::Broken(shown) => shown.map(|()| ListingEnd::Broken),
            VisitEnd::Complete if any => Ok(ListingEnd::Complete),
            VisitEnd::Complete => Err(NoPath::Impossible(NoPathReason::Searched)),
            VisitEnd::Stopped(reason) => Err(NoPath::Stopped(reason)),
        };
        (end, statistics)
    }
}
