//! What a sweep finds out.

use crate::grid::Cell;
use crate::search::layers::Layer;

/// The layers around a start, or around all goals.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LayerProfile {
    /// What lies at each distance, from 0 on.
    pub layers: Vec<Layer>,
    /// Some of the positions of the last layer, mirror images apart: always the same ones. For each
    /// of them, where the anchors of the pieces stand.
    pub farthest: Vec<Vec<Cell>>,
    /// Whether everything that can be reached is in these layers.
    pub is_complete: bool,
}

impl LayerProfile {
    /// All layers together.
    #[must_use]
    pub fn total(&self) -> Layer {
        let mut total = Layer::default();
        self.layers.iter().for_each(|layer| total.add(layer));
        total
    }

    /// The least distance of a goal; none where there is none so far.
    #[must_use]
    pub fn nearest_goal(&self) -> Option<usize> {
        self.layers.iter().position(|layer| layer.goal_classes > 0)
    }

    /// The greatest distance, as far as it is known.
    #[must_use]
    pub const fn eccentricity(&self) -> usize {
        self.layers.len().saturating_sub(1)
    }

    /// The layer at the greatest distance, as far as it is known.
    #[must_use]
    pub fn last(&self) -> Layer {
        self.layers.last().copied().unwrap_or_default()
    }
}
