//! Which pieces there are besides the 2×2, and all layouts of them.

use std::collections::BTreeMap;

use super::layout::{BELOW, Cells, FLAT, Layout, SINGLE, Square, UPRIGHT};

/// Cells around the 2×2.
const AROUND: u32 = 16;
/// Empty cells that a layout has at least.
const EMPTIES: u32 = 2;

/// How many pieces of each kind stand around the 2×2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceSet {
    /// Flat pieces, two cells side by side.
    pub flats: u32,
    /// Upright pieces, two cells one above the other.
    pub uprights: u32,
    /// Single pieces.
    pub singles: u32,
}

impl PieceSet {
    /// The cells that they leave empty; a layout needs two.
    #[must_use]
    pub const fn empties(self) -> u32 {
        let dominoes = self.flats.saturating_add(self.uprights);
        AROUND.saturating_sub(dominoes.saturating_mul(2)).saturating_sub(self.singles)
    }
}

/// A set of pieces and all its layouts.
pub(super) struct Layouts<'a> {
    pub(super) pieces: PieceSet,
    /// Those of its flat and upright pieces and the 2×2, without the single ones.
    frames: &'a [Layout],
}

impl Layouts<'_> {
    /// How many they are.
    pub(super) fn count(&self) -> usize {
        let PieceSet { singles, .. } = self.pieces;
        let free = singles + self.pieces.empties();
        let ways =
            (0..singles).fold(1, |ways, put| ways * (free - put) as usize / (put as usize + 1));
        ways * self.frames.len()
    }

    /// Visits one of each layout and its mirror image, or both, of those for which `wanted` says so
    /// before the single pieces stand.
    pub(super) fn each(&self, wanted: impl Fn(Layout) -> bool, mut visit: impl FnMut(Layout)) {
        let frames = self.frames.iter().filter(|frame| wanted(**frame));
        for &frame in frames.filter(|frame| **frame <= frame.mirrored()) {
            place(frame, frame.empty(), self.pieces.singles, &mut visit);
        }
    }
}

/// Visits each way to put `left` single pieces into the `free` cells.
fn place(layout: Layout, free: Cells, left: u32, visit: &mut impl FnMut(Layout)) {
    if left == 0 {
        visit(layout);
    } else if free.count_ones() >= left {
        let cell = free & free.wrapping_neg();
        place(layout.with(SINGLE, cell), free ^ cell, left - 1, visit);
        place(layout, free ^ cell, left, visit);
    }
}

/// All ways to put the 2×2 and flat and upright pieces so that cells enough are left.
pub(super) struct Frames(BTreeMap<[u32; 2], Vec<Layout>>);

impl Frames {
    pub(super) fn new() -> Self {
        let mut frames = Frames(BTreeMap::new());
        for bare in Square::all().map(Layout::bare) {
            frames.extend(bare, bare.empty(), bare.empty());
        }
        frames
    }

    /// Adds all frames that this one becomes by pieces that begin in `open`, a part of `free`.
    fn extend(&mut self, frame: Layout, free: Cells, open: Cells) {
        if free.count_ones() < EMPTIES {
            return;
        }
        let cell = open & open.wrapping_neg();
        if cell == 0 {
            let pieces = [frame.flats(), frame.uprights()].map(Cells::count_ones);
            return self.0.entry(pieces).or_default().push(frame);
        }
        self.extend(frame, free, open ^ cell);
        for (piece, cells) in [(FLAT, cell | cell << 1), (UPRIGHT, cell | cell << BELOW)] {
            if free & cells == cells {
                self.extend(frame.with(piece, cell), free & !cells, open & !cells);
            }
        }
    }

    /// Every set of pieces that has layouts, in order.
    pub(super) fn sets(&self) -> impl Iterator<Item = Layouts<'_>> {
        self.0.iter().flat_map(|(&[flats, uprights], frames)| {
            let most = AROUND - EMPTIES - 2 * (flats + uprights);
            (0..=most).map(move |singles| Layouts {
                pieces: PieceSet { flats, uprights, singles },
                frames,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_layouts_are_counted_by_the_place_of_the_square() {
        let frames = Frames::new();
        assert_eq!(frames.sets().count(), 203);
        assert_eq!(frames.sets().map(|layouts| layouts.count()).sum::<usize>(), 29_334_498);
        let mut counts = [0; 15];
        for Layouts { pieces, frames } in frames.sets() {
            for &frame in frames {
                let one = Layouts { pieces, frames: &[frame] };
                counts[frame.square().0 as usize] += one.count();
            }
        }
        let [corner, edge, side, middle] = [2_942_906, 2_260_392, 2_322_050, 1_876_945];
        let rows = [[corner, edge, corner], [side, middle, side]];
        let [top, between] = rows;
        for (row, expected) in [top, between, between, top].into_iter().enumerate() {
            assert_eq!(counts[4 * row..4 * row + 3], expected, "row {row}");
        }
    }

    #[test]
    fn each_layout_or_its_mirror_image_is_visited() {
        let frames = Frames::new();
        for layouts in frames.sets().filter(|layouts| layouts.count() < 20_000) {
            let mut seen = BTreeSet::new();
            layouts.each(
                |_| true,
                |layout| {
                    seen.insert(layout);
                    seen.insert(layout.mirrored());
                    let PieceSet { flats, uprights, singles } = layouts.pieces;
                    let kinds = [layout.flats(), layout.uprights(), layout.singles()];
                    assert_eq!(kinds.map(u64::count_ones), [flats, uprights, singles]);
                },
            );
            assert_eq!(seen.len(), layouts.count(), "{:?}", layouts.pieces);
        }
    }
}
