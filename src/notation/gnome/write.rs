//! Writes maps of GNOME Klotski.

use std::collections::{HashMap, HashSet};

use super::super::hero::Hero;
use super::super::{Notation, Unsayable, unsaid};
use super::{FLOOR, GATE, HERO};
use crate::grid::Cell;
use crate::puzzle::Puzzle;

/// The puzzle as one map.
pub(in crate::notation) fn write(puzzle: &Puzzle) -> Result<String, Unsayable> {
    map(puzzle).map_err(|what| Unsayable { notation: Notation::Gnome, what })
}

fn map(puzzle: &Puzzle) -> Result<String, String> {
    let hero = Hero::of(puzzle)?;
    unsaid::held(puzzle)?;
    unsaid::gate_of_others(puzzle, hero.piece)?;
    let mut drawn = pieces(puzzle, &hero);
    drawn.extend(puzzle.gate().cells.iter().map(|&cell| (cell, GATE)));
    for cell in floor(puzzle, &hero)? {
        if drawn.insert(cell, FLOOR).is_some() {
            return Err("that the goal covers a gate, or where a piece starts".to_owned());
        }
    }
    let grid = puzzle.grid();
    let mut text = String::with_capacity(grid.area() + usize::from(grid.rows()));
    for cell in grid.cells() {
        let empty = if grid.is_wall(cell) { '#' } else { ' ' };
        text.push(drawn.get(&cell).copied().unwrap_or(empty));
        if cell.column + 1 == grid.columns() {
            text.push('\n');
        }
    }
    Ok(text)
}

/// What draws each cell that a piece covers.
fn pieces(puzzle: &Puzzle, hero: &Hero) -> HashMap<Cell, char> {
    let mut drawn = HashMap::new();
    for (id, piece) in puzzle.pieces().iter().enumerate() {
        let letter = if id == hero.piece { HERO } else { piece.letter };
        drawn.extend(piece.shape.cells_at(piece.anchor).map(|cell| (cell, letter)));
    }
    drawn
}

/// The cells that the hero covers in the goals, if it has room on them in the goals only.
fn floor(puzzle: &Puzzle, hero: &Hero) -> Result<HashSet<Cell>, String> {
    let shape = &puzzle.pieces()[hero.piece].shape;
    let floor: HashSet<Cell> = hero.anchors.iter().flat_map(|&to| shape.cells_at(to)).collect();
    let covers = |&to: &Cell| {
        let cells = shape.cells_at(to).filter(|cell| floor.contains(cell));
        cells.count() == shape.area()
    };
    if floor.iter().copied().filter(covers).count() > hero.anchors.len() {
        return Err("goals that leave out a place among their cells".to_owned());
    }
    Ok(floor)
}
