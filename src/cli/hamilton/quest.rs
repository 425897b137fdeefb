//! What is looked for, and the searches for it.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context;
use huarong::backtrack::hamilton::{self, Method, Options, Shape, Terms};
use huarong::backtrack::{Restarts, Search, Statistics};
use huarong::control::{Limits, Observer, Outcome, StopReason};
use huarong::graph::{Claim, Direction, Graph, Obstacle, Vertex, obstacle, verify};

use super::args::HamiltonArgs;
use crate::cli::diagnostics::Complaint;
use crate::cli::interrupt;
use crate::cli::progress::Line;
use crate::cli::subject::{Subject, Vertices};

/// A path or cycle that is looked for in a graph.
pub(super) struct Quest<'a> {
    pub(super) subject: &'a Subject,
    pub(super) terms: Terms,
    options: Options,
    pub(super) quiet: bool,
    started: Instant,
    /// What all searches so far have taken.
    pub(super) effort: Effort,
}

/// What searches have taken.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Effort {
    /// Nodes entered, or states of a count expanded.
    pub(super) nodes: u64,
    pub(super) retreats: u64,
}

impl Effort {
    pub(super) fn add(&mut self, statistics: &Statistics) {
        self.nodes += statistics.nodes;
        self.retreats += statistics.retreats;
    }
}

/// Why there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// It can be seen.
    Seen(Obstacle),
    /// Everything was searched.
    Searched,
}

/// What a search came to.
pub(super) enum Verdict<T> {
    Found(T),
    Impossible(Proof),
    Stopped(StopReason),
}

impl<T> From<Outcome<T>> for Verdict<T> {
    fn from(outcome: Outcome<T>) -> Self {
        match outcome {
            Outcome::Found(found) => Verdict::Found(found),
            Outcome::Exhausted => Verdict::Impossible(Proof::Searched),
            Outcome::Stopped(reason) => Verdict::Stopped(reason),
        }
    }
}

impl<T> Verdict<T> {
    /// The same with what was found turned into something else.
    pub(super) fn map<U>(self, turn: impl FnOnce(T) -> U) -> Verdict<U> {
        match self {
            Verdict::Found(found) => Verdict::Found(turn(found)),
            Verdict::Impossible(proof) => Verdict::Impossible(proof),
            Verdict::Stopped(reason) => Verdict::Stopped(reason),
        }
    }
}

impl<'a> Quest<'a> {
    pub(super) fn new(args: &HamiltonArgs, subject: &'a Subject) -> anyhow::Result<Self> {
        let terms = terms(args, subject)?;
        interrupt::listen();
        let (options, quiet) = (args.options(subject)?, args.quiet || args.json);
        let (started, effort) = (Instant::now(), Effort::default());
        Ok(Quest { subject, terms, options, quiet, started, effort })
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether each path that is found is another one backwards, so that the two are one.
    pub(super) fn is_reversible(&self) -> bool {
        let Terms { shape, start, end, waypoints } = &self.terms;
        let is_free = match shape {
            Shape::Path => start.is_none() && end.is_none() && waypoints.len() < 2,
            Shape::Cycle => {
                let others = waypoints.iter().filter(|&&waypoint| Some(waypoint) != *start);
                usize::from(start.is_some()) + others.count() < 3
            }
        };
        // A path of one vertex is its own reverse.
        let vertices = self.subject.graph().vertices();
        is_free && vertices > 1 && self.subject.direction() == Direction::Undirected
    }

    /// An obstacle that can be seen.
    pub(super) fn obstacle(&self) -> Option<Obstacle> {
        obstacle(self.subject.graph(), &self.claim())
    }

    fn claim(&self) -> Claim<'_> {
        let Terms { shape, start, end, waypoints } = &self.terms;
        Claim { is_cycle: *shape == Shape::Cycle, start: *start, end: *end, waypoints }
    }

    /// The first path that is found.
    pub(super) fn first(&mut self) -> anyhow::Result<Verdict<Vec<Vertex>>> {
        if let Some(obstacle) = self.obstacle() {
            return Ok(Verdict::Impossible(Proof::Seen(obstacle)));
        }
        let search = self.watched(|graph, terms, options, observer| {
            // Whoever asks for an order wants one search to the end; and where stops bind the path,
            // beginning anew gains nothing.
            let restarts = match options.method {
                Method::Auto if terms.waypoints.is_empty() => Restarts::Luby { unit: 256 },
                _ => Restarts::Never,
            };
            let options = Options { restarts, ..options.clone() };
            hamilton::first(graph, terms, &options, observer)
        });
        self.effort.add(&search.statistics);
        if let Outcome::Found(path) = &search.outcome {
            self.check(path)?;
        }
        Ok(search.outcome.into())
    }

