//! One search by layers, from its sources to its end.

use crate::board::Arrangement;
use crate::control::{StopReason, Watch};
use crate::grid::Cell;
use crate::search::layers::{Halt, Layer, LayerSearch, Sources};

use super::ExploreError;

/// The layers around a start, or around all goals.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Sweep {
    /// What lies at each distance, from 0 on.
    pub layers: Vec<Layer>,
    /// Some of the positions of the last layer, mirror images apart: always the same ones. For each
    /// of them, where the anchors of the pieces stand.
    pub farthest: Vec<Vec<Cell>>,
    /// Whether everything that can be reached is in these layers.
    pub is_complete: bool,
}

impl Sweep {
    /// All layers together.
    #[must_use]
    pub fn total(&self) -> Layer {
        let mut total = Layer::default();
        self.layers.iter().for_each(|layer| total.add(layer));
        total
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

/// The most positions of the last layer that are kept.
const MOST_FARTHEST: usize = 8;

/// Sweeps until there is nothing new or the watch halts it; says why, then. `place` says where the
/// pieces of a position stand; `look` is shown the layers as they become known.
pub(super) fn sweep(
    search: &mut dyn LayerSearch<Arrangement>,
    sources: Sources<'_, Arrangement>,
    place: &dyn Fn(&Arrangement) -> Vec<Cell>,
    look: &dyn Fn(&[Layer]),
    watch: &mut Watch<'_>,
) -> Result<(Sweep, Option<StopReason>), ExploreError> {
    let mut sweep = Sweep::default();
    let stopped = match layers(search, sources, look, watch, &mut sweep.layers) {
        Ok(()) => None,
        Err(Halt::Stopped(reason)) => Some(reason),
        Err(Halt::File(error)) => return Err(error.into()),
    };
    sweep.is_complete = stopped.is_none();
    if sweep.is_complete {
        let farthest = search.last_layer(MOST_FARTHEST).map_err(|halt| match halt {
            Halt::File(error) => error,
            Halt::Stopped(reason) => std::io::Error::other(reason),
        })?;
        sweep.farthest = farthest.iter().map(place).collect();
    }
    Ok((sweep, stopped))
}

fn layers(
    search: &mut dyn LayerSearch<Arrangement>,
    sources: Sources<'_, Arrangement>,
    look: &dyn Fn(&[Layer]),
    watch: &mut Watch<'_>,
    layers: &mut Vec<Layer>,
) -> Result<(), Halt> {
    let mut layer = search.begin(sources, watch)?;
    while layer.classes > 0 {
        layers.push(layer);
        look(layers);
        layer = search.advance(watch)?;
    }
    Ok(())
}
