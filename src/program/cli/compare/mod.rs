//! `huarong compare`: searches side by side, of one puzzle or of many.

mod overview;

use super::prelude::*;

use crate::{search::Statistics, sliding::Options};

use super::{
    args::{self, seeded},
    progress::PuzzleBar,
    state_map::{self, MapArgs, MapColours},
};
use overview::Overview;

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong compare heng-dao-li-ma
  huarong compare heng-dao-li-ma --map map.html
  huarong compare red-donkey century --metric step --max-states 5000000
  huarong compare rush-hour --sort ratio --plot cards.svg
  huarong compare puzzles/ --algorithms dfs,dfs-reverse,dfs-random,bfs --seed 7
  huarong compare my.txt --algorithms dfs,iddfs,bfs --max-depth 30
  huarong compare 'fayaa#*' --csv > fayaa.csv
  huarong compare heng-dao-li-ma --algorithms dfs-random,bfs --seeds 20
  huarong compare heng-dao-li-ma --markdown > table.md

The figures:
  proven shortest         this search proves that no solution is shorter
  states visited          positions whose moves were generated
  states stored           positions found; mirror images may count as one
  peak stack or frontier  most positions that waited at one time: on the
                          stack of dfs, in the queue of bfs
  time, median and least  of the timed runs, without reading the puzzle
  bytes a state           memory at the end, divided by the states stored

Each algorithm runs once untimed, then several times in turn; the median and the least time are \
printed. Limits such as `--timeout` are for each algorithm, not for all together. Depth-first search visits no state twice. With `--max-depth` it may therefore miss a solution \
through a state that it first met at a greater depth; iterative deepening does not.

In CSV, a name that begins with `=`, `+`, `-` or `@` is prefixed with `'`, so that no spreadsheet reads \
a formula.

Exit status: 0 done, 1 the only puzzle is proven impossible, 2 wrong input or usage, 3 stopped at a limit \
or by Ctrl-C.")]
pub struct CompareArgs {
    #[arg(required = true, value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP)]
    puzzles: Vec<OsString>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Algorithms; the others are compared with `bfs`, or with the first
    #[arg(long, short, alias = "algorithm", value_name = "LIST", value_delimiter = ',',
          value_parser = args::algorithm(), default_values = ["dfs", "bfs"])]
    algorithms: Vec<Algorithm>,
    /// Run `dfs-random` with this many seeds, and print the mean ± the standard deviation
    ///
    /// `--csv`, `--json` and tables of several puzzles have the seed whose solution has the median
    /// length.
    #[arg(long, value_name = "N", value_parser = positive, default_value = "1",
          hide_default_value = true, hide_short_help = true)]
    seeds: NonZero<usize>,
    /// Random seed of `dfs-random`, and the first of `--seeds`
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
    #[command(flatten)]
    map: MapArgs,
    /// Print tables in Markdown
    #[arg(long, conflicts_with_all = ["csv", "json"], help_heading = "Output")]
    markdown: bool,
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

/// The sort key of the puzzles; the sort is stable.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum SortKey {
    /// Argument that names the puzzle
    Name,
    /// Length of the solution of `bfs`, or of the first algorithm
    Moves,
    /// States stored by that algorithm
    States,
    /// Time of that algorithm
    Time,
    /// Length of the longest solution, divided by that of this algorithm
    Ratio,
}

/// A puzzle and the run of each algorithm.
struct PuzzleComparison<'a> {
    source: &'a Source,
    runs: Vec<AlgorithmRun>,
}

/// The runs of an algorithm on a puzzle.
struct AlgorithmRun {
    algorithm: Algorithm,
    /// The report of the only seed, or of that whose solution has the median length.
    report: Report,
    /// The reports of the other seeds.
    others: Vec<Report>,
    /// The times of the runs, sorted.
    times: Vec<Duration>,
}

impl AlgorithmRun {
    fn length(&self) -> Option<usize> {
        self.report.solution().map(Solution::len)
    }

