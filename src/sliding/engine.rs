//! The searches with parents for every width of keys, behind one interface: chosen once, called
//! once a search.

use crate::board::{Arrangement, Board};
use crate::control::{Limits, Observer};
use crate::search::{BreadthFirst, DepthFirst, IterativeDeepening, Key, Search, Space, Target};

use super::options::{Algorithm, Options};
use super::queries::real_path;
use super::spaces::{BoardSpace, with_space};

/// A board with its searches and their memory.
pub(super) trait Engine: Send {
    /// Searches for a goal; gives the positions on the way, as they really follow on each other.
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<Arrangement>;
}

/// The engine for a board.
pub(super) fn for_board(board: &Board, options: &Options) -> Box<dyn Engine> {
    let board = board.clone();
    with_space!(BoardSpace::of(&board, options.metric), space => {
        Box::new(Searches {
            board,
            space,
            breadth_first: BreadthFirst::default(),
            depth_first: DepthFirst::default(),
            deepening: IterativeDeepening::default(),
        })
    })
}

struct Searches<K> {
    board: Board,
    space: Box<dyn Space<K>>,
    breadth_first: BreadthFirst<K>,
    depth_first: DepthFirst<K>,
    deepening: IterativeDeepening<K>,
}

impl<K: Key> Engine for Searches<K> {
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<Arrangement> {
        let Searches { board, space, breadth_first, depth_first, deepening } = self;
        let start = K::from_words(&board.words(board.start()));
        let Search { outcome, statistics } = match algorithm {
            Algorithm::BreadthFirst => {
                breadth_first.search(&mut **space, start, Target::Goal, limits, observer)
            }
            Algorithm::DepthFirst(order) => {
                depth_first.search(&mut **space, start, order, limits, observer)
            }
            Algorithm::IterativeDeepening => {
                deepening.search(&mut **space, start, limits, observer)
            }
        };
        Search { outcome: outcome.map(|keys| real_path(board, &mut **space, &keys)), statistics }
    }
}
