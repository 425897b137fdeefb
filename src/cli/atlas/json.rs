//! An atlas as JSON.

use huarong::atlas::{Hardest, PieceSet, Report, Summary};
use huarong::puzzle::Metric;
use serde_json::{Value, json};

use super::{Totals, short};
use crate::cli::search::reason_word;

/// The report as one object. Histograms are numbers of layouts by distance, from 0 on.
pub(super) fn object(metric: Metric, report: &Report) -> Value {
    let totals = Totals::of(&report.sets);
    json!({
        "schema": "huarong/atlas/1",
        "frame": "4x5",
        "metric": metric.word(),
        "outcome": if report.stopped.is_some() { "stopped" } else { "done" },
        "reason": report.stopped.map(reason_word),
        "layouts": totals.layouts,
        "solvable": totals.solvable,
        "components": totals.components,
        "largest": totals.largest,
        "histogram": totals.histogram,
        "sets": report.sets.iter().map(set).collect::<Vec<Value>>(),
        "seconds": report.elapsed.as_secs_f64(),
        "bytes": report.bytes,
    })
}

fn set(summary: &Summary) -> Value {
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
        "hardest": summary.hardest.map(hardest),
    })
}

fn hardest(Hardest { code, distance, layouts }: Hardest) -> Value {
    json!({
        "length": distance,
        "layouts": layouts,
        "commoncode": code.to_string(),
        "shortcode": short(code),
    })
}