    /// Formats a figure, or its mean and standard deviation over the seeds.
    fn figure(&self, figure: &dyn Fn(&Report) -> Option<usize>) -> String {
        let reports = iter::once(&self.report).chain(&self.others);
        let values: Vec<f64> = reports.filter_map(figure).map(float).collect();
        let count = float(values.len());
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let [mean, deviation] = [mean, (squares / (count - 1.0)).sqrt()].map(whole);
        match values.len() {
            0 => String::new(),
            1 => mean,
            _ => format!("{mean} ± {deviation}"),
        }
    }

    fn least(&self) -> Duration {
        self.times[0]
    }

    fn median(&self) -> Duration {
        let (low, high) = middle(&self.times);
        (*low + *high) / 2
    }
}

/// Whether the search depends on the seed.
fn is_random(algorithm: Algorithm) -> bool {
    seeded(algorithm, 0) != seeded(algorithm, 1)
}

/// Formats a positive number without decimals.
fn whole(number: f64) -> String {
    grouped(format!("{number:.0}").as_str())
}

/// Returns the two middle elements of a sorted slice, which are the same for an odd length.
///
/// # Panics
/// If the slice is empty.
fn middle<T>(sorted: &[T]) -> (&T, &T) {
    (&sorted[(sorted.len() - 1) / 2], &sorted[sorted.len() / 2])
}

pub fn run(args: &CompareArgs, out: &mut dyn Write) -> Result<Exit> {
    let outputs = [(&args.plot, output::PLOT), (&args.map.map, state_map::FILE)];
    output::check_all(outputs, &args.puzzles)?;
    if args.map.map.is_some() {
        check_map(&args.algorithms)?;
    }
    let is_algorithm = |puzzle: &&OsString| {
        let is_name = puzzle
            .to_str()
            .is_some_and(|word| word.parse::<Algorithm>().is_ok());
        is_name && !Path::new(puzzle).exists()
    };
    if let Some(name) = args.puzzles.iter().find(is_algorithm) {
        let name = name.display();
        refuse!(
            "`{name}` is an algorithm, not a puzzle",
            "separate algorithms by commas, like `--algorithms dfs,bfs`"
        );
    }
    let loaded = many::load_all(&args.puzzles, &args.reading, args.json, out)?;
    if args.seeds.get() > 1 && !args.algorithms.iter().any(|it| is_random(*it)) {
        note!("note: `--seeds` changes nothing: no algorithm is random, `dfs-random` is");
    }
    let mut exit = loaded.exit();
    if let Some(path) = &args.map.map
        && let Some(reason) = write_map(args, path, &loaded)?
    {
        note!("stopped: {reason} before the state map was drawn");
        return Ok(Exit::Stopped);
    }
    let overview = compare_all(args, &loaded, &mut exit, out)?.sorted();
    overview.print(&loaded, out)?;
    if let Some(path) = &args.plot {
        output::store(path, overview.plot())?;
    }
    Ok(exit)
}

/// Rejects algorithms without an order of discovery for a state map.
fn check_map(algorithms: &[Algorithm]) -> Result {
    let Some(algorithm) = algorithms
        .iter()
        .find(|it| !matches!(it, Algorithm::BreadthFirst | Algorithm::DepthFirst(_)))
    else {
        return Ok(());
    };
    let word = algorithm.word();
    refuse!(
        "`--map` cannot draw `{word}`",
        "name `bfs`, `dfs`, `dfs-reverse` or `dfs-random` with `--algorithms`"
    )
}

/// Draws the state map of the puzzle with the order of discovery of each algorithm; returns the
/// reason of a stop.
fn write_map(args: &CompareArgs, path: &Path, loaded: &PuzzleSet) -> Result<Option<StopReason>> {
    let [source] = &loaded.sources[..] else {
        let puzzles = loaded.sources.len();
        refuse!(
            "`--map` is for one puzzle, and there are {puzzles}",
            "give one puzzle, like `FILE#1`"
        );
    };
    let options = args.search.explore_options();
    let algorithms = args.algorithms.iter();
    let algorithms: Vec<_> = algorithms.map(|&it| seeded(it, args.seed)).collect();
    let colours = MapColours::Searches(&algorithms);
    state_map::write(&args.map, path, source, &options, colours, args.quiet)
}

