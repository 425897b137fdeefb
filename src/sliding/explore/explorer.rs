//! Runs the stages of an exploration.

use std::{cell::Cell, ops::ControlFlow, time::Duration};

use num_bigint::BigUint;

use crate::{
    control::{Instant, Limits, Monitor, Progress, StopReason},
    grid,
    puzzle::Puzzle,
    rng::Rng,
    search::layers::{Layer, LayerError, MemoryUsage, Sources, StateFilter},
    sliding::{
        BfsConfig, BfsPurpose, LayerRun, Place, SolveError, board_search::BoardSearch,
        spaces::check_tables, states_of_cells,
    },
};

use super::{
    Degrees, Exploration, ExploreScope, LayerProfile, Options, Stage, StageResult, StoppedStage,
};

/// The stage that a progress report belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StageProgress {
    /// The stage.
    pub stage: Stage,
    /// The expected number of states, mirror images counted once. From the start, unless all pieces
    /// are single cells, it is an estimate that is made when the layers begin to shrink.
    pub expected: Option<u64>,
}

/// Receives the progress of a stage, and may stop the run by breaking.
pub type StageObserver<'a> = &'a mut dyn FnMut(StageProgress, &Progress) -> ControlFlow<()>;

/// States at a given distance from the nearest goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionsAt {
    /// The anchors of the pieces, for some of the states.
    Found(Vec<Vec<grid::Cell>>),
    /// No state has this distance.
    None {
        /// The greatest distance, if a goal is reachable.
        farthest: Option<usize>,
    },
    /// The run was stopped first.
    Stopped(StopReason),
}

/// The most states of a layer that are returned. Of some, the pieces may cover a gate.
const MAX_POSITIONS: usize = 1 << 12;
/// The most states from which a random choice is made.
const MAX_CHOSEN_FROM: usize = 1 << 20;

/// Limit on the memory of counts, in bytes, if the options have none.
const MEMORY_OF_COUNTS: u64 = 1 << 30;

/// A puzzle compiled for exploration.
pub struct Explorer {
    pub(super) layer_run: LayerRun,
    pub(super) options: Options,
}

debug_fields!(Explorer, options);

impl Explorer {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If the board does not fit the solvers or the engine.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, SolveError> {
        Explorer::open(Place::Memory(puzzle), options)
    }

    /// Begins or resumes a run in its [`Place`]. A resumed run keeps its metric, mirroring, scope
    /// and engine.
    ///
    /// # Errors
    /// As for [`new`](Self::new); if the work folder cannot be used, holds a run already or, to be
    /// resumed, none of this command; or if other processes do not connect.
    pub fn open(place: Place<'_>, options: &Options) -> Result<Self, SolveError> {
        let begun = Instant::now();
        let layer_run = LayerRun::new(place, options.config())?;
        let BfsConfig {
            metric,
            mirroring,
            purpose,
            engine,
            ..
        } = layer_run.config;
        let scope = match purpose {
            BfsPurpose::Layers => ExploreScope::Layers,
            BfsPurpose::Everything | BfsPurpose::Solution => ExploreScope::Everything,
        };
        let limits = options.limits.remaining_after(0, begun.elapsed());
        let options = Options {
            metric,
            mirroring,
            limits,
            scope,
            engine,
            ..*options
        };
        Ok(Explorer { layer_run, options })
    }

