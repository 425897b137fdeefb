//! What a person can choose about an exploration.

use std::num::NonZero;

use crate::control::Limits;
use crate::puzzle::Metric;
use crate::sliding::{BfsConfig, BfsPurpose, Engine, Mirroring, threads};

/// How far an exploration goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ExploreScope {
    /// The layers around the start, and no more.
    Layers,
    /// Every stage that there is memory for.
    #[default]
    Everything,
}

/// How to explore. The default finds out everything, in `move`s, without limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What counts as one.
    pub metric: Metric,
    /// What to make of mirror images.
    pub mirroring: Mirroring,
    /// When to give up, for all stages together.
    pub limits: Limits,
    /// How much to find out.
    pub scope: ExploreScope,
    /// Threads that search.
    pub threads: NonZero<usize>,
    /// What searches by layers; without this, what the size of the space and the limit on memory
    /// suggest.
    pub engine: Option<Engine>,
}

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
    /// How the layers are searched.
    pub(super) const fn config(&self) -> BfsConfig {
        let purpose = match self.scope {
            ExploreScope::Layers => BfsPurpose::Layers,
            ExploreScope::Everything => BfsPurpose::Everything,
        };
        let Options { metric, mirroring, limits, threads, engine, .. } = *self;
        BfsConfig { metric, mirroring, purpose, limits, threads, engine }
    }
}
