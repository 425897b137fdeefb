//! Layouts of the 4×5 frame, which several notations represent: one 2×2, whose goal is the exit in
//! the middle of the bottom, and any number of flat, upright and single pieces. Cells are numbered
//! row by row from 0 to 19.
//!
//! This module also has one notation of such layouts: twenty characters, row by row, as web games
//! use them.
//!
//! | character | meaning |
//! |---|---|
//! | `@` | an empty cell |
//! | `A` | the 2×2, whose goal is the middle of the bottom |
//! | `B` to `G` | flat pieces |
//! | `H` to `M` | upright pieces |
//! | `N` to `Z` and `[` | single pieces |
//!
//! Each piece has a letter of its own in all its cells. Each line of a text is a layout. The reader
//! calls the piece `[` `a`, since `[` is not a letter. The writer keeps the letters of a puzzle if
//! all are valid here; otherwise it assigns new ones, row by row.

use super::format::{self, NotationFormat};
use super::rules::{self, TargetPiece};
use crate::excerpt::{LineCursor, ParseError, brief};
use crate::grid::{Cell, Grid};
use crate::puzzle::{CharGrid, Draft, PieceId, Polyomino, Puzzle};

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
    const ALL: [ClassicBlock; 4] =
        [ClassicBlock::Square, ClassicBlock::Flat, ClassicBlock::Upright, ClassicBlock::Single];

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
        (0..CELLS).filter(|at| covered >> at & 1 == 1).for_each(|at| cells[at] = letter);
    }

    /// Returns the block of this shape.
    pub fn of(shape: &Polyomino) -> Option<ClassicBlock> {
        let is_full = |(rows, columns)| {
            usize::from(shape.height()) == rows
                && usize::from(shape.width()) == columns
                && shape.area() == rows * columns
        };
        ClassicBlock::ALL.into_iter().find(|block| is_full(block.size()))
    }
}

/// A piece of a layout in its place.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPiece {
    pub block: ClassicBlock,
    /// Its first cell.
    pub cell: usize,
    /// Its letter in the puzzle.
    pub letter: char,
}

/// Returns the pieces of a puzzle in the order of their first cells, or the part of the puzzle that
/// is no such layout.
pub fn placed_pieces(puzzle: &Puzzle) -> Result<Vec<PlacedPiece>, String> {
    let grid = puzzle.grid();
    if (usize::from(grid.rows()), usize::from(grid.columns())) != (ROWS, COLUMNS) {
        let (columns, rows) = (grid.columns(), grid.rows());
        return Err(format!("a frame of {columns}×{rows}, only one of 4×5"));
    }
    rules::check_walls(puzzle)?;
    let pieces = puzzle.pieces().iter().map(|piece| {
        let block = ClassicBlock::of(&piece.shape);
        let block = block.ok_or_else(|| format!("the shape of piece `{}`", piece.letter))?;
        Ok(PlacedPiece { block, cell: grid.index(piece.anchor), letter: piece.letter })
    });
    let pieces = pieces.collect::<Result<Vec<PlacedPiece>, String>>()?;
    let squares: Vec<PieceId> =
        (0..pieces.len()).filter(|&piece| pieces[piece].block == ClassicBlock::Square).collect();
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
    let goal: Vec<char> = grid.cells().map(|cell| if goal(cell) { square } else { '.' }).collect();
    Draft { frame: drawing(&cells), goals: vec![drawing(&goal)], ..Draft::default() }
}

/// Returns the rows of these cells.
fn drawing(cells: &[char]) -> CharGrid {
    CharGrid { rows: cells.chunks(COLUMNS).map(<[char]>::to_vec).collect() }
}

/// Twenty characters for a layout of the 4×5 frame.
pub const CELLS20: NotationFormat =
    NotationFormat { name: "cells20", looks_like, read, write, join: Some(format::concat) };

const EMPTY: char = '@';
/// The character after `Z`, and its letter in a puzzle.
const LAST: (char, char) = ('[', 'a');

fn looks_like(text: &str) -> bool {
    let line = format::first_line(text);
    let is_cell = |character| character == EMPTY || block(character).is_some();
    line.len() == CELLS && line.chars().all(is_cell) && line.contains("AA")
}

/// Returns the kind of piece of a character.
const fn block(character: char) -> Option<ClassicBlock> {
    match character {
        'A' => Some(ClassicBlock::Square),
        'B'..='G' => Some(ClassicBlock::Flat),
        'H'..='M' => Some(ClassicBlock::Upright),
        'N'..='[' => Some(ClassicBlock::Single),
        _ => None,
    }
}

/// Returns the characters for a kind of piece.
fn characters(block: ClassicBlock) -> impl Iterator<Item = char> {
    ('A'..=LAST.0).filter(move |&character| self::block(character) == Some(block))
}

/// Returns the description of a kind of piece.
const fn words(block: ClassicBlock) -> &'static str {
    match block {
        ClassicBlock::Square => "the 2×2",
        ClassicBlock::Flat => "flat, two cells side by side",
        ClassicBlock::Upright => "upright, two cells one above the other",
        ClassicBlock::Single => "a single cell",
    }
}

fn read(text: &str) -> Result<Vec<Puzzle>, ParseError> {
    format::read_lines(text, puzzle)
}

