//! What `huarong tour` and `huarong hamilton` have in common: paths over all vertices of a graph
//! are found, listed and counted, and that is told as text, as JSON or as a picture. Each command
//! turns its arguments into a [`PathProblem`], and a [`PathQuery`] does what is asked of it.

mod args;

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use bytesize::ByteSize;
use huarong::backtrack::Statistics;
use huarong::control::{Outcome, StopReason};
use huarong::graph::{MapCell, Vertex};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::exit::Exit;
use super::interrupt::Deadline;
use super::numbers::effort;
use super::{diagnostics, json};
use crate::cli::search::reason_word;
pub(crate) use args::{OrderArg, PathPictureArgs, PictureRequest};

/// How answers are wanted.
pub(crate) struct PathOutput<'a> {
    pub(crate) json: bool,
    pub(crate) quiet: bool,
    /// Whether a path takes several lines, so that an empty one follows each in a list.
    pub(crate) is_tall: bool,
    pub(crate) picture: &'a PathPictureArgs,
}

/// A problem, and how its answer is to be told.
pub(crate) struct PathQuery<'a, P> {
    pub(crate) problem: P,
    pub(crate) format: PathOutput<'a>,
    /// What is listed, so that JSON has a list of it, however empty.
    pub(crate) list: Option<ListKind>,
    /// Until it has its answer.
    pub(crate) deadline: Deadline,
    pub(crate) out: &'a mut dyn Write,
}

/// What can be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ListKind {
    Paths,
    Starts,
}

