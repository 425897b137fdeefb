//! Sets of up to 256 boards.

/// How many words a set has: with more, the search visits fewer sets, most of whose words are
/// empty.
pub(super) const WORDS: usize = 4;

/// Which boards of a slot: a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardSet(pub(super) [u64; WORDS]);

impl BoardSet {
    pub(super) const NONE: BoardSet = BoardSet([0; WORDS]);
    pub(super) const ALL: BoardSet = BoardSet([u64::MAX; WORDS]);

    pub(super) const fn one(bit: u32) -> Self {
        let mut words = Self::NONE;
        words.0[(bit / u64::BITS) as usize] = 1 << (bit % u64::BITS);
        words
    }

    #[inline(always)]
    pub(super) fn map(self, turn: impl Fn(u64) -> u64) -> Self {
        BoardSet(self.0.map(turn))
    }

    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        BoardSet(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }

    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        self.zip(other, |one, other| one & !other)
    }

    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    pub(super) fn has(self, bit: u32) -> bool {
        self.0[(bit / u64::BITS) as usize] >> (bit % u64::BITS) & 1 != 0
    }

    /// The numbers of the bits that are set.
    pub(super) fn ones(self) -> impl Iterator<Item = u32> {
        (0..).zip(self.0).flat_map(|(number, mut word)| {
            std::iter::from_fn(move || {
                let first = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(number * u64::BITS + first)
            })
        })
    }
}
