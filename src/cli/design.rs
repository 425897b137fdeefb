//! `huarong design`: every puzzle of a frame, and the hardest of them.

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use huarong::control::{Limits, Progress, StopReason};
use huarong::design::{
    Aim, Hardest, Scope, ScopeError, Survey, SurveyError, SurveyOptions, boards, resume_survey,
    survey,
};
use huarong::grid::Cell;
use huarong::notation::{self, Notation};
use huarong::puzzle::{Metric, Polyomino, Puzzle};
use huarong::sliding::SolveError;
use serde::Serialize;
use serde_json::value::RawValue;

use super::args::{METRICS, Span, ThreadArgs, count, one_of, positive, timeout};
use super::diagnostics::{UserError, sanitize};
use super::drawing::{self, Paint};
use super::exit::Exit;
use super::kept::{self, KeepArgs};
use super::numbers::{counted, grouped, time};
use super::output::{self, Content};
use super::progress::Line;
use super::subject::{board_size, coordinates};
use super::{interrupt, json, memory};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong design 4x4
  huarong design 3x4 --top 3 --metric step
  huarong design 5x4 --shapes 1x1,1x2,2x2 --empty 2 --goal exit:5,2/5,3
  huarong design 3x5 --pieces 4..6 --output hardest.txt
  huarong design 4x5 --work-dir my-run
  huarong design --resume my-run

Every way to cut the frame into connected pieces and empty cells is a board, and any piece may be the \
goal piece, drawn as X; the others are interchangeable where they have one shape. By the number of \
pieces, the hardest puzzle is printed: no start of any such pieces takes more moves. Of each set of \
pieces and each goal piece one puzzle is kept, mirror images as one.

A 4x4 frame takes a minute, and each cell more some three times as long; `--shapes`, `--pieces` and \
`--empty` leave less to go through.

Exit status: 0 all was gone through, 1 and no puzzle can be solved, 2 wrong input or usage, 3 stopped at \
a limit or by Ctrl-C, with what is known by then.")]
pub(crate) struct DesignArgs {
    /// The rows and columns of the frame: `4x4`
    #[arg(value_name = "ROWSxCOLS", required_unless_present = "resume")]
    frame: Option<OsString>,
    /// How many pieces a puzzle may have, ends included: `9`, `5..9`, `..9`
    #[arg(long, value_name = "RANGE")]
    pieces: Option<Span>,
    /// The shapes that pieces may have, however turned and reflected: sizes like `1x2`, letters with
    /// a number of cells like `L3`, `T4` or `W5`, or rows like `##/.#`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = shape)]
    shapes: Vec<Polyomino>,
    /// How many cells are empty, ends included: `2`, `1..3`
    #[arg(long, value_name = "RANGE")]
    empty: Option<Span>,
    /// What the goal piece is to do: `corner`, cover the first cell at the start and the last one in
    /// the end; `exit:5,2/5,3`, cover these cells, each a row and a column; `anywhere`, go from any
    /// place to any other
    #[arg(long, value_name = "GOAL", value_parser = aim, default_value = "corner")]
    goal: Aim,
    /// Build so many walls, wherever they make it hardest
    #[arg(long, value_name = "N", value_parser = count, default_value = "0")]
    walls: usize,
    /// What is counted
    #[arg(long, value_name = "METRIC", value_parser = one_of(&METRICS), default_value = "move")]
    metric: Metric,
    /// Keep so many puzzles for each number of pieces
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1")]
    top: NonZero<usize>,
    /// Write the puzzles into this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Keep the run in this directory of its own, so that it can be resumed, whatever ends it
    #[arg(long, value_name = "DIR")]
    work_dir: Option<PathBuf>,
    /// Go on with the run that is kept in this directory; what it goes through is known
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "frame", "pieces", "shapes", "empty", "goal", "walls", "metric", "top", "work_dir",
    ])]
    resume: Option<PathBuf>,
    /// Stop when the program takes this much memory: 500M, 2GiB [default: three quarters of what is
    /// free]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = memory::limit)]
    max_memory: Option<usize>,
    /// Stop after this time: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", help_heading = "Limits", value_parser = timeout)]
    timeout: Option<Duration>,
}

pub(crate) fn run(args: &DesignArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(path) = &args.output {
        output::check(path, Content::Plain, &[])?;
    }
    let asked = args.frame.as_ref().map(|frame| args.scope(frame)).transpose()?;
    interrupt::listen();
    let (scope, survey) = args.surveyed(asked)?;
    if survey.stopped.is_some() {
        args.keeping().note_how_to_resume("design");
    }
    if let Some(path) = &args.output {
        let texts: Vec<String> = survey.table.iter().map(|it| text(&scope, it)).collect();
        let joined = notation::join(Notation::Huarong, &texts).expect("a file holds any number");
        output::store(path, &joined)?;
    }
    if args.json {
        json::line(out, &Found::new(&scope, &survey))?;
    } else {
        page(out, &scope, &survey)?;
    }
    Ok(match survey.stopped {
        Some(_) => Exit::Stopped,
        None if survey.table.is_empty() => Exit::Impossible,
        None => Exit::Done,
    })
}

