//! One stage after the other.

use std::cell::Cell;
use std::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::Path;
use std::time::Duration;

use num_bigint::BigUint;
#[cfg(feature = "files")]
use tempfile::TempDir;

use crate::board::Board;
use crate::control::{Instant, Limits, Progress, StopReason, Watch};
#[cfg(feature = "files")]
use crate::file::Unfinished;
use crate::puzzle::Puzzle;
use crate::search::Words;
use crate::search::degrees::Tally;
use crate::search::layers::{Halt, Layer, LayerSearch, MemoryUsage, Sources};
use crate::sliding;
use crate::sliding::queries::Queries;

use super::checkpoint::{CheckpointKey, Keeper, WorkFolder};
use super::engine::states_of_cells;
use super::options::{Options, Scope, compile};
use super::{
    Degrees, Engine, EngineChoice, Exploration, ExploreError, Finding, LayerProfile, Stage,
    room_for_tables,
};

/// Where in an exploration something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StageProgress {
    /// The stage.
    pub stage: Stage,
    /// How many states the stage has, mirror images taken for one. Around the start of any but
    /// single cells it is a guess, made once the layers have begun to shrink.
    pub expected: Option<u64>,
}

/// Receives the progress of a stage, and may stop the run by breaking.
pub type Observer<'a> = &'a mut dyn FnMut(StageProgress, &Progress) -> ControlFlow<()>;

/// What the counts of solutions and moves may take where no limit on memory is set.
const MEMORY_OF_COUNTS: u64 = 1 << 30;

/// The most positions of the last layer that are kept.
const MOST_FARTHEST: usize = 8;

/// A puzzle compiled for being explored.
pub struct Explorer {
    pub(super) puzzle: Puzzle,
    pub(super) board: Board,
    pub(super) options: Options,
    pub(super) search: Box<dyn LayerSearch>,
    /// Counts the moves of what it expands.
    tally: Tally,
    engine: Engine,
    keeper: Option<Keeper>,
    /// Where files go once memory has run out.
    #[cfg(feature = "files")]
    overflow: Option<Overflow>,
}

/// A folder for the files of a run that is not kept; it goes with the run.
#[cfg(feature = "files")]
struct Overflow {
    /// Locked, and so to be let go before the folder is removed.
    files: WorkFolder,
    _unfinished: Unfinished,
    _place: TempDir,
}

impl Explorer {
    /// Compiles a puzzle.
    ///
    /// # Errors
    /// If the board does not fit the solvers or the engine, or the work folder cannot be had or
    /// holds a run already.
    pub fn new(puzzle: &Puzzle, options: &Options) -> Result<Self, ExploreError> {
        let board = compile(puzzle, options.mirroring)?;
        if options.engine == Some(EngineChoice::Ranked) && options.work_folder.is_none() {
            room_for_tables(board.ranks(), 1, options)?;
        }
        let folder = options.work_folder.as_deref().map(WorkFolder::create).transpose()?;
        let (choice, engine) = match options.engine {
            Some(choice) => (choice, choice.because("it was asked for")),
            None => EngineChoice::automatic(&board, options),
        };
        let tally = Tally::default();
        let search = choice.build(&board, options, folder.as_ref(), &tally)?;
        let subject = CheckpointKey {
            puzzle: puzzle.to_string(),
            metric: options.metric,
            mirroring: options.mirroring,
            scope: options.scope,
            engine: choice,
        };
        let keeper = folder.map(|folder| Keeper::new(folder, subject, choice.pace()));
        let (puzzle, options) = (puzzle.clone(), options.clone());
        Ok(Explorer {
            puzzle,
            board,
            options,
            search,
            tally,
            engine,
            keeper,
            #[cfg(feature = "files")]
            overflow: None,
        })
    }

