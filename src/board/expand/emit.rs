//! From the anchors that can move to the states that they lead to, in each metric.

use std::hint::select_unpredictable;

use crate::board::cells::CellSet;
use crate::board::kind::KindId;
use crate::board::sleep::JUMP;
use crate::board::state::State;
use crate::board::tables::PieceMasks;
use crate::grid::Direction;
use crate::search::{Class, Successor, Via};

use super::lanes::{Block, Expander};
use super::listed::{Listed, list_cells, list_steps};

const UP: usize = Direction::Up as usize;
const LEFT: usize = Direction::Left as usize;
const RIGHT: usize = Direction::Right as usize;
const DOWN: usize = Direction::Down as usize;

impl<M: CellSet, const N: usize, const IMAGES: usize> Expander<M, N, IMAGES> {
    /// Appends the states after the steps of a block, of which the first is in place `first`.
    // A part of all three metrics: once for them all.
    #[inline(never)]
    pub(super) fn steps(&mut self, block: Block, successors: &mut Vec<Successor<State<N>>>) {
        let mut listed = 0;
        for lane in 0..block.lanes {
            let can_step = self.can_step_in(lane);
            listed = list_steps(can_step, lane, &mut self.list, listed);
        }
        let listed = &self.list[..listed];
        successors.extend(listed.iter().map(|&word| self.stepped_to(block, word)));
    }

    /// The state after the step that a listed word stands for.
    #[inline(always)]
    fn stepped_to(&self, block: Block, word: u32) -> Successor<State<N>> {
        let Listed { lane, cell } = Listed::read::<M>(word);
        let kind = self.kind_at(lane, cell);
        let step = &self.tables.steps[kind * 4 * M::BITS as usize + Listed::step::<M>(word)];
        let state = |image: usize| self.images[image][lane].xor(step.bits[image]);
        self.successor(block.first + (word >> 16), state, |image| step.arrivals[image])
    }

    /// A state given by its images, and how it was reached, as each image sees it.
    #[inline(always)]
    fn successor(
        &self,
        place: u32,
        state: impl Fn(usize) -> State<N>,
        via: impl Fn(usize) -> Via,
    ) -> Successor<State<N>> {
        let images = std::array::from_fn(state);
        let (least, orbit) = Self::canonical(&images);
        let (key, image) = match IMAGES {
            1 => (images[0], 0),
            // The common case without an index, and without a branch that is a toss-up.
            2 => (select_unpredictable(least == 0, images[0], images[1]), least),
            // The images stand there in turn, as many times as it takes.
            _ => (images[least], least & (self.tables.order - 1)),
        };
        let class = Class::new(orbit, self.tables.goal.is_met(&key));
        #[expect(clippy::cast_possible_truncation, reason = "there are four images at most")]
        Successor { key, place, via: via(least), class, image: image as u8 }
    }

    /// The place of the least of these images, and how many different ones there are.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "there are four images at most")]
    pub(super) fn canonical(images: &[State<N>; IMAGES]) -> (usize, u8) {
        match IMAGES {
            1 => (0, 1),
            2 => (usize::from(images[1] < images[0]), 2 - u8::from(images[0] == images[1])),
            _ => {
                let least =
                    (1..IMAGES).fold(
                        0,
                        |least, image| {
                            if images[image] < images[least] { image } else { least }
                        },
                    );
                // They are a group: each stands there as often as the least one does.
                let alike = images.iter().filter(|&image| *image == images[least]).count();
                (least, (IMAGES / alike) as u8)
            }
        }
    }

    /// The steps first; then what lies beyond a step.
    #[inline(always)]
    pub(super) fn slides(&mut self, block: Block, successors: &mut Vec<Successor<State<N>>>) {
        self.steps(block, successors);
        let mut listed = 0;
        for lane in 0..block.lanes {
            let can_go_on = std::array::from_fn(|direction| self.can_go_on[direction][lane]);
            listed = list_steps(can_go_on, lane, &mut self.list, listed);
        }
        for &word in &self.list[..listed] {
            let Listed { lane, cell: from, .. } = Listed::read::<M>(word);
            let direction = Listed::step::<M>(word) / M::BITS as usize;
            let kind = self.kind_at(lane, from);
            let masks = &self.tables.masks[kind];
            let first = self.stepped(M::single(from), direction);
            let beyond = self.further(masks, lane, self.stepped(first, direction), from, direction);
            let line = usize::from(direction == LEFT || direction == RIGHT);
            if self.is_asleep(lane, (2 * kind + line, from), masks, first | beyond) {
                continue;
            }
            self.go(block, (kind, from), beyond, direction, word, successors);
        }
    }

    /// A place that a slide leads through, and all behind it.
    #[inline(always)]
    fn further(
        &self,
        masks: &PieceMasks<M>,
        lane: usize,
        place: M,
        from: u32,
        direction: usize,
    ) -> M {
        let (mut at, mut places) = (place & masks.inside[direction], place);
        if at != M::EMPTY {
            let fits = self.fits(masks, lane, from);
            while at != M::EMPTY {
                at = self.stepped(at, direction) & fits;
                places |= at;
                at &= masks.inside[direction];
            }
        }
        places
    }

