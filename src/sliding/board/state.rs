//! A position, packed into a few words and unpacked cell by cell.

use std::hash::{Hash, Hasher};

use crate::{puzzle::Puzzle, search::Key};

use super::kind::{self, Kind, KindId};

/// A packed state of `N` 64-bit words; `board/mod.rs` describes its bits.
///
/// The order of states has no meaning for the puzzle. It selects the canonical form among mirror
/// images.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State<const N: usize>(pub(super) [u64; N]);

const _: () = assert!(size_of::<State<1>>() == 8);

impl<const N: usize> Default for State<N> {
    /// Returns the state without pieces.
    fn default() -> Self {
        State([0; N])
    }
}

impl<const N: usize> Hash for State<N> {
    /// Hashes word by word: an array would hash its length as well.
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for &word in &self.0 {
            state.write_u64(word);
        }
    }
}

impl<const N: usize> State<N> {
    /// Creates a state from words, the lowest bits first, without a check.
    pub const fn from_words(words: [u64; N]) -> Self {
        State(words)
    }

    /// Returns the words, the lowest bits first.
    pub const fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// Returns the bits that differ. The difference of a placement adds or removes its piece.
    #[inline(always)]
    pub(super) fn xor(self, other: Self) -> Self {
        State(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }

    /// Whether its bits under `care` are exactly `want`.
    #[inline(always)]
    pub fn matches(&self, care: &Self, want: &Self) -> bool {
        (0..N).all(|word| self.0[word] & care.0[word] == want.0[word])
    }

    /// Sets bit `bit`.
    pub fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }
}

impl<const N: usize> Key for State<N> {
    const WORDS: usize = N;

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn from_words(words: &[u64]) -> Self {
        State(std::array::from_fn(|word| {
            words.get(word).copied().unwrap_or_default()
        }))
    }
}

/// The kind, if any, that has its anchor at each cell: slow and plain, for use outside of searches.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UnpackedState {
    codes: Vec<u8>,
}

impl UnpackedState {
    /// Creates a state of a board of `cells` cells.
    ///
    /// # Panics
    /// If an anchor lies beyond the last cell.
    pub fn new(cells: usize, anchors: impl IntoIterator<Item = (usize, KindId)>) -> Self {
        let mut codes = vec![0; cells];
        for (cell, kind) in anchors {
            codes[cell] = u8::try_from(kind::code(kind)).expect("at most 255 kinds");
        }
        UnpackedState { codes }
    }

    /// Creates a state from the number of the kind at each cell, 0 for none.
    pub const fn from_codes(codes: Vec<u8>) -> Self {
        UnpackedState { codes }
    }

    /// Returns the number of the kind at each cell, counted from 1, or 0 for none.
    pub fn into_codes(self) -> Vec<u8> {
        self.codes
    }

    /// Returns the start of a puzzle.
    pub fn start(puzzle: &Puzzle, kinds: &[Kind]) -> Self {
        let anchors = kinds.iter().enumerate().flat_map(|(kind, members)| {
            members
                .pieces
                .iter()
                .filter(|&&piece| piece < puzzle.standing())
                .map(|&piece| puzzle.grid().index(puzzle.pieces()[piece].anchor))
                .map(move |cell| (cell, kind))
        });
        UnpackedState::new(puzzle.grid().area(), anchors)
    }

    /// Returns the anchors as (cell, kind), cell by cell.
    pub fn anchors(&self) -> impl Iterator<Item = (usize, KindId)> + '_ {
        self.codes
            .iter()
            .enumerate()
            .filter_map(|(cell, &code)| usize::from(code).checked_sub(1).map(|kind| (cell, kind)))
    }

    /// Returns the number of cells of the board.
    pub const fn cells(&self) -> usize {
        self.codes.len()
    }

    /// Returns the kind with its anchor at `cell`.
    pub fn kind_at(&self, cell: usize) -> Option<KindId> {
        usize::from(self.codes[cell]).checked_sub(1)
    }
}
