//! Vector operations on a block of states: each loop computes one set of cells in all lanes.

use std::sync::Arc;

use crate::{
    board::{
        Board, KindId, MAX_PLANES,
        cells::{CellSet, WideCells},
        state::State,
        symmetry::{Exchange, Mirror, WholeMirror},
        tables::Tables,
    },
    puzzle::Metric,
    search::{ArrivalId, BLOCK},
};

/// The number of states of a full block.
pub const LANES: usize = BLOCK;

/// The block being expanded: the number of its states, and the index of the first.
#[derive(Clone, Copy)]
pub(super) struct LaneBlock {
    pub(super) first: u32,
    pub(super) lanes: usize,
}

/// The state space of a board: states of `N` words, cells as a `CellSet`, and room for `IMAGES`
/// mirror images. With room for four, it computes as many images as the symmetry of the board has.
#[derive(Clone, Debug)]
pub struct Expander<M, const N: usize, const IMAGES: usize> {
    pub(super) tables: Arc<Tables<M, N, IMAGES>>,
    pub(super) metric: Metric,
    /// The states of a block, which are canonical forms, and their images.
    pub(super) images: [[State<N>; LANES]; IMAGES],
    /// The arrival of each state.
    pub(super) arrivals: [ArrivalId; LANES],
    /// Bit planes, cut out of the states.
    pub(super) planes: [[M; LANES]; MAX_PLANES],
    /// The anchors of each kind.
    pub(super) anchors: Vec<[M; LANES]>,
    /// The empty cells.
    pub(super) empties: [M; LANES],
    /// The empty cells, shifted so that a cell ahead of a piece falls on its anchor.
    ahead: Vec<[M; LANES]>,
    /// The kinds that wait until others have left, a bit for each; empty on boards without waits.
    pub(super) waiting: [WideCells; LANES],
    /// The anchors that can step, by direction.
    pub(super) can_step: [[M; LANES]; 4],
    /// The anchors that can go further than a step, by the direction of the first.
    pub(super) can_go_on: [[M; LANES]; 4],
    /// Steps to be taken: [`LaneAnchor`] words.
    pub(super) list: Vec<u32>,
}

