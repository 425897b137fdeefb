//! The rank of a layout among all [`CommonCode`]s by five look-ups instead of a scan.
//!
//! A code tells the cells row by row, so its rank is a sum over the rows: for each, how many codes
//! agree with it above and have a lower row here. That depends on the row, on where the 2×2 stands,
//! on the cells that upright pieces cover from above, and on the number of empty cells above: none,
//! one, or enough. All those sums are counted once.
//!
//! [`CommonCode`]: crate::notation::CommonCode

use std::sync::LazyLock;

use super::layout::{BELOW, COLUMNS, Layout, ROWS, Square};

/// Rows of the frame.
const HEIGHT: usize = ROWS as usize;
/// None, one, or enough empty cells above.
const EMPTIES: usize = 3;
/// The twelve bits of a row of a layout.
const KEYS: usize = 1 << BELOW;
/// Numbers that the first cell of the 2×2 can have, and some that it cannot.
const SQUARES: usize = 1 << COLUMNS;

/// Counted once.
pub(super) static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// The sums.
pub(super) struct Ranks {
    /// A number for each row that can be.
    numbers: Box<[u16; KEYS]>,
    /// How many such rows there are.
    rows: usize,
    /// The lower codes, by the 2×2, the place of the row, the empty cells above, and the number of
    /// the row.
    lower: Vec<u32>,
}

impl Ranks {
    /// How many codes are lower than that of this layout.
    #[inline(always)]
    pub(super) fn rank(&self, layout: Layout) -> u32 {
        let first = layout.empty();
        let second = first & first.wrapping_sub(1);
        let [first, second] = [first, second].map(|cells| cells & cells.wrapping_neg());
        let size = HEIGHT * EMPTIES * self.rows;
        let lower = &self.lower[layout.square().0 as usize * size..][..size];
        let mut rank = 0;
        for row in 0..ROWS {
            let is_above = |empty: u64| usize::from(empty >> (row * BELOW) == 0);
            let part = row as usize * EMPTIES + is_above(first) + is_above(second);
            rank += lower[part * self.rows + usize::from(self.numbers[layout.row(row)])];
        }
        rank
    }

    fn new() -> Self {
        let rows: Vec<Row> = (0..KEYS).filter_map(Row::of).collect();
        let mut numbers = Box::new([0; KEYS]);
        (0..).zip(&rows).for_each(|(number, row)| numbers[row.0] = number);
        let lower = vec![0; SQUARES * HEIGHT * EMPTIES * rows.len()];
        let mut ranks = Ranks { numbers, rows: rows.len(), lower };
        let before = |codes, square| codes + ranks.count(square, codes);
        Square::all().fold(0, before);
        ranks
    }

    /// Fills in the sums for codes with the 2×2 at `square`, when `before` are lower than any of
    /// them, and returns how many there are.
    fn count(&mut self, square: Square, before: u32) -> u32 {
        // Ways to go on in the rows below, by what is covered there and the empty cells above.
        let mut below = [[0; EMPTIES]; 1 << COLUMNS];
        below[0][EMPTIES - 1] = 1;
        for place in (0..ROWS).rev() {
            let blocked = |row: u32| (square.cells() >> (row * BELOW)) as usize & ROW;
            let (here, next) = (blocked(place), blocked(place + 1));
            let before = if place == 0 { before } else { 0 };
            let mut ways = [[0; EMPTIES]; 1 << COLUMNS];
            for above in (0..1 << COLUMNS).filter(|above| above & here == 0) {
                let rows = Row::all(above, here, next);
                for empties in 0..EMPTIES {
                    let part = (square.0 * ROWS + place) as usize * EMPTIES + empties;
                    let mut lower = before;
                    for row in &rows {
                        let number = usize::from(self.numbers[row.0]);
                        self.lower[part * self.rows + number] = lower;
                        let empties = (EMPTIES - 1).min(empties + row.empties(here));
                        lower += below[row.uprights()][empties];
                    }
                    ways[above][empties] = lower - before;
                }
            }
            below = ways;
        }
        below[0][0]
    }
}

/// The cells of a row.
const ROW: usize = (1 << COLUMNS) - 1;

/// The twelve bits of a row that can be.
#[derive(Clone, Copy)]
struct Row(usize);

impl Row {
    /// The row of these bits, unless a piece overlaps another or leaves the frame.
    fn of(bits: usize) -> Option<Row> {
        let row = Row(bits);
        let seconds = row.flats() << 1;
        let is_clear = seconds & (row.begun() | !ROW) == 0;
        (is_clear && row.above() & (row.begun() | seconds) == 0).then_some(row)
    }

    /// All that fit under upright pieces that cover `above`, and beside the 2×2, which covers
    /// `here` of this row and `next` of the one below, in the order of their codes.
    fn all(above: usize, here: usize, next: usize) -> Vec<Row> {
        let planes = 0..KEYS >> COLUMNS;
        let rows = planes.filter_map(|planes| Row::of(above << (2 * COLUMNS) | planes));
        let fits = |row: &Row| row.covered() & here == 0 && row.uprights() & next == 0;
        let mut rows: Vec<Row> = rows.filter(fits).collect();
        rows.sort_by_key(|row| row.code(here));
        rows
    }

    const fn low(self) -> usize {
        self.0 & ROW
    }

    const fn high(self) -> usize {
        self.0 >> COLUMNS & ROW
    }

    const fn above(self) -> usize {
        self.0 >> (2 * COLUMNS)
    }

    const fn begun(self) -> usize {
        self.low() | self.high()
    }

    const fn flats(self) -> usize {
        self.low() & !self.high()
    }

    const fn uprights(self) -> usize {
        self.high() & !self.low()
    }

    /// What pieces cover of it, but for the 2×2.
    const fn covered(self) -> usize {
        self.begun() | self.flats() << 1 | self.above()
    }

    /// How many cells are empty where the 2×2 covers `here`.
    const fn empties(self, here: usize) -> usize {
        (ROW & !(self.covered() | here)).count_ones() as usize
    }

    /// What a code says of it: two bits for each cell that nothing earlier covers, from the left.
    fn code(self, here: usize) -> usize {
        let silent = self.above() | here | self.flats() << 1;
        let told = (0..COLUMNS).filter(|cell| silent >> cell & 1 == 0);
        let tokens = told.map(|cell| (self.high() >> cell & 1) << 1 | self.low() >> cell & 1);
        (1..).zip(tokens).map(|(number, token)| token << (2 * (COLUMNS - number))).sum()
    }
}
