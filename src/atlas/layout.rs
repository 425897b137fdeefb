//! A layout of the classic frame as one word that moves fast.

use crate::notation::CommonCode;

/// Rows of the frame.
pub(super) const ROWS: u32 = 5;
/// Columns of the frame.
pub(super) const COLUMNS: u32 = 4;
/// From a cell to the one below: a row has three planes of four bits.
pub(super) const BELOW: u32 = 12;

/// A set of cells: the cell in row `r` and column `c`, both from 0, is bit `12 r + c`. What leaves
/// the frame to the left or right lands between the rows.
pub(super) type Cells = u64;

/// All cells.
pub(super) const FRAME: Cells = 0x000F_00F0_0F00_F00F;

/// Where the 2×2 shall have its first cell: the middle of the bottom.
pub(super) const EXIT: Square = Square(13);

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
pub(super) struct Layout(pub(super) u64);

/// Where the second plane of a row begins.
const BEGINS_HIGH: u32 = 4;
/// Where the third plane of a row begins.
const ABOVE: u32 = 8;
/// Where the 2×2 is told.
const SQUARE: u32 = ROWS * BELOW;

/// The bits of a flat piece, for the cell of bit 0.
pub(super) const FLAT: u64 = 1;
/// The bits of an upright piece.
pub(super) const UPRIGHT: u64 = 1 << BEGINS_HIGH | 1 << (BELOW + ABOVE);
/// The bits of a single piece.
pub(super) const SINGLE: u64 = 1 | 1 << BEGINS_HIGH;

/// The first cell of the 2×2, counted row by row from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Square(pub(super) u32);

impl Square {
    /// Every place for it, in order.
    pub(super) fn all() -> impl Iterator<Item = Square> {
        let places = (0..(ROWS - 1) * COLUMNS).filter(|place| place % COLUMNS < COLUMNS - 1);
        places.map(Square)
    }

    /// Its first cell as a set.
    pub(super) const fn first(self) -> Cells {
        cell(self.0)
    }

    /// The square with that first cell.
    pub(super) const fn at(first: Cells) -> Self {
        let bit = first.trailing_zeros();
        Square(bit - bit / BELOW * (BELOW - COLUMNS))
    }

    /// What it covers.
    pub(super) const fn cells(self) -> Cells {
        (0b11 << BELOW | 0b11) << (self.first().trailing_zeros())
    }
}

/// Cell `number`, counted row by row from 0, as a set.
pub(super) const fn cell(number: u32) -> Cells {
    1 << (number / COLUMNS * BELOW + number % COLUMNS)
}

impl Layout {
    /// The layout of the 2×2 alone.
    pub(super) const fn bare(square: Square) -> Self {
        Layout((square.0 as u64) << SQUARE)
    }

    /// The layout that the code tells.
    pub(super) fn of(code: CommonCode) -> Self {
        let mut shift = 32;
        let square = Square((code.bits() >> shift & 0xF) as u32);
        let mut layout = Layout::bare(square);
        for cell in (0..ROWS * COLUMNS).map(cell) {
            if (layout.covered() & cell) == 0 {
                shift -= 2;
                let piece = [0, FLAT, UPRIGHT, SINGLE][(code.bits() >> shift & 0b11) as usize];
                layout = layout.with(piece, cell);
            }
        }
        layout
    }

    /// This and one more piece, of the given bits.
    pub(super) const fn with(self, piece: u64, first: Cells) -> Self {
        Layout(self.0 | (piece * first))
    }

    /// This with the piece of those bits gone from one place to another.
    #[inline(always)]
    pub(super) const fn moved(self, piece: u64, from: Cells, to: Cells) -> Self {
        Layout(self.0 ^ (piece * (from | to)))
    }

    /// This with the 2×2 elsewhere.
    #[inline(always)]
    pub(super) const fn with_square(self, square: Square) -> Self {
        Layout(self.0 & ((1 << SQUARE) - 1) | (square.0 as u64) << SQUARE)
    }

    /// Where the 2×2 is.
    #[inline(always)]
    pub(super) const fn square(self) -> Square {
        Square((self.0 >> SQUARE) as u32)
    }

    /// The twelve bits of a row.
    #[inline(always)]
    pub(super) const fn row(self, row: u32) -> usize {
        (self.0 >> (row * BELOW) & 0xFFF) as usize
    }

    const fn low(self) -> Cells {
        self.0 & FRAME
    }

    const fn high(self) -> Cells {
        self.0 >> BEGINS_HIGH & FRAME
    }

    /// The first cells of the flat pieces.
    #[inline(always)]
    pub(super) const fn flats(self) -> Cells {
        self.low() & !self.high()
    }

    /// The first cells of the upright pieces.
    #[inline(always)]
    pub(super) const fn uprights(self) -> Cells {
        self.high() & !self.low()
    }

    /// The cells of the single pieces.
    #[inline(always)]
    pub(super) const fn singles(self) -> Cells {
        self.low() & self.high()
    }

    /// The cells that something covers.
    const fn covered(self) -> Cells {
        let above = self.0 >> ABOVE & FRAME;
        self.low() | self.high() | above | self.flats() << 1 | self.square().cells()
    }

    /// The cells that nothing covers.
    #[inline(always)]
    pub(super) const fn empty(self) -> Cells {
        FRAME & !self.covered()
    }

    /// Left and right exchanged.
    #[inline(always)]
    pub(super) const fn mirrored(self) -> Layout {
        const PAIRS: u64 = 0x333_3333_3333_3333;
        const SINGLES: u64 = 0x555_5555_5555_5555;
        let Square(square) = self.square();
        let across = Square(square + COLUMNS - 2 - 2 * (square % COLUMNS));
        // The last cell of a flat piece will be its first one. Nothing else begins there.
        let flats = self.flats();
        let rows = self.0 ^ flats | flats << 1;
        let rows = (rows & PAIRS) << 2 | rows >> 2 & PAIRS;
        let rows = (rows & SINGLES) << 1 | rows >> 1 & SINGLES;
        Layout(rows).with_square(across)
    }
}

/// The cells of a set, the first one first, each as a set of its own.
#[inline(always)]
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = Cells> {
    std::iter::from_fn(move || {
        let first = cells & cells.wrapping_neg();
        cells ^= first;
        (first != 0).then_some(first)
    })
}
