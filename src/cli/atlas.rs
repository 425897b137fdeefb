//! `huarong atlas`: every layout of the classic frame.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use comfy_table::{Table, presets};
use huarong::Puzzle;
use huarong::atlas::{HardestLayout, Options, PieceSet, PieceSetStats, Report, Tablebase, survey};
use huarong::notation::{CommonCode, Notation, read, write};
use huarong::puzzle::Metric;
use serde::Serialize;
use serde_json::{Value, json};

use super::args::{LimitArgs, METRICS, ThreadArgs, one_of};
use super::diagnostics::{self, UserError};
use super::drawing::{self, PieceStyle};
use super::exit::Exit;
use super::json::JsonObject;
use super::numbers::{self, align, counted, grouped, time};
use super::output::{self, FileContent};
use super::progress::ProgressLine;
use super::search::reason_word;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong atlas 4x5                          all 29,334,498 layouts, in moves
  huarong atlas 4x5 --sort length | less     the longest solutions first
  huarong atlas 4x5 --pieces 1,4,4           the pieces of 横刀立马
  huarong atlas 4x5 --metric step --output steps.tb
  huarong solve heng-dao-li-ma --metric step --tablebase steps.tb
  huarong atlas 4x5 --csv > sets.csv

A layout is one 2×2, which shall go to the middle of the bottom, any number of flat, upright and \
single pieces around it, and two empty cells or more. `huarong solve` and `huarong show` take the \
codes that are printed: `huarong show E6GTE`.

Exit status: 0 done, 2 wrong usage, 3 stopped at a limit or by Ctrl-C; then the sets of pieces that \
were done are printed, and no tablebase is stored.")]
pub(crate) struct AtlasArgs {
    /// Size of the frame
    #[arg(value_enum)]
    frame: FrameArg,
    /// Unit of the distances
    #[arg(long, value_parser = one_of(&METRICS), default_value = "move")]
    metric: Metric,
    /// Only layouts of these pieces: the numbers of flat, upright and single ones, like `1,4,4`
    #[arg(long, value_name = "F,U,S", value_parser = pieces)]
    pieces: Option<PieceSet>,
    /// Store all distances in this file, for `--tablebase`
    #[arg(long, short, value_name = "FILE", conflicts_with = "pieces")]
    output: Option<PathBuf>,
    /// Sort key of the sets of pieces
    #[arg(long, value_enum, value_name = "KEY", default_value_t)]
    sort: SortKey,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Print the sets of pieces as comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print the totals only, and no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The frames that there is an atlas of.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum FrameArg {
    /// Four columns and five rows
    #[value(name = "4x5")]
    Classic,
}

/// What sets of pieces are sorted by; those that are equal in it, by their pieces.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum, Debug)]
enum SortKey {
    /// Flat pieces, then upright ones, then single ones
    #[default]
    Pieces,
    /// Number of layouts, the most first
    Layouts,
    /// Length of the longest shortest solution, the longest first
    Length,
}

fn pieces(text: &str) -> Result<PieceSet, String> {
    let numbers: Result<Vec<u32>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[flats, uprights, singles]) => Ok(PieceSet { flats, uprights, singles }),
        _ => Err("expected the numbers of flat, upright and single pieces, like 1,4,4".to_owned()),
    }
}

pub(crate) fn run(args: &AtlasArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let FrameArg::Classic = args.frame;
    if let Some(path) = &args.output {
        output::check(path, FileContent::Tablebase, &[])?;
    }
    let AtlasArgs { metric, pieces, threads, limits, .. } = *args;
    let options = Options { metric, pieces, threads: threads.count(), limits: limits.limits() };
    let line = ProgressLine::new("Atlas 4×5", "sets of pieces", args.quiet);
    let all = pieces.is_none().then_some(u64::from(CommonCode::COUNT));
    let mut report = survey(&options, &mut |progress| line.watch_towards(progress, all));
    drop(line);
    if report.wanted == 0 {
        let message = "there are no layouts of these pieces";
        let help = "two of the sixteen cells around the 2×2, or more, must be empty: like `1,4,4`";
        return Err(UserError::new(message, help).into());
    }
    sort(&mut report.sets, args.sort);
    if args.json {
        super::json::line(out, &json(options.metric, &report))?;
    } else if args.csv {
        write_csv(out, &report.sets)?;
    } else {
        write_text(out, options.metric, args.quiet, &report)?;
    }
    out.flush()?;
    if let Some(path) = &args.output {
        store(path, report.tablebase.as_ref())?;
    }
    Ok(if report.stopped.is_some() { Exit::Stopped } else { Exit::Done })
}

