//! A puzzle as a board in one line.

use super::super::hero::Hero;
use super::super::{Notation, Unsayable, locks, unsaid};
use super::{is_empty, is_wall};
use crate::puzzle::{Lock, Piece, PieceId, Puzzle, is_letter};

pub(in super::super) fn write(puzzle: &Puzzle) -> Result<String, Unsayable> {
    let primary = primary(puzzle);
    let primary = primary.map_err(|what| Unsayable { notation: Notation::Rush, what })?;
    let grid = puzzle.grid();
    let mut cells: Vec<char> =
        grid.cells().map(|cell| if grid.is_wall(cell) { 'x' } else { 'o' }).collect();
    let characters = kept(puzzle, primary).unwrap_or_else(|| renamed(puzzle, primary));
    for (piece, character) in puzzle.pieces().iter().zip(characters) {
        for cell in piece.shape.cells_at(piece.anchor) {
            cells[grid.index(cell)] = character;
        }
    }
    Ok(cells.into_iter().chain(['\n']).collect())
}

/// The piece that has to leave, or what of the puzzle is not Rush Hour.
fn primary(puzzle: &Puzzle) -> Result<PieceId, String> {
    let grid = puzzle.grid();
    if grid.rows() != grid.columns() {
        let (columns, rows) = (grid.columns(), grid.rows());
        return Err(format!("a frame of {columns}×{rows}, only square ones"));
    }
    for (id, piece) in puzzle.pieces().iter().enumerate() {
        let (width, height) = (piece.shape.width(), piece.shape.height());
        if piece.shape.area() < 2 || width != 1 && height != 1 {
            return Err(format!("the shape of piece `{}`", piece.letter));
        }
        let lengthwise = if width > 1 { Lock::Row } else { Lock::Column };
        if locks::lock(puzzle, id) != Some(lengthwise) {
            let which = "goes other ways than along its length, or not all of that";
            return Err(format!("that piece `{}` {which}", piece.letter));
        }
    }
    unsaid::gate(puzzle)?;
    let hero = Hero::of(puzzle)?;
    let Piece { shape, anchor: start, .. } = &puzzle.pieces()[hero.piece];
    match hero.anchors[..] {
        [end]
            if end.row == start.row
                && shape.width() > 1
                && end.column + shape.width() == grid.columns() =>
        {
            Ok(hero.piece)
        }
        _ => Err("any goal but a piece in its row at the right edge".to_owned()),
    }
}

/// The letters of the pieces, if they say which is the primary.
fn kept(puzzle: &Puzzle, primary: PieceId) -> Option<Vec<char>> {
    let letters: Vec<char> = puzzle.pieces().iter().map(|piece| piece.letter).collect();
    let has_meaning = |&letter: &char| is_empty(letter) || is_wall(letter);
    let is_kept =
        letters.iter().min() == Some(&letters[primary]) && !letters.iter().any(has_meaning);
    is_kept.then_some(letters)
}

/// `A` for the primary, and the letters from `B` on for the others.
fn renamed(puzzle: &Puzzle, primary: PieceId) -> Vec<char> {
    let has_meaning = |letter| is_empty(letter) || is_wall(letter);
    let mut free = ('B'..).filter(|&letter| is_letter(letter) && !has_meaning(letter));
    let letter = |piece| if piece == primary { 'A' } else { free.next().unwrap_or('A') };
    (0..puzzle.pieces().len()).map(letter).collect()
}