impl DesignArgs {
    fn keeping(&self) -> KeepArgs {
        KeepArgs { work_dir: self.work_dir.clone(), resume: self.resume.clone() }
    }

    fn scope(&self, frame: &OsString) -> anyhow::Result<Scope> {
        let (rows, columns) = board_size(frame)?;
        let side = |side: u32| u8::try_from(side).unwrap_or(u8::MAX);
        let all = 0..=u32::MAX;
        let range = |span: Option<Span>| {
            let range = span.map_or_else(|| all.clone(), Span::range);
            *range.start() as usize..=*range.end() as usize
        };
        let scope = Scope {
            walls: self.walls,
            pieces: range(self.pieces),
            empty: range(self.empty),
            shapes: self.shapes.clone(),
            aim: self.goal.clone(),
            metric: self.metric,
            top: self.top.get(),
            ..Scope::new(side(rows), side(columns))
        };
        scope.check().map_err(refused)?;
        Ok(scope)
    }

    fn surveyed(&self, asked: Option<Scope>) -> anyhow::Result<(Scope, Survey)> {
        let max_bytes = self.max_memory.or_else(memory::most);
        let limits = Limits { max_bytes, timeout: self.timeout, ..Limits::default() };
        let threads = self.threads.count().unwrap_or_else(|| {
            std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
        });
        let options = SurveyOptions { limits, threads, work_folder: self.work_dir.clone() };
        let name = asked.as_ref().map_or_else(|| "design".to_owned(), frame_of);
        let line = Line::new(&name, "hardest", self.quiet);
        let mut observer = |progress: &Progress| {
            let expected = progress.expected.map(|all| all as u64);
            line.watch_towards(&Progress { expected: None, ..*progress }, expected)
        };
        let found = match (asked, &self.resume) {
            (Some(scope), _) => {
                survey(&scope, &options, &mut observer).map(|survey| (scope, survey))
            }
            (None, Some(folder)) => resume_survey(folder, &options, &mut observer),
            (None, None) => unreachable!("a frame or a folder"),
        };
        found.map_err(|error| match error {
            SurveyError::Scope(error) => refused(error),
            SurveyError::Checkpoint(error) => {
                kept::refused("design", SolveError::Checkpoint(error))
            }
            error => error.into(),
        })
    }
}

fn refused(error: ScopeError) -> anyhow::Error {
    let help = match error {
        ScopeError::OneCell => "take a frame like `3x3`",
        ScopeError::TooLarge { .. } => "take a smaller one, like `4x5`",
        ScopeError::TooMany { .. } => "name the `--shapes` of pieces, like `1x1,1x2,2x2`",
        ScopeError::TooManyWalls { .. } => "build fewer",
        ScopeError::ExitOutside { .. } | ScopeError::NoExit => {
            "write cells of the frame, rows and columns counted from 1: `exit:4,2/4,3`"
        }
        _ => "take another frame",
    };
    UserError::new(error.to_string(), help).into()
}

/// `4x4`.
fn frame_of(scope: &Scope) -> String {
    format!("{}x{}", scope.rows, scope.columns)
}

/// A puzzle with where it comes from.
fn text(scope: &Scope, hardest: &Hardest) -> String {
    let frame = frame_of(scope);
    let mut title = hardest.puzzle.title().clone();
    let pieces = counted(hardest.pieces, "piece");
    title.source = Some(format!("huarong design {frame}: no start of {pieces} takes more"));
    retitled(&hardest.puzzle, title).to_string()
}

fn retitled(puzzle: &Puzzle, title: huarong::puzzle::Title) -> Puzzle {
    let anchors: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
    puzzle.starting_at(&anchors, title, puzzle.best()).expect("it stays where it is")
}

fn page(out: &mut dyn Write, scope: &Scope, survey: &Survey) -> io::Result<()> {
    let paint = Paint::for_stdout();
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
    if let Some(boards) = all_boards(scope) {
        writeln!(out, "{}: {} boards", frame_of(scope), grouped(boards))?;
    }
    let (solved, states) = (grouped(survey.just_solved), grouped(survey.states));
    writeln!(out, "{solved} just solved, {states} states searched, {}", time(survey.elapsed))?;
    if let Some(reason) = survey.stopped {
        writeln!(out, "stopped: {reason}; there may be harder ones")?;
    }
    Ok(())
}

/// How many boards were gone through, where none was left out.
fn all_boards(scope: &Scope) -> Option<u128> {
    let whole = Scope::new(scope.rows, scope.columns);
    let is_whole = scope.shapes.is_empty()
        && scope.pieces.contains(&1)
        && scope.empty.contains(&1)
        && [&scope.pieces, &scope.empty].iter().all(|it| *it.end() >= whole.area());
    if is_whole { boards(scope).ok() } else { None }
}

