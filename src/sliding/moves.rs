//! Paths of packed states as moves of the puzzle.

use crate::{
    board::{Board, UnpackedState},
    grid::{Cell, Direction, Grid},
    puzzle::{Metric, Puzzle},
    solution::{Move, Position, Solution, verify},
};

use super::error::SolveError;

/// Returns the solution through these states, the start first, replayed by the independent checker.
/// Interchangeable pieces keep their letters.
///
/// # Errors
/// If the checker refuses it, which would be a bug.
///
/// # Panics
/// If two neighbours are not one unit of the metric apart.
pub fn solution(
    puzzle: &Puzzle,
    board: &Board,
    path: &[UnpackedState],
    metric: Metric,
) -> Result<Solution, SolveError> {
    let grid = puzzle.grid();
    let mut position = Position::start(puzzle);
    let mut moves = Vec::with_capacity(path.len() - 1);
    for pair in path.windows(2) {
        let (from, to) = moved(&pair[0], &pair[1], board).expect("one piece leaves its place");
        let from = grid.cell(from);
        let unit = if metric == Metric::Push {
            let mut pushes = position.legal_moves(metric).into_iter();
            pushes
                .find(|unit| unit.from == from)
                .expect("the positions are neighbours")
        } else {
            let piece = position
                .occupant(from)
                .expect("a piece stands on its anchor");
            let kind = pair[0].kind_at(grid.index(from));
            let end = match to {
                None => (piece, Cell::OUT),
                Some(to) => {
                    let next = puzzle.pieces()[piece].next_layer;
                    let next = next.filter(|_| pair[1].kind_at(to) != kind);
                    (next.unwrap_or(piece), grid.cell(to))
                }
            };
            let path = position
                .find_path_to(piece, end, metric)
                .expect("the positions are neighbours");
            Move { piece, from, path }
        };
        position.apply(&unit).expect("a path found is a legal move");
        moves.push(unit);
    }
    verified(puzzle, metric, moves)
}

/// Returns the solution of these moves if the independent checker accepts it.
fn verified(puzzle: &Puzzle, metric: Metric, moves: Vec<Move>) -> Result<Solution, SolveError> {
    let solution = Solution {
        metric,
        moves: moves.into(),
    };
    match verify(puzzle, &solution) {
        Ok(_) => Ok(solution),
        Err(wrong) => Err(SolveError::Unverified(wrong.into())),
    }
}

/// Returns the solution of tiles in which the empty cell takes this path, the start first. In
/// pushes, steps in one direction are one unit.
///
/// # Errors
/// If the checker refuses it, which would be a bug.
///
/// # Panics
/// If the cells are no neighbours.
pub fn tile_solution(
    puzzle: &Puzzle,
    path: &[u16],
    metric: Metric,
) -> Result<Solution, SolveError> {
    let cell = |index: u16| puzzle.grid().cell(index.into());
    let direction = |pair: &[u16]| {
        let mut all = Direction::ALL.into_iter();
        all.find(|&it| cell(pair[1]).step(it) == Some(cell(pair[0])))
            .expect("a neighbour")
    };
    let steps: Vec<Direction> = path.windows(2).map(direction).collect();
    let mut position = Position::start(puzzle);
    let mut moves = Vec::new();
    for run in steps.chunk_by(|one, other| metric == Metric::Push && one == other) {
        let unit = position.push(run[0], run.len()).expect("tiles stand there");
        position.apply(&unit).expect("a legal push");
        moves.push(unit);
    }
    verified(puzzle, metric, moves)
}

/// Returns the cells that the anchor of the moved piece leaves and enters; it enters none if the
/// piece leaves the frame. They are one cell if the piece only loses a layer there. For a push,
/// they are the empty cells after and before it.
pub fn moved(
    before: &UnpackedState,
    after: &UnpackedState,
    board: &Board,
) -> Option<(usize, Option<usize>)> {
    let differs = |&cell: &usize| before.kind_at(cell) != after.kind_at(cell);
    let to = only_in(after, before, board);
    if let Some(from) = only_in(before, after, board) {
        return Some((from, to));
    }
    let here = (0..board.cells()).find(differs)?;
    Some((here, Some(here)))
}

/// Returns the first cell with an anchor and without one in the other state.
fn only_in(one: &UnpackedState, other: &UnpackedState, board: &Board) -> Option<usize> {
    (0..board.cells()).find(|&cell| one.kind_at(cell).is_some() && other.kind_at(cell).is_none())
}

/// Returns the anchor of each piece, [`Cell::OUT`] if it has left. Interchangeable pieces are
/// ordered by their cells.
pub fn anchors(grid: &Grid, board: &Board, position: &UnpackedState) -> Vec<Cell> {
    let pieces = board.kinds().iter().map(|kind| kind.pieces.len()).sum();
    let mut anchors = vec![Cell::OUT; pieces];
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
    fn anchors_of_interchangeable_pieces_are_in_order() {
        let text = "A B .\nC C .\n\ngoal:\n. . .\n. C C\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let board = Board::new(&puzzle).expect("it fits");
        // The kind of A and B is the first one.
        let position = UnpackedState::new(6, [(5, 0), (0, 1), (2, 0)]);
        let anchors = anchors(puzzle.grid(), &board, &position);
        assert_eq!(anchors, [Cell::new(0, 2), Cell::new(1, 2), Cell::new(0, 0)]);
    }
}
