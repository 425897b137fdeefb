//! The searches that find a path and not only its length, for every width of keys.

use crate::board::{Board, UnpackedState};
use crate::control::{Limits, Monitor, Observer};
use crate::puzzle::Metric;
use crate::search::bidirectional::shortest_path;
use crate::search::layers::LayerError;
use crate::search::{
    BreadthFirst, DepthFirst, IterativeDeepening, Key, SearchResult, Space, StateWords, Statistics,
    Target,
};

use super::options::Algorithm;
use super::queries::real_path;
use super::spaces::{BoardSpace, with_space};

/// The searches of a board, with the memory that each search leaves to the next.
pub(super) trait PathSearcher: Send {
    /// Searches for a goal; returns the positions on the path, start first.
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<UnpackedState>;

    /// Searches from the start and from these goals for a shortest path to the nearest of them.
    fn path_to(
        &mut self,
        goals: &[StateWords],
        threads: usize,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<UnpackedState>>, LayerError>;
}

/// Makes the searches of a board.
pub(super) fn for_board(board: &Board, metric: Metric) -> Box<dyn PathSearcher> {
    let board = board.clone();
    with_space!(BoardSpace::of(&board, metric), space => {
        Box::new(SearcherFor {
            board,
            space,
            breadth_first: BreadthFirst::default(),
            depth_first: DepthFirst::default(),
            deepening: IterativeDeepening::default(),
        })
    })
}

struct SearcherFor<K> {
    board: Board,
    space: Box<dyn Space<K>>,
    breadth_first: BreadthFirst<K>,
    depth_first: DepthFirst<K>,
    deepening: IterativeDeepening<K>,
}

impl<K: Key> PathSearcher for SearcherFor<K> {
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> SearchResult<UnpackedState> {
        let SearcherFor { board, space, breadth_first, depth_first, deepening, .. } = self;
        let start = K::from_words(&board.words(board.start()));
        let SearchResult { outcome, statistics } = match algorithm {
            Algorithm::Auto | Algorithm::BreadthFirst => {
                breadth_first.search(&mut **space, start, Target::Goal, limits, observer)
            }
            Algorithm::DepthFirst(order) => {
                depth_first.search(&mut **space, start, order, limits, observer)
            }
            Algorithm::IterativeDeepening => {
                deepening.search(&mut **space, start, limits, observer)
            }
            Algorithm::InformedDeepening | Algorithm::Anytime => {
                panic!("{} keeps no parents", algorithm.word())
            }
        };
        SearchResult {
            outcome: outcome.map(|keys| real_path(board, &mut **space, &keys)),
            statistics,
        }
    }

    fn path_to(
        &mut self,
        goals: &[StateWords],
        threads: usize,
        watch: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<UnpackedState>>, LayerError> {
        let SearcherFor { board, space, .. } = self;
        let start = K::from_words(&board.words(board.start()));
        let goals: Vec<K> = goals.iter().map(|goal| K::from_words(goal)).collect();
        let way = shortest_path(&**space, (start, &goals), threads, watch, statistics)?;
        Ok(way.map(|keys| real_path(board, &mut **space, &keys)))
    }
}