/// Exchanges lines of cells, in all lanes.
#[inline(always)]
fn exchanged<M: CellSet, const L: usize>(cells: &[M; L], exchange: &Exchange<M>) -> [M; L] {
    let mut exchanged = [M::EMPTY; L];
    for lane in 0..L {
        exchanged[lane] = cells[lane] & exchange.stay;
    }
    for &(line, distance) in &exchange.swaps {
        for lane in 0..L {
            exchanged[lane] |= (cells[lane] & line) << distance | (cells[lane] >> distance) & line;
        }
    }
    exchanged
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Expander<M, N, IMAGES> {
    /// Creates a generator for a board.
    ///
    /// # Panics
    /// If the cells do not fit `M`, the states `N` words, or `IMAGES` is neither the order of the
    /// symmetry nor 4.
    pub fn new(board: &Board, metric: Metric) -> Self {
        let tables = Tables::new(board, metric);
        Expander {
            metric,
            images: [[State::default(); LANES]; IMAGES],
            arrivals: [0; LANES],
            planes: [[M::EMPTY; LANES]; MAX_PLANES],
            anchors: vec![[M::EMPTY; LANES]; board.kinds().len()],
            empties: [M::EMPTY; LANES],
            ahead: vec![[M::EMPTY; LANES]; tables.ahead_left.len() + tables.ahead_right.len()],
            waiting: [WideCells::EMPTY; LANES],
            can_step: [[M::EMPTY; LANES]; 4],
            can_go_on: [[M::EMPTY; LANES]; 4],
            list: vec![0; 4 * LANES * board.cells() + OVERHANG],
            tables: Arc::new(tables),
        }
    }

    /// Finds the pieces that can move in each of these states, in the first `L` lanes.
    #[inline(always)]
    pub(super) fn find_movable_in<const L: usize>(&mut self, keys: &[State<N>]) {
        self.find_images::<L>(keys);
        self.find_empties::<L>();
        self.look_ahead::<L>();
        self.find_steps::<L>();
        if !self.tables.waits.is_empty() {
            self.keep_waiting::<L>();
        }
    }

    /// Finds the kinds that wait, and removes their steps.
    #[inline(never)]
    fn keep_waiting<const L: usize>(&mut self) {
        for lane in 0..L {
            let counts = self.anchors.iter().map(|anchors| anchors[lane].count());
            let remaining = counts.sum::<u32>() as usize;
            self.waiting[lane] = WideCells::EMPTY;
            for wait in &self.tables.waits {
                let is_locked = |key: KindId| self.anchors[key][lane] != M::EMPTY;
                if remaining <= wait.remaining && !wait.key.is_some_and(is_locked) {
                    continue;
                }
                self.waiting[lane] |= WideCells::of(std::iter::once(wait.kind));
                let others = !self.anchors[wait.kind][lane];
                for direction in 0..4 {
                    self.can_step[direction][lane] &= others;
                    self.can_go_on[direction][lane] &= others;
                }
            }
        }
    }

    /// Reads these states and finds their mirror images, in the first `L` lanes.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    #[cfg_attr(not(target_arch = "x86_64"), inline(never))]
    pub(super) fn find_images<const L: usize>(&mut self, keys: &[State<N>]) {
        self.read_planes::<L>(keys);
        self.find_anchors::<L>();
        if const { IMAGES == 1 } {
            return;
        }
        let Expander {
            tables,
            anchors,
            images,
            ..
        } = self;
        for (image, mirror) in (1..).zip(&tables.mirrors) {
            images[image] = match &mirror.whole {
                Some(mirror) if const { N == 1 } => {
                    tables.reflect_whole::<L>(mirror, &images[0], anchors)
                }
                _ => tables.reflect::<L>(mirror, anchors),
            };
        }
    }

    #[inline(always)]
    fn read_planes<const L: usize>(&mut self, keys: &[State<N>]) {
        let states = &mut self.images[0];
        states[..keys.len()].copy_from_slice(keys);
        states[keys.len()..L].fill(State::default());
        let mut from = 0;
        for plane in &mut self.planes[..self.tables.planes] {
            for lane in 0..L {
                plane[lane] = M::window(states[lane].words(), from) & self.tables.free;
            }
            from += self.tables.cells;
        }
    }

    #[inline(always)]
    fn find_anchors<const L: usize>(&mut self) {
        for (anchors, flips) in self.anchors.iter_mut().zip(&self.tables.flips) {
            // A local array stays in registers.
            let mut here = [self.tables.free; L];
            for (plane, &flip) in self.planes.iter().zip(flips) {
                for lane in 0..L {
                    here[lane] &= plane[lane] ^ flip;
                }
            }
            anchors[..L].copy_from_slice(&here);
        }
    }

    #[inline(always)]
    fn find_empties<const L: usize>(&mut self) {
        let mut empties = [self.tables.free; L];
        for &(kind, offset) in &self.tables.cover {
            let anchors = &self.anchors[kind];
            for lane in 0..L {
                empties[lane] &= !(anchors[lane] << offset);
            }
        }
        self.empties[..L].copy_from_slice(&empties);
    }

    /// Shifts the empty cells so that each cell ahead of a piece falls on its anchor.
    #[inline(always)]
    fn look_ahead<const L: usize>(&mut self) {
        let (left, right) = self.ahead.split_at_mut(self.tables.ahead_left.len());
        for (ahead, &distance) in left.iter_mut().zip(&self.tables.ahead_left) {
            for lane in 0..L {
                ahead[lane] = self.empties[lane] << distance;
            }
        }
        for (ahead, &distance) in right.iter_mut().zip(&self.tables.ahead_right) {
            for lane in 0..L {
                ahead[lane] = self.empties[lane] >> distance;
            }
        }
    }

    /// Finds the anchors that can step, and those that can take a second step in the same unit.
    #[inline(always)]
    fn find_steps<const L: usize>(&mut self) {
        let Expander {
            tables,
            anchors,
            ahead,
            can_step,
            can_go_on,
            ..
        } = self;
        for cells in can_step.iter_mut().chain(&mut *can_go_on) {
            cells.fill(M::EMPTY);
        }
        let able = |inside: M, needs: &[u16], among: &[M]| {
            let mut able = [inside; L];
            for lane in 0..L {
                able[lane] &= among[lane];
            }
            for &need in needs {
                let ahead = &ahead[usize::from(need)];
                for lane in 0..L {
                    able[lane] &= ahead[lane];
                }
            }
            able
        };
        let mut first_steps = tables.first_steps.iter();
        let mut second_steps = tables.second_steps.iter();
        for anchors in anchors {
            for ((can_step, can_go_on), (inside, needs)) in can_step
                .iter_mut()
                .zip(&mut *can_go_on)
                .zip(&mut first_steps)
            {
                let first = able(inside, needs, anchors);
                for lane in 0..L {
                    can_step[lane] |= first[lane];
                }
                if tables.turns == 0 {
                    continue;
                }
                let mut any = [M::EMPTY; L];
                for (inside, needs) in second_steps.by_ref().take(tables.turns) {
                    let second = able(inside, needs, &first);
                    for lane in 0..L {
                        any[lane] |= second[lane];
                    }
                }
                for lane in 0..L {
                    can_go_on[lane] |= any[lane];
                }
            }
        }
    }

    /// Removes the steps that sleep for every kind at their anchor.
    #[inline(always)]
    pub(super) fn mask_sleeping(&mut self, arrivals: &[ArrivalId], lanes: usize) {
        // After an unknown arrival, nothing sleeps.
        self.arrivals[..lanes].fill(0);
        for (lane, &arrival) in arrivals.iter().enumerate() {
            self.arrivals[lane] = arrival;
            let asleep = &self.tables.sleep.steps[usize::from(arrival)];
            for (can_step, &asleep) in self.can_step.iter_mut().zip(asleep) {
                can_step[lane] &= !asleep;
            }
            if !self.tables.sleep.traces.is_empty() {
                let spent = &self.tables.sleep.traces[usize::from(arrival)].spent;
                for (can_go_on, &spent) in self.can_go_on.iter_mut().zip(spent) {
                    can_go_on[lane] &= !spent;
                }
            }
        }
    }
}

impl<M: CellSet, const N: usize, const IMAGES: usize> Tables<M, N, IMAGES> {
    /// Returns a mirror image of states of one word. It moves the anchors to the far ends of their
    /// pieces and then reflects all planes at once.
    #[inline(always)]
    fn reflect_whole<const L: usize>(
        &self,
        mirror: &WholeMirror,
        states: &[State<N>; LANES],
        all_anchors: &[[M; LANES]],
    ) -> [State<N>; LANES] {
        let states: [u64; L] = std::array::from_fn(|lane| states[lane].words()[0]);
        let mut here = states;
        let mut shifted = [0; L];
        for (kinds, left, right) in &mirror.moved {
            let mut anchors = [0; L];
            for &kind in kinds {
                for lane in 0..L {
                    anchors[lane] |= all_anchors[kind][lane].low();
                }
            }
            let mut planes = anchors;
            for plane in 1..self.planes {
                for lane in 0..L {
                    planes[lane] |= anchors[lane] << (plane * self.cells as usize);
                }
            }
            for lane in 0..L {
                let moved = states[lane] & planes[lane];
                here[lane] ^= moved;
                shifted[lane] |= (moved << left) >> right;
            }
        }
        for lane in 0..L {
            here[lane] |= shifted[lane];
        }
        for exchange in &mirror.exchanges {
            here = exchanged(&here, exchange);
        }
        let mut reflected = [State::default(); LANES];
        for (state, word) in reflected.iter_mut().zip(here) {
            *state = State::from_words([word; N]);
        }
        reflected
    }

    /// Returns a mirror image. It reflects the anchors of each kind, moves them to the anchors of
    /// the mirrored shape, and puts them back into planes.
    #[inline(always)]
    fn reflect<const L: usize>(
        &self,
        mirror: &Mirror<M>,
        all_anchors: &[[M; LANES]],
    ) -> [State<N>; LANES] {
        let mut planes = [[M::EMPTY; L]; MAX_PLANES];
        for (anchors, kind) in all_anchors.iter().zip(&mirror.kinds) {
            let mut here: [M; L] = std::array::from_fn(|lane| anchors[lane]);
            for exchange in &mirror.exchanges {
                here = exchanged(&here, exchange);
            }
            for lane in 0..L {
                here[lane] = (here[lane] << kind.left) >> kind.right;
            }
            for &plane in &kind.planes {
                for lane in 0..L {
                    planes[plane][lane] |= here[lane];
                }
            }
        }
        let mut states = [[0; N]; L];
        let mut from = 0;
        for plane in &planes[..self.planes] {
            for lane in 0..L {
                plane[lane].put(&mut states[lane], from);
            }
            from += self.cells;
        }
        let mut reflected = [State::default(); LANES];
        for (state, words) in reflected.iter_mut().zip(states) {
            *state = State::from_words(words);
        }
        reflected
    }
}

/// The most words that are written beyond the end of the list.
pub const OVERHANG: usize = 4;

/// A cell of a lane. The word of a step holds the cell in the lowest bits, as many as the number of
/// a cell takes, then two bits for the direction, and from bit 16 on the lane.
#[derive(Clone, Copy)]
pub struct LaneAnchor {
    pub(super) lane: usize,
    pub(super) cell: u32,
}

impl LaneAnchor {
    /// Returns the word for cell 0.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "lanes and directions are few"
    )]
    const fn tag<M: CellSet>(lane: usize, direction: usize) -> u32 {
        ((lane as u32) << 16) | (direction as u32 * M::BITS)
    }

    #[inline(always)]
    pub(super) const fn read<M: CellSet>(word: u32) -> Self {
        LaneAnchor {
            lane: (word >> 16) as usize,
            cell: word & (M::BITS - 1),
        }
    }

    /// Returns direction and cell as one number: `direction · M::BITS + cell`.
    #[inline(always)]
    pub(super) const fn step<M: CellSet>(word: u32) -> usize {
        (word & (4 * M::BITS - 1)) as usize
    }
}

