//! A puzzle by chance, as hard as one likes.

use std::ops::{ControlFlow, RangeInclusive};

use super::super::exhaustive::ScopeError;
use super::boards::Boards;
use super::found::{Gain, RushPuzzle, RushScope};
use super::search::Search;
use crate::chance::Chance;
use crate::control::{Limits, Observer, Progress, StopReason, Watch};

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RushStart {
    /// A minimal puzzle as hard as was asked for.
    Found(RushPuzzle),
    /// There is none, for all boards were gone through: how many slides the hardest of all takes.
    None {
        /// Of all minimal puzzles.
        hardest: u32,
    },
    /// None was found in so many boards.
    NotFound {
        /// How many were gone through.
        boards: usize,
    },
    /// The run was stopped before one was found.
    Stopped {
        /// Why.
        reason: StopReason,
        /// How many boards were gone through.
        boards: usize,
    },
}

/// Boards that are searched between two looks at the clock.
const CHUNK: usize = 1 << 8;

/// A minimal puzzle of so many slides, chosen by chance, and looked for in so many boards: the same
/// seed, the same puzzle.
///
/// # Errors
/// If there are no such boards.
///
/// # Complexity
/// Five microseconds a board. Of those of 6×6, one in 60,000 is a puzzle of 30 slides or more.
///
/// ```
/// use huarong::control::Limits;
/// use huarong::design::{RushScope, RushStart, make_rush};
/// use std::ops::ControlFlow;
///
/// let scope = RushScope { side: 5, walls: 0 };
/// let go_on = &mut |_: &_| ControlFlow::Continue(());
/// let made = make_rush(&scope, &(10..=12), (7, 1_000_000), Limits::default(), go_on)?;
/// assert!(matches!(made, RushStart::Found(puzzle) if (10..=12).contains(&puzzle.slides)));
/// # Ok::<(), huarong::design::ScopeError>(())
/// ```
pub fn make_rush(
    scope: &RushScope,
    slides: &RangeInclusive<u32>,
    (seed, tries): (u64, usize),
    limits: Limits,
    observer: Observer<'_>,
) -> Result<RushStart, ScopeError> {
    scope.check()?;
    let boards = Boards::new(scope.side, scope.walls);
    let mut search = Search::new(scope.side);
    let mut watch = Watch::new(limits, observer);
    let mut chance = Chance::new(seed);
    let mut parts: Vec<usize> = (0..boards.parts()).collect();
    chance.shuffle(&mut parts);
    let (mut hardest, mut count, mut stopped) = (0, 0_usize, None);
    for part in parts {
        let mut gain = Gain::default();
        let visited = boards.visit(part, &mut |board| {
            gain.count(search.judge(&boards, board));
            count += 1;
            if count.is_multiple_of(CHUNK) {
                let looked = watch.look_now(|| Progress {
                    depth: hardest,
                    states: count,
                    bytes: search.bytes(),
                    ..Progress::default()
                });
                if let Err(reason) = looked {
                    stopped = Some(reason);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        hardest = hardest.max(gain.hardest());
        // Any of the part, for neighbours are much alike.
        gain.puzzles.retain(|puzzle| slides.contains(&puzzle.slides));
        if !gain.puzzles.is_empty() {
            let chosen = chance.below(gain.puzzles.len());
            return Ok(RushStart::Found(gain.puzzles.swap_remove(chosen)));
        }
        if let (ControlFlow::Break(()), Some(reason)) = (visited, stopped) {
            return Ok(RushStart::Stopped { reason, boards: count });
        }
        if count >= tries {
            return Ok(RushStart::NotFound { boards: count });
        }
    }
    Ok(RushStart::None { hardest })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn made(side: usize, slides: RangeInclusive<u32>, limits: Limits) -> RushStart {
        let scope = RushScope { side, walls: 0 };
        let made =
            make_rush(&scope, &slides, (3, 100_000), limits, &mut |_| ControlFlow::Continue(()));
        made.expect("a scope")
    }

    #[test]
    fn a_puzzle_is_as_hard_as_was_asked_for_and_the_same_for_the_same_seed() {
        let found = made(5, 15..=16, Limits::default());
        assert!(matches!(&found, RushStart::Found(it) if (15..=16).contains(&it.slides)));
        assert_eq!(found, made(5, 15..=16, Limits::default()));
    }

    #[test]
    fn what_is_harder_than_all_is_proven_so() {
        assert_eq!(made(4, 8..=u32::MAX, Limits::default()), RushStart::None { hardest: 7 });
    }

    #[test]
    fn limits_end_it() {
        let not_found = made(6, 51..=51, Limits::default());
        assert!(matches!(not_found, RushStart::NotFound { boards: 100_000.. }));
        let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
        let stopped = made(6, 50..=51, limits);
        assert!(matches!(stopped, RushStart::Stopped { reason: StopReason::Time, .. }));
    }
}
