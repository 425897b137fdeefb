//! The state graph and the histogram as files.

use std::path::Path;

use huarong::Puzzle;
use huarong::control::{Limits, Outcome, StopReason};
use huarong::explore::{self, Options, StateGraph, Sweep};
use huarong::grid::Cell;
use huarong::render::state_graph::{Edge, Node, dot, graphml};
use huarong::render::{Histogram, Mark};
use huarong::solution::Position;

use super::{Found, FromArg};
use crate::cli::diagnostics::Complaint;
use crate::cli::input::Source;
use crate::cli::numbers::grouped;
use crate::cli::progress::Line;
use crate::cli::{interrupt, output};

/// Positions that a state graph may have; more can be neither drawn nor looked at.
const MOST_NODES: usize = 100_000;

/// How a state graph is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GraphFormat {
    GraphMl,
    Dot,
}

/// The format that the ending of a name asks for.
pub(super) fn graph_format(path: &Path) -> anyhow::Result<GraphFormat> {
    let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
    match ending.as_deref() {
        Some("graphml") => Ok(GraphFormat::GraphMl),
        Some("dot" | "gv") => Ok(GraphFormat::Dot),
        _ => {
            let message = format!("`{}` does not say how to write the graph", path.display());
            Err(Complaint::new(message, "give it the ending `.graphml` or `.dot`").into())
        }
    }
}

/// Makes the state graph of a puzzle and writes it, or says why not.
pub(super) fn write_graph(
    path: &Path,
    source: &Source,
    options: &Options,
    quiet: bool,
) -> anyhow::Result<Option<StopReason>> {
    let most = options.limits.max_states.unwrap_or(usize::MAX).min(MOST_NODES);
    let limits = Limits { max_states: Some(most), ..options.limits };
    let options = Options { limits, ..options.clone() };
    let outcome = {
        interrupt::listen();
        let line = Line::new(&source.title(), "drawing the graph, layer", quiet);
        explore::state_graph(&source.puzzle, &options, &mut |progress| line.watch(progress))?
    };
    match outcome {
        Outcome::Found(graph) => put(path, source, &graph).map(|()| None),
        Outcome::Stopped(StopReason::States) => {
            let most = grouped(most);
            let message = format!("the state graph has more than {most} positions");
            let help = "a graph is for small spaces: do without `--graph`, or take fewer pieces";
            Err(Complaint::new(message, help).into())
        }
        Outcome::Stopped(reason) => Ok(Some(reason)),
        Outcome::Exhausted => Ok(None),
    }
}

fn put(path: &Path, source: &Source, graph: &StateGraph) -> anyhow::Result<()> {
    let puzzle = &source.puzzle;
    let nodes = graph.nodes.iter().map(|node| Node {
        drawing: drawn(puzzle, &node.anchors),
        distance: node.distance as u64,
        is_goal: node.is_goal,
        states: node.states,
    });
    let edges = graph.edges.iter().map(|edge| Edge {
        from: edge.from,
        to: edge.to,
        label: puzzle.pieces()[edge.piece].letter.to_string(),
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
pub(super) fn write_plot(path: &Path, found: &Found<'_>, sweep: &Sweep) -> anyhow::Result<()> {
    let counts: Vec<u64> = sweep.layers.iter().map(|layer| layer.states).collect();
    let metric = found.known.metric;
    let (from, mark) = match found.args.from {
        FromArg::Start => ("start", "nearest solution"),
        FromArg::Goals => ("nearest solution", "start"),
    };
    let marks: Vec<Mark<'_>> =
        found.known.shortest().map(|at| Mark { at, label: mark }).into_iter().collect();
    let picture = Histogram {
        title: &found.source.title(),
        across: &format!("{metric}s from the {from}"),
        up: "positions",
        counts: &counts,
        marks: &marks,
    };
    output::store(path, picture.to_string())
}
