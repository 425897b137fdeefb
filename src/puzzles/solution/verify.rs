//! The replay of a whole solution from the start.

use thiserror::Error;

use super::{Move, Solution, position::Position, rules::IllegalMove};
use crate::{
    excerpt::joined,
    grid::Cell,
    puzzle::{Goal, Metric, PieceId, Puzzle, Target},
};

/// Result of replaying a solution that solves its puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[non_exhaustive]
pub struct VerifyReport {
    /// The metric of the length.
    pub metric: Metric,
    /// The number of all moves.
    pub length: usize,
    /// The number of cells that all pieces travel together.
    pub steps: usize,
    /// The number of moves until the puzzle is solved for the first time: less than `length` if
    /// the solution continues needlessly.
    pub solved_after: usize,
}

impl VerifyReport {
    /// Returns the number of moves after the puzzle is solved.
    pub const fn extra_moves(&self) -> usize {
        self.length - self.solved_after
    }
}

/// Reason why a solution is wrong.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum VerifyError {
    /// A move is illegal.
    #[error("{metric} {number}: {why}")]
    Illegal {
        /// The number of the first illegal move, from 1.
        number: usize,
        /// The solution's metric.
        metric: Metric,
        /// The move itself.
        unit: Move,
        /// The reason, which is part of the message and hence not its source.
        why: IllegalMove,
    },
    /// All moves are legal, but the puzzle is not solved.
    #[error("after {} the puzzle is not solved: {unmet}", .metric.count(*.length))]
    Unsolved {
        /// The solution's metric.
        metric: Metric,
        /// The number of moves.
        length: usize,
        /// The first unmet conditions of the nearest goal.
        unmet: String,
    },
}

/// Replays a solution from the puzzle's start, by the rules alone.
///
/// A solution may continue after the puzzle is solved. Its further moves must also be legal, and
/// [`VerifyReport::extra_moves`] counts them. Shorter solutions may exist.
///
/// # Errors
/// The first illegal move, or the unmet conditions if the puzzle is never solved.
///
/// # Complexity
/// Moves × (targets × pieces + cells of a piece × steps of a path).
pub fn verify(puzzle: &Puzzle, solution: &Solution) -> Result<VerifyReport, VerifyError> {
    let metric = solution.metric;
    let mut position = Position::start(puzzle);
    let mut solved_after = position.is_solved().then_some(0);
    for (number, unit) in (1..).zip(solution) {
        if let Err(why) = make(&mut position, metric, &unit) {
            return Err(VerifyError::Illegal {
                number,
                metric,
                unit,
                why,
            });
        }
        if solved_after.is_none() && position.is_solved() {
            solved_after = Some(number);
        }
    }
    let length = solution.len();
    match solved_after {
        Some(solved_after) => Ok(VerifyReport {
            metric,
            length,
            steps: solution.steps(),
            solved_after,
        }),
        None => Err(VerifyError::Unsolved {
            metric,
            length,
            unmet: missing(&position),
        }),
    }
}

/// Makes a move that must be one unit of `metric`.
fn make(position: &mut Position<'_>, metric: Metric, unit: &Move) -> Result<(), IllegalMove> {
    let piece = position.puzzle().pieces().get(unit.piece);
    if let Some(piece) = piece.filter(|_| !unit.path.is_empty() && !unit.is_unit(metric)) {
        let unit = match metric {
            Metric::Move => "any path of one piece",
            Metric::Slide => "one straight line",
            Metric::Step => "one cell",
            Metric::Push => "one row or column of tiles",
        };
        let piece = piece.label();
        return Err(IllegalMove::new(format!(
            "{piece} goes further than one {metric}, which is {unit}"
        )));
    }
    if metric != Metric::Push {
        return position.apply_alone(unit);
    }
    let puzzle = position.puzzle();
    metric
        .check(puzzle)
        .map_err(|error| IllegalMove::new(error.to_string()))?;
    position.apply(unit)
}

