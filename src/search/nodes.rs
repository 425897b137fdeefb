//! Every state that a search has met: queue, visited set and tree in one.

use std::hash::Hash;

use ahash::RandomState;

use crate::control::{Limits, StopReason};

use super::NodeId;
use super::index::Index;
use super::tentative::Tentative;

/// States in the order of discovery, each with its parent, and an index to find them by key.
///
/// A node takes its key, 4 bytes for its parent, a sixty-fourth of that spare, and 5.7 to 7.2 bytes
/// of the index: 18 to 19.4 bytes where the key is one 64-bit word.
#[derive(Clone, Debug)]
pub struct Nodes<K> {
    keys: Tentative<K>,
    parents: Tentative<NodeId>,
    index: Index,
    hasher: RandomState,
    hashes: Vec<u64>,
}

impl<K: Copy + Eq + Hash + Default> Default for Nodes<K> {
    fn default() -> Self {
        Nodes {
            keys: Tentative::new(),
            parents: Tentative::new(),
            index: Index::default(),
            // Fixed, so that a run can be repeated to the last comparison.
            hasher: RandomState::with_seeds(0x68, 0x75, 0x61, 0x72),
            hashes: Vec::new(),
        }
    }
}

impl<K: Copy + Eq + Hash + Default> Nodes<K> {
    /// Forgets all nodes and keeps their memory; `start` becomes node 0, its own parent.
    pub fn restart(&mut self, start: K) {
        self.keys.clear();
        self.parents.clear();
        self.index.clear(0);
        let stored = self.insert_all(&[start], &Limits::default(), |&start| (start, 0), |_, _| ());
        debug_assert!(stored.is_ok(), "no limit is set");
    }

    /// Number of nodes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none: so only before the first [`restart`](Nodes::restart).
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The keys in the order of discovery.
    #[must_use]
    pub fn keys(&self) -> &[K] {
        self.keys.as_slice()
    }

    /// The node from which each node was discovered; the first is its own.
    #[must_use]
    pub fn parents(&self) -> &[NodeId] {
        self.parents.as_slice()
    }

    /// Bytes allocated.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.keys.bytes() + self.parents.bytes() + self.index.bytes()
    }

    /// The keys on the way from the start to a node.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn path_to(&self, node: NodeId) -> Vec<K> {
        let (keys, parents) = (self.keys(), self.parents());
        let mut at = node as usize;
        let mut path = vec![keys[at]];
        while at != 0 {
            at = parents[at] as usize;
            path.push(keys[at]);
        }
        path.reverse();
        path
    }

    /// Makes room for so many more nodes, if the limits allow it.
    #[inline]
    pub(super) fn reserve(&mut self, additional: usize, limits: &Limits) -> Result<(), StopReason> {
        let wanted = self.len() + additional;
        if wanted > limits.max_states.unwrap_or(usize::MAX).min(NodeId::MAX as usize) {
            return Err(StopReason::States);
        }
        if wanted > self.index.capacity() || !self.keys.has_room(additional) {
            if limits.max_bytes.is_some_and(|max_bytes| self.bytes_for(additional) > max_bytes) {
                return Err(StopReason::Memory);
            }
            self.grow(additional);
        }
        Ok(())
    }

    /// Bytes that it takes with so many more nodes.
    fn bytes_for(&self, additional: usize) -> usize {
        let index = Index::bytes_for(self.len() + additional).max(self.index.bytes());
        self.keys.bytes_for(additional) + self.parents.bytes_for(additional) + index
    }

    #[cold]
    fn grow(&mut self, additional: usize) {
        self.keys.reserve(additional, K::default());
        self.parents.reserve(additional, 0);
        if self.len() + additional > self.index.capacity() {
            self.index.clear(self.len() + additional);
            for (node, key) in (0..).zip(self.keys.as_slice()) {
                self.index.insert_new(self.hasher.hash_one(key), node);
            }
        }
    }

    /// Stores those of the successors that are new, and tells `each` of every one whether it was.
    ///
    /// `successor` gives the key and the parent of an item. All are hashed before the first is
    /// looked up: so short a loop lets the processor look up many at a time.
    ///
    /// # Errors
    /// If the limits do not allow so many nodes; none is stored then.
    #[inline(always)]
    pub(super) fn insert_all<T>(
        &mut self,
        items: &[T],
        limits: &Limits,
        successor: impl Fn(&T) -> (K, NodeId),
        mut each: impl FnMut(&T, bool),
    ) -> Result<(), StopReason> {
        self.reserve(items.len(), limits)?;
        self.hashes.clear();
        self.hashes.extend(items.iter().map(|item| self.hasher.hash_one(successor(item).0)));
        let mut len = self.keys.len();
        let (keys, parents) = (self.keys.room(), self.parents.room());
        for (item, &hash) in items.iter().zip(&self.hashes) {
            let (key, parent) = successor(item);
            // An empty slot names node 0, which is then compared in vain.
            let slot = self.index.find(hash, |node| keys[node as usize] == key);
            #[expect(clippy::cast_possible_truncation, reason = "reserve keeps it below 2^32")]
            self.index.fill(slot, len as NodeId);
            (keys[len], parents[len]) = (key, parent);
            len += usize::from(slot.is_new);
            each(item, slot.is_new);
        }
        self.keys.keep(len);
        self.parents.keep(len);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_node_leads_from_the_start_through_its_parents() {
        let mut nodes: Nodes<u64> = Nodes::default();
        nodes.restart(10);
        // A chain 10, 11, 12 and a second way to 11 that comes too late.
        let edges = [(11, 0), (12, 1), (11, 2)];
        let mut new = Vec::new();
        let store =
            nodes.insert_all(&edges, &Limits::default(), |&edge| edge, |_, is| new.push(is));
        assert_eq!((store, new), (Ok(()), vec![true, true, false]));
        assert_eq!(nodes.path_to(2), [10, 11, 12]);
    }

    #[test]
    fn ten_thousand_nodes_are_found_again_after_the_index_has_grown() {
        let mut nodes: Nodes<u64> = Nodes::default();
        nodes.restart(0);
        for key in 1..10_000 {
            let (mut new, limits) = (false, Limits::default());
            nodes.insert_all(&[key], &limits, |&key| (key, 0), |_, is| new = is).expect("no limit");
            assert!(new);
        }
        let again: Vec<u64> = (0..10_000).collect();
        nodes
            .insert_all(&again, &Limits::default(), |&key| (key, 0), |_, is| assert!(!is))
            .expect("no limit");
        assert_eq!(nodes.len(), 10_000);
    }

    #[test]
    fn a_limit_on_memory_is_kept() {
        let limits = Limits { max_bytes: Some(200_000), ..Limits::default() };
        let mut nodes: Nodes<u64> = Nodes::default();
        nodes.restart(0);
        let mut key = 0;
        let stopped = loop {
            key += 1;
            if let Err(reason) = nodes.insert_all(&[key], &limits, |&key| (key, 0), |_, _| ()) {
                break reason;
            }
        };
        assert_eq!(stopped, StopReason::Memory);
        assert!(nodes.bytes() <= 200_000 && nodes.len() > 8_000, "{nodes:?}");
    }
}
