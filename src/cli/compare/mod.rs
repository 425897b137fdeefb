//! `huarong compare`: searches side by side, of one puzzle or of many.

mod overview;
mod table;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use huarong::control::Outcome;
use huarong::puzzle::Metric;
use huarong::sliding::{Algorithm, Engine, Options, Report, SolveError};
use serde::Serialize;

use super::args::{self, PUZZLES_HELP, PUZZLES_LONG_HELP, SearchArgs, positive, seed, seeded};
use super::exit::Exit;
use super::input::{ReadArgs, Source};
use super::json::{self, ObjectHeader, SearchSummary};
use super::numbers::counted;
use super::output::{self, FileContent};
use super::progress::{ProgressLine, PuzzleBar};
use super::puzzle_args::{self, PuzzleSet};
use super::{diagnostics, interrupt, search};
use overview::Overview;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  huarong compare heng-dao-li-ma
  huarong compare red-donkey century --metric step --max-states 5000000
  huarong compare rush-hour --sort ratio --plot cards.svg
  huarong compare puzzles/ --algorithms dfs,dfs-reverse,dfs-random,bfs --seed 7
  huarong compare my.txt --algorithms dfs,iddfs,bfs --max-depth 30
  huarong compare 'fayaa#*' --csv > fayaa.csv

Each algorithm runs once untimed, then several times in turn; the median and the least time are \
printed. Depth-first search visits no state twice. With `--max-depth` it may therefore miss a solution \
through a state that it first met at a greater depth; iterative deepening does not.

In CSV, a name that begins with `=`, `+`, `-` or `@` is prefixed with `'`, so that no spreadsheet reads \
a formula.

Exit status: 0 all solved, 1 one is proven impossible, 2 wrong input or usage, 3 stopped at a limit \
or by Ctrl-C.")]
pub(crate) struct CompareArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP)]
    puzzles: Vec<OsString>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Algorithms; the others are compared with `bfs`, or with the first
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = args::algorithm())]
    #[arg(default_values = ["dfs", "bfs"])]
    algorithms: Vec<Algorithm>,
    /// Random seed of `dfs-random`
    #[arg(long, value_name = "N", value_parser = seed, default_value_t = 0, hide_short_help = true)]
    seed: u64,
    #[command(flatten)]
    search: SearchArgs,
    /// Number of timed runs of each algorithm [default: up to 5 in half a second]
    #[arg(long, value_name = "N", value_parser = positive)]
    runs: Option<NonZero<usize>>,
    /// Sort key of the puzzles, ascending [default: the order given]
    #[arg(long, value_enum, value_name = "KEY", help_heading = "Output")]
    sort: Option<SortKey>,
    /// Draw lengths and times on logarithmic axes in this SVG file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,
    /// Print comma-separated values, a line per puzzle and algorithm
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    csv: bool,
    /// Print a JSON object per puzzle, and one with the summary of several
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

/// What puzzles are sorted by; those that are equal in it stay as they are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum SortKey {
    /// What picks the puzzle
    Name,
    /// Length of the solution of `bfs`, or of the first algorithm
    Moves,
    /// States stored by the same
    States,
    /// Its time
    Time,
    /// How many times as long the longest solution is
    Ratio,
}

/// A puzzle and what each algorithm has made of it.
struct PuzzleComparison<'a> {
    source: &'a Source,
    runs: Vec<AlgorithmRun>,
}

/// What has come of all puzzles.
#[derive(Default)]
struct Measured<'a> {
    compared: Vec<PuzzleComparison<'a>>,
    /// What could not be compared; why has been printed.
    left_out: Vec<&'a Source>,
}

/// What an algorithm has made of a puzzle.
struct AlgorithmRun {
    algorithm: Algorithm,
    report: Report,
    /// The times of its runs, the least first.
    times: Vec<Duration>,
}

impl AlgorithmRun {
    fn length(&self) -> Option<usize> {
        search::found(&self.report.outcome).map(huarong::Solution::len)
    }

    fn least(&self) -> Duration {
        self.times[0]
    }

    fn median(&self) -> Duration {
        let (low, high) = middle(&self.times);
        (*low + *high) / 2
    }
}

/// The two in the middle of what is sorted; of an odd number, the one twice.
///
/// # Panics
/// If there are none.
fn middle<T>(sorted: &[T]) -> (&T, &T) {
    (&sorted[(sorted.len() - 1) / 2], &sorted[sorted.len() / 2])
}

pub(crate) fn run(args: &CompareArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(path) = &args.plot {
        let inputs: Vec<&OsStr> = args.puzzles.iter().map(OsString::as_os_str).collect();
        output::check(path, FileContent::Plain, &inputs)?;
    }
    let Some(loaded) = puzzle_args::load_all(&args.puzzles, &args.reading)? else {
        return Ok(Exit::Wrong);
    };
    let mut exit = loaded.exit();
    let measured = measured(args, &loaded, &mut exit, out)?;
    let overview = Overview::new(args, measured);
    overview.print(&loaded, out)?;
    if let Some(path) = &args.plot {
        output::store(path, overview.plot())?;
    }
    Ok(exit)
}

