//! Tours by backtracking on the graph of the board.

use std::ops::ControlFlow;

use crate::backtrack::hamilton::{self, Shape, Terms, Ties};
use crate::backtrack::{Search, Statistics};
use crate::control::{Observer, Outcome};
use crate::graph::Vertex;

use super::board::Board;
use super::course::Course;
use super::existence;
use super::square::Square;
use super::verify::{Flaw, verify};

/// Roth's rule for squares with as many onward moves: the farthest from the centre first.
///
/// Roth: The knight's tour, 2004. 8 bytes a square.
#[must_use]
pub fn roth(board: &Board) -> Ties {
    let (rows, columns) = (u64::from(board.rows()), u64::from(board.columns()));
    let farthest = (rows - 1).pow(2) + (columns - 1).pow(2);
    // Twice the distance, so that centres between squares need no fractions.
    let from_centre = |at: u32, side: u64| (2 * u64::from(at)).abs_diff(side - 1).pow(2);
    let key = |square: Square| {
        farthest - from_centre(square.row, rows) - from_centre(square.column, columns)
    };
    Ties::Keyed((0..board.squares()).map(|vertex| key(board.square(vertex))).collect())
}

/// Shows every tour to `visit` until that breaks: open ones in each direction in which they fit,
/// closed ones both ways round. Each has been verified; a flaw is shown in its stead, and would be
/// a bug.
pub fn all<T>(
    board: &Board,
    course: Course,
    options: &hamilton::Options,
    observer: Observer<'_>,
    mut visit: impl FnMut(Result<Vec<Square>, Flaw>) -> ControlFlow<T>,
) -> Search<T> {
    if existence::impossible(board, course).is_some() {
        return Search { outcome: Outcome::Exhausted, statistics: Statistics::default() };
    }
    hamilton::visit(&board.graph(), &terms(board, course), options, observer, |path| {
        let tour = squares(board, path);
        visit(verify(board, course, &tour).map(|()| tour))
    })
}

/// The course in the terms of the graph.
pub(super) fn terms(board: &Board, course: Course) -> Terms {
    let vertex = |square: Option<Square>| square.map(|square| board.vertex(square));
    match course {
        Course::Open { start, end } => {
            Terms { start: vertex(start), end: vertex(end), ..Terms::default() }
        }
        Course::Closed { start } => {
            Terms { shape: Shape::Cycle, start: vertex(start), ..Terms::default() }
        }
    }
}

/// The squares of those numbers.
pub(super) fn squares(board: &Board, path: &[Vertex]) -> Vec<Square> {
    path.iter().map(|&vertex| board.square(vertex)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Leaper;

    #[test]
    fn roths_rule_takes_corners_first_and_the_centre_last() {
        let board = Board::new(3, 4, Leaper::KNIGHT).expect("a board");
        let Ties::Keyed(keys) = roth(&board) else { panic!("keys") };
        assert_eq!(*keys, [0, 8, 8, 0, 4, 12, 12, 4, 0, 8, 8, 0]);
    }
}
