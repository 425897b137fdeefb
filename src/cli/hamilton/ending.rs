//! What is told where nothing, or not all, was found.

use std::fmt::{self, Display, Formatter};

use huarong::control::StopReason;
use huarong::graph::Vertex;
use num_bigint::BigUint;

use super::Task;
use super::json::Answer;
use super::quest::Proof;
use crate::cli::exit::Exit;

impl Task<'_> {
    pub(super) fn impossible(&mut self, proof: Proof) -> anyhow::Result<Exit> {
        if self.args.json {
            let answer = Answer::impossible(&self.quest, proof);
            let zero = BigUint::ZERO;
            let is_counted = self.args.ask.count;
            self.object(&if is_counted { answer.with_count(&zero) } else { answer })?;
        } else {
            writeln!(self.out, "impossible: {proof}; {}", self.effort())?;
        }
        Ok(Exit::Impossible)
    }

    pub(super) fn stopped(&mut self, reason: StopReason) -> anyhow::Result<Exit> {
        if self.args.json {
            self.object(&Answer::stopped(&self.quest, reason))?;
        } else {
            writeln!(self.out, "stopped: {reason} after {}", self.effort())?;
        }
        Ok(Exit::Stopped)
    }

    /// So many were seen before the search was stopped.
    pub(super) fn stopped_after(
        &mut self,
        paths: &[Vec<Vertex>],
        number: &BigUint,
        reason: StopReason,
    ) -> anyhow::Result<Exit> {
        if self.args.json {
            let answer = Answer::stopped(&self.quest, reason);
            let listed = !self.args.ask.count;
            let answer = if listed { answer.with_paths(self.quest.subject, paths) } else { answer };
            self.object(&answer.with_count(number).with_complete(false))?;
        } else if *number == BigUint::ZERO {
            return self.stopped(reason);
        } else {
            let (counted, effort) = (self.counted(number), self.effort());
            writeln!(self.out, "stopped: {reason} after {effort}; at least {counted}")?;
        }
        Ok(Exit::Stopped)
    }
}

impl Display for Proof {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Seen(obstacle) => obstacle.fmt(f),
            Proof::Searched => f.write_str("everything was searched"),
        }
    }
}
