//! Sets of cells as machine words, bit `i` for cell `i`, row by row.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr},
};

/// A set of cells of a board with at most [`BITS`](CellSet::BITS) cells.
///
/// Implemented for `u32`, `u64`, `u128` and 512 bits: the narrower the word, the more boards fit a
/// vector register, and the faster a block of them is expanded.
pub trait CellSet:
    Copy
    + Eq
    + Debug
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The most cells of a set.
    const BITS: u32;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set of one cell.
    fn single(cell: u32) -> Self;

    /// Returns the cells of a wider set, without those that do not fit.
    fn narrow(cells: WideCells) -> Self;

    /// Returns the `BITS` bits from bit `from` on of a row of words; zeros follow its end.
    fn window(words: &[u64], from: u32) -> Self;

    /// Returns the first 64 cells.
    fn low(self) -> u64;

    /// Adds the cells to these bits from bit `from` on, without those that do not fit.
    fn put(self, words: &mut [u64], from: u32);

    /// Returns this set and a second one behind it in one word, if both fit.
    fn joined(self, second: Self) -> Option<u64>;

    /// Returns the lowest cell, or `BITS` if the set is empty.
    fn first(self) -> u32;

    /// Returns the highest cell of a nonempty set.
    fn last(self) -> u32;

    /// Returns all but the lowest cell.
    #[must_use]
    fn without_first(self) -> Self;

    /// Returns the number of cells.
    fn count(self) -> u32;

    /// Returns 1 if `cell` is in the set, else 0.
    fn bit(self, cell: u32) -> u32;

    /// Returns the set of these cells.
    fn of(cells: impl Iterator<Item = usize>) -> Self {
        cells.fold(Self::EMPTY, |all, cell| all | Self::single(narrow(cell)))
    }
}

macro_rules! cell_set {
    ($word:ty, $words:literal, |$first:ident, $second:ident| $joined:expr) => {
        impl CellSet for $word {
            const BITS: u32 = <$word>::BITS;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn single(cell: u32) -> Self {
                1 << cell
            }

            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation,
                reason = "dropping is what it promises"
            )]
            fn narrow(cells: WideCells) -> Self {
                u128::window(&cells.0, 0) as $word
            }

            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation,
                reason = "dropping is what it promises"
            )]
            fn window(words: &[u64], from: u32) -> Self {
                if let [word] = words {
                    // The common case is plain, so that a loop over many boards becomes SIMD.
                    return word.checked_shr(from).unwrap_or(0) as $word;
                }
                let word = (from / 64) as usize;
                let shift = from % 64;
                let at =
                    |offset: usize| words.get(word + offset).map_or(0, |&bits| u128::from(bits));
                // One word more than the set is wide, as the window may begin inside a word.
                let wide = if $words == 1 {
                    (at(0) | at(1) << 64) >> shift
                } else {
                    (at(0) | at(1) << 64) >> shift | (at(2) << 1) << (127 - shift)
                };
                wide as $word
            }

            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation,
                reason = "dropping is what it promises"
            )]
            #[allow(clippy::cast_lossless, reason = "of one width it is not a cast")]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, reason = "word by word")]
            #[allow(clippy::cast_lossless, reason = "of one width it is not a cast")]
            fn put(self, words: &mut [u64], from: u32) {
                if let [word] = words {
                    *word |= (self as u64) << from;
                    return;
                }
                let mut word = (from / 64) as usize;
                let shift = from % 64;
                let cells = self as u128;
                let mut bits = (cells << shift) as u64;
                let mut rest = if shift == 0 {
                    cells >> 64
                } else {
                    cells >> (64 - shift)
                };
                while word < words.len() && (bits != 0 || rest != 0) {
                    words[word] |= bits;
                    bits = rest as u64;
                    rest >>= 64;
                    word += 1;
                }
            }

            #[inline(always)]
            fn joined(self, $second: Self) -> Option<u64> {
                let $first = self;
                $joined
            }

            #[inline(always)]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn last(self) -> u32 {
                Self::BITS - 1 - self.leading_zeros()
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            #[allow(clippy::cast_possible_truncation, reason = "one bit fits")]
            fn bit(self, cell: u32) -> u32 {
                (self >> cell) as u32 & 1
            }
        }
    };
}

cell_set!(u32, 1, |first, second| Some(
    u64::from(first) | u64::from(second) << 32
));
cell_set!(u64, 1, |_first, _second| None);
cell_set!(u128, 2, |_first, _second| None);

/// Converts a number of cells or planes into the type of shifts.
pub fn narrow(count: usize) -> u32 {
    u32::try_from(count).expect("few cells")
}

/// A set of up to 512 cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WideCells([u64; 8]);

macro_rules! word_by_word {
    ($($operator:ident $method:ident,)*) => {
        $(impl $operator for WideCells {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                WideCells(std::array::from_fn(|word| self.0[word].$method(other.0[word])))
            }
        })*
    };
}

word_by_word!(BitAnd bitand, BitOr bitor, BitXor bitxor,);

impl Not for WideCells {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        WideCells(self.0.map(Not::not))
    }
}

