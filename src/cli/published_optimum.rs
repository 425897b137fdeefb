//! `huarong solve --check`: compares results with published numbers.

use std::io::Write;

use huarong::control::Outcome;
use huarong::explore::{self, Exploration, ExploreScope, Explorer};
use huarong::notation::published_states;
use huarong::puzzle::{Optimum, PublishedOptimum};
use huarong::sliding::{Engine, Mirroring, Options, Report, SolveError};

use super::exit::Exit;
use super::input::Source;
use super::numbers::{self, counted};
use super::progress::ProgressLine;
use super::search;

/// The result of a comparison.
enum Comparison {
    Right(String),
    Wrong(String),
    /// No result is proven.
    Open(String),
}

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
        Some(Comparison::Right(_)) => Exit::Done,
        _ => search::exit_of(report),
    };
    let comparisons = [optimum, states(source, options, quiet)?];
    if comparisons.iter().all(Option::is_none) {
        writeln!(out, "check: no length is published in {}s", options.metric)?;
    }
    for comparison in comparisons.into_iter().flatten() {
        let (text, outcome) = match comparison {
            Comparison::Right(text) => (text, Exit::Done),
            Comparison::Wrong(text) => (text, Exit::Impossible),
            Comparison::Open(text) => (text, Exit::Stopped),
        };
        writeln!(out, "check: {text}")?;
        exit = exit.max(outcome);
    }
    Ok(exit)
}

/// Compares the length with the published optimum.
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
            Comparison::Right("no solution, as published".to_owned())
        }
        Outcome::Exhausted => {
            Comparison::Wrong(format!("published: {published_is}; found: no solution"))
        }
        Outcome::Found(found) if report.optimal && Some(found.len()) == published => {
            let is_own = |best: Optimum| best.is_own[options.metric as usize];
            let known = match source.puzzle.best() {
                PublishedOptimum::Known(best) if is_own(best) => "as proven before",
                _ => "as published",
            };
            Comparison::Right(format!("{published_is}, {known}"))
        }
        Outcome::Found(found)
            if report.optimal || published.is_none_or(|length| found.len() < length) =>
        {
            Comparison::Wrong(format!("published: {published_is}; found: {}", count(found.len())))
        }
        _ => Comparison::Open(format!("published: {published_is}; nothing is proven")),
    })
}

/// Compares the number of reachable boards with the published number.
fn states(source: &Source, options: &Options, quiet: bool) -> anyhow::Result<Option<Comparison>> {
    let Some(published) = published_states(&source.puzzle) else { return Ok(None) };
    let options = options.with_mirroring(Mirroring::Off);
    let known = layers(source, &options, quiet)?;
    let found = known.from_start.total().states;
    let published_is = counted(published, "board");
    Ok(Some(match known.stopped {
        Some(_) => Comparison::Open(format!("published: {published_is}; not all were counted")),
        None if found == published => Comparison::Right(format!("{published_is}, as published")),
        None => Comparison::Wrong(format!(
            "published: {published_is}; found: {}",
            counted(found, "board")
        )),
    }))
}

/// Explores the layers around the start, showing progress unless `quiet`, until Ctrl-C is pressed.
fn layers(source: &Source, options: &Options, quiet: bool) -> Result<Exploration, SolveError> {
    let line = ProgressLine::new(&source.title(), "layer", quiet);
    let Options { metric, mirroring, limits, .. } = *options;
    let (scope, engine) = (ExploreScope::Layers, Some(Engine::Hashed));
    let options = explore::Options::default()
        .with_metric(metric)
        .with_mirroring(mirroring)
        .with_limits(limits)
        .with_scope(scope)
        .with_engine(engine);
    Explorer::new(&source.puzzle, &options)?
        .explore_with_observer(&mut |_, progress| line.watch(progress))
}
