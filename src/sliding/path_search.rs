//! The searches that find a way, not only its length, for every width of keys, behind one interface:
//! chosen once, called once a search.

use crate::board::{Arrangement, Board};
use crate::control::{Limits, Observer, Watch};
use crate::search::both_ends::shortest_way;
use crate::search::layers::Halt;
use crate::search::{
    BreadthFirst, DepthFirst, IterativeDeepening, Key, Search, Space, Statistics, Target, Words,
};

use super::options::{Algorithm, Options};
use super::queries::real_path;
use super::spaces::{BoardSpace, with_space};

/// A board with its searches and their memory.
pub(super) trait PathSearcher: Send {
    /// Searches for a goal; gives the positions on the way, as they really follow on each other.
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<Arrangement>;

    /// The positions on a shortest way from the start to the nearest of these goals, searched for from
    /// both ends; none where there is no way.
    fn way_to(
        &mut self,
        goals: &[Words],
        threads: usize,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<Arrangement>>, Halt>;
}

/// The searches of a board.
pub(super) fn for_board(board: &Board, options: &Options) -> Box<dyn PathSearcher> {
    let board = board.clone();
    with_space!(BoardSpace::of(&board, options.metric), space => {
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
    ) -> Search<Arrangement> {
        let SearcherFor { board, space, breadth_first, depth_first, deepening, .. } = self;
        let start = K::from_words(&board.words(board.start()));
        let Search { outcome, statistics } = match algorithm {
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
        Search { outcome: outcome.map(|keys| real_path(board, &mut **space, &keys)), statistics }
    }

    fn way_to(
        &mut self,
        goals: &[Words],
        threads: usize,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<Arrangement>>, Halt> {
        let SearcherFor { board, space, .. } = self;
        let start = K::from_words(&board.words(board.start()));
        let goals: Vec<K> = goals.iter().map(|goal| K::from_words(goal)).collect();
        let way = shortest_way(&**space, (start, &goals), threads, watch, statistics)?;
        Ok(way.map(|keys| real_path(board, &mut **space, &keys)))
    }
}
