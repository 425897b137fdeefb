//! Options of a search for Hamiltonian paths, and its constraints, resolved.

use std::sync::Arc;

use super::Arcs;
use crate::{
    backtrack::Restarts,
    control::Limits,
    graph::{
        ColourBalance, Constraints, Shape, Vertex, VertexColour, alternates, components,
        two_colouring,
    },
};

/// Options of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The order of the neighbours in path extension.
    pub order: VertexOrder,
    /// The tests that prune the search.
    pub prunings: PruningSet,
    /// The method.
    pub method: Method,
    /// The restarts.
    pub restarts: Restarts,
    /// Whether a cycle may have two vertices, as it may in a directed graph.
    pub allows_pairs: bool,
    /// The limits.
    pub limits: Limits,
}

setters!(Options {
    with_order = order: VertexOrder,
    with_prunings = prunings: PruningSet,
    with_method = method: Method,
    with_restarts = restarts: Restarts,
    with_allows_pairs = allows_pairs: bool,
    with_limits = limits: Limits,
});

impl Options {
    /// Returns the options of the textbooks' depth-first search: path extension without prunings.
    pub fn unpruned(order: VertexOrder) -> Self {
        Options {
            order,
            prunings: PruningSet::NONE,
            method: Method::Grow,
            ..Options::default()
        }
    }
}

/// A method of search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Method {
    /// With the order [`VertexOrder::Warnsdorff`], path extension while it takes few backtracks,
    /// then edge assignment, which also lists all solutions. With another order, path extension, so
    /// that the solutions come in that order.
    #[default]
    Auto,
    /// Path extension: each choice is the next vertex of a path.
    Grow,
    /// Edge assignment: each choice takes or drops an edge anywhere. It ignores the order.
    Edges,
}

/// An order of the neighbours of the last vertex.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum VertexOrder {
    /// The order of the graph.
    Fixed,
    /// The fewest onward moves first.
    ///
    /// Warnsdorff: Des Rösselsprunges einfachste und allgemeinste Lösung, 1823.
    Warnsdorff(TieBreak),
    /// The most onward moves first, which rarely succeeds.
    Reverse(TieBreak),
    /// An order that the onward moves do not change. It holds for starts, too.
    Ranked(TieBreak),
}

impl Default for VertexOrder {
    fn default() -> Self {
        VertexOrder::Warnsdorff(TieBreak::Graph)
    }
}

/// An order of neighbours with the same number of onward moves. Remaining ties keep the graph's
/// order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum TieBreak {
    /// The order of the graph.
    #[default]
    Graph,
    /// The smaller number first: on a board the smaller row, then the smaller column.
    Number,
    /// The smaller sum of the onward moves of its unvisited neighbours first.
    ///
    /// Pohl: A method for finding Hamilton paths and knight's tours, 1967.
    Pohl,
    /// The smaller key first; vertices without a key come last. See [`TieBreak::roth`].
    Keyed(Arc<[u64]>),
    /// A random order, the same for the same seed.
    Random {
        /// The seed.
        seed: u64,
    },
}

impl TieBreak {
    /// Returns the keys of Roth's rule: the farthest from the centre first. `places` are the rows
    /// and columns of the vertices, from 0, on a board or map of `rows` and `columns`.
    ///
    /// Roth: The knight's tour, 2004. 8 bytes a vertex.
    pub fn roth(rows: u32, columns: u32, places: impl IntoIterator<Item = (u32, u32)>) -> Self {
        // Twice the distance, so that centres between cells need no fractions.
        let from_centre = |at: u32, side: u32| {
            (2 * u64::from(at))
                .abs_diff(u64::from(side).saturating_sub(1))
                .pow(2)
        };
        let corner = from_centre(0, rows) + from_centre(0, columns);
        TieBreak::Keyed(
            places
                .into_iter()
                .map(|(row, column)| corner - from_centre(row, rows) - from_centre(column, columns))
                .collect(),
        )
    }
}

