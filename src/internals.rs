//! Items for the benchmarks and tests of this crate, which may change at any time.

use std::time::Duration;

use crate::{
    control::{Limits, Monitor, Observer, Outcome, StopReason, unobserved},
    puzzle::Metric,
    search::{
        BreadthFirst, DepthFirst, IterativeDeepening, MoveOrder, SearchResult, Statistics, Target,
        hashed::HashedEngine,
        layers::{LayerSearch, Sources},
        novelty::{Features, by_novelty},
    },
    sliding::{
        Algorithm, Solver,
        spaces::{BoardSpace, with_space},
    },
};

pub use crate::{
    board::{
        Board, Reflection, State, UnpackedState,
        cells::CellSet,
        expand::Expander,
        goal::GoalTest,
        ranking::{RankSpace, Ranking},
    },
    search::space::{Key, Space},
};

/// Returns the ranking of a board's placements; `None` if they are too many.
pub fn ranking<M: CellSet, const N: usize>(board: &Board) -> Option<Ranking<M, N>> {
    Ranking::new(board, &mut Monitor::unobserved(Limits::default())).ok()?
}

/// Returns the space of a board's states by ranks; `None` if they are too many.
pub fn rank_space<M: CellSet, const N: usize>(
    board: &Board,
    states: Box<dyn Space<State<N>>>,
) -> Option<RankSpace<M, N>> {
    RankSpace::new(board, states, &mut Monitor::unobserved(Limits::default())).ok()?
}

/// Returns a breadth-first search, with parents, of all states reachable from a board's start: an
/// independent reference for the layered engines. Each call searches anew, with the memory of the
/// last, and returns its statistics and the number of states at each distance.
pub fn everything(board: &Board, metric: Metric) -> Box<dyn FnMut() -> (Statistics, Vec<usize>)> {
    let start = board.words(board.start());
    with_space!(BoardSpace::of(board, metric), typed => {
        let mut space = typed.space;
        let mut search = typed.breadth_first;
        let start = Key::from_words(&start);
        Box::new(move || {
            let limits = Limits::default();
            let found = search.search(&mut *space, &[start], Target::Everything, &limits, &mut unobserved);
            (found.statistics, search.layers.clone())
        })
    })
}

/// Searches for a path with the memory of the solver's last search, without converting it to moves.
pub fn search(solver: &mut Solver, observer: Observer<'_>) -> SearchResult<UnpackedState> {
    let options = *solver.options();
    solver
        .blocks()
        .searcher()
        .search(options.algorithm, &options.limits, observer)
}

/// Returns, by algorithm, the number of states visited on the board without goals, breadth-first
/// search first. `None` if there are more than `most`.
///
/// Iterative deepening begins anew for each layer, and expands a state each time that it finds a
/// shorter way to it. It joins where it ends within a tenth of a second.
pub fn states_met(board: &Board, metric: Metric, most: usize) -> Option<Vec<(String, usize)>> {
    let board = board.clone().without_goals();
    let start = board.words(board.start());
    with_space!(BoardSpace::of(&board, metric), typed => {
        states_met_in(typed.space, Key::from_words(&start), most)
    })
}

fn states_met_in<K: Key>(
    mut space: Box<dyn Space<K>>,
    start: K,
    most: usize,
) -> Option<Vec<(String, usize)>> {
    let limits = Limits {
        max_states: Some(most),
        ..Limits::default()
    };
    let mut wide = BreadthFirst::default();
    let all = wide.search(
        &mut *space,
        &[start],
        Target::Everything,
        &limits,
        &mut unobserved,
    );
    if all.outcome != Outcome::Exhausted {
        return None;
    }
    let mut met = vec![(
        Algorithm::BreadthFirst.word().to_owned(),
        all.statistics.states,
    )];
    for order in [
        MoveOrder::Fixed,
        MoveOrder::Reverse,
        MoveOrder::Random { seed: 1 },
    ] {
        let deep =
            DepthFirst::default().search(&mut *space, start, order, &limits, &mut unobserved);
        met.push((
            Algorithm::DepthFirst(order).word().to_owned(),
            deep.statistics.states,
        ));
    }
    let soon = Limits {
        timeout: Some(Duration::from_millis(100)),
        ..limits
    };
    let found = IterativeDeepening::default().search(&mut *space, start, &soon, &mut unobserved);
    if found.outcome != Outcome::Stopped(StopReason::Time) {
        met.push((
            Algorithm::IterativeDeepening.word().to_owned(),
            found.statistics.states,
        ));
    }
    let monitor = &mut Monitor::unobserved(limits);
    let statistics = &mut Statistics::default();
    by_novelty(&mut *space, &Blind, start, monitor, statistics).ok()?;
    met.push(("novelty".to_owned(), statistics.expanded));
    let mut hashed = HashedEngine::new(space, 2);
    let mut layer = hashed
        .begin(Sources::States(&[start.words().to_vec()]), monitor)
        .ok()?;
    let mut states = 0;
    while layer.classes > 0 {
        states += usize::try_from(layer.classes).ok()?;
        layer = hashed.advance(monitor).ok()?;
    }
    met.push(("hashed".to_owned(), states));
    Some(met)
}

/// No features, and no knowledge of the distance to a goal.
struct Blind;

impl<K> Features<K> for Blind {
    fn count(&self) -> usize {
        0
    }

    fn find(&self, _: &K, _: &mut Vec<usize>) {}

    fn distance(&self, _: &K) -> u32 {
        0
    }
}
