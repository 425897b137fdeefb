//! `huarong tour` and `huarong hamilton`: paths over all vertices of a graph are found, listed and
//! counted, and printed as text, as JSON or as a picture.

mod args;
pub mod drawing;
mod json;

use super::prelude::*;
use std::cell::Cell;

use crate::{
    backtrack::{
        Statistics,
        hamilton::{Constraints, Options, Shape},
    },
    explore::has_checkpoint,
    graph::EdgeDirection,
    memory,
    tour::{Analysis, ListingEnd, Method, NoPath, NoPathReason, PathCount, PathProblem, analyse},
};

use super::numbers::effort;
use args::{PathArgs, leaper, unusable_folder};
use drawing::{PathForm, PictureRequest};
use json::PathJson;

pub use args::{HamiltonArgs, TourArgs};

pub fn tour(args: &TourArgs, out: &mut dyn Write) -> Result<Exit> {
    let deadline = Deadline::of_command();
    let limits = args.query.limits.limits_or_default();
    let graph = LoadedGraph::of_tour(&args.board, leaper(&args.moves)?, args.numbering, &limits)?;
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
    let question = PathQuestion::of(&args.query);
    let form = (
        args.print,
        drawing::usual_form(&graph, columns::room(), PathForm::Cells),
    );
    let mut query = PathQuery::new(&args.query, &graph, problem, form, deadline)?;
    query.analysis = graph.chessboard().filter(|_| args.stats).map(analyse);
    query.run(question, out)
}

pub fn hamilton(args: &HamiltonArgs, out: &mut dyn Write) -> Result<Exit> {
    let deadline = Deadline::of_command();
    let graph = LoadedGraph::named(
        &args.map,
        &args.format,
        &args.query.limits.limits_or_default(),
    )?;
    if args.print.is_some_and(|it| it != PathForm::Names) && graph.size().is_none() {
        refuse!("only a path on a map can be drawn", "print it as a `path`");
    }
    let shape = if args.cycle {
        Shape::Cycle
    } else {
        Shape::Path
    };
    let mut constraints = args.query.constraints(shape, &graph)?;
    let question = match PathQuestion::of(&args.query) {
        _ if args.unique => PathQuestion::Unique,
        question if args.every_start => {
            constraints.start = None;
            PathQuestion::EveryStart {
                is_counted: question == PathQuestion::Count,
            }
        }
        question => question,
    };
    let problem = PathProblem::new(graph.path_graph(), graph.direction(), constraints);
    let form = (
        args.print,
        drawing::usual_form(&graph, columns::room(), PathForm::Names),
    );
    PathQuery::new(&args.query, &graph, problem, form, deadline)?.run(question, out)
}

/// A question about the paths of a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathQuestion {
    First,
    All,
    Count,
    Unique,
    EveryStart { is_counted: bool },
}