    /// Returns the options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.layer_run.puzzle
    }

    /// Explores until all stages are complete or a limit is reached.
    ///
    /// Time and memory are those of two searches by the engine, and of the counts: about 8 bytes
    /// for each state of the largest layers and for each state before the nearest goal.
    ///
    /// # Errors
    /// If a file of the work directory cannot be written or read.
    pub fn explore(&mut self) -> Result<Exploration, SolveError> {
        self.explore_with_observer(&mut |_, _| ControlFlow::Continue(()))
    }

    /// Explores, and reports progress to an observer, which may stop the run.
    ///
    /// # Errors
    /// As for [`explore`](Self::explore).
    pub fn explore_with_observer(
        &mut self,
        observer: StageObserver<'_>,
    ) -> Result<Exploration, SolveError> {
        let mut run = StageContext::new(self.options.limits, observer);
        let (mut from_start, mut from_goals) = self.sweeps(&mut run)?;
        while run.is_out_of_memory()
            && run.watched(Stage::FromStart, &Cell::new(None), |it| {
                self.layer_run.overflow(it)
            })?
        {
            run.stopped = None;
            (from_start, from_goals) = self.sweeps(&mut run)?;
        }
        let mut degrees = StageResult::NotAsked;
        let mut solutions = StageResult::NotAsked;
        if self.options.scope == ExploreScope::Everything {
            degrees = StageResult::Stopped;
            if from_start.is_complete {
                degrees = StageResult::Known(Degrees {
                    histogram: self.layer_run.degrees(),
                    is_one_way: self.layer_run.board.is_one_way(),
                });
            }
            solutions = self.solutions(&mut run, &from_start);
        }
        Ok(Exploration {
            metric: self.options.metric,
            images: self.layer_run.board.symmetry().order(),
            from_start,
            from_goals,
            solutions,
            degrees,
            stopped: run.stopped,
            engine: self.layer_run.engine.clone(),
            memory_usage: run.memory_usage,
            elapsed: self.elapsed(&run),
        })
    }

    /// Finds states at a distance from the nearest goal, of mirror images only one. Without a seed
    /// they are always the same; a seed chooses among the first million. The work folder does not
    /// change.
    ///
    /// # Errors
    /// As for [`explore`](Self::explore).
    pub fn positions_at(
        &mut self,
        distance: usize,
        seed: Option<u64>,
        observer: StageObserver<'_>,
    ) -> Result<PositionsAt, SolveError> {
        let mut run = StageContext::new(self.options.limits, observer);
        let from_start = self.sweep_from_start(&mut run)?;
        if let Some(StoppedStage { reason, .. }) = run.stopped {
            return Ok(PositionsAt::Stopped(reason));
        }
        if from_start.nearest_goal().is_none() {
            return Ok(PositionsAt::None { farthest: None });
        }
        let classes = Cell::new(Some(from_start.total().classes));
        let search = self
            .layer_run
            .search(&mut Monitor::unobserved(run.limits))?;
        let reached = run.watched(Stage::FromGoals, &classes, |monitor| {
            search.begin(Sources::Goals, monitor)?;
            for reached in 0..distance {
                if search.advance(monitor)?.classes == 0 {
                    return Ok(reached);
                }
            }
            Ok(distance)
        });
        match reached {
            Ok(reached) if reached == distance => {}
            Ok(farthest) => {
                return Ok(PositionsAt::None {
                    farthest: Some(farthest),
                });
            }
            Err(LayerError::Stopped(reason)) => return Ok(PositionsAt::Stopped(reason)),
            Err(LayerError::File(error)) => return Err(error.into()),
        }
        let most = if seed.is_some() {
            MAX_CHOSEN_FROM
        } else {
            MAX_POSITIONS
        };
        let mut found = search.last_layer(StateFilter::All, most)?;
        if let Some(seed) = seed {
            Rng::new(seed).shuffle(&mut found);
            found.truncate(MAX_POSITIONS);
        }
        Ok(PositionsAt::Found(self.layer_run.anchors(&found)))
    }

    /// Searches from the start and from the goals.
    fn sweeps(
        &mut self,
        run: &mut StageContext<'_>,
    ) -> Result<(LayerProfile, StageResult<LayerProfile>), SolveError> {
        let from_start = self.sweep_from_start(run)?;
        let from_goals = match self.options.scope {
            ExploreScope::Layers => StageResult::NotAsked,
            ExploreScope::Everything => self.sweep_from_goals(run, &from_start)?,
        };
        Ok((from_start, from_goals))
    }

    fn sweep_from_start(&mut self, run: &mut StageContext<'_>) -> Result<LayerProfile, SolveError> {
        let LayerRun { board, puzzle, .. } = &self.layer_run;
        let start = [board.words(board.start())];
        let expected = states_of_cells(board, puzzle.empty_cells());
        self.sweep(run, Stage::FromStart, expected, Sources::States(&start))
    }

    fn sweep_from_goals(
        &mut self,
        run: &mut StageContext<'_>,
        from_start: &LayerProfile,
    ) -> Result<StageResult<LayerProfile>, SolveError> {
        if run.stopped.is_some() {
            return Ok(StageResult::Stopped);
        }
        if from_start.nearest_goal().is_none() {
            return Ok(StageResult::NoGoal);
        }
        let expected = Some(from_start.total().classes);
        let sweep = self.sweep(run, Stage::FromGoals, expected, Sources::Goals)?;
        Ok(if sweep.is_complete {
            StageResult::Known(sweep)
        } else {
            StageResult::Stopped
        })
    }

    /// Searches by layers from the sources, to the end or a stop.
    fn sweep(
        &mut self,
        run: &mut StageContext<'_>,
        stage: Stage,
        expected: Option<u64>,
        sources: Sources<'_>,
    ) -> Result<LayerProfile, SolveError> {
        let number = usize::from(stage == Stage::FromGoals);
        let expected = &Cell::new(expected);
        let (sweep, stopped) = run.watched(stage, expected, |monitor| {
            self.layer_run.sweep(number, sources, expected, monitor)
        })?;
        run.stop(stage, stopped);
        run.took(self.layer_run.memory_usage());
        Ok(sweep)
    }

    /// Returns the time of the run, interrupted parts included.
    fn elapsed(&self, run: &StageContext<'_>) -> Duration {
        self.layer_run
            .elapsed()
            .unwrap_or_else(|| run.started.elapsed())
    }

    fn solutions(
        &self,
        run: &mut StageContext<'_>,
        from_start: &LayerProfile,
    ) -> StageResult<BigUint> {
        if run.stopped.is_some() {
            return StageResult::Stopped;
        }
        let Some(shortest) = from_start.nearest_goal() else {
            return StageResult::NoGoal;
        };
        let nearer = &from_start.layers[..=shortest];
        let classes: u64 = nearer.iter().map(|layer| layer.classes).sum();
        let stage = (Stage::Solutions, classes);
        self.counted(run, stage, classes + in_work(nearer), |monitor| {
            check_tables(&self.layer_run.board)?;
            let mut search = BoardSearch::new(&self.layer_run.board, self.options.metric);
            let ways = search.shortest_paths(self.options.threads.get(), monitor)?;
            Ok(ways.map_or(StageResult::NoGoal, |ways| {
                StageResult::Known(ways.count().clone())
            }))
        })
    }

    /// Runs a stage over `states` states that keeps `at_once` of them, if memory allows.
    fn counted<T>(
        &self,
        run: &mut StageContext<'_>,
        (stage, states): (Stage, u64),
        at_once: u64,
        count: impl FnOnce(&mut Monitor<'_>) -> Result<StageResult<T>, StopReason>,
    ) -> StageResult<T> {
        let bytes = at_once.saturating_mul(8 * self.layer_run.board.bits().div_ceil(64) as u64);
        let most = run
            .limits
            .max_bytes
            .map_or(MEMORY_OF_COUNTS, |most| most as u64);
        run.held = self.layer_run.bytes_held();
        if bytes > most.saturating_sub(run.held as u64) {
            return StageResult::TooLarge(bytes);
        }
        match run.watched(stage, &Cell::new(Some(states)), count) {
            Ok(found) => {
                run.took(MemoryUsage {
                    memory: run.held as u64 + bytes,
                    disk: 0,
                });
                found
            }
            // The estimate was too low.
            Err(StopReason::Memory) => StageResult::TooLarge(bytes.max(most)),
            Err(reason) => {
                run.stop(stage, Some(reason));
                StageResult::Stopped
            }
        }
    }
}

