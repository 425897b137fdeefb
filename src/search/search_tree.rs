//! All states that a search has met: queue, visited set and tree in one.
//!
//! The index over the nodes takes five bytes a slot. It uses open addressing as Google's Swiss
//! tables do (Kulukundis, "Designing a Fast, Efficient, Cache-friendly Hash Table, Step by Step",
//! `CppCon` 2017). A control byte for each slot is 0 if the slot is empty, or else holds seven bits
//! of the hash, so that one 64-bit word compares eight slots at once. Nothing is ever removed.
//! Unlike theirs, lookup and insertion are one operation, and the usual cases, *new* and *seen*,
//! take the same branches.

use std::hint::select_unpredictable;

use ahash::RandomState;

use crate::control::{Limits, Outcome, StopReason};
use crate::memory::{self, OverwriteVec};

use super::Statistics;
use super::space::{Key, Successor};

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
        self.index.clear(0)?;
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

    /// Creates the result of a search over these nodes that ended with a goal, without one, or for
    /// a reason to stop.
    pub fn ended(
        &self,
        end: Result<Option<NodeId>, StopReason>,
        statistics: Statistics,
    ) -> SearchResult<K> {
        let outcome = Outcome::from(end).map(|node| self.path_to(node));
        SearchResult {
            outcome,
            statistics: Statistics {
                states: self.len(),
                ..statistics
            },
        }
    }

    /// Reserves room for more nodes, within the limits.
    #[inline]
    pub fn reserve(&mut self, additional: usize, limits: &Limits) -> Result<(), StopReason> {
        let wanted = self.len() + additional;
        if wanted
            > limits
                .max_states
                .unwrap_or(usize::MAX)
                .min(NodeId::MAX as usize)
        {
            return Err(StopReason::States);
        }
        if wanted > self.index.capacity() || !self.keys.has_room(additional) {
            if limits
                .max_bytes
                .is_some_and(|max_bytes| self.bytes_for(additional) > max_bytes)
            {
                return Err(StopReason::Memory);
            }
            self.grow(additional)?;
        }
        Ok(())
    }

    /// Whether the search has met a state.
    pub(super) fn has(&self, key: &K) -> bool {
        let keys = self.keys();
        let is_it = |node: NodeId| keys.get(node as usize) == Some(key);
        !self.index.find(self.hasher.hash_one(*key), is_it).is_new
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

    /// Returns the bytes of the tree with room for more nodes.
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

/// The number of a node in the order of discovery.
pub type NodeId = u32;

/// Slots compared at once.
const GROUP: usize = 8;
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// Number of keys that are looked up together. Each takes three dependent loads. Short loops keep
/// the loads of different keys close together, so that they overlap.
const TOGETHER: usize = 16;

/// The slot of a key that is present, or the empty slot for a new one.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    at: usize,
    tag: u8,
    /// The node with the key, if it is present.
    pub node: NodeId,
    /// Whether the key is new.
    pub is_new: bool,
}

#[derive(Clone, Debug, Default)]
pub struct Index {
    control: Vec<u8>,
    nodes: Vec<NodeId>,
    /// Number of slots in which a probe may begin. [`GROUP`] more follow, so that a group never
    /// wraps.
    homes: usize,
}

impl Index {
    /// Bytes allocated.
    pub const fn bytes(&self) -> usize {
        self.control.capacity() + self.nodes.capacity() * size_of::<NodeId>()
    }

    /// Returns the bytes of an index for this number of nodes.
    pub const fn bytes_for(nodes: usize) -> usize {
        (homes_for(nodes) + GROUP) * (1 + size_of::<NodeId>())
    }

    /// Returns the number of nodes that it holds before it must grow: seven eighths of its slots.
    pub const fn capacity(&self) -> usize {
        self.homes / 8 * 7
    }

    /// Discards all nodes and makes room for at least `nodes`.
    ///
    /// # Errors
    /// If the machine has not enough memory. The index is unusable then.
    pub fn clear(&mut self, nodes: usize) -> Result<(), StopReason> {
        self.homes = self.homes.max(homes_for(nodes));
        let slots = self.homes + GROUP;
        self.control.clear();
        memory::reserve_exact(&mut self.control, slots)?;
        self.control.resize(slots, 0);
        let missing = slots.saturating_sub(self.nodes.len());
        memory::reserve_exact(&mut self.nodes, missing)?;
        self.nodes.resize(slots, 0);
        Ok(())
    }

