//! `huarong hamilton`: paths and cycles over every cell of a map, or every vertex of a graph.

mod args;
mod count;
mod drawing;
mod ending;
mod json;
mod quest;
mod starts;

use std::io::Write;
use std::ops::ControlFlow;

use huarong::backtrack::hamilton::Shape;
use huarong::control::StopReason;
use huarong::graph::{Direction, Vertex};
use num_bigint::BigUint;

pub(crate) use args::HamiltonArgs;
use args::PrintArg;
use count::Counted;
use json::Answer;
use quest::{Effort, Listed, Quest, Verdict};

use super::diagnostics::{self, Complaint};
use super::exit::Exit;
use super::numbers::{effort, grouped};
use super::subject::{Subject, Vertices};

pub(crate) fn run(args: &HamiltonArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let subject = Subject::read(&args.map, &args.format)?;
    if args.print != PrintArg::Path && !drawing::is_drawable(&subject) {
        let help = "print it as a `path`";
        return Err(Complaint::new("only a path on a map can be drawn", help).into());
    }
    refuse_pictures(args, &subject)?;
    let quest = Quest::new(args, &subject)?;
    let mut task = Task { args, quest, out };
    if args.ask.every_start {
        task.every_start()
    } else if args.ask.all {
        task.all()
    } else if args.ask.count {
        task.count()
    } else if args.ask.unique {
        task.unique()
    } else {
        task.first()
    }
}

/// Finds out before a search what cannot be drawn after it.
fn refuse_pictures(args: &HamiltonArgs, subject: &Subject) -> anyhow::Result<()> {
    if let Some((option, _)) = args.picture.option()
        && !drawing::is_drawable(subject)
    {
        let help = format!("do without `{option}`");
        return Err(Complaint::new("only a path on a map can be drawn", help).into());
    }
    args.picture.check(args.json)
}

/// A quest, and how its outcome is to be told.
struct Task<'a> {
    args: &'a HamiltonArgs,
    quest: Quest<'a>,
    out: &'a mut dyn Write,
}

