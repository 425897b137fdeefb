//! The web page, which the library makes.

use huarong::puzzle::{Metric, PublishedOptimum};
use huarong::render::page::{self, Guide, PuzzlePage};
use huarong::solution::verify;

use super::args::ExportArgs;
use super::show::Show;
use super::subject::Subject;
use crate::cli::diagnostics::Complaint;

pub(super) fn html(args: &ExportArgs, subject: &Subject, show: Show) -> anyhow::Result<Vec<u8>> {
    let Subject { puzzle, solution, .. } = subject;
    let (guide, metric) = if show == Show::Game {
        let metric = args.search.metric().unwrap_or_default();
        (Guide::None(metric), metric)
    } else {
        verify(puzzle, solution).map_err(|wrong| {
            let help = "`huarong verify` says more about it; `--unsolved` makes a page without it";
            Complaint::new(wrong.to_string(), help)
        })?;
        (Guide::Solution(solution), solution.metric)
    };
    let theme = args.theme.map(Into::into);
    let optimum = optimum(subject, metric);
    Ok(page::puzzle(&PuzzlePage { puzzle, guide, optimum, theme }).into_bytes())
}

/// The length of a shortest solution: as a search has just proven it, or as the file of the puzzle
/// has it.
fn optimum(subject: &Subject, metric: Metric) -> Option<usize> {
    match subject.puzzle.best() {
        _ if subject.is_shortest => Some(subject.solution.len()),
        PublishedOptimum::Known(optimum) => {
            optimum.get(metric).and_then(|best| usize::try_from(best).ok())
        }
        PublishedOptimum::Unknown | PublishedOptimum::Impossible => None,
    }
}
