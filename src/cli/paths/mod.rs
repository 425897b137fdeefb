//! What `huarong tour` and `huarong hamilton` have in common: paths over all vertices of a graph are
//! found, listed and counted, and that is told as text, as JSON or as a picture. Each command turns
//! its arguments into a [`PathProblem`], and a [`PathQuery`] does what is asked of it.

mod answer;
mod args;
mod problem;

use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;

use bytesize::ByteSize;
use huarong::control::StopReason;
use huarong::graph::Vertex;
use num_bigint::BigUint;

pub(crate) use answer::PathReport;
pub(crate) use args::{OrderArg, PathPictureArgs, PictureRequest};
pub(crate) use problem::{
    Figures, Infeasibility, ListingEnd, PathCount, PathProblem, SearchCost, SearchOutcome, Visitor,
    count, each, first, settled,
};

use super::diagnostics;
use super::exit::Exit;
use super::interrupt::Deadline;
use super::json;
use super::numbers::effort;

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
            if let Some(picture) = self.problem.picture(wanted, &path) {
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
        self.tell(format!("{}, {}", self.problem.found(&path), self.effort()))?;
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
            self.tell(format!("{counted}, {more}; {}", self.effort()))?;
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
            None => self.tell(counted)?,
            Some(reason) if self.format.json => {
                let answer = PathReport::stopped(&self.problem, reason);
                json::line(self.out, &answer.with_count(&number, Some(false)))?;
            }
            Some(reason) => {
                let why = format!("{reason} after {}", self.effort());
                self.tell(self.problem.stopped_count(&counted, &why))?;
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
            self.tell(format!("impossible: {}; {}", proof.text, self.effort()))?;
        }
        Ok(Exit::Impossible)
    }

    /// The search was stopped before anything was found.
    pub(crate) fn stopped(&mut self, reason: StopReason) -> anyhow::Result<Exit> {
        if self.format.json {
            json::line(self.out, &PathReport::stopped(&self.problem, reason).listing(self.list))?;
        } else {
            let is_refused = reason.is_of_memory() && self.problem.spent().nodes == 0;
            let needed = if is_refused {
                let bytes = self.problem.memory_needed();
                format!(" (a search needs {})", ByteSize(u64::try_from(bytes).unwrap_or(u64::MAX)))
            } else {
                String::new()
            };
            self.tell(format!("stopped: {reason}{needed} after {}", self.effort()))?;
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
            self.tell(format!("stopped: {reason} after {effort}; at least {counted}"))?;
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
    pub(crate) fn tell(&mut self, summary: impl Display) -> anyhow::Result<()> {
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
