//! The least that solves and explores: for a module that a page has to load.

use crate::board::{Arrangement, Board, Expander, State};
use crate::control::{Limits, Observer, Outcome, StopReason, Watch};
use crate::grid::Cell;
use crate::puzzle::{Metric, Puzzle};
use crate::search::space::class_of;
use crate::search::{BreadthFirst, Key, Search, Space, Statistics, Target};
use crate::solution::Solution;

use super::error::SolveError;
use super::informed::walked;
use super::mirroring::Mirroring;
use super::queries::real_path;
use super::reconstruct::{anchors, solution};
use super::tiles::TilePuzzle;

/// Cells from which on numbered tiles are too many for breadth-first search.
const MANY_TILES: usize = 10;

/// Does the same with the space of a board in one of two sizes, that of nearly all and the largest: each
/// more makes a module larger.
macro_rules! with_space {
    ($board:expr, $metric:expr, $space:ident => $then:expr) => {
        if $board.cells() <= 32 && $board.bits() <= 64 {
            let $space: Box<dyn Space<State<1>>> =
                Box::new(Expander::<u32, 1, 4>::new($board, $metric));
            $then
        } else if $board.cells() <= 64 && $board.bits() <= 128 {
            let $space: Box<dyn Space<State<2>>> =
                Box::new(Expander::<u64, 2, 4>::new($board, $metric));
            $then
        } else {
            let $space: Box<dyn Space<State<10>>> =
                Box::new(Expander::<u128, 10, 4>::new($board, $metric));
            $then
        }
    };
}

/// A shortest solution, breadth-first with parents; of many numbered tiles, by the walking distance.
///
/// # Errors
/// If the board does not fit the solvers.
pub(crate) fn shortest(
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
    observer: Observer<'_>,
) -> Result<(Outcome<Solution>, Statistics), SolveError> {
    let board = Mirroring::Canonical.board(puzzle)?;
    if super::impossible(puzzle).is_some() {
        return Ok((Outcome::Exhausted, Statistics::default()));
    }
    let tiles =
        (puzzle.grid().area() >= MANY_TILES).then(|| TilePuzzle::of(puzzle, &board)).flatten();
    let Search { outcome, statistics } = match tiles {
        Some(tiles) => walked(&tiles, &mut Watch::new(limits, observer)),
        None => with_space!(&board, metric, space => {
            by_layers_with_parents(&board, space, &limits, observer)
        }),
    };
    let outcome = match outcome {
        Outcome::Found(path) => Outcome::Found(solution(puzzle, &board, &path, metric)?),
        Outcome::Exhausted => Outcome::Exhausted,
        Outcome::Stopped(reason) => Outcome::Stopped(reason),
    };
    Ok((outcome, statistics))
}

fn by_layers_with_parents<K: Key>(
    board: &Board,
    mut space: Box<dyn Space<K>>,
    limits: &Limits,
    observer: Observer<'_>,
) -> Search<Arrangement> {
    let start = K::from_words(&board.words(board.start()));
    let mut engine = BreadthFirst::default();
    let found = engine.search(&mut *space, start, Target::Goal, limits, observer);
    let outcome = found.outcome.map(|keys| real_path(board, &mut *space, &keys));
    Search { outcome, statistics: found.statistics }
}

/// What can be reached.
pub(crate) struct Reach {
    /// How many positions there are at each distance from the start.
    pub(crate) layers: Vec<u64>,
    /// How many moves the hardest of them takes, and where its pieces stand; none where no goal is
    /// among them.
    pub(crate) hardest: Option<(usize, Vec<Cell>)>,
}

/// Why a search was stopped, and how many states it had stored.
type Stopped = (StopReason, usize);

/// All that can be reached, by layers.
///
/// # Errors
/// If the board does not fit the solvers, or a limit ends it.
pub(crate) fn reach(
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
    observer: Observer<'_>,
) -> Result<Result<Reach, Stopped>, SolveError> {
    let board = Mirroring::Canonical.board_around_start(puzzle)?;
    let found = with_space!(&board, metric, space => {
        layers_of_all(&board, space, &limits, observer)
    });
    Ok(found.map(|(layers, hardest)| {
        let hardest = hardest.map(|(moves, at)| (moves, anchors(puzzle.grid(), &board, &at)));
        Reach { layers, hardest }
    }))
}

type Found = (Vec<u64>, Option<(usize, Arrangement)>);

/// From the start, and, if goals can be reached, from all of them.
fn layers_of_all<K: Key>(
    board: &Board,
    mut space: Box<dyn Space<K>>,
    limits: &Limits,
    observer: Observer<'_>,
) -> Result<Found, Stopped> {
    let start = K::from_words(&board.words(board.start()));
    let mut engine = BreadthFirst::default();
    let everything = Target::Everything;
    let around = engine.search(&mut *space, start, everything, limits, &mut *observer);
    if let Outcome::Stopped(reason) = around.outcome {
        return Err((reason, engine.nodes().keys().len()));
    }
    let (mut goals, mut layers) = (Vec::new(), Vec::new());
    let mut keys = engine.nodes().keys().iter();
    for &count in engine.layers() {
        let mut states = 0;
        for &key in keys.by_ref().take(count) {
            let class = class_of(&mut *space, key);
            states += class.orbit();
            if class.is_goal() {
                goals.push(key);
            }
        }
        layers.push(states);
    }
    if goals.is_empty() {
        return Ok((layers, None));
    }
    let back = engine.search_from(&mut *space, &goals, everything, limits, observer);
    if let Outcome::Stopped(reason) = back.outcome {
        return Err((reason, engine.nodes().keys().len()));
    }
    let farthest = engine.nodes().keys().last().map(|key| board.arrangement(key.words()));
    Ok((layers, farthest.map(|at| (engine.layers().len() - 1, at))))
}
