//! Sliding blocks by chance, with a shortest solution of a length that is asked for.

use std::ops::RangeInclusive;

use super::exhaustive::{ClimbConfig, HillClimber, PackedBoard};
use super::made::GenerationResult;
use super::scope_error::MAX_AREA;
use crate::control::{Limits, Monitor, Observer, StopReason};
use crate::puzzle::{Metric, Puzzle};

/// How far from its other end lengths are taken of a range that begins at none.
const NEAR: u32 = 10;

/// What is to be made: a frame cut into pieces of any shape, one of which, `X`, is to cover the
/// last cell of the frame, from wherever it does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockSpec {
    /// Rows of the frame.
    pub rows: usize,
    /// Columns of the frame.
    pub columns: usize,
    /// How many of its cells are walls.
    pub walls: usize,
    /// How many pieces there are, the goal piece among them.
    pub pieces: RangeInclusive<usize>,
    /// How many moves the shortest solution takes.
    pub moves: RangeInclusive<u32>,
    /// What is counted.
    pub metric: Metric,
    /// Whether there is to be one shortest solution: no other goes through other layouts.
    pub unique: bool,
}

/// Why there are no such blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BlocksError {
    /// A frame without room to move.
    #[error("nothing can move in a frame of one cell")]
    OneCell,
    /// More cells than a board has bits for.
    #[error("a frame may have {MAX_AREA} cells, and this one has {cells}")]
    TooLarge {
        /// How many it has.
        cells: usize,
    },
    /// A puzzle that is solved.
    #[error("a puzzle takes one move at least")]
    NoMoves,
    /// No pieces.
    #[error("there is one piece at least")]
    NoPieces,
    /// Walls wherever pieces could be.
    #[error("{walls} walls leave nothing of a frame of {cells} cells")]
    TooManyWalls {
        /// How many there are to be.
        walls: usize,
        /// How many cells the frame has.
        cells: usize,
    },
    /// More pieces than leave a cell empty.
    #[error("{pieces} pieces leave none of {cells} cells empty, so that nothing can move")]
    TooManyPieces {
        /// How many there are at least.
        pieces: usize,
        /// How many cells there are.
        cells: usize,
    },
}

impl BlocksError {
    /// Whether it is a proof that there are none, and not that none are made so small or large.
    #[must_use]
    pub const fn is_proof(self) -> bool {
        matches!(
            self,
            BlocksError::TooManyPieces { .. }
                | BlocksError::TooManyWalls { .. }
                | BlocksError::OneCell
        )
    }
}

/// A puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockPuzzle {
    /// The puzzle, with its optimum.
    pub puzzle: Box<Puzzle>,
    /// The moves of its shortest solution, proven, in the metric that was asked for.
    pub moves: u32,
}

impl BlockSpec {
    /// Makes a puzzle by climbing from one layout to the next, by a seed: the same seed gives the
    /// same where no limit of time or memory is met. At most so many layouts are gone through.
    ///
    /// # Errors
    /// If there are no such blocks.
    ///
    /// # Complexity
    /// All boards of a layout are gone through, some hundred nanoseconds each: milliseconds a
    /// layout. Lengths that are not rare among the layouts of a frame take some hundred layouts.
    ///
    /// ```
    /// use huarong::control::Limits;
    /// use huarong::design::{BlockSpec, GenerationResult};
    /// use huarong::{Metric, Options, Outcome, solve};
    /// use std::ops::ControlFlow;
    ///
    /// let (pieces, moves) = (5..=8, 15..=20);
    /// let metric = Metric::Move;
    /// let (rows, columns, walls) = (4, 3, 0);
    /// let blocks = BlockSpec { rows, columns, walls, pieces, moves, metric, unique: true };
    /// let made = blocks.make(7, 10_000, &Limits::default(), &mut |_| ControlFlow::Continue(()))?;
    /// let GenerationResult::Found(made) = made else { panic!("there are many") };
    /// let Outcome::Found(solution) = solve(&made.puzzle, &Options::default())?.outcome else {
    ///     panic!("it can be solved")
    /// };
    /// assert_eq!(solution.len(), made.moves as usize);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make(
        &self,
        seed: u64,
        most_tries: usize,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Result<GenerationResult<BlockPuzzle>, BlocksError> {
        let config = self.config()?;
        let watch = &mut Monitor::new(*limits, observer);
        Ok(if config.has_short_keys() {
            self.climb(HillClimber::<u64>::new(config, seed), most_tries, watch)
        } else {
            self.climb(HillClimber::<u128>::new(config, seed), most_tries, watch)
        })
    }

