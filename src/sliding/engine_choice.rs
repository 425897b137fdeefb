//! The one place that chooses between the engines and builds them.
//!
//! | space | limit on memory | engine | why |
//! |---|---|---|---|
//! | up to 2^16 states, then up to 2^21 | any | `parents` | the fastest, on one core |
//! | larger, few goal states | any | `both-ends` | paths of half the length |
//! | larger, one thread | any | `parents` | as long as memory lasts |
//! | single cells, 2^22 placements or more | fits three bits a placement | `ranked` | most placements are reachable |
//! | any other | none, or the run is in memory | `hashed` | the fastest while memory lasts |
//! | any other, in a work folder | fits all placements hashed | `hashed` | cannot run out of memory |
//! | | fits three bits a placement | `ranked` | cannot run out of memory |
//! | | else | `layered` | files |
//! | memory ran out | fits three bits a placement | `ranked` | |
//! | memory ran out | else | `layered` | |
//!
//! The first three rows are [`ESCALATION`], for solutions only; the others [`choose`].

use crate::{
    board::Board,
    control::{Limits, Monitor, StopReason},
    file::RunFolder,
    search::{
        hashed::HashedEngine,
        layered::LayeredEngine,
        layers::LayerSearch,
        ranked::RankedEngine,
        space::{DegreeCounter, Space},
    },
};

use super::{
    engine::{Engine, EngineInfo},
    error::SolveError,
    options::BfsConfig,
    spaces::{self, BoardSpace, with_space},
};

impl Engine {
    /// Builds the engine; the counter counts the moves of each expanded state.
    ///
    /// # Errors
    /// If the monitor stops it, or the board does not fit the engine.
    pub(super) fn build(
        self,
        (board, config): (&Board, &BfsConfig),
        folder: Option<&RunFolder>,
        degree_counter: &DegreeCounter,
        monitor: &mut Monitor<'_>,
    ) -> Result<Box<dyn LayerSearch>, SolveError> {
        let metric = config.metric;
        let has_images = board.symmetry().order() > 1;
        let threads = config.threads.get();
        let mut ranked = || {
            let space = spaces::ranked(board, metric, monitor)?;
            Ok::<_, SolveError>(degree_counter.counting(space, has_images))
        };
        spaces::check_tables(board)?;
        Ok(match self {
            Engine::Hashed => {
                with_space!(BoardSpace::for_search(board, metric), typed => {
                    let words = spaces::saved_words(board, &typed);
                    let space = degree_counter.counting(typed.space, has_images);
                    Box::new(HashedEngine::new(space, threads).with_saved_words(words))
                })
            }
            Engine::Ranked => {
                let space = ranked()?;
                if folder.is_none() {
                    room_for_tables(&*space, 1, &config.limits)?;
                }
                let engine = RankedEngine::new(space, threads);
                Box::new(match folder {
                    Some(folder) => engine.with_folder(folder.path()),
                    None => engine,
                })
            }
            Engine::Layered => {
                let files = folder.ok_or(SolveError::NoWorkFolder)?.layers();
                Box::new(LayeredEngine::new(ranked()?, threads, &files))
            }
            Engine::Cluster => return Err(SolveError::NoCluster),
            other => return Err(SolveError::NotByLayers(other.word())),
        })
    }
}

/// States after which it pays to list the goals.
const FEW_STATES: usize = if cfg!(test) { 1 << 5 } else { 1 << 16 };

/// States that one core finds so fast that further cores do not pay.
const STATES_OF_ONE_CORE: usize = if cfg!(test) { 1 << 7 } else { 1 << 21 };

/// Bidirectional search pays if there are this many times more states than goals. With a dozen
/// times, the reconstruction of the path costs what the search saves.
pub const STATES_PER_GOAL: usize = if cfg!(test) { 8 } else { 64 };

const FEW: &str = "fastest for few states";
const FEW_GOALS: &str = "few goal states, so that two searches of half the depth suffice";

