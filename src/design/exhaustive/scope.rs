//! Which puzzles are gone through.

use std::ops::RangeInclusive;

use super::super::scope_error::{MAX_AREA, ScopeError};
use super::frame::{CellFrame, Cells, Dissection};
use crate::grid::Cell;
use crate::puzzle::{Metric, Polyomino};

/// The most cells where pieces may have any shape: a frame of 5×5 has two million connected ones.
const MAX_CELLS_OF_ANY_SHAPE: usize = 25;

/// The most boards to go through where nothing narrows them: some weeks on two cores.
const MAX_BOARDS: u128 = 100_000_000_000;

/// Which puzzles are gone through.
#[derive(Clone, Debug)]
pub struct FrameScope {
    /// Rows of the frame.
    pub rows: u8,
    /// Columns of the frame.
    pub columns: u8,
    /// How many of its cells are walls.
    pub walls: usize,
    /// How many pieces there may be.
    pub pieces: RangeInclusive<usize>,
    /// How many cells may be empty.
    pub empty: RangeInclusive<usize>,
    /// The shapes that pieces may have, turned and reflected as one likes; any, if there are none.
    pub shapes: Vec<Polyomino>,
    /// What the goal piece is to do.
    pub aim: GoalSpec,
    /// What is counted.
    pub metric: Metric,
    /// How many puzzles are kept for each number of pieces.
    pub top: usize,
}

/// What the goal piece is to do; any piece may be it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GoalSpec {
    /// It covers the first cell of the frame, and is to cover the last one.
    Corner,
    /// It is to cover these cells, from wherever it does not.
    Exit(Vec<Cell>),
    /// It is to go from any place to any other.
    Anywhere,
}

impl FrameScope {
    /// Every puzzle of a frame, in which the goal piece goes from corner to corner.
    /// The height comes before the width here, unlike in the text of a [`Size`](crate::grid::Size).
    #[must_use]
    pub fn new(rows: u8, columns: u8) -> Self {
        FrameScope {
            rows,
            columns,
            walls: 0,
            pieces: 1..=usize::MAX,
            empty: 1..=usize::MAX,
            shapes: Vec::new(),
            aim: GoalSpec::Corner,
            metric: Metric::Move,
            top: 1,
        }
    }

    /// Rows times columns.
    #[must_use]
    pub fn area(&self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// The frame without walls.
    pub(super) fn frame(&self) -> CellFrame {
        CellFrame::new(self.rows.into(), self.columns.into(), 0)
    }

    /// Where the goal piece must start and end: which cells it covers, if that is one for all.
    pub(super) fn aims(&self) -> (Cells, Option<Cells>) {
        match &self.aim {
            GoalSpec::Corner => (1, Some(1 << (self.frame().area() - 1))),
            GoalSpec::Exit(cells) => {
                let columns = u32::from(self.columns);
                let bit =
                    |cell: &Cell| 1 << (u32::from(cell.row) * columns + u32::from(cell.column));
                (0, Some(cells.iter().map(bit).fold(0, |set: Cells, bit: Cells| set | bit)))
            }
            GoalSpec::Anywhere => (0, None),
        }
    }

    /// The shapes that pieces may have; any, if there are none.
    pub(super) fn shapes_in(&self, frame: &CellFrame) -> Option<Vec<Cells>> {
        if self.shapes.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        for shape in &self.shapes {
            found.extend(images_of(shape).into_iter().filter_map(|cells| shape_in(frame, &cells)));
        }
        Some(found)
    }

    /// Whether it is a scope.
    ///
    /// # Errors
    /// If it is none.
    pub fn check(&self) -> Result<(), ScopeError> {
        let cells = self.area();
        match cells {
            0 | 1 => return Err(ScopeError::OneCell),
            _ if cells > MAX_AREA => return Err(ScopeError::TooLarge { cells }),
            _ if self.walls > cells - 2 => {
                return Err(ScopeError::TooManyWalls { walls: self.walls, cells });
            }
            _ => {}
        }
        if let GoalSpec::Exit(exit) = &self.aim {
            if exit.is_empty() {
                return Err(ScopeError::NoExit);
            }
            let outside = exit.iter().find(|it| it.row >= self.rows || it.column >= self.columns);
            if let Some(cell) = outside {
                let (row, column) = (usize::from(cell.row) + 1, usize::from(cell.column) + 1);
                return Err(ScopeError::ExitOutside { row, column });
            }
        }
        if self.shapes.is_empty() {
            let boards = super::count::boards(&self.frame()).iter().sum();
            let is_narrow = *self.pieces.end() < cells || *self.empty.end() < cells;
            if cells > MAX_CELLS_OF_ANY_SHAPE || boards > MAX_BOARDS && !is_narrow {
                return Err(ScopeError::TooMany { boards });
            }
        }
        debug_assert!(Dissection::bits(&self.frame()) <= u128::BITS);
        Ok(())
    }
}

/// A shape turned and reflected, each image as rows and columns from 0.
fn images_of(shape: &Polyomino) -> Vec<Vec<(i32, i32)>> {
    let cells = shape.offsets().iter().map(|it| (i32::from(it.rows), i32::from(it.columns)));
    let mut cells: Vec<(i32, i32)> = cells.collect();
    let mut found = Vec::new();
    for turn in 0..8 {
        for (row, column) in &mut cells {
            (*row, *column) = (*column, -*row);
            if turn == 4 {
                *row = -*row;
            }
        }
        let row = cells.iter().map(|it| it.0).min().unwrap_or(0);
        let column = cells.iter().map(|it| it.1).min().unwrap_or(0);
        found.push(cells.iter().map(|it| (it.0 - row, it.1 - column)).collect());
    }
    found
}

/// A shape as a set of the first cells of a frame; none if it is too large.
fn shape_in(frame: &CellFrame, cells: &[(i32, i32)]) -> Option<Cells> {
    let bit = |&(row, column): &(i32, i32)| {
        let (row, column) = (row.cast_unsigned(), column.cast_unsigned());
        let is_inside = row < frame.rows && column < frame.columns;
        is_inside.then(|| 1 << (row * frame.columns + column))
    };
    cells.iter().map(bit).try_fold(0, |set, bit| Some(set | bit?))
}
