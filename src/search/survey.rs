//! A component state by state: how many moves there are from each, and which states lie how far.
//!
//! No state has to be remembered once the two layers behind it are done (see [`super::layers`]):
//! keys in order, of the last two layers and the next, are all that it takes.

use crate::control::{Progress, StopReason, Watch};

use super::space::{Class, Key, Space, Successor};

/// States expanded between two looks at the limits.
const BLOCK: usize = 1024;

/// Layers of a component, one after the other, each as its keys in order.
pub(crate) struct Survey<K> {
    before: Vec<K>,
    last: Vec<K>,
    successors: Vec<Successor<K>>,
    classes: Vec<Option<(K, Class)>>,
    expanded: usize,
    depth: u32,
    /// How many states, each for itself, have so many moves: of all layers before the last.
    degrees: Vec<u64>,
}

impl<K: Key> Survey<K> {
    /// These as layer 0, each once.
    pub(crate) fn new(mut sources: Vec<K>) -> Self {
        sources.sort_unstable();
        sources.dedup();
        Survey {
            before: Vec::new(),
            last: sources,
            successors: Vec::new(),
            classes: Vec::new(),
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
        space: &mut dyn Space<K>,
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
            space.expand(keys, &[], &mut self.successors);
            count_moves(space, keys, &self.successors, &mut self.classes, &mut self.degrees);
            next.extend(self.successors.iter().map(|successor| successor.key));
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
fn count_moves<K: Key>(
    space: &mut dyn Space<K>,
    keys: &[K],
    successors: &[Successor<K>],
    classes: &mut Vec<Option<(K, Class)>>,
    degrees: &mut Vec<u64>,
) {
    let mut moves = vec![0; keys.len()];
    for successor in successors {
        moves[successor.place as usize] += 1;
    }
    classes.clear();
    space.classify(keys, classes);
    for (class, moves) in classes.iter().zip(moves) {
        let (_, class) = class.expect("a layer holds states only");
        degrees.resize(degrees.len().max(moves + 1), 0);
        degrees[moves] += class.orbit();
    }
}

/// Keys in order, asked for others in order.
struct Behind<'a, K>(&'a [K]);

impl<'a, K: Key> Behind<'a, K> {
    const fn new(keys: &'a [K]) -> Self {
        Behind(keys)
    }

    fn has(&mut self, key: K) -> bool {
        let smaller = self.0.iter().take_while(|&&other| other < key).count();
        self.0 = &self.0[smaller..];
        self.0.first() == Some(&key)
    }
}
