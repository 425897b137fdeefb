//! Lookup of solutions in tablebases.

use super::prelude::*;
use crate::{
    explore::distances::{DistanceTable, DistanceTableError},
    file::container::ContainerError,
};

/// The commands that write tablebases.
const WRITERS: &str = "`huarong atlas 4x5 --output FILE` or `huarong explore PUZZLE --save FILE`";

/// Opens a tablebase that counts in `metric`.
pub fn open(path: &Path, metric: Metric) -> Result<DistanceTable> {
    let shown = path.display();
    let tablebase = DistanceTable::open(path).map_err(|error| {
        let help = match error {
            DistanceTableError::File(ContainerError::Io(_)) => {
                "check that it is there and that you may read it".to_owned()
            }
            _ => format!("make one with {WRITERS}"),
        };
        user_error!("cannot use `{shown}`: {error}", help)
    })?;
    let counted = tablebase.metric();
    if counted != metric {
        let units = [counted, metric].map(Metric::plural).join(", not ");
        refuse!(
            "the tablebase `{shown}` counts {units}",
            "add `--metric {counted}`, or make one with \
             `huarong atlas 4x5 --metric {metric} --output FILE`"
        );
    }
    Ok(tablebase)
}

/// Looks a puzzle up; if the tablebase does not cover it, prints a note that ends with `next` and
/// returns `None`.
pub fn answer(tablebase: &DistanceTable, source: &Source, next: &str) -> Result<Option<Report>> {
    let start = Instant::now();
    let outcome = match tablebase.solve(&source.puzzle) {
        Ok(solution) => solution.map_or(Outcome::Exhausted, Outcome::Found),
        Err(DistanceTableError::NotCovered(why)) => {
            let title = sanitize(source.title());
            note!("note: {title}: {why}{next}");
            return Ok(None);
        }
        Err(error) => {
            refuse!(error.to_string(), "write it again: {WRITERS}");
        }
    };
    Ok(Some(Report::looked_up(
        tablebase.metric(),
        outcome,
        start.elapsed(),
    )))
}
