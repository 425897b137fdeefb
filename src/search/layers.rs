//! Breadth-first search of everything, one layer at a time, from any number of sources.
//!
//! What counts is how many states lie at each distance, and where the farthest are; no paths. As
//! moves can be undone, a successor of layer `d` lies in `d - 1`, `d` or `d + 1`, so that an engine
//! needs the last two layers to know what is new (Korf, Zhang, Thayer, Hohwald, "Frontier Search",
//! *Journal of the ACM* 52, 2005). All engines give the same layers.

use std::collections::BinaryHeap;
use std::io::{self, Read, Write};

use thiserror::Error;

use crate::control::{Monitor, StopReason};

use super::space::{Key, OrbitInfo, Space, StateWords};

/// The states at one distance from the nearest source.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Layer {
    /// States, symmetric ones taken for one.
    pub classes: u64,
    /// States, each for itself.
    pub states: u64,
    /// Those of the classes that are goals.
    pub goal_classes: u64,
    /// Those of the states that are goals.
    pub goal_states: u64,
}

impl Layer {
    /// Counts one more class.
    #[inline(always)]
    pub(crate) const fn count(&mut self, class: OrbitInfo) {
        let (orbit, goal) = (class.orbit(), class.is_goal() as u64);
        self.classes += 1;
        self.states += orbit;
        self.goal_classes += goal;
        self.goal_states += goal * orbit;
    }

    /// The two together.
    pub(crate) const fn add(&mut self, other: &Layer) {
        self.classes += other.classes;
        self.states += other.states;
        self.goal_classes += other.goal_classes;
        self.goal_states += other.goal_states;
    }
}

/// Where a search by layers begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sources<'a> {
    /// With these; doubles count once.
    States(&'a [StateWords]),
    /// With every goal that the search before this one has met.
    Goals,
}

/// Which states of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StateFilter {
    /// All of them.
    All,
    /// Those that are goals.
    Goals,
}

impl StateFilter {
    /// Leaves these of some states.
    pub(crate) fn retain<K: Key>(self, space: &mut dyn Space<K>, keys: &mut Vec<K>) {
        if self == StateFilter::Goals {
            let mut classes = Vec::with_capacity(keys.len());
            space.classify(keys, &mut classes);
            let mut classes = classes.iter();
            keys.retain(|_| {
                let class = classes.next().copied().flatten();
                class.is_some_and(|(_, class)| class.is_goal())
            });
        }
    }
}

/// What ends a layer before it is complete.
#[derive(Error, Debug)]
pub(crate) enum LayerError {
    /// A limit, or the observer.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// A file could not be written or read.
    #[error(transparent)]
    File(io::Error),
}

impl From<io::Error> for LayerError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::OutOfMemory => LayerError::Stopped(StopReason::OutOfMemory),
            _ => LayerError::File(error),
        }
    }
}

impl LayerError {
    /// Converts it for callers that expect only the error of a file.
    pub(crate) fn into_io(self) -> io::Error {
        match self {
            LayerError::File(error) => error,
            LayerError::Stopped(StopReason::OutOfMemory) => io::ErrorKind::OutOfMemory.into(),
            LayerError::Stopped(reason) => io::Error::other(reason),
        }
    }

    /// What is left of it where the engine keeps no files: the reason to stop.
    pub(crate) fn in_memory(self) -> StopReason {
        match self {
            LayerError::Stopped(reason) => reason,
            LayerError::File(error) => panic!("there are no files: {error}"),
        }
    }
}

/// What an engine takes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MemoryUsage {
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of files.
    pub disk: u64,
}

/// An engine that searches by layers. States go in and come out spelt out in words, so that all
/// engines are alike to those who use them.
pub(crate) trait LayerSearch: Send {
    /// Forgets everything but the goals; the sources become layer 0, which is returned.
    fn begin(&mut self, sources: Sources<'_>, watch: &mut Monitor<'_>)
    -> Result<Layer, LayerError>;

    /// Expands the last layer into the next, which is returned; it has no states at the end, and
    /// then the layer before it stays the last.
    fn advance(&mut self, watch: &mut Monitor<'_>) -> Result<Layer, LayerError>;

    /// The least of these states of the last layer, in order, no more than `most`.
    fn last_layer(
        &mut self,
        which: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError>;

    /// The states from a source of the last search to this one, by a shortest way; none where it
    /// was not met, or the engine has forgotten the layers between.
    fn way_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError>;

    /// What it takes now.
    fn memory_usage(&self) -> MemoryUsage;

    /// Bytes of memory that it keeps between two layers.
    fn bytes_held(&self) -> usize {
        usize::try_from(self.memory_usage().memory).unwrap_or(usize::MAX)
    }

    /// Writes what [`restore`](Self::restore) needs to go on after the last layer. To be called
    /// only after a layer that is complete: after a halt, the next one is half made.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Becomes what the engine was that saved this, over the same space; what it was before is
    /// forgotten. Bytes that make no sense are an error of the kind `InvalidData`, and then the
    /// engine is to [`begin`](Self::begin) anew. Nothing is allocated for what is not there.
    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Writes numbers of eight bytes, little-endian.
pub(crate) fn write_numbers(out: &mut dyn Write, numbers: &[u64]) -> io::Result<()> {
    numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
}

/// Reads what [`write_numbers`] wrote.
pub(crate) fn read_numbers<const N: usize>(input: &mut dyn Read) -> io::Result<[u64; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        *number = u64::from_le_bytes(bytes);
    }
    Ok(numbers)
}

/// The least of many states, up to a number: those that are kept of a large last layer.
pub(crate) struct SmallestStates {
    most: usize,
    states: BinaryHeap<StateWords>,
}

impl SmallestStates {
    pub(crate) const fn new(most: usize) -> Self {
        SmallestStates { most, states: BinaryHeap::new() }
    }

    pub(crate) fn offer(&mut self, state: StateWords) {
        let is_less = || self.states.peek().is_some_and(|largest| state < *largest);
        if self.states.len() < self.most || is_less() {
            self.states.push(state);
        }
        if self.states.len() > self.most {
            self.states.pop();
        }
    }

    /// Returns the states in ascending order.
    pub(crate) fn into_sorted(self) -> Vec<StateWords> {
        self.states.into_sorted_vec()
    }
}
