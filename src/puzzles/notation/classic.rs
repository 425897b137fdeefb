//! Layouts of the 4×5 frame, which several notations represent: one 2×2, whose goal is the exit in
//! the middle of the bottom, and any number of flat, upright and single pieces. Cells are numbered
//! row by row from 0 to 19.

use super::rules::{self, TargetPiece};
use crate::{
    grid::{Cell, Grid},
    puzzle::{CharGrid, Draft, PieceId, Polyomino, Puzzle, sign},
};

/// Rows of the frame.
pub const ROWS: usize = 5;
/// Columns of the frame.
pub const COLUMNS: usize = 4;
/// Cells of the frame.
pub const CELLS: usize = ROWS * COLUMNS;
/// The first cell of the 2×2 in the goal.
const EXIT: Cell = Cell::new(3, 1);

/// A set of cells: bit `i` is cell `i`.
pub type CellBits = u32;

/// A piece of such a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassicBlock {
    /// The 2×2.
    Square,
    /// Two cells side by side.
    Flat,
    /// Two cells, one above the other.
    Upright,
    /// One cell.
    Single,
}

impl ClassicBlock {
    pub const ALL: [ClassicBlock; 4] = [
        ClassicBlock::Square,
        ClassicBlock::Flat,
        ClassicBlock::Upright,
        ClassicBlock::Single,
    ];

    /// Returns rows and columns.
    const fn size(self) -> (usize, usize) {
        match self {
            ClassicBlock::Square => (2, 2),
            ClassicBlock::Flat => (1, 2),
            ClassicBlock::Upright => (2, 1),
            ClassicBlock::Single => (1, 1),
        }
    }

    /// Returns its cells if its first cell is `cell`; `None` if it does not fit the frame.
    pub fn cells_at(self, cell: usize) -> Option<CellBits> {
        let (rows, columns) = self.size();
        if cell / COLUMNS + rows > ROWS || cell % COLUMNS + columns > COLUMNS {
            return None;
        }
        let row = (1 << columns) - 1;
        let shape: CellBits = (0..rows).map(|below| row << (below * COLUMNS)).sum();
        Some(shape << cell)
    }

    /// Draws it with its first cell at `cell`, if it fits the frame.
    pub(super) fn draw(self, cell: usize, letter: char, cells: &mut [char; CELLS]) {
        let covered = self.cells_at(cell).unwrap_or_default();
        (0..CELLS)
            .filter(|at| covered >> at & 1 == 1)
            .for_each(|at| cells[at] = letter);
    }

    /// Returns the block of this shape.
    pub fn of(shape: &Polyomino) -> Option<ClassicBlock> {
        let is_full = |(rows, columns)| {
            usize::from(shape.height()) == rows
                && usize::from(shape.width()) == columns
                && shape.area() == rows * columns
        };
        ClassicBlock::ALL
            .into_iter()
            .find(|block| is_full(block.size()))
    }
}

/// A piece of a layout in its place.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPiece {
    pub block: ClassicBlock,
    /// Its first cell.
    pub cell: usize,
}

/// Returns the pieces of a puzzle in the order of their first cells, or the part of the puzzle that
/// is no such layout.
pub fn placed_pieces(puzzle: &Puzzle) -> Result<Vec<PlacedPiece>, String> {
    let grid = puzzle.grid();
    if (usize::from(grid.rows()), usize::from(grid.columns())) != (ROWS, COLUMNS) {
        let columns = grid.columns();
        let rows = grid.rows();
        return Err(format!("a frame of {columns}×{rows}, only one of 4×5"));
    }
    rules::check_walls(puzzle)?;
    let pieces = puzzle.pieces().iter().map(|piece| {
        let block = ClassicBlock::of(&piece.shape);
        let block = block.ok_or_else(|| format!("the shape of piece `{}`", sign(piece.letter)))?;
        Ok(PlacedPiece {
            block,
            cell: grid.index(piece.anchor),
        })
    });
    let pieces = pieces.collect::<Result<Vec<PlacedPiece>, String>>()?;
    let squares: Vec<PieceId> = (0..pieces.len())
        .filter(|&piece| pieces[piece].block == ClassicBlock::Square)
        .collect();
    let [square] = squares[..] else {
        return Err(format!("{} pieces of 2×2, only one", squares.len()));
    };
    rules::check_unlocked(puzzle)?;
    rules::check_gate(puzzle)?;
    let target = TargetPiece::of(puzzle)?;
    if target.piece != square || target.anchors != [EXIT] {
        return Err("any goal but the 2×2 in the middle of the bottom".to_owned());
    }
    Ok(pieces)
}

/// Returns the puzzle of a layout, drawn cell by cell; `square` is the letter of the 2×2.
pub fn draft(cells: [char; CELLS], square: char) -> Draft {
    let grid = Grid::open(5, 4);
    let goal = |cell: Cell| {
        let inside = |at: u8, exit: u8| at == exit || at == exit + 1;
        inside(cell.row, EXIT.row) && inside(cell.column, EXIT.column)
    };
    let goal: Vec<char> = grid
        .cells()
        .map(|cell| if goal(cell) { square } else { '.' })
        .collect();
    Draft {
        frame: drawing(&cells),
        goals: vec![drawing(&goal)],
        ..Draft::default()
    }
}

/// Returns the rows of these cells.
fn drawing(cells: &[char]) -> CharGrid {
    CharGrid {
        rows: cells.chunks(COLUMNS).map(<[char]>::to_vec).collect(),
    }
}
