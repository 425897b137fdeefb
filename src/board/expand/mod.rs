//! Move generation: every state one unit away from each state of a block.
//!
//! A block of states is laid out lane by lane, one state a lane, and every question is asked of
//! all lanes at once: which cells are empty, which anchors can step up. The shifts are the same
//! for all lanes, so that the compiler turns each loop over lanes into vector instructions, and a
//! puzzle with more kinds or odder shapes only takes more of them. Then the anchors that can move
//! are listed, bit by bit, and each is moved by one exclusive or in each mirror image.
//!
//! # One step through the arrays
//!
//! A frame of 3 × 3 with a 2 × 2 piece `A` in its upper left corner and a single `B`, cells
//! numbered row by row:
//!
//! ```text
//! A A .     0 1 2
//! A A .     3 4 5
//! . . B     6 7 8
//! ```
//!
//! - *Planes*: `A` is kind 1 and `B` kind 2, so that plane 0 has bit 0 and plane 1 has bit 8: the
//!   state is `1 | 1 << (9 + 8)`.
//! - *Anchors* of kind 1 are `plane 0 & !plane 1` = {0}, of kind 2 `!plane 0 & plane 1` = {8}.
//! - *Empties*: all cells but the anchors of each kind, shifted by the offsets of its cells: of `A`
//!   by 0, 1, 3 and 4. {2, 5, 6, 7} are left.
//! - *Ahead*: for `A` to step right, the cells 2 and 5 steps on from its anchor must be empty. The
//!   empties shifted down by 2 are {0, 3, 4, 5}, by 5 {0, 1, 2}: each distance is shifted once for
//!   all kinds.
//! - *Can step*: the anchors of kind 1, where a step right stays inside, and both shifts agree:
//!   {0}. Down it needs 6 and 7 steps on, {0} again.
//! - *What sleeps* is taken out, by how the state was reached.
//! - *Listed*: a word for (lane, right, cell 0). The kind at a cell is gathered from the planes by
//!   one product; the table of steps has for it what changes, bits 0 and 1 of plane 0, and how the
//!   state that it leads to is reached, `A` by a step right to cell 1. In each mirror image that is
//!   another entry; the least of the results is the key.

mod emit;
mod lanes;

use crate::puzzle::Metric;
#[cfg(not(target_family = "wasm"))]
use crate::search::Degree;
use crate::search::{ArrivalId, OrbitInfo, Space, Successor};

use super::cells::CellSet;
use super::cells::narrow;
use super::state::State;
use super::tables::Tables;
use crate::board::{MAX_KINDS, MAX_PLANES};
use lanes::{LANES, LaneBlock};

pub use lanes::Expander;

impl<M: CellSet, const N: usize, const IMAGES: usize> Expander<M, N, IMAGES> {
    /// Expands a block; most have as many states as there are lanes, and depth-first search has
    /// one.
    #[inline(always)]
    fn expand_block(
        &mut self,
        first: usize,
        (keys, vias): (&[State<N>], &[ArrivalId]),
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        self.find_movable(keys);
        self.mask_sleeping(vias, keys.len());
        let block = LaneBlock { first: narrow(first), lanes: keys.len() };
        self.steps(block, successors);
        if self.metric != Metric::Step {
            self.further(block, successors);
        }
    }

    /// Finds out what can move in each of the states of a block.
    #[inline(always)]
    fn find_movable(&mut self, keys: &[State<N>]) {
        match keys.len() {
            1 => self.find_movable_in::<1>(keys),
            _ => self.find_movable_in::<LANES>(keys),
        }
    }

    /// Whether these bits, wherever they come from, are a placement of all the pieces, and nothing
    /// else.
    fn is_placement(&self, state: &State<N>) -> bool {
        let Tables { pieces, masks, free, .. } = &*self.tables;
        let mut missing = [0; MAX_KINDS];
        missing[..pieces.len()].copy_from_slice(pieces);
        let (mut room, mut meant) = (*free, 0);
        for (cell, code) in self.codes(state) {
            let Some(masks) = masks.get(code - 1) else { return false };
            let footprint = masks.footprints[cell as usize];
            let stands = masks.places.bit(cell) == 1 && footprint & !room == M::EMPTY;
            if !stands || missing[code - 1] == 0 {
                return false;
            }
            missing[code - 1] -= 1;
            room &= !footprint;
            meant += code.count_ones();
        }
        let bits: u32 = state.words().iter().map(|word| word.count_ones()).sum();
        missing == [0; MAX_KINDS] && bits == meant
    }

    /// The cells that hold an anchor, each with the number of its kind.
    fn codes(&self, state: &State<N>) -> impl Iterator<Item = (u32, usize)> {
        let Tables { planes: count, cells, free, .. } = *self.tables;
        let planes: [M; MAX_PLANES] = std::array::from_fn(|plane| {
            if plane < count {
                M::window(state.words(), cells * narrow(plane)) & free
            } else {
                M::EMPTY
            }
        });
        let mut anchors = planes.iter().fold(M::EMPTY, |anchors, &plane| anchors | plane);
        std::iter::from_fn(move || {
            let cell = (anchors != M::EMPTY).then(|| anchors.first())?;
            anchors = anchors.without_first();
            let bits = planes.iter().enumerate();
            Some((
                cell,
                bits.fold(0, |code, (bit, plane)| code | (plane.bit(cell) as usize) << bit),
            ))
        })
    }
}

impl<M, const N: usize, const IMAGES: usize> Space<State<N>> for Expander<M, N, IMAGES>
where
    M: CellSet + Send + Sync + 'static,
{
    /// States that a search meets anyway are left out where that is known without looking: what
    /// sleeps after the way in which a state was reached.
    fn expand(
        &mut self,
        keys: &[State<N>],
        vias: &[ArrivalId],
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        for (block, keys) in keys.chunks(LANES).enumerate() {
            let first = block * LANES;
            let vias = if vias.is_empty() { vias } else { &vias[first..first + keys.len()] };
            self.expand_block(first, (keys, vias), successors);
        }
    }

    fn classify(&mut self, keys: &[State<N>], found: &mut Vec<Option<(State<N>, OrbitInfo)>>) {
        for keys in keys.chunks(LANES) {
            if const { IMAGES > 1 } {
                match keys.len() {
                    1 => self.find_images::<1>(keys),
                    _ => self.find_images::<LANES>(keys),
                }
            }
            for (lane, key) in keys.iter().enumerate() {
                let mut images = [*key; IMAGES];
                for image in 1..IMAGES {
                    images[image] = self.images[image][lane];
                }
                let (least, orbit) = Self::canonical(&images, self.tables.order);
                let class = OrbitInfo::new(orbit, self.tables.goal.is_met(&images[least]));
                found.push(self.is_placement(key).then_some((images[least], class)));
            }
        }
    }

    // No page asks for them, and what a page loads is to be small.
    #[cfg(not(target_family = "wasm"))]
    fn degrees(&mut self, keys: &[State<N>], found: &mut Vec<Degree>) {
        for keys in keys.chunks(LANES) {
            self.find_movable(keys);
            self.count(keys.len(), found);
        }
    }

    fn another(&self) -> Box<dyn Space<State<N>>> {
        Box::new(self.clone())
    }
}
