//! `huarong make`: random puzzles of several kinds.

mod kinds;

use super::prelude::*;
use std::hash::{BuildHasher, RandomState};

use crate::{
    design::{GenerationResult, ScopeError, rate},
    explore,
};
use clap::Subcommand;

use super::{args::RatingRange, numbers::wide_and_high};
use kinds::{BlockArgs, DoorArgs, RushArgs, TileArgs, ZipArgs};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong make tiles 4x4 --steps 40..50
  huarong make blocks 5x4 --moves 45..55
  huarong make rush --slides 30..
  huarong make doors 6x8 --moves 15..20

Without a kind: `huarong make 4x4` makes tiles, and blocks if `--moves` is given.

A size is a width and a height: 4x5 is 4 wide, 5 high. Each puzzle says how it was made. With \
`--count`, each has a seed of its own, the next number.

Exit status: 0 made, 1 proven: no such puzzle exists, 2 wrong input or usage, 3 none found, or \
stopped at a limit or by Ctrl-C.")]
pub struct MakeArgs {
    #[command(subcommand)]
    kind: PuzzleKind,
}

#[derive(Subcommand)]
enum PuzzleKind {
    /// Numbered tiles in a random order
    Tiles(TileArgs),
    /// Sliding blocks of any shape, with a solution of a given length
    Blocks(BlockArgs),
    /// Rush Hour puzzles
    Rush(RushArgs),
    /// Pieces that leave through doors, with a solution of a given length
    Doors(DoorArgs),
    /// Numbered grids with exactly one path over all cells
    Zip(ZipArgs),
}

/// The options of every kind.
#[derive(Args)]
struct GenerationArgs {
    /// Random seed; the same seed makes the same puzzle
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    /// Number of puzzles
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1")]
    count: NonZero<usize>,
    /// Output file [default: standard output]
    #[arg(long, short, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// Print a JSON object for each puzzle, one per line
    #[arg(long)]
    json: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The option of the kinds that `huarong rate` rates.
#[derive(Args)]
struct RatingArgs {
    /// Difficulty for a person, as `huarong rate` tells it: 40..60, 50.., hard
    #[arg(long, value_name = "RANGE")]
    rating: Option<RatingRange>,
}

pub fn run(args: &MakeArgs, out: &mut dyn Write) -> Result<Exit> {
    match &args.kind {
        PuzzleKind::Tiles(args) => args.run(out),
        PuzzleKind::Blocks(args) => args.run(out),
        PuzzleKind::Rush(args) => args.run(out),
        PuzzleKind::Doors(args) => args.run(out),
        PuzzleKind::Zip(args) => args.run(out),
    }
}

impl GenerationArgs {
    /// Makes a puzzle for each seed, and writes them as one text.
    fn run(
        &self,
        size: Size,
        join: fn(&[String]) -> String,
        out: &mut dyn Write,
        make: &dyn Fn(&GenerationParams) -> Result<GenerationReport>,
    ) -> Result<Exit> {
        output::check_all([(&self.output, FileContent::Plain)], &[])?;
        if size.width != size.height && !self.quiet && !self.json {
            note!("note: {size} is {}", wide_and_high(size));
        }
        let deadline = Deadline::after(self.limits.timeout);
        let first = self.seed.unwrap_or_else(fresh_seed);
        let limits = self.limits.limits_or_default();
        let started = Instant::now();
        let mut texts = Vec::new();
        let mut exit = Exit::Done;
        for number in 0..self.count.get() as u64 {
            let limits = limits.remaining_after(0, started.elapsed());
            let is_late = limits.timeout.is_some_and(|left| left.is_zero());
            if number > 0 && (is_late || interrupt::pressed()) {
                let reason = if is_late {
                    StopReason::Time
                } else {
                    StopReason::Interrupted
                };
                let puzzles = counted(number, "puzzle");
                note!("stopped: {reason} after {puzzles}");
                exit = Exit::Stopped;
                break;
            }
            let seed = first.wrapping_add(number);
            let report = make(&GenerationParams {
                size,
                seed,
                limits,
                quiet: self.quiet,
            })?;
            match &report.why {
                _ if self.json => json::line(out, &report)?,
                Some(why) => diagnostics::note(why),
                None => {}
            }
            exit = report.exit;
            let Some(text) = report.text else { break };
            texts.push(text);
        }
        deadline.lift();
        if texts.is_empty() || self.json {
            return Ok(exit);
        }
        let text = join(&texts);
        match &self.output {
            Some(path) => output::store(path, &text)?,
            None => out.write_all(text.as_bytes())?,
        }
        Ok(exit)
    }
}

/// Returns a random seed that is easy to type.
pub fn fresh_seed() -> u64 {
    RandomState::new().hash_one(()) % 1_000_000_000
}

/// Returns the error and the hint for an invalid request.
pub fn scope_error(error: &ScopeError) -> anyhow::Error {
    user_error!(error.to_string(), error.help()).into()
}

struct GenerationParams {
    size: Size,
    seed: u64,
    limits: Limits,
    quiet: bool,
}

impl GenerationParams {
    /// Returns the name of a puzzle: `Tiles 4x4 seed 7`.
    fn name(&self, kind: &str) -> String {
        format!("{kind} {} seed {}", self.size, self.seed)
    }

    /// Returns the maximum number of tries of a generator that usually makes this many. A time
    /// limit replaces it.
    fn max_tries(&self, usual: usize) -> usize {
        if self.limits.timeout.is_some() {
            usize::MAX
        } else {
            usual
        }
    }