    /// Takes up the run that is kept in a folder where its last checkpoint was written. Its puzzle,
    /// metric, mirroring, scope and engine are the run's; the limits and threads are those of
    /// `options`.
    ///
    /// # Errors
    /// If there is no run, another process is at it, or its files are damaged, foreign or newer.
    #[cfg(feature = "files")]
    pub fn resume(folder: &Path, options: &Options) -> Result<Self, ExploreError> {
        let (files, checkpoint, saved) = WorkFolder::resume(folder)?;
        let CheckpointKey { puzzle, metric, mirroring, scope, engine } = &checkpoint.subject;
        let puzzle: Puzzle = puzzle.parse()?;
        let options = Options {
            metric: *metric,
            mirroring: *mirroring,
            scope: *scope,
            engine: Some(*engine),
            work_folder: Some(folder.to_owned()),
            ..options.clone()
        };
        let board = compile(&puzzle, options.mirroring)?;
        let (choice, engine) = (*engine, engine.because("the run was begun with it"));
        let tally = Tally::default();
        let mut search = choice.build(&board, &options, Some(&files), &tally)?;
        saved.restore(&mut *search)?;
        let keeper = Some(Keeper::resumed(files, checkpoint, choice.pace()));
        Ok(Explorer { puzzle, board, options, search, tally, engine, keeper, overflow: None })
    }

    /// How it explores.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Explores, until everything is known or a limit is reached.
    ///
    /// Time and memory are those of the engine, twice, and then those of the counts: about 8 bytes a
    /// position of the largest layers and of those nearer than the nearest goal.
    ///
    /// # Errors
    /// If a file of the work directory cannot be written or read.
    pub fn explore(&mut self) -> Result<Exploration, ExploreError> {
        self.explore_watched(&mut |_, _| ControlFlow::Continue(()))
    }

    /// The same under the eyes of an observer, which is told of the progress and may stop it.
    ///
    /// # Errors
    /// As for [`explore`](Self::explore).
    pub fn explore_watched(&mut self, observer: Observer<'_>) -> Result<Exploration, ExploreError> {
        let mut run = Run {
            started: Instant::now(),
            limits: self.options.limits,
            held: 0,
            observer,
            memory_usage: MemoryUsage::default(),
            stopped: None,
        };
        #[cfg_attr(not(feature = "files"), expect(unused_mut))]
        let (mut from_start, mut from_goals) = self.sweeps(&mut run)?;
        #[cfg(feature = "files")]
        if run.is_out_of_memory() && self.overflow()? {
            run.stopped = None;
            (from_start, from_goals) = self.sweeps(&mut run)?;
        }
        let mut exploration = Exploration {
            metric: self.options.metric,
            images: self.board.symmetry().order(),
            from_start,
            from_goals,
            solutions: Finding::NotAsked,
            degrees: Finding::NotAsked,
            stopped: None,
            engine: self.engine.clone(),
            memory_usage: run.memory_usage,
            elapsed: self.elapsed(&run),
        };
        if self.options.scope == Scope::Everything {
            exploration.degrees = if exploration.from_start.is_complete {
                Finding::Known(Degrees { histogram: self.tally.histogram() })
            } else {
                Finding::Stopped
            };
            exploration.solutions = self.solutions(&mut run, &exploration);
        }
        exploration.stopped = run.stopped;
        exploration.memory_usage = run.memory_usage;
        exploration.elapsed = self.elapsed(&run);
        Ok(exploration)
    }

    /// Begins anew with an engine that takes less memory, where a run that is not kept has run out of
    /// it and no engine was asked for; says whether it can. Files go to a folder of their own.
    #[cfg(feature = "files")]
    fn overflow(&mut self) -> Result<bool, ExploreError> {
        let may = self.options.engine.is_none() && self.keeper.is_none();
        let next = EngineChoice::after_memory(&self.board, &self.options, &self.engine);
        let Some((choice, engine)) = next.filter(|(_, next)| may && *next != self.engine) else {
            return Ok(false);
        };
        let files = if choice == EngineChoice::Layered {
            let place = tempfile::Builder::new().prefix("huarong-explore-").tempdir()?;
            let files = WorkFolder::create(place.path())?;
            Some(Overflow { files, _unfinished: Unfinished::new(place.path()), _place: place })
        } else {
            None
        };
        let folder = files.as_ref().map(|overflow| &overflow.files);
        self.tally = Tally::default();
        self.search = choice.build(&self.board, &self.options, folder, &self.tally)?;
        self.engine = engine;
        self.overflow = files;
        Ok(true)
    }

