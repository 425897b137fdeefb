//! Drawings of the board between moves, which the reader skips.

use super::terse::Labels;
use crate::{
    excerpt::{LineIter, only_char},
    grid::Cell,
    puzzle::Puzzle,
};

/// Whether these lines begin with a drawing of the board, as
/// [`Position`](crate::solution::Position) displays it: each row is a line, and each piece has its
/// number of cells, anywhere on the board, or none if it may have left.
///
/// Drawings are exact, so that no move is read as a part of one: a board with a legal move has an
/// empty cell, and no move contains its `.`.
pub fn is_drawing(puzzle: &Puzzle, labels: &Labels<'_>, mut lines: LineIter<'_>) -> bool {
    let grid = puzzle.grid();
    let mut areas = vec![0; puzzle.pieces().len()];
    for row in 0..grid.rows() {
        let line = lines.top();
        lines.next();
        if line.words().count() != usize::from(grid.columns()) {
            return false;
        }
        for (column, mark) in (0..).zip(line.words()) {
            let cell = Cell::new(row, column);
            match labels.find(mark.text()) {
                Some(piece) if !grid.is_wall(cell) => areas[piece] += 1,
                None if only_char(mark.text()).is_some_and(|it| draws(puzzle, cell, it)) => {}
                _ => return false,
            }
        }
    }
    let mut areas = areas.into_iter().enumerate();
    areas.all(|(piece, area)| {
        area == puzzle.pieces()[piece].shape.area() || area == 0 && puzzle.may_leave(piece)
    })
}

/// Whether the mark draws this cell without a piece.
fn draws(puzzle: &Puzzle, cell: Cell, mark: char) -> bool {
    if puzzle.grid().is_wall(cell) {
        mark == '#'
    } else {
        mark == '.' || puzzle.gate().cells.contains(&cell) && !mark.is_alphanumeric()
    }
}
