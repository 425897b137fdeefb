//! What a person can choose about a search.

use crate::control::Limits;
use crate::puzzle::Metric;
use crate::search::Order;

/// How a puzzle is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// Layer by layer: the first solution found is a shortest one.
    #[default]
    BreadthFirst,
    /// Ever deeper: some solution soon. The order of the moves says which.
    DepthFirst(Order),
    /// Depth-first to depth 1, to depth 2 and so on: the first solution found is a shortest one.
    IterativeDeepening,
}

impl Algorithm {
    /// Its abbreviation: `bfs`, `dfs`, `dfs-reverse`, `dfs-random` or `iddfs`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Algorithm::BreadthFirst => "bfs",
            Algorithm::DepthFirst(Order::Fixed) => "dfs",
            Algorithm::DepthFirst(Order::Reverse) => "dfs-reverse",
            Algorithm::DepthFirst(Order::Random { .. }) => "dfs-random",
            Algorithm::IterativeDeepening => "iddfs",
        }
    }

    /// Whether what it finds is proven to be a shortest solution.
    #[must_use]
    pub const fn proves_shortest(self) -> bool {
        !matches!(self, Algorithm::DepthFirst(_))
    }
}

/// What is made of mirror images.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Mirroring {
    /// One of them stands for all, where the puzzle allows it.
    #[default]
    Canonical,
    /// Each is a state of its own.
    Off,
}

/// How to solve a puzzle. The default proves the shortest solution in `move`s, without limits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Options {
    /// How to search.
    pub algorithm: Algorithm,
    /// What counts as one.
    pub metric: Metric,
    /// What to make of mirror images.
    pub mirroring: Mirroring,
    /// When to give up.
    pub limits: Limits,
}
