//! The engines that an exploration can be done with, and which is the one for a space before it is
//! known how large that is.

use crate::board::Board;
use crate::search::degrees::Tally;
use crate::search::hashed::Hashed;
#[cfg(feature = "files")]
use crate::search::layered::Layered;
use crate::search::layers::LayerSearch;
use crate::search::ranked::Ranked;
use crate::sliding::spaces::{self, BoardSpace, with_space};

use super::checkpoint::{Pace, WorkFolder};
use super::options::{EngineChoice, Options};
use super::{Engine, ExploreError};

impl EngineChoice {
    /// How often a run with it is to be written down.
    pub(super) const fn pace(self) -> Pace {
        match self {
            EngineChoice::Hashed | EngineChoice::Ranked => Pace::Twentieth,
            EngineChoice::Layered => Pace::EveryLayer,
        }
    }

    /// The engine; the tally counts the moves of what it expands.
    pub(super) fn build(
        self,
        board: &Board,
        options: &Options,
        folder: Option<&WorkFolder>,
        tally: &Tally,
    ) -> Result<Box<dyn LayerSearch>, ExploreError> {
        let (metric, has_images) = (options.metric, board.symmetry().order() > 1);
        let threads = if cfg!(feature = "threads") { options.threads.get() } else { 1 };
        let ranked = || {
            let space = spaces::ranked(board, metric);
            let space = space.ok_or_else(|| ExploreError::too_many_ranks(board))?;
            Ok::<_, ExploreError>(tally.counting(space, has_images))
        };
        Ok(match self {
            EngineChoice::Hashed => {
                with_space!(BoardSpace::of(board, metric), space => {
                    Box::new(Hashed::new(tally.counting(space, has_images), threads))
                })
            }
            EngineChoice::Ranked => {
                let engine = Ranked::new(ranked()?, threads);
                Box::new(match folder {
                    Some(folder) => engine.with_folder(folder.path()),
                    None => engine,
                })
            }
            #[cfg(not(feature = "files"))]
            EngineChoice::Layered => return Err(ExploreError::NoWorkFolder),
            #[cfg(feature = "files")]
            EngineChoice::Layered => {
                let files = folder.ok_or(ExploreError::NoWorkFolder)?.layers();
                Box::new(Layered::new(ranked()?, threads, &files))
            }
        })
    }
}

/// What the hashed engine takes for a state of one word, and for each word more: the last layers of
/// a space are as a rule less than a third of it, and a state of them takes less than thrice this.
const BYTES_OF_HASHED: (u64, u64) = (12, 9);

impl EngineChoice {
    /// The engine for a board where the user has named none, and why it is the one.
    ///
    /// What can be reached is not known before the search, only that it is no more than all ranks. It
    /// may be a tiny part of them, so that a run begins with the engine that is cheapest for a small
    /// space, and [goes over](Self::after_memory) to another if there is too much for that.
    pub(super) fn automatic(board: &Board, options: &Options) -> (Self, Engine) {
        let (choice, reason) = choose(&SpaceSize::of(board), options);
        (choice, choice.because(&reason))
    }

    /// The engine to go over to when another has run out of memory, and why it is the one;
    /// none if the positions cannot be numbered.
    #[cfg(feature = "files")]
    pub(super) fn after_memory(
        board: &Board,
        options: &Options,
        before: &Engine,
    ) -> Option<(Self, Engine)> {
        let bytes = Ranked::bytes_for(board.ranks()?);
        let would_fit = options.limits.max_bytes.is_none_or(|most| bytes <= most as u64);
        // A machine may have less than the limit allows.
        let (choice, reason) = if would_fit && before.name != EngineChoice::Ranked.word() {
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
        Engine { name: self.word().to_owned(), reason: reason.to_owned() }
    }
}

/// From so many ranks on, a table for all of them is faster than hashing, if most are reached.
const MANY_RANKS: u64 = 1 << 22;

/// How large a space may be.
struct SpaceSize {
    /// None where they cannot be numbered.
    ranks: Option<u64>,
    /// Whether every piece is a single cell, so that half of the placements or all are reached.
    is_full: bool,
    images: u64,
    words: u64,
}

impl SpaceSize {
    fn of(board: &Board) -> Self {
        SpaceSize {
            ranks: board.ranks(),
            is_full: board.kinds().iter().all(|kind| kind.shape.area() == 1),
            images: board.symmetry().order() as u64,
            words: board.bits().div_ceil(64) as u64,
        }
    }

