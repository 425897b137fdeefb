//! `huarong solve`: each puzzle in turn, its moves and a summary; with `--all` every shortest
//! solution.

mod all;
mod proof;
pub mod run;

use super::prelude::*;
use crate::{
    sliding::{Options, Solver},
    solution::notation::{self, Notation, SolutionListing},
};

use super::{
    args::{self, EngineArg, HeuristicArg, one_of_or_removed, seeded},
    cluster,
    json::units,
    tablebase,
    work_dir::{ClusterArgs, RunRequest, SavedRun, WorkDirArgs},
};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong solve heng-dao-li-ma
  huarong solve my.txt --timeout 5m --max-memory 2GiB --output my.solution
  huarong solve heng-dao-li-ma --json | jq .length
  huarong solve fayaa#3 my-puzzles.txt --metric slide --quiet
  huarong solve century --algorithm dfs --max-states 1000000
  huarong solve heng-dao-li-ma --notation chinese
  huarong solve my.txt --next 1
  huarong solve heng-dao-li-ma --all --limit 3 --notation compact
  huarong solve heng-dao-li-ma --tablebase moves.tb
  huarong solve heng-dao-li-ma --quiet --proof 81-moves.proof
  huarong solve puzzles/ --timeout 10s
  huarong solve climb-15-winter-gnome --work-dir my-run
  huarong solve --resume my-run
  huarong solve klotski 'fayaa#*' --json > answers.jsonl
  huarong solve rush-hour --csv > answers.csv

`huarong verify` reads every notation. Limits apply to each puzzle. A folder, a family or a pattern \
implies `--quiet`.

Exit status: 0 solved, 1 proven impossible, 2 wrong input or usage, 3 stopped \
at a limit or by Ctrl-C.")]
pub struct SolveArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP)]
    puzzle: Vec<OsString>,
    #[command(flatten)]
    reading: ReadArgs,
    /// Search algorithm
    #[arg(long, short, value_parser = args::algorithm(), default_value = "auto",
          conflicts_with = "resume")]
    algorithm: Algorithm,
    /// Random seed of `dfs-random` [default: 0]
    #[arg(long, value_name = "N", value_parser = seed, hide_short_help = true)]
    seed: Option<u64>,
    #[command(flatten)]
    search: SearchArgs,
    /// List every shortest solution
    #[arg(long, conflicts_with_all = ["algorithm", "output", "work_dir", "resume"])]
    all: bool,
    /// Print only the next N moves, as hints
    #[arg(long, value_name = "N", value_parser = positive,
          conflicts_with_all = ["all", "csv", "output"])]
    next: Option<NonZero<usize>>,
    /// Maximum number of solutions to list
    #[arg(long, value_name = "N", requires = "all", value_parser = count, hide_short_help = true)]
    limit: Option<usize>,
    /// Heuristic of `idastar` for numbered tiles
    #[arg(long, value_parser = args::heuristic(), default_value = "auto", hide_short_help = true)]
    heuristic: HeuristicArg,
    /// Look puzzles up in this file of `huarong atlas --output` or `huarong explore --save`
    #[arg(long, value_name = "FILE", hide_short_help = true,
          conflicts_with_all = ["algorithm", "engine", "max_depth", "work_dir", "resume"])]
    tablebase: Option<PathBuf>,
    /// Draw the board before the first move and after each
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    boards: bool,
    /// Notation of the moves [default: words]
    #[arg(long, value_parser = one_of_or_removed(NOTATIONS, &["boards"], BOARDS),
          help_heading = "Output",
          conflicts_with_all = ["json", "boards"])]
    notation: Option<Notation>,
    /// Store the solution, for `huarong verify`
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Write a certificate that no solution is shorter, or that there is none, for
    /// `huarong verify` and other checkers: see `huarong help proofs`
    #[arg(long, value_name = "FILE", help_heading = "Output", hide_short_help = true,
          conflicts_with_all = ["all", "tablebase", "work_dir", "resume", "processes"])]
    proof: Option<PathBuf>,
    /// Print a JSON object per puzzle
    ///
    /// With `--all`, print one per solution, then one with their number.
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Print comma-separated values, a line per puzzle
    #[arg(long, help_heading = "Output", hide_short_help = true,
          conflicts_with_all = ["json", "all", "boards", "notation", "proof"])]
    csv: bool,
    /// Print the summary only, and no progress
    ///
    /// `--boards` and `--notation` print the moves nevertheless.
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    keeping: WorkDirArgs,
    /// Search engine for breadth-first search; all prove the same
    #[arg(long, value_parser = args::engine(), default_value = "auto", conflicts_with = "all",
          requires_if("layered", "work_dir"), help_heading = "Large runs", hide_short_help = true)]
    engine: EngineArg,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
}

