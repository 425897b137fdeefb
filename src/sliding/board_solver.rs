//! Searches of a board: the escalation from engine to engine.

use std::{cell::Cell, slice};

use crate::{
    board::{Board, UnpackedState},
    control::{Instant, Limits, Monitor, Observer, Outcome, Progress, StopReason},
    puzzle::Puzzle,
    search::{
        SearchResult, StateWords, Statistics,
        layers::{LayerError, Sources, StateFilter},
        space::no_state,
    },
};

use super::{
    board_search::BoardSearch,
    engine::{Engine, EngineInfo},
    engine_choice::{ESCALATION, STATES_PER_GOAL},
    error::SolveError,
    layer_profile::LayerProfile,
    layer_run::{LayerRun, Place},
    options::{BfsConfig, BfsPurpose, Options, threads},
    spaces::check_tables,
};

/// The most goals that a bidirectional search lists if the options name it: a second, and 34 MB.
const MAX_GOALS: usize = 1 << 18;

/// A board, with memory that one search leaves to the next.
pub struct BoardSolver {
    puzzle: Puzzle,
    pub board: Board,
    options: Options,
    /// Created by the first search with parents.
    search: Option<BoardSearch>,
    /// The run in a work folder or on a cluster.
    layer_run: Option<LayerRun>,
}

impl BoardSolver {
    /// Creates a solver of a board whose tables fit the memory of the machine.
    pub fn new(puzzle: &Puzzle, board: Board, options: &Options) -> Result<Self, SolveError> {
        check_tables(&board)?;
        Ok(BoardSolver {
            puzzle: puzzle.clone(),
            board,
            options: *options,
            search: None,
            layer_run: None,
        })
    }

    /// Continues a run in a work folder or on a cluster.
    pub fn of_run(layer_run: LayerRun, options: Options) -> Self {
        BoardSolver {
            puzzle: layer_run.puzzle.clone(),
            board: layer_run.board.clone(),
            options,
            search: None,
            layer_run: Some(layer_run),
        }
    }

    /// Returns the states at this distance from the start that the last breadth-first search in
    /// memory has expanded; `None` beyond the last of them.
    pub fn layer(&self, depth: usize) -> Option<Vec<UnpackedState>> {
        self.search.as_ref()?.layer(depth)
    }

    /// Searches with the run's engine, with the engine that the options name, or with those of
    /// [`ESCALATION`] in turn and then by layers.
    ///
    /// Each engine starts anew: its predecessor has seen only a small part of the states.
    pub fn search(
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
                    self.board.check_two_way()?;
                }
                Some((engine, None, "as requested"))
            }
            None if self.board.is_one_way() => {
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
                    let most = most.unwrap_or(usize::MAX);
                    let limits = limits.with_max_states(Some(limits.states().min(most)));
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
                    match self.board.goals(most_goals, &mut run.watch()) {
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
                && most.is_some_and(|most| run.limits.states() > most);
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
    pub fn searcher(&mut self) -> &mut BoardSearch {
        self.search
            .get_or_insert_with(|| BoardSearch::new(&self.board, self.options.metric))
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

    fn threads(&self) -> usize {
        self.options.threads.unwrap_or_else(threads).get()
    }

    /// Searches by layers, with a smaller engine if memory runs out, and then for the path.
    fn search_by_layers(
        &mut self,
        layer_run: &mut LayerRun,
        run: &mut SolveContext<'_>,
    ) -> Result<(SearchResult<UnpackedState>, EngineInfo), SolveError> {
        let start = [self.board.words(self.board.start())];
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
            check_tables(&self.board)?;
            return Ok(Outcome::Found(self.searcher().real_path(&forms)));
        }
        // Frees its memory for the bidirectional search.
        layer_run.forget();
        Ok(self.search_both_ends(&goals, run)?.outcome)
    }
}

/// Returns the configuration of a search by layers for a solution.
pub fn config(options: &Options, engine: Option<Engine>) -> BfsConfig {
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
pub struct SolveContext<'a> {
    pub started: Instant,
    pub limits: Limits,
    observer: Observer<'a>,
    /// See [`Progress::restarts`].
    restarts: u32,
    /// The lower bound that the engines before the current one have proven.
    pub bound: u32,
}

impl<'a> SolveContext<'a> {
    pub fn new(limits: Limits, observer: Observer<'a>) -> Self {
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

    pub fn watch(&mut self) -> Monitor<'_> {
        Monitor::new(self.left(), &mut *self.observer).restarted(self.restarts)
    }
}
