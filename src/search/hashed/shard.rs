//! The states with certain hashes.

use ahash::RandomState;

use crate::{
    control::StopReason,
    memory::{self, OverwriteVec},
    search::{
        index::{Index, NodeId},
        layers::Layer,
        space::{ArrivalId, Key, Successor},
    },
};

/// The last layers of a shard, and the known part of the next.
///
/// Keys are in the order of discovery. A shard drops layers before the last but one when it runs
/// out of room, so that its lookups stay close together.
#[derive(Clone, Default, Debug)]
pub struct Shard<K> {
    keys: OverwriteVec<K>,
    /// The arrival of each.
    arrivals: OverwriteVec<ArrivalId>,
    index: Index,
    hashes: Vec<u64>,
    /// First keys of the last layer but one, of the last, and of the next.
    layers: [usize; 3],
    /// Counts of the known part of the next layer.
    pub found: Layer,
    /// The goals of all layers.
    pub goals: Vec<K>,
    /// Whether it drops no layer, because moves cannot be taken back.
    keeps_all: bool,
}

impl<K: Key> Shard<K> {
    pub fn new(keeps_all: bool) -> Self {
        Shard {
            keeps_all,
            ..Shard::default()
        }
    }

    /// Discards all layers, but not the goals.
    pub fn clear(&mut self) -> Result<(), StopReason> {
        self.keys.clear();
        self.arrivals.clear();
        self.layers = [0; 3];
        self.found = Layer::default();
        // The next search may be small, as of most components of an atlas.
        self.index.clear(0)
    }

    /// Returns the allocated bytes.
    pub fn bytes(&self) -> usize {
        self.keys.bytes()
            + self.index.bytes()
            + self.hashes.capacity() * size_of::<u64>()
            + self.arrivals.bytes()
            + self.goals.capacity() * size_of::<K>()
    }

    /// Returns the keys of the layers that it keeps.
    pub fn keys(&self) -> &[K] {
        &self.keys.as_slice()[self.first_kept()..self.layers[2]]
    }

    /// Returns the goals of all layers.
    pub fn goals(&self) -> &[K] {
        &self.goals
    }

    /// Returns the keys of the last layer but one.
    pub fn last_but_one(&self) -> &[K] {
        &self.keys.as_slice()[self.layers[0]..self.layers[1]]
    }

    /// Returns the keys of the last layer.
    pub fn last_layer(&self) -> &[K] {
        &self.keys.as_slice()[self.layers[1]..self.layers[2]]
    }

    /// Returns the arrivals of the states of the last layer.
    pub fn last_arrivals(&self) -> &[ArrivalId] {
        &self.arrivals.as_slice()[self.layers[1]..self.layers[2]]
    }

    /// Whether the last layer contains a key with this hash.
    pub fn has_last(&self, hash: u64, key: &K) -> bool {
        // An empty slot may name a key that was dropped.
        let slot = self.index.find(hash, |node| {
            self.keys.as_slice().get(node as usize) == Some(key)
        });
        !slot.is_new && (self.layers[1]..self.layers[2]).contains(&(slot.node as usize))
    }

    /// Makes the next layer the last.
    pub fn turn(&mut self) -> Layer {
        self.layers = [self.layers[1], self.layers[2], self.keys.len()];
        std::mem::take(&mut self.found)
    }

    /// Adds the new successors to the next layer.
    ///
    /// # Errors
    /// If they do not fit into `most` bytes. None is added then.
    pub fn insert(
        &mut self,
        hasher: &RandomState,
        successors: &[Successor<K>],
        most: usize,
    ) -> Result<(), StopReason> {
        self.reserve(hasher, successors.len(), most)?;
        let goals = successors
            .iter()
            .filter(|successor| successor.class.is_goal())
            .count();
        memory::reserve(&mut self.goals, goals, usize::MAX)?;
        self.hashes.clear();
        memory::reserve(&mut self.hashes, successors.len(), usize::MAX)?;
        self.hashes.extend(
            successors
                .iter()
                .map(|successor| hasher.hash_one(successor.key)),
        );
        let Shard {
            keys,
            arrivals,
            index,
            found,
            goals,
            ..
        } = self;
        let len = keys.len();
        let arrivals = arrivals.spare_mut();
        let len = index.insert_all(
            (keys.spare_mut(), len),
            successors,
            &self.hashes,
            |new, node| {
                arrivals[node as usize] = new.arrival;
                found.count(new.class);
                if new.class.is_goal() {
                    goals.push(new.key);
                }
            },
        );
        self.keys.commit(len);
        self.arrivals.commit(len);
        Ok(())
    }

