//! What a person can choose about an exploration.

use std::num::NonZero;
use std::path::PathBuf;

use crate::board::{Board, BoardError};
use crate::control::Limits;
use crate::puzzle::{Metric, Puzzle};
use crate::sliding::Mirroring;

/// Which engine searches by layers. All find the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EngineChoice {
    /// The last layers in memory, in hashed tables.
    Hashed,
    /// Three bits in memory for every placement of the pieces, reachable or not.
    Ranked,
    /// All layers in files of the work folder.
    Layered,
}

impl EngineChoice {
    /// All of them.
    pub const ALL: [EngineChoice; 3] =
        [EngineChoice::Hashed, EngineChoice::Ranked, EngineChoice::Layered];

    /// The word that names it: `hashed`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EngineChoice::Hashed => "hashed",
            EngineChoice::Ranked => "ranked",
            EngineChoice::Layered => "layered",
        }
    }
}

/// How far an exploration goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Scope {
    /// The layers around the start, and no more.
    Layers,
    /// Every stage that there is memory for.
    #[default]
    Everything,
}

/// How to explore. The default finds out everything, in `move`s, without limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// What counts as one.
    pub metric: Metric,
    /// What to make of mirror images.
    pub mirroring: Mirroring,
    /// When to give up, for all stages together.
    pub limits: Limits,
    /// How much to find out.
    pub scope: Scope,
    /// Threads that search.
    pub threads: NonZero<usize>,
    /// What searches by layers; without this, what the size of the space and the limit on memory
    /// suggest.
    pub engine: Option<EngineChoice>,
    /// The folder in which the run is kept, so that it can be resumed; its own, and its files'.
    /// Needs the feature `files`.
    pub work_folder: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            metric: Metric::default(),
            mirroring: Mirroring::default(),
            limits: Limits::default(),
            scope: Scope::default(),
            threads: match std::thread::available_parallelism() {
                Ok(threads) if cfg!(feature = "threads") => threads,
                _ => NonZero::<usize>::MIN,
            },
            engine: None,
            work_folder: None,
        }
    }
}

/// The board of a puzzle, on which mirror images are one if they are equally far from the start.
pub(super) fn compile(puzzle: &Puzzle, mirroring: Mirroring) -> Result<Board, BoardError> {
    let board = Board::new(puzzle)?;
    Ok(match mirroring {
        Mirroring::Canonical => board.with_symmetry_of_start(),
        Mirroring::Off => board.without_symmetry(),
    })
}
