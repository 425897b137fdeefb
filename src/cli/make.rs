//! `huarong make`: puzzles by chance.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use huarong::Puzzle;
use huarong::control::Limits;
use huarong::design::{FrameError, Start, TileFrame};
use huarong::grid::Cell;
use huarong::notation::{self, Notation};
use huarong::puzzle::{Optimum, PublishedOptimum, Title};
use huarong::sliding::Options;
use serde::Serialize;

use super::args::{Span, positive, seed, timeout};
use super::diagnostics::{self, UserError, sanitize};
use super::exit::Exit;
use super::interrupt::{self, Deadline};
use super::numbers::counted;
use super::output::{self, Content};
use super::progress::Line;
use super::subject::board_size;
use super::{json, memory, search};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong make 4x4
  huarong make 4x4 --seed 7 | huarong solve -
  huarong make 4x4 --steps 40..50 --output fifteen.txt
  huarong make tiles 3x3 --steps 31
  huarong make 5x5 --count 10 --output many.txt

Without `--steps`, each start that can be solved is as likely as another. With it, a search proves how \
long the shortest solution is: on frames of up to 16 cells any length is within reach that is not \
rare, on larger ones those of up to some 30 steps. The puzzle says how it was made; with `--count`, \
each has a seed of its own, the next number.

Exit status: 0 made, 1 proven: there is none, 2 wrong input or usage, 3 none found in so many tries, \
or stopped at a limit or by Ctrl-C.")]
pub(crate) struct MakeArgs {
    /// What to make: numbered tiles, in a frame of so many rows and columns: `4x4`, or `tiles 4x4`
    #[arg(value_name = "ROWSxCOLS", required = true, num_args = 1..=2)]
    what: Vec<OsString>,
    /// How many steps the shortest solution has, ends included: `40..50`, `40..`, `..50`, `45`
    #[arg(long, value_name = "RANGE")]
    steps: Option<Span>,
    /// What chance begins with: the same seed makes the same puzzle [default: another each time]
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    /// Make so many
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1")]
    count: NonZero<usize>,
    /// The file to write; without this, the puzzles go to standard output
    #[arg(long, short, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Print one JSON object a puzzle, each on a line of its own
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Solve so many placements for a puzzle of `--steps` before giving it up
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = positive)]
    #[arg(default_value = "100", requires = "steps")]
    tries: NonZero<usize>,
    /// Stop when the program takes this much memory: 500M, 2GiB [default: three quarters of what is
    /// free]
    #[arg(long, value_name = "SIZE", help_heading = "Limits", value_parser = memory::limit)]
    max_memory: Option<usize>,
    /// Stop after this time: 10s, 5m, 1h30m
    #[arg(long, value_name = "DURATION", help_heading = "Limits", value_parser = timeout)]
    timeout: Option<Duration>,
}

pub(crate) fn run(args: &MakeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let frame = asked_for(&args.what)?;
    if let Some(path) = &args.output {
        output::check(path, Content::Plain, &[])?;
    }
    interrupt::listen();
    let deadline = Deadline::after(args.timeout);
    let max_bytes = args.max_memory.or_else(memory::most);
    let maker = Maker { args, frame, started: Instant::now(), max_bytes };
    let first = args.seed.unwrap_or_else(fresh_seed);
    let (mut texts, mut exit) = (Vec::new(), Exit::Done);
    for number in 0..args.count.get() as u64 {
        let made = maker.make(first.wrapping_add(number))?;
        match &made.why {
            _ if args.json => json::line(out, &made)?,
            Some(why) => diagnostics::note(why),
            None => {}
        }
        exit = made.exit;
        let Some(text) = made.text else { break };
        texts.push(text);
    }
    deadline.lift();
    if texts.is_empty() || args.json {
        return Ok(exit);
    }
    let text = notation::join(Notation::Huarong, &texts).expect("a file holds any number");
    match &args.output {
        Some(path) => output::store(path, &text)?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(exit)
}

/// A number that is easily typed again.
fn fresh_seed() -> u64 {
    RandomState::new().hash_one(()) % 1_000_000_000
}

/// The frame of tiles that the words ask for.
fn asked_for(what: &[OsString]) -> anyhow::Result<TileFrame> {
    let size = match what {
        [kind, size] if kind == "tiles" => size,
        [kind, _] => {
            let message = format!("`{}` cannot be made", sanitize(&kind.to_string_lossy()));
            return Err(UserError::new(message, "write `tiles`, for numbered tiles").into());
        }
        [kind] if kind == "tiles" => {
            let help = "write how many rows and columns, like `huarong make tiles 4x4`";
            return Err(UserError::new("tiles of which frame is not said", help).into());
        }
        [size, ..] => size,
        [] => unreachable!("one word at least"),
    };
    let (rows, columns) = board_size(size)?;
    TileFrame::new(rows as usize, columns as usize).map_err(|error| {
        let help = match error {
            FrameError::OneLine => "take two rows and two columns at least, like `2x3`",
            _ => "take one of up to 36 cells, like `6x6`",
        };
        UserError::new(format!("{}: {error}", sanitize(&size.to_string_lossy())), help).into()
    })
}

/// What makes puzzles, one for each seed.
struct Maker<'a> {
    args: &'a MakeArgs,
    frame: TileFrame,
    started: Instant,
    max_bytes: Option<usize>,
}

