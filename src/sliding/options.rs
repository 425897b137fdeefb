//! What a person can choose about a search.

use std::num::NonZero;

use crate::control::Limits;
use crate::puzzle::Metric;
use crate::search::MoveOrder;

use super::engine::Engine;

/// How a puzzle is searched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// The one that suits the puzzle, of those that prove the shortest solution.
    #[default]
    Auto,
    /// Layer by layer: the first solution found is a shortest one.
    BreadthFirst,
    /// Ever deeper: some solution soon. The order of the moves says which.
    DepthFirst(MoveOrder),
    /// Depth-first to depth 1, to depth 2 and so on: the first solution found is a shortest one.
    IterativeDeepening,
    /// The same, guided by an estimate of what is left, and without memory: for numbered tiles.
    InformedDeepening,
    /// Some solution soon, then shorter and shorter ones, and meanwhile the proof that none is
    /// shorter than so many moves, until the two meet or a limit ends it.
    Anytime,
}

impl Algorithm {
    /// Its abbreviation: `auto`, `bfs`, `dfs`, `dfs-reverse`, `dfs-random`, `iddfs`, `idastar`
    /// or `anytime`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Algorithm::Auto => "auto",
            Algorithm::BreadthFirst => "bfs",
            Algorithm::DepthFirst(MoveOrder::Fixed) => "dfs",
            Algorithm::DepthFirst(MoveOrder::Reverse) => "dfs-reverse",
            Algorithm::DepthFirst(MoveOrder::Random { .. }) => "dfs-random",
            Algorithm::IterativeDeepening => "iddfs",
            Algorithm::InformedDeepening => "idastar",
            Algorithm::Anytime => "anytime",
        }
    }

    /// Whether whatever it finds is proven to be a shortest solution.
    #[must_use]
    pub const fn proves_shortest(self) -> bool {
        !matches!(self, Algorithm::DepthFirst(_) | Algorithm::Anytime)
    }
}

/// How many threads there are for a search: one a processor.
pub(crate) fn threads() -> NonZero<usize> {
    match std::thread::available_parallelism() {
        Ok(threads) if cfg!(feature = "threads") => threads,
        _ => NonZero::<usize>::MIN,
    }
}

/// Treatment of mirror images.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Mirroring {
    /// One of them stands for all, if the puzzle allows it.
    #[default]
    Canonical,
    /// Each is a state of its own.
    Off,
}

/// What tells an informed search how far numbered tiles are from their places at least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeuristicChoice {
    /// How far each tile is from its place by itself.
    Manhattan,
    /// How far the tiles are from their rows and columns.
    Walking,
    /// What groups of tiles take, looked up in tables that are made once.
    Patterns,
}

impl HeuristicChoice {
    /// All of them.
    pub const ALL: [HeuristicChoice; 3] =
        [HeuristicChoice::Manhattan, HeuristicChoice::Walking, HeuristicChoice::Patterns];

    /// The word that names it: `walking`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            HeuristicChoice::Manhattan => "manhattan",
            HeuristicChoice::Walking => "walking",
            HeuristicChoice::Patterns => "patterns",
        }
    }
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
    /// The engine of breadth-first search; without this, the smallest that suffices.
    pub engine: Option<Engine>,
    /// What leads an informed search; without this, what suits the tiles and the memory.
    pub heuristic: Option<HeuristicChoice>,
    /// Threads that search, where there is more to do than one does soon; one a processor without
    /// this.
    pub threads: Option<NonZero<usize>>,
}
