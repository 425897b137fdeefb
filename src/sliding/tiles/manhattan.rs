//! The Manhattan distance: how far each tile is from its place, as if there were no others.

use super::patterns::ones;
use super::{IncrementalHeuristic, MAX_CELLS, TilePuzzle, TileStep};

/// How far each cell is from each, round the walls.
#[derive(Clone, Debug)]
pub(in crate::sliding) struct Manhattan {
    distances: [[u8; MAX_CELLS]; MAX_CELLS],
    start: u32,
}

impl Manhattan {
    /// Of these tiles.
    pub(in crate::sliding) fn new(tiles: &TilePuzzle) -> Self {
        let next_to = tiles.next_to();
        let mut distances = [[0; MAX_CELLS]; MAX_CELLS];
        for (cell, distances) in distances.iter_mut().enumerate().take(next_to.len()) {
            let (mut near, mut distance) = (1_u32 << cell, 0);
            while near.count_ones() < next_to.len().try_into().expect("25 cells at most") {
                distance += 1;
                let reached = |other: &usize| next_to[*other] & near != 0;
                let new = (0..next_to.len()).filter(reached).fold(0, |all, it| all | 1 << it);
                let new: u32 = new & !near;
                ones(new).for_each(|other| distances[other] = distance);
                near |= new;
            }
        }
        let apart = |home: usize| u32::from(distances[home][tiles.starts[home]]);
        Manhattan { distances, start: tiles.homes().map(apart).sum() }
    }
}

impl IncrementalHeuristic for Manhattan {
    type PackedTiles = u128;
    type Value = u32;

    fn start(&self) -> u32 {
        self.start
    }

    #[inline(always)]
    fn distance(at: &u32) -> u32 {
        *at
    }

    #[inline(always)]
    fn after(&self, at: &u32, step: TileStep, most: u32) -> Option<u32> {
        let distances = &self.distances[step.home];
        let after = *at + u32::from(distances[step.from]) - u32::from(distances[step.to]);
        (after <= most).then_some(after)
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.distances)
    }

    fn name(&self) -> String {
        "Manhattan distance".to_owned()
    }
}
