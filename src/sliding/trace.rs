//! Breadth-first and depth-first search, with all states in the order of their discovery.

use crate::board::{Board, UnpackedState};
use crate::control::{Limits, Observer, Outcome};
use crate::puzzle::Metric;
use crate::search::{BreadthFirst, DepthFirst, Key, SearchTree, Space, Statistics, Target};

use super::options::Algorithm;
use super::paths::real_path;
use super::spaces::with_small_space;

/// The states of a search, without the width of their keys.
pub struct SearchTrace {
    /// The words of a key.
    pub words: usize,
    /// The words of all keys, one after another.
    pub keys: Vec<u64>,
    /// The state from which each one was discovered.
    parents: Vec<u32>,
    /// The path from the start to a goal.
    pub outcome: Outcome<Vec<UnpackedState>>,
    pub statistics: Statistics,
}

impl SearchTrace {
    /// Searches from the start for a goal: depth-first if that is the algorithm, and else
    /// breadth-first.
    pub fn find(
        board: &Board,
        metric: Metric,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Self {
        with_small_space!(board, metric, space => {
            SearchTrace::in_space(board, space, algorithm, limits, observer)
        })
    }

    fn in_space<K: Key>(
        board: &Board,
        mut space: Box<dyn Space<K>>,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Self {
        let start = K::from_words(&board.words(board.start()));
        let mut breadth_first = BreadthFirst::default();
        let mut depth_first = DepthFirst::default();
        let (found, tree) = if let Algorithm::DepthFirst(order) = algorithm {
            let found = depth_first.search(&mut *space, start, order, limits, observer);
            (found, &depth_first.nodes)
        } else {
            let target = Target::Goal;
            let found = breadth_first.search(&mut *space, &[start], target, limits, observer);
            (found, &breadth_first.nodes)
        };
        SearchTrace {
            words: K::WORDS,
            keys: words_of(tree),
            parents: tree.parents().to_vec(),
            outcome: found
                .outcome
                .map(|keys| real_path(board, &mut *space, &keys)),
            statistics: found.statistics,
        }
    }

    /// Returns the depth of each state in the tree of the search.
    pub fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = vec![0; self.parents.len()];
        for (state, &parent) in self.parents.iter().enumerate().skip(1) {
            depths[state] = depths[parent as usize] + 1;
        }
        depths
    }

    /// Returns the number of states that wait in the queue of breadth-first search after each
    /// discovery.
    pub fn queue_sizes(&self) -> Vec<u32> {
        let mut expanded = 0;
        let waiting = (0..).zip(&self.parents).map(|(number, &parent)| {
            expanded = expanded.max(parent);
            number - expanded
        });
        waiting.collect()
    }

    /// Returns the number of states that wait on the stack of depth-first search after each
    /// discovery. The stack pops its last state and pushes the states that it discovers from there.
    pub fn stack_sizes(&self) -> Vec<u32> {
        let mut stack = vec![0];
        let mut waiting = vec![0];
        let mut next = 1;
        while let Some(parent) = stack.pop() {
            while self.parents.get(next) == Some(&parent) {
                stack.push(u32::try_from(next).expect("nodes have 32 bits"));
                waiting.push(u32::try_from(stack.len()).expect("nodes have 32 bits"));
                next += 1;
            }
        }
        waiting
    }
}

/// Returns the words of all keys, one after another.
pub fn words_of<K: Key>(tree: &SearchTree<K>) -> Vec<u64> {
    tree.keys().iter().flat_map(Key::words).copied().collect()
}
