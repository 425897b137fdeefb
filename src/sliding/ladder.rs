//! The engines that search by layers, and which of them a board is for.

use crate::board::Board;
use crate::control::Limits;
use crate::search::degrees::Tally;
use crate::search::hashed::Hashed;
#[cfg(feature = "files")]
use crate::search::layered::Layered;
use crate::search::layers::LayerSearch;
use crate::search::ranked::Ranked;
use crate::search::space::Space;

use super::bfs_config::{BfsConfig, Engine, EngineChoice};
use super::checkpoint::{CheckpointPolicy, WorkFolder};
use super::error::SolveError;
use super::spaces::{self, BoardSpace, with_space};

impl EngineChoice {
    /// How often a run with it is to be written down.
    pub(super) const fn pace(self) -> CheckpointPolicy {
        match self {
            EngineChoice::Hashed | EngineChoice::Ranked => CheckpointPolicy::Twentieth,
            EngineChoice::Layered | EngineChoice::Cluster => CheckpointPolicy::EveryLayer,
        }
    }

    /// The engine; the tally counts the moves of what it expands.
    pub(super) fn build(
        self,
        board: &Board,
        plan: &BfsConfig,
        folder: Option<&WorkFolder>,
        tally: &Tally,
    ) -> Result<Box<dyn LayerSearch>, SolveError> {
        let (metric, has_images) = (plan.metric, board.symmetry().order() > 1);
        let threads = if cfg!(feature = "threads") { plan.threads.get() } else { 1 };
        let ranked = || {
            let space = spaces::ranked(board, metric, &plan.limits)?;
            Ok::<_, SolveError>(tally.counting(space, has_images))
        };
        Ok(match self {
            EngineChoice::Hashed => {
                with_space!(BoardSpace::of(board, metric), space => {
                    Box::new(Hashed::new(tally.counting(space, has_images), threads))
                })
            }
            EngineChoice::Ranked => {
                let space = ranked()?;
                if folder.is_none() {
                    room_for_tables(&*space, 1, &plan.limits)?;
                }
                let engine = Ranked::new(space, threads);
                Box::new(match folder {
                    Some(folder) => engine.with_folder(folder.path()),
                    None => engine,
                })
            }
            #[cfg(not(feature = "files"))]
            EngineChoice::Layered => return Err(SolveError::NoWorkFolder),
            #[cfg(feature = "files")]
            EngineChoice::Layered => {
                let files = folder.ok_or(SolveError::NoWorkFolder)?.layers();
                Box::new(Layered::new(ranked()?, threads, &files))
            }
            EngineChoice::Cluster => return Err(SolveError::NoCluster),
        })
    }

    /// The engine for a board where the user has named none, and why it is the one.
    ///
    /// What can be reached is not known before the search, only that it is no more than all placements.
    /// It may be a tiny part of them, so that a run begins with the engine that is cheapest for a
    /// small space, and [goes over](Self::after_memory) to another if there is too much for that. A run
    /// that is kept stays with its engine, so that it must be one that gets to the end.
    pub(super) fn automatic(board: &Board, plan: &BfsConfig, is_kept: bool) -> (Self, Engine) {
        let is_full = board.reaches_most_placements();
        let most = plan.limits.max_bytes;
        // Placements of larger pieces are counted only where that is worth its time.
        let count = || board.ranks_within(most.unwrap_or(usize::MAX));
        let ranks = if is_full || is_kept && most.is_some() { count() } else { None };
        let size = SpaceSize {
            ranks,
            is_full,
            images: board.symmetry().order() as u64,
            words: board.bits().div_ceil(64) as u64,
        };
        let (choice, reason) = choose(&size, most.map(|most| most as u64), is_kept);
        (choice, choice.because(reason))
    }

    /// The engine to go over to when another has run out of memory, and why it is the one;
    /// none if the positions cannot be numbered.
    #[cfg(feature = "files")]
    pub(super) fn after_memory(
        board: &Board,
        limits: &Limits,
        before: &str,
    ) -> Option<(Self, Engine)> {
        let most = limits.max_bytes.unwrap_or(usize::MAX);
        let would_fit = Ranked::bytes_for(board.ranks_within(most)?) <= most as u64;
        // A machine may have less than the limit allows.
        let (choice, reason) = if would_fit && before != EngineChoice::Ranked.word() {
            (
                EngineChoice::Ranked,
                "the states were more than fits; three bits for each placement do",
            )
        } else {
            (EngineChoice::Layered, "the states were more than fits into memory")
        };
        Some((choice, choice.because(reason)))
    }

    /// What there is to say of this engine.
    pub(super) fn because(self, reason: &str) -> Engine {
        Engine::new(self.word(), reason)
    }
}

/// What the hashed engine takes for a state of one word, and for each word more: the last layers of
/// a space are as a rule less than a third of it, and a state of them takes less than thrice this.
const BYTES_OF_HASHED: (u64, u64) = (12, 9);