/// The engines that search for a solution before those by layers, with the most states that each
/// may store. For `both-ends` it is the number of states that did not suffice. The unlimited one is
/// for a single thread.
pub const ESCALATION: [(Engine, Option<usize>, &str); 5] = [
    (Engine::BreadthFirst, Some(FEW_STATES), FEW),
    (Engine::Bidirectional, Some(FEW_STATES), FEW_GOALS),
    (Engine::BreadthFirst, Some(STATES_OF_ONE_CORE), FEW),
    (Engine::Bidirectional, Some(STATES_OF_ONE_CORE), FEW_GOALS),
    (Engine::BreadthFirst, None, FEW),
];

/// Chooses the engine by layers, if the options name none.
///
/// The number of reachable states is unknown before the search and may be a tiny part of all
/// placements. A run in memory therefore begins with the engine that is cheapest for a small space,
/// and [another](after_memory) follows if memory runs out. A run in a work folder keeps its engine,
/// so it gets one that can finish.
///
/// # Errors
/// If the monitor stops the count of the placements for another reason than memory.
pub fn automatic(
    board: &Board,
    is_saved: bool,
    monitor: &mut Monitor<'_>,
) -> Result<EngineInfo, StopReason> {
    let is_full = board.reaches_most_placements();
    let most = monitor.limits().max_bytes;
    // Placements of larger pieces are counted only if the choice depends on them.
    let is_counted = is_full || is_saved && most.is_some();
    let ranks = if is_counted {
        ranks(board, monitor)?
    } else {
        None
    };
    let size = SpaceSize {
        ranks,
        is_full,
        images: board.symmetry().order() as u64,
        words: board.bits().div_ceil(64) as u64,
    };
    let (engine, reason) = choose(&size, most.map(|most| most as u64), is_saved);
    Ok(engine.because(reason))
}

/// Returns the number of placements; `None` if they cannot be ranked, or only with more memory.
fn ranks(board: &Board, monitor: &mut Monitor<'_>) -> Result<Option<u64>, StopReason> {
    match board.ranks(monitor) {
        Err(reason) if reason.is_memory() => Ok(None),
        ranks => ranks,
    }
}

/// Returns the engine that follows after `before` ran out of memory; `None` if the placements
/// cannot be ranked.
///
/// # Errors
/// If the monitor stops the count of the placements for another reason than memory.
pub fn after_memory(
    board: &Board,
    before: Engine,
    monitor: &mut Monitor<'_>,
) -> Result<Option<EngineInfo>, StopReason> {
    if board.is_one_way() {
        return Ok(None);
    }
    let most = monitor.limits().bytes();
    let Some(ranks) = ranks(board, monitor)? else {
        return Ok(None);
    };
    let would_fit = RankedEngine::bytes_for(ranks) <= most as u64;
    // A machine may have less memory than the limit allows.
    Ok(Some(if would_fit && before != Engine::Ranked {
        Engine::Ranked.because("the states did not fit into memory; three bits per placement do")
    } else {
        Engine::Layered.because("the states did not fit into memory")
    }))
}

/// Bytes of the hashed engine for each state of the space: with one word, and for each further
/// word. The last layers are usually less than a third of a space, and a state in them takes less
/// than three times this.
const BYTES_OF_HASHED: (u64, u64) = (12, 9);

/// From this number of ranks on, a table is faster than hashing, if most ranks are reached.
const MANY_RANKS: u64 = 1 << 22;

/// Bounds on the size of a space.
struct SpaceSize {
    /// `None` if the placements cannot be ranked, or were not counted.
    ranks: Option<u64>,
    /// Whether at least half of the placements are reachable.
    is_full: bool,
    images: u64,
    words: u64,
}

impl SpaceSize {
    /// Returns the most bytes of the hashed engine.
    fn hashed(&self) -> Option<u64> {
        let (first, further) = BYTES_OF_HASHED;
        (self.ranks? / self.images).checked_mul(first + further * (self.words - 1))
    }
}

