//! `huarong tour`: tours of a knight, or another leaper, over every square of a board.

mod args;
mod drawing;
mod json;
mod quest;
mod stats;

use std::fmt::Display;
use std::io::Write;
use std::ops::ControlFlow;

use huarong::control::StopReason;
use huarong::tour::{Course, Reason, Square, Tally};
use num_bigint::BigUint;

pub(crate) use args::TourArgs;
use args::{OrderArg, PrintArg};
use json::{Answer, Total};
use quest::{Listed, Quest, Verdict};
use stats::Stats;

use super::diagnostics::{self, Complaint};
use super::exit::Exit;
use super::numbers::{counted, effort, grouped};

pub(crate) fn run(args: &TourArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    refuse_contradictions(args)?;
    let quest = Quest::new(args)?;
    let mut task = Task { args, quest, out };
    if args.all {
        task.all()
    } else if args.count {
        task.count()
    } else {
        task.first()
    }
}

/// Finds out before a search what cannot be done after it.
fn refuse_contradictions(args: &TourArgs) -> anyhow::Result<()> {
    if args.seed.is_some() && !args.order.is_none_or(|order| order == OrderArg::Random) {
        let help = "take `--order random`, or do without one of the two";
        let message = "this order leaves nothing to chance, and `--seed` is given";
        return Err(Complaint::new(message, help).into());
    }
    args.picture.check(args.json)
}

/// A quest, and how its outcome is to be told.
struct Task<'a> {
    args: &'a TourArgs,
    quest: Quest,
    out: &'a mut dyn Write,
}