/// The first conditions of the nearest goal that the position does not meet, in words.
fn missing(position: &Position<'_>) -> String {
    const SHOWN: usize = 3;
    let label = |piece: PieceId| position.puzzle().pieces()[piece].label();
    let Goal { targets, empties } = position.unmet_conditions();
    let elsewhere = targets.iter().map(|&Target { piece, anchor }| {
        let whereabouts = match position.anchor(piece) {
            Cell::OUT => "has left".to_owned(),
            at => format!("stands at {at}"),
        };
        format!("{} {whereabouts} and must reach {anchor}", label(piece))
    });
    let covered = empties.iter().filter_map(|&cell| {
        Some(format!(
            "{} covers {cell}, which must be empty",
            label(position.occupant(cell)?)
        ))
    });
    let staying = position
        .must_leave()
        .map(|piece| format!("{} must leave", label(piece)));
    let all = targets.len() + empties.len() + usize::from(staying.is_some());
    let more = (all > SHOWN).then(|| format!("and {} more", all - SHOWN));
    let shown = elsewhere.chain(covered).chain(staying).take(SHOWN);
    joined(shown.chain(more), ", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        grid::Direction::{self, Down, Left, Right},
        solution::tests::{classic, puzzle},
    };

    /// A solution whose moves are (piece, row, column, path).
    fn solution(metric: Metric, moves: &[(usize, u8, u8, &[Direction])]) -> Solution {
        let unit = |&(piece, row, column, path): &(usize, u8, u8, &[Direction])| Move {
            piece,
            from: Cell::new(row, column),
            path: path.to_vec(),
        };
        Solution {
            metric,
            moves: moves.iter().map(unit).collect(),
        }
    }

    #[test]
    fn a_solution_ends_with_the_puzzle_solved() {
        let puzzle = puzzle("A.. BB.", "... ..A");
        let good = solution(Metric::Move, &[(0, 0, 0, &[Right, Right, Down])]);
        let found = verify(&puzzle, &good).expect("it solves the puzzle");
        let expected = VerifyReport {
            metric: Metric::Move,
            length: 1,
            steps: 3,
            solved_after: 1,
        };
        assert_eq!(found, expected);
        assert_eq!(found.extra_moves(), 0);
    }

    #[test]
    fn moves_beyond_the_end_are_counted_and_must_be_legal() {
        let puzzle = puzzle("A..", ".A.");
        let there_and_back: &[(usize, u8, u8, &[Direction])] =
            &[(0, 0, 0, &[Right]), (0, 0, 1, &[Right]), (0, 0, 2, &[Left])];
        let long = solution(Metric::Step, there_and_back);
        let found = verify(&puzzle, &long).expect("it solves the puzzle on its way, and again");
        assert_eq!(
            (found.length, found.solved_after, found.extra_moves()),
            (3, 1, 2)
        );
        let wrong = [there_and_back[0], (0, 0, 1, &[Down])];
        let wrong = verify(&puzzle, &solution(Metric::Step, &wrong));
        assert!(matches!(wrong, Err(VerifyError::Illegal { number: 2, .. })));
    }

    #[test]
    fn the_error_has_the_number_of_the_first_illegal_move() {
        let moves: &[(usize, u8, u8, &[Direction])] = &[(7, 3, 2, &[Down]), (4, 2, 1, &[Left])];
        let wrong = verify(&classic(), &solution(Metric::Slide, moves)).expect_err("E is shut in");
        assert_eq!(
            wrong.to_string(),
            "slide 2: E 关羽 cannot go left from row 3, column 2: row 3, column 1 is taken by D 马超"
        );
    }

    #[test]
    fn every_move_must_be_one_unit_of_the_metric() {
        let puzzle = puzzle("A.. ...", "... ..A");
        let bent: &[(usize, u8, u8, &[Direction])] = &[(0, 0, 0, &[Right, Right, Down])];
        let why = |metric| verify(&puzzle, &solution(metric, bent)).map_err(|e| e.to_string());
        assert!(why(Metric::Move).is_ok());
        let slide = "slide 1: A goes further than one slide, which is one straight line";
        assert_eq!(why(Metric::Slide), Err(slide.to_owned()));
        let step = "step 1: A goes further than one step, which is one cell";
        assert_eq!(why(Metric::Step), Err(step.to_owned()));
    }

    #[test]
    fn the_error_of_an_unsolved_end_lists_unmet_conditions() {
        let wrong = verify(&classic(), &Solution::default()).expect_err("it is not solved");
        assert_eq!(
            wrong.to_string(),
            "after 0 moves the puzzle is not solved: C 曹操 stands at row 1, column 2 and must reach row 4, column 2"
        );
        let wrong = verify(&puzzle("ABCD.", ".ABCD"), &Solution::default());
        let wrong = wrong.expect_err("it is not solved").to_string();
        assert!(
            wrong.ends_with(
                "C stands at row 1, column 3 and must reach row 1, column 4, and 1 more"
            ),
            "{wrong}"
        );
    }
}
