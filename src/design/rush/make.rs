//! Random puzzles of a given length.

use std::ops::RangeInclusive;

use super::{
    PartialResult, RushPuzzle, RushScope,
    analysis::BoardAnalyser,
    boards::{PackedBoards, RushBoard},
};
use crate::{
    control::{Limits, Monitor, Observer, Progress, StopReason, break_if},
    design::{GenerationResult, ScopeError},
    rng::Rng,
};

/// The effort of a board that is not analysed; see [`Monitor::check`].
const BOARD_EFFORT: usize = 32;

/// Parts searched without improvement before a random one is taken.
const PATIENCE: usize = 12;

/// Returns a random minimal puzzle with this number of slides, or of steps, found among `tries`
/// boards. The same seed gives the same puzzle.
///
/// # Errors
/// If the scope is invalid.
///
/// # Complexity
/// Five microseconds a board. One board of 6×6 in 60,000 gives a puzzle of 30 slides or more.
///
/// ```
/// use huarong::control::Limits;
/// use huarong::design::{GenerationResult, RushScope, make_rush};
/// use huarong::control::unobserved;
///
/// let scope = RushScope::new(5, 5);
/// let made = make_rush(&scope, &(10..=12), 7, 1_000_000, Limits::default(), &mut unobserved)?;
/// assert!(matches!(made, GenerationResult::Found(puzzle) if (10..=12).contains(&puzzle.moves)));
/// # Ok::<(), huarong::design::ScopeError>(())
/// ```
pub fn make_rush(
    scope: &RushScope,
    moves: &RangeInclusive<u32>,
    seed: u64,
    tries: usize,
    limits: Limits,
    observer: Observer<'_>,
) -> Result<GenerationResult<RushPuzzle>, ScopeError> {
    scope.check()?;
    let mut monitor = Monitor::new(limits, observer);
    let boards = match PackedBoards::new(scope.rows, scope.columns, scope.walls, &mut monitor) {
        Ok(boards) => boards,
        Err(reason) => {
            return Ok(GenerationResult::Stopped {
                reason,
                tries: 0,
                hardest: None,
            });
        }
    };
    let mut generator = RushGenerator {
        analyser: BoardAnalyser::new(&boards, scope.metric),
        is_done: vec![false; boards.parts()],
        boards: &boards,
        monitor,
        rng: Rng::new(seed),
        count: 0,
        hardest: 0,
    };
    // Sparse boards take longest and are rarely hard, so they come last.
    let likely = generator.climb(moves, tries, DensityClass::Little);
    Ok(match likely {
        GenerationResult::Impossible { .. } => generator.climb(moves, tries, DensityClass::Other),
        found => found,
    })
}

/// A class of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DensityClass {
    /// At most a third of the cells is empty, as in nearly all puzzles of 6×6 with thirty slides.
    Little,
    Other,
}

/// A walk from part to part of all boards, towards hard ones.
struct RushGenerator<'a, 'w> {
    boards: &'a PackedBoards,
    analyser: BoardAnalyser,
    monitor: Monitor<'w>,
    rng: Rng,
    /// By part: whether it was searched.
    is_done: Vec<bool>,
    /// Boards analysed.
    count: usize,
    hardest: u32,
}

impl RushGenerator<'_, '_> {
    fn climb(
        &mut self,
        moves: &RangeInclusive<u32>,
        tries: usize,
        density: DensityClass,
    ) -> GenerationResult<RushPuzzle> {
        self.is_done.fill(false);
        let mut order: Vec<usize> = (0..self.boards.parts()).collect();
        self.rng.shuffle(&mut order);
        // The current part, its hardest puzzle, and the parts searched since.
        let mut at = 0;
        let mut height = 0;
        let mut idle = PATIENCE;
        while let Some(part) = self.next(at, idle, &mut order) {
            let mut found = match self.search(part, density) {
                Ok(gain) => gain,
                Err(reason) => {
                    return GenerationResult::Stopped {
                        reason,
                        tries: self.count,
                        hardest: Some(self.hardest),
                    };
                }
            };
            let reached = found.hardest();
            self.hardest = self.hardest.max(reached);
            found.puzzles.retain(|puzzle| moves.contains(&puzzle.moves));
            if !found.puzzles.is_empty() {
                let chosen = self.rng.below(found.puzzles.len());
                return GenerationResult::Found(found.puzzles.swap_remove(chosen));
            }
            if self.count >= tries {
                let tries = self.count;
                let hardest = Some(self.hardest);
                return GenerationResult::NotFound { tries, hardest };
            }
            // A part that is too hard is left.
            let is_better = idle >= PATIENCE || reached > height && reached <= *moves.end();
            idle = if is_better { 0 } else { idle + 1 };
            if is_better {
                at = part;
                height = reached;
            }
        }
        GenerationResult::Impossible {
            hardest: self.hardest,
        }
    }

