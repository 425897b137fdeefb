//! `solve --all`: lists every shortest solution of a puzzle.

use crate::cli::prelude::*;
use crate::{cli::json::units, explore::ShortestSolutions};

use super::{SolveArgs, note_wrong_best, print_moves, print_start};

pub fn solve(
    args: &SolveArgs,
    source: &Source,
    is_one_of_many: bool,
    out: &mut dyn Write,
) -> Result<Exit> {
    let started = Instant::now();
    let options = args.search.explore_options();
    let found = watched(&source.title(), "layer", args.quiet, |observer| {
        ShortestSolutions::find(&source.puzzle, &options, observer)
    });
    let found = match found {
        Ok(found) => found,
        Err(error) => return batch::report_error(source, error, args.json, out),
    };
    let mut list = SolutionList {
        args,
        source,
        is_one_of_many,
        started,
        out,
        listed: 0,
        stopped: None,
        failed: None,
    };
    if !args.quiet && !args.json {
        writeln!(list.out, "{}", source.title())?;
    }
    match found {
        Outcome::Found(mut solutions) => list.all(&mut solutions),
        Outcome::Exhausted => {
            list.nothing("impossible", "no position that can be reached solves it")?;
            note_wrong_best(source, args.search.metric, None, None);
            Ok(Exit::Impossible)
        }
        Outcome::Stopped(reason) => {
            list.stopped = Some(reason);
            let why = format!("{reason} before the solutions were found");
            list.nothing("stopped", &why)?;
            Ok(Exit::Stopped)
        }
    }
}

struct SolutionList<'a> {
    args: &'a SolveArgs,
    source: &'a Source,
    is_one_of_many: bool,
    started: Instant,
    out: &'a mut dyn Write,
    listed: usize,
    /// The reason of a stop before the limit.
    stopped: Option<StopReason>,
    failed: Option<anyhow::Error>,
}

impl SolutionList<'_> {
    fn all(&mut self, solutions: &mut ShortestSolutions) -> Result<Exit> {
        let length = solutions.length();
        let count = solutions.count().clone();
        let metric = self.args.search.metric;
        let bound = u32::try_from(length).ok();
        note_wrong_best(self.source, metric, bound, Some(length));
        let of = numbers::length(length, metric);
        let of = format!("{} of {of}", counted(&count, "solution"));
        if !self.args.quiet && !self.args.json {
            print_start(self.args, self.source, self.out)?;
            writeln!(self.out, "{of}, proven shortest")?;
        }
        let limit = self.args.limit.unwrap_or(usize::MAX);
        if self.args.quiet && !self.args.json && !self.args.is_asked_for_moves() {
            let time = time(self.started.elapsed());
            writeln!(self.out, "{}{of}, proven shortest, {time}", self.whose())?;
            return Ok(Exit::Done);
        }
        if limit > 0 {
            solutions.for_each(&mut |solution| self.visit(solution, &count, limit))?;
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
            let time = time(self.started.elapsed());
            writeln!(self.out, "{}{of}, {listed}, {time}", self.whose())?;
        }
        Ok(Exit::Stopped.when(was_stopped))
    }

    /// Returns the start of a summary that is printed alone, where there are several.
    fn whose(&self) -> String {
        let is_named = self.args.quiet && self.is_one_of_many;
        if is_named {
            format!("{}: ", sanitize(&self.source.pick))
        } else {
            String::new()
        }
    }

    /// Lists a solution; breaks at the limit, when the time is up, on Ctrl-C and on errors.
    fn visit(&mut self, solution: &Solution, count: &BigUint, limit: usize) -> ControlFlow<()> {
        let timeout = self.args.search.limits.timeout;
        self.stopped = match timeout {
            Some(time) if self.started.elapsed() >= time => Some(StopReason::Time),
            _ if interrupt::pressed() => Some(StopReason::Interrupted),
            _ => None,
        };
        if self.stopped.is_some() {
            return ControlFlow::Break(());
        }
        self.listed += 1;
        self.failed = self.print(solution, count).err();
        break_if(self.failed.is_some() || self.listed >= limit)
    }

    fn print(&mut self, solution: &Solution, count: &BigUint) -> Result {
        if self.args.json {
            return Ok(json::line(
                self.out,
                &object! {
                    "schema": "huarong/solution/1",
                    "puzzle": self.source.pick,
                    "number": self.listed,
                    "metric": solution.metric,
                    "length": solution.len(),
                    "steps": solution.steps(),
                    "solution": units(&self.source.puzzle, solution),
                },
            )?);
        }
        let number = grouped(self.listed);
        writeln!(self.out, "\n{number} of {}:", grouped(count))?;
        print_moves(self.args, self.source, solution, self.out)
    }

    /// Prints that no solution is listed.
    fn nothing(&mut self, outcome: &'static str, why: &str) -> Printed {
        if self.args.json {
            return self.object(outcome, None);
        }
        writeln!(self.out, "{outcome}: {why}")
    }

    /// Prints the last object, with the length and the number of the solutions.
    fn object(&mut self, outcome: &'static str, all: Option<(usize, &BigUint)>) -> Printed {
        json::about(
            self.out,
            "huarong/solve-all/1",
            self.source,
            object! {
                "metric": self.args.search.metric,
                "outcome": outcome,
                "reason": self.stopped,
                "length": all.map(|(length, _)| length),
                "count": all.map(|(_, count)| json::number(count)),
                "listed": self.listed,
                "seconds": self.started.elapsed().as_secs_f64(),
            },
        )
    }
}
