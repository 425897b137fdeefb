//! Breadth-first search of all reachable states, one layer at a time, from any number of sources.
//!
//! It finds the number of states at each distance and the farthest states, without parents. Moves
//! are reversible, so a successor of layer `d` lies in layer `d - 1`, `d` or `d + 1`. An engine
//! needs only the last two layers to detect duplicates (Korf, Zhang, Thayer, Hohwald, "Frontier
//! Search", *Journal of the ACM* 52, 2005). All engines find the same layers.

use std::{
    collections::BinaryHeap,
    io::{self, Read, Write},
};

use thiserror::Error;

use crate::control::{Monitor, StopReason};

use super::space::{Key, OrbitInfo, Space, StateWords};

/// The states at one distance from the nearest source.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Debug,
    bincode::Encode,
    bincode::Decode,
    serde::Serialize,
    serde::Deserialize,
)]
#[non_exhaustive]
pub struct Layer {
    /// Number of states; mirror images count once.
    pub classes: u64,
    /// Number of states; mirror images count separately.
    pub states: u64,
    /// Number of goal states; mirror images count once.
    pub goal_classes: u64,
    /// Number of goal states; mirror images count separately.
    pub goal_states: u64,
}

impl Layer {
    /// Counts a class.
    #[inline(always)]
    pub(crate) const fn count(&mut self, class: OrbitInfo) {
        let orbit = class.orbit();
        let goal = class.is_goal() as u64;
        self.classes += 1;
        self.states += orbit;
        self.goal_classes += goal;
        self.goal_states += goal * orbit;
    }

    /// Adds the counts of another layer.
    pub(crate) const fn add(&mut self, other: &Layer) {
        self.classes += other.classes;
        self.states += other.states;
        self.goal_classes += other.goal_classes;
        self.goal_states += other.goal_states;
    }
}

/// The sources of a search by layers.
#[derive(Clone, Copy, Debug)]
pub enum Sources<'a> {
    /// These states; duplicates count once.
    States(&'a [StateWords]),
    /// Every goal that the search before this one has met.
    Goals,
}

/// Selects states of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, bincode::Encode, bincode::Decode)]
pub enum StateFilter {
    /// All states.
    All,
    /// The goal states.
    Goals,
}

impl StateFilter {
    /// Removes the other states.
    pub fn retain<K: Key>(self, space: &mut dyn Space<K>, keys: &mut Vec<K>) {
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

/// The cause of an incomplete layer.
#[derive(Error, Debug)]
pub enum LayerError {
    /// A limit or the observer stopped it.
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
    pub fn into_io(self) -> io::Error {
        match self {
            LayerError::File(error) => error,
            LayerError::Stopped(StopReason::OutOfMemory) => io::ErrorKind::OutOfMemory.into(),
            LayerError::Stopped(reason) => io::Error::other(reason),
        }
    }

    /// Converts it for engines without files, which only limits can stop.
    pub fn in_memory(self) -> StopReason {
        match self {
            LayerError::Stopped(reason) => reason,
            LayerError::File(error) => panic!("there are no files: {error}"),
        }
    }
}

/// Memory and disk space of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct MemoryUsage {
    /// Bytes of memory.
    #[serde(rename = "bytes")]
    pub memory: u64,
    /// Bytes of files.
    #[serde(rename = "disk_bytes")]
    pub disk: u64,
}

/// A breadth-first search engine. It takes and returns states as words, so that engines with
/// different types of keys have the same interface.
pub trait LayerSearch: Send + Sync {
    /// Discards everything but the goals. Returns layer 0, which consists of the sources.
    fn begin(
        &mut self,
        sources: Sources<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layer, LayerError>;

    /// Expands the last layer and returns the next. If that has no states, the search is complete,
    /// and the last layer stays the last.
    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<Layer, LayerError>;

    /// Returns the smallest of these states of the last layer, up to `most`, in ascending order.
    fn last_layer(
        &mut self,
        which: StateFilter,
        most: usize,
    ) -> Result<Vec<StateWords>, LayerError>;

    /// Returns the states on a shortest path from a source of the last search to this state.
    /// Returns `None` if the search has not met the state or the engine has discarded the layers
    /// between.
    fn path_to(&mut self, state: &[u64]) -> Result<Option<Vec<StateWords>>, LayerError>;

    /// Returns the memory and disk space that the engine takes now.
    fn memory_usage(&self) -> MemoryUsage;

    /// Returns the bytes of memory that the engine keeps between two layers.
    fn bytes_held(&self) -> usize {
        usize::try_from(self.memory_usage().memory).unwrap_or(usize::MAX)
    }

    /// Writes what [`restore`](Self::restore) needs to resume after the last layer. Call it only
    /// after a complete layer: if a layer was stopped, the engine holds half of the next one.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Replaces the state of the engine by what an engine over the same space has saved. Malformed
    /// bytes are an error of the kind `InvalidData`; after it, call [`begin`](Self::begin) again. A
    /// length in the file allocates nothing before its bytes are read.
    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()>;
}

/// Writes numbers of eight bytes, little-endian.
pub fn write_numbers(out: &mut dyn Write, numbers: &[u64]) -> io::Result<()> {
    numbers
        .iter()
        .try_for_each(|number| out.write_all(&number.to_le_bytes()))
}

/// Reads what [`write_numbers`] wrote.
pub fn read_numbers<const N: usize>(input: &mut dyn Read) -> io::Result<[u64; N]> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        *number = u64::from_le_bytes(bytes);
    }
    Ok(numbers)
}

/// Collects the smallest of many states, up to a number.
pub struct SmallestStates {
    most: usize,
    states: BinaryHeap<StateWords>,
}

impl SmallestStates {
    pub const fn new(most: usize) -> Self {
        SmallestStates {
            most,
            states: BinaryHeap::new(),
        }
    }

    pub fn offer(&mut self, state: StateWords) {
        let is_less = || self.states.peek().is_some_and(|largest| state < *largest);
        if self.states.len() < self.most || is_less() {
            self.states.push(state);
        }
        if self.states.len() > self.most {
            self.states.pop();
        }
    }

    /// Returns the states in ascending order.
    pub fn into_sorted(self) -> Vec<StateWords> {
        self.states.into_sorted_vec()
    }
}
