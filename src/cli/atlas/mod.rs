//! `huarong atlas`: every layout of the classic frame.

mod args;
mod csv;
mod json;
mod text;

use std::cmp::Reverse;
use std::io::Write;

use anyhow::Context;
use huarong::atlas::{Summary, Tablebase, survey};
use huarong::notation::{CommonCode, Notation, read, write};
use huarong::puzzle::Puzzle;

pub(crate) use args::AtlasArgs;
use args::{FrameArg, SortKey};

use super::diagnostics::{self, Complaint};
use super::exit::Exit;
use super::progress::Line;
use super::{interrupt, output};

pub(crate) fn run(args: &AtlasArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let FrameArg::Classic = args.frame;
    if let Some(path) = &args.output {
        output::check(path)?;
    }
    let options = args.options();
    interrupt::listen();
    let line = Line::new("Atlas 4×5", "sets of pieces", args.quiet);
    let mut report = survey(&options, &mut |progress| line.watch(progress));
    drop(line);
    if report.wanted == 0 {
        let message = "there are no layouts of these pieces";
        let help = "two of the sixteen cells around the 2×2, or more, must be empty: like `1,4,4`";
        return Err(Complaint::new(message, help).into());
    }
    sort(&mut report.sets, args.sort);
    if args.json {
        super::json::line(out, &json::object(options.metric, &report))?;
    } else if args.csv {
        csv::write(out, &report.sets)?;
    } else {
        text::write(out, args, &report)?;
    }
    out.flush()?;
    if let Some(path) = &args.output {
        store(path, report.tablebase.as_ref())?;
    }
    Ok(if report.stopped.is_some() { Exit::Stopped } else { Exit::Done })
}

fn sort(sets: &mut [Summary], key: SortKey) {
    match key {
        SortKey::Pieces => sets.sort_by_key(|summary| summary.pieces),
        SortKey::Layouts => sets.sort_by_key(|summary| Reverse(summary.layouts)),
        SortKey::Length => {
            let distance = |summary: &Summary| summary.hardest.map(|hardest| hardest.distance);
            sets.sort_by_key(|summary| Reverse(distance(summary)));
        }
    }
}

fn store(path: &std::path::Path, tablebase: Option<&Tablebase>) -> anyhow::Result<()> {
    let Some(tablebase) = tablebase else {
        diagnostics::note(format_args!(
            "note: there is no tablebase to store in `{}`",
            path.display()
        ));
        return Ok(());
    };
    let stored = tablebase.write(path);
    stored.with_context(|| format!("the tablebase is not stored in `{}`", path.display()))
}

/// The sums over all sets.
struct Totals {
    layouts: u32,
    solvable: u32,
    components: u32,
    largest: u32,
    /// Layouts at each distance.
    histogram: Vec<u32>,
}

impl Totals {
    fn of(sets: &[Summary]) -> Self {
        let sum = |number: fn(&Summary) -> u32| sets.iter().map(number).sum();
        let length = sets.iter().map(|summary| summary.histogram.len()).max().unwrap_or(0);
        let at = |distance: usize| sets.iter().filter_map(move |set| set.histogram.get(distance));
        Totals {
            layouts: sum(|summary| summary.layouts),
            solvable: sum(Summary::solvable),
            components: sum(|summary| summary.components),
            largest: sets.iter().map(|summary| summary.largest).max().unwrap_or(0),
            histogram: (0..length).map(|distance| at(distance).sum()).collect(),
        }
    }
}

/// The set with the hardest layout; of equal ones, the one with the fewest pieces, kind by kind.
fn hardest(sets: &[Summary]) -> Option<&Summary> {
    let distance = |summary: &&Summary| summary.hardest.map(|hardest| hardest.distance);
    sets.iter().max_by_key(|summary| (distance(summary), Reverse(summary.pieces)))
}

fn puzzle(code: CommonCode) -> Puzzle {
    let mut puzzles = read(Notation::CommonCode, &code.to_string()).expect("a code is a puzzle");
    puzzles.remove(0)
}

/// The same layout as five digits.
fn short(code: CommonCode) -> String {
    let digits = write(Notation::ShortCode, &puzzle(code)).expect("every code has a short one");
    digits.trim_end().to_owned()
}
