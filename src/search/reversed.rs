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
    moves: Arc<Moves<K>>,
}

struct Moves<K> {
    /// The states in ascending order.
    states: Vec<(K, OrbitInfo)>,
    /// The end and the origin of each move, as places among the states, in ascending order.
    arcs: Vec<[u32; 2]>,
}

impl<K: Key> Reversed<K> {
    /// Reverses the moves between these states, in `room` bytes.
    pub fn new(
        mut space: Box<dyn Space<K>>,
        keys: &[K],
        room: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, StopReason> {
        u32::try_from(keys.len()).map_err(|_| StopReason::States)?;
        let mut states = Vec::new();
        memory::reserve_exact(&mut states, keys.len())?;
        let mut classes = Vec::new();
        for keys in keys.chunks(BLOCK) {
            classes.clear();
            space.classify(keys, &mut classes);
            states.extend(classes.iter().flatten());
        }
        states.sort_unstable();
        let room = room.saturating_sub(size_of_val(&*states));
        let mut arcs = Vec::new();
        let mut successors = Vec::new();
        for (first, block) in (0..).step_by(BLOCK).zip(states.chunks(BLOCK)) {
            monitor.check(BLOCK + successors.len(), || Progress {
                states: states.len(),
                bytes: size_of_val(&*states) + size_of_val(&*arcs),
                ..Progress::default()
            })?;
            let keys: Vec<K> = block.iter().map(|&(key, _)| key).collect();
            successors.clear();
            space.expand(&keys, &[], &mut successors);
            memory::reserve(&mut arcs, successors.len(), room)?;
            arcs.extend(successors.iter().filter_map(|successor| {
                let end = place_of(&states, &successor.key)?;
                Some([end, first + successor.place])
            }));
        }
        arcs.sort_unstable();
        let moves = Arc::new(Moves { states, arcs });
        Ok(Reversed { space, moves })
    }
}

fn place_of<K: Key>(states: &[(K, OrbitInfo)], key: &K) -> Option<u32> {
    let place = states.binary_search_by_key(key, |&(key, _)| key).ok()?;
    u32::try_from(place).ok()
}

impl<K: Key> Space<K> for Reversed<K> {
    fn expand(&mut self, keys: &[K], _: &[ArrivalId], successors: &mut Vec<Successor<K>>) {
        let Moves { states, arcs } = &*self.moves;
        for (place, key) in (0..).zip(keys) {
            let end = place_of(states, key).expect("the key of a state");
            let first = arcs.partition_point(|arc| arc[0] < end);
            let moves = arcs[first..].iter().take_while(|arc| arc[0] == end);
            successors.extend(moves.map(|arc| {
                let (key, class) = states[arc[1] as usize];
                Successor {
                    key,
                    place,
                    arrival: 0,
                    class,
                    image: 0,
                }
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
        let Moves { states, arcs } = &*self.moves;
        size_of_val(&**states) + size_of_val(&**arcs)
    }

    fn another<'s>(&self) -> Box<dyn Space<K> + 's>
    where
        Self: 's,
    {
        Box::new(Reversed {
            space: self.space.another(),
            moves: Arc::clone(&self.moves),
        })
    }
}