    /// Climbs on and on, by a seed, and hands over each puzzle that is harder than all before,
    /// whatever [`moves`](Self::moves) says; the same seed finds the same ones in the same order.
    /// It ends at a limit, or where the observer ends it: why.
    ///
    /// # Errors
    /// If there are no such blocks.
    pub fn search(
        &self,
        seed: u64,
        limits: &Limits,
        observer: Observer<'_>,
        found: &mut dyn FnMut(BlockPuzzle),
    ) -> Result<StopReason, BlocksError> {
        let config = self.config()?;
        let watch = &mut Monitor::new(*limits, observer);
        Ok(if config.has_short_keys() {
            climb_on(HillClimber::<u64>::new(config, seed), watch, found)
        } else {
            climb_on(HillClimber::<u128>::new(config, seed), watch, found)
        })
    }

    /// Holds that there may be such blocks.
    ///
    /// # Errors
    /// If there are none.
    pub fn check(&self) -> Result<(), BlocksError> {
        self.config().map(|_| ())
    }

    fn config(&self) -> Result<ClimbConfig, BlocksError> {
        let area = self.rows.saturating_mul(self.columns);
        if area > MAX_AREA {
            return Err(BlocksError::TooLarge { cells: area });
        }
        let cells = area.saturating_sub(self.walls);
        let pieces = *self.pieces.start();
        match cells {
            0 | 1 if area > 1 => {
                return Err(BlocksError::TooManyWalls { walls: self.walls, cells: area });
            }
            0 | 1 => return Err(BlocksError::OneCell),
            _ if *self.moves.end() == 0 || self.moves.is_empty() => {
                return Err(BlocksError::NoMoves);
            }
            _ if *self.pieces.end() == 0 || self.pieces.is_empty() => {
                return Err(BlocksError::NoPieces);
            }
            _ if pieces >= cells => return Err(BlocksError::TooManyPieces { pieces, cells }),
            _ => {}
        }
        let side = |side: usize| u8::try_from(side).expect("few cells");
        Ok(ClimbConfig {
            rows: side(self.rows),
            columns: side(self.columns),
            walls: self.walls,
            pieces: pieces.max(1)..=(*self.pieces.end()).min(cells - 1),
            metric: self.metric,
            unique: self.unique,
        })
    }

    fn climb<K: PackedBoard>(
        &self,
        mut climb: HillClimber<K>,
        most_tries: usize,
        watch: &mut Monitor<'_>,
    ) -> GenerationResult<BlockPuzzle> {
        let (least, longest) = (*self.moves.start(), *self.moves.end());
        let least = if least == 0 { longest.saturating_sub(NEAR).max(1) } else { least };
        let mut hardest = None;
        for tries in 0..most_tries {
            let farthest = match climb.step(watch) {
                Ok(farthest) => farthest,
                Err(reason) => return GenerationResult::Stopped { reason, tries, hardest },
            };
            hardest = hardest.max(farthest);
            if farthest.is_some_and(|moves| moves >= least)
                && let Some((puzzle, moves)) = climb.start(&(least..=longest))
            {
                return GenerationResult::Found(BlockPuzzle { puzzle: Box::new(puzzle), moves });
            }
        }
        GenerationResult::NotFound { tries: most_tries, hardest }
    }
}

