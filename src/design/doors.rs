//! Random puzzles whose pieces leave through doors, with a shortest solution of a given length.

use std::ops::RangeInclusive;

use super::{GeneratedPuzzle, GenerationResult, survey::ScopeError};
use crate::{
    board::MAX_CELLS,
    control::{Limits, Monitor, Observer, Outcome, Progress},
    explore::{self, ShortestSolutions},
    grid::Direction,
    puzzle::{CharGrid, DoorSpan, Draft, Metric, Optimum, PublishedOptimum, Puzzle},
    rng::Rng,
    sliding::{Options, Solver},
};

/// The most states of a search for a solution; layouts that take more are skipped.
const MAX_STATES: usize = 30_000;

/// Layouts tried without improvement before a new random one.
const PATIENCE: usize = 120;

/// The most cells of a piece.
const MAX_PIECE: usize = 5;

/// The letters of the pieces.
const LETTERS: RangeInclusive<char> = 'A'..='Z';

/// Puzzles to generate: pieces of any shape, each with a door of its own, through which all of them
/// have to leave.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DoorSpec {
    /// Rows of the frame.
    pub rows: usize,
    /// Columns of the frame.
    pub columns: usize,
    /// The length of the shortest solution, in moves.
    pub moves: RangeInclusive<u32>,
    /// Whether all shortest solutions must pass through the same layouts.
    pub unique: bool,
}

setters!(DoorSpec {
    with_moves = moves: RangeInclusive<u32>,
    with_unique = unique: bool,
});

impl DoorSpec {
    /// Puzzles in a frame, with any number of moves.
    pub fn new(rows: usize, columns: usize) -> Self {
        DoorSpec {
            rows,
            columns,
            moves: 1..=u32::MAX,
            unique: false,
        }
    }

    /// Checks that the description is valid.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self) -> Result<(), ScopeError> {
        let area = self.rows.saturating_mul(self.columns);
        if !(4..=MAX_CELLS).contains(&area) {
            let message = format!("a frame has 4 to {MAX_CELLS} cells, and this one has {area}");
            return Err(ScopeError::new(message, "take another frame, like `6x8`"));
        }
        if *self.moves.end() == 0 || self.moves.is_empty() {
            let help = "give a longer one, like `--moves 10..15`";
            return Err(ScopeError::new("a puzzle takes at least one move", help));
        }
        Ok(())
    }

    /// Generates a puzzle by hill climbing over at most `most_tries` layouts: changes of a piece or
    /// its door stay if the solution does not become shorter. The same seed gives the same puzzle,
    /// unless a limit stops it.
    ///
    /// # Errors
    /// If the description is invalid.
    ///
    /// # Complexity
    /// Milliseconds per layout, whose shortest solution is searched.
    ///
    /// ```
    /// use huarong::control::{Limits, unobserved};
    /// use huarong::design::{DoorSpec, GenerationResult};
    ///
    /// let doors = DoorSpec::new(4, 4).with_moves(4..=6);
    /// let made = doors.make(7, 1_000, &Limits::default(), &mut unobserved)?;
    /// let GenerationResult::Found(made) = made else { panic!("there are many") };
    /// assert!(made.puzzle.all_leave() && (4..=6).contains(&made.moves));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make(
        &self,
        seed: u64,
        most_tries: usize,
        limits: &Limits,
        observer: Observer<'_>,
    ) -> Result<GenerationResult<GeneratedPuzzle>, ScopeError> {
        self.check()?;
        let mut monitor = Monitor::new(*limits, observer);
        let mut rng = Rng::new(seed);
        let mut best = DoorLayout::default();
        let mut idle = PATIENCE;
        let mut hardest = 0;
        for tries in 0..most_tries {
            let progress = Progress {
                depth: hardest,
                states: tries,
                ..Progress::default()
            };
            if let Err(reason) = monitor.check_now(|| progress) {
                let hardest = Some(hardest);
                return Ok(GenerationResult::Stopped {
                    reason,
                    tries,
                    hardest,
                });
            }
            idle += 1;
            let mut layout = best.clone();
            if idle > PATIENCE {
                idle = 0;
                best = DoorLayout::default();
                layout = DoorLayout::random(self, &mut rng);
            } else {
                layout.change(&mut rng);
            }
            let Some((puzzle, moves)) = layout.solved() else {
                continue;
            };
            if moves < best.moves || moves > *self.moves.end() {
                continue;
            }
            if moves > best.moves {
                idle = 0;
            }
            layout.moves = moves;
            best = layout;
            hardest = hardest.max(moves);
            if self.moves.contains(&moves) && (!self.unique || has_one_solution(&puzzle)) {
                let puzzle = Box::new(puzzle);
                return Ok(GenerationResult::Found(GeneratedPuzzle { puzzle, moves }));
            }
        }
        Ok(GenerationResult::NotFound {
            tries: most_tries,
            hardest: Some(hardest),
        })
    }
}

fn has_one_solution(puzzle: &Puzzle) -> bool {
    let limits = Limits::default().with_max_states(Some(100 * MAX_STATES));
    let options = explore::Options::default().with_limits(limits);
    let found = ShortestSolutions::find(puzzle, &options, &mut crate::control::unobserved);
    matches!(found, Ok(Outcome::Found(solutions)) if *solutions.count() == 1_u32.into())
}

/// Pieces in a frame, and their doors.
#[derive(Clone, Default)]
struct DoorLayout {
    cells: Vec<Vec<char>>,
    doors: Vec<(char, DoorSpan)>,
    /// The length of the shortest solution, if it is known.
    moves: u32,
}

