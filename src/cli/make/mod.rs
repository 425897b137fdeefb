//! `huarong make`: puzzles by chance, of several kinds.

mod blocks;
mod rush;
mod tiles;
mod zip;

use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use huarong::control::{Limits, StopReason};
use huarong::grid::Size;
use huarong::notation::{self, Notation};
use huarong::puzzle::Metric;
use serde::Serialize;

use super::args::{LimitArgs, NumberRange, positive, seed};
use super::diagnostics::{self, UserError, sanitize};
use super::exit::Exit;
use super::interrupt::Deadline;
use super::numbers::{counted, wide_and_high};
use super::output::{self, FileContent};
use super::progress::ProgressLine;
use super::subject::any_size;
use super::{json, search};
use blocks::{BlockArgs, BlockGenerator};
use rush::{RushArgs, RushLineGenerator};
use tiles::{TileArgs, TileGenerator};
use zip::{ZipArgs, ZipMapGenerator};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong make 4x4
  huarong make 4x4 --seed 7 | huarong solve -
  huarong make 4x4 --steps 40..50 --output fifteen.txt
  huarong make tiles 3x3 --steps 31
  huarong make 5x5 --count 10 --output many.txt
  huarong make 5x4 --moves 45..55 --pieces 10 --unique
  huarong make rush --slides 30..
  huarong make zip 7x7 --numbers 8 --walls 3 | huarong hamilton - --unique --print board
  huarong make zip 6x6 --minimal --count 20 --output booklet.txt

Tiles: without `--steps`, each start that can be solved is as likely as another. With it, a search proves \
how long the shortest solution is: on frames of up to 16 cells any length is within reach that is not \
rare, on larger ones those of up to some 30 steps.

Blocks: `--moves` asks for a frame of up to 30 cells, cut into pieces of any shape, of which X is to \
cover the last cell. Layouts by chance are changed as long as that makes solutions longer; all positions \
of a layout are gone through, which proves the length and, with `--unique`, that no other solution is \
as short, but for the ways that a piece may take in one move.

Rush Hour: the hardest start of some component, which is easier without any one of its cars. Boards are \
gone through in an order by chance, 6x6 ones where no size is given.

Zips: the one path over every cell begins at 1, meets the numbers in their order and ends at the last; \
that there is no other is proven by counting all. Walls are thin ones, between two cells, as in \
LinkedIn's Zip. Without `--numbers` there are as many as it takes. `huarong hamilton` reads a map a file.

A size is a width and a height: 4x5 is 4 wide, 5 high. The puzzle says how it was made; with `--count`, each has a seed of its own, the next number.

Exit status: 0 made, 1 proven: there is none, 2 wrong input or usage, 3 none found in so many tries, \
or stopped at a limit or by Ctrl-C.")]
pub(crate) struct MakeArgs {
    /// What to make, and its width and height: numbered tiles, `4x4` or `tiles 4x4`; sliding
    /// blocks, `5x4 --moves 45..55`; Rush Hour, `rush` or `rush 5x5`; or a grid with numbers
    /// through which one path leads, `zip 7x7`
    #[arg(value_name = "WxH", required = true, num_args = 1..=2)]
    what: Vec<OsString>,
    #[command(flatten)]
    tiles: TileArgs,
    #[command(flatten)]
    blocks: BlockArgs,
    #[command(flatten)]
    rush: RushArgs,
    #[command(flatten)]
    zip: ZipArgs,
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
    /// Try so many placements, layouts, boards or paths for a puzzle before giving it up [default:
    /// 100 placements, 20000 layouts, 2000000 boards, 100 paths]
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = positive)]
    #[arg(hide_short_help = true)]
    tries: Option<NonZero<usize>>,
    #[command(flatten)]
    limits: LimitArgs,
}

