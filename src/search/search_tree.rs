//! All states that a search has met: queue, visited set and tree in one.

use ahash::RandomState;

use crate::{
    control::{Limits, Monitor, Outcome, StopReason},
    memory::OverwriteVec,
};

use super::{
    SearchResult, Statistics,
    index::{Index, NodeId},
    space::{Key, Successor},
};

/// Nodes by which the lists grow at most, unless they need more.
const SMALL: usize = 1 << 13;

/// States in the order of discovery, each with its parent, and an index of their keys.
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

impl<K> Default for SearchTree<K> {
    fn default() -> Self {
        SearchTree {
            keys: OverwriteVec::default(),
            parents: OverwriteVec::default(),
            index: Index::default(),
            // Fixed, so that a run can be repeated to the last comparison.
            hasher: RandomState::with_seeds(0x68, 0x75, 0x61, 0x72),
            hashes: Vec::new(),
        }
    }
}

impl<K: Key> SearchTree<K> {
    /// Discards all nodes and keeps their memory. The starts become the first nodes, each its own
    /// parent; duplicates count once.
    ///
    /// # Errors
    /// If the machine has no memory for them.
    pub fn restart(&mut self, starts: &[K]) -> Result<(), StopReason> {
        self.keys.clear();
        self.parents.clear();
        self.index.clear(self.index.capacity())?;
        for &start in starts {
            let node = NodeId::try_from(self.len()).map_err(|_| StopReason::States)?;
            self.insert(start, node, &Limits::default())?;
        }
        Ok(())
    }

    /// Returns the number of nodes.
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns the keys in the order of discovery.
    pub fn keys(&self) -> &[K] {
        self.keys.as_slice()
    }

    /// Returns the parent of each node; a start is its own parent.
    pub fn parents(&self) -> &[NodeId] {
        self.parents.as_slice()
    }

    /// Returns the allocated bytes.
    pub const fn bytes(&self) -> usize {
        self.keys.bytes() + self.parents.bytes() + self.index.bytes()
    }

    /// Returns the keys on the path from the start to a node.
    ///
    /// # Panics
    /// If the node does not exist.
    pub fn path_to(&self, node: NodeId) -> Vec<K> {
        let keys = self.keys();
        let parents = self.parents();
        let mut at = node as usize;
        let mut path = vec![keys[at]];
        while parents[at] as usize != at {
            at = parents[at] as usize;
            path.push(keys[at]);
        }
        path.reverse();
        path
    }

    /// Returns the result of a search that ended at this node and took these bytes.
    pub fn ended(
        &self,
        end: Result<Option<NodeId>, StopReason>,
        bytes: usize,
        monitor: &Monitor<'_>,
        statistics: Statistics,
    ) -> SearchResult<K> {
        SearchResult {
            outcome: Outcome::from(end).map(|node| self.path_to(node)),
            statistics: Statistics {
                states: self.len(),
                bytes,
                elapsed: monitor.elapsed(),
                ..statistics
            },
        }
    }

    /// Reserves room for more nodes, within the limits.
    #[inline]
    pub fn reserve(&mut self, additional: usize, limits: &Limits) -> Result<(), StopReason> {
        let wanted = self.len() + additional;
        if wanted > limits.states().min(NodeId::MAX as usize) {
            return Err(StopReason::States);
        }
        if wanted > self.index.capacity() || !self.keys.has_room(additional) {
            self.grow(additional, limits)?;
        }
        Ok(())
    }

    /// Whether the search has met a state.
    pub(super) fn has(&self, key: &K) -> bool {
        let keys = self.keys();
        !self
            .index
            .find(self.hasher.hash_one(*key), |node| {
                keys.get(node as usize) == Some(key)
            })
            .is_new
    }

