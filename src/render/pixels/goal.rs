//! The outlines of the goals, as broken lines.

use std::collections::BTreeSet;

use super::scale::{Scale, wide};
use super::tile::{Level, Style, Tiles, surrounded};
use crate::grid::Cell;
use crate::puzzle::{Polyomino, Puzzle};
use crate::render::board::goals;

/// The pixels of the outlines of what must stand where, and of the cells that must be empty, as
/// (y, x), row by row.
pub(super) fn pixels(puzzle: &Puzzle, scale: Scale) -> Vec<(i64, i64)> {
    let Scale { cell } = scale;
    let (gap, radius) = (scale.exactly(6.0), scale.exactly(7.0));
    let mut tiles = Tiles::new(Style { cell, gap, radius, edge: scale.exactly(3.0).max(1.0) });
    let mut pixels = BTreeSet::new();
    let lone = Polyomino::from_cells(&[Cell::new(0, 0)]);
    for goal in goals(puzzle) {
        let shape = |piece: usize| &puzzle.pieces()[piece].shape;
        let targets = goal.targets.iter().map(|target| (shape(target.piece), target.anchor));
        let empties = goal.empties.iter().map(|&cell| (&lone, cell));
        for (shape, anchor) in targets.chain(empties) {
            let (left, top) = scale.corner(anchor);
            for (offset, around) in surrounded(shape) {
                let dashes = dashes(tiles.get(around), scale, offset);
                pixels.extend(dashes.map(|(x, y)| (top + y, left + x)));
            }
        }
    }
    pixels.into_iter().collect()
}

/// The pixels of a cell's edge that belong to a dash, from the corner of the anchor.
fn dashes(
    tile: &[Level],
    scale: Scale,
    (column, row): (i32, i32),
) -> impl Iterator<Item = (i64, i64)> + '_ {
    let side = scale.side();
    let dash = (side / 7).max(2);
    let edge = tile.iter().enumerate().filter(|(_, level)| (2..=4).contains(*level));
    let places = edge.map(move |(place, _)| {
        let cell = usize::from(scale.cell);
        let (x, y) = (wide(place % cell), wide(place / cell));
        (x + i64::from(column) * side, y + i64::from(row) * side)
    });
    places.filter(move |(x, y)| (x + y).rem_euclid(2 * dash) < dash + dash / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_a_broken_line_within_its_cells() {
        let text = "A A .\n. . .\n\ngoal:\n. . .\n. A A\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let pixels = pixels(&puzzle, Scale { cell: 20 });
        let within = |&(y, x): &(i64, i64)| (25..65).contains(&x) && (25..45).contains(&y);
        assert!(pixels.iter().all(within), "{pixels:?}");
        let whole = 2 * (36 + 16);
        assert!(pixels.len() > whole / 3 && pixels.len() < whole, "{}", pixels.len());
    }
}
