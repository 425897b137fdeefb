//! A state of the frontier programme in one word. The chosen edges form paths. Each slot of the
//! frontier has a code:
//!
//! | code | the vertex in the slot |
//! |---|---|
//! | [`DONE`] | has both its edges, or the slot is empty |
//! | [`END`] | is the end of a path whose other end is an end of the whole path |
//! | its own code | has no edge yet |
//! | the code of another slot | is the end of a path whose other end is there |
//!
//! The code of slot `s` is `s + 2`. Two bits for each colour, above the slots, are the number of
//! ends of the whole path that may still be chosen.

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{AddAssign, BitAnd, BitOr, Not, Shl, Shr, Sub},
};

use num_bigint::BigUint;

/// The code of a vertex.
pub type Code = u32;

/// A vertex with both edges, or an empty slot.
pub const DONE: Code = 0;

/// A vertex whose path ends at an end of the whole path.
pub const END: Code = 1;

/// Returns the code of a slot.
pub const fn code_of(slot: u32) -> Code {
    slot + 2
}

/// An upper bound of the codes.
pub const CODES: usize = 32;

/// A word for states.
pub trait StateWord:
    Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + From<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
{
    /// The bits of the word.
    const WIDTH: u32;
    /// The bits of a slot.
    const BITS: u32;
    /// The number of slots.
    const SLOTS: u32;
    /// Returns the lowest bits.
    fn low(self) -> u32;
    /// Returns the number of bits below the lowest one that is set.
    fn trailing_zeros(self) -> u32;
}

impl StateWord for u64 {
    const WIDTH: u32 = u64::BITS;
    const BITS: u32 = 4;
    const SLOTS: u32 = 14;

    #[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
    fn low(self) -> u32 {
        self as u32
    }

    fn trailing_zeros(self) -> u32 {
        self.trailing_zeros()
    }
}

impl StateWord for u128 {
    const WIDTH: u32 = u128::BITS;
    const BITS: u32 = 5;
    const SLOTS: u32 = 24;

    #[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
    fn low(self) -> u32 {
        self as u32
    }

    fn trailing_zeros(self) -> u32 {
        self.trailing_zeros()
    }
}

/// A state: the mates of the frontier's vertices. It is aligned like the number of ways to it, so
/// that no bytes are lost between them.
#[repr(Rust, packed(8))]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mates<W: Copy>(W);

impl<W: StateWord> Mates<W> {
    /// Returns the first state, with up to 3 ends to choose for each colour.
    pub fn new(ends: [u32; 2]) -> Self {
        Mates((W::from(ends[0]) | W::from(ends[1]) << 2) << (W::SLOTS * W::BITS))
    }

    /// Returns the bits of the word, 32 at a time, the lowest first.
    pub fn words(self) -> impl Iterator<Item = u32> {
        (0..W::WIDTH)
            .step_by(32)
            .map(move |shift| (self.0 >> shift).low())
    }

    /// Returns the state whose word has these bits.
    pub fn of_words(words: impl Iterator<Item = u32>) -> Self {
        let shifts = (0..W::WIDTH).step_by(32);
        Mates(words.zip(shifts).fold(W::from(0), |word, (bits, shift)| {
            word | W::from(bits) << shift
        }))
    }

    /// Returns the code in a slot.
    #[inline]
    pub fn get(self, slot: u32) -> Code {
        (self.0 >> (slot * W::BITS)).low() & Self::code_mask()
    }

    /// Empties a slot.
    #[inline]
    pub fn without(self, slot: u32) -> Self {
        Mates(self.0 & !(W::from(Self::code_mask()) << (slot * W::BITS)))
    }

    /// Adds the vertices of another state, whose slots are empty in this one.
    #[inline]
    pub fn with(self, fresh: Self) -> Self {
        Mates(self.0 | fresh.0)
    }

    /// Returns a state with a vertex without edges in each of these slots.
    pub fn untouched(slots: &[u32]) -> Self {
        Mates(slots.iter().fold(W::from(0), |word, &slot| {
            word | W::from(code_of(slot)) << (slot * W::BITS)
        }))
    }

    /// Whether every slot is [`DONE`].
    #[inline]
    pub fn is_bare(self) -> bool {
        self.0 << (W::WIDTH - W::SLOTS * W::BITS) == W::from(0)
    }

    /// Chooses one more end of the whole path for a colour, if one is left.
    #[inline]
    pub fn end_chosen(self, colour: usize) -> Option<Self> {
        let shift = W::SLOTS * W::BITS + if colour == 0 { 0 } else { 2 };
        ((self.0 >> shift).low() & 3 > 0).then(|| Mates(self.0 - (W::from(1) << shift)))
    }