/// The form of the result of each puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputForm {
    Json,
    Csv,
    Moves,
    Summary,
    NamedSummary,
}

const NOTATIONS: [Choice<Notation>; 6] = [
    (
        "words",
        Notation::Words,
        "A numbered line a move: `1. C 曹操  down 2`",
    ),
    (
        "compact",
        Notation::Compact,
        "Letters and arrows, several moves a line: `C↓2 E→ J←↓`",
    ),
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
        "Names and numerals, with the letter where several have one name: `曹操下二 卒J左下`",
    ),
    (
        "pushes",
        Notation::Pushes,
        "Directions and numbers of tiles, for numbered tiles: `R2U2LDL`",
    ),
];

const BOARDS: &str = "this notation was removed; `--boards` draws the boards";

pub fn run(args: &SolveArgs, out: &mut dyn Write) -> Result<Exit> {
    let request = args.run_request();
    if request.is_saved() {
        return cluster::run(&request, |run| solve_saved(args, run, out));
    }
    let loaded = many::load_or_ask(&args.puzzle, &args.reading, args.json, out)?;
    let sources = &loaded.sources;
    let options = args.options();
    check_outputs(args, sources.len())?;
    check_engine(&options)?;
    if args.seed.is_some() && seeded(args.algorithm, 0) == seeded(args.algorithm, 1) {
        let algorithm = args.algorithm.word();
        note!("note: `--seed` changes nothing: `{algorithm}` is not random, `dfs-random` is");
    }
    if let Some(path) = &args.proof {
        return proof::solve(args, path, &loaded, out);
    }
    if let Some(notation) = args.notation {
        check_notation(notation, sources, options.metric)?;
    }
    if args.csv {
        writeln!(out, "{CSV}")?;
    }
    let started = Instant::now();
    let mut printer = Printer::new(args, options, &loaded);
    let exit = if args.all {
        batch::each(&loaded, out, |number, source, out| {
            if number > 0 && !args.quiet && !args.json {
                writeln!(out)?;
            }
            all::solve(args, source, sources.len() > 1, out)
        })?
    } else {
        let tablebase = args.tablebase.as_ref();
        let tablebase = tablebase.map(|path| tablebase::open(path, options.metric));
        let tablebase = tablebase.transpose()?;
        let explained = |error| work_dir::user_error("solve", error);
        if tablebase.is_none() && sources.len() > 1 {
            run::solve_all(sources, &options, args.quiet, &mut |source, result| {
                printer.print(source, result.map_err(explained), out)
            })?
        } else {
            batch::each(&loaded, out, |_, source, out| {
                let known = match &tablebase {
                    Some(tablebase) => tablebase::answer(tablebase, source, "; searching"),
                    None => Ok(None),
                };
                let report = known.and_then(|known| match known {
                    Some(report) => Ok(report),
                    None => {
                        run::solve_with_progress(source, &options, args.quiet).map_err(explained)
                    }
                });
                printer.print(source, report, out)
            })?
        }
    };
    if loaded.is_batch && !args.all && !args.json && !args.csv {
        printer
            .summary
            .print(&loaded, options.metric, started.elapsed(), out)?;
    }
    Ok(exit.max(loaded.exit()))
}

