//! `huarong solve` on many machines.

use std::io::Write;
#[cfg(feature = "cluster")]
use std::path::Path;

use huarong::sliding::Engine;
#[cfg(not(feature = "cluster"))]
use huarong::sliding::SolveError;
#[cfg(feature = "cluster")]
use huarong::sliding::{Options, Place, Solver};

use super::SolveArgs;
#[cfg(feature = "cluster")]
use crate::cli::cluster::{self, ClusterRequest, Coordinator};
use crate::cli::exit::Exit;
#[cfg(feature = "cluster")]
use crate::cli::puzzle_args;
use crate::cli::work_dir;

/// Solves on many machines, or does what another process wants done.
#[cfg(feature = "cluster")]
pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    cluster::run(&args.cluster_request(), |coordinator| lead(args, coordinator, out))
}

/// What process 0 does.
#[cfg(feature = "cluster")]
fn lead(
    args: &SolveArgs,
    coordinator: &mut Coordinator,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(path) = &args.output {
        super::check_output(path, args, 1)?;
    }
    let refused = |error| work_dir::refused("solve", error);
    // Files are read and written as well with little memory as with much.
    let options = Options { limits: args.search.limits(), ..args.options() };
    let (source, solver) = if let Some(folder) = &args.keeping.resume {
        let place = Place::Cluster(None, folder, coordinator.builder());
        let solver = Solver::open(place, &options).map_err(refused)?;
        (work_dir::source(folder, solver.puzzle()), solver)
    } else {
        let Some(mut loaded) = puzzle_args::load_all(&args.puzzle, &args.reading)? else {
            return Ok(Exit::Wrong);
        };
        super::only(&loaded.sources)?;
        let source = loaded.sources.swap_remove(0);
        let folder = args.keeping.work_dir.as_deref().unwrap_or(Path::new("."));
        let place = Place::Cluster(Some(&source.puzzle), folder, coordinator.builder());
        let solver = Solver::open(place, &options).map_err(refused)?;
        (source, solver)
    };
    let note = || {
        coordinator.note_loss();
        args.keeping.note_how_to_resume_with("solve", &args.cluster.shown());
    };
    super::finish(args, &source, solver, &note, out)
}

/// This program was built without that.
#[cfg(not(feature = "cluster"))]
pub(super) fn run(_: &SolveArgs, _: &mut dyn Write) -> anyhow::Result<Exit> {
    Err(work_dir::refused("solve", SolveError::NoCluster))
}

impl SolveArgs {
    /// Whether it is several processes that are to search.
    pub(super) fn is_for_cluster(&self) -> bool {
        self.cluster.is_given() || self.engine == Some(Engine::Cluster)
    }

    /// What is asked of those processes.
    #[cfg(feature = "cluster")]
    fn cluster_request(&self) -> ClusterRequest<'_> {
        let has_other_engine = self.engine.is_some_and(|engine| engine != Engine::Cluster);
        let (cluster, keeping) = (&self.cluster, &self.keeping);
        let (max_memory, is_quiet) = (self.search.limits.max_memory, self.quiet);
        ClusterRequest {
            command: "solve",
            cluster,
            keeping,
            has_other_engine,
            max_memory,
            is_quiet,
        }
    }
}
