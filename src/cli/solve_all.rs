//! `huarong solve --all`: every shortest solution of each puzzle, one by one.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

use huarong::control::{Outcome, StopReason};
use huarong::explore::{self, Solutions};
use huarong::puzzle::Metric;
use huarong::sliding::{Algorithm, Options};
use huarong::solution::Solution;
use num_bigint::BigUint;

use super::args::SolveArgs;
use super::diagnostics::{self, harmless};
use super::exit::Exit;
use super::input::Source;
use super::numbers::{grouped, time};
use super::progress::Line;
use super::{interrupt, json, solve};

pub(super) fn run(
    args: &SolveArgs,
    sources: &[Source],
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut exit = Exit::Done;
    for (number, source) in sources.iter().enumerate() {
        if number > 0 && !args.quiet && !args.json {
            writeln!(out)?;
        }
        match one(args, source, out) {
            Ok(ended) => exit = exit.worse(ended),
            Err(error) if error.downcast_ref::<explore::ExploreError>().is_some() => {
                diagnostics::print(&error.context(harmless(&source.title())));
                exit = Exit::Wrong;
            }
            Err(error) => return Err(error),
        }
        out.flush()?;
        let left = sources.len() - number - 1;
        if left > 0 && interrupt::cuts_off(left) {
            return Ok(exit.worse(Exit::Stopped));
        }
    }
    Ok(exit)
}

fn one(args: &SolveArgs, source: &Source, out: &mut dyn Write) -> anyhow::Result<Exit> {
    interrupt::listen();
    let started = Instant::now();
    let Options { metric, mirroring, limits, .. } = args.search.options(Algorithm::BreadthFirst);
    let options = explore::Options { metric, mirroring, limits, ..explore::Options::default() };
    let found = {
        let line = Line::new(&source.title(), "layer", args.quiet);
        Solutions::find(&source.puzzle, &options, &mut |progress| line.watch(progress))?
    };
    let mut list = List { args, source, started, out, listed: 0, failed: None };
    if !args.quiet && !args.json {
        writeln!(list.out, "{}", source.title())?;
    }
    match found {
        Outcome::Found(mut solutions) => list.all(&mut solutions),
        Outcome::Exhausted => list.none("impossible", "no position that can be reached solves it"),
        Outcome::Stopped(reason) => list.stopped(reason),
    }
}

/// Solutions on their way to being listed.
struct List<'a> {
    args: &'a SolveArgs,
    source: &'a Source,
    started: Instant,
    out: &'a mut dyn Write,
    listed: usize,
    failed: Option<anyhow::Error>,
}

impl List<'_> {
    fn all(&mut self, solutions: &mut Solutions) -> anyhow::Result<Exit> {
        let (length, count) = (solutions.length(), solutions.count().clone());
        let of = format!("{} of {}", solutions_counted(&count), self.metric().count(length));
        if !self.args.quiet && !self.args.json {
            writeln!(self.out, "{of}, proven shortest")?;
        }
        let limit = self.args.limit.unwrap_or(usize::MAX);
        if limit > 0 {
            solutions.each(&mut |solution| self.visit(solution, &count, limit))?;
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let is_complete = BigUint::from(self.listed) == count;
        let was_stopped = !is_complete && self.listed < limit;
        if self.args.json {
            let outcome = if was_stopped { "stopped" } else { "solved" };
            self.object(outcome, Some((length, &count)))?;
        } else {
            let listed = match (is_complete, was_stopped) {
                (true, _) => "all listed".to_owned(),
                (false, true) => format!("stopped after {}", grouped(self.listed)),
                (false, false) => format!("{} listed", grouped(self.listed)),
            };
            writeln!(self.out, "{of}, {listed}, {}", time(self.started.elapsed()))?;
        }
        Ok(if was_stopped { Exit::Stopped } else { Exit::Done })
    }

    /// Lists a solution; enough is enough, and so are Ctrl-C, a time that is up and a closed pipe.
    fn visit(&mut self, solution: &Solution, count: &BigUint, limit: usize) -> ControlFlow<()> {
        let is_late = self.args.search.timeout.is_some_and(|time| self.started.elapsed() >= time);
        if is_late || interrupt::pressed() {
            return ControlFlow::Break(());
        }
        self.listed += 1;
        if let Err(error) = self.print(solution, count) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        if self.listed < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn print(&mut self, solution: &Solution, count: &BigUint) -> anyhow::Result<()> {
        if self.args.json {
            let listed = json::ListedSolution::new(self.source, self.listed, solution);
            return Ok(json::line(self.out, &listed)?);
        }
        if !self.args.quiet {
            writeln!(self.out, "\n{} of {}:", grouped(self.listed), grouped(count))?;
            solve::print_moves(self.args, self.source, solution, self.out)?;
        }
        Ok(())
    }

    fn none(&mut self, outcome: &'static str, why: &str) -> anyhow::Result<Exit> {
        if self.args.json {
            self.object(outcome, None)?;
        } else {
            writeln!(self.out, "{outcome}: {why}")?;
        }
        Ok(Exit::Impossible)
    }

    fn stopped(&mut self, reason: StopReason) -> anyhow::Result<Exit> {
        if self.args.json {
            self.object("stopped", None)?;
        } else {
            writeln!(self.out, "stopped: {reason} before the solutions were found")?;
        }
        Ok(Exit::Stopped)
    }

    fn metric(&self) -> Metric {
        self.args.search.metric.into()
    }

    /// The last object, with the length of the solutions and their number.
    fn object(
        &mut self,
        outcome: &'static str,
        all: Option<(usize, &BigUint)>,
    ) -> anyhow::Result<()> {
        let object = json::AllSolved::new(self.source, self.metric(), outcome, all, self.listed);
        Ok(json::line(self.out, &object.after(self.started.elapsed()))?)
    }
}

/// `1 solution`, `256 solutions`.
fn solutions_counted(count: &BigUint) -> String {
    let plural = if *count == BigUint::from(1_u32) { "" } else { "s" };
    format!("{} solution{plural}", grouped(count))
}
