//! `huarong design PUZZLE`: the hardest puzzles of its pieces.

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZero;

use huarong::control::StopReason;
use huarong::design::{GoalSurvey, HardestForGoal, survey_goals};
use huarong::explore::Options;
use huarong::puzzle::{Metric, Puzzle, PuzzleInfo};
use serde::Serialize;

use super::{DesignArgs, refuse, watched};
use crate::cli::drawing::{self, PieceStyle};
use crate::cli::exit::Exit;
use crate::cli::input::{self, ReadArgs, Source};
use crate::cli::json::{self, ObjectHeader};
use crate::cli::numbers::length;
use crate::cli::progress::ProgressLine;
use crate::cli::work_dir;

/// Goes through all goals and placements of the pieces of a puzzle.
pub(super) fn run(
    args: &DesignArgs,
    puzzle: &OsString,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    refuse(
        "the pieces of a puzzle",
        "its pieces and its frame are what they are",
        &[
            ("--pieces", args.pieces.is_some()),
            ("--shapes", !args.shapes.is_empty()),
            ("--empty", args.empty.is_some()),
            ("--goal", args.goal.is_some()),
            ("--walls", args.walls > 0),
            ("--work-dir", args.work_dir.is_some()),
        ],
    )?;
    let source = input::load_one(puzzle, &ReadArgs::default())?;
    let limits = args.options().limits;
    let metric = args.metric.unwrap_or(Metric::Move);
    let threads = args.options().threads;
    let options = Options { metric, limits, threads, ..Options::default() };
    let line = ProgressLine::new(&source.title(), "hardest", args.quiet);
    let found = survey_goals(&source.puzzle, &options, &mut watched(&line));
    let survey = found.map_err(|error| work_dir::refused("design", error))?;
    args.store(survey.table.iter().filter_map(|it| text(&source, metric, &survey, it)))?;
    if args.json {
        json::line(out, &PiecesJson::new(&source, metric, &survey))?;
    } else {
        page(out, &source.puzzle, metric, &survey, args.top)?;
    }
    args.tell_stored(survey.table.iter().filter(|it| it.puzzle.is_some()).count(), out)?;
    Ok(if survey.stopped.is_some() { Exit::Stopped } else { Exit::Done })
}

/// For each kind, how hard it is by where it is to come to, and the hardest puzzles.
fn page(
    out: &mut dyn Write,
    puzzle: &Puzzle,
    metric: Metric,
    survey: &GoalSurvey,
    top: Option<NonZero<usize>>,
) -> io::Result<()> {
    let paint = PieceStyle::for_stdout();
    for kind in survey.table.chunk_by(|one, other| one.piece == other.piece) {
        let piece = &puzzle.pieces()[kind[0].piece];
        writeln!(out, "{}: {}s, by the place of its first cell", piece.label(), metric.word())?;
        for row in 0..puzzle.grid().rows() {
            for column in 0..puzzle.grid().columns() {
                let is_there =
                    |it: &&HardestForGoal| (it.anchor.row, it.anchor.column) == (row, column);
                let moves = kind.iter().find(is_there).map(|it| it.moves.to_string());
                write!(out, "{:>5}", moves.as_deref().unwrap_or("."))?;
            }
            writeln!(out)?;
        }
        let mut hardest: Vec<&HardestForGoal> = kind.iter().collect();
        hardest.sort_by_key(|it| std::cmp::Reverse(it.moves));
        for it in hardest.into_iter().take(top.map_or(1, NonZero::get)) {
            let (row, column) = (it.anchor.row + 1, it.anchor.column + 1);
            let moves = length(it.moves as usize, metric);
            write!(out, "\n{moves} to row {row}, column {column}")?;
            match &it.puzzle {
                Some(puzzle) => writeln!(out, ":\n{}", drawing::start(puzzle, paint).trim_end())?,
                None => writeln!(out, ", from a start that cannot be drawn: a piece is on a gate")?,
            }
        }
        writeln!(out)?;
    }
    if let Some(reason) = survey.stopped {
        writeln!(out, "stopped: {reason}; there may be harder ones")?;
    }
    Ok(())
}

/// A puzzle with its name, its source and what is proven of it, if it can be drawn.
fn text(
    source: &Source,
    metric: Metric,
    survey: &GoalSurvey,
    found: &HardestForGoal,
) -> Option<String> {
    let piece = &source.puzzle.pieces()[found.piece];
    let (row, column) = (found.anchor.row + 1, found.anchor.column + 1);
    let name = format!("{}: {} to row {row}, column {column}", source.title(), piece.letter);
    let proven = match survey.stopped {
        None => format!("no placement takes more {}s", metric.word()),
        Some(_) => "the hardest that was found".to_owned(),
    };
    let made = format!("huarong design {}: {proven}", source.pick);
    let title = PuzzleInfo { name: Some(name), source: Some(made), ..PuzzleInfo::default() };
    found.puzzle.as_ref().map(|puzzle| puzzle.titled(title).to_string())
}

/// The object of `--json`.
#[derive(Serialize)]
struct PiecesJson<'a> {
    #[serde(flatten)]
    head: ObjectHeader<'a>,
    metric: Metric,
    outcome: &'static str,
    reason: Option<StopReason>,
    table: Vec<TargetJson>,
}

#[derive(Serialize)]
struct TargetJson {
    piece: char,
    row: u8,
    column: u8,
    moves: u32,
    text: Option<String>,
}

impl<'a> PiecesJson<'a> {
    fn new(source: &'a Source, metric: Metric, survey: &GoalSurvey) -> Self {
        let place = |it: &HardestForGoal| TargetJson {
            piece: source.puzzle.pieces()[it.piece].letter,
            row: it.anchor.row,
            column: it.anchor.column,
            moves: it.moves,
            text: text(source, metric, survey, it),
        };
        PiecesJson {
            head: ObjectHeader::new("huarong/design-pieces/1", source),
            metric,
            outcome: if survey.stopped.is_some() { "stopped" } else { "complete" },
            reason: survey.stopped,
            table: survey.table.iter().map(place).collect(),
        }
    }
}
