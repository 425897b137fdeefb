//! Where the cells of a board lie, in pixels.

use crate::grid::Cell;
use crate::render::board::UNIT;

/// How large a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The side of a cell, in pixels.
    pub(super) cell: u16,
}

impl Scale {
    /// The side of a cell.
    pub(super) fn side(self) -> i64 {
        i64::from(self.cell)
    }

    /// The width of the frame.
    pub(super) fn border(self) -> i64 {
        i64::from(self.cell / 4)
    }

    /// The width or height of so many cells with the frame around them.
    pub(super) fn length(self, cells: u8) -> usize {
        usize::from(self.cell) * usize::from(cells) + 2 * usize::from(self.cell / 4)
    }

    /// Where a cell begins.
    pub(super) fn corner(self, cell: Cell) -> (i64, i64) {
        let at = |cells: u8| self.border() + i64::from(cells) * self.side();
        (at(cell.column), at(cell.row))
    }

    /// Whole pixels for so many units.
    pub(super) fn pixels(self, units: i32) -> i64 {
        (i64::from(units) * self.side()).div_euclid(i64::from(UNIT))
    }

    /// Pixels for so many units.
    pub(super) fn exactly(self, units: f64) -> f64 {
        units * f64::from(self.cell) / f64::from(UNIT)
    }
}

/// A length in pixels as a place, which may also lie outside.
pub(super) fn wide(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
