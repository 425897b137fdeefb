//! Runs with checkpoints in a directory, in one process or several: options, messages, and the
//! puzzle of a resumed run.

use super::prelude::*;
use crate::{
    explore::has_checkpoint,
    file::FolderError,
    puzzle::NoPushes,
    sliding::{BoardError, CheckpointError, Place},
};

use super::args::{EngineArg, option, timeout};

#[cfg(feature = "cluster")]
use crate::search::cluster::ClusterError;

/// The directory of a run.
#[derive(Args)]
pub struct WorkDirArgs {
    /// Save checkpoints in this new or empty directory
    #[arg(long, value_name = "DIR", help_heading = "Large runs")]
    pub work_dir: Option<PathBuf>,
    /// Resume the run in this directory
    ///
    /// The directory knows the puzzle, the metric and the engine.
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Large runs",
        conflicts_with_all = ["puzzle", "metric", "engine", "work_dir"]
    )]
    pub resume: Option<PathBuf>,
}

impl WorkDirArgs {
    /// Prints how to resume a saved run that was stopped, with these options.
    pub fn note(&self, command: &str, options: &str) {
        let folder = self.resume.as_ref().or(self.work_dir.as_ref());
        if let Some(folder) = folder.filter(|folder| has_checkpoint(folder)) {
            note!("resume with: {}{options}", resuming(command, folder));
        }
    }
}

/// The processes of a run.
#[derive(Args, Clone)]
pub struct ClusterArgs {
    /// Search on many machines: this file has a line `host:port` for each process, the first for
    /// process 0
    #[arg(long, value_name = "FILE", help_heading = "Many machines", group = "processes",
          requires = "process", requires = "key", hide = !cfg!(feature = "cluster"))]
    pub hosts: Option<PathBuf>,
    /// Index of this process, from 0; process 0 coordinates the run and prints the result
    #[arg(long, value_name = "I", help_heading = "Many machines", requires = "processes",
          hide = !cfg!(feature = "cluster"))]
    pub process: Option<usize>,
    /// The key of the run: a file with the same bytes on all machines, 16 or more, that no other
    /// user can read
    #[arg(long, value_name = "FILE", help_heading = "Many machines", requires = "hosts",
          hide = !cfg!(feature = "cluster"))]
    pub key: Option<PathBuf>,
    /// Maximum time to wait for the other processes
    #[arg(long, value_name = "DURATION", help_heading = "Many machines", default_value = "60s",
          value_parser = timeout, hide = !cfg!(feature = "cluster"))]
    pub wait: Duration,
    /// Number of processes to start on this machine, as a trial
    #[arg(long, value_name = "N", help_heading = "Many machines", group = "processes",
          value_parser = clap::value_parser!(u16).range(1..=256),
          hide = !cfg!(feature = "cluster"))]
    pub local: Option<u16>,
}

impl ClusterArgs {
    /// Whether the run is one of several processes.
    pub const fn is_given(&self) -> bool {
        self.hosts.is_some() || self.local.is_some()
    }

    /// Returns the options that resume the run, each after a space.
    pub fn shown(&self) -> String {
        let path = |path: &PathBuf| path.display().to_string();
        option("hosts", self.hosts.as_ref().map(path))
            + &option("process", self.process)
            + &option("key", self.key.as_ref().map(path))
            + &option("local", self.local)
    }
}

/// The options of a command that decide where its run lives.
#[cfg_attr(
    not(feature = "cluster"),
    expect(
        dead_code,
        reason = "the limit on memory is for the processes of a cluster"
    )
)]
pub struct RunRequest<'a> {
    /// The command: `explore`.
    pub command: &'static str,
    pub keeping: &'a WorkDirArgs,
    pub cluster: &'a ClusterArgs,
    pub engine: EngineArg,
    pub max_memory: Option<usize>,
    pub is_quiet: bool,
}

impl RunRequest<'_> {
    /// Whether the run is saved in a directory.
    pub const fn is_saved(&self) -> bool {
        self.keeping.work_dir.is_some() || self.keeping.resume.is_some() || self.is_for_cluster()
    }

    /// Whether several processes share the run.
    pub const fn is_for_cluster(&self) -> bool {
        self.cluster.is_given() || matches!(self.engine, Some(Engine::Cluster))
    }
}

/// The processes of a run, for process 0.
pub trait Processes {
    /// Returns the place of a new run of this puzzle, or of the run in the folder.
    fn place<'a>(&mut self, puzzle: Option<&'a Puzzle>, folder: &'a Path) -> Place<'a>;

    /// Prints which process was lost, once, if one was.
    fn note_loss(&self);
}

/// A run with checkpoints in a directory.
pub struct SavedRun<'a> {
    request: &'a RunRequest<'a>,
    /// The processes of the run, if there are several.
    processes: Option<&'a mut dyn Processes>,
}

impl<'a> SavedRun<'a> {
    pub fn new(request: &'a RunRequest<'a>, processes: Option<&'a mut dyn Processes>) -> Self {
        SavedRun { request, processes }
    }

