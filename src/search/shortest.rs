//! Every shortest way from a start to a goal, counted without going each of them.
//!
//! Where symmetric states are taken for one, what is counted is ways between states each for itself.
//! From each of the states of one class equally many moves lead to those of another, so that the
//! number of moves from any one of them is enough; all ways begin with the start itself.

use num_bigint::BigUint;

use crate::control::{StopReason, Watch};

use super::hashed::Hashed;
use super::layers::{Halt, LayerSearch, Sources};
use super::space::{Key, Space};

/// The states that lie on a shortest way, by their distance from the start.
pub(crate) struct ShortestWays<K> {
    /// Their keys in order.
    layers: Vec<Vec<K>>,
    /// For each of the keys, how many ways lead on from any one of its states to a goal.
    ways: Vec<Vec<BigUint>>,
}

impl<K: Key> ShortestWays<K> {
    /// Every shortest way from `start`; none where no goal can be reached.
    ///
    /// Takes the memory of the keys of all states that are nearer than the nearest goal.
    pub(crate) fn find(
        space: &mut dyn Space<K>,
        start: &[u64],
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, Halt> {
        let mut search = Hashed::new(space.another(), 1);
        let mut layer = search.begin(Sources::States(&[start.to_vec()]), watch)?;
        let mut layers: Vec<Vec<K>> = Vec::new();
        let mut bytes = 0;
        while layer.classes > 0 {
            let mut keys: Vec<K> = search.last_keys().copied().collect();
            keys.sort_unstable();
            if layer.goal_classes > 0 {
                layers.push(goals(space, &keys));
                return Ok(Some(Self::lead_back(space, layers)));
            }
            bytes += size_of_val(&keys[..]);
            if watch.limits().max_bytes.is_some_and(|most| bytes > most) {
                return Err(StopReason::Memory.into());
            }
            layers.push(keys);
            layer = search.advance(watch)?;
        }
        Ok(None)
    }

    /// From the goals back, layer by layer: a state that leads on to one that is known to be of use.
    fn lead_back(space: &mut dyn Space<K>, mut layers: Vec<Vec<K>>) -> Self {
        let mut ways = vec![Vec::new(); layers.len()];
        let goal = layers.len() - 1;
        ways[goal] = vec![BigUint::from(1_u32); layers[goal].len()];
        let mut successors = Vec::new();
        for depth in (0..goal).rev() {
            // Moves can be undone: only a successor of these leads to them.
            successors.clear();
            space.expand(&layers[depth + 1], &[], &mut successors);
            let mut useful: Vec<K> = successors.iter().map(|successor| successor.key).collect();
            useful.sort_unstable();
            useful.dedup();
            useful.retain(|key| layers[depth].binary_search(key).is_ok());
            successors.clear();
            space.expand(&useful, &[], &mut successors);
            let mut from = vec![BigUint::ZERO; useful.len()];
            for successor in &successors {
                if let Ok(next) = layers[depth + 1].binary_search(&successor.key) {
                    from[successor.place as usize] += &ways[depth + 1][next];
                }
            }
            ways[depth] = from;
            layers[depth] = useful;
        }
        ShortestWays { layers, ways }
    }
}

/// Every shortest way, whatever the width of the keys.
pub(crate) trait Ways: Send {
    /// How many moves each of the ways takes.
    fn length(&self) -> usize;

    /// How many ways there are.
    fn count(&self) -> &BigUint;

    /// Whether a state spelt out in words, so far from the start, lies on a shortest way.
    fn leads_on(&self, depth: usize, state: &[u64]) -> bool;
}

impl<K: Key> Ways for ShortestWays<K> {
    fn length(&self) -> usize {
        self.layers.len() - 1
    }

    fn count(&self) -> &BigUint {
        &self.ways[0][0]
    }

    fn leads_on(&self, depth: usize, state: &[u64]) -> bool {
        self.layers[depth].binary_search(&K::from_words(state)).is_ok()
    }
}

/// Those of these states that are goals.
fn goals<K: Key>(space: &mut dyn Space<K>, keys: &[K]) -> Vec<K> {
    let mut classes = Vec::with_capacity(keys.len());
    space.classify(keys, &mut classes);
    let goals =
        keys.iter().zip(classes).filter(|(_, class)| class.is_some_and(|(_, it)| it.is_goal()));
    goals.map(|(&key, _)| key).collect()
}
