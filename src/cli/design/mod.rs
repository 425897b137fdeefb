//! `huarong design`: every puzzle of a frame, of given pieces, or of Rush Hour, and the hardest of
//! them.

mod frame;
mod pieces;
mod rush;
mod search;
mod shapes;
mod unit;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;
use huarong::control::Progress;
use huarong::design::{
    FrameScope, GoalSpec, RushScope, ScopeError, SurveyError, SurveyOptions, is_rush_survey,
    resume_survey, survey_frame,
};
use huarong::grid::Size;
use huarong::notation::{self, Notation};
use huarong::puzzle::{Metric, Polyomino};
use huarong::sliding::SolveError;

use self::frame::{FrameJson, page, size_of, text};
use self::shapes::{aim, shape};
use super::args::{LimitArgs, METRICS, NumberRange, ThreadArgs, count, one_of, positive, seed};
use super::diagnostics::{UserError, sanitize};
use super::exit::Exit;
use super::json;
use super::numbers::{counted, grouped};
use super::output::{self, FileContent};
use super::progress::ProgressLine;
use super::subject::{board_size, size_of_board};
use super::work_dir::{self, WorkDirArgs};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong design 4x4
  huarong design 4x3 --top 3 --metric step
  huarong design 4x5 --shapes 1x1,1x2,2x2 --empty 2 --goal exit:5,2/5,3
  huarong design 5x3 --pieces 4..6 --output hardest.txt
  huarong design 5x4 --work-dir my-run
  huarong design --resume my-run
  huarong design 5x5 --search --walls 2 --timeout 10m --output best.txt
  huarong design rush 5x5 --output rush.txt
  huarong design unit 5x5
  huarong design heng-dao-li-ma --output of-the-same-pieces.txt

A size is a width and a height: 4x5 is 4 wide, 5 high. Every way to cut the frame into connected pieces and empty cells is a board, and any piece may be the \
goal piece, drawn as X; the others are interchangeable where they have one shape. By the number of \
pieces, the hardest puzzle is printed: no start of any such pieces takes more moves. Of each set of \
pieces and each goal piece one puzzle is kept, mirror images as one.

A 4x4 frame takes a quarter of a minute, and each cell more some three times as long; `--shapes`, `--pieces` and \
`--empty` leave less to go through.

`--search` is for frames too large to go through: a layout by chance is changed a little, again and again, \
pieces, walls and goal piece, and what takes more moves is kept. Each puzzle shown is proven as hard as \
it says, but harder ones may be elsewhere.

`rush` goes through the boards of Rush Hour: cars of two and three cells, the primary alone in its row, \
up to so many `--walls`. Of each component the hardest start is a puzzle if it is minimal: easier \
without any one of its cars and walls. A 6x6 frame takes ten minutes on two cores. With `--output` they all \
go into a file, a line each: slides, board, boards that can be reached.

`unit` is Rush Hour with cars of one cell and one empty cell: for each row, what makes the first car that \
goes along it leave latest. A 6x6 frame takes an hour on two cores.

Of a puzzle, a file or a name, the frame and the pieces are taken: for each kind of piece and each place \
where it may have to come to, the placement of all pieces from which that takes longest.

