//! Which Hamiltonian paths are asked for, and how to search for them.

use std::sync::Arc;

use super::arcs::Arcs;
use crate::backtrack::Restarts;
use crate::control::Limits;
use crate::graph::{ColourBalance, Vertex, VertexColour, components, two_colouring};

/// How to search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// The order of the neighbours, where a path grows.
    pub order: VertexOrder,
    /// What is given up early.
    pub prunings: PruningSet,
    /// Whether a path grows, or edges are decided.
    pub method: Method,
    /// Whether to begin anew when lost.
    pub restarts: Restarts,
    /// Where a search may end.
    pub limits: Limits,
}

impl Options {
    /// The plain depth-first search of the textbooks: a path that grows in the given order,
    /// nothing pruned.
    #[must_use]
    pub fn unpruned(order: VertexOrder) -> Self {
        Options { order, prunings: PruningSet::NONE, method: Method::Grow, ..Options::default() }
    }
}

/// What is decided, choice by choice.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Method {
    /// With the order [`VertexOrder::Warnsdorff`], a path grows while that takes few backtracks,
    /// and then edges are decided; all solutions are listed by edges. With another order, a path
    /// grows to the end, so that the solutions come in that order.
    #[default]
    Auto,
    /// The next vertex: a path grows at its head.
    Grow,
    /// An edge, anywhere: taken, or dropped. The order does not matter to it.
    Edges,
}

/// The order in which the neighbours of the head are tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VertexOrder {
    /// The graph's own.
    Fixed,
    /// Fewest free onward moves first.
    ///
    /// Warnsdorff: Des Rösselsprunges einfachste und allgemeinste Lösung, 1823.
    Warnsdorff(TieBreak),
    /// Most onward moves first: to show why that is lost.
    Reverse(TieBreak),
}

impl Default for VertexOrder {
    fn default() -> Self {
        VertexOrder::Warnsdorff(TieBreak::Graph)
    }
}

/// Which of several neighbours with as many onward moves comes first. What is still equal after
/// that stays in the graph's order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum TieBreak {
    /// In the graph's order.
    #[default]
    Graph,
    /// The smaller number: on a board the smaller row, then the smaller column.
    Number,
    /// The smaller sum of the onward moves of its own free neighbours.
    ///
    /// Pohl: A method for finding Hamilton paths and knight's tours, 1967.
    Pohl,
    /// The smaller key, one for each vertex; those that have none come last. [`TieBreak::roth`]
    /// makes some.
    Keyed(Arc<[u64]>),
    /// By chance, the same for the same seed.
    Random {
        /// What chance begins with.
        seed: u64,
    },
}

impl TieBreak {
    /// Roth's rule: the farthest from the centre first. The vertices lie at these places, each a
    /// row and a column from 0, of a board or map of `rows` and `columns`.
    ///
    /// Roth: The knight's tour, 2004. 8 bytes a vertex.
    pub fn roth(rows: u32, columns: u32, places: impl IntoIterator<Item = (u32, u32)>) -> Self {
        // Twice the distance, so that centres between cells need no fractions.
        let from_centre = |at: u32, side: u32| {
            (2 * u64::from(at)).abs_diff(u64::from(side).saturating_sub(1)).pow(2)
        };
        let corner = from_centre(0, rows) + from_centre(0, columns);
        let key = |(row, column)| corner - from_centre(row, rows) - from_centre(column, columns);
        TieBreak::Keyed(places.into_iter().map(key).collect())
    }
}

/// A test that gives up early where there is no solution. Each can be switched off; none loses a
/// solution. Where a path grows, the last two begin after some backtracks, and only in graphs of up
/// to 1,024 vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// A neighbour of the head has no way on while more than one vertex is left. On undirected
    /// graphs.
    LookAhead,
    /// Degrees, kept as the path grows: a vertex that can no longer be entered, or no longer be
    /// left, is dead; one that has a single way left is the end or the next.
    ///
    /// Rubin: A search procedure for Hamilton paths and circuits, 1974.
    Degrees,
    /// On a graph of two colours, the path takes them in turn: their numbers must fit.
    Colours,
    /// What is left must be connected, and its blocks must form a chain from the head: the end
    /// lies in the last.
    ///
    /// Blocks by Hopcroft and Tarjan: Algorithm 447, 1973.
    Blocks,
    /// There must be edges, two at each vertex that lies within the path: a flow on two sides,
    /// repaired after each choice. By it, colours fit in each part of what is left. Edges
    /// that all such flows share are taken, those in none dropped.
    ///
    /// Régin: A filtering algorithm for constraints of difference in CSPs, 1994.
    TwoFactor,
}

