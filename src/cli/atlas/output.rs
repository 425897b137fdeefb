//! What `huarong atlas` prints: for people, as JSON, and as comma-separated values.

use std::cmp::Reverse;
use std::io::{self, Write};

use comfy_table::{Table, presets};
use huarong::Puzzle;
use huarong::atlas::{HardestLayout, PieceSet, PieceSetStats, Report};
use huarong::notation::{CommonCode, Notation, read, write};
use huarong::puzzle::Metric;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::drawing::{self, PieceStyle};
use crate::cli::json::JsonObject;
use crate::cli::numbers::{self, align, counted, grouped, time};
use crate::cli::search::reason_word;

/// Distances in a line of the histogram.
const COLUMNS: usize = 10;

/// The report for people.
pub(super) fn write_text(
    out: &mut dyn Write,
    metric: Metric,
    quiet: bool,
    report: &Report,
) -> io::Result<()> {
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
pub(super) fn json(metric: Metric, report: &Report) -> impl Serialize {
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
pub(super) fn write_csv(out: &mut dyn Write, sets: &[PieceSetStats]) -> io::Result<()> {
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
