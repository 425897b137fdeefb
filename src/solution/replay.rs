//! One move, checked cell by cell.

use thiserror::Error;

use super::{Move, Position};
use crate::grid::{Cell, Direction};
use crate::puzzle::{Metric, PieceId, Puzzle};

/// Why a move cannot be made.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The puzzle has no piece of this number.
    #[error("there is no piece {piece}: the puzzle has {pieces}, numbered from 0")]
    NoSuchPiece {
        /// The number given.
        piece: PieceId,
        /// How many there are.
        pieces: usize,
    },
    /// The piece stands somewhere else.
    #[error("{piece} stands at {stands}, not at {from}")]
    Elsewhere {
        /// The piece's letter and name.
        piece: String,
        /// Where its anchor stands.
        stands: Cell,
        /// Where the move says it does.
        from: Cell,
    },
    /// The path is empty.
    #[error("{piece} goes nowhere")]
    Idle {
        /// The piece's letter and name.
        piece: String,
    },
    /// The path is more than one unit of the solution's metric.
    #[error("{piece} goes further than one {metric}, which is {}", unit(*.metric))]
    NotAUnit {
        /// The piece's letter and name.
        piece: String,
        /// The solution's metric.
        metric: Metric,
    },
    /// Something is in the way, at the first or at a later cell of the path.
    #[error("{piece} cannot go {direction} from {at}: {obstacle}")]
    Blocked {
        /// The piece's letter and name.
        piece: String,
        /// Where its anchor stands when it meets the obstacle.
        at: Cell,
        /// Which way it would go on.
        direction: Direction,
        /// What is in the way.
        obstacle: Obstacle,
    },
}

/// What one unit of `metric` may be, in words.
const fn unit(metric: Metric) -> &'static str {
    match metric {
        Metric::Move => "any path of one piece",
        Metric::Slide => "one straight line",
        Metric::Step => "one cell",
    }
}

/// What keeps a piece from going one cell further.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum Obstacle {
    /// The frame ends.
    #[error("there the frame ends")]
    Frame,
    /// A wall.
    #[error("{0} is a wall")]
    Wall(Cell),
    /// A gate that this piece may not enter.
    #[error("{0} is a gate that it may not enter")]
    Gate(Cell),
    /// The puzzle lets pieces move along their long side only.
    #[error("it may only move along its long side")]
    Rule,
    /// Another piece.
    #[error("{cell} is taken by {by}")]
    Taken {
        /// The cell that both would cover.
        cell: Cell,
        /// Letter and name of the other piece.
        by: String,
    },
}

/// Makes a move, after checking that it may be made: that the piece stands where the move says, and
/// that each step of its path stays within the frame, off walls, closed gates and other pieces, and
/// keeps to the puzzle's rule of movement.
///
/// A path as such has no metric; [`Move::is_unit`] tells, and [`verify`](super::verify()) asks it.
///
/// # Errors
/// The first thing that is wrong with the move; the position is then as it was.
///
/// # Complexity
/// Cells of the piece × steps of the path.
pub fn apply(position: &mut Position<'_>, unit: &Move) -> Result<(), IllegalMove> {
    let pieces = position.puzzle().pieces();
    let Some(piece) = pieces.get(unit.piece) else {
        return Err(IllegalMove::NoSuchPiece { piece: unit.piece, pieces: pieces.len() });
    };
    let stands = position.anchor(unit.piece);
    if stands != unit.from {
        return Err(IllegalMove::Elsewhere { piece: piece.label(), stands, from: unit.from });
    }
    if unit.path.is_empty() {
        return Err(IllegalMove::Idle { piece: piece.label() });
    }
    let mut at = stands;
    for &direction in &unit.path {
        at = step(position, unit.piece, at, direction).map_err(|obstacle| {
            IllegalMove::Blocked { piece: piece.label(), at, direction, obstacle }
        })?;
    }
    position.put(unit.piece, at);
    Ok(())
}

/// Where the anchor of `piece` would be after one step from `at`, wherever the piece really stands:
/// it is never in its own way.
pub(super) fn step(
    position: &Position<'_>,
    piece: PieceId,
    at: Cell,
    direction: Direction,
) -> Result<Cell, Obstacle> {
    let puzzle = position.puzzle();
    if !puzzle.may_step(piece, direction) {
        return Err(Obstacle::Rule);
    }
    for cell in puzzle.pieces()[piece].shape.cells_at(at) {
        let entered = cell.step(direction).ok_or(Obstacle::Frame)?;
        enter(puzzle, piece, entered)?;
        if let Some(other) = position.occupant(entered)
            && other != piece
        {
            let by = puzzle.pieces()[other].label();
            return Err(Obstacle::Taken { cell: entered, by });
        }
    }
    at.step(direction).ok_or(Obstacle::Frame)
}

/// Whether the frame itself lets `piece` cover `cell`, and if not, why.
fn enter(puzzle: &Puzzle, piece: PieceId, cell: Cell) -> Result<(), Obstacle> {
    if !puzzle.grid().contains(cell) {
        Err(Obstacle::Frame)
    } else if puzzle.grid().is_wall(cell) {
        Err(Obstacle::Wall(cell))
    } else if !puzzle.may_enter(piece, cell) {
        Err(Obstacle::Gate(cell))
    } else {
        Ok(())
    }
}