Exit status: 0 all was gone through, 1 and no puzzle can be solved, 2 wrong input or usage, 3 stopped at \
a limit or by Ctrl-C, with what is known by then.")]
pub(crate) struct DesignArgs {
    /// What to go through: a frame by its width and height, `4x5`; `rush 6x6`; `unit 5x5`; or a
    /// puzzle, for what else its pieces can be
    #[arg(value_name = "WHAT", required_unless_present = "resume", num_args = 1..=2)]
    what: Vec<OsString>,
    /// How many pieces a puzzle may have, ends included: `9`, `5..9`, `..9`
    #[arg(long, value_name = "RANGE")]
    pieces: Option<NumberRange>,
    /// The shapes that pieces may have, however turned and reflected: sizes like `1x2`, letters
    /// with a number of cells like `L3`, `T4` or `W5`, or rows like `##/.#`
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = shape)]
    #[arg(hide_short_help = true)]
    shapes: Vec<Polyomino>,
    /// How many cells are empty, ends included: `2`, `1..3`
    #[arg(long, value_name = "RANGE")]
    empty: Option<NumberRange>,
    /// What the goal piece is to do: `corner`, cover the first cell at the start and the last one
    /// in the end; `exit:5,2/5,3`, cover these cells, each a row and a column; `anywhere`, go from
    /// any place to any other [default: corner]
    #[arg(long, value_name = "GOAL", value_parser = aim)]
    #[arg(hide_short_help = true)]
    goal: Option<GoalSpec>,
    /// Build so many walls, wherever they make it hardest; in `rush`, up to so many
    #[arg(long, value_name = "N", value_parser = count, default_value = "0")]
    #[arg(hide_short_help = true)]
    walls: usize,
    /// What is counted [default: moves; slides in `rush`]
    #[arg(long, value_name = "METRIC", value_parser = one_of(&METRICS))]
    #[arg(hide_short_help = true)]
    metric: Option<Metric>,
    /// Keep so many puzzles for each number of pieces; of `rush`, show so many [default: 1; 10]
    #[arg(long, value_name = "N", value_parser = positive)]
    top: Option<NonZero<usize>>,
    /// Do not go through all, but climb from layout to layout, on and on, and show each that is
    /// harder than all before, until `--timeout` or Ctrl-C
    #[arg(long)]
    search: bool,
    /// What the chance of `--search` begins with: the same seed finds the same [default: another
    /// each time]
    #[arg(long, value_name = "N", value_parser = seed, requires = "search")]
    #[arg(hide_short_help = true)]
    seed: Option<u64>,
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
        "what", "pieces", "shapes", "empty", "goal", "walls", "metric", "top", "search", "work_dir",
    ])]
    resume: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What is gone through.
enum DesignTarget {
    Frame(FrameScope),
    Rush(RushScope),
    /// Unit Rush Hour on a square with sides of so many cells.
    Unit(usize),
    /// The pieces of this puzzle.
    Pieces(OsString),
    /// A frame of this size, by climbing.
    Search(Size),
    /// Whatever is kept in the folder of `--resume`.
    Kept(PathBuf),
}

pub(crate) fn run(args: &DesignArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(path) = &args.output {
        output::check(path, FileContent::Plain, &[])?;
    }
    let asked = args.target()?;
    match asked {
        DesignTarget::Rush(scope) => rush::run(args, Some(scope), out),
        DesignTarget::Unit(side) => unit::run(args, side, out),
        DesignTarget::Kept(folder) if is_rush_survey(&folder) => rush::run(args, None, out),
        DesignTarget::Search(size) => search::run(args, size, out),
        DesignTarget::Pieces(puzzle) => pieces::run(args, &puzzle, out),
        DesignTarget::Frame(scope) => args.go_through(Some(scope), out),
        DesignTarget::Kept(_) => args.go_through(None, out),
    }
}

impl DesignArgs {
    fn keeping(&self) -> WorkDirArgs {
        WorkDirArgs { work_dir: self.work_dir.clone(), resume: self.resume.clone() }
    }

