//! `huarong explore`: all reachable states of a puzzle.

mod components;
mod files;
mod report;

use super::prelude::*;
use crate::{
    explore::{
        Engine, Exploration, ExploreScope, Explorer, LayerProfile, Options, PositionsAt, Stage,
        StageObserver,
    },
    puzzle::Optimum,
};

use super::{
    args::{EngineArg, explore_engine},
    check, cluster,
    input::GoalArgs,
    state_map::{self, MapArgs, MapColours},
    tablebase,
    work_dir::{ClusterArgs, RunRequest, SavedRun, WorkDirArgs},
};
use files::{store_distances, store_hardest, store_solution, write_graph, write_plot};
use report::{csv, page, report_object};

#[derive(Args)]
#[command(after_help = "\
Examples:
  huarong explore heng-dao-li-ma
  huarong explore red-donkey --hardest-out harder.txt
  huarong explore red-donkey --at 50 | huarong solve -
  huarong explore century --metric step --from goals
  huarong explore my.txt --csv > layers.csv
  huarong explore heng-dao-li-ma --json | jq .hardest.distance
  huarong explore my.txt --engine layered --work-dir my-run
  huarong explore --status my-run
  huarong explore --resume my-run
  huarong explore my.txt --save my.distances
  huarong solve my.txt --tablebase my.distances
  huarong explore simplicity --graph simplicity.json
  huarong explore heng-dao-li-ma --map map.html
  huarong explore heng-dao-li-ma --all-components
  huarong explore puzzles/klotski --quiet

Steps:
  1. All reachable positions, layer by layer: the number at each distance from the start, the solved
     ones, the farthest, the moves from each position, and the dead ends.
  2. The distance from each position to the nearest solved one, and so the hardest start.
  3. The number of shortest solutions. Two solutions differ if they pass through different layouts;
     equal pieces are interchangeable. Step 3 is skipped if it needs more than `--max-memory`.
  A stopped run prints the results of the earlier steps.

Mirror images:
  Every position is counted. If the puzzle is its own mirror image, one of a position and its mirror
  image is searched, drawn and listed.

Large runs:
  `--work-dir DIR` saves checkpoints after layers, which take at most a twentieth of the time.
  `--resume DIR` continues after the last one: after Ctrl-C, a full disk or a power cut. The engine
  `layered` saves each layer, about a byte a position, and uses at most `--max-memory`, or 256 MiB. `--engine auto` chooses by the size of the space and the memory;
  a run without `--work-dir` that exceeds the memory continues in a temporary directory.

Exit status:
  0  explored, whether the puzzle is solvable or not
  1  proven: no start has the distance `--at`
  2  wrong input or usage
  3  stopped at a limit or by Ctrl-C, with partial results")]
pub struct ExploreArgs {
    #[arg(value_name = "PUZZLE", help = PUZZLES_HELP, long_help = PUZZLES_LONG_HELP, required_unless_present_any = ["resume", "process", "status"])]
    puzzle: Vec<OsString>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// Origin of the layers to show
    #[arg(long, value_enum, default_value_t)]
    from: FromArg,
    /// Count reachable positions only, in half the time
    #[arg(long, conflicts_with_all = ["from", "hardest_out", "resume"])]
    layers_only: bool,
    /// Explore all placements, reachable or not, by component
    #[arg(long, conflicts_with_all = [
        "from", "layers_only", "engine", "work_dir", "resume", "hardest_out", "plot", "graph", "map"
    ])]
    all_components: bool,
    /// Print a start N units from its nearest solution
    #[arg(long, value_name = "N", conflicts_with_all = [
        "from", "layers_only", "all_components", "work_dir", "resume", "hardest_out", "plot", "graph",
        "map", "csv", "save", "output", "tablebase"
    ])]
    at: Option<u32>,
    /// Choose a random start `--at` this distance, by this seed
    #[arg(long, value_name = "N", value_parser = seed, requires = "at", hide_short_help = true)]
    seed: Option<u64>,
    /// Look the shortest solution up in this file of `huarong atlas --output` or `explore --save`
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    tablebase: Option<PathBuf>,
    /// Store a shortest solution, for `huarong verify`
    #[arg(
        long,
        short,
        value_name = "FILE",
        conflicts_with = "layers_only",
        help_heading = "Output"
    )]
    output: Option<PathBuf>,
    /// Write the hardest start as a puzzle file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    hardest_out: Option<PathBuf>,
    /// Store the distance of every position to its nearest solution in this file, for
    /// `huarong solve --tablebase`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["layers_only", "all_components"],
          help_heading = "Output", hide_short_help = true)]
    save: Option<PathBuf>,
    /// Draw the layers as an SVG histogram
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    plot: Option<PathBuf>,
    /// Write the state graph as `.json` or `.csv`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    graph: Option<PathBuf>,
    #[command(flatten)]
    map: MapArgs,
    /// Print a JSON object per puzzle
    #[arg(long, conflicts_with = "csv", help_heading = "Output")]
    json: bool,
    /// Print the layers as comma-separated values
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    csv: bool,
    /// Print figures only, no boards and bars
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
    #[command(flatten)]
    keeping: WorkDirArgs,
    /// Tell how far the run in this directory is, without loading it
    #[arg(long, value_name = "DIR", help_heading = "Large runs",
          conflicts_with_all = ["puzzle", "work_dir", "resume", "csv"], hide_short_help = true)]
    status: Option<PathBuf>,
    /// Search engine; all give the same answer
    #[arg(long, value_parser = explore_engine(), default_value = "auto",
          requires_if("layered", "work_dir"), help_heading = "Large runs", hide_short_help = true)]
    engine: EngineArg,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
}

