//! One tour, depth first over the frontiers; those that lead nowhere are remembered.

use std::collections::HashSet;
use std::mem::size_of;

use ahash::RandomState;

use crate::backtrack::{Search, Statistics};
use crate::control::{Limits, Observer, Outcome, Progress, StopReason, Watch};
use crate::graph::Vertex;
use crate::tour::links::Links;

use super::mates::Mates;
use super::sweep::{Joined, Sweep};

/// A frontier before the square of that number is met.
type Place = (Vertex, Mates);

/// A tour, as the links between its squares, or the proof that there is none.
///
/// [`Limits::max_states`] bounds the frontiers that are looked at.
///
/// # Complexity
/// A frontier that leads nowhere is looked at once: time is linear in the rows of a board of given
/// width, exponential in its width. 30 bytes a frontier that leads nowhere.
pub(in crate::tour) fn find(
    sweep: &Sweep,
    limits: &Limits,
    observer: Observer<'_>,
) -> Search<Links> {
    let mut watch = Watch::new(*limits, observer);
    let mut statistics = Statistics::default();
    let outcome = descend(sweep, &mut watch, &mut statistics);
    statistics.elapsed = watch.elapsed();
    Search { outcome, statistics }
}

fn descend(sweep: &Sweep, watch: &mut Watch<'_>, statistics: &mut Statistics) -> Outcome<Links> {
    let mut dead: HashSet<Place, RandomState> =
        HashSet::with_hasher(RandomState::with_seeds(3, 14, 15, 92));
    // The ways to go on from each frontier of the current row of them, the next one last.
    let mut ways: Vec<(Joined, Mates)> = Vec::new();
    // Those frontiers, and where their ways begin.
    let mut levels: Vec<(usize, Mates)> = Vec::new();
    let mut mates = Mates::default();
    let max_nodes = watch.limits().max_states.unwrap_or(usize::MAX);
    let mut nodes = 0;
    let mut vertex = 0;
    while vertex < sweep.squares() {
        let bytes = || (dead.capacity() + ways.capacity()) * size_of::<Place>();
        let progress =
            || Progress { states: nodes, depth: vertex, bytes: bytes(), ..Progress::default() };
        if let Err(reason) = watch.look(nodes, progress) {
            return Outcome::Stopped(reason);
        }
        if nodes == max_nodes {
            return Outcome::Stopped(StopReason::States);
        }
        nodes += 1;
        statistics.nodes += 1;
        let begin = ways.len();
        levels.push((begin, mates));
        statistics.deepest = statistics.deepest.max(levels.len());
        if !dead.contains(&(vertex, mates)) {
            sweep.follow(mates, vertex, |joined, next| ways.push((joined, next)));
            ways[begin..].reverse();
            ways[begin..].sort_by_key(|&(joined, next)| {
                std::cmp::Reverse(sweep.expense(vertex, joined, next))
            });
        }
        // Back to where there is a way to go on.
        while let Some(&(begin, here)) = levels.last()
            && ways.len() == begin
        {
            levels.pop();
            dead.insert((vertex, here));
            statistics.retreats += 1;
            if levels.is_empty() {
                return Outcome::Exhausted;
            }
            ways.pop();
            vertex -= 1;
        }
        mates = ways.last().expect("there is a way to go on").1;
        vertex += 1;
    }
    Outcome::Found(links(sweep, &levels, &ways))
}

/// The links of the ways that were taken: the last one of each level.
fn links(sweep: &Sweep, levels: &[(usize, Mates)], ways: &[(Joined, Mates)]) -> Links {
    let mut links = Links::new(sweep.squares());
    let ends = levels.iter().skip(1).map(|level| level.0).chain([ways.len()]);
    for (vertex, end) in (0..).zip(ends) {
        for other in ways[end - 1].0.into_iter().flatten() {
            links.join(vertex, other);
        }
    }
    links
}