    fn target(&self) -> anyhow::Result<DesignTarget> {
        match &self.what[..] {
            [] => Ok(DesignTarget::Kept(self.resume.clone().expect("one of both"))),
            [kind] if kind == "rush" || kind == "unit" => {
                let kind = kind.to_string_lossy();
                let help = format!("write its width and height, like `huarong design {kind} 5x5`");
                Err(UserError::new("Rush Hour of which frame is not said", help).into())
            }
            [frame] if self.search => Ok(DesignTarget::Search(board_size(frame)?)),
            [_, size] if self.search => {
                let message = "`--search` is for frames of any pieces";
                let help = format!(
                    "write `huarong design {} --search`",
                    sanitize(&size.to_string_lossy())
                );
                Err(UserError::new(message, help).into())
            }
            [puzzle] if size_of_board(puzzle).is_none() => Ok(DesignTarget::Pieces(puzzle.clone())),
            [frame] => self.scope(frame).map(DesignTarget::Frame),
            [kind, size] if kind == "rush" => self.rush_scope(size).map(DesignTarget::Rush),
            [kind, size] if kind == "unit" => self.unit_side(size).map(DesignTarget::Unit),
            [kind, ..] => {
                let message =
                    format!("`{}` is nothing to go through", sanitize(&kind.to_string_lossy()));
                let help = "write a frame, like `4x4`, or `rush` or `unit` before it";
                Err(UserError::new(message, help).into())
            }
        }
    }

    fn scope(&self, frame: &OsString) -> anyhow::Result<FrameScope> {
        let Size { width, height } = board_size(frame)?;
        let side = |side: u32| u8::try_from(side).unwrap_or(u8::MAX);
        let all = 0..=u32::MAX;
        let range = |span: Option<NumberRange>| {
            let range = span.map_or_else(|| all.clone(), NumberRange::range);
            *range.start() as usize..=*range.end() as usize
        };
        let scope = FrameScope {
            walls: self.walls,
            pieces: range(self.pieces),
            empty: range(self.empty),
            shapes: self.shapes.clone(),
            aim: self.goal.clone().unwrap_or(GoalSpec::Corner),
            metric: self.metric.unwrap_or(Metric::Move),
            top: self.top.map_or(1, NonZero::get),
            ..FrameScope::new(side(height), side(width))
        };
        scope.check().map_err(refused)?;
        Ok(scope)
    }

    /// Options that say what is gone through of a frame.
    fn of_frames(&self) -> [(&'static str, bool); 4] {
        [
            ("--pieces", self.pieces.is_some()),
            ("--shapes", !self.shapes.is_empty()),
            ("--empty", self.empty.is_some()),
            ("--goal", self.goal.is_some()),
        ]
    }

    fn unit_side(&self, size: &OsString) -> anyhow::Result<usize> {
        let why = "cars have one cell and leave to the left, in as many moves as slides";
        let others = [
            ("--walls", self.walls > 0),
            ("--metric", self.metric.is_some()),
            ("--top", self.top.is_some()),
            ("--work-dir", self.work_dir.is_some()),
        ];
        refuse("Unit Rush Hour", why, &[&self.of_frames()[..], &others].concat())?;
        square("Unit Rush Hour", size)
    }

    fn rush_scope(&self, size: &OsString) -> anyhow::Result<RushScope> {
        let why = "cars have two or three cells and leave to the right, counted in slides";
        let metric = ("--metric", self.metric.is_some_and(|metric| metric != Metric::Slide));
        refuse("Rush Hour", why, &[&self.of_frames()[..], &[metric]].concat())?;
        let walls = u32::try_from(self.walls).unwrap_or(u32::MAX);
        let scope = RushScope { side: square("Rush Hour", size)?, walls };
        scope.check().map_err(refused)?;
        Ok(scope)
    }

    fn options(&self) -> SurveyOptions {
        let limits = self.limits.limits();
        let threads = self.threads.count().unwrap_or_else(|| {
            std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
        });
        SurveyOptions { limits, threads, work_folder: self.work_dir.clone() }
    }

    /// Writes puzzles into the file of `--output`, if there is one.
    fn store(&self, puzzles: impl Iterator<Item = String>) -> anyhow::Result<()> {
        let Some(path) = &self.output else { return Ok(()) };
        let puzzles: Vec<String> = puzzles.collect();
        let joined = notation::join(Notation::Huarong, &puzzles).expect("a file holds any number");
        output::store(path, &joined)
    }

    /// Says how many puzzles are in the file of `--output`, if there is one.
    fn tell_stored(&self, puzzles: usize, out: &mut dyn Write) -> io::Result<()> {
        match &self.output {
            Some(path) if !self.json => {
                writeln!(out, "{} written to {}", counted(puzzles, "puzzle"), path.display())
            }
            _ => Ok(()),
        }
    }

    /// Goes through a frame, or goes on with one.
    fn go_through(&self, asked: Option<FrameScope>, out: &mut dyn Write) -> anyhow::Result<Exit> {
        let name =
            asked.as_ref().map_or_else(|| "design".to_owned(), |scope| size_of(scope).to_string());
        let line = ProgressLine::new(&name, "hardest", self.quiet);
        let mut observer = watched(&line);
        let options = self.options();
        let found = match (asked, &self.resume) {
            (Some(scope), _) => {
                survey_frame(&scope, &options, &mut observer).map(|survey| (scope, survey))
            }
            (None, Some(folder)) => resume_survey(folder, &options, &mut observer),
            (None, None) => unreachable!("a frame or a folder"),
        };
        let (scope, survey) = found.map_err(failed)?;
        if survey.stopped.is_some() {
            self.keeping().note_how_to_resume("design");
        }
        self.store(survey.table.iter().map(|it| text(&scope, &survey, it)))?;
        if self.json {
            json::line(out, &FrameJson::new(&scope, &survey))?;
        } else {
            page(out, &scope, &survey)?;
        }
        self.tell_stored(survey.table.len(), out)?;
        Ok(match survey.stopped {
            Some(_) => Exit::Stopped,
            None if survey.table.is_empty() => Exit::Impossible,
            None => Exit::Done,
        })
    }
}

/// How long the sides of a square are.
fn square(of: &str, size: &OsString) -> anyhow::Result<usize> {
    let size = board_size(size)?;
    let Size { width, height } = size;
    if width == height {
        return Ok(width as usize);
    }
    let message = format!("a board of {of} is a square, not {size}");
    Err(UserError::new(message, format!("write one like `{width}x{width}`")).into())
}

/// Refuses options that say nothing of what is gone through.
fn refuse(of: &str, why: &str, given: &[(&str, bool)]) -> anyhow::Result<()> {
    let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) else { return Ok(()) };
    let message = format!("`{option}` says nothing of {of}");
    Err(UserError::new(message, format!("{why}: leave it out")).into())
}

