//! The interface between boards and engines.
//!
//! Engines know keys, and a space knows moves. They meet in one object-safe trait, whose methods
//! take a block of states at a time. A block is some 500 ns of work and a call 2 ns, so an engine
//! is compiled for a width of keys and not for a board.

use std::fmt::Debug;
use std::hash::Hash;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::parallel::lock;

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

/// How many states have so many moves: place `n` counts those with `n`. Whoever counts with it
/// shares it.
#[derive(Clone, Default)]
pub(crate) struct DegreeCounter {
    /// Whether what is expanded is counted.
    is_on: Arc<AtomicBool>,
    /// What was counted before, and then what each space has counted.
    counted: Arc<Mutex<Vec<DegreeHistogram>>>,
}

/// Only one thread adds to it, so that it is never waited for.
type DegreeHistogram = Arc<Mutex<Vec<u64>>>;

impl DegreeCounter {
    /// Counts what is expanded from here on, beginning with this.
    pub(crate) fn begin(&self, histogram: &[u64]) {
        let mut counted = lock(&self.counted);
        counted.iter().for_each(|own| lock(own).clear());
        counted.push(Arc::new(Mutex::new(histogram.to_vec())));
        self.is_on.store(true, Ordering::Relaxed);
    }

    /// Counts no more.
    pub(crate) fn end(&self) {
        self.is_on.store(false, Ordering::Relaxed);
    }

    /// What has been counted.
    pub(crate) fn histogram(&self) -> Vec<u64> {
        let mut sum = Vec::new();
        for own in lock(&self.counted).iter() {
            let own = lock(own);
            sum.resize(own.len().max(sum.len()), 0);
            sum.iter_mut().zip(own.iter()).for_each(|(sum, own)| *sum += own);
        }
        sum
    }

    /// A place for what is counted elsewhere.
    #[cfg(feature = "cluster")]
    pub(crate) fn slot(&self) -> RemoteHistogram {
        let own = DegreeHistogram::default();
        lock(&self.counted).push(Arc::clone(&own));
        RemoteHistogram { tally: self.clone(), own }
    }

    /// The same space, counting. `has_images` says whether a key may stand for several states.
    pub(crate) fn counting<K: Key>(
        &self,
        space: Box<dyn Space<K>>,
        has_images: bool,
    ) -> Box<dyn Space<K>> {
        let own = DegreeHistogram::default();
        lock(&self.counted).push(Arc::clone(&own));
        let (degrees, classes) = (Vec::new(), Vec::new());
        Box::new(Counting { space, has_images, tally: self.clone(), own, degrees, classes })
    }
}

/// A part of what a tally counts that somebody else counts, on another machine.
#[cfg(feature = "cluster")]
pub(crate) struct RemoteHistogram {
    tally: DegreeCounter,
    own: DegreeHistogram,
}

#[cfg(feature = "cluster")]
impl RemoteHistogram {
    /// So many states have so many moves there, since the count began.
    pub(crate) fn set(&self, histogram: Vec<u64>) {
        if self.tally.is_on.load(Ordering::Relaxed) {
            *lock(&self.own) = histogram;
        }
    }
}

/// A space that counts the moves of what is expanded, whether or not some of them are left out.
struct Counting<K> {
    space: Box<dyn Space<K>>,
    has_images: bool,
    tally: DegreeCounter,
    own: DegreeHistogram,
    /// Of the states of a block.
    degrees: Vec<Degree>,
    classes: Vec<Option<(K, OrbitInfo)>>,
}

impl<K: Key> Counting<K> {
    /// How far the states of a block branch, which have been expanded to these.
    fn measure(&mut self, keys: &[K], vias: &[ArrivalId], successors: &[Successor<K>]) {
        self.degrees.clear();
        if !vias.is_empty() {
            return self.space.degrees(keys, &mut self.degrees);
        }
        self.classes.clear();
        if self.has_images {
            self.space.classify(keys, &mut self.classes);
        } else {
            self.classes.extend(keys.iter().map(|&key| Some((key, OrbitInfo::default()))));
        }
        let states = self.classes.iter().flatten().map(|(_, class)| class.orbit());
        Degree::count(successors, states, &mut self.degrees);
    }

    fn count(&self) {
        let mut own = lock(&self.own);
        for &Degree { units, states } in &self.degrees {
            let units = units as usize;
            if own.len() <= units {
                own.resize(units + 1, 0);
            }
            own[units] += states;
        }
    }
}

impl<K: Key> Space<K> for Counting<K> {
    fn expand(&mut self, keys: &[K], vias: &[ArrivalId], successors: &mut Vec<Successor<K>>) {
        let before = successors.len();
        self.space.expand(keys, vias, successors);
        if self.tally.is_on.load(Ordering::Relaxed) {
            self.measure(keys, vias, &successors[before..]);
            self.count();
        }
    }

    fn degrees(&mut self, keys: &[K], found: &mut Vec<Degree>) {
        self.space.degrees(keys, found);
    }

    fn classify(&mut self, keys: &[K], found: &mut Vec<Option<(K, OrbitInfo)>>) {
        self.space.classify(keys, found);
    }

    fn wrapped(&self) -> Option<&dyn Space<K>> {
        Some(&*self.space)
    }

    fn another(&self) -> Box<dyn Space<K>> {
        self.tally.counting(self.space.another(), self.has_images)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::Permutations;

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

    #[test]
    fn what_is_expanded_is_counted_while_it_is_asked_for() {
        let tally = DegreeCounter::default();
        let mut space = tally.counting(Box::new(Permutations(5)), false);
        let mut other = space.another();
        let (start, mut successors) = (Permutations(5).sorted(), Vec::new());
        space.expand(&[start], &[], &mut successors);
        assert_eq!(tally.histogram(), [0; 0], "not yet");
        tally.begin(&[0, 7]);
        successors.clear();
        space.expand(&[start], &[1], &mut successors);
        let keys: Vec<u64> = successors.iter().map(|it| it.key).collect();
        assert_eq!(keys.len(), 3, "the way back is left out, and counted");
        other.expand(&keys, &[], &mut successors);
        assert_eq!(tally.histogram(), [0, 7, 0, 0, 4]);
        tally.end();
        space.expand(&[start], &[], &mut successors);
        assert_eq!(tally.histogram(), [0, 7, 0, 0, 4]);
        tally.begin(&[]);
        assert_eq!(tally.histogram(), [0; 0]);
    }
}
