//! A space for tests whose layers are known from a book.

use super::StateSpace;
use super::hashed::Words;

/// The orders of so many things, where one move exchanges two neighbours. A state holds four bits
/// for each thing. The orders at distance `d` from the sorted one are those with `d` inversions:
/// the Mahonian numbers (Knuth, *The Art of Computer Programming* 3, section 5.1.1).
#[derive(Clone, Debug)]
pub(crate) struct Orders(pub(crate) u32);

impl Orders {
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
}

impl Words for u64 {
    const WORDS: usize = 1;

    fn words(&self) -> &[u64] {
        std::slice::from_ref(self)
    }

    fn from_words(words: &[u64]) -> Self {
        words[0]
    }
}

impl StateSpace for Orders {
    type State = u64;
    type Key = u64;
    const BLOCK: usize = 7;

    fn key(&self, state: &u64) -> u64 {
        *state
    }

    fn state(&self, key: &u64) -> u64 {
        *key
    }

    fn is_state(&self, key: &u64) -> bool {
        let things = (0..self.0).fold(0_u64, |things, at| things | 1 << (key >> (4 * at) & 0xF));
        things == (1 << self.0) - 1 && key >> (4 * self.0) == 0
    }

    fn orbit(&self, _: &u64) -> u64 {
        1
    }

    fn expand(&mut self, block: &[u64], successors: &mut Vec<(u32, u64)>) {
        for (place, order) in (0..).zip(block) {
            for at in (0..self.0 - 1).map(|thing| 4 * thing) {
                let differing = (order >> at ^ order >> (at + 4)) & 0xF;
                successors.push((place, order ^ (differing << at | differing << (at + 4))));
            }
        }
    }

    /// The reverse of the sorted order, the farthest from it.
    fn is_goal(&self, key: &u64) -> bool {
        (0..self.0).all(|at| key >> (4 * at) & 0xF == u64::from(self.0 - 1 - at))
    }
}
