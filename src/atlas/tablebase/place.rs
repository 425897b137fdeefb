//! From a position in its author's letters to a layout.

use super::super::layout::{Cells, FLAT, Layout, SINGLE, Square, UPRIGHT, cell};
use crate::grid::{Cell, Grid};
use crate::puzzle::Piece;
use crate::solution::Position;

/// The layout of a position of a puzzle that the tablebase covers; `None` of any other.
pub(in super::super) fn layout(position: &Position<'_>) -> Option<Layout> {
    let puzzle = position.puzzle();
    let pieces = || puzzle.pieces().iter().zip(position.anchors());
    let (_, square) = pieces().find(|(piece, _)| bits(piece) == Some(0))?;
    let bare = Layout::bare(Square::at(first(puzzle.grid(), *square)));
    pieces().try_fold(bare, |layout, (piece, &anchor)| {
        Some(layout.with(bits(piece)?, first(puzzle.grid(), anchor)))
    })
}

/// The bits of a layout that stand for such a piece; the 2×2 has none.
pub(in super::super) fn bits(piece: &Piece) -> Option<u64> {
    match (piece.shape.height(), piece.shape.width()) {
        (1, 1) => Some(SINGLE),
        (1, 2) => Some(FLAT),
        (2, 1) => Some(UPRIGHT),
        (2, 2) => Some(0),
        _ => None,
    }
}

/// A cell of the frame as a set.
fn first(grid: &Grid, anchor: Cell) -> Cells {
    (0..).zip(grid.cells()).find(|&(_, at)| at == anchor).map_or(0, |(number, _)| cell(number))
}

/// The cell of the frame that a set of one is.
pub(super) fn anchor(grid: &Grid, cells: Cells) -> Option<Cell> {
    (0..).zip(grid.cells()).find(|&(number, _)| cell(number) == cells).map(|(_, at)| at)
}
