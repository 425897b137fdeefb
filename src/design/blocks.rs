//! Random sliding-block puzzles with a shortest solution of a given length.

use std::ops::RangeInclusive;

use super::{
    GeneratedPuzzle, GenerationResult,
    frame::{ClimbConfig, HillClimber, PackedBoard},
    numbers_of,
    survey::{MAX_AREA, ScopeError},
};
use crate::{
    control::{Limits, Monitor, Observer, StopReason},
    puzzle::Metric,
};

/// The width of a range of lengths that is open below.
const NEAR: u32 = 10;

/// The most moves, slides and steps that a board of a frame without walls takes, by its sides:
/// `huarong design frame 4x4 --goal exit:4,4` searches all boards.
const HARDEST: &str = "\
2 2 5 5 5
2 3 9 9 9
2 4 25 25 25
2 5 43 43 43
2 6 70 70 70
2 7 96 96 96
2 8 134 134 151
3 3 24 24 24
3 4 46 48 58
3 5 179 179 179
4 4 132 153 181";

/// Sliding-block puzzles to generate: a frame is cut into pieces of any shape, and one of them,
/// `X`, has to cover the last cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockSpec {
    /// Rows of the frame.
    pub rows: usize,
    /// Columns of the frame.
    pub columns: usize,
    /// The number of cells that are walls.
    pub walls: usize,
    /// The number of pieces, the goal piece included.
    pub pieces: RangeInclusive<usize>,
    /// The length of the shortest solution.
    pub moves: RangeInclusive<u32>,
    /// The unit of length.
    pub metric: Metric,
    /// Whether all shortest solutions must pass through the same layouts.
    pub unique: bool,
}

impl BlockSpec {
    /// Any blocks in a frame without walls, with any number of moves.
    pub fn new(rows: usize, columns: usize) -> Self {
        BlockSpec {
            rows,
            columns,
            walls: 0,
            pieces: 1..=rows.saturating_mul(columns),
            moves: 1..=u32::MAX,
            metric: Metric::default(),
            unique: false,
        }
    }

