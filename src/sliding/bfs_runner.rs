//! Searches by layers over a board: by an engine that suits it, kept in a folder if that is asked
//! for, and begun anew by another engine where memory runs out.

use std::cell::Cell as Shared;
use std::path::Path;
use std::time::Duration;

use crate::board::Board;
use crate::control::{StopReason, Watch};
#[cfg(feature = "files")]
use crate::file::TemporaryFolder;
use crate::puzzle::Puzzle;
use crate::search::Words;
#[cfg(feature = "cluster")]
use crate::search::cluster::Roster;
use crate::search::degrees::Tally;
use crate::search::layers::{Halt, Layer, LayerSearch, Sources, Which};

use super::bfs_config::{BfsConfig, BfsPurpose, Engine, EngineChoice};
use super::checkpoint::{CheckpointKey, Checkpointer, WorkFolder};
#[cfg(feature = "cluster")]
use super::cluster;
use super::error::SolveError;
use super::profile::LayerProfile;
use super::reconstruct::anchors;

/// The most positions of the last layer that are kept.
const MAX_FARTHEST: usize = 8;

/// A board and the engine that sweeps it.
pub(crate) struct BfsRunner {
    pub(crate) puzzle: Puzzle,
    pub(crate) board: Board,
    pub(crate) plan: BfsConfig,
    pub(crate) search: Box<dyn LayerSearch>,
    pub(crate) engine: Engine,
    /// Counts the moves of what is expanded.
    tally: Tally,
    keeper: Option<Checkpointer>,
    /// Where files go once memory has run out.
    #[cfg(feature = "files")]
    overflow: Option<SpillDir>,
}

/// What an engine is made for.
struct EngineContext<'a> {
    #[cfg_attr(not(feature = "cluster"), expect(dead_code))]
    puzzle: &'a Puzzle,
    board: &'a Board,
    folder: Option<&'a WorkFolder>,
    tally: &'a Tally,
}

#[cfg(feature = "cluster")]
impl EngineContext<'_> {
    fn lead(&self, roster: Roster, plan: &BfsConfig) -> Result<Box<dyn LayerSearch>, SolveError> {
        let folder = self.folder.ok_or(SolveError::NoWorkFolder)?;
        cluster::lead(roster, (self.puzzle, self.board), plan, folder, self.tally)
    }
}

/// A folder for the files of a run that is not kept; it goes with the run.
#[cfg(feature = "files")]
struct SpillDir {
    /// Locked, and so to be let go before the folder is removed.
    files: WorkFolder,
    _place: TemporaryFolder,
}

impl BfsRunner {
    /// For a new run, kept in this folder if there is one.
    ///
    /// # Errors
    /// If the board does not fit the engine, or the folder cannot be had or holds a run already.
    pub(crate) fn new(
        puzzle: &Puzzle,
        plan: BfsConfig,
        folder: Option<&Path>,
    ) -> Result<Self, SolveError> {
        let board = plan.board(puzzle)?;
        let folder = folder.map(WorkFolder::create).transpose()?;
        let (choice, engine) = match plan.engine {
            Some(choice) => (choice, choice.because("it was asked for")),
            None => EngineChoice::automatic(&board, &plan, folder.is_some()),
        };
        BfsRunner::begin((puzzle, board), plan, folder, (choice, engine), |choice, about| {
            choice.build(about.board, &plan, about.folder, about.tally)
        })
    }

    /// The same on the processes of a roster, of which this is process 0.
    ///
    /// # Errors
    /// As for [`new`](Self::new), or if the others do not come.
    #[cfg(feature = "cluster")]
    pub(crate) fn on_cluster(
        puzzle: &Puzzle,
        plan: BfsConfig,
        folder: &Path,
        roster: Roster,
    ) -> Result<Self, SolveError> {
        let board = plan.board(puzzle)?;
        let folder = Some(WorkFolder::create(folder)?);
        let choice = EngineChoice::Cluster;
        let engine = (choice, choice.because("it was asked for"));
        BfsRunner::begin((puzzle, board), plan, folder, engine, |_, about| {
            about.lead(roster, &plan)
        })
    }

