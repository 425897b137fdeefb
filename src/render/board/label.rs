//! What is written on a piece, and where.

use std::fmt::{self, Formatter};

use unicode_width::UnicodeWidthChar;

use super::{UNIT, offsets};
use crate::puzzle::{Piece, Polyomino};
use crate::render::theme::Ink;
use crate::render::xml::Escaped;

/// Cells side by side within a piece that have room for its label, from the anchor's corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LabelBox {
    pub(crate) column: i32,
    pub(crate) row: i32,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

impl LabelBox {
    /// Its middle, in halves of a cell.
    pub(crate) const fn middle(self) -> (i32, i32) {
        (2 * self.column + self.columns, 2 * self.row + self.rows)
    }
}

/// Where the label of a shape has its place: all of a rectangle; else, of its longest rows of cells,
/// the one nearest to its middle.
pub(crate) fn label_box(shape: &Polyomino) -> LabelBox {
    let cells = offsets(shape);
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let (columns, rows) = (i32::from(shape.width()), i32::from(shape.height()));
    if usize::from(shape.width()) * usize::from(shape.height()) == shape.area() {
        return LabelBox { column: left, row: 0, columns, rows };
    }
    let mut runs: Vec<LabelBox> = Vec::new();
    for &(column, row) in &cells {
        match runs.last_mut() {
            Some(run) if run.row == row && run.column + run.columns == column => run.columns += 1,
            _ => runs.push(LabelBox { column, row, columns: 1, rows: 1 }),
        }
    }
    let middle = (2 * left + columns, rows);
    let distance = |run: &LabelBox| {
        let (x, y) = run.middle();
        (x - middle.0).pow(2) + (y - middle.1).pow(2)
    };
    let longest = runs.iter().map(|run| run.columns).max().unwrap_or(1);
    let longest = runs.into_iter().filter(|run| run.columns == longest);
    longest.min_by_key(distance).unwrap_or(LabelBox { column: 0, row: 0, columns: 1, rows: 1 })
}

/// Names that would have to be written smaller than this are left away.
const SMALLEST: i32 = 11;
/// The letter below a name.
const SMALL: i32 = 13;

/// Writes the name of the piece with its letter below, or the letter alone, from the anchor's corner.
pub(super) fn write(f: &mut Formatter<'_>, piece: &Piece, ink: Ink) -> fmt::Result {
    let place = label_box(&piece.shape);
    let (x, y) = place.middle();
    let (x, y) = (x * UNIT / 2, y * UNIT / 2);
    let letter = piece.letter.to_string();
    let name = piece.name.as_deref().filter(|&name| name != letter);
    let text = ink.text;
    match name.map(|name| (name, size(name, place))) {
        Some((name, size)) if size >= SMALLEST => {
            let (above, below) = (y - SMALL / 2, y + size / 2 + 1);
            line(f, (x, above), size, format_args!(r#" fill="{text}""#), name)?;
            let faint = format_args!(r#" fill="{text}" fill-opacity=".7""#);
            line(f, (x, below), SMALL, faint, &letter)
        }
        _ => {
            let size = if place.columns.min(place.rows) > 1 { UNIT * 2 / 3 } else { UNIT / 2 };
            line(f, (x, y), size, format_args!(r#" fill="{text}" font-weight="600""#), &letter)
        }
    }
}

/// How large a name may be written, with the letter below.
fn size(name: &str, place: LabelBox) -> i32 {
    let room = place.columns * UNIT - 14;
    let tallest = if place.columns > 1 && place.rows > 1 { 36 } else { 24 };
    (10 * room / tenths(name).max(1)).min(tallest)
}

/// How wide text is, in tenths of its size: letters of most scripts take some six, Chinese ten.
fn tenths(text: &str) -> i32 {
    text.chars().map(|mark| if mark.width() == Some(2) { 10 } else { 6 }).sum()
}

/// A line of text around a point.
pub(super) fn line(
    f: &mut Formatter<'_>,
    (x, y): (i32, i32),
    size: i32,
    attributes: fmt::Arguments<'_>,
    text: &str,
) -> fmt::Result {
    // Not every program knows how to centre text upright, but all can shift it.
    let y = y + size * 7 / 20;
    writeln!(f, r#"<text x="{x}" y="{y}" font-size="{size}"{attributes}>{}</text>"#, Escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    fn box_of(cells: &[(u8, u8)]) -> [i32; 4] {
        let cells: Vec<Cell> = cells.iter().map(|&(row, column)| Cell::new(row, column)).collect();
        let LabelBox { column, row, columns, rows } = label_box(&Polyomino::from_cells(&cells));
        [column, row, columns, rows]
    }

    #[test]
    fn a_rectangle_is_written_on_in_its_middle() {
        assert_eq!(box_of(&[(0, 0), (0, 1), (1, 0), (1, 1)]), [0, 0, 2, 2]);
        assert_eq!(box_of(&[(0, 0), (1, 0)]), [0, 0, 1, 2]);
    }

    #[test]
    fn any_other_shape_is_written_on_along_its_longest_row() {
        assert_eq!(box_of(&[(0, 1), (1, 0), (1, 1)]), [-1, 1, 2, 1]);
        let ring = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
        assert_eq!(box_of(&ring), [0, 0, 3, 1]);
        let stairs = [(0, 0), (1, 0), (1, 1), (2, 1)];
        assert_eq!(box_of(&stairs), [0, 1, 2, 1]);
    }

    #[test]
    fn a_name_takes_the_room_that_there_is() {
        let place = |columns, rows| LabelBox { column: 0, row: 0, columns, rows };
        assert_eq!(size("曹操", place(2, 2)), 36);
        assert_eq!(size("曹操", place(1, 2)), 23);
        assert!(size("Prince of Darkness", place(1, 2)) < SMALLEST);
    }
}
