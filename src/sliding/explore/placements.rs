//! All placements of the pieces of a puzzle, reachable from its start or not.

use std::{cell, ops::ControlFlow};

use super::{ComponentCounts, Options};
use crate::{
    board::Board,
    control::{Monitor, Outcome, Progress},
    grid::Cell,
    puzzle::{Metric, PublishedOptimum, Puzzle, PuzzleInfo},
    search::{
        StateWords,
        components::components,
        layers::{LayerError, LayerSearch, StateFilter},
        ranked::RankedEngine,
    },
    sliding::{Mirroring, SolveError, anchors, room_for_tables, spaces},
};

/// Finds the components of all placements of a puzzle's pieces. The metric does not matter. The
/// observer receives the number of states of both passes: with and without symmetry reduction.
///
/// # Errors
/// If the board does not fit the solvers, or its placements are too many to rank.
///
/// # Complexity
/// Time is linear in the placements; memory is three bits for each, and three more if mirror images
/// are one state.
pub fn all_components(
    puzzle: &Puzzle,
    options: &Options,
    observer: &mut dyn FnMut(u64, &Progress) -> ControlFlow<()>,
) -> Result<Outcome<ComponentCounts>, SolveError> {
    let board = Board::new(puzzle)?;
    let plain_board = board.clone().without_symmetry();
    let mirrored = board.symmetry().order() > 1 && options.mirroring == Mirroring::Canonical;
    let all = cell::Cell::new(0);
    let mut observer = |progress: &Progress| observer(all.get(), progress);
    let mut monitor = Monitor::new(options.limits, &mut observer);
    let mut count = || {
        let plain = spaces::ranked(&plain_board, Metric::Step, &mut monitor)?;
        room_for_tables(&*plain, if mirrored { 2 } else { 1 }, &options.limits)?;
        let placements = plain.ranks().unwrap_or_default();
        let images = if mirrored {
            board.symmetry().order() as u64
        } else {
            0
        };
        all.set(placements + placements.checked_div(images).unwrap_or_default());
        let threads = options.threads.get();
        let mirrored = mirrored.then(|| spaces::ranked(&board, Metric::Step, &mut monitor));
        Ok(match mirrored.transpose()? {
            Some(space) => components(&*space, Some(&*plain), threads, &mut monitor)?,
            None => components(&*plain, None, threads, &mut monitor)?,
        })
    };
    outcome(count().map(Some))
}

/// Converts the end of a search.
fn outcome<T>(end: Result<Option<T>, SolveError>) -> Result<Outcome<T>, SolveError> {
    match end {
        Err(SolveError::Stopped(reason)) => Ok(Outcome::Stopped(reason)),
        end => Ok(Ok(end?).into()),
    }
}

/// The placements with the greatest distance to their nearest goal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HardestPlacement {
    /// The distance.
    pub distance: usize,
    /// The anchors of the pieces in one of the placements: if possible, in one of the first
    /// thousand without a piece on a gate, which can be drawn.
    pub anchors: Vec<Cell>,
}

/// Finds the placement with the greatest distance to its nearest goal; [`Outcome::Exhausted`] if no
/// placement is a goal.
///
/// # Errors
/// If the board does not fit the solvers, or its placements are too many to rank.
///
/// # Complexity
/// Time is linear in the placements; memory is three bits for each.
pub fn hardest_placement(
    puzzle: &Puzzle,
    options: &Options,
    observer: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
) -> Result<Outcome<HardestPlacement>, SolveError> {
    let mut board = Board::new(puzzle)?;
    if options.mirroring != Mirroring::Canonical {
        board = board.without_symmetry();
    }
    let mut monitor = Monitor::new(options.limits, observer);
    let mut search = || {
        let space = spaces::ranked(&board, options.metric, &mut monitor)?;
        room_for_tables(&*space, 1, &options.limits)?;
        let mut engine = RankedEngine::new(space, options.threads.get());
        Ok(farthest(&mut engine, &mut monitor)?)
    };
    outcome(search().map(|found| {
        let (distance, farthest) = found?;
        let place = |at: &StateWords| anchors(puzzle.grid(), &board, &board.unpack(at));
        let anchors = farthest
            .iter()
            .map(place)
            .find(|anchors| {
                let title = PuzzleInfo::default();
                puzzle
                    .starting_at(anchors, title, PublishedOptimum::Unknown)
                    .is_some()
            })
            .unwrap_or_else(|| place(&farthest[0]));
        Some(HardestPlacement { distance, anchors })
    }))
}

/// The most placements among which one that can be drawn is searched.
const MAX_FARTHEST: usize = 1000;

/// Returns the greatest distance, and the first placements that have it.
fn farthest(
    engine: &mut RankedEngine,
    monitor: &mut Monitor<'_>,
) -> Result<Option<(usize, Vec<StateWords>)>, LayerError> {
    let mut distance = 0;
    if engine.begin_with_all_goals(monitor)?.classes == 0 {
        return Ok(None);
    }
    while engine.advance(monitor)?.classes > 0 {
        distance += 1;
    }
    Ok(Some((
        distance,
        engine.last_layer(StateFilter::All, MAX_FARTHEST)?,
    )))
}
