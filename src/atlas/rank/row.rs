//! The twelve bits of a row of a layout.

use super::super::layout::COLUMNS;
use super::KEYS;

/// A row that can be: no piece overlaps another or leaves the frame to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row(usize);

/// A set of cells of a row: bit `i` is column `i`.
pub(super) type RowCells = usize;

/// All cells of a row.
const ROW: RowCells = (1 << COLUMNS) - 1;

impl Row {
    /// All rows: by what is covered from above, then those without upright pieces first, which are
    /// all that the bottom knows.
    pub(super) fn all() -> impl Iterator<Item = Row> {
        let mut rows: Vec<Row> = (0..KEYS).filter_map(Row::of).collect();
        rows.sort_by_key(|row| (row.above(), row.uprights() != 0));
        rows.into_iter()
    }

    fn of(bits: usize) -> Option<Row> {
        let row = Row(bits);
        let seconds = row.flats() << 1;
        let is_clear = seconds & (row.begun() | !ROW) == 0;
        (is_clear && row.above() & (row.begun() | seconds) == 0).then_some(row)
    }

    /// Those of `rows` that fit under upright pieces that cover `above`, and beside the 2×2, which covers
    /// `here` of this row and `next` of the one below, in the order of their codes.
    pub(super) fn fitting(
        rows: &[Row],
        above: RowCells,
        here: RowCells,
        next: RowCells,
    ) -> Vec<Row> {
        let fits = |row: &Row| {
            row.above() == above && row.covered() & here == 0 && row.uprights() & next == 0
        };
        let mut rows: Vec<Row> = rows.iter().copied().filter(fits).collect();
        rows.sort_by_key(|row| row.code(here));
        rows
    }

    pub(super) const fn bits(self) -> usize {
        self.0
    }

    const fn low(self) -> RowCells {
        self.0 & ROW
    }

    const fn high(self) -> RowCells {
        self.0 >> COLUMNS & ROW
    }

    /// What upright pieces of the row above cover.
    pub(super) const fn above(self) -> RowCells {
        self.0 >> (2 * COLUMNS)
    }

    const fn begun(self) -> RowCells {
        self.low() | self.high()
    }

    const fn flats(self) -> RowCells {
        self.low() & !self.high()
    }

    /// Where upright pieces begin.
    pub(super) const fn uprights(self) -> RowCells {
        self.high() & !self.low()
    }

    /// What is covered, but for the 2×2.
    const fn covered(self) -> RowCells {
        self.begun() | self.flats() << 1 | self.above()
    }

    /// How many cells are empty where the 2×2 covers `here`.
    pub(super) const fn empties(self, here: RowCells) -> usize {
        (ROW & !(self.covered() | here)).count_ones() as usize
    }

    /// What a code says of it: two bits for each cell that nothing earlier covers, from the left.
    fn code(self, here: RowCells) -> usize {
        let silent = self.above() | here | self.flats() << 1;
        let told = (0..COLUMNS).filter(|cell| silent >> cell & 1 == 0);
        let tokens = told.map(|cell| (self.high() >> cell & 1) << 1 | self.low() >> cell & 1);
        (1..).zip(tokens).map(|(number, token)| token << (2 * (COLUMNS - number))).sum()
    }
}