/// Begins or resumes a saved run, and prints its result.
fn solve_saved(args: &SolveArgs, run: &mut SavedRun<'_>, out: &mut dyn Write) -> Result<Exit> {
    let mut sources = Vec::new();
    if args.keeping.resume.is_none() {
        sources = many::load_or_ask(&args.puzzle, &args.reading, args.json, out)?.sources;
    }
    check_outputs(args, 1)?;
    check_engine(&args.options())?;
    let (source, mut solver) = run.open(
        sources,
        |place| Solver::open(place, &args.options()),
        Solver::puzzle,
    )?;
    let options = *solver.options();
    if let Some(notation) = args.notation {
        check_notation(notation, std::slice::from_ref(&source), options.metric)?;
    }
    let solve = |observer: Observer<'_>| solver.solve_with_observer(observer);
    let report = watched(&source.title(), "layer", args.quiet, solve);
    let report = report.inspect_err(|_| run.note())?;
    if args.csv {
        writeln!(out, "{CSV}")?;
    }
    let is_stopped = matches!(report.outcome, Outcome::Stopped(_));
    let exit =
        Printer::new(args, options, &PuzzleSet::default()).print(&source, Ok(report), out)?;
    if is_stopped {
        run.note();
    }
    Ok(exit)
}

impl SolveArgs {
    /// Whether moves are printed even with `--quiet`.
    const fn is_asked_for_moves(&self) -> bool {
        self.boards || self.notation.is_some()
    }

    fn options(&self) -> Options {
        let mut options = self
            .search
            .options(seeded(self.algorithm, self.seed.unwrap_or_default()));
        if self.cluster.is_given() || self.engine == Some(Engine::Cluster) {
            // Files are read and written as well with little memory as with much.
            options.limits = self.search.given_limits();
        }
        options
            .with_engine(self.engine)
            .with_heuristic(self.heuristic)
            .with_threads(self.threads.count())
    }

    /// Returns the part of a solution that is printed.
    fn shown(&self, solution: &Solution) -> Solution {
        let most = self.next.map_or(usize::MAX, NonZero::get);
        Solution {
            moves: solution.iter().take(most).collect(),
            metric: solution.metric,
        }
    }

    fn run_request(&self) -> RunRequest<'_> {
        RunRequest {
            command: "solve",
            keeping: &self.keeping,
            cluster: &self.cluster,
            engine: self.engine,
            max_memory: self.search.limits.max_memory,
            is_quiet: self.quiet,
        }
    }
}

/// Refuses an engine of breadth-first search for another algorithm.
fn check_engine(options: &Options) -> Result {
    let is_breadth_first = matches!(options.algorithm, Algorithm::Auto | Algorithm::BreadthFirst);
    let Some(engine) = options.engine.filter(|_| !is_breadth_first) else {
        return Ok(());
    };
    let engine = engine.word();
    refuse!(
        "`--engine {engine}` is for breadth-first search",
        "omit `--engine` or `--algorithm`"
    )
}

/// Prints and stores results.
struct Printer<'a> {
    args: &'a SolveArgs,
    options: Options,
    form: OutputForm,
    summary: BatchSummary,
    proof: Option<JsonObject>,
}

impl<'a> Printer<'a> {
    fn new(args: &'a SolveArgs, options: Options, loaded: &PuzzleSet) -> Self {
        let form = if args.json {
            OutputForm::Json
        } else if args.csv {
            OutputForm::Csv
        } else if args.is_asked_for_moves()
            || args.next.is_some()
            || !(args.quiet || loaded.is_batch)
        {
            OutputForm::Moves
        } else if loaded.sources.len() <= 1 && !loaded.is_batch {
            OutputForm::Summary
        } else {
            OutputForm::NamedSummary
        };
        Printer {
            args,
            options,
            form,
            summary: BatchSummary::default(),
            proof: None,
        }
    }

