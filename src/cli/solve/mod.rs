//! `huarong solve`: each puzzle in turn, its moves and a summary; with `--all` every shortest
//! solution.

mod all;
mod cluster;

use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use huarong::control::Outcome;
use huarong::puzzle::Metric;
use huarong::sliding::{Algorithm, Options, Place, Report, Solver};
use huarong::solution::Solution;
use huarong::solution::notation::{self, Notation, SolutionListing};
use serde::Serialize;

use super::args::{
    self, EngineArg, HEURISTICS, HeuristicArg, PUZZLES_HELP, PUZZLES_LONG_HELP, SearchArgs,
    ThreadArgs, count, one_of, seed, seeded,
};
use super::cluster::ClusterArgs;
use super::diagnostics::{UserError, sanitize};
use super::drawing::{self, PieceStyle};
use super::exit::Exit;
use super::input::{self, ReadArgs, Source};
use super::json::{self, ObjectHeader, SearchSummary, UnitJson, units};
use super::numbers::{self, counted, grouped, time};
use super::output::{self, FileContent};
use super::puzzle_args::{self, PuzzleSet};
use super::tablebase::{self, DistanceSource};
use super::work_dir::{self, WorkDirArgs};
use super::{batch, interrupt, published_optimum, search, solution};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong solve heng-dao-li-ma
  huarong solve my.txt --timeout 5m --max-memory 2GiB --output my.solution
  huarong solve heng-dao-li-ma --json | jq .length
  huarong solve fayaa#3 my-puzzles.txt --metric slide --quiet
  huarong solve century --algorithm dfs --max-states 1000000
  huarong solve heng-dao-li-ma --notation chinese
  huarong solve heng-dao-li-ma --all --limit 3 --notation compact
  huarong solve rush.txt --metric slide --quiet --check
  huarong solve heng-dao-li-ma --tablebase moves.tb
  huarong solve puzzles/ --timeout 10s
  huarong solve climb-15-winter-gnome --work-dir my-run
  huarong solve --resume my-run
  huarong solve klotski 'fayaa#*' --json > answers.jsonl

`huarong verify` reads every notation. Limits apply to each puzzle. A folder, a family or a pattern \
implies `--quiet`.

Exit status: 0 solved, 1 proven impossible or not as published, 2 wrong input or usage, 3 stopped \
at a limit or by Ctrl-C.")]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct SolveArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP)]
    puzzle: Vec<OsString>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Search algorithm
    #[arg(long, value_parser = args::algorithm(), default_value = "auto")]
    #[arg(conflicts_with = "resume")]
    algorithm: Algorithm,
    /// Random seed of `dfs-random`
    #[arg(long, value_name = "N", value_parser = seed, default_value_t = 0, hide_short_help = true)]
    seed: u64,
    #[command(flatten)]
    search: SearchArgs,
    /// List every shortest solution
    #[arg(long, conflicts_with_all = ["algorithm", "output", "check", "work_dir", "resume"])]
    all: bool,
    /// Maximum number of solutions to list
    #[arg(long, value_name = "N", requires = "all", value_parser = count)]
    #[arg(hide_short_help = true)]
    limit: Option<usize>,
    /// Heuristic of `idastar` for numbered tiles
    #[arg(long, value_parser = one_of(&HEURISTICS), default_value = "auto", hide_short_help = true)]
    heuristic: HeuristicArg,
    /// Keep the tables of `--heuristic patterns` in memory instead of the cache folder
    #[arg(long, hide_short_help = true)]
    no_cache: bool,
    /// Look puzzles up in this file of `huarong atlas --output` or `huarong explore --save`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["algorithm", "work_dir", "resume"])]
    #[arg(hide_short_help = true)]
    tablebase: Option<PathBuf>,
    /// Draw the board before the first move and after each
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    boards: bool,
    /// Notation of the moves [default: words]
    #[arg(long, value_parser = one_of(&NOTATIONS), help_heading = "Output")]
    #[arg(conflicts_with_all = ["json", "boards"])]
    notation: Option<Notation>,
    /// Store the solution, for `huarong verify`
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Compare the result with the published optimum, and the number of reachable boards with that
    /// of a Rush Hour database
    #[arg(long, conflicts_with = "json", help_heading = "Output", hide_short_help = true)]
    check: bool,
    /// Print a JSON object per puzzle
    ///
    /// With `--all`, print one per solution, then one with their number.
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print the summary only, and no progress
    ///
    /// `--boards` and `--notation` print the moves nevertheless.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    keeping: WorkDirArgs,
    /// Search engine for breadth-first search; all prove the same
    #[arg(long, value_parser = args::solve_engine(), default_value = "auto", conflicts_with = "all")]
    #[arg(requires_if("layered", "work_dir"), help_heading = "Large runs")]
    #[arg(hide_short_help = true)]
    engine: EngineArg,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// What is printed of each puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Printing {
    /// One JSON object.
    Json,
    /// Its title, the moves and the summary.
    Moves,
    /// The summary.
    Summary,
    /// The summary, and whose it is.
    NamedSummary,
}

