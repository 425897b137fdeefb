//! Positions of sliding-block puzzles as SVG: one by one, or a whole solution on a sheet.

mod arrow;
mod exit;
mod frame;
mod label;
mod outline;
mod piece;
mod position;
mod sheet;

use crate::grid::Cell;
use crate::puzzle::Polyomino;

#[cfg(feature = "pictures")]
pub(crate) use arrow::Arrow;
pub(crate) use exit::{Exit, exits};
#[cfg(feature = "pictures")]
pub(crate) use frame::goals;
pub(crate) use label::label_box;
pub(crate) use outline::{Inset, Outline};
pub use position::BoardPicture;
pub use sheet::{MAX_SHOWN, Sheet, SheetError};

/// The side of a cell. Halves and quarters of it are whole numbers.
pub(crate) const UNIT: i32 = 60;

/// How wide the frame is around the cells.
const BORDER: i32 = 15;

/// What is written in pictures.
const FONT: &str = "system-ui,sans-serif";

/// The cells of a shape from its anchor, as (column, row).
pub(crate) fn offsets(shape: &Polyomino) -> Vec<(i32, i32)> {
    let offsets = shape.offsets().iter();
    offsets.map(|offset| (i32::from(offset.columns), i32::from(offset.rows))).collect()
}

/// Where a cell begins.
fn corner(cell: Cell) -> (i32, i32) {
    (i32::from(cell.column) * UNIT, i32::from(cell.row) * UNIT)
}
