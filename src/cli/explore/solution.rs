//! A shortest solution, stored.

use std::path::Path;

use anyhow::Context;
use huarong::control::Outcome;
use huarong::explore::Explorer;
use huarong::puzzle::Metric;
use huarong::solution::Solution;
use huarong::solution::stored::{Stored, write_file};

use super::Found;
use crate::cli::diagnostics::{self, harmless};
use crate::cli::input::Source;
use crate::cli::progress::Line;
use crate::cli::tablebase;

/// What the tablebase of a file tells of a puzzle, if it knows it.
pub(super) fn told(
    path: &Path,
    source: &Source,
    metric: Metric,
) -> anyhow::Result<Option<Solution>> {
    let mut tablebase = tablebase::open(path, metric)?;
    match tablebase::look_up(&mut tablebase, &source.puzzle)? {
        Ok(Outcome::Found(solution)) => Ok(Some(solution)),
        Ok(Outcome::Exhausted | Outcome::Stopped(_)) => Ok(None),
        Err(why) => {
            diagnostics::note(format_args!("note: {}: {why}", harmless(&source.title())));
            Ok(None)
        }
    }
}

/// Stores the one that was told, or one that the explorer finds.
pub(super) fn store(path: &Path, found: &Found<'_>, explorer: &mut Explorer) -> anyhow::Result<()> {
    let line = Line::new(&found.source.title(), "layer", found.args.quiet);
    let outcome = match &found.told {
        Some(solution) => Outcome::Found(solution.clone()),
        None => explorer.shortest_solution(found.known, &mut |progress| line.watch(progress))?,
    };
    drop(line);
    let Outcome::Found(solution) = outcome else {
        let shown = harmless(&path.display().to_string());
        diagnostics::note(format_args!("note: there is no solution to store in `{shown}`"));
        return Ok(());
    };
    let stored = Stored {
        puzzle: found.puzzle().to_string(),
        solution,
        proven: true,
        algorithm: if found.told.is_some() { "tablebase" } else { "bfs" }.to_owned(),
        states: found.known.from_start.total().classes,
    };
    write_file(path, &stored).context("the solution is not stored")
}
