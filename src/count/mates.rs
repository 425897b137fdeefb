//! The state of the frontier programme in one word: for each vertex at the frontier, how many edges
//! it has, and to which other one a path leads from it.
//!
//! The edges that are chosen make up paths, each with two ends. Each slot of the frontier holds
//! one code:
//!
//! | code | the vertex in the slot |
//! |---|---|
//! | [`DONE`] | has both its edges, or there is no vertex in the slot |
//! | [`END`] | is the end of a path whose other end is an end of the whole path |
//! | its own code | has no edge yet |
//! | the code of another slot | is the end of a path whose other end is there |
//!
//! The code of slot `s` is `s + 2`. Above the slots, two bits for each colour say how many ends of
//! the whole path may still be chosen among its vertices.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr, Sub};

/// What a slot holds.
pub(super) type Code = u32;

/// Both edges are there, or there is no vertex.
pub(super) const DONE: Code = 0;

/// The path leads to an end of the whole path.
pub(super) const END: Code = 1;

/// The code of a slot.
pub(super) const fn code_of(slot: u32) -> Code {
    slot + 2
}

/// More than there are codes.
pub(super) const CODES: usize = 32;

/// A word that is wide enough for the state.
pub(super) trait StateWord:
    Copy
    + Ord
    + Hash
    + Debug
    + From<u32>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
{
    /// Bits of the word.
    const WIDTH: u32;
    /// Bits of a slot.
    const BITS: u32;
    /// How many slots there are: as many as there are bits, and codes, for.
    const SLOTS: u32;
    /// The lowest bits.
    fn low(self) -> u32;
    /// Bits below the lowest one that is set.
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

/// What the part that is done looks like from the frontier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Mates<W>(W);

impl<W: StateWord> Mates<W> {
    /// Nothing done yet; this many ends may be chosen among the vertices of each colour, up to 3.
    pub(super) fn new(ends: [u32; 2]) -> Self {
        Mates((W::from(ends[0]) | W::from(ends[1]) << 2) << (W::SLOTS * W::BITS))
    }

    /// What a slot holds.
    #[inline]
    pub(super) fn get(self, slot: u32) -> Code {
        (self.0 >> (slot * W::BITS)).low() & Self::code_mask()
    }

    /// The same with a slot emptied.
    #[inline]
    pub(super) fn without(self, slot: u32) -> Self {
        Mates(self.0 & !(W::from(Self::code_mask()) << (slot * W::BITS)))
    }

    /// The same with the vertices of `fresh` put into their slots, which are empty.
    #[inline]
    pub(super) fn with(self, fresh: Self) -> Self {
        Mates(self.0 | fresh.0)
    }

    /// Nothing but a vertex without edges in each of these slots.
    pub(super) fn untouched(slots: &[u32]) -> Self {
        let put = |word: W, &slot: &u32| word | W::from(code_of(slot)) << (slot * W::BITS);
        Mates(slots.iter().fold(W::from(0), put))
    }

    /// Whether no vertex at the frontier lacks an edge.
    #[inline]
    pub(super) fn is_bare(self) -> bool {
        self.0 << (W::WIDTH - W::SLOTS * W::BITS) == W::from(0)
    }

    /// The same with one more end of the whole path chosen among the vertices of a colour, if
    /// there may be one.
    #[inline]
    pub(super) fn end_chosen(self, colour: usize) -> Option<Self> {
        let shift = W::SLOTS * W::BITS + if colour == 0 { 0 } else { 2 };
        ((self.0 >> shift).low() & 3 > 0).then(|| Mates(self.0 - (W::from(1) << shift)))
    }

    /// The same with two paths joined: their other ends, which are in the slots of codes `one` and
    /// `other`, become the two ends of one. `None` where both paths lead to an end of the whole
    /// path, which is then complete.
    #[inline]
    pub(super) fn linked(self, one: Code, other: Code) -> Option<Self> {
        match (one, other) {
            (END, END) => None,
            (END, end) | (end, END) => Some(self.set(end, END)),
            (one, other) => Some(self.set(one, other).set(other, one)),
        }
    }

    /// The same with another code in the slot of code `at`.
    #[inline]
    fn set(self, at: Code, code: Code) -> Self {
        let slot = at - code_of(0);
        Mates(self.without(slot).0 | W::from(code) << (slot * W::BITS))
    }

    /// The same with an edge between the vertices in two slots, if they may have one. A path does
    /// not become whole by it, nor a cycle.
    #[inline]
    pub(super) fn with_edge(self, one: u32, other: u32) -> Option<Self> {
        let (from, to) = (self.get(one), self.get(other));
        if from == DONE || to == DONE || from == code_of(other) {
            return None;
        }
        self.without(one).without(other).linked(from, to)
    }

    /// The same with the vertices of `slots` in the slots 0, 1, 2 and so on, and in no others;
    /// where there is `None`, a vertex without edges. `inverse` holds the code of each new slot by
    /// the old code.
    pub(super) fn moved(self, slots: &[Option<u32>], inverse: &[Code; CODES]) -> Self {
        let ends = W::SLOTS * W::BITS;
        let mut moved = self.0 >> ends << ends;
        for (slot, from) in (0..).zip(slots) {
            let code = from.map_or(code_of(slot), |from| inverse[self.get(from) as usize]);
            moved = moved | W::from(code) << (slot * W::BITS);
        }
        Mates(moved)
    }

    /// How many edges each vertex has, two bits for each slot from the lowest on, and above them
    /// how many ends may still be chosen: the bits of `self` itself.
    pub(super) fn degrees(self, slots: u32) -> u64 {
        let degree = |slot| match self.get(slot) {
            DONE => 2,
            code if code == code_of(slot) => 0,
            _ => 1_u64,
        };
        let degrees = (0..slots).fold(0, |key, slot| key | degree(slot) << (2 * slot));
        degrees | u64::from(self.ends_left()) << (2 * slots)
    }

    /// The bits that tell how many ends may still be chosen.
    fn ends_left(self) -> u32 {
        (self.0 >> (W::SLOTS * W::BITS)).low() & 0xf
    }

    /// The bits of the slots that hold an end of a path, where these are the degrees.
    pub(super) fn ends_of_paths(degrees: u64, slots: u32) -> Self {
        let ends = (0..slots).filter(|slot| degrees >> (2 * slot) & 3 == 1);
        let put = |word: W, slot| word | W::from(Self::code_mask()) << (slot * W::BITS);
        Mates(ends.fold(W::from(0), put))
    }

    /// What is in the bits that are set in `mask`.
    #[inline]
    pub(super) fn only(self, mask: Self) -> Self {
        Mates(self.0 & mask.0)
    }

    /// The lowest slot that holds the end of a path.
    #[inline]
    pub(super) fn lowest(self) -> u32 {
        self.0.trailing_zeros() / W::BITS
    }

    const fn code_mask() -> u32 {
        (1 << W::BITS) - 1
    }
}
