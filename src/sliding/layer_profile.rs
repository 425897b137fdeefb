//! The layers of a search.

use bincode::{Decode, Encode};

use crate::{grid::Cell, search::layers::Layer};

/// The layers around the start, or around all goals.
#[derive(Clone, PartialEq, Eq, Default, Debug, Encode, Decode, serde::Serialize)]
#[non_exhaustive]
pub struct LayerProfile {
    /// The layers by distance, from 0.
    pub layers: Vec<Layer>,
    /// The anchors of the pieces for some states of the last layer, always the same ones. Of mirror
    /// images only one is listed.
    pub farthest: Vec<Vec<Cell>>,
    /// Whether the layers contain every reachable state.
    pub is_complete: bool,
}

impl LayerProfile {
    /// Returns the sum of all layers.
    pub fn total(&self) -> Layer {
        let mut total = Layer::default();
        self.layers.iter().for_each(|layer| total.add(layer));
        total
    }

    /// Returns the least distance of a goal, if a goal was reached.
    pub fn nearest_goal(&self) -> Option<usize> {
        self.layers.iter().position(|layer| layer.goal_classes > 0)
    }

    /// Returns the greatest distance so far.
    pub const fn eccentricity(&self) -> usize {
        self.layers.len().saturating_sub(1)
    }

    /// Returns the last layer so far.
    pub fn last(&self) -> Layer {
        self.layers.last().copied().unwrap_or_default()
    }
}