    /// Returns a neighbouring part, or any, that was not searched.
    fn next(&mut self, at: usize, idle: usize, order: &mut Vec<usize>) -> Option<usize> {
        if idle < PATIENCE {
            for _ in 0..PATIENCE {
                let beside = self.boards.part_beside(at, &mut self.rng);
                if !self.is_done[beside] {
                    return Some(beside);
                }
            }
        }
        std::iter::from_fn(|| order.pop()).find(|&part| !self.is_done[part])
    }

    fn search(&mut self, part: usize, density: DensityClass) -> Result<PartialResult, StopReason> {
        let RushGenerator {
            boards,
            analyser,
            monitor,
            count,
            hardest,
            ..
        } = self;
        let mut found = PartialResult::default();
        let mut stopped = None;
        let visited = boards.visit(part, &mut |board| {
            let is_little =
                |board: &RushBoard| 3 * boards.empty(board) <= boards.height * boards.width;
            let is_wanted =
                |board: &RushBoard| is_little(board) == (density == DensityClass::Little);
            // Other boards take time, too.
            let mut effort = BOARD_EFFORT;
            if let Some(board) = board.filter(|board| is_wanted(board)) {
                match analyser.judge(boards, board) {
                    Ok(verdict) => found.count(verdict),
                    Err(reason) => stopped = Some(reason),
                }
                *count += 1;
                effort += analyser.effort();
            }
            if stopped.is_none() {
                let checked = monitor.check(effort, || Progress {
                    depth: *hardest,
                    states: *count,
                    bytes: analyser.bytes(),
                    ..Progress::default()
                });
                stopped = checked.err();
            }
            break_if(stopped.is_some())
        });
        debug_assert_eq!(visited.is_break(), stopped.is_some());
        self.is_done[part] = true;
        stopped.map_or(Ok(found), Err)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{control::unobserved, puzzle::Metric};

    fn made(
        side: usize,
        slides: RangeInclusive<u32>,
        limits: Limits,
    ) -> GenerationResult<RushPuzzle> {
        let scope = RushScope::new(side, side);
        let made = make_rush(&scope, &slides, 3, 100_000, limits, &mut unobserved);
        made.expect("a scope")
    }

    #[test]
    fn a_puzzle_has_the_requested_length_and_depends_on_the_seed_only() {
        let found = made(5, 15..=16, Limits::default());
        assert!(matches!(&found, GenerationResult::Found(it) if (15..=16).contains(&it.moves)));
        assert_eq!(found, made(5, 15..=16, Limits::default()));
    }

    #[test]
    fn exhausted_boards_exhausted_tries_and_limits_are_reported() {
        let impossible = made(4, 8..=u32::MAX, Limits::default());
        assert_eq!(impossible, GenerationResult::Impossible { hardest: 7 });
        let GenerationResult::NotFound {
            tries: 100_000..,
            hardest: Some(1..60),
        } = made(6, 51..=51, Limits::default())
        else {
            panic!("no puzzle has 51 slides")
        };
        let limits = Limits::default().with_timeout(Some(Duration::ZERO));
        let stopped = made(6, 50..=51, limits);
        assert!(matches!(
            stopped,
            GenerationResult::Stopped {
                reason: StopReason::Time,
                ..
            }
        ));
    }

    #[test]
    fn the_time_limit_also_covers_boards_that_are_not_analysed() {
        let mut monitor = Monitor::unobserved(Limits::default());
        let boards = PackedBoards::new(5, 5, 0, &mut monitor).expect("no limit");
        let limits = Limits::default().with_timeout(Some(Duration::ZERO));
        let mut generator = RushGenerator {
            analyser: BoardAnalyser::new(&boards, Metric::Slide),
            is_done: vec![false; boards.parts()],
            boards: &boards,
            monitor: Monitor::unobserved(limits),
            rng: Rng::new(0),
            count: 0,
            hardest: 0,
        };
        let stopped = generator.search(0, DensityClass::Little);
        assert_eq!(stopped.err(), Some(StopReason::Time));
        assert_eq!(generator.count, 0);
    }
}
