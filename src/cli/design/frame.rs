//! What is shown of a frame's puzzles.

use std::io::{self, Write};

use huarong::control::StopReason;
use huarong::design::{FrameScope, FrameSurvey, HardestPuzzle, count_boards};
use huarong::grid::Size;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::cli::drawing::{self, PieceStyle};
use crate::cli::json;
use crate::cli::numbers::{counted, grouped, time, wide_and_high};

/// The size of its frame.
pub(super) fn size_of(scope: &FrameScope) -> Size {
    Size { width: scope.columns.into(), height: scope.rows.into() }
}

/// A puzzle with where it comes from, and what is proven of it.
pub(super) fn text(scope: &FrameScope, survey: &FrameSurvey, hardest: &HardestPuzzle) -> String {
    let of_as_many = survey.table.iter().filter(|it| it.pieces == hardest.pieces);
    let is_first = of_as_many.map(|it| it.moves).max() == Some(hardest.moves);
    let proven = if survey.stopped.is_none() && is_first {
        let such = if leaves_out(scope) { "such " } else { "" };
        format!("no {such}start of {} takes more", counted(hardest.pieces, "piece"))
    } else {
        "nothing that can be reached takes more".to_owned()
    };
    let mut title = hardest.puzzle.title().clone();
    title.source = Some(format!("huarong design {}: {proven}", size_of(scope)));
    hardest.puzzle.titled(title).to_string()
}

/// Whether there are puzzles of the same frame, and as many pieces, that are not gone through.
fn leaves_out(scope: &FrameScope) -> bool {
    let whole = FrameScope::new(scope.rows, scope.columns);
    let any_empty = scope.empty.contains(&1) && *scope.empty.end() >= whole.area();
    !scope.shapes.is_empty() || !any_empty || scope.aim != whole.aim || scope.walls != whole.walls
}

pub(super) fn page(
    out: &mut dyn Write,
    scope: &FrameScope,
    survey: &FrameSurvey,
) -> io::Result<()> {
    let paint = PieceStyle::for_stdout();
    for hardest in &survey.table {
        let pieces = counted(hardest.pieces, "piece");
        let metric = scope.metric.word();
        let label = format!("{pieces:>9}  {:>11}", counted(hardest.moves, metric));
        let board = drawing::start(&hardest.puzzle, paint);
        for (number, row) in board.lines().enumerate() {
            let label = if number == 0 { label.as_str() } else { "" };
            writeln!(out, "{label:<22}    {row}")?;
        }
        writeln!(out)?;
    }
    if survey.table.is_empty() {
        writeln!(
            out,
            "no puzzle can be solved{}",
            if survey.stopped.is_some() { " so far" } else { "" }
        )?;
    }
    write!(out, "frame: {}", wide_and_high(size_of(scope)))?;
    if let Some(boards) = all_boards(scope) {
        write!(out, ", {} boards", grouped(boards))?;
    }
    let (solved, states) = (grouped(survey.just_solved), grouped(survey.states));
    let time = time(survey.elapsed);
    writeln!(out, "\n{solved} solved positions as roots, {states} states searched, {time}")?;
    if let Some(reason) = survey.stopped {
        writeln!(out, "stopped: {reason}; there may be harder ones")?;
    }
    Ok(())
}

/// How many boards were gone through, where none was left out.
fn all_boards(scope: &FrameScope) -> Option<u128> {
    let whole = FrameScope::new(scope.rows, scope.columns);
    let is_whole = scope.shapes.is_empty()
        && scope.pieces.contains(&1)
        && scope.empty.contains(&1)
        && [&scope.pieces, &scope.empty].iter().all(|it| *it.end() >= whole.area());
    if is_whole { count_boards(scope).ok() } else { None }
}

/// The object of `--json`.
#[derive(Serialize)]
pub(super) struct FrameJson {
    schema: &'static str,
    rows: u8,
    columns: u8,
    walls: usize,
    metric: &'static str,
    outcome: &'static str,
    reason: Option<StopReason>,
    boards: Option<Box<RawValue>>,
    just_solved: u64,
    states: u64,
    seconds: f64,
    table: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    pieces: usize,
    moves: u32,
    puzzle: String,
}

impl FrameJson {
    pub(super) fn new(scope: &FrameScope, survey: &FrameSurvey) -> Self {
        let row = |it: &HardestPuzzle| Row {
            pieces: it.pieces,
            moves: it.moves,
            puzzle: text(scope, survey, it),
        };
        let boards = all_boards(scope).map(|boards| json::number(&boards.into()));
        FrameJson {
            schema: "huarong/design/1",
            rows: scope.rows,
            columns: scope.columns,
            walls: scope.walls,
            metric: scope.metric.word(),
            outcome: if survey.stopped.is_some() { "stopped" } else { "complete" },
            reason: survey.stopped,
            boards,
            just_solved: survey.just_solved,
            states: survey.states,
            seconds: survey.elapsed.as_secs_f64(),
            table: survey.table.iter().map(row).collect(),
        }
    }
}
