//! Arrangements of a multiset of items, ranked and counted.

use crate::board::{Board, cells::CellSet, kind};

/// The most items.
const MAX_ITEMS: usize = 16;
/// The most precomputed arrangements of the last codes.
const MAX_TAILS: u64 = 1 << 16;

/// Ranks the arrangements of up to sixteen items.
///
/// The place of an item among those that the codes below leave is the number of items before it
/// with the same code or a higher one.
#[derive(Clone, Debug)]
pub struct MultisetRanker {
    /// The term that an item adds to the rank at a place, at `item · MAX_ITEMS + place`.
    weights: Box<[u64; MAX_ITEMS * MAX_ITEMS]>,
    /// The digits below the tails, the lowest first.
    low: Vec<Digit>,
    /// The sequences of the codes above, in the order of their ranks.
    tails: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Digit {
    divisor: Divisor,
    /// By value of the digit: the items of this code among those left; bit `i` is item `i`.
    subsets: Vec<u16>,
    count: usize,
}

impl MultisetRanker {
    /// Returns `None` if the items are too many.
    pub fn new(items: &ItemCounts) -> Option<Self> {
        if !items.fit() {
            return None;
        }
        let mut weights = Box::new([0; MAX_ITEMS * MAX_ITEMS]);
        for (row, found) in weights.chunks_exact_mut(MAX_ITEMS).zip(items.weights()) {
            row[..found.len()].copy_from_slice(&found);
        }
        let radices = items.radices();
        let mut digits: Vec<Digit> = (0..radices.len())
            .map(|code| Digit::new(items, code, radices[code]))
            .collect();
        let mut split = radices.len();
        let mut arrangements = 1_u64;
        while split > 0 && arrangements * radices[split - 1] <= MAX_TAILS {
            split -= 1;
            arrangements *= radices[split];
        }
        let high = digits.split_off(split);
        let tails = (0..arrangements)
            .map(|rank| sequence(&high, split, rank, |_| 0))
            .collect();
        Some(MultisetRanker {
            weights,
            low: digits,
            tails,
        })
    }

    /// Returns the term of the items of a code, which stand in these cells of a room. They are
    /// numbered from `item`, which becomes the number of the next code's first.
    #[inline(always)]
    pub fn digit<M: CellSet>(&self, room: M, mut cells: M, item: &mut usize) -> u64 {
        let mut term = 0;
        while cells != M::EMPTY {
            let before = room & !(!M::EMPTY << cells.first());
            let place = before.count() as usize;
            term += self.weights[(*item * MAX_ITEMS + place) % (MAX_ITEMS * MAX_ITEMS)];
            cells = cells.without_first();
            *item += 1;
        }
        term
    }

    /// Returns the sequence of a rank, a nibble for each item, the first lowest.
    #[inline(always)]
    pub fn sequence(&self, rank: u64) -> u64 {
        sequence(&self.low, 0, rank, |high| {
            self.tails[usize::try_from(high).expect("there are 2¹⁶ at most")]
        })
    }
}

impl Digit {
    fn new(items: &ItemCounts, code: usize, radix: u64) -> Self {
        let left = items.left_for(code);
        let count = items.counts[code];
        // In the order of the combinatorial number system, subsets rise as numbers do.
        let subsets = 0..=u16::MAX >> (MAX_ITEMS - left.max(1));
        let subsets: Vec<u16> = subsets
            .filter(|subset| subset.count_ones() as usize == count)
            .collect();
        assert_eq!(subsets.len() as u64, radix, "all subsets and no others");
        Digit {
            divisor: Divisor::new(radix),
            subsets,
            count,
        }
    }
}

/// Returns the sequence with this rank. The codes from `first` on have these digits, and `tail`
/// returns the sequence of the higher codes by the rest of the rank.
#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a digit is below its radix, which is small"
)]
fn sequence(digits: &[Digit], first: usize, rank: u64, tail: impl Fn(u64) -> u64) -> u64 {
    let mut high = rank;
    let mut values = [0; MAX_ITEMS];
    for (value, digit) in values.iter_mut().zip(digits) {
        (high, *value) = digit.divisor.divide(high);
    }
    let mut sequence = tail(high);
    for (index, digit) in digits.iter().enumerate().rev() {
        let mut subset = digit.subsets[values[index] as usize];
        for _ in 0..digit.count {
            let at = 4 * subset.trailing_zeros();
            let below = (1 << at) - 1;
            let code = nibble(first + index) << at;
            sequence = sequence & below | code | (sequence & !below) << 4;
            subset &= subset.wrapping_sub(1);
        }
    }
    sequence
}

const fn nibble(number: usize) -> u64 {
    (number & (MAX_ITEMS - 1)) as u64
}

/// The number of items of each code: empty cells, then the pieces of each kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemCounts {
    pub counts: Vec<usize>,
}

impl ItemCounts {
    pub fn of(board: &Board) -> Self {
        let kinds = board.kinds().iter();
        let covered: usize = kinds
            .clone()
            .map(|kind| kind.pieces.len() * kind.shape.area())
            .sum();
        let empty = board.free.count() as usize - covered;
        ItemCounts {
            counts: std::iter::once(empty)
                .chain(kinds.map(|kind| kind.pieces.len()))
                .collect(),
        }
    }

