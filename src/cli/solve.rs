//! `huarong solve`: each puzzle in turn, its moves and a summary; with `--all` every shortest
//! solution.

use std::ffi::OsString;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use huarong::control::{Outcome, StopReason};
use huarong::explore::{self, Solutions};
use huarong::puzzle::Metric;
use huarong::sliding::{Algorithm, Options, Report};
use huarong::solution::Solution;
use huarong::solution::notation::{self, Listing, NotRepresentable, Notation};
use huarong::solution::stored::{Stored, write_file};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::value::RawValue;

use super::args::{ALGORITHMS, PUZZLE_HELP, SearchArgs, count, one_of};
use super::diagnostics::{self, UserError, sanitize};
use super::exit::Exit;
use super::input::{self, Source};
use super::json::{self, Answer, Head, Unit, units};
use super::numbers::{grouped, time};
use super::progress::Line;
use super::tablebase::{self, Known, Means};
use super::{check, interrupt, output, search};

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong solve heng-dao-li-ma
  huarong solve fayaa#3 my-puzzles.txt --metric slide --quiet
  huarong solve century --algorithm dfs --max-states 1000000
  huarong solve my.txt --timeout 5m --max-memory 2GiB --output my.solution
  huarong solve heng-dao-li-ma --json | jq .length
  huarong solve heng-dao-li-ma --notation chinese
  huarong solve heng-dao-li-ma --all --limit 3 --notation compact
  huarong solve rush.txt --metric slide --quiet --check
  huarong solve heng-dao-li-ma --tablebase moves.tb

Every notation is read back by `huarong verify`.

Exit status: 0 solved, 1 proven impossible or not as published, 2 wrong input or usage, 3 stopped at a limit or by Ctrl-C.")]
#[expect(clippy::struct_excessive_bools, reason = "these are flags, and clap keeps them apart")]
pub(crate) struct SolveArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLE_HELP)]
    puzzles: Vec<OsString>,
    /// How to search: `bfs` proves the shortest solution, `dfs` finds some solution
    #[arg(long, value_parser = one_of(&ALGORITHMS), default_value = "bfs")]
    algorithm: Algorithm,
    #[command(flatten)]
    search: SearchArgs,
    /// List every shortest solution: all ways from layout to layout, equal pieces interchangeable
    #[arg(long, conflicts_with_all = ["algorithm", "output", "check"])]
    all: bool,
    /// List no more than this, and say how many there are
    #[arg(long, value_name = "N", requires = "all", value_parser = count)]
    limit: Option<usize>,
    /// Draw the board before the first move and after each
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    boards: bool,
    /// How to write the moves
    #[arg(long, value_parser = one_of(&NOTATIONS), default_value = "words")]
    #[arg(conflicts_with_all = ["json", "quiet", "boards"])]
    notation: Notation,
    /// Store the solution in this file, for `huarong verify`
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Look puzzles of the classic frame up in this file of `huarong atlas --output`, without a
    /// search
    #[arg(long, value_name = "FILE", conflicts_with = "algorithm")]
    tablebase: Option<PathBuf>,
    /// Hold the published optimum in this metric, and the number of boards that a Rush Hour database
    /// gives, against what is found
    #[arg(long, conflicts_with = "json")]
    check: bool,
    /// Print one JSON object a puzzle, each on a line of its own; with `--all` one a solution, and
    /// then one that says how many there are
    #[arg(long)]
    json: bool,
    /// Print the summary only, and show no progress
    #[arg(long, short)]
    quiet: bool,
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
    let Some(sources) = input::load_all(&args.puzzles)? else { return Ok(Exit::Wrong) };
    if let Some(path) = &args.output {
        check_output(path, sources.len())?;
    }
    let options = args.search.options(args.algorithm);
    check_notation(args.notation, &sources, options.metric)?;
    if args.all {
        return run_all(args, &sources, out);
    }
    let tablebase = args.tablebase.as_deref().map(|path| tablebase::open(path, options.metric));
    let mut tablebase = tablebase.transpose()?;
    let mut exit = Exit::Done;
    for (number, source) in sources.iter().enumerate() {
        if number > 0 && !args.quiet && !args.json {
            writeln!(out)?;
        }
        match answer(tablebase.as_mut(), source, &options, args.quiet) {
            Ok((report, means)) => {
                if let Some(path) = &args.output {
                    store(path, source, means.word(&options), &report)?;
                }
                let answer = (&report, means);
                print(args, source, &options, answer, sources.len() > 1, out)?;
                let solved = search::exit_of(&report);
                let checked = if args.check {
                    check::run(source, &options, &report, args.quiet, out)?
                } else {
                    solved
                };
                exit = exit.worse(checked);
            }
            Err(error) => {
                diagnostics::print(&error.context(sanitize(&source.title())));
                exit = Exit::Wrong;
            }
        }
        out.flush()?;
        let left = sources.len() - number - 1;
        if left > 0 && interrupt::cuts_off(left) {
            return Ok(exit.worse(Exit::Stopped));
        }
    }
    Ok(exit)
}

