//! All shortest paths from a start to a goal, counted without enumeration.
//!
//! The count distinguishes mirror images, even if the space identifies them. From each state of a
//! class equally many moves lead to the states of another class, so that the moves of one state are
//! enough. All paths begin with the start itself.

use num_bigint::BigUint;

use crate::{
    control::{Monitor, Progress, StopReason},
    memory,
};

use super::{
    hashed::HashedEngine,
    layers::{LayerError, LayerSearch, Sources, StateFilter},
    space::{BLOCK, Key, Space, Successor},
};

/// The states that lie on a shortest path, by their distance from the start.
pub struct ShortestPathDag<K> {
    /// The keys of each layer in ascending order.
    layers: Vec<Vec<K>>,
    /// For each key, the number of shortest paths from one of its states to a goal.
    counts: Vec<Vec<BigUint>>,
}

impl<K: Key> ShortestPathDag<K> {
    /// Finds all shortest paths from `start`. Returns `None` if no goal is reachable.
    ///
    /// Takes the memory of the keys of all states that are nearer than the nearest goal. If moves
    /// cannot be taken back, all these states are expanded once more.
    pub fn find(
        space: &mut (dyn Space<K> + 'static),
        start: &[u64],
        threads: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Self>, LayerError> {
        let mut search = HashedEngine::new(space.another(), threads);
        let mut layer = search.begin(Sources::States(&[start.to_vec()]), monitor)?;
        let mut layers: Vec<Vec<K>> = Vec::new();
        let mut bytes = 0;
        while layer.classes > 0 {
            let mut keys: Vec<K> = search.list_last_keys(monitor)?;
            keys.sort_unstable();
            if layer.goal_classes > 0 {
                drop(search);
                StateFilter::Goals.retain(space, &mut keys);
                layers.push(keys.clone());
                drop(keys);
                let found = Self::search_backward(space, layers, bytes, monitor);
                return Ok(Some(found?));
            }
            bytes += size_of_val(&keys[..]);
            search.count_others(bytes);
            layers.push(keys);
            layer = search.advance(monitor)?;
        }
        Ok(None)
    }

    /// Searches backward from the goals and keeps the states with a move to a kept state. The
    /// layers take `bytes`.
    fn search_backward(
        space: &mut dyn Space<K>,
        mut layers: Vec<Vec<K>>,
        bytes: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, StopReason> {
        let room = monitor.limits().bytes().saturating_sub(bytes);
        let mut counts = vec![Vec::new(); layers.len()];
        let goal = layers.len() - 1;
        counts[goal] = vec![BigUint::from(1_u32); layers[goal].len()];
        let mut back = Back {
            space,
            monitor,
            progress: Progress {
                bytes,
                ..Progress::default()
            },
        };
        let mut taken = 0;
        for depth in (0..goal).rev() {
            let mut useful: Vec<K> = Vec::new();
            if back.space.is_one_way() {
                useful = std::mem::take(&mut layers[depth]);
            } else {
                // The predecessors of these states are their successors.
                back.expand(&layers[depth + 1], &mut |_, next| {
                    if layers[depth].binary_search(&next).is_ok() {
                        memory::reserve(&mut useful, 1, room.saturating_sub(taken))?;
                        useful.push(next);
                    }
                    Ok(())
                })?;
                useful.sort_unstable();
                useful.dedup();
            }
            taken += useful.len() * BYTES_OF_COUNT;
            if taken > room {
                return Err(StopReason::Memory);
            }
            let mut from = vec![BigUint::ZERO; useful.len()];
            back.expand(&useful, &mut |place, next| {
                if let Ok(next) = layers[depth + 1].binary_search(&next) {
                    from[place] += &counts[depth + 1][next];
                }
                Ok(())
            })?;
            let mut ways = from.iter();
            useful.retain(|_| ways.next() != Some(&BigUint::ZERO));
            from.retain(|ways| *ways != BigUint::ZERO);
            counts[depth] = from;
            layers[depth] = useful;
        }
        Ok(ShortestPathDag { layers, counts })
    }
}

/// Minimum bytes of a kept state with the number of its paths.
const BYTES_OF_COUNT: usize = size_of::<u64>() + size_of::<BigUint>() + 32;

/// The backward pass, which checks the limits.
struct Back<'a, 'w, K> {
    space: &'a mut dyn Space<K>,
    monitor: &'a mut Monitor<'w>,
    progress: Progress,
}

impl<K: Key> Back<'_, '_, K> {
    /// Calls `visit` with each successor of these states and the place of its predecessor.
    fn expand(
        &mut self,
        keys: &[K],
        visit: &mut dyn FnMut(usize, K) -> Result<(), StopReason>,
    ) -> Result<(), StopReason> {
        let mut successors: Vec<Successor<K>> = Vec::new();
        for (block, keys) in keys.chunks(BLOCK).enumerate() {
            self.progress.states += keys.len();
            let effort = keys.len() + successors.len();
            self.monitor.check(effort, || self.progress)?;
            successors.clear();
            self.space.expand(keys, &[], &mut successors);
            for successor in &successors {
                visit(block * BLOCK + successor.place as usize, successor.key)?;
            }
        }
        Ok(())
    }
}

/// All shortest paths, without the type of their keys.
pub trait ShortestPaths: Send + Sync {
    /// Returns the number of moves of each path.
    fn length(&self) -> usize;

    /// Returns the number of paths.
    fn count(&self) -> &BigUint;

    /// Whether the state with the key of these words, at this distance from the start, lies on a
    /// shortest path.
    fn contains(&self, depth: usize, key: &[u64]) -> bool;
}

impl<K: Key> ShortestPaths for ShortestPathDag<K> {
    fn length(&self) -> usize {
        self.layers.len() - 1
    }

    fn count(&self) -> &BigUint {
        &self.counts[0][0]
    }

    fn contains(&self, depth: usize, key: &[u64]) -> bool {
        self.layers[depth]
            .binary_search(&K::from_words(key))
            .is_ok()
    }
}