impl Printing {
    fn of(args: &SolveArgs, loaded: &PuzzleSet) -> Self {
        if args.json {
            Printing::Json
        } else if args.is_asked_for_moves() || !(args.quiet || loaded.is_gathered) {
            Printing::Moves
        } else if loaded.sources.len() <= 1 && !loaded.is_gathered {
            Printing::Summary
        } else {
            Printing::NamedSummary
        }
    }
}

/// The notations of solutions, each with its help.
const NOTATIONS: [(&str, Notation, &str); 6] = [
    ("words", Notation::Words, "A numbered line a move: `1. C 曹操  down 2`"),
    ("compact", Notation::Compact, "Letters and arrows, several moves a line: `C↓2 E→ J←↓`"),
    ("ascii", Notation::Ascii, "The same in ASCII: `Cd2 Er Jld`"),
    (
        "fogleman",
        Notation::Fogleman,
        "`A+2 C-1`, with + for right or down and - for left or up: for pieces that keep to one \
         axis, as in Rush Hour, and for `--metric slide` or `step`",
    ),
    (
        "chinese",
        Notation::Chinese,
        "Names and numerals: `曹操下二 关羽右 卒J左下`, with the letter where several have one name",
    ),
    ("boards", Notation::Boards, "The boards, the start first, without moves"),
];

pub(crate) fn run(args: &SolveArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if args.no_cache {
        search::keep_tables_in_memory();
    }
    if args.is_for_cluster() {
        return cluster::run(args, out);
    }
    let note = || args.keeping.note_how_to_resume("solve");
    if let Some(folder) = &args.keeping.resume {
        if let Some(path) = &args.output {
            check_output(path, args, 1)?;
        }
        let solver = open(args, Place::Resume(folder))?;
        let source = work_dir::source(folder, solver.puzzle());
        return finish(args, &source, solver, &note, out);
    }
    let loaded = if !args.puzzle.is_empty() {
        let Some(loaded) = puzzle_args::load_all(&args.puzzle, &args.reading)? else {
            return Ok(Exit::Wrong);
        };
        loaded
    } else if io::stdin().is_terminal() {
        PuzzleSet { sources: input::ask(&args.reading)?, ..PuzzleSet::default() }
    } else {
        let help = "name one, like `huarong solve heng-dao-li-ma`, or `-` for standard input";
        return Err(UserError::new("there is no puzzle to solve", help).into());
    };
    let sources = &loaded.sources;
    if let Some(path) = &args.output {
        check_output(path, args, sources.len())?;
    }
    let options = args.options();
    let by_layers = matches!(options.algorithm, Algorithm::Auto | Algorithm::BreadthFirst);
    if let (Some(engine), false) = (args.engine, by_layers) {
        let message = format!("`--engine {}` is for breadth-first search", engine.word());
        return Err(UserError::new(message, "do without `--engine`, or `--algorithm`").into());
    }
    if args.keeping.work_dir.is_some() {
        let source = only(sources)?;
        let solver = open(args, args.keeping.place(&source.puzzle))?;
        return finish(args, source, solver, &note, out);
    }
    if let Some(notation) = args.notation {
        check_notation(notation, sources, options.metric)?;
    }
    if args.all {
        let is_one_of_many = sources.len() > 1;
        let exit = search::each(sources, out, |number, source, out| {
            if number > 0 && !args.quiet && !args.json {
                writeln!(out)?;
            }
            all::solve(args, &options, source, is_one_of_many, out)
        })?;
        return Ok(exit.max(loaded.exit()));
    }
    let (printing, summary) = (Printing::of(args, &loaded), BatchSummary::default());
    let mut solving = SolveRun { args, options, printing, summary };
    let exit = match &args.tablebase {
        None if sources.len() > 1 => solving.at_once(sources, out)?,
        None => solving.in_turn(sources, None, out)?,
        Some(path) => {
            let mut tablebase = tablebase::open(path, options.metric)?;
            solving.in_turn(sources, Some(&mut tablebase), out)?
        }
    };
    if loaded.is_gathered && solving.printing != Printing::Json {
        solving.summary.print(&loaded, options.metric, out)?;
    }
    Ok(exit.max(loaded.exit()))
}