impl ExploreArgs {
    /// Reads the puzzles; `--from` has another meaning here.
    fn load(&self, out: &mut dyn Write) -> Result<PuzzleSet> {
        many::load_all(&self.puzzle, &self.goal.reading(), self.json, out)
    }

    fn run_request(&self) -> RunRequest<'_> {
        RunRequest {
            command: "explore",
            keeping: &self.keeping,
            cluster: &self.cluster,
            engine: self.engine,
            max_memory: self.search.limits.max_memory,
            is_quiet: self.quiet,
        }
    }

    fn options(&self) -> Options {
        let mut options = self.search.explore_options();
        if self.engine == Some(Engine::Layered) || self.cluster.is_given() {
            // Searches in files need no more memory than the user gives.
            options.limits = self.search.given_limits();
        }
        options.scope = if self.layers_only {
            ExploreScope::Layers
        } else {
            ExploreScope::Everything
        };
        let threads = self.threads.count().unwrap_or(options.threads);
        options.with_threads(threads).with_engine(self.engine)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum FromArg {
    /// Around the start
    #[default]
    Start,
    /// Around all solved positions that can be reached
    Goals,
}

pub fn run(args: &ExploreArgs, out: &mut dyn Write) -> Result<Exit> {
    if let Some(folder) = &args.status {
        return check::status(folder, args.json, out);
    }
    let files = [
        (&args.hardest_out, FileContent::Plain),
        (&args.plot, output::PLOT),
        (&args.graph, FileContent::Named("--graph", &["json", "csv"])),
        (&args.map.map, state_map::FILE),
        (&args.save, FileContent::Distances),
        (&args.output, FileContent::Solution),
    ];
    output::check_all(files, &args.puzzle)?;
    let request = args.run_request();
    if request.is_saved() {
        return cluster::run(&request, |run| explore_saved(args, run, out));
    }
    let loaded = args.load(out)?;
    refuse_single_outputs(args, loaded.sources.len())?;
    batch::each(&loaded, out, |number, source, out| {
        if number > 0 && !args.json {
            writeln!(out, "\n")?;
        }
        explore_one(args, source, out)
            .or_else(|error| batch::report_error(source, error, args.json, out))
    })
}

/// Begins or resumes a saved run, and prints what it finds.
fn explore_saved(args: &ExploreArgs, run: &mut SavedRun<'_>, out: &mut dyn Write) -> Result<Exit> {
    let mut sources = Vec::new();
    if args.keeping.resume.is_none() {
        sources = args.load(out)?.sources;
        refuse_single_outputs(args, sources.len())?;
        sources
            .iter()
            .try_for_each(|source| args.search.refuse_endless(&source.puzzle))?;
    }
    let (source, explorer) = run.open(
        sources,
        |place| Explorer::open(place, &args.options()),
        Explorer::puzzle,
    )?;
    explore(args, &source, explorer, Some(&*run), out)
}

/// Refuses options for a single puzzle if there are several.
fn refuse_single_outputs(args: &ExploreArgs, puzzles: usize) -> Result {
    let given = [
        ("--hardest-out", args.hardest_out.is_some()),
        ("--plot", args.plot.is_some()),
        ("--graph", args.graph.is_some()),
        ("--map", args.map.map.is_some()),
        ("--save", args.save.is_some()),
        ("--output", args.output.is_some()),
        ("--work-dir", args.keeping.work_dir.is_some()),
        ("--csv", args.csv),
        ("--at", args.at.is_some() && !args.json),
    ];
    let mut given = given.into_iter().filter(|_| puzzles > 1);
    let Some((option, _)) = given.find(|(_, is_given)| *is_given) else {
        return Ok(());
    };
    let or_json = if matches!(option, "--csv" | "--at") {
        ", or use `--json`"
    } else {
        ""
    };
    refuse!(
        "`{option}` is for one puzzle, and there are {puzzles}",
        "give one puzzle, like `FILE#1`{or_json}"
    )
}

fn explore_one(args: &ExploreArgs, source: &Source, out: &mut dyn Write) -> Result<Exit> {
    args.search.refuse_endless(&source.puzzle)?;
    if args.all_components {
        return components::run(args, source, out);
    }
    if let Some(at) = args.at {
        return find_start(args, source, at, out);
    }
    let explorer = Explorer::new(&source.puzzle, &args.options())
        .map_err(|error| work_dir::user_error("explore", error))?;
    explore(args, source, explorer, None, out)
}

/// Explores and prints what is found. If a saved run ends early, prints how to resume it.
fn explore(
    args: &ExploreArgs,
    source: &Source,
    mut explorer: Explorer,
    run: Option<&SavedRun<'_>>,
    out: &mut dyn Write,
) -> Result<Exit> {
    let started = Instant::now();
    let note = || run.map_or((), SavedRun::note);
    let stop = |reason: StopReason, what: &str| -> Result<Exit> {
        note!("stopped: {reason} before {what}");
        Ok(Exit::Stopped)
    };
    // The graph is first, because it soon fails if there are too many positions.
    if let Some(path) = &args.graph
        && let Some(reason) = write_graph(path, source, explorer.options(), args.quiet)?
    {
        return stop(reason, "the graph was drawn");
    }
    if let Some(path) = &args.map.map {
        let options = explorer.options();
        let colours = MapColours::Distance;
        let stopped = state_map::write(&args.map, path, source, options, colours, args.quiet)?;
        if let Some(reason) = stopped {
            return stop(reason, "the state map was drawn");
        }
    }
    let metric = explorer.options().metric;
    let looked_up = args.tablebase.as_ref();
    let looked_up = looked_up.map(|path| look_up(path, source, metric));
    let explore = &mut |observer: StageObserver<'_>| explorer.explore_with_observer(observer);
    let known = watched(&source.title(), args.quiet, explore).inspect_err(|_| note())?;
    let found = ExploreResult {
        args,
        source,
        known: &known,
        looked_up: looked_up.transpose()?.flatten(),
    };
    if let Some(path) = &args.plot {
        write_plot(path, &found, found.layers_asked_for()?)?;
    }
    store_hardest(&found)?;
    if args.json {
        json::line(out, &report_object(&found))?;
    } else if args.csv {
        csv(out, found.layers_asked_for()?)?;
    } else {
        page(out, &found)?;
    }
    if let Some(path) = &args.output {
        store_solution(path, &found, &mut explorer)?;
    }
    if known.stopped.is_some() {
        if let Some(path) = &args.save {
            let path = path.display();
            note!("note: no distances to store in `{path}`");
        }
        note();
        return Ok(Exit::Stopped);
    }
    let options = *explorer.options();
    // The memory of one search is for the next.
    drop(explorer);
    if let Some(path) = &args.save
        && let Some(reason) = store_distances(path, &found, &options, started)?
    {
        return stop(reason, "the distances were stored");
    }
    Ok(Exit::Done)
}

/// Explores, showing progress unless `quiet`, until Ctrl-C is pressed.
fn watched<T>(
    title: &str,
    quiet: bool,
    explore: &mut dyn FnMut(StageObserver<'_>) -> Result<T, SolveError>,
) -> Result<T, SolveError> {
    let mut shown: Option<(Stage, ProgressLine)> = None;
    explore(&mut |now, progress| {
        // The line of the previous stage must be cleared first.
        shown.take_if(|(stage, _)| *stage != now.stage);
        let (_, line) = shown.get_or_insert_with(|| {
            let noun = match now.stage {
                Stage::FromStart => "layer",
                Stage::FromGoals => "layer from the goals",
                Stage::Solutions => "counting solutions, layer",
            };
            (now.stage, ProgressLine::new(title, noun, quiet))
        });
        line.update_towards(progress, now.expected)
    })
}

/// Looks a solution up in a tablebase, if that covers the puzzle.
fn look_up(path: &Path, source: &Source, metric: Metric) -> Result<Option<Solution>> {
    let tablebase = tablebase::open(path, metric)?;
    let report = tablebase::answer(&tablebase, source, "")?;
    Ok(report.and_then(|report| report.solution().cloned()))
}

/// The results of an exploration, with the options of printing.
struct ExploreResult<'a> {
    args: &'a ExploreArgs,
    source: &'a Source,
    known: &'a Exploration,
    /// A shortest solution from a tablebase.
    looked_up: Option<Solution>,
}

impl ExploreResult<'_> {
    /// Returns the distance to the nearest goal, if it is known.
    fn shortest(&self) -> Option<usize> {
        self.known
            .shortest()
            .or(self.looked_up.as_ref().map(Solution::len))
    }

    fn puzzle(&self) -> &Puzzle {
        &self.source.puzzle
    }

    /// Returns the layers to show, if they are known.
    fn shown(&self) -> Option<&LayerProfile> {
        match self.args.from {
            FromArg::Start => Some(&self.known.from_start),
            FromArg::Goals => self.known.from_goals.known(),
        }
    }

    /// Returns the first hardest start as a puzzle with its optimum; `None` if no hardest start is
    /// known, or each covers a gate and cannot be drawn.
    fn hardest(&self) -> Option<Puzzle> {
        let from_goals = self.known.from_goals.known()?;
        let metric = self.known.metric;
        let note = format!(
            "the hardest start of its component, counted in {}",
            metric.plural()
        );
        let length = (metric, from_goals.eccentricity());
        let starts = &from_goals.farthest;
        start_at(self.puzzle(), starts, "hardest start", note, length)
    }

    fn layers_asked_for(&self) -> Result<&LayerProfile> {
        let help = "omit `--from goals` for the layers around the start";
        let error = || user_error!("no layers around solved positions are known", help);
        self.shown().ok_or_else(|| error().into())
    }
}

