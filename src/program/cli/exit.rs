//! The exit statuses.

use super::prelude::*;
use std::process::ExitCode;

/// Status of a program that Ctrl-C killed, as shells report it.
pub const KILLED: u8 = 130;

/// Result of a command. For several puzzles the last of these variants wins. As an error, it ends a
/// command whose errors have been printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, thiserror::Error)]
#[error("the errors above")]
pub enum Exit {
    /// Success.
    #[default]
    Done,
    /// No solution exists, or a solution is wrong.
    Impossible,
    /// Stopped at a limit or by Ctrl-C.
    Stopped,
    /// Wrong input or usage.
    Wrong,
}

impl Exit {
    /// Returns the status of a command by its result for one of `count` puzzles: among several, an
    /// unsolvable puzzle is no failure.
    pub fn of_one_among(self, count: usize) -> Self {
        if count > 1 && self == Exit::Impossible {
            Exit::Done
        } else {
            self
        }
    }

    /// Returns this status on a condition, or else success.
    pub const fn when(self, is_so: bool) -> Self {
        if is_so { self } else { Exit::Done }
    }

    /// Returns the status after an error.
    pub fn of_error(error: &anyhow::Error) -> Self {
        let is_stop = |error: &SolveError| error.stopped().is_some();
        match (error.downcast_ref::<UserError>(), error.downcast_ref()) {
            (Some(known), _) => known.exit,
            (_, Some(&printed)) => printed,
            _ if error.downcast_ref().is_some_and(is_stop) => Exit::Stopped,
            _ => Exit::Wrong,
        }
    }

    /// Returns the number that the program ends with.
    pub const fn status(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Impossible => 1,
            Exit::Wrong => 2,
            Exit::Stopped => 3,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.status().into()
    }
}
