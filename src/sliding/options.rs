//! Options of a search, and of a search by layers.

use std::num::NonZero;

use bincode::{Decode, Encode};

use crate::{
    board::{Board, BoardError},
    control::Limits,
    puzzle::{Metric, Puzzle},
    search::MoveOrder,
};

use super::engine::Engine;

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Algorithm {
    /// Iterative deepening A* for numbered tiles, else breadth-first search.
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
    /// All algorithms; the random one with seed 0.
    pub const ALL: [Algorithm; 8] = [
        Algorithm::Auto,
        Algorithm::BreadthFirst,
        Algorithm::DepthFirst(MoveOrder::Fixed),
        Algorithm::DepthFirst(MoveOrder::Reverse),
        Algorithm::DepthFirst(MoveOrder::Random { seed: 0 }),
        Algorithm::IterativeDeepening,
        Algorithm::InformedDeepening,
        Algorithm::Anytime,
    ];

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

words!(Algorithm);

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

impl Mirroring {
    /// Both treatments.
    pub const ALL: [Mirroring; 2] = [Mirroring::Canonical, Mirroring::Off];

    /// Returns its name: `canonical` or `off`.
    pub const fn word(self) -> &'static str {
        match self {
            Mirroring::Canonical => "canonical",
            Mirroring::Off => "off",
        }
    }
}

words!(Mirroring);

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

words!(HeuristicChoice);

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

/// The result that a search by layers is for. Runs of the same puzzle and purpose have the same
/// layers. Checkpoints store the number of a variant: add at the end only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Encode, Decode)]
pub enum BfsPurpose {
    /// The layers around the start and the goals, and the moves from each position.
    Everything,
    /// The layers around the start.
    Layers,
    /// A shortest solution: the layers around the start end with the nearest goal.
    Solution,
}

impl BfsPurpose {
    /// Compiles the board of a puzzle. Mirror images are one state if they have the same distance
    /// to the goals and, unless the purpose is a solution, from the start.
    ///
    /// # Errors
    /// If the puzzle has no moves of this metric, or is too large.
    pub fn board(
        self,
        puzzle: &Puzzle,
        metric: Metric,
        mirroring: Mirroring,
    ) -> Result<Board, BoardError> {
        metric.check(puzzle)?;
        let board = Board::new(puzzle)?;
        // A module for pages has no tables of lines.
        #[cfg(not(target_family = "wasm"))]
        let board = board.without_unreachable_images();
        Ok(match (mirroring, self) {
            (Mirroring::Off, _) => board.without_symmetry(),
            (Mirroring::Canonical, BfsPurpose::Solution) => board,
            (Mirroring::Canonical, _) => board.with_symmetry_of_start(),
        })
    }

    /// Returns the command that resumes such a run.
    pub const fn command(self) -> &'static str {
        if matches!(self, BfsPurpose::Solution) {
            "solve"
        } else {
            "explore"
        }
    }
}

/// The configuration of a search by layers.
#[derive(Clone, Copy, Debug)]
pub struct BfsConfig {
    pub metric: Metric,
    pub mirroring: Mirroring,
    pub purpose: BfsPurpose,
    pub limits: Limits,
    pub threads: NonZero<usize>,
    /// `None` chooses the engine by the board and the limit on memory.
    pub engine: Option<Engine>,
}

impl BfsConfig {
    /// Compiles the board of a puzzle.
    pub fn board(&self, puzzle: &Puzzle) -> Result<Board, BoardError> {
        self.purpose.board(puzzle, self.metric, self.mirroring)
    }
}