/// Returns the engine of the first row whose condition holds.
fn choose(space: &SpaceSize, most: Option<u64>, is_saved: bool) -> (Engine, &'static str) {
    let has_room = |bytes: Option<u64>| bytes.is_some_and(|it| most.is_none_or(|most| it <= most));
    let ranked = has_room(space.ranks.map(RankedEngine::bytes_for));
    let is_vast = space.is_full && space.ranks >= Some(MANY_RANKS);
    let can_end = is_saved && space.ranks.is_some();
    let rows = [
        (
            is_vast && ranked,
            Engine::Ranked,
            "many placements of single cells, most of which can be reached",
        ),
        (
            most.is_none(),
            Engine::Hashed,
            "fastest, without a limit on memory",
        ),
        (!can_end, Engine::Hashed, "fastest, as memory suffices"),
        (
            has_room(space.hashed()),
            Engine::Hashed,
            "fastest, as all placements fit into memory",
        ),
        (
            ranked,
            Engine::Ranked,
            "three bits per placement fit, even if every placement is reachable",
        ),
        (true, Engine::Layered, "the states may not fit into memory"),
    ];
    let row = rows.into_iter().find(|(holds, ..)| *holds);
    row.map(|(_, engine, reason)| (engine, reason))
        .expect("the last row always holds")
}

/// Returns the number of reachable states, mirror images counted once, if it is known without a
/// search: for single cells all placements, or half of them if all differ and one cell is empty.
pub fn states_of_cells(board: &Board, empties: usize) -> Option<u64> {
    let placements = board
        .placements_of_single_cells()
        .filter(|_| board.reaches_most_placements());
    let placements = u64::try_from(placements?).ok()?;
    let is_half = empties == 1 && board.kinds().iter().all(|kind| kind.pieces.len() == 1);
    let reached = placements / board.symmetry().order() as u64 / if is_half { 2 } else { 1 };
    Some(reached)
}

/// Rejects tables of all placements that do not fit the limit on memory beside the tables of the
/// space.
pub fn room_for_tables(
    space: &dyn Space<u64>,
    tables: u64,
    limits: &Limits,
) -> Result<(), SolveError> {
    let left = limits.without_bytes(space.table_bytes());
    let (Some(ranks), Some(most)) = (space.ranks(), left.max_bytes) else {
        return Ok(());
    };
    let bytes = RankedEngine::bytes_for(ranks).saturating_mul(tables);
    let most = most as u64;
    if bytes > most {
        Err(SolveError::TableTooLarge { ranks, bytes, most })
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_engine_follows_space_size_memory_and_checkpoints() {
        let space = |ranks| SpaceSize {
            ranks,
            is_full: false,
            images: 1,
            words: 1,
        };
        let tiles = |ranks| SpaceSize {
            is_full: true,
            ..space(Some(ranks))
        };
        let vast = || space(Some(479_001_600));
        for (space, most, is_saved, engine) in [
            (vast(), None, false, Engine::Hashed),
            (vast(), Some(6_000_000_000), false, Engine::Hashed),
            (vast(), Some(1_000_000_000), false, Engine::Hashed),
            (vast(), Some(6_000_000_000), true, Engine::Hashed),
            (vast(), Some(1_000_000_000), true, Engine::Ranked),
            (vast(), Some(100_000_000), true, Engine::Layered),
            (vast(), Some(100_000_000), false, Engine::Hashed),
            // A large space of single cells is ranked.
            (tiles(362_880), None, false, Engine::Hashed),
            (tiles(479_001_600), None, false, Engine::Ranked),
            (tiles(479_001_600), Some(1 << 20), false, Engine::Hashed),
            // Without ranks, only hashing is possible.
            (
                SpaceSize {
                    images: 4,
                    words: 10,
                    ..space(None)
                },
                Some(1 << 30),
                true,
                Engine::Hashed,
            ),
        ] {
            let (chosen, _) = choose(&space, most, is_saved);
            assert_eq!(chosen, engine, "{:?} {most:?} {is_saved}", space.ranks);
        }
    }
}
