//! From a puzzle to its solution: chooses the search, runs it and reports.

use std::{cell::Cell, slice, sync::Arc, time::Duration};

use crate::{
    board::{Board, BoardError, MAX_CELLS, UnpackedState},
    control::{Instant, Limits, Monitor, Observer, Outcome, Progress, StopReason, unobserved},
    puzzle::{Metric, Puzzle},
    rng::Rng,
    search::{
        SearchResult, StateWords, Statistics,
        heuristic::FIRST_WIDTH,
        layers::{LayerError, Sources, StateFilter},
        space::no_state,
    },
    solution::{Position, Solution},
};

use super::{
    anytime::{self, AnytimeResult, Improver},
    board_search::BoardSearch,
    engine::{Engine, EngineInfo},
    engine_choice::{ESCALATION, STATES_PER_GOAL},
    error::SolveError,
    layer_profile::LayerProfile,
    layer_run::{LayerRun, Place},
    moves::{solution, tile_solution},
    options::{Algorithm, BfsConfig, BfsPurpose, Options, threads},
    parity,
    spaces::{BoardSpace, check_tables, with_space},
    tiles::{LargeTiles, PatternDatabaseCache, TilePuzzle, TileSolver},
};

/// The result of a search for a solution.
///
/// It serializes to the fields that `huarong solve --json` prints between the name of the puzzle
/// and the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The unit of lengths.
    pub metric: Metric,
    /// A solution, the proof that none exists, or the reason why the search stopped.
    pub outcome: Outcome<Solution>,
    /// Whether the solution is proven shortest.
    pub optimal: bool,
    /// The proven lower bound: no solution is shorter, in units of the metric. `None` if the puzzle
    /// is unsolvable.
    pub bound: Option<u32>,
    /// The reason why the search stopped before its result was proven, with or without a solution.
    pub stopped: Option<StopReason>,
    /// States, time and memory of the search.
    pub statistics: Statistics,
    /// The algorithm, chosen or asked for.
    pub algorithm: Algorithm,
    /// The heuristic of an informed search.
    pub heuristic: Option<String>,
    /// The engine, and why it was chosen.
    pub engine: EngineInfo,
}

impl Report {
    /// Creates the report of a lookup in a tablebase, which took this time.
    pub fn looked_up(metric: Metric, outcome: Outcome<Solution>, elapsed: Duration) -> Self {
        let found = outcome.found();
        Report {
            metric,
            optimal: found.is_some(),
            bound: found.and_then(|solution| u32::try_from(solution.len()).ok()),
            outcome,
            stopped: None,
            statistics: Statistics {
                elapsed,
                ..Statistics::default()
            },
            algorithm: Algorithm::Auto,
            heuristic: None,
            engine: Engine::Tablebase.because("as requested"),
        }
    }

    /// Returns the solution, if one was found.
    pub const fn solution(&self) -> Option<&Solution> {
        self.outcome.found()
    }

    /// Returns `solved`, `impossible` or `stopped`.
    pub const fn word(&self) -> &'static str {
        match self.outcome {
            Outcome::Found(_) => "solved",
            Outcome::Exhausted => "impossible",
            Outcome::Stopped(_) => "stopped",
        }
    }

    /// Returns the abbreviation of the algorithm, or `tablebase`.
    pub const fn method(&self) -> &'static str {
        match self.engine.name {
            Engine::Tablebase => Engine::Tablebase.word(),
            _ => self.algorithm.word(),
        }
    }
}

impl serde::Serialize for Report {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let statistics = &self.statistics;
        let solution = self.solution();
        let mut fields = serializer.serialize_struct("Report", 15)?;
        fields.serialize_field("algorithm", self.method())?;
        fields.serialize_field("heuristic", &self.heuristic)?;
        fields.serialize_field("engine", self.engine.name.word())?;
        fields.serialize_field("engine_reason", &self.engine.reason)?;
        fields.serialize_field("metric", &self.metric)?;
        fields.serialize_field("outcome", self.word())?;
        fields.serialize_field("reason", &self.stopped)?;
        fields.serialize_field("optimal", &self.optimal)?;
        fields.serialize_field("length", &solution.map(Solution::len))?;
        fields.serialize_field("steps", &solution.map(Solution::steps))?;
        fields.serialize_field("bound", &self.bound)?;
        fields.serialize_field("states", &statistics.states)?;
        fields.serialize_field("nodes", &statistics.expanded)?;
        fields.serialize_field("seconds", &statistics.elapsed.as_secs_f64())?;
        fields.serialize_field("bytes", &statistics.bytes)?;
        fields.end()
    }
}

