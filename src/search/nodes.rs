//! Every state that a search has met: queue, visited set and tree in one.

use ahash::RandomState;

use crate::control::{Limits, Outcome, StopReason};

use super::index::Index;
use super::overwrite_vec::OverwriteVec;
use super::space::{Key, Successor};
use super::statistics::{SearchResult, Statistics};

pub(super) use super::index::NodeId;

/// States in the order of discovery, each with its parent, and an index to find them by key.
///
/// A node takes its key, 4 bytes for its parent, a sixty-fourth of that spare, and 5.7 to 7.2 bytes
/// of the index: 18 to 19.4 bytes where the key is one 64-bit word.
#[derive(Clone, Debug)]
pub struct SearchTree<K> {
    keys: OverwriteVec<K>,
    parents: OverwriteVec<NodeId>,
    index: Index,
    hasher: RandomState,
    hashes: Vec<u64>,
}

impl<K: Key> Default for SearchTree<K> {
    fn default() -> Self {
        SearchTree {
            keys: OverwriteVec::new(),
            parents: OverwriteVec::new(),
            index: Index::default(),
            // Fixed, so that a run can be repeated to the last comparison.
            hasher: RandomState::with_seeds(0x68, 0x75, 0x61, 0x72),
            hashes: Vec::new(),
        }
    }
}

impl<K: Key> SearchTree<K> {
    /// Forgets all nodes and keeps their memory; `start` becomes node 0, its own parent.
    ///
    /// # Errors
    /// If the machine has no memory even for that.
    pub fn restart(&mut self, start: K) -> Result<(), StopReason> {
        self.restart_from(&[start])
    }

    /// The same with several starts, each its own parent; doubles count once.
    pub(super) fn restart_from(&mut self, starts: &[K]) -> Result<(), StopReason> {
        self.keys.clear();
        self.parents.clear();
        self.index.clear(0)?;
        for &start in starts {
            let node = NodeId::try_from(self.len()).map_err(|_| StopReason::States)?;
            self.meet(start, node, &Limits::default())?;
        }
        Ok(())
    }

    /// Number of nodes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none: so only before the first [`restart`](SearchTree::restart).
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The keys in the order of discovery.
    #[must_use]
    pub fn keys(&self) -> &[K] {
        self.keys.as_slice()
    }

