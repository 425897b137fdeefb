//! Whole components: how many positions a puzzle has, how far they lie, and which is the hardest.
//!
//! An [`Explorer`] goes over everything that can be reached from the start of a puzzle in three
//! [stages](Stage): by layers from the start, where the moves from each position are counted; by
//! layers from all goals, which gives the distance to the nearest goal from each position, and so
//! the hardest start; then the shortest solutions are counted. What an earlier stage finds stands,
//! whatever becomes of a later one.

pub mod distances;
mod explorer;
mod graph;
mod options;
mod placements;
mod solutions;
#[cfg(test)]
mod tests;
mod waypoints;

use std::ops::ControlFlow;
use std::time::Duration;

use num_bigint::BigUint;

use crate::board::Board;
use crate::control::{Monitor, Outcome, Progress, StopReason};
use crate::puzzle::{Metric, Puzzle};
use crate::search::components::components;
use crate::search::layers::LayerError;
use crate::sliding::{Mirroring, SolveError, room_for_tables, spaces};

pub use crate::search::components::{Component, ComponentCounts};
pub use crate::search::layers::{Layer, MemoryUsage};
#[cfg(feature = "files")]
pub use crate::sliding::has_checkpoint;
pub use crate::sliding::{CheckpointError, Engine, EngineInfo, LayerProfile, Place};
pub use explorer::{Explorer, PositionsAt, StageObserver, StageProgress};
pub use graph::{StateEdge, StateGraph, StateNode, state_graph};
pub use options::{ExploreScope, Options};
pub use placements::{HardestPlacement, hardest_placement};
pub use solutions::{Completeness, ShortestSolutions};
pub(crate) use waypoints::{TraceCounter, Waypoint};

/// A part of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Stage {
    /// Layers around the start.
    FromStart,
    /// Layers around all goals that can be reached.
    FromGoals,
    /// The shortest solutions are counted.
    Solutions,
}

/// What became of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum StageResult<T> {
    /// It is known.
    Known(T),
    /// No goal can be reached, so there is nothing to be known.
    NoGoal,
    /// It was not asked for.
    NotAsked,
    /// It would take about so many bytes of memory, which is more than it may.
    TooLarge(u64),
    /// The run was stopped before.
    Stopped,
}

impl<T> StageResult<T> {
    /// What was found, if it was.
    #[must_use]
    pub const fn known(&self) -> Option<&T> {
        match self {
            StageResult::Known(found) => Some(found),
            _ => None,
        }
    }
}

/// How many moves there are from the positions of a component.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Degrees {
    /// Place `n` holds the number of positions with `n` moves; the last one is not 0.
    pub histogram: Vec<u64>,
}

impl Degrees {
    /// Positions whose only move leads back to where one has come from.
    #[must_use]
    pub fn dead_ends(&self) -> u64 {
        self.histogram.get(1).copied().unwrap_or(0)
    }

    /// The fewest moves from any position.
    #[must_use]
    pub fn least(&self) -> usize {
        self.histogram.iter().position(|&positions| positions > 0).unwrap_or(0)
    }

    /// The most moves from any position.
    #[must_use]
    pub const fn most(&self) -> usize {
        self.histogram.len().saturating_sub(1)
    }

    /// The mean number of moves.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean is not exact")]
    pub fn mean(&self) -> f64 {
        let positions: u64 = self.histogram.iter().sum();
        self.arcs() as f64 / positions.max(1) as f64
    }

    /// Pairs of positions that are a move apart.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.arcs() / 2
    }

    fn arcs(&self) -> u64 {
        (0..).zip(&self.histogram).map(|(moves, positions)| moves * positions).sum()
    }
}

/// What is known of everything that can be reached from the start of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Exploration {
    /// What counts as one move.
    pub metric: Metric,
    /// How many mirror images, itself among them, stand for one position: 1, 2 or 4.
    pub images: usize,
    /// The layers around the start.
    pub from_start: LayerProfile,
    /// The layers around the goals.
    pub from_goals: StageResult<LayerProfile>,
    /// How many shortest solutions there are, as ways from layout to layout.
    #[cfg_attr(feature = "serde", serde(serialize_with = "decimal"))]
    pub solutions: StageResult<BigUint>,
    /// How many moves there are from the positions.
    pub degrees: StageResult<Degrees>,
    /// Why it ended early, and in which stage, if it did.
    pub stopped: Option<(Stage, StopReason)>,
    /// The engine of the layers, and why it was chosen.
    pub engine: EngineInfo,
    /// The most that it took.
    pub memory_usage: MemoryUsage,
    /// How long it took.
    pub elapsed: Duration,
}

/// A count with all its digits, as text: readers of JSON may round numbers that large.
#[cfg(feature = "serde")]
fn decimal<S: serde::Serializer>(
    count: &StageResult<BigUint>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let told = match count {
        StageResult::Known(count) => StageResult::Known(count.to_string()),
        StageResult::NoGoal => StageResult::NoGoal,
        StageResult::NotAsked => StageResult::NotAsked,
        StageResult::TooLarge(bytes) => StageResult::TooLarge(*bytes),
        StageResult::Stopped => StageResult::Stopped,
    };
    serde::Serialize::serialize(&told, serializer)
}

impl Exploration {
    /// How far the nearest goal is, in moves of the metric; none where there is none so far.
    #[must_use]
    pub fn shortest(&self) -> Option<usize> {
        self.from_start.nearest_goal()
    }
}

/// Explores everything that can be reached from the start of a puzzle, in `move`s and without
/// limits.
///
/// # Errors
/// If the board does not fit the solvers.
///
/// # Complexity
/// As for [`Explorer::explore`].
pub fn explore(puzzle: &Puzzle) -> Result<Exploration, SolveError> {
    Explorer::new(puzzle, &Options::default())?.explore()
}

/// Every component of all placements of a puzzle's pieces, not only that of its start. What counts
/// as one move does not matter. The observer is told how many states there are in all, where mirror
/// images are taken for one once so and once each for itself.
///
/// # Errors
/// If the board does not fit the solvers, or there are too many placements to be numbered.
///
/// # Complexity
/// Time is linear in the placements; memory is three bits for each, and three more where mirror
/// images are taken for one.
pub fn all_components(
    puzzle: &Puzzle,
    options: &Options,
    observer: &mut dyn FnMut(u64, &Progress) -> ControlFlow<()>,
) -> Result<Outcome<ComponentCounts>, SolveError> {
    let board = Board::new(puzzle)?;
    let plain_board = board.clone().without_symmetry();
    let mirrored = board.symmetry().order() > 1 && options.mirroring == Mirroring::Canonical;
    let ranked = |board| spaces::ranked(board, Metric::Step, &options.limits);
    let plain = ranked(&plain_board)?;
    room_for_tables(&*plain, if mirrored { 2 } else { 1 }, &options.limits)?;
    let placements = plain.ranks().unwrap_or_default();
    let images = if mirrored { board.symmetry().order() as u64 } else { 0 };
    let all = placements + placements.checked_div(images).unwrap_or_default();
    let mut observer = |progress: &Progress| observer(all, progress);
    let mut watch = Monitor::new(options.limits, &mut observer);
    let threads = options.threads.get();
    let found = if mirrored {
        components(&*ranked(&board)?, Some(&*plain), threads, &mut watch)
    } else {
        components(&*plain, None, threads, &mut watch)
    };
    match found {
        Ok(components) => Ok(Outcome::Found(components)),
        Err(LayerError::Stopped(reason)) => Ok(Outcome::Stopped(reason)),
        Err(LayerError::File(error)) => Err(error.into()),
    }
}
