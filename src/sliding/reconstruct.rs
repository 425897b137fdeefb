//! From positions without names to moves in the author's own letters.

use crate::board::{Board, UnpackedState};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Move, Position, Solution, verify};

use super::error::SolveError;

/// The solution that goes through these positions, the puzzle's start first, replayed by the
/// independent checker.
///
/// # Errors
/// If the checker refuses it, which would be a bug.
pub(crate) fn solution(
    puzzle: &Puzzle,
    board: &Board,
    path: &[UnpackedState],
    metric: Metric,
) -> Result<Solution, SolveError> {
    let solution = Solution { metric, moves: moves(puzzle, board, path, metric).into() };
    match verify(puzzle, &solution) {
        Ok(_) => Ok(solution),
        Err(wrong) => Err(SolveError::Unverified(wrong.into())),
    }
}

/// The moves between positions that follow on each other, the puzzle's start first. Pieces that
/// the search takes for one and the same keep their letters.
///
/// # Panics
/// If two neighbouring positions are not one unit of the metric apart.
pub(crate) fn moves(
    puzzle: &Puzzle,
    board: &Board,
    path: &[UnpackedState],
    metric: Metric,
) -> Vec<Move> {
    let grid = puzzle.grid();
    let mut position = Position::start(puzzle);
    let mut moves = Vec::with_capacity(path.len() - 1);
    for pair in path.windows(2) {
        let [before, after] = pair else { unreachable!("windows of two") };
        let (from, to) = moved(before, after, board).expect("one piece leaves its place");
        let (from, to) = (grid.cell(from), grid.cell(to));
        let piece = position.occupant(from).expect("a piece stands on its anchor");
        let path = position.find_path(piece, to, metric).expect("the positions are neighbours");
        let unit = Move { piece, from, path };
        position.apply(&unit).expect("a path found is a legal move");
        moves.push(unit);
    }
    moves
}

/// Which cell the anchor of the one piece leaves that moves, and which one it comes to.
pub(crate) fn moved(
    before: &UnpackedState,
    after: &UnpackedState,
    board: &Board,
) -> Option<(usize, usize)> {
    Some((only_in(before, after, board)?, only_in(after, before, board)?))
}

/// The first cell with an anchor that the other arrangement does not have.
fn only_in(one: &UnpackedState, other: &UnpackedState, board: &Board) -> Option<usize> {
    (0..board.cells()).find(|&cell| {
        let kind = one.kind_at(cell);
        kind.is_some() && kind != other.kind_at(cell)
    })
}

/// Where the anchor of each piece stands: interchangeable pieces in their order from the top.
pub(crate) fn anchors(grid: &Grid, board: &Board, position: &UnpackedState) -> Vec<Cell> {
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
    fn interchangeable_pieces_stand_in_their_order() {
        let text = "A B .\nC C .\n\ngoal:\n. . .\n. C C\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let board = Board::new(&puzzle).expect("it fits");
        // The kind of A and B is the first one.
        let position = UnpackedState::new(6, [(5, 0), (0, 1), (2, 0)]);
        let anchors = anchors(puzzle.grid(), &board, &position);
        assert_eq!(anchors, [Cell::new(0, 2), Cell::new(1, 2), Cell::new(0, 0)]);
    }
}
