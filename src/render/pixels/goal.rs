//! The outlines of the goals, as broken lines.

use std::collections::BTreeMap;

use super::scale::{Scale, wide};
use super::tile::{Level, Style, Tiles, surrounded};
use crate::grid::Cell;
use crate::puzzle::{Polyomino, Puzzle};
use crate::render::board::goals;

/// A pixel of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Dot {
    pub(super) x: i64,
    pub(super) y: i64,
    /// Whether it belongs to a dash, and not to a gap between two.
    pub(super) is_dash: bool,
}

/// The outlines of what must stand where, and of the cells that must be empty, row by row.
pub(super) fn dots(puzzle: &Puzzle, scale: Scale) -> Vec<Dot> {
    let Scale { cell } = scale;
    let (gap, radius) = (scale.exactly(6.0), scale.exactly(7.0));
    let mut tiles = Tiles::new(Style { cell, gap, radius, edge: scale.exactly(3.0).max(1.0) });
    let mut dots = BTreeMap::new();
    let lone = Polyomino::from_cells(&[Cell::new(0, 0)]);
    for goal in goals(puzzle) {
        let shape = |piece: usize| &puzzle.pieces()[piece].shape;
        let targets = goal.targets.iter().map(|target| (shape(target.piece), target.anchor));
        let empties = goal.empties.iter().map(|&cell| (&lone, cell));
        for (shape, anchor) in targets.chain(empties) {
            let (left, top) = scale.corner(anchor);
            for (offset, around) in surrounded(shape) {
                let edge = edge(tiles.get(around), scale, offset);
                dots.extend(edge.map(|((x, y), is_dash)| ((top + y, left + x), is_dash)));
            }
        }
    }
    dots.into_iter().map(|((y, x), is_dash)| Dot { x, y, is_dash }).collect()
}

/// The pixels of a cell's edge from the corner of the anchor, and whether each belongs to a dash.
fn edge(
    tile: &[Level],
    scale: Scale,
    (column, row): (i32, i32),
) -> impl Iterator<Item = ((i64, i64), bool)> + '_ {
    let side = scale.side();
    let dash = (side / 7).max(2);
    let edge = tile.iter().enumerate().filter(|(_, level)| (2..=4).contains(*level));
    let places = edge.map(move |(place, _)| {
        let cell = usize::from(scale.cell);
        let (x, y) = (wide(place % cell), wide(place / cell));
        (x + i64::from(column) * side, y + i64::from(row) * side)
    });
    places.map(move |(x, y)| ((x, y), (x + y).rem_euclid(2 * dash) < dash + dash / 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_a_broken_line_within_its_cells() {
        let text = "A A .\n. . .\n\ngoal:\n. . .\n. A A\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let dots = dots(&puzzle, Scale { cell: 20 });
        let within = |dot: &Dot| (25..65).contains(&dot.x) && (25..45).contains(&dot.y);
        assert!(dots.iter().all(within), "{dots:?}");
        assert!(dots.is_sorted_by_key(|dot| (dot.y, dot.x)));
        let dashes = dots.iter().filter(|dot| dot.is_dash).count();
        assert!(dashes > dots.len() / 3 && dashes < dots.len(), "{dashes} of {}", dots.len());
    }
}