impl SolveArgs {
    /// Whether moves are printed even where it is to be quiet.
    const fn is_asked_for_moves(&self) -> bool {
        self.boards || self.notation.is_some()
    }

    fn options(&self) -> Options {
        let options = self.search.options(seeded(self.algorithm, self.seed));
        let (engine, heuristic, threads) = (self.engine, self.heuristic, self.threads.count());
        Options { engine, heuristic, threads, ..options }
    }
}

/// The one puzzle that a run is kept for.
fn only(sources: &[Source]) -> anyhow::Result<&Source> {
    let [source] = sources else {
        let message = format!("`--work-dir` is for one puzzle, and there are {}", sources.len());
        return Err(UserError::new(message, "give one puzzle, like `FILE#1`").into());
    };
    Ok(source)
}

/// Begins or resumes the run of a work folder.
fn open(args: &SolveArgs, place: Place<'_>) -> anyhow::Result<Solver> {
    Solver::open(place, &args.options()).map_err(|error| work_dir::refused("solve", error))
}

/// Searches on in a run that is kept, and tells what came of it; `note` says how one goes on that
/// has ended early.
fn finish(
    args: &SolveArgs,
    source: &Source,
    mut solver: Solver,
    note: &dyn Fn(),
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let options = *solver.options();
    if let Some(notation) = args.notation {
        check_notation(notation, std::slice::from_ref(source), options.metric)?;
    }
    let report = search::run(&mut solver, source, args.quiet).inspect_err(|_| note())?;
    let (printing, summary) = (Printing::of(args, &PuzzleSet::default()), BatchSummary::default());
    let mut solving = SolveRun { args, options, printing, summary };
    let exit = solving.print_report(source, &report, out)?;
    if matches!(report.outcome, Outcome::Stopped(_)) {
        note();
    }
    Ok(exit)
}

/// Puzzles on their way to being solved.
struct SolveRun<'a> {
    args: &'a SolveArgs,
    options: Options,
    printing: Printing,
    summary: BatchSummary,
}

