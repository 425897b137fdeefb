//! A share of the states: those whose hashes say so.

use ahash::RandomState;

use crate::control::StopReason;
use crate::search::index::Index;
use crate::search::layers::Layer;
use crate::search::tentative::Tentative;
use crate::search::{NodeId, StateSpace};

/// The last layers of a share, and the next as far as it is known.
///
/// Keys stand in the order in which they were met, and older layers than the last but one are
/// dropped when there is no room, so that what is looked up lies close together.
#[derive(Clone, Debug)]
pub(super) struct Shard<S: StateSpace> {
    keys: Tentative<S::Key>,
    index: Index,
    hashes: Vec<u64>,
    /// The last layer, ready to be expanded.
    pub(super) frontier: Tentative<S::State>,
    next: Tentative<S::State>,
    /// Where the keys of the last layer but one begin, of the last, and of the next.
    layers: [usize; 3],
    /// How much of the next layer there is.
    pub(super) found: Layer,
    /// The goals met, in any layer.
    pub(super) goals: Vec<S::Key>,
}

impl<S: StateSpace> Shard<S> {
    pub(super) fn new() -> Self {
        Shard {
            keys: Tentative::new(),
            index: Index::default(),
            hashes: Vec::new(),
            frontier: Tentative::new(),
            next: Tentative::new(),
            layers: [0; 3],
            found: Layer::default(),
            goals: Vec::new(),
        }
    }

    /// Forgets all layers; the goals stay.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.index.clear(0);
        self.frontier.clear();
        self.next.clear();
        self.layers = [0; 3];
        self.found = Layer::default();
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.keys.bytes()
            + self.index.bytes()
            + self.hashes.capacity() * size_of::<u64>()
            + self.frontier.bytes()
            + self.next.bytes()
            + self.goals.capacity() * size_of::<S::Key>()
    }

    /// The keys of the last layer but one.
    pub(super) fn last_but_one(&self) -> &[S::Key] {
        &self.keys.as_slice()[self.layers[0]..self.layers[1]]
    }

    /// The keys of the last layer.
    pub(super) fn last_layer(&self) -> &[S::Key] {
        &self.keys.as_slice()[self.layers[1]..self.layers[2]]
    }

    /// The next layer becomes the last.
    pub(super) fn turn(&mut self) -> Layer {
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        self.layers = [self.layers[1], self.layers[2], self.keys.len()];
        std::mem::take(&mut self.found)
    }

    /// Puts those of the successors that are new into the next layer.
    ///
    /// # Errors
    /// If there is no room for them in `most` bytes; then none is put there.
    pub(super) fn insert(
        &mut self,
        space: &S,
        hasher: &RandomState,
        successors: &[(u32, S::State)],
        most: usize,
    ) -> Result<(), StopReason> {
        let Some(&(_, filler)) = successors.first() else { return Ok(()) };
        self.reserve(space, hasher, successors.len(), filler, most)?;
        self.hashes.clear();
        self.hashes.extend(successors.iter().map(|(_, state)| hasher.hash_one(space.key(state))));
        let (mut len, mut kept) = (self.keys.len(), self.next.len());
        let known = kept;
        let (keys, next) = (self.keys.room(), self.next.room());
        for ((_, state), &hash) in successors.iter().zip(&self.hashes) {
            let key = space.key(state);
            // An empty slot names key 0, which is then compared in vain.
            let slot = self.index.find(hash, |node| keys[node as usize] == key);
            #[expect(clippy::cast_possible_truncation, reason = "reserve keeps it below 2^32")]
            self.index.fill(slot, len as NodeId);
            (keys[len], next[kept]) = (key, *state);
            len += usize::from(slot.is_new);
            kept += usize::from(slot.is_new);
        }
        self.keys.keep(len);
        self.next.keep(kept);
        for state in &self.next.as_slice()[known..] {
            if self.found.count(space, state) {
                self.goals.push(space.key(state));
            }
        }
        Ok(())
    }

    fn reserve(
        &mut self,
        space: &S,
        hasher: &RandomState,
        additional: usize,
        filler: S::State,
        most: usize,
    ) -> Result<(), StopReason> {
        if self.keys.len() + additional > self.index.capacity() {
            self.make_room(hasher, additional, most)?;
        }
        if !self.next.has_room(additional) || !self.keys.has_room(additional) {
            let more = self.next.bytes_for(additional) - self.next.bytes()
                + self.keys.bytes_for(additional)
                - self.keys.bytes();
            // What is to spare beyond that is an eighth.
            if self.bytes() + more + more / 8 > most {
                return Err(StopReason::Memory);
            }
            self.next.reserve_amply(additional, filler);
            self.keys.reserve_amply(additional, space.key(&filler));
        }
        Ok(())
    }

    /// The same share, dealt out to so many shards by `deal`, between two layers.
    pub(super) fn split(
        self,
        space: &S,
        hasher: &RandomState,
        parts: usize,
        deal: impl Fn(u64) -> usize,
    ) -> Vec<Self> {
        let mut dealt: Vec<Self> = (0..parts).map(|_| Shard::new()).collect();
        let part = |key: &S::Key| deal(hasher.hash_one(key));
        let [before, last, end] = self.layers;
        for key in &self.keys.as_slice()[before..last] {
            dealt[part(key)].keys.push(*key);
        }
        for shard in &mut dealt {
            shard.layers[1] = shard.keys.len();
        }
        for state in self.frontier.as_slice() {
            let key = space.key(state);
            let shard = &mut dealt[part(&key)];
            shard.keys.push(key);
            shard.frontier.push(*state);
        }
        debug_assert_eq!(end - last, self.frontier.len(), "a state for each key");
        for shard in &mut dealt {
            shard.layers[2] = shard.keys.len();
            shard.fill_index(hasher, 2 * shard.keys.len());
        }
        for goal in self.goals {
            dealt[part(&goal)].goals.push(goal);
        }
        dealt
    }

    /// Drops the layers that are no longer needed; makes the index larger if that is not enough.
    #[cold]
    fn make_room(
        &mut self,
        hasher: &RandomState,
        additional: usize,
        most: usize,
    ) -> Result<(), StopReason> {
        let dropped = self.layers[0];
        let needed = self.keys.len() - dropped;
        // With room for as many again it is long before this has to be done another time; with
        // less it is often, but it fits.
        let wanted = [2 * needed, needed + needed / 8].map(|wanted| wanted + additional);
        let others = self.bytes() - self.index.bytes();
        let wanted = wanted.into_iter().find(|&wanted| others + Index::bytes_for(wanted) <= most);
        let wanted = wanted.filter(|&wanted| wanted < NodeId::MAX as usize);
        let wanted = wanted.ok_or(StopReason::Memory)?;
        let len = self.keys.len();
        self.keys.room().copy_within(dropped..len, 0);
        self.keys.keep(needed);
        self.layers = self.layers.map(|start| start - dropped);
        self.fill_index(hasher, wanted);
        Ok(())
    }

    /// Makes the index anew, with room for so many keys.
    fn fill_index(&mut self, hasher: &RandomState, room: usize) {
        self.index.clear(room);
        for (node, key) in (0..).zip(self.keys.as_slice()) {
            self.index.insert_new(hasher.hash_one(key), node);
        }
    }
}
