//! From a puzzle to its solution: one search, or one after the other up the ladder.

use std::cell::Cell;
use std::num::NonZero;
use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Arc;

use crate::board::{Arrangement, Board};
use crate::control::{Instant, Limits, Observer, Outcome, Progress, StopReason, Watch};
use crate::puzzle::{Metric, Puzzle};
#[cfg(feature = "cluster")]
use crate::search::cluster::Roster;
use crate::search::layers::{Halt, Sources, Which};
use crate::search::{Search, Statistics, Words};
use crate::solution::{Position, Solution};

use super::anytime::{self, AnytimeResult};
use super::bfs_config::{BfsConfig, BfsPurpose, Engine, EngineChoice};
use super::bfs_runner::BfsRunner;
use super::error::SolveError;
use super::improving::{self, Improver};
use super::informed::Informed;
use super::options::{Algorithm, Options, Rung, threads};
use super::parity;
use super::path_search::{self, PathSearcher};
use super::profile::LayerProfile;
use super::queries::Queries;
use super::reconstruct::solution;
use super::spaces::{BoardSpace, with_space};
use super::tiles::{PatternDatabaseCache, TilePuzzle};

/// What became of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Report {
    /// A solution, the proof that there is none, or why the search ended.
    pub outcome: Outcome<Solution>,
    /// Whether the solution is proven to be a shortest one.
    pub optimal: bool,
    /// No solution is shorter than this, in units of the metric; `None` where there is none at all.
    pub bound: Option<u32>,
    /// What ended the search before the answer was proven, with or without a solution.
    pub stopped: Option<StopReason>,
    /// What the search took.
    pub statistics: Statistics,
    /// What the search was, where it was left to the puzzle.
    pub algorithm: Algorithm,
    /// What told an informed search how far it was to the goal.
    pub heuristic: Option<String>,
    /// What searched, and why it was that.
    pub engine: Engine,
}

/// A puzzle compiled for searching, with memory that one search leaves to the next.
pub struct Solver {
    puzzle: Puzzle,
    board: Board,
    options: Options,
    /// Made when they are first needed.
    searches: Option<Box<dyn PathSearcher>>,
    /// Where a run is kept, its engine.
    kept: Option<BfsRunner>,
    patterns: Arc<PatternDatabaseCache>,
}

/// A search that has ended: the positions on the way, and what searched.
type Ended = (Search<Arrangement>, Engine);

/// From so many cells on, numbered tiles are too many for breadth-first search, or soon.
const MANY_TILES: usize = 10;

/// The most goals that are listed where a search from both ends is asked for: a second, and 34 MB.
const MAX_GOALS: usize = 1 << 18;

/// A search from both ends is worth it where there are so many times more states than goals: with a
/// dozen, what it saves is lost again with the way.
const STATES_A_GOAL: usize = if cfg!(test) { 8 } else { 64 };

/// States after which it is worth a look whether the goals can be listed: less takes no time.
const WORTH_A_LOOK: usize = if cfg!(test) { 1 << 5 } else { 1 << 16 };

/// States that one core has soon, so that others would be of no use.
const ENOUGH_FOR_ONE: usize = if cfg!(test) { 1 << 7 } else { 1 << 21 };

impl Solver {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If the board does not fit the solvers: see [`BoardError`](crate::board::BoardError).
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, SolveError> {
        let board = options.mirroring.board(puzzle)?;
        let puzzle = puzzle.clone();
        let patterns = Arc::default();
        Ok(Solver { puzzle, board, options: *options, searches: None, kept: None, patterns })
    }

    /// The same for a run that is kept in a folder of its own, to be [resumed](Self::resume) whatever
    /// ends it. Its engine searches by layers.
    ///
    /// # Errors
    /// As for [`new`](Self::new), or if the folder cannot be had or holds a run already.
    #[cfg(feature = "files")]
    pub fn kept_in(puzzle: &Puzzle, options: &Options, folder: &Path) -> Result<Self, SolveError> {
        let engine = match options.engine {
            _ if !matches!(options.algorithm, Algorithm::Auto | Algorithm::BreadthFirst) => {
                return Err(SolveError::NotKept(options.algorithm.word()));
            }
            Some(Rung::Layers(choice)) => Some(choice),
            Some(rung @ (Rung::Parents | Rung::BothEnds)) => {
                return Err(SolveError::NotKept(rung.word()));
            }
            None => None,
        };
        let kept = BfsRunner::new(puzzle, plan(options, engine), Some(folder))?;
        Ok(Solver { kept: Some(kept), ..Solver::new(puzzle, options)? })
    }