/// A puzzle compiled for searching, with memory that one search leaves to the next.
pub struct Solver {
    puzzle: Puzzle,
    /// `None` for numbered tiles that are too many for a board.
    board: Option<Board>,
    options: Options,
    /// Created by the first search with parents.
    search: Option<BoardSearch>,
    /// The run in a work folder or on a cluster.
    layer_run: Option<LayerRun>,
    patterns: Arc<PatternDatabaseCache>,
}

debug_fields!(Solver, options);

/// From this number of cells on, numbered tiles have too many states for breadth-first search.
pub const MANY_TILES: usize = 10;

/// Cells of frames of tiles whose positions are copied in a tenth of the time of the largest.
const FEW_CELLS: usize = 64;

/// How often the width doubles of the beams that shorten paths of many tiles.
const MAX_DOUBLINGS: usize = 8;

/// The most goals that a bidirectional search lists if the options name it: a second, and 34 MB.
const MAX_GOALS: usize = 1 << 18;

impl Solver {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If the board does not fit the solvers: see [`BoardError`](super::BoardError).
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, SolveError> {
        let board = BfsPurpose::Solution.board(puzzle, options.metric, options.mirroring);
        let board = match board {
            Err(
                BoardError::TooManyCells(_)
                | BoardError::TooManyKinds(_)
                | BoardError::TooManyBits(_),
            ) if large_tiles::<MAX_CELLS>(puzzle, options).is_some() => None,
            board => Some(board?.leaving_at_once(true)),
        };
        board.as_ref().map_or(Ok(()), check_tables)?;
        Ok(Solver {
            puzzle: puzzle.clone(),
            board,
            options: *options,
            search: None,
            layer_run: None,
            patterns: Arc::default(),
        })
    }

    /// Begins or resumes a run in its [`Place`]. A resumed run keeps its metric, mirroring and
    /// engine.
    ///
    /// # Errors
    /// As for [`new`](Self::new); if the algorithm or engine cannot search in that place; if the
    /// work folder cannot be used, holds a run already or, to be resumed, none of this command; or
    /// if other processes do not connect.
    pub fn open(place: Place<'_>, options: &Options) -> Result<Self, SolveError> {
        match place {
            Place::Memory(puzzle) => Solver::new(puzzle, options),
            place => Solver::open_run(place, options),
        }
    }

    fn open_run(place: Place<'_>, options: &Options) -> Result<Self, SolveError> {
        let engine = if place.is_resumed() {
            None
        } else {
            options.engine
        };
        if !place.is_resumed() && !options.algorithm.is_breadth_first() {
            return Err(SolveError::NoCheckpoints(options.algorithm.word()));
        }
        if let Some(engine) = engine.filter(|engine| !engine.is_layer_search()) {
            return Err(SolveError::NoCheckpoints(engine.word()));
        }
        let begun = Instant::now();
        let layer_run = LayerRun::new(place, config(options, engine))?;
        let BfsConfig {
            metric,
            mirroring,
            engine,
            ..
        } = layer_run.config;
        let algorithm = Algorithm::BreadthFirst;
        let limits = options.limits.remaining_after(0, begun.elapsed());
        let options = Options {
            algorithm,
            metric,
            mirroring,
            limits,
            engine,
            ..*options
        };
        Ok(Solver {
            puzzle: layer_run.puzzle.clone(),
            board: Some(layer_run.board.clone()),
            options,
            search: None,
            layer_run: Some(layer_run),
            patterns: Arc::default(),
        })
    }