/// Reads the puzzle of a line.
fn puzzle(line: LineCursor<'_>) -> Result<Puzzle, ParseError> {
    if line.text().chars().nth(CELLS - 1).is_none() || line.text().chars().nth(CELLS).is_some() {
        let message = format!("a layout has {CELLS} characters, one a cell");
        return Err(line.error(message, "write five rows of four cells in one line"));
    }
    let mut cells = ['.'; CELLS];
    for (index, character) in line.text().chars().enumerate().filter(|&(_, c)| c != EMPTY) {
        let spot = line.character(index);
        let Some(block) = block(character) else {
            let message = format!("`{}` stands for nothing", brief(&character.to_string()));
            let help = "an empty cell is `@`, and a piece one of `A` to `Z` and `[`";
            return Err(spot.error(message, help));
        };
        let first = line.text().chars().position(|other| other == character);
        if first == Some(index) && block.cells_at(index) != Some(covered(line, character)) {
            let message = format!("piece `{character}` must be {}", words(block));
            let help = "`A` is the 2×2, `B` to `G` are flat, `H` to `M` upright, the rest single";
            return Err(spot.error(message, help));
        }
        cells[index] = if character == LAST.0 { LAST.1 } else { character };
    }
    if !cells.contains(&'A') {
        let help = "write `A` in the four cells of the 2×2";
        return Err(line.error("the 2×2 is missing", help));
    }
    let draft = draft(cells, 'A');
    draft.check().map_err(|error| error.at(line))
}

/// Returns the cells with this character.
fn covered(line: LineCursor<'_>, character: char) -> CellBits {
    let drawn = line.text().chars().enumerate().filter(|&(_, other)| other == character);
    drawn.map(|(cell, _)| 1 << cell).sum()
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let pieces = placed_pieces(puzzle)?;
    let characters = kept(&pieces).map_or_else(|| renamed(&pieces), Ok)?;
    let mut cells = [EMPTY; CELLS];
    for (piece, character) in pieces.iter().zip(characters) {
        piece.block.draw(piece.cell, character, &mut cells);
    }
    Ok(cells.iter().chain(&['\n']).collect())
}

/// Returns the characters of the pieces if each has its kind.
fn kept(pieces: &[PlacedPiece]) -> Option<Vec<char>> {
    let character = |letter| if letter == LAST.1 { LAST.0 } else { letter };
    let kept = pieces.iter().map(|piece| {
        let character = character(piece.letter);
        (block(character) == Some(piece.block)).then_some(character)
    });
    kept.collect()
}

/// Returns characters for the pieces in order, or the kind of which the puzzle has too many.
fn renamed(pieces: &[PlacedPiece]) -> Result<Vec<char>, String> {
    let renamed = pieces.iter().enumerate().map(|(index, piece)| {
        let before = pieces[..index].iter().filter(|other| other.block == piece.block).count();
        let most = characters(piece.block).count();
        let too_many = || format!("more than {most} pieces that are {}", words(piece.block));
        characters(piece.block).nth(before).ok_or_else(too_many)
    });
    renamed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Notation, read as read_as, tests, write as write_as};

    const CLASSIC: &str = "HAAIHAAIJBBKJNOKP@@Q\n";

    #[test]
    fn a_layout_keeps_its_letters_if_they_are_valid() {
        let puzzles = read(CLASSIC).expect("a layout");
        assert_eq!(puzzles.len(), 1);
        assert_eq!(write(&puzzles[0]), Ok(CLASSIC.to_owned()));
        let code = write_as(Notation::ShortCode, &puzzles[0]).expect("it has a code");
        assert_eq!(code, "4WVE1\n");
        let lettered = read_as(Notation::ShortCode, &code).expect("a code");
        assert_eq!(write(&lettered[0]), Ok(CLASSIC.to_owned()));
        let text = "AANOAA[P@@@@@@@@@@@@\n";
        let puzzles = read(text).expect("a layout");
        assert!(puzzles[0].pieces().iter().any(|piece| piece.letter == 'a'));
        assert_eq!(write(&puzzles[0]), Ok(text.to_owned()));
    }

    #[test]
    fn an_error_names_its_place() {
        let cases = [
            ("HAAIHAAIJBBKJNOKP@@", "1:1+19 a layout has 20 characters, one a cell"),
            ("\n  HAAIHAAIJBBKJNOKP@@QR", "2:3+21 a layout has 20 characters, one a cell"),
            ("HAAIHAAIJBBKJnOKP@@Q", "1:14+1 `n` stands for nothing"),
            ("HAAIHAAIJBBKJNNKP@@Q", "1:14+1 piece `N` must be a single cell"),
            ("HAAIHAAIJB@KJNOKP@@Q", "1:10+1 piece `B` must be flat"),
            ("HAAIHAAIHBBKHNOKP@@Q", "1:1+1 piece `H` must be upright"),
            ("H@@IH@@IJBBKJNOKP@@Q", "1:1+20 the 2×2 is missing"),
            ("HAAAHAAAJBBKJNOKP@@Q", "1:2+1 piece `A` must be the 2×2"),
            // Two cells that follow each other, but in two rows.
            ("AA@BAA@B@@@@@@@@@@@@", "1:4+1 piece `B` must be flat"),
            ("AA@@AA@BB@@@@@@@@@@@", "1:8+1 piece `B` must be flat"),
        ];
        tests::misread(Notation::Cells20, &cases);
    }

    #[test]
    fn more_flat_pieces_than_letters_are_refused() {
        let flat = "AABB\nAACC\nDDEE\nFFGG\nHH..\ngoal:\n....\n....\n....\n.AA.\n.AA.\n";
        let puzzle: Puzzle = flat.parse().expect("a puzzle");
        let refused = write(&puzzle).expect_err("seven flat pieces");
        assert!(refused.starts_with("more than 6 pieces that are flat"));
    }
}
