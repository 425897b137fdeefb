//! Goals that are a side of the frame: a piece touches it, and could leave through it.

use super::super::{Goal, PieceId, Puzzle, Target};
use super::check::Letters;
use super::{DraftError, Fault, MAX_GOALS, Place};
use crate::grid::{Cell, Direction};

/// A goal for each place at its side where one of these pieces may stand.
pub(super) fn goals(
    exits: &[(char, Direction)],
    puzzle: &Puzzle,
    letters: &Letters,
) -> Result<Vec<Goal>, DraftError> {
    let mut goals = Vec::new();
    for (entry, &(letter, side)) in exits.iter().enumerate() {
        let error = |fault| Err(DraftError::new(Place::Exit { entry }, fault));
        let Some(&piece) = letters.get(&letter) else {
            return error(Fault::NoSuchPiece { letter });
        };
        let before = goals.len();
        let anchors = puzzle.grid().cells().filter(|&anchor| leaves(puzzle, piece, anchor, side));
        let targets = anchors.map(|anchor| vec![Target { piece, anchor }]);
        goals.extend(targets.map(|targets| Goal { targets, empties: Vec::new() }));
        if goals.len() == before {
            return error(Fault::NoExit { letter, side });
        }
        if goals.len() > MAX_GOALS {
            return error(Fault::TooManyGoals);
        }
    }
    Ok(goals)
}

/// Whether a piece with its anchor there touches that side of the frame, stands on free cells, and
/// has not left the rows or columns that it is kept in.
fn leaves(puzzle: &Puzzle, piece: PieceId, anchor: Cell, side: Direction) -> bool {
    let (grid, start) = (puzzle.grid(), puzzle.pieces()[piece].anchor);
    let shape = &puzzle.pieces()[piece].shape;
    let free = |cell: Cell| grid.contains(cell) && puzzle.may_enter(piece, cell);
    let cells: Vec<Cell> = shape.cells_at(anchor).filter(|&cell| free(cell)).collect();
    let steps = |one, other| puzzle.may_step(piece, one) || puzzle.may_step(piece, other);
    let beyond = |cell: &Cell| cell.step(side).is_none_or(|next| !grid.contains(next));
    cells.len() == shape.area()
        && cells.iter().any(beyond)
        && (anchor.row == start.row || steps(Direction::Up, Direction::Down))
        && (anchor.column == start.column || steps(Direction::Left, Direction::Right))
}
