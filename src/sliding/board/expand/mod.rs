//! Move generation: every state one unit away from each state of a block.
//!
//! A block holds one state in each lane. The expansion computes each set of cells, such as the
//! empty cells or the anchors that can step up, for all lanes at once. The shifts are the same in
//! all lanes, so the compiler turns each loop over lanes into vector instructions. More kinds or
//! more irregular shapes only take more of these instructions. The expansion then lists the anchors
//! that can move, and applies each move by one exclusive or in each mirror image.
//!
//! # Example: one step
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
//! - *Planes*: `A` is kind 1 and `B` kind 2, so plane 0 has bit 0 and plane 1 has bit 8. The state
//!   is `1 | 1 << (9 + 8)`.
//! - *Anchors*: those of kind 1 are `plane 0 & !plane 1` = {0}, those of kind 2
//!   `!plane 0 & plane 1` = {8}.
//! - *Empties*: the anchors of each kind, shifted by the offsets of its cells, are the covered
//!   cells; the offsets of `A` are 0, 1, 3 and 4. {2, 5, 6, 7} are empty.
//! - *Ahead*: for a step of `A` to the right, the cells 2 and 5 behind its anchor must be empty.
//!   The empties shifted down by 2 are {0, 3, 4, 5}, by 5 {0, 1, 2}. Each distance is shifted once
//!   for all kinds.
//! - *Can step*: the anchors of kind 1 from which a step right stays inside and which both shifts
//!   contain: {0}. A step down needs the cells 6 and 7 behind the anchor: {0} again.
//! - *Sleep set*: the steps that sleep after the arrival of the state are removed.
//! - *List*: a word for (lane, right, cell 0). One product gathers the kind at the cell from the
//!   planes. The entry of the step table has the bits that change, 0 and 1 of plane 0, and the
//!   arrival: `A` by a step right to cell 1. Each mirror image has its own entry. The least of the
//!   results is the key.

mod emit;
mod lanes;
pub mod wide;

use crate::{
    puzzle::Metric,
    search::{ArrivalId, Degree, OrbitInfo, Space, Successor},
};

use super::{
    cells::{CellSet, narrow},
    state::State,
    tables::Tables,
};
use crate::board::MAX_PLANES;
use lanes::{LANES, LaneBlock};
use wide::ExpandBlocks;

pub use lanes::Expander;

impl<M: CellSet, const N: usize, const IMAGES: usize> ExpandBlocks<State<N>>
    for Expander<M, N, IMAGES>
{
    /// Expands states block by block.
    #[inline(always)]
    fn expand_blocks(
        &mut self,
        keys: &[State<N>],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        for (block, keys) in keys.chunks(LANES).enumerate() {
            let first = block * LANES;
            let arrivals = if arrivals.is_empty() {
                arrivals
            } else {
                &arrivals[first..first + keys.len()]
            };
            self.expand_block(first, (keys, arrivals), successors);
        }
    }
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Expander<M, N, IMAGES> {
    /// Expands a block. Most blocks fill all lanes, and those of depth-first search one.
    #[inline(always)]
    fn expand_block(
        &mut self,
        first: usize,
        (keys, arrivals): (&[State<N>], &[ArrivalId]),
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        self.find_movable(keys);
        let block = LaneBlock {
            first: narrow(first),
            lanes: keys.len(),
        };
        if self.tables.leaves_at_once.is_empty() {
            self.mask_sleeping(arrivals, keys.len());
        } else {
            // The order that a sleeping move leaves to another state may be missing there.
            self.mask_sleeping(&[], keys.len());
            self.leave_at_once(block, successors);
        }
        self.steps(block, successors);
        match self.metric {
            Metric::Step => {}
            Metric::Push => self.visit_long_pushes(block.lanes, |lane, step| {
                successors.push(self.successor(
                    block.first + narrow(lane),
                    |image| self.images[image][lane].xor(step.bits[image]),
                    |image| step.arrivals[image],
                ));
            }),
            Metric::Move | Metric::Slide => self.further(block, successors),
        }
        if !self.tables.exits.is_empty() {
            self.leave(block, successors);
        }
    }

    /// Finds the pieces that can move in each state of a block.
    #[inline(always)]
    fn find_movable(&mut self, keys: &[State<N>]) {
        match keys.len() {
            1 => self.find_movable_in::<1>(keys),
            _ => self.find_movable_in::<LANES>(keys),
        }
    }

    /// Whether these bits, which may come from any source, encode a placement of all the pieces.
    fn is_placement(&self, state: &State<N>) -> bool {
        let Tables {
            pieces,
            masks,
            free,
            ..
        } = &*self.tables;
        let mut missing = pieces.clone();
        let mut room = *free;
        let mut meant = 0;
        for (cell, code) in self.codes(state) {
            let Some(masks) = masks.get(code - 1) else {
                return false;
            };
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
        let have_left =
            |(kind, &missing): (usize, &usize)| missing == 0 || self.tables.may_leave[kind];
        let mut missing = missing.iter().enumerate();
        missing.all(have_left) && bits == meant
    }

    /// Iterates over the cells that hold an anchor, each with the number of its kind.
    fn codes(&self, state: &State<N>) -> impl Iterator<Item = (u32, usize)> {
        let Tables {
            planes: count,
            cells,
            free,
            ..
        } = *self.tables;
        let planes: [M; MAX_PLANES] = std::array::from_fn(|plane| {
            if plane < count {
                M::window(state.words(), cells * narrow(plane)) & free
            } else {
                M::EMPTY
            }
        });
        let mut anchors = planes
            .iter()
            .fold(M::EMPTY, |anchors, &plane| anchors | plane);
        std::iter::from_fn(move || {
            let cell = (anchors != M::EMPTY).then(|| anchors.first())?;
            anchors = anchors.without_first();
            let bits = planes.iter().enumerate();
            Some((
                cell,
                bits.fold(0, |code, (bit, plane)| {
                    code | (plane.bit(cell) as usize) << bit
                }),
            ))
        })
    }
}

impl<M, const N: usize, const IMAGES: usize> Space<State<N>> for Expander<M, N, IMAGES>
where
    M: CellSet + Send + Sync + 'static,
{
    /// Leaves out the successors whose moves sleep after the arrival of a state.
    fn expand(
        &mut self,
        keys: &[State<N>],
        arrivals: &[ArrivalId],
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        wide::expand(self, keys, arrivals, successors);
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

    fn is_one_way(&self) -> bool {
        !self.tables.exits.is_empty()
    }

    fn degrees(&mut self, keys: &[State<N>], found: &mut Vec<Degree>) {
        for keys in keys.chunks(LANES) {
            self.find_movable(keys);
            self.count(keys.len(), found);
        }
    }

    fn another<'s>(&self) -> Box<dyn Space<State<N>> + 's>
    where
        Self: 's,
    {
        Box::new(self.clone())
    }
}
