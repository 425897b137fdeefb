//! The interface between boards and engines.
//!
//! Engines know keys, and a space knows moves. They meet in one object-safe trait, whose methods
//! take a block of states at a time. A block is some 500 ns of work and a call 2 ns, so an engine
//! is compiled for a width of keys and not for a board.
//!
//! # How to extend it
//!
//! - A *space* implements [`Space`]. It expands a block of keys, maps a key to the canonical key of
//!   its state with its [orbit](OrbitInfo), and creates an instance for another thread. Its keys
//!   are states in a few words, or ranks. Its [`ArrivalId`] is the move that led to a state.
//! - An *engine* is generic over the [`Key`] alone and holds a `Box<dyn Space<K>>` per thread. An
//!   engine that searches by layers implements `LayerSearch`, which takes and returns states as
//!   words. An engine on many machines sends keys to their owners and calls the same `expand`.
//! - *IDA\** and *beam search* expand one state at a time, in so small a part of a microsecond that
//!   a virtual call would cost too much. So they have a space of their own, `HeuristicSpace`, whose
//!   nodes carry the lower bound.
//! - If the shortest path is out of reach, *novelty search* finds some path, and *neighbourhood
//!   search* shortens it.
//! - If no thread can be started, as in a web page, the calling thread does all the work.

use std::{
    fmt::Debug,
    hash::Hash,
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use super::Statistics;
use crate::{control::Outcome, parallel::lock};

/// A stored state: a few machine words. A key is exact, never a fingerprint that may collide.
pub trait Key: Copy + Ord + Hash + Default + Debug + Send + Sync + 'static {
    /// Number of words of a key.
    const WORDS: usize;

    /// Returns the words of the key.
    fn words(&self) -> &[u64];

    /// Returns the key with these words; missing words are 0.
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

/// A state in the representation that is the same in every space over the same board. Engines take
/// and return states in it.
pub type StateWords = Vec<u64>;

/// The move that led to a state, in the numbering of its space. An engine that passes it to
/// [`Space::expand`] allows the space to leave out successors of other states. 0 means unknown; the
/// expansion then leaves out nothing.
///
/// **Only breadth-first search may pass it**, from any number of sources at once. The move must
/// come from a state one layer nearer to the sources, and every state of a layer must be expanded
/// before the next layer. A successor that is left out is then a successor of another state of the
/// same layer or an earlier one, so that no layer lacks a state. In any other order, that state may
/// be reachable only through a successor that was left out, and both are lost. The sleep sets of
/// the board do lose states of depth-first search. So only [`BreadthFirst`](super::BreadthFirst),
/// the hashed engine, which also searches bidirectionally, and the ranked engine, from lists, pass
/// it. The tests count the states that each engine finds.
pub type ArrivalId = u16;

/// Number of states that an engine expands in one call. It fills vector registers, and a small
/// layer is not mostly padding. Measured with 8, 16 and 32.
pub const BLOCK: usize = 16;

/// The states that a key stands for: their number, as they are mirror images of each other, and
/// whether they are goals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct OrbitInfo(u8);

impl OrbitInfo {
    /// Creates the information on 1, 2 or 4 states.
    #[inline(always)]
    pub const fn new(orbit: u8, is_goal: bool) -> Self {
        OrbitInfo(orbit & 6 | is_goal as u8)
    }

    /// Returns the number of states.
    #[inline(always)]
    #[must_use]
    pub const fn orbit(self) -> u64 {
        let many = (self.0 & 6) as u64;
        if many == 0 { 1 } else { many }
    }

    /// Whether the states are goals.
    #[inline(always)]
    #[must_use]
    pub const fn is_goal(self) -> bool {
        self.0 & 1 == 1
    }

    /// Packs the information into three bits.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Unpacks three bits.
    pub const fn from_bits(bits: u64) -> Self {
        OrbitInfo((bits & 7) as u8)
    }
}

/// The branching of a state.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Degree {
    /// Number of moves from the state.
    pub units: u32,
    /// Number of states that the key stands for, mirror images of each other.
    pub states: u64,
}

impl Degree {
    /// Appends the branching of keys that stand for these numbers of states and have all these
    /// successors.
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
    /// The key of the state.
    pub key: K,
    /// The place of its predecessor in the block.
    pub place: u32,
    /// The move that led to it, which the engine may pass when it expands the state.
    pub arrival: ArrivalId,
    /// The states that the key stands for.
    pub class: OrbitInfo,
    /// The mirror image that turns the result of the move into the key; 0 for the identity. Images
    /// along a path compose by exclusive or.
    pub image: u8,
}

/// An implicit graph, whose vertices are generated when they are reached. All moves are reversible,
/// unless it [says otherwise](Space::is_one_way).
pub trait Space<K: Key>: Send + Sync {
    /// Appends every successor of each of these states, in any order. `arrivals` holds the arrival
    /// of each state in a breadth-first search, or is empty: see `ArrivalId`.
    ///
    /// # Panics
    /// If one of the keys is the key of no state.
    fn expand(&mut self, keys: &[K], arrivals: &[ArrivalId], successors: &mut Vec<Successor<K>>);

