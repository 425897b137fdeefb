//! `--save`: the distances of all positions in a file.

use std::path::Path;

use huarong::control::{Outcome, StopReason};
use huarong::explore::Options;
use huarong::explore::distances::Distances;

use crate::cli::diagnostics::{self, Complaint, harmless};
use crate::cli::input::Source;
use crate::cli::progress::Line;

/// Finds the distances of a puzzle that has been explored, and stores them; why not, if it was
/// stopped.
pub(super) fn save(
    path: &Path,
    source: &Source,
    options: &Options,
    quiet: bool,
) -> anyhow::Result<Option<StopReason>> {
    let outcome = {
        let line = Line::new(&source.title(), "saving distances, layer", quiet);
        Distances::find(&source.puzzle, options, &mut |progress| line.watch(progress))?
    };
    match outcome {
        Outcome::Found(distances) => {
            let shown = path.display();
            distances.write(path).map_err(|error| {
                let help = "check that you may write there, and that there is room";
                Complaint::new(format!("cannot write `{shown}`: {error}"), help)
            })?;
            Ok(None)
        }
        Outcome::Exhausted => {
            let shown = harmless(&path.display().to_string());
            diagnostics::note(format_args!(
                "note: there is no solution to be far from in `{shown}`"
            ));
            Ok(None)
        }
        Outcome::Stopped(reason) => Ok(Some(reason)),
    }
}