impl BitAndAssign for WideCells {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for WideCells {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Shl<u32> for WideCells {
    type Output = Self;

    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        let mut shifted = Self::EMPTY;
        self.put(&mut shifted.0, by);
        shifted
    }
}

impl Shr<u32> for WideCells {
    type Output = Self;

    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        Self::window(&self.0, by)
    }
}

impl CellSet for WideCells {
    const BITS: u32 = 512;
    const EMPTY: Self = WideCells([0; 8]);

    fn single(cell: u32) -> Self {
        let mut cells = Self::EMPTY;
        cells.0[(cell / 64) as usize] = 1 << (cell % 64);
        cells
    }

    fn narrow(cells: Self) -> Self {
        cells
    }

    #[inline(always)]
    fn window(words: &[u64], from: u32) -> Self {
        let at = |word: usize| words.get(word + (from / 64) as usize).copied().unwrap_or(0);
        let shift = from % 64;
        let word = |word| at(word) >> shift | (at(word + 1) << 1) << (63 - shift);
        WideCells(std::array::from_fn(word))
    }

    fn low(self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    fn put(self, words: &mut [u64], from: u32) {
        let shift = from % 64;
        let mut carried = 0;
        let mut words = words.iter_mut().skip((from / 64) as usize);
        for cells in self.0.into_iter().chain([0]) {
            let Some(word) = words.next() else { break };
            *word |= cells << shift | carried;
            carried = (cells >> 1) >> (63 - shift);
        }
    }

    fn joined(self, _: Self) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn first(self) -> u32 {
        let mut first = 0;
        for word in self.0 {
            first += word.trailing_zeros();
            if word != 0 {
                break;
            }
        }
        first
    }

    fn last(self) -> u32 {
        let empty = self.0.iter().rev().take_while(|&&word| word == 0).count();
        let last = 7 - empty;
        narrow(64 * last) + self.0[last].ilog2()
    }

    #[inline(always)]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn bit(self, cell: u32) -> u32 {
        u32::from(self.0[(cell / 64) as usize] >> (cell % 64) & 1 == 1)
    }
}

impl WideCells {
    /// Whether it holds a cell.
    pub fn contains(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive_window(words: &[u64], from: u32, width: u32) -> u128 {
        let bit = |i: u32| {
            words
                .get((i / 64) as usize)
                .is_some_and(|word| word >> (i % 64) & 1 == 1)
        };
        (0..width)
            .filter(|&i| bit(from + i))
            .fold(0, |cells, i| cells | 1 << i)
    }

    #[expect(clippy::cast_possible_truncation, reason = "halves of a word")]
    fn halves(cells: u128) -> [u64; 2] {
        [cells as u64, (cells >> 64) as u64]
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn a_bit_window_equals_reading_bit_by_bit(
            words in prop::collection::vec(any::<u64>(), 1..10),
            from in 0_u32..600,
        ) {
            prop_assert_eq!(u128::from(u32::window(&words, from)), naive_window(&words, from, 32));
            prop_assert_eq!(u128::from(u64::window(&words, from)), naive_window(&words, from, 64));
            prop_assert_eq!(u128::window(&words, from), naive_window(&words, from, 128));
        }

        #[test]
        fn cell_sets_put_into_words_are_read_back(
            cells in any::<u128>(),
            from in 0_u32..500,
        ) {
            fn both<M: CellSet>(cells: u128, from: u32) -> (M, M) {
                let mut words = [0; 10];
                let cells = M::window(&halves(cells), 0);
                cells.put(&mut words, from);
                (M::window(&words, from), cells)
            }
            let (read, put) = both::<u32>(cells, from);
            prop_assert_eq!(read, put);
            let (read, put) = both::<u64>(cells, from);
            prop_assert_eq!(read, put);
            let (read, put) = both::<u128>(cells, from);
            prop_assert_eq!(read, put);
            let (read, put) = both::<WideCells>(cells, from % 500);
            prop_assert_eq!(read, put);
            let mut word = [0];
            let narrow = u32::window(&halves(cells), 0);
            narrow.put(&mut word, from % 32);
            prop_assert_eq!(word[0], narrow.low() << (from % 32));
        }

        #[test]
        fn wide_sets_shift_and_count_as_two_narrow_sets_do(
            cells in any::<u128>(),
            by in 0_u32..128,
        ) {
            let wide = |cells: u128| WideCells::window(&halves(cells), 0);
            let all = wide(cells);
            prop_assert_eq!(all >> by, wide(cells >> by));
            prop_assert_eq!(u128::narrow(all << by), cells << by);
            prop_assert_eq!(u128::narrow(all << by >> by), cells);
            prop_assert_eq!(all.count(), cells.count());
            if cells != 0 {
                prop_assert_eq!([all.first(), (all << by).first()], [cells.first(), cells.first() + by]);
                prop_assert_eq!([all.last(), (all << by).last()], [cells.last(), cells.last() + by]);
                prop_assert_eq!(all.without_first(), wide(cells.without_first()));
            }
            prop_assert_eq!(WideCells::EMPTY.first(), 512);
        }
    }
}
