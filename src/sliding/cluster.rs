//! A run on several machines. Process 0 sends each worker process its job: the key of the run, and
//! the number of threads.

use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use bincode::config::{self, Config};

use crate::board::Board;
use crate::control::{Limits, Monitor};
use crate::puzzle::{Metric, Puzzle};
use crate::search::cluster::{self, ClusterBuilder, ClusterEngine, Mesh, ProcessConfig};
use crate::search::layers::LayerSearch;
use crate::search::space::{DegreeCounter, Space};

use super::checkpoint::{CheckpointKey, WorkFolder};
use super::engine::Engine;
use super::error::SolveError;
use super::options::{BfsConfig, BfsPurpose};
use super::spaces;

/// The most bytes of a job: a puzzle of any size, and some numbers.
const MAX_BYTES: usize = 1 << 20;

const fn form() -> impl Config {
    config::standard().with_limit::<MAX_BYTES>()
}

/// Builds the engine in process 0, once all processes are connected.
pub fn lead(
    builder: ClusterBuilder,
    (puzzle, board, config): (&Puzzle, &Board, &BfsConfig),
    folder: &WorkFolder,
    (degrees, watch): (&DegreeCounter, &mut Monitor<'_>),
) -> Result<Box<dyn LayerSearch>, SolveError> {
    let space = counting(board, config.metric, degrees, watch)?;
    let BfsConfig {
        metric,
        mirroring,
        purpose,
        threads,
        ..
    } = *config;
    let puzzle = puzzle.to_string();
    let engine = Engine::Cluster;
    let key = CheckpointKey {
        puzzle,
        metric,
        mirroring,
        purpose,
        engine,
    };
    let job = bincode::encode_to_vec((key, threads), form()).map_err(io::Error::other)?;
    let mesh = builder.connect(&job)?;
    let folder = folder.layers();
    let workplace = ProcessConfig {
        space,
        degrees: degrees.clone(),
        reports_degrees: false,
        threads: threads.get(),
        folder: &folder,
        max_bytes: config.limits.max_bytes,
    };
    Ok(Box::new(ClusterEngine::new(mesh, &workplace)?))
}

/// Runs a worker process until process 0 ends the run, and returns whether the run was complete.
/// Process 0 sends the puzzle and the options; the files are in `folder`. `pressed` returns whether
/// this process was interrupted.
///
/// # Errors
/// If the folder is in use, the processes cannot connect, or one of them is lost or fails.
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
    let folder = WorkFolder::of_process(folder, mesh.guard.process)?;
    let job: Result<((CheckpointKey, NonZero<usize>), usize), _> =
        bincode::decode_from_slice(&mesh.job, form());
    let ((key, threads), _) =
        job.map_err(|_| io::Error::other("process 0 has another version of huarong"))?;
    let puzzle: Puzzle = key.puzzle.parse()?;
    let limits = Limits {
        max_bytes,
        ..Limits::default()
    };
    let CheckpointKey {
        metric,
        mirroring,
        purpose,
        ..
    } = key;
    let config = BfsConfig {
        metric,
        mirroring,
        purpose,
        limits,
        threads,
        engine: None,
    };
    let board = config.board(&puzzle)?;
    let degrees = DegreeCounter::default();
    let folder = folder.layers();
    let workplace = ProcessConfig {
        space: counting(&board, metric, &degrees, &mut Monitor::unobserved(limits))?,
        degrees,
        reports_degrees: config.purpose == BfsPurpose::Everything,
        threads: config.threads.get(),
        folder: &folder,
        max_bytes,
    };
    Ok(cluster::run_worker(mesh, &workplace, pressed)?)
}

/// Returns the ranks of a board as a space that counts moves.
fn counting(
    board: &Board,
    metric: Metric,
    degrees: &DegreeCounter,
    watch: &mut Monitor<'_>,
) -> Result<Box<dyn Space<u64>>, SolveError> {
    let space = spaces::ranked(board, metric, watch)?;
    Ok(degrees.counting(space, board.symmetry().order() > 1))
}

/// Formats an error with all its causes.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