    /// What the hashed engine takes at most.
    fn hashed(&self) -> Option<u64> {
        let (first, further) = BYTES_OF_HASHED;
        (self.ranks? / self.images).checked_mul(first + further * (self.words - 1))
    }
}

/// How many states can be reached, mirror images taken for one, where that is known without a search:
/// of single cells all placements, or half of them where all cells differ and one is empty.
pub(super) fn states_of_cells(board: &Board, empties: usize) -> Option<u64> {
    let space = SpaceSize::of(board);
    let is_half = empties == 1 && board.kinds().iter().all(|kind| kind.pieces.len() == 1);
    let reached = space.ranks? / space.images / if is_half { 2 } else { 1 };
    (space.is_full && empties > 0).then_some(reached)
}

fn choose(space: &SpaceSize, options: &Options) -> (EngineChoice, String) {
    let ranked = space.ranks.map(Ranked::bytes_for);
    let has_room = |bytes| options.limits.max_bytes.is_none_or(|most| bytes <= most as u64);
    if space.is_full && space.ranks >= Some(MANY_RANKS) && ranked.is_some_and(has_room) {
        let reason = "many placements of single cells, most of which can be reached";
        return (EngineChoice::Ranked, reason.to_owned());
    }
    let Some(most) = options.limits.max_bytes.map(|most| most as u64) else {
        return (EngineChoice::Hashed, "the fastest, and no limit on memory is set".to_owned());
    };
    if space.hashed().is_some_and(|bytes| bytes <= most) {
        return (EngineChoice::Hashed, "the fastest, and all placements would fit".to_owned());
    }
    // A run that is kept stays with its engine, so that it must be one that gets to the end.
    let is_kept = options.work_folder.is_some();
    if is_kept && ranked.is_some_and(has_room) {
        let reason = "three bits for each placement fit, whatever can be reached";
        return (EngineChoice::Ranked, reason.to_owned());
    }
    if is_kept && space.ranks.is_some() {
        return (EngineChoice::Layered, "it may be more than fits into memory".to_owned());
    }
    let reason = "the fastest, as long as what can be reached fits into memory";
    (EngineChoice::Hashed, reason.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::Explorer;
    use super::*;
    use crate::control::Limits;
    use crate::puzzle::Puzzle;
    use crate::sliding::Mirroring;

    fn chosen(
        space: &SpaceSize,
        max_bytes: Option<usize>,
        work_folder: Option<&str>,
    ) -> EngineChoice {
        let limits = Limits { max_bytes, ..Limits::default() };
        let work_folder = work_folder.map(Into::into);
        choose(space, &Options { limits, work_folder, ..Options::default() }).0
    }

    #[test]
    fn hashed_until_memory_has_run_out_but_a_run_that_is_kept_begins_with_what_can_end() {
        let vast = SpaceSize { ranks: Some(479_001_600), is_full: false, images: 1, words: 1 };
        for (max_bytes, folder, choice) in [
            (None, None, EngineChoice::Hashed),
            (Some(6_000_000_000), None, EngineChoice::Hashed),
            (Some(1_000_000_000), None, EngineChoice::Hashed),
            (Some(1_000_000_000), Some("run"), EngineChoice::Ranked),
            (Some(100_000_000), Some("run"), EngineChoice::Layered),
            (Some(100_000_000), None, EngineChoice::Hashed),
        ] {
            assert_eq!(chosen(&vast, max_bytes, folder), choice, "{max_bytes:?} {folder:?}");
        }
    }

    #[test]
    fn a_space_of_single_cells_is_ranked_if_it_is_large() {
        let tiles = |ranks| SpaceSize { ranks: Some(ranks), is_full: true, images: 1, words: 1 };
        assert_eq!(chosen(&tiles(362_880), None, None), EngineChoice::Hashed);
        assert_eq!(chosen(&tiles(479_001_600), None, None), EngineChoice::Ranked);
        assert_eq!(chosen(&tiles(479_001_600), Some(1 << 20), None), EngineChoice::Hashed);
    }

    #[test]
    fn how_many_states_single_cells_have_is_known_before_the_search() {
        for (start, goal, known) in [
            ("A B C\nD E .", "E D C\nB A .", Some(360)),
            ("A B C\nD E .", ". . .\n. A .", Some(30)),
            ("A B C\nD . .", "D C B\nA . .", Some(360)),
            ("A A B\nC . .", ". . .\nA A .", None),
        ] {
            let text = format!("{start}\n\ngoal:\n{goal}\n");
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let board = Board::new(&puzzle).expect("it fits").without_symmetry();
            assert_eq!(states_of_cells(&board, puzzle.empties()), known, "{text}");
            let options = Options { mirroring: Mirroring::Off, ..Options::default() };
            let found = Explorer::new(&puzzle, &options).expect("it fits").explore();
            let found = found.expect("no files").from_start.total().states;
            assert!(known.is_none_or(|known| known == found), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_numbered_is_hashed() {
        let vast = SpaceSize { ranks: None, is_full: false, images: 4, words: 10 };
        assert_eq!(chosen(&vast, Some(1 << 30), Some("run")), EngineChoice::Hashed);
    }
}
