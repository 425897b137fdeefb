//! Engines that work on ranks, spoken to in the keys of a board's space.

use std::collections::BinaryHeap;
use std::io::{self, Read, Write};

use crate::board::{CellSet, State};
use crate::control::Watch;
use crate::search::layers::{Halt, Layer, LayerSearch, Room, Sources};
use crate::search::numbered::ByRank;

use super::numbered::NumberedSpace;
use super::space::LANES;

/// An engine and the ranks of the space that it searches.
pub(super) struct Unranking<M, const N: usize, const IMAGES: usize> {
    pub(super) space: NumberedSpace<M, N, IMAGES, LANES>,
    pub(super) engine: Box<dyn ByRank>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize> LayerSearch<State<N>>
    for Unranking<M, N, IMAGES>
{
    fn begin(
        &mut self,
        sources: Sources<'_, State<N>>,
        watch: &mut Watch<'_>,
    ) -> Result<Layer, Halt> {
        match sources {
            Sources::Keys(keys) => {
                let ranks: Vec<u64> = keys.iter().map(|key| self.space.rank(key)).collect();
                self.engine.begin(Sources::Keys(&ranks), watch)
            }
            Sources::Goals => self.engine.begin(Sources::Goals, watch),
        }
    }

    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer, Halt> {
        self.engine.advance(watch)
    }

    /// The least ranks are not of the least keys, so that all are looked at.
    fn last_layer(&mut self, most: usize) -> Result<Vec<State<N>>, Halt> {
        let Unranking { space, engine } = self;
        let mut least = BinaryHeap::new();
        engine.visit_last_layer(&mut |ranks| {
            for &rank in ranks {
                least.push(space.key(rank).expect("a layer holds states only"));
                if least.len() > most {
                    least.pop();
                }
            }
        })?;
        Ok(least.into_sorted_vec())
    }

    fn way_to(&mut self, key: &State<N>) -> Result<Option<Vec<State<N>>>, Halt> {
        let Unranking { space, engine } = self;
        let way = engine.way_to(&space.rank(key))?;
        let key = |&rank: &u64| space.key(rank).expect("a layer holds states only");
        Ok(way.map(|way| way.iter().map(key).collect()))
    }

    fn room(&self) -> Room {
        self.engine.room()
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.engine.save(out)
    }

    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.engine.restore(input)
    }
}