/// Hands over what is harder than all before, until it is stopped.
fn climb_on<K: PackedBoard>(
    mut climb: HillClimber<K>,
    watch: &mut Monitor<'_>,
    found: &mut dyn FnMut(BlockPuzzle),
) -> StopReason {
    let mut most = 0;
    loop {
        match climb.step(watch) {
            Err(reason) => return reason,
            Ok(Some(farthest)) if farthest > most => {
                most = farthest;
                if let Some((puzzle, moves)) = climb.start(&(most..=most)) {
                    found(BlockPuzzle { puzzle: Box::new(puzzle), moves });
                }
            }
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::{Break, Continue};
    use std::time::Duration;

    use super::*;
    use crate::control::Outcome;

    const BLOCKS: BlockSpec = BlockSpec {
        rows: 3,
        columns: 4,
        walls: 0,
        pieces: 5..=8,
        moves: 15..=20,
        metric: Metric::Move,
        unique: true,
    };

    fn made(blocks: &BlockSpec, seed: u64) -> BlockPuzzle {
        let made = blocks.make(seed, 20_000, &Limits::default(), &mut |_| Continue(()));
        let Ok(GenerationResult::Found(made)) = made else {
            panic!("{blocks:?}, seed {seed}: {made:?}")
        };
        made
    }

    #[test]
    fn what_is_made_is_what_was_asked_for_and_the_same_for_the_same_seed() {
        let least = BlockSpec { rows: 1, columns: 2, pieces: 1..=1, moves: 1..=1, ..BLOCKS };
        let few = BlockSpec { rows: 2, columns: 2, pieces: 1..=9, moves: 1..=u32::MAX, ..BLOCKS };
        let near = BlockSpec { moves: 0..=12, pieces: 4..=4, unique: false, ..BLOCKS };
        let wide =
            BlockSpec { rows: 5, columns: 5, metric: Metric::Step, moves: 25..=30, ..BLOCKS };
        for blocks in [BLOCKS, least, few, near, wide] {
            for seed in 0..3 {
                let BlockPuzzle { puzzle, moves } = made(&blocks, seed);
                assert!(moves > 0 && blocks.moves.contains(&moves), "{puzzle}");
                assert!(blocks.pieces.contains(&puzzle.pieces().len()), "{puzzle}");
                assert_eq!(made(&blocks, seed).puzzle, puzzle);
            }
        }
        assert_ne!(made(&BLOCKS, 1), made(&BLOCKS, 2));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |blocks: BlockSpec| blocks.check().expect_err("none");
        assert_eq!(refused(BlockSpec { rows: 1, columns: 1, ..BLOCKS }), BlocksError::OneCell);
        let large = BlockSpec { rows: 6, columns: 6, ..BLOCKS };
        assert_eq!(refused(large), BlocksError::TooLarge { cells: 36 });
        assert_eq!(refused(BlockSpec { moves: 0..=0, ..BLOCKS }), BlocksError::NoMoves);
        assert_eq!(refused(BlockSpec { pieces: 0..=0, ..BLOCKS }), BlocksError::NoPieces);
        let (most, least) = (8, 5);
        assert_eq!(refused(BlockSpec { pieces: most..=least, ..BLOCKS }), BlocksError::NoPieces);
        let many = BlocksError::TooManyPieces { pieces: 12, cells: 12 };
        assert_eq!(refused(BlockSpec { pieces: 12..=13, ..BLOCKS }), many);
        assert!(many.is_proof() && !BlocksError::NoPieces.is_proof());
    }

    #[test]
    fn a_search_hands_over_what_is_harder_and_harder_walls_and_all() {
        let blocks = BlockSpec { walls: 2, pieces: 1..=usize::MAX, unique: false, ..BLOCKS };
        let searched = || {
            let (mut found, mut looks) = (Vec::new(), 0);
            let mut observer = |_: &_| {
                looks += 1;
                if looks < 2_000 { Continue(()) } else { Break(()) }
            };
            let limits = Limits::default();
            let ended = blocks.search(5, &limits, &mut observer, &mut |it| found.push(it));
            assert_eq!(ended, Ok(StopReason::Interrupted));
            found
        };
        let found = searched();
        assert!(found.is_sorted_by(|one, other| one.moves < other.moves));
        assert!(found.len() > 3, "{found:?}");
        for BlockPuzzle { puzzle, moves } in &found {
            let grid = puzzle.grid();
            assert_eq!(grid.cells().filter(|&cell| grid.is_wall(cell)).count(), 2, "{puzzle}");
            let solved = crate::sliding::solve(puzzle, &crate::sliding::Options::default());
            let Outcome::Found(solution) = solved.expect("a puzzle").outcome else {
                panic!("{puzzle}")
            };
            assert_eq!(solution.len(), *moves as usize, "{puzzle}");
        }
    }

    #[test]
    fn what_is_not_found_or_stopped_says_so() {
        let far = BlockSpec { moves: 900..=u32::MAX, ..BLOCKS };
        let go_on = &mut |_: &_| Continue(());
        // Few layouts, each of which is tried many times.
        for (rows, columns, pieces) in
            [(1, 2, 1..=1), (3, 1, 1..=2), (2, 2, 3..=3), (5, 5, 24..=24)]
        {
            let small = BlockSpec { rows, columns, pieces, ..far.clone() };
            let made = small.make(1, 250, &Limits::default(), go_on);
            assert!(matches!(made, Ok(GenerationResult::NotFound { tries: 250, .. })));
        }
        let Ok(GenerationResult::NotFound { tries: 9, hardest: Some(hardest) }) =
            far.make(1, 9, &Limits::default(), go_on)
        else {
            panic!("nothing is so far")
        };
        // It can be had with the same seed and as many tries.
        let as_hard = BlockSpec { moves: hardest..=hardest, ..BLOCKS };
        let made = as_hard.make(1, 9, &Limits::default(), go_on);
        assert!(matches!(made, Ok(GenerationResult::Found(it)) if it.moves == hardest));
        let late = Limits { timeout: Some(Duration::ZERO), ..Limits::default() };
        let stopped = |reason| Ok(GenerationResult::Stopped { reason, tries: 0, hardest: None });
        assert_eq!(far.make(1, 9, &late, go_on), stopped(StopReason::Time));
        let made = far.make(1, 9, &Limits::default(), &mut |_| Break(()));
        assert_eq!(made, stopped(StopReason::Interrupted));
    }
}