    /// Appends the new successors to the `len` keys and calls `each` with the node of each. Returns
    /// the new number of keys. There must be room for all.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there is room for less than 2^32 nodes"
    )]
    pub fn insert_all<K: Key>(
        &mut self,
        (keys, mut len): (&mut [K], usize),
        successors: &[Successor<K>],
        hashes: &[u64],
        mut each: impl FnMut(&Successor<K>, NodeId),
    ) -> usize {
        for (successors, hashes) in successors.chunks(TOGETHER).zip(hashes.chunks(TOGETHER)) {
            let is_key = |number: usize, node| keys[node as usize] == successors[number].key;
            let mut unseen = self.unseen(hashes, is_key);
            while unseen != 0 {
                let number = unseen.trailing_zeros() as usize;
                unseen &= unseen - 1;
                let successor = &successors[number];
                // An empty slot names node 0, which is then compared in vain.
                let is_key = |node| keys[node as usize] == successor.key;
                let slot = self.find(hashes[number], is_key);
                if slot.is_new {
                    self.fill(slot, len as NodeId);
                    keys[len] = successor.key;
                    each(successor, len as NodeId);
                    len += 1;
                }
            }
        }
        len
    }

    /// Looks up up to [`TOGETHER`] keys with these hashes. Returns a set bit for each key that the
    /// first probe does not find: for all new keys, and rarely for a present one. `is_key` tells
    /// whether a node has the key of this number.
    #[inline(always)]
    fn unseen(&self, hashes: &[u64], is_key: impl Fn(usize, NodeId) -> bool) -> u32 {
        let mut nodes = [0; TOGETHER];
        let mut unseen = 0;
        for ((number, node), &hash) in nodes.iter_mut().enumerate().zip(hashes) {
            let home = self.home(hash);
            let (matching, _) = self.group(home, tag(hash));
            *node = self.nodes[home + first_byte(matching)];
            unseen |= u32::from(matching == 0) << number;
        }
        for (number, &node) in nodes[..hashes.len()].iter().enumerate() {
            unseen |= u32::from(!is_key(number, node)) << number;
        }
        unseen
    }

    /// Finds the slot of the key with this hash: the one that holds it, or the empty one for it.
    /// `is_node` tells whether a node has the key. It may be called for node 0 before that exists.
    /// There must be an empty slot.
    #[inline(always)]
    pub fn find(&self, hash: u64, is_node: impl Fn(NodeId) -> bool) -> Slot {
        let tag = tag(hash);
        let home = self.home(hash);
        let (matching, empty) = self.group(home, tag);
        let is_new = matching == 0;
        let candidate = select_unpredictable(is_new, empty, matching);
        let at = home + first_byte(candidate);
        let node = self.nodes[at];
        // Both are looked up, as neither answer can be predicted.
        let is_settled = select_unpredictable(is_new, true, is_node(node));
        if candidate != 0 && is_settled {
            return Slot {
                at,
                tag,
                node,
                is_new,
            };
        }
        self.find_further(home, tag, is_node)
    }

    /// Probes further, for the few keys that share seven bits with another or whose group is full.
    #[cold]
    #[inline(never)]
    fn find_further(&self, home: usize, tag: u8, is_node: impl Fn(NodeId) -> bool) -> Slot {
        let mut group = home;
        loop {
            let (mut matching, empty) = self.group(group, tag);
            while matching != 0 {
                let at = group + first_byte(matching);
                // A borrow can mark a byte after a true match; its tag tells.
                if self.control[at] == tag && is_node(self.nodes[at]) {
                    return Slot {
                        at,
                        tag,
                        node: self.nodes[at],
                        is_new: false,
                    };
                }
                matching &= matching - 1;
            }
            if empty != 0 {
                let at = group + first_byte(empty);
                return Slot {
                    at,
                    tag,
                    node: 0,
                    is_new: true,
                };
            }
            group += GROUP;
            if group >= self.homes {
                group = 0;
            }
        }
    }

    /// Puts a node into the slot that was found for its new key.
    #[inline(always)]
    pub fn fill(&mut self, slot: Slot, node: NodeId) {
        self.control[slot.at] = slot.tag;
        self.nodes[slot.at] = node;
    }

    /// Inserts a node whose key is known to be absent.
    #[inline(always)]
    pub fn insert_new(&mut self, hash: u64, node: NodeId) {
        let tag = tag(hash);
        let mut group = self.home(hash);
        loop {
            let (_, empty) = self.group(group, tag);
            if empty != 0 {
                let at = group + first_byte(empty);
                return self.fill(
                    Slot {
                        at,
                        tag,
                        node,
                        is_new: true,
                    },
                    node,
                );
            }
            group += GROUP;
            if group >= self.homes {
                group = 0;
            }
        }
    }

    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the product is less than homes << 64"
    )]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.homes as u128) >> 64) as usize
    }

    /// Returns the slots of a group that may match a tag, and those that are empty, each as the
    /// highest bit of the slot's byte.
    #[inline(always)]
    fn group(&self, at: usize, tag: u8) -> (u64, u64) {
        let bytes = self.control[at..]
            .first_chunk()
            .expect("a group fits behind the last home");
        let control = u64::from_le_bytes(*bytes);
        let unlike = control ^ (LOW_BITS * u64::from(tag));
        let matching = unlike.wrapping_sub(LOW_BITS) & !unlike & HIGH_BITS;
        (matching, !control & HIGH_BITS)
    }
}

