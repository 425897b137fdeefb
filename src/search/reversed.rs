//! A space with its moves reversed, for searches from the goals.

use std::sync::Arc;

use crate::{
    control::{Monitor, Progress, StopReason},
    memory,
};

use super::space::{ArrivalId, BLOCK, Key, OrbitInfo, Space, Successor};

/// A space whose successors are the predecessors in the space that it wraps.
///
/// It has the states that a search has reached, and stores every move between them: 8 bytes each.
/// Its successors have no arrival and no image.
pub struct Reversed<K> {
    space: Box<dyn Space<K>>,
    /// The states in ascending order, as the space classifies them.
    states: Arc<Vec<Option<(K, OrbitInfo)>>>,
    /// The end and the origin of each move, as places among the states, in ascending order.
    arcs: Arc<Vec<[u32; 2]>>,
}

impl<K: Key> Reversed<K> {
    /// Reverses the moves between these states. The caller holds `taken` bytes.
    pub fn new(
        mut space: Box<dyn Space<K>>,
        mut keys: Vec<K>,
        taken: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, StopReason> {
        keys.sort_unstable();
        let mut states = Vec::new();
        memory::reserve_exact(&mut states, keys.len())?;
        space.classify(&keys, &mut states);
        let taken = taken + size_of_val(&*keys) + size_of_val(&*states);
        let room = monitor.limits().bytes().saturating_sub(taken);
        let mut arcs = Vec::new();
        let mut successors = Vec::new();
        for (first, keys) in (0..).step_by(BLOCK).zip(keys.chunks(BLOCK)) {
            monitor.check(BLOCK + successors.len(), || Progress {
                states: states.len(),
                bytes: taken + size_of_val(&*arcs),
                ..Progress::default()
            })?;
            successors.clear();
            space.expand(keys, &[], &mut successors);
            memory::reserve(&mut arcs, successors.len(), room)?;
            for next in &successors {
                let end = place_of(&states, next.key).ok_or(StopReason::States)?;
                arcs.push([end, first + next.place]);
            }
        }
        arcs.sort_unstable();
        Ok(Reversed {
            space,
            states: Arc::new(states),
            arcs: Arc::new(arcs),
        })
    }
}

/// Returns the place of a state, if 32 bits hold it.
fn place_of<K: Key>(states: &[Option<(K, OrbitInfo)>], key: K) -> Option<u32> {
    let place = states.binary_search_by_key(&Some(key), |state| state.map(|(key, _)| key));
    u32::try_from(place.ok()?).ok()
}

impl<K: Key> Space<K> for Reversed<K> {
    fn expand(&mut self, keys: &[K], _: &[ArrivalId], successors: &mut Vec<Successor<K>>) {
        let Reversed { states, arcs, .. } = self;
        for (place, key) in (0..).zip(keys) {
            let end = place_of(states, *key).expect("the key of a state");
            let first = arcs.partition_point(|arc| arc[0] < end);
            let moves = arcs[first..].iter().take_while(|arc| arc[0] == end);
            let origins = moves.filter_map(|arc| states[arc[1] as usize]);
            successors.extend(origins.map(|(key, class)| Successor {
                key,
                place,
                arrival: 0,
                class,
                image: 0,
            }));
        }
    }

    fn classify(&mut self, keys: &[K], found: &mut Vec<Option<(K, OrbitInfo)>>) {
        self.space.classify(keys, found);
    }

    fn wrapped(&self) -> Option<&(dyn Space<K> + 'static)> {
        Some(&*self.space)
    }

    fn table_bytes(&self) -> usize {
        size_of_val(&**self.states) + size_of_val(&**self.arcs)
    }

    fn another<'s>(&self) -> Box<dyn Space<K> + 's>
    where
        Self: 's,
    {
        Box::new(Reversed {
            space: self.space.another(),
            states: Arc::clone(&self.states),
            arcs: Arc::clone(&self.arcs),
        })
    }
}