    /// Shares the pattern databases of a cache with other solvers.
    #[must_use]
    pub fn with_patterns(self, patterns: &Arc<PatternDatabaseCache>) -> Self {
        Solver {
            patterns: Arc::clone(patterns),
            ..self
        }
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the compiled board.
    #[doc(hidden)]
    pub fn board(&self) -> &Board {
        compiled(self.board.as_ref())
    }

    /// Returns the options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the unit of lengths.
    pub const fn metric(&self) -> Metric {
        self.options.metric
    }

    /// Returns a solver that searches breadth-first, with parents and without symmetry reduction.
    /// The inner error is the name of the method that the options or the puzzle require instead.
    ///
    /// # Errors
    /// If the options require a search for numbered tiles, and the puzzle is of another kind.
    pub(crate) fn into_breadth_first(self) -> Result<Result<Self, &'static str>, SolveError> {
        let Options {
            algorithm, engine, ..
        } = self.options;
        let method = if parity::impossible(&self.puzzle).is_some() {
            None
        } else if large_tiles::<MAX_CELLS>(&self.puzzle, &self.options).is_some() {
            Some(Algorithm::Anytime.word())
        } else if self.tiles()?.is_some() {
            Some("IDA*")
        } else if !algorithm.is_breadth_first() {
            Some(algorithm.word())
        } else {
            engine
                .filter(|&engine| engine != Engine::BreadthFirst)
                .map(Engine::word)
        };
        let algorithm = Algorithm::BreadthFirst;
        let engine = Some(Engine::BreadthFirst);
        let options = Options {
            algorithm,
            engine,
            mirroring: super::Mirroring::Off,
            ..self.options
        };
        // A certificate lists the states after every move.
        let board = compiled(self.board.as_ref()).clone().without_symmetry();
        let board = Some(board.leaving_at_once(false));
        Ok(method.map_or(
            Ok(Solver {
                board,
                options,
                ..self
            }),
            Err,
        ))
    }

    /// Returns the states at this distance from the start that the last breadth-first search in
    /// memory has expanded; `None` beyond the last of them.
    pub(crate) fn layer(&self, depth: usize) -> Option<Vec<UnpackedState>> {
        self.search.as_ref()?.layer(depth)
    }

    /// Searches for a solution, replays it with the independent checker, and reports. If parity
    /// proves that tiles are unsolvable, no search is needed: the engine is `parity`.
    ///
    /// # Errors
    /// If a file cannot be written or read, or if the checker rejects the solution, which would be
    /// a bug.
    pub fn solve(&mut self) -> Result<Report, SolveError> {
        self.solve_with_observer(&mut unobserved)
    }