impl Task<'_> {
    fn first(&mut self) -> anyhow::Result<Exit> {
        let method = self.args.method(&self.quest.board);
        let tour = match self.quest.first(method)? {
            Verdict::Found(tour) => tour,
            Verdict::Impossible(reason) => return self.impossible(reason),
            Verdict::Stopped(reason) => return self.stopped(reason),
        };
        self.picture(&tour)?;
        if self.args.json {
            self.object(Answer::found(&self.quest).with_path(&tour))?;
            return Ok(Exit::Done);
        }
        if !self.args.quiet && !self.args.picture.is_on_stdout() {
            let (print, numbering) = (self.args.print, self.args.numbering.into());
            drawing::draw(print, numbering, &self.quest.board, &tour, self.out)?;
        }
        let (word, squares) = (self.word(), counted(tour.len(), "square"));
        self.tell(format!("{word} tour over {squares}, {}", self.effort()))?;
        Ok(Exit::Done)
    }

    fn all(&mut self) -> anyhow::Result<Exit> {
        let (json, quiet) = (self.args.json, self.args.quiet);
        let limit = self.args.limit.unwrap_or(usize::MAX);
        let (print, numbering) = (self.args.print, self.args.numbering.into());
        let (mut listed, mut tours) = (0, Vec::new());
        let (board, out) = (self.quest.board, &mut *self.out);
        let verdict = self.quest.each(self.args.search(&board), |tour| {
            // That there is one more is found out, and it is not listed.
            if listed == limit {
                return Ok(ControlFlow::Break(()));
            }
            listed += 1;
            if json {
                tours.push(tour.to_vec());
            } else if !quiet {
                drawing::draw(print, numbering, &board, tour, out)?;
                if print == PrintArg::Board {
                    writeln!(out)?;
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let count = BigUint::from(listed);
        let (complete, stopped) = match verdict {
            Verdict::Impossible(reason) => return self.impossible(reason),
            Verdict::Stopped(reason) => (false, Some(reason)),
            Verdict::Found(listed) => (listed == Listed::All, None),
        };
        if json {
            let answer = match stopped {
                Some(reason) => Answer::stopped(&self.quest, reason),
                None => Answer::found(&self.quest),
            };
            let total = Total { count, complete };
            self.object(answer.with_paths(&tours).with_total(self.quest.course, total))?;
        } else if let Some(reason) = stopped {
            if listed == 0 {
                return self.stopped(reason);
            }
            let (counted, effort) = (self.counted(&count), self.effort());
            self.tell(format!("stopped: {reason} after {effort}; at least {counted}"))?;
        } else {
            let more = if complete { "all there are" } else { "there are more" };
            self.tell(format!("{}, {more}; {}", self.counted(&count), self.effort()))?;
        }
        Ok(if stopped.is_some() { Exit::Stopped } else { Exit::Done })
    }

    fn count(&mut self) -> anyhow::Result<Exit> {
        let counted = match self.quest.count() {
            Verdict::Found(counted) => counted,
            Verdict::Impossible(reason) => return self.impossible(reason),
            Verdict::Stopped(reason) => return self.stopped(reason),
        };
        let (count, stopped) = match counted {
            Tally::Exactly(count) => (count, None),
            Tally::AtLeast(count, reason) => (count, Some(reason)),
        };
        let told = self.counted(&count);
        if self.args.json {
            let answer = match stopped {
                None => Answer::found(&self.quest),
                Some(reason) => Answer::stopped(&self.quest, reason),
            };
            let total = Total { count, complete: stopped.is_none() };
            self.object(answer.with_total(self.quest.course, total))?;
        } else if let Some(reason) = stopped {
            self.tell(format!("at least {told}: {reason} after {}", self.effort()))?;
        } else {
            self.tell(told)?;
        }
        Ok(if stopped.is_none() { Exit::Done } else { Exit::Stopped })
    }

    fn impossible(&mut self, reason: Reason) -> anyhow::Result<Exit> {
        if self.args.json {
            let answer = Answer::impossible(&self.quest, reason);
            let none = Total { count: BigUint::ZERO, complete: true };
            let is_counted = self.args.count;
            self.object(if is_counted {
                answer.with_total(self.quest.course, none)
            } else {
                answer
            })?;
        } else {
            let reason = reason.told(self.args.numbering.into());
            self.tell(format!("impossible: {reason}; {}", self.effort()))?;
        }
        Ok(Exit::Impossible)
    }

    fn stopped(&mut self, reason: StopReason) -> anyhow::Result<Exit> {
        if self.args.json {
            self.object(Answer::stopped(&self.quest, reason))?;
        } else {
            self.tell(format!("stopped: {reason} after {}", self.effort()))?;
        }
        Ok(Exit::Stopped)
    }

    /// Draws the tour where it is wanted.
    fn picture(&mut self, tour: &[Square]) -> anyhow::Result<()> {
        let wanted = &self.args.picture;
        if !wanted.is_wanted() {
            return Ok(());
        }
        let picture = drawing::picture(wanted, &self.quest.board, self.quest.course, tour);
        wanted.store(&picture, self.out)
    }

    /// Prints the figures, if they are wanted, and the summary: aside, where a picture is printed.
    fn tell(&mut self, summary: impl Display) -> anyhow::Result<()> {
        let stats = if self.args.stats { format!("{}\n", self.stats()) } else { String::new() };
        if self.args.picture.is_on_stdout() {
            diagnostics::note(format_args!("{stats}{summary}"));
        } else {
            writeln!(self.out, "{stats}{summary}")?;
        }
        Ok(())
    }

    fn object(&mut self, answer: Answer) -> anyhow::Result<()> {
        let answer = if self.args.stats { answer.with_stats(self.stats()) } else { answer };
        Ok(super::json::line(self.out, &answer)?)
    }

    fn stats(&self) -> Stats {
        Stats::new(&self.quest.board, &self.quest.statistics)
    }

    /// `open` or `closed`.
    const fn word(&self) -> &'static str {
        match self.quest.course {
            Course::Open { .. } => "open",
            Course::Closed { .. } => "closed",
        }
    }

    /// `1,728 directed open tours`, `304 open tours from (0,0)`, `8 undirected closed tours`.
    fn counted(&self, number: &BigUint) -> String {
        let plural = if *number == BigUint::from(1_u32) { "" } else { "s" };
        let (way, ends) = match self.quest.course {
            Course::Open { start: None, end: None } => ("directed ", [None, None]),
            Course::Open { start, end } => ("", [start, end]),
            Course::Closed { .. } => ("undirected ", [None, None]),
        };
        let mut text = format!("{} {way}{} tour{plural}", grouped(number), self.word());
        let numbering = self.args.numbering.into();
        for (word, end) in ["from", "to"].into_iter().zip(ends) {
            if let Some(square) = end {
                text.extend([" ", word, " (", &square.coordinates(numbering), ")"]);
            }
        }
        text
    }

    fn effort(&self) -> String {
        let statistics = &self.quest.statistics;
        effort(statistics.nodes, statistics.retreats, self.quest.elapsed())
    }
}