impl DoorLayout {
    fn random(spec: &DoorSpec, rng: &mut Rng) -> Self {
        let mut layout = DoorLayout {
            cells: vec![vec!['.'; spec.columns]; spec.rows],
            ..DoorLayout::default()
        };
        let most = (spec.rows * spec.columns / 4).max(2);
        let pieces = 2 + rng.below(most);
        for letter in LETTERS.take(pieces) {
            layout.add(letter, rng);
        }
        layout
    }

    /// Replaces a piece, or its door.
    fn change(&mut self, rng: &mut Rng) {
        if self.doors.is_empty() {
            return;
        }
        let (letter, _) = self.doors.swap_remove(rng.below(self.doors.len()));
        if rng.below(3) == 0 {
            self.open(letter, rng);
            return;
        }
        let cells = self.cells.iter_mut().flatten();
        cells
            .filter(|cell| **cell == letter)
            .for_each(|cell| *cell = '.');
        self.add(letter, rng);
    }

    fn empties(&self) -> Vec<[usize; 2]> {
        let mut empties = Vec::new();
        for (row, cells) in self.cells.iter().enumerate() {
            let columns = cells.iter().enumerate().filter(|(_, cell)| **cell == '.');
            empties.extend(columns.map(|(column, _)| [row, column]));
        }
        empties
    }

    /// Adds a piece with a door, if more than one cell is empty.
    fn add(&mut self, letter: char, rng: &mut Rng) {
        let empties = self.empties();
        if empties.len() < 2 {
            return;
        }
        let mut piece = vec![empties[rng.below(empties.len())]];
        for _ in 1..=rng.below(MAX_PIECE) {
            let is_near = |one: &[usize; 2]| {
                let mut cells = piece.iter();
                cells.any(|it| one[0].abs_diff(it[0]) + one[1].abs_diff(it[1]) == 1)
            };
            let around = empties.iter().filter(|cell| !piece.contains(cell));
            let around: Vec<_> = around.filter(|cell| is_near(cell)).collect();
            if !around.is_empty() && piece.len() + 1 < empties.len() {
                piece.push(*around[rng.below(around.len())]);
            }
        }
        for [row, column] in piece {
            self.cells[row][column] = letter;
        }
        self.open(letter, rng);
    }

    /// Gives a piece a door of its breadth.
    fn open(&mut self, letter: char, rng: &mut Rng) {
        let side = Direction::ALL[rng.below(4)];
        let is_across = matches!(side, Direction::Left | Direction::Right);
        let length = if is_across {
            self.cells.len()
        } else {
            self.cells[0].len()
        };
        let covers = |at: &usize| {
            if is_across {
                self.cells[*at].contains(&letter)
            } else {
                self.cells.iter().any(|row| row[*at] == letter)
            }
        };
        let beyond = (0..length).filter(covers).count().max(1) - 1;
        let first = rng.below(length - beyond);
        let span = DoorSpan {
            side,
            first,
            last: first + beyond,
            line: None,
        };
        self.doors.push((letter, span));
    }

    /// Returns the puzzle with the length of its shortest solution, if a short search finds one.
    fn solved(&self) -> Option<(Puzzle, u32)> {
        let door = |&(letter, span): &(char, DoorSpan)| (vec![letter], vec![span]);
        let mut doors: Vec<_> = self.doors.iter().map(door).collect();
        doors.sort_by_key(|door| door.0.clone());
        let rows = self.cells.clone();
        let draft = Draft::default()
            .with_frame(CharGrid { rows })
            .with_doors(doors);
        let puzzle = draft.clone().check().ok()?;
        let limits = Limits::default().with_max_states(Some(MAX_STATES));
        let options = Options::default().with_limits(limits);
        let report = Solver::new(&puzzle, &options).ok()?.solve().ok()?;
        let moves = u32::try_from(report.solution().filter(|_| report.optimal)?.len()).ok()?;
        let mut best = Optimum::default();
        *best.get_mut(Metric::Move) = Some(moves);
        let best = PublishedOptimum::Known(best);
        Some((draft.with_best(best).check().ok()?, moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::unobserved;

    fn made(spec: &DoorSpec, seed: u64) -> GenerationResult<GeneratedPuzzle> {
        let made = spec.make(seed, 500, &Limits::default(), &mut unobserved);
        made.expect("a valid description")
    }

    #[test]
    fn a_puzzle_meets_its_description_and_depends_on_the_seed_only() {
        for seed in 0..4 {
            let unique = seed % 2 == 0;
            let spec = DoorSpec::new(4, 3).with_moves(3..=5).with_unique(unique);
            let one = made(&spec, seed);
            assert_eq!(one, made(&spec, seed));
            let GenerationResult::Found(found) = one else {
                panic!("seed {seed}: {one:?}")
            };
            assert!((3..=5).contains(&found.moves));
            assert!(
                !unique || has_one_solution(&found.puzzle),
                "{}",
                found.puzzle
            );
            let options = Options::default();
            let report = Solver::new(&found.puzzle, &options).expect("small").solve();
            let report = report.expect("no files");
            let length = report.solution().map(crate::Solution::len);
            assert_eq!(length, Some(found.moves as usize), "{}", found.puzzle);
        }
    }

    #[test]
    fn frames_and_lengths_without_puzzles_are_refused() {
        for spec in [
            DoorSpec::new(1, 2),
            DoorSpec::new(12, 12),
            DoorSpec::new(4, 4).with_moves(0..=0),
        ] {
            assert!(spec.check().is_err(), "{spec:?}");
        }
    }
}
