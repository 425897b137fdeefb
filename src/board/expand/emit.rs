//! From the anchors that can move to the states that they lead to, in each metric.

use crate::board::cells::CellSet;
use crate::board::kind::KindId;
use crate::board::state::State;
use crate::board::tables::Walk;
use crate::grid::Direction;

use super::Expander;
use super::listed::{Listed, list_cells, list_steps};
use super::packed::{Packed, Spent};

const UP: usize = Direction::Up as usize;
const LEFT: usize = Direction::Left as usize;
const RIGHT: usize = Direction::Right as usize;
const DOWN: usize = Direction::Down as usize;

/// The two lines that a piece can slide along, each by its two directions.
const LINES: [[usize; 2]; 2] = [[UP, DOWN], [LEFT, RIGHT]];

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
        Packed::canonical_first(images, |image| step.spent[image])
    }

    #[inline(always)]
    pub(super) fn slides(
        &mut self,
        block: &[Packed<N, IMAGES>],
        successors: &mut Vec<(u32, Packed<N, IMAGES>)>,
    ) {
        let listed = self.list_pieces(block.len());
        for &word in &self.list[..listed] {
            let Listed { lane, cell: from, .. } = Listed::read::<M>(word);
            let (packed, kind) = (&block[lane], self.kind_at(&block[lane], lane, from));
            let walk = &self.tables.walks[kind];
            let fits = self.fits(walk, lane, from);
            let spent = packed.spent.anchor_set::<M>() == M::single(from);
            for line in LINES {
                if spent && line.contains(&packed.spent.direction()) {
                    continue;
                }
                let mut targets = M::EMPTY;
                for direction in line {
                    let mut at = M::single(from);
                    while at != M::EMPTY {
                        at = self.stepped(at & walk.inside[direction], direction) & fits;
                        targets |= at;
                    }
                }
                while targets != M::EMPTY {
                    let moved = self.moved(packed, kind, from, targets.first(), line[0]);
                    successors.push((word >> 16, moved));
                    targets = targets.without_first();
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn moves(
        &mut self,
        block: &[Packed<N, IMAGES>],
        successors: &mut Vec<(u32, Packed<N, IMAGES>)>,
    ) {
        let listed = self.list_pieces(block.len());
        for &word in &self.list[..listed] {
            let Listed { lane, cell: from, .. } = Listed::read::<M>(word);
            let (packed, kind) = (&block[lane], self.kind_at(&block[lane], lane, from));
            let walk = &self.tables.walks[kind];
            let fits = self.fits(walk, lane, from);
            let mut reached = M::single(from);
            // Often there is no other place to go to, and nothing to be tried in vain.
            while reached != fits {
                let before = reached;
                reached |= self.spread(walk, before) & fits;
                if reached == before {
                    break;
                }
            }
            let mut targets = reached & !M::single(from);
            while targets != M::EMPTY {
                let moved = self.moved(packed, kind, from, targets.first(), UP);
                successors.push((word >> 16, moved));
                targets = targets.without_first();
            }
        }
    }

    /// The anchors of a lane that can step, by direction.
    #[inline(always)]
    fn movable_in(&self, lane: usize) -> [M; 4] {
        std::array::from_fn(|direction| self.movable[direction][lane])
    }

    /// Lists every piece that can step in some direction.
    #[inline(always)]
    fn list_pieces(&mut self, lanes: usize) -> usize {
        let mut listed = 0;
        for lane in 0..lanes {
            let [up, left, right, down] = self.movable_in(lane);
            let movable = up | left | right | down;
            listed = list_cells(movable, lane, &mut self.list, listed);
        }
        listed
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
        spent: usize,
    ) -> Packed<N, IMAGES> {
        let (before, after) = (self.tables.placement(kind, from), self.tables.placement(kind, to));
        let images: [State<N>; IMAGES] = std::array::from_fn(|image| {
            packed.images[image].xor(before.bits[image]).xor(after.bits[image])
        });
        Packed::canonical_first(images, |image| Spent {
            anchor: after.anchors[image],
            direction: self.tables.directions[image][spent],
            any: 1,
        })
    }
}
