//! A position in as few bits as it takes.

use std::hash::{Hash, Hasher};

use crate::search::Key;

/// A packed position of `N` 64-bit words; what its bits mean is written at [`crate::board`].
///
/// The order of two states means nothing to a person: it is what picks one of several mirror
/// images as the canonical form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State<const N: usize>(pub(super) [u64; N]);

const _: () = assert!(size_of::<State<1>>() == 8);

impl<const N: usize> Default for State<N> {
    /// No piece anywhere.
    fn default() -> Self {
        State([0; N])
    }
}

impl<const N: usize> Hash for State<N> {
    /// Word by word: an array would hash its length as well.
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for &word in &self.0 {
            state.write_u64(word);
        }
    }
}

impl<const N: usize> State<N> {
    /// The bits of these words, the lowest first; whether they make sense is another question.
    #[must_use]
    pub const fn from_words(words: [u64; N]) -> Self {
        State(words)
    }

    /// Its words, the lowest bits first.
    #[must_use]
    pub const fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// The bits that differ: a piece is put down, or taken away, by one such difference.
    #[inline(always)]
    #[must_use]
    pub(super) fn xor(self, other: Self) -> Self {
        State(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }

    /// Whether its bits under `care` are exactly `want`.
    #[inline(always)]
    #[must_use]
    pub(super) fn matches(&self, care: &Self, want: &Self) -> bool {
        (0..N).all(|word| self.0[word] & care.0[word] == want.0[word])
    }

    /// Sets bit `bit`.
    pub(super) fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }
}

impl<const N: usize> Key for State<N> {
    const WORDS: usize = N;

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn from_words(words: &[u64]) -> Self {
        State(std::array::from_fn(|word| words.get(word).copied().unwrap_or_default()))
    }
}
