//! From a puzzle to a board, and from positions without names to where each piece stands.

use crate::board::{Arrangement, Board, BoardError};
use crate::grid::{Cell, Grid};
use crate::puzzle::Puzzle;
use crate::sliding::Mirroring;

/// The board of a puzzle, on which mirror images are one if they are equally far from the start.
pub(super) fn compile(puzzle: &Puzzle, mirroring: Mirroring) -> Result<Board, BoardError> {
    let board = Board::new(puzzle)?;
    Ok(match mirroring {
        Mirroring::Canonical => board.with_symmetry_of_start(),
        Mirroring::Off => board.without_symmetry(),
    })
}

/// Where the anchor of each piece stands: the pieces of a kind, which nobody can tell apart, in
/// their order from the top.
pub(super) fn anchors(grid: &Grid, board: &Board, position: &Arrangement) -> Vec<Cell> {
    let pieces = board.kinds().iter().map(|kind| kind.pieces.len()).sum();
    let mut anchors = vec![Cell::new(0, 0); pieces];
    let mut placed = vec![0; board.kinds().len()];
    for (cell, kind) in position.anchors() {
        anchors[board.kinds()[kind].pieces[placed[kind]]] = grid.cell(cell);
        placed[kind] += 1;
    }
    anchors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_nobody_can_tell_apart_stand_in_their_order() {
        let text = "A B .\nC C .\n\ngoal:\n. . .\n. C C\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let board = Board::new(&puzzle).expect("it fits");
        // The kind of A and B is the first one.
        let position = Arrangement::new(6, [(5, 0), (0, 1), (2, 0)]);
        let anchors = anchors(puzzle.grid(), &board, &position);
        assert_eq!(anchors, [Cell::new(0, 2), Cell::new(1, 2), Cell::new(0, 0)]);
    }
}