    /// Solves, and reports progress to an observer, which may stop the search.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn solve_with_observer(&mut self, observer: Observer<'_>) -> Result<Report, SolveError> {
        let mut run = SolveContext::new(self.options.limits, observer);
        let mut report = if let Some(reason) = parity::impossible(&self.puzzle) {
            let outcome = Outcome::Exhausted;
            let statistics = Statistics::default();
            self.report(
                SearchResult {
                    outcome,
                    statistics,
                },
                Engine::Parity.because(&reason),
            )?
        } else if let Some(tiles) = large_tiles::<FEW_CELLS>(&self.puzzle, &self.options) {
            self.search_large(&tiles, &mut run)?
        } else if let Some(tiles) = large_tiles::<MAX_CELLS>(&self.puzzle, &self.options) {
            self.search_large(&tiles, &mut run)?
        } else if let Some(tiles) = self.tiles()? {
            self.search_tiles(&tiles, &mut run)?
        } else if self.options.algorithm == Algorithm::Anytime {
            self.anytime(&mut run)?
        } else {
            let (search, engine) = match self.search_blocks(&mut run) {
                Err(SolveError::Stopped(reason)) => {
                    let outcome = Outcome::Stopped(reason);
                    let statistics = Statistics::default();
                    let engine = self.options.engine.unwrap_or(Engine::Hashed);
                    let reason = "a limit was reached before its search began";
                    (
                        SearchResult {
                            outcome,
                            statistics,
                        },
                        engine.because(reason),
                    )
                }
                found => found?,
            };
            self.report(search, engine)?
        };
        report.statistics.elapsed = run.started.elapsed();
        // The engine that was stopped may have proven less than those before it.
        report.bound = report.bound.map(|bound| bound.max(run.bound));
        // A search may be stopped before it tests its start.
        if Position::start(&self.puzzle).is_solved() {
            report.bound = report.bound.map(|_| 0);
        }
        if let Outcome::Found(solution) = &report.outcome {
            report.optimal = u32::try_from(solution.len()).ok() == report.bound;
        }
        Ok(report)
    }

    /// Builds the report of a search, with the lower bound that its algorithm proves.
    fn report(
        &self,
        search: SearchResult<UnpackedState>,
        engine: EngineInfo,
    ) -> Result<Report, SolveError> {
        let metric = self.options.metric;
        let algorithm = match (engine.name, self.options.algorithm) {
            (Engine::IdaStar, _) => Algorithm::InformedDeepening,
            (_, Algorithm::Auto) => Algorithm::BreadthFirst,
            (_, algorithm) => algorithm,
        };
        let SearchResult {
            outcome,
            statistics,
        } = search;
        let is_proof = algorithm.proves_shortest();
        let (outcome, bound, stopped) = match outcome {
            Outcome::Found(path) => {
                let found = solution(&self.puzzle, compiled(self.board.as_ref()), &path, metric)?;
                let bound = if is_proof {
                    u32::try_from(found.len()).ok()
                } else {
                    Some(0)
                };
                (Outcome::Found(found), bound, None)
            }
            Outcome::Exhausted => (Outcome::Exhausted, None, None),
            Outcome::Stopped(reason) => {
                let bound = if is_proof { statistics.depth + 1 } else { 0 };
                (Outcome::Stopped(reason), Some(bound), Some(reason))
            }
        };
        Ok(Report {
            metric,
            outcome,
            optimal: false,
            bound,
            stopped,
            statistics,
            algorithm,
            heuristic: None,
            engine,
        })
    }

    /// Builds the report of an anytime search.
    fn report_anytime(
        &self,
        found: AnytimeResult,
        statistics: Statistics,
    ) -> Result<Report, SolveError> {
        let AnytimeResult {
            best,
            bound,
            stopped,
        } = found;
        let outcome = match (best, stopped) {
            (Some(best), _) => Outcome::Found(best),
            (None, Some(reason)) => Outcome::Stopped(reason),
            (None, None) => Outcome::Exhausted,
        };
        let engine = Engine::Anytime
            .because("improves a solution while a second search proves a lower bound");
        let report = self.report(
            SearchResult {
                outcome,
                statistics,
            },
            engine,
        )?;
        Ok(Report {
            bound,
            stopped,
            ..report
        })
    }

    /// Returns the numbered tiles of the puzzle, if a search for tiles solves it.
    fn tiles(&self) -> Result<Option<TilePuzzle>, SolveError> {
        let tiles = || TilePuzzle::of(&self.puzzle, compiled(self.board.as_ref()));
        match self.options.algorithm {
            Algorithm::InformedDeepening => tiles().ok_or(SolveError::NoTiles).map(Some),
            Algorithm::Anytime => Ok(tiles()),
            Algorithm::Auto if self.options.engine.is_none() => {
                let is_large = self.puzzle.grid().area() >= MANY_TILES;
                Ok(is_large.then(tiles).flatten())
            }
            _ => Ok(None),
        }
    }

    /// Finds some path of many tiles and shortens it: until a limit if there is one on time.
    fn search_large<const CELLS: usize>(
        &self,
        tiles: &LargeTiles<CELLS>,
        run: &mut SolveContext<'_>,
    ) -> Result<Report, SolveError> {
        let Options { metric, limits, .. } = self.options;
        let is_endless = self.options.algorithm == Algorithm::Anytime || limits.timeout.is_some();
        let monitor = &mut run.watch();
        let mut statistics = Statistics::default();
        let mut path = tiles.prove(monitor, &mut statistics);
        let mut bound = path
            .as_ref()
            .map_or(statistics.depth + 1, |path| narrow(path.len() - 1));
        if path == Err(StopReason::States) {
            path = tiles.first(monitor, &mut statistics);
        }
        let mut stopped = path.as_ref().err().copied();
        if let Ok(path) = &mut path {
            let mut rng = Rng::new(0);
            let rounds = if is_endless { usize::MAX } else { path.len() };
            for round in 0..rounds {
                if narrow(path.len() - 1) <= bound || stopped.is_some() {
                    break;
                }
                let width = FIRST_WIDTH << (round / path.len()).min(MAX_DOUBLINGS);
                let shorter = tiles.shorten(path, width, &mut rng, monitor, &mut statistics);
                stopped = shorter.err();
            }
        }
        if metric == Metric::Push {
            let grid = self.puzzle.grid();
            bound = bound.div_ceil(u32::from(grid.rows().max(grid.columns())) - 1);
        }
        let outcome = match path {
            Ok(path) => Outcome::Found(tile_solution(&self.puzzle, &path, metric)?),
            Err(reason) => Outcome::Stopped(reason),
        };
        Ok(Report {
            metric,
            outcome,
            optimal: false,
            bound: Some(bound),
            stopped,
            statistics,
            algorithm: Algorithm::Anytime,
            heuristic: Some("Manhattan distance with linear conflicts".to_owned()),
            engine: Engine::Anytime.because("too many numbered tiles for a proof"),
        })
    }

    fn search_tiles(
        &self,
        tiles: &TilePuzzle,
        run: &mut SolveContext<'_>,
    ) -> Result<Report, SolveError> {
        let threads = self.threads();
        let monitor = &mut run.watch();
        let is_push = self.options.metric == Metric::Push;
        let mut solver = TileSolver::new(tiles, &self.patterns, threads, monitor);
        let report = if self.options.algorithm == Algorithm::Anytime {
            let found = if is_push {
                solver.improve_pushes()
            } else {
                solver.improve()
            };
            let found = found.unwrap_or_else(|reason| AnytimeResult {
                best: None,
                bound: Some(0),
                stopped: Some(reason),
            });
            self.report_anytime(found, solver.statistics)?
        } else {
            let search = if is_push {
                solver.solve_pushes()
            } else {
                solver.solve(self.options.heuristic)
            };
            self.report(search, Engine::IdaStar.because("numbered tiles"))?
        };
        Ok(Report {
            heuristic: solver.heuristic,
            ..report
        })
    }

    /// Improves a first solution while breadth-first search proves a lower bound; each has half of
    /// the memory.
    fn anytime(&self, run: &mut SolveContext<'_>) -> Result<Report, SolveError> {
        let Solver {
            puzzle,
            board,
            options,
            ..
        } = self;
        let board = compiled(board.as_ref());
        let max_bytes = options.limits.max_bytes.map(|bytes| bytes / 2);
        let algorithm = Algorithm::BreadthFirst;
        let limits = Limits {
            max_bytes,
            max_depth: options.limits.max_depth,
            ..Limits::default()
        };
        let mut prover = Solver::new(
            puzzle,
            &Options {
                algorithm,
                limits,
                ..*options
            },
        )?;
        let mut failed = None;
        let mut proof = Statistics::default();
        run.limits.max_bytes = max_bytes;
        let mut statistics = Statistics::default();
        let found = with_space!(BoardSpace::of(board, options.metric), typed => {
            let mut improver = Improver::new(board, typed.space);
            anytime::search(|observer| {
            let mut run = SolveContext::new(limits, observer);
            match prover.search_blocks(&mut run) {
                Ok((search, _)) => {
                    proof = search.statistics;
                    search.outcome
                }
                Err(SolveError::Stopped(reason)) => Outcome::Stopped(reason),
                Err(error) => {
                    failed = Some(error);
                    Outcome::Stopped(StopReason::Interrupted)
                }
            }
        }, |_, monitor| improver.improve(monitor, &mut statistics), &mut run.watch())
        });
        if let Some(error) = failed {
            return Err(error);
        }
        statistics.expanded += proof.expanded;
        Ok(Report {
            heuristic: Some(anytime::HEURISTIC.to_owned()),
            ..self.report_anytime(found, statistics)?
        })
    }

    /// Searches with the run's engine, with the engine that the options name, or with those of
    /// [`ESCALATION`] in turn and then by layers.
    ///
    /// Each engine starts anew: its predecessor has seen only a small part of the states.
    fn search_blocks(
        &mut self,
        run: &mut SolveContext<'_>,
    ) -> Result<(SearchResult<UnpackedState>, EngineInfo), SolveError> {
        if let Some(mut layer_run) = self.layer_run.take() {
            let ended = self.search_by_layers(&mut layer_run, run);
            self.layer_run = Some(layer_run);
            return ended;
        }
        let algorithm = self.options.algorithm;
        let wanted = match self.options.engine {
            _ if !algorithm.is_breadth_first() => {
                let reason = "this algorithm stores the parents of states in memory";
                Some((Engine::BreadthFirst, None, reason))
            }
            Some(engine) => {
                if engine != Engine::BreadthFirst {
                    compiled(self.board.as_ref()).check_two_way()?;
                }
                Some((engine, None, "as requested"))
            }
            None if compiled(self.board.as_ref()).is_one_way() => {
                let reason = "pieces that leave do not come back";
                Some((Engine::BreadthFirst, None, reason))
            }
            None => None,
        };
        let mut is_full = false;
        for &(engine, most, reason) in wanted.as_ref().map_or(&ESCALATION[..], slice::from_ref) {
            let with_parents = engine == Engine::BreadthFirst;
            let search = match engine {
                Engine::BreadthFirst if is_full => break,
                Engine::BreadthFirst
                    if wanted.is_none() && most.is_none() && self.threads() > 1 =>
                {
                    break;
                }
                Engine::BreadthFirst => {
                    let limits = run.left();
                    let max_states = [limits.max_states, most].into_iter().flatten().min();
                    let limits = limits.with_max_states(max_states);
                    let restarts = run.restarts;
                    self.searcher().search(algorithm, &limits, &mut |progress| {
                        (run.observer)(&Progress {
                            restarts,
                            ..*progress
                        })
                    })
                }
                Engine::Bidirectional => {
                    let most_goals = most.map_or(MAX_GOALS, |most| most / STATES_PER_GOAL);
                    match compiled(self.board.as_ref()).goals(most_goals, &mut run.watch()) {
                        Ok(Some(goals)) => self.search_both_ends(&goals, run)?,
                        Ok(None) if wanted.is_some() => return Err(SolveError::TooManyGoals),
                        Err(reason) if wanted.is_some() || !reason.is_memory() => {
                            return Err(reason.into());
                        }
                        _ => continue,
                    }
                }
                _ => break,
            };
            if algorithm.is_breadth_first() {
                run.prove(&search.statistics);
            }
            let ran_out = matches!(search.outcome, Outcome::Stopped(it) if it.is_memory());
            // The limit of the engine is not that of the run.
            let is_limited = with_parents
                && search.outcome == Outcome::Stopped(StopReason::States)
                && most.is_some_and(|most| run.limits.max_states.is_none_or(|all| all > most));
            if wanted.is_some() || !is_limited && !ran_out {
                return Ok((search, engine.because(reason)));
            }
            is_full |= with_parents && ran_out;
            run.restarts += u32::from(with_parents);
            // Its memory is for the next engine.
            self.search = None;
        }
        let options = self.options.with_limits(run.left());
        let config = config(&options, options.engine);
        let mut layer_run = LayerRun::new(Place::Memory(&self.puzzle), config)?;
        self.search_by_layers(&mut layer_run, run)
    }

    /// Returns the searches in memory, for any algorithm with parents.
    pub(crate) fn searcher(&mut self) -> &mut BoardSearch {
        self.search.get_or_insert_with(|| {
            BoardSearch::new(compiled(self.board.as_ref()), self.options.metric)
        })
    }

    fn search_both_ends(
        &mut self,
        goals: &[StateWords],
        run: &mut SolveContext<'_>,
    ) -> Result<SearchResult<UnpackedState>, SolveError> {
        let threads = self.threads();
        let mut statistics = Statistics::default();
        let mut monitor = run.watch();
        let outcome = match self
            .searcher()
            .path_to(goals, threads, &mut monitor, &mut statistics)
        {
            Err(LayerError::File(error)) => return Err(error.into()),
            found => found.map_err(LayerError::in_memory).into(),
        };
        Ok(SearchResult {
            outcome,
            statistics,
        })
    }

    /// Searches by layers, with a smaller engine if memory runs out, and then for the path.
    fn search_by_layers(
        &mut self,
        layer_run: &mut LayerRun,
        run: &mut SolveContext<'_>,
    ) -> Result<(SearchResult<UnpackedState>, EngineInfo), SolveError> {
        let board = compiled(self.board.as_ref());
        let start = [board.words(board.start())];
        let sources = Sources::States(&start);
        let expected = &Cell::new(None);
        let (mut profile, mut stopped) = layer_run.sweep(0, sources, expected, &mut run.watch())?;
        let mut taken = layer_run.memory_usage().memory;
        while stopped.is_some_and(StopReason::is_memory) && layer_run.overflow(&mut run.watch())? {
            run.prove(&counted(&profile));
            run.restarts += 1;
            (profile, stopped) = layer_run.sweep(0, sources, expected, &mut run.watch())?;
            taken = layer_run.memory_usage().memory;
        }
        let outcome = match stopped {
            Some(reason) => Outcome::Stopped(reason),
            None if profile.nearest_goal().is_none() => Outcome::Exhausted,
            None => self.path_from_layers(layer_run, run)?,
        };
        let statistics = Statistics {
            bytes: usize::try_from(taken).unwrap_or(usize::MAX),
            ..counted(&profile)
        };
        Ok((
            SearchResult {
                outcome,
                statistics,
            },
            layer_run.engine.clone(),
        ))
    }

    /// Finds the path to a goal of the last layer: along the layers if the engine keeps them all,
    /// otherwise by bidirectional search.
    fn path_from_layers(
        &mut self,
        layer_run: &mut LayerRun,
        run: &mut SolveContext<'_>,
    ) -> Result<Outcome<Vec<UnpackedState>>, SolveError> {
        let search = layer_run.search(&mut run.watch())?;
        let goals = search.last_layer(StateFilter::Goals, 1)?;
        // A checkpoint may count a goal that its layer lacks.
        let goal = goals.first().ok_or_else(no_state)?;
        let path = search.path_to(goal)?;
        if let Some(forms) = path {
            check_tables(compiled(self.board.as_ref()))?;
            return Ok(Outcome::Found(self.searcher().real_path(&forms)));
        }
        // Frees its memory for the bidirectional search.
        layer_run.forget();
        Ok(self.search_both_ends(&goals, run)?.outcome)
    }

    fn threads(&self) -> usize {
        self.options.threads.unwrap_or_else(threads).get()
    }
}