    /// Makes puzzles until the rating of one is in the range, if one is given: the first from the
    /// seed itself, the others from seeds that follow from it.
    fn with_rating<T>(
        &self,
        wanted: &RatingArgs,
        puzzle: impl Fn(&T) -> Puzzle,
        make: &mut dyn FnMut(u64, Limits) -> Result<GenerationResult<T>>,
    ) -> Result<GenerationResult<T>> {
        let Some(range) = &wanted.rating else {
            return make(self.seed, self.limits);
        };
        let started = Instant::now();
        let mut seed = self.seed;
        let max_tries = self.max_tries(1000);
        for tries in 0..max_tries {
            let limits = self.limits.remaining_after(0, started.elapsed());
            let result = make(seed, limits)?;
            let GenerationResult::Found(found) = &result else {
                return Ok(result);
            };
            let options = explore::Options::default().with_limits(limits);
            let mut observer = |_: &Progress| break_if(interrupt::pressed());
            let rating = rate(&puzzle(found), &options, &mut observer)?;
            if let Some(reason) = rating.stopped() {
                return Ok(GenerationResult::Stopped {
                    reason,
                    tries,
                    hardest: None,
                });
            }
            if rating
                .score()
                .is_some_and(|score| range.contains(score.value()))
            {
                return Ok(result);
            }
            // Far apart, so that the puzzles of `--count`, with seeds in a row, do not meet.
            seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        }
        Ok(GenerationResult::NotFound {
            tries: max_tries,
            hardest: None,
        })
    }

    /// Returns a progress line about what is `wanted`; `depth` is the label of its depth.
    fn line(&self, kind: &str, wanted: &str, depth: &'static str) -> ProgressLine {
        let name = format!("{}{wanted}", self.name(kind));
        ProgressLine::new(&name, depth, self.quiet).with_timeout(self.limits.timeout)
    }
}

/// The result of one puzzle: the object of `--json`.
#[derive(Default, Serialize)]
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
    /// The reason why no puzzle was made, in words.
    #[serde(skip)]
    why: Option<String>,
}

impl GenerationReport {
    /// Returns the report of a puzzle that is not made yet.
    fn new(kind: &'static str, params: &GenerationParams) -> Self {
        GenerationReport {
            schema: "huarong/make/1",
            kind,
            rows: params.size.height,
            columns: params.size.width,
            seed: params.seed,
            outcome: "made",
            ..Self::default()
        }
    }

    /// Adds a puzzle and the length of its shortest solution.
    fn add(&mut self, puzzle: &Puzzle, moves: u32, title: PuzzleInfo) {
        self.moves = Some(moves);
        self.pieces = Some(puzzle.pieces().len());
        self.text = Some(puzzle.titled(title).to_string());
    }

    /// Adds the proof that no such puzzle exists.
    fn impossible(mut self, proof: &str) -> Self {
        self.outcome = "impossible";
        self.exit = Exit::Impossible;
        self.why = Some(format!("impossible: {proof}"));
        self
    }

    /// Adds the result of a generator, which tries `tried`s for a `wanted` and measures in a
    /// metric.
    fn with<T>(
        mut self,
        result: GenerationResult<T>,
        (tried, wanted, metric): (&str, &str, Metric),
        found: impl FnOnce(&mut Self, T),
    ) -> Self {
        // `20,000 layouts, of which the hardest takes 137 moves`
        let tried = |tries, hardest: Option<u32>| {
            let all = counted(tries, tried);
            let of_which = ", of which the hardest takes ";
            // 0 means that no solution was found.
            let hardest = hardest.filter(|&moves| moves > 0);
            let hardest = hardest.map(|moves| counted(moves, metric.word()));
            hardest.map_or_else(
                || all.clone(),
                |hardest| format!("{all}{of_which}{hardest}"),
            )
        };
        let (reason, why) = match result {
            GenerationResult::Found(puzzle) => {
                found(&mut self, puzzle);
                return self;
            }
            GenerationResult::Impossible { hardest } => {
                let hardest = counted(hardest, metric.word());
                return self.impossible(&format!(
                    "no {wanted} has a solution of this length; the hardest takes {hardest}"
                ));
            }
            GenerationResult::NotFound { tries, hardest } => {
                let tried = tried(tries, hardest);
                (
                    "tries",
                    format!("stopped: none found in {tried}; `--timeout` allows more"),
                )
            }
            GenerationResult::Stopped {
                reason,
                tries,
                hardest,
            } => {
                let tried = tried(tries, hardest);
                (
                    reason.word(),
                    format!("stopped: {reason}; none found in {tried}"),
                )
            }
        };
        self.outcome = "stopped";
        self.exit = Exit::Stopped;
        self.reason = Some(reason);
        self.why = Some(why);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_generator_reports_the_hardest_puzzle_only_if_it_found_one() {
        let size = "6x6".parse().expect("a size");
        let params = GenerationParams {
            size,
            seed: 1,
            limits: Limits::default(),
            quiet: true,
        };
        let told = |hardest| {
            let result = GenerationResult::<()>::Stopped {
                reason: StopReason::Time,
                tries: 5,
                hardest,
            };
            let report = GenerationReport::new("rush", &params);
            let words = ("board", "board", Metric::Slide);
            report
                .with(result, words, |_, ()| {})
                .why
                .expect("a reason")
        };
        let none = "stopped: timed out; none found in 5 boards";
        assert_eq!(told(None), none);
        assert_eq!(told(Some(0)), none);
        assert_eq!(
            told(Some(7)),
            format!("{none}, of which the hardest takes 7 slides")
        );
    }
}