impl SolveRun<'_> {
    /// Several at a time.
    fn at_once(&mut self, sources: &[Source], out: &mut dyn Write) -> anyhow::Result<Exit> {
        let mut exit = Exit::Done;
        let (options, quiet) = (self.options, self.args.quiet);
        batch::solve(sources, &options, quiet, &mut |source, answer| {
            let told = match answer {
                Ok(report) => self.print_report(source, &report, out)?,
                Err(error) => self.refuse(source, work_dir::refused("solve", error)),
            };
            exit = exit.max(told);
            Ok(out.flush()?)
        })?;
        Ok(if interrupt::pressed() { exit.max(Exit::Stopped) } else { exit })
    }

    /// One by one, each looked up in the tablebase before it is searched for.
    fn in_turn(
        &mut self,
        sources: &[Source],
        mut tablebase: Option<&mut DistanceSource>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        search::each(sources, out, |_, source, out| {
            let tablebase = tablebase.as_deref_mut();
            match answer(tablebase, source, &self.options, self.args.quiet) {
                Ok(report) => self.print_report(source, &report, out),
                Err(error) => Ok(self.refuse(source, error)),
            }
        })
    }

    fn print_report(
        &mut self,
        source: &Source,
        report: &Report,
        out: &mut dyn Write,
    ) -> anyhow::Result<Exit> {
        if self.printing == Printing::Moves && self.summary.count() > 0 {
            writeln!(out)?;
        }
        self.summary.add(source, report);
        if let Some(path) = &self.args.output {
            let found = search::found(&report.outcome);
            let states = u64::try_from(report.statistics.states).unwrap_or(u64::MAX);
            let how = (search::algorithm_word(report), report.optimal, states);
            solution::store(path, &source.puzzle, found, how)?;
        }
        print(self, source, report, out)?;
        if self.args.check {
            return published_optimum::run(source, &self.options, report, self.args.quiet, out);
        }
        Ok(search::exit_of(report))
    }

    fn refuse(&mut self, source: &Source, error: anyhow::Error) -> Exit {
        self.summary.refused += 1;
        search::refused(source, error)
    }
}

/// What became of many puzzles.
struct BatchSummary {
    solved: usize,
    impossible: usize,
    stopped: usize,
    refused: usize,
    /// The length of the longest solution, and whose it is.
    longest: Option<(usize, String)>,
    started: Instant,
}

impl Default for BatchSummary {
    fn default() -> Self {
        let (solved, impossible, stopped, refused) = (0, 0, 0, 0);
        BatchSummary {
            solved,
            impossible,
            stopped,
            refused,
            longest: None,
            started: Instant::now(),
        }
    }
}

impl BatchSummary {
    fn add(&mut self, source: &Source, report: &Report) {
        match &report.outcome {
            Outcome::Found(solution) => {
                self.solved += 1;
                let length = solution.len();
                if self.longest.as_ref().is_none_or(|(longest, _)| length > *longest) {
                    self.longest = Some((length, source.pick.clone()));
                }
            }
            Outcome::Exhausted => self.impossible += 1,
            Outcome::Stopped(_) => self.stopped += 1,
        }
    }

    const fn count(&self) -> usize {
        self.solved + self.impossible + self.stopped + self.refused
    }

    /// `66 puzzles: 64 solved, 2 impossible; the longest is century, 81 moves; 1.2 s`.
    fn print(&self, loaded: &PuzzleSet, metric: Metric, out: &mut dyn Write) -> io::Result<()> {
        let parts = [
            (self.solved, "solved"),
            (self.impossible, "impossible"),
            (self.stopped, "stopped"),
            (self.refused, "refused"),
            (loaded.sources.len() - self.count(), "not tried"),
        ];
        let parts = parts.iter().filter(|(many, _)| *many > 0);
        let mut parts: Vec<String> =
            parts.map(|(many, word)| format!("{} {word}", grouped(*many))).collect();
        if loaded.wrong > 0 {
            parts.push(format!("{} that could not be read", grouped(loaded.wrong)));
        }
        let longest = self.longest.as_ref().map_or_else(String::new, |(length, whose)| {
            format!("; the longest is {}, {}", sanitize(whose), numbers::length(*length, metric))
        });
        let (puzzles, time) =
            (counted(loaded.sources.len(), "puzzle"), time(self.started.elapsed()));
        writeln!(out, "{puzzles}: {}{longest}; {time}", parts.join(", "))
    }
}

/// Looks the puzzle up in the tablebase, or searches where that says nothing.
fn answer(
    tablebase: Option<&mut DistanceSource>,
    source: &Source,
    options: &Options,
    quiet: bool,
) -> anyhow::Result<Report> {
    let known = tablebase.map(|tablebase| tablebase::answer(tablebase, source));
    if let Some(report) = known.transpose()?.flatten() {
        return Ok(report);
    }
    search::solve(source, options, quiet).map_err(|error| work_dir::refused("solve", error))
}

