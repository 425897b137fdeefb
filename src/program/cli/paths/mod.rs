//! `huarong tour` and `huarong hamilton`: paths over all vertices of a graph are found, listed and
//! counted, and printed as text, as JSON or as a picture.

mod args;
pub mod drawing;
mod json;

use std::cell::Cell;
use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::backtrack::Statistics;
use crate::backtrack::hamilton::{Constraints, Options, Shape};
use crate::control::{Limits, Observer, StopReason, break_if};
use crate::explore::has_checkpoint;
use crate::graph::{EdgeDirection, Vertex};
use crate::memory;
use crate::tour::{
    Analysis, ListingEnd, Method, NoPath, NoPathReason, PathCount, PathProblem, analyse,
};
use bytesize::ByteSize;
use num_bigint::BigUint;

use super::columns;
use super::diagnostics;
use super::exit::Exit;
use super::graph_args::LoadedGraph;
use super::interrupt::Deadline;
use super::numbers::{counted, effort, grouped};
use super::progress::ProgressLine;
pub use args::{HamiltonArgs, TourArgs};
use args::{PathArgs, leaper, unusable_folder};
use drawing::{PathForm, PictureRequest};
use json::PathJson;

pub fn tour(args: &TourArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let graph = LoadedGraph::board(&args.board, leaper(&args.moves)?, args.numbering)?;
    let shape = if args.closed {
        Shape::Cycle
    } else {
        Shape::Path
    };
    // An open tour and its reverse are two tours.
    let direction = match shape {
        Shape::Path => EdgeDirection::Directed,
        Shape::Cycle => EdgeDirection::Undirected,
    };
    let constraints = args.query.constraints(shape, &graph)?;
    let problem = PathProblem::new(graph.path_graph(), direction, constraints);
    let question = Question::of(&args.query);
    let mut query = PathQuery::new(
        &args.query,
        &graph,
        problem,
        (args.print, PathForm::Cells),
        out,
    )?;
    query.analysis = graph.chessboard().filter(|_| args.stats).map(analyse);
    query.run(question)
}

pub fn hamilton(args: &HamiltonArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let graph = LoadedGraph::named(&args.map, &args.format, &args.query.limits.limits())?;
    if args.print.is_some_and(|it| it != PathForm::Names) && graph.size().is_none() {
        refuse!("only a path on a map can be drawn", "print it as a `path`");
    }
    let shape = if args.cycle {
        Shape::Cycle
    } else {
        Shape::Path
    };
    let mut constraints = args.query.constraints(shape, &graph)?;
    let question = match Question::of(&args.query) {
        _ if args.unique => Question::Unique,
        question if args.every_start => {
            constraints.start = None;
            Question::EveryStart {
                is_counted: question == Question::Count,
            }
        }
        question => question,
    };
    let problem = PathProblem::new(graph.path_graph(), graph.direction(), constraints);
    let form = (args.print, drawing::usual_form(&graph, columns::room()));
    PathQuery::new(&args.query, &graph, problem, form, out)?.run(question)
}

/// A question about the paths of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    First,
    All,
    Count,
    Unique,
    EveryStart { is_counted: bool },
}

impl Question {
    const fn of(args: &PathArgs) -> Self {
        match (args.all, args.count) {
            (true, _) => Question::All,
            (false, true) => Question::Count,
            (false, false) => Question::First,
        }
    }
}

/// A problem, and the form of its answer.
struct PathQuery<'a> {
    args: &'a PathArgs,
    graph: &'a LoadedGraph,
    problem: PathProblem<'a>,
    method: Method,
    limits: Limits,
    form: PathForm,
    pictures: Vec<PictureRequest<'a>>,
    /// The size of the graph, if it is to be printed.
    analysis: Option<Analysis>,
    /// The progress line of many searches, which then have none of their own.
    whole: Option<ProgressLine>,
    deadline: Deadline,
    started: Instant,
    spent: Cell<Statistics>,
    out: &'a mut dyn Write,
}

/// The answer to a question, as `tour` and `hamilton` print it.
struct PathReport {
    end: Result<(), NoPath>,
    /// The summary if a path was found.
    summary: String,
    path: Option<Vec<Vertex>>,
    paths: Option<Vec<Vec<Vertex>>>,
    /// The number of paths listed or counted.
    count: Option<BigUint>,
    /// Whether `count` is the number of all paths, if that is printed.
    complete: Option<bool>,
    unique: Option<bool>,
    starts: Option<Vec<(Vertex, Option<BigUint>)>>,
}