/// The object of `--json`.
#[derive(Serialize)]
struct Found {
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

impl Found {
    fn new(scope: &Scope, survey: &Survey) -> Self {
        let row =
            |it: &Hardest| Row { pieces: it.pieces, moves: it.moves, puzzle: text(scope, it) };
        let boards = all_boards(scope).map(|boards| json::number(&boards.into()));
        Found {
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

fn aim(text: &str) -> Result<Aim, String> {
    match text.split_once(':') {
        None if text == "corner" => Ok(Aim::Corner),
        None if text == "anywhere" => Ok(Aim::Anywhere),
        Some(("exit", cells)) => {
            let cell = |text: &str| {
                let place = coordinates(text)?;
                Some(Cell::new(place.row.try_into().ok()?, place.column.try_into().ok()?))
            };
            let cells: Option<Vec<Cell>> = cells.split('/').map(cell).collect();
            cells.map(Aim::Exit).ok_or_else(|| "write cells like `exit:4,2/4,3`".to_owned())
        }
        _ => Err("it is `corner`, `anywhere`, or cells like `exit:4,2/4,3`".to_owned()),
    }
}

/// The pieces that have letters, by their number of cells.
const NAMED: [(&str, &str); 22] = [
    ("L3", "##/#."),
    ("V3", "##/#."),
    ("L4", "#./#./##"),
    ("J4", "#./#./##"),
    ("T4", "###/.#."),
    ("S4", ".##/##."),
    ("Z4", ".##/##."),
    ("O4", "##/##"),
    ("F5", ".##/##./.#."),
    ("L5", "#./#./#./##"),
    ("J5", "#./#./#./##"),
    ("N5", ".#/.#/##/#."),
    ("S5", ".#/.#/##/#."),
    ("P5", "##/##/#."),
    ("Q5", "##/##/#."),
    ("T5", "###/.#./.#."),
    ("U5", "#.#/###"),
    ("V5", "#../#../###"),
    ("W5", "#../##./.##"),
    ("X5", ".#./###/.#."),
    ("Y5", ".#/##/.#/.#"),
    ("Z5", "##./.#./.##"),
];

fn shape(text: &str) -> Result<Polyomino, String> {
    let unknown =
        || format!("`{}` is no shape: write `1x2`, `L3`, or rows like `##/.#`", sanitize(text));
    let rows = if let Some((height, width)) = text.split_once(['x', '×']) {
        let side = |side: &str| side.parse().ok().filter(|side| (1..=32).contains(side));
        let (height, width) = side(height).zip(side(width)).ok_or_else(unknown)?;
        vec!["#".repeat(width); height].join("/")
    } else if let Some(cells) = text.strip_prefix(['I', 'i']) {
        let cells = cells.parse().ok().filter(|cells| (1..=32).contains(cells));
        "#".repeat(cells.ok_or_else(unknown)?)
    } else {
        let named = NAMED.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        named.map_or(text, |(_, rows)| rows).to_owned()
    };
    let mut cells = Vec::new();
    for (row, line) in (0..).zip(rows.split('/')) {
        for (column, character) in (0..).zip(line.chars()) {
            match character {
                '#' => cells.push(Cell::new(row, column)),
                '.' => {}
                _ => return Err(unknown()),
            }
        }
    }
    if cells.is_empty() || !Polyomino::from_cells(&cells).is_connected() {
        return Err(unknown());
    }
    Ok(Polyomino::from_cells(&cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_a_size_a_letter_or_rows() {
        for (text, rows, area) in [
            ("1x2", 1, 2),
            ("2×2", 2, 4),
            ("I4", 1, 4),
            ("l3", 2, 3),
            ("T4", 2, 4),
            ("##/.#", 2, 3),
        ] {
            let shape = shape(text).expect(text);
            assert_eq!((usize::from(shape.height()), shape.area()), (rows, area), "{text}");
        }
        for text in ["", "0x1", "99x1", "Q9", "#.#", "##/.?", "I0", "40x40"] {
            assert!(shape(text).is_err(), "{text}");
        }
        for (name, _) in NAMED {
            let cells: usize = name[1..].parse().expect("a number of cells");
            assert_eq!(shape(name).expect(name).area(), cells, "{name}");
        }
    }

    #[test]
    fn a_goal_is_a_word_or_cells() {
        assert_eq!(aim("corner"), Ok(Aim::Corner));
        assert_eq!(aim("anywhere"), Ok(Aim::Anywhere));
        assert_eq!(aim("exit:4,2/4,3"), Ok(Aim::Exit(vec![Cell::new(3, 1), Cell::new(3, 2)])));
        for text in ["exit", "exit:", "exit:4", "exit:0,1", "Corner", "exit:4,2/"] {
            assert!(aim(text).is_err(), "{text}");
        }
    }
}
