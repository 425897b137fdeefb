//! Writes scripts of jim'slide.

use std::fmt::Write;

use super::super::kinds::kinds;
use super::super::{Notation, Unsayable, locks, unsaid};
use crate::grid::Cell;
use crate::puzzle::{Goal, Lock, PieceId, Puzzle};

/// The puzzle as a script.
pub(in crate::notation) fn write(puzzle: &Puzzle) -> Result<String, Unsayable> {
    let kinds = kinds(puzzle);
    check(puzzle, &kinds).map_err(|what| Unsayable { notation: Notation::Jimslide, what })?;
    let mut lines = Vec::new();
    lines.extend(puzzle.title().name.iter().map(|name| format!("! {name}")));
    lines.push(format!("xsize: {}", puzzle.grid().columns()));
    lines.push(format!("ysize: {}", puzzle.grid().rows()));
    lines.extend(walls(puzzle));
    for (kind, number) in kinds.iter().zip(1..) {
        lines.push(shape(puzzle, kind[0], number));
        lines.extend(held(puzzle, kind[0], number));
    }
    let mut numbers = vec![0; puzzle.pieces().len()];
    for (kind, number) in kinds.iter().zip(1..) {
        for &piece in kind {
            numbers[piece] = number;
        }
    }
    for (piece, number) in puzzle.pieces().iter().zip(&numbers) {
        lines.push(format!("put: {number} {} '{}'", pair(piece.anchor), piece.letter));
    }
    lines.extend(wins(&puzzle.goals()[0], &numbers));
    Ok(lines.join("\n") + "\n")
}

/// That a script can say it.
fn check(puzzle: &Puzzle, kinds: &[Vec<PieceId>]) -> Result<(), String> {
    unsaid::finish(puzzle)?;
    unsaid::gate(puzzle)?;
    if puzzle.goals().len() > 1 {
        return Err("that one of several goals will do".to_owned());
    }
    kinds.iter().try_for_each(|kind| unsaid::unevenly_held(puzzle, kind))
}

/// `(x,y)`.
fn pair(cell: Cell) -> String {
    format!("({},{})", cell.column, cell.row)
}

/// The walls, those side by side in a row as one.
fn walls(puzzle: &Puzzle) -> Vec<String> {
    let grid = puzzle.grid();
    let mut walls = Vec::new();
    for row in 0..grid.rows() {
        let is_wall = |&column: &u8| grid.is_wall(Cell::new(row, column));
        let mut column = 0;
        while let Some(first) = (column..grid.columns()).find(is_wall) {
            let end = (first..grid.columns()).find(|column| !is_wall(column));
            column = end.unwrap_or(grid.columns());
            walls.push(match column - 1 {
                last if last == first => format!("wall: {}", pair(Cell::new(row, first))),
                last => format!("hwall: {row} ({first},{last})"),
            });
        }
    }
    walls
}

/// The shape of this piece, as that number.
fn shape(puzzle: &Puzzle, piece: PieceId, number: usize) -> String {
    let mut line = format!("piece: {number}");
    for offset in puzzle.pieces()[piece].shape.offsets() {
        write!(line, " ({},{})", offset.columns, offset.rows).expect("strings take everything");
    }
    line
}

/// What holds this piece, of that number.
fn held(puzzle: &Puzzle, piece: PieceId, number: usize) -> Vec<String> {
    let (x, y) = (format!("lockx: {number}"), format!("locky: {number}"));
    match locks::lock(puzzle, piece) {
        None => vec![],
        Some(Lock::Row) => vec![y],
        Some(Lock::Column) => vec![x],
        Some(Lock::Fixed) => vec![x, y],
    }
}

/// What this goal asks for, the pieces by number; those of one number in the order in which they
/// are put, since they are read in that order.
fn wins(goal: &Goal, numbers: &[usize]) -> Vec<String> {
    let mut targets: Vec<_> =
        goal.targets.iter().map(|target| (target.piece, target.anchor)).collect();
    targets.sort_unstable();
    let targets = targets.into_iter().map(|(piece, anchor)| (numbers[piece], anchor));
    let empties = goal.empties.iter().map(|&cell| (0, cell));
    targets.chain(empties).map(|(number, at)| format!("win: {number} {}", pair(at))).collect()
}