/// Looks the puzzle up in the tablebase, or searches where that says nothing.
fn answer(
    tablebase: Option<&mut Known>,
    source: &Source,
    options: &Options,
    quiet: bool,
) -> anyhow::Result<(Report, Means)> {
    let known = tablebase.map(|tablebase| tablebase::answer(tablebase, source));
    match known.transpose()?.flatten() {
        Some(report) => Ok((report, Means::Tablebase)),
        None => Ok((search::watched(source, options, quiet)?, Means::Search)),
    }
}

/// Finds out before a long search whether its output could be written.
fn check_output(path: &Path, puzzles: usize) -> anyhow::Result<()> {
    if puzzles > 1 {
        let shown = path.display();
        let message =
            format!("`--output {shown}` holds one solution, and there are {puzzles} puzzles");
        let help = "give one puzzle, like `FILE#1`, or use `--json` for several";
        return Err(UserError::new(message, help).into());
    }
    output::check(path)
}

/// Refuses a notation that could not say what is found.
fn check_notation(notation: Notation, sources: &[Source], metric: Metric) -> anyhow::Result<()> {
    for source in sources {
        if let Err(unsayable) = notation.suits(&source.puzzle, metric) {
            let help = match unsayable {
                NotRepresentable::Metric { .. } => "add `--metric slide`",
                _ => "take another notation, like `--notation ascii`",
            };
            let message = format!("{}: {unsayable}", sanitize(&source.title()));
            return Err(UserError::new(message, help).into());
        }
    }
    Ok(())
}

fn store(path: &Path, source: &Source, means: &str, report: &Report) -> anyhow::Result<()> {
    let Outcome::Found(solution) = &report.outcome else {
        let shown = sanitize(&path.display().to_string());
        diagnostics::note(format_args!("note: there is no solution to store in `{shown}`"));
        return Ok(());
    };
    let stored = Stored {
        puzzle: source.puzzle.to_string(),
        solution: solution.clone(),
        proven: report.optimal,
        algorithm: means.to_owned(),
        states: u64::try_from(report.statistics.states).unwrap_or(u64::MAX),
    };
    write_file(path, &stored).context("the solution is not stored")
}

fn print(
    args: &SolveArgs,
    source: &Source,
    options: &Options,
    (report, means): (&Report, Means),
    several: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        return Ok(json::line(out, &Solved::new(source, means.word(options), options, report))?);
    }
    let summary = means.summary(report, options);
    if args.quiet {
        let whose = if several { format!("{}: ", sanitize(&source.pick)) } else { String::new() };
        return Ok(writeln!(out, "{whose}{summary}")?);
    }
    writeln!(out, "{}", source.title())?;
    if let Outcome::Found(solution) = &report.outcome {
        print_moves(args, source, solution, out)?;
    }
    writeln!(out, "{summary}")?;
    Ok(())
}

fn print_moves(
    args: &SolveArgs,
    source: &Source,
    solution: &Solution,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let notation = args.notation;
    if args.boards || notation == Notation::Boards {
        writeln!(out)?;
    }
    if args.boards {
        write!(out, "{}", Listing::new(&source.puzzle, solution).with_boards())?;
    } else {
        write!(out, "{}", notation::write(notation, &source.puzzle, solution)?)?;
    }
    Ok(())
}