    /// Takes up the run that is kept in a folder where its last checkpoint was written. Its puzzle,
    /// metric, mirroring and engine are the run's; the limits and threads are those of `options`.
    ///
    /// # Errors
    /// If there is no run or one of another command, another process is at it, or its files are
    /// damaged, foreign or newer.
    #[cfg(feature = "files")]
    pub fn resume(folder: &Path, options: &Options) -> Result<Self, SolveError> {
        Solver::on(BfsRunner::resume(folder, plan(options, None))?, options, folder)
    }

    /// Solves on the processes of a roster, of which this is process 0; the run is kept in a folder of
    /// its own, and each other process keeps its part in one of its own.
    ///
    /// # Errors
    /// As for [`kept_in`](Self::kept_in), or if the others do not come.
    #[cfg(feature = "cluster")]
    pub fn on_cluster(
        puzzle: &Puzzle,
        options: &Options,
        folder: &Path,
        roster: Roster,
    ) -> Result<Self, SolveError> {
        if !matches!(options.algorithm, Algorithm::Auto | Algorithm::BreadthFirst) {
            return Err(SolveError::NotKept(options.algorithm.word()));
        }
        let plan = plan(options, Some(EngineChoice::Cluster));
        let kept = BfsRunner::on_cluster(puzzle, plan, folder, roster)?;
        Ok(Solver { kept: Some(kept), ..Solver::new(puzzle, options)? })
    }

    /// Takes up a run that was begun on a cluster, on the processes of a roster.
    ///
    /// # Errors
    /// As for [`resume`](Self::resume), or if the others do not come.
    #[cfg(feature = "cluster")]
    pub fn resume_on_cluster(
        folder: &Path,
        options: &Options,
        roster: Roster,
    ) -> Result<Self, SolveError> {
        let kept = BfsRunner::resume_on_cluster(folder, plan(options, None), roster)?;
        Solver::on(kept, options, folder)
    }

    /// Takes up a run that is kept.
    #[cfg(feature = "files")]
    fn on(kept: BfsRunner, options: &Options, folder: &Path) -> Result<Self, SolveError> {
        let BfsConfig { metric, mirroring, purpose, engine, .. } = kept.plan;
        if purpose != BfsPurpose::Solution {
            return Err(SolveError::OtherRun { path: folder.to_owned(), command: "explore" });
        }
        let engine = engine.map(Rung::Layers);
        let algorithm = Algorithm::BreadthFirst;
        let options = Options { algorithm, metric, mirroring, engine, ..*options };
        let solver = Solver::new(&kept.puzzle, &options)?;
        Ok(Solver { kept: Some(kept), ..solver })
    }

