//! Writes game IDs of Slide.

use std::fmt::Write;

use super::super::hero::Hero;
use super::super::{Notation, Unsayable, unsaid};
use super::MIN_SIZE;
use super::tokens::Token;
use crate::grid::Cell;
use crate::puzzle::{Best, Puzzle};

/// The puzzle as one game ID, without a limit of moves.
pub(in crate::notation) fn write(puzzle: &Puzzle) -> Result<String, Unsayable> {
    id(puzzle).map_err(|what| Unsayable { notation: Notation::SlideId, what })
}

fn id(puzzle: &Puzzle) -> Result<String, String> {
    let hero = Hero::of(puzzle)?;
    let [target] = hero.anchors[..] else {
        return Err("that one of several goals will do".to_owned());
    };
    unsaid::held(puzzle)?;
    unsaid::gate_of_others(puzzle, hero.piece)?;
    let width = usize::from(puzzle.grid().columns()).max(MIN_SIZE.0);
    let height = usize::from(puzzle.grid().rows()).max(MIN_SIZE.1);
    let mut text = format!("{width}x{height}u:");
    write_cells(&mut text, &cells(puzzle, &hero, width, height));
    write!(text, ",{},{}", target.column, target.row).expect("strings take everything");
    if let Best::Known(optimum) = puzzle.best()
        && let Some(moves) = optimum.moves
    {
        write!(text, ",{moves}").expect("strings take everything");
    }
    Ok(text + "\n")
}

/// What each cell of a board of this size holds, and whether it is a force field.
fn cells(puzzle: &Puzzle, hero: &Hero, width: usize, height: usize) -> Vec<(Token, bool)> {
    let place = |cell: Cell| usize::from(cell.row) * width + usize::from(cell.column);
    let mut cells = vec![(Token::Wall, false); width * height];
    for cell in puzzle.grid().cells().filter(|&cell| !puzzle.grid().is_wall(cell)) {
        cells[place(cell)].0 = Token::Empty;
    }
    for &cell in &puzzle.gate().cells {
        cells[place(cell)].1 = true;
    }
    for (id, piece) in puzzle.pieces().iter().enumerate() {
        let covered: Vec<usize> = piece.shape.cells_at(piece.anchor).map(place).collect();
        cells[covered[0]].0 = if id == hero.piece { Token::Main } else { Token::Anchor };
        for (before, &cell) in covered.iter().zip(&covered[1..]) {
            cells[cell].0 = Token::Back(cell - before);
        }
    }
    cells
}

/// Writes these cells, with a count where one comes again and may have one.
fn write_cells(text: &mut String, cells: &[(Token, bool)]) {
    let same = |one: &(Token, bool), other: &(Token, bool)| {
        one == other && !matches!(one.0, Token::Back(_))
    };
    for run in cells.chunk_by(same) {
        let (token, has_field) = run[0];
        text.push_str(if has_field { "f" } else { "" });
        text.push(match token {
            Token::Anchor => 'a',
            Token::Main => 'm',
            Token::Back(_) => 'd',
            Token::Empty => 'e',
            Token::Wall => 'w',
        });
        match (token, run.len()) {
            (Token::Back(number), _) | (_, number @ 2..) => text.push_str(&number.to_string()),
            _ => {}
        }
    }
}
