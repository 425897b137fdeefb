//! Move generation: every state one unit away from each state of a block.
//!
//! A block of states is laid out lane by lane, one state a lane, and every question is asked of
//! all lanes at once: which cells are empty, which anchors can step up. The shifts are the same
//! for all lanes, so that the compiler turns each loop over lanes into vector instructions, and a
//! puzzle with more kinds or odder shapes only takes more of them. Then the anchors that can move
//! are listed, bit by bit, and each is moved by two exclusive ors in each mirror image.

use crate::grid::Direction;
use crate::puzzle::Metric;

use super::cells::CellSet;
use super::kind::KindId;
use super::state::State;
use super::tables::{Tables, Walk};
use super::{Board, MAX_KINDS};

/// The most planes that [`MAX_KINDS`] kinds take.
const MAX_PLANES: usize = 5;
const _: () = assert!(MAX_KINDS < 1 << MAX_PLANES);

/// How many set bits of a word are listed without asking whether there are so many. A word rarely
/// has more, and a branch that is always taken the same way costs nothing.
const LISTED_AT_ONCE: usize = 2;

/// A position on its way through a search: its canonical form, first, and its other mirror images.
#[derive(Clone, Copy, Debug)]
pub struct Packed<const N: usize, const IMAGES: usize> {
    images: [State<N>; IMAGES],
    spent: Spent,
}

impl<const N: usize, const IMAGES: usize> Packed<N, IMAGES> {
    /// The canonical form.
    #[inline(always)]
    #[must_use]
    pub const fn canonical(&self) -> State<N> {
        self.images[0]
    }
}

/// What need not be tried again: the successors that the move which led here already gave its
/// parent. After a step that is the step back; after a slide, that piece along that line; after a
/// move, that piece. All of them were emitted with the parent's successors, so nothing is lost.
#[derive(Clone, Copy, Debug)]
struct Spent {
    anchor: u8,
    direction: u8,
    /// 1, or 0 where nothing is spent: a bit to be shifted rather than a branch.
    any: u8,
}