impl<P: PathProblem> PathQuery<'_, P> {
    /// The first path that is found.
    pub(crate) fn first(&mut self) -> anyhow::Result<Exit> {
        let found = first(&self.problem)?;
        self.deadline.lift();
        let path = match found {
            SearchOutcome::Found(path) => path,
            SearchOutcome::Impossible(proof) => return self.impossible(proof, false),
            SearchOutcome::Stopped(reason) => return self.stopped(reason),
        };
        let mut stored = Vec::new();
        for wanted in self.format.picture.wanted() {
            if let Some(picture) = self.problem.picture(wanted, &path)? {
                stored.extend(wanted.store(&picture, self.out)?);
            }
        }
        if self.format.json {
            json::line(self.out, &PathReport::found(&self.problem).with_path(&path))?;
            return Ok(Exit::Done);
        }
        if !self.format.picture.is_on_stdout() {
            self.draw(&path)?;
        }
        self.print_summary(format!("{}, {}", self.problem.found(&path), self.effort()))?;
        if !self.format.quiet {
            stored.into_iter().try_for_each(|line| self.say(line))?;
        }
        Ok(Exit::Done)
    }

    /// All paths, or a list of `limit` of them. What is listed as JSON is one object, and takes
    /// `max_bytes` of memory at most.
    pub(crate) fn all(&mut self, limit: usize, max_bytes: usize) -> anyhow::Result<Exit> {
        let (mut listed, mut bytes, mut paths) = (0, 0, Vec::new());
        let (problem, format, out) = (&self.problem, &self.format, &mut *self.out);
        let outcome = each(problem, |path| {
            // That there is one more is found out, and it is not listed.
            if listed == limit {
                return Ok(ControlFlow::Break(()));
            }
            if format.json {
                bytes += size_of_val(path) + size_of::<Vec<Vertex>>();
                if bytes > max_bytes {
                    return Ok(ControlFlow::Break(()));
                }
                paths.push(path.to_vec());
            } else if !format.quiet {
                problem.write(path, out)?;
                if format.is_tall {
                    writeln!(out)?;
                }
            }
            listed += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        self.deadline.lift();
        let number = BigUint::from(listed);
        let complete = match outcome {
            SearchOutcome::Impossible(proof) => return self.impossible(proof, false),
            SearchOutcome::Stopped(reason) => return self.stopped_after(&paths, &number, reason),
            SearchOutcome::Found(_) if bytes > max_bytes => {
                return self.stopped_after(&paths, &number, StopReason::Memory);
            }
            SearchOutcome::Found(listed) => listed == ListingEnd::All,
        };
        if self.format.json {
            let answer = PathReport::found(&self.problem).with_paths(&paths);
            json::line(self.out, &answer.with_count(&number, Some(complete)))?;
        } else {
            let more = if complete { "all there are" } else { "there are more" };
            let counted = self.problem.counted(&number);
            self.print_summary(format!("{counted}, {more}; {}", self.effort()))?;
        }
        Ok(Exit::Done)
    }

    /// How many there are.
    pub(crate) fn count(&mut self) -> anyhow::Result<Exit> {
        let found = count(&self.problem);
        self.deadline.lift();
        let (number, stopped) = match found {
            SearchOutcome::Found(PathCount::Exactly(number)) => (number, None),
            SearchOutcome::Found(PathCount::AtLeast(number, reason)) => (number, Some(reason)),
            SearchOutcome::Impossible(proof) => return self.impossible(proof, true),
            SearchOutcome::Stopped(reason) => return self.stopped(reason),
        };
        let counted = self.problem.counted(&number);
        match stopped {
            None if self.format.json => {
                json::line(self.out, &PathReport::found(&self.problem).with_exact_count(&number))?;
            }
            None => self.print_summary(counted)?,
            Some(reason) if self.format.json => {
                let answer = PathReport::stopped(&self.problem, reason);
                json::line(self.out, &answer.with_count(&number, Some(false)))?;
            }
            Some(reason) => {
                let why = format!("{reason} after {}", self.effort());
                self.print_summary(self.problem.stopped_count(&counted, &why))?;
            }
        }
        Ok(if stopped.is_some() { Exit::Stopped } else { Exit::Done })
    }

    /// There is none.
    pub(crate) fn impossible(
        &mut self,
        proof: Infeasibility,
        is_counted: bool,
    ) -> anyhow::Result<Exit> {
        if self.format.json {
            let answer = PathReport::impossible(&self.problem, proof).listing(self.list);
            let none = BigUint::ZERO;
            json::line(
                self.out,
                &if is_counted { answer.with_exact_count(&none) } else { answer },
            )?;
        } else {
            self.print_summary(format!("impossible: {}; {}", proof.text, self.effort()))?;
        }
        Ok(Exit::Impossible)
    }

    /// The search was stopped before anything was found.
    pub(crate) fn stopped(&mut self, reason: StopReason) -> anyhow::Result<Exit> {
        if self.format.json {
            json::line(self.out, &PathReport::stopped(&self.problem, reason).listing(self.list))?;
        } else {
            let is_refused = reason.is_memory() && self.problem.spent().nodes == 0;
            let needed = if is_refused {
                let bytes = self.problem.memory_needed();
                format!(" (a search needs {})", ByteSize(u64::try_from(bytes).unwrap_or(u64::MAX)))
            } else {
                String::new()
            };
            self.print_summary(format!("stopped: {reason}{needed} after {}", self.effort()))?;
        }
        Ok(Exit::Stopped)
    }

    /// The search was stopped when this number of paths was listed.
    pub(crate) fn stopped_after(
        &mut self,
        paths: &[Vec<Vertex>],
        number: &BigUint,
        reason: StopReason,
    ) -> anyhow::Result<Exit> {
        if self.format.json {
            let answer = PathReport::stopped(&self.problem, reason).with_paths(paths);
            json::line(self.out, &answer.with_count(number, Some(false)))?;
        } else if *number == BigUint::ZERO {
            return self.stopped(reason);
        } else {
            let (counted, effort) = (self.problem.counted(number), self.effort());
            self.print_summary(format!("stopped: {reason} after {effort}; at least {counted}"))?;
        }
        Ok(Exit::Stopped)
    }

    /// Writes a path, unless only the summary is wanted.
    pub(crate) fn draw(&mut self, path: &[Vertex]) -> anyhow::Result<()> {
        if !self.format.quiet {
            self.problem.write(path, self.out)?;
        }
        Ok(())
    }

    /// Prints the figures, if they are wanted, and the summary: aside, where a picture is printed.
    pub(crate) fn print_summary(&mut self, summary: impl Display) -> anyhow::Result<()> {
        let figures = self.problem.figures().map_or_else(String::new, |figures| figures.text);
        self.say(format_args!("{figures}{summary}"))
    }

    /// Prints a line: aside, where a picture is printed.
    fn say(&mut self, line: impl Display) -> anyhow::Result<()> {
        if self.format.picture.is_on_stdout() {
            diagnostics::note(line);
        } else {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// What the searches have taken.
    pub(crate) fn effort(&self) -> String {
        let SearchCost { nodes, backtracks, elapsed } = self.problem.spent();
        effort(nodes, backtracks, elapsed)
    }
}

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
    fn picture(
        &self,
        wanted: PictureRequest<'_>,
        path: &[Vertex],
    ) -> anyhow::Result<Option<Vec<u8>>>;

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

/// What `tour` and `hamilton` say. Vertices are `[row, column]` on a board or a map, from 0, and
/// numbers in a graph file, whose names then stand in `names`.
#[derive(Serialize)]
pub(crate) struct PathReport<'a> {
    schema: &'static str,
    outcome: &'static str,
    reason: Option<String>,
    path: Option<Path<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<Path<'a>>>,
    count: Option<Box<RawValue>>,
    /// What is counted or listed, `directed open` or `undirected closed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// Whether `count` is all there are; absent where nothing was listed, or counted by `tour`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unique: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts: Option<Vec<StartVertexJson<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Box<RawValue>>,
    nodes: u64,
    retreats: u64,
    seconds: f64,
    #[serde(skip)]
    problem: &'a dyn PathProblem,
}

/// A vertex from which it can be done.
#[derive(Serialize)]
struct StartVertexJson<'a> {
    start: VertexJson<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Box<RawValue>>,
}

impl<'a> PathReport<'a> {
    /// Something was found.
    pub(crate) fn found(problem: &'a dyn PathProblem) -> Self {
        let SearchCost { nodes, backtracks, elapsed } = problem.spent();
        PathReport {
            schema: problem.schema(),
            outcome: "found",
            reason: None,
            path: None,
            paths: None,
            count: None,
            kind: None,
            complete: None,
            unique: None,
            starts: None,
            names: problem.names(),
            stats: problem.figures().map(|figures| figures.json),
            nodes,
            retreats: backtracks,
            seconds: elapsed.as_secs_f64(),
            problem,
        }
    }

    /// It was proven that there is none.
    pub(crate) fn impossible(problem: &'a dyn PathProblem, proof: Infeasibility) -> Self {
        PathReport { outcome: "impossible", reason: Some(proof.json), ..Self::found(problem) }
    }

    /// A limit was reached.
    pub(crate) fn stopped(problem: &'a dyn PathProblem, reason: StopReason) -> Self {
        let reason = reason_word(reason).to_owned();
        PathReport { outcome: "stopped", reason: Some(reason), ..Self::found(problem) }
    }

    pub(crate) fn with_path(self, path: &'a [Vertex]) -> Self {
        PathReport { path: Some(Path { problem: self.problem, vertices: path }), ..self }
    }

    pub(crate) fn with_paths(self, paths: &'a [Vec<Vertex>]) -> Self {
        let problem = self.problem;
        let paths = paths.iter().map(|vertices| Path { problem, vertices });
        let paths: Vec<Path<'_>> = paths.collect();
        PathReport { path: paths.first().copied(), paths: Some(paths), ..self }
    }

    /// How many were listed or counted, and whether that is all, where it is to be said.
    pub(crate) fn with_count(self, count: &BigUint, complete: Option<bool>) -> Self {
        PathReport { count: Some(json::number(count)), kind: self.problem.kind(), complete, ..self }
    }

    /// The number of all there are.
    pub(crate) fn with_exact_count(self, count: &BigUint) -> Self {
        let complete = self.problem.kind().map(|_| true);
        self.with_count(count, complete)
    }

    /// With an empty list of what would have been listed.
    pub(crate) fn listing(self, list: Option<ListKind>) -> Self {
        match list {
            Some(ListKind::Paths) => self.with_paths(&[]),
            Some(ListKind::Starts) => self.with_starts(&[]),
            None => self,
        }
    }

    pub(crate) fn with_starts(self, starts: &[(Vertex, Option<BigUint>)]) -> Self {
        let problem = self.problem;
        let start = |(start, count): &(Vertex, Option<BigUint>)| StartVertexJson {
            start: VertexJson { problem, vertex: *start },
            count: count.as_ref().map(json::number),
        };
        PathReport { starts: Some(starts.iter().map(start).collect()), ..self }
    }
}

/// A path, written vertex by vertex: there may be very many.
#[derive(Clone, Copy)]
struct Path<'a> {
    problem: &'a dyn PathProblem,
    vertices: &'a [Vertex],
}

impl Serialize for Path<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Path { problem, vertices } = *self;
        serializer.collect_seq(vertices.iter().map(|&vertex| VertexJson { problem, vertex }))
    }
}

/// A vertex: `[row, column]` where it lies somewhere, else its number.
#[derive(Clone, Copy)]
struct VertexJson<'a> {
    problem: &'a dyn PathProblem,
    vertex: Vertex,
}

impl Serialize for VertexJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.problem.place(self.vertex) {
            Some(place) => [place.row, place.column].serialize(serializer),
            None => self.vertex.serialize(serializer),
        }
    }
}