/// Prints a start at a distance from its nearest solution.
fn find_start(args: &ExploreArgs, source: &Source, at: u32, out: &mut dyn Write) -> Result<Exit> {
    // The moves from each position need not be counted.
    let options = args.options().with_scope(ExploreScope::Layers);
    let mut explorer = Explorer::new(&source.puzzle, &options)
        .map_err(|error| work_dir::user_error("explore", error))?;
    let at = at as usize;
    let metric = args.search.metric;
    let found = watched(&source.title(), args.quiet, &mut |observer| {
        explorer.positions_at(at, args.seed, observer)
    })?;
    let length = |distance| length(distance, metric);
    let mut reason = None;
    let mut farthest = None;
    let mut text = None;
    let mut why = String::new();
    let (exit, outcome) = match found {
        PositionsAt::Found(positions) => {
            text = Some(draw_start(args, source, &positions)?);
            (Exit::Done, "found")
        }
        PositionsAt::None { farthest: found } => {
            farthest = found;
            why = found.map_or_else(
                || "no start is at any distance from a solution: it cannot be solved".to_owned(),
                |farthest| {
                    let farthest = length(farthest);
                    let at = length(at);
                    format!(
                        "no start is {at} from the nearest solution: the farthest are {farthest}"
                    )
                },
            );
            (Exit::Impossible, "impossible")
        }
        PositionsAt::Stopped(stop) => {
            reason = Some(stop);
            why = format!("{stop} before a start was found");
            (Exit::Stopped, "stopped")
        }
    };
    if args.json {
        json::about(
            out,
            "huarong/start/1",
            source,
            object! {
                "metric": metric,
                "at": at,
                "outcome": outcome,
                "reason": reason,
                "farthest": farthest,
                "text": text,
            },
        )?;
    } else if let Some(text) = text {
        out.write_all(text.as_bytes())?;
    } else {
        note!("{}: {outcome}: {why}", sanitize(source.title()));
    }
    Ok(exit)
}

