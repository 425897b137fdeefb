//! How far a piece goes in one unit of each metric.

use super::super::layout::{BELOW, Cells, each};
use super::pieces::{Piece, Room};

/// A metric.
pub(in super::super) trait Reach {
    /// Whether a piece that has just moved can make nothing with its next unit that it could not
    /// have made at once.
    const AT_ONCE: bool;

    /// Hands on each of these pieces' first cell and one that it can have after one unit.
    fn reach<P: Piece>(pieces: Cells, empty: Cells, go: &mut impl FnMut(Cells, Cells));
}

/// One piece by one cell.
pub(in super::super) struct Step;
/// One piece along one straight line.
pub(in super::super) struct Slide;
/// One piece along any path.
pub(in super::super) struct Move;

impl Reach for Step {
    const AT_ONCE: bool = false;

    #[inline(always)]
    fn reach<P: Piece>(pieces: Cells, empty: Cells, go: &mut impl FnMut(Cells, Cells)) {
        let Room { right, left, down, up } = P::room(empty);
        each(pieces & right).for_each(|from| go(from, from << 1));
        each(pieces & left).for_each(|from| go(from, from >> 1));
        each(pieces & down).for_each(|from| go(from, from << BELOW));
        each(pieces & up).for_each(|from| go(from, from >> BELOW));
    }
}

impl Reach for Slide {
    const AT_ONCE: bool = false;

    #[inline(always)]
    fn reach<P: Piece>(pieces: Cells, empty: Cells, go: &mut impl FnMut(Cells, Cells)) {
        let Room { right, left, down, up } = P::room(empty);
        // What a piece comes to cover on a straight line was never its own.
        let mut line = |room: Cells, step: fn(Cells) -> Cells| {
            for from in each(pieces & room) {
                let mut at = from;
                while at & room != 0 {
                    at = step(at);
                    go(from, at);
                }
            }
        };
        line(right, |at| at << 1);
        line(left, |at| at >> 1);
        line(down, |at| at << BELOW);
        line(up, |at| at >> BELOW);
    }
}

impl Reach for Move {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn reach<P: Piece>(pieces: Cells, empty: Cells, go: &mut impl FnMut(Cells, Cells)) {
        let Room { right, left, down, up } = P::room(empty);
        for from in each(pieces & (right | left | down | up)) {
            // What it leaves is free for it.
            let places = flood(from, P::fits(empty | P::cells(from)));
            each(places ^ from).for_each(|to| go(from, to));
        }
    }
}

/// The cells of `within` that steps from `start` lead to, and `start`.
#[inline(always)]
fn flood(start: Cells, within: Cells) -> Cells {
    let mut reached = start;
    loop {
        let around = reached << 1 | reached >> 1 | reached << BELOW | reached >> BELOW;
        let next = reached | around & within;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}
