//! How many moves lead on from each state, counted when a sweep expands it anyway.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::parallel::lock;

use super::space::{ArrivalId, Degree, Key, OrbitInfo, Space, Successor};

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
