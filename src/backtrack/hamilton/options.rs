//! How Hamiltonian paths are looked for.

use std::sync::Arc;

use crate::backtrack::Restarts;
use crate::control::Limits;

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
    /// With the order [`VertexOrder::Warnsdorff`], a path grows while that takes few backtracks, and then
    /// edges are decided; all solutions are listed by edges. With another order, a path grows to
    /// the end, so that the solutions come in that order.
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
    /// The smaller key, one for each vertex; those that have none come last. [`TieBreak::roth`] makes
    /// some.
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
}
