//! Lists of anchors that can move, each in one word.

use crate::board::cells::CellSet;

/// How many set bits of a word are listed without asking whether there are so many. There rarely
/// are more, and a branch that nearly always goes the same way costs nothing.
pub(super) const LISTED_AT_ONCE: usize = 2;

/// A cell of a lane, and a direction: 8 bits each, but for the lane, which has the rest.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    pub(super) lane: usize,
    pub(super) direction: usize,
    pub(super) cell: u32,
}

impl Listed {
    /// The word for cell 0.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "lanes and directions are few")]
    pub(super) const fn tag(lane: usize, direction: usize) -> u32 {
        (lane as u32) << 16 | (direction as u32) << 8
    }

    #[inline(always)]
    pub(super) const fn read(word: u32) -> Self {
        Listed {
            lane: (word >> 16) as usize,
            direction: (word >> 8 & 0xFF) as usize,
            cell: word & 0xFF,
        }
    }
}

/// Writes a word for each cell of a set to `list[listed..]`; returns the new length.
///
/// `list` must be [`LISTED_AT_ONCE`] longer than what is ever listed: the words beyond the
/// returned length are left dirty.
#[inline(always)]
pub(super) fn list_cells<M: CellSet>(cells: M, tag: u32, list: &mut [u32], listed: usize) -> usize {
    let mut rest = cells;
    for word in &mut list[listed..listed + LISTED_AT_ONCE] {
        *word = tag + rest.first();
        rest = rest.without_first();
    }
    let mut end = listed + LISTED_AT_ONCE;
    while rest != M::EMPTY {
        list[end] = tag + rest.first();
        rest = rest.without_first();
        end += 1;
    }
    listed + cells.count() as usize
}
