//! `huarong hamilton`: paths and cycles over every cell of a map, or every vertex of a graph.

mod args;
mod drawing;
mod problem;

use std::io::Write;
use std::ops::ControlFlow;

use huarong::graph::{Vertex, all};
use num_bigint::BigUint;

pub(crate) use args::HamiltonArgs;
use args::PrintArg;
use problem::HamiltonProblem;

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
            self.tell(if unique {
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
        self.tell(format!("{what} from {from} of {vertices}; {}", self.effort()))?;
        Ok(Exit::Done)
    }
}