/// Returns the first of the states that can be drawn, as a puzzle with a note on its origin.
fn draw_start(args: &ExploreArgs, source: &Source, positions: &[Vec<Cell>]) -> Result<String> {
    let metric = args.search.metric;
    let at = args.at.unwrap_or_default() as usize;
    let length = length(at, metric);
    let seed = args.seed.map(|seed| format!(", chosen by seed {seed}"));
    let seed = seed.unwrap_or_default();
    let note = format!("a start {length} from its nearest solution{seed}");
    let what = format!("at {length}");
    let Some(start) = start_at(&source.puzzle, positions, &what, note, (metric, at)) else {
        refuse!(
            "the starts {length} away cover a gate",
            "a start is drawn without the gates that its pieces cover: try another `--seed`"
        )
    };
    Ok(start.to_string())
}

/// Returns the first of these states that can be drawn, as a puzzle with its optimum, named after
/// the puzzle and `what`; `None` if the pieces of each cover a gate.
fn start_at(
    puzzle: &Puzzle,
    positions: &[Vec<Cell>],
    what: &str,
    note: String,
    (metric, distance): (Metric, usize),
) -> Option<Puzzle> {
    let mut optimum = Optimum::default();
    *optimum.get_mut(metric) = u32::try_from(distance).ok();
    let name = puzzle.title().name.as_ref();
    let title = PuzzleInfo {
        name: name.map(|name| format!("{name}, {what}")),
        note: Some(note),
        ..PuzzleInfo::default()
    };
    let best = PublishedOptimum::Known(optimum);
    let start = |anchors: &Vec<Cell>| puzzle.starting_at(anchors, title.clone(), best);
    positions.iter().find_map(start)
}