/// Compares the algorithms on each puzzle until Ctrl-C is pressed, and prints the puzzle if it need
/// not wait for others.
fn compare_all<'a>(
    args: &'a CompareArgs,
    loaded: &'a PuzzleSet,
    exit: &mut Exit,
    out: &mut dyn Write,
) -> Result<Overview<'a>> {
    // Made once, because this asks the system for the free memory.
    let options = args.search.options(Algorithm::default());
    let mut overview = Overview::new(args);
    let puzzles = loaded.sources.len();
    let bar = PuzzleBar::new(puzzles, args.quiet || puzzles == 1);
    if args.csv {
        writeln!(out, "{}", overview::CSV)?;
    }
    let is_informed = |it: &Algorithm| *it == Algorithm::InformedDeepening;
    for (number, source) in loaded.sources.iter().enumerate() {
        // Puzzles that parity proves unsolvable take no search.
        let is_short = args.algorithms.iter().all(is_informed)
            || crate::sliding::impossible(&source.puzzle).is_some();
        let allowed = if is_short {
            Ok(())
        } else {
            args.search.refuse_endless(&source.puzzle)
        };
        let runs = allowed.and_then(|()| Ok(compare(args, &options, source, puzzles > 1)?));
        let ended = match runs {
            Ok(runs) => {
                let ends = runs.iter().map(|run| solve::run::exit_of(&run.report));
                let ended = ends.fold(Exit::Done, Exit::max).of_one_among(puzzles);
                let compared = PuzzleComparison { source, runs };
                if args.sort.is_none() {
                    bar.aside(|| overview::print_one(args, &compared, out))?;
                }
                overview.compared.push(compared);
                ended
            }
            Err(error) => {
                overview.left_out.push(source);
                bar.aside(|| batch::report_error(source, error, args.json, out))?
            }
        };
        *exit = (*exit).max(ended);
        bar.advance();
        if interrupt::pressed() {
            *exit = (*exit).max(Exit::Stopped);
            drop(bar);
            batch::note_untried(puzzles - number - 1);
            break;
        }
    }
    Ok(overview)
}

/// The default number of timed runs of an algorithm, and their total time.
const RUNS: usize = 5;
const PATIENCE: Duration = Duration::from_millis(500);
/// The solvers that are kept for the timed runs take at most this part of the memory.
const KEPT: usize = 20;