    /// The layers around the start, and those around the goals.
    fn sweeps(
        &mut self,
        run: &mut Run<'_>,
    ) -> Result<(LayerProfile, Finding<LayerProfile>), ExploreError> {
        let start = [self.board.words(self.board.start())];
        let expected = states_of_cells(&self.board, self.puzzle.empties());
        let from_start = self.sweep(run, Stage::FromStart, expected, Sources::States(&start))?;
        let from_goals = match self.options.scope {
            Scope::Layers => Finding::NotAsked,
            Scope::Everything => self.sweep_from_goals(run, &from_start)?,
        };
        Ok((from_start, from_goals))
    }

    fn sweep_from_goals(
        &mut self,
        run: &mut Run<'_>,
        from_start: &LayerProfile,
    ) -> Result<Finding<LayerProfile>, ExploreError> {
        if run.stopped.is_some() {
            return Ok(Finding::Stopped);
        }
        if from_start.nearest_goal().is_none() {
            return Ok(Finding::NoGoal);
        }
        let total = from_start.total();
        if from_start.layers[0].goal_classes == total.goal_classes {
            // The start is the only goal: all lies as far from it as from that.
            return Ok(Finding::Known(from_start.clone()));
        }
        let expected = Some(total.classes);
        let sweep = self.sweep(run, Stage::FromGoals, expected, Sources::Goals)?;
        Ok(if sweep.is_complete { Finding::Known(sweep) } else { Finding::Stopped })
    }

    /// One search by layers, from its sources to its end, or as far as it comes.
    fn sweep(
        &mut self,
        run: &mut Run<'_>,
        stage: Stage,
        expected: Option<u64>,
        sources: Sources<'_>,
    ) -> Result<LayerProfile, ExploreError> {
        let number = usize::from(stage == Stage::FromGoals);
        let kept = self.keeper.as_ref().and_then(|keeper| keeper.sweep(number));
        let mut sweep = kept.cloned().unwrap_or_default();
        if stage == Stage::FromStart && self.options.scope == Scope::Everything {
            self.tally.begin(self.keeper.as_ref().map_or(&[], Keeper::degrees));
        }
        if !sweep.is_complete {
            let expected = &Cell::new(expected);
            let layers = &mut sweep.layers;
            let stopped = run.watched(stage, expected, |watch| {
                self.add_layers(number, sources, layers, expected, watch)
            })?;
            if stopped.is_none() {
                self.end(number, &mut sweep)?;
            }
            run.stop(stage, stopped);
        }
        self.tally.end();
        run.took(self.search.memory_usage());
        Ok(sweep)
    }

