//! The states of a search in the order of their discovery.

use crate::board::UnpackedState;

/// The states of a search in the order of their discovery.
pub struct SearchTrace {
    pub states: Vec<UnpackedState>,
    /// The state from which each one was discovered; a start is its own parent.
    pub parents: Vec<u32>,
}

impl SearchTrace {
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
        (0..)
            .zip(&self.parents)
            .map(|(number, &parent)| {
                expanded = expanded.max(parent);
                number - expanded
            })
            .collect()
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
