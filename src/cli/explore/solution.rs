//! A shortest solution, stored.

use std::path::Path;

use anyhow::Context;
use huarong::control::Outcome;
use huarong::explore::Explorer;
use huarong::solution::stored::{Stored, write_file};

use super::Found;
use crate::cli::diagnostics::{self, harmless};
use crate::cli::progress::Line;

pub(super) fn store(path: &Path, found: &Found<'_>, explorer: &mut Explorer) -> anyhow::Result<()> {
    let line = Line::new(&found.source.title(), "layer", found.args.quiet);
    let outcome = explorer.shortest_solution(found.known, &mut |progress| line.watch(progress))?;
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
        algorithm: "bfs".to_owned(),
        states: found.known.from_start.total().classes,
    };
    write_file(path, &stored).context("the solution is not stored")
}