    fn reserve(
        &mut self,
        hasher: &RandomState,
        additional: usize,
        most: usize,
    ) -> Result<(), StopReason> {
        if self.keys.len() + additional > self.index.capacity() {
            self.make_room(hasher, additional, most)?;
        }
        if !self.keys.has_room(additional) {
            let more = self.keys.bytes_for(additional) - self.keys.bytes()
                + self.arrivals.bytes_for(additional)
                - self.arrivals.bytes();
            // An eighth is spare.
            if self.bytes() + more + more / 8 > most {
                return Err(StopReason::Memory);
            }
            self.keys.reserve_amply(additional, K::default())?;
            self.arrivals.reserve_amply(additional, 0)?;
        }
        Ok(())
    }

    /// Splits the shard by `deal`, between two layers.
    pub fn split(
        self,
        hasher: &RandomState,
        parts: usize,
        deal: &dyn Fn(u64) -> usize,
    ) -> Result<Vec<Self>, StopReason> {
        let shard = |_| Shard::new(self.keeps_all);
        let mut dealt: Vec<Self> = (0..parts).map(shard).collect();
        let part = |key: &K| deal(hasher.hash_one(key));
        for (number, layer) in [
            (1, self.first_kept()..self.layers[1]),
            (2, self.layers[1]..self.layers[2]),
        ] {
            for place in layer {
                let key = self.keys.as_slice()[place];
                let arrival = self.arrivals.as_slice()[place];
                let shard = &mut dealt[part(&key)];
                shard.keys.push(key)?;
                shard.arrivals.push(arrival)?;
            }
            for shard in &mut dealt {
                shard.layers[number] = shard.keys.len();
            }
        }
        for shard in &mut dealt {
            shard.fill_index(hasher, 2 * shard.keys.len())?;
        }
        for goal in self.goals {
            dealt[part(&goal)].goals.push(goal);
        }
        Ok(dealt)
    }

    /// Returns the first key that is still needed.
    const fn first_kept(&self) -> usize {
        if self.keeps_all { 0 } else { self.layers[0] }
    }

    /// Drops the layers that are no longer needed. Enlarges the index if that is not enough.
    #[cold]
    fn make_room(
        &mut self,
        hasher: &RandomState,
        additional: usize,
        most: usize,
    ) -> Result<(), StopReason> {
        let dropped = self.first_kept();
        let needed = self.keys.len() - dropped;
        // Room for twice as many makes this rare. If that does not fit, less will do, more often.
        let wanted = [2 * needed, needed + needed / 8].map(|wanted| wanted + additional);
        let others = self.bytes() - self.index.bytes();
        let wanted = wanted
            .into_iter()
            .find(|&wanted| others + Index::bytes_for(wanted) <= most);
        let wanted = wanted
            .filter(|&wanted| wanted < NodeId::MAX as usize)
            .ok_or(StopReason::Memory)?;
        let len = self.keys.len();
        self.keys.spare_mut().copy_within(dropped..len, 0);
        self.arrivals.spare_mut().copy_within(dropped..len, 0);
        self.keys.commit(needed);
        self.arrivals.commit(needed);
        self.layers = self.layers.map(|start| start - dropped);
        self.fill_index(hasher, wanted)
    }

    /// Rebuilds the index, with room for `room` keys.
    fn fill_index(&mut self, hasher: &RandomState, room: usize) -> Result<(), StopReason> {
        let keys = self.keys.as_slice().iter();
        let capacity = room.max(self.index.capacity());
        self.index
            .rebuild(capacity, keys.map(|key| hasher.hash_one(key)))
    }
}
