//! What is wrong with a drawing of the board, or between two of them.

use thiserror::Error;

use crate::grid::Cell;

/// What is wrong with a drawing of the board.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum BoardFault {
    /// It ends too early.
    #[error("the drawing ends here, and the board has {rows} rows")]
    Rows {
        /// Rows of the board.
        rows: usize,
    },
    /// A row is too short or too long.
    #[error("this row has {given} cells, and the board has {columns} columns")]
    Columns {
        /// Cells of the row.
        given: usize,
        /// Columns of the board.
        columns: usize,
    },
    /// Something that draws no cell, or not this one.
    #[error("`{given}` draws no cell here")]
    Mark {
        /// As written.
        given: String,
    },
    /// A wall is missing.
    #[error("{cell} is a wall")]
    Wall {
        /// Where the wall is.
        cell: Cell,
    },
    /// A piece has too few or too many cells.
    #[error("{piece} covers {area} of the cells, and here it has {given}")]
    Area {
        /// Letter and name of the piece.
        piece: String,
        /// Cells that it has in the drawing.
        given: usize,
        /// Cells that it has.
        area: usize,
    },
    /// A piece has the right number of cells, and they lie wrong.
    #[error("the cells of {piece} do not have its shape")]
    Shape {
        /// Letter and name of the piece.
        piece: String,
    },
    /// The first board is not the start.
    #[error("on the first board {piece} is not where the puzzle has it")]
    NotTheStart {
        /// Letter and name of a piece that stands elsewhere.
        piece: String,
    },
    /// Two boards in succession are alike.
    #[error("no piece has moved since the board before")]
    NoneMoved,
    /// More than one piece has changed its place.
    #[error("{one} and {other} have both moved since the board before")]
    SeveralMoved {
        /// Letter and name of the first such piece.
        one: String,
        /// Letter and name of the second.
        other: String,
    },
}

impl BoardFault {
    /// What to do about it.
    pub(in crate::solution::notation) const fn help(&self) -> &'static str {
        match self {
            BoardFault::Rows { .. } | BoardFault::Columns { .. } => {
                "draw every row of the board and every cell of the row, with spaces between them"
            }
            BoardFault::Mark { .. } => {
                "draw a piece by its letter, an empty cell by `.`, a wall by `#` and a gate by `+`"
            }
            BoardFault::Wall { .. } => "draw it as `#`",
            BoardFault::Area { .. } | BoardFault::Shape { .. } => {
                "draw each piece with its letter on every cell that it covers"
            }
            BoardFault::NotTheStart { .. } => "begin with the board that the puzzle begins with",
            BoardFault::NoneMoved => "draw each board once",
            BoardFault::SeveralMoved { .. } => {
                "draw the board after every single move; pieces of one shape keep their letters"
            }
        }
    }
}
