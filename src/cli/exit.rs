//! The exit statuses.

use std::process::ExitCode;

/// How a command ended; of several puzzles, the one that matters most counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// What was asked for is done.
    Done,
    /// Proven impossible, or a solution proven wrong.
    Impossible,
    /// Wrong input or usage.
    Wrong,
    /// Stopped at a limit or by Ctrl-C.
    Stopped,
}

impl Exit {
    /// Of two, the one that matters more: 2 before 3 before 1 before 0.
    pub(crate) fn worse(self, other: Exit) -> Exit {
        let weight = |exit| match exit {
            Exit::Done => 0,
            Exit::Impossible => 1,
            Exit::Stopped => 2,
            Exit::Wrong => 3,
        };
        if weight(other) > weight(self) { other } else { self }
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

#[cfg(test)]
mod tests {
    use super::Exit::{Done, Impossible, Stopped, Wrong};

    #[test]
    fn the_worst_of_several_counts() {
        for [one, other, worst] in [
            [Done, Impossible, Impossible],
            [Impossible, Stopped, Stopped],
            [Wrong, Stopped, Wrong],
            [Done, Done, Done],
        ] {
            assert_eq!(one.worse(other), worst);
            assert_eq!(other.worse(one), worst);
        }
    }
}