/// A set of [`Pruning`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PruningSet(u8);

impl PruningSet {
    /// Nothing is pruned.
    pub const NONE: Self = PruningSet(0);
    /// Every test there is.
    pub const ALL: Self = PruningSet(0b1_1111);

    /// These and one more.
    #[must_use]
    pub const fn with(self, pruning: Pruning) -> Self {
        PruningSet(self.0 | 1 << pruning as u8)
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, pruning: Pruning) -> Self {
        PruningSet(self.0 & !(1 << pruning as u8))
    }

    /// Whether one is among them.
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

/// What is to be visited, and how. A vertex that the graph has not cannot be visited: such
/// constraints have no solution.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Constraints {
    /// A path, or a cycle.
    pub shape: Shape,
    /// The first vertex; any, where there is none. A cycle begins there, too.
    pub start: Option<Vertex>,
    /// The last vertex; any, where there is none.
    pub end: Option<Vertex>,
    /// Vertices that must be met in this order.
    pub waypoints: Vec<Vertex>,
}

impl Constraints {
    /// Whether the reverse of each path or cycle meets the constraints too, in an undirected graph
    /// of `vertices` vertices, so that both count as one.
    #[must_use]
    pub fn is_reversible(&self, vertices: usize) -> bool {
        let Constraints { shape, start, end, waypoints } = self;
        let is_free = match shape {
            Shape::Path => start.is_none() && end.is_none() && waypoints.len() < 2,
            Shape::Cycle => {
                let others = waypoints.iter().filter(|&&waypoint| Some(waypoint) != *start);
                usize::from(start.is_some()) + others.count() < 3
            }
        };
        // A path of one vertex is its own reverse.
        is_free && vertices > 1
    }
}

/// A path, or one whose last vertex has an arc to its first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Shape {
    /// From a vertex to another.
    #[default]
    Path,
    /// Round and back to the start: two vertices or more. Of two it is one only in a graph whose
    /// arcs have a direction, which no search can know: an edge is not gone twice.
    Cycle,
}

impl Shape {
    /// Whether this, of a path and its reverse, is the one that is left out where the two are one.
    #[must_use]
    pub fn is_reverse_duplicate(self, path: &[Vertex]) -> bool {
        let from = usize::from(self == Shape::Cycle);
        path.get(from) > path.last()
    }
}

/// Constraints that do not contradict themselves, and what follows from them.
#[derive(Clone, Default, Debug)]
pub(super) struct ResolvedConstraints {
    pub(super) shape: Shape,
    pub(super) start: Option<Vertex>,
    pub(super) end: Option<Vertex>,
    /// All that must be met in order: the start, the waypoints and the end, as far as given.
    pub(super) stops: Vec<Vertex>,
    /// The place of each vertex among the stops, from 1; 0 for the others. Empty without waypoints.
    places: Vec<u32>,
}