    /// The node from which each node was discovered; that of a start is itself.
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
        while parents[at] as usize != at {
            at = parents[at] as usize;
            path.push(keys[at]);
        }
        path.reverse();
        path
    }

    /// What a search over these nodes has found that has come to this end: a goal, that there is
    /// none, or why it was stopped.
    pub(super) fn ended(
        &self,
        end: Result<Option<NodeId>, StopReason>,
        statistics: Statistics,
    ) -> SearchResult<K> {
        let outcome = match end {
            Ok(Some(node)) => Outcome::Found(self.path_to(node)),
            Ok(None) => Outcome::Exhausted,
            Err(reason) => Outcome::Stopped(reason),
        };
        SearchResult { outcome, statistics: Statistics { states: self.len(), ..statistics } }
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
            self.grow(additional)?;
        }
        Ok(())
    }

    /// Whether a state was met.
    pub(super) fn has(&self, key: &K) -> bool {
        let keys = self.keys();
        let is_it = |node: NodeId| keys.get(node as usize) == Some(key);
        !self.index.find(self.hasher.hash_one(*key), is_it).is_new
    }

    /// The node of a state, and whether it is new: then it is stored with this parent.
    ///
    /// # Errors
    /// If the limits do not allow one more node.
    pub(super) fn meet(
        &mut self,
        key: K,
        parent: NodeId,
        limits: &Limits,
    ) -> Result<(NodeId, bool), StopReason> {
        self.reserve(1, limits)?;
        let keys = self.keys.spare_mut();
        let slot = self.index.find(self.hasher.hash_one(key), |node| keys[node as usize] == key);
        if !slot.is_new {
            return Ok((slot.node, false));
        }
        #[expect(clippy::cast_possible_truncation, reason = "reserve keeps it below 2^32")]
        let node = self.len() as NodeId;
        self.index.fill(slot, node);
        self.keys.push(key)?;
        self.parents.push(parent)?;
        Ok((node, true))
    }

    /// Has a node reached by another way.
    pub(super) fn set_parent(&mut self, node: NodeId, parent: NodeId) {
        self.parents.spare_mut()[node as usize] = parent;
    }

    /// Bytes that it takes with so many more nodes.
    fn bytes_for(&self, additional: usize) -> usize {
        let index = Index::bytes_for(self.len() + additional).max(self.index.bytes());
        self.keys.bytes_for(additional) + self.parents.bytes_for(additional) + index
    }

    #[cold]
    fn grow(&mut self, additional: usize) -> Result<(), StopReason> {
        self.keys.reserve(additional, K::default())?;
        self.parents.reserve(additional, 0)?;
        if self.len() + additional > self.index.capacity() {
            self.index.clear(self.len() + additional)?;
            for (node, key) in (0..).zip(self.keys.as_slice()) {
                self.index.insert_new(self.hasher.hash_one(key), node);
            }
        }
        Ok(())
    }

    /// Stores those of the successors that are new, and tells `each` of the node that each of them
    /// becomes. The states that they come from are the nodes from `first` on, place by place.
    ///
    /// # Errors
    /// If the limits do not allow so many nodes; none is stored then.
    #[inline(always)]
    pub(super) fn insert_all(
        &mut self,
        successors: &[Successor<K>],
        first: NodeId,
        limits: &Limits,
        mut each: impl FnMut(&Successor<K>, NodeId),
    ) -> Result<(), StopReason> {
        self.reserve(successors.len(), limits)?;
        self.hashes.clear();
        self.hashes.extend(successors.iter().map(|it| self.hasher.hash_one(it.key)));
        let (len, parents) = (self.keys.len(), self.parents.spare_mut());
        let keys = (self.keys.spare_mut(), len);
        let len = self.index.insert_all(keys, successors, &self.hashes, |successor, node| {
            parents[node as usize] = first + successor.place;
            each(successor, node);
        });
        self.keys.commit(len);
        self.parents.commit(len);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::space::OrbitInfo;
    use super::*;

    fn edge(key: u64, place: u32) -> Successor<u64> {
        Successor { key, place, via: 0, class: OrbitInfo::default(), image: 0 }
    }

    #[test]
    fn the_way_to_a_node_leads_from_the_start_through_its_parents() {
        let mut nodes: SearchTree<u64> = SearchTree::default();
        nodes.restart(10).expect("one is few");
        // A chain 10, 11, 12 and a second way to 11 that comes too late.
        let edges = [edge(11, 0), edge(12, 1), edge(11, 2)];
        let mut new = Vec::new();
        let store = nodes.insert_all(&edges, 0, &Limits::default(), |_, node| new.push(node));
        assert_eq!((store, new), (Ok(()), vec![1, 2]));
        assert_eq!(nodes.path_to(2), [10, 11, 12]);
    }

    #[test]
    fn a_way_begins_at_the_start_that_it_comes_from() {
        let mut nodes: SearchTree<u64> = SearchTree::default();
        nodes.restart_from(&[10, 20, 10, 30]).expect("they are few");
        assert_eq!((nodes.keys(), nodes.parents()), (&[10, 20, 30][..], &[0, 1, 2][..]));
        let stored =
            nodes.insert_all(&[edge(11, 0), edge(31, 1)], 1, &Limits::default(), |_, _| ());
        assert_eq!(stored, Ok(()));
        assert_eq!([nodes.path_to(3), nodes.path_to(4)], [[20, 11], [30, 31]]);
    }

    #[test]
    fn ten_thousand_nodes_are_found_again_after_the_index_has_grown() {
        let mut nodes: SearchTree<u64> = SearchTree::default();
        nodes.restart(0).expect("one is few");
        for key in 1..10_000 {
            let (mut new, limits) = (0, Limits::default());
            nodes.insert_all(&[edge(key, 0)], 0, &limits, |_, node| new = node).expect("no limit");
            assert_eq!(u64::from(new), key);
        }
        let again: Vec<_> = (0..10_000).map(|key| edge(key, 0)).collect();
        nodes
            .insert_all(&again, 0, &Limits::default(), |_, node| panic!("{node} is not new"))
            .expect("no limit");
        assert_eq!(nodes.len(), 10_000);
    }

    #[test]
    fn a_limit_on_memory_is_kept() {
        let limits = Limits { max_bytes: Some(200_000), ..Limits::default() };
        let mut nodes: SearchTree<u64> = SearchTree::default();
        nodes.restart(0).expect("one is few");
        let mut key = 0;
        let stopped = loop {
            key += 1;
            if let Err(reason) = nodes.insert_all(&[edge(key, 0)], 0, &limits, |_, _| ()) {
                break reason;
            }
        };
        assert_eq!(stopped, StopReason::Memory);
        assert!(nodes.bytes() <= 200_000 && nodes.len() > 8_000, "{nodes:?}");
    }
}
