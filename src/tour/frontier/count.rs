//! All tours, counted: frontiers that are alike are one, with the number of ways to get there.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::mem::size_of;

use ahash::RandomState;

use crate::backtrack::{Search, Statistics};
use crate::control::{Limits, Observer, Outcome, Progress, StopReason, Watch};

use super::mates::Mates;
use super::sweep::Sweep;

type Layer = HashMap<Mates, u128, RandomState>;

/// How many tours there are, whichever way they are walked: never [`Outcome::Exhausted`]. `None`
/// where they are 2¹²⁸ or more.
///
/// [`Limits::max_states`] bounds the frontiers that are looked at.
///
/// # Complexity
/// Time is linear in the rows of a board of given width, exponential in its width.
pub(in crate::tour) fn count(
    sweep: &Sweep,
    limits: &Limits,
    observer: Observer<'_>,
) -> Search<Option<u128>> {
    let mut watch = Watch::new(*limits, observer);
    let mut statistics = Statistics::default();
    let outcome = layers(sweep, &mut watch, &mut statistics);
    statistics.elapsed = watch.elapsed();
    Search { outcome, statistics }
}

fn layers(
    sweep: &Sweep,
    watch: &mut Watch<'_>,
    statistics: &mut Statistics,
) -> Outcome<Option<u128>> {
    let new_layer = || Layer::with_hasher(RandomState::with_seeds(3, 14, 15, 92));
    let (mut layer, mut next_layer) = (new_layer(), new_layer());
    layer.insert(Mates::default(), 1);
    let max_nodes = watch.limits().max_states.unwrap_or(usize::MAX);
    let mut nodes = 0;
    let mut overflown = false;
    for vertex in 0..sweep.squares() {
        for (&mates, &ways) in &layer {
            let stored = layer.capacity() + next_layer.capacity();
            let progress = || Progress {
                depth: vertex,
                frontier: layer.len(),
                states: nodes,
                bytes: stored * size_of::<(Mates, u128)>(),
                ..Progress::default()
            };
            if let Err(reason) = watch.look(nodes, progress) {
                return Outcome::Stopped(reason);
            }
            if nodes == max_nodes {
                return Outcome::Stopped(StopReason::States);
            }
            nodes += 1;
            sweep.follow(mates, vertex, |_, next| match next_layer.entry(next) {
                Entry::Vacant(entry) => {
                    entry.insert(ways);
                }
                Entry::Occupied(mut entry) => {
                    let sum = entry.get().checked_add(ways);
                    overflown |= sum.is_none();
                    entry.insert(sum.unwrap_or(u128::MAX));
                }
            });
        }
        statistics.nodes = nodes as u64;
        statistics.deepest += 1;
        std::mem::swap(&mut layer, &mut next_layer);
        next_layer.clear();
    }
    let total = layer.values().try_fold(0u128, |total, &ways| total.checked_add(ways));
    Outcome::Found(total.filter(|_| !overflown))
}