/// Measures each puzzle until Ctrl-C is pressed, and prints it if it need not wait for others.
fn measured<'a>(
    args: &CompareArgs,
    loaded: &'a PuzzleSet,
    exit: &mut Exit,
    out: &mut dyn Write,
) -> anyhow::Result<Measured<'a>> {
    // Once, as the system is asked how much memory is free.
    let options = args.search.options(Algorithm::default());
    let mut measured = Measured::default();
    let bar = PuzzleBar::new(loaded.sources.len(), args.quiet || loaded.sources.len() == 1);
    if args.csv && args.sort.is_none() {
        overview::csv_head(out)?;
    }
    let is_informed = |it: &Algorithm| *it == Algorithm::InformedDeepening;
    for (number, source) in loaded.sources.iter().enumerate() {
        // What parity forbids takes no search.
        let is_short = args.algorithms.iter().all(is_informed)
            || huarong::sliding::impossible(&source.puzzle).is_some();
        let allowed = if is_short { Ok(()) } else { args.search.refuse_endless(&source.puzzle) };
        let runs =
            allowed.and_then(|()| Ok(compare(args, &options, source, loaded.sources.len() > 1)?));
        match runs {
            Ok(runs) => {
                let compared = PuzzleComparison { source, runs };
                let ends = compared.runs.iter().map(|run| search::exit_of(&run.report));
                *exit = ends.fold(*exit, Exit::max);
                if args.sort.is_none() {
                    bar.aside(|| overview::stream(args, &compared, out))?;
                }
                measured.compared.push(compared);
            }
            Err(error) => {
                *exit = (*exit).max(bar.aside(|| search::refused(source, error)));
                measured.left_out.push(source);
            }
        }
        bar.advance();
        if interrupt::pressed() {
            *exit = (*exit).max(Exit::Stopped);
            drop(bar);
            let left = loaded.sources.len() - number - 1;
            if left > 0 {
                diagnostics::note(format_args!(
                    "interrupted; {} not tried",
                    counted(left, "puzzle")
                ));
            }
            break;
        }
    }
    Ok(measured)
}

/// Timed runs of an algorithm, and how long they may take if nobody has asked for so many.
const RUNS: usize = 5;
const PATIENCE: Duration = Duration::from_millis(500);
/// Solvers are kept for their timed runs that take together no more than this part of the memory.
const KEPT: usize = 20;

/// Runs each algorithm, once for what it finds and then in turn for the time.
fn compare(
    args: &CompareArgs,
    options: &Options,
    source: &Source,
    is_one_of_many: bool,
) -> Result<Vec<AlgorithmRun>, SolveError> {
    let (mut runs, mut solvers) = (Vec::new(), Vec::new());
    let mut held = 0;
    for &algorithm in &args.algorithms {
        // Each keeps its ways, on one core: what is compared is the order of the search.
        let (algorithm, engine) = (seeded(algorithm, args.seed), Some(Engine::Parents));
        let options = Options { algorithm, engine, ..*options };
        let mut solver = search::solver(source, &options)?;
        let line =
            ProgressLine::new(&source.title(), algorithm.word(), args.quiet || is_one_of_many);
        let report = solver.solve_with_observer(&mut |progress| line.watch(progress))?;
        // What one keeps for its next search is missing to the others.
        let room = options.limits.max_bytes.map_or(usize::MAX, |most| most / KEPT);
        let together = held + report.statistics.bytes;
        let kept = (together <= room).then_some(solver);
        if kept.is_some() {
            held = together;
        }
        // After Ctrl-C, each that is left ends at once.
        runs.push(AlgorithmRun { algorithm, report, times: Vec::new() });
        solvers.push((options, kept));
    }
    for _ in 0..args.runs.map_or(RUNS, NonZero::get) {
        for (run, (options, kept)) in runs.iter_mut().zip(&mut solvers) {
            let first = run.report.statistics.elapsed;
            let spent: Duration = run.times.iter().sum();
            let is_over = matches!(run.report.outcome, Outcome::Stopped(_)) || interrupt::pressed();
            if !is_over && (args.runs.is_some() || spent + first < PATIENCE) {
                let line = ProgressLine::new(&source.title(), run.algorithm.word(), true);
                let mut anew = None;
                let solver = match kept {
                    Some(solver) => solver,
                    None => anew.insert(search::solver(source, options)?),
                };
                let report = solver.solve_with_observer(&mut |progress| line.watch(progress))?;
                if !interrupt::pressed() {
                    run.times.push(report.statistics.elapsed);
                }
            }
        }
    }
    for run in &mut runs {
        if run.times.is_empty() {
            run.times.push(run.report.statistics.elapsed);
        }
        run.times.sort_unstable();
    }
    Ok(runs)
}

/// What `compare` says about a puzzle.
#[derive(Serialize)]
struct ComparisonJson<'a> {
    #[serde(flatten)]
    head: ObjectHeader<'a>,
    metric: Metric,
    runs: Vec<RunJson<'a>>,
}

/// One of the searches that are compared.
#[derive(Serialize)]
struct RunJson<'a> {
    algorithm: &'static str,
    heuristic: Option<&'a str>,
    #[serde(flatten)]
    answer: SearchSummary,
    visited: usize,
    states: usize,
    peak_frontier: usize,
    /// The median of the runs.
    seconds: f64,
    least_seconds: f64,
    /// How many runs.
    timed: usize,
    bytes: usize,
}

impl<'a> RunJson<'a> {
    fn of(run: &'a AlgorithmRun) -> Self {
        let statistics = &run.report.statistics;
        RunJson {
            algorithm: run.algorithm.word(),
            heuristic: run.report.heuristic.as_deref(),
            answer: SearchSummary::of(&run.report),
            visited: statistics.expanded,
            states: statistics.states,
            peak_frontier: statistics.peak_frontier,
            seconds: run.median().as_secs_f64(),
            least_seconds: run.least().as_secs_f64(),
            timed: run.times.len(),
            bytes: statistics.bytes,
        }
    }
}

fn print_object(
    args: &CompareArgs,
    compared: &PuzzleComparison<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let object = ComparisonJson {
        head: ObjectHeader::new("huarong/compare/1", compared.source),
        metric: args.search.metric,
        runs: compared.runs.iter().map(RunJson::of).collect(),
    };
    Ok(json::line(out, &object)?)
}
