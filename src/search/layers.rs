//! Breadth-first search of everything, one layer at a time, from any number of sources.
//!
//! What counts is how many states lie at each distance, and where the farthest are; no paths. As
//! moves can be undone, a successor of layer `d` lies in `d - 1`, `d` or `d + 1`, so that an engine
//! needs the last two layers to know what is new (Korf, Zhang, Thayer, Hohwald, "Frontier Search",
//! *Journal of the ACM* 52, 2005). All engines give the same layers.

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::control::{StopReason, Watch};

use super::StateSpace;

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
    /// Counts one more class, that of `state`; says whether it is a goal.
    #[inline(always)]
    pub(crate) fn count<S: StateSpace>(&mut self, space: &S, state: &S::State) -> bool {
        let is_goal = space.is_goal(&space.key(state));
        let orbit = space.orbit(state);
        self.classes += 1;
        self.states += orbit;
        self.goal_classes += u64::from(is_goal);
        self.goal_states += if is_goal { orbit } else { 0 };
        is_goal
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
pub(crate) enum Sources<'a, K> {
    /// With these; doubles count once.
    Keys(&'a [K]),
    /// With every goal that the search before this one has met.
    Goals,
}

/// What ends a layer before it is complete.
#[derive(Error, Debug)]
pub(crate) enum Halt {
    /// A limit, or the observer.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// A file could not be written or read.
    #[error(transparent)]
    File(#[from] io::Error),
}

impl Halt {
    /// What is left of it where nothing watches: the error of a file.
    pub(crate) fn unwatched(self) -> io::Error {
        match self {
            Halt::File(error) => error,
            Halt::Stopped(reason) => io::Error::other(reason),
        }
    }
}

/// What an engine takes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Room {
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of files.
    pub disk: u64,
}

/// An engine that searches by layers.
pub(crate) trait LayerSearch<K> {
    /// Forgets everything but the goals; the sources become layer 0, which is returned.
    fn begin(&mut self, sources: Sources<'_, K>, watch: &mut Watch<'_>) -> Result<Layer, Halt>;

    /// Expands the last layer into the next, which is returned; it has no states at the end, and
    /// then the layer before it stays the last.
    fn advance(&mut self, watch: &mut Watch<'_>) -> Result<Layer, Halt>;

    /// The least keys of the last layer, in order, no more than `most`.
    fn last_layer(&mut self, most: usize) -> Result<Vec<K>, Halt>;

    /// The keys from a source of the last search to this state, by a shortest way; none where the
    /// state was not met, or the engine has forgotten the layers between.
    fn way_to(&mut self, key: &K) -> Result<Option<Vec<K>>, Halt>;

    /// What it takes now.
    fn room(&self) -> Room;

    /// Writes what [`restore`](Self::restore) needs to go on after the last layer. To be called
    /// only after a layer that is complete: after a halt, the next one is half made.
    fn save(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Becomes what the engine was that saved this, over the same space; what it was before is
    /// forgotten. Bytes that make no sense are an error of the kind `InvalidData`, and then the
    /// engine is to [`begin`](Self::begin) anew. Nothing is allocated for what is not there.
    fn restore(&mut self, input: &mut dyn Read) -> io::Result<()>;
}
