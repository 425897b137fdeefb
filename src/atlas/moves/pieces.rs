//! The four kinds of pieces, by the cells that they need.

use super::super::layout::{BELOW, Cells, FLAT, SINGLE, UPRIGHT};

/// A kind of piece.
pub(in super::super) trait Piece {
    /// Its bits in a layout.
    const BITS: u64;

    /// What it covers.
    fn cells(first: Cells) -> Cells;

    /// The first cells that it can have in these free cells.
    fn fits(free: Cells) -> Cells;

    /// The first cells from which it can step.
    fn room(empty: Cells) -> Room;
}

/// The first cells from which there is room for one step, and others out of the frame.
pub(in super::super) struct Room {
    pub(super) right: Cells,
    pub(super) left: Cells,
    pub(super) down: Cells,
    pub(super) up: Cells,
}

pub(super) struct Single;
pub(super) struct Flat;
pub(super) struct Upright;
pub(super) struct Square;

impl Piece for Single {
    const BITS: u64 = SINGLE;

    #[inline(always)]
    fn cells(first: Cells) -> Cells {
        first
    }

    #[inline(always)]
    fn fits(free: Cells) -> Cells {
        free
    }

    #[inline(always)]
    fn room(empty: Cells) -> Room {
        let (right, left) = (empty >> 1, empty << 1);
        Room { right, left, down: empty >> BELOW, up: empty << BELOW }
    }
}

impl Piece for Flat {
    const BITS: u64 = FLAT;

    #[inline(always)]
    fn cells(first: Cells) -> Cells {
        first | first << 1
    }

    #[inline(always)]
    fn fits(free: Cells) -> Cells {
        free & free >> 1
    }

    #[inline(always)]
    fn room(empty: Cells) -> Room {
        let pairs = Self::fits(empty);
        Room { right: empty >> 2, left: empty << 1, down: pairs >> BELOW, up: pairs << BELOW }
    }
}

impl Piece for Upright {
    const BITS: u64 = UPRIGHT;

    #[inline(always)]
    fn cells(first: Cells) -> Cells {
        first | first << BELOW
    }

    #[inline(always)]
    fn fits(free: Cells) -> Cells {
        free & free >> BELOW
    }

    #[inline(always)]
    fn room(empty: Cells) -> Room {
        let pairs = Self::fits(empty);
        let (down, up) = (empty >> (2 * BELOW), empty << BELOW);
        Room { right: pairs >> 1, left: pairs << 1, down, up }
    }
}

impl Piece for Square {
    /// It is told apart from the planes.
    const BITS: u64 = 0;

    #[inline(always)]
    fn cells(first: Cells) -> Cells {
        Flat::cells(Upright::cells(first))
    }

    #[inline(always)]
    fn fits(free: Cells) -> Cells {
        Flat::fits(Upright::fits(free))
    }

    #[inline(always)]
    fn room(empty: Cells) -> Room {
        let (columns, rows) = (Upright::fits(empty), Flat::fits(empty));
        let (down, up) = (rows >> (2 * BELOW), rows << BELOW);
        Room { right: columns >> 2, left: columns << 1, down, up }
    }
}
