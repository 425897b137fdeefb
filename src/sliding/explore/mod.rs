//! Explores the component of a puzzle: its states, their distances, and the hardest start.
//!
//! An [`Explorer`] works in three [stages](Stage). It searches by layers from the start and counts
//! the moves from each state. It searches by layers from all goals, which yields the distance to
//! the nearest goal and so the hardest start. Then it counts the shortest solutions. The results of
//! a stage stay valid if a later stage is stopped.

pub mod distances;
mod explorer;
mod graph;
mod layout;
mod placements;
mod solutions;
mod state_map;
mod state_map_json;
#[cfg(test)]
mod tests;
mod waypoints;

use std::{num::NonZero, time::Duration};

use num_bigint::BigUint;

use crate::{
    control::{Limits, StopReason},
    puzzle::{Metric, Puzzle},
    sliding::{BfsConfig, BfsPurpose, Mirroring, SolveError, threads},
};

pub use crate::{
    search::{
        components::{Component, ComponentCounts},
        layers::{Layer, MemoryUsage},
    },
    sliding::{CheckpointError, Engine, EngineInfo, LayerProfile, Place, has_checkpoint},
};
pub use explorer::{Explorer, PositionsAt, StageObserver, StageProgress};
pub use graph::{StateEdge, StateGraph, StateNode, state_graph};
pub use layout::{Dimensions, Point};
pub use placements::{HardestPlacement, all_components, hardest_placement};
pub use solutions::ShortestSolutions;
pub use state_map::{MAX_MAP_POSITIONS, SearchOrder, StateMap};
#[cfg(any(feature = "web-map", test))]
pub(crate) use state_map_json::base64;
pub(crate) use waypoints::{TraceCounter, Waypoint};

/// A stage of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub enum Stage {
    /// Search by layers from the start.
    #[serde(rename = "layers")]
    FromStart,
    /// Search by layers from all reachable goals.
    #[serde(rename = "goals")]
    FromGoals,
    /// Count of the shortest solutions.
    #[serde(rename = "solutions")]
    Solutions,
}

/// The result of a stage.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StageResult<T> {
    /// The stage is complete.
    Known(T),
    /// No goal is reachable, so the value is undefined.
    NoGoal,
    /// The options exclude the stage.
    NotAsked,
    /// The stage needs about this many bytes, more than the limit on memory.
    TooLarge(u64),
    /// The run was stopped before the stage was complete.
    Stopped,
}

impl<T> StageResult<T> {
    /// Returns the value, if it is known.
    pub const fn known(&self) -> Option<&T> {
        match self {
            StageResult::Known(found) => Some(found),
            _ => None,
        }
    }
}

/// The stage in which a run was stopped, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct StoppedStage {
    /// The stage.
    pub stage: Stage,
    /// The reason.
    pub reason: StopReason,
}

/// The numbers of moves from the states of a component.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Degrees {
    /// Entry `n` is the number of states with `n` moves; the last entry is not 0.
    pub histogram: Vec<u64>,
    /// Whether pieces may leave, so that some moves cannot be taken back.
    pub is_one_way: bool,
}

impl Degrees {
    /// Returns the number of states with one move only, or none.
    pub fn dead_ends(&self) -> u64 {
        self.histogram.iter().take(2).sum()
    }

    /// Returns the least number of moves from a state.
    pub fn least(&self) -> usize {
        self.histogram
            .iter()
            .position(|&positions| positions > 0)
            .unwrap_or(0)
    }

    /// Returns the greatest number of moves from a state.
    pub const fn most(&self) -> usize {
        self.histogram.len().saturating_sub(1)
    }

    /// Returns the mean number of moves from a state.
    #[expect(clippy::cast_precision_loss, reason = "a mean is not exact")]
    pub fn mean(&self) -> f64 {
        let positions: u64 = self.histogram.iter().sum();
        self.arcs() as f64 / positions.max(1) as f64
    }

    /// Returns the number of pairs of states that are one move apart. If pieces may leave, it is
    /// the number of moves, each in one direction.
    pub fn edges(&self) -> u64 {
        self.arcs() / if self.is_one_way { 1 } else { 2 }
    }

    fn arcs(&self) -> u64 {
        (0..)
            .zip(&self.histogram)
            .map(|(moves, positions)| moves * positions)
            .sum()
    }
}

