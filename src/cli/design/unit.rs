//! `huarong design unit`: every board of Unit Rush Hour, and the hardest of them.

use std::io::{self, Write};

use huarong::control::StopReason;
use huarong::design::{UnitPuzzle, UnitSurvey, unit_survey};
use huarong::puzzle::PuzzleInfo;
use serde::Serialize;

use super::{DesignArgs, refused, watched};
use crate::cli::exit::Exit;
use crate::cli::json;
use crate::cli::numbers::{counted, grouped, time};
use crate::cli::progress::ProgressLine;

/// Goes through the boards with so many rows and columns.
pub(super) fn run(args: &DesignArgs, side: usize, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let line = ProgressLine::new(&format!("unit {side}x{side}"), "hardest", args.quiet);
    let options = args.options();
    let on = (options.limits, options.threads);
    let survey = unit_survey(side, on, &mut watched(&line)).map_err(refused)?;
    args.store(survey.table.iter().map(|it| text(side, &survey, it)))?;
    if args.json {
        json::line(out, &UnitJson::new(side, &survey))?;
    } else {
        page(out, side, &survey)?;
    }
    args.tell_stored(survey.table.len(), out)?;
    Ok(if survey.stopped.is_some() { Exit::Stopped } else { Exit::Done })
}

/// A puzzle with where it comes from, and what is proven of it.
fn text(side: usize, survey: &UnitSurvey, unit: &UnitPuzzle) -> String {
    let proven = match survey.stopped {
        None => "no car of its row takes more",
        Some(_) => "the hardest that was found",
    };
    let source = format!("huarong design unit {side}x{side}: {proven}");
    let title = PuzzleInfo { source: Some(source), ..unit.puzzle.title().clone() };
    unit.puzzle.titled(title).to_string()
}

fn page(out: &mut dyn Write, side: usize, survey: &UnitSurvey) -> io::Result<()> {
    for unit in &survey.table {
        let label = format!("row {}  {:>9}", unit.row + 1, counted(unit.moves, "move"));
        for (number, row) in unit.lines.iter().enumerate() {
            let label = if number == 0 { label.as_str() } else { "" };
            let row: Vec<String> = row.chars().map(String::from).collect();
            writeln!(out, "{label:<16}    {}", row.join(" "))?;
        }
        writeln!(out)?;
    }
    let (boards, time) = (grouped(survey.boards), time(survey.elapsed));
    writeln!(out, "unit {side}x{side}: {boards} boards can be solved, {time}")?;
    if let Some(reason) = survey.stopped {
        writeln!(out, "stopped: {reason}; there may be harder ones")?;
    }
    Ok(())
}

/// The object of `--json`.
#[derive(Serialize)]
struct UnitJson {
    schema: &'static str,
    rows: usize,
    columns: usize,
    outcome: &'static str,
    reason: Option<StopReason>,
    boards: u64,
    seconds: f64,
    table: Vec<HardestJson>,
}

#[derive(Serialize)]
struct HardestJson {
    row: usize,
    moves: u32,
    puzzle: String,
}

impl UnitJson {
    fn new(side: usize, survey: &UnitSurvey) -> Self {
        let hardest = |it: &UnitPuzzle| HardestJson {
            row: it.row + 1,
            moves: it.moves,
            puzzle: text(side, survey, it),
        };
        UnitJson {
            schema: "huarong/design-unit/1",
            rows: side,
            columns: side,
            outcome: if survey.stopped.is_some() { "stopped" } else { "complete" },
            reason: survey.stopped,
            boards: survey.boards,
            seconds: survey.elapsed.as_secs_f64(),
            table: survey.table.iter().map(hardest).collect(),
        }
    }
}
