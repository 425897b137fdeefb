//! Options that say how puzzles are read.

use std::{
    ffi::{OsStr, OsString},
    fs,
};

use crate::{
    cli::{Result, args::one_of_or_removed},
    notation::{self, Notation},
    puzzle::text::ORDERS,
};
use clap::{Args, builder::TypedValueParser};

use super::{PuzzleReader, refuse_stdin_twice};

/// Reads a notation of puzzles by its name.
pub fn notation() -> impl TypedValueParser<Value = Notation> {
    one_of_or_removed(
        Notation::ALL.map(|notation| (notation.name(), notation, notation.help())),
        &["gnome", "cells20", "jimslide", "blocks", "slide-id"],
        "this notation was removed; `huarong`, `commoncode`, `shortcode` and `rush` remain, and \
         boards that are drawn with letters (see `huarong help boards`)",
    )
}

/// The notation and the goal of a puzzle.
#[derive(Args, Clone, Default)]
pub struct ReadArgs {
    /// Notation to read [default: by the content]
    #[arg(long, value_name = "NOTATION", value_parser = notation(), help_heading = "Reading",
          hide_possible_values = true)]
    pub from: Option<Notation>,
    #[command(flatten)]
    pub goal: GoalArgs,
}

/// The goal of a puzzle.
#[derive(Args, Clone, Default)]
pub struct GoalArgs {
    /// Board to reach, `1 2 3/8 . 4/7 6 5`, or puzzle whose goal is used; for tiles also
    /// `blank-first` or `blank-last`
    #[arg(long, value_name = "BOARD|PUZZLE", help_heading = "Reading")]
    goal: Option<OsString>,
}

impl GoalArgs {
    /// Returns the options of reading without a notation.
    pub fn reading(&self) -> ReadArgs {
        ReadArgs {
            from: None,
            goal: self.clone(),
        }
    }

    /// Returns the board or the puzzle that gives the goal.
    pub fn puzzle(&self) -> Option<&OsStr> {
        self.goal.as_deref()
    }
}

impl ReadArgs {
    /// Returns the reader of these arguments. Standard input may be one of them, or the source of
    /// the goal.
    pub fn reader<'a>(
        &'a self,
        arguments: impl Iterator<Item = &'a OsStr>,
    ) -> Result<PuzzleReader> {
        let goal = self.goal.puzzle();
        refuse_stdin_twice(arguments.chain(goal))?;
        let of_goal = PuzzleReader {
            is_of_goal: true,
            takes_one: true,
            ..PuzzleReader::default()
        };
        let mut reader = PuzzleReader {
            from: self.from,
            ..PuzzleReader::default()
        };
        // The size of a tray stands in the file of its start.
        reader.goal_lines = goal
            .and_then(|goal| fs::read_to_string(goal).ok())
            .filter(|text| notation::is_goal_of_tray(text))
            .or_else(|| {
                let order = goal?.to_str().filter(|goal| ORDERS.contains(goal))?;
                Some(format!("goal: {order}"))
            });
        if let Some(goal) = goal.filter(|_| reader.goal_lines.is_none()) {
            reader.goal = Some(Box::new(of_goal.one(goal)?.puzzle));
        }
        Ok(reader)
    }
}