    /// Generates a puzzle by hill climbing over at most `most_tries` layouts. The same seed gives
    /// the same puzzle, unless a limit stops it.
    ///
    /// # Errors
    /// If the description is invalid.
    ///
    /// # Complexity
    /// Some hundred nanoseconds per board, and milliseconds per layout, of which all boards are
    /// searched. Lengths that are not rare in a frame take some hundred layouts.
    ///
    /// ```
    /// use huarong::control::Limits;
    /// use huarong::design::{BlockSpec, GenerationResult};
    /// use huarong::{Options, Outcome, solve};
    /// use huarong::control::unobserved;
    ///
    /// let frame = BlockSpec::new(4, 3);
    /// let blocks = BlockSpec { pieces: 5..=8, moves: 15..=20, unique: true, ..frame };
    /// let made = blocks.make(7, 10_000, &Limits::default(), &mut unobserved)?;
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
    ) -> Result<GenerationResult<GeneratedPuzzle>, ScopeError> {
        let config = self.config()?;
        let monitor = &mut Monitor::new(*limits, observer);
        Ok(if config.has_short_keys() {
            self.climb(HillClimber::<u64>::new(config, seed), most_tries, monitor)
        } else {
            self.climb(HillClimber::<u128>::new(config, seed), most_tries, monitor)
        })
    }

    /// Searches by hill climbing until a limit or the observer stops it, and returns the reason.
    /// Passes each puzzle that is harder than all before to `found`; [`moves`](Self::moves) has no
    /// effect. The same seed finds the same puzzles in the same order.
    ///
    /// # Errors
    /// If the description is invalid.
    pub fn search(
        &self,
        seed: u64,
        limits: &Limits,
        observer: Observer<'_>,
        found: &mut dyn FnMut(GeneratedPuzzle),
    ) -> Result<StopReason, ScopeError> {
        let config = self.config()?;
        let monitor = &mut Monitor::new(*limits, observer);
        Ok(if config.has_short_keys() {
            climb_on(HillClimber::<u64>::new(config, seed), monitor, found)
        } else {
            climb_on(HillClimber::<u128>::new(config, seed), monitor, found)
        })
    }

    /// Checks that the description is valid.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self) -> Result<(), ScopeError> {
        self.config().map(|_| ())
    }

    fn config(&self) -> Result<ClimbConfig, ScopeError> {
        let area = self.rows.saturating_mul(self.columns);
        if area > MAX_AREA {
            return Err(ScopeError::new(
                format!("a frame may have {MAX_AREA} cells, and this one has {area}"),
                "take a smaller frame, like `4x5`",
            ));
        }
        let cells = area.saturating_sub(self.walls);
        let pieces = *self.pieces.start();
        match cells {
            0 | 1 if area > 1 => return Err(ScopeError::too_many_walls(self.walls, area)),
            0 | 1 => return Err(ScopeError::one_cell()),
            _ if *self.moves.end() == 0 || self.moves.is_empty() => {
                return Err(ScopeError::new(
                    "a puzzle takes at least one move",
                    "give a longer one, like `--moves 20..30`",
                ));
            }
            _ if *self.pieces.end() == 0 || self.pieces.is_empty() => {
                return Err(ScopeError::new(
                    "a puzzle has at least one piece",
                    "give a larger number, like `--pieces 8`",
                ));
            }
            _ if pieces >= cells => {
                return Err(ScopeError::proof(
                    format!(
                        "{pieces} pieces leave none of {cells} cells empty, so that nothing can move"
                    ),
                    "give a smaller number of pieces",
                ));
            }
            _ => {}
        }
        if let Some(most) = self.hardest().filter(|most| self.moves.start() > most) {
            let width = self.columns;
            let height = self.rows;
            let metric = self.metric;
            return Err(ScopeError::proof(
                format!(
                    "no board of {width} × {height} cells takes more than {most} {metric}s: all were \
                 searched"
                ),
                "ask for fewer, or take a larger frame",
            ));
        }
        Ok(ClimbConfig {
            rows: side(self.rows),
            columns: side(self.columns),
            walls: self.walls,
            pieces: pieces.max(1)..=(*self.pieces.end()).min(cells - 1),
            metric: self.metric,
            unique: self.unique,
        })
    }

    /// Returns the greatest length in the frame, if it is known.
    fn hardest(&self) -> Option<u32> {
        let lengths = numbers_of(HARDEST, self.rows, self.columns).filter(|_| self.walls == 0)?;
        Some(lengths[usize::from(self.metric.number())])
    }

    fn climb<K: PackedBoard>(
        &self,
        mut climb: HillClimber<K>,
        most_tries: usize,
        monitor: &mut Monitor<'_>,
    ) -> GenerationResult<GeneratedPuzzle> {
        let least = *self.moves.start();
        let longest = *self.moves.end();
        let least = if least == 0 {
            longest.saturating_sub(NEAR).max(1)
        } else {
            least
        };
        let mut hardest = None;
        for tries in 0..most_tries {
            let farthest = match climb.step(monitor) {
                Ok(farthest) => farthest,
                Err(reason) => {
                    return GenerationResult::Stopped {
                        reason,
                        tries,
                        hardest,
                    };
                }
            };
            hardest = hardest.max(farthest);
            if farthest.is_some_and(|moves| moves >= least)
                && let Some((puzzle, moves)) = climb.start(&(least..=longest))
            {
                let puzzle = Box::new(puzzle);
                return GenerationResult::Found(GeneratedPuzzle { puzzle, moves });
            }
        }
        GenerationResult::NotFound {
            tries: most_tries,
            hardest,
        }
    }
}

fn side(side: usize) -> u8 {
    u8::try_from(side).expect("few cells")
}