    /// Shares the pattern databases of a store with other solvers.
    #[must_use]
    pub fn with_patterns(self, patterns: &Arc<PatternDatabaseCache>) -> Self {
        Solver { patterns: Arc::clone(patterns), ..self }
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The compiled board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How it searches.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The unit that lengths are counted in.
    #[must_use]
    pub const fn metric(&self) -> Metric {
        self.options.metric
    }

    /// Searches for a solution, replays it with the independent checker, and reports. Tiles that their
    /// parity keeps from their places are told without a search: no states, engine `parity`.
    ///
    /// # Errors
    /// If a file cannot be written or read, or the checker refuses what was found, which would be a
    /// bug.
    pub fn solve(&mut self) -> Result<Report, SolveError> {
        self.solve_with_observer(&mut |_| ControlFlow::Continue(()))
    }

    /// The same under the eyes of an observer, which is told of the progress and may stop it.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_with_observer(&mut self, observer: Observer<'_>) -> Result<Report, SolveError> {
        let mut run = SolveContext::new(self.options.limits, observer);
        let answer = self.search_as_suits(&mut run)?;
        let Answer { engine, algorithm, heuristic, bound, stopped, .. } = answer;
        let Search { outcome, mut statistics } = answer.search;
        statistics.elapsed = run.started.elapsed();
        let metric = self.options.metric;
        let outcome = match outcome {
            Outcome::Found(path) => {
                Outcome::Found(solution(&self.puzzle, &self.board, &path, metric)?)
            }
            Outcome::Exhausted => Outcome::Exhausted,
            Outcome::Stopped(reason) => Outcome::Stopped(reason),
        };
        let length = match &outcome {
            Outcome::Found(solution) => u32::try_from(solution.len()).ok(),
            Outcome::Exhausted | Outcome::Stopped(_) => None,
        };
        let bound = if algorithm.proves_shortest() { length.or(bound) } else { bound };
        // A search may be stopped before it looks at its start.
        let is_solved = Position::start(&self.puzzle).is_solved();
        let bound = if is_solved { bound.map(|_| 0) } else { bound };
        let optimal = length.is_some() && length == bound;
        Ok(Report { outcome, optimal, bound, stopped, statistics, algorithm, heuristic, engine })
    }

    /// By the algorithm that is asked for, or the one that suits the puzzle.
    fn search_as_suits(&mut self, run: &mut SolveContext<'_>) -> Result<Answer, SolveError> {
        let algorithm = match self.options.algorithm {
            Algorithm::Auto => Algorithm::BreadthFirst,
            asked_for => asked_for,
        };
        if let Some(reason) = parity::impossible(&self.puzzle) {
            let search = Search { outcome: Outcome::Exhausted, statistics: Statistics::default() };
            return Ok(Answer::new(search, Engine::new("parity", &reason), algorithm));
        }
        if let Some(tiles) = self.tiles()? {
            return Ok(self.informed(&tiles, run));
        }
        if algorithm == Algorithm::Anytime {
            return self.anytime(run);
        }
        let (search, engine) = self.climb(algorithm, run)?;
        Ok(Answer::new(search, engine, algorithm))
    }

    /// The tiles of the puzzle, if it is searched by what is known of them.
    fn tiles(&self) -> Result<Option<TilePuzzle>, SolveError> {
        let Options { algorithm, engine, .. } = self.options;
        match algorithm {
            Algorithm::InformedDeepening => {
                Ok(Some(TilePuzzle::of(&self.puzzle, &self.board).ok_or(SolveError::NoTiles)?))
            }
            Algorithm::Anytime => Ok(TilePuzzle::of(&self.puzzle, &self.board)),
            Algorithm::Auto if engine.is_none() && self.kept.is_none() => {
                let is_large = self.puzzle.grid().area() >= MANY_TILES;
                Ok(is_large.then(|| TilePuzzle::of(&self.puzzle, &self.board)).flatten())
            }
            _ => Ok(None),
        }
    }

    fn informed(&self, tiles: &TilePuzzle, run: &mut SolveContext<'_>) -> Answer {
        let mut informed = Informed {
            tiles,
            store: &self.patterns,
            threads: if cfg!(feature = "threads") { self.threads().get() } else { 1 },
            watch: &mut run.watch(),
            statistics: Statistics::default(),
            heuristic: None,
        };
        let answer = if self.options.algorithm == Algorithm::Anytime {
            Answer::anytime(informed.improve(), &informed.statistics)
        } else {
            let search = informed.solve(self.options.heuristic);
            let algorithm = Algorithm::InformedDeepening;
            Answer::new(search, Engine::new(algorithm.word(), "numbered tiles"), algorithm)
        };
        Answer { heuristic: informed.heuristic, ..answer }
    }

