//! All states of a numbered space, not only those that can be reached from one of them.

use std::collections::BTreeMap;

use crate::control::Monitor;

use super::layers::{Layer, LayerError, LayerSearch, Sources};
use super::ranked::RankedEngine;
use super::space::Space;

/// States that can be reached from each other, mirror images taken for one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Component {
    /// States, each for itself, its mirror images among them.
    pub states: u64,
    /// States, symmetric ones taken for one.
    pub classes: u64,
    /// Those of the states that are goals.
    pub goal_states: u64,
    /// Those of the classes that are goals.
    pub goal_classes: u64,
    /// In how many parts, each the mirror image of the others, it falls when mirror images are
    /// told apart: 1, 2 or 4.
    pub images: u64,
}

impl Component {
    /// States that can be reached from one of them, each for itself.
    #[must_use]
    pub const fn reachable(&self) -> u64 {
        self.states / self.images
    }
}

/// The components of a space, by their figures.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ComponentCounts {
    counted: BTreeMap<Component, u64>,
}

impl ComponentCounts {
    /// The different figures, the largest first, and how many components have them.
    pub fn iter(&self) -> impl Iterator<Item = (Component, u64)> + '_ {
        self.counted.iter().rev().map(|(&component, &count)| (component, count))
    }

    /// How many there are, mirror images told apart.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.sum(|component| component.images)
    }

    /// How many of those hold a goal.
    #[must_use]
    pub fn solvable(&self) -> u64 {
        self.sum(|component| if component.goal_states > 0 { component.images } else { 0 })
    }

    /// All states.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.sum(|component| component.states)
    }

    /// All states, symmetric ones taken for one.
    #[must_use]
    pub fn classes(&self) -> u64 {
        self.sum(|component| component.classes)
    }

    fn sum(&self, of: impl Fn(&Component) -> u64) -> u64 {
        self.counted.iter().map(|(component, count)| of(component) * count).sum()
    }
}

/// Ranks that are looked through at a time.
const AT_ONCE: usize = 4096;

/// Finds every component of a space. `plain` is the same space with mirror images told apart, where
/// `space` takes them for one.
///
/// # Complexity
/// Time is linear in the ranks, memory three bits a rank for each of the two spaces.
pub(crate) fn components(
    space: &dyn Space<u64>,
    plain: Option<&dyn Space<u64>>,
    threads: usize,
    watch: &mut Monitor<'_>,
) -> Result<ComponentCounts, LayerError> {
    let mut classes = RankedEngine::new(space.another(), threads);
    let mut states = plain.map(|plain| RankedEngine::new(plain.another(), threads));
    for engine in std::iter::once(&mut classes).chain(&mut states) {
        engine.begin(Sources::States(&[]), watch)?;
    }
    let mut space = space.another();
    let mut components = ComponentCounts::default();
    let (mut unseen, mut found) = (Vec::new(), Vec::new());
    let all = space.ranks().expect("the keys of the space are ranks");
    for first in (0..all).step_by(AT_ONCE) {
        let ranks = first..all.min(first + AT_ONCE as u64);
        unseen.clear();
        unseen.extend(ranks.filter(|&rank| !classes.has_seen(rank)));
        classes.check(unseen.len() / 4, watch)?;
        found.clear();
        space.classify(&unseen, &mut found);
        for (&rank, class) in unseen.iter().zip(&found) {
            // A class is met at its canonical form, unless it has been met before.
            if class.is_some_and(|(own, _)| own == rank) && !classes.has_seen(rank) {
                let all = flood(&mut classes, rank, watch)?;
                let one = match &mut states {
                    Some(states) => {
                        states.count_with(&classes);
                        let one = flood(states, rank, watch)?.states;
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

/// Everything that can be reached from a state that was not seen before.
fn flood(
    engine: &mut RankedEngine,
    rank: u64,
    watch: &mut Monitor<'_>,
) -> Result<Layer, LayerError> {
    let mut layer = engine.begin_another(rank)?;
    let mut all = layer;
    while layer.classes > 0 {
        layer = engine.advance(watch)?;
        all.add(&layer);
    }
    Ok(all)
}
