//! A state space by its keys alone.

use super::StateSpace;

/// A state space as those see it who have time: whatever is written for it is compiled once for
/// each kind of key, not once for each board.
pub(crate) trait ByKey<K>: Send {
    /// Appends the key of every successor of each of these states, with the place of that state,
    /// place by place. A key stands there as often as there are moves to it or to its images.
    fn append_successors(&mut self, keys: &[K], successors: &mut Vec<(u32, K)>);

    /// How many states this one stands for.
    fn orbit(&self, key: &K) -> u64;

    /// Whether the state is one that is looked for.
    fn is_goal(&self, key: &K) -> bool;
}

/// Any state space, by its keys.
pub(crate) struct Keyed<S: StateSpace> {
    pub(crate) space: S,
    block: Vec<S::State>,
    successors: Vec<(u32, S::State)>,
}

impl<S: StateSpace> Keyed<S> {
    pub(crate) const fn new(space: S) -> Self {
        Keyed { space, block: Vec::new(), successors: Vec::new() }
    }
}

impl<S> ByKey<S::Key> for Keyed<S>
where
    S: StateSpace + Send,
    S::State: Send,
    S::Key: Send,
{
    fn append_successors(&mut self, keys: &[S::Key], successors: &mut Vec<(u32, S::Key)>) {
        let mut first = 0;
        for keys in keys.chunks(S::BLOCK) {
            self.block.clear();
            self.block.extend(keys.iter().map(|key| self.space.state(key)));
            self.successors.clear();
            self.space.expand(&self.block, &mut self.successors);
            let from = successors.len();
            let key = |&(place, ref state)| (first + place, self.space.key(state));
            successors.extend(self.successors.iter().map(key));
            // A block is expanded one kind of move after the other.
            successors[from..].sort_by_key(|&(place, _)| place);
            #[expect(clippy::cast_possible_truncation, reason = "a block is small")]
            {
                first += keys.len() as u32;
            }
        }
    }

    fn orbit(&self, key: &S::Key) -> u64 {
        self.space.orbit(&self.space.state(key))
    }

    fn is_goal(&self, key: &S::Key) -> bool {
        self.space.is_goal(key)
    }
}
