//! `huarong explore`: everything that can be reached from the start of a puzzle.

mod args;
mod components;
mod report;
mod start;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use huarong::Puzzle;
use huarong::control::{Limits, Outcome, Progress, StopReason};
use huarong::explore::distances::Distances;
use huarong::explore::{
    Explorer, LayerProfile, Options, Place, Stage, StageObserver, StageProgress, StateGraph,
    state_graph,
};
use huarong::grid::Cell;
use huarong::puzzle::Metric;
use huarong::render::state_graph::{GraphEdge, GraphNode, dot, graphml};
use huarong::render::{Histogram, HistogramMark};
use huarong::sliding::SolveError;
use huarong::solution::{Position, Solution};

#[cfg(feature = "cluster")]
use super::cluster::{self, Coordinator};
use super::diagnostics::{self, UserError, sanitize};
use super::exit::Exit;
use super::input::Source;
use super::interrupt::Deadline;
use super::numbers::grouped;
use super::output::{self, FileContent};
use super::progress::ProgressLine;
use super::{json, puzzle_args, search, solution, tablebase, work_dir};
pub(crate) use args::ExploreArgs;
use args::{ExploreResult, FromArg};
use report::{ExploreJson, csv, page};

pub(crate) fn run(args: &ExploreArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let files = [
        (&args.hardest_out, FileContent::Plain),
        (&args.plot, FileContent::Plain),
        (&args.graph, FileContent::Plain),
        (&args.save, FileContent::Distances),
        (&args.output, FileContent::Solution),
    ];
    let inputs: Vec<&OsStr> = args.puzzle.iter().map(OsString::as_os_str).collect();
    let outputs = files.iter().filter_map(|(path, content)| Some((path.as_deref()?, *content)));
    output::check_all(&outputs.collect::<Vec<_>>(), &inputs)?;
    if let Some(path) = &args.graph {
        graph_format(path)?;
    }
    if args.is_for_cluster() {
        return on_cluster(args, out);
    }
    if let Some(folder) = &args.keeping.resume {
        let explorer = Explorer::open(Place::Resume(folder), &args.options());
        let explorer = explorer.map_err(|error| work_dir::refused("explore", error))?;
        let source = work_dir::source(folder, explorer.puzzle());
        return explore(
            args,
            &source,
            explorer,
            &|| args.keeping.note_how_to_resume("explore"),
            out,
        );
    }
    let Some(loaded) = puzzle_args::load_all(&args.puzzle, &args.reading())? else {
        return Ok(Exit::Wrong);
    };
    if let [source] = &loaded.sources[..] {
        return Ok(explore_one(args, source, out)?.max(loaded.exit()));
    }
    refuse_single_outputs(args, loaded.sources.len())?;
    let exit = search::each(&loaded.sources, out, |number, source, out| {
        if number > 0 && !args.json {
            writeln!(out, "\n")?;
        }
        explore_one(args, source, out).or_else(|error| Ok(search::refused(source, error)))
    })?;
    Ok(exit.max(loaded.exit()))
}

/// Explores on many machines, or does what another process wants done.
#[cfg(feature = "cluster")]
fn on_cluster(args: &ExploreArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    cluster::run(&args.cluster_request(), |coordinator| lead(args, coordinator, out))
}

/// What process 0 does.
#[cfg(feature = "cluster")]
fn lead(
    args: &ExploreArgs,
    coordinator: &mut Coordinator,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let refused = |error| work_dir::refused("explore", error);
    let (source, explorer) = if let Some(folder) = &args.keeping.resume {
        let place = Place::Cluster(None, folder, coordinator.builder());
        let explorer = Explorer::open(place, &args.options());
        let explorer = explorer.map_err(refused)?;
        (work_dir::source(folder, explorer.puzzle()), explorer)
    } else {
        let Some(loaded) = puzzle_args::load_all(&args.puzzle, &args.reading())? else {
            return Ok(Exit::Wrong);
        };
        refuse_single_outputs(args, loaded.sources.len())?;
        let Some(source) = loaded.sources.into_iter().next() else { return Ok(Exit::Wrong) };
        args.search.refuse_endless(&source.puzzle)?;
        let folder = args.keeping.work_dir.as_deref().unwrap_or(Path::new("."));
        let place = Place::Cluster(Some(&source.puzzle), folder, coordinator.builder());
        let explorer = Explorer::open(place, &args.options());
        (source, explorer.map_err(refused)?)
    };
    let note = || {
        coordinator.note_loss();
        args.keeping.note_how_to_resume_with("explore", &args.cluster.shown());
    };
    explore(args, &source, explorer, &note, out)
}

