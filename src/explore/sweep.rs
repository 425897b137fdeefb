//! One search by layers, from its sources to its end.

use crate::control::{StopReason, Watch};
use crate::grid::Cell;
use crate::search::layers::{Halt, Layer, LayerSearch, Sources};

use super::ExploreError;
use super::checkpoint::{CheckpointError, Keeper};
use super::profile::LayerProfile;

/// The most positions of the last layer that are kept.
const MOST_FARTHEST: usize = 8;

/// A search by layers of all that can be reached from some sources.
pub(super) struct Sweeping<'a> {
    pub(super) search: &'a mut dyn LayerSearch,
    /// Says where the pieces of a position stand.
    pub(super) place: &'a dyn Fn(&[u64]) -> Vec<Cell>,
    /// Is shown the layers as they become known.
    pub(super) look: &'a dyn Fn(&[Layer]),
    /// Keeps the run, and knows how far it was if it was resumed.
    pub(super) keeper: Option<&'a mut Keeper>,
    /// Which sweep of the run it is, from 0.
    pub(super) number: usize,
}

/// What ends a sweep before it is complete.
enum End {
    Halt(Halt),
    Checkpoint(CheckpointError),
}

impl From<Halt> for End {
    fn from(halt: Halt) -> Self {
        End::Halt(halt)
    }
}

impl From<CheckpointError> for End {
    fn from(error: CheckpointError) -> Self {
        End::Checkpoint(error)
    }
}

impl Sweeping<'_> {
    /// Sweeps until there is nothing new or the watch halts it; says why, then.
    pub(super) fn run(
        &mut self,
        sources: Sources<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<(LayerProfile, Option<StopReason>), ExploreError> {
        let kept = self.keeper.as_ref().and_then(|keeper| keeper.sweep(self.number));
        let mut sweep = kept.cloned().unwrap_or_default();
        if sweep.is_complete {
            return Ok((sweep, None));
        }
        match self.layers(sources, &mut sweep.layers, watch) {
            Ok(()) => {}
            Err(End::Halt(Halt::Stopped(reason))) => return Ok((sweep, Some(reason))),
            Err(End::Halt(Halt::File(error))) => return Err(error.into()),
            Err(End::Checkpoint(error)) => return Err(error.into()),
        }
        let farthest = self.search.last_layer(MOST_FARTHEST).map_err(Halt::unwatched)?;
        sweep.is_complete = true;
        sweep.farthest = farthest.iter().map(|words| (self.place)(words)).collect();
        if let Some(keeper) = &mut self.keeper {
            keeper.keep_end(self.number, &sweep.farthest, &mut *self.search)?;
        }
        Ok((sweep, None))
    }

    /// Adds the layers that are missing.
    fn layers(
        &mut self,
        sources: Sources<'_>,
        layers: &mut Vec<Layer>,
        watch: &mut Watch<'_>,
    ) -> Result<(), End> {
        let mut layer = if layers.is_empty() {
            self.search.begin(sources, watch)?
        } else {
            self.search.advance(watch)?
        };
        while layer.classes > 0 {
            layers.push(layer);
            (self.look)(layers);
            if let Some(keeper) = &mut self.keeper {
                keeper.keep_layer(self.number, layer, &mut *self.search)?;
            }
            layer = self.search.advance(watch)?;
        }
        Ok(())
    }
}