    /// Returns the items of configurations, in which singles are empty cells, and those that are
    /// arranged under a configuration: singles and empty cells, unless they are too many.
    pub fn split(self, board: &Board) -> (Self, Option<Self>) {
        let mut configured = self.clone();
        let mut arranged = self.clone();
        for (id, kind) in board.kinds().iter().enumerate() {
            let code = kind::code(id);
            if board.is_single(kind) {
                configured.counts[0] += self.counts[code];
                configured.counts[code] = 0;
            } else {
                arranged.counts[code] = 0;
            }
        }
        if arranged.arrangements() == 1 || !arranged.fit() {
            return (self, None);
        }
        (configured, Some(arranged))
    }

    /// Returns the number of items in a sequence.
    pub fn slots(&self) -> usize {
        self.counts.iter().sum()
    }

    /// Whether they can be ranked.
    fn fit(&self) -> bool {
        self.slots() <= MAX_ITEMS && self.counts.len() <= MAX_ITEMS
    }

    /// Returns the number of items of this code and those above it.
    pub fn left_for(&self, code: usize) -> usize {
        self.counts[code..].iter().sum()
    }

    /// Returns the number of subsets of the items left for a code that its own items can be.
    fn radix(&self, code: usize) -> u128 {
        binomial(self.left_for(code), self.counts[code])
    }

    /// Returns the number of sequences; [`u128::MAX`] means that number or more.
    pub fn arrangements(&self) -> u128 {
        (0..self.counts.len())
            .map(|code| self.radix(code))
            .fold(1, u128::saturating_mul)
    }

    /// Returns the radix of the digit of each code.
    ///
    /// # Panics
    /// If there are more [`arrangements`](Self::arrangements) than words can number.
    pub fn radices(&self) -> Vec<u64> {
        (0..self.counts.len())
            .map(|code| u64::try_from(self.radix(code)).expect("below the number of ranks"))
            .collect()
    }

    /// Returns, for each item in the order of codes and places, the terms that it adds to the rank
    /// at each place among the items left for its code. The term is 0 at an impossible place, where
    /// the other items of its code do not fit before or behind it.
    ///
    /// # Panics
    /// If there are more [`arrangements`](Self::arrangements) than words can number.
    pub fn weights(&self) -> Vec<Vec<u64>> {
        let mut unit = 1;
        let mut weights = Vec::new();
        for (code, (&count, radix)) in self.counts.iter().zip(self.radices()).enumerate() {
            let left = self.left_for(code);
            weights.extend((0..count).map(|number| {
                (0..left)
                    .map(|place| {
                        let possible = place >= number && place + count <= left + number;
                        let before = if possible {
                            binomial(place, number + 1)
                        } else {
                            0
                        };
                        u64::try_from(before).expect("below the radix") * unit
                    })
                    .collect()
            }));
            unit *= radix;
        }
        weights
    }
}

/// Returns `n` over `k`, which fits up to `n` = 128.
pub fn binomial(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    // Each quotient is a binomial, and the product before it is at most 128 times as large.
    (0..k.min(n - k)).fold(1, |product, i| {
        let factor = (n - i) as u128;
        let divisor = (i + 1) as u128;
        product / divisor * factor + product % divisor * factor / divisor
    })
}

/// A divisor with its reciprocal: a quotient takes two products, not a division.
#[derive(Clone, Copy, Debug)]
pub struct Divisor {
    divisor: u64,
    /// 2⁶⁴ / `divisor`, rounded down; one less for powers of two.
    reciprocal: u64,
}

impl Divisor {
    pub const fn new(divisor: u64) -> Self {
        Divisor {
            divisor,
            reciprocal: u64::MAX / divisor,
        }
    }

    pub const fn divisor(self) -> u64 {
        self.divisor
    }

    /// Returns quotient and remainder of a number below 2⁶³.
    #[inline(always)]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the upper half of a product"
    )]
    pub const fn divide(&self, number: u64) -> (u64, u64) {
        // The reciprocal is too small by at most 1 and a bit, the product by less than
        // number · (1 + 1 / divisor) / 2⁶⁴ < 1: the quotient is right, or one too small.
        let quotient = ((number as u128 * self.reciprocal as u128) >> 64) as u64;
        let rest = number - quotient * self.divisor;
        let missing = (rest >= self.divisor) as u64;
        (quotient + missing, rest - missing * self.divisor)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_binomial_coefficients_equal_pascals_triangle() {
        let mut row = vec![1_u128];
        for n in 0..=128 {
            for (k, &entry) in row.iter().enumerate() {
                assert_eq!(binomial(n, k), entry, "{n} over {k}");
            }
            assert_eq!(binomial(n, n + 1), 0);
            let sums = row.windows(2).map(|pair| pair[0] + pair[1]);
            row = [1]
                .into_iter()
                .chain(sums.collect::<Vec<_>>())
                .chain([1])
                .collect();
        }
    }

    #[test]
    fn the_number_of_arrangements_is_the_multinomial_coefficient() {
        let arrangements = |counts: &[usize]| {
            ItemCounts {
                counts: counts.to_vec(),
            }
            .arrangements()
        };
        assert_eq!(arrangements(&[2, 1, 1, 4, 4]), 415_800);
        assert_eq!(arrangements(&[1; 12]), 479_001_600);
        assert_eq!(arrangements(&[1; 21]), 51_090_942_171_709_440_000);
        assert_eq!(arrangements(&[4; 32]), u128::MAX);
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn invariant_division_is_exact(number in 0..=1_u64 << 63, shift in 0..64_u32, low in any::<u64>()) {
            let divisor: u64 = (low >> shift).max(1);
            for number in [number, number / divisor * divisor, (number / divisor * divisor).saturating_sub(1)] {
                let quotient = number / divisor;
                let rest = number % divisor;
                prop_assert_eq!(Divisor::new(divisor).divide(number), (quotient, rest));
            }
        }
    }
}
