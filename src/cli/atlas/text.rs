//! An atlas for people.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use huarong::atlas::{Hardest, PieceSet, Report, Summary};
use huarong::puzzle::Metric;

use super::{AtlasArgs, Totals, hardest, puzzle, short};
use crate::cli::drawing::{self, Paint};
use crate::cli::numbers::{counted, grouped, time};

/// Distances in a line of the histogram.
const COLUMNS: usize = 10;

pub(super) fn write(out: &mut dyn Write, args: &AtlasArgs, report: &Report) -> io::Result<()> {
    let metric = args.metric.into();
    let totals = Totals::of(&report.sets);
    if !args.quiet && !report.sets.is_empty() {
        writeln!(out, "{}\n", sets(metric, &report.sets).trim_fmt())?;
        writeln!(out, "layouts by distance to the exit, in {metric}s")?;
        writeln!(out, "{}\n", histogram(&totals.histogram).trim_fmt())?;
    }
    if !report.sets.is_empty() {
        write_totals(out, &totals, report)?;
    }
    if let Some(hardest) = hardest(&report.sets) {
        write_hardest(out, metric, hardest, args.quiet)?;
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
    summary: &Summary,
    quiet: bool,
) -> io::Result<()> {
    let Some(Hardest { code, distance, layouts }) = summary.hardest else {
        return writeln!(out, "no way leads to the exit");
    };
    let length = metric.count(distance as usize);
    let codes = format!("{code} or {}", short(code));
    writeln!(out, "the hardest: {length}, {}: {codes}", counted(layouts, "layout"))?;
    if quiet {
        Ok(())
    } else {
        writeln!(out, "\n{}", drawing::start(&puzzle(code), Paint::for_stdout()))
    }
}

fn sets(metric: Metric, sets: &[Summary]) -> Table {
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
        let Summary { layouts, components, largest, .. } = *summary;
        row.extend([layouts, summary.solvable(), components, largest].map(grouped));
        row.extend(summary.hardest.map_or_else(Default::default, |hardest| {
            [grouped(hardest.distance), grouped(hardest.layouts), short(hardest.code)]
        }));
        table.add_row(row);
    }
    align(&mut table, 10);
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
    align(&mut table, COLUMNS + 1);
    table
}

/// Puts the first `numbers` columns to the right.
fn align(table: &mut Table, numbers: usize) {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for column in table.column_iter_mut().take(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}