/// Shows how far a survey is.
fn watched(line: &ProgressLine) -> impl FnMut(&Progress) -> std::ops::ControlFlow<()> + '_ {
    |progress: &Progress| {
        let expected = progress.expected.map(|all| all as u64);
        line.watch_towards(&Progress { expected: None, ..*progress }, expected)
    }
}

fn failed(error: SurveyError) -> anyhow::Error {
    match error {
        SurveyError::Scope(error) => refused(error),
        SurveyError::Checkpoint(error) => {
            work_dir::refused("design", SolveError::Checkpoint(error))
        }
        error => error.into(),
    }
}

fn refused(error: ScopeError) -> anyhow::Error {
    let message = match error {
        ScopeError::TooMany { boards } => {
            let boards = grouped(boards);
            format!("there are {boards} boards of any pieces, too many to go through")
        }
        error => error.to_string(),
    };
    let help = match error {
        ScopeError::OneCell => "take a frame like `3x3`",
        ScopeError::TooLarge { .. } => {
            "take a smaller one, like `4x5`, or climb on one of up to 30 cells with `--search`"
        }
        ScopeError::TooMany { .. } => {
            "name the `--shapes` of pieces, like `1x1,1x2,2x2`, or climb to hard ones with `--search`"
        }
        ScopeError::NoRushHour { .. } | ScopeError::NoUnitRushHour { .. } => {
            "take another one, like `6x6`"
        }
        ScopeError::TooManyWalls { .. } => "build fewer",
        ScopeError::ExitOutside { .. } | ScopeError::NoExit => {
            "write cells of the frame, rows and columns counted from 1: `exit:4,2/4,3`"
        }
        _ => "take another frame",
    };
    UserError::new(message, help).into()
}
