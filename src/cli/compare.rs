//! `huarong compare`: depth-first and breadth-first search, side by side.

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use comfy_table::{Table, presets};
use huarong::control::Outcome;
use huarong::puzzle::Metric;
use huarong::sliding::{Algorithm, Options, Report};
use serde::Serialize;

use super::args::{PUZZLE_HELP, SearchArgs};
use super::exit::Exit;
use super::input::{self, ReadArgs, Source};
use super::json::{self, Answer, Head};
use super::numbers::{align, grouped, time};
use super::{interrupt, search};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong compare heng-dao-li-ma
  huarong compare red-donkey century --metric step --max-states 5000000")]
pub(crate) struct CompareArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLE_HELP)]
    puzzles: Vec<OsString>,
    #[command(flatten)]
    reading: ReadArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Print one JSON object a puzzle, each on a line of its own
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

pub(crate) fn run(args: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let Some(sources) = input::load_all(&args.puzzles, &args.reading)? else {
        return Ok(Exit::Wrong);
    };
    search::each(&sources, out, |number, source, out| {
        let runs = match both(args, source) {
            Ok(runs) => runs,
            Err(error) => return Ok(search::refused(source, error)),
        };
        if args.json {
            let compared = Compared {
                head: Head::new("huarong/compare/1", source),
                metric: args.search.metric,
                runs: runs.iter().map(|(options, report)| Run::new(options, report)).collect(),
            };
            json::line(out, &compared)?;
        } else {
            let gap = if number > 0 { "\n" } else { "" };
            writeln!(out, "{gap}{}\n\n{}", source.title(), table(&runs).trim_fmt())?;
        }
        let cut_off = if interrupt::pressed() { Exit::Stopped } else { Exit::Done };
        Ok(runs.iter().map(|(_, report)| search::exit_of(report)).fold(cut_off, Exit::max))
    })
}

fn both(args: &CompareArgs, source: &Source) -> anyhow::Result<Vec<(Options, Report)>> {
    let mut runs = Vec::new();
    for algorithm in [Algorithm::DepthFirst, Algorithm::BreadthFirst] {
        let options = args.search.options(algorithm);
        runs.push((options, search::watched(source, &options, args.quiet)?));
        if interrupt::pressed() {
            break;
        }
    }
    Ok(runs)
}

fn table(runs: &[(Options, Report)]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let row = |word: &str, cell: &dyn Fn(&Options, &Report) -> String| -> Vec<String> {
        let cells = runs.iter().map(|(options, report)| cell(options, report));
        std::iter::once(word.to_owned()).chain(cells).collect()
    };
    let length = |count: fn(&huarong::Solution) -> usize| {
        move |report: &Report| match &report.outcome {
            Outcome::Found(solution) => grouped(count(solution)),
            Outcome::Exhausted => "impossible".to_owned(),
            Outcome::Stopped(reason) => format!("stopped: {}", search::reason_word(*reason)),
        }
    };
    let found = runs.first().map_or("moves", |(options, _)| match options.metric {
        huarong::Metric::Move => "moves",
        huarong::Metric::Slide => "slides",
        huarong::Metric::Step => "steps",
    });
    let each = |report: &Report| match report.statistics.states {
        0 => String::new(),
        states => format!("{:.1}", ratio(report.statistics.bytes, states)),
    };
    table.set_header(row("", &|options, _| options.algorithm.word().to_owned()));
    table.add_row(row(&format!("{found} found"), &|_, report| {
        length(huarong::Solution::len)(report)
    }));
    if found != "steps" {
        table.add_row(row("steps", &|_, report| length(huarong::Solution::steps)(report)));
    }
    let proven = |report: &Report| if report.optimal { "yes" } else { "no" };
    table.add_row(row("proven shortest", &|_, report| proven(report).to_owned()));
    table.add_row(row("states visited", &|_, report| grouped(report.statistics.expanded)));
    table.add_row(row("states stored", &|_, report| grouped(report.statistics.states)));
    table.add_row(row("peak stack or frontier", &|_, report| {
        grouped(report.statistics.peak_frontier)
    }));
    table.add_row(row("time", &|_, report| time(report.statistics.elapsed)));
    table.add_row(row("bytes a state", &|_, report| each(report)));
    align(&mut table, 1..runs.len() + 1);
    table
}

#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn ratio(bytes: usize, states: usize) -> f64 {
    bytes as f64 / states as f64
}

/// What `compare` says about a puzzle.
#[derive(Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    metric: Metric,
    runs: Vec<Run>,
}

/// One of the searches that are compared.
#[derive(Serialize)]
struct Run {
    algorithm: &'static str,
    #[serde(flatten)]
    answer: Answer,
    visited: usize,
    states: usize,
    peak_frontier: usize,
    seconds: f64,
    bytes: usize,
}

impl Run {
    fn new(options: &Options, report: &Report) -> Self {
        Run {
            algorithm: options.algorithm.word(),
            answer: Answer::of(report),
            visited: report.statistics.expanded,
            states: report.statistics.states,
            peak_frontier: report.statistics.peak_frontier,
            seconds: report.statistics.elapsed.as_secs_f64(),
            bytes: report.statistics.bytes,
        }
    }
}
