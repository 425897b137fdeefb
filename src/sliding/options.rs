//! Options of a search.

use std::num::NonZero;

use bincode::{Decode, Encode};

use crate::control::Limits;
use crate::puzzle::Metric;
use crate::search::MoveOrder;

use super::engine::Engine;

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Algorithm {
    /// Iterative deepening A* for numbered tiles from ten cells on, else breadth-first search.
    #[default]
    Auto,
    /// Breadth-first search: proves the shortest solution.
    BreadthFirst,
    /// Depth-first search: some solution soon, which depends on the order of the moves.
    DepthFirst(MoveOrder),
    /// Iterative deepening depth-first search: proves the shortest solution.
    IterativeDeepening,
    /// Iterative deepening A*, for numbered tiles: proves the shortest solution, stores no states.
    InformedDeepening,
    /// Anytime search: some solution soon, then shorter ones, and a rising lower bound, until both
    /// meet or a limit is reached.
    Anytime,
}

impl Algorithm {
    /// Returns its abbreviation: `auto`, `bfs`, `dfs`, `dfs-reverse`, `dfs-random`, `iddfs`,
    /// `idastar` or `anytime`.
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

    /// Whether it is breadth-first search, chosen or asked for.
    pub(crate) const fn is_breadth_first(self) -> bool {
        matches!(self, Algorithm::Auto | Algorithm::BreadthFirst)
    }

    /// Whether its solutions are proven shortest.
    pub const fn proves_shortest(self) -> bool {
        !matches!(self, Algorithm::DepthFirst(_) | Algorithm::Anytime)
    }
}

/// Returns the default number of threads: one per processor.
pub fn threads() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Treatment of mirror images. Checkpoints store the number of a variant: add at the end only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Encode, Decode)]
pub enum Mirroring {
    /// Mirror images are one state, if the rules of the puzzle preserve them.
    #[default]
    Canonical,
    /// Each mirror image is a state.
    Off,
}

/// An admissible heuristic for numbered tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum HeuristicChoice {
    /// The sum of the distances of the tiles from their places.
    Manhattan,
    /// Walking distance: the distances of the tiles from their rows and columns.
    Walking,
    /// Additive pattern databases: exact distances of groups of tiles, in stored tables.
    Patterns,
}

impl HeuristicChoice {
    /// All heuristics.
    pub const ALL: [HeuristicChoice; 3] = [
        HeuristicChoice::Manhattan,
        HeuristicChoice::Walking,
        HeuristicChoice::Patterns,
    ];

    /// Returns its name: `walking`.
    pub const fn word(self) -> &'static str {
        match self {
            HeuristicChoice::Manhattan => "manhattan",
            HeuristicChoice::Walking => "walking",
            HeuristicChoice::Patterns => "patterns",
        }
    }
}

/// The options of a search. The default proves the shortest solution in `move`s, without limits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The unit of length.
    pub metric: Metric,
    /// The treatment of mirror images.
    pub mirroring: Mirroring,
    /// The limits.
    pub limits: Limits,
    /// The engine of breadth-first search; `None` escalates from engine to engine.
    pub engine: Option<Engine>,
    /// The heuristic for numbered tiles; `None` chooses it by the tiles and the memory.
    pub heuristic: Option<HeuristicChoice>,
    /// Number of threads; `None` is one per processor.
    pub threads: Option<NonZero<usize>>,
}

setters!(Options {
    with_algorithm = algorithm: Algorithm,
    with_metric = metric: Metric,
    with_mirroring = mirroring: Mirroring,
    with_limits = limits: Limits,
    with_engine = engine: Option<Engine>,
    with_heuristic = heuristic: Option<HeuristicChoice>,
    with_threads = threads: Option<NonZero<usize>>,
});