impl Task<'_> {
    fn first(&mut self) -> anyhow::Result<Exit> {
        let path = match self.quest.first()? {
            Verdict::Found(path) => path,
            Verdict::Impossible(proof) => return self.impossible(proof),
            Verdict::Stopped(reason) => return self.stopped(reason),
        };
        self.picture(&path)?;
        if self.args.json {
            self.object(&Answer::found(&self.quest).with_path(self.quest.subject, &path))?;
            return Ok(Exit::Done);
        }
        if !self.args.picture.is_on_stdout() {
            self.draw(&path)?;
        }
        let length = match path.len() {
            1 => "1 vertex".to_owned(),
            more => format!("{} vertices", grouped(more)),
        };
        let summary = format!("{} over {length}, {}", self.word(), self.effort());
        if self.args.picture.is_on_stdout() {
            diagnostics::note(summary);
        } else {
            writeln!(self.out, "{summary}")?;
        }
        Ok(Exit::Done)
    }

    fn all(&mut self) -> anyhow::Result<Exit> {
        let (json, quiet) = (self.args.json, self.args.quiet);
        let limit = self.args.limit.unwrap_or(usize::MAX);
        let (mut listed, mut paths) = (0, Vec::new());
        let (mut bytes, max_bytes) = (0, self.args.limits.limits().max_bytes.unwrap_or(usize::MAX));
        let (print, subject) = (self.args.print, self.quest.subject);
        let out = &mut *self.out;
        let verdict = self.quest.each(|path| {
            // That there is one more is found out, and it is not listed.
            if listed == limit {
                return Ok(ControlFlow::Break(()));
            }
            listed += 1;
            if json {
                // What is listed is one object, and kept until then.
                bytes += size_of_val(path) + size_of::<Vec<Vertex>>();
                if bytes > max_bytes {
                    return Ok(ControlFlow::Break(()));
                }
                paths.push(path.to_vec());
            } else if !quiet {
                let gap = if print == PrintArg::Board { "\n" } else { "" };
                writeln!(out, "{}{gap}", drawing::draw(print, subject, path))?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let number = BigUint::from(listed);
        let complete = match verdict {
            Verdict::Impossible(proof) => return self.impossible(proof),
            Verdict::Found(_) if bytes > max_bytes => {
                let answer = Answer::stopped(&self.quest, StopReason::Memory);
                let number = BigUint::from(paths.len());
                self.object(&answer.with_paths(subject, &paths).with_count(&number))?;
                return Ok(Exit::Stopped);
            }
            Verdict::Stopped(reason) => return self.stopped_after(&paths, &number, reason),
            Verdict::Found(listed) => listed == Listed::All,
        };
        if json {
            let answer = Answer::found(&self.quest).with_paths(subject, &paths);
            self.object(&answer.with_count(&number).with_complete(complete))?;
        } else {
            let more = if complete { "all there are" } else { "there are more" };
            let counted = self.counted(&number);
            writeln!(self.out, "{counted}, {more}; {}", self.effort())?;
        }
        Ok(Exit::Done)
    }

    fn count(&mut self) -> anyhow::Result<Exit> {
        let number = match self.quest.count() {
            Verdict::Found(Counted::Exactly(number)) => number,
            Verdict::Found(Counted::AtLeast(number, reason)) => {
                return self.stopped_after(&[], &number, reason);
            }
            Verdict::Impossible(proof) => return self.impossible(proof),
            Verdict::Stopped(reason) => return self.stopped(reason),
        };
        if self.args.json {
            self.object(&Answer::found(&self.quest).with_count(&number))?;
        } else {
            writeln!(self.out, "{}", self.counted(&number))?;
        }
        Ok(Exit::Done)
    }

    /// One is right, two are wrong: that disproves it, as having none does.
    fn unique(&mut self) -> anyhow::Result<Exit> {
        let mut paths: Vec<Vec<Vertex>> = Vec::new();
        let verdict = self.quest.each(|path| {
            paths.push(path.to_vec());
            Ok(if paths.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        match verdict {
            Verdict::Impossible(proof) => return self.impossible(proof),
            Verdict::Stopped(reason) => {
                if !self.args.json {
                    self.draw_all(&paths)?;
                }
                return self.stopped_after(&paths, &paths.len().into(), reason);
            }
            Verdict::Found(_) => {}
        }
        let unique = paths.len() == 1;
        if self.args.json {
            let answer = Answer::found(&self.quest).with_paths(self.quest.subject, &paths);
            self.object(&answer.with_unique(unique))?;
        } else {
            self.draw_all(&paths)?;
            let (word, effort) = (self.word(), self.effort());
            if unique {
                writeln!(self.out, "unique: there is no other {word}; {effort}")?;
            } else {
                writeln!(self.out, "not unique: two different {word}s; {effort}")?;
            }
        }
        Ok(if unique { Exit::Done } else { Exit::Impossible })
    }

    fn object(&mut self, answer: &Answer<'_>) -> anyhow::Result<()> {
        Ok(super::json::line(self.out, answer)?)
    }

    /// Draws paths, boards with a line between them.
    fn draw_all(&mut self, paths: &[Vec<Vertex>]) -> anyhow::Result<()> {
        for path in paths {
            self.draw(path)?;
            if self.args.print == PrintArg::Board && !self.args.quiet {
                writeln!(self.out)?;
            }
        }
        Ok(())
    }

    fn draw(&mut self, path: &[Vertex]) -> anyhow::Result<()> {
        if !self.args.quiet {
            let drawn = drawing::draw(self.args.print, self.quest.subject, path);
            writeln!(self.out, "{drawn}")?;
        }
        Ok(())
    }

    /// Draws the path as a picture where it is wanted.
    fn picture(&mut self, path: &[Vertex]) -> anyhow::Result<()> {
        let wanted = &self.args.picture;
        let (true, Vertices::Cells(map)) = (wanted.is_wanted(), &self.quest.subject.vertices)
        else {
            return Ok(());
        };
        let picture = drawing::picture(wanted, map, self.quest.terms.shape, path);
        wanted.store(&picture, self.out)
    }

    /// A vertex as the way to print paths would have it.
    fn label(&self, vertex: Vertex) -> String {
        match self.args.print {
            PrintArg::Cells => drawing::draw(PrintArg::Cells, self.quest.subject, &[vertex]),
            _ => self.quest.subject.name(vertex),
        }
    }

    /// `path` or `cycle`.
    const fn word(&self) -> &'static str {
        match self.quest.terms.shape {
            Shape::Path => "path",
            Shape::Cycle => "cycle",
        }
    }

    /// `52 paths from 14`, `276 undirected paths`.
    fn counted(&self, number: &BigUint) -> String {
        let (terms, subject) = (&self.quest.terms, self.quest.subject);
        let plural = if *number == BigUint::from(1_u32) { "" } else { "s" };
        let way = match subject.direction() {
            Direction::Directed => "directed ",
            Direction::Undirected if self.quest.is_reversible() => "undirected ",
            Direction::Undirected => "",
        };
        let mut text = format!("{} {way}{}{plural}", grouped(number), self.word());
        if terms.shape == Shape::Path {
            for (word, end) in [("from", terms.start), ("to", terms.end)] {
                if let Some(vertex) = end {
                    text.extend([" ", word, " ", &self.label(vertex)]);
                }
            }
        }
        text
    }

    fn effort(&self) -> String {
        let Effort { nodes, retreats } = self.quest.effort;
        effort(nodes, retreats, self.quest.elapsed())
    }
}