/// Grows fourfold while a search takes about a millisecond, of which growing would be a part. From
/// there on it grows by a quarter, so that little is spare.
const fn homes_for(nodes: usize) -> usize {
    let mut homes = 1 << 10;
    while homes / 8 * 7 < nodes {
        homes += if homes < 1 << 14 {
            3 * homes
        } else {
            homes / 4 / 8 * 8
        };
    }
    homes
}

#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "seven bits are what it takes"
)]
const fn tag(hash: u64) -> u8 {
    hash as u8 | 0x80
}

#[inline(always)]
const fn first_byte(bits: u64) -> usize {
    (bits.trailing_zeros() / 8) as usize & (GROUP * 2 - 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::super::space::OrbitInfo;
    use super::*;

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
        let limits = Limits {
            max_bytes: Some(200_000),
            ..Limits::default()
        };
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

    /// Inserts keys as a search does, and returns the node of each.
    fn nodes_of(keys: &[u64], hash: impl Fn(u64) -> u64) -> Vec<NodeId> {
        let mut index = Index::default();
        index.clear(keys.len()).expect("it is small");
        let mut stored: Vec<u64> = Vec::new();
        let insert = |&key: &u64| {
            let slot = index.find(hash(key), |node| stored.get(node as usize) == Some(&key));
            if !slot.is_new {
                return slot.node;
            }
            let next = NodeId::try_from(stored.len()).expect("few keys");
            index.fill(slot, next);
            stored.push(key);
            next
        };
        keys.iter().map(insert).collect()
    }

    proptest! {
        #[test]
        fn the_search_tree_agrees_with_a_hash_map_for_bad_hashes(
            keys in prop::collection::vec(0_u64..400, 1..1500),
            spread in 0_u32..64,
        ) {
            let nodes = nodes_of(&keys, |key| key.wrapping_mul(0x9E37_79B9_7F4A_7C15) << spread);
            let mut twin: HashMap<u64, NodeId> = HashMap::new();
            for (key, node) in keys.iter().zip(nodes) {
                let next = NodeId::try_from(twin.len()).expect("few keys");
                prop_assert_eq!(*twin.entry(*key).or_insert(next), node);
            }
        }
    }

    #[test]
    fn a_constant_hash_still_gives_correct_results() {
        let keys: Vec<u64> = (0..700).chain(0..700).collect();
        let nodes = nodes_of(&keys, |_| u64::MAX);
        assert_eq!(nodes[..700], nodes[700..]);
        assert_eq!(nodes[699], 699);
    }

    #[test]
    fn the_index_has_room_for_all_requested_nodes() {
        for nodes in [1, 1000, 100_000] {
            let mut index = Index::default();
            index.clear(nodes).expect("it is small");
            assert!(index.capacity() >= nodes);
            assert_eq!(index.bytes(), Index::bytes_for(nodes));
        }
    }
}
