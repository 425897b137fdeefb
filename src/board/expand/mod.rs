//! Move generation: every state one unit away from each state of a block.
//!
//! A block of states is laid out lane by lane, one state a lane, and every question is asked of
//! all lanes at once: which cells are empty, which anchors can step up. The shifts are the same
//! for all lanes, so that the compiler turns each loop over lanes into vector instructions, and a
//! puzzle with more kinds or odder shapes only takes more of them. Then the anchors that can move
//! are listed, bit by bit, and each is moved by two exclusive ors in each mirror image.

mod emit;
mod listed;
mod packed;

use crate::puzzle::Metric;

use super::cells::CellSet;
use super::sleep::Arrival;
use super::state::State;
use super::tables::{Tables, narrow};
use super::{Arrangement, Board, MAX_KINDS};
use listed::OVERHANG;

pub use packed::Packed;

/// The most planes that [`MAX_KINDS`] kinds take.
const MAX_PLANES: usize = 5;
const _: () = assert!(MAX_KINDS < 1 << MAX_PLANES);

/// Generates the successors of blocks of up to `LANES` states of `N` words, cells as a `CellSet`.
#[derive(Clone, Debug)]
pub struct Expander<M, const N: usize, const IMAGES: usize, const LANES: usize> {
    tables: Tables<M, N, IMAGES>,
    metric: Metric,
    /// How many pieces there are of each kind.
    pieces: Vec<usize>,
    /// Bit planes, cut out of the states.
    planes: [[M; LANES]; MAX_PLANES],
    /// The anchors of each kind.
    anchors: Vec<[M; LANES]>,
    /// The empty cells.
    empties: [M; LANES],
    /// The empty cells, shifted so that a cell ahead of a piece falls on its anchor.
    ahead: Vec<[M; LANES]>,
    /// The anchors that can step, by direction.
    movable: [[M; LANES]; 4],
    /// The anchors that can go further than a step, by the direction of the first.
    mobile: [[M; LANES]; 4],
    /// Steps to be taken: [`Listed`] words.
    list: Vec<u32>,
}