    /// Prints the report of a puzzle, or the error; stores the solution if that is asked for.
    fn print(
        &mut self,
        source: &Source,
        report: Result<Report>,
        out: &mut dyn Write,
    ) -> Result<Exit> {
        let report = match report {
            Ok(report) => report,
            Err(error) => {
                match Exit::of_error(&error) {
                    Exit::Stopped => self.summary.stopped += 1,
                    _ => self.summary.refused += 1,
                }
                return batch::report_error(source, error, self.args.json, out);
            }
        };
        let args = self.args;
        let options = &self.options;
        let has_ended = !matches!(report.outcome, Outcome::Stopped(_));
        let has_heuristic = report.heuristic.is_some() && options.algorithm != Algorithm::Anytime;
        if args.heuristic.is_some() && !has_heuristic && has_ended {
            note!(
                "note: `--heuristic` changes nothing: {} has none to choose",
                report.method()
            );
        }
        if self.form == OutputForm::Moves && self.summary.count() > 0 {
            writeln!(out)?;
        }
        self.summary.add(source, &report);
        if let Some(path) = &args.output {
            let states = u64::try_from(report.statistics.states).unwrap_or(u64::MAX);
            let how = (report.method(), report.optimal, states);
            solution_args::store(path, &source.puzzle, report.solution(), how)?;
        }
        let summary = run::summary(source, &report, args.quiet);
        match self.form {
            OutputForm::Json | OutputForm::Csv => {
                let is_json = self.form == OutputForm::Json;
                let solution = report.solution().filter(|_| is_json);
                let object = SolveJson {
                    head: JsonObject::about("huarong/solve/1", source),
                    report: &report,
                    solution: solution.map(|it| units(&source.puzzle, args.shown(it).iter())),
                    proof: self.proof.as_ref(),
                };
                if is_json {
                    json::line(out, &object)?;
                } else {
                    csv::line(out, CSV, &object)?;
                }
            }
            OutputForm::Summary => say(out, &summary)?,
            OutputForm::NamedSummary => {
                say(out, &format!("{}: {summary}", sanitize(&source.pick)))?;
            }
            OutputForm::Moves => {
                writeln!(out, "{}", source.title())?;
                if let Some(solution) = report.solution() {
                    print_start(args, source, out)?;
                    let shown = args.shown(solution);
                    print_moves(args, source, &shown, out)?;
                    if args.next.is_some() {
                        let left = solution.len() - shown.len();
                        let left = length(left, solution.metric);
                        writeln!(out, "remaining: {left}")?;
                    }
                }
                say(out, &summary)?;
            }
        }
        out.flush()?;
        let length = report.solution().map(Solution::len);
        note_wrong_best(source, report.metric, report.bound, length);
        Ok(run::exit_of(&report))
    }
}

/// Prints a note if a result disproves the optimum that the puzzle states. `bound` is a lower
/// bound, or `None` if the puzzle is unsolvable; `length` is that of a solution.
fn note_wrong_best(source: &Source, metric: Metric, bound: Option<u32>, length: Option<usize>) {
    let stated = match source.puzzle.best() {
        PublishedOptimum::Impossible if length.is_some() => "impossible".to_owned(),
        PublishedOptimum::Known(best) => match best.get(metric) {
            Some(best)
                if bound.is_none_or(|bound| bound > best)
                    || length.is_some_and(|length| length < best as usize) =>
            {
                format!("{metric}={best}")
            }
            _ => return,
        },
        _ => return,
    };
    let title = sanitize(source.title());
    note!("note: {title}: `best: {stated}` is wrong, as the result shows");
}

/// The results of many puzzles.
#[derive(Default)]
struct BatchSummary {
    solved: usize,
    impossible: usize,
    stopped: usize,
    refused: usize,
    /// The length of the longest solution, and its puzzle.
    longest: Option<(usize, String)>,
}

