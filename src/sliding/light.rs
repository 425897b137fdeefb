//! Minimal solver and explorer, for the module that a page loads: with the engines of
//! [`Solver`](super::Solver) the module would be larger.

use crate::{
    board::{Board, UnpackedState},
    control::{Limits, Monitor, Observer, Outcome, StopReason},
    grid::Cell,
    puzzle::{Metric, Puzzle},
    search::{Key, SearchResult, Statistics, Target, reversed::Reversed, space::class_of},
    solution::Solution,
};

use super::{
    board_search::BoardSearch,
    error::SolveError,
    moves::{anchors, solution},
    options::{BfsPurpose, Mirroring},
    spaces::{BoardSpace, TypedSpace, with_space},
    tiles::{TilePuzzle, walked},
};

/// Finds a shortest solution, by breadth-first search with parents, or for many numbered tiles by
/// iterative deepening A* with the walking distance.
///
/// # Errors
/// If the board does not fit the solvers.
pub fn shortest(
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
    observer: Observer<'_>,
) -> Result<(Outcome<Solution>, Statistics), SolveError> {
    let board = BfsPurpose::Solution.board(puzzle, metric, Mirroring::Canonical)?;
    let board = board.leaving_at_once(true);
    if super::impossible(puzzle).is_some() {
        return Ok((Outcome::Exhausted, Statistics::default()));
    }
    let SearchResult {
        outcome,
        statistics,
    } = if let Some(tiles) = TilePuzzle::of(puzzle, &board) {
        walked(&tiles, &mut Monitor::new(limits, observer))
    } else {
        BoardSearch::new(&board, metric).breadth_first(&limits, observer)
    };
    let outcome = match outcome {
        Outcome::Found(path) => Outcome::Found(solution(puzzle, &board, &path, metric)?),
        Outcome::Exhausted => Outcome::Exhausted,
        Outcome::Stopped(reason) => Outcome::Stopped(reason),
    };
    Ok((outcome, statistics))
}

/// The layers of the reachable states.
pub struct ReachableLayers {
    /// The number of states at each distance from the start.
    pub layers: Vec<u64>,
    /// The distance of the chosen state to the nearest goal, and the anchors of its pieces; `None`
    /// if no goal is reachable.
    pub chosen: Option<(usize, Vec<Cell>)>,
}

/// Chooses a state by the number of states at each distance to the nearest goal. Returns its
/// distance, and its number among those.
pub type StateChooser<'a> = &'a mut dyn FnMut(&[usize]) -> (usize, usize);

/// The reason of a stop, and the number of stored states.
type Stopped = (StopReason, usize);

/// Searches all reachable states, by layers, and chooses a hardest start.
///
/// # Errors
/// If the board does not fit the solvers.
pub fn reach(
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
    observer: Observer<'_>,
) -> Result<Result<ReachableLayers, Stopped>, SolveError> {
    let hardest = &mut |layers: &[usize]| (layers.len() - 1, layers[layers.len() - 1] - 1);
    reach_and_choose(puzzle, metric, limits, observer, hardest)
}

/// Searches all reachable states, by layers, and chooses one.
///
/// # Errors
/// If the board does not fit the solvers.
pub fn reach_and_choose(
    puzzle: &Puzzle,
    metric: Metric,
    limits: Limits,
    observer: Observer<'_>,
    choice: StateChooser<'_>,
) -> Result<Result<ReachableLayers, Stopped>, SolveError> {
    let board = BfsPurpose::Layers.board(puzzle, metric, Mirroring::Canonical)?;
    Ok(with_space!(BoardSpace::of(&board, metric), typed => {
        layers_of_all(&board, typed, &limits, observer, choice)
    })
    .map(|(layers, chosen)| {
        let chosen = chosen.map(|(moves, at)| (moves, anchors(puzzle.grid(), &board, &at)));
        ReachableLayers { layers, chosen }
    }))
}

/// The states of each layer; the distance and the state that is chosen.
type LayersAndChosen = (Vec<u64>, Option<(usize, UnpackedState)>);

/// Searches from the start and, if goals are reachable, from all of them.
fn layers_of_all<K: Key>(
    board: &Board,
    typed: TypedSpace<K>,
    limits: &Limits,
    observer: Observer<'_>,
    choice: StateChooser<'_>,
) -> Result<LayersAndChosen, Stopped> {
    let start = K::from_words(&board.words(board.start()));
    let mut space = typed.space;
    let mut engine = typed.breadth_first;
    let everything = Target::Everything;
    let around = engine.search(&mut *space, &[start], everything, limits, &mut *observer);
    if let Outcome::Stopped(reason) = around.outcome {
        return Err((reason, engine.nodes.keys().len()));
    }
    let mut goals = Vec::new();
    let mut layers = Vec::new();
    let mut keys = engine.nodes.keys().iter();
    for &count in &engine.layers {
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
    if space.is_one_way() {
        let keys = engine.nodes.keys().to_vec();
        let states = keys.len();
        let monitor = &mut Monitor::new(*limits, &mut *observer);
        let reversed = Reversed::new(space, keys, engine.bytes(), monitor);
        space = Box::new(reversed.map_err(|reason| (reason, states))?);
    }
    let back = engine.search(&mut *space, &goals, everything, limits, observer);
    if let Outcome::Stopped(reason) = back.outcome {
        return Err((reason, engine.nodes.keys().len()));
    }
    let (distance, number) = choice(&engine.layers);
    let nearer: usize = engine.layers[..distance].iter().sum();
    let chosen = board.unpack(engine.nodes.keys()[nearer + number].words());
    Ok((layers, Some((distance, chosen))))
}
