//! Sets of cells as machine words, bit `i` for cell `i`, row by row.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr},
};

/// A set of cells of a board with at most [`BITS`](CellSet::BITS) cells.
///
/// Implemented for `u32`, `u64` and `u128`: the narrower the word, the more boards fit a vector
/// register, and the faster a block of them is expanded.
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
    fn narrow(cells: u128) -> Self;

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
            fn narrow(cells: u128) -> Self {
                cells as $word
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
                    (bits, rest) = (rest as u64, rest >> 64);
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
    u32::try_from(count).expect("at most 128 cells")
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

    proptest! {
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
                M::narrow(cells).put(&mut words, from);
                (M::window(&words, from), M::narrow(cells))
            }
            let (read, put) = both::<u32>(cells, from);
            prop_assert_eq!(read, put);
            let (read, put) = both::<u64>(cells, from);
            prop_assert_eq!(read, put);
            let (read, put) = both::<u128>(cells, from);
            prop_assert_eq!(read, put);
            let mut word = [0];
            u32::narrow(cells).put(&mut word, from % 32);
            prop_assert_eq!(word[0], u32::narrow(cells).low() << (from % 32));
        }
    }
}