impl serde::Serialize for Degrees {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut fields = serializer.serialize_struct("Degrees", 6)?;
        fields.serialize_field("least", &self.least())?;
        fields.serialize_field("most", &self.most())?;
        fields.serialize_field("mean", &self.mean())?;
        fields.serialize_field("dead_ends", &self.dead_ends())?;
        fields.serialize_field("edges", &self.edges())?;
        fields.serialize_field("histogram", &self.histogram)?;
        fields.end()
    }
}

/// The result of an exploration.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct Exploration {
    /// The unit of distances.
    pub metric: Metric,
    /// The order of the symmetry group: 1, 2 or 4 mirror images are one state.
    pub images: usize,
    /// The layers around the start.
    pub from_start: LayerProfile,
    /// The layers around the goals.
    pub from_goals: StageResult<LayerProfile>,
    /// The number of shortest solutions, as sequences of states.
    #[serde(serialize_with = "decimal")]
    pub solutions: StageResult<BigUint>,
    /// The numbers of moves from the states.
    pub degrees: StageResult<Degrees>,
    /// The stage that was stopped, if one was.
    pub stopped: Option<StoppedStage>,
    /// The engine of the layers, and why it was chosen.
    #[serde(flatten)]
    pub engine: EngineInfo,
    /// Peak use of memory and disk.
    #[serde(flatten)]
    pub memory_usage: MemoryUsage,
    /// The time of the run.
    pub elapsed: Duration,
}

/// Serializes a count as text with all its digits: readers of JSON may round large numbers.
fn decimal<S: serde::Serializer>(
    count: &StageResult<BigUint>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = match count {
        StageResult::Known(count) => StageResult::Known(count.to_string()),
        StageResult::NoGoal => StageResult::NoGoal,
        StageResult::NotAsked => StageResult::NotAsked,
        StageResult::TooLarge(bytes) => StageResult::TooLarge(*bytes),
        StageResult::Stopped => StageResult::Stopped,
    };
    serde::Serialize::serialize(&text, serializer)
}

impl Exploration {
    /// Returns the distance from the start to the nearest goal, if a goal was reached.
    pub fn shortest(&self) -> Option<usize> {
        self.from_start.nearest_goal()
    }
}

/// Explores the component of a puzzle's start, in `move`s and without limits.
///
/// # Errors
/// If the board does not fit the solvers.
///
/// # Complexity
/// As for [`Explorer::explore`].
pub fn explore(puzzle: &Puzzle) -> Result<Exploration, SolveError> {
    Explorer::new(puzzle, &Options::default())?.explore()
}

/// The stages of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum ExploreScope {
    /// The layers around the start only.
    Layers,
    /// Every stage that fits the limit on memory.
    #[default]
    Everything,
}

/// The options of an exploration. The default runs all stages, in `move`s, without limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The unit of distances.
    pub metric: Metric,
    /// The treatment of mirror images.
    pub mirroring: Mirroring,
    /// The limits of all stages together.
    pub limits: Limits,
    /// The stages.
    pub scope: ExploreScope,
    /// Number of threads.
    pub threads: NonZero<usize>,
    /// The engine; `None` chooses it by the size of the space and the limit on memory.
    pub engine: Option<Engine>,
}

setters!(Options {
    with_metric = metric: Metric,
    with_mirroring = mirroring: Mirroring,
    with_limits = limits: Limits,
    with_scope = scope: ExploreScope,
    with_threads = threads: NonZero<usize>,
    with_engine = engine: Option<Engine>,
});

impl Default for Options {
    fn default() -> Self {
        Options {
            metric: Metric::default(),
            mirroring: Mirroring::default(),
            limits: Limits::default(),
            scope: ExploreScope::default(),
            threads: threads(),
            engine: None,
        }
    }
}

impl Options {
    const fn config(&self) -> BfsConfig {
        let purpose = match self.scope {
            ExploreScope::Layers => BfsPurpose::Layers,
            ExploreScope::Everything => BfsPurpose::Everything,
        };
        let Options {
            metric,
            mirroring,
            limits,
            threads,
            engine,
            ..
        } = *self;
        BfsConfig {
            metric,
            mirroring,
            purpose,
            limits,
            threads,
            engine,
        }
    }
}
