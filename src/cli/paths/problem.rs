//! What is asked of `tour` and `hamilton` alike: paths over all vertices of a graph.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use huarong::backtrack::Statistics;
use huarong::control::{Outcome, StopReason};
use huarong::graph::{MapCell, Vertex};
use num_bigint::BigUint;
use serde_json::value::RawValue;

use super::args::PictureRequest;

/// Paths of one kind over one graph: how they are searched for, and what they are called.
pub(crate) trait PathProblem {
    /// The name of the form of its JSON.
    fn schema(&self) -> &'static str;

    /// Whether there is memory for a search. Asked before anything else.
    fn check_memory(&self) -> Result<(), StopReason>;

    /// The memory for a search, in bytes.
    fn memory_needed(&self) -> usize;

    /// Why there is none, where that is seen without a search.
    fn obstacle(&self) -> Option<Infeasibility>;

    /// The proof by a search that has found none.
    fn searched(&self) -> Infeasibility;

    /// The first path that is found, verified. Not called where there is an obstacle.
    fn find(&self) -> anyhow::Result<Outcome<Vec<Vertex>>>;

    /// Shows each path, verified, until `visit` breaks; of those that are one with their reverse,
    /// one of the two. Not called where there is an obstacle.
    fn visit(&self, visit: &mut Visitor<'_>) -> Outcome<anyhow::Result<()>>;

    /// How many there are: an exact count is never zero. Not called where there is an obstacle.
    fn count(&self) -> Outcome<PathCount>;

    /// What all searches so far have taken.
    fn spent(&self) -> SearchCost;

    /// Where a vertex lies, for JSON; those that lie nowhere are numbers.
    fn place(&self, vertex: Vertex) -> Option<MapCell>;

    /// The names of the vertices, for JSON.
    fn names(&self) -> Option<&[String]> {
        None
    }

    /// What is counted or listed, for JSON. Where this is told, an exact count is called complete.
    fn kind(&self) -> Option<&'static str> {
        None
    }

    /// The figures of the graph and the search, where they are asked for.
    fn figures(&self) -> Option<Figures> {
        None
    }

    /// Writes a path, and ends the line.
    fn write(&self, path: &[Vertex], out: &mut dyn Write) -> io::Result<()>;

    /// The picture of a path, if it can be drawn.
    fn picture(&self, wanted: PictureRequest<'_>, path: &[Vertex]) -> Option<String>;

    /// `open tour over 64 squares`.
    fn found(&self, path: &[Vertex]) -> String;

    /// `52 paths from 14`.
    fn counted(&self, number: &BigUint) -> String;

    /// What is said where a count was stopped: how many there are at least, and why it was stopped.
    fn stopped_count(&self, counted: &str, why: &str) -> String {
        format!("stopped: {why}; at least {counted}")
    }
}

/// Is shown paths.
pub(crate) type Visitor<'a> = dyn FnMut(&[Vertex]) -> ControlFlow<anyhow::Result<()>> + 'a;

/// Why there is none, for people and for JSON.
pub(crate) struct Infeasibility {
    pub(crate) text: String,
    pub(crate) json: String,
}

/// How a search ended.
pub(crate) enum SearchOutcome<T> {
    Found(T),
    Impossible(Infeasibility),
    Stopped(StopReason),
}

/// A number of paths.
pub(crate) enum PathCount {
    Exactly(BigUint),
    /// This many, and more perhaps: the count was stopped.
    AtLeast(BigUint, StopReason),
}

/// Whether those that were shown are all there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListingEnd {
    All,
    /// The visitor had seen enough.
    Some,
}

/// What searches have taken.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct SearchCost {
    /// Nodes entered, or states of a count expanded.
    pub(crate) nodes: u64,
    pub(crate) backtracks: u64,
    pub(crate) elapsed: Duration,
}

impl SearchCost {
    pub(crate) fn add(&mut self, statistics: &Statistics) {
        self.nodes += statistics.nodes;
        self.backtracks += statistics.backtracks;
    }
}

/// Figures as lines of text, and as JSON.
pub(crate) struct Figures {
    pub(crate) text: String,
    pub(crate) json: Box<RawValue>,
}

/// How it ends before a search: without memory for one, or with a proof that there is none.
pub(crate) fn settled<T>(problem: &impl PathProblem) -> Option<SearchOutcome<T>> {
    match problem.check_memory() {
        Ok(()) => problem.obstacle().map(SearchOutcome::Impossible),
        Err(reason) => Some(SearchOutcome::Stopped(reason)),
    }
}

/// The first path that is found.
pub(crate) fn first(problem: &impl PathProblem) -> anyhow::Result<SearchOutcome<Vec<Vertex>>> {
    if let Some(outcome) = settled(problem) {
        return Ok(outcome);
    }
    Ok(ended(problem, problem.find()?))
}

/// Shows each path to `visit` until that breaks.
pub(crate) fn each(
    problem: &impl PathProblem,
    mut visit: impl FnMut(&[Vertex]) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<SearchOutcome<ListingEnd>> {
    if let Some(outcome) = settled(problem) {
        return Ok(outcome);
    }
    let mut any = false;
    let outcome = problem.visit(&mut |path| {
        any = true;
        match visit(path) {
            Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
            Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    });
    Ok(match outcome {
        Outcome::Found(shown) => {
            shown?;
            SearchOutcome::Found(ListingEnd::Some)
        }
        Outcome::Exhausted if any => SearchOutcome::Found(ListingEnd::All),
        Outcome::Exhausted => SearchOutcome::Impossible(problem.searched()),
        Outcome::Stopped(reason) => SearchOutcome::Stopped(reason),
    })
}

/// How many there are.
pub(crate) fn count(problem: &impl PathProblem) -> SearchOutcome<PathCount> {
    if let Some(outcome) = settled(problem) {
        return outcome;
    }
    ended(problem, problem.count())
}

/// How a search ended; one that has seen everything is a proof.
fn ended<T>(problem: &impl PathProblem, outcome: Outcome<T>) -> SearchOutcome<T> {
    match outcome {
        Outcome::Found(found) => SearchOutcome::Found(found),
        Outcome::Exhausted => SearchOutcome::Impossible(problem.searched()),
        Outcome::Stopped(reason) => SearchOutcome::Stopped(reason),
    }
}
