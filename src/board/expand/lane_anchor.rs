//! Lists of anchors that can move, each in one word.

use crate::board::cells::CellSet;

/// The most words that are written beyond the end of what is listed.
pub(super) const OVERHANG: usize = 4;

/// A cell of a lane. The word holds a direction, too: the cell in the lowest bits, as many as it
/// takes to number the cells of a set, then two bits for the direction; the lane from bit 16 on.
#[derive(Clone, Copy)]
pub(super) struct LaneAnchor {
    pub(super) lane: usize,
    pub(super) cell: u32,
}

impl LaneAnchor {
    /// The word for cell 0.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "lanes and directions are few")]
    const fn tag<M: CellSet>(lane: usize, direction: usize) -> u32 {
        ((lane as u32) << 16) | (direction as u32 * M::BITS)
    }

    #[inline(always)]
    pub(super) const fn read<M: CellSet>(word: u32) -> Self {
        LaneAnchor { lane: (word >> 16) as usize, cell: word & (M::BITS - 1) }
    }

    /// Direction and cell as one number: `direction · M::BITS + cell`.
    #[inline(always)]
    pub(super) const fn step<M: CellSet>(word: u32) -> usize {
        (word & (4 * M::BITS - 1)) as usize
    }
}

/// Writes a word for each cell of a lane's set to `list[listed..]`; returns the new length.
#[inline(always)]
pub(super) fn list_cells<M: CellSet>(
    cells: M,
    lane: usize,
    list: &mut [u32],
    listed: usize,
) -> usize {
    list_bits::<M, 3>(cells, LaneAnchor::tag::<M>(lane, 0), list, listed)
}

/// Writes a word for each cell that can step, in each direction, to `list[listed..]`; returns the
/// new length. Two narrow sets are listed as one word of twice the width.
#[inline(always)]
pub(super) fn list_steps<M: CellSet>(
    can_step: [M; 4],
    lane: usize,
    list: &mut [u32],
    listed: usize,
) -> usize {
    let mut end = listed;
    if let [Some(first), Some(second)] =
        [can_step[0].joined(can_step[1]), can_step[2].joined(can_step[3])]
    {
        end = list_bits::<u64, 3>(first, LaneAnchor::tag::<M>(lane, 0), list, end);
        return list_bits::<u64, 3>(second, LaneAnchor::tag::<M>(lane, 2), list, end);
    }
    for (direction, cells) in can_step.into_iter().enumerate() {
        end = list_bits::<M, 2>(cells, LaneAnchor::tag::<M>(lane, direction), list, end);
    }
    end
}

/// Writes `tag` plus the number of each set bit.
///
/// The first `AT_ONCE` words are written without asking whether there are so many bits: there
/// rarely are more, and a branch that nearly always goes the same way costs nothing. What is
/// written beyond the returned length means nothing.
#[inline(always)]
fn list_bits<W: CellSet, const AT_ONCE: usize>(
    bits: W,
    tag: u32,
    list: &mut [u32],
    listed: usize,
) -> usize {
    const { assert!(AT_ONCE <= OVERHANG) };
    let mut rest = bits;
    let ahead = list[listed..].first_chunk_mut::<AT_ONCE>().expect("the list is long enough");
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
