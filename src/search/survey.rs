//! A component state by state: how many moves there are from each, and which states lie how far.
//!
//! No state has to be remembered once the two layers behind it are done (see [`super::layers`]):
//! keys in order, of the last two layers and the next, are all that it takes.

use crate::control::{Progress, StopReason, Watch};

use super::by_key::ByKey;

/// States expanded between two looks at the limits.
const BLOCK: usize = 1024;

/// Layers of a component, one after the other, each as its keys in order.
pub(crate) struct Survey<K> {
    before: Vec<K>,
    last: Vec<K>,
    successors: Vec<(u32, K)>,
    expanded: usize,
    depth: u32,
    /// How many states, each for itself, have so many moves: of all layers before the last.
    degrees: Vec<u64>,
}

impl<K: Copy + Ord> Survey<K> {
    /// These as layer 0, each once.
    pub(crate) fn new(mut sources: Vec<K>) -> Self {
        sources.sort_unstable();
        sources.dedup();
        Survey {
            before: Vec::new(),
            last: sources,
            successors: Vec::new(),
            expanded: 0,
            depth: 0,
            degrees: Vec::new(),
        }
    }

    /// The keys of the last layer, in order.
    pub(crate) fn last(&self) -> &[K] {
        &self.last
    }

    /// How many states, each for itself, have so many moves: of all layers before the last.
    pub(crate) fn degrees(&self) -> &[u64] {
        &self.degrees
    }

    /// Bytes taken, besides those of a layer that is being made.
    fn bytes(&self) -> usize {
        size_of::<K>() * (self.before.capacity() + self.last.capacity())
    }

    /// Turns to the next layer, which is empty at the end. Time as for sorting all successors.
    pub(crate) fn advance(
        &mut self,
        space: &mut dyn ByKey<K>,
        watch: &mut Watch<'_>,
    ) -> Result<(), StopReason> {
        let mut next: Vec<K> = Vec::new();
        let mut crowded = 4 * BLOCK * BLOCK;
        for keys in self.last.chunks(BLOCK) {
            watch.look(self.expanded, || Progress {
                depth: self.depth,
                frontier: self.last.len(),
                states: self.expanded,
                bytes: self.bytes() + size_of::<K>() * next.capacity(),
                ..Progress::default()
            })?;
            self.successors.clear();
            space.append_successors(keys, &mut self.successors);
            count(&mut self.degrees, space, keys, &self.successors);
            next.extend(self.successors.iter().map(|&(_, key)| key));
            self.expanded += keys.len();
            if watch.limits().max_states.is_some_and(|most| self.expanded > most) {
                return Err(StopReason::States);
            }
            if next.len() > crowded {
                self.tidy(&mut next);
                crowded = crowded.max(2 * next.len());
            }
        }
        self.tidy(&mut next);
        self.before = std::mem::replace(&mut self.last, next);
        self.depth += 1;
        Ok(())
    }

    /// Puts the keys in order, each once, and leaves out those of the last two layers.
    fn tidy(&self, next: &mut Vec<K>) {
        next.sort_unstable();
        next.dedup();
        let (mut before, mut last) = (Behind::new(&self.before), Behind::new(&self.last));
        next.retain(|&key| !before.has(key) && !last.has(key));
    }
}

/// Adds the number of moves of each of these states.
fn count<K>(degrees: &mut Vec<u64>, space: &dyn ByKey<K>, keys: &[K], successors: &[(u32, K)]) {
    let mut moves = vec![0; keys.len()];
    for &(place, _) in successors {
        moves[place as usize] += 1;
    }
    for (key, moves) in keys.iter().zip(moves) {
        degrees.resize(degrees.len().max(moves + 1), 0);
        degrees[moves] += space.orbit(key);
    }
}

/// Keys in order, asked for others in order.
struct Behind<'a, K>(&'a [K]);

impl<'a, K: Copy + Ord> Behind<'a, K> {
    const fn new(keys: &'a [K]) -> Self {
        Behind(keys)
    }

    fn has(&mut self, key: K) -> bool {
        let smaller = self.0.iter().take_while(|&&other| other < key).count();
        self.0 = &self.0[smaller..];
        self.0.first() == Some(&key)
    }
}