    /// Appends, for each of these keys, the canonical key of its state and mirror images, and their
    /// class, or `None` if it is the key of no state. The keys may come from any source.
    fn classify(&mut self, keys: &[K], found: &mut Vec<Option<(K, OrbitInfo)>>);

    /// Appends the branching of each of these keys of states, including successors that an
    /// expansion may leave out.
    fn degrees(&mut self, keys: &[K], found: &mut Vec<Degree>) {
        let mut successors = Vec::new();
        let mut classes = Vec::new();
        self.expand(keys, &[], &mut successors);
        self.classify(keys, &mut classes);
        let states = classes.iter().flatten().map(|(_, class)| class.orbit());
        Degree::count(&successors, states, found);
    }

    /// Returns the inner space if this one wraps another space with the same keys.
    fn wrapped(&self) -> Option<&(dyn Space<K> + 'static)> {
        None
    }

    /// Whether some move leads to a state from which no move leads back. Engines then keep every
    /// state, and search from the goals in the reversed space.
    fn is_one_way(&self) -> bool {
        self.wrapped().is_some_and(Space::is_one_way)
    }

    /// Returns the number of keys if they are ranks from 0. Some ranks may have no state.
    fn ranks(&self) -> Option<u64> {
        self.wrapped()?.ranks()
    }

    /// Returns the bytes of large tables that it shares with [others](Self::another).
    fn table_bytes(&self) -> usize {
        self.wrapped().map_or(0, Space::table_bytes)
    }

    /// Returns the key of a state.
    fn key(&self, words: &[u64]) -> K {
        self.wrapped()
            .map_or_else(|| K::from_words(words), |space| space.key(words))
    }

    /// Returns the state with this key.
    fn words(&self, key: &K) -> StateWords {
        self.wrapped()
            .map_or_else(|| key.words().to_vec(), |space| space.words(key))
    }

    /// Returns another instance of the space, for another thread.
    fn another<'s>(&self) -> Box<dyn Space<K> + 's>
    where
        Self: 's;
}

/// Returns the class of the canonical key of a state.
pub fn class_of<K: Key>(space: &mut dyn Space<K>, key: K) -> OrbitInfo {
    let mut found = Vec::with_capacity(1);
    space.classify(&[key], &mut found);
    found.pop().flatten().expect("the key of a state").1
}

/// The error for a saved state or a source that is not a state of the space.
pub fn no_state() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "a given state does not belong to this puzzle",
    )
}

/// Checks that keys from a file are the canonical keys of states.
pub fn check_keys<K: Key>(space: &mut dyn Space<K>, keys: &[K]) -> io::Result<()> {
    let mut found = Vec::with_capacity(keys.len());
    space.classify(keys, &mut found);
    if keys
        .iter()
        .zip(&found)
        .all(|(key, found)| found.is_some_and(|(own, _)| own == *key))
    {
        Ok(())
    } else {
        Err(no_state())
    }
}

/// Counts the states with each number of moves while a search expands them: entry `n` counts those
/// with `n` moves. Clones share the counts.
#[derive(Clone, Default)]
pub struct DegreeCounter {
    /// Whether expanded states are counted.
    is_on: Arc<AtomicBool>,
    /// The initial histogram, and that of each space.
    counted: Arc<Mutex<Vec<DegreeHistogram>>>,
}

/// A histogram to which only one thread adds, so that no thread waits.
type DegreeHistogram = Arc<Mutex<Vec<u64>>>;

impl DegreeCounter {
    /// Starts counting, on top of this histogram.
    pub fn begin(&self, histogram: &[u64]) {
        let mut counted = lock(&self.counted);
        counted.iter().for_each(|own| lock(own).clear());
        counted.push(Arc::new(Mutex::new(histogram.to_vec())));
        self.is_on.store(true, Ordering::Relaxed);
    }

    /// Stops counting.
    pub fn end(&self) {
        self.is_on.store(false, Ordering::Relaxed);
    }

    /// Returns the counts of all spaces together.
    pub fn histogram(&self) -> Vec<u64> {
        let mut sum = Vec::new();
        for own in lock(&self.counted).iter() {
            let own = lock(own);
            sum.resize(own.len().max(sum.len()), 0);
            sum.iter_mut()
                .zip(own.iter())
                .for_each(|(sum, own)| *sum += own);
        }
        sum
    }

    /// Adds a part that another machine counts.
    #[cfg(feature = "cluster")]
    pub fn slot(&self) -> RemoteHistogram {
        let own = DegreeHistogram::default();
        lock(&self.counted).push(Arc::clone(&own));
        RemoteHistogram {
            counter: self.clone(),
            own,
        }
    }

