//! Puzzles as tables.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use huarong::puzzle::{Metric, PublishedOptimum};

use super::Listing;
use crate::cli::diagnostics::harmless;
use crate::cli::input;
use crate::cli::numbers::counted;

/// Writes a table a family, which must be together.
pub(super) fn write(out: &mut dyn Write, listings: &[Listing]) -> io::Result<()> {
    let families = listings.chunk_by(|one, next| one.family == next.family);
    for (number, family) in families.enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let name = harmless(&family[0].family);
        writeln!(out, "{name}: {}", counted(family.len(), "puzzle"))?;
        writeln!(out, "{}", table(family).trim_fmt())?;
    }
    Ok(())
}

fn table(listings: &[Listing]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "puzzle", "name", "中文", "size", "pieces", "empty", "moves", "slides", "steps",
    ]);
    for listing in listings {
        let puzzle = &listing.source.puzzle;
        let lengths = Metric::ALL.map(|metric| match puzzle.best() {
            PublishedOptimum::Known(best) => {
                best.get(metric).map_or_else(String::new, |n| n.to_string())
            }
            PublishedOptimum::Impossible => "none".to_owned(),
            PublishedOptimum::Unknown => String::new(),
        });
        let mut row = vec![
            harmless(&listing.source.pick),
            puzzle.title().name.clone().unwrap_or_default(),
            input::chinese(puzzle).unwrap_or_default().to_owned(),
            format!("{}×{}", puzzle.grid().columns(), puzzle.grid().rows()),
            puzzle.pieces().len().to_string(),
            puzzle.empties().to_string(),
        ];
        row.extend(lengths);
        table.add_row(row);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