    /// Adds the layers that are missing, until there is nothing new or the watch halts it; says why,
    /// then.
    fn add_layers(
        &mut self,
        number: usize,
        sources: Sources<'_>,
        layers: &mut Vec<Layer>,
        expected: &Cell<Option<u64>>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<StopReason>, ExploreError> {
        let Explorer { search, keeper, tally, .. } = self;
        let is_known = expected.get().is_some();
        let mut next =
            if layers.is_empty() { search.begin(sources, watch) } else { search.advance(watch) };
        loop {
            let layer = match next {
                Ok(layer) => layer,
                Err(Halt::Stopped(reason)) => return Ok(Some(reason)),
                Err(Halt::File(error)) => return Err(error.into()),
            };
            if layer.classes == 0 {
                return Ok(None);
            }
            layers.push(layer);
            if !is_known {
                expected.set(guessed(layers));
            }
            if let Some(keeper) = keeper {
                keeper.keep_layer(number, layer, &tally.histogram(), &mut **search)?;
            }
            next = search.advance(watch);
        }
    }

    /// A sweep has come to its end.
    fn end(&mut self, number: usize, sweep: &mut LayerProfile) -> Result<(), ExploreError> {
        let Explorer { puzzle, board, search, keeper, tally, .. } = self;
        let farthest = search.last_layer(MOST_FARTHEST).map_err(Halt::unwatched)?;
        let place = |at: &Words| sliding::anchors(puzzle.grid(), board, &board.arrangement(at));
        sweep.farthest = farthest.iter().map(place).collect();
        sweep.is_complete = true;
        match keeper {
            Some(keeper) => {
                let degrees = tally.histogram();
                Ok(keeper.keep_end(number, &sweep.farthest, &degrees, &mut **search)?)
            }
            None => Ok(()),
        }
    }

    /// How long the run has taken, in all processes if there were several.
    fn elapsed(&self, run: &Run<'_>) -> Duration {
        self.keeper.as_ref().map_or_else(|| run.started.elapsed(), Keeper::elapsed)
    }

    fn queries(&self) -> Queries {
        Queries::new(&self.board, self.options.metric)
    }

    fn solutions(&self, run: &mut Run<'_>, known: &Exploration) -> Finding<BigUint> {
        if run.stopped.is_some() {
            return Finding::Stopped;
        }
        let Some(shortest) = known.shortest() else { return Finding::NoGoal };
        let nearer = &known.from_start.layers[..=shortest];
        let classes: u64 = nearer.iter().map(|layer| layer.classes).sum();
        let stage = (Stage::Solutions, classes);
        self.counted(run, stage, classes + in_work(nearer), |watch| {
            let ways = self.queries().shortest_ways(self.options.threads.get(), watch)?;
            Ok(ways.map_or(Finding::NoGoal, |ways| Finding::Known(ways.count().clone())))
        })
    }

    /// Does a stage over so many states that keeps some of them at once, if those are not too many.
    fn counted<T>(
        &self,
        run: &mut Run<'_>,
        (stage, states): (Stage, u64),
        at_once: u64,
        count: impl FnOnce(&mut Watch<'_>) -> Result<Finding<T>, StopReason>,
    ) -> Finding<T> {
        let bytes = at_once.saturating_mul(8 * self.board.bits().div_ceil(64) as u64);
        let most = run.limits.max_bytes.map_or(MEMORY_OF_COUNTS, |most| most as u64);
        run.held = self.search.bytes_held();
        if bytes > most.saturating_sub(run.held as u64) {
            return Finding::TooLarge(bytes);
        }
        match run.watched(stage, &Cell::new(Some(states)), count) {
            Ok(found) => {
                run.took(MemoryUsage { memory: run.held as u64 + bytes, disk: 0 });
                found
            }
            // It was more than was to be expected.
            Err(StopReason::Memory) => Finding::TooLarge(bytes.max(most)),
            Err(reason) => {
                run.stop(stage, Some(reason));
                Finding::Stopped
            }
        }
    }
}

/// States that a search of these layers keeps at once, at most: three layers, and the successors
/// of the last.
fn in_work(layers: &[Layer]) -> u64 {
    8 * layers.iter().map(|layer| layer.classes).max().unwrap_or(0)
}

/// How many states there are in all, once layers have begun to shrink: as many again as up to the
/// largest, for most spaces look like bells.
fn guessed(layers: &[Layer]) -> Option<u64> {
    let classes = || layers.iter().map(|layer| layer.classes);
    let largest = classes().max()?;
    let met: u64 = classes().sum();
    let up_to_largest = classes().take_while(|&classes| classes < largest).sum::<u64>() + largest;
    (layers.last()?.classes < largest).then_some(met.max(2 * up_to_largest))
}

/// What the stages share.
struct Run<'a> {
    started: Instant,
    limits: Limits,
    /// Bytes that the engine keeps while another search is made.
    held: usize,
    observer: Observer<'a>,
    memory_usage: MemoryUsage,
    stopped: Option<(Stage, StopReason)>,
}

impl Run<'_> {
    /// Does something under a watch that leaves it the time that is left.
    fn watched<T>(
        &mut self,
        stage: Stage,
        expected: &Cell<Option<u64>>,
        work: impl FnOnce(&mut Watch<'_>) -> T,
    ) -> T {
        let limits = self.limits.after(0, self.started.elapsed()).less(self.held);
        let observer = &mut self.observer;
        let mut report = |progress: &Progress| {
            observer(StageProgress { stage, expected: expected.get() }, progress)
        };
        work(&mut Watch::new(limits, &mut report))
    }

    #[cfg(feature = "files")]
    fn is_out_of_memory(&self) -> bool {
        matches!(self.stopped, Some((_, StopReason::Memory | StopReason::OutOfMemory)))
    }

    fn took(&mut self, used: MemoryUsage) {
        let most = &mut self.memory_usage;
        most.memory = most.memory.max(used.memory);
        most.disk = most.disk.max(used.disk);
    }

    fn stop(&mut self, stage: Stage, reason: Option<StopReason>) {
        self.stopped = self.stopped.or(reason.map(|reason| (stage, reason)));
    }
}
