//! Sequences of no more than sixteen items: everything in nibbles of one word.

use super::divisor::Divisor;
use super::items::ItemCounts;

/// The most items.
const MOST: usize = 16;
/// The same, as bytes are counted.
const STRIDE: u8 = 16;
const _: () = assert!(STRIDE as usize == MOST);
/// The most arrangements of the last codes that are kept ready.
const MOST_TAILS: u64 = 1 << 16;
/// A one in each nibble.
const ONES: u64 = 0x1111_1111_1111_1111;

/// Ranks the arrangements of up to sixteen items.
///
/// An item's place among those left for its code is the number of items before it with the same
/// code or a higher one. A word of counters, one nibble for each code, knows it for all codes.
#[derive(Clone, Debug)]
pub(super) struct MultisetRanker {
    slots: usize,
    /// `item · MOST + place`: what it adds to the rank.
    weights: Box<[u64; MOST * MOST]>,
    /// By code: where the weights of its first item begin.
    firsts: [u8; MOST],
    /// By code: a one in its own nibble and in all below.
    up_to: [u64; MOST],
    /// The digits below the tails, the lowest first.
    low: Vec<Digit>,
    /// The sequences of the codes above, in the order of their ranks.
    tails: Vec<u64>,
}

#[derive(Clone, Debug)]
struct Digit {
    divisor: Divisor,
    /// By value of the digit: which of the items left are of this code; bit `i` is item `i`.
    subsets: Vec<u16>,
    count: usize,
}

impl MultisetRanker {
    /// None if the items are too many.
    #[expect(clippy::cast_possible_truncation, reason = "there are sixteen items at most")]
    pub(super) fn new(items: &ItemCounts) -> Option<Self> {
        let slots = items.slots();
        if slots > MOST || items.counts.len() > MOST {
            return None;
        }
        let mut weights = Box::new([0; MOST * MOST]);
        for (row, found) in weights.chunks_exact_mut(MOST).zip(items.weights()) {
            row[..found.len()].copy_from_slice(&found);
        }
        let radices = items.radices();
        let mut digits: Vec<Digit> =
            (0..radices.len()).map(|code| Digit::new(items, code, radices[code])).collect();
        let (mut split, mut arrangements) = (radices.len(), 1_u64);
        while split > 0 && arrangements * radices[split - 1] <= MOST_TAILS {
            split -= 1;
            arrangements *= radices[split];
        }
        let high = digits.split_off(split);
        let tails = (0..arrangements).map(|rank| sequence(&high, split, rank, |_| 0)).collect();
        let first =
            |code: usize| items.counts[..items.counts.len().min(code)].iter().sum::<usize>();
        let firsts = std::array::from_fn(|code| STRIDE.wrapping_mul(first(code) as u8));
        Some(MultisetRanker {
            slots,
            weights,
            firsts,
            up_to: std::array::from_fn(|code| ONES >> (4 * (MOST - 1 - code))),
            low: digits,
            tails,
        })
    }

    /// The rank of a sequence.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a nibble")]
    pub(super) fn rank(&self, codes: impl Iterator<Item = usize>) -> u64 {
        // By code: items so far of this code or a higher one, a nibble each, of which the last may
        // run over at the very last item; and where the weights of its next item are. Shifts by
        // what is not known before are slow, so only one has to do.
        let (mut places, mut next) = (0_u64, self.firsts);
        let mut rank = 0;
        for code in codes.take(self.slots) {
            let code = code & (MOST - 1);
            let place = (places >> (4 * code)) as u8 & (STRIDE - 1);
            rank += self.weights[usize::from(next[code] | place)];
            places = places.wrapping_add(self.up_to[code]);
            next[code] = next[code].wrapping_add(STRIDE);
        }
        rank
    }

    /// The sequence of a rank.
    #[inline(always)]
    pub(super) fn items(&self, rank: u64) -> impl Iterator<Item = usize> {
        let mut rest = sequence(&self.low, 0, rank, |high| {
            self.tails[usize::try_from(high).expect("there are 2¹⁶ at most")]
        });
        let item = move || {
            let code = rest & 15;
            rest >>= 4;
            code as usize
        };
        std::iter::repeat_with(item).take(self.slots)
    }
}

impl Digit {
    fn new(items: &ItemCounts, code: usize, radix: u64) -> Self {
        let (left, count) = (items.left_for(code), items.counts[code]);
        // In the order of the combinatorial number system, subsets rise as numbers do.
        let subsets = 0..=u16::MAX >> (MOST - left.max(1));
        let subsets: Vec<u16> =
            subsets.filter(|subset| subset.count_ones() as usize == count).collect();
        assert_eq!(subsets.len() as u64, radix, "all subsets and no others");
        Digit { divisor: Divisor::new(radix), subsets, count }
    }
}

/// The sequence with this rank, of the codes from `first` on that have these digits and of those
/// in the tail that belongs to what they leave of the rank.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a digit is below its radix, which is small")]
fn sequence(digits: &[Digit], first: usize, rank: u64, tail: impl Fn(u64) -> u64) -> u64 {
    let (mut high, mut values) = (rank, [0; MOST]);
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
    (number & (MOST - 1)) as u64
}
