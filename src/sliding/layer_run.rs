//! Breadth-first search by layers over a board, in memory, in a work folder or on a cluster.
//!
//! The engine suits the board. If its memory runs out, the search begins again with another engine.

use std::{cell, path::Path, time::Duration};

#[cfg(feature = "cluster")]
use crate::search::cluster::ClusterBuilder;
use crate::{
    board::Board,
    control::{Monitor, StopReason},
    file::{RunFolder, TemporaryFolder},
    grid::Cell,
    puzzle::Puzzle,
    search::{
        StateWords,
        layers::{Layer, LayerError, LayerSearch, MemoryUsage, Sources, StateFilter},
        space::DegreeCounter,
    },
};

#[cfg(feature = "cluster")]
use super::cluster;
use super::{
    checkpoint::{self, CheckpointError, CheckpointKey, Checkpointer},
    engine::{Engine, EngineInfo},
    engine_choice::{after_memory, automatic},
    error::SolveError,
    layer_profile::LayerProfile,
    moves::anchors,
    options::{BfsConfig, BfsPurpose},
};

/// Without the feature, no run has other processes.
#[cfg(not(feature = "cluster"))]
type ClusterBuilder = std::convert::Infallible;

/// The most states of the last layer that are listed.
const MAX_FARTHEST: usize = 8;

/// Where a run lives, and the puzzle of a new one.
#[derive(Debug)]
#[non_exhaustive]
pub enum Place<'a> {
    /// A new run in memory.
    Memory(&'a Puzzle),
    /// A new run in a work folder, where it writes checkpoints. Its engine searches by layers.
    Folder(&'a Puzzle, &'a Path),
    /// The run in a work folder, resumed after its last checkpoint. It keeps its puzzle, metric,
    /// mirroring and engine; limits and threads may change.
    Resume(&'a Path),
    /// A run on the processes of a cluster, of which this is process 0: a new run of a puzzle, or,
    /// without a puzzle, the run in the work folder. Each process has its own work folder.
    #[cfg(feature = "cluster")]
    Cluster(Option<&'a Puzzle>, &'a Path, ClusterBuilder),
}

impl Place<'_> {
    /// Whether it holds a run to resume.
    pub(super) const fn is_resumed(&self) -> bool {
        match self {
            Place::Memory(_) | Place::Folder(..) => false,
            Place::Resume(_) => true,
            #[cfg(feature = "cluster")]
            Place::Cluster(puzzle, ..) => puzzle.is_none(),
        }
    }
}

/// A board and the engine that searches it.
pub struct LayerRun {
    pub puzzle: Puzzle,
    pub board: Board,
    pub config: BfsConfig,
    /// The engine; `None` after its memory was freed, until the next sweep.
    search: Option<Box<dyn LayerSearch>>,
    pub engine: EngineInfo,
    /// Counts the moves of expanded states.
    degree_counter: DegreeCounter,
    checkpointer: Option<Checkpointer>,
    /// The files of a run that exceeded its memory.
    spill: Option<SpillDir>,
}

/// A work folder that is removed after the run.
struct SpillDir {
    /// Locked, so it must be dropped before the folder is removed.
    files: RunFolder,
    _place: TemporaryFolder,
}

