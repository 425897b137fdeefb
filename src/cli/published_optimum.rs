//! `huarong solve --check`: compares results with published numbers.

use std::io::Write;

use crate::control::Outcome;
use crate::explore::{ExploreScope, Explorer};
use crate::notation::published_states;
use crate::puzzle::{Optimum, PublishedOptimum};
use crate::sliding::{Engine, Mirroring, Options, Report};

use super::exit::Exit;
use super::input::Source;
use super::numbers::{self, counted};
use super::progress::ProgressLine;
use super::search;

/// The status and the text of a comparison: done if the published number is right, stopped if
/// nothing is proven.
type Comparison = (Exit, String);

/// Prints whether each published number is right. A puzzle that is published as impossible and is
/// impossible counts as success.
pub fn run(
    source: &Source,
    options: &Options,
    report: &Report,
    quiet: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let optimum = optimum(source, options, report);
    let mut exit = match optimum {
        Some((Exit::Done, _)) => Exit::Done,
        _ => search::exit_of(report),
    };
    let comparisons = [optimum, states(source, options, quiet)?];
    if comparisons.iter().all(Option::is_none) {
        writeln!(out, "check: no length is published in {}s", options.metric)?;
    }
    for (outcome, text) in comparisons.into_iter().flatten() {
        writeln!(out, "check: {text}")?;
        exit = exit.max(outcome);
    }
    Ok(exit)
}

fn optimum(source: &Source, options: &Options, report: &Report) -> Option<Comparison> {
    let count = |length| numbers::length(length, options.metric);
    let published = match source.puzzle.best() {
        PublishedOptimum::Unknown => return None,
        PublishedOptimum::Impossible => None,
        PublishedOptimum::Known(best) => {
            Some(usize::try_from(best.get(options.metric)?).unwrap_or(usize::MAX))
        }
    };
    let published_is = published.map_or_else(|| "no solution".to_owned(), count);
    Some(match &report.outcome {
        Outcome::Exhausted if published.is_none() => {
            (Exit::Done, "no solution, as published".to_owned())
        }
        Outcome::Exhausted => {
            (Exit::Impossible, format!("published: {published_is}; found: no solution"))
        }
        Outcome::Found(found) if report.optimal && Some(found.len()) == published => {
            let is_own = |best: Optimum| best.is_own[options.metric as usize];
            let known = match source.puzzle.best() {
                PublishedOptimum::Known(best) if is_own(best) => "as proven before",
                _ => "as published",
            };
            (Exit::Done, format!("{published_is}, {known}"))
        }
        Outcome::Found(found)
            if report.optimal || published.is_none_or(|length| found.len() < length) =>
        {
            let found = count(found.len());
            (Exit::Impossible, format!("published: {published_is}; found: {found}"))
        }
        _ => (Exit::Stopped, format!("published: {published_is}; nothing is proven")),
    })
}

/// Compares the number of reachable boards with the published number.
fn states(source: &Source, options: &Options, quiet: bool) -> anyhow::Result<Option<Comparison>> {
    let Some(published) = published_states(&source.puzzle) else { return Ok(None) };
    let line = ProgressLine::new(&source.title(), "layer", quiet);
    let options = search::explore_options(options)
        .with_mirroring(Mirroring::Off)
        .with_scope(ExploreScope::Layers)
        .with_engine(Some(Engine::Hashed));
    let known = Explorer::new(&source.puzzle, &options)?
        .explore_with_observer(&mut |_, progress| line.watch(progress))?;
    let found = counted(known.from_start.total().states, "board");
    let published = counted(published, "board");
    Ok(Some(match known.stopped {
        Some(_) => (Exit::Stopped, format!("published: {published}; not all were counted")),
        None if found == published => (Exit::Done, format!("{published}, as published")),
        None => (Exit::Impossible, format!("published: {published}; found: {found}")),
    }))
}