fn sort(sets: &mut [PieceSetStats], key: SortKey) {
    sets.sort_by_key(|summary| {
        let number = match key {
            SortKey::Pieces => None,
            SortKey::Layouts => Some(summary.layouts),
            SortKey::Length => summary.hardest.map(|hardest| hardest.distance),
        };
        (Reverse(number), summary.pieces)
    });
}

fn store(path: &Path, tablebase: Option<&Tablebase>) -> anyhow::Result<()> {
    let Some(tablebase) = tablebase else {
        diagnostics::note(format_args!(
            "note: there is no tablebase to store in `{}`",
            path.display()
        ));
        return Ok(());
    };
    output::store_with(path, FileContent::Tablebase, |path| tablebase.write(path))
}

/// Distances in a line of the histogram.
const COLUMNS: usize = 10;

/// The report for people.
fn write_text(out: &mut dyn Write, metric: Metric, quiet: bool, report: &Report) -> io::Result<()> {
    let totals = Totals::of(&report.sets);
    if !quiet && !report.sets.is_empty() {
        writeln!(out, "{}\n", sets(metric, &report.sets).trim_fmt())?;
        writeln!(out, "layouts by distance to the exit, in {metric}s")?;
        writeln!(out, "{}\n", histogram(&totals.histogram).trim_fmt())?;
    }
    if !report.sets.is_empty() {
        write_totals(out, &totals, report)?;
    }
    if let Some(hardest) = hardest(&report.sets) {
        write_hardest(out, metric, hardest, quiet)?;
    }
    if let Some(reason) = report.stopped {
        let (done, wanted) = (report.sets.len(), counted(report.wanted, "set"));
        writeln!(out, "stopped: {reason} after {done} of {wanted} of pieces")?;
    }
    Ok(())
}

fn write_totals(out: &mut dyn Write, totals: &Totals, report: &Report) -> io::Result<()> {
    let Totals { layouts, solvable, components, largest, .. } = *totals;
    let sets = counted(report.sets.len(), "set");
    let (layouts, solvable) = (counted(layouts, "layout"), grouped(solvable));
    writeln!(out, "{layouts} of {sets} of pieces, {solvable} can be solved")?;
    let components = counted(components, "component");
    let largest = counted(largest, "layout");
    writeln!(out, "{components}, the largest of {largest}; {}", time(report.elapsed))
}

fn write_hardest(
    out: &mut dyn Write,
    metric: Metric,
    summary: &PieceSetStats,
    quiet: bool,
) -> io::Result<()> {
    let Some(HardestLayout { code, distance, layouts }) = summary.hardest else {
        return writeln!(out, "no way leads to the exit");
    };
    let length = numbers::length(distance as usize, metric);
    let codes = format!("{code} or {}", short(code));
    writeln!(out, "the hardest: {length}, {}: {codes}", counted(layouts, "layout"))?;
    if quiet {
        Ok(())
    } else {
        writeln!(out, "\n{}", drawing::start(&puzzle(code), PieceStyle::for_stdout()))
    }
}

fn sets(metric: Metric, sets: &[PieceSetStats]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let longest = format!("{metric}s");
    table.set_header([
        "flat",
        "upright",
        "single",
        "empty",
        "layouts",
        "solvable",
        "components",
        "largest",
        &longest,
        "so hard",
        "hardest",
    ]);
    for summary in sets {
        let PieceSet { flats, uprights, singles } = summary.pieces;
        let mut row = [flats, uprights, singles, summary.pieces.empties()].map(grouped).to_vec();
        let PieceSetStats { layouts, components, largest, .. } = *summary;
        row.extend([layouts, summary.solvable(), components, largest].map(grouped));
        row.extend(summary.hardest.map_or_else(Default::default, |hardest| {
            [grouped(hardest.distance), grouped(hardest.layouts), short(hardest.code)]
        }));
        table.add_row(row);
    }
    align(&mut table, 0..10);
    table
}