/// Runs each algorithm once for its result, and then in turn for the time.
fn compare(
    args: &CompareArgs,
    options: &Options,
    source: &Source,
    is_one_of_many: bool,
) -> Result<Vec<AlgorithmRun>, SolveError> {
    let mut runs = Vec::new();
    let mut solvers = Vec::new();
    let mut held = 0;
    for &algorithm in &args.algorithms {
        // With parents, on one core: only the order of the search differs.
        let algorithm = seeded(algorithm, args.seed);
        let engine = Some(Engine::BreadthFirst);
        let options = options.with_algorithm(algorithm).with_engine(engine);
        let mut solver = solve::run::solver(source, &options)?;
        let is_quiet = args.quiet || is_one_of_many;
        let line = ProgressLine::new(&source.title(), algorithm.word(), is_quiet);
        let watch = &mut |progress: &_| line.update(progress);
        let mut report = solver.solve_with_observer(watch)?;
        let mut others = Vec::new();
        let mut times = Vec::new();
        if is_random(algorithm) && args.seeds.get() > 1 {
            let seeds = args.seed + 1..args.seed.saturating_add(args.seeds.get() as u64);
            for seed in seeds {
                let options = options.with_algorithm(seeded(algorithm, seed));
                let mut solver = solve::run::solver(source, &options)?;
                others.push(solver.solve_with_observer(watch)?);
            }
            others.push(report);
            times = others.iter().map(|it| it.statistics.elapsed).collect();
            others.sort_by_key(|it| it.solution().map_or(usize::MAX, Solution::len));
            report = others.remove((others.len() - 1) / 2);
        }
        // The memory of a kept solver is not available to the others.
        let bytes = report.statistics.bytes;
        let room = options.limits.bytes() / KEPT;
        let kept = (held + bytes <= room).then_some(solver);
        held += kept.as_ref().map_or(0, |_| bytes);
        // After Ctrl-C, each remaining run stops at once.
        runs.push(AlgorithmRun {
            algorithm,
            report,
            others,
            times,
        });
        solvers.push((options, kept));
    }
    for _ in 0..args.runs.map_or(RUNS, NonZero::get) {
        for (run, (options, kept)) in runs.iter_mut().zip(&mut solvers) {
            let first = run.report.statistics.elapsed;
            let spent: Duration = run.times.iter().sum();
            let is_over = matches!(run.report.outcome, Outcome::Stopped(_))
                || !run.others.is_empty()
                || interrupt::pressed()
                || args.runs.is_none() && spent + first >= PATIENCE;
            if is_over {
                continue;
            }
            let mut anew = None;
            let solver = match kept {
                Some(solver) => solver,
                None => anew.insert(solve::run::solver(source, options)?),
            };
            let report = solver.solve_with_observer(&mut |_| break_if(interrupt::pressed()))?;
            if !interrupt::pressed() {
                run.times.push(report.statistics.elapsed);
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

fn print_object(
    args: &CompareArgs,
    compared: &PuzzleComparison<'_>,
    out: &mut dyn Write,
) -> Printed {
    json::about(
        out,
        "huarong/compare/1",
        compared.source,
        object! {
            "metric": args.search.metric,
            "runs": compared.runs.iter().map(run_object).collect::<Vec<_>>(),
        },
    )
}

fn run_object(run: &AlgorithmRun) -> JsonObject {
    let statistics = &run.report.statistics;
    let solution = run.report.solution();
    object! {
        "algorithm": run.algorithm.word(),
        "heuristic": run.report.heuristic,
        "outcome": run.report.word(),
        "reason": run.report.stopped,
        "optimal": run.report.optimal,
        "length": solution.map(Solution::len),
        "steps": solution.map(Solution::steps),
        "visited": statistics.expanded,
        "states": statistics.states,
        "peak_frontier": statistics.peak_frontier,
        "seconds": run.median().as_secs_f64(),
        "least_seconds": run.least().as_secs_f64(),
        "timed": run.times.len(),
        "bytes": statistics.bytes,
    }
}

/// Returns the results and costs of each search, a row for each figure.
fn result_rows(runs: &[AlgorithmRun], metric: Metric) -> Vec<Vec<String>> {
    let row = |word: &str, cell: &dyn Fn(&AlgorithmRun) -> String| {
        let cells = runs.iter().map(cell);
        iter::once(word.to_owned()).chain(cells).collect()
    };
    let figure = |count: fn(&Statistics) -> usize| {
        move |run: &AlgorithmRun| run.figure(&|report| Some(count(&report.statistics)))
    };
    let length = |count: fn(&Solution) -> usize| {
        move |run: &AlgorithmRun| match &run.report.outcome {
            Outcome::Found(_) => run.figure(&|it| it.solution().map(count)),
            Outcome::Stopped(reason @ (StopReason::Time | StopReason::Interrupted)) => {
                format!("stopped: {reason}")
            }
            Outcome::Stopped(reason) => format!("stopped: {}", reason.word()),
            Outcome::Exhausted => "impossible".to_owned(),
        }
    };
    let proven = |run: &AlgorithmRun| if run.report.optimal { "yes" } else { "no" }.to_owned();
    let mut rows = vec![
        row("", &|run| run.algorithm.word().to_owned()),
        row(
            &format!("{} found", metric.plural()),
            &length(Solution::len),
        ),
    ];
    if metric != Metric::Step {
        rows.push(row("steps", &length(Solution::steps)));
    }
    rows.extend([
        row("proven shortest", &proven),
        row("states visited", &figure(|it| it.expanded)),
        row("states stored", &figure(|it| it.states)),
        row("peak stack or frontier", &figure(|it| it.peak_frontier)),
        row("time, median", &|run| time(run.median())),
        row("time, least", &|run| time(run.least())),
        row("runs timed", &|run| run.times.len().to_string()),
        row("bytes a state", &bytes_a_state),
    ]);
    rows
}

#[expect(clippy::cast_precision_loss, reason = "for people and pictures")]
fn float(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "shown with one decimal")]
fn bytes_a_state(run: &AlgorithmRun) -> String {
    match run.report.statistics {
        Statistics { states: 0, .. } => String::new(),
        Statistics { states, bytes, .. } => format!("{:.1}", bytes as f64 / states as f64),
    }
}
