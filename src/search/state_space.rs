//! The engines for state spaces of one's own.

use std::{io, num::NonZero, path::Path, sync::Arc};

use crate::control::{Limits, Monitor, Observer, Outcome};

use super::{
    BreadthFirst, Target,
    layered::LayeredEngine,
    layers::{LayerError, LayerSearch, MemoryUsage, Sources, StateFilter},
    space::{ArrivalId, OrbitInfo, Space, StateWords, Successor},
};

/// Number of bits of a state.
const BITS: u32 = 61;

/// A puzzle, or any other graph that is searched from one vertex. Each state is a number whose
/// meaning only the space knows. The methods must be deterministic.
///
/// States are below 2⁶¹: 15 pieces with four bits each, or eight corners of a cube with seven. A
/// space that borrows its data can be searched in memory.
pub trait StateSpace: Send + Sync {
    /// Returns the state from which searches start.
    fn start(&self) -> u64;

    /// Appends the states that are one move away from a state, in any order; duplicates count
    /// once.
    fn successors(&self, state: u64, successors: &mut Vec<u64>);

    /// Whether a state is a goal.
    fn is_goal(&self, state: u64) -> bool;
}

/// A search of a [`StateSpace`]: what it is to find, and its limits. The
/// [front page](crate#ten-examples) has an example.
#[derive(Clone, Copy, Debug)]
pub struct StateSearch {
    /// Whether it visits every state, instead of ending with the nearest goal.
    pub everything: bool,
    /// The limits.
    pub limits: Limits,
    /// The number of threads of [`layered`](Self::layered).
    pub threads: NonZero<usize>,
}

impl Default for StateSearch {
    /// The nearest goal, without limits, on one thread.
    fn default() -> Self {
        StateSearch {
            everything: false,
            limits: Limits::default(),
            threads: NonZero::<usize>::MIN,
        }
    }
}

/// The result of a [`StateSearch`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StateSearchResult {
    /// The states on a shortest path from the start to a goal.
    pub outcome: Outcome<Vec<u64>>,
    /// Number of states at each distance from the start, for the complete layers.
    pub layers: Vec<u64>,
    /// Memory and disk space that the search took.
    pub usage: MemoryUsage,
}

impl StateSearch {
    /// Searches in memory, some 20 bytes a state.
    ///
    /// # Panics
    /// If a state is 2⁶¹ or more.
    pub fn breadth_first<S: StateSpace>(
        &self,
        space: &Arc<S>,
        observer: Observer<'_>,
    ) -> StateSearchResult {
        let target = if self.everything {
            Target::Everything
        } else {
            Target::Goal
        };
        let adapter = &mut StateSpaceAdapter::new(space);
        let start = [space.start()];
        let mut search = BreadthFirst::default();
        let found = search.search(adapter, &start, target, &self.limits, observer);
        let outcome = match found.outcome {
            Outcome::Exhausted if self.everything => (0..)
                .zip(search.nodes.keys())
                .find(|&(_, &state)| space.is_goal(state))
                .map_or(Outcome::Exhausted, |(node, _)| {
                    Outcome::Found(search.nodes.path_to(node))
                }),
            outcome => outcome,
        };
        StateSearchResult {
            outcome,
            layers: search.layers.iter().map(|&states| states as u64).collect(),
            usage: MemoryUsage {
                memory: found.statistics.bytes as u64,
                disk: 0,
            },
        }
    }

    /// Searches with files in `folder`, of which it has exclusive use. The files take about a byte
    /// a state and remain there. Memory is 256 MiB, unless the limits set another amount.
    ///
    /// Moves must be reversible: each state is a successor of each of its successors. The search
    /// compares new states with those of the last two layers only.
    ///
    /// # Errors
    /// If a file cannot be written or read.
    ///
    /// # Panics
    /// If a state is 2⁶¹ or more.
    pub fn layered<S: StateSpace + 'static>(
        &self,
        space: &Arc<S>,
        folder: &Path,
        observer: Observer<'_>,
    ) -> io::Result<StateSearchResult> {
        let adapter = Box::new(StateSpaceAdapter::new(space));
        let mut engine = LayeredEngine::new(adapter, self.threads.get(), folder);
        let mut layers = Vec::new();
        let mut goal = None;
        let monitor = &mut Monitor::new(self.limits, observer);
        let start = vec![space.start()];
        let end = self.search_layers(&mut engine, start, &mut layers, &mut goal, monitor);
        let outcome = match (end, goal) {
            (Err(LayerError::Stopped(reason)), _) => Outcome::Stopped(reason),
            (Err(LayerError::File(error)), _) => return Err(error),
            (Ok(()), None) => Outcome::Exhausted,
            (Ok(()), Some(goal)) => {
                let path = engine.path_to(&[goal]).map_err(LayerError::into_io)?;
                Outcome::Found(path.expect("a layer has the goal").concat())
            }
        };
        Ok(StateSearchResult {
            outcome,
            layers,
            usage: engine.memory_usage(),
        })
    }

    /// Searches layer by layer until the target is met.
    fn search_layers(
        &self,
        engine: &mut dyn LayerSearch,
        start: StateWords,
        layers: &mut Vec<u64>,
        goal: &mut Option<u64>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), LayerError> {
        let mut layer = engine.begin(Sources::States(&[start]), monitor)?;
        while layer.classes > 0 {
            layers.push(layer.states);
            if layer.goal_classes > 0 && goal.is_none() {
                *goal = engine
                    .last_layer(StateFilter::Goals, 1)?
                    .first()
                    .map(|state| state[0]);
                if !self.everything {
                    break;
                }
            }
            layer = engine.advance(monitor)?;
        }
        Ok(())
    }
}

/// A space of one's own, as the engines see it.
struct StateSpaceAdapter<S> {
    space: Arc<S>,
    /// The successors of one state.
    states: Vec<u64>,
}

impl<S: StateSpace> StateSpaceAdapter<S> {
    fn new(space: &Arc<S>) -> Self {
        StateSpaceAdapter {
            space: Arc::clone(space),
            states: Vec::new(),
        }
    }

    fn class(&self, state: u64) -> OrbitInfo {
        assert!(state >> BITS == 0, "state {state} is not below 2^{BITS}");
        OrbitInfo::new(1, self.space.is_goal(state))
    }
}

impl<S: StateSpace> Space<u64> for StateSpaceAdapter<S> {
    fn expand(&mut self, keys: &[u64], _: &[ArrivalId], successors: &mut Vec<Successor<u64>>) {
        for (place, &state) in (0..).zip(keys) {
            self.states.clear();
            self.space.successors(state, &mut self.states);
            successors.extend(self.states.iter().map(|&key| Successor {
                key,
                place,
                arrival: 0,
                class: self.class(key),
                image: 0,
            }));
        }
    }

    fn classify(&mut self, keys: &[u64], found: &mut Vec<Option<(u64, OrbitInfo)>>) {
        found.extend(keys.iter().map(|&key| Some((key, self.class(key)))));
    }

    fn another<'s>(&self) -> Box<dyn Space<u64> + 's>
    where
        Self: 's,
    {
        Box::new(StateSpaceAdapter::new(&self.space))
    }
}