    /// Returns the node of a state and whether it is new. A new node is stored with this parent.
    ///
    /// # Errors
    /// If the limits do not allow one more node.
    pub fn insert(
        &mut self,
        key: K,
        parent: NodeId,
        limits: &Limits,
    ) -> Result<(NodeId, bool), StopReason> {
        self.reserve(1, limits)?;
        let keys = self.keys.spare_mut();
        let slot = self
            .index
            .find(self.hasher.hash_one(key), |node| keys[node as usize] == key);
        if !slot.is_new {
            return Ok((slot.node, false));
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "reserve keeps it below 2^32"
        )]
        let node = self.len() as NodeId;
        self.index.fill(slot, node);
        self.keys.push(key)?;
        self.parents.push(parent)?;
        Ok((node, true))
    }

    /// Changes the parent of a node.
    pub fn set_parent(&mut self, node: NodeId, parent: NodeId) {
        self.parents.spare_mut()[node as usize] = parent;
    }

    /// Returns the bytes of the tree with lists that have room for more nodes and an index for
    /// `additional`.
    fn bytes_for(&self, room: usize, additional: usize) -> usize {
        let index = Index::bytes_for(self.len() + additional).max(self.index.bytes());
        self.keys.bytes_for(room) + self.parents.bytes_for(room) + index
    }

    #[cold]
    fn grow(&mut self, additional: usize, limits: &Limits) -> Result<(), StopReason> {
        // Lists are copied when they grow, so that small ones double if they may.
        let room = [additional.max(self.len().min(SMALL)), additional]
            .into_iter()
            .find(|&room| self.bytes_for(room, additional) <= limits.bytes())
            .ok_or(StopReason::Memory)?;
        self.keys.reserve(room, K::default())?;
        self.parents.reserve(room, 0)?;
        if self.len() + additional > self.index.capacity() {
            let hashes = self
                .keys
                .as_slice()
                .iter()
                .map(|key| self.hasher.hash_one(key));
            self.index.rebuild(self.keys.len() + additional, hashes)?;
        }
        Ok(())
    }

    /// Stores the new successors and calls `each` with the node of each. Their predecessors are the
    /// nodes from `first` on, place by place.
    ///
    /// # Errors
    /// If the limits do not allow so many nodes. None is stored then.
    #[inline(always)]
    pub fn insert_all(
        &mut self,
        successors: &[Successor<K>],
        first: NodeId,
        limits: &Limits,
        mut each: impl FnMut(&Successor<K>, NodeId),
    ) -> Result<(), StopReason> {
        self.reserve(successors.len(), limits)?;
        self.hashes.clear();
        self.hashes
            .extend(successors.iter().map(|it| self.hasher.hash_one(it.key)));
        let len = self.keys.len();
        let parents = self.parents.spare_mut();
        let keys = (self.keys.spare_mut(), len);
        let len = self
            .index
            .insert_all(keys, successors, &self.hashes, |successor, node| {
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
    use super::{super::space::OrbitInfo, *};

    fn edge(key: u64, place: u32) -> Successor<u64> {
        Successor {
            key,
            place,
            arrival: 0,
            class: OrbitInfo::default(),
            image: 0,
        }
    }

    #[test]
    fn the_path_to_a_node_leads_from_its_start_through_its_parents() {
        let mut nodes: SearchTree<u64> = SearchTree::default();
        nodes.restart(&[10, 20, 10, 30]).expect("they are few");
        assert_eq!(
            (nodes.keys(), nodes.parents()),
            (&[10, 20, 30][..], &[0, 1, 2][..])
        );
        // A chain 20, 11, 12, another start with 31, and a second edge to 11, which comes too late.
        let edges = [edge(11, 0), edge(31, 1), edge(12, 2), edge(11, 3)];
        let mut new = Vec::new();
        let stored = nodes.insert_all(&edges, 1, &Limits::default(), |_, node| new.push(node));
        assert_eq!((stored, new), (Ok(()), vec![3, 4, 5]));
        assert_eq!(
            [nodes.path_to(4), nodes.path_to(5)],
            [vec![30, 31], vec![20, 11, 12]]
        );
    }

    #[test]
    fn all_nodes_are_found_after_the_index_has_grown() {
        let mut nodes: SearchTree<u64> = SearchTree::default();
        nodes.restart(&[0]).expect("one is few");
        for key in 1..10_000 {
            let mut new = 0;
            let limits = Limits::default();
            nodes
                .insert_all(&[edge(key, 0)], 0, &limits, |_, node| new = node)
                .expect("no limit");
            assert_eq!(u64::from(new), key);
        }
        let again: Vec<_> = (0..10_000).map(|key| edge(key, 0)).collect();
        nodes
            .insert_all(&again, 0, &Limits::default(), |_, node| {
                panic!("{node} is not new")
            })
            .expect("no limit");
        assert_eq!(nodes.len(), 10_000);
    }

    #[test]
    fn a_memory_limit_is_respected() {
        let limits = Limits::default().with_max_bytes(Some(200_000));
        let mut nodes: SearchTree<u64> = SearchTree::default();
        nodes.restart(&[0]).expect("one is few");
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
