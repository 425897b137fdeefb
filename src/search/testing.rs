//! Spaces for tests.

use super::space::{ArrivalId, OrbitInfo, Space, Successor};

/// A graph told in the plainest way: what the neighbours of a vertex are, and what it is.
pub(crate) trait TestGraph: Clone + Send + 'static {
    /// The neighbours of a state.
    fn neighbours(&self, key: u64) -> Vec<u64>;

    /// What a key stands for; none where it is the key of no state.
    fn class(&self, key: u64) -> Option<OrbitInfo>;

    /// How many keys there are, where they are ranks.
    fn size(&self) -> Option<u64> {
        None
    }
}

impl<T: TestGraph> Space<u64> for T {
    fn expand(&mut self, keys: &[u64], vias: &[ArrivalId], successors: &mut Vec<Successor<u64>>) {
        assert!(vias.is_empty() || vias.len() == keys.len());
        for (place, &key) in (0..).zip(keys) {
            let successor = |key| {
                let class = self.class(key).expect("a neighbour is a state");
                Successor { key, place, via: 0, class, image: 0 }
            };
            successors.extend(self.neighbours(key).into_iter().map(successor));
        }
    }

    fn classify(&mut self, keys: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        found.extend(keys.iter().map(|&key| self.class(key).map(|class| (key, class))));
    }

    fn ranks(&self) -> Option<u64> {
        self.size()
    }

    fn another(&self) -> Box<dyn Space<u64>> {
        Box::new(self.clone())
    }
}

/// As many keys as another space has, but none is of a state.
#[derive(Clone, Debug)]
pub(crate) struct EmptySpace<T>(pub(crate) T);

impl<T: TestGraph> TestGraph for EmptySpace<T> {
    fn neighbours(&self, key: u64) -> Vec<u64> {
        unreachable!("key {key} is of no state")
    }

    fn class(&self, _: u64) -> Option<OrbitInfo> {
        None
    }

    fn size(&self) -> Option<u64> {
        self.0.size()
    }
}

/// The orders of so many things, where one move exchanges two neighbours. A state holds four bits
/// for each thing. The orders at distance `d` from the sorted one are those with `d` inversions:
/// the Mahonian numbers (Knuth, *The Art of Computer Programming* 3, section 5.1.1).
///
/// How a state was reached is told by the place of the exchange, from 1: the way back is left out,
/// so that whoever mixes up the ways of two states loses some.
#[derive(Clone, Debug)]
pub(crate) struct Permutations(pub(crate) u32);

impl Permutations {
    /// The order in which all is sorted.
    pub(crate) fn sorted(&self) -> u64 {
        (0..u64::from(self.0)).fold(0, |order, thing| order | thing << (4 * thing))
    }

    /// How many orders lie at each distance from the sorted one, multiplied out.
    pub(crate) fn layers(&self) -> Vec<u64> {
        let mut layers = vec![1];
        for things in 2..=self.0 as usize {
            let mut longer = vec![0; layers.len() + things - 1];
            for (distance, count) in layers.iter().enumerate() {
                (0..things).for_each(|more| longer[distance + more] += count);
            }
            layers = longer;
        }
        layers
    }

    /// The goal is the reverse of the sorted order, the farthest from it.
    fn class(&self, key: u64) -> Option<OrbitInfo> {
        let thing = |place: u32| key >> (4 * place) & 0xF;
        let things = (0..self.0).fold(0_u64, |things, place| things | 1 << thing(place));
        let is_order = things == (1 << self.0) - 1 && key >> (4 * self.0) == 0;
        let is_goal = (0..self.0).all(|place| thing(place) == u64::from(self.0 - 1 - place));
        is_order.then_some(OrbitInfo::new(1, is_goal))
    }
}

impl Space<u64> for Permutations {
    fn expand(&mut self, keys: &[u64], vias: &[ArrivalId], successors: &mut Vec<Successor<u64>>) {
        assert!(vias.is_empty() || vias.len() == keys.len());
        for (place, order) in (0..).zip(keys) {
            let back = vias.get(place as usize).copied().unwrap_or_default();
            for (via, thing) in (1..).zip(0..self.0 - 1).filter(|&(via, _)| via != back) {
                let at = 4 * thing;
                let differing = (order >> at ^ order >> (at + 4)) & 0xF;
                let key = order ^ (differing << at | differing << (at + 4));
                let class = self.class(key).expect("an order");
                successors.push(Successor { key, place, via, class, image: 0 });
            }
        }
    }

    fn classify(&mut self, keys: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        found.extend(keys.iter().map(|&key| self.class(key).map(|class| (key, class))));
    }

    fn another(&self) -> Box<dyn Space<u64>> {
        Box::new(self.clone())
    }
}
