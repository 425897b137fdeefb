//! Layouts of the classic frame, and which of them have the same pieces.

use std::ops::ControlFlow;

use crate::grid::Cell;
use crate::puzzle::{Piece, Polyomino};
use crate::solution::Position;

/// Rows of the frame.
pub(super) const ROWS: u32 = 5;
/// Columns of the frame.
pub(super) const COLUMNS: u32 = 4;
/// Cells around the 2×2.
const AROUND: u32 = 16;
/// Empty cells that a layout has at least.
const EMPTIES: u32 = 2;

/// A set of cells: cell `i`, counted row by row from 0, is bit `i`.
pub(super) type Cells = u32;

/// All cells.
const FRAME: Cells = (1 << (ROWS * COLUMNS)) - 1;
/// The last cell of each row.
const LAST_COLUMN: Cells = 0x88888;
/// The anchors that the 2×2 can have.
pub(super) const SQUARES: Cells = 0x07777;
/// Its anchor at the exit, in the middle of the bottom.
pub(super) const EXIT: Cells = 1 << 13;

/// A kind of pieces; the first three are in the order of the tokens of a
/// [`CommonCode`](crate::notation::CommonCode).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Flat,
    Upright,
    Single,
    Square,
}

impl Kind {
    pub(super) const ALL: [Kind; 4] = [Kind::Flat, Kind::Upright, Kind::Single, Kind::Square];

    /// The kind of a full rectangle; `None` if there is none of that size.
    pub(super) fn of(shape: &Polyomino) -> Option<Kind> {
        match (shape.height(), shape.width()) {
            (1, 1) => Some(Kind::Single),
            (1, 2) => Some(Kind::Flat),
            (2, 1) => Some(Kind::Upright),
            (2, 2) => Some(Kind::Square),
            _ => None,
        }
    }

    const fn is_wide(self) -> bool {
        matches!(self, Kind::Flat | Kind::Square)
    }

    const fn is_tall(self) -> bool {
        matches!(self, Kind::Upright | Kind::Square)
    }

    /// What a piece of this kind covers that has this anchor.
    const fn covered(self, anchor: Cells) -> Cells {
        let row = if self.is_wide() { anchor | anchor << 1 } else { anchor };
        if self.is_tall() { row | row << COLUMNS } else { row }
    }
}

/// Where the anchors of each kind of pieces are: their first cells, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Layout(pub(super) [Cells; 4]);

impl Layout {
    /// The layout of a position of a puzzle that a [`CommonCode`](crate::notation::CommonCode) can
    /// say; `None` if a piece is not of this frame.
    pub(super) fn of(position: &Position<'_>) -> Option<Self> {
        let pieces = position.puzzle().pieces().iter().zip(position.anchors());
        let put = |layout: Layout, (piece, &anchor): (&Piece, &Cell)| {
            Some(layout.with(Kind::of(&piece.shape)?, cell(anchor)))
        };
        pieces.into_iter().try_fold(Layout::default(), put)
    }

    /// This layout with one piece more, or one less if it is there already.
    #[inline(always)]
    pub(super) const fn with(mut self, kind: Kind, anchor: Cells) -> Self {
        self.0[kind as usize] ^= anchor;
        self
    }

    /// The anchors of a kind.
    #[inline(always)]
    pub(super) const fn anchors(&self, kind: Kind) -> Cells {
        self.0[kind as usize]
    }

    /// The cells that no piece covers.
    #[inline(always)]
    pub(super) const fn empty(&self) -> Cells {
        let [flats, uprights, singles, square] = self.0;
        let square = square | square << 1;
        let covered = flats | flats << 1 | uprights | uprights << COLUMNS | singles;
        FRAME & !(covered | square | square << COLUMNS)
    }

    /// Left and right exchanged.
    #[inline(always)]
    pub(super) const fn mirrored(&self) -> Self {
        let [flats, uprights, singles, square] = self.0;
        // The last cell of a wide piece becomes its first one.
        let [flats, square] = [reversed(flats) >> 1, reversed(square) >> 1];
        Layout([flats, reversed(uprights), reversed(singles), square])
    }
}