    /// Opens the run in its place: a new run of one of these puzzles, which must be the only one,
    /// or the run of the directory. Returns the puzzle as well.
    pub fn open<T>(
        &mut self,
        mut sources: Vec<Source>,
        open: impl FnOnce(Place<'_>) -> Result<T, SolveError>,
        puzzle: impl FnOnce(&T) -> &Puzzle,
    ) -> Result<(Source, T)> {
        let RunRequest {
            command, keeping, ..
        } = *self.request;
        let folder = keeping
            .resume
            .as_deref()
            .or(keeping.work_dir.as_deref())
            .unwrap_or(Path::new("."));
        let source = match (sources.pop(), sources.len()) {
            (source, 0) if source.is_some() != keeping.resume.is_some() => source,
            (source, others) => {
                let puzzles = others + usize::from(source.is_some());
                refuse!(
                    "`--work-dir` is for one puzzle, and there are {puzzles}",
                    "give one puzzle, like `FILE#1`"
                );
            }
        };
        let started = source.as_ref().map(|source| &source.puzzle);
        let place = match (&mut self.processes, started) {
            (Some(processes), _) => processes.place(started, folder),
            (None, Some(puzzle)) => Place::Folder(puzzle, folder),
            (None, None) => Place::Resume(folder),
        };
        let opened = open(place).map_err(|error| user_error(command, error))?;
        let source = source.unwrap_or_else(|| resumed_puzzle(folder, puzzle(&opened)));
        Ok((source, opened))
    }

    /// Prints why the run has ended early, if a process was lost, and how to resume it.
    pub fn note(&self) {
        if let Some(processes) = &self.processes {
            processes.note_loss();
        }
        let RunRequest {
            command,
            keeping,
            cluster,
            ..
        } = self.request;
        keeping.note(command, &cluster.shown());
    }
}

/// Checks that a puzzle has moves of a metric.
pub fn check_metric(metric: Metric, puzzle: &Puzzle) -> Result {
    metric.check(puzzle).map_err(no_pushes)
}

fn no_pushes(error: NoPushes) -> anyhow::Error {
    user_error!(
        error.to_string(),
        "take another metric, like `--metric move`"
    )
    .into()
}

/// Returns the error and the hint for a run that cannot start.
pub fn user_error(command: &str, error: SolveError) -> anyhow::Error {
    let refusal = match error {
        SolveError::Checkpoint(CheckpointError::Folder(FolderError::Taken(ref folder))) => {
            let resuming = resuming(command, folder);
            user_error!(
                error.to_string(),
                "resume it with `{resuming}`, or name another directory"
            )
        }
        SolveError::Checkpoint(CheckpointError::Folder(FolderError::OtherFiles(_))) => {
            user_error!(error.to_string(), "name a new directory")
        }
        SolveError::Checkpoint(CheckpointError::Folder(FolderError::Nothing(_))) => user_error!(
            error.to_string(),
            "name the directory that was given to `--work-dir`"
        ),
        SolveError::OtherRun { path, command } => {
            let folder = path.display();
            let resuming = resuming(command, &path);
            user_error!(
                "`{folder}` holds a run of `huarong {command}`",
                "resume it with `{resuming}`"
            )
        }
        SolveError::Board(BoardError::NoPushes(error)) => return no_pushes(error),
        SolveError::TooManyRanks(placements) => {
            let count = placements.map_or("the".to_owned(), |placements| grouped(*placements));
            let help = match command {
                "solve" | "explore" => "choose another engine, as `--engine auto` does",
                _ => "take a smaller puzzle",
            };
            user_error!("{count} placements are too many to rank", help)
        }
        SolveError::Stopped(reason @ StopReason::Memory) => {
            UserError::too_small(reason.to_string(), "raise `--max-memory`")
        }
        SolveError::TableTooLarge { ranks, bytes, most } => {
            let ranks = grouped(ranks);
            let bytes = ByteSize(bytes);
            let most = ByteSize(most);
            let message = format!(
                "{}: a table of all {ranks} placements takes {bytes}, but only {most} are available",
                StopReason::Memory
            );
            UserError::too_small(message, "raise `--max-memory`")
        }
        SolveError::NoCluster if cfg!(feature = "cluster") => user_error!(
            "the engine `cluster` needs a list of processes",
            "give `--local N`, or `--hosts FILE`, `--process I` and `--key FILE`"
        ),
        SolveError::NoCluster => user_error!(
            "this build of huarong has no `cluster` engine",
            "build huarong with `--features cluster`"
        ),
        SolveError::OtherEngine { path, engine } => {
            let folder = path.display();
            let resuming = resuming(command, &path);
            user_error!(
                "`{folder}` holds a run of the engine `{engine}`",
                "resume it with `{resuming}`, on this machine"
            )
        }
        #[cfg(feature = "cluster")]
        SolveError::Cluster(error) => return apart(error),
        other => return other.into(),
    };
    refusal.into()
}

/// Returns the error and the hint for processes that cannot connect.
#[cfg(feature = "cluster")]
fn apart(error: ClusterError) -> anyhow::Error {
    let help = match &error {
        ClusterError::Listen { .. } => "name an address of this machine and an unused port",
        ClusterError::Unreachable { .. } | ClusterError::Missing { .. } => {
            "start it, and check its host, its port and firewalls"
        }
        ClusterError::NotLetIn { .. } => {
            "give all processes the same `--hosts` and `--key`, and each its own `--process`"
        }
        _ => return error.into(),
    };
    let causes =
        std::error::Error::source(&error).map_or_else(String::new, |why| format!(": {why}"));
    user_error!("{error}{causes}", help).into()
}

fn resuming(command: &str, folder: &Path) -> String {
    format!("huarong {command} --resume {}", folder.display())
}

/// Returns the puzzle of a resumed run, named as in the collection if it is one of those, else by
/// its own name or as that of the folder.
pub fn resumed_puzzle(folder: &Path, puzzle: &Puzzle) -> Source {
    let collection = Collection::built_in();
    let name = puzzle.title().name.clone();
    let found = collection.find(name.as_deref().unwrap_or_default());
    let mut found = found.unwrap_or_default().into_iter();
    if let Some(entry) = found.find(|entry| entry.puzzle == *puzzle) {
        return input::built_in(&collection, entry);
    }
    let pick = name.unwrap_or_else(|| format!("puzzle of {}", folder.display()));
    Source::new(pick, puzzle.clone())
}
