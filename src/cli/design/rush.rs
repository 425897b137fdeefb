//! `huarong design rush`: every Rush Hour board, and the puzzles among them.

use std::fmt::Write as _;
use std::io::{self, Write};

use huarong::control::StopReason;
use huarong::design::{RushPuzzle, RushScope, RushSurvey, resume_rush_survey, rush_survey};
use serde::Serialize;

use super::{DesignArgs, failed, watched};
use crate::cli::exit::Exit;
use crate::cli::numbers::{counted, grouped, time};
use crate::cli::progress::ProgressLine;
use crate::cli::{json, output};

/// How many puzzles are shown.
const TOP: usize = 10;

/// Goes through Rush Hour boards, or goes on with a run that does.
pub(super) fn run(
    args: &DesignArgs,
    asked: Option<RushScope>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let name = asked.map_or_else(|| "rush".to_owned(), |scope| name_of(&scope));
    let line = ProgressLine::new(&name, "hardest", args.quiet);
    let mut observer = watched(&line);
    let options = args.options();
    let found = match (asked, &args.resume) {
        (Some(scope), _) => {
            rush_survey(&scope, &options, &mut observer).map(|survey| (scope, survey))
        }
        (None, Some(folder)) => resume_rush_survey(folder, &options, &mut observer),
        (None, None) => unreachable!("a frame or a folder"),
    };
    let (scope, survey) = found.map_err(failed)?;
    if survey.stopped.is_some() {
        args.keeping().note_how_to_resume("design");
    }
    if let Some(path) = &args.output {
        let mut text = String::new();
        for puzzle in &survey.puzzles {
            writeln!(text, "{puzzle}").expect("a string takes anything");
        }
        output::store(path, &text)?;
    }
    let top = args.top.map_or(TOP, std::num::NonZero::get).min(survey.puzzles.len());
    let top = &survey.puzzles[..top];
    if args.json {
        json::line(out, &RushJson::new(scope, &survey, top))?;
    } else {
        let is_stored = args.output.is_some();
        page(out, scope, &survey, (top, is_stored))?;
    }
    args.tell_stored(survey.puzzles.len(), out)?;
    Ok(if survey.stopped.is_some() { Exit::Stopped } else { Exit::Done })
}

/// `rush 6x6`.
fn name_of(scope: &RushScope) -> String {
    format!("rush {0}x{0}", scope.side)
}

fn page(
    out: &mut dyn Write,
    scope: RushScope,
    survey: &RushSurvey,
    (top, is_stored): (&[RushPuzzle], bool),
) -> io::Result<()> {
    for puzzle in top {
        writeln!(out, "{puzzle}")?;
    }
    let rest = survey.puzzles.len() - top.len();
    if rest > 0 {
        let all = if is_stored { "" } else { "; `--output FILE` writes them all" };
        writeln!(out, "and {}{all}", counted(rest, "more puzzle"))?;
    }
    let walls = match scope.walls {
        0 => String::new(),
        walls => format!(" with up to {}", counted(walls, "wall")),
    };
    writeln!(out)?;
    writeln!(
        out,
        "{}{walls}: {} boards, {} components, {} solvable, {} minimal, {}",
        name_of(&scope),
        grouped(survey.boards),
        grouped(survey.components),
        grouped(survey.solvable),
        grouped(survey.puzzles.len()),
        time(survey.elapsed)
    )?;
    if let Some(reason) = survey.stopped {
        writeln!(out, "stopped: {reason}; there may be harder ones")?;
    }
    Ok(())
}

/// The object of `--json`.
#[derive(Serialize)]
struct RushJson<'a> {
    schema: &'static str,
    rows: usize,
    columns: usize,
    walls: u32,
    outcome: &'static str,
    reason: Option<StopReason>,
    boards: u64,
    components: u64,
    solvable: u64,
    minimal: usize,
    seconds: f64,
    table: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    pieces: usize,
    slides: u32,
    states: u64,
    puzzle: &'a str,
}

impl<'a> RushJson<'a> {
    fn new(scope: RushScope, survey: &RushSurvey, top: &'a [RushPuzzle]) -> Self {
        let row = |it: &'a RushPuzzle| Row {
            pieces: it.cars(),
            slides: it.slides,
            states: it.states,
            puzzle: &it.cells,
        };
        RushJson {
            schema: "huarong/design-rush/1",
            rows: scope.side,
            columns: scope.side,
            walls: scope.walls,
            outcome: if survey.stopped.is_some() { "stopped" } else { "complete" },
            reason: survey.stopped,
            boards: survey.boards,
            components: survey.components,
            solvable: survey.solvable,
            minimal: survey.puzzles.len(),
            seconds: survey.elapsed.as_secs_f64(),
            table: top.iter().map(row).collect(),
        }
    }
}
