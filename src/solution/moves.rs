//! Moves, and lists of them.

use std::{slice, vec};

use crate::grid::{Cell, Direction};
use crate::puzzle::{Metric, PieceId};

/// The most cells that all pieces of one solution may travel together, for the readers of
/// solutions: a few lines could otherwise ask for any amount of memory.
pub const MAX_STEPS: usize = 1 << 24;

/// One unit of a solution: a piece and the way it goes.
///
/// Any values are possible: [`Position::apply`](super::Position::apply) checks them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// Which piece goes.
    pub piece: PieceId,
    /// Where its anchor stands before.
    pub from: Cell,
    /// The way it goes, cell by cell; an empty one is illegal.
    pub path: Vec<Direction>,
}

impl Move {
    /// Where the anchor stands afterwards, or `None` where the path leaves the range of cells.
    #[must_use]
    pub fn to(&self) -> Option<Cell> {
        self.path.iter().try_fold(self.from, |at, &direction| at.step(direction))
    }

    /// Whether its path is one unit of `metric`: a single step, a straight line, or any path.
    #[must_use]
    pub fn is_unit(&self, metric: Metric) -> bool {
        let straight = || self.path.windows(2).all(|pair| pair[0] == pair[1]);
        match metric {
            Metric::Move => !self.path.is_empty(),
            Metric::Slide => !self.path.is_empty() && straight(),
            Metric::Step => self.path.len() == 1,
        }
    }
}

/// A list of moves, each of them one unit of the metric.
///
/// ```
/// use huarong::solution::{Position, notation};
/// use huarong::{Metric, Puzzle};
///
/// let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n".parse()?;
/// let solution = notation::parse(&puzzle, "A right 2\nA down", None)?;
/// assert_eq!(solution.display(&puzzle).to_string(), "  1. A  right 2\n  2. A  down\n");
/// let mut position = Position::start(&puzzle);
/// for unit in &solution {
///     assert_eq!(position.anchor(unit.piece), unit.from);
///     position.apply(unit)?;
/// }
/// assert!(position.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Whether it solves anything, only [`verify()`](super::verify()) can say.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solution {
    /// What each of the moves is one of.
    pub metric: Metric,
    /// The moves, the first one first.
    pub moves: Vec<Move>,
}

impl Solution {
    /// Its length in its own metric.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it has no moves, as for a puzzle that is solved at the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The moves, the first one first.
    pub fn iter(&self) -> slice::Iter<'_, Move> {
        self.moves.iter()
    }

    /// The cells that all its pieces travel together.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.moves.iter().map(|unit| unit.path.len()).sum()
    }
}

impl<'a> IntoIterator for &'a Solution {
    type Item = &'a Move;
    type IntoIter = slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Solution {
    type Item = Move;
    type IntoIter = vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Right};

    fn unit(path: &[Direction]) -> Move {
        Move { piece: 0, from: Cell::new(1, 1), path: path.to_vec() }
    }

    #[test]
    fn what_is_one_unit_depends_on_the_metric() {
        let table = [
            (&[Down][..], [true, true, true]),
            (&[Down, Down], [true, true, false]),
            (&[Down, Right], [true, false, false]),
            (&[], [false, false, false]),
        ];
        for (path, expected) in table {
            assert_eq!(Metric::ALL.map(|metric| unit(path).is_unit(metric)), expected, "{path:?}");
        }
    }

    #[test]
    fn a_solution_is_as_long_as_its_units_and_travels_all_their_cells() {
        let moves = vec![unit(&[Down, Right]), unit(&[Right])];
        let solution = Solution { metric: Metric::Move, moves };
        assert_eq!((solution.len(), solution.steps()), (2, 3));
        assert!(!solution.is_empty());
        assert!(Solution::default().is_empty());
    }

    #[test]
    fn a_move_ends_where_its_path_leads() {
        assert_eq!(unit(&[Down, Right, Right]).to(), Some(Cell::new(2, 3)));
        assert_eq!(unit(&[Direction::Up, Direction::Up]).to(), None);
    }
}
