//! The frame of a script with its walls and pieces.

use std::collections::{HashMap, HashSet};

use super::super::ParseError;
use super::super::error::Spot;
use super::script::{Number, Pair, Script, Shape, error};
use crate::puzzle::MAX_SIDE;

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    Nothing,
    Wall,
    /// The piece of that `put:`, by its place among them.
    Piece(usize),
}

/// A frame in which the pieces of a script lie apart from each other.
pub(super) struct Board<'a> {
    pub(super) shapes: HashMap<i32, &'a Shape<'a>>,
    /// Row by row, all of one length, at least one.
    pub(super) rows: Vec<Vec<Content>>,
}

impl<'a> Board<'a> {
    /// The board of the script; `first` is where to say what is missing in it.
    pub(super) fn new(script: &'a Script<'a>, first: Spot<'a>) -> Result<Self, ParseError> {
        let width = side(script.width, first, "xsize")?;
        let height = side(script.height, first, "ysize")?;
        let shapes = shapes(&script.shapes)?;
        let mut board = Board { shapes, rows: vec![vec![Content::Nothing; width]; height] };
        board.build_walls(script)?;
        board.put_pieces(script)?;
        if script.puts.is_empty() {
            return Err(error(first, "the script puts no piece", "write `put: 1 (0,0)`"));
        }
        Ok(board)
    }

    /// The row and column of a cell of the frame.
    pub(super) fn cell(&self, x: i32, y: i32) -> Option<(usize, usize)> {
        let (row, column) = (usize::try_from(y).ok()?, usize::try_from(x).ok()?);
        (row < self.rows.len() && column < self.rows[0].len()).then_some((row, column))
    }

    /// The cells of the frame that a piece of this number covers there.
    pub(super) fn covered(
        &self,
        number: Number<'_>,
        at: Pair<'_>,
    ) -> Result<Vec<(usize, usize)>, ParseError> {
        let Some(shape) = self.shapes.get(&number.value) else {
            return Err(undefined(number));
        };
        let cell = |cell: &Pair<'_>| {
            let (x, y) = (at.x.checked_add(cell.x)?, at.y.checked_add(cell.y)?);
            self.cell(x, y)
        };
        let cells: Option<Vec<_>> = shape.cells.iter().map(cell).collect();
        cells.ok_or_else(|| outside(at.spot, "this piece"))
    }

    fn build_walls(&mut self, script: &Script<'_>) -> Result<(), ParseError> {
        for wall in &script.walls {
            let ends = (self.cell(wall.from.0, wall.from.1), self.cell(wall.to.0, wall.to.1));
            let (Some(from), Some(to)) = ends else {
                return Err(outside(wall.spot, "this wall"));
            };
            for row in &mut self.rows[from.0.min(to.0)..=from.0.max(to.0)] {
                row[from.1.min(to.1)..=from.1.max(to.1)].fill(Content::Wall);
            }
        }
        Ok(())
    }

    fn put_pieces(&mut self, script: &Script<'_>) -> Result<(), ParseError> {
        for (piece, put) in script.puts.iter().enumerate() {
            for (row, column) in self.covered(put.number, put.at)? {
                let message = match self.rows[row][column] {
                    Content::Nothing => None,
                    Content::Wall => Some("this piece stands on a wall".to_owned()),
                    Content::Piece(other) => {
                        let line = script.puts[other].number.spot.number;
                        Some(format!("this piece stands on the one of line {line}"))
                    }
                };
                if let Some(message) = message {
                    return Err(error(put.at.spot, message, "put it where all its cells are free"));
                }
                self.rows[row][column] = Content::Piece(piece);
            }
        }
        Ok(())
    }
}

/// A side of the frame.
fn side(side: Option<Number<'_>>, first: Spot<'_>, name: &str) -> Result<usize, ParseError> {
    let Some(Number { value, spot }) = side else {
        let message = format!("the script has no {name}");
        return Err(error(first, message, format!("write `{name}: 4`")));
    };
    if let Ok(value @ 1..=MAX_SIDE) = usize::try_from(value) {
        return Ok(value);
    }
    let message = format!("{value} is no size of a frame");
    Err(error(spot, message, format!("a frame has 1 to {MAX_SIDE} rows and columns")))
}

/// The shapes by number.
fn shapes<'a>(shapes: &'a [Shape<'a>]) -> Result<HashMap<i32, &'a Shape<'a>>, ParseError> {
    let mut known = HashMap::new();
    for shape in shapes {
        let number = shape.number;
        if number.value == 0 {
            let help = "give it another number";
            return Err(error(number.spot, "0 stands for an empty cell", help));
        }
        if known.insert(number.value, shape).is_some() {
            let help = "give it a number of its own";
            return Err(error(number.spot, "there is a piece of this number already", help));
        }
        let mut seen = HashSet::new();
        for (place, cell) in shape.cells.iter().enumerate() {
            let at = (cell.y, cell.x);
            if !seen.insert(at) {
                return Err(error(cell.spot, "the piece has this cell already", "name it once"));
            }
            if at < (0, 0) || (at == (0, 0)) != (place == 0) {
                let help = "begin with (0,0), the leftmost cell of the top row";
                return Err(error(cell.spot, "this cell comes before the first one", help));
            }
        }
    }
    Ok(known)
}

/// That a number has no shape.
pub(super) fn undefined(number: Number<'_>) -> ParseError {
    let help = format!("define it: `piece: {} (0,0)`", number.value);
    error(number.spot, "there is no piece of this number", help)
}

pub(super) fn outside(spot: Spot<'_>, what: &str) -> ParseError {
    error(spot, format!("{what} lies outside the frame"), "x and y count from 0")
}
