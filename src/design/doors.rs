//! Random puzzles whose pieces leave through doors, with a shortest solution of a given length.

use std::{collections::BTreeSet, ops::RangeInclusive};

use super::{GeneratedPuzzle, GenerationResult, survey::ScopeError};
use crate::{
    control::{Limits, Monitor, Observer, Outcome, Progress, unobserved},
    explore::{self, ShortestSolutions},
    grid::{Direction, Size},
    puzzle::{DoorSpan, Draft, Metric, Optimum, PublishedOptimum, Puzzle},
    rng::Rng,
    sliding::{Options, Solver},
};

/// The most states of a search for a solution; layouts that take more are skipped.
const MAX_STATES: usize = 30_000;

/// The most cells of a frame, as searches of wider boards take much longer.
const MAX_CELLS: usize = 100;

/// Layouts tried without improvement before a new random one.
const PATIENCE: usize = 120;

/// The most cells of a piece.
const MAX_PIECE: usize = 5;

/// The fewest steps of the walk over the cells of a new piece.
const WALK: usize = 6;

/// Generates a puzzle in which each piece has a door of its own, through which all of them have to
/// leave, with a shortest solution of one of these numbers of moves. If it is `unique`, all
/// shortest solutions pass through the same layouts.
///
/// It climbs over at most `most_tries` layouts: changes of a piece and its door stay if the
/// solution does not become shorter. The same seed gives the same puzzle, unless a limit stops it.
///
/// # Errors
/// If the frame is too small or too large.
///
/// # Complexity
/// Milliseconds per layout, whose shortest solution is searched.
///
/// ```
/// use huarong::control::{Limits, unobserved};
/// use huarong::design::{GenerationResult, make_doors};
/// use huarong::grid::Size;
///
/// let size: Size = "4x4".parse()?;
/// let limits = Limits::default();
/// let made = make_doors(size, &(4..=6), false, 7, 1_000, &limits, &mut unobserved)?;
/// let GenerationResult::Found(made) = made else { panic!("there are many") };
/// assert!(made.puzzle.all_leave() && (4..=6).contains(&made.moves));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make_doors(
    size: Size,
    lengths: &RangeInclusive<u32>,
    unique: bool,
    seed: u64,
    most_tries: usize,
    limits: &Limits,
    observer: Observer<'_>,
) -> Result<GenerationResult<GeneratedPuzzle>, ScopeError> {
    let area = size.width as usize * size.height as usize;
    if !(4..=MAX_CELLS).contains(&area) {
        let message = format!("a frame has 4 to {MAX_CELLS} cells, and this one has {area}");
        return Err(ScopeError::new(message, "take another frame, like `6x8`"));
    }
    let mut monitor = Monitor::new(*limits, observer);
    let mut rng = Rng::new(seed);
    let mut best = Draft::default();
    let mut length = 0;
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
        if idle > PATIENCE {
            idle = 0;
            length = 0;
            best = random(size, &mut rng);
        }
        let mut layout = best.clone();
        if length > 0 {
            change(&mut layout, &mut rng);
        }
        let Some((puzzle, moves)) = solved(&layout) else {
            continue;
        };
        if !(length..=*lengths.end()).contains(&moves) {
            continue;
        }
        if moves > length {
            idle = 0;
        }
        best = layout;
        length = moves;
        hardest = hardest.max(moves);
        if lengths.contains(&moves) && (!unique || has_one_solution(&puzzle)) {
            let puzzle = Box::new(puzzle);
            return Ok(GenerationResult::Found(GeneratedPuzzle { puzzle, moves }));
        }
    }
    Ok(GenerationResult::NotFound {
        tries: most_tries,
        hardest: Some(hardest),
    })
}

/// Returns a random layout.
fn random(size: Size, rng: &mut Rng) -> Draft {
    let mut layout = Draft::default();
    layout.frame.rows = vec![vec!['.'; size.width as usize]; size.height as usize];
    let pieces = 2 + rng.below((size.width * size.height) as usize / 4);
    for letter in ('A'..='Z').take(pieces) {
        add(&mut layout, letter, rng);
    }
    layout
}

