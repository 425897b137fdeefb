//! The engines that an exploration can be done with.

use crate::board::{Arrangement, Board};
use crate::search::layers::LayerSearch;
use crate::sliding::layers;

use super::checkpoint::{Pace, WorkFolder};
use super::options::Options;
use super::{Engine, ExploreError};

/// Which engine searches by layers. All find the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum EngineChoice {
    /// The last layers in memory, in hashed tables.
    #[default]
    Hashed,
    /// All layers in files of the work folder.
    Layered,
}

impl EngineChoice {
    /// All of them.
    pub const ALL: [EngineChoice; 2] = [EngineChoice::Hashed, EngineChoice::Layered];

    /// The word that names it: `hashed`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            EngineChoice::Hashed => "hashed",
            EngineChoice::Layered => "layered",
        }
    }

    /// How often a run with it is to be written down.
    pub(super) const fn pace(self) -> Pace {
        match self {
            EngineChoice::Hashed => Pace::Twentieth,
            EngineChoice::Layered => Pace::EveryLayer,
        }
    }

    /// The engine, and what there is to say of it.
    pub(super) fn build(
        self,
        board: &Board,
        options: &Options,
        folder: Option<&WorkFolder>,
    ) -> Result<(Box<dyn LayerSearch<Arrangement>>, Engine), ExploreError> {
        let threads = options.threads.get();
        let (search, reason) = match self {
            EngineChoice::Hashed => {
                (layers::hashed(board, options.metric, threads), "it fits into memory")
            }
            EngineChoice::Layered => {
                let files = folder.ok_or(ExploreError::NoWorkFolder)?.layers();
                let search = layers::on_disk(board, options.metric, threads, &files);
                (search.ok_or(ExploreError::TooManyRanks)?, "it was asked for")
            }
        };
        Ok((search, Engine { name: self.word().to_owned(), reason: reason.to_owned() }))
    }
}
