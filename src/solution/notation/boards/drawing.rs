//! Drawings of the board: between the moves, to be recognised and passed over, or in their stead.

use std::collections::HashMap;
use std::ops::Range;

use super::fault::BoardFault;
use crate::excerpt::brief;
use crate::grid::Cell;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::Position;
use crate::solution::notation::error::ParseErrorKind as Kind;
use crate::solution::notation::part::{Flaw, Misread, Part};

/// A drawing of a puzzle's board at any moment, as [`Position`] displays it: as many lines as the
/// board has rows, each piece with as many cells as it has, though they may lie anywhere.
///
/// It has to be exact, so that no move can be taken for a part of it: a board on which anything can
/// move has an empty cell, and its `.` stands in no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::solution::notation) struct Drawing {
    /// The index of its first line.
    line: usize,
    /// The piece on each cell, row by row.
    occupants: Vec<Option<PieceId>>,
}

impl Drawing {
    /// The drawing that begins at the line with this index.
    pub(in crate::solution::notation) fn at(
        puzzle: &Puzzle,
        letters: &HashMap<char, PieceId>,
        lines: &[&str],
        line: usize,
    ) -> Result<Self, Misread> {
        let grid = puzzle.grid();
        let mut occupants = Vec::new();
        for row in 0..grid.rows() {
            let index = line + usize::from(row);
            let misread = |flaw| Misread { line: index, flaw };
            let text = lines.get(index).copied().unwrap_or_default();
            let marks = marks_of_row(puzzle, text).map_err(misread)?;
            for (column, mark) in (0..grid.columns()).zip(marks) {
                let cell = Cell::new(row, column);
                occupants.push(occupant(puzzle, letters, cell, mark).map_err(misread)?);
            }
        }
        let drawing = Drawing { line, occupants };
        match drawing.odd_area(puzzle) {
            None => Ok(drawing),
            Some((piece, given)) => {
                let (line, at) = drawing.place(puzzle, lines, piece);
                let area = puzzle.pieces()[piece].shape.area();
                let piece = puzzle.pieces()[piece].label();
                let kind = Kind::Board(BoardFault::Area { piece, given, area });
                Err(Misread { line, flaw: Flaw { at, kind } })
            }
        }
    }

    /// The first piece with too few or too many cells, and how many it has.
    fn odd_area(&self, puzzle: &Puzzle) -> Option<(PieceId, usize)> {
        let mut areas = vec![0; puzzle.pieces().len()];
        self.occupants.iter().flatten().for_each(|&piece| areas[piece] += 1);
        let mut given = areas.into_iter().enumerate();
        given.find(|&(piece, cells)| puzzle.pieces()[piece].shape.area() != cells)
    }

    /// The position that is drawn, or a piece whose cells do not have its shape.
    pub(super) fn position<'p>(&self, puzzle: &'p Puzzle) -> Result<Position<'p>, PieceId> {
        let mut anchors = vec![None; puzzle.pieces().len()];
        for (cell, occupant) in puzzle.grid().cells().zip(&self.occupants) {
            if let Some(piece) = *occupant {
                anchors[piece].get_or_insert(cell);
            }
        }
        let mut found = Vec::with_capacity(anchors.len());
        for (id, (piece, anchor)) in puzzle.pieces().iter().zip(anchors).enumerate() {
            let anchor = anchor.ok_or(id)?;
            let is_here = |cell| self.occupant(puzzle, cell) == Some(id);
            if !piece.shape.cells_at(anchor).all(is_here) {
                return Err(id);
            }
            found.push(anchor);
        }
        // No two pieces are drawn on one cell, and none on a wall: this is a position.
        Position::with_anchors(puzzle, &found).ok_or(0)
    }

    /// Where the piece is drawn first, or else the drawing: the index of the line, and the bytes
    /// there.
    pub(super) fn place(
        &self,
        puzzle: &Puzzle,
        lines: &[&str],
        piece: PieceId,
    ) -> (usize, Range<usize>) {
        let index = self.occupants.iter().position(|&occupant| occupant == Some(piece));
        let cell = puzzle.grid().cell(index.unwrap_or(0));
        let line = self.line + usize::from(cell.row);
        let marks = Part::of(lines[line]).marks();
        (line, marks.get(usize::from(cell.column)).map_or(0..0, |mark| mark.extent()))
    }

    fn occupant(&self, puzzle: &Puzzle, cell: Cell) -> Option<PieceId> {
        let grid = puzzle.grid();
        if grid.contains(cell) { self.occupants[grid.index(cell)] } else { None }
    }
}

/// Whether the lines from this index on were meant as a drawing: single characters up to the next
/// line of another kind, and one of them that is in no move.
pub(in crate::solution::notation) fn is_meant(lines: &[&str], line: usize) -> bool {
    let is_row = |text: &&&str| {
        let marks = Part::of(text).marks();
        !marks.is_empty() && marks.iter().all(|mark| only_char(mark.text).is_some())
    };
    let mut rows = lines[line..].iter().take_while(is_row);
    rows.any(|row| row.split_whitespace().any(|mark| matches!(mark, "." | "#" | "+")))
}

/// The marks of one row, as many as the board has columns.
fn marks_of_row<'a>(puzzle: &Puzzle, text: &'a str) -> Result<Vec<Part<'a>>, Flaw> {
    let row = Part::of(text);
    let marks = row.marks();
    if marks.is_empty() {
        let rows = usize::from(puzzle.grid().rows());
        return Err(row.flaw(Kind::Board(BoardFault::Rows { rows })));
    }
    if let Some(long) = marks.iter().find(|mark| only_char(mark.text).is_none()) {
        return Err(long.flaw(Kind::Board(BoardFault::Mark { given: brief(long.text) })));
    }
    let columns = usize::from(puzzle.grid().columns());
    if marks.len() != columns {
        let fault = BoardFault::Columns { given: marks.len(), columns };
        return Err(row.flaw(Kind::Board(fault)));
    }
    Ok(marks)
}

/// The piece that a mark says covers this cell.
fn occupant(
    puzzle: &Puzzle,
    letters: &HashMap<char, PieceId>,
    cell: Cell,
    mark: Part<'_>,
) -> Result<Option<PieceId>, Flaw> {
    let is_wall = puzzle.grid().is_wall(cell);
    let found = only_char(mark.text);
    match found.and_then(|mark| letters.get(&mark)) {
        Some(&piece) if !is_wall => Ok(Some(piece)),
        None if found.is_some_and(|found| is_mark_of(puzzle, cell, found)) => Ok(None),
        None if mark.text.chars().all(char::is_alphanumeric) => {
            Err(mark.flaw(Kind::unknown_piece(puzzle, mark.text)))
        }
        _ if is_wall => Err(mark.flaw(Kind::Board(BoardFault::Wall { cell }))),
        _ => Err(mark.flaw(Kind::Board(BoardFault::Mark { given: brief(mark.text) }))),
    }
}

/// Whether a cell without a piece may be drawn like this.
fn is_mark_of(puzzle: &Puzzle, cell: Cell, mark: char) -> bool {
    if puzzle.grid().is_wall(cell) {
        mark == '#'
    } else {
        mark == '.' || puzzle.gate().cells.contains(&cell) && !mark.is_alphanumeric()
    }
}

fn only_char(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none())
}
