//! The files that `explore` writes: solutions, distances, hardest starts, state graphs, histograms.

use crate::cli::prelude::*;
use crate::{
    explore::{Explorer, LayerProfile, Options, StateGraph, distances::DistanceTable, state_graph},
    memory,
    render::{Histogram, HistogramMark},
};

use super::{ExploreResult, FromArg};

pub fn store_hardest(found: &ExploreResult<'_>) -> Result {
    let Some(path) = &found.args.hardest_out else {
        return Ok(());
    };
    if found.known.from_goals.known().is_none() {
        note!("note: no hardest start is known for `{}`", path.display());
        return Ok(());
    }
    let Some(puzzle) = found.hardest() else {
        refuse!(
            "the hardest start covers a gate",
            "a start is drawn without the gates that its pieces cover: `--json` has it"
        );
    };
    output::store(path, puzzle.to_string())
}

/// Stores the solution of the tablebase, or one of the explorer.
pub fn store_solution(path: &Path, found: &ExploreResult<'_>, explorer: &mut Explorer) -> Result {
    let (algorithm, outcome) = if let Some(solution) = &found.looked_up {
        ("tablebase", Outcome::Found(solution.clone()))
    } else {
        let find = |observer: Observer<'_>| explorer.shortest_solution(found.known, observer);
        let title = found.source.title();
        ("bfs", watched(&title, "layer", found.args.quiet, find)?)
    };
    let states = found.known.from_start.total().classes;
    let how = (algorithm, true, states);
    solution_args::store(path, found.puzzle(), outcome.found(), how)
}

/// Finds the distances of a puzzle and stores them; returns the reason of a stop.
pub fn store_distances(
    path: &Path,
    found: &ExploreResult<'_>,
    options: &Options,
    started: Instant,
) -> Result<Option<StopReason>> {
    let limits = options.limits.remaining_after(0, started.elapsed());
    let options = &options.with_limits(limits);
    let outcome = {
        // The sort of millions of states has no observer.
        let _deadline = Deadline::after(limits.timeout);
        let title = found.source.title();
        let line = ProgressLine::new(&title, "saving distances, layer", found.args.quiet);
        // The search visits all states twice, from the start and from the goals.
        let all = found.known.from_start.total().classes;
        let mut before = 0;
        let mut last = 0;
        DistanceTable::find(found.puzzle(), options, &mut |progress| {
            if progress.states < last {
                before = last;
            }
            last = progress.states;
            let mut both = *progress;
            both.states += before;
            line.update_towards(&both, Some(2 * all))
        })?
    };
    match outcome {
        Outcome::Found(distances) => {
            output::store_with(path, FileContent::Distances, |path| distances.write(path))?;
            Ok(None)
        }
        Outcome::Exhausted => {
            let shown = sanitize(path.display());
            note!("note: there is no solution to be far from in `{shown}`");
            Ok(None)
        }
        Outcome::Stopped(reason) => Ok(Some(reason)),
    }
}

/// Maximum number of states of a state graph; larger graphs are unreadable.
const MAX_NODES: usize = 100_000;

/// Writes the state graph of a puzzle; returns the reason of a stop.
pub fn write_graph(
    path: &Path,
    source: &Source,
    options: &Options,
    quiet: bool,
) -> Result<Option<StopReason>> {
    let limits = options.limits;
    let wanted = limits.max_states.filter(|&most| most < MAX_NODES);
    let limits = limits.with_max_states(wanted.or(Some(MAX_NODES)));
    let options = options.with_limits(limits);
    let graph = |observer: Observer<'_>| state_graph(&source.puzzle, &options, observer);
    match watched(&source.title(), "drawing the graph, layer", quiet, graph)? {
        Outcome::Found(graph) => {
            let bytes = (graph.nodes.len() + graph.edges.len()) * LISTED_BYTES;
            if let Err(reason) = memory::check_limit(bytes, &Limits::default()) {
                return Ok(Some(reason));
            }
            store_graph(path, source, &graph)?;
            Ok(None)
        }
        Outcome::Stopped(StopReason::States) if wanted.is_none() => {
            let most = grouped(MAX_NODES);
            refuse!(
                "the state graph has more than {most} positions",
                "a graph is for small spaces: omit `--graph`, or take fewer pieces"
            )
        }
        Outcome::Stopped(reason) => Ok(Some(reason)),
        Outcome::Exhausted => Ok(None),
    }
}

/// Memory of a position or a move in the list of a state graph.
const LISTED_BYTES: usize = 700;

/// Stores positions and moves. A move refers to positions by their index from 0. If pieces may
/// leave, it also says whether it leads one way only.
fn store_graph(path: &Path, source: &Source, graph: &StateGraph) -> Result {
    let puzzle = &source.puzzle;
    let moves = graph.edges.iter().map(|edge| {
        let piece = puzzle.pieces()[edge.piece].display_label();
        let object = object! { "from": edge.from, "to": edge.to, "piece": piece };
        if puzzle.doors().is_empty() {
            object
        } else {
            object.with(object! { "one_way": edge.is_one_way })
        }
    });
    let mut text = Vec::new();
    if output::ending(path) == "csv" {
        let columns = if puzzle.doors().is_empty() {
            "from,to,piece"
        } else {
            "from,to,piece,one_way"
        };
        writeln!(text, "{columns}")?;
        for edge in moves {
            csv::line(&mut text, columns, &edge)?;
        }
    } else {
        let positions = graph.nodes.iter().map(|node| {
            let board = Position::with_anchors(puzzle, &node.anchors);
            let board = board.map(|board| board.to_string()).unwrap_or_default();
            object! {
                "distance": node.distance, "goal": node.is_goal, "states": node.states, "board": board
            }
        });
        json::about(
            &mut text,
            "huarong/state-graph/1",
            source,
            object! {
                "positions": positions.collect::<Vec<_>>(), "moves": moves.collect::<Vec<_>>()
            },
        )?;
    }
    output::store(path, text)
}

pub fn write_plot(path: &Path, found: &ExploreResult<'_>, sweep: &LayerProfile) -> Result {
    let counts: Vec<u64> = sweep.layers.iter().map(|layer| layer.states).collect();
    let unit = found.known.metric.plural();
    let (from, mark) = match found.args.from {
        FromArg::Start => ("start", "nearest solution"),
        FromArg::Goals => ("nearest solution", "start"),
    };
    let mark = |at| HistogramMark { at, label: mark };
    let picture = Histogram {
        title: &found.source.title(),
        across: &format!("{unit} from the {from}"),
        up: "positions",
        counts: &counts,
        mark: found.known.shortest().map(mark),
    };
    output::store(path, picture.to_string())
}