/// This program was built without that.
#[cfg(not(feature = "cluster"))]
fn on_cluster(_: &ExploreArgs, _: &mut dyn Write) -> anyhow::Result<Exit> {
    Err(work_dir::refused("explore", SolveError::NoCluster))
}

/// What holds the answer about one puzzle is refused where there are several.
fn refuse_single_outputs(args: &ExploreArgs, puzzles: usize) -> anyhow::Result<()> {
    let given = [
        ("--hardest-out", args.hardest_out.is_some()),
        ("--plot", args.plot.is_some()),
        ("--graph", args.graph.is_some()),
        ("--save", args.save.is_some()),
        ("--output", args.output.is_some()),
        ("--work-dir", args.keeping.work_dir.is_some()),
        ("--csv", args.csv),
        ("--at", args.at.is_some() && !args.json),
    ];
    if puzzles == 1 {
        return Ok(());
    }
    let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) else {
        return Ok(());
    };
    let message = format!("`{option}` is for one puzzle, and there are {puzzles}");
    Err(UserError::new(message, "give one puzzle, like `FILE#1`, or use `--json`").into())
}

fn explore_one(args: &ExploreArgs, source: &Source, out: &mut dyn Write) -> anyhow::Result<Exit> {
    args.search.refuse_endless(&source.puzzle)?;
    if args.all_components {
        return components::run(args, source, out);
    }
    if let Some(at) = args.at {
        return start::run(args, source, at, out);
    }
    let explorer = Explorer::open(args.keeping.place(&source.puzzle), &args.options());
    let explorer = explorer.map_err(|error| work_dir::refused("explore", error))?;
    explore(args, source, explorer, &|| args.keeping.note_how_to_resume("explore"), out)
}

/// Explores and tells what is found; `note` says how a run goes on that has ended early.
fn explore(
    args: &ExploreArgs,
    source: &Source,
    mut explorer: Explorer,
    note: &dyn Fn(),
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let started = Instant::now();
    if let Some(path) = &args.graph {
        // First, as it soon says so if there are too many positions.
        if let Some(reason) = write_graph(path, source, explorer.options(), args.quiet)? {
            diagnostics::note(format_args!("stopped: {reason} before the graph was drawn"));
            return Ok(Exit::Stopped);
        }
    }
    let looked_up = match &args.tablebase {
        Some(path) => look_up(path, source, explorer.options().metric)?,
        None => None,
    };
    let known = watched(&source.title(), args.quiet, &mut |it| explorer.explore_watched(it))
        .inspect_err(|_| note())?;
    let found = ExploreResult { args, source, known: &known, looked_up };
    if let Some(path) = &args.plot {
        write_plot(path, &found, found.layers_asked_for()?)?;
    }
    store_hardest(&found)?;
    if args.json {
        json::line(out, &ExploreJson::new(&found))?;
    } else if args.csv {
        csv(out, found.layers_asked_for()?)?;
    } else {
        page(out, &found)?;
    }
    if let Some(path) = &args.output {
        store_solution(path, &found, &mut explorer)?;
    }
    if known.stopped.is_some() {
        note();
        return Ok(Exit::Stopped);
    }
    let options = *explorer.options();
    // The memory of one search is for the next.
    drop(explorer);
    if let Some(path) = &args.save
        && let Some(reason) = store_distances(path, &found, &options, started)?
    {
        diagnostics::note(format_args!("stopped: {reason} before the distances were stored"));
        return Ok(Exit::Stopped);
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
    explore(&mut |StageProgress { stage, expected }, progress| {
        if shown.as_ref().is_none_or(|(last, _)| *last != stage) {
            // The line of the stage before has to go first.
            drop(shown.take());
            shown = Some((stage, ProgressLine::new(title, stage_word(stage), quiet)));
        }
        let (_, line) = shown.as_ref().expect("there is one now");
        line.watch_towards(progress, expected)
    })
}

/// What is gone through in a stage, before the number of the layer.
const fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::FromStart => "layer",
        Stage::FromGoals => "layer from the goals",
        Stage::Solutions => "counting solutions, layer",
    }
}