    fn begin(
        (puzzle, board): (&Puzzle, Board),
        plan: BfsConfig,
        folder: Option<WorkFolder>,
        (choice, engine): (EngineChoice, Engine),
        build: impl FnOnce(EngineChoice, &EngineContext<'_>) -> Result<Box<dyn LayerSearch>, SolveError>,
    ) -> Result<Self, SolveError> {
        let tally = Tally::default();
        let folder_ref = folder.as_ref();
        let about = EngineContext { puzzle, board: &board, folder: folder_ref, tally: &tally };
        let search = build(choice, &about)?;
        let keeper = folder.map(|folder| {
            let BfsConfig { metric, mirroring, purpose, .. } = plan;
            let puzzle = puzzle.to_string();
            let subject = CheckpointKey { puzzle, metric, mirroring, purpose, engine: choice };
            Checkpointer::new(folder, subject, choice.pace())
        });
        Ok(BfsRunner {
            puzzle: puzzle.clone(),
            board,
            plan,
            search,
            engine,
            tally,
            keeper,
            #[cfg(feature = "files")]
            overflow: None,
        })
    }

    /// Takes up the run that is kept in a folder where its last checkpoint was written. Limits and
    /// threads are those of `plan`, all else is the run's.
    ///
    /// # Errors
    /// If there is no run, another process is at it, or its files are damaged, foreign or newer.
    #[cfg(feature = "files")]
    pub(crate) fn resume(folder: &Path, plan: BfsConfig) -> Result<Self, SolveError> {
        BfsRunner::resume_with(folder, plan, |choice, plan, about| {
            choice.build(about.board, plan, about.folder, about.tally)
        })
    }

    /// The same on the processes of a roster, of which this is process 0; they need not be those that
    /// the run was begun with.
    ///
    /// # Errors
    /// As for [`resume`](Self::resume), or if the run was begun with another engine, or the other
    /// processes do not come.
    #[cfg(feature = "cluster")]
    pub(crate) fn resume_on_cluster(
        folder: &Path,
        plan: BfsConfig,
        roster: Roster,
    ) -> Result<Self, SolveError> {
        BfsRunner::resume_with(folder, plan, |choice, plan, about| match choice {
            EngineChoice::Cluster => about.lead(roster, plan),
            other => Err(SolveError::OtherEngine { path: folder.to_owned(), engine: other.word() }),
        })
    }

    #[cfg(feature = "files")]
    fn resume_with(
        folder: &Path,
        plan: BfsConfig,
        build: impl FnOnce(
            EngineChoice,
            &BfsConfig,
            &EngineContext<'_>,
        ) -> Result<Box<dyn LayerSearch>, SolveError>,
    ) -> Result<Self, SolveError> {
        let (files, checkpoint, saved) = WorkFolder::resume(folder)?;
        let CheckpointKey { ref puzzle, metric, mirroring, purpose, engine: choice } =
            checkpoint.subject;
        let puzzle: Puzzle = puzzle.parse()?;
        let plan = BfsConfig { metric, mirroring, purpose, engine: Some(choice), ..plan };
        let board = plan.board(&puzzle)?;
        let tally = Tally::default();
        let about =
            EngineContext { puzzle: &puzzle, board: &board, folder: Some(&files), tally: &tally };
        let mut search = build(choice, &plan, &about)?;
        saved.restore(&mut *search)?;
        let engine = choice.because("the run was begun with it");
        let keeper = Some(Checkpointer::resumed(files, checkpoint, choice.pace()));
        Ok(BfsRunner { puzzle, board, plan, search, engine, tally, keeper, overflow: None })
    }

    /// The layers of a sweep, numbered from 0, to its end or as far as the watch lets it come; and
    /// why it stopped, then. What is known of it from before is taken up.
    ///
    /// `expected` is how many states there will be, where that is known; else it is set to a guess.
    pub(crate) fn sweep(
        &mut self,
        number: usize,
        sources: Sources<'_>,
        expected: &Shared<Option<u64>>,
        watch: &mut Watch<'_>,
    ) -> Result<(LayerProfile, Option<StopReason>), SolveError> {
        let kept = self.keeper.as_ref().and_then(|keeper| keeper.sweep(number));
        let mut sweep = kept.cloned().unwrap_or_default();
        if number == 0 && self.plan.purpose == BfsPurpose::Everything {
            self.tally.begin(self.keeper.as_ref().map_or(&[], Checkpointer::degrees));
        }
        let mut stopped = None;
        if !sweep.is_complete {
            stopped = self.add_layers(number, sources, &mut sweep.layers, expected, watch)?;
            if stopped.is_none() {
                self.end(number, &mut sweep)?;
            }
        }
        self.tally.end();
        Ok((sweep, stopped))
    }

    /// Adds the layers that are missing, until there is nothing more to add or the watch halts it;
    /// says why, then.
    fn add_layers(
        &mut self,
        number: usize,
        sources: Sources<'_>,
        layers: &mut Vec<Layer>,
        expected: &Shared<Option<u64>>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<StopReason>, SolveError> {
        let BfsRunner { search, keeper, tally, plan, .. } = self;
        let is_known = expected.get().is_some();
        let is_enough =
            |layer: &Layer| plan.purpose == BfsPurpose::Solution && layer.goal_classes > 0;
        while !layers.last().is_some_and(is_enough) {
            let next = if layers.is_empty() {
                search.begin(sources, watch)
            } else {
                search.advance(watch)
            };
            let layer = match next {
                Ok(layer) => layer,
                Err(Halt::Stopped(reason)) => return Ok(Some(reason)),
                Err(Halt::File(error)) => return Err(error.into()),
            };
            if layer.classes == 0 {
                break;
            }
            layers.push(layer);
            if !is_known {
                expected.set(guessed(layers));
            }
            if let Some(keeper) = keeper {
                keeper.keep_layer(number, layer, &tally.histogram(), &mut **search)?;
            }
        }
        Ok(None)
    }

    /// A sweep has come to its end.
    fn end(&mut self, number: usize, sweep: &mut LayerProfile) -> Result<(), SolveError> {
        let BfsRunner { puzzle, board, search, keeper, tally, .. } = self;
        let farthest = search.last_layer(Which::All, MAX_FARTHEST).map_err(Halt::unwatched)?;
        let place = |at: &Words| anchors(puzzle.grid(), board, &board.arrangement(at));
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

    /// Begins anew with an engine that takes less memory, where a run that is not kept has run out of
    /// it and no engine was asked for; says whether it can. Files go to a folder of their own.
    #[cfg(feature = "files")]
    pub(crate) fn overflow(&mut self) -> Result<bool, SolveError> {
        if self.plan.engine.is_some() || self.keeper.is_some() {
            return Ok(false);
        }
        // What the engine before has taken is free for the next, and for finding out which that is.
        self.forget()?;
        let next = EngineChoice::after_memory(&self.board, &self.plan.limits, &self.engine.name);
        let Some((choice, engine)) = next.filter(|(_, next)| *next != self.engine) else {
            return Ok(false);
        };
        let files = if choice == EngineChoice::Layered {
            let place = TemporaryFolder::new()?;
            Some(SpillDir { files: WorkFolder::create(place.path())?, _place: place })
        } else {
            None
        };
        let folder = files.as_ref().map(|overflow| &overflow.files);
        self.tally = Tally::default();
        self.search = choice.build(&self.board, &self.plan, folder, &self.tally)?;
        self.engine = engine;
        self.overflow = files;
        Ok(true)
    }

    /// Gives back the memory of an engine in memory that is done with.
    pub(crate) fn forget(&mut self) -> Result<(), SolveError> {
        self.search = EngineChoice::Hashed.build(&self.board, &self.plan, None, &self.tally)?;
        Ok(())
    }

    /// How many states have so many moves, of those that have been expanded from the start.
    pub(crate) fn degrees(&self) -> Vec<u64> {
        self.tally.histogram()
    }

    /// How long a run that is kept has taken, in all processes if there were several.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.keeper.as_ref().map(Checkpointer::elapsed)
    }
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
