//! How a board is to be searched by layers.

use std::num::NonZero;

use crate::board::{Board, BoardError};
use crate::control::Limits;
use crate::puzzle::{Metric, Puzzle};

use super::mirroring::Mirroring;

/// Which engine searches by layers. All find the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineChoice {
    /// The last layers in memory, in hashed tables.
    Hashed,
    /// Three bits in memory for every placement of the pieces, reachable or not.
    Ranked,
    /// All layers in files of the work folder.
    Layered,
    /// The same on many machines, each with a part of every layer. Needs the feature `cluster`.
    Cluster,
}

impl EngineChoice {
    /// All of them that need one machine.
    pub const ALL: [EngineChoice; 3] =
        [EngineChoice::Hashed, EngineChoice::Ranked, EngineChoice::Layered];

    /// The word that names it: `hashed`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EngineChoice::Hashed => "hashed",
            EngineChoice::Ranked => "ranked",
            EngineChoice::Layered => "layered",
            EngineChoice::Cluster => "cluster",
        }
    }
}

/// An engine and why it was chosen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Engine {
    /// What it is called: `hashed`.
    pub name: String,
    /// Why it was chosen, in a few words.
    pub reason: String,
}

impl Engine {
    pub(crate) fn new(name: &str, reason: &str) -> Self {
        Engine { name: name.to_owned(), reason: reason.to_owned() }
    }
}

/// What searches by layers are for: as long as this is the same, and the puzzle, so are the layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BfsPurpose {
    /// A shortest solution: the layers around the start end with the nearest goal.
    Solution,
    /// The layers around the start.
    Layers,
    /// Those, the moves from each position, and the layers around the goals.
    Everything,
}

/// How a board is to be searched by layers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BfsConfig {
    pub(crate) metric: Metric,
    pub(crate) mirroring: Mirroring,
    pub(crate) purpose: BfsPurpose,
    pub(crate) limits: Limits,
    pub(crate) threads: NonZero<usize>,
    /// Without this, what suits the board and the limit on memory.
    pub(crate) engine: Option<EngineChoice>,
}

impl BfsConfig {
    /// The board of a puzzle, on which mirror images are one if they are equally far from where the
    /// layers begin, or from the goals where those are what is looked for.
    pub(crate) fn board(&self, puzzle: &Puzzle) -> Result<Board, BoardError> {
        match self.purpose {
            BfsPurpose::Solution => self.mirroring.board(puzzle),
            BfsPurpose::Layers | BfsPurpose::Everything => {
                self.mirroring.board_around_start(puzzle)
            }
        }
    }
}
