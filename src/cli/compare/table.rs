//! One puzzle: a column for each search.

use comfy_table::{ColumnConstraint, Table, Width, presets};
use huarong::control::Outcome;
use huarong::puzzle::Metric;

use super::AlgorithmRun;
use crate::cli::numbers::{align, grouped, time};
use crate::cli::search;

/// Minimum width of a column with its padding.
const COLUMN: u16 = 10;

/// Returns a table of the results and costs of each search.
pub(super) fn of_one(runs: &[AlgorithmRun], metric: Metric) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let row = |word: &str, cell: &dyn Fn(&AlgorithmRun) -> String| -> Vec<String> {
        std::iter::once(word.to_owned()).chain(runs.iter().map(cell)).collect()
    };
    let length = |count: fn(&huarong::Solution) -> usize| {
        move |run: &AlgorithmRun| match &run.report.outcome {
            Outcome::Found(solution) => grouped(count(solution)),
            Outcome::Exhausted => "impossible".to_owned(),
            Outcome::Stopped(reason) => format!("stopped: {}", search::reason_word(*reason)),
        }
    };
    table.set_header(row("", &|run| run.algorithm.word().to_owned()));
    table.add_row(row(&format!("{metric}s found"), &length(huarong::Solution::len)));
    if metric != Metric::Step {
        table.add_row(row("steps", &length(huarong::Solution::steps)));
    }
    let proven = |run: &AlgorithmRun| if run.report.optimal { "yes" } else { "no" }.to_owned();
    table.add_row(row("proven shortest", &proven));
    table.add_row(row("states visited", &|run| grouped(run.report.statistics.expanded)));
    table.add_row(row("states stored", &|run| grouped(run.report.statistics.states)));
    table.add_row(row("peak stack or frontier", &|run| {
        grouped(run.report.statistics.peak_frontier)
    }));
    table.add_row(row("time, median", &|run| time(run.median())));
    table.add_row(row("time, least", &|run| time(run.least())));
    table.add_row(row("runs timed", &|run| run.times.len().to_string()));
    table.add_row(row("bytes a state", &bytes_a_state));
    align(&mut table, 1..runs.len() + 1);
    for column in table.column_iter_mut().skip(1) {
        // Columns of equal width, however long the times are.
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(COLUMN)));
    }
    table
}

#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn bytes_a_state(run: &AlgorithmRun) -> String {
    let statistics = &run.report.statistics;
    match statistics.states {
        0 => String::new(),
        states => format!("{:.1}", statistics.bytes as f64 / states as f64),
    }
}