impl<M: CellSet, const N: usize, const IMAGES: usize, const LANES: usize>
    Expander<M, N, IMAGES, LANES>
{
    /// A generator for this board.
    ///
    /// # Panics
    /// If its cells do not fit `M`, its states `N` words, or its symmetry is not of order `IMAGES`.
    #[must_use]
    pub fn new(board: &Board, metric: Metric) -> Self {
        let tables = Tables::new(board, metric);
        Expander {
            metric,
            pieces: board.kinds().iter().map(|kind| kind.pieces.len()).collect(),
            planes: [[M::EMPTY; LANES]; MAX_PLANES],
            anchors: vec![[M::EMPTY; LANES]; board.kinds().len()],
            empties: [M::EMPTY; LANES],
            ahead: vec![[M::EMPTY; LANES]; tables.ahead_left.len() + tables.ahead_right.len()],
            movable: [[M::EMPTY; LANES]; 4],
            mobile: [[M::EMPTY; LANES]; 4],
            list: vec![0; 4 * LANES * board.cells() + OVERHANG],
            tables,
        }
    }

    /// A position, ready to be expanded.
    ///
    /// # Panics
    /// If the arrangement is not of this board.
    #[must_use]
    pub fn pack(&self, start: &Arrangement) -> Packed<N, IMAGES> {
        let mut images = [State::default(); IMAGES];
        for (cell, kind) in start.anchors() {
            let placement = self.tables.placement(kind, u32::try_from(cell).expect("128 cells"));
            for (image, bits) in images.iter_mut().zip(&placement.bits) {
                *image = image.xor(*bits);
            }
        }
        Packed::canonical_first(images, |_| self.nowhere())
    }

    /// The position with this canonical form, from which every move is to be tried.
    ///
    /// # Panics
    /// If it is none: see [`is_form`](Self::is_form).
    #[must_use]
    pub fn wake(&self, form: &State<N>) -> Packed<N, IMAGES> {
        let mut images = [State::default(); IMAGES];
        for (cell, code) in self.codes(form) {
            let placement = self.tables.placement(code - 1, cell);
            for (image, bits) in images.iter_mut().zip(&placement.bits) {
                *image = image.xor(*bits);
            }
        }
        Packed::canonical_first(images, |_| self.nowhere())
    }

    /// Whether these bits, wherever they come from, are the canonical form of a position.
    #[must_use]
    pub fn is_form(&self, form: &State<N>) -> bool {
        let mut missing = self.pieces.clone();
        let mut room = self.tables.free;
        for (cell, code) in self.codes(form) {
            let Some(walk) = self.tables.walks.get(code - 1) else { return false };
            let footprint = walk.footprints[cell as usize];
            let stands = walk.places.bit(cell) == 1 && footprint & !room == M::EMPTY;
            if !stands || missing[code - 1] == 0 {
                return false;
            }
            missing[code - 1] -= 1;
            room &= !footprint;
        }
        missing.iter().all(|&missing| missing == 0) && self.wake(form).canonical() == *form
    }

    /// The cells that hold an anchor, each with the number of its kind.
    fn codes(&self, form: &State<N>) -> impl Iterator<Item = (u32, usize)> {
        let Tables { planes: count, cells, free, .. } = self.tables;
        let planes: [M; MAX_PLANES] = std::array::from_fn(|plane| {
            if plane < count {
                M::window(form.words(), cells * narrow(plane)) & free
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

    /// The same position, from which every move is to be tried.
    #[must_use]
    pub fn awake(&self, packed: Packed<N, IMAGES>) -> Packed<N, IMAGES> {
        Packed { arrival: self.nowhere(), ..packed }
    }

    /// The arrival of a state that was not reached by a move.
    const fn nowhere(&self) -> Arrival {
        Arrival::none::<M>(self.tables.walks.len())
    }

    /// Appends every state one unit away from a state of the block, with the lane of that state.
    ///
    /// States that a search meets anyway are left out where that is known without looking: what
    /// sleeps. From an [`awake`](Self::awake) position they are all there.
    ///
    /// # Panics
    /// If the block is longer than `LANES`.
    #[inline(never)]
    pub fn expand(
        &mut self,
        block: &[Packed<N, IMAGES>],
        successors: &mut Vec<(u32, Packed<N, IMAGES>)>,
    ) {
        self.read_planes(block);
        self.find_anchors();
        self.find_empties();
        self.look_ahead();
        self.find_movable();
        self.lull(block);
        match self.metric {
            Metric::Step => self.steps(block, successors),
            Metric::Slide => self.slides(block, successors),
            Metric::Move => self.moves(block, successors),
        }
    }

    #[inline(always)]
    fn read_planes(&mut self, block: &[Packed<N, IMAGES>]) {
        let mut states = [[0; N]; LANES];
        for (words, packed) in states[..block.len()].iter_mut().zip(block) {
            *words = packed.images[0].0;
        }
        let mut from = 0;
        for plane in &mut self.planes[..self.tables.planes] {
            for lane in 0..LANES {
                plane[lane] = M::window(&states[lane], from) & self.tables.free;
            }
            from += self.tables.cells;
        }
    }

    #[inline(always)]
    fn find_anchors(&mut self) {
        for (anchors, flips) in self.anchors.iter_mut().zip(&self.tables.flips) {
            // A local array stays in registers.
            let mut here = [self.tables.free; LANES];
            for (plane, &flip) in self.planes.iter().zip(flips) {
                for lane in 0..LANES {
                    here[lane] &= plane[lane] ^ flip;
                }
            }
            *anchors = here;
        }
    }

    #[inline(always)]
    fn find_empties(&mut self) {
        let mut empties = [self.tables.free; LANES];
        for &(kind, offset) in &self.tables.cover {
            let anchors = &self.anchors[kind];
            for lane in 0..LANES {
                empties[lane] &= !(anchors[lane] << offset);
            }
        }
        self.empties = empties;
    }

    /// Shifts the empty cells so that each cell ahead of a piece falls on its anchor.
    #[inline(always)]
    fn look_ahead(&mut self) {
        let (left, right) = self.ahead.split_at_mut(self.tables.ahead_left.len());
        for (ahead, &distance) in left.iter_mut().zip(&self.tables.ahead_left) {
            for lane in 0..LANES {
                ahead[lane] = self.empties[lane] << distance;
            }
        }
        for (ahead, &distance) in right.iter_mut().zip(&self.tables.ahead_right) {
            for lane in 0..LANES {
                ahead[lane] = self.empties[lane] >> distance;
            }
        }
    }

    /// Finds the anchors that can step, and those that can take a second step in the same unit.
    #[inline(always)]
    fn find_movable(&mut self) {
        let Expander { tables, anchors, ahead, movable, mobile, .. } = self;
        for cells in movable.iter_mut().chain(&mut *mobile) {
            cells.fill(M::EMPTY);
        }
        let able = |inside: M, needs: &[u8], among: &[M; LANES]| {
            let mut able = [inside; LANES];
            for lane in 0..LANES {
                able[lane] &= among[lane];
            }
            for &need in needs {
                let ahead = &ahead[usize::from(need)];
                for lane in 0..LANES {
                    able[lane] &= ahead[lane];
                }
            }
            able
        };
        let (mut leads, mut onward) = (tables.leads.iter(), tables.onward.iter());
        for anchors in anchors {
            for ((movable, mobile), (inside, needs)) in
                movable.iter_mut().zip(&mut *mobile).zip(&mut leads)
            {
                let first = able(inside, needs, anchors);
                for lane in 0..LANES {
                    movable[lane] |= first[lane];
                }
                let mut any = [M::EMPTY; LANES];
                for (inside, needs) in onward.by_ref().take(tables.turns) {
                    let second = able(inside, needs, &first);
                    for lane in 0..LANES {
                        any[lane] |= second[lane];
                    }
                }
                for lane in 0..LANES {
                    mobile[lane] |= any[lane];
                }
            }
        }
    }

    /// Takes what sleeps out of the movable anchors, as far as it is known from the anchor alone.
    #[inline(always)]
    fn lull(&mut self, block: &[Packed<N, IMAGES>]) {
        for (lane, packed) in block.iter().enumerate() {
            let arrival = usize::from(packed.arrival.0);
            let asleep = &self.tables.sleep.steps[arrival];
            for (movable, &asleep) in self.movable.iter_mut().zip(asleep) {
                movable[lane] &= !asleep;
            }
            if self.metric != Metric::Step {
                let spent = &self.tables.sleep.traces[arrival].spent;
                for (mobile, &spent) in self.mobile.iter_mut().zip(spent) {
                    mobile[lane] &= !spent;
                }
            }
        }
    }
}
