//! The rank of a layout among all [`CommonCode`]s by a few look-ups instead of a scan.
//!
//! A code tells the cells row by row, so its rank is a sum over the rows: for each, how many codes
//! agree with it above and have a lower row here. That depends on the row, on where the 2×2 stands,
//! on the cells that upright pieces cover from above, and on the number of empty cells above: none,
//! one, or enough. All those sums are [counted](count) once; for the two rows at the top and the two
//! at the bottom, they are looked up together.
//!
//! [`CommonCode`]: crate::notation::CommonCode

mod count;
mod row;

use std::sync::LazyLock;

use super::layout::{BELOW, Layout, Square};
use count::Counts;
use row::Row;

/// None, one, or enough empty cells above.
const EMPTIES: usize = 3;
/// The twelve bits of a row of a layout.
const KEYS: usize = 1 << BELOW;

/// The upper row of the pair at the top.
const TOP: u32 = 0;
/// The row between the pairs.
const MIDDLE: u32 = 2;
/// The upper row of the pair at the bottom.
const BOTTOM: u32 = 3;

/// Counted once.
pub(super) static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

/// The sums.
pub(super) struct Ranks {
    numbers: Numbers,
    /// Where in `lower` the sums for a place of the 2×2 begin: those of the top pairs, then, by the
    /// empty cells above, those of the middle row, then those of the bottom pairs.
    size: usize,
    lower: Vec<u32>,
}

/// Numbers for the rows that can be, and for pairs of them, by the bits of the rows.
struct Numbers {
    rows: Vec<Row>,
    /// Among all rows.
    alone: Box<[u16; KEYS]>,
    /// Among the rows that have the same cells covered from above.
    lower: Box<[u16; KEYS]>,
    /// The first number of the pairs with this upper row.
    upper: Box<[u16; KEYS]>,
    /// How many pairs there are.
    pairs: usize,
    /// How many pairs there are at the top, where nothing is covered from above; they come first.
    top_pairs: usize,
}

impl Ranks {
    /// How many codes are lower than that of this layout.
    #[inline(always)]
    pub(super) fn rank(&self, layout: Layout) -> u32 {
        let Numbers { rows, alone, pairs, top_pairs, .. } = &self.numbers;
        let empty = layout.empty();
        let two = empty & empty.wrapping_sub(1);
        let [first, second] = [empty, two].map(|cells| cells & cells.wrapping_neg());
        let empties = |row: u32| {
            let is_above = |empty: u64| usize::from(empty >> (row * BELOW) == 0);
            is_above(first) + is_above(second)
        };
        let lower = &self.lower[layout.square().0 as usize * self.size..][..self.size];
        let middle = top_pairs + empties(MIDDLE) * rows.len();
        let bottom = top_pairs + EMPTIES * rows.len() + empties(BOTTOM) * pairs;
        lower[self.numbers.pair(layout.row(TOP), layout.row(TOP + 1))]
            + lower[middle + usize::from(alone[layout.row(MIDDLE)])]
            + lower[bottom + self.numbers.pair(layout.row(BOTTOM), layout.row(BOTTOM + 1))]
    }

    fn new() -> Self {
        let numbers = Numbers::new();
        let size = numbers.top_pairs + EMPTIES * (numbers.rows.len() + numbers.pairs);
        let mut ranks = Ranks { numbers, size, lower: Vec::new() };
        let mut before = 0;
        for square in Square::all() {
            let counts = Counts::new(&ranks.numbers.rows, square, before);
            before += counts.total();
            ranks.lower.resize(square.0 as usize * size, 0);
            ranks.extend(&counts);
        }
        ranks
    }

    /// Appends the sums for a place of the 2×2.
    fn extend(&mut self, counts: &Counts) {
        let Ranks { numbers, lower, .. } = self;
        let rows = &numbers.rows;
        let top = numbers.pairs().take(numbers.top_pairs);
        lower.extend(top.map(|(upper, below)| counts.pair(TOP, 0, upper, below)));
        for empties in 0..EMPTIES {
            lower.extend(rows.iter().map(|&row| counts.row(MIDDLE, empties, row)));
        }
        for empties in 0..EMPTIES {
            let pairs = numbers.pairs();
            lower.extend(pairs.map(|(upper, below)| counts.pair(BOTTOM, empties, upper, below)));
        }
    }
}

impl Numbers {
    fn new() -> Self {
        let rows: Vec<Row> = Row::all().collect();
        let mut numbers = Numbers {
            alone: Box::new([0; KEYS]),
            lower: Box::new([0; KEYS]),
            upper: Box::new([0; KEYS]),
            pairs: 0,
            top_pairs: 0,
            rows: Vec::new(),
        };
        for (number, &row) in (0..).zip(&rows) {
            numbers.alone[row.bits()] = number;
            let like = |other: &&Row| other.above() == row.above();
            let earlier = rows[..usize::from(number)].iter().filter(like).count();
            let under = rows.iter().filter(|below| below.above() == row.uprights()).count();
            numbers.lower[row.bits()] = u16::try_from(earlier).expect("less than all rows");
            numbers.upper[row.bits()] = u16::try_from(numbers.pairs).expect("few pairs");
            numbers.pairs += under;
            numbers.top_pairs += if row.above() == 0 { under } else { 0 };
        }
        Numbers { rows, ..numbers }
    }

    /// The number of a row and the one below.
    #[inline(always)]
    fn pair(&self, upper: usize, below: usize) -> usize {
        usize::from(self.upper[upper]) + usize::from(self.lower[below])
    }

    /// Each row and one that can be below it, in the order of their numbers.
    fn pairs(&self) -> impl Iterator<Item = (Row, Row)> {
        self.rows.iter().flat_map(|&upper| {
            let below = self.rows.iter().filter(move |below| below.above() == upper.uprights());
            below.map(move |&below| (upper, below))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::CommonCode;

    #[test]
    fn the_ranks_are_those_of_the_codes() {
        for rank in (0..CommonCode::COUNT).step_by(797).chain([CommonCode::COUNT - 1]) {
            let code = CommonCode::from_rank(rank).expect("a rank");
            assert_eq!(RANKS.rank(Layout::of(code)), rank, "{code}");
        }
    }
}
