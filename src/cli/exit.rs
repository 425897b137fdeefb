//! The exit statuses.

use std::process::ExitCode;

/// How a command ended; of several puzzles, the one that matters most counts, the greatest here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// What was asked for is done.
    Done,
    /// Proven impossible, or a solution proven wrong.
    Impossible,
    /// Stopped at a limit or by Ctrl-C.
    Stopped,
    /// Wrong input or usage.
    Wrong,
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