/// A set with each row backwards.
#[inline(always)]
const fn reversed(cells: Cells) -> Cells {
    let outer = (cells & 0x11111) << 3 | cells >> 3 & 0x11111;
    let inner = (cells & 0x22222) << 1 | cells >> 1 & 0x22222;
    outer | inner
}

/// A cell of the frame as a set.
pub(super) fn cell(cell: Cell) -> Cells {
    1 << (u32::from(cell.row) * COLUMNS + u32::from(cell.column))
}

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

    /// In how many orders they and the empty cells can come: some times as many as there are layouts.
    pub(super) fn sequences(self) -> u64 {
        let items = [self.flats, self.uprights, self.singles, self.empties()];
        let mut placed = 0;
        let numbers = items.into_iter().flat_map(|items| 1..=u64::from(items));
        numbers.fold(1, |ways, number| {
            placed += 1;
            ways * placed / number
        })
    }

    /// How many layouts there are of these pieces.
    pub(super) fn count(self) -> u32 {
        let mut frames = 0;
        let others = PieceSet { singles: 0, ..self };
        let all = others.each(SQUARES, &mut |_| {
            frames += 1;
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
        // The single pieces can stand in any of the cells that the others leave.
        (0..self.singles).fold(1, |ways, put| ways * (others.empties() - put) / (put + 1)) * frames
    }

    /// Every set of pieces that has layouts, in order.
    pub(super) fn all() -> impl Iterator<Item = PieceSet> {
        let most = (AROUND - EMPTIES) / 2;
        let dominoes =
            (0..=most).flat_map(move |flats| (0..=most - flats).map(move |u| (flats, u)));
        let sets = dominoes.flat_map(|(flats, uprights)| {
            let most = AROUND - EMPTIES - 2 * (flats + uprights);
            (0..=most).map(move |singles| PieceSet { flats, uprights, singles })
        });
        sets.filter(|set| set.first().is_some())
    }

    /// The first of its layouts, if there is one.
    pub(super) fn first(self) -> Option<Layout> {
        let mut first = None;
        let found = self.each(SQUARES, &mut |layout| {
            first = Some(layout);
            ControlFlow::Break(())
        });
        found.is_break().then_some(first)?
    }

    /// Visits its layouts with the anchor of the 2×2 in `squares`, in the order of their codes.
    pub(super) fn each(
        self,
        squares: Cells,
        visit: &mut impl FnMut(Layout) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let left = [self.flats, self.uprights, self.singles, self.empties()];
        each(squares).try_for_each(|square| {
            let bare = Layout::default().with(Kind::Square, square);
            place(bare, bare.empty(), left, visit)
        })
    }
}

/// Visits every way to fill the `free` cells with what is `left`: of each kind, and of empty cells.
fn place(
    layout: Layout,
    free: Cells,
    left: [u32; 4],
    visit: &mut impl FnMut(Layout) -> ControlFlow<()>,
) -> ControlFlow<()> {
    const EMPTY: usize = 3;
    if free == 0 {
        return visit(layout);
    }
    let cell = free & free.wrapping_neg();
    let less = |item: usize| {
        let mut left = left;
        left[item] -= 1;
        left
    };
    if left[EMPTY] > 0 {
        place(layout, free ^ cell, less(EMPTY), visit)?;
    }
    for kind in [Kind::Flat, Kind::Upright, Kind::Single] {
        let cells = kind.covered(cell);
        let is_inside = !kind.is_wide() || cell & LAST_COLUMN == 0;
        if left[kind as usize] > 0 && free & cells == cells && is_inside {
            place(layout.with(kind, cell), free ^ cells, less(kind as usize), visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The cells of a set, the first one first, each as a set of its own.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let first = cells & cells.wrapping_neg();
        cells ^= first;
        (first != 0).then_some(first)
    })
}