impl PathReport {
    fn new(end: Result<(), NoPath>) -> Self {
        PathReport {
            end,
            summary: String::new(),
            path: None,
            paths: None,
            count: None,
            complete: None,
            unique: None,
            starts: None,
        }
    }
}

impl<'a> PathQuery<'a> {
    fn new(
        args: &'a PathArgs,
        graph: &'a LoadedGraph,
        problem: PathProblem<'a>,
        (wanted, usual): (Option<PathForm>, PathForm),
        out: &'a mut dyn Write,
    ) -> anyhow::Result<Self> {
        let pictures = args.picture.requests(args.json, wanted.is_some())?;
        if !pictures.is_empty() && graph.size().is_none() {
            refuse!("only a path on a map can be drawn", "omit `--to`");
        }
        let form = wanted.unwrap_or(usual);
        let deadline = Deadline::after(args.limits.common.timeout);
        let limits = graph.limits(&args.limits.limits());
        // The keys of an order take memory; they are built only if a search has enough.
        let search = Method::Search(Options::default());
        let method = match args.order {
            Some(_) if matches!(problem.check(&search, &limits), Err(NoPath::Stopped(_))) => search,
            _ => args.method(graph)?,
        };
        let spent = Cell::default();
        let started = Instant::now();
        Ok(PathQuery {
            args,
            graph,
            problem,
            method,
            limits,
            form,
            pictures,
            analysis: None,
            whole: None,
            deadline,
            started,
            spent,
            out,
        })
    }

    /// Answers a question and prints the answer.
    fn run(mut self, question: Question) -> anyhow::Result<Exit> {
        let report = match question {
            Question::First => self.first(),
            Question::All => self.all(),
            Question::Count => self.count(),
            Question::Unique => self.unique(),
            Question::EveryStart { is_counted } => self.every_start(is_counted),
        }?;
        self.deadline.lift();
        if let Err(NoPath::Wrong(flaw)) = report.end {
            let flaw = anyhow::Error::new(flaw);
            return Err(flaw.context("the program found a wrong path, which is a bug"));
        }
        let mut report = self.completed(report, question);
        if self.args.json {
            let json = PathJson::new(&self, &report);
            super::json::line(self.out, &json)?;
        } else {
            let summary = self.summary(&mut report);
            self.print_summary(summary)?;
        }
        Ok(match report.end {
            Ok(()) if report.unique == Some(false) => Exit::Impossible,
            Ok(()) => Exit::Done,
            Err(NoPath::Stopped(_)) => Exit::Stopped,
            Err(_) => Exit::Impossible,
        })
    }

    /// Adds what an answer without a path has: an empty list, a count of 0.
    fn completed(&self, mut report: PathReport, question: Question) -> PathReport {
        if report.end.is_ok() {
            return report;
        }
        match question {
            Question::All | Question::Unique => {
                report.paths.get_or_insert_default();
            }
            Question::EveryStart { .. } => {
                report.starts.get_or_insert_default();
            }
            Question::First | Question::Count => {}
        }
        let is_counted = matches!(
            question,
            Question::Count | Question::EveryStart { is_counted: true }
        );
        if is_counted && matches!(report.end, Err(NoPath::Impossible(_))) {
            report.count = Some(BigUint::ZERO);
            report.complete = self.graph.chessboard().map(|_| true);
        }
        report
    }

    fn summary(&self, report: &mut PathReport) -> String {
        match report.end {
            Ok(()) => std::mem::take(&mut report.summary),
            Err(NoPath::Stopped(reason)) => {
                let effort = self.effort();
                let is_refused = reason.is_memory() && self.spent.get().nodes == 0;
                // A search for a path counts nodes, as its option does.
                let reason = match reason {
                    StopReason::States => "the limit on nodes was reached".to_owned(),
                    reason => reason.to_string(),
                };
                let count = report
                    .count
                    .as_ref()
                    .filter(|&count| *count != BigUint::ZERO);
                if let Some(count) = count.filter(|_| report.starts.is_none()) {
                    return format!(
                        "stopped: {reason} after {effort}; at least {}",
                        self.counted(count)
                    );
                }
                let needed = if is_refused {
                    let bytes = self.problem.memory_needed(&self.method);
                    let bytes = ByteSize(u64::try_from(bytes).unwrap_or(u64::MAX));
                    format!(" (a search needs {bytes})")
                } else {
                    String::new()
                };
                format!("stopped: {reason}{needed} after {effort}")
            }
            Err(NoPath::Impossible(reason)) => {
                let reason = reason.describe(self.graph.noun(), |at| self.graph.label(at));
                format!("impossible: {reason}; {}", self.effort())
            }
            Err(error) => error.to_string(),
        }
    }