    /// Some solution soon and shorter ones, and beside that the search up the ladder, with half of the
    /// memory each.
    fn anytime(&self, run: &mut SolveContext<'_>) -> Result<Answer, SolveError> {
        let Solver { puzzle, board, options, .. } = self;
        let max_bytes = options.limits.max_bytes.map(|bytes| bytes / 2);
        let algorithm = Algorithm::BreadthFirst;
        let max_depth = options.limits.max_depth;
        let limits = Limits { max_bytes, max_depth, ..Limits::default() };
        let mut prover = Solver::new(puzzle, &Options { algorithm, limits, ..*options })?;
        let mut failed = None;
        let prove = |observer: Observer<'_>| {
            let mut run = SolveContext::new(limits, observer);
            match prover.climb(algorithm, &mut run) {
                Ok((search, _)) => search.outcome,
                Err(error) => {
                    failed = Some(error);
                    Outcome::Stopped(StopReason::Interrupted)
                }
            }
        };
        run.limits.max_bytes = max_bytes;
        let mut statistics = Statistics::default();
        let found = with_space!(BoardSpace::of(board, options.metric), space => {
            let mut improver = Improver::new(board, space);
            let improve =
                |_: Option<u32>, watch: &mut Watch<'_>| improver.improve(watch, &mut statistics);
            anytime::search(prove, improve, &mut run.watch())
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let answer = Answer::anytime(Ok(found), &statistics);
        Ok(Answer { heuristic: Some(improving::HEURISTIC.to_owned()), ..answer })
    }

    /// Searches for a solution in memory, every state with its parent, and reports the way there as
    /// positions, the start first, without turning it into moves: what a benchmark measures.
    ///
    /// # Panics
    /// If the algorithm is [`Algorithm::InformedDeepening`], which keeps no parents.
    pub fn search(&mut self, observer: Observer<'_>) -> Search<Arrangement> {
        let limits = self.options.limits;
        let algorithm = self.options.algorithm;
        self.searches().search(algorithm, &limits, observer)
    }

    fn searches(&mut self) -> &mut dyn PathSearcher {
        let Solver { searches, board, options, .. } = self;
        &mut **searches.get_or_insert_with(|| path_search::for_board(board, options))
    }

    /// From the rung that is asked for, or the lowest, as far up as it takes.
    fn climb(
        &mut self,
        algorithm: Algorithm,
        run: &mut SolveContext<'_>,
    ) -> Result<Ended, SolveError> {
        if let Some(mut kept) = self.kept.take() {
            let ended = self.by_layers(&mut kept, run);
            self.kept = Some(kept);
            return ended;
        }
        let is_asked_for = |rung: Rung| Engine::new(rung.word(), "it was asked for");
        match self.options.engine {
            _ if algorithm != Algorithm::BreadthFirst => {
                let reason = "what does not go by layers keeps its way in memory";
                let engine = Engine::new(Rung::Parents.word(), reason);
                Ok((self.with_parents(run, None), engine))
            }
            Some(rung @ Rung::Parents) => Ok((self.with_parents(run, None), is_asked_for(rung))),
            Some(rung @ Rung::BothEnds) => {
                let goals = self.board.goals(MAX_GOALS).ok_or(SolveError::TooManyGoals)?;
                Ok((self.search_both_ends(&goals, run)?, is_asked_for(rung)))
            }
            Some(Rung::Layers(choice)) => {
                let mut sweeper = self.sweeper(Some(choice))?;
                self.by_layers(&mut sweeper, run)
            }
            None => self.rung_by_rung(run),
        }
    }

    /// Up the ladder, from the lowest rung.
    ///
    /// A rung that has not been enough is begun anew where it may go on further: what it had met is a
    /// small part of that.
    fn rung_by_rung(&mut self, run: &mut SolveContext<'_>) -> Result<Ended, SolveError> {
        let further = (self.threads().get() == 1).then_some(None);
        for most in [Some(WORTH_A_LOOK), Some(ENOUGH_FOR_ONE)].into_iter().chain(further) {
            let search = self.with_parents(run, most);
            if !wants_more(&search, most, &run.limits) {
                let reason = "the fastest for so few states";
                return Ok((search, Engine::new(Rung::Parents.word(), reason)));
            }
            let is_full =
                matches!(search.outcome, Outcome::Stopped(reason) if reason.is_of_memory());
            run.restarts += 1;
            let goals = most.and_then(|most| self.board.goals(most / STATES_A_GOAL));
            if let Some(goals) = goals {
                let search = self.search_both_ends(&goals, run)?;
                if !wants_more(&search, None, &run.limits) {
                    let reason = "there are few goals, and from both ends the way is half as long";
                    return Ok((search, Engine::new(Rung::BothEnds.word(), reason)));
                }
            }
            if is_full {
                break;
            }
        }
        // Its memory is for the next.
        self.searches = None;
        let mut sweeper = self.sweeper(None)?;
        self.by_layers(&mut sweeper, run)
    }

    /// With parents, to the end or to so many states.
    fn with_parents(
        &mut self,
        run: &mut SolveContext<'_>,
        most: Option<usize>,
    ) -> Search<Arrangement> {
        let limits = run.left();
        let max_states = [limits.max_states, most].into_iter().flatten().min();
        let limits = Limits { max_states, ..limits };
        let algorithm = self.options.algorithm;
        let restarts = run.restarts;
        let mut observer =
            |progress: &Progress| (run.observer)(&Progress { restarts, ..*progress });
        let mut search = self.searches().search(algorithm, &limits, &mut observer);
        search.statistics.elapsed = run.started.elapsed();
        search
    }

    fn search_both_ends(
        &mut self,
        goals: &[Words],
        run: &mut SolveContext<'_>,
    ) -> Result<Search<Arrangement>, SolveError> {
        let threads = if cfg!(feature = "threads") { self.threads().get() } else { 1 };
        let mut statistics = Statistics::default();
        let mut watch = run.watch();
        let found = self.searches().way_to(goals, threads, &mut watch, &mut statistics);
        statistics.elapsed = run.started.elapsed();
        let outcome = match found {
            Ok(Some(path)) => Outcome::Found(path),
            Ok(None) => Outcome::Exhausted,
            Err(Halt::Stopped(reason)) => Outcome::Stopped(reason),
            Err(Halt::File(error)) => return Err(error.into()),
        };
        Ok(Search { outcome, statistics })
    }

    /// By an engine without parents, or one after the other; and then the way is found.
    fn by_layers(
        &mut self,
        sweeper: &mut BfsRunner,
        run: &mut SolveContext<'_>,
    ) -> Result<Ended, SolveError> {
        let start = [self.board.words(self.board.start())];
        let sources = Sources::States(&start);
        let expected = &Cell::new(None);
        #[cfg_attr(not(feature = "files"), expect(unused_mut))]
        let (mut sweep, mut stopped) = sweeper.sweep(0, sources, expected, &mut run.watch())?;
        #[cfg_attr(not(feature = "files"), expect(unused_mut))]
        let mut taken = sweeper.search.memory_usage().memory;
        #[cfg(feature = "files")]
        while stopped.is_some_and(StopReason::is_of_memory) && sweeper.overflow()? {
            run.restarts += 1;
            (sweep, stopped) = sweeper.sweep(0, sources, expected, &mut run.watch())?;
            taken = sweeper.search.memory_usage().memory;
        }
        let outcome = match stopped {
            Some(reason) => Outcome::Stopped(reason),
            None if sweep.nearest_goal().is_none() => Outcome::Exhausted,
            None => self.way_down(sweeper, run)?,
        };
        let statistics = Statistics {
            bytes: usize::try_from(taken).unwrap_or(usize::MAX),
            elapsed: sweeper.elapsed().unwrap_or_else(|| run.started.elapsed()),
            ..counted(&sweep)
        };
        Ok((Search { outcome, statistics }, sweeper.engine.clone()))
    }

    /// The way to a goal of the last layer. An engine that knows all layers walks down them; else it is
    /// searched for anew, from both ends.
    fn way_down(
        &mut self,
        sweeper: &mut BfsRunner,
        run: &mut SolveContext<'_>,
    ) -> Result<Outcome<Vec<Arrangement>>, SolveError> {
        let search = &mut sweeper.search;
        let goals = search.last_layer(Which::Goals, 1).map_err(Halt::unwatched)?;
        let way = search.way_to(&goals[0]).map_err(Halt::unwatched)?;
        if let Some(forms) = way {
            let path = Queries::new(&self.board, self.options.metric).real_path(&forms);
            return Ok(Outcome::Found(path));
        }
        // What it has taken is free for that.
        sweeper.forget()?;
        Ok(self.search_both_ends(&goals, run)?.outcome)
    }

    fn sweeper(&self, engine: Option<EngineChoice>) -> Result<BfsRunner, SolveError> {
        BfsRunner::new(&self.puzzle, plan(&self.options, engine), None)
    }

    fn threads(&self) -> NonZero<usize> {
        self.options.threads.unwrap_or_else(threads)
    }
}

/// How the layers are searched for a solution.
fn plan(options: &Options, engine: Option<EngineChoice>) -> BfsConfig {
    let Options { metric, mirroring, limits, threads: wanted, .. } = *options;
    let (purpose, threads) = (BfsPurpose::Solution, wanted.unwrap_or_else(threads));
    BfsConfig { metric, mirroring, purpose, limits, threads, engine }
}

/// What layers without parents have taken. Successors are not counted.
fn counted(sweep: &LayerProfile) -> Statistics {
    let number = |classes: u64| usize::try_from(classes).unwrap_or(usize::MAX);
    let last = sweep.last();
    let depth = sweep.eccentricity().saturating_sub(usize::from(last.goal_classes > 0));
    let states = sweep.total().classes;
    Statistics {
        states: number(states),
        expanded: number(states - last.classes),
        depth: u32::try_from(depth).unwrap_or(u32::MAX),
        peak_frontier: number(sweep.layers.iter().map(|layer| layer.classes).max().unwrap_or(0)),
        ..Statistics::default()
    }
}

/// Whether a search ended at a limit that is not what the whole run may take.
fn wants_more(search: &Search<Arrangement>, most: Option<usize>, limits: &Limits) -> bool {
    match search.outcome {
        Outcome::Stopped(StopReason::States) => {
            most.is_some_and(|most| limits.max_states.is_none_or(|all| all > most))
        }
        Outcome::Stopped(reason) => reason.is_of_memory(),
        Outcome::Found(_) | Outcome::Exhausted => false,
    }
}

/// What a search has come to, and what searched.
struct Answer {
    search: Search<Arrangement>,
    engine: Engine,
    algorithm: Algorithm,
    heuristic: Option<String>,
    bound: Option<u32>,
    stopped: Option<StopReason>,
}

impl Answer {
    /// That of a search for one way.
    fn new(search: Search<Arrangement>, engine: Engine, algorithm: Algorithm) -> Self {
        let (bound, stopped) = match search.outcome {
            Outcome::Exhausted => (None, None),
            Outcome::Stopped(reason) if algorithm.proves_shortest() => {
                (Some(search.statistics.depth + 1), Some(reason))
            }
            Outcome::Stopped(reason) => (Some(0), Some(reason)),
            Outcome::Found(_) => (Some(0), None),
        };
        Answer { search, engine, algorithm, heuristic: None, bound, stopped }
    }

