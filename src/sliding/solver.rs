//! From a puzzle to its solution: chooses the search, runs it and reports.

use std::sync::Arc;

use crate::{
    board::{Board, BoardError, UnpackedState},
    control::{Instant, Limits, Observer, Outcome, StopReason, unobserved},
    puzzle::{Metric, Puzzle},
    search::{SearchResult, Statistics},
    solution::Position,
};

use super::{
    anytime::{self, AnytimeResult, Improver},
    board_solver::{BoardSolver, SolveContext, config},
    engine::{Engine, EngineInfo},
    error::SolveError,
    layer_run::{LayerRun, Place},
    moves::{solution, tile_solution},
    options::{Algorithm, BfsConfig, BfsPurpose, Mirroring, Options, threads},
    parity,
    report::Report,
    spaces::{BoardSpace, with_space},
    tiles::{LargeTiles, PatternDatabaseCache, TilePuzzle, TileSolver},
};

/// A puzzle compiled for searching, with memory that one search leaves to the next.
pub struct Solver {
    puzzle: Puzzle,
    kind: PuzzleKind,
    options: Options,
    patterns: Arc<PatternDatabaseCache>,
}

debug_fields!(Solver, options);

/// The kinds of puzzles. Each has a search of its own.
enum PuzzleKind {
    /// Numbered tiles of a frame that is too large for a proof: beams find a path of the empty
    /// cell.
    LargeTiles(LargeTiles),
    /// Numbered tiles that a heuristic search solves, and their board, which names them.
    Tiles(Box<TilePuzzle>, Box<Board>),
    /// All others: breadth-first, depth-first or anytime search of the states of a board.
    Blocks(Box<BoardSolver>),
}

/// Numbered tiles on up to this number of cells have at most 181,440 positions, which a certificate
/// can list.
const FEW_CELLS: usize = 9;

