//! `huarong hamilton`: paths and cycles over every cell of a map, or every vertex of a graph.

mod args;
mod drawing;

use std::cell::Cell;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::Context;
use huarong::backtrack::hamilton::{self, Constraints, Method, Options, Shape};
use huarong::backtrack::{BacktrackResult, Restarts};
use huarong::control::{Observer, Outcome, StopReason};
use huarong::count::{self, CountKind, FrontierDp};
use huarong::graph::{
    EdgeDirection, Graph, MapCell, NoHamiltonReason, PathClaim, Vertex, all, breadth_first,
    no_hamilton_reason, verify,
};
use num_bigint::BigUint;

use super::diagnostics::UserError;
use super::exit::Exit;
use super::interrupt::Deadline;
use super::json;
use super::numbers::{counted, grouped};
use super::paths::{
    ListKind, PathCount, PathOutput, PathProblem, PathQuery, PathReport, SearchOutcome, count,
    each, first, settled,
};
use super::subject::LoadedGraph;
use crate::cli::paths::{Infeasibility, PictureRequest, SearchCost, Visitor};
use crate::cli::progress::ProgressLine;
use crate::cli::subject::Vertices;
pub(crate) use args::HamiltonArgs;
use args::PrintArg;

pub(crate) fn run(args: &HamiltonArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let subject = LoadedGraph::read(&args.map, &args.format)?;
    if args.print != PrintArg::Path && !drawing::is_drawable(&subject) {
        let help = "print it as a `path`";
        return Err(UserError::new("only a path on a map can be drawn", help).into());
    }
    refuse_pictures(args, &subject)?;
    let deadline = Deadline::after(args.limits.common.timeout);
    let problem = HamiltonProblem::new(args, &subject)?;
    let format = PathOutput {
        json: args.json,
        quiet: args.quiet,
        is_tall: args.print == PrintArg::Board,
        picture: &args.picture,
    };
    let list = if args.ask.every_start {
        Some(ListKind::Starts)
    } else {
        (args.ask.all || args.ask.unique).then_some(ListKind::Paths)
    };
    let mut task = PathQuery { problem, format, list, deadline, out };
    if args.ask.every_start {
        task.every_start(args.ask.count)
    } else if args.ask.all {
        let max_bytes = args.limits.limits().max_bytes.unwrap_or(usize::MAX);
        task.all(args.limit.unwrap_or(usize::MAX), max_bytes)
    } else if args.ask.count {
        task.count()
    } else if args.ask.unique {
        task.unique()
    } else {
        task.first()
    }
}

/// Finds out before a search what cannot be drawn after it.
fn refuse_pictures(args: &HamiltonArgs, subject: &LoadedGraph) -> anyhow::Result<()> {
    if let Some(picture) = args.picture.wanted().next()
        && !drawing::is_drawable(subject)
    {
        let help = format!("do without `{}`", picture.option);
        return Err(UserError::new("only a path on a map can be drawn", help).into());
    }
    args.picture.check(args.json)
}

/// Vertices from which it can be done, and in how many ways, where that is asked.
type Starts = [(Vertex, Option<BigUint>)];

