//! Drawings of the board between the moves, to be recognised and passed over.

use crate::grid::Cell;
use crate::puzzle::Puzzle;

/// Whether `lines` begin with a drawing of the puzzle's board at any moment, as
/// [`Position`](crate::solution::Position) displays it. Then it takes as many lines as the board
/// has rows.
///
/// It has to be exact, so that no move can be taken for a part of it: a board on which anything can
/// move has an empty cell, and its `.` stands in no move.
pub(super) fn begins(puzzle: &Puzzle, lines: &[&str]) -> bool {
    let grid = puzzle.grid();
    let mut drawn = vec![0; puzzle.pieces().len()];
    for row in 0..grid.rows() {
        let Some(line) = lines.get(usize::from(row)) else { return false };
        let mut marks = line.split_whitespace();
        for column in 0..grid.columns() {
            let Some(mark) = marks.next().and_then(only_char) else { return false };
            let cell = Cell::new(row, column);
            let piece = puzzle.pieces().iter().position(|piece| piece.letter == mark);
            match piece {
                Some(piece) if !grid.is_wall(cell) => drawn[piece] += 1,
                None if is_mark_of(puzzle, cell, mark) => {}
                _ => return false,
            }
        }
        if marks.next().is_some() {
            return false;
        }
    }
    puzzle.pieces().iter().zip(drawn).all(|(piece, drawn)| piece.shape.area() == drawn)
}

/// Whether a cell without a piece may be drawn like this.
fn is_mark_of(puzzle: &Puzzle, cell: Cell, mark: char) -> bool {
    if puzzle.grid().is_wall(cell) {
        mark == '#'
    } else {
        mark == '.' || puzzle.gate().cells.contains(&cell) && !mark.is_alphanumeric()
    }
}

fn only_char(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none())
}
