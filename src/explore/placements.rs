//! All placements of the pieces of a puzzle, whatever its start.

use std::ops::ControlFlow;

use super::options::Options;
use crate::board::Board;
use crate::control::{Monitor, Outcome, Progress};
use crate::grid::Cell;
use crate::puzzle::{PublishedOptimum, Puzzle, PuzzleInfo};
use crate::search::StateWords;
use crate::search::layers::{LayerError, LayerSearch, StateFilter};
use crate::search::ranked::RankedEngine;
use crate::sliding::{Mirroring, SolveError, anchors, room_for_tables, spaces};

/// The placements from which the nearest goal is as far as from any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardestPlacement {
    /// How far it is.
    pub distance: usize,
    /// Where the anchors of the pieces stand, in one of them: in one with no piece on a gate, which
    /// can be drawn, if there is one among the first thousand.
    pub anchors: Vec<Cell>,
}

/// The placement of a puzzle's pieces from which the nearest goal is farthest, of all from which
/// one can be reached; none if no placement is a goal.
///
/// # Errors
/// If the board does not fit the solvers, or there are too many placements to be numbered.
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
    let space = spaces::ranked(&board, options.metric, &options.limits)?;
    room_for_tables(&*space, 1, &options.limits)?;
    let mut watch = Monitor::new(options.limits, observer);
    let mut engine = RankedEngine::new(space, options.threads.get());
    match farthest(&mut engine, &mut watch) {
        Ok(None) => Ok(Outcome::Exhausted),
        Ok(Some((distance, farthest))) => {
            let place = |at: &StateWords| anchors(puzzle.grid(), &board, &board.arrangement(at));
            let can_be_drawn = |anchors: &Vec<Cell>| {
                let title = PuzzleInfo::default();
                puzzle.starting_at(anchors, title, PublishedOptimum::Unknown).is_some()
            };
            let anchors = farthest.iter().map(place).find(can_be_drawn);
            let anchors = anchors.unwrap_or_else(|| place(&farthest[0]));
            Ok(Outcome::Found(HardestPlacement { distance, anchors }))
        }
        Err(LayerError::Stopped(reason)) => Ok(Outcome::Stopped(reason)),
        Err(LayerError::File(error)) => Err(error.into()),
    }
}

/// The most placements that one which can be drawn is looked for in.
const MOST_FARTHEST: usize = 1000;

/// How far the farthest placements are, and the first of them.
fn farthest(
    engine: &mut RankedEngine,
    watch: &mut Monitor<'_>,
) -> Result<Option<(usize, Vec<StateWords>)>, LayerError> {
    let mut distance = 0;
    if engine.begin_with_all_goals(watch)?.classes == 0 {
        return Ok(None);
    }
    while engine.advance(watch)?.classes > 0 {
        distance += 1;
    }
    Ok(Some((distance, engine.last_layer(StateFilter::All, MOST_FARTHEST)?)))
}