    /// Shows each path to `visit` until that breaks; of a path and its reverse, one.
    pub(super) fn each(
        &mut self,
        mut visit: impl FnMut(&[Vertex]) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Verdict<Listed>> {
        if let Some(obstacle) = self.obstacle() {
            return Ok(Verdict::Impossible(Proof::Seen(obstacle)));
        }
        let is_reversible = self.is_reversible();
        let mut any = false;
        let search = self.watched(|graph, terms, options, observer| {
            hamilton::visit(graph, terms, options, observer, |path| {
                if is_reversible && is_turned(terms.shape, path) {
                    return ControlFlow::Continue(());
                }
                any = true;
                match self.check(path).and_then(|()| visit(path)) {
                    Ok(ControlFlow::Continue(())) => ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => ControlFlow::Break(Ok(())),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            })
        });
        self.effort.add(&search.statistics);
        Ok(match search.outcome {
            Outcome::Found(shown) => {
                shown?;
                Verdict::Found(Listed::Some)
            }
            Outcome::Exhausted if any => Verdict::Found(Listed::All),
            Outcome::Exhausted => Verdict::Impossible(Proof::Searched),
            Outcome::Stopped(reason) => Verdict::Stopped(reason),
        })
    }

    /// Searches, showing progress, until Ctrl-C is pressed.
    pub(super) fn watched<T>(
        &self,
        search: impl FnOnce(&Graph, &Terms, &Options, Observer<'_>) -> Search<T>,
    ) -> Search<T> {
        let options = Options { limits: self.limits_left(), ..self.options.clone() };
        let line = Line::new(&self.subject.title, "depth", self.quiet);
        search(self.subject.graph(), &self.terms, &options, &mut |progress| line.watch(progress))
    }

    /// Holds that a path keeps the terms.
    fn check(&self, path: &[Vertex]) -> anyhow::Result<()> {
        verify(self.subject.graph(), path, &self.claim())
            .context("a path that was found is wrong; this is an error of the program")
    }

    /// The limits less what was used up.
    pub(super) fn limits_left(&self) -> Limits {
        let Limits { max_states, timeout, .. } = self.options.limits;
        let used = usize::try_from(self.effort.nodes).unwrap_or(usize::MAX);
        Limits {
            max_states: max_states.map(|most| most.saturating_sub(used)),
            timeout: timeout.map(|timeout| timeout.saturating_sub(self.elapsed())),
            ..self.options.limits
        }
    }
}

/// Whether those that were shown are all there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Listed {
    All,
    /// Whoever looked had seen enough.
    Some,
}

/// Whether this, of a path and its reverse, is the one that is left out.
fn is_turned(shape: Shape, path: &[Vertex]) -> bool {
    let from = usize::from(shape == Shape::Cycle);
    path.get(from) > path.last()
}

/// What the arguments and the map ask for.
fn terms(args: &HamiltonArgs, subject: &Subject) -> anyhow::Result<Terms> {
    let (mut start, mut end, mut waypoints) = (None, None, Vec::new());
    if let Vertices::Cells(map) = &subject.vertices {
        (start, end) = (map.start, map.end);
        waypoints.clone_from(&map.waypoints);
    }
    let given = |text: &Option<String>, by_map: Option<Vertex>| match text.as_deref() {
        // In a graph file a vertex may be called so.
        Some("any") if subject.find("any").is_err() => Ok(None),
        Some(text) => subject.find(text).map(Some),
        None => Ok(by_map),
    };
    let shape = if args.cycle { Shape::Cycle } else { Shape::Path };
    (start, end) = match shape {
        Shape::Path => (given(&args.start, start)?, given(&args.end, end)?),
        // Numbers alone are ends as well, but a cycle has none.
        Shape::Cycle if waypoints.last().copied() == end => (given(&args.start, start)?, None),
        Shape::Cycle => (given(&args.start, start)?, end),
    };
    if let (Shape::Cycle, Some(_)) = (shape, end) {
        let help = "take `E` out of the map, or do without `--cycle`";
        return Err(Complaint::new("the map has an end, and a cycle has none", help).into());
    }
    if args.ask.every_start {
        start = None;
    }
    Ok(Terms { shape, start, end, waypoints })
}