impl BatchSummary {
    fn add(&mut self, source: &Source, report: &Report) {
        match &report.outcome {
            Outcome::Found(solution) => {
                self.solved += 1;
                let length = solution.len();
                let longest = self.longest.as_ref().map(|(longest, _)| *longest);
                if Some(length) > longest {
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

    /// Prints `66 puzzles: 64 solved, 2 impossible; the longest is century, 81 moves; 1.2 s`.
    fn print(
        &self,
        loaded: &PuzzleSet,
        metric: Metric,
        elapsed: Duration,
        out: &mut dyn Write,
    ) -> Printed {
        let parts = [
            (self.solved, "solved"),
            (self.impossible, "impossible"),
            (self.stopped, "stopped"),
            (self.refused, "refused"),
            (loaded.sources.len() - self.count(), "not tried"),
            (loaded.errors.len(), "that could not be read"),
        ];
        let parts = parts.iter().filter(|(many, _)| *many > 0);
        let parts = parts.map(|(many, word)| format!("{} {word}", grouped(*many)));
        let parts = joined(parts, ", ");
        let longest = self.longest.as_ref().map(|(length, whose)| {
            let length = numbers::length(*length, metric);
            format!("; the longest is {}, {length}", sanitize(whose))
        });
        let longest = longest.unwrap_or_default();
        let puzzles = counted(loaded.sources.len(), "puzzle");
        let time = time(elapsed);
        say(out, &format!("{puzzles}: {parts}{longest}; {time}"))
    }
}

/// Checks before a long search whether its outputs can be written.
fn check_outputs(args: &SolveArgs, puzzles: usize) -> Result {
    let proof = args.proof.clone();
    let proof = proof.filter(|path| puzzles > 1 || path != Path::new("-"));
    let outputs = [
        ("--output", &args.output, FileContent::Solution),
        ("--proof", &proof, FileContent::Plain),
    ];
    for (option, path, _) in outputs {
        let Some(path) = path else { continue };
        let shown = path.display();
        let ending = path.extension().unwrap_or_default();
        if puzzles > 1 {
            refuse!(
                "`{option} {shown}` is about one puzzle, and there are {puzzles} puzzles",
                "give one puzzle, like `FILE#1`"
            );
        }
        let is_picture = ["svg", "png", "gif", "html"]
            .iter()
            .any(|picture| ending == *picture);
        if option == "--output" && is_picture {
            refuse!(
                "`{option} {shown}` would be a stored solution, not a picture",
                "`huarong export PUZZLE --to {shown}` draws the solution"
            );
        }
    }
    output::check_all(
        outputs.map(|(_, path, content)| (path, content)),
        &args.puzzle,
    )
}

/// Refuses a notation that cannot express the solutions.
fn check_notation(notation: Notation, sources: &[Source], metric: Metric) -> Result {
    for source in sources {
        if let Err(unsayable) = notation.suits(&source.puzzle, metric) {
            let title = sanitize(source.title());
            refuse!("{title}: {unsayable}", unsayable.help);
        }
    }
    Ok(())
}

/// Draws the start, which explains the letters of the moves, unless a notation or all boards are
/// asked for.
fn print_start(args: &SolveArgs, source: &Source, out: &mut dyn Write) -> Printed {
    if args.is_asked_for_moves() {
        return Ok(());
    }
    writeln!(
        out,
        "\n{}\n",
        drawing::start(&source.puzzle, PieceStyle::for_stdout())
    )
}

fn print_moves(
    args: &SolveArgs,
    source: &Source,
    solution: &Solution,
    out: &mut dyn Write,
) -> Result {
    if args.boards {
        let boards = SolutionListing::new(&source.puzzle, solution).with_boards();
        return Ok(write!(out, "\n{boards}")?);
    }
    let notation = args.notation.unwrap_or_default();
    let moves = notation::write(notation, &source.puzzle, solution)?;
    Ok(write!(out, "{moves}")?)
}

/// The columns of `--csv`: fields of [`SolveJson`].
const CSV: &str = "\
    puzzle,name,algorithm,engine,metric,outcome,reason,optimal,length,steps,bound,\
    states,nodes,seconds,bytes";

/// The JSON object of a puzzle.
#[derive(Serialize)]
struct SolveJson<'a> {
    #[serde(flatten)]
    head: JsonObject,
    #[serde(flatten)]
    report: &'a Report,
    solution: Option<Vec<JsonObject>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'a JsonObject>,
}