impl Solver {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If the board does not fit the solvers: see [`BoardError`](super::BoardError).
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, SolveError> {
        options.metric.check(puzzle).map_err(BoardError::from)?;
        let kind = if let Some(tiles) = large_tiles(puzzle, options) {
            PuzzleKind::LargeTiles(tiles)
        } else {
            let board = BfsPurpose::Solution.board(puzzle, options.metric, options.mirroring)?;
            let board = board.leaving_at_once(true);
            match small_tiles(puzzle, &board, options)? {
                Some(tiles) => PuzzleKind::Tiles(Box::new(tiles), Box::new(board)),
                None => PuzzleKind::Blocks(Box::new(BoardSolver::new(puzzle, board, options)?)),
            }
        };
        Ok(Solver {
            puzzle: puzzle.clone(),
            kind,
            options: *options,
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
            kind: PuzzleKind::Blocks(Box::new(BoardSolver::of_run(layer_run, options))),
            options,
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
    ///
    /// # Panics
    /// If the puzzle is one of numbered tiles in a frame that is too large for a proof.
    #[doc(hidden)]
    pub fn board(&self) -> &Board {
        match &self.kind {
            PuzzleKind::LargeTiles(_) => panic!("large frames of tiles have no board"),
            PuzzleKind::Tiles(_, board) => board,
            PuzzleKind::Blocks(blocks) => &blocks.board,
        }
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
    /// If the board does not fit the solvers.
    pub(crate) fn into_breadth_first(self) -> Result<Result<Self, &'static str>, SolveError> {
        let Options {
            algorithm, engine, ..
        } = self.options;
        let is_parents = |engine| engine == Engine::BreadthFirst;
        let method = match self.kind {
            _ if parity::impossible(&self.puzzle).is_some() => None,
            PuzzleKind::LargeTiles(_) => Some(Algorithm::Anytime.word()),
            PuzzleKind::Tiles(..)
                if algorithm == Algorithm::Auto && self.puzzle.grid().area() <= FEW_CELLS =>
            {
                None
            }
            PuzzleKind::Tiles(..) => Some("IDA*"),
            PuzzleKind::Blocks(_) if !algorithm.is_breadth_first() => Some(algorithm.word()),
            PuzzleKind::Blocks(_) if engine.is_none_or(is_parents) => None,
            PuzzleKind::Blocks(_) => engine.map(Engine::word),
        };
        if let Some(method) = method {
            return Ok(Err(method));
        }
        let options = Options {
            algorithm: Algorithm::BreadthFirst,
            engine: Some(Engine::BreadthFirst),
            mirroring: Mirroring::Off,
            ..self.options
        };
        // A certificate lists the states after every move.
        let board = Board::new(&self.puzzle)?.without_symmetry();
        Ok(Ok(Solver {
            kind: PuzzleKind::Blocks(Box::new(BoardSolver::new(&self.puzzle, board, &options)?)),
            options,
            ..self
        }))
    }

    /// Returns the searches of the board.
    ///
    /// # Panics
    /// If a search for numbered tiles solves the puzzle.
    pub(crate) fn blocks(&mut self) -> &mut BoardSolver {
        match &mut self.kind {
            PuzzleKind::Blocks(blocks) => blocks,
            _ => panic!("numbered tiles have another search"),
        }
    }

    /// Returns the states at this distance from the start that the last breadth-first search in
    /// memory has expanded; `None` beyond the last of them.
    pub(crate) fn layer(&self, depth: usize) -> Option<Vec<UnpackedState>> {
        match &self.kind {
            PuzzleKind::Blocks(blocks) => blocks.layer(depth),
            _ => None,
        }
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
        let mut report = match (parity::impossible(&self.puzzle), &self.kind) {
            (Some(reason), _) => {
                let found = SearchResult {
                    outcome: Outcome::Exhausted,
                    statistics: Statistics::default(),
                };
                self.report(found, Engine::Parity.because(&reason))?
            }
            (None, PuzzleKind::LargeTiles(tiles)) => self.search_large(tiles, &mut run)?,
            (None, PuzzleKind::Tiles(tiles, _)) => self.search_tiles(tiles, &mut run)?,
            (None, PuzzleKind::Blocks(_)) if self.options.algorithm == Algorithm::Anytime => {
                self.anytime(&mut run)?
            }
            (None, PuzzleKind::Blocks(_)) => {
                let (found, engine) = match self.blocks().search(&mut run) {
                    Err(SolveError::Stopped(reason)) => {
                        let found = SearchResult {
                            outcome: Outcome::Stopped(reason),
                            statistics: Statistics::default(),
                        };
                        let engine = self.options.engine.unwrap_or(Engine::Hashed);
                        let reason = "a limit was reached before its search began";
                        (found, engine.because(reason))
                    }
                    found => found?,
                };
                self.report(found, engine)?
            }
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
                let found = solution(&self.puzzle, self.board(), &path, metric)?;
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

    /// Finds some path of many tiles and shortens it: until a limit if there is one on time.
    fn search_large(
        &self,
        tiles: &LargeTiles,
        run: &mut SolveContext<'_>,
    ) -> Result<Report, SolveError> {
        let Options { metric, limits, .. } = self.options;
        let is_endless = self.options.algorithm == Algorithm::Anytime || limits.timeout.is_some();
        let mut statistics = Statistics::default();
        let found = tiles.solve(is_endless, &mut run.watch(), &mut statistics);
        let mut bound = found.bound;
        if metric == Metric::Push {
            let grid = self.puzzle.grid();
            bound = bound.div_ceil(u32::from(grid.rows().max(grid.columns())) - 1);
        }
        let outcome = match found.path {
            Ok(path) => Outcome::Found(tile_solution(&self.puzzle, &path, metric)?),
            Err(reason) => Outcome::Stopped(reason),
        };
        Ok(Report {
            metric,
            outcome,
            optimal: false,
            bound: Some(bound),
            stopped: found.stopped,
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
        let threads = self.options.threads.unwrap_or_else(threads).get();
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
            let found = if is_push {
                solver.solve_pushes()
            } else {
                solver.solve(self.options.heuristic)
            };
            let search = SearchResult {
                outcome: found.map_or_else(Outcome::Stopped, Outcome::Found),
                statistics: solver.statistics,
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
            puzzle, options, ..
        } = self;
        let board = self.board();
        let max_bytes = options.limits.max_bytes.map(|bytes| bytes / 2);
        let limits = Limits {
            max_bytes,
            max_depth: options.limits.max_depth,
            ..Limits::default()
        };
        let options = Options {
            algorithm: Algorithm::BreadthFirst,
            limits,
            ..*options
        };
        let mut prover = BoardSolver::new(puzzle, board.clone(), &options)?;
        let mut failed = None;
        let mut proof = Statistics::default();
        run.limits.max_bytes = max_bytes;
        let mut statistics = Statistics::default();
        let found = with_space!(BoardSpace::of(board, options.metric), typed => {
            let mut improver = Improver::new(board, typed.space);
            anytime::search(|observer| {
            let mut run = SolveContext::new(limits, observer);
            match prover.search(&mut run) {
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
}

/// Returns the tiles of a puzzle in a large frame, unless the options ask for a proof.
fn large_tiles(puzzle: &Puzzle, options: &Options) -> Option<LargeTiles> {
    let is_free = matches!(options.algorithm, Algorithm::Auto | Algorithm::Anytime);
    (is_free && options.engine.is_none())
        .then(|| LargeTiles::of(puzzle))
        .flatten()
}

/// Returns the numbered tiles of a puzzle, if a heuristic search solves it.
fn small_tiles(
    puzzle: &Puzzle,
    board: &Board,
    options: &Options,
) -> Result<Option<TilePuzzle>, SolveError> {
    let tiles = || TilePuzzle::of(puzzle, board);
    match options.algorithm {
        Algorithm::InformedDeepening if parity::impossible(puzzle).is_none() => {
            tiles().ok_or(SolveError::NoTiles).map(Some)
        }
        Algorithm::Auto if options.engine.is_some() => Ok(None),
        Algorithm::Auto | Algorithm::Anytime => Ok(tiles()),
        _ => Ok(None),
    }
}
