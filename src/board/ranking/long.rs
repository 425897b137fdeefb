//! Sequences of any length.

use std::iter;

use super::divisor::Divisor;
use super::items::Items;
use crate::board::{MAX_CELLS, MAX_KINDS};

/// Codes: no piece, or a kind.
const CODES: usize = MAX_KINDS + 1;

/// Ranks the arrangements of up to 128 items of up to 32 codes; as [`Short`](super::Short) does,
/// with a byte for each counter.
#[derive(Clone, Debug)]
pub(super) struct Long {
    slots: usize,
    /// By item: what it adds to the rank at each place.
    weights: Vec<[u64; MAX_CELLS]>,
    /// By code: the number of its first item.
    firsts: [u8; CODES],
    /// By code: one for itself and for all below.
    up_to: [[u8; CODES]; CODES],
    digits: Vec<Digit>,
}

#[derive(Clone, Debug)]
struct Digit {
    divisor: Divisor,
    /// What one in this digit adds to the rank.
    unit: u64,
    count: usize,
    left: usize,
}

impl Long {
    pub(super) fn new(items: &Items) -> Self {
        let row = |found: Vec<u64>| {
            let mut row = [0; MAX_CELLS];
            row[..found.len()].copy_from_slice(&found);
            row
        };
        let (mut firsts, mut item) = ([0; CODES], 0);
        let (mut digits, mut unit) = (Vec::new(), 1);
        for (code, (&count, radix)) in items.counts.iter().zip(items.radices()).enumerate() {
            firsts[code] = u8::try_from(item).expect("at most 128 items");
            item += count;
            let left = items.left_for(code);
            digits.push(Digit { divisor: Divisor::new(radix), unit, count, left });
            unit *= radix;
        }
        Long {
            slots: items.slots(),
            weights: items.weights().into_iter().map(row).collect(),
            firsts,
            up_to: std::array::from_fn(|code| std::array::from_fn(|c| u8::from(c <= code))),
            digits,
        }
    }

    /// The rank of a sequence.
    #[inline(always)]
    pub(super) fn rank(&self, codes: impl Iterator<Item = usize>) -> u64 {
        let (mut places, mut next) = ([0_u8; CODES], self.firsts);
        let mut rank = 0;
        for code in codes.take(self.slots) {
            let code = code & MAX_KINDS;
            rank += self.weights[usize::from(next[code])][usize::from(places[code])];
            for (place, &one) in places.iter_mut().zip(&self.up_to[code]) {
                *place += one;
            }
            next[code] += 1;
        }
        rank
    }

    /// The sequence of a rank.
    #[inline(always)]
    pub(super) fn items(&self, rank: u64) -> impl Iterator<Item = usize> {
        let codes = self.codes(rank);
        let mut slot = 0;
        let item = move || {
            slot += 1;
            usize::from(codes[slot - 1])
        };
        iter::repeat_with(item).take(self.slots)
    }

    #[inline(never)]
    #[expect(clippy::cast_possible_truncation, reason = "at most 32 codes, 128 slots")]
    fn codes(&self, rank: u64) -> [u8; MAX_CELLS] {
        let mut codes = [0; MAX_CELLS];
        // The slots that no code has taken yet, in order.
        let mut open: [u8; MAX_CELLS] = std::array::from_fn(|slot| slot as u8);
        let (mut high, mut item) = (rank, 0);
        for (code, digit) in self.digits.iter().enumerate() {
            let value;
            (high, value) = digit.divisor.divide(high);
            let mut rest = value * digit.unit;
            // From the last item of the code to its first, each as far behind as can be.
            let mut taken = digit.left;
            for number in (0..digit.count).rev() {
                let weights = &self.weights[item + number];
                let mut place = taken - 1;
                while weights[place] > rest || place + digit.count > digit.left + number {
                    place -= 1;
                }
                rest -= weights[place];
                codes[usize::from(open[place])] = code as u8;
                open[place] = u8::MAX;
                taken = place;
            }
            item += digit.count;
            let mut kept = 0;
            for slot in 0..digit.left {
                open[kept] = open[slot];
                kept += usize::from(open[slot] != u8::MAX);
            }
        }
        codes
    }
}
