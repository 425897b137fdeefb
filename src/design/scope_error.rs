//! What cannot be gone through.

use std::ops::RangeInclusive;

/// The most cells of a frame: sides of one more row or column are numbers of bits as well.
pub(super) const MAX_AREA: usize = 30;

/// How many boards, of any pieces, the squarest frame of so many cells has.
pub(super) const BOARDS_5X6: &str = "1,407,716,111,270,377";

/// Why a scope is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScopeError {
    /// A frame without room to move.
    #[error("nothing can move in a frame of one cell")]
    OneCell,
    /// More cells than a board has bits for.
    #[error(
        "a frame may have {MAX_AREA} cells, and this one has {cells}; 5x6 has {BOARDS_5X6} boards already"
    )]
    TooLarge {
        /// How many it has.
        cells: usize,
    },
    /// More boards than anyone could wait for, as pieces may have any shape.
    #[error("there are {boards} boards of any pieces, too many to go through")]
    TooMany {
        /// How many there are.
        boards: u128,
    },
    /// A square that is no Rush Hour board, or one with more boards than anyone could wait for.
    #[error("a Rush Hour board has {} to {} rows and columns, and this one has {side}", Self::RUSH_SIDES.start(), Self::RUSH_SIDES.end())]
    NoRushHour {
        /// How many it has.
        side: usize,
    },
    /// A square that is too small for Unit Rush Hour, or has more boards than anyone could wait
    /// for.
    #[error("Unit Rush Hour has {} to {} rows and columns here, and this one has {side}", Self::UNIT_SIDES.start(), Self::UNIT_SIDES.end())]
    NoUnitRushHour {
        /// How many it has.
        side: usize,
    },
    /// An exit outside the frame.
    #[error("the exit has a cell in row {row}, column {column}, which is outside the frame")]
    ExitOutside {
        /// Its row, from 1.
        row: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// An exit of no cells.
    #[error("the exit has no cells")]
    NoExit,
    /// Walls wherever pieces could be.
    #[error("{walls} walls leave nothing of a frame of {cells} cells")]
    TooManyWalls {
        /// How many there are to be.
        walls: usize,
        /// How many cells the frame has.
        cells: usize,
    },
}

impl ScopeError {
    /// How many rows and columns a Rush Hour board may have.
    pub(super) const RUSH_SIDES: RangeInclusive<usize> = 3..=7;

    /// How many rows and columns a board of Unit Rush Hour may have: what is in a row numbers the
    /// bits of a word.
    pub(super) const UNIT_SIDES: RangeInclusive<usize> = 3..=6;
}
