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
type Cells = u32;

/// All cells.
const FRAME: Cells = (1 << (ROWS * COLUMNS)) - 1;
/// Where the 2×2 has its first cell at the exit, in the middle of the bottom.
pub(super) const EXIT: u32 = 13;

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

    /// What a piece of this kind covers that has its first cell at `cell`; nothing where it would
    /// leave the frame.
    const fn covered(self, cell: u32) -> Cells {
        let is_last_column = cell % COLUMNS == COLUMNS - 1;
        let is_last_row = cell / COLUMNS == ROWS - 1;
        match self {
            Kind::Single => 1 << cell,
            Kind::Flat if !is_last_column => 0b11 << cell,
            Kind::Upright if !is_last_row => 0b1_0001 << cell,
            Kind::Square if !is_last_column && !is_last_row => 0b11_0011 << cell,
            _ => 0,
        }
    }
}

/// A layout: twelve bits a row, and four for the 2×2.
///
/// | bits | what |
/// |---|---|
/// | `12 r` to `12 r + 3` | the cells of row `r` where flat and single pieces begin |
/// | `12 r + 4` to `12 r + 7` | those where upright and single pieces begin |
/// | `12 r + 8` to `12 r + 11` | those that an upright piece covers from above |
/// | 60 to 63 | the first cell of the 2×2, counted row by row from 0 |
///
/// Each piece is a few bits that move together, so a move is an exclusive or; and the twelve bits
/// of a row are all that its part of the [rank](super::rank) depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Layout(u64);

/// Bits from one row of a layout to the next.
const STRIDE: u32 = 3 * COLUMNS;
/// The first four bits of each row.
const FIRSTS: u64 = 0x000F_00F0_0F00_F00F;
/// Where the 2×2 is told.
const SQUARE: u32 = ROWS * STRIDE;

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
    pub(super) const fn with(self, kind: Kind, cell: u32) -> Self {
        let first = 1 << (cell / COLUMNS * STRIDE + cell % COLUMNS);
        Layout(
            self.0
                ^ match kind {
                    Kind::Flat => first,
                    Kind::Upright => first << COLUMNS | first << (STRIDE + 2 * COLUMNS),
                    Kind::Single => first | first << COLUMNS,
                    Kind::Square => (cell as u64) << SQUARE,
                },
        )
    }

    /// The pieces in which two layouts differ.
    #[inline(always)]
    pub(super) const fn xor(self, other: Self) -> Self {
        Layout(self.0 ^ other.0)
    }

    /// The twelve bits of a row.
    #[inline(always)]
    pub(super) const fn row(self, row: u32) -> usize {
        (self.0 >> (STRIDE * row) & 0xFFF) as usize
    }

    /// The first cell of the 2×2.
    #[inline(always)]
    pub(super) const fn square(self) -> u32 {
        (self.0 >> SQUARE) as u32
    }

    /// The piece that begins in a cell.
    pub(super) const fn kind_at(self, cell: u32) -> Option<Kind> {
        let row = self.row(cell / COLUMNS) >> (cell % COLUMNS);
        match (row & 1, row >> COLUMNS & 1) {
            (1, 0) => Some(Kind::Flat),
            (0, 1) => Some(Kind::Upright),
            (1, 1) => Some(Kind::Single),
            _ if cell == self.square() => Some(Kind::Square),
            _ => None,
        }
    }

    /// The rows of the first and of the second empty cell.
    #[inline(always)]
    pub(super) const fn first_empties(self) -> [u32; 2] {
        let (low, high) = (self.0 & FIRSTS, self.0 >> COLUMNS & FIRSTS);
        let above = self.0 >> (2 * COLUMNS) & FIRSTS;
        let square = self.square();
        let square = (0b11 | 0b11 << STRIDE) << (square + square / COLUMNS * (STRIDE - COLUMNS));
        let empty = FIRSTS & !(low | high | above | (low & !high) << 1 | square);
        let second = empty & empty.wrapping_sub(1);
        [empty.trailing_zeros() / STRIDE, second.trailing_zeros() / STRIDE]
    }

    /// Left and right exchanged.
    #[inline(always)]
    pub(super) const fn mirrored(self) -> Self {
        const PAIRS: u64 = 0x0333_3333_3333_3333;
        const SINGLES: u64 = 0x0555_5555_5555_5555;
        let square = self.square() + COLUMNS - 2 - 2 * (self.square() % COLUMNS);
        // The last cell of a flat piece becomes its first one. Nothing else begins there.
        let flats = self.0 & !(self.0 >> COLUMNS) & FIRSTS;
        let rows = self.0 ^ flats | flats << 1;
        let rows = (rows & PAIRS) << 2 | rows >> 2 & PAIRS;
        let rows = (rows & SINGLES) << 1 | rows >> 1 & SINGLES;
        Layout(rows | (square as u64) << SQUARE)
    }
}

/// A cell of the frame, counted row by row from 0.
pub(super) fn cell(cell: Cell) -> u32 {
    u32::from(cell.row) * COLUMNS + u32::from(cell.column)
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
        let all = others.each(None, &mut |_| {
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
        let found = self.each(None, &mut |layout| {
            first = Some(layout);
            ControlFlow::Break(())
        });
        found.is_break().then_some(first)?
    }

    /// Visits its layouts, or those with the 2×2 at `square`, in the order of their codes.
    pub(super) fn each(
        self,
        square: Option<u32>,
        visit: &mut impl FnMut(Layout) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let left = [self.flats, self.uprights, self.singles, self.empties()];
        squares().filter(|&cell| square.is_none_or(|square| square == cell)).try_for_each(|cell| {
            let layout = Layout::default().with(Kind::Square, cell);
            place(layout, FRAME & !Kind::Square.covered(cell), left, visit)
        })
    }
}

/// Where the 2×2 can have its first cell.
pub(super) fn squares() -> impl Iterator<Item = u32> {
    (0..ROWS * COLUMNS).filter(|&cell| Kind::Square.covered(cell) != 0)
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
    let cell = free.trailing_zeros();
    let less = |item: usize| {
        let mut left = left;
        left[item] -= 1;
        left
    };
    if left[EMPTY] > 0 {
        place(layout, free ^ 1 << cell, less(EMPTY), visit)?;
    }
    for kind in [Kind::Flat, Kind::Upright, Kind::Single] {
        let cells = kind.covered(cell);
        if left[kind as usize] > 0 && cells != 0 && free & cells == cells {
            place(layout.with(kind, cell), free ^ cells, less(kind as usize), visit)?;
        }
    }
    ControlFlow::Continue(())
}