    fn first(&mut self) -> anyhow::Result<PathReport> {
        let path = match self.watched(PathProblem::find) {
            Ok(path) => path,
            Err(end) => return Ok(PathReport::new(Err(end))),
        };
        self.deadline.lift();
        // The board of numbers, or the picture.
        let for_step = self.pictures.iter().map(|request| request.bytes_for_step());
        let bytes = path.len() * for_step.max().unwrap_or(size_of::<u32>());
        if let Err(reason) = memory::check_limit(bytes, &Limits::default()) {
            return Ok(PathReport::new(Err(NoPath::Stopped(reason))));
        }
        let mut stored = Vec::new();
        for &request in &self.pictures {
            let shape = self.problem.constraints.shape;
            let picture = drawing::picture(request, self.graph, shape, &path)?;
            stored.extend(request.store(&picture, self.out)?);
        }
        if !self.args.json && !self.args.quiet && !self.args.picture.is_on_stdout() {
            drawing::write(self.form, self.graph, &path, self.out)?;
        }
        let word = self.word();
        let noun = self.graph.noun().of(path.len());
        let mut summary = format!(
            "{word} over {} {noun}, {}",
            grouped(path.len()),
            self.effort()
        );
        if !self.args.quiet {
            for line in &stored {
                summary.extend(["\n", line]);
            }
        }
        Ok(PathReport {
            path: Some(path),
            summary,
            ..PathReport::new(Ok(()))
        })
    }

    /// Lists the paths. The list for JSON is one object, and takes at most the memory of the
    /// limits.
    fn all(&mut self) -> anyhow::Result<PathReport> {
        let max_bytes = self.limits.max_bytes.unwrap_or(usize::MAX);
        let limit = self.args.limit.unwrap_or(usize::MAX);
        let mut listed = 0_usize;
        let mut bytes = 0;
        let mut paths = Vec::new();
        let args = self.args;
        let graph = self.graph;
        let form = self.form;
        let mut written = Ok(());
        let line = self.line("depth");
        let problem = &self.problem;
        let method = &self.method;
        let limits = &self.limits;
        let out = &mut *self.out;
        let mut visit = |path: &[Vertex]| {
            // A path beyond the limit is not listed, but the list is incomplete.
            if listed == limit {
                return ControlFlow::Break(());
            }
            if args.json {
                bytes += size_of_val(path) + size_of::<Vec<Vertex>>();
                if bytes > max_bytes {
                    return ControlFlow::Break(());
                }
                paths.push(path.to_vec());
            } else if !args.quiet {
                written = drawing::write(form, graph, path, out);
                if form == PathForm::Board && written.is_ok() {
                    written = writeln!(out);
                }
                if written.is_err() {
                    return ControlFlow::Break(());
                }
            }
            listed += 1;
            ControlFlow::Continue(())
        };
        let observer = &mut |progress: &_| line.watch(progress);
        let (end, statistics) = problem.visit(method, limits, observer, &mut visit);
        drop(line);
        written?;
        self.spend(&statistics);
        let end = if bytes > max_bytes {
            Err(NoPath::Stopped(StopReason::Memory))
        } else {
            end
        };
        let count = BigUint::from(listed);
        let (end, is_complete) = match end {
            Ok(end) => (Ok(()), end == ListingEnd::Complete),
            Err(end) => (Err(end), !matches!(end, NoPath::Stopped(_))),
        };
        let more = if is_complete {
            "all there are"
        } else {
            "there are more"
        };
        let summary = format!("{}, {more}; {}", self.counted(&count), self.effort());
        let count = Some(count);
        let complete = Some(is_complete);
        let path = paths.first().cloned();
        Ok(PathReport {
            summary,
            path,
            paths: Some(paths),
            count,
            complete,
            ..PathReport::new(end)
        })
    }

