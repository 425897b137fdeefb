//! From which vertices a path over all of them can begin.

use huarong::graph::{Vertex, all};
use num_bigint::BigUint;

use super::Task;
use super::count::Counted;
use super::json::Answer;
use super::quest::{Proof, Verdict};
use crate::cli::exit::Exit;
use crate::cli::numbers::{counted, grouped};

impl Task<'_> {
    /// From where it can be done; with `--count`, in how many ways.
    pub(super) fn every_start(&mut self) -> anyhow::Result<Exit> {
        let vertices = self.quest.subject.graph().vertices();
        let mut starts: Vec<(Vertex, Option<BigUint>)> = Vec::new();
        let mut stopped = None;
        // What speaks against a path from anywhere need not be found for each start.
        if let Some(obstacle) = self.quest.obstacle() {
            return self.impossible(Proof::Seen(obstacle));
        }
        for start in all(vertices) {
            self.quest.terms.start = Some(start);
            let verdict = if self.args.ask.count {
                self.quest.count().map(Some)
            } else {
                self.quest.first()?.map(|_| None)
            };
            match verdict {
                Verdict::Found(Some(Counted::Exactly(count))) => starts.push((start, Some(count))),
                Verdict::Found(None) => starts.push((start, None)),
                Verdict::Impossible(_) => {}
                // A count of a part is no count.
                Verdict::Found(Some(Counted::AtLeast(_, reason))) | Verdict::Stopped(reason) => {
                    stopped = Some(reason);
                    break;
                }
            }
        }
        self.quest.terms.start = None;
        match stopped {
            Some(reason) if starts.is_empty() => return self.stopped(reason),
            None if starts.is_empty() => return self.impossible(Proof::Searched),
            _ => {}
        }
        let sum: BigUint = starts.iter().filter_map(|(_, count)| count.as_ref()).sum();
        if self.args.json {
            let answer = match stopped {
                Some(reason) => Answer::stopped(&self.quest, reason).with_complete(false),
                None => Answer::found(&self.quest),
            };
            let answer = answer.with_starts(self.quest.subject, &starts);
            let is_counted = self.args.ask.count;
            let answer = if is_counted { answer.with_count(&sum) } else { answer };
            self.object(&answer)?;
        } else {
            self.tell_starts(&starts)?;
            match stopped {
                Some(reason) => return self.stopped(reason),
                None => self.sum_up(&starts, &sum)?,
            }
        }
        Ok(if stopped.is_some() { Exit::Stopped } else { Exit::Done })
    }

    fn tell_starts(&mut self, starts: &[(Vertex, Option<BigUint>)]) -> anyhow::Result<()> {
        let told = starts.iter().map(|(start, count)| match count {
            Some(count) => format!("{}: {}", self.label(*start), grouped(count)),
            None => self.label(*start),
        });
        let told: Vec<String> = told.collect();
        if !self.args.quiet {
            let gap = if self.args.ask.count { "\n" } else { " " };
            writeln!(self.out, "{}", told.join(gap))?;
        }
        Ok(())
    }

    fn sum_up(
        &mut self,
        starts: &[(Vertex, Option<BigUint>)],
        sum: &BigUint,
    ) -> anyhow::Result<()> {
        let vertices = self.quest.subject.graph().vertices();
        let (from, vertices) = (grouped(starts.len()), grouped(vertices));
        let is_counted = self.args.ask.count;
        let what = if is_counted { counted(sum, "path") } else { "possible".to_owned() };
        writeln!(self.out, "{what} from {from} of {vertices} vertices; {}", self.effort())?;
        Ok(())
    }
}
