//! A run on several machines. Process 0 sends each worker process its job: the puzzle, the options
//! of the search, and the number of threads.

use std::{io, iter::successors, num::NonZero, path::Path, sync::Arc};

use crate::{
    board::Board,
    control::{Limits, Monitor},
    file::{RunFolder, container::form},
    puzzle::{Metric, Puzzle},
    search::{
        cluster::{self, ClusterBuilder, Mesh, ProcessConfig},
        layers::LayerSearch,
        space::DegreeCounter,
    },
};

use super::{
    checkpoint::CheckpointError,
    error::SolveError,
    options::{BfsConfig, BfsPurpose, Mirroring},
    spaces,
};

/// The puzzle and the options of a run.
type ClusterJob = (String, Metric, Mirroring, BfsPurpose, NonZero<usize>);

/// The most bytes of a job: a puzzle of any size, and some numbers.
const MAX_BYTES: usize = 1 << 20;

/// Builds the engine in process 0, once all processes are connected.
pub fn lead(
    builder: ClusterBuilder,
    (puzzle, board, config): (&Puzzle, &Board, &BfsConfig),
    folder: &RunFolder,
    (degrees, monitor): (&DegreeCounter, &mut Monitor<'_>),
) -> Result<Box<dyn LayerSearch>, SolveError> {
    let workers = process_config(board, config, folder, degrees, monitor)?;
    let BfsConfig {
        metric,
        mirroring,
        purpose,
        threads,
        ..
    } = *config;
    let job: ClusterJob = (puzzle.to_string(), metric, mirroring, purpose, threads);
    let job = bincode::encode_to_vec(job, form::<MAX_BYTES>()).map_err(io::Error::other)?;
    let mesh = builder.connect(&job)?;
    Ok(Box::new(cluster::lead(mesh, &workers)))
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
        let causes: Vec<_> = successors(Some(error as &dyn std::error::Error), |it| it.source())
            .map(ToString::to_string)
            .collect();
        guard.fail(&causes.join(": "));
    }
    served
}

fn work(
    mesh: Mesh,
    folder: &Path,
    max_bytes: Option<usize>,
    pressed: &dyn Fn() -> bool,
) -> Result<bool, SolveError> {
    let folder =
        RunFolder::of_process(folder, mesh.guard.process).map_err(CheckpointError::from)?;
    let job: Result<(ClusterJob, usize), _> =
        bincode::decode_from_slice(&mesh.job, form::<MAX_BYTES>());
    let ((puzzle, metric, mirroring, purpose, threads), _) =
        job.map_err(|_| io::Error::other("process 0 has another version of huarong"))?;
    let limits = Limits {
        max_bytes,
        ..Limits::default()
    };
    let config = BfsConfig {
        metric,
        mirroring,
        purpose,
        limits,
        threads,
        engine: None,
    };
    let board = config.board(&puzzle.parse()?)?;
    let degrees = DegreeCounter::default();
    let monitor = &mut Monitor::unobserved(limits);
    let workers = process_config(&board, &config, &folder, &degrees, monitor)?;
    Ok(cluster::run_worker(mesh, &workers, pressed)?)
}

/// Returns the configuration of the workers of this process. Their spaces count moves.
fn process_config(
    board: &Board,
    config: &BfsConfig,
    folder: &RunFolder,
    degrees: &DegreeCounter,
    monitor: &mut Monitor<'_>,
) -> Result<ProcessConfig, SolveError> {
    let mut space = spaces::ranked(board, config.metric, monitor)?;
    if config.purpose == BfsPurpose::Everything {
        space = degrees.counting(space, board.symmetry().order() > 1);
    }
    Ok(ProcessConfig {
        space,
        degrees: degrees.clone(),
        threads: config.threads.get(),
        folder: folder.layers(),
        max_bytes: config.limits.max_bytes,
    })
}