pub(crate) fn run(args: &MakeArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let generator = args.generator()?;
    if let Some(path) = &args.output {
        output::check(path, FileContent::Plain, &[])?;
    }
    let deadline = Deadline::after(args.limits.timeout);
    let first = args.seed.unwrap_or_else(fresh_seed);
    let limits = args.limits.limits();
    let started = Instant::now();
    let tries = args.tries.map_or_else(|| generator.usual_tries(), NonZero::get);
    let (mut texts, mut exit) = (Vec::new(), Exit::Done);
    for number in 0..args.count.get() as u64 {
        let limits = limits.after(0, started.elapsed());
        let run =
            GenerationParams { seed: first.wrapping_add(number), tries, limits, quiet: args.quiet };
        let made = generator.make(&run)?;
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
    let text = generator.join(&texts);
    match &args.output {
        Some(path) => output::store(path, &text)?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(exit)
}

/// A number that is easily typed again.
pub(crate) fn fresh_seed() -> u64 {
    RandomState::new().hash_one(()) % 1_000_000_000
}

/// What makes puzzles of one kind.
trait Generator {
    /// Makes one.
    fn make(&self, run: &GenerationParams) -> anyhow::Result<GenerationReport>;

    /// Tries for one, where no number is given.
    fn usual_tries(&self) -> usize {
        100
    }

    /// Many as one text.
    fn join(&self, texts: &[String]) -> String {
        notation::join(Notation::Huarong, texts).expect("a file holds any number")
    }
}

/// How one puzzle is made.
struct GenerationParams {
    seed: u64,
    tries: usize,
    limits: Limits,
    quiet: bool,
}

impl GenerationParams {
    /// A line that shows how far it has come; what its depth is called.
    fn line(&self, name: &str, depth: &'static str) -> ProgressLine {
        ProgressLine::new(name, depth, self.quiet)
    }
}

impl MakeArgs {
    /// What makes the kind of puzzles that the words ask for.
    fn generator(&self) -> anyhow::Result<Box<dyn Generator + '_>> {
        let (kind, size) = kind_and_size(&self.what)?;
        let kind = kind.unwrap_or(match self.blocks.given() {
            Some(_) => PuzzleKind::Blocks,
            None => PuzzleKind::Tiles,
        });
        for (other, (word, name)) in PUZZLE_KINDS {
            if let Some(option) = self.given(other).filter(|_| other != kind) {
                let help = match (self.length(kind), self.length(other)) {
                    // The same question, as it is put of what is to be made.
                    (Some((own, None)), Some((word, Some(range)))) if word == option => {
                        let (_, name) = kind.words();
                        format!("for {name} use `{own} {range}`")
                    }
                    _ => {
                        let size = sanitize(&size.to_string_lossy());
                        let needed = if other == PuzzleKind::Blocks && self.blocks.moves().is_none()
                        {
                            " --moves 20..30"
                        } else {
                            ""
                        };
                        format!("write `huarong make {word} {size}{needed}`")
                    }
                };
                return Err(UserError::new(format!("`{option}` is for {name}"), help).into());
            }
        }
        // Each kind has a bound of its own.
        let size = any_size(size)?;
        if size.width != size.height && !self.quiet && !self.json {
            diagnostics::note(format_args!("note: {size} is {}", wide_and_high(size)));
        }
        Ok(match kind {
            PuzzleKind::Tiles => {
                if self.tries.is_some() && self.tiles.given().is_none() {
                    let message = "`--tries` is of no use for tiles in any order";
                    let help = "say with `--steps` how long the shortest solution is to be";
                    return Err(UserError::new(message, help).into());
                }
                Box::new(TileGenerator::new(&self.tiles, size)?)
            }
            PuzzleKind::Blocks => Box::new(BlockGenerator::new(&self.blocks, size)?),
            PuzzleKind::Rush => Box::new(RushLineGenerator::new(&self.rush, size)?),
            PuzzleKind::Zip => Box::new(ZipMapGenerator::new(&self.zip, size)?),
        })
    }

    /// The option that says how long the shortest solution of a kind is, if it has one, and what it
    /// is given.
    const fn length(&self, kind: PuzzleKind) -> Option<(&'static str, Option<NumberRange>)> {
        match kind {
            PuzzleKind::Tiles => Some(("--steps", self.tiles.steps())),
            PuzzleKind::Blocks => Some(("--moves", self.blocks.moves())),
            PuzzleKind::Rush => Some(("--slides", self.rush.slides())),
            PuzzleKind::Zip => None,
        }
    }

    /// What is given that is for one kind only.
    fn given(&self, kind: PuzzleKind) -> Option<&'static str> {
        match kind {
            PuzzleKind::Tiles => self.tiles.given(),
            PuzzleKind::Blocks => self.blocks.given(),
            PuzzleKind::Rush => self.rush.given(),
            PuzzleKind::Zip => self.zip.given(),
        }
    }
}

/// A kind of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PuzzleKind {
    Tiles,
    Blocks,
    Rush,
    Zip,
}

impl PuzzleKind {
    /// Its word and what it is called.
    fn words(self) -> (&'static str, &'static str) {
        PUZZLE_KINDS.into_iter().find(|(kind, _)| *kind == self).expect("all are there").1
    }
}

/// The kinds, each with its word and what it is called.
const PUZZLE_KINDS: [(PuzzleKind, (&str, &str)); 4] = [
    (PuzzleKind::Tiles, ("tiles", "numbered tiles")),
    (PuzzleKind::Blocks, ("blocks", "sliding blocks")),
    (PuzzleKind::Rush, ("rush", "Rush Hour")),
    (PuzzleKind::Zip, ("zip", "zips")),
];