/// What became of a puzzle that was to be made, as it is told.
#[derive(Clone, Serialize)]
struct Made {
    schema: &'static str,
    kind: &'static str,
    rows: usize,
    columns: usize,
    seed: u64,
    outcome: &'static str,
    reason: Option<&'static str>,
    steps: Option<u32>,
    text: Option<String>,
    #[serde(skip)]
    exit: Exit,
    /// Why there is none, in a sentence.
    #[serde(skip)]
    why: Option<String>,
}

impl Maker<'_> {
    fn make(&self, seed: u64) -> anyhow::Result<Made> {
        let (rows, columns) = (self.frame.rows(), self.frame.columns());
        let made = Made {
            schema: "huarong/make/1",
            kind: "tiles",
            rows,
            columns,
            seed,
            outcome: "made",
            reason: None,
            steps: None,
            text: None,
            exit: Exit::Done,
            why: None,
        };
        let Some(span) = self.args.steps else {
            let puzzle = self.titled(&self.frame.random(seed), None, seed);
            return Ok(Made { text: Some(puzzle), ..made });
        };
        let stopped = Made { outcome: "stopped", exit: Exit::Stopped, ..made.clone() };
        Ok(match self.so_far(span, seed)? {
            Start::Found { puzzle, steps } => {
                let puzzle = self.titled(&puzzle, Some(steps), seed);
                Made { text: Some(puzzle), steps: Some(steps), ..made }
            }
            Start::TooFar { farthest } => {
                let why = format!(
                    "impossible: no start of {rows}x{columns} tiles takes more than {farthest} steps"
                );
                Made { outcome: "impossible", exit: Exit::Impossible, why: Some(why), ..made }
            }
            Start::NotFound { tries } => {
                let tries = counted(tries, "placement");
                let why = format!("stopped: none found in {tries}; `--tries` allows more");
                Made { reason: Some("tries"), why: Some(why), ..stopped }
            }
            Start::Stopped { reason, tries } => {
                let tries = counted(tries, "placement");
                let why = format!("stopped: {reason}; none found in {tries}");
                Made { reason: Some(search::reason_word(reason)), why: Some(why), ..stopped }
            }
        })
    }

    fn so_far(&self, span: Span, seed: u64) -> anyhow::Result<Start> {
        let timeout = self.args.timeout.map(|all| all.saturating_sub(self.started.elapsed()));
        let limits = Limits { max_bytes: self.max_bytes, timeout, ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let line = Line::new(&self.name(seed), "depth", self.args.quiet);
        let mut observer = |progress: &_| line.watch(progress);
        let tries = self.args.tries.get();
        let start = self.frame.so_far(&span.range(), seed, tries, &options, &mut observer);
        start.map_err(|error| {
            let help = "take a smaller frame, like `5x6`, or do without `--steps`";
            UserError::new(error.to_string(), help).into()
        })
    }

    fn name(&self, seed: u64) -> String {
        format!("Tiles {}x{} seed {seed}", self.frame.rows(), self.frame.columns())
    }

    /// The puzzle as it is written, with the command that makes it.
    fn titled(&self, puzzle: &Puzzle, steps: Option<u32>, seed: u64) -> String {
        let (rows, columns) = (self.frame.rows(), self.frame.columns());
        let range = self.args.steps.map_or_else(String::new, |span| format!(" --steps {span}"));
        let source = format!("huarong make {rows}x{columns}{range} --seed {seed}");
        let title = Title { name: Some(self.name(seed)), source: Some(source), ..Title::default() };
        let known = PublishedOptimum::Known(Optimum { moves: steps, slides: steps, steps });
        let best = if steps.is_some() { known } else { PublishedOptimum::Unknown };
        let anchors: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        let titled = puzzle.starting_at(&anchors, title, best);
        titled.expect("no tile is on a gate").to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_made_is_a_size_or_tiles_of_a_size() {
        let asked = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            asked_for(&words)
        };
        assert_eq!(asked(&["3x4"]).ok(), TileFrame::new(3, 4).ok());
        assert_eq!(asked(&["tiles", "6×6"]).ok(), TileFrame::new(6, 6).ok());
        for (words, wanted) in [
            (&["tiles"][..], "huarong make tiles 4x4"),
            (&["cars", "6x6"], "write `tiles`"),
            (&["4"], "like `8x8`"),
            (&["1x5"], "like `2x3`"),
            (&["7x7"], "like `6x6`"),
        ] {
            let error = asked(words).expect_err(wanted);
            let error = error.downcast::<UserError>().expect("a complaint");
            assert!(error.help.as_ref().is_some_and(|help| help.contains(wanted)), "{error:?}");
        }
    }
}
