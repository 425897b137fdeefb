//! From the anchors that can move to the states that they lead to, in each metric.

use crate::board::cells::CellSet;
use crate::board::kind::KindId;
use crate::board::sleep::{Arrival, JUMP};
use crate::board::state::State;
use crate::board::tables::Walk;
use crate::grid::Direction;

use super::Expander;
use super::listed::{Listed, list_cells, list_steps};
use super::packed::Packed;

const UP: usize = Direction::Up as usize;
const LEFT: usize = Direction::Left as usize;
const RIGHT: usize = Direction::Right as usize;
const DOWN: usize = Direction::Down as usize;

impl<M: CellSet, const N: usize, const IMAGES: usize, const LANES: usize>
    Expander<M, N, IMAGES, LANES>
{
    #[inline(always)]
    pub(super) fn steps(
        &mut self,
        block: &[Packed<N, IMAGES>],
        successors: &mut Vec<(u32, Packed<N, IMAGES>)>,
    ) {
        let mut listed = 0;
        for lane in 0..block.len() {
            let movable = self.movable_in(lane);
            listed = list_steps(movable, lane, &mut self.list, listed);
        }
        let listed = &self.list[..listed];
        successors.extend(listed.iter().map(|&word| (word >> 16, self.stepped_to(block, word))));
    }

    /// The state after the step that a listed word stands for.
    #[inline(always)]
    fn stepped_to(&self, block: &[Packed<N, IMAGES>], word: u32) -> Packed<N, IMAGES> {
        let lane = Listed::read::<M>(word).lane;
        let packed = &block[lane];
        let kind = self.kind_at(packed, lane, Listed::read::<M>(word).cell);
        let step = &self.tables.steps[kind * 4 * M::BITS as usize + Listed::step::<M>(word)];
        let images = std::array::from_fn(|image| packed.images[image].xor(step.bits[image]));
        Packed::canonical_first(images, |image| step.arrivals[image])
    }

    /// The steps first; then what lies beyond a step.
    #[inline(always)]
    pub(super) fn slides(
        &mut self,
        block: &[Packed<N, IMAGES>],
        successors: &mut Vec<(u32, Packed<N, IMAGES>)>,
    ) {
        self.steps(block, successors);
        let mut listed = 0;
        for lane in 0..block.len() {
            let mobile = std::array::from_fn(|direction| self.mobile[direction][lane]);
            listed = list_steps(mobile, lane, &mut self.list, listed);
        }
        for &word in &self.list[..listed] {
            let Listed { lane, cell: from, .. } = Listed::read::<M>(word);
            let direction = Listed::step::<M>(word) / M::BITS as usize;
            let (packed, kind) = (&block[lane], self.kind_at(&block[lane], lane, from));
            let walk = &self.tables.walks[kind];
            let first = self.stepped(M::single(from), direction);
            let beyond = self.further(walk, lane, self.stepped(first, direction), from, direction);
            let line = usize::from(direction == LEFT || direction == RIGHT);
            if self.is_asleep(packed, (2 * kind + line, from), walk, first | beyond) {
                continue;
            }
            self.go(packed, (kind, from), beyond, direction, word, successors);
        }
    }

    /// A place that a slide leads through, and all behind it.
    #[inline(always)]
    fn further(&self, walk: &Walk<M>, lane: usize, place: M, from: u32, direction: usize) -> M {
        let (mut at, mut places) = (place & walk.inside[direction], place);
        if at != M::EMPTY {
            let fits = self.fits(walk, lane, from);
            while at != M::EMPTY {
                at = self.stepped(at, direction) & fits;
                places |= at;
                at &= walk.inside[direction];
            }
        }
        places
    }

    /// The steps first, which most moves are; then what lies beyond a step.
    #[inline(always)]
    pub(super) fn moves(
        &mut self,
        block: &[Packed<N, IMAGES>],
        successors: &mut Vec<(u32, Packed<N, IMAGES>)>,
    ) {
        self.steps(block, successors);
        let mut listed = 0;
        for lane in 0..block.len() {
            let [up, left, right, down] = &self.mobile;
            let mobile = up[lane] | left[lane] | right[lane] | down[lane];
            listed = list_cells(mobile, lane, &mut self.list, listed);
        }
        for &word in &self.list[..listed] {
            let Listed { lane, cell: from, .. } = Listed::read::<M>(word);
            let (packed, kind) = (&block[lane], self.kind_at(&block[lane], lane, from));
            let walk = &self.tables.walks[kind];
            let fits = self.fits(walk, lane, from) & !M::single(from);
            let steps = self.spread(walk, M::single(from)) & fits;
            let beyond = self.beyond(walk, fits & !steps, steps);
            if self.is_asleep(packed, (kind, from), walk, steps | beyond) {
                continue;
            }
            self.go(packed, (kind, from), beyond, JUMP, word, successors);
        }
    }

    /// Whether a piece that can get to these places could have done so before the last unit, too,
    /// and is to come first then. `ranked` is a row of the ranks, and the anchor of the piece.
    #[inline(always)]
    fn is_asleep(
        &self,
        packed: &Packed<N, IMAGES>,
        ranked: (usize, u32),
        walk: &Walk<M>,
        places: M,
    ) -> bool {
        let sleep = &self.tables.sleep;
        let trace = &sleep.traces[usize::from(packed.arrival.0)];
        let (row, from) = ranked;
        let moved = trace.spent[UP] | trace.spent[LEFT];
        sleep.ranks[row * M::BITS as usize + from as usize] < trace.rank
            && moved.bit(from) == 0
            && Self::touching(walk, trace.vacated) & places == M::EMPTY
    }

    /// Appends the states after a piece has gone to each of these places, for the lane of a word.
    #[inline(always)]
    fn go(
        &self,
        packed: &Packed<N, IMAGES>,
        (kind, from): (KindId, u32),
        places: M,
        way: usize,
        word: u32,
        successors: &mut Vec<(u32, Packed<N, IMAGES>)>,
    ) {
        let mut targets = places;
        while targets != M::EMPTY {
            successors.push((word >> 16, self.moved(packed, kind, from, targets.first(), way)));
            targets = targets.without_first();
        }
    }

    /// Where a piece can get to from where its steps lead.
    #[inline(always)]
    fn beyond(&self, walk: &Walk<M>, fits: M, steps: M) -> M {
        let (mut reached, mut beyond) = (steps, M::EMPTY);
        loop {
            reached = self.spread(walk, reached) & fits & !beyond;
            if reached == M::EMPTY {
                return beyond;
            }
            beyond |= reached;
        }
    }

    /// The anchors from which a piece covers one of these cells.
    #[inline(always)]
    fn touching(walk: &Walk<M>, cells: M) -> M {
        walk.offsets.iter().fold(M::EMPTY, |anchors, &offset| anchors | cells >> offset)
    }

    /// The anchors of a lane that can step, by direction.
    #[inline(always)]
    fn movable_in(&self, lane: usize) -> [M; 4] {
        std::array::from_fn(|direction| self.movable[direction][lane])
    }

    /// The number of the kind that is anchored at a cell of a lane.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of a kind has five bits")]
    fn kind_at(&self, packed: &Packed<N, IMAGES>, lane: usize, cell: u32) -> KindId {
        let code = if N == 1 {
            let (lowest, factor) = self.tables.gather;
            let bits = packed.images[0].words()[0] >> cell & lowest;
            (bits.wrapping_mul(factor) >> (64 - self.tables.planes)) as usize
        } else {
            let planes = self.planes[..self.tables.planes].iter().enumerate();
            planes.fold(0, |code, (bit, plane)| code | (plane[lane].bit(cell) as usize) << bit)
        };
        code.wrapping_sub(1)
    }

    /// Where a piece can stand, with itself out of the way.
    #[inline(always)]
    fn fits(&self, walk: &Walk<M>, lane: usize, from: u32) -> M {
        let room = self.empties[lane] | walk.footprints[from as usize];
        walk.offsets.iter().fold(walk.places, |fits, &offset| fits & (room >> offset))
    }

    /// Anchors, one step on in any direction, whatever stands in the way.
    #[inline(always)]
    fn spread(&self, walk: &Walk<M>, anchors: M) -> M {
        let stride = self.tables.stride;
        (anchors & walk.inside[UP]) >> stride
            | (anchors & walk.inside[LEFT]) >> 1
            | (anchors & walk.inside[RIGHT]) << 1
            | (anchors & walk.inside[DOWN]) << stride
    }

    /// Anchors, one step on. They must lie inside, from where the step does not leave the board.
    #[inline(always)]
    fn stepped(&self, anchors: M, direction: usize) -> M {
        match direction {
            UP => anchors >> self.tables.stride,
            LEFT => anchors >> 1,
            RIGHT => anchors << 1,
            _ => anchors << self.tables.stride,
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
        way: usize,
    ) -> Packed<N, IMAGES> {
        let (before, after) = (self.tables.placement(kind, from), self.tables.placement(kind, to));
        let images: [State<N>; IMAGES] = std::array::from_fn(|image| {
            packed.images[image].xor(before.bits[image]).xor(after.bits[image])
        });
        Packed::canonical_first(images, |image| {
            Arrival(after.arrivals[image] + self.tables.ways[image][way])
        })
    }
}
