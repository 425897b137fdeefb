//! `--at`: a start so far from the nearest solution.

use std::io::Write;

use huarong::control::StopReason;
use huarong::explore::{ExploreScope, Explorer, Options, PositionsAt};
use huarong::puzzle::Metric;
use serde::Serialize;

use super::args::{ExploreArgs, start_at};
use crate::cli::diagnostics::{self, UserError, sanitize};
use crate::cli::exit::Exit;
use crate::cli::input::Source;
use crate::cli::json::{self, ObjectHeader};
use crate::cli::{numbers, work_dir};

/// What became of the start that was asked for.
#[derive(Serialize)]
struct StartJson<'a> {
    #[serde(flatten)]
    head: ObjectHeader<'a>,
    metric: Metric,
    at: usize,
    outcome: &'static str,
    reason: Option<StopReason>,
    farthest: Option<usize>,
    text: Option<String>,
}

pub(super) fn run(
    args: &ExploreArgs,
    source: &Source,
    at: u32,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    // The moves from each position need not be counted.
    let options = Options { scope: ExploreScope::Layers, ..args.options() };
    let explorer = Explorer::new(&source.puzzle, &options);
    let mut explorer = explorer.map_err(|error| work_dir::refused("explore", error))?;
    let (at, metric) = (at as usize, args.search.metric);
    let found = super::watched(&source.title(), args.quiet, &mut |observer| {
        explorer.positions_at(at, args.seed, observer)
    })?;
    let head = ObjectHeader::new("huarong/start/1", source);
    let started =
        StartJson { head, metric, at, outcome: "found", reason: None, farthest: None, text: None };
    let length = |distance| numbers::length(distance, metric);
    let (exit, why, started) = match found {
        PositionsAt::Found(positions) => {
            let text = drawn(args, source, &positions)?;
            (Exit::Done, String::new(), StartJson { text: Some(text), ..started })
        }
        PositionsAt::None { farthest } => {
            let why = match farthest {
                Some(farthest) => format!(
                    "no start is {} from the nearest solution: the farthest are {}",
                    length(at),
                    length(farthest)
                ),
                None => {
                    "no start is at any distance from a solution: it cannot be solved".to_owned()
                }
            };
            let started = StartJson { outcome: "impossible", farthest, ..started };
            (Exit::Impossible, format!("impossible: {why}"), started)
        }
        PositionsAt::Stopped(reason) => {
            let why = format!("stopped: {reason} before a start was found");
            let started = StartJson { outcome: "stopped", reason: Some(reason), ..started };
            (Exit::Stopped, why, started)
        }
    };
    if args.json {
        json::line(out, &started)?;
    } else if let Some(text) = &started.text {
        out.write_all(text.as_bytes())?;
    } else {
        diagnostics::note(format_args!("{}: {why}", sanitize(&source.title())));
    }
    Ok(exit)
}

/// The first of the positions that can be drawn, as a puzzle that says how it was made.
fn drawn(
    args: &ExploreArgs,
    source: &Source,
    positions: &[Vec<huarong::grid::Cell>],
) -> anyhow::Result<String> {
    let (metric, at) = (args.search.metric, args.at.unwrap_or_default() as usize);
    let length = numbers::length(at, metric);
    let seed = args.seed.map_or_else(String::new, |seed| format!(", chosen by seed {seed}"));
    let note = format!("a start {length} from its nearest solution{seed}");
    let what = format!("at {length}");
    let puzzle = start_at(&source.puzzle, positions, &what, note, (metric, at));
    let puzzle = puzzle.ok_or_else(|| {
        let help = "a start is drawn without the gates that its pieces cover: try another `--seed`";
        UserError::new(format!("the starts {length} away cover a gate"), help)
    })?;
    Ok(puzzle.to_string())
}
