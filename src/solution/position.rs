//! Where every piece stands.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use crate::grid::Cell;
use crate::puzzle::{EMPTY, Piece, PieceId, Puzzle};

/// What draws an empty cell of the gate, as in the puzzle files that this library writes.
const GATE: char = '+';

/// Where every piece of a puzzle stands, letters and all.
///
/// It is displayed as a grid in the form of the puzzle files, with `.` for an empty cell, `#` for a
/// wall and `+` for an empty cell of the gate, without a newline at the end. Where some letter or
/// number is two columns wide, every cell is.
///
/// ```
/// use huarong::solution::Position;
/// use huarong::{Metric, Puzzle};
///
/// let puzzle: Puzzle = "A A .\nB # .\n\ngoal:\n. A A\n. # .\n".parse()?;
/// let mut position = Position::start(&puzzle);
/// assert_eq!(position.to_string(), "A A .\nB # .");
/// let moves = position.legal_moves(Metric::Move);
/// assert_eq!(moves.len(), 1);
/// assert_eq!(moves[0].display(&puzzle).to_string(), "A right");
/// position.apply(&moves[0])?;
/// assert!(position.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position<'p> {
    puzzle: &'p Puzzle,
    /// Where the anchor of each piece stands.
    anchors: Vec<Cell>,
    /// The piece on each cell, row by row: what `anchors` says, told the other way round.
    occupants: Vec<Option<PieceId>>,
}

impl<'p> Position<'p> {
    /// The position that the puzzle begins with.
    ///
    /// # Panics
    /// Never: the pieces of a puzzle lie apart and in its frame.
    #[must_use]
    pub fn start(puzzle: &'p Puzzle) -> Self {
        let anchors: Vec<Cell> = puzzle.pieces().iter().map(|piece| piece.anchor).collect();
        Self::with_anchors(puzzle, &anchors).expect("a checked puzzle has its pieces apart")
    }

    /// The position with each piece's anchor where `anchors` says, in the order of the pieces, or
    /// `None` where they are not as many as the pieces or some piece would stand in a wall, out of
    /// the frame or on another. Where gates stand does not matter.
    #[must_use]
    pub fn with_anchors(puzzle: &'p Puzzle, anchors: &[Cell]) -> Option<Self> {
        let occupants = puzzle.occupants(anchors)?;
        Some(Position { puzzle, anchors: anchors.to_vec(), occupants })
    }

    /// The puzzle whose pieces stand here.
    #[must_use]
    pub const fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// Where the anchor of each piece stands, in the order of [`Puzzle::pieces`].
    #[must_use]
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    /// Where the anchor of this piece stands.
    ///
    /// # Panics
    /// If the puzzle has no such piece.
    #[must_use]
    pub fn anchor(&self, piece: PieceId) -> Cell {
        self.anchors[piece]
    }

    /// The piece that covers `cell`; none covers a wall or a cell out of the frame.
    #[must_use]
    pub fn occupant(&self, cell: Cell) -> Option<PieceId> {
        let grid = self.puzzle.grid();
        if grid.contains(cell) { self.occupants[grid.index(cell)] } else { None }
    }

    /// Takes up a piece and puts it down with its anchor at `anchor`, where there must be room.
    pub(super) fn put(&mut self, piece: PieceId, anchor: Cell) {
        let (puzzle, shape) = (self.puzzle, &self.puzzle.pieces()[piece].shape);
        for cell in shape.cells_at(self.anchors[piece]) {
            self.occupants[puzzle.grid().index(cell)] = None;
        }
        self.anchors[piece] = anchor;
        for cell in shape.cells_at(anchor) {
            self.occupants[puzzle.grid().index(cell)] = Some(piece);
        }
    }
}

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.anchors.iter().copied().enumerate();
        f.write_str(&board_text(self.puzzle, pieces, &[], |_, face| face.to_owned()))
    }
}

