//! The rank of a layout among all [`CommonCode`](crate::notation::CommonCode)s by a few look-ups.
//!
//! A code tells the cells row by row, so its rank is a sum over the rows: how many codes agree with
//! it above and have a lower row here. For a row that depends on where the 2×2 stands, on the cells
//! that upright pieces cover from above, and on the number of empty cells above: none, one, or
//! enough. All those numbers are counted once, from the last row to the first.

use std::array;
use std::sync::LazyLock;

use super::layout::{COLUMNS, Layout, ROWS, squares};

/// None, one, or enough empty cells above.
const EMPTIES: usize = 3;
/// A set of cells of a row: bit `i` is column `i`.
type Cells = usize;
/// All cells of a row.
const ROW: Cells = (1 << COLUMNS) - 1;
/// Ways in which cells of a row can be covered from above.
const ABOVE: usize = 1 << COLUMNS;
/// One more than the bits of any row of a layout.
const KEYS: usize = 1 << (3 * COLUMNS);

/// Counted once.
pub(super) static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// How many lower codes each row of a layout accounts for.
pub(super) struct Ranks {
    /// The number of a row, by its bits in a layout.
    numbers: Box<[u16; KEYS]>,
    /// Where in a part of `lower` each row of a layout has its numbers, by the rows of the first and
    /// of the second empty cell.
    starts: [[[u32; ROWS as usize]; ROWS as usize]; ROWS as usize],
    /// How many numbers there are for each place of the 2×2.
    size: usize,
    /// By the first cell of the 2×2, the place of the row, the empty cells above, and the number of
    /// the row.
    lower: Vec<u32>,
}

impl Ranks {
    /// How many codes are lower than that of this layout.
    #[inline(always)]
    pub(super) fn rank(&self, layout: Layout) -> u32 {
        let [first, second] = layout.first_empties();
        let starts = &self.starts[first as usize][second as usize];
        let lower = &self.lower[layout.square() as usize * self.size..][..self.size];
        let lower = |row: u32| {
            let number = self.numbers[layout.row(row)];
            lower[starts[row as usize] as usize + usize::from(number)]
        };
        lower(0) + lower(1) + lower(2) + lower(3) + lower(4)
    }

    fn new() -> Self {
        let rows: Vec<Row> = Row::all().collect();
        let start = |row: usize, empties: usize| (row * EMPTIES + empties) * rows.len();
        let starts = |first: usize, second: usize| {
            array::from_fn(|row| {
                let empties = usize::from(first < row) + usize::from(second < row);
                u32::try_from(start(row, empties)).expect("few rows")
            })
        };
        let mut numbers = Box::new([0; KEYS]);
        for (number, row) in (0..).zip(&rows) {
            numbers[row.bits()] = number;
        }
        let size = start(ROWS as usize, 0);
        let mut lower = Vec::new();
        let mut before = 0;
        for square in squares() {
            lower.resize(square as usize * size, 0);
            let (counted, total) = count(&rows, square, before);
            lower.extend(counted);
            before += total;
        }
        let starts = array::from_fn(|first| array::from_fn(|second| starts(first, second)));
        Ranks { numbers, starts, size, lower }
    }
}

/// The numbers of lower codes for the 2×2 at `square`, and how many codes there are; `before` have
/// it earlier.
fn count(rows: &[Row], square: u32, before: u32) -> (Vec<u32>, u32) {
    // By the empty cells above, from the last row to the first.
    let mut parts = Vec::new();
    // Ways to go on in the rows below, by what is covered there and the empty cells above.
    let mut below = [[0; EMPTIES]; ABOVE];
    below[0][EMPTIES - 1] = 1;
    for place in (0..ROWS).rev() {
        let blocked = [place, place + 1].map(|row| {
            let is_square = (square / COLUMNS..=square / COLUMNS + 1).contains(&row);
            let cells = if is_square { 0b11 << (square % COLUMNS) } else { 0 };
            if row == ROWS { ROW } else { cells }
        });
        let mut ways = [[if place == 0 { before } else { 0 }; EMPTIES]; ABOVE];
        for empties in (0..EMPTIES).rev() {
            let lower = rows.iter().map(|row| {
                let ways = &mut ways[row.above][empties];
                let lower = *ways;
                if row.fits(blocked) {
                    let after = (empties + row.empties(blocked[0])).min(EMPTIES - 1);
                    *ways += below[row.uprights][after];
                }
                lower
            });
            parts.push(lower.collect::<Vec<u32>>());
        }
        below = ways;
    }
    (parts.into_iter().rev().flatten().collect(), below[0][0] - before)
}

/// What begins in a row, and what is covered in it from above.
#[derive(Clone, Copy)]
struct Row {
    above: Cells,
    flats: Cells,
    uprights: Cells,
    singles: Cells,
}

impl Row {
    /// Every row that can be, in the order in which codes have them.
    fn all() -> impl Iterator<Item = Row> {
        let rows = (0..ABOVE)
            .flat_map(|above| (0..1 << (2 * COLUMNS)).map(move |code| Row::read(above, code)));
        rows.filter(|row| {
            let begun = row.flats | row.uprights | row.singles;
            let seconds = row.flats << 1;
            begun & row.above == 0 && (begun | row.above | !ROW) & seconds == 0
        })
    }

    /// The row of which a code says this: two bits a cell, the first cell highest.
    fn read(above: Cells, code: u32) -> Self {
        let token = |cell: u32| code >> (2 * (COLUMNS - 1 - cell)) & 0b11;
        let cells = |wanted: u32| {
            (0..COLUMNS).filter(|&cell| token(cell) == wanted).map(|cell| 1 << cell).sum()
        };
        Row { above, flats: cells(1), uprights: cells(2), singles: cells(3) }
    }

    /// Its bits in a layout.
    const fn bits(self) -> usize {
        let Row { above, flats, uprights, singles } = self;
        above << (2 * COLUMNS) | (uprights | singles) << COLUMNS | flats | singles
    }

    const fn covered(self) -> Cells {
        self.above | self.flats | self.flats << 1 | self.uprights | self.singles
    }

    /// Whether there is room for it where these cells are blocked, here and in the row below.
    const fn fits(self, blocked: [Cells; 2]) -> bool {
        self.covered() & blocked[0] == 0 && self.uprights & blocked[1] == 0
    }

    /// Its empty cells.
    const fn empties(self, blocked: Cells) -> usize {
        (ROW & !(self.covered() | blocked)).count_ones() as usize
    }
}