/// Replaces a piece and its door.
fn change(layout: &mut Draft, rng: &mut Rng) {
    let door = layout.doors.swap_remove(rng.below(layout.doors.len()));
    let letter = door.0[0];
    for cell in layout.frame.rows.iter_mut().flatten() {
        if *cell == letter {
            *cell = '.';
        }
    }
    add(layout, letter, rng);
}

/// Adds a piece on empty cells, if there are any, with a door of its breadth.
fn add(layout: &mut Draft, letter: char, rng: &mut Rng) {
    let rows = &mut layout.frame.rows;
    let sizes = [rows.len(), rows[0].len()];
    let mut piece: Vec<[usize; 2]> = Vec::new();
    // A random walk over empty cells.
    for _ in 0..WALK + rng.below(WALK) {
        let mut cell = [rng.below(sizes[0]), rng.below(sizes[1])];
        if let Some(&from) = piece.last() {
            let axis = rng.below(2);
            cell = from;
            let next = (cell[axis] + 2 * rng.below(2)).saturating_sub(1);
            cell[axis] = next.min(sizes[axis] - 1);
        }
        let [row, column] = cell;
        if rows[row][column] == '.' && piece.len() < MAX_PIECE {
            rows[row][column] = letter;
            piece.push(cell);
        }
    }
    if piece.is_empty() {
        return;
    }
    let side = Direction::ALL[rng.below(4)];
    let axis = usize::from(matches!(side, Direction::Up | Direction::Down));
    let lines: BTreeSet<usize> = piece.iter().map(|cell| cell[axis]).collect();
    let first = rng.below(sizes[axis] + 1 - lines.len());
    let span = DoorSpan {
        side,
        first,
        last: first + lines.len() - 1,
        line: None,
    };
    layout.doors.push((vec![letter], vec![span]));
}

/// Returns the puzzle with the length of its shortest solution, if a short search finds one.
fn solved(layout: &Draft) -> Option<(Puzzle, u32)> {
    let mut draft = layout.clone();
    draft.doors.sort_by_key(|door| door.0[0]);
    let limits = Limits::default().with_max_states(Some(MAX_STATES));
    let options = Options::default().with_limits(limits);
    let puzzle = draft.clone().check().ok()?;
    let report = Solver::new(&puzzle, &options).ok()?.solve().ok()?;
    let moves = u32::try_from(report.solution().filter(|_| report.optimal)?.len()).ok()?;
    let mut best = Optimum::default();
    *best.get_mut(Metric::Move) = Some(moves);
    draft.best = PublishedOptimum::Known(best);
    Some((draft.check().ok()?, moves))
}

fn has_one_solution(puzzle: &Puzzle) -> bool {
    let limits = Limits::default().with_max_states(Some(100 * MAX_STATES));
    let options = explore::Options::default().with_limits(limits);
    let found = ShortestSolutions::find(puzzle, &options, &mut unobserved);
    matches!(found, Ok(Outcome::Found(solutions)) if *solutions.count() == 1_u32.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(size: &str, unique: bool, seed: u64) -> Option<GeneratedPuzzle> {
        let size = size.parse().expect("a size");
        let limits = Limits::default();
        let made = make_doors(size, &(3..=5), unique, seed, 900, &limits, &mut unobserved);
        match made.ok()? {
            GenerationResult::Found(found) => Some(found),
            other => panic!("seed {seed}: {other:?}"),
        }
    }

    #[test]
    fn a_puzzle_meets_its_description_and_depends_on_the_seed_only() {
        for seed in 0..4 {
            let unique = seed % 2 == 0;
            let found = made("4x4", unique, seed).expect("a frame");
            assert_eq!(made("4x4", unique, seed).as_ref(), Some(&found));
            assert!((3..=5).contains(&found.moves));
            assert!(
                !unique || has_one_solution(&found.puzzle),
                "{}",
                found.puzzle
            );
            let report = Solver::new(&found.puzzle, &Options::default()).expect("small");
            let report = { report }.solve().expect("no files");
            let length = report.solution().map(crate::solution::Solution::len);
            assert_eq!(length, Some(found.moves as usize), "{}", found.puzzle);
        }
    }

    #[test]
    fn frames_without_room_and_large_ones_are_refused() {
        assert_eq!(made("1x2", false, 1), None);
        assert_eq!(made("12x12", false, 1), None);
    }
}
