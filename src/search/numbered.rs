//! A space whose states have numbers: what the engines that work on ranks alone need of it.
//!
//! Behind one object-safe interface, called for a thousand states at a time, as the spaces differ by
//! board and the engines need not be compiled for each.

use super::layers::{Halt, Layer, LayerSearch};

/// The most ranks that a [`Class`] has room for.
pub(crate) const MOST_RANKS: u64 = 1 << 61;

/// A state that stands for its mirror images: its rank, and what a count of them has to know.
///
/// Their order is that of their ranks, and there is one class to a rank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Class(u64);

impl Class {
    /// The class of the state with this rank; `orbit` is 1, 2 or 4.
    #[inline(always)]
    pub(crate) const fn new(rank: u64, orbit: u64, is_goal: bool) -> Self {
        Class(rank << 3 | (orbit >> 1) << 1 | is_goal as u64)
    }

    /// The rank of the canonical form.
    #[inline(always)]
    pub(crate) const fn rank(self) -> u64 {
        self.0 >> 3
    }

    /// How many states these are.
    #[inline(always)]
    pub(crate) const fn orbit(self) -> u64 {
        1 << (self.0 >> 1 & 3)
    }

    /// The same as a word, whose order is that of the classes.
    pub(crate) const fn to_word(self) -> u64 {
        self.0
    }

    /// The class that is written so.
    pub(crate) const fn from_word(word: u64) -> Self {
        Class(word)
    }

    /// Whether they are goals.
    #[inline(always)]
    pub(crate) const fn is_goal(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Layer {
    /// Counts one more class.
    #[inline(always)]
    pub(crate) const fn count_class(&mut self, class: Class) {
        let (orbit, goal) = (class.orbit(), class.is_goal() as u64);
        self.classes += 1;
        self.states += orbit;
        self.goal_classes += goal;
        self.goal_states += goal * orbit;
    }
}

/// A space whose states are ranked: one for each thread.
pub(crate) trait Numbered: Send {
    /// How many ranks there are, at most [`MOST_RANKS`]; not all need be of states.
    fn ranks(&self) -> u64;

    /// Appends the class of every successor of each of these states; many come twice.
    ///
    /// # Panics
    /// If one of the ranks is of no state.
    fn expand(&mut self, ranks: &[u64], successors: &mut Vec<Class>);

    /// Appends for each of these ranks the class that its state belongs to; none where it is of no
    /// state.
    fn classify(&mut self, ranks: &[u64], classes: &mut Vec<Option<Class>>);

    /// Another one, for another thread.
    fn another(&self) -> Box<dyn Numbered>;
}

/// An engine that searches a numbered space.
pub(crate) trait ByRank: LayerSearch<u64> {
    /// Gives all ranks of the last layer to `visit`, a part at a time, in order.
    fn visit_last_layer(&mut self, visit: &mut dyn FnMut(&[u64])) -> Result<(), Halt>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_keeps_what_it_is_given_and_sorts_by_rank() {
        let mut layer = Layer::default();
        for rank in [0, 1, 12_345, MOST_RANKS - 1] {
            for (orbit, is_goal) in [(1, false), (2, true), (4, false), (4, true)] {
                let class = Class::new(rank, orbit, is_goal);
                assert_eq!((class.rank(), class.orbit(), class.is_goal()), (rank, orbit, is_goal));
                layer.count_class(class);
            }
        }
        let counted = Layer { classes: 16, states: 44, goal_classes: 8, goal_states: 24 };
        assert_eq!(layer, counted);
        assert!(Class::new(7, 4, true) < Class::new(8, 1, false));
    }
}
