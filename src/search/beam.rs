//! Beam search: of each layer only the most promising states go on. It finds some way soon, and a
//! shorter one the wider it is.
//!
//! Lowerre, *The HARPY Speech Recognition System*, 1976. States that were kept once are not kept
//! again, and none that an admissible estimate says is too far for a better way.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

use ahash::RandomState;

use crate::control::{Progress, StopReason, Watch};

use super::informed::Informed;
use super::statistics::Statistics;

/// A space whose states can be told apart by more than going on from them.
pub(crate) trait Named: Informed {
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

/// Nodes between two looks at the watch.
const LOOK_EVERY: usize = 1 << 10;

/// The states on a way of fewer than `below` moves, the start first, looked for with so many states a
/// layer; that there is none says nothing.
///
/// # Complexity
/// Time is linear in the width and the length, and so is memory.
pub(crate) fn beam<S: Named>(
    space: &S,
    start: S::Node,
    (width, below): (usize, u32),
    watch: &mut Watch<'_>,
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
            if statistics.expanded % LOOK_EVERY == 0 {
                let bytes = space.bytes() + bytes_of::<S>(&layers, kept.len(), candidates.len());
                watch.look_now(|| Progress {
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
        let mut nearest: Vec<(u32, usize)> = (0..)
            .zip(&candidates)
            .map(|(number, it): (usize, &Candidate<S::Node>)| (space.estimate(&it.node), number))
            .collect();
        nearest.sort_unstable();
        let (mut names, mut next) = (Vec::new(), Vec::new());
        for (_, number) in nearest {
            let Candidate { parent, node } = candidates[number];
            let name = space.name(&node);
            if next.len() < width && kept.insert(hasher.hash_one(name)) {
                names.push((parent, name));
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
fn bytes_of<S: Named>(layers: &[Vec<(u32, S::Name)>], kept: usize, candidates: usize) -> usize {
    let names: usize = layers.iter().map(Vec::len).sum();
    // A table of hashes is from half to seven eighths full.
    names * size_of::<(u32, S::Name)>()
        + kept * 2 * size_of::<u64>()
        + candidates * 2 * size_of::<Candidate<S::Node>>()
}
