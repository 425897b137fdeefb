//! Beam search: of each layer only the most promising states go on. It finds some way soon, and a
//! shorter one the wider it is.
//!
//! Lowerre, *The HARPY Speech Recognition System*, 1976. States that were kept once are not kept
//! again, and none that an admissible estimate says is too far for a better way.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

use ahash::RandomState;

use crate::control::{Monitor, Progress, StopReason};

use super::ida_star::HeuristicSpace;
use super::statistics::Statistics;

/// A space whose states can be told apart by more than going on from them.
pub(crate) trait StateIdentity: HeuristicSpace {
    /// What a state is, however it was reached.
    type Name: Copy + Eq + Hash + Send;

    /// The name of a state.
    fn name(&self, node: &Self::Node) -> Self::Name;
}

/// A state of the layer before, and one that it leads to.
struct Candidate<N> {
    parent: u32,
    node: N,
}

/// States a layer of the first of several beams that are ever wider.
pub(crate) const FIRST_WIDTH: usize = 64;

/// Nodes between two looks at the watch.
const CHECK_EVERY: usize = 1 << 10;

/// The states on a way of fewer than `below` moves, the start first, looked for with so many states
/// a layer; that there is none says nothing.
///
/// # Complexity
/// Time is linear in the width and the length, and so is memory.
pub(crate) fn beam<S: StateIdentity>(
    space: &S,
    start: S::Node,
    (width, below): (usize, u32),
    watch: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Option<Vec<S::Name>>, StopReason> {
    let hasher = RandomState::with_seeds(1, 2, 3, 4);
    // Fingerprints: what they take for another state is left out, as others are for want of room.
    let mut kept: HashSet<u64, RandomState> = HashSet::with_hasher(hasher.clone());
    let mut layers = vec![vec![(0, space.name(&start))]];
    kept.insert(hasher.hash_one(layers[0][0].1));
    let (mut layer, mut candidates) = (vec![start], Vec::new());
    if space.estimate(&start) == 0 {
        return Ok(Some(vec![space.name(&start)]));
    }
    for depth in 1..below {
        candidates.clear();
        for (parent, node) in (0..).zip(&layer) {
            if statistics.expanded.is_multiple_of(CHECK_EVERY) {
                let bytes = space.bytes() + bytes_of::<S>(&layers, kept.len(), candidates.len());
                watch.check_now(|| Progress {
                    depth: below,
                    frontier: layer.len(),
                    states: statistics.expanded,
                    bytes,
                    ..Progress::default()
                })?;
                statistics.bytes = statistics.bytes.max(bytes);
            }
            statistics.expanded += 1;
            let found = space.visit_successors(node, below - 1 - depth, |&node| {
                let is_goal = space.estimate(&node) == 0;
                candidates.push(Candidate { parent, node });
                if is_goal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if found.is_break() {
                let goal = candidates.last().expect("the goal");
                return Ok(Some(way(&layers, space.name(&goal.node), goal.parent)));
            }
        }
        let fingerprint = |(number, it): (usize, &Candidate<S::Node>)| {
            (space.estimate(&it.node), hasher.hash_one(space.name(&it.node)), number)
        };
        // Of those that are as near, any, whatever they come from.
        let mut nearest: Vec<(u32, u64, usize)> =
            candidates.iter().enumerate().map(fingerprint).collect();
        nearest.sort_unstable();
        let (mut names, mut next) = (Vec::new(), Vec::new());
        for (_, fingerprint, number) in nearest {
            if next.len() < width && kept.insert(fingerprint) {
                let Candidate { parent, node } = candidates[number];
                names.push((parent, space.name(&node)));
                next.push(node);
            }
        }
        if next.is_empty() {
            break;
        }
        layers.push(names);
        layer = next;
    }
    Ok(None)
}

/// The states from the start to one whose parent is this one of the last layer.
fn way<T: Copy>(layers: &[Vec<(u32, T)>], last: T, parent: u32) -> Vec<T> {
    let (mut way, mut at) = (vec![last], parent);
    for layer in layers.iter().rev() {
        let (parent, name) = layer[at as usize];
        way.push(name);
        at = parent;
    }
    way.reverse();
    way
}

/// Bytes of what is kept, and of what waits.
fn bytes_of<S: StateIdentity>(
    layers: &[Vec<(u32, S::Name)>],
    kept: usize,
    candidates: usize,
) -> usize {
    let names: usize = layers.iter().map(Vec::len).sum();
    // A table of hashes is from half to seven eighths full.
    names * size_of::<(u32, S::Name)>()
        + kept * 2 * size_of::<u64>()
        + candidates * 2 * size_of::<Candidate<S::Node>>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;

    /// A staircase of so many steps: from each one goes up by one or down by one, and the estimate
    /// leads astray below.
    struct Staircase;

    impl HeuristicSpace for Staircase {
        type Node = i32;

        fn estimate(&self, node: &i32) -> u32 {
            (20 - node).unsigned_abs()
        }

        fn visit_successors<B>(
            &self,
            node: &i32,
            most: u32,
            visit: impl FnMut(&i32) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            let next = [node - 1, node + 1, node - 3];
            next.iter().filter(|next| self.estimate(next) <= most).try_for_each(visit)
        }

        fn bytes(&self) -> usize {
            0
        }
    }

    impl StateIdentity for Staircase {
        type Name = i32;

        fn name(&self, node: &i32) -> i32 {
            *node
        }
    }

    fn found(start: i32, width: usize, below: u32) -> Option<Vec<i32>> {
        let mut observer = |_: &Progress| ControlFlow::Continue(());
        let mut watch = Monitor::new(Limits::default(), &mut observer);
        let mut statistics = Statistics::default();
        beam(&Staircase, start, (width, below), &mut watch, &mut statistics).expect("no limit")
    }

    #[test]
    fn a_way_begins_at_the_start_and_ends_at_the_goal() {
        assert_eq!(found(20, 1, 9), Some(vec![20]));
        assert_eq!(found(17, 1, 9), Some(vec![17, 18, 19, 20]));
        assert_eq!(found(24, 2, 9), Some(vec![24, 21, 20]));
    }

    #[test]
    fn what_is_no_better_is_not_found() {
        assert_eq!(found(17, 8, 3), None);
        assert_eq!(found(17, 8, 4).map(|way| way.len()), Some(4));
    }
}