fn store_hardest(found: &ExploreResult<'_>) -> anyhow::Result<()> {
    let Some(path) = &found.args.hardest_out else { return Ok(()) };
    if found.known.from_goals.known().is_none() {
        diagnostics::note(format_args!("note: no hardest start is known for `{}`", path.display()));
        return Ok(());
    }
    let Some(puzzle) = found.hardest() else {
        let help = "a start is drawn without the gates that its pieces cover: `--json` has it";
        return Err(UserError::new("the hardest start covers a gate", help).into());
    };
    output::store(path, puzzle.to_string())
}

/// The solution of a puzzle by the tablebase of a file, if that covers it.
fn look_up(path: &Path, source: &Source, metric: Metric) -> anyhow::Result<Option<Solution>> {
    let mut tablebase = tablebase::open(path, metric)?;
    match tablebase::look_up(&mut tablebase, &source.puzzle)? {
        Ok(Outcome::Found(solution)) => Ok(Some(solution)),
        Ok(Outcome::Exhausted | Outcome::Stopped(_)) => Ok(None),
        Err(why) => {
            diagnostics::note(format_args!("note: {}: {why}", sanitize(&source.title())));
            Ok(None)
        }
    }
}

/// Stores the one that was looked up, or one that the explorer finds.
fn store_solution(
    path: &Path,
    found: &ExploreResult<'_>,
    explorer: &mut Explorer,
) -> anyhow::Result<()> {
    let line = ProgressLine::new(&found.source.title(), "layer", found.args.quiet);
    let outcome = match &found.looked_up {
        Some(solution) => Outcome::Found(solution.clone()),
        None => explorer.shortest_solution(found.known, &mut |progress| line.watch(progress))?,
    };
    drop(line);
    let solution = search::found(&outcome);
    let algorithm = if found.looked_up.is_some() { "tablebase" } else { "bfs" };
    let states = found.known.from_start.total().classes;
    solution::store(path, found.puzzle(), solution, (algorithm, true, states))
}

/// Finds the distances of a puzzle that has been explored, and stores them; why not, if it was
/// stopped.
fn store_distances(
    path: &Path,
    found: &ExploreResult<'_>,
    options: &Options,
    started: Instant,
) -> anyhow::Result<Option<StopReason>> {
    let limits = options.limits.after(0, started.elapsed());
    let options = &Options { limits, ..*options };
    let outcome = {
        // Millions of positions are sorted at once, which nothing watches.
        let _deadline = Deadline::after(limits.timeout);
        let line =
            ProgressLine::new(&found.source.title(), "saving distances, layer", found.args.quiet);
        // All states are gone through twice, from the start and from the goals.
        let all = found.known.from_start.total().classes;
        let (mut before, mut last) = (0, 0);
        Distances::find(found.puzzle(), options, &mut |progress| {
            if progress.states < last {
                before = last;
            }
            last = progress.states;
            let both = Progress { states: before + last, ..*progress };
            line.watch_towards(&both, Some(2 * all))
        })?
    };
    match outcome {
        Outcome::Found(distances) => {
            output::store_with(path, FileContent::Distances, |path| distances.write(path))?;
            Ok(None)
        }
        Outcome::Exhausted => {
            let shown = sanitize(&path.display().to_string());
            diagnostics::note(format_args!(
                "note: there is no solution to be far from in `{shown}`"
            ));
            Ok(None)
        }
        Outcome::Stopped(reason) => Ok(Some(reason)),
    }
}