impl PathQuestion {
    const fn of(args: &PathArgs) -> Self {
        match (args.all, args.count) {
            (true, _) => PathQuestion::All,
            (false, true) => PathQuestion::Count,
            (false, false) => PathQuestion::First,
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
}

/// The answer to a question, as `tour` and `hamilton` print it.
#[derive(Default)]
struct PathReport {
    /// The reason why the search ended without a path or too early.
    end: Option<NoPath>,
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

impl<'a> PathQuery<'a> {
    fn new(
        args: &'a PathArgs,
        graph: &'a LoadedGraph,
        problem: PathProblem<'a>,
        (wanted, usual): (Option<PathForm>, PathForm),
        deadline: Deadline,
    ) -> Result<Self> {
        let pictures = args.picture.requests(args.json, wanted.is_some())?;
        if !pictures.is_empty() && graph.size().is_none() {
            refuse!("only a path on a map can be drawn", "omit `--to`");
        }
        // A large map has taken a while to read.
        let limits = args.limits.limits_or_default();
        let limits = graph.limits(&limits.with_timeout(interrupt::time_left()));
        // The keys of an order take memory; they are built only if a search has enough.
        let search = Method::Search(Options::default());
        let method = match args.order {
            Some(_) if matches!(problem.check(&search, &limits), Err(NoPath::Stopped(_))) => search,
            _ => args.method(graph)?,
        };
        Ok(PathQuery {
            args,
            graph,
            problem,
            method,
            limits,
            form: wanted.unwrap_or(usual),
            pictures,
            analysis: None,
            whole: None,
            deadline,
            started: Instant::now(),
            spent: Cell::default(),
        })
    }

    /// Answers a question and prints the answer.
    fn run(mut self, question: PathQuestion, out: &mut dyn Write) -> Result<Exit> {
        let report = match question {
            PathQuestion::First => self.first(out),
            PathQuestion::All => self.all(out),
            PathQuestion::Count => self.count(),
            PathQuestion::Unique => self.unique(out),
            PathQuestion::EveryStart { is_counted } => self.every_start(is_counted, out),
        }?;
        self.deadline.lift();
        if let Some(NoPath::Wrong(flaw)) = report.end {
            let flaw = anyhow::Error::new(flaw);
            return Err(flaw.context("the program found a wrong path, which is a bug"));
        }
        if self.args.json {
            super::json::line(out, &PathJson::new(&self, &report))?;
        } else {
            self.print_summary(&report, out)?;
        }
        Ok(match report.end {
            None if report.unique == Some(false) => Exit::Impossible,
            None => Exit::Done,
            Some(NoPath::Stopped(_)) => Exit::Stopped,
            Some(_) => Exit::Impossible,
        })
    }

    /// Returns the answer without a path. If the paths are counted, a proof gives their number.
    fn without_path(&self, end: NoPath, is_counted: bool) -> PathReport {
        let is_zero = is_counted && matches!(end, NoPath::Impossible(_));
        PathReport {
            end: Some(end),
            count: is_zero.then_some(BigUint::ZERO),
            complete: (is_zero && self.graph.is_tour()).then_some(true),
            ..PathReport::default()
        }
    }

    fn summary(&self, report: &PathReport) -> String {
        let effort = self.effort();
        let reason = match report.end {
            None => return report.summary.clone(),
            Some(NoPath::Stopped(reason)) => reason,
            Some(NoPath::Impossible(reason)) => {
                let reason = reason.describe(self.graph.noun(), |at| self.graph.label(at));
                return format!("impossible: {reason}; {effort}");
            }
            Some(error) => return error.to_string(),
        };
        let mut needed = String::new();
        if reason.is_memory() && self.spent.get().nodes == 0 {
            let bytes = self.problem.memory_needed(&self.method);
            let bytes = ByteSize(bytes as u64);
            needed = format!(" (a search needs {bytes})");
        }
        // A search for a path counts nodes, as its option does.
        let reason = match reason {
            StopReason::States => "the limit on nodes was reached".to_owned(),
            reason => reason.to_string(),
        };
        let count = report.count.as_ref();
        match count.filter(|&count| *count != BigUint::ZERO && report.starts.is_none()) {
            Some(count) => {
                let count = self.counted(count);
                format!("stopped: {reason} after {effort}; at least {count}")
            }
            None => format!("stopped: {reason}{needed} after {effort}"),
        }
    }

    fn first(&mut self, out: &mut dyn Write) -> Result<PathReport> {
        let path = match self.watched(PathProblem::find) {
            Ok(path) => path,
            Err(end) => return Ok(self.without_path(end, false)),
        };
        self.deadline.lift();
        // The board of numbers, or the picture.
        let for_step = self.pictures.iter().map(|request| request.bytes_for_step());
        let bytes = path.len() * for_step.max().unwrap_or(size_of::<u32>());
        if let Err(reason) = memory::check_limit(bytes, &Limits::default()) {
            return Ok(self.without_path(NoPath::Stopped(reason), false));
        }
        let mut stored = Vec::new();
        for &request in &self.pictures {
            let shape = self.problem.constraints.shape;
            let picture = drawing::picture(request, self.graph, shape, &path)?;
            stored.extend(request.store(&picture, out)?);
        }
        if !self.args.json && !self.args.quiet && !self.args.picture.is_on_stdout() {
            drawing::write(self.form, self.graph, &path, out)?;
        }
        let word = self.word();
        let noun = self.graph.noun().of(path.len());
        let length = grouped(path.len());
        let mut summary = format!("{word} over {length} {noun}, {}", self.effort());
        if !self.args.quiet {
            for line in &stored {
                summary.extend(["\n", line]);
            }
        }
        Ok(PathReport {
            path: Some(path),
            summary,
            ..PathReport::default()
        })
    }

    /// Writes a path of a list.
    fn write(&self, path: &[Vertex], out: &mut dyn Write) -> Printed {
        if self.args.json || self.args.quiet {
            return Ok(());
        }
        drawing::write(self.form, self.graph, path, out)?;
        match self.form {
            PathForm::Board => writeln!(out),
            _ => Ok(()),
        }
    }

    /// Lists the paths. The list for JSON is one object, and takes at most the memory of the
    /// limits.
    fn all(&self, out: &mut dyn Write) -> Result<PathReport> {
        let max_bytes = self.limits.bytes();
        let limit = self.args.limit.unwrap_or(usize::MAX);
        let mut listed = 0_usize;
        let mut bytes = 0;
        let mut paths = Vec::new();
        let mut written = Ok(());
        let mut visit = |path: &[Vertex]| {
            // A path beyond the limit is not listed, but the list is incomplete.
            if listed == limit {
                return ControlFlow::Break(());
            }
            if self.args.json {
                bytes += size_of_val(path) + size_of::<Vec<Vertex>>();
                if bytes > max_bytes {
                    return ControlFlow::Break(());
                }
                paths.push(path.to_vec());
            }
            written = self.write(path, out);
            if written.is_err() {
                return ControlFlow::Break(());
            }
            listed += 1;
            ControlFlow::Continue(())
        };
        let mut end = self.watched(|problem, method, limits, observer| {
            problem.visit(method, limits, observer, &mut visit)
        });
        written?;
        if bytes > max_bytes {
            end = Err(NoPath::Stopped(StopReason::Memory));
        }
        let is_complete = !matches!(end, Ok(ListingEnd::Broken) | Err(NoPath::Stopped(_)));
        let more = if is_complete {
            "all there are"
        } else {
            "there are more"
        };
        let count = BigUint::from(listed);
        Ok(PathReport {
            end: end.err(),
            summary: format!("{}, {more}; {}", self.counted(&count), self.effort()),
            path: paths.first().cloned(),
            paths: Some(paths),
            count: Some(count),
            complete: Some(is_complete),
            ..PathReport::default()
        })
    }

    fn count(&self) -> Result<PathReport> {
        let found = match self.args.count_folder()? {
            Some(mut folder) => {
                let line = self.line("step");
                let observer = &mut |progress: &_| line.update(progress);
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
        let is_board = self.graph.is_tour();
        Ok(match found {
            Ok(PathCount {
                number, stopped, ..
            }) => PathReport {
                summary: self.counted(&number),
                count: Some(number),
                complete: match stopped {
                    Some(_) => Some(false),
                    None => is_board.then_some(true),
                },
                end: stopped.map(NoPath::Stopped),
                ..PathReport::default()
            },
            Err(end) => self.without_path(end, true),
        })
    }

    /// Looks for a second path, which disproves that one is unique.
    fn unique(&self, out: &mut dyn Write) -> Result<PathReport> {
        let mut paths: Vec<Vec<Vertex>> = Vec::new();
        let end = self.watched(|problem, method, limits, observer| {
            problem.visit(method, limits, observer, |path| {
                paths.push(path.to_vec());
                break_if(paths.len() > 1)
            })
        });
        paths.iter().try_for_each(|path| self.write(path, out))?;
        let word = self.word();
        let effort = self.effort();
        let count = paths.len();
        let is_stopped = matches!(end, Err(NoPath::Stopped(_)));
        Ok(PathReport {
            end: end.err(),
            summary: if count == 1 {
                format!("unique: there is no other {word}; {effort}")
            } else {
                format!("not unique: two different {word}s; {effort}")
            },
            path: paths.first().cloned(),
            paths: Some(paths),
            count: is_stopped.then(|| count.into()),
            complete: is_stopped.then_some(false),
            unique: (!is_stopped).then_some(count == 1),
            ..PathReport::default()
        })
    }

    /// Decides for each vertex whether a path starts there, or counts the paths from it.
    fn every_start(&mut self, is_counted: bool, out: &mut dyn Write) -> Result<PathReport> {
        let nowhere = |query: &Self, end| PathReport {
            starts: Some(Vec::new()),
            ..query.without_path(end, is_counted)
        };
        // A reason that excludes all paths need not be found for each start.
        if let Err(end) = self.problem.check(&self.method, &self.limits) {
            return Ok(nowhere(self, end));
        }
        let mut starts: Vec<(Vertex, Option<BigUint>)> = Vec::new();
        let mut end = None;
        let vertices = self.graph.vertex_count();
        self.whole = Some(self.line("start"));
        for start in self.graph.all() {
            self.problem.constraints.start = Some(start);
            if let Some(line) = &self.whole {
                line.show_part(start as usize, vertices, self.started.elapsed());
            }
            let found = if is_counted {
                self.watched(PathProblem::count)
                    .and_then(|count| match count.stopped {
                        // A count of a part is no count.
                        Some(reason) => Err(NoPath::Stopped(reason)),
                        None => Ok(Some(count.number)),
                    })
            } else {
                self.watched(PathProblem::find).map(|_| None)
            };
            match found {
                Ok(count) => starts.push((start, count)),
                Err(NoPath::Impossible(_)) => {}
                Err(stopped) => {
                    end = Some(stopped);
                    break;
                }
            }
        }
        self.problem.constraints.start = None;
        self.whole = None;
        if starts.is_empty() {
            let searched = NoPath::Impossible(NoPathReason::Searched);
            return Ok(nowhere(self, end.unwrap_or(searched)));
        }
        let sum: BigUint = starts.iter().filter_map(|(_, count)| count.as_ref()).sum();
        if !self.args.json && !self.args.quiet {
            let shown: Vec<String> = starts
                .iter()
                .map(|(start, count)| {
                    let name = match self.form {
                        PathForm::Cells => self.graph.label(*start),
                        _ => self.graph.name(*start),
                    };
                    let count = count.as_ref().map(|count| format!(": {}", grouped(count)));
                    name + &count.unwrap_or_default()
                })
                .collect();
            writeln!(out, "{}", shown.join(if is_counted { "\n" } else { " " }))?;
        }
        let what = if is_counted {
            counted(&sum, "path")
        } else {
            "possible".to_owned()
        };
        let from = grouped(starts.len());
        let noun = self.graph.noun().of(vertices);
        let all = grouped(vertices);
        Ok(PathReport {
            summary: format!("{what} from {from} of {all} {noun}; {}", self.effort()),
            count: is_counted.then_some(sum),
            complete: end.map(|_| false),
            starts: Some(starts),
            end,
            ..PathReport::default()
        })
    }

    /// Searches within the rest of the limits, shows progress, and adds the cost.
    fn watched<T>(
        &self,
        search: impl FnOnce(&PathProblem<'a>, &Method, &Limits, Observer<'_>) -> (T, Statistics),
    ) -> T {
        let limits = self
            .limits
            .remaining_after(self.spent.get().nodes, self.started.elapsed());
        let line = self.line("depth");
        let (found, statistics) = search(&self.problem, &self.method, &limits, &mut |progress| {
            line.update(progress)
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
    fn print_summary(&self, report: &PathReport, out: &mut dyn Write) -> Printed {
        let spent = self.spent.get();
        let figures = self.analysis.as_ref();
        let text = figures
            .map(|it| drawing::figures(it, spent.nodes, spent.backtracks))
            .unwrap_or_default()
            + &self.summary(report);
        if self.args.picture.is_on_stdout() {
            diagnostics::note(text);
            return Ok(());
        }
        columns::say(out, &text)
    }

    /// Formats the cost of all searches.
    fn effort(&self) -> String {
        let spent = self.spent.get();
        effort(spent.nodes, spent.backtracks, self.started.elapsed())
    }

    /// Returns the word for a solution: `open tour`, `cycle`.
    fn word(&self) -> &'static str {
        match (self.graph.is_tour(), self.problem.constraints.shape) {
            (true, Shape::Path) => "open tour",
            (true, Shape::Cycle) => "closed tour",
            (false, Shape::Path) => "path",
            (false, Shape::Cycle) => "cycle",
        }
    }

    /// Formats a number of paths: `52 paths from (4,3)`, `276 undirected paths`, `1,728 directed
    /// open tours`, `304 open tours from (0,0)`.
    fn counted(&self, number: &BigUint) -> String {
        let Constraints {
            shape, start, end, ..
        } = self.problem.constraints;
        let has_end = start.is_some() || end.is_some();
        let is_free = !self.graph.is_tour() || shape == Shape::Cycle || !has_end;
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
