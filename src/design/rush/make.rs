//! A puzzle by chance, as hard as one likes.

use std::ops::{ControlFlow, RangeInclusive};

use super::super::scope_error::ScopeError;
use super::boards::PackedBoards;
use super::progress::{PartialResult, RushPuzzle, RushScope};
use super::search::BoardAnalyser;
use crate::control::{Limits, Monitor, Observer, Progress, StopReason};
use crate::rng::Rng;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RushGeneration {
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
        /// How many slides the hardest of them takes.
        hardest: u32,
    },
    /// The run was stopped before one was found.
    Stopped {
        /// Why.
        reason: StopReason,
        /// How many boards were gone through.
        boards: usize,
        /// How many slides the hardest of them takes.
        hardest: u32,
    },
}

/// Boards that are searched between two looks at the clock.
const CHUNK: usize = 1 << 8;

/// Parts gone through without gain before another is begun with.
const PATIENCE: usize = 12;

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
/// use huarong::design::{RushScope, RushGeneration, make_rush};
/// use std::ops::ControlFlow;
///
/// let scope = RushScope { side: 5, walls: 0 };
/// let go_on = &mut |_: &_| ControlFlow::Continue(());
/// let made = make_rush(&scope, &(10..=12), (7, 1_000_000), Limits::default(), go_on)?;
/// assert!(matches!(made, RushGeneration::Found(puzzle) if (10..=12).contains(&puzzle.slides)));
/// # Ok::<(), huarong::design::ScopeError>(())
/// ```
pub fn make_rush(
    scope: &RushScope,
    slides: &RangeInclusive<u32>,
    (seed, tries): (u64, usize),
    limits: Limits,
    observer: Observer<'_>,
) -> Result<RushGeneration, ScopeError> {
    scope.check()?;
    let boards = PackedBoards::new(scope.side, scope.walls);
    let rng = Rng::new(seed);
    let mut generator = RushGenerator {
        search: BoardAnalyser::new(scope.side),
        is_done: vec![false; boards.parts()],
        boards: &boards,
        watch: Monitor::new(limits, observer),
        rng,
        count: 0,
        hardest: 0,
    };
    // Those that are no likely to be hard take longest, and are left for the end.
    let likely = generator.climb(slides, tries, DensityClass::Little);
    Ok(match likely {
        RushGeneration::None { .. } => generator.climb(slides, tries, DensityClass::Other),
        found => found,
    })
}

/// Which boards are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DensityClass {
    /// Those with a third of the cells empty at most: of 6×6 all but some of those with thirty
    /// slides.
    Little,
    Other,
}

/// What goes from part to part of all boards, towards those that are hard.
struct RushGenerator<'a, 'w> {
    boards: &'a PackedBoards,
    search: BoardAnalyser,
    watch: Monitor<'w>,
    rng: Rng,
    /// By part: whether it was gone through.
    is_done: Vec<bool>,
    /// Boards gone through.
    count: usize,
    hardest: u32,
}

impl RushGenerator<'_, '_> {
    fn climb(
        &mut self,
        slides: &RangeInclusive<u32>,
        tries: usize,
        density: DensityClass,
    ) -> RushGeneration {
        self.is_done.fill(false);
        let mut order: Vec<usize> = (0..self.boards.parts()).collect();
        self.rng.shuffle(&mut order);
        // Where it is, how hard that is, and parts gone through since.
        let (mut at, mut height, mut idle) = (0, 0, PATIENCE);
        while let Some(part) = self.next(at, idle, &mut order) {
            let mut gain = match self.go_through(part, density) {
                Ok(gain) => gain,
                Err(reason) => {
                    let (boards, hardest) = (self.count, self.hardest);
                    return RushGeneration::Stopped { reason, boards, hardest };
                }
            };
            let reached = gain.hardest();
            self.hardest = self.hardest.max(reached);
            // Any of the part, for neighbours are much alike.
            gain.puzzles.retain(|puzzle| slides.contains(&puzzle.slides));
            if !gain.puzzles.is_empty() {
                let chosen = self.rng.below(gain.puzzles.len());
                return RushGeneration::Found(gain.puzzles.swap_remove(chosen));
            }
            if self.count >= tries {
                let (boards, hardest) = (self.count, self.hardest);
                return RushGeneration::NotFound { boards, hardest };
            }
            // What is too hard is no place to stay.
            let is_better = idle >= PATIENCE || reached > height && reached <= *slides.end();
            idle = if is_better { 0 } else { idle + 1 };
            if is_better {
                (at, height) = (part, reached);
            }
        }
        RushGeneration::None { hardest: self.hardest }
    }

    /// A part beside, or any, that was not gone through.
    fn next(&mut self, at: usize, idle: usize, order: &mut Vec<usize>) -> Option<usize> {
        if idle < PATIENCE {
            for _ in 0..PATIENCE {
                let beside = self.boards.part_beside(at, &mut self.rng);
                if !self.is_done[beside] {
                    return Some(beside);
                }
            }
        }
        while let Some(part) = order.pop() {
            if !self.is_done[part] {
                return Some(part);
            }
        }
        None
    }

    fn go_through(
        &mut self,
        part: usize,
        density: DensityClass,
    ) -> Result<PartialResult, StopReason> {
        let RushGenerator { boards, search, watch, count, hardest, .. } = self;
        let (mut gain, mut stopped) = (PartialResult::default(), None);
        let visited = boards.visit(part, &mut |board| {
            let is_little = 3 * boards.empty(board) <= boards.side * boards.side;
            if is_little != (density == DensityClass::Little) {
                return ControlFlow::Continue(());
            }
            gain.count(search.judge(boards, board));
            *count += 1;
            if count.is_multiple_of(CHUNK) {
                let looked = watch.check_now(|| Progress {
                    depth: *hardest,
                    states: *count,
                    bytes: search.bytes(),
                    ..Progress::default()
                });
                stopped = looked.err();
            }
            if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        debug_assert_eq!(visited.is_break(), stopped.is_some());
        self.is_done[part] = true;
        stopped.map_or(Ok(gain), Err)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn made(side: usize, slides: RangeInclusive<u32>, limits: Limits) -> RushGeneration {
        let scope = RushScope { side, walls: 0 };
        let made =
            make_rush(&scope, &slides, (3, 100_000), limits, &mut |_| ControlFlow::Continue(()));
        made.expect("a scope")
    }

    #[test]
    fn a_puzzle_is_as_hard_as_was_asked_for_and_the_same_for_the_same_seed() {
        let found = made(5, 15..=16, Limits::default());
        assert!(matches!(&found, RushGeneration::Found(it) if (15..=16).contains(&it.slides)));
        assert_eq!(found, made(5, 15..=16, Limits::default()));
    }

    #[test]
    fn what_is_harder_than_all_is_proven_so() {
        assert_eq!(made(4, 8..=u32::MAX, Limits::default()), RushGeneration::None { hardest: 7 });
    }

    #[test]
    fn limits_end_it() {
        let not_found = made(6, 51..=51, Limits::default());
        assert!(matches!(
            not_found,
            RushGeneration::NotFound { boards: 100_000.., hardest: 1..60 }
        ));
        let limits = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
        let stopped = made(6, 50..=51, limits);
        assert!(matches!(stopped, RushGeneration::Stopped { reason: StopReason::Time, .. }));
    }
}
