//! Lookup of solutions in tablebases.

use std::fmt::Display;
use std::path::Path;
use std::time::Instant;

use crate::atlas::{Tablebase, TablebaseAnswer, TablebaseError};
use crate::control::Outcome;
use crate::explore::distances::{DistanceAnswer, Distances, DistancesError};
use crate::puzzle::Metric;
use crate::puzzle::Puzzle;
use crate::sliding::Report;
use crate::solution::Solution;

use super::diagnostics::{self, UserError, sanitize};
use super::input::Source;

/// Distances to a solution by position.
pub enum DistanceSource {
    /// All layouts of the classic frame.
    Atlas(Tablebase),
    /// All positions of a component.
    Component(Box<Distances>),
}

impl DistanceSource {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let unusable = |error: &dyn Display, help: &str| {
            UserError::new(format!("cannot use `{}`: {error}", path.display()), help)
        };
        match Tablebase::open(path) {
            Ok(tablebase) => return Ok(DistanceSource::Atlas(tablebase)),
            // It may have the other format.
            Err(TablebaseError::NotATablebase) => {}
            Err(error) => {
                let help = match error {
                    TablebaseError::Io(_) => "check that it is there and that you may read it",
                    _ => "make one with `huarong atlas 4x5 --output FILE`",
                };
                return Err(unusable(&error, help).into());
            }
        }
        match Distances::open(path) {
            Ok(distances) => Ok(DistanceSource::Component(Box::new(distances))),
            Err(DistancesError::Foreign) => {
                let help = "make one with `huarong atlas 4x5 --output FILE`";
                Err(unusable(&TablebaseError::NotATablebase, help).into())
            }
            Err(error) => {
                let help = "write it again: `huarong explore PUZZLE --save FILE`";
                Err(unusable(&error, help).into())
            }
        }
    }

    const fn metric(&self) -> Metric {
        match self {
            DistanceSource::Atlas(tablebase) => tablebase.metric(),
            DistanceSource::Component(distances) => distances.metric(),
        }
    }
}

/// Opens a tablebase that counts in `metric`.
pub fn open(path: &Path, metric: Metric) -> anyhow::Result<DistanceSource> {
    let shown = path.display();
    let tablebase = DistanceSource::read(path)?;
    let counted = tablebase.metric();
    if counted != metric {
        let message = format!("the tablebase `{shown}` counts {counted}s, not {metric}s");
        let help = format!(
            "add `--metric {counted}`, or make one with \
             `huarong atlas 4x5 --metric {metric} --output FILE`"
        );
        return Err(UserError::new(message, help).into());
    }
    Ok(tablebase)
}

/// Looks a puzzle up; prints a note and returns `None` if the tablebase does not cover it.
pub fn answer(tablebase: &mut DistanceSource, source: &Source) -> anyhow::Result<Option<Report>> {
    let start = Instant::now();
    let outcome = match look_up(tablebase, &source.puzzle)? {
        Ok(outcome) => outcome,
        Err(why) => {
            let title = sanitize(&source.title());
            diagnostics::note(format_args!("note: {title}: {why}; searching"));
            return Ok(None);
        }
    };
    Ok(Some(Report::looked_up(
        tablebase.metric(),
        outcome,
        start.elapsed(),
    )))
}

/// The outcome, or the reason why there is none.
type Outcomes = Result<Outcome<Solution>, String>;

pub fn look_up(tablebase: &mut DistanceSource, puzzle: &Puzzle) -> anyhow::Result<Outcomes> {
    let damaged = |error: &dyn Display, command: &str| {
        UserError::new(error.to_string(), format!("write it again: `{command}`"))
    };
    Ok(match tablebase {
        DistanceSource::Atlas(tablebase) => {
            let answer = tablebase.solve(puzzle);
            match answer.map_err(|error| damaged(&error, "huarong atlas 4x5 --output FILE"))? {
                TablebaseAnswer::Solved(solution) => Ok(Outcome::Found(solution)),
                TablebaseAnswer::NoWayOut => Ok(Outcome::Exhausted),
                TablebaseAnswer::NotOfThisFrame(unsayable) => Err(format!(
                    "the tablebase covers the classic frame and goal, not {}",
                    unsayable.what
                )),
            }
        }
        DistanceSource::Component(distances) => {
            let answer = distances.solve(puzzle);
            match answer.map_err(|error| damaged(&error, "huarong explore PUZZLE --save FILE"))? {
                DistanceAnswer::Solved(solution) => Ok(Outcome::Found(solution)),
                DistanceAnswer::OtherComponent => {
                    Err("the tablebase does not contain its start".to_owned())
                }
                DistanceAnswer::OtherPuzzle => {
                    Err("the tablebase is for another puzzle".to_owned())
                }
            }
        }
    })
}