    /// That of a search for ever better ways.
    fn anytime(found: Result<AnytimeResult, StopReason>, statistics: &Statistics) -> Self {
        let stopped_at_once =
            |reason| AnytimeResult { best: None, bound: Some(0), stopped: Some(reason) };
        let AnytimeResult { best, bound, stopped } = found.unwrap_or_else(stopped_at_once);
        let outcome = match (best, stopped) {
            (Some(best), _) => Outcome::Found(best),
            (None, Some(reason)) => Outcome::Stopped(reason),
            (None, None) => Outcome::Exhausted,
        };
        let search = Search { outcome, statistics: *statistics };
        let algorithm = Algorithm::Anytime;
        let engine = Engine::new(algorithm.word(), "ever better solutions, and a proof beside");
        Answer { bound, stopped, ..Answer::new(search, engine, algorithm) }
    }
}

/// What the rungs share.
struct SolveContext<'a> {
    started: Instant,
    limits: Limits,
    observer: Observer<'a>,
    /// See [`Progress::restarts`].
    restarts: u32,
}

impl<'a> SolveContext<'a> {
    fn new(limits: Limits, observer: Observer<'a>) -> Self {
        SolveContext { started: Instant::now(), limits, observer, restarts: 0 }
    }

    /// The limits, with the time that is left.
    fn left(&self) -> Limits {
        self.limits.after(0, self.started.elapsed())
    }

    fn watch(&mut self) -> Watch<'_> {
        Watch::new(self.left(), &mut *self.observer).restarted(self.restarts)
    }
}
