//! How many codes agree above a row and are lower in it.

use super::super::layout::{BELOW, COLUMNS, ROWS, Square};
use super::row::{Row, RowCells};
use super::{EMPTIES, KEYS};

/// The counts for one place of the 2×2.
pub(super) struct Counts {
    square: Square,
    /// By the place of the row, the empty cells above, and the bits of the row.
    lower: Vec<u32>,
    total: u32,
}

impl Counts {
    /// Counts, given all rows; `before` codes are lower than any with the 2×2 at `square`.
    pub(super) fn new(all: &[Row], square: Square, before: u32) -> Self {
        let lower = vec![0; ROWS as usize * EMPTIES * KEYS];
        let mut counts = Counts { square, lower, total: 0 };
        // Ways to go on in the rows below, by what is covered there and the empty cells above.
        let mut below = [[0; EMPTIES]; 1 << COLUMNS];
        below[0][EMPTIES - 1] = 1;
        for place in (0..ROWS).rev() {
            let (here, next) = (counts.blocked(place), counts.blocked(place + 1));
            let before = if place == 0 { before } else { 0 };
            let mut ways = [[0; EMPTIES]; 1 << COLUMNS];
            for above in (0..1 << COLUMNS).filter(|above| above & here == 0) {
                let rows = Row::fitting(all, above, here, next);
                for empties in 0..EMPTIES {
                    let mut lower = before;
                    for &row in &rows {
                        counts.lower[index(place, empties, row)] = lower;
                        lower += below[row.uprights()][counts.after(place, empties, row)];
                    }
                    ways[above][empties] = lower - before;
                }
            }
            below = ways;
        }
        counts.total = below[0][0];
        counts
    }

    /// All codes with the 2×2 there.
    pub(super) const fn total(&self) -> u32 {
        self.total
    }

    /// The lower codes that a row accounts for.
    pub(super) fn row(&self, place: u32, empties: usize, row: Row) -> u32 {
        self.lower[index(place, empties, row)]
    }

    /// The lower codes that a row and the one below account for.
    pub(super) fn pair(&self, place: u32, empties: usize, upper: Row, below: Row) -> u32 {
        let after = self.after(place, empties, upper);
        self.row(place, empties, upper) + self.row(place + 1, after, below)
    }

    /// The empty cells after a row, counted as far as they matter.
    fn after(&self, place: u32, empties: usize, row: Row) -> usize {
        (EMPTIES - 1).min(empties + row.empties(self.blocked(place)))
    }

    /// What the 2×2 covers of a row.
    const fn blocked(&self, place: u32) -> RowCells {
        (self.square.cells() >> (place * BELOW) & 0xF) as usize
    }
}

const fn index(place: u32, empties: usize, row: Row) -> usize {
    (place as usize * EMPTIES + empties) * KEYS + row.bits()
}
