//! The exit statuses.

use std::process::ExitCode;

/// Result of a command. For several puzzles the last of these variants wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
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
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Impossible => 1,
            Exit::Wrong => 2,
            Exit::Stopped => 3,
        })
    }
}