    fn count(&mut self) -> anyhow::Result<PathReport> {
        let found = match self.args.count_folder()? {
            Some(mut folder) => {
                let line = self.line("step");
                let observer = &mut |progress: &_| line.watch(progress);
                let counted = self.problem.count_in(&mut folder, &self.limits, observer);
                let (found, statistics) = counted.map_err(|error| unusable_folder(&error))?;
                drop(line);
                self.spend(&statistics);
                found
            }
            None => self.watched(PathProblem::count),
        };
        if let (Some(folder), Err(NoPath::Stopped(_))) = (self.args.folder(), &found)
            && has_checkpoint(folder)
        {
            let folder = folder.display();
            note!("resume with the same arguments and `--resume {folder}`");
        }
        Ok(match found {
            Ok(PathCount {
                number, stopped, ..
            }) => PathReport {
                summary: self.counted(&number),
                count: Some(number),
                complete: match stopped {
                    None => self.graph.chessboard().map(|_| true),
                    Some(_) => Some(false),
                },
                ..PathReport::new(stopped.map_or(Ok(()), |reason| Err(NoPath::Stopped(reason))))
            },
            Err(end) => PathReport::new(Err(end)),
        })
    }

    /// Looks for a second path, which disproves that one is unique.
    fn unique(&mut self) -> anyhow::Result<PathReport> {
        let mut paths: Vec<Vec<Vertex>> = Vec::new();
        let line = self.line("depth");
        let observer = &mut |progress: &_| line.watch(progress);
        let (end, statistics) = self
            .problem
            .visit(&self.method, &self.limits, observer, |path| {
                paths.push(path.to_vec());
                break_if(paths.len() > 1)
            });
        drop(line);
        self.spend(&statistics);
        if let Err(end) = end
            && !matches!(end, NoPath::Stopped(_))
        {
            let paths = Some(Vec::new());
            return Ok(PathReport {
                paths,
                unique: Some(false),
                ..PathReport::new(Err(end))
            });
        }
        for path in paths.iter().filter(|_| !self.args.json && !self.args.quiet) {
            drawing::write(self.form, self.graph, path, self.out)?;
            if self.form == PathForm::Board {
                writeln!(self.out)?;
            }
        }
        let word = self.word();
        let effort = self.effort();
        let is_unique = paths.len() == 1;
        let summary = if is_unique {
            format!("unique: there is no other {word}; {effort}")
        } else {
            format!("not unique: two different {word}s; {effort}")
        };
        let path = paths.first().cloned();
        let count = BigUint::from(paths.len());
        let report = PathReport {
            path,
            paths: Some(paths),
            summary,
            ..PathReport::new(Ok(()))
        };
        Ok(match end {
            Ok(_) => PathReport {
                unique: Some(is_unique),
                ..report
            },
            Err(end) => {
                let count = Some(count);
                PathReport {
                    end: Err(end),
                    count,
                    complete: Some(false),
                    ..report
                }
            }
        })
    }

    /// Decides for each vertex whether a path starts there, or counts the paths from it.
    fn every_start(&mut self, is_counted: bool) -> anyhow::Result<PathReport> {
        // A reason that excludes all paths need not be found for each start.
        if let Err(end) = self.problem.check(&self.method, &self.limits) {
            return Ok(PathReport::new(Err(end)));
        }
        let mut starts: Vec<(Vertex, Option<BigUint>)> = Vec::new();
        let mut end = Ok(());
        let vertices = self.graph.vertex_count();
        self.whole = Some(self.line("start"));
        for start in self.graph.all() {
            self.problem.constraints.start = Some(start);
            if let Some(line) = &self.whole {
                line.show_part(start as usize, vertices, self.started.elapsed());
            }
            let found = if is_counted {
                // A count of a part is no count.
                self.watched(PathProblem::count)
                    .and_then(|found| match found.stopped {
                        None => Ok(Some(found.number)),
                        Some(reason) => Err(NoPath::Stopped(reason)),
                    })
            } else {
                self.watched(PathProblem::find).map(|_| None)
            };
            match found {
                Ok(count) => starts.push((start, count)),
                Err(NoPath::Impossible(_)) => {}
                Err(stopped) => {
                    end = Err(stopped);
                    break;
                }
            }
        }
        self.problem.constraints.start = None;
        self.whole = None;
        if starts.is_empty() {
            return Ok(PathReport::new(
                end.and(Err(NoPath::Impossible(NoPathReason::Searched))),
            ));
        }
        let sum: BigUint = starts.iter().filter_map(|(_, count)| count.as_ref()).sum();
        if !self.args.json && !self.args.quiet {
            let shown = starts.iter().map(|(start, count)| {
                let name = match self.form {
                    PathForm::Cells => self.graph.label(*start),
                    _ => self.graph.name(*start),
                };
                count
                    .as_ref()
                    .map_or(name.clone(), |count| format!("{name}: {}", grouped(count)))
            });
            let shown: Vec<String> = shown.collect();
            writeln!(
                self.out,
                "{}",
                shown.join(if is_counted { "\n" } else { " " })
            )?;
        }
        let what = if is_counted {
            counted(&sum, "path")
        } else {
            "possible".to_owned()
        };
        let from = grouped(starts.len());
        let noun = self.graph.noun().of(vertices);
        let all = grouped(vertices);
        let summary = format!("{what} from {from} of {all} {noun}; {}", self.effort());
        Ok(PathReport {
            summary,
            count: is_counted.then_some(sum),
            complete: end.is_err().then_some(false),
            starts: Some(starts),
            ..PathReport::new(end)
        })
    }

