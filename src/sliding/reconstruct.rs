//! From positions without names to moves in the author's own letters.

use crate::board::{Arrangement, Board};
use crate::puzzle::{Metric, Puzzle};
use crate::solution::{Move, Position};

/// The moves between positions that follow on each other, the puzzle's start first. Pieces that
/// the search takes for one and the same keep their letters.
///
/// # Panics
/// If two neighbouring positions are not one unit of the metric apart.
pub(crate) fn moves(
    puzzle: &Puzzle,
    board: &Board,
    path: &[Arrangement],
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
        position.play(&unit).expect("a path found is a legal move");
        moves.push(unit);
    }
    moves
}

/// Which cell the anchor of the one piece leaves that moves, and which one it comes to.
pub(crate) fn moved(
    before: &Arrangement,
    after: &Arrangement,
    board: &Board,
) -> Option<(usize, usize)> {
    Some((only_in(before, after, board)?, only_in(after, before, board)?))
}

/// The first cell with an anchor that the other arrangement does not have.
fn only_in(one: &Arrangement, other: &Arrangement, board: &Board) -> Option<usize> {
    (0..board.cells()).find(|&cell| {
        let kind = one.kind_at(cell);
        kind.is_some() && kind != other.kind_at(cell)
    })
}