    /// The steps first, which most moves are; then what lies beyond a step.
    #[inline(always)]
    pub(super) fn moves(&mut self, block: Block, successors: &mut Vec<Successor<State<N>>>) {
        self.steps(block, successors);
        let mut listed = 0;
        for lane in 0..block.lanes {
            let [up, left, right, down] = &self.can_go_on;
            let can_go_on = up[lane] | left[lane] | right[lane] | down[lane];
            listed = list_cells(can_go_on, lane, &mut self.list, listed);
        }
        for &word in &self.list[..listed] {
            let Listed { lane, cell: from, .. } = Listed::read::<M>(word);
            let kind = self.kind_at(lane, from);
            let masks = &self.tables.masks[kind];
            let fits = self.fits(masks, lane, from) & !M::single(from);
            let steps = self.spread(masks, M::single(from)) & fits;
            let beyond = self.beyond(masks, fits & !steps, steps);
            if self.is_asleep(lane, (kind, from), masks, steps | beyond) {
                continue;
            }
            self.go(block, (kind, from), beyond, JUMP, word, successors);
        }
    }

    /// Whether a piece that can get to these places could have done so before the last unit, too,
    /// and is to come first then. `ranked` is a row of the ranks, and the anchor of the piece.
    #[inline(always)]
    fn is_asleep(
        &self,
        lane: usize,
        ranked: (usize, u32),
        masks: &PieceMasks<M>,
        places: M,
    ) -> bool {
        let sleep = &self.tables.sleep;
        let trace = &sleep.traces[usize::from(self.vias[lane])];
        let (row, from) = ranked;
        let moved = trace.spent[UP] | trace.spent[LEFT];
        sleep.ranks[row * M::BITS as usize + from as usize] < trace.rank
            && moved.bit(from) == 0
            && Self::touching(masks, trace.vacated) & places == M::EMPTY
    }

    /// Appends the states after a piece has gone to each of these places, for the lane of a word.
    #[inline(always)]
    fn go(
        &self,
        block: Block,
        (kind, from): (KindId, u32),
        places: M,
        way: usize,
        word: u32,
        successors: &mut Vec<Successor<State<N>>>,
    ) {
        let lane = Listed::read::<M>(word).lane;
        let before = self.tables.placement(kind, from);
        let mut targets = places;
        while targets != M::EMPTY {
            let after = self.tables.placement(kind, targets.first());
            let state = |image: usize| {
                self.images[image][lane].xor(before.bits[image]).xor(after.bits[image])
            };
            let via = |image: usize| after.arrivals[image] + self.tables.ways[image][way];
            successors.push(self.successor(block.first + (word >> 16), state, via));
            targets = targets.without_first();
        }
    }

    /// Where a piece can get to from where its steps lead.
    #[inline(always)]
    fn beyond(&self, masks: &PieceMasks<M>, fits: M, steps: M) -> M {
        let (mut reached, mut beyond) = (steps, M::EMPTY);
        loop {
            reached = self.spread(masks, reached) & fits & !beyond;
            if reached == M::EMPTY {
                return beyond;
            }
            beyond |= reached;
        }
    }

    /// The anchors from which a piece covers one of these cells.
    #[inline(always)]
    fn touching(masks: &PieceMasks<M>, cells: M) -> M {
        masks.offsets.iter().fold(M::EMPTY, |anchors, &offset| anchors | cells >> offset)
    }

    /// The anchors of a lane that can step, by direction.
    #[inline(always)]
    fn can_step_in(&self, lane: usize) -> [M; 4] {
        std::array::from_fn(|direction| self.can_step[direction][lane])
    }

    /// The number of the kind that is anchored at a cell of a lane.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the number of a kind has five bits")]
    fn kind_at(&self, lane: usize, cell: u32) -> KindId {
        let code = if N == 1 {
            let (lowest, factor) = self.tables.gather;
            let bits = self.images[0][lane].words()[0] >> cell & lowest;
            (bits.wrapping_mul(factor) >> (64 - self.tables.planes)) as usize
        } else {
            let planes = self.planes[..self.tables.planes].iter().enumerate();
            planes.fold(0, |code, (bit, plane)| code | (plane[lane].bit(cell) as usize) << bit)
        };
        code.wrapping_sub(1)
    }

    /// Where a piece can stand, with itself out of the way.
    #[inline(always)]
    fn fits(&self, masks: &PieceMasks<M>, lane: usize, from: u32) -> M {
        let room = self.empties[lane] | masks.footprints[from as usize];
        masks.offsets.iter().fold(masks.places, |fits, &offset| fits & (room >> offset))
    }

    /// Anchors, one step on in any direction, whatever stands in the way.
    #[inline(always)]
    fn spread(&self, masks: &PieceMasks<M>, anchors: M) -> M {
        let stride = self.tables.stride;
        (anchors & masks.inside[UP]) >> stride
            | (anchors & masks.inside[LEFT]) >> 1
            | (anchors & masks.inside[RIGHT]) << 1
            | (anchors & masks.inside[DOWN]) << stride
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
}
