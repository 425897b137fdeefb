//! An index from keys, which are stored elsewhere, to the numbers of the nodes with them.
//!
//! It takes five bytes a slot. It uses open addressing as Google's Swiss
//! tables do (Kulukundis, "Designing a Fast, Efficient, Cache-friendly Hash Table, Step by Step",
//! `CppCon` 2017). A control byte for each slot is 0 if the slot is empty, or else holds seven bits
//! of the hash, so that one 64-bit word compares eight slots at once. Nothing is ever removed.
//! Unlike theirs, lookup and insertion are one operation, and the usual cases, *new* and *seen*,
//! take the same branches.

use std::{
    hint::{black_box, select_unpredictable},
    iter,
};

use crate::{control::StopReason, memory};

use super::space::{Key, Successor};

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

impl Drop for Index {
    fn drop(&mut self) {
        memory::give_back(&mut self.control);
        memory::give_back(&mut self.nodes);
    }
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
        self.rebuild(nodes, iter::empty())
    }

    /// Discards all nodes. The next search is as cheap as the first if it is small.
    pub fn reset(&mut self) {
        self.homes = 0;
    }

    /// Replaces all nodes by those with these hashes, in their order, with room for `nodes`.
    ///
    /// # Errors
    /// If the machine has not enough memory. The index is unusable then.
    pub fn rebuild(
        &mut self,
        nodes: usize,
        hashes: impl Iterator<Item = u64>,
    ) -> Result<(), StopReason> {
        self.homes = homes_for(nodes);
        let slots = self.homes + GROUP;
        self.control.clear();
        memory::reserve_exact(&mut self.control, slots)?;
        self.control.resize(slots, 0);
        let missing = slots.saturating_sub(self.nodes.len());
        memory::reserve_exact(&mut self.nodes, missing)?;
        self.nodes.resize(slots, 0);
        for (node, hash) in (0..).zip(hashes) {
            let slot = self.find_further(self.home(hash), tag(hash), |_| false);
            self.fill(slot, node);
        }
        Ok(())
    }

    /// Returns the slot of the key with this hash. If the key is new, it becomes the next after
    /// `nodes` nodes. `is_node` tells whether a node has the key, and `hash_of` its hash.
    ///
    /// # Errors
    /// If the machine has not enough memory. The index is unusable then.
    #[inline(always)]
    pub fn enter(
        &mut self,
        hash: u64,
        nodes: usize,
        is_node: impl Fn(usize) -> bool,
        hash_of: impl Fn(usize) -> u64,
    ) -> Result<Slot, StopReason> {
        if nodes >= self.capacity() {
            self.rebuild(nodes + 1, (0..nodes).map(hash_of))?;
        }
        let mut slot = self.find(hash, |node| {
            (node as usize) < nodes && is_node(node as usize)
        });
        if slot.is_new {
            slot.node = NodeId::try_from(nodes).map_err(|_| StopReason::States)?;
            self.fill(slot, slot.node);
        }
        Ok(slot)
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
            let mut unseen = self.unseen(hashes, |number, node| {
                keys[node as usize] == successors[number].key
            });
            while unseen != 0 {
                let number = unseen.trailing_zeros() as usize;
                unseen &= unseen - 1;
                let successor = &successors[number];
                // An empty slot names node 0, so that comparing its key is harmless.
                let slot = self.find(hashes[number], |node| keys[node as usize] == successor.key);
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

    /// Reads the slots of these hashes. As no read waits for another, all of them take little
    /// longer than one, and what follows finds them in the cache.
    #[inline(always)]
    pub fn read_ahead(&self, hashes: impl Iterator<Item = u64>) {
        black_box(hashes.fold(0, |all, hash| all ^ self.control[self.home(hash)]));
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
                return Slot {
                    at: group + first_byte(empty),
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

/// Returns a hash of a small key. An index takes its first and its last bits.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the halves are 64 bits")]
pub const fn hash(key: u128) -> u64 {
    let folded = key as u64 ^ ((key >> 64) as u64).wrapping_mul(0x94D0_49BB_1331_11EB);
    let product = folded as u128 * 0x9E37_79B9_7F4A_7C15;
    product as u64 ^ (product >> 64) as u64
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

    use super::*;

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
        #![proptest_config(crate::cases::random_cases(256))]

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
