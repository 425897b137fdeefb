//! When a search that has got lost begins anew.

/// Whether a search that has got lost begins anew.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Restarts {
    /// One search, to its end: exhaustive.
    #[default]
    Never,
    /// Attempts of `unit` times the terms of Luby's sequence 1 1 2 1 1 2 4 …, in retreats, until
    /// the first solution. As the terms grow without bound, an attempt sees everything in the end:
    /// exhaustive, too.
    ///
    /// Luby, Sinclair, Zuckerman: Optimal speedup of Las Vegas algorithms, 1993.
    Luby {
        /// Retreats of the shortest attempt.
        unit: u64,
    },
}

impl Restarts {
    /// The retreats that an attempt may make, counted from 0; none, where that is unbounded.
    pub(super) fn patience(self, attempt: u32) -> Option<u64> {
        match self {
            Restarts::Never => None,
            Restarts::Luby { unit } => Some(unit.saturating_mul(luby(u64::from(attempt) + 1))),
        }
    }
}

/// The term of Luby's sequence at a place, counted from 1: 2^(k−1) at 2^k − 1, and what came
/// before once more in between.
fn luby(mut place: u64) -> u64 {
    loop {
        let k = (place + 1).ilog2();
        if place + 1 == 1 << k {
            return 1 << (k - 1);
        }
        place -= (1 << k) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_follow_lubys_sequence() {
        let terms: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
        assert_eq!(Restarts::Luby { unit: 10 }.patience(2), Some(20));
        assert_eq!(Restarts::Never.patience(2), None);
    }
}