/// Generates the successors of blocks of up to `LANES` states of `N` words, cells as a `CellSet`.
#[derive(Clone, Debug)]
pub struct Expander<M, const N: usize, const IMAGES: usize, const LANES: usize> {
    tables: Tables<M, N, IMAGES>,
    metric: Metric,
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
        let tables = Tables::new(board);
        Expander {
            metric,
            planes: [[M::EMPTY; LANES]; MAX_PLANES],
            anchors: vec![[M::EMPTY; LANES]; board.kinds().len()],
            empties: [M::EMPTY; LANES],
            ahead: vec![[M::EMPTY; LANES]; tables.ahead_left.len() + tables.ahead_right.len()],
            movable: [[M::EMPTY; LANES]; 4],
            list: vec![0; 4 * LANES * board.cells() + LISTED_AT_ONCE],
            tables,
        }
    }

    /// A position, ready to be expanded.
    #[must_use]
    pub fn pack(&self, board: &Board, start: &super::Arrangement) -> Packed<N, IMAGES> {
        let mut images = [State::default(); IMAGES];
        for (cell, kind) in start.anchors() {
            let placement = self.tables.placement(kind, u32::try_from(cell).expect("128 cells"));
            for (image, bits) in images.iter_mut().zip(&placement.bits) {
                *image = image.xor(*bits);
            }
        }
        debug_assert_eq!(images[0], board.pack(start));
        let images = canonical_first(&images, least(&images));
        Packed { images, spent: Spent { anchor: 0, direction: 0, any: 0 } }
    }

    /// Emits every state one unit away from a state of the block, with the lane of that state.
    ///
    /// States that the search has met already are left out where that is known without looking: a
    /// state that the parent, too, leads to.
    ///
    /// # Panics
    /// If the block is longer than `LANES`.
    #[inline(always)]
    pub fn expand(
        &mut self,
        block: &[Packed<N, IMAGES>],
        emit: impl FnMut(u32, Packed<N, IMAGES>),
    ) {
        self.read_planes(block);
        self.find_anchors();
        self.find_empties();
        self.find_movable();
        self.strike_spent(block);
        match self.metric {
            Metric::Step => self.steps(block, emit),
            Metric::Slide => self.paths(block, slides, emit),
            Metric::Move => self.paths(block, moves, emit),
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

    #[inline(always)]
    fn find_movable(&mut self) {
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
        self.movable = [[M::EMPTY; LANES]; 4];
        for (leads, anchors) in self.tables.leads.iter().zip(&self.anchors) {
            for (lead, movable) in leads.iter().zip(&mut self.movable) {
                let mut able = [lead.inside; LANES];
                for lane in 0..LANES {
                    able[lane] &= anchors[lane];
                }
                for &need in &self.tables.needs[lead.needs..lead.needs + self.tables.needs_width] {
                    let ahead = &self.ahead[usize::from(need)];
                    for lane in 0..LANES {
                        able[lane] &= ahead[lane];
                    }
                }
                for lane in 0..LANES {
                    movable[lane] |= able[lane];
                }
            }
        }
    }

    /// Takes what need not be tried again out of the movable anchors.
    #[inline(always)]
    fn strike_spent(&mut self, block: &[Packed<N, IMAGES>]) {
        for (lane, packed) in block.iter().enumerate() {
            let Spent { anchor, direction, any } = packed.spent;
            let rest = !(M::narrow(u128::from(any)) << u32::from(anchor));
            match self.metric {
                Metric::Step => self.movable[usize::from(direction & 3)][lane] &= rest,
                Metric::Slide => {}
                Metric::Move => {
                    for movable in &mut self.movable {
                        movable[lane] &= rest;
                    }
                }
            }
        }
    }

    /// The number of the kind that is anchored at a cell of a lane.
    #[inline(always)]
    fn kind_at(&self, lane: usize, cell: u32) -> KindId {
        let mut code = 0;
        for (plane, bits) in self.planes[..self.tables.planes].iter().enumerate() {
            code |= bits[lane].bit(cell) << plane;
        }
        code as usize - 1
    }

    #[inline(always)]
    fn steps(
        &mut self,
        block: &[Packed<N, IMAGES>],
        mut emit: impl FnMut(u32, Packed<N, IMAGES>),
    ) {
        let mut listed = 0;
        for lane in 0..block.len() {
            for direction in 0..4 {
                let tag = Listed::tag(lane, direction);
                listed = list_bits(self.movable[direction][lane], tag, &mut self.list, listed);
            }
        }
        let stride = self.tables.stride;
        for &entry in &self.list[..listed] {
            let Listed { lane, direction, cell: from } = Listed::read(entry);
            let to = match direction {
                0 => from - stride,
                1 => from - 1,
                2 => from + 1,
                _ => from + stride,
            };
            let kind = self.kind_at(lane, from);
            // The opposite of a direction is 3 less it.
            emit(lane as u32, self.moved(&block[lane], kind, from, to, 3 - direction));
        }
    }

    #[inline(always)]
    fn paths(
        &mut self,
        block: &[Packed<N, IMAGES>],
        reach: impl Fn(&Walk<M>, M, u32, M, usize) -> M,
        mut emit: impl FnMut(u32, Packed<N, IMAGES>),
    ) {
        let mut listed = 0;
        for lane in 0..block.len() {
            let [up, left, right, down] = self.movable.map(|movable| movable[lane]);
            let any = up | left | right | down;
            listed = list_bits(any, Listed::tag(lane, 0), &mut self.list, listed);
        }
        for &entry in &self.list[..listed] {
            let Listed { lane, cell: from, .. } = Listed::read(entry);
            let kind = self.kind_at(lane, from);
            let walk = &self.tables.walks[kind];
            let packed = &block[lane];
            let room = self.empties[lane] | walk.footprints[from as usize];
            let mut fits = walk.places;
            for &offset in &walk.offsets {
                fits &= room >> offset;
            }
            for (axis, directions) in AXES.iter().enumerate() {
                let _ = directions;
                let mut targets = reach(walk, fits, from, M::single(from), axis);
                while targets != M::EMPTY {
                    let to = targets.first();
                    targets = targets.without_first();
                    emit(lane as u32, self.moved(packed, kind, from, to, axis));
                }
            }
        }
    }

    /// The state after one piece has gone from one cell to another.
    #[inline(always)]
    fn moved(
        &self,
        packed: &Packed<N, IMAGES>,
        kind: KindId,
        from: u32,
        to: u32,
        direction: usize,
    ) -> Packed<N, IMAGES> {
        let (before, after) = (self.tables.placement(kind, from), self.tables.placement(kind, to));
        let images: [State<N>; IMAGES] = std::array::from_fn(|image| {
            packed.images[image].xor(before.bits[image]).xor(after.bits[image])
        });
        let chosen = least(&images);
        let spent = Spent {
            anchor: after.anchors[chosen],
            direction: self.tables.directions[chosen][direction],
            any: 1,
        };
        Packed { images: canonical_first(&images, chosen), spent }
    }
}