/// Passes on each puzzle that is harder than all before, until the search is stopped.
fn climb_on<K: PackedBoard>(
    mut climb: HillClimber<K>,
    monitor: &mut Monitor<'_>,
    found: &mut dyn FnMut(GeneratedPuzzle),
) -> StopReason {
    let mut most = 0;
    loop {
        match climb.step(monitor) {
            Err(reason) => return reason,
            Ok(Some(farthest)) if farthest > most => {
                most = farthest;
                if let Some((puzzle, moves)) = climb.start(&(most..=most)) {
                    found(GeneratedPuzzle {
                        puzzle: Box::new(puzzle),
                        moves,
                    });
                }
            }
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{ops::ControlFlow::Break, time::Duration};

    use super::*;
    use crate::{
        cases::cases,
        control::unobserved,
        design::{FrameScope, GoalSpec, SurveyOptions, survey_frame},
        grid::Cell,
    };

    fn but(blocks: &BlockSpec, change: impl FnOnce(&mut BlockSpec)) -> BlockSpec {
        let mut blocks = blocks.clone();
        change(&mut blocks);
        blocks
    }

    const BLOCKS: BlockSpec = BlockSpec {
        rows: 3,
        columns: 4,
        walls: 0,
        pieces: 5..=8,
        moves: 15..=20,
        metric: Metric::Move,
        unique: true,
    };

    fn made(blocks: &BlockSpec, seed: u64) -> GeneratedPuzzle {
        let made = blocks.make(seed, 20_000, &Limits::default(), &mut unobserved);
        let Ok(GenerationResult::Found(made)) = made else {
            panic!("{blocks:?}, seed {seed}: {made:?}")
        };
        made
    }

    #[test]
    fn a_puzzle_meets_its_spec_and_depends_on_the_seed_only() {
        let least = but(&BLOCKS, |it| {
            (it.rows, it.columns, it.pieces, it.moves) = (1, 2, 1..=1, 1..=1);
        });
        let few = but(&BLOCKS, |it| {
            (it.rows, it.columns, it.pieces, it.moves) = (2, 2, 1..=9, 1..=u32::MAX);
        });
        let near = but(&BLOCKS, |it| {
            (it.moves, it.pieces, it.unique) = (0..=12, 4..=4, false);
        });
        let wide = but(&BLOCKS, |it| {
            (it.rows, it.columns, it.metric, it.moves) = (5, 5, Metric::Step, 15..=20);
        });
        for blocks in [BLOCKS, least, few, near, wide] {
            for seed in 0..u64::from(cases(1)) {
                let GeneratedPuzzle { puzzle, moves } = made(&blocks, seed);
                assert!(moves > 0 && blocks.moves.contains(&moves), "{puzzle}");
                assert!(blocks.pieces.contains(&puzzle.pieces().len()), "{puzzle}");
                assert_eq!(made(&blocks, seed).puzzle, puzzle);
            }
        }
        assert_ne!(made(&BLOCKS, 1), made(&BLOCKS, 2));
    }

    #[test]
    fn an_invalid_spec_is_refused() {
        for (blocks, why, is_proof) in [
            (
                but(&BLOCKS, |it| (it.rows, it.columns) = (1, 1)),
                "one cell",
                true,
            ),
            (
                but(&BLOCKS, |it| (it.rows, it.columns) = (6, 6)),
                "this one has 36",
                false,
            ),
            (but(&BLOCKS, |it| it.moves = 0..=0), "one move", false),
            (but(&BLOCKS, |it| it.pieces = 0..=0), "one piece", false),
            (
                but(&BLOCKS, |it| it.pieces = RangeInclusive::new(8, 5)),
                "one piece",
                false,
            ),
            (
                but(&BLOCKS, |it| it.pieces = 12..=13),
                "12 pieces leave none of 12",
                true,
            ),
            (but(&BLOCKS, |it| it.walls = 11), "11 walls", true),
            (
                but(&BLOCKS, |it| it.moves = 47..=99),
                "4 × 3 cells takes more than 46 moves",
                true,
            ),
        ] {
            let error = blocks.check().expect_err(why);
            assert!(error.to_string().contains(why), "{error}");
            assert_eq!(error.is_proof(), is_proof, "{error}");
        }
    }

    /// Surveys all boards of the frames of [`HARDEST`] whose number of cells is in the range.
    fn check_hardest(cells: RangeInclusive<usize>) {
        for line in HARDEST.lines() {
            let numbers: Vec<u32> = line.split(' ').map(|it| it.parse().expect("it")).collect();
            let [rows, columns] = [numbers[0], numbers[1]].map(|side| side as usize);
            if !cells.contains(&(rows * columns)) {
                continue;
            }
            let lengths = numbers[2..].iter().copied();
            for (metric, length) in Metric::ALL.into_iter().zip(lengths) {
                let high = side(rows);
                let wide = side(columns);
                let exit = GoalSpec::Exit(vec![Cell::new(high - 1, wide - 1)]);
                let scope = FrameScope {
                    aim: exit,
                    metric,
                    ..FrameScope::new(high, wide)
                };
                let survey = survey_frame(&scope, &SurveyOptions::default(), &mut unobserved);
                let puzzles = survey.expect("no files").table;
                let hardest = puzzles.iter().map(|it| it.moves).max();
                assert_eq!(hardest, Some(length), "{rows}x{columns}, {metric}");
            }
        }
    }

    #[test]
    fn the_table_of_the_hardest_boards_is_right_for_small_frames() {
        check_hardest(4..=10);
    }

    #[test]
    #[ignore = "five minutes"]
    fn the_table_of_the_hardest_boards_is_right_for_larger_frames() {
        check_hardest(12..=16);
    }

    #[test]
    fn a_search_finds_harder_and_harder_puzzles_with_walls() {
        let blocks = but(&BLOCKS, |it| {
            (it.walls, it.pieces, it.unique) = (2, 1..=usize::MAX, false);
        });
        let searched = || {
            let mut found = Vec::new();
            let mut looks = 0;
            let mut observer = |_: &_| {
                looks += 1;
                crate::control::break_if(looks >= 200)
            };
            let limits = Limits::default();
            let ended = blocks.search(5, &limits, &mut observer, &mut |it| found.push(it));
            assert_eq!(ended, Ok(StopReason::Interrupted));
            found
        };
        let found = searched();
        assert!(found.is_sorted_by(|one, other| one.moves < other.moves));
        assert!(found.len() > 2, "{found:?}");
        for GeneratedPuzzle { puzzle, moves } in &found {
            let grid = puzzle.grid();
            assert_eq!(
                grid.cells().filter(|&cell| grid.is_wall(cell)).count(),
                2,
                "{puzzle}"
            );
            let solved = crate::sliding::solve(puzzle, &crate::sliding::Options::default());
            let solved = solved.expect("a puzzle");
            let solution = solved.solution().expect("it can be solved");
            assert_eq!(solution.len(), *moves as usize, "{puzzle}");
        }
    }

    #[test]
    fn exhausted_tries_limits_and_interruptions_by_the_observer_are_reported() {
        let far = but(&BLOCKS, |it| (it.moves, it.walls) = (900..=u32::MAX, 1));
        // The frames have few layouts, each of which is tried many times.
        let frames = [
            (1, 2, 1..=1),
            (3, 1, 1..=2),
            (2, 9, 17..=17),
            (5, 5, 24..=24),
        ];
        for (rows, columns, pieces) in frames {
            let small = but(&far, |it| {
                (it.rows, it.columns, it.pieces, it.walls) = (rows, columns, pieces, 0);
            });
            let made = small.make(1, 250, &Limits::default(), &mut unobserved);
            assert!(matches!(
                made,
                Ok(GenerationResult::NotFound { tries: 250, .. })
            ));
        }
        let Ok(GenerationResult::NotFound {
            tries: 9,
            hardest: Some(hardest),
        }) = far.make(1, 9, &Limits::default(), &mut unobserved)
        else {
            panic!("nothing is so far")
        };
        // The same seed and number of tries find that length.
        let as_hard = but(&far, |it| it.moves = hardest..=hardest);
        let made = as_hard.make(1, 9, &Limits::default(), &mut unobserved);
        assert!(matches!(made, Ok(GenerationResult::Found(it)) if it.moves == hardest));
        let late = Limits::default().with_timeout(Some(Duration::ZERO));
        let stopped = |reason| {
            Ok(GenerationResult::Stopped {
                reason,
                tries: 0,
                hardest: None,
            })
        };
        assert_eq!(
            far.make(1, 9, &late, &mut unobserved),
            stopped(StopReason::Time)
        );
        let made = far.make(1, 9, &Limits::default(), &mut |_| Break(()));
        assert_eq!(made, stopped(StopReason::Interrupted));
    }
}