/// A test that prunes the search and loses no solution. In path extension, the last two begin
/// after some backtracks, and only in graphs of up to 1,024 vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Pruning {
    /// A neighbour of the last vertex has no onward move, and more than one vertex is left. For
    /// undirected graphs.
    LookAhead,
    /// Degrees, kept as the path grows: every vertex needs an entry and an exit. A vertex with a
    /// single arc left is the end or the next.
    ///
    /// Rubin: A search procedure for Hamilton paths and circuits, 1974.
    Degrees,
    /// A path alternates between the classes of a bipartite graph, so that their sizes must fit.
    Colours,
    /// The unvisited vertices must be connected, and their blocks must form a chain from the last
    /// vertex of the path to its end.
    ///
    /// Blocks by Hopcroft and Tarjan: Algorithm 447, 1973.
    Blocks,
    /// A 2-factor must exist: two edges at each inner vertex. A bipartite flow finds it and is
    /// repaired after each choice. Edges in all 2-factors are taken, edges in none dropped.
    ///
    /// Régin: A filtering algorithm for constraints of difference in CSPs, 1994.
    TwoFactor,
}

/// A set of [`Pruning`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PruningSet(u8);

impl PruningSet {
    /// No test.
    pub const NONE: Self = PruningSet(0);
    /// All tests.
    pub const ALL: Self = PruningSet(0b1_1111);

    /// Returns the set with one more test.
    #[must_use]
    pub const fn with(self, pruning: Pruning) -> Self {
        PruningSet(self.0 | 1 << pruning as u8)
    }

    /// Returns the set without a test.
    #[must_use]
    pub const fn without(self, pruning: Pruning) -> Self {
        PruningSet(self.0 & !(1 << pruning as u8))
    }

    /// Returns whether the set has a test.
    #[must_use]
    #[inline]
    pub const fn has(self, pruning: Pruning) -> bool {
        self.0 & 1 << pruning as u8 != 0
    }
}

impl Default for PruningSet {
    fn default() -> Self {
        PruningSet::ALL
    }
}

/// Constraints that are free of contradictions, and their consequences.
#[derive(Clone, Default, Debug)]
pub struct ResolvedConstraints {
    pub shape: Shape,
    pub start: Option<Vertex>,
    pub end: Option<Vertex>,
    /// The start, the waypoints and the end, in the order of the path.
    pub stops: Vec<Vertex>,
    /// The number of each stop, from 1, and 0 for other vertices. Empty without waypoints.
    places: Vec<u32>,
    /// The steps of waypoints of a path, from 1.
    pub steps: Vec<(usize, Vertex)>,
}

impl ResolvedConstraints {
    /// Resolves constraints on this number of vertices. `None` if they contradict themselves.
    pub fn new(constraints: &Constraints, vertices: usize) -> Option<Self> {
        if vertices == 0 || (constraints.shape == Shape::Cycle && vertices < 2) {
            return None;
        }
        let start = match constraints.shape {
            // A cycle is listed from some vertex.
            Shape::Cycle if constraints.end.is_none() => constraints
                .start
                .or(constraints.waypoints.first().copied())
                .or(Some(0)),
            _ => constraints.start,
        };
        let mut stops: Vec<Vertex> = start.into_iter().collect();
        for &stop in constraints.waypoints.iter().chain(&constraints.end) {
            if stops.last() != Some(&stop) {
                stops.push(stop);
            }
        }
        let mut sorted = stops.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        if start.is_some() && start == constraints.end && vertices > 1 {
            return None;
        }
        let mut places = Vec::new();
        if !constraints.waypoints.is_empty() {
            places = vec![0; vertices];
            for (place, &stop) in (1..).zip(&stops) {
                places[stop as usize] = place;
            }
        }
        let &Constraints { shape, end, .. } = constraints;
        let due = constraints.steps.iter().map(|step| *step as usize);
        let due = due.filter(|_| shape == Shape::Path);
        Some(ResolvedConstraints {
            shape,
            start,
            end,
            stops,
            places,
            steps: due.zip(constraints.waypoints.iter().copied()).collect(),
        })
    }

    /// Returns the number of a stop, from 1, if there are waypoints.
    #[inline]
    pub fn place(&self, vertex: Vertex) -> Option<u32> {
        self.places
            .get(vertex as usize)
            .copied()
            .filter(|&place| place > 0)
    }

    /// Returns whether the constraints have waypoints.
    pub fn has_waypoints(&self) -> bool {
        !self.places.is_empty()
    }