/// From so many ranks on, a table for all of them is faster than hashing, if most are reached.
const MANY_RANKS: u64 = 1 << 22;

/// How large a space may be.
struct SpaceSize {
    /// None where they cannot be numbered, or have not been counted.
    ranks: Option<u64>,
    /// Whether half of the placements or all are reached.
    is_full: bool,
    images: u64,
    words: u64,
}

impl SpaceSize {
    /// What the hashed engine takes at most.
    fn hashed(&self) -> Option<u64> {
        let (first, further) = BYTES_OF_HASHED;
        (self.ranks? / self.images).checked_mul(first + further * (self.words - 1))
    }
}

fn choose(space: &SpaceSize, most: Option<u64>, is_kept: bool) -> (EngineChoice, &'static str) {
    let has_room = |bytes: Option<u64>| bytes.is_some_and(|it| most.is_none_or(|most| it <= most));
    let ranked = space.ranks.map(Ranked::bytes_for);
    if space.is_full && space.ranks >= Some(MANY_RANKS) && has_room(ranked) {
        let reason = "many placements of single cells, most of which can be reached";
        return (EngineChoice::Ranked, reason);
    }
    if most.is_none() {
        return (EngineChoice::Hashed, "the fastest, and no limit on memory is set");
    }
    if !is_kept || space.ranks.is_none() {
        let reason = "the fastest while memory lasts";
        return (EngineChoice::Hashed, reason);
    }
    if has_room(space.hashed()) {
        return (EngineChoice::Hashed, "the fastest, and all placements would fit");
    }
    if has_room(ranked) {
        let reason = "three bits for each placement fit, whatever can be reached";
        return (EngineChoice::Ranked, reason);
    }
    (EngineChoice::Layered, "it may be more than fits into memory")
}

/// How many states can be reached, mirror images taken for one, where that is known without a search:
/// of single cells all placements, or half of them where all cells differ and one is empty.
pub(crate) fn states_of_cells(board: &Board, empties: usize) -> Option<u64> {
    let placements = board.placements_of_single_cells().filter(|_| board.reaches_most_placements());
    let placements = u64::try_from(placements?).ok()?;
    let is_half = empties == 1 && board.kinds().iter().all(|kind| kind.pieces.len() == 1);
    let reached = placements / board.symmetry().order() as u64 / if is_half { 2 } else { 1 };
    Some(reached)
}

/// Refuses so many tables of all placements if they are larger together than the limit on memory
/// leaves beside those of the space.
pub(crate) fn room_for_tables(
    space: &dyn Space<u64>,
    tables: u64,
    limits: &Limits,
) -> Result<(), SolveError> {
    let left = limits.less(space.table_bytes());
    let (Some(ranks), Some(most)) = (space.ranks(), left.max_bytes) else { return Ok(()) };
    let (bytes, most) = (Ranked::bytes_for(ranks).saturating_mul(tables), most as u64);
    if bytes > most { Err(SolveError::TableTooLarge { ranks, bytes, most }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(space: &SpaceSize, most: Option<u64>, is_kept: bool) -> EngineChoice {
        choose(space, most, is_kept).0
    }

    #[test]
    fn hashed_until_memory_has_run_out_but_a_run_that_is_kept_begins_with_what_can_end() {
        let vast = SpaceSize { ranks: Some(479_001_600), is_full: false, images: 1, words: 1 };
        for (most, is_kept, choice) in [
            (None, false, EngineChoice::Hashed),
            (Some(6_000_000_000), false, EngineChoice::Hashed),
            (Some(1_000_000_000), false, EngineChoice::Hashed),
            (Some(6_000_000_000), true, EngineChoice::Hashed),
            (Some(1_000_000_000), true, EngineChoice::Ranked),
            (Some(100_000_000), true, EngineChoice::Layered),
            (Some(100_000_000), false, EngineChoice::Hashed),
        ] {
            assert_eq!(chosen(&vast, most, is_kept), choice, "{most:?} {is_kept}");
        }
    }

    #[test]
    fn a_space_of_single_cells_is_ranked_if_it_is_large() {
        let tiles = |ranks| SpaceSize { ranks: Some(ranks), is_full: true, images: 1, words: 1 };
        assert_eq!(chosen(&tiles(362_880), None, false), EngineChoice::Hashed);
        assert_eq!(chosen(&tiles(479_001_600), None, false), EngineChoice::Ranked);
        assert_eq!(chosen(&tiles(479_001_600), Some(1 << 20), false), EngineChoice::Hashed);
    }

    #[test]
    fn what_cannot_be_numbered_is_hashed() {
        let vast = SpaceSize { ranks: None, is_full: false, images: 4, words: 10 };
        assert_eq!(chosen(&vast, Some(1 << 30), true), EngineChoice::Hashed);
    }
}