    /// Returns the number of ends of the whole path that may still be chosen for a colour.
    #[inline]
    pub fn ends_left_of(self, colour: usize) -> u32 {
        let shift = if colour == 0 { 0 } else { 2 };
        (self.ends_left() >> shift) & 3
    }

    /// Joins two paths whose other ends have the codes `one` and `other`. `None` if the whole path
    /// is complete.
    #[inline]
    pub fn linked(self, one: Code, other: Code) -> Option<Self> {
        match (one, other) {
            (END, END) => None,
            (END, end) | (end, END) => Some(self.set(end, END)),
            (one, other) => Some(self.set(one, other).set(other, one)),
        }
    }

    /// Puts a code into the slot of code `at`.
    #[inline]
    pub fn set(self, at: Code, code: Code) -> Self {
        let slot = at - code_of(0);
        Mates(self.without(slot).0 | W::from(code) << (slot * W::BITS))
    }

    /// Adds an edge between the vertices in two slots, if that is possible and completes neither a
    /// path nor a cycle.
    #[inline]
    pub fn with_edge(self, one: u32, other: u32) -> Option<Self> {
        let from = self.get(one);
        let to = self.get(other);
        if from == DONE || to == DONE || from == code_of(other) {
            return None;
        }
        self.without(one).without(other).linked(from, to)
    }

    /// Moves the vertices of `slots` to the slots 0, 1, 2 and so on; `None` stands for a vertex
    /// without edges. `inverse` maps each old code to the new one.
    pub fn moved(self, slots: &[Option<u32>], inverse: &[Code; CODES]) -> Self {
        let ends = W::SLOTS * W::BITS;
        let mut moved = self.0 >> ends << ends;
        for (slot, from) in (0..).zip(slots) {
            let code = from.map_or(code_of(slot), |from| inverse[self.get(from) as usize]);
            moved = moved | W::from(code) << (slot * W::BITS);
        }
        Mates(moved)
    }

    /// Returns the degree of each vertex, in two bits for each slot, and above them the ends left.
    pub fn degrees(self, slots: u32) -> u64 {
        let degree = |slot| match self.get(slot) {
            DONE => 2,
            code if code == code_of(slot) => 0,
            _ => 1_u64,
        };
        let degrees = (0..slots).fold(0, |key, slot| key | degree(slot) << (2 * slot));
        degrees | u64::from(self.ends_left()) << (2 * slots)
    }

    /// Returns the bits of the ends that may still be chosen.
    fn ends_left(self) -> u32 {
        (self.0 >> (W::SLOTS * W::BITS)).low() & 0xf
    }

    /// Returns a mask of the slots with an end of a path, by the degrees.
    pub fn ends_of_paths(degrees: u64, slots: u32) -> Self {
        let ends = (0..slots).filter(|slot| degrees >> (2 * slot) & 3 == 1);
        Mates(ends.fold(W::from(0), |word, slot| {
            word | W::from(Self::code_mask()) << (slot * W::BITS)
        }))
    }

    /// Returns the bits of a mask.
    #[inline]
    pub fn only(self, mask: Self) -> Self {
        Mates(self.0 & mask.0)
    }

    /// Returns the lowest slot with an end of a path.
    #[inline]
    pub fn lowest(self) -> u32 {
        self.0.trailing_zeros() / W::BITS
    }

    const fn code_mask() -> u32 {
        (1 << W::BITS) - 1
    }
}

/// A state, and the number of ways to it.
pub type WeightedState<W, N> = (Mates<W>, N);

/// A number of ways.
pub trait WayCount:
    Clone
    + Default
    + PartialEq
    + Send
    + Into<BigUint>
    + TryFrom<u128>
    + TryFrom<BigUint>
    + for<'a> AddAssign<&'a Self>
{
    /// The approximate size of a number on the heap, in bytes.
    const BEYOND: usize;
    /// Returns the number, or the maximum if it is larger.
    fn saturated(&self) -> u128;
}

impl WayCount for u64 {
    const BEYOND: usize = 0;

    fn saturated(&self) -> u128 {
        (*self).into()
    }
}

impl WayCount for u128 {
    const BEYOND: usize = 0;

    fn saturated(&self) -> u128 {
        *self
    }
}

impl WayCount for BigUint {
    /// Three to eight digits of 64 bits and what the allocator adds.
    const BEYOND: usize = 48;

    fn saturated(&self) -> u128 {
        u128::try_from(self).unwrap_or(u128::MAX)
    }
}