impl ResolvedConstraints {
    /// What follows from the constraints on this number of vertices; `None` where they contradict
    /// themselves.
    pub(super) fn new(constraints: &Constraints, vertices: usize) -> Option<Self> {
        if vertices == 0 || (constraints.shape == Shape::Cycle && vertices < 2) {
            return None;
        }
        let start = match constraints.shape {
            Shape::Path => constraints.start,
            // Somewhere a cycle must be cut open to be shown.
            Shape::Cycle if constraints.end.is_some() => constraints.start,
            Shape::Cycle => {
                constraints.start.or(constraints.waypoints.first().copied()).or(Some(0))
            }
        };
        let mut stops: Vec<Vertex> = start.into_iter().collect();
        for &stop in constraints.waypoints.iter().chain(&constraints.end) {
            if stops.last() != Some(&stop) {
                stops.push(stop);
            }
        }
        if stops.iter().any(|&stop| stop as usize >= vertices) {
            return None;
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
        Some(ResolvedConstraints {
            shape: constraints.shape,
            start,
            end: constraints.end,
            stops,
            places,
        })
    }

    /// The place of a vertex among the stops, from 1, where there are waypoints and it is a stop.
    #[inline]
    pub(super) fn place(&self, vertex: Vertex) -> Option<u32> {
        self.places.get(vertex as usize).copied().filter(|&place| place > 0)
    }

    /// Whether there are waypoints, besides the start and the end.
    pub(super) fn has_waypoints(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether a row of all vertices, each joined to the next, keeps the constraints.
    pub(super) fn is_kept(&self, path: &[Vertex]) -> bool {
        let mut met = path.iter().filter(|&&vertex| self.place(vertex).is_some());
        self.start.is_none_or(|start| path.first() == Some(&start))
            && self.end.is_none_or(|end| path.last() == Some(&end))
            && (!self.has_waypoints() || self.stops.iter().all(|stop| met.next() == Some(stop)))
    }
}

/// What two colours say of a graph as a whole.
pub(super) enum Colouring {
    /// It falls into parts, even where arcs may be taken either way.
    Parts,
    /// There is a cycle of odd length.
    Odd,
    /// The colour of each vertex.
    Two(Vec<VertexColour>),
}

impl Colouring {
    pub(super) fn of(arcs: &Arcs<'_>) -> Self {
        if arcs.vertices() == 0 || !components(arcs.graph()).is_connected() {
            return Colouring::Parts;
        }
        two_colouring(arcs.graph()).map_or(Colouring::Odd, Colouring::Two)
    }

    /// Whether it rules out what is asked for.
    pub(super) fn forbids(&self, route: &ResolvedConstraints) -> bool {
        match self {
            Colouring::Parts => true,
            Colouring::Odd => false,
            Colouring::Two(colours) => balance(colours, route).is_none(),
        }
    }
}

/// The balance of the colours, where it allows what is asked for.
pub(super) fn balance(
    colours: &[VertexColour],
    route: &ResolvedConstraints,
) -> Option<ColourBalance> {
    let balance = ColourBalance::of_colours(colours)?;
    let colour = |end: Option<Vertex>| end.map(|end| colours[end as usize]);
    let fits = match route.shape {
        Shape::Cycle => balance == ColourBalance::Even,
        // A single vertex is both ends.
        Shape::Path => balance.check_ends(colour(route.start), colour(route.end)).is_ok(),
    };
    fits.then_some(balance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prunings_are_a_set() {
        use Pruning::{Blocks, Colours, Degrees, LookAhead, TwoFactor};
        let all = [LookAhead, Degrees, Colours, Blocks, TwoFactor];
        assert_eq!(all.into_iter().fold(PruningSet::NONE, PruningSet::with), PruningSet::ALL);
        let most = PruningSet::ALL.without(Blocks);
        assert_eq!(all.map(|one| most.has(one)), [true, true, true, false, true]);
        assert_eq!(most.with(Blocks), PruningSet::ALL);
    }

    #[test]
    fn of_a_path_and_its_reverse_one_is_listed() {
        assert!(!Shape::Cycle.is_reverse_duplicate(&[0, 1, 2, 3]));
        assert!(Shape::Cycle.is_reverse_duplicate(&[0, 3, 2, 1]));
        assert!(!Shape::Path.is_reverse_duplicate(&[0, 3, 2, 1]));
        assert!(Shape::Path.is_reverse_duplicate(&[1, 2, 3, 0]));
        let free = Constraints::default();
        assert!(free.is_reversible(2) && !free.is_reversible(1));
        assert!(!Constraints { start: Some(0), ..free.clone() }.is_reversible(2));
        assert!(Constraints { shape: Shape::Cycle, start: Some(0), ..free }.is_reversible(2));
    }

    #[test]
    fn the_start_and_the_end_may_be_named_among_the_waypoints() {
        let constraints = Constraints {
            start: Some(3),
            end: Some(5),
            waypoints: vec![3, 1, 5],
            ..Constraints::default()
        };
        let resolved = ResolvedConstraints::new(&constraints, 6).expect("no contradiction");
        assert_eq!(resolved.stops, [3, 1, 5]);
        assert_eq!([1, 0, 5].map(|vertex| resolved.place(vertex)), [Some(2), None, Some(3)]);
        assert!(resolved.is_kept(&[3, 0, 1, 2, 4, 5]));
        assert!(!resolved.is_kept(&[3, 0, 4, 2, 5, 1]));
    }

    #[test]
    fn terms_that_contradict_themselves_are_recognized() {
        let none = Constraints::default();
        let twice = Constraints { waypoints: vec![1, 2, 1], ..none.clone() };
        let outside = Constraints { start: Some(6), ..none.clone() };
        let late_start = Constraints { start: Some(1), waypoints: vec![2, 1], ..none.clone() };
        let same_ends = Constraints { start: Some(1), end: Some(1), ..none.clone() };
        for constraints in [twice, outside, late_start, same_ends.clone()] {
            assert!(ResolvedConstraints::new(&constraints, 6).is_none(), "{constraints:?}");
        }
        let alone = Constraints { start: Some(0), end: Some(0), ..none };
        assert!(ResolvedConstraints::new(&alone, 1).is_some());
    }
}
