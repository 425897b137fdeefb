//! Runs that are kept in a directory.

use std::path::Path;

use huarong::explore::{CheckpointError, ExploreError, Explorer};

use super::ExploreArgs;
use crate::cli::diagnostics;
use crate::cli::diagnostics::Complaint;
use crate::cli::input::{self, Source};

/// The exploration that is asked for: a new one, or one that goes on.
pub(super) fn begin(args: &ExploreArgs) -> anyhow::Result<(Source, Explorer)> {
    if let Some(folder) = &args.resume {
        let explorer = Explorer::resume(folder, &args.options())?;
        let pick = folder.display().to_string();
        return Ok((Source { pick, puzzle: explorer.puzzle().clone() }, explorer));
    }
    let puzzle = args.puzzle.as_ref().expect("clap asks for it");
    let source = input::load_one(puzzle)?;
    let explorer = Explorer::new(&source.puzzle, &args.options());
    let explorer = explorer.map_err(|error| match &error {
        ExploreError::Checkpoint(CheckpointError::Taken(folder)) => {
            let help = format!("go on with `{}`, or name another directory", resuming(folder));
            Complaint::new(format!("{} holds a run already", folder.display()), help).into()
        }
        _ => anyhow::Error::from(error),
    })?;
    Ok((source, explorer))
}

/// Says how a run that has ended early goes on, if it was kept.
pub(super) fn tell(args: &ExploreArgs) {
    if let Some(folder) = args.resume.as_ref().or(args.work_dir.as_ref()) {
        diagnostics::note(format_args!("go on with: {}", resuming(folder)));
    }
}

fn resuming(folder: &Path) -> String {
    format!("huarong explore --resume {}", folder.display())
}