/// Ten distances a line.
fn histogram(histogram: &[u32]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let heads = (0..COLUMNS).map(|column| format!("+{column}"));
    table.set_header([String::new()].into_iter().chain(heads));
    for (line, layouts) in histogram.chunks(COLUMNS).enumerate() {
        let first = (line * COLUMNS).to_string();
        table.add_row([first].into_iter().chain(layouts.iter().map(grouped)));
    }
    align(&mut table, 0..COLUMNS + 1);
    table
}

/// The report as one object. Histograms are numbers of layouts by distance, from 0 on.
fn json(metric: Metric, report: &Report) -> impl Serialize {
    let totals = Totals::of(&report.sets);
    let fields = json!({
        "frame": "4x5",
        "metric": metric.word(),
        "outcome": if report.stopped.is_some() { "stopped" } else { "done" },
        "reason": report.stopped.map(reason_word),
        "layouts": totals.layouts,
        "solvable": totals.solvable,
        "components": totals.components,
        "largest": totals.largest,
        "histogram": totals.histogram,
        "sets": report.sets.iter().map(set_as_json).collect::<Vec<Value>>(),
        "seconds": report.elapsed.as_secs_f64(),
        "bytes": report.bytes,
    });
    JsonObject { schema: "huarong/atlas/1", fields }
}

fn set_as_json(summary: &PieceSetStats) -> Value {
    let PieceSet { flats, uprights, singles } = summary.pieces;
    json!({
        "flats": flats,
        "uprights": uprights,
        "singles": singles,
        "empties": summary.pieces.empties(),
        "layouts": summary.layouts,
        "solvable": summary.solvable(),
        "components": summary.components,
        "largest": summary.largest,
        "histogram": summary.histogram,
        "hardest": summary.hardest.map(hardest_as_json),
    })
}

fn hardest_as_json(HardestLayout { code, distance, layouts }: HardestLayout) -> Value {
    json!({
        "length": distance,
        "layouts": layouts,
        "commoncode": code.to_string(),
        "shortcode": short(code),
    })
}

/// The sets of pieces as comma-separated values: a line a set.
fn write_csv(out: &mut dyn Write, sets: &[PieceSetStats]) -> io::Result<()> {
    writeln!(
        out,
        "flats,uprights,singles,empties,layouts,solvable,components,largest,length,so_hard,\
         commoncode,shortcode"
    )?;
    for summary in sets {
        let PieceSet { flats, uprights, singles } = summary.pieces;
        let PieceSetStats { layouts, components, largest, .. } = *summary;
        let (empties, solvable) = (summary.pieces.empties(), summary.solvable());
        write!(out, "{flats},{uprights},{singles},{empties},")?;
        write!(out, "{layouts},{solvable},{components},{largest},")?;
        match summary.hardest {
            Some(hardest) => {
                let (code, short) = (hardest.code, short(hardest.code));
                writeln!(out, "{},{},{code},{short}", hardest.distance, hardest.layouts)?;
            }
            None => writeln!(out, ",,,")?,
        }
    }
    Ok(())
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
    fn of(sets: &[PieceSetStats]) -> Self {
        let sum = |number: fn(&PieceSetStats) -> u32| sets.iter().map(number).sum();
        let length = sets.iter().map(|summary| summary.histogram.len()).max().unwrap_or(0);
        let at = |distance: usize| sets.iter().filter_map(move |set| set.histogram.get(distance));
        Totals {
            layouts: sum(|summary| summary.layouts),
            solvable: sum(PieceSetStats::solvable),
            components: sum(|summary| summary.components),
            largest: sets.iter().map(|summary| summary.largest).max().unwrap_or(0),
            histogram: (0..length).map(|distance| at(distance).sum()).collect(),
        }
    }
}

/// The set with the hardest layout; of equal ones, the one with the fewest pieces, kind by kind.
fn hardest(sets: &[PieceSetStats]) -> Option<&PieceSetStats> {
    let distance = |summary: &&PieceSetStats| summary.hardest.map(|hardest| hardest.distance);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_three_numbers() {
        assert_eq!(pieces("1, 4,4"), Ok(PieceSet { flats: 1, uprights: 4, singles: 4 }));
        assert!(["", "1,4", "1,4,4,0", "1,4,x", "-1,4,4"].iter().all(|text| pieces(text).is_err()));
    }
}