/// Every shortest solution of each puzzle, one by one.
fn run_all(args: &SolveArgs, sources: &[Source], out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    for (number, source) in sources.iter().enumerate() {
        if number > 0 && !args.quiet && !args.json {
            writeln!(out)?;
        }
        match solve_all(args, source, out) {
            Ok(ended) => exit = exit.worse(ended),
            Err(error) if error.downcast_ref::<explore::ExploreError>().is_some() => {
                diagnostics::print(&error.context(sanitize(&source.title())));
                exit = Exit::Wrong;
            }
            Err(error) => return Err(error),
        }
        out.flush()?;
        let left = sources.len() - number - 1;
        if left > 0 && interrupt::cuts_off(left) {
            return Ok(exit.worse(Exit::Stopped));
        }
    }
    Ok(exit)
}

fn solve_all(args: &SolveArgs, source: &Source, out: &mut dyn Write) -> anyhow::Result<Exit> {
    interrupt::listen();
    let started = Instant::now();
    let Options { metric, mirroring, limits, .. } = args.search.options(Algorithm::BreadthFirst);
    let options = explore::Options { metric, mirroring, limits, ..explore::Options::default() };
    let found = {
        let line = Line::new(&source.title(), "layer", args.quiet);
        Solutions::find(&source.puzzle, &options, &mut |progress| line.watch(progress))?
    };
    let mut list = List { args, source, started, out, listed: 0, failed: None };
    if !args.quiet && !args.json {
        writeln!(list.out, "{}", source.title())?;
    }
    match found {
        Outcome::Found(mut solutions) => list.all(&mut solutions),
        Outcome::Exhausted => list.none("impossible", "no position that can be reached solves it"),
        Outcome::Stopped(reason) => list.stopped(reason),
    }
}

/// Solutions on their way to being listed.
struct List<'a> {
    args: &'a SolveArgs,
    source: &'a Source,
    started: Instant,
    out: &'a mut dyn Write,
    listed: usize,
    failed: Option<anyhow::Error>,
}

impl List<'_> {
    fn all(&mut self, solutions: &mut Solutions) -> anyhow::Result<Exit> {
        let (length, count) = (solutions.length(), solutions.count().clone());
        let of = format!("{} of {}", solutions_counted(&count), self.metric().count(length));
        if !self.args.quiet && !self.args.json {
            writeln!(self.out, "{of}, proven shortest")?;
        }
        let limit = self.args.limit.unwrap_or(usize::MAX);
        if limit > 0 {
            solutions.each(&mut |solution| self.visit(solution, &count, limit))?;
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let is_complete = BigUint::from(self.listed) == count;
        let was_stopped = !is_complete && self.listed < limit;
        if self.args.json {
            let outcome = if was_stopped { "stopped" } else { "solved" };
            self.object(outcome, Some((length, &count)))?;
        } else {
            let listed = match (is_complete, was_stopped) {
                (true, _) => "all listed".to_owned(),
                (false, true) => format!("stopped after {}", grouped(self.listed)),
                (false, false) => format!("{} listed", grouped(self.listed)),
            };
            writeln!(self.out, "{of}, {listed}, {}", time(self.started.elapsed()))?;
        }
        Ok(if was_stopped { Exit::Stopped } else { Exit::Done })
    }

    /// Lists a solution; breaks at the limit, when the time is up, on Ctrl-C and on errors.
    fn visit(&mut self, solution: &Solution, count: &BigUint, limit: usize) -> ControlFlow<()> {
        let is_late = self.args.search.timeout.is_some_and(|time| self.started.elapsed() >= time);
        if is_late || interrupt::pressed() {
            return ControlFlow::Break(());
        }
        self.listed += 1;
        if let Err(error) = self.print(solution, count) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if self.listed < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn print(&mut self, solution: &Solution, count: &BigUint) -> anyhow::Result<()> {
        if self.args.json {
            let listed = ListedSolution::new(self.source, self.listed, solution);
            return Ok(json::line(self.out, &listed)?);
        }
        if !self.args.quiet {
            writeln!(self.out, "\n{} of {}:", grouped(self.listed), grouped(count))?;
            print_moves(self.args, self.source, solution, self.out)?;
        }
        Ok(())
    }

    fn none(&mut self, outcome: &'static str, why: &str) -> anyhow::Result<Exit> {
        if self.args.json {
            self.object(outcome, None)?;
        } else {
            writeln!(self.out, "{outcome}: {why}")?;
        }
        Ok(Exit::Impossible)
    }

    fn stopped(&mut self, reason: StopReason) -> anyhow::Result<Exit> {
        if self.args.json {
            self.object("stopped", None)?;
        } else {
            writeln!(self.out, "stopped: {reason} before the solutions were found")?;
        }
        Ok(Exit::Stopped)
    }

    fn metric(&self) -> Metric {
        self.args.search.metric.into()
    }

    /// The last object, with the length of the solutions and their number.
    fn object(
        &mut self,
        outcome: &'static str,
        all: Option<(usize, &BigUint)>,
    ) -> anyhow::Result<()> {
        let (metric, elapsed) = (self.metric(), self.started.elapsed());
        let object = AllSolved::new(self.source, metric, outcome, all, self.listed, elapsed);
        Ok(json::line(self.out, &object)?)
    }
}

/// `1 solution`, `256 solutions`.
fn solutions_counted(count: &BigUint) -> String {
    let plural = if *count == BigUint::from(1_u32) { "" } else { "s" };
    format!("{} solution{plural}", grouped(count))
}

/// What `solve` says about a puzzle.
#[derive(Serialize)]
struct Solved<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    algorithm: &'static str,
    metric: Metric,
    #[serde(flatten)]
    answer: Answer,
    bound: Option<u32>,
    states: usize,
    seconds: f64,
    bytes: usize,
    solution: Option<Vec<Unit<'a>>>,
}

