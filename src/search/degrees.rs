//! How many moves lead on from each state, counted when a sweep expands it anyway.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::space::{Class, Key, Space, Successor, Via, Words};

/// How many states have so many moves: place `n` counts those with `n`. Whoever counts with it shares
/// it.
#[derive(Clone, Default)]
pub(crate) struct Tally {
    /// Whether what is expanded is counted.
    is_on: Arc<AtomicBool>,
    /// What was counted before, and then what each space has counted.
    counted: Arc<Mutex<Vec<Histogram>>>,
}

/// Only one thread adds to it, so that it is never waited for.
type Histogram = Arc<Mutex<Vec<u64>>>;

impl Tally {
    /// Counts what is expanded from here on, beginning with this.
    pub(crate) fn begin(&self, histogram: &[u64]) {
        let mut counted = locked(&self.counted);
        counted.iter().for_each(|own| locked(own).clear());
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
        for own in locked(&self.counted).iter() {
            let own = locked(own);
            sum.resize(own.len().max(sum.len()), 0);
            sum.iter_mut().zip(own.iter()).for_each(|(sum, own)| *sum += own);
        }
        sum
    }

    /// The same space, counting. `has_images` says whether a key may stand for several states.
    pub(crate) fn counting<K: Key>(
        &self,
        space: Box<dyn Space<K>>,
        has_images: bool,
    ) -> Box<dyn Space<K>> {
        let own = Histogram::default();
        locked(&self.counted).push(Arc::clone(&own));
        let (moves, classes) = (Vec::new(), Vec::new());
        Box::new(Counting { space, has_images, tally: self.clone(), own, moves, classes })
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A space that counts what is expanded, with all successors: none is left out then. The ways tell
/// how many states a key stands for, where the engine keeps them.
struct Counting<K> {
    space: Box<dyn Space<K>>,
    has_images: bool,
    tally: Tally,
    own: Histogram,
    /// Of the states of a block.
    moves: Vec<usize>,
    classes: Vec<Option<(K, Class)>>,
}

/// Marks a way that tells the class.
const TELLS: Via = 8;

impl<K: Key> Counting<K> {
    /// Counts the states of a block, and has their successors told what they stand for.
    fn count(&mut self, keys: &[K], vias: &[Via], successors: &mut [Successor<K>]) {
        self.moves.clear();
        self.moves.resize(keys.len(), 0);
        for successor in successors {
            self.moves[successor.place as usize] += 1;
            successor.via = TELLS | Via::from(successor.class.bits().to_le_bytes()[0]);
        }
        let most = self.moves.iter().copied().max().unwrap_or(0);
        let is_told = vias.len() == keys.len() && vias.iter().all(|via| via & TELLS != 0);
        if self.has_images && !is_told {
            self.classes.clear();
            self.space.classify(keys, &mut self.classes);
        }
        let mut own = locked(&self.own);
        if own.len() <= most {
            own.resize(most + 1, 0);
        }
        for (place, &moves) in self.moves.iter().enumerate() {
            own[moves] += match (self.has_images, is_told) {
                (false, _) => 1,
                (true, true) => Class::from_bits(vias[place].into()).orbit(),
                (true, false) => self.classes[place].expect("the key of a state").1.orbit(),
            };
        }
    }
}

impl<K: Key> Space<K> for Counting<K> {
    fn expand(&mut self, keys: &[K], vias: &[Via], successors: &mut Vec<Successor<K>>) {
        if !self.tally.is_on.load(Ordering::Relaxed) {
            return self.space.expand(keys, vias, successors);
        }
        let before = successors.len();
        self.space.expand(keys, &[], successors);
        self.count(keys, vias, &mut successors[before..]);
    }

    fn classify(&mut self, keys: &[K], found: &mut Vec<Option<(K, Class)>>) {
        self.space.classify(keys, found);
    }

    fn ranks(&self) -> Option<u64> {
        self.space.ranks()
    }

    fn key(&self, words: &[u64]) -> K {
        self.space.key(words)
    }

    fn words(&self, key: &K) -> Words {
        self.space.words(key)
    }

    fn another(&self) -> Box<dyn Space<K>> {
        self.tally.counting(self.space.another(), self.has_images)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::Orders;

    #[test]
    fn what_is_expanded_is_counted_while_it_is_asked_for() {
        let tally = Tally::default();
        let mut space = tally.counting(Box::new(Orders(5)), false);
        let mut other = space.another();
        let (start, mut successors) = (Orders(5).sorted(), Vec::new());
        space.expand(&[start], &[], &mut successors);
        assert_eq!(tally.histogram(), [0; 0], "not yet");
        tally.begin(&[0, 7]);
        successors.clear();
        space.expand(&[start], &[1], &mut successors);
        let keys: Vec<u64> = successors.iter().map(|it| it.key).collect();
        assert_eq!(keys.len(), 4, "no way is left out");
        other.expand(&keys, &[], &mut successors);
        assert_eq!(tally.histogram(), [0, 7, 0, 0, 5]);
        tally.end();
        space.expand(&[start], &[], &mut successors);
        assert_eq!(tally.histogram(), [0, 7, 0, 0, 5]);
        tally.begin(&[]);
        assert_eq!(tally.histogram(), [0; 0]);
    }
}
