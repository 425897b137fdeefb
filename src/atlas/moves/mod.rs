//! What one unit of each metric makes of a layout, the pieces of a kind all at once.

mod pieces;
mod reach;

use super::layout::{Cells, Layout};
use pieces::{Flat, Piece, Single, Square, Upright};

pub(super) use reach::{Move, Reach, Slide, Step};

/// A neighbour of a layout, and the first cell of the piece that has moved, before and after.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Neighbour {
    pub(super) layout: Layout,
    pub(super) from: Cells,
    pub(super) to: Cells,
}

/// Hands on each layout that is one unit of `R` away, once, but for those that the piece with the
/// first cell `resting` could make.
#[inline(always)]
pub(super) fn neighbours<R: Reach>(
    layout: Layout,
    resting: Cells,
    visit: &mut impl FnMut(Neighbour),
) {
    let empty = layout.empty();
    pieces_of::<Single, R>(layout, layout.singles() & !resting, empty, visit);
    pieces_of::<Upright, R>(layout, layout.uprights() & !resting, empty, visit);
    pieces_of::<Flat, R>(layout, layout.flats() & !resting, empty, visit);
    R::reach::<Square>(layout.square().first() & !resting, empty, &mut |from, to| {
        let square = super::layout::Square::at(to);
        visit(Neighbour { layout: layout.with_square(square), from, to });
    });
}

#[inline(always)]
fn pieces_of<P: Piece, R: Reach>(
    layout: Layout,
    pieces: Cells,
    empty: Cells,
    visit: &mut impl FnMut(Neighbour),
) {
    R::reach::<P>(pieces, empty, &mut |from, to| {
        visit(Neighbour { layout: layout.moved(P::BITS, from, to), from, to });
    });
}
