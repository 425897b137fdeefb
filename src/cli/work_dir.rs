//! Runs with checkpoints in a directory: options, messages, and the puzzle of a resumed run.

use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use clap::Args;
use huarong::Puzzle;
use huarong::collection::Collection;
use huarong::explore::has_checkpoint;
#[cfg(feature = "cluster")]
use huarong::search::cluster::ClusterError;
use huarong::sliding::{CheckpointError, Place, SolveError};

use super::diagnostics::{self, UserError};
use super::input::{self, Source};
use super::numbers::grouped;

/// Returns the puzzle of a resumed run, named as in the collection if it is one of those, else by
/// its own name or by the folder.
pub(crate) fn source(folder: &Path, puzzle: &Puzzle) -> Source {
    let (collection, name) = (Collection::built_in(), puzzle.title().name.clone());
    let found = name.as_deref().and_then(|name| collection.find(name).ok()).unwrap_or_default();
    if let Some(entry) = found.into_iter().find(|entry| entry.puzzle == *puzzle) {
        return input::built_in(&collection, entry);
    }
    let pick = name.unwrap_or_else(|| folder.display().to_string());
    Source::new(pick, puzzle.clone())
}

/// The directory of a run.
#[derive(Args, Debug)]
pub(crate) struct WorkDirArgs {
    /// Save checkpoints of the run in this new directory
    #[arg(long, value_name = "DIR", help_heading = "Large runs")]
    pub(crate) work_dir: Option<PathBuf>,
    /// Resume the run in this directory
    ///
    /// The directory knows the puzzle, the metric and the engine.
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Large runs",
        conflicts_with_all = ["puzzle", "metric", "no_mirror", "engine", "work_dir"]
    )]
    pub(crate) resume: Option<PathBuf>,
}

impl WorkDirArgs {
    /// The place of a new run of a puzzle.
    pub(crate) fn place<'a>(&'a self, puzzle: &'a Puzzle) -> Place<'a> {
        match &self.work_dir {
            Some(folder) => Place::Folder(puzzle, folder),
            None => Place::Memory(puzzle),
        }
    }

    /// Prints how to resume a saved run that was stopped.
    pub(crate) fn note_how_to_resume(&self, command: &str) {
        self.note_how_to_resume_with(command, "");
    }

    /// Prints how to resume, with further options, each after a space.
    pub(crate) fn note_how_to_resume_with(&self, command: &str, options: &str) {
        let folder = self.resume.as_ref().or(self.work_dir.as_ref());
        if let Some(folder) = folder.filter(|folder| has_checkpoint(folder)) {
            diagnostics::note(format_args!("resume with: {}{options}", resuming(command, folder)));
        }
    }
}

/// Returns the error and the hint for a run that cannot start.
pub(crate) fn refused(command: &str, error: SolveError) -> anyhow::Error {
    match error {
        SolveError::Checkpoint(CheckpointError::Taken(folder)) => {
            let resuming = resuming(command, &folder);
            let help = format!("resume it with `{resuming}`, or name another directory");
            UserError::new(format!("`{}` already holds a run", folder.display()), help).into()
        }
        SolveError::OtherRun { path, command } => {
            let message = format!("`{}` holds a run of `huarong {command}`", path.display());
            UserError::new(message, format!("resume it with `{}`", resuming(command, &path))).into()
        }
        SolveError::TooManyRanks(Some(placements)) => {
            let message = format!("{} placements are too many to rank", grouped(*placements));
            UserError::new(message, "choose another engine, as `--engine auto` does").into()
        }
        SolveError::TooManyRanks(None) => {
            let message =
                "the placements are too many to rank, or ranking them takes too much memory";
            let help = "raise `--max-memory`, or choose another engine, as `--engine auto` does";
            UserError::new(message, help).into()
        }
        SolveError::TableTooLarge { ranks, bytes, most } => {
            let (ranks, bytes, most) = (grouped(ranks), ByteSize(bytes), ByteSize(most));
            let message = format!(
                "a table of all {ranks} placements takes {bytes}, but only {most} are available"
            );
            let help = "raise `--max-memory`, or choose another engine, as `--engine auto` does";
            UserError::new(message, help).into()
        }
        SolveError::NoCluster if cfg!(feature = "cluster") => {
            let help = "give `--local N`, or `--hosts FILE`, `--process I` and `--key FILE`";
            UserError::new("the engine `cluster` needs a list of processes", help).into()
        }
        SolveError::NoCluster => {
            let message = "this build of huarong has no `cluster` engine";
            UserError::new(message, "build huarong with `--features cluster`").into()
        }
        SolveError::OtherEngine { path, engine } => {
            let (folder, resuming) = (path.display(), resuming(command, &path));
            let message = format!("`{folder}` holds a run of the engine `{engine}`");
            UserError::new(message, format!("resume it with `{resuming}`, on this machine")).into()
        }
        #[cfg(feature = "cluster")]
        SolveError::Cluster(error) => apart(error),
        other => other.into(),
    }
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
    UserError::new(format!("{error}{causes}"), help).into()
}

fn resuming(command: &str, folder: &Path) -> String {
    format!("huarong {command} --resume {}", folder.display())
}
