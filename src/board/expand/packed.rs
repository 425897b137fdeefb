//! A position on its way through a search.

use std::hint::select_unpredictable;

use crate::board::cells::CellSet;
use crate::board::state::State;

/// A position with all its mirror images, the canonical form first.
#[derive(Clone, Copy, Debug)]
pub struct Packed<const N: usize, const IMAGES: usize> {
    pub(super) images: [State<N>; IMAGES],
    pub(super) spent: Spent,
}

impl<const N: usize, const IMAGES: usize> Packed<N, IMAGES> {
    /// The canonical form: the least of the mirror images.
    #[inline(always)]
    #[must_use]
    pub const fn canonical(&self) -> State<N> {
        self.images[0]
    }

    /// The position and its mirror images, the canonical form first.
    #[must_use]
    pub const fn images(&self) -> &[State<N>; IMAGES] {
        &self.images
    }

    /// The same position, from which every move is to be tried.
    #[must_use]
    pub const fn unspent(self) -> Self {
        Packed { images: self.images, spent: Spent::NOTHING }
    }

    /// A position given by its images in the order of the board's
    /// [`Symmetry`](crate::board::Symmetry), and what is spent, as each image sees it.
    #[inline(always)]
    pub(super) fn canonical_first(
        images: [State<N>; IMAGES],
        spent: impl Fn(usize) -> Spent,
    ) -> Self {
        let mut least = 0;
        for image in 1..IMAGES {
            if images[image] < images[least] {
                least = image;
            }
        }
        // Image i of image j is image i ^ j.
        let images = match IMAGES {
            1 => images,
            // The common case, without an index, and without a branch that is a toss-up.
            2 => std::array::from_fn(|image| {
                select_unpredictable(least == 0, images[image], images[1 - image])
            }),
            _ => std::array::from_fn(|image| images[image ^ least]),
        };
        Packed { images, spent: spent(least) }
    }
}

/// What need not be tried again: moves whose results the parent already led to.
///
/// After a step that is the step back; after a slide, that piece along that line; after a move,
/// that piece. The parent's successors have all been emitted by then, so nothing is lost. (What
/// may not be skipped is a *second unit* of the same piece counted as one with the first: that
/// mistake gives 73 where 72 is the optimum.)
#[derive(Clone, Copy, Debug)]
pub(in crate::board) struct Spent {
    pub(in crate::board) anchor: u8,
    pub(in crate::board) direction: u8,
    /// 1, or 0 where nothing is spent: a bit to shift, not a branch to take.
    pub(in crate::board) any: u8,
}

impl Spent {
    pub(in crate::board) const NOTHING: Spent = Spent { anchor: 0, direction: 0, any: 0 };

    /// The anchor of the piece that has just moved, if any.
    #[inline(always)]
    pub(super) fn anchor_set<M: CellSet>(self) -> M {
        M::narrow(u128::from(self.any)) << u32::from(self.anchor)
    }

    /// The direction, as an index of [`Direction::ALL`](crate::grid::Direction::ALL).
    #[inline(always)]
    pub(super) fn direction(self) -> usize {
        usize::from(self.direction & 3)
    }
}