    /// Wraps a space so that it counts. `has_images` says whether a key may stand for several
    /// states.
    pub fn counting<K: Key>(
        &self,
        space: Box<dyn Space<K>>,
        has_images: bool,
    ) -> Box<dyn Space<K>> {
        let own = DegreeHistogram::default();
        lock(&self.counted).push(Arc::clone(&own));
        Box::new(Counting {
            space,
            has_images,
            counter: self.clone(),
            own,
            degrees: Vec::new(),
            classes: Vec::new(),
        })
    }
}

/// A part of the counts that another machine counts.
#[cfg(feature = "cluster")]
pub struct RemoteHistogram {
    counter: DegreeCounter,
    own: DegreeHistogram,
}

#[cfg(feature = "cluster")]
impl RemoteHistogram {
    /// Replaces the counts of that machine since counting started.
    pub fn set(&self, histogram: Vec<u64>) {
        if self.counter.is_on.load(Ordering::Relaxed) {
            *lock(&self.own) = histogram;
        }
    }
}

/// A space that counts the moves of the states it expands, including those it leaves out.
struct Counting<K> {
    space: Box<dyn Space<K>>,
    has_images: bool,
    counter: DegreeCounter,
    own: DegreeHistogram,
    /// The branching of the states of a block.
    degrees: Vec<Degree>,
    classes: Vec<Option<(K, OrbitInfo)>>,
}

impl<K: Key> Counting<K> {
    /// Computes the branching of the states of a block from their successors.
    fn measure(&mut self, keys: &[K], arrivals: &[ArrivalId], successors: &[Successor<K>]) {
        self.degrees.clear();
        if !arrivals.is_empty() {
            return self.space.degrees(keys, &mut self.degrees);
        }
        self.classes.clear();
        if self.has_images {
            self.space.classify(keys, &mut self.classes);
        } else {
            self.classes
                .extend(keys.iter().map(|&key| Some((key, OrbitInfo::default()))));
        }
        let states = self
            .classes
            .iter()
            .flatten()
            .map(|(_, class)| class.orbit());
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
    fn expand(&mut self, keys: &[K], arrivals: &[ArrivalId], successors: &mut Vec<Successor<K>>) {
        let before = successors.len();
        self.space.expand(keys, arrivals, successors);
        if self.counter.is_on.load(Ordering::Relaxed) {
            self.measure(keys, arrivals, &successors[before..]);
            self.count();
        }
    }

    fn degrees(&mut self, keys: &[K], found: &mut Vec<Degree>) {
        self.space.degrees(keys, found);
    }

    fn classify(&mut self, keys: &[K], found: &mut Vec<Option<(K, OrbitInfo)>>) {
        self.space.classify(keys, found);
    }

    fn wrapped(&self) -> Option<&(dyn Space<K> + 'static)> {
        Some(&*self.space)
    }

    fn another<'s>(&self) -> Box<dyn Space<K> + 's>
    where
        Self: 's,
    {
        self.counter.counting(self.space.another(), self.has_images)
    }
}

/// The aim of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// The first goal.
    Goal,
    /// Every reachable state; the search does not stop at goals.
    Everything,
}

/// The outcome and the cost of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<K> {
    /// The keys on the path from the start to a goal, or the reason why it is missing.
    pub outcome: Outcome<Vec<K>>,
    /// The cost of the search.
    pub statistics: Statistics,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::Permutations;

    #[test]
    fn orbit_size_and_goal_flag_survive_packing() {
        for (orbit, is_goal) in [(1, false), (1, true), (2, true), (4, false), (4, true)] {
            let class = OrbitInfo::new(orbit, is_goal);
            assert_eq!(
                (class.orbit(), class.is_goal()),
                (u64::from(orbit), is_goal)
            );
            assert_eq!(OrbitInfo::from_bits(class.bits()), class);
        }
    }

    #[test]
    fn a_successor_with_a_one_word_key_has_two_words() {
        assert_eq!(size_of::<Successor<u64>>(), 16);
    }

    #[test]
    fn the_degree_counter_counts_expansions_only_when_enabled() {
        let counter = DegreeCounter::default();
        let mut space = counter.counting(Box::new(Permutations(5)), false);
        let mut other = space.another();
        let start = Permutations(5).sorted();
        let mut successors = Vec::new();
        space.expand(&[start], &[], &mut successors);
        assert_eq!(counter.histogram(), [0; 0], "not yet");
        counter.begin(&[0, 7]);
        successors.clear();
        space.expand(&[start], &[1], &mut successors);
        let keys: Vec<u64> = successors.iter().map(|it| it.key).collect();
        assert_eq!(keys.len(), 3, "the move back is left out, and counted");
        other.expand(&keys, &[], &mut successors);
        assert_eq!(counter.histogram(), [0, 7, 0, 0, 4]);
        counter.end();
        space.expand(&[start], &[], &mut successors);
        assert_eq!(counter.histogram(), [0, 7, 0, 0, 4]);
        counter.begin(&[]);
        assert_eq!(counter.histogram(), [0; 0]);
    }
}