impl PathQuery<'_, HamiltonProblem<'_>> {
    /// One is right, two are wrong: that disproves it, as having none does.
    fn unique(&mut self) -> anyhow::Result<Exit> {
        let mut paths: Vec<Vec<Vertex>> = Vec::new();
        let outcome = each(&self.problem, |path| {
            paths.push(path.to_vec());
            Ok(if paths.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        self.deadline.lift();
        if let SearchOutcome::Impossible(proof) = outcome {
            return self.impossible(proof, false);
        }
        if !self.format.json {
            self.draw_all(&paths)?;
        }
        if let SearchOutcome::Stopped(reason) = outcome {
            return self.stopped_after(&paths, &paths.len().into(), reason);
        }
        let unique = paths.len() == 1;
        if self.format.json {
            let mut answer = PathReport::found(&self.problem).with_paths(&paths);
            answer.unique = Some(unique);
            json::line(self.out, &answer)?;
        } else {
            let (word, effort) = (self.problem.word(), self.effort());
            self.print_summary(if unique {
                format!("unique: there is no other {word}; {effort}")
            } else {
                format!("not unique: two different {word}s; {effort}")
            })?;
        }
        Ok(if unique { Exit::Done } else { Exit::Impossible })
    }

    /// Draws paths, boards with a line between them.
    fn draw_all(&mut self, paths: &[Vec<Vertex>]) -> anyhow::Result<()> {
        for path in paths {
            self.draw(path)?;
            if self.format.is_tall && !self.format.quiet {
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    /// From where it can be done; where that is counted, in how many ways.
    fn every_start(&mut self, is_counted: bool) -> anyhow::Result<Exit> {
        // What speaks against a path from anywhere need not be found for each start.
        match settled::<()>(&self.problem) {
            Some(SearchOutcome::Impossible(proof)) => return self.impossible(proof, is_counted),
            Some(SearchOutcome::Stopped(reason)) => return self.stopped(reason),
            Some(SearchOutcome::Found(())) | None => {}
        }
        let mut starts: Vec<(Vertex, Option<BigUint>)> = Vec::new();
        let mut stopped = None;
        let vertices = self.problem.subject.graph().vertices();
        self.problem.whole = Some(self.problem.line("start"));
        for start in all(vertices) {
            self.problem.constraints.start = Some(start);
            if let Some(line) = &self.problem.whole {
                line.show_part(start as usize, vertices, self.problem.spent().elapsed);
            }
            let found = if is_counted {
                match count(&self.problem) {
                    SearchOutcome::Found(PathCount::Exactly(count)) => Ok(Some(Some(count))),
                    SearchOutcome::Impossible(_) => Ok(None),
                    // A count of a part is no count.
                    SearchOutcome::Found(PathCount::AtLeast(_, reason))
                    | SearchOutcome::Stopped(reason) => Err(reason),
                }
            } else {
                match first(&self.problem)? {
                    SearchOutcome::Found(_) => Ok(Some(None)),
                    SearchOutcome::Impossible(_) => Ok(None),
                    SearchOutcome::Stopped(reason) => Err(reason),
                }
            };
            match found {
                Ok(ways) => starts.extend(ways.map(|ways| (start, ways))),
                Err(reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
        }
        self.deadline.lift();
        self.problem.constraints.start = None;
        self.problem.whole = None;
        match stopped {
            Some(reason) if starts.is_empty() => return self.stopped(reason),
            None if starts.is_empty() => {
                return self.impossible(self.problem.searched(), is_counted);
            }
            _ => {}
        }
        let sum: BigUint = starts.iter().filter_map(|(_, count)| count.as_ref()).sum();
        if self.format.json {
            let mut answer = match stopped {
                Some(reason) => PathReport::stopped(&self.problem, reason),
                None => PathReport::found(&self.problem),
            };
            let complete = stopped.map(|_| false);
            answer.complete = complete;
            if is_counted {
                answer = answer.with_count(&sum, complete);
            }
            json::line(self.out, &answer.with_starts(&starts))?;
            return Ok(if stopped.is_some() { Exit::Stopped } else { Exit::Done });
        }
        self.list_starts(&starts, is_counted)?;
        match stopped {
            Some(reason) => self.stopped(reason),
            None => self.sum_up(&starts, is_counted.then_some(&sum)),
        }
    }

    fn list_starts(&mut self, starts: &Starts, is_counted: bool) -> anyhow::Result<()> {
        let told = starts.iter().map(|(start, count)| match count {
            Some(count) => format!("{}: {}", self.problem.label(*start), grouped(count)),
            None => self.problem.label(*start),
        });
        let told: Vec<String> = told.collect();
        if !self.format.quiet {
            let gap = if is_counted { "\n" } else { " " };
            writeln!(self.out, "{}", told.join(gap))?;
        }
        Ok(())
    }

    fn sum_up(&mut self, starts: &Starts, sum: Option<&BigUint>) -> anyhow::Result<Exit> {
        let vertices = self.problem.subject.graph().vertices();
        let (from, vertices) = (grouped(starts.len()), self.problem.vertices(vertices));
        let what = sum.map_or_else(|| "possible".to_owned(), |sum| counted(sum, "path"));
        self.print_summary(format!("{what} from {from} of {vertices}; {}", self.effort()))?;
        Ok(Exit::Done)
    }
}

/// A path or cycle that is looked for in a graph.
pub(crate) struct HamiltonProblem<'a> {
    pub(crate) subject: &'a LoadedGraph,
    pub(crate) constraints: Constraints,
    /// The line of the whole work, where that is many searches, which then have none.
    pub(crate) whole: Option<ProgressLine>,
    args: &'a HamiltonArgs,
    options: Options,
    started: Instant,
    spent: Cell<SearchCost>,
}

impl<'a> HamiltonProblem<'a> {
    pub(crate) fn new(args: &'a HamiltonArgs, subject: &'a LoadedGraph) -> anyhow::Result<Self> {
        let constraints = constraints(args, subject)?;
        let limits = args.limits.limits();
        // An order takes memory, too.
        let options = match subject.check_memory(&limits) {
            Ok(()) => args.options(subject)?,
            Err(_) => Options { limits, ..Options::default() },
        };
        let started = Instant::now();
        let (whole, spent) = (None, Cell::default());
        Ok(HamiltonProblem { subject, constraints, whole, args, options, started, spent })
    }

    /// Whether each path that is found is another one backwards, so that the two are one.
    fn is_reversible(&self) -> bool {
        self.subject.direction() == EdgeDirection::Undirected
            && self.constraints.is_reversible(self.subject.vertex_count())
    }

    /// Whether a cycle of two vertices is asked for, which takes an arc there and one back: so few
    /// are searched one by one.
    fn is_cycle_of_two(&self) -> bool {
        self.constraints.shape == Shape::Cycle
            && self.subject.direction() == EdgeDirection::Directed
            && self.subject.vertex_count() == 2
    }

    fn claim(&self) -> PathClaim<'_> {
        let Constraints { shape, start, end, waypoints } = &self.constraints;
        PathClaim { is_cycle: *shape == Shape::Cycle, start: *start, end: *end, waypoints }
    }

    /// Holds that a path keeps the constraints.
    fn check(&self, path: &[Vertex]) -> anyhow::Result<()> {
        verify(self.subject.graph(), path, &self.claim())
            .context("a path that was found is wrong; this is an error of the program")
    }

    /// A line that shows at which `depth`, or what else it is called, a search is.
    pub(crate) fn line(&self, depth: &'static str) -> ProgressLine {
        let is_quiet = self.args.quiet || self.args.json || self.whole.is_some();
        ProgressLine::new(&self.subject.title, depth, is_quiet)
    }

    /// Searches within what is left of the limits, showing progress, until Ctrl-C is pressed.
    fn watched<T>(
        &self,
        search: impl FnOnce(&Graph, &Constraints, &Options, Observer<'_>) -> BacktrackResult<T>,
    ) -> Outcome<T> {
        let mut spent = self.spent();
        let limits = self.options.limits.after(spent.nodes, spent.elapsed);
        let options = Options { limits, ..self.options.clone() };
        let line = self.line("depth");
        let mut observer = |progress: &_| line.watch(progress);
        let search = search(self.subject.graph(), &self.constraints, &options, &mut observer);
        spent.add(&search.statistics);
        self.spent.set(spent);
        search.outcome
    }

    /// `path` or `cycle`.
    pub(crate) const fn word(&self) -> &'static str {
        match self.constraints.shape {
            Shape::Path => "path",
            Shape::Cycle => "cycle",
        }
    }

    /// A vertex as the way to print paths would have it.
    pub(crate) fn label(&self, vertex: Vertex) -> String {
        match self.args.print {
            PrintArg::Cells => self.vertex_name(vertex),
            _ => self.subject.name(vertex),
        }
    }

    /// A vertex in a sentence: row and column of a cell, `(3,5)`, and a name of any other vertex.
    fn vertex_name(&self, vertex: Vertex) -> String {
        match self.subject.place(vertex) {
            Some(MapCell { row, column }) => format!("({},{})", row + 1, column + 1),
            None => self.subject.name(vertex),
        }
    }

    /// A number of vertices, which are cells on a map.
    pub(crate) fn vertices(&self, count: usize) -> String {
        match (&self.subject.vertices, count) {
            (Vertices::Cells(_), _) => counted(count, "cell"),
            (Vertices::Squares { .. } | Vertices::Words(_), 1) => "1 vertex".to_owned(),
            (Vertices::Squares { .. } | Vertices::Words(_), _) => {
                format!("{} vertices", grouped(count))
            }
        }
    }

    /// How many there are, by the frontier.
    fn count_by_frontier(&self, question: CountKind, frontier: &FrontierDp) -> Outcome<PathCount> {
        let mut spent = self.spent();
        let limits = self.options.limits.after(spent.nodes, spent.elapsed);
        let line = self.line("depth");
        let mut observer = |progress: &_| line.watch(progress);
        let count::Count { number, expanded, .. } =
            frontier.count(question, &limits, &mut observer);
        spent.nodes += u64::try_from(expanded).unwrap_or(u64::MAX);
        self.spent.set(spent);
        match number {
            Ok(number) if number == BigUint::ZERO => Outcome::Exhausted,
            Ok(number) => Outcome::Found(PathCount::Exactly(number * self.ways_walked(question))),
            Err(reason) => Outcome::Stopped(reason),
        }
    }

    /// How often each path or cycle of a sweep, which knows no direction, is to be counted: in a
    /// directed graph all arcs of which have one back, once each way, unless its ends are given.
    fn ways_walked(&self, question: CountKind) -> u32 {
        let is_open = matches!(question, CountKind::Paths | CountKind::Cycles);
        let is_walked = self.subject.direction() == EdgeDirection::Directed;
        if is_open && is_walked && self.subject.graph().vertices() > 1 { 2 } else { 1 }
    }

    /// How many there are, seen one by one.
    fn count_each(&self) -> Outcome<PathCount> {
        let mut solutions: u64 = 0;
        let outcome = self.watched(|graph, constraints, options, observer| {
            let count = hamilton::count(graph, constraints, options, observer);
            solutions = count.solutions;
            count.search
        });
        match outcome {
            Outcome::Found(never) => match never {},
            Outcome::Stopped(reason) if solutions == 0 => Outcome::Stopped(reason),
            Outcome::Stopped(reason) => {
                // Of some the other direction was not seen yet.
                let least = solutions.div_ceil(self.directions());
                Outcome::Found(PathCount::AtLeast(least.into(), reason))
            }
            Outcome::Exhausted if solutions == 0 => Outcome::Exhausted,
            Outcome::Exhausted => {
                Outcome::Found(PathCount::Exactly((solutions / self.directions()).into()))
            }
        }
    }

    /// How often a search sees each path, once in each direction.
    fn directions(&self) -> u64 {
        if self.is_reversible() { 2 } else { 1 }
    }

    /// What the frontier is to count, where it can: waypoints are beyond it.
    fn question(&self) -> Option<CountKind> {
        let Constraints { shape, start, end, waypoints } = &self.constraints;
        if !waypoints.is_empty() || self.is_cycle_of_two() {
            return None;
        }
        match (shape, start, end) {
            (Shape::Cycle, _, None) => Some(CountKind::Cycles),
            (Shape::Cycle, _, Some(_)) => None,
            (Shape::Path, None, None) => Some(CountKind::Paths),
            (Shape::Path, Some(one), None) | (Shape::Path, None, Some(one)) => {
                Some(CountKind::PathsFrom(*one))
            }
            (Shape::Path, Some(one), Some(other)) => Some(CountKind::PathsBetween(*one, *other)),
        }
    }

    /// The graph in an order that keeps the frontier narrow, where it can be.
    fn frontier(&self) -> Option<FrontierDp> {
        let graph = self.subject.graph();
        let mut orders = vec![all(graph.vertices()).collect::<Vec<Vertex>>()];
        match &self.subject.vertices {
            Vertices::Cells(map) => orders.push(map.by_columns()),
            Vertices::Squares { .. } => {}
            // Layer by layer from a vertex that is far from others, which keeps frontiers narrow.
            Vertices::Words(_) => {
                let first = breadth_first(graph, 0);
                let far = first.order.last().copied().unwrap_or(0);
                orders.push(breadth_first(graph, far).order);
            }
        }
        FrontierDp::narrowest(graph, &orders).ok()
    }
}

impl PathProblem for HamiltonProblem<'_> {
    fn schema(&self) -> &'static str {
        "huarong/hamilton/1"
    }

    fn check_memory(&self) -> Result<(), StopReason> {
        self.subject.check_memory(&self.options.limits)
    }

    fn memory_needed(&self) -> usize {
        self.subject.memory_needed()
    }

    fn obstacle(&self) -> Option<Infeasibility> {
        let graph = self.subject.graph();
        if self.is_cycle_of_two() {
            return None;
        }
        let obstacle = no_hamilton_reason(graph, &self.claim())?;
        let text = match obstacle {
            NoHamiltonReason::EndColour { vertex } if self.subject.place(vertex).is_some() => {
                format!(
                    "coloured like a chessboard, {} has the colour of the fewer, and both ends have the \
                 other",
                    self.vertex_name(vertex)
                )
            }
            other => other.to_string(),
        };
        Some(Infeasibility { json: obstacle.to_string(), text })
    }

    fn searched(&self) -> Infeasibility {
        let text = "everything was searched".to_owned();
        Infeasibility { json: text.clone(), text }
    }

    fn find(&self) -> anyhow::Result<Outcome<Vec<Vertex>>> {
        let outcome = self.watched(|graph, constraints, options, observer| {
            // Those who ask for an order want one search to the end; and where stops bind the path,
            // beginning anew gains nothing.
            let restarts = match options.method {
                Method::Auto if constraints.waypoints.is_empty() => Restarts::Luby { unit: 256 },
                _ => Restarts::Never,
            };
            let options = Options { restarts, ..options.clone() };
            hamilton::first(graph, constraints, &options, observer)
        });
        if let Outcome::Found(path) = &outcome {
            self.check(path)?;
        }
        Ok(outcome)
    }

    fn visit(&self, visit: &mut Visitor<'_>) -> Outcome<anyhow::Result<()>> {
        let is_reversible = self.is_reversible();
        self.watched(|graph, constraints, options, observer| {
            hamilton::visit(graph, constraints, options, observer, |path| {
                if is_reversible && constraints.shape.is_reverse_duplicate(path) {
                    return ControlFlow::Continue(());
                }
                match self.check(path) {
                    Ok(()) => visit(path),
                    Err(error) => ControlFlow::Break(Err(error)),
                }
            })
        })
    }

    fn count(&self) -> Outcome<PathCount> {
        match self.question().zip(self.frontier()) {
            Some((question, frontier)) => self.count_by_frontier(question, &frontier),
            None => self.count_each(),
        }
    }

    fn spent(&self) -> SearchCost {
        SearchCost { elapsed: self.started.elapsed(), ..self.spent.get() }
    }

    fn place(&self, vertex: Vertex) -> Option<MapCell> {
        self.subject.place(vertex)
    }

    fn names(&self) -> Option<&[String]> {
        match &self.subject.vertices {
            Vertices::Words(named) => Some(named.names.as_slice()),
            Vertices::Cells(_) | Vertices::Squares { .. } => None,
        }
    }

    fn write(&self, path: &[Vertex], out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", drawing::draw(self.args.print, self.subject, path))
    }

    fn picture(
        &self,
        wanted: PictureRequest<'_>,
        path: &[Vertex],
    ) -> anyhow::Result<Option<Vec<u8>>> {
        match &self.subject.vertices {
            Vertices::Cells(map) => {
                drawing::picture(wanted, map, self.constraints.shape, path).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn found(&self, path: &[Vertex]) -> String {
        format!("{} over {}", self.word(), self.vertices(path.len()))
    }

    /// `52 paths from (4,3)`, `276 undirected paths`.
    fn counted(&self, number: &BigUint) -> String {
        let Constraints { shape, start, end, .. } = self.constraints;
        let way = match self.subject.direction() {
            EdgeDirection::Directed => "directed ",
            EdgeDirection::Undirected if self.is_reversible() => "undirected ",
            EdgeDirection::Undirected => "",
        };
        let mut text = counted(number, &format!("{way}{}", self.word()));
        if shape == Shape::Path {
            for (word, end) in [("from", start), ("to", end)] {
                if let Some(vertex) = end {
                    text.extend([" ", word, " ", &self.vertex_name(vertex)]);
                }
            }
        }
        text
    }
}

/// What the arguments and the map ask for.
fn constraints(args: &HamiltonArgs, subject: &LoadedGraph) -> anyhow::Result<Constraints> {
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
        return Err(UserError::new("the map has an end, and a cycle has none", help).into());
    }
    if args.ask.every_start {
        start = None;
    }
    Ok(Constraints { shape, start, end, waypoints })
}
