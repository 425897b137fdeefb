//! The door between boards and engines: what an engine asks of whatever it searches.
//!
//! Engines know keys, a space knows moves. They meet in one object-safe trait that is called for a
//! block of states at a time: a block is some 500 ns of work and a call 2 ns, and so an engine is
//! compiled for a width of keys, not for a board.

use std::fmt::Debug;
use std::hash::Hash;
use std::io;

/// A state as it is stored: a few machine words, exact, never a fingerprint that may collide.
pub trait Key: Copy + Ord + Hash + Default + Debug + Send + Sync + 'static {
    /// How many words it takes.
    const WORDS: usize;

    /// Its words.
    fn words(&self) -> &[u64];

    /// The key of these words; those that are missing are 0.
    fn from_words(words: &[u64]) -> Self;
}

impl Key for u64 {
    const WORDS: usize = 1;

    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    fn from_words(words: &[u64]) -> Self {
        words.first().copied().unwrap_or_default()
    }
}

/// A state spelt out in words, the same in every space over the same board: what goes in and out of
/// an engine.
pub type StateWords = Vec<u64>;

/// The move that led to a state, as its space numbers moves. An engine that passes it to
/// [`Space::expand`] allows the space to leave out successors that other states lead to. 0 means
/// unknown: nothing is left out.
///
/// **Only breadth-first search may pass it**, from any number of sources at once: the move must
/// come from a state one layer nearer to the sources, and every state of a layer must be expanded
/// before the next. What is left out is then a successor of another state of the same layer or an
/// earlier one, so that no layer lacks a state. In any other order that state may itself be reached
/// only through what was left out, and both are lost: the sleep sets of the board do lose states of
/// depth-first search. So [`BreadthFirst`](super::BreadthFirst) and the engine of hashed layers,
/// which searches from both ends as well, pass it. All others pass nothing, and every test that
/// counts states over all engines holds them to it.
pub type ArrivalId = u16;

/// States that an engine expands in one call: enough to fill vector registers, few enough for a
/// small layer not to be all padding. Measured with 8, 16 and 32.
pub const BLOCK: usize = 16;

/// What a key stands for: how many states, mirror images of each other, and whether they are goals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct OrbitInfo(u8);

impl OrbitInfo {
    /// So many states, 1, 2 or 4, which are goals or not.
    #[inline(always)]
    #[must_use]
    pub const fn new(orbit: u8, is_goal: bool) -> Self {
        OrbitInfo(orbit & 6 | is_goal as u8)
    }

    /// How many states these are.
    #[inline(always)]
    #[must_use]
    pub const fn orbit(self) -> u64 {
        let many = (self.0 & 6) as u64;
        if many == 0 { 1 } else { many }
    }

    /// Whether they are goals.
    #[inline(always)]
    #[must_use]
    pub const fn is_goal(self) -> bool {
        self.0 & 1 == 1
    }

    /// The same in three bits.
    #[inline(always)]
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// What these three bits say.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        OrbitInfo((bits & 7) as u8)
    }
}

/// How far a state branches.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Degree {
    /// How many moves lead from it.
    pub units: u32,
    /// How many states its key stands for, mirror images of each other.
    pub states: u64,
}

impl Degree {
    /// Appends how far keys branch that stand for so many states, and have all these successors.
    pub(crate) fn count<K>(
        successors: &[Successor<K>],
        states: impl Iterator<Item = u64>,
        found: &mut Vec<Self>,
    ) {
        let first = found.len();
        found.extend(states.map(|states| Degree { units: 0, states }));
        for successor in successors {
            found[first + successor.place as usize].units += 1;
        }
    }
}

/// A state one move away from one of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor<K> {
    /// Its key.
    pub key: K,
    /// The place in the block of the state that it comes from.
    pub place: u32,
    /// How it was reached, to be told when it is expanded.
    pub via: ArrivalId,
    /// What the key stands for.
    pub class: OrbitInfo,
    /// Which mirror image of what the move leads to the key is: 0 for itself. Composed with that of
    /// the state that it comes from by exclusive or.
    pub image: u8,
}