/// Returns the tiles of a puzzle in a large frame, unless the options ask for a proof.
fn large_tiles<const CELLS: usize>(
    puzzle: &Puzzle,
    options: &Options,
) -> Option<LargeTiles<CELLS>> {
    let is_free = matches!(options.algorithm, Algorithm::Auto | Algorithm::Anytime);
    (is_free && options.engine.is_none())
        .then(|| LargeTiles::of(puzzle))
        .flatten()
}

/// Returns the compiled board, which all searches but those of large frames of tiles need.
fn compiled(board: Option<&Board>) -> &Board {
    board.expect("only large frames of tiles have none")
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Returns the configuration of a search by layers for a solution.
fn config(options: &Options, engine: Option<Engine>) -> BfsConfig {
    let Options {
        metric,
        mirroring,
        limits,
        threads: wanted,
        ..
    } = *options;
    let threads = wanted.unwrap_or_else(threads);
    BfsConfig {
        metric,
        mirroring,
        purpose: BfsPurpose::Solution,
        limits,
        threads,
        engine,
    }
}

/// Returns the statistics of layers; successors are not counted.
fn counted(profile: &LayerProfile) -> Statistics {
    let number = |classes: u64| usize::try_from(classes).unwrap_or(usize::MAX);
    let last = profile.last();
    let depth = profile
        .eccentricity()
        .saturating_sub(usize::from(last.goal_classes > 0));
    let states = profile.total().classes;
    let largest = profile
        .layers
        .iter()
        .map(|layer| layer.classes)
        .max()
        .unwrap_or(0);
    Statistics {
        states: number(states),
        expanded: number(states - last.classes),
        depth: u32::try_from(depth).unwrap_or(u32::MAX),
        peak_frontier: number(largest),
        ..Statistics::default()
    }
}

/// Limits, observer and clock that the searches of a run share.
struct SolveContext<'a> {
    started: Instant,
    limits: Limits,
    observer: Observer<'a>,
    /// See [`Progress::restarts`].
    restarts: u32,
    /// The lower bound that the engines before the current one have proven.
    bound: u32,
}

impl<'a> SolveContext<'a> {
    fn new(limits: Limits, observer: Observer<'a>) -> Self {
        SolveContext {
            started: Instant::now(),
            limits,
            observer,
            restarts: 0,
            bound: 0,
        }
    }

    /// Adds the lower bound of a breadth-first search that gives way to another.
    fn prove(&mut self, ended: &Statistics) {
        self.bound = self.bound.max(ended.depth + 1);
    }

    /// Returns the limits with the remaining time.
    fn left(&self) -> Limits {
        self.limits.remaining_after(0, self.started.elapsed())
    }

    fn watch(&mut self) -> Monitor<'_> {
        Monitor::new(self.left(), &mut *self.observer).restarted(self.restarts)
    }
}