    /// Returns whether a path over all vertices meets the constraints.
    pub fn is_kept(&self, path: &[Vertex]) -> bool {
        let mut met = path.iter().filter(|&&vertex| self.place(vertex).is_some());
        self.start.is_none_or(|start| path.first() == Some(&start))
            && self.end.is_none_or(|end| path.last() == Some(&end))
            && (!self.has_waypoints() || self.stops.iter().all(|stop| met.next() == Some(stop)))
    }
}

/// A colouring of a graph with two colours.
pub enum Colouring {
    /// The graph is not connected.
    Parts,
    /// The graph is not bipartite.
    Odd,
    /// The colour of each vertex.
    Two(Vec<VertexColour>),
}

impl Colouring {
    pub fn of(arcs: &Arcs<'_>) -> Self {
        if arcs.vertices() == 0 || !components(&arcs.onward).is_connected() {
            return Colouring::Parts;
        }
        two_colouring(&arcs.onward).map_or(Colouring::Odd, Colouring::Two)
    }

    /// Returns whether the colouring excludes a solution.
    pub fn forbids(&self, route: &ResolvedConstraints) -> bool {
        match self {
            Colouring::Parts => true,
            Colouring::Odd => false,
            Colouring::Two(colours) => balance(colours, route).is_none(),
        }
    }
}

/// Returns the balance of the colours if a path or cycle can alternate between them.
pub fn balance(colours: &[VertexColour], route: &ResolvedConstraints) -> Option<ColourBalance> {
    let white = colours
        .iter()
        .filter(|&&colour| colour == VertexColour::White)
        .count();
    let classes = [white, colours.len() - white];
    alternates(
        classes,
        |vertex| Some(colours[vertex as usize]),
        route.shape,
        route.start,
        route.end,
    )
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pruning_sets_support_set_operations() {
        use Pruning::{Blocks, Colours, Degrees, LookAhead, TwoFactor};
        let all = [LookAhead, Degrees, Colours, Blocks, TwoFactor];
        assert_eq!(
            all.into_iter().fold(PruningSet::NONE, PruningSet::with),
            PruningSet::ALL
        );
        let most = PruningSet::ALL.without(Blocks);
        assert_eq!(
            all.map(|one| most.has(one)),
            [true, true, true, false, true]
        );
        assert_eq!(most.with(Blocks), PruningSet::ALL);
    }

    #[test]
    fn roths_rule_takes_corners_first_and_the_centre_last() {
        let places = (0..3).flat_map(|row| (0..4).map(move |column| (row, column)));
        let TieBreak::Keyed(keys) = TieBreak::roth(3, 4, places) else {
            panic!("keys")
        };
        assert_eq!(*keys, [0, 8, 8, 0, 4, 12, 12, 4, 0, 8, 8, 0]);
    }

    #[test]
    fn the_waypoints_may_include_the_start_and_the_end() {
        let constraints = Constraints::default()
            .with_start(Some(3))
            .with_end(Some(5))
            .with_waypoints(vec![3, 1, 5]);
        let resolved = ResolvedConstraints::new(&constraints, 6).expect("no contradiction");
        assert_eq!(resolved.stops, [3, 1, 5]);
        assert_eq!(
            [1, 0, 5].map(|vertex| resolved.place(vertex)),
            [Some(2), None, Some(3)]
        );
        assert!(resolved.is_kept(&[3, 0, 1, 2, 4, 5]));
        assert!(!resolved.is_kept(&[3, 0, 4, 2, 5, 1]));
    }

    #[test]
    fn contradictions_are_recognized() {
        let none = Constraints::default();
        let twice = none.clone().with_waypoints(vec![1, 2, 1]);
        let late_start = none.clone().with_start(Some(1)).with_waypoints(vec![2, 1]);
        let same_ends = none.clone().with_start(Some(1)).with_end(Some(1));
        for constraints in [twice, late_start, same_ends.clone()] {
            assert!(
                ResolvedConstraints::new(&constraints, 6).is_none(),
                "{constraints:?}"
            );
        }
        let alone = none.with_start(Some(0)).with_end(Some(0));
        assert!(ResolvedConstraints::new(&alone, 1).is_some());
    }
}
