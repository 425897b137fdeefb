//! A run on many machines: what the processes learn that do not lead it, and what they do.

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::puzzle::{Metric, Puzzle};
use crate::search::cluster::{self, ClusterBuilder, ClusterEngine, Mesh, ProcessConfig};
use crate::search::layers::LayerSearch;
use crate::search::space::{DegreeCounter, Space};

use super::bfs_runner::{BfsConfig, BfsPurpose};
use super::checkpoint::WorkFolder;
use super::error::SolveError;
use super::options::Mirroring;
use super::spaces;

/// What process 0 tells the others.
#[derive(Serialize, Deserialize, Debug)]
struct Job {
    /// The puzzle, in the form of the puzzle files.
    puzzle: String,
    metric: u8,
    tells_images_apart: bool,
    is_for_solution: bool,
    counts_moves: bool,
    /// Workers in each process, in all of them as many.
    threads: NonZero<usize>,
}

impl Job {
    fn of(puzzle: &Puzzle, config: &BfsConfig) -> Self {
        Job {
            puzzle: puzzle.to_string(),
            metric: config.metric.number(),
            tells_images_apart: config.mirroring == Mirroring::Off,
            is_for_solution: config.purpose == BfsPurpose::Solution,
            counts_moves: config.purpose == BfsPurpose::Everything,
            threads: config.threads,
        }
    }

    /// The config of this job, within the limits of this process.
    fn config(&self, limits: crate::control::Limits) -> Option<BfsConfig> {
        let purpose = match (self.is_for_solution, self.counts_moves) {
            (true, _) => BfsPurpose::Solution,
            (false, true) => BfsPurpose::Everything,
            (false, false) => BfsPurpose::Layers,
        };
        Some(BfsConfig {
            metric: Metric::from_number(self.metric)?,
            mirroring: if self.tells_images_apart { Mirroring::Off } else { Mirroring::Canonical },
            purpose,
            limits,
            threads: self.threads,
            engine: None,
        })
    }
}

/// The engine in process 0, once all the others have come.
pub(super) fn lead(
    builder: ClusterBuilder,
    (puzzle, board): (&Puzzle, &Board),
    config: &BfsConfig,
    folder: &WorkFolder,
    tally: &DegreeCounter,
) -> Result<Box<dyn LayerSearch>, SolveError> {
    let space = counting(board, config, tally)?;
    let job = serde_json::to_vec(&Job::of(puzzle, config)).map_err(io::Error::other)?;
    let mesh = builder.connect(&job)?;
    let folder = folder.layers();
    let workplace = ProcessConfig {
        space,
        tally: tally.clone(),
        tells_degrees: false,
        threads: config.threads.get(),
        folder: &folder,
        max_bytes: config.limits.max_bytes,
    };
    Ok(Box::new(ClusterEngine::new(mesh, &workplace)?))
}

/// Works in a run that process 0 leads, until that ends it: whether it came to its end. The puzzle
/// and all that is asked of it are told by process 0; files are kept in this folder. `pressed` says
/// whether this process was interrupted.
///
/// # Errors
/// If the folder is in use, the processes do not meet, or one of them is gone or could not do its
/// part.
pub fn run_worker(
    builder: ClusterBuilder,
    folder: &Path,
    max_bytes: Option<usize>,
    pressed: &dyn Fn() -> bool,
) -> Result<bool, SolveError> {
    let mesh = builder.connect(&[])?;
    let guard = Arc::clone(&mesh.guard);
    let served = work(mesh, folder, max_bytes, pressed);
    if let Err(error) = &served
        && !matches!(error, SolveError::Cluster(_))
    {
        guard.fail(&with_causes(error));
    }
    served
}

fn work(
    mesh: Mesh,
    folder: &Path,
    max_bytes: Option<usize>,
    pressed: &dyn Fn() -> bool,
) -> Result<bool, SolveError> {
    let folder = WorkFolder::of_process(folder, mesh.guard.process())?;
    let foreign = || io::Error::other("process 0 is of another version of huarong");
    let job: Job = serde_json::from_slice(&mesh.job).map_err(|_| foreign())?;
    let puzzle: Puzzle = job.puzzle.parse()?;
    let limits = crate::control::Limits { max_bytes, ..Default::default() };
    let config = job.config(limits).ok_or_else(foreign)?;
    let (board, tally) = (config.board(&puzzle)?, DegreeCounter::default());
    let folder = folder.layers();
    let workplace = ProcessConfig {
        space: counting(&board, &config, &tally)?,
        tally,
        tells_degrees: job.counts_moves,
        threads: config.threads.get(),
        folder: &folder,
        max_bytes,
    };
    Ok(cluster::run_worker(mesh, &workplace, pressed)?)
}

/// The ranks of a board as a space that counts moves.
fn counting(
    board: &Board,
    config: &BfsConfig,
    tally: &DegreeCounter,
) -> Result<Box<dyn Space<u64>>, SolveError> {
    let space = spaces::ranked(board, config.metric, &config.limits)?;
    Ok(tally.counting(space, board.symmetry().order() > 1))
}

/// An error with all its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