/// A board as text, in the form of the puzzle files, with these pieces on it, by their anchors, and
/// `_` for these cells that must be empty. Pieces may be left out, as in a goal. The face of each
/// piece is replaced by what `styled` says, which must not take more columns. Numbers stand at the
/// right of their cells.
///
/// # Complexity
/// Linear in the cells of the frame.
#[must_use]
pub fn board_text(
    puzzle: &Puzzle,
    pieces: impl IntoIterator<Item = (PieceId, Cell)>,
    empties: &[Cell],
    styled: impl Fn(PieceId, &str) -> String,
) -> String {
    let grid = puzzle.grid();
    let bare = |cell: Cell| match cell {
        cell if grid.is_wall(cell) => '#',
        cell if empties.contains(&cell) => EMPTY,
        cell if puzzle.gate().cells.contains(&cell) => GATE,
        _ => '.',
    };
    let faces: Vec<String> = puzzle.pieces().iter().map(Piece::display_label).collect();
    let mut occupants = vec![None; grid.area()];
    for (id, anchor) in pieces {
        let piece = &puzzle.pieces()[id];
        for cell in piece.shape.cells_at(anchor).filter(|&cell| grid.contains(cell)) {
            occupants[grid.index(cell)] = Some(id);
        }
    }
    let widest = faces.iter().map(|face| face.width()).max().unwrap_or(1).max(1);
    let are_numbers = puzzle.pieces().iter().any(|piece| piece.numeral().is_some());
    let mut text = String::new();
    // Spaces that stand behind a letter, if anything does.
    let mut gap = 0;
    for cell in grid.cells() {
        match cell.column {
            0 if cell.row > 0 => text.push('\n'),
            0 => {}
            _ => text.extend(std::iter::repeat_n(' ', gap + 1)),
        }
        let bare = bare(cell).to_string();
        let occupant = occupants[grid.index(cell)];
        let face = occupant.map_or(&bare, |piece: PieceId| &faces[piece]);
        let room = widest - face.width();
        gap = if are_numbers { 0 } else { room };
        text.extend(std::iter::repeat_n(' ', room - gap));
        text += &occupant.map_or_else(|| bare.clone(), |piece| styled(piece, face));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::testing::{classic, motley, puzzle};

    #[test]
    fn the_start_is_drawn_as_in_the_file_of_the_puzzle() {
        for puzzle in [classic(), motley()] {
            let start = Position::start(&puzzle).to_string();
            let rows =
                start.lines().map(|row| row.split_whitespace().collect::<Vec<_>>().join(" "));
            let rows: Vec<String> = rows.collect();
            let file = puzzle.to_string();
            assert!(file.contains(&rows.join("\n")), "{start}\n{file}");
        }
    }

    #[test]
    fn wide_letters_make_every_cell_wide() {
        let drawn = "A  A  .  .  #\nA  .  曹 曹 .\n.  .  +  1  .\n2  .  +  .  .";
        assert_eq!(Position::start(&motley()).to_string(), drawn);
    }

    #[test]
    fn every_cell_tells_who_stands_there() {
        let puzzle = classic();
        let position = Position::start(&puzzle);
        let letter = |row, column| {
            let piece = position.occupant(Cell::new(row, column));
            piece.map(|piece| puzzle.pieces()[piece].letter)
        };
        assert_eq!(letter(1, 2), Some('C'));
        assert_eq!(letter(4, 1), None);
        assert_eq!(letter(5, 0), None, "out of the frame");
    }

    #[test]
    fn pieces_stand_apart_and_off_walls_or_there_is_no_position() {
        let puzzle = puzzle("AA. B.#", "... AA#");
        let at = |cells: [(u8, u8); 2]| {
            let anchors = cells.map(|(row, column)| Cell::new(row, column));
            Position::with_anchors(&puzzle, &anchors).map(|position| position.to_string())
        };
        assert_eq!(at([(1, 0), (0, 2)]).as_deref(), Some(". . B\nA A #"));
        assert_eq!(at([(1, 1), (0, 0)]), None, "A in the wall");
        assert_eq!(at([(0, 2), (1, 0)]), None, "A out of the frame");
        assert_eq!(at([(0, 255), (1, 0)]), None, "A out of the range of cells");
        assert_eq!(at([(0, 0), (0, 1)]), None, "B on A");
        assert_eq!(Position::with_anchors(&puzzle, &[]), None, "not as many as pieces");
    }
}
