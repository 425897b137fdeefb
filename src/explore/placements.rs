//! All placements of the pieces of a puzzle, and what hangs together among them.

use crate::board::Board;
use crate::control::{self, Outcome, Watch};
use crate::puzzle::{Metric, Puzzle};
use crate::search::components::{Components, components};
use crate::search::layers::Halt;
use crate::sliding::{Mirroring, spaces};

use super::{ExploreError, Options};

/// Every component of all placements of a puzzle's pieces, not only that of its start. What counts
/// as one move does not matter.
///
/// # Errors
/// If the board does not fit the solvers, or there are too many placements to be numbered.
///
/// # Complexity
/// Time is linear in the sequences of pieces and empty cells, of which placements are a part; memory
/// is three bits for each, and three more where mirror images are taken for one.
pub fn all_components(
    puzzle: &Puzzle,
    options: &Options,
    observer: control::Observer<'_>,
) -> Result<Outcome<Components>, ExploreError> {
    let board = Board::new(puzzle)?;
    let plain = board.clone().without_symmetry();
    let mirrored = board.symmetry().order() > 1 && options.mirroring == Mirroring::Canonical;
    let ranked = |board| spaces::ranked(board, Metric::Step).ok_or(ExploreError::TooManyRanks);
    let plain = ranked(&plain)?;
    let mut watch = Watch::new(options.limits, observer);
    let threads = options.threads.get();
    let found = if mirrored {
        components(&*ranked(&board)?, Some(&*plain), threads, &mut watch)
    } else {
        components(&*plain, None, threads, &mut watch)
    };
    match found {
        Ok(components) => Ok(Outcome::Found(components)),
        Err(Halt::Stopped(reason)) => Ok(Outcome::Stopped(reason)),
        Err(Halt::File(error)) => Err(error.into()),
    }
}
