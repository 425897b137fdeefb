//! One stage after the other.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::board::{Arrangement, Board};
use crate::control::{Limits, Progress, StopReason, Watch};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::search::layers::{LayerSearch, Room, Sources};
use crate::sliding::Mirroring;
use crate::sliding::ground::{self, Ground};

use super::naive::Naive;
use super::options::{Options, Scope};
use super::sweep::{Sweep, sweep};
use super::{Degrees, Engine, Exploration, ExploreError, Finding, Stage, placing};

/// Receives the stage and its progress, and may stop the run by breaking.
pub type Observer<'a> = &'a mut dyn FnMut(Stage, &Progress) -> ControlFlow<()>;

/// What the counts of solutions and moves may take where no limit on memory is set.
const MEMORY_OF_COUNTS: u64 = 1 << 30;

/// A puzzle compiled for being explored.
pub struct Explorer {
    puzzle: Puzzle,
    board: Board,
    options: Options,
    search: Box<dyn LayerSearch<Arrangement>>,
}

impl Explorer {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If the board does not fit the solvers.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, ExploreError> {
        let mut board = Board::new(puzzle)?;
        if options.mirroring == Mirroring::Off {
            board = board.without_symmetry();
        }
        let search = Box::new(Naive::new(ground::for_board(&board, options.metric)));
        Ok(Explorer { puzzle: puzzle.clone(), board, options: options.clone(), search })
    }

    /// Explores, until everything is known or a limit is reached.
    ///
    /// Time and memory are those of the engine, twice, and then those of the counts: about 8 bytes a
    /// position of the largest layers and of those nearer than the nearest goal.
    ///
    /// # Errors
    /// If a file of the work directory cannot be written or read.
    pub fn explore(&mut self, observer: Observer<'_>) -> Result<Exploration, ExploreError> {
        let mut run = Run {
            started: Instant::now(),
            limits: self.options.limits,
            observer,
            room: Room::default(),
            stopped: None,
        };
        let start = [self.board.start().clone()];
        let from_start = self.sweep(&mut run, Stage::FromStart, Sources::Keys(&start))?;
        let mut exploration = Exploration {
            metric: self.options.metric,
            images: self.board.symmetry().order(),
            from_start,
            from_goals: Finding::NotAsked,
            solutions: Finding::NotAsked,
            degrees: Finding::NotAsked,
            stopped: None,
            engine: Engine::default(),
            room: run.room,
            elapsed: run.started.elapsed(),
        };
        if self.options.scope == Scope::Everything {
            exploration.from_goals = self.from_goals(&mut run, &exploration)?;
            let mut ground = ground::for_board(&self.board, self.options.metric);
            exploration.solutions = self.solutions(&mut run, &exploration, &mut *ground);
            exploration.degrees = self.degrees(&mut run, &exploration, &mut *ground);
        }
        exploration.stopped = run.stopped;
        exploration.room = run.room;
        exploration.elapsed = run.started.elapsed();
        Ok(exploration)
    }

    fn from_goals(
        &mut self,
        run: &mut Run<'_>,
        known: &Exploration,
    ) -> Result<Finding<Sweep>, ExploreError> {
        if run.stopped.is_some() {
            return Ok(Finding::Stopped);
        }
        if known.shortest().is_none() {
            return Ok(Finding::NoGoal);
        }
        self.sweep(run, Stage::FromGoals, Sources::Goals).map(Finding::Known)
    }

    fn sweep(
        &mut self,
        run: &mut Run<'_>,
        stage: Stage,
        sources: Sources<'_, Arrangement>,
    ) -> Result<Sweep, ExploreError> {
        let Explorer { puzzle, board, search, .. } = self;
        let place = |at: &Arrangement| -> Vec<Cell> { placing::anchors(puzzle.grid(), board, at) };
        let (sweep, stopped) =
            run.watched(stage, |watch| sweep(&mut **search, sources, &place, watch))?;
        run.took(search.room());
        run.stop(stage, stopped);
        Ok(sweep)
    }

    fn solutions(
        &self,
        run: &mut Run<'_>,
        known: &Exploration,
        ground: &mut dyn Ground,
    ) -> Finding<num_bigint::BigUint> {
        if run.stopped.is_some() {
            return Finding::Stopped;
        }
        let Some(shortest) = known.shortest() else { return Finding::NoGoal };
        let nearer = &known.from_start.layers[..=shortest];
        let classes: u64 = nearer.iter().map(|layer| layer.classes).sum();
        self.counted(run, Stage::Solutions, classes + in_work(nearer), |watch| {
            let ways = ground.shortest_ways(watch)?;
            Ok(ways.map_or(Finding::NoGoal, |ways| Finding::Known(ways.count().clone())))
        })
    }

    fn degrees(
        &self,
        run: &mut Run<'_>,
        known: &Exploration,
        ground: &mut dyn Ground,
    ) -> Finding<Degrees> {
        if run.stopped.is_some() {
            return Finding::Stopped;
        }
        self.counted(run, Stage::Moves, in_work(&known.from_start.layers), |watch| {
            Ok(Finding::Known(Degrees { histogram: ground.degrees(watch)? }))
        })
    }

    /// Does a stage that keeps so many states at once, if they are not too many.
    fn counted<T>(
        &self,
        run: &mut Run<'_>,
        stage: Stage,
        states: u64,
        count: impl FnOnce(&mut Watch<'_>) -> Result<Finding<T>, StopReason>,
    ) -> Finding<T> {
        let bytes = states.saturating_mul(8 * self.board.bits().div_ceil(64) as u64);
        let most = run.limits.max_bytes.map_or(MEMORY_OF_COUNTS, |most| most as u64);
        if bytes > most {
            return Finding::TooLarge(bytes);
        }
        match run.watched(stage, count) {
            Ok(found) => {
                run.took(Room { memory: bytes, disk: 0 });
                found
            }
            Err(reason) => {
                run.stop(stage, Some(reason));
                Finding::Stopped
            }
        }
    }
}

/// States that a survey of these layers keeps at once, at most: three layers, and the successors
/// of the last.
fn in_work(layers: &[super::Layer]) -> u64 {
    8 * layers.iter().map(|layer| layer.classes).max().unwrap_or(0)
}

/// What the stages share.
struct Run<'a> {
    started: Instant,
    limits: Limits,
    observer: Observer<'a>,
    room: Room,
    stopped: Option<(Stage, StopReason)>,
}

impl Run<'_> {
    /// Does something under a watch that leaves it the time that is left.
    fn watched<T>(&mut self, stage: Stage, work: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let timeout = self.limits.timeout.map(|time| time.saturating_sub(self.started.elapsed()));
        let limits = Limits { timeout, ..self.limits };
        let observer = &mut self.observer;
        work(&mut Watch::new(limits, &mut |progress| observer(stage, progress)))
    }

    fn took(&mut self, room: Room) {
        self.room.memory = self.room.memory.max(room.memory);
        self.room.disk = self.room.disk.max(room.disk);
    }

    fn stop(&mut self, stage: Stage, reason: Option<StopReason>) {
        self.stopped = self.stopped.or(reason.map(|reason| (stage, reason)));
    }
}