impl LayerRun {
    /// Begins or resumes a run.
    ///
    /// # Errors
    /// If the board does not fit the engine; if the work folder cannot be used, holds a run already
    /// or, to be resumed, holds none of this command; or if the other processes do not connect.
    #[cfg_attr(
        not(feature = "cluster"),
        expect(
            clippy::needless_pass_by_value,
            reason = "a run on a cluster takes its connections"
        )
    )]
    pub fn new(place: Place<'_>, config: BfsConfig) -> Result<Self, SolveError> {
        match place {
            Place::Memory(puzzle) => LayerRun::begin(puzzle, None, config, None),
            Place::Folder(puzzle, path) => LayerRun::begin(puzzle, Some(path), config, None),
            Place::Resume(path) => LayerRun::resume(path, config, None),
            #[cfg(feature = "cluster")]
            Place::Cluster(puzzle, path, builder) => {
                let engine = Some(Engine::Cluster);
                let config = BfsConfig { engine, ..config };
                match puzzle {
                    Some(puzzle) => LayerRun::begin(puzzle, Some(path), config, Some(builder)),
                    None => LayerRun::resume(path, config, Some(builder)),
                }
            }
        }
    }

    fn begin(
        puzzle: &Puzzle,
        path: Option<&Path>,
        config: BfsConfig,
        cluster: Option<ClusterBuilder>,
    ) -> Result<Self, SolveError> {
        let board = config.board(puzzle)?;
        // The hashed engine keeps all layers, but saves no more than two, and finds no path.
        let is_layered = config.engine == Some(Engine::Layered);
        if is_layered || path.is_some() || config.purpose == BfsPurpose::Solution {
            board.check_two_way()?;
        }
        let folder = path.map(RunFolder::create).transpose();
        let folder = folder.map_err(CheckpointError::from)?;
        let mut monitor = Monitor::unobserved(config.limits);
        let engine = match config.engine {
            Some(engine) => engine.because("as requested"),
            None if board.is_one_way() => {
                Engine::Hashed.because("pieces that leave do not come back")
            }
            None => automatic(&board, folder.is_some(), &mut monitor)?,
        };
        let mut run = LayerRun::build(puzzle, board, config, engine, folder.as_ref(), cluster)?;
        let BfsConfig {
            metric,
            mirroring,
            purpose,
            ..
        } = run.config;
        run.checkpointer = folder.map(|folder| {
            let key = CheckpointKey {
                puzzle: puzzle.to_string(),
                metric,
                mirroring,
                purpose,
                engine: run.engine.name,
            };
            Checkpointer::new(folder, key)
        });
        Ok(run)
    }

    fn resume(
        path: &Path,
        config: BfsConfig,
        cluster: Option<ClusterBuilder>,
    ) -> Result<Self, SolveError> {
        let (folder, checkpoint, saved) = checkpoint::resume(path)?;
        let CheckpointKey {
            ref puzzle,
            metric,
            mirroring,
            purpose,
            engine,
        } = checkpoint.subject;
        let command = purpose.command();
        let path = path.to_owned();
        if command != config.purpose.command() {
            return Err(SolveError::OtherRun { path, command });
        }
        if cluster.is_some() && engine != Engine::Cluster {
            let engine = engine.word();
            return Err(SolveError::OtherEngine { path, engine });
        }
        let puzzle: Puzzle = puzzle.parse()?;
        let config = BfsConfig {
            metric,
            mirroring,
            purpose,
            engine: Some(engine),
            ..config
        };
        let board = config.board(&puzzle)?;
        board.check_two_way()?;
        let engine = engine.because("as the run began");
        let mut run = LayerRun::build(&puzzle, board, config, engine, Some(&folder), cluster)?;
        saved.restore(run.search(&mut Monitor::unobserved(config.limits))?)?;
        run.checkpointer = Some(Checkpointer::resumed(folder, checkpoint));
        Ok(run)
    }

    /// Builds an engine. The engine of a cluster waits for all processes.
    fn build(
        puzzle: &Puzzle,
        board: Board,
        config: BfsConfig,
        engine: EngineInfo,
        folder: Option<&RunFolder>,
        cluster: Option<ClusterBuilder>,
    ) -> Result<Self, SolveError> {
        let degree_counter = DegreeCounter::default();
        let monitor = &mut Monitor::unobserved(config.limits);
        let search = match cluster {
            None => {
                let of = (&board, &config);
                engine.name.build(of, folder, &degree_counter, monitor)?
            }
            #[cfg(feature = "cluster")]
            Some(builder) => {
                let folder = folder.ok_or(SolveError::NoWorkFolder)?;
                let of = (puzzle, &board, &config);
                cluster::lead(builder, of, folder, (&degree_counter, monitor))?
            }
        };
        Ok(LayerRun {
            puzzle: puzzle.clone(),
            board,
            config,
            search: Some(search),
            engine,
            degree_counter,
            checkpointer: None,
            spill: None,
        })
    }

    /// Runs a sweep, numbered from 0, or resumes it, to its end or until the monitor stops it.
    /// Returns its layers and the reason of a stop.
    ///
    /// `expected` is the number of states, if it is known; otherwise the sweep estimates it.
    pub(crate) fn sweep(
        &mut self,
        number: usize,
        sources: Sources<'_>,
        expected: &cell::Cell<Option<u64>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(LayerProfile, Option<StopReason>), SolveError> {
        let mut sweep = self
            .checkpointer
            .as_ref()
            .and_then(|checkpointer| checkpointer.sweep(number))
            .cloned()
            .unwrap_or_default();
        if number == 0 && self.config.purpose == BfsPurpose::Everything {
            self.degree_counter.begin(
                self.checkpointer
                    .as_ref()
                    .map_or(&[], |it| &it.checkpoint.degrees),
            );
        }
        let mut stopped = None;
        if !sweep.is_complete {
            stopped = self.add_layers(number, sources, &mut sweep, expected, monitor)?;
            if stopped.is_none() {
                self.end(number, &mut sweep)?;
            }
        }
        self.degree_counter.end();
        Ok((sweep, stopped))
    }

    /// Adds the missing layers, to the end or until the monitor stops the search; returns why.
    fn add_layers(
        &mut self,
        number: usize,
        sources: Sources<'_>,
        sweep: &mut LayerProfile,
        expected: &cell::Cell<Option<u64>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<StopReason>, SolveError> {
        if let Err(error) = self.search(monitor) {
            return error.stopped().map(Some).ok_or(error);
        }
        let LayerRun {
            search: Some(search),
            checkpointer,
            degree_counter,
            config,
            ..
        } = self
        else {
            unreachable!("it was built")
        };
        let is_known = expected.get().is_some();
        let is_enough =
            |layer: &Layer| config.purpose == BfsPurpose::Solution && layer.goal_classes > 0;
        while !sweep.layers.last().is_some_and(is_enough) {
            let next = if sweep.layers.is_empty() {
                search.begin(sources, monitor)
            } else {
                search.advance(monitor)
            };
            let layer = match next {
                Ok(layer) => layer,
                Err(LayerError::Stopped(reason)) => {
                    // No part of another layer was begun, which would first have to be undone.
                    if reason == StopReason::Depth
                        && let Some(checkpointer) = checkpointer
                    {
                        checkpointer.write(&mut **search)?;
                    }
                    return Ok(Some(reason));
                }
                Err(LayerError::File(error)) => return Err(error.into()),
            };
            if layer.classes == 0 {
                break;
            }
            sweep.layers.push(layer);
            if !is_known {
                expected.set(guessed(&sweep.layers));
            }
            if let Some(checkpointer) = checkpointer {
                let degrees = degree_counter.histogram();
                checkpointer.keep(number, sweep, degrees, &mut **search)?;
            }
        }
        Ok(None)
    }

    /// Completes a sweep.
    fn end(&mut self, number: usize, sweep: &mut LayerProfile) -> Result<(), SolveError> {
        if self.config.purpose == BfsPurpose::Everything {
            let search = self.search.as_mut().expect("it has found the layers");
            let farthest = search.last_layer(StateFilter::All, MAX_FARTHEST)?;
            sweep.farthest = self.anchors(&farthest);
        }
        sweep.is_complete = true;
        let search = self.search.as_mut().expect("it has found the layers");
        match &mut self.checkpointer {
            Some(checkpointer) => {
                let degrees = self.degree_counter.histogram();
                Ok(checkpointer.keep(number, sweep, degrees, &mut **search)?)
            }
            None => Ok(()),
        }
    }

    /// Returns the anchors of the pieces in these states.
    pub fn anchors(&self, states: &[StateWords]) -> Vec<Vec<Cell>> {
        let board = &self.board;
        let anchors = |at: &StateWords| anchors(self.puzzle.grid(), board, &board.unpack(at));
        states.iter().map(anchors).collect()
    }

    /// Begins again with an engine that needs less memory, and returns whether it could. A saved
    /// run and a run with a given engine do not. Files go to a temporary folder.
    pub fn overflow(&mut self, monitor: &mut Monitor<'_>) -> Result<bool, SolveError> {
        if self.config.engine.is_some() || self.checkpointer.is_some() {
            return Ok(false);
        }
        self.forget();
        // If the time is up, the memory is still the reason why the run stops.
        let next = after_memory(&self.board, self.engine.name, monitor).unwrap_or_default();
        let Some(engine) = next.filter(|next| *next != self.engine) else {
            return Ok(false);
        };
        self.spill = if engine.name == Engine::Layered {
            let place = TemporaryFolder::new()?;
            Some(SpillDir {
                files: RunFolder::create(place.path()).map_err(CheckpointError::from)?,
                _place: place,
            })
        } else {
            None
        };
        self.degree_counter = DegreeCounter::default();
        self.engine = engine;
        Ok(true)
    }

    /// Frees the memory of the engine.
    pub fn forget(&mut self) {
        self.search = None;
    }

    /// Returns the engine; builds it if its memory was freed.
    pub fn search(
        &mut self,
        monitor: &mut Monitor<'_>,
    ) -> Result<&mut dyn LayerSearch, SolveError> {
        let search = if let Some(search) = self.search.take() {
            search
        } else {
            let folder = self.spill.as_ref().map(|spill| &spill.files);
            let of = (&self.board, &self.config);
            self.engine
                .name
                .build(of, folder, &self.degree_counter, monitor)?
        };
        Ok(&mut **self.search.insert(search))
    }

    /// Returns the memory and disk space that the engine takes now.
    pub fn memory_usage(&self) -> MemoryUsage {
        self.search
            .as_ref()
            .map_or_else(MemoryUsage::default, |search| search.memory_usage())
    }

    /// Returns the bytes of memory that the engine keeps between two layers.
    pub fn bytes_held(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.bytes_held())
    }

    /// Returns the number of states with each number of moves, of those expanded from the start.
    pub fn degrees(&self) -> Vec<u64> {
        self.degree_counter.histogram()
    }

    /// Returns the time of a saved run, interrupted parts included.
    pub fn elapsed(&self) -> Option<Duration> {
        self.checkpointer.as_ref().map(Checkpointer::elapsed)
    }
}

/// Estimates the number of states once the layers shrink: twice those up to the largest layer, as
/// the layers of most spaces form a bell curve.
fn guessed(layers: &[Layer]) -> Option<u64> {
    let classes = || layers.iter().map(|layer| layer.classes);
    let largest = classes().max()?;
    let met: u64 = classes().sum();
    let up_to_largest = classes()
        .take_while(|&classes| classes < largest)
        .sum::<u64>()
        + largest;
    (layers.last()?.classes < largest).then_some(met.max(2 * up_to_largest))
}
