//! The searches that find a way, not only its length, for every width of keys, behind one interface:
//! chosen once, called once a search.

use crate::board::{Arrangement, Board};
use crate::control::{Instant, Limits, Observer, Outcome, StopReason, Watch};
use crate::puzzle::Metric;
use crate::search::best_first::BestFirst;
use crate::search::both_ends::shortest_way;
use crate::search::layers::Halt;
use crate::search::space::class_of;
use crate::search::{
    BreadthFirst, DepthFirst, IterativeDeepening, Key, Search, Space, Statistics, Target, Words,
};

use super::options::{Algorithm, Options};
use super::patterns::{Budget, Patterns};
use super::queries::real_path;
use super::spaces::{BoardSpace, with_space};

/// A board with its searches and their memory.
pub(super) trait Searches: Send {
    /// Searches for a goal; gives the positions on the way, as they really follow on each other.
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<Arrangement>;

    /// What told the last best-first search how far it was to the goal.
    fn heuristic(&self) -> Option<String>;

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
pub(super) fn for_board(board: &Board, options: &Options) -> Box<dyn Searches> {
    let board = board.clone();
    with_space!(BoardSpace::of(&board, options.metric), space => {
        Box::new(Keyed {
            board,
            space,
            breadth_first: BreadthFirst::default(),
            depth_first: DepthFirst::default(),
            deepening: IterativeDeepening::default(),
            best_first: BestFirst::default(),
            metric: options.metric,
            heuristic: None,
        })
    })
}

struct Keyed<K> {
    board: Board,
    space: Box<dyn Space<K>>,
    breadth_first: BreadthFirst<K>,
    depth_first: DepthFirst<K>,
    deepening: IterativeDeepening<K>,
    best_first: BestFirst<K>,
    metric: Metric,
    heuristic: Option<String>,
}

impl<K: Key> Searches for Keyed<K> {
    fn search(
        &mut self,
        algorithm: Algorithm,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Search<Arrangement> {
        let Keyed { board, space, breadth_first, depth_first, deepening, .. } = self;
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
            Algorithm::BestFirst => self.best_first(start, limits, observer),
            Algorithm::InformedDeepening | Algorithm::Anytime => {
                panic!("{} keeps no parents", algorithm.word())
            }
        };
        let Keyed { board, space, .. } = self;
        Search { outcome: outcome.map(|keys| real_path(board, &mut **space, &keys)), statistics }
    }

    fn heuristic(&self) -> Option<String> {
        self.heuristic.clone()
    }

    fn way_to(
        &mut self,
        goals: &[Words],
        threads: usize,
        watch: &mut Watch<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<Vec<Arrangement>>, Halt> {
        let Keyed { board, space, .. } = self;
        let start = K::from_words(&board.words(board.start()));
        let goals: Vec<K> = goals.iter().map(|goal| K::from_words(goal)).collect();
        let way = shortest_way(&**space, (start, &goals), threads, watch, statistics)?;
        Ok(way.map(|keys| real_path(board, &mut **space, &keys)))
    }
}

impl<K: Key> Keyed<K> {
    /// With tables that are made anew, small ones first: where they do not lead to the goal soon, the
    /// search begins again with larger ones. So their making takes its part of the whole, whatever
    /// that is, and what is begun in vain too.
    fn best_first(&mut self, start: K, limits: &Limits, observer: Observer<'_>) -> Search<K> {
        let Keyed { board, space, metric, best_first, heuristic, .. } = self;
        let (started, mut budget) = (Instant::now(), Budget::FIRST);
        let mut statistics = Statistics { states: 1, ..Statistics::default() };
        if class_of(&mut **space, start).is_goal() {
            return Search { outcome: Outcome::Found(vec![start]), statistics };
        }
        loop {
            let left = limits.after(0, started.elapsed());
            let (of, most) = ((&*board, *metric), budget.covers());
            let mut patterns = match Patterns::best(of, &mut **space, budget, &left, observer) {
                Ok(patterns) => patterns,
                Err(reason) => return Search { outcome: Outcome::Stopped(reason), statistics },
            };
            *heuristic = Some(patterns.described());
            let is_last = limits.max_states.unwrap_or(u32::MAX as usize) <= most;
            let max_states = if is_last { limits.max_states } else { Some(most) };
            let left = Limits { max_states, ..limits.after(0, started.elapsed()) };
            let found = best_first.search(&mut **space, &mut patterns, start, &left, observer);
            let proven = statistics.depth.max(found.statistics.depth);
            statistics = Statistics { depth: proven, ..found.statistics };
            if is_last || found.outcome != Outcome::Stopped(StopReason::States) {
                return Search { outcome: found.outcome, statistics };
            }
            budget = budget.grown();
            // Its memory is for the tables.
            *best_first = BestFirst::default();
        }
    }
}