/// What the words ask for, if they say it, and the size of its frame.
fn kind_and_size(what: &[OsString]) -> anyhow::Result<(Option<PuzzleKind>, &OsStr)> {
    let kind_of = |word: &OsString| PUZZLE_KINDS.into_iter().find(|(_, (name, _))| word == name);
    match what {
        [kind] if kind == "rush" => Ok((Some(PuzzleKind::Rush), OsStr::new("6x6"))),
        [kind, size] => {
            let known = kind_of(kind).map(|(kind, _)| (Some(kind), size.as_os_str()));
            known.ok_or_else(|| {
                let message = format!("`{}` cannot be made", sanitize(&kind.to_string_lossy()));
                UserError::new(message, "write `tiles`, `blocks`, `rush` or `zip`").into()
            })
        }
        [word, ..] => match kind_of(word) {
            Some((_, (name, _))) => {
                let message = format!("{name} of which frame is not said");
                let help = format!("write its width and height, like `huarong make {name} 4x4`");
                Err(UserError::new(message, help).into())
            }
            None => Ok((None, word)),
        },
        [] => unreachable!("one word at least"),
    }
}

/// What became of a puzzle that was to be made, as it is told.
#[derive(Clone, Serialize)]
struct GenerationReport {
    schema: &'static str,
    kind: &'static str,
    rows: u32,
    columns: u32,
    seed: u64,
    outcome: &'static str,
    reason: Option<&'static str>,
    steps: Option<u32>,
    moves: Option<u32>,
    metric: Option<Metric>,
    pieces: Option<usize>,
    numbers: Option<usize>,
    walls: Option<usize>,
    text: Option<String>,
    #[serde(skip)]
    exit: Exit,
    /// Why there is none, in a sentence.
    #[serde(skip)]
    why: Option<String>,
}

impl GenerationReport {
    /// What is to be made, before it is.
    const fn new(kind: &'static str, size: Size, seed: u64) -> Self {
        GenerationReport {
            schema: "huarong/make/1",
            kind,
            rows: size.height,
            columns: size.width,
            seed,
            outcome: "made",
            reason: None,
            steps: None,
            moves: None,
            metric: None,
            pieces: None,
            numbers: None,
            walls: None,
            text: None,
            exit: Exit::Done,
            why: None,
        }
    }

    /// That there is none.
    fn impossible(self, why: &str) -> Self {
        let why = Some(format!("impossible: {why}"));
        GenerationReport { outcome: "impossible", exit: Exit::Impossible, why, ..self }
    }

    /// `20,000 layouts, of which the hardest takes 137 moves`.
    fn count(&self, tries: usize, what: &str, hardest: Option<u32>) -> String {
        let (tries, unit) = (counted(tries, what), self.metric.unwrap_or_default().word());
        match hardest {
            Some(hardest) => {
                format!("{tries}, of which the hardest takes {}", counted(hardest, unit))
            }
            None => tries,
        }
    }

    /// That none was found in so many tries, which are called so; and the length of the hardest.
    fn not_found(self, tries: usize, what: &str, hardest: Option<u32>) -> Self {
        let tries = self.count(tries, what, hardest);
        let why = Some(format!("stopped: none found in {tries}; `--tries` allows more"));
        GenerationReport {
            outcome: "stopped",
            exit: Exit::Stopped,
            reason: Some("tries"),
            why,
            ..self
        }
    }

    /// That a limit was met before one was found.
    fn stopped(
        self,
        reason: StopReason,
        (tries, what): (usize, &str),
        hardest: Option<u32>,
    ) -> Self {
        let tries = self.count(tries, what, hardest);
        let why = Some(format!("stopped: {reason}; none found in {tries}"));
        let reason = Some(search::reason_word(reason));
        GenerationReport { outcome: "stopped", exit: Exit::Stopped, reason, why, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_made_is_a_size_or_a_kind_and_a_size() {
        let asked = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            kind_and_size(&words).map(|(kind, size)| (kind, size.to_owned()))
        };
        assert_eq!(asked(&["3x4"]).ok(), Some((None, "3x4".into())));
        assert_eq!(asked(&["tiles", "6×6"]).ok(), Some((Some(PuzzleKind::Tiles), "6×6".into())));
        assert_eq!(asked(&["zip", "7x7"]).ok(), Some((Some(PuzzleKind::Zip), "7x7".into())));
        for (words, wanted) in [
            (&["tiles"][..], "huarong make tiles 4x4"),
            (&["zip"], "huarong make zip 4x4"),
            (&["cars", "6x6"], "write `tiles`"),
        ] {
            let error = asked(words).expect_err(wanted);
            let error = error.downcast::<UserError>().expect("a complaint");
            assert!(error.help.as_ref().is_some_and(|help| help.contains(wanted)), "{error:?}");
        }
    }
}
