//! The connected components of a ranked space.

use std::collections::BTreeMap;

use crate::control::Monitor;

use super::{
    layers::{Layer, LayerError, LayerSearch, Sources},
    ranked::RankedEngine,
    space::Space,
};

/// A set of states that are reachable from each other, with their mirror images.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct Component {
    /// Number of states; mirror images count separately.
    pub states: u64,
    /// Number of states; mirror images count once.
    pub classes: u64,
    /// Number of goal states; mirror images count separately.
    pub goal_states: u64,
    /// Number of goal states; mirror images count once.
    pub goal_classes: u64,
    /// Number of components when mirror images are distinct, each the mirror image of the others:
    /// 1, 2 or 4.
    pub images: u64,
}

impl Component {
    /// Returns the number of states that are reachable from one of them.
    pub const fn reachable(&self) -> u64 {
        self.states / self.images
    }
}

/// The components of a space, counted by their sizes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ComponentCounts {
    counted: BTreeMap<Component, u64>,
}

impl ComponentCounts {
    /// Iterates over the distinct components, the largest first, with the number of each.
    pub fn iter(&self) -> impl Iterator<Item = (Component, u64)> + '_ {
        self.counted
            .iter()
            .rev()
            .map(|(&component, &count)| (component, count))
    }

    /// Returns the number of components; mirror images count separately.
    pub fn count(&self) -> u64 {
        self.sum(|component| component.images)
    }

    /// Returns the number of components with a goal; mirror images count separately.
    pub fn solvable(&self) -> u64 {
        self.sum(|component| {
            if component.goal_states > 0 {
                component.images
            } else {
                0
            }
        })
    }

    /// Returns the number of all states.
    pub fn states(&self) -> u64 {
        self.sum(|component| component.states)
    }

    /// Returns the number of all states; mirror images count once.
    pub fn classes(&self) -> u64 {
        self.sum(|component| component.classes)
    }

    fn sum(&self, of: impl Fn(&Component) -> u64) -> u64 {
        self.counted
            .iter()
            .map(|(component, count)| of(component) * count)
            .sum()
    }
}

/// Number of ranks that are classified at a time.
const AT_ONCE: usize = 4096;

/// Finds every component of a space. If `space` identifies mirror images, `plain` is the space that
/// distinguishes them.
///
/// # Complexity
/// Time is linear in the ranks, memory three bits a rank for each of the two spaces.
pub fn components(
    space: &(dyn Space<u64> + 'static),
    plain: Option<&(dyn Space<u64> + 'static)>,
    threads: usize,
    monitor: &mut Monitor<'_>,
) -> Result<ComponentCounts, LayerError> {
    let mut classes = RankedEngine::new(space.another(), threads);
    let mut states = plain.map(|plain| RankedEngine::new(plain.another(), threads));
    for engine in std::iter::once(&mut classes).chain(&mut states) {
        engine.begin(Sources::States(&[]), monitor)?;
    }
    let mut space = space.another();
    let mut components = ComponentCounts::default();
    let mut unseen = Vec::new();
    let mut found = Vec::new();
    let all = space.ranks().expect("the keys of the space are ranks");
    for first in (0..all).step_by(AT_ONCE) {
        let ranks = first..all.min(first + AT_ONCE as u64);
        unseen.clear();
        unseen.extend(ranks.filter(|&rank| !classes.has_seen(rank)));
        classes.check(unseen.len() / 4, monitor)?;
        found.clear();
        space.classify(&unseen, &mut found);
        for (&rank, class) in unseen.iter().zip(&found) {
            // A class is met at its canonical form, unless it has been met before.
            if class.is_some_and(|(own, _)| own == rank) && !classes.has_seen(rank) {
                let all = flood(&mut classes, rank, monitor)?;
                let one = match &mut states {
                    Some(states) => {
                        states.count_with(&classes);
                        let one = flood(states, rank, monitor)?.states;
                        classes.count_with(states);
                        one
                    }
                    None => all.states,
                };
                let component = Component {
                    states: all.states,
                    classes: all.classes,
                    goal_states: all.goal_states,
                    goal_classes: all.goal_classes,
                    images: all.states / one,
                };
                *components.counted.entry(component).or_insert(0) += 1;
            }
        }
    }
    Ok(components)
}

/// Counts the states that are reachable from an unseen state.
fn flood(
    engine: &mut RankedEngine,
    rank: u64,
    monitor: &mut Monitor<'_>,
) -> Result<Layer, LayerError> {
    let mut layer = engine.begin_another(rank)?;
    let mut all = layer;
    while layer.classes > 0 {
        layer = engine.advance(monitor)?;
        all.add(&layer);
    }
    Ok(all)
}
