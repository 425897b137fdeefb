//! Where the pieces of a board can stand and what they cover there, as masks and distances.

use crate::grid::{Direction, Offset};

use super::Board;
use super::cells::CellSet;
use super::kind::{self, Kind, KindId};

/// Numbers of cells and planes, as the shifts of words want them.
pub(super) fn narrow(count: usize) -> u32 {
    u32::try_from(count).expect("at most 128 cells")
}

pub(super) fn flips<M: CellSet>(kind: KindId, planes: usize) -> Vec<M> {
    let is_set = |plane: usize| kind::code(kind) >> plane & 1 == 1;
    (0..planes).map(|plane| if is_set(plane) { M::EMPTY } else { !M::EMPTY }).collect()
}

pub(super) fn cover(board: &Board) -> Vec<(KindId, u32)> {
    let kinds = board.kinds().iter().enumerate();
    kinds.flat_map(|(id, kind)| offsets(board, kind).into_iter().map(move |at| (id, at))).collect()
}

/// How many cells after the anchor the cells of a kind come, row by row.
pub(super) fn offsets(board: &Board, kind: &Kind) -> Vec<u32> {
    let distance = |&offset: &Offset| linear(board, offset);
    kind.shape.offsets().iter().map(distance).map(i32::unsigned_abs).collect()
}

/// An offset as a number of cells, row by row; negative is before.
pub(super) fn linear(board: &Board, offset: Offset) -> i32 {
    i32::from(offset.rows) * i32::from(board.grid.columns()) + i32::from(offset.columns)
}

/// The anchors from which a kind may step in a direction, whatever stands in the way.
pub(super) fn inside<M: CellSet>(board: &Board, kind: &Kind, direction: Direction) -> M {
    if !kind.directions[direction as usize] {
        return M::EMPTY;
    }
    let stands = |cell: &usize| kind.places >> cell & 1 == 1;
    let anchors = (0..board.cells()).filter(stands).filter(|&cell| {
        let target = board.grid.cell(cell).step(direction);
        let target = target.filter(|&cell| board.grid.contains(cell));
        target.is_some_and(|cell| stands(&board.grid.index(cell)))
    });
    M::narrow(anchors.fold(0, |mask, cell| mask | 1 << cell))
}

/// A product with this factor adds up the bits `p · cells` of a word, each moved to bit `p` of the
/// number formed by the highest `planes` bits; no two of the partial products meet in one bit.
pub(super) fn gather(board: &Board) -> (u64, u64) {
    if board.bits() > 64 {
        return (0, 0);
    }
    let (cells, planes) = (board.cells(), board.planes());
    let lowest = (0..planes).fold(0, |mask, plane| mask | 1 << (plane * cells));
    let factor =
        (0..planes).fold(0, |factor, plane| factor | 1 << (64 - planes + plane - plane * cells));
    (lowest, factor)
}

/// The cells that a kind covers with its anchor at each cell; those beyond the frame are left out.
pub(super) fn footprints(board: &Board, kind: &Kind) -> Vec<u128> {
    let covered = |anchor: usize| {
        let cells = kind.shape.cells_at(board.grid.cell(anchor));
        let cells = cells.filter(|&cell| board.grid.contains(cell));
        cells.fold(0, |mask, cell| mask | 1 << board.grid.index(cell))
    };
    (0..board.cells()).map(covered).collect()
}