/// A graph whose vertices are made as they are reached. Moves can be undone.
pub trait Space<K: Key>: Send {
    /// Appends every successor of each of these states, in any order. `vias` says how each of them
    /// was reached, in a breadth-first search, or is empty: see [`ArrivalId`].
    ///
    /// # Panics
    /// If one of the keys is of no state.
    fn expand(&mut self, keys: &[K], vias: &[ArrivalId], successors: &mut Vec<Successor<K>>);

    /// Appends, for each of these keys, wherever they come from, the key that stands for its state
    /// and the mirror images of it, and their class; nothing where it is the key of no state.
    fn classify(&mut self, keys: &[K], found: &mut Vec<Option<(K, OrbitInfo)>>);

    /// Appends, for each of these keys of states, how far it branches, whatever an expansion may
    /// leave out.
    fn degrees(&mut self, keys: &[K], found: &mut Vec<Degree>) {
        let (mut successors, mut classes) = (Vec::new(), Vec::new());
        self.expand(keys, &[], &mut successors);
        self.classify(keys, &mut classes);
        let states = classes.iter().flatten().map(|(_, class)| class.orbit());
        Degree::count(&successors, states, found);
    }

    /// The space whose keys these are, where this one only changes what is told of them.
    fn wrapped(&self) -> Option<&dyn Space<K>> {
        None
    }

    /// How many keys there are, where they are numbers from 0 on; not all need be of states.
    fn ranks(&self) -> Option<u64> {
        self.wrapped()?.ranks()
    }

    /// Bytes of the tables that it has in common with [others](Self::another), if they are large.
    fn table_bytes(&self) -> usize {
        self.wrapped().map_or(0, Space::table_bytes)
    }

    /// The key of a state that is spelt out in words.
    fn key(&self, words: &[u64]) -> K {
        self.wrapped().map_or_else(|| K::from_words(words), |space| space.key(words))
    }

    /// A state spelt out in words.
    fn words(&self, key: &K) -> StateWords {
        self.wrapped().map_or_else(|| key.words().to_vec(), |space| space.words(key))
    }

    /// Another one, for another thread.
    fn another(&self) -> Box<dyn Space<K>>;
}

/// The class of one key that is known to be a state's own.
pub(crate) fn class_of<K: Key>(space: &mut dyn Space<K>, key: K) -> OrbitInfo {
    let mut found = Vec::with_capacity(1);
    space.classify(&[key], &mut found);
    found.pop().flatten().expect("the key of a state").1
}

/// What was saved makes no sense.
pub(crate) fn no_state() -> io::Error {
    let reason = "a position that was saved is none of this puzzle";
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Holds keys that were read from somewhere to be of states, each the one that stands for its
/// class.
pub(crate) fn check_keys<K: Key>(space: &mut dyn Space<K>, keys: &[K]) -> io::Result<()> {
    let mut found = Vec::with_capacity(keys.len());
    space.classify(keys, &mut found);
    let stand =
        |(key, found): (&K, &Option<(K, OrbitInfo)>)| found.is_some_and(|(own, _)| own == *key);
    if keys.iter().zip(&found).all(stand) { Ok(()) } else { Err(no_state()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_keeps_what_it_is_given() {
        for (orbit, is_goal) in [(1, false), (1, true), (2, true), (4, false), (4, true)] {
            let class = OrbitInfo::new(orbit, is_goal);
            assert_eq!((class.orbit(), class.is_goal()), (u64::from(orbit), is_goal));
            assert_eq!(OrbitInfo::from_bits(class.bits()), class);
        }
    }

    #[test]
    fn a_successor_of_one_word_takes_two() {
        assert_eq!(size_of::<Successor<u64>>(), 16);
    }
}