impl<'a> Solved<'a> {
    fn new(
        source: &'a Source,
        algorithm: &'static str,
        options: &Options,
        report: &'a Report,
    ) -> Self {
        Solved {
            head: Head::new("huarong/solve/1", source),
            algorithm,
            metric: options.metric,
            answer: Answer::of(report),
            bound: report.bound,
            states: report.statistics.states,
            seconds: report.statistics.elapsed.as_secs_f64(),
            bytes: report.statistics.bytes,
            solution: match &report.outcome {
                Outcome::Found(solution) => Some(units(&source.puzzle, solution)),
                Outcome::Exhausted | Outcome::Stopped(_) => None,
            },
        }
    }
}

/// A solution that `solve --all` lists.
#[derive(Serialize)]
struct ListedSolution<'a> {
    schema: &'static str,
    puzzle: &'a str,
    /// Its place in the list, from 1.
    number: usize,
    length: usize,
    steps: usize,
    solution: Vec<Unit<'a>>,
}

impl<'a> ListedSolution<'a> {
    fn new(source: &'a Source, number: usize, solution: &'a Solution) -> Self {
        ListedSolution {
            schema: "huarong/solution/1",
            puzzle: &source.pick,
            number,
            length: solution.len(),
            steps: solution.steps(),
            solution: units(&source.puzzle, solution),
        }
    }
}

/// What `solve --all` says about a puzzle, after its solutions.
#[derive(Serialize)]
struct AllSolved<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    metric: Metric,
    outcome: &'static str,
    length: Option<usize>,
    /// How many there are in all.
    count: Option<Box<RawValue>>,
    listed: usize,
    seconds: f64,
}

impl<'a> AllSolved<'a> {
    /// With the length of the solutions and their number, where they are known.
    fn new(
        source: &'a Source,
        metric: Metric,
        outcome: &'static str,
        all: Option<(usize, &BigUint)>,
        listed: usize,
        elapsed: Duration,
    ) -> Self {
        let number = |count: &BigUint| RawValue::from_string(count.to_string());
        AllSolved {
            head: Head::new("huarong/solve-all/1", source),
            metric,
            outcome,
            length: all.map(|(length, _)| length),
            count: all.map(|(_, count)| number(count).expect("digits are a number")),
            listed,
            seconds: elapsed.as_secs_f64(),
        }
    }
}
