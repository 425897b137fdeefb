//! The rank of a layout among all [`CommonCode`](crate::notation::CommonCode)s by a few look-ups.
//!
//! A code tells the cells row by row, so its rank is a sum over the rows: how many codes agree with
//! it above and have a lower row here. For a row that depends on where the 2×2 stands, on the cells
//! that upright pieces cover from above, and on the number of empty cells above: none, one, or
//! enough. All those numbers are counted once, from the last row to the first.

use std::sync::LazyLock;

use super::layout::{COLUMNS, Cells, Kind, Layout, ROWS, SQUARES, each};

/// None, one, or enough empty cells above.
const EMPTIES: usize = 3;
/// The cells of a row.
const ROW: Cells = (1 << COLUMNS) - 1;
/// Ways in which cells of a row can be covered from above.
const ABOVE: usize = 1 << COLUMNS;
/// One more than any [`Row::bits`].
const KEYS: usize = 1 << (3 * COLUMNS);

/// Counted once.
pub(super) static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// How many lower codes each row of a layout accounts for.
pub(super) struct Ranks {
    /// The number of a row, by its [`Row::bits`].
    numbers: Box<[u16; KEYS]>,
    /// How many rows there are.
    rows: usize,
    /// By the cell of the 2×2, the place of the row, the empty cells above, and its number.
    lower: Vec<u32>,
}

/// What begins in a row, and what is covered in it from above.
#[derive(Clone, Copy)]
struct Row {
    above: Cells,
    flats: Cells,
    uprights: Cells,
    singles: Cells,
}

impl Ranks {
    /// How many codes are lower than that of this layout.
    #[inline(always)]
    pub(super) fn rank(&self, layout: &Layout) -> u32 {
        let empty = layout.empty();
        let second = empty & empty.wrapping_sub(1);
        let [first, second] = [empty, second].map(|cells| cells & cells.wrapping_neg());
        let square = layout.anchors(Kind::Square).trailing_zeros();
        let lower = |place: u32| {
            let is_above = |cell: Cells| usize::from(cell >> (COLUMNS * place) == 0);
            let empties = is_above(first) + is_above(second);
            let number = self.numbers[Row::of(layout, place).bits()];
            self.lower[self.start(square, place, empties) + usize::from(number)]
        };
        lower(0) + lower(1) + lower(2) + lower(3) + lower(4)
    }

    /// Where the rows begin that are at this place.
    #[inline(always)]
    const fn start(&self, square: u32, place: u32, empties: usize) -> usize {
        ((square * ROWS + place) as usize * EMPTIES + empties) * self.rows
    }

    fn new() -> Self {
        let rows: Vec<Row> = Row::all().collect();
        let squares = SQUARES.ilog2() + 1;
        let lower = vec![0; (squares * ROWS) as usize * EMPTIES * rows.len()];
        let mut ranks = Ranks { numbers: Box::new([0; KEYS]), rows: rows.len(), lower };
        for (number, row) in (0..).zip(&rows) {
            ranks.numbers[row.bits()] = number;
        }
        let mut before = 0;
        for square in each(SQUARES) {
            before += ranks.count(&rows, square, before);
        }
        ranks
    }

    /// Counts the codes with the 2×2 at `square`; `before` are lower than any of them.
    fn count(&mut self, rows: &[Row], square: Cells, before: u32) -> u32 {
        // The cells beyond the last row among them.
        let blocked = !Layout::default().with(Kind::Square, square).empty();
        // Ways to go on in the rows below, by what is covered there and the empty cells above.
        let mut below = [[0; EMPTIES]; ABOVE];
        below[0][EMPTIES - 1] = 1;
        for place in (0..ROWS).rev() {
            let here = blocked >> (COLUMNS * place);
            let mut ways = [[if place == 0 { before } else { 0 }; EMPTIES]; ABOVE];
            for empties in 0..EMPTIES {
                let start = self.start(square.trailing_zeros(), place, empties);
                for (number, row) in rows.iter().enumerate().filter(|(_, row)| row.fits(here)) {
                    let ways = &mut ways[row.above as usize][empties];
                    self.lower[start + number] = *ways;
                    let after = (empties + row.empties(here)).min(EMPTIES - 1);
                    *ways += below[row.uprights as usize][after];
                }
            }
            below = ways;
        }
        below[0][0] - before
    }
}

impl Row {
    /// Every row that can be, in the order in which codes have them.
    fn all() -> impl Iterator<Item = Row> {
        let above = (0..).take(ABOVE);
        above
            .flat_map(|above| (0..1 << (2 * COLUMNS)).map(move |code| Row::read(above, code)))
            .filter(|row| row.flats & 1 << (COLUMNS - 1) == 0)
            .filter(|row| {
                let begun = row.flats | row.uprights | row.singles;
                begun & row.above == 0 && (begun | row.above) & row.flats << 1 == 0
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

    #[inline(always)]
    fn of(layout: &Layout, place: u32) -> Self {
        let cells = |kind| layout.anchors(kind) >> (COLUMNS * place) & ROW;
        Row {
            above: layout.anchors(Kind::Upright) << COLUMNS >> (COLUMNS * place) & ROW,
            flats: cells(Kind::Flat),
            uprights: cells(Kind::Upright),
            singles: cells(Kind::Single),
        }
    }

    /// Tells it from every other row.
    #[inline(always)]
    const fn bits(self) -> usize {
        let Row { above, flats, uprights, singles } = self;
        (above << (2 * COLUMNS) | (uprights | singles) << COLUMNS | flats | singles) as usize
    }

    const fn covered(self) -> Cells {
        self.above | self.flats | self.flats << 1 | self.uprights | self.singles
    }

    /// Whether there is room for it where the 2×2 or the end of the frame blocks these cells, here
    /// and in the row below.
    const fn fits(self, blocked: Cells) -> bool {
        (self.covered() | self.uprights << COLUMNS) & blocked == 0
    }

    /// Its empty cells.
    const fn empties(self, blocked: Cells) -> usize {
        (ROW & !(self.covered() | blocked)).count_ones() as usize
    }
}
