//! A way made shorter: all that lies around it is searched for the shortest way through.
//!
//! Nakhost and Müller, "Action elimination and plan neighborhood graph search", ICAPS 2010.

use crate::control::{Limits, Monitor, Outcome, Progress, StopReason};

use super::breadth_first::BreadthFirst;
use super::nodes::{NodeId, SearchTree};
use super::space::{BLOCK, Key, Space, Successor};
use super::statistics::{Statistics, Target};

/// The states on a shortest way from the first of these to a goal through the states around them,
/// of which there are to be so many: what is nearest to any of them, moved from one to another.
///
/// # Complexity
/// Twice the time and the memory of breadth-first search of so many states.
pub(crate) fn shorten<K: Key>(
    space: &mut dyn Space<K>,
    way: &[K],
    states: usize,
    watch: &mut Monitor<'_>,
    statistics: &mut Statistics,
) -> Result<Vec<K>, StopReason> {
    let halved = watch.limits().max_bytes.map(|bytes| bytes / 2);
    let limits = Limits { max_states: Some(states), max_bytes: halved, ..Limits::default() };
    let mut around = BreadthFirst::default();
    let target = Target::Everything;
    let mut check = |progress: &Progress| watch.flow(progress);
    let found = around.search_from(space, way, target, &limits, &mut check);
    statistics.expanded += found.statistics.expanded;
    match found.outcome {
        Outcome::Stopped(reason) if reason != StopReason::States => Err(reason),
        _ => through(space, way[0], around.nodes(), watch),
    }
}

/// A shortest way from a state to a goal through states that are given.
fn through<K: Key>(
    space: &mut dyn Space<K>,
    start: K,
    given: &SearchTree<K>,
    watch: &mut Monitor<'_>,
) -> Result<Vec<K>, StopReason> {
    let limits = *watch.limits();
    let mut met: SearchTree<K> = SearchTree::default();
    met.restart(start)?;
    let (mut next, mut successors): (usize, Vec<Successor<K>>) = (0, Vec::new());
    loop {
        watch.check(next, || Progress { states: given.len() + next, ..Progress::default() })?;
        let block: Vec<K> = met.keys()[next..].iter().take(BLOCK).copied().collect();
        assert!(!block.is_empty(), "the way that is known leads to a goal");
        successors.clear();
        space.expand(&block, &[], &mut successors);
        for successor in successors.iter().filter(|successor| given.has(&successor.key)) {
            let parent = NodeId::try_from(next).map_err(|_| StopReason::States)?;
            let (node, is_new) = met.meet(successor.key, parent + successor.place, &limits)?;
            if is_new && successor.class.is_goal() {
                return Ok(met.path_to(node));
            }
        }
        next += block.len();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::testing::Square;
    use super::*;

    fn shortened(way: &[u64], states: usize) -> Vec<u64> {
        let mut observer = |_: &Progress| ControlFlow::Continue(());
        let mut watch = Monitor::new(Limits::default(), &mut observer);
        let mut statistics = Statistics::default();
        shorten(&mut Square { has_goal: true }, way, states, &mut watch, &mut statistics)
            .expect("there is no limit")
    }

    #[test]
    fn a_way_is_made_as_short_as_what_lies_around_it_allows() {
        // To and fro along all rows.
        let snake = |row: u64| {
            (0..10).map(move |at| 10 * row + if row.is_multiple_of(2) { at } else { 9 - at })
        };
        let mut way: Vec<u64> = (0..10).flat_map(snake).collect();
        way.extend(91..100);
        assert_eq!(shortened(&way, 1000).len(), 19);
        // Through what was gone, and nothing else.
        let border: Vec<u64> = (0..9).map(|row| 10 * row).chain(90..100).collect();
        assert_eq!(shortened(&border, border.len()), border);
    }

    #[test]
    fn a_limit_ends_it() {
        let mut observer = |_: &Progress| ControlFlow::Break(());
        let mut watch = Monitor::new(Limits::default(), &mut observer);
        let way: Vec<u64> = (0..10).chain((1..10).map(|row| 10 * row + 9)).collect();
        let stopped = shorten(
            &mut Square { has_goal: true },
            &way,
            100,
            &mut watch,
            &mut Statistics::default(),
        );
        assert_eq!(stopped, Err(StopReason::Interrupted));
    }
}