/// Positions that a state graph may have; more can be neither drawn nor looked at.
const MAX_NODES: usize = 100_000;

/// How a state graph is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GraphFormat {
    GraphMl,
    Dot,
}

/// The format that the ending of a name asks for.
fn graph_format(path: &Path) -> anyhow::Result<GraphFormat> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    match ending.as_deref() {
        Some("graphml") => Ok(GraphFormat::GraphMl),
        Some("dot" | "gv") => Ok(GraphFormat::Dot),
        _ => {
            let message = format!("`{}` does not say how to write the graph", path.display());
            Err(UserError::new(message, "give it the ending `.graphml` or `.dot`").into())
        }
    }
}

/// Makes the state graph of a puzzle and writes it, or says why not.
fn write_graph(
    path: &Path,
    source: &Source,
    options: &Options,
    quiet: bool,
) -> anyhow::Result<Option<StopReason>> {
    let most = options.limits.max_states.unwrap_or(usize::MAX).min(MAX_NODES);
    let limits = Limits { max_states: Some(most), ..options.limits };
    let options = Options { limits, ..*options };
    let outcome = {
        let line = ProgressLine::new(&source.title(), "drawing the graph, layer", quiet);
        state_graph(&source.puzzle, &options, &mut |progress| line.watch(progress))?
    };
    match outcome {
        Outcome::Found(graph) => store_graph(path, source, &graph).map(|()| None),
        Outcome::Stopped(StopReason::States) => {
            let most = grouped(most);
            let message = format!("the state graph has more than {most} positions");
            let help = "a graph is for small spaces: do without `--graph`, or take fewer pieces";
            Err(UserError::new(message, help).into())
        }
        Outcome::Stopped(reason) => Ok(Some(reason)),
        Outcome::Exhausted => Ok(None),
    }
}

fn store_graph(path: &Path, source: &Source, graph: &StateGraph) -> anyhow::Result<()> {
    let puzzle = &source.puzzle;
    let nodes = graph.nodes.iter().map(|node| GraphNode {
        drawing: drawn(puzzle, &node.anchors),
        distance: node.distance as u64,
        is_goal: node.is_goal,
        states: node.states,
    });
    let edges = graph.edges.iter().map(|edge| GraphEdge {
        from: edge.from,
        to: edge.to,
        label: puzzle.pieces()[edge.piece].display_label(),
    });
    let mut text = Vec::new();
    match graph_format(path)? {
        GraphFormat::GraphMl => graphml(&mut text, &source.title(), nodes, edges)?,
        GraphFormat::Dot => dot(&mut text, &source.title(), nodes, edges)?,
    }
    output::store(path, &String::from_utf8(text)?)
}

fn drawn(puzzle: &Puzzle, anchors: &[Cell]) -> String {
    let position = Position::with_anchors(puzzle, anchors);
    position.map_or_else(String::new, |position| position.to_string())
}

/// Writes the layers that are shown as a picture.
fn write_plot(path: &Path, found: &ExploreResult<'_>, sweep: &LayerProfile) -> anyhow::Result<()> {
    let counts: Vec<u64> = sweep.layers.iter().map(|layer| layer.states).collect();
    let metric = found.known.metric;
    let (from, mark) = match found.args.from {
        FromArg::Start => ("start", "nearest solution"),
        FromArg::Goals => ("nearest solution", "start"),
    };
    let marks: Vec<HistogramMark<'_>> =
        found.known.shortest().map(|at| HistogramMark { at, label: mark }).into_iter().collect();
    let picture = Histogram {
        title: &found.source.title(),
        across: &format!("{metric}s from the {from}"),
        up: "positions",
        counts: &counts,
        marks: &marks,
    };
    output::store(path, picture.to_string())
}