/// Writes a word for each cell of a lane's set to `list[listed..]`; returns the new length.
#[inline(always)]
pub fn list_cells<M: CellSet>(cells: M, lane: usize, list: &mut [u32], listed: usize) -> usize {
    list_bits::<M, 3>(cells, LaneAnchor::tag::<M>(lane, 0), list, listed)
}

/// Writes a word for each cell that can step, in each direction, to `list[listed..]`; returns the
/// new length. Two narrow sets are listed as one word of twice the width.
#[inline(always)]
pub fn list_steps<M: CellSet>(
    can_step: [M; 4],
    lane: usize,
    list: &mut [u32],
    listed: usize,
) -> usize {
    let mut end = listed;
    if let [Some(first), Some(second)] = [
        can_step[0].joined(can_step[1]),
        can_step[2].joined(can_step[3]),
    ] {
        end = list_bits::<u64, 3>(first, LaneAnchor::tag::<M>(lane, 0), list, end);
        return list_bits::<u64, 3>(second, LaneAnchor::tag::<M>(lane, 2), list, end);
    }
    for (direction, cells) in can_step.into_iter().enumerate() {
        end = list_bits::<M, 2>(cells, LaneAnchor::tag::<M>(lane, direction), list, end);
    }
    end
}

/// Writes `tag` plus the number of each set bit, and returns the new length.
///
/// It always writes the first `AT_ONCE` words. More bits are rare, and a branch that nearly always
/// goes the same way costs nothing. Words beyond the returned length have no meaning.
#[inline(always)]
fn list_bits<W: CellSet, const AT_ONCE: usize>(
    bits: W,
    tag: u32,
    list: &mut [u32],
    listed: usize,
) -> usize {
    const { assert!(AT_ONCE <= OVERHANG) };
    let mut rest = bits;
    let ahead = list[listed..]
        .first_chunk_mut::<AT_ONCE>()
        .expect("the list is long enough");
    for word in ahead {
        *word = tag.wrapping_add(rest.first());
        rest = rest.without_first();
    }
    let mut end = listed + AT_ONCE;
    while rest != W::EMPTY {
        list[end] = tag + rest.first();
        rest = rest.without_first();
        end += 1;
    }
    listed + bits.count() as usize
}