/// Returns the most states that a search of these layers keeps at once: three layers, and the
/// successors of the last.
fn in_work(layers: &[Layer]) -> u64 {
    8 * layers.iter().map(|layer| layer.classes).max().unwrap_or(0)
}

/// Limits, observer and results that the stages share.
struct StageContext<'a> {
    started: Instant,
    limits: Limits,
    /// Bytes that the engine keeps during another search.
    held: usize,
    observer: StageObserver<'a>,
    memory_usage: MemoryUsage,
    stopped: Option<StoppedStage>,
}

impl<'a> StageContext<'a> {
    fn new(limits: Limits, observer: StageObserver<'a>) -> Self {
        let started = Instant::now();
        StageContext {
            started,
            limits,
            held: 0,
            observer,
            memory_usage: MemoryUsage::default(),
            stopped: None,
        }
    }

    /// Runs `work` with a monitor of the time and memory that are left.
    fn watched<T>(
        &mut self,
        stage: Stage,
        expected: &Cell<Option<u64>>,
        work: impl FnOnce(&mut Monitor<'_>) -> T,
    ) -> T {
        let limits = self
            .limits
            .remaining_after(0, self.started.elapsed())
            .without_bytes(self.held);
        let observer = &mut self.observer;
        let mut report = |progress: &Progress| {
            observer(
                StageProgress {
                    stage,
                    expected: expected.get(),
                },
                progress,
            )
        };
        work(&mut Monitor::new(limits, &mut report))
    }

    fn is_out_of_memory(&self) -> bool {
        self.stopped
            .is_some_and(|stopped| stopped.reason.is_memory())
    }

    fn took(&mut self, used: MemoryUsage) {
        let most = &mut self.memory_usage;
        most.memory = most.memory.max(used.memory);
        most.disk = most.disk.max(used.disk);
    }

    fn stop(&mut self, stage: Stage, reason: Option<StopReason>) {
        self.stopped = self
            .stopped
            .or(reason.map(|reason| StoppedStage { stage, reason }));
    }
}
