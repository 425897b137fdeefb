//! The engines that an exploration can be done with.

use crate::board::{Arrangement, Board};
use crate::search::layers::LayerSearch;
#[cfg(feature = "files")]
use crate::search::on_disk::OnDisk;
use crate::search::ranked::Ranked;
use crate::sliding::layers;

use super::ExploreError;
use super::checkpoint::{Pace, WorkFolder};
use super::options::Options;

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

    /// How often a run with it is to be written down.
    pub(super) const fn pace(self) -> Pace {
        match self {
            EngineChoice::Hashed | EngineChoice::Ranked => Pace::Twentieth,
            EngineChoice::Layered => Pace::EveryLayer,
        }
    }

    /// The engine.
    pub(super) fn build(
        self,
        board: &Board,
        options: &Options,
        folder: Option<&WorkFolder>,
    ) -> Result<Box<dyn LayerSearch<Arrangement>>, ExploreError> {
        let metric = options.metric;
        let threads = if cfg!(feature = "threads") { options.threads.get() } else { 1 };
        let search = match self {
            EngineChoice::Hashed => Some(layers::hashed(board, metric, threads)),
            EngineChoice::Ranked => layers::by_rank(board, metric, &|space| {
                let engine = Ranked::new(space, threads);
                Box::new(match folder {
                    Some(folder) => engine.with_folder(folder.path()),
                    None => engine,
                })
            }),
            #[cfg(not(feature = "files"))]
            EngineChoice::Layered => return Err(ExploreError::NoWorkFolder),
            #[cfg(feature = "files")]
            EngineChoice::Layered => {
                let files = folder.ok_or(ExploreError::NoWorkFolder)?.layers();
                layers::by_rank(board, metric, &|space| {
                    Box::new(OnDisk::new(space, threads, &files))
                })
            }
        };
        search.ok_or(ExploreError::TooManyRanks)
    }
}
