//! How many ways lead to a state: in the narrowest word that holds all of them together.

use std::collections::HashMap;
use std::mem;
use std::ops::AddAssign;

use ahash::RandomState;
use num_bigint::BigUint;

use super::mates::{Mates, Word};

/// The states at one place of the sweep, and in how many ways each arises.
pub(super) type Table<W, N> = HashMap<Mates<W>, N, RandomState>;

/// A table with numbers that are as wide as they have to be.
pub(super) enum Tally<W> {
    Narrow(Table<W, u64>),
    Wide(Table<W, u128>),
    Big(Table<W, BigUint>),
}

/// A number of ways.
pub(super) trait Number:
    Clone + Default + Into<BigUint> + for<'a> AddAssign<&'a Self>
{
    /// Bytes that a number takes beyond its own, about.
    const BEYOND: usize;
}

impl Number for u64 {
    const BEYOND: usize = 0;
}

impl Number for u128 {
    const BEYOND: usize = 0;
}

impl Number for BigUint {
    /// Three to eight digits of 64 bits and what the allocator adds.
    const BEYOND: usize = 48;
}

/// An empty table, hashed with fixed seeds: same input, same course.
pub(super) fn table<W: Word, N>() -> Table<W, N> {
    HashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4))
}

impl<W: Word> Tally<W> {
    /// One state, which arises in one way.
    pub(super) fn new(state: Mates<W>) -> Self {
        let mut narrow = table();
        narrow.insert(state, 1);
        Tally::Narrow(narrow)
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        match self {
            Tally::Narrow(table) => table.len(),
            Tally::Wide(table) => table.len(),
            Tally::Big(table) => table.len(),
        }
    }

    /// The same with numbers so wide that a sum of `fan_out` times all of them cannot overflow.
    pub(super) fn widened(self, fan_out: u32) -> Self {
        let fits = |bits: u64, width: u32| bits + u64::from(fan_out.ilog2()) < u64::from(width);
        match self {
            Tally::Narrow(table) => {
                let sum = table.values().map(|&ways| u128::from(ways)).sum::<u128>();
                let bits = u64::from(u128::BITS - sum.leading_zeros());
                if fits(bits, u64::BITS) {
                    Tally::Narrow(table)
                } else {
                    Tally::Wide(converted(table)).widened(fan_out)
                }
            }
            Tally::Wide(table) => {
                // The greatest one times how many there are, as the sum itself may overflow.
                let greatest =
                    table.values().max().map_or(0, |ways| u128::BITS - ways.leading_zeros());
                let count = usize::BITS - table.len().leading_zeros();
                if fits(u64::from(greatest + count), u128::BITS) {
                    Tally::Wide(table)
                } else {
                    Tally::Big(converted(table))
                }
            }
            Tally::Big(table) => Tally::Big(table),
        }
    }
}

/// Bytes taken by a table.
pub(super) fn bytes<W: Word, N: Number>(table: &Table<W, N>) -> usize {
    table.capacity() * (mem::size_of::<(Mates<W>, N)>() + 1 + N::BEYOND)
}

fn converted<W: Word, N, M: From<N>>(narrow: Table<W, N>) -> Table<W, M> {
    let mut wide = table();
    wide.extend(narrow.into_iter().map(|(state, ways)| (state, M::from(ways))));
    wide
}