/// Finds out before a long search whether its output could be written.
fn check_output(path: &Path, args: &SolveArgs, puzzles: usize) -> anyhow::Result<()> {
    if puzzles > 1 {
        let shown = path.display();
        let message =
            format!("`--output {shown}` holds one solution, and there are {puzzles} puzzles");
        let help = "give one puzzle, like `FILE#1`, or use `--json` for several";
        return Err(UserError::new(message, help).into());
    }
    let inputs: Vec<&OsStr> = args.puzzle.iter().map(OsString::as_os_str).collect();
    output::check(path, FileContent::Solution, &inputs)
}

/// Refuses a notation that could not say what is found.
fn check_notation(notation: Notation, sources: &[Source], metric: Metric) -> anyhow::Result<()> {
    for source in sources {
        if let Err(unsayable) = notation.suits(&source.puzzle, metric) {
            let message = format!("{}: {unsayable}", sanitize(&source.title()));
            return Err(UserError::new(message, unsayable.help).into());
        }
    }
    Ok(())
}

fn print(
    solving: &SolveRun<'_>,
    source: &Source,
    report: &Report,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let options = &solving.options;
    let summary = search::summary(report, options);
    match solving.printing {
        Printing::Json => {
            let solved = SolveJson {
                head: ObjectHeader::new("huarong/solve/1", source),
                algorithm: search::algorithm_word(report),
                heuristic: report.heuristic.as_deref(),
                engine: report.engine.name.word(),
                engine_reason: &report.engine.reason,
                metric: options.metric,
                answer: SearchSummary::of(report),
                bound: report.bound,
                states: report.statistics.states,
                nodes: report.statistics.expanded,
                seconds: report.statistics.elapsed.as_secs_f64(),
                bytes: report.statistics.bytes,
                solution: search::found(&report.outcome)
                    .map(|solution| units(&source.puzzle, solution)),
            };
            json::line(out, &solved)?;
        }
        Printing::Summary => writeln!(out, "{summary}")?,
        Printing::NamedSummary => writeln!(out, "{}: {summary}", sanitize(&source.pick))?,
        Printing::Moves => {
            writeln!(out, "{}", source.title())?;
            if let Outcome::Found(solution) = &report.outcome {
                print_start(solving.args, source, out)?;
                print_moves(solving.args, source, solution, out)?;
            }
            writeln!(out, "{summary}")?;
        }
    }
    Ok(())
}

/// Draws the start, so that the letters of the moves say something. Where a notation or all boards
/// are asked for, that is what is printed and no more.
fn print_start(args: &SolveArgs, source: &Source, out: &mut dyn Write) -> io::Result<()> {
    if args.is_asked_for_moves() {
        return Ok(());
    }
    writeln!(out, "\n{}\n", drawing::start(&source.puzzle, PieceStyle::for_stdout()))
}

fn print_moves(
    args: &SolveArgs,
    source: &Source,
    solution: &Solution,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let notation = args.notation.unwrap_or_default();
    if args.boards || notation == Notation::Boards {
        writeln!(out)?;
    }
    if args.boards {
        write!(out, "{}", SolutionListing::new(&source.puzzle, solution).with_boards())?;
    } else {
        write!(out, "{}", notation::write(notation, &source.puzzle, solution)?)?;
    }
    Ok(())
}

/// What `solve` says about a puzzle.
#[derive(Serialize)]
struct SolveJson<'a> {
    #[serde(flatten)]
    head: ObjectHeader<'a>,
    algorithm: &'static str,
    heuristic: Option<&'a str>,
    engine: &'a str,
    engine_reason: &'a str,
    metric: Metric,
    #[serde(flatten)]
    answer: SearchSummary,
    bound: Option<u32>,
    states: usize,
    nodes: usize,
    seconds: f64,
    bytes: usize,
    solution: Option<Vec<UnitJson<'a>>>,
}