    /// Searches within the rest of the limits, shows progress, and adds the cost.
    fn watched<T>(
        &self,
        search: impl FnOnce(&PathProblem<'a>, &Method, &Limits, Observer<'_>) -> (T, Statistics),
    ) -> T {
        let limits = self
            .limits
            .after(self.spent.get().nodes, self.started.elapsed());
        let line = self.line("depth");
        let (found, statistics) = search(&self.problem, &self.method, &limits, &mut |progress| {
            line.watch(progress)
        });
        self.spend(&statistics);
        found
    }

    fn spend(&self, more: &Statistics) {
        let mut spent = self.spent.get();
        spent.nodes += more.nodes;
        spent.backtracks += more.backtracks;
        self.spent.set(spent);
    }

    /// Returns a line that shows the progress of a search; `depth` is the word for its depth.
    fn line(&self, depth: &'static str) -> ProgressLine {
        let is_quiet = self.args.quiet || self.args.json || self.whole.is_some();
        ProgressLine::new(&self.graph.title, depth, is_quiet)
    }

    /// Prints the figures, if they are requested, and the summary; on standard error if standard
    /// output has a picture.
    fn print_summary(&mut self, summary: impl Display) -> anyhow::Result<()> {
        let Statistics {
            nodes, backtracks, ..
        } = self.spent.get();
        let figures = self.analysis.as_ref();
        let figures = figures.map(|figures| drawing::figures(figures, nodes, backtracks));
        let text = format!("{}{summary}", figures.unwrap_or_default());
        if self.args.picture.is_on_stdout() {
            diagnostics::note(text);
        } else {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }

    /// Formats the cost of all searches.
    fn effort(&self) -> String {
        let Statistics {
            nodes, backtracks, ..
        } = self.spent.get();
        effort(nodes, backtracks, self.started.elapsed())
    }

    /// Returns the word for a solution: `open tour`, `cycle`.
    fn word(&self) -> &'static str {
        match (self.graph.chessboard(), self.problem.constraints.shape) {
            (Some(_), Shape::Path) => "open tour",
            (Some(_), Shape::Cycle) => "closed tour",
            (None, Shape::Path) => "path",
            (None, Shape::Cycle) => "cycle",
        }
    }

    /// Formats a number of paths: `52 paths from (4,3)`, `276 undirected paths`, `1,728 directed
    /// open tours`, `304 open tours from (0,0)`.
    fn counted(&self, number: &BigUint) -> String {
        let Constraints {
            shape, start, end, ..
        } = self.problem.constraints;
        let has_end = start.is_some() || end.is_some();
        let is_free = self.graph.chessboard().is_none() || shape == Shape::Cycle || !has_end;
        let direction = match self.problem.direction {
            EdgeDirection::Directed if is_free => "directed ",
            EdgeDirection::Undirected if self.problem.is_reversible() => "undirected ",
            EdgeDirection::Directed | EdgeDirection::Undirected => "",
        };
        let mut text = counted(number, &format!("{direction}{}", self.word()));
        if shape == Shape::Path {
            for (word, end) in [("from", start), ("to", end)] {
                if let Some(vertex) = end {
                    text.extend([" ", word, " ", &self.graph.label(vertex)]);
                }
            }
        }
        text
    }
}
