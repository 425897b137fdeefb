//! What one cell of a piece looks like, which its neighbours in the piece decide.

use std::collections::{BTreeMap, BTreeSet};

use crate::puzzle::Polyomino;
use crate::render::geometry::offsets;

/// How far inside its outline a pixel lies. From 0, outside, to 3 the colour goes over to that of
/// the edge, and from there to 6 to that of the face.
pub(super) type PixelLevel = u8;

/// The edge itself.
pub(super) const EDGE: PixelLevel = 3;
/// The face.
pub(super) const FACE: PixelLevel = 6;

/// Which of the eight cells around one belong to its piece: a bit each, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NeighbourMask(u8);

/// The cells around one, as (column, row).
const AROUND: [(i32, i32); 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

impl NeighbourMask {
    /// The cells for which the piece has one there.
    pub(super) fn of(has: impl Fn((i32, i32)) -> bool) -> Self {
        let bits = AROUND.iter().enumerate().filter(|(_, offset)| has(**offset));
        NeighbourMask(bits.fold(0, |around, (bit, _)| around | 1 << bit))
    }

    fn has(self, offset: (i32, i32)) -> bool {
        AROUND.iter().position(|&other| other == offset).is_some_and(|bit| self.0 >> bit & 1 == 1)
    }
}

/// Sizes in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// The side of a cell.
    pub(super) cell: u16,
    /// How far within the sides of its cells a piece ends.
    pub(super) gap: f64,
    /// How round its corners are.
    pub(super) radius: f64,
    /// How wide its edge is.
    pub(super) edge: f64,
}

/// The tiles of one style, each drawn when it is first asked for.
#[derive(Debug)]
pub(super) struct Tiles {
    style: Style,
    tiles: BTreeMap<NeighbourMask, Vec<PixelLevel>>,
}

impl Tiles {
    pub(super) fn new(style: Style) -> Self {
        Tiles { style, tiles: BTreeMap::new() }
    }

    /// The levels of a cell's pixels, row by row.
    pub(super) fn get(&mut self, around: NeighbourMask) -> &[PixelLevel] {
        let style = self.style;
        self.tiles.entry(around).or_insert_with(|| tile(style, around))
    }
}

fn tile(style: Style, around: NeighbourMask) -> Vec<PixelLevel> {
    let middle = |at: u16| f64::from(at) + 0.5;
    let pixels = (0..style.cell).flat_map(|y| (0..style.cell).map(move |x| (x, y)));
    pixels.map(|(x, y)| level(depth(style, around, (middle(x), middle(y))), style.edge)).collect()
}

/// How far inside the outline a point of the cell lies, in pixels; outside, it is negative.
fn depth(style: Style, around: NeighbourMask, (x, y): (f64, f64)) -> f64 {
    let Style { gap, radius, .. } = style;
    let side = f64::from(style.cell);
    let mut depth = f64::INFINITY;
    // Each corner with its two sides, seen from the corner.
    for (right, bottom) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let x = if right > 0 { side - x } else { x };
        let y = if bottom > 0 { side - y } else { y };
        let (beside, above) = (around.has((right, 0)), around.has((0, bottom)));
        depth = match (beside, above) {
            (true, true) if around.has((right, bottom)) => depth,
            (true, true) => depth.min(x.hypot(y) - gap),
            (true, false) => depth.min(y - gap),
            (false, true) => depth.min(x - gap),
            (false, false) => {
                let (inwards, down) = (radius - (x - gap), radius - (y - gap));
                let round = inwards > 0.0 && down > 0.0;
                depth.min(if round { radius - inwards.hypot(down) } else { (x - gap).min(y - gap) })
            }
        };
    }
    depth
}

/// The level of a pixel so far inside the outline: what of it the edge covers, and then the face.
fn level(depth: f64, edge: f64) -> PixelLevel {
    let covered = |depth: f64| match depth + 0.5 {
        share if share < 0.17 => 0,
        share if share < 0.5 => 1,
        share if share < 0.83 => 2,
        _ => 3,
    };
    match covered(depth - edge) {
        0 => covered(depth),
        face => EDGE + face,
    }
}

/// The cells of a shape, each with what is around it.
pub(super) fn surrounded(shape: &Polyomino) -> Vec<((i32, i32), NeighbourMask)> {
    let cells: BTreeSet<(i32, i32)> = offsets(shape).into_iter().collect();
    let around =
        |cell: (i32, i32)| NeighbourMask::of(|(x, y)| cells.contains(&(cell.0 + x, cell.1 + y)));
    cells.iter().map(|&cell| (cell, around(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(has: &[(i32, i32)]) -> Vec<String> {
        let style = Style { cell: 8, gap: 1.0, radius: 2.0, edge: 1.0 };
        let tile = tile(style, NeighbourMask::of(|offset| has.contains(&offset)));
        let row = |row: &[PixelLevel]| row.iter().map(u8::to_string).collect::<String>();
        tile.chunks(8).map(row).collect()
    }

    #[test]
    fn a_lone_cell_is_round_and_closed() {
        let expected = [
            "00000000", "01333310", "03666630", "03666630", "03666630", "03666630", "01333310",
            "00000000",
        ];
        let drawn = drawn(&[]);
        assert_eq!(drawn[3], expected[3], "{drawn:#?}");
        assert_eq!((&drawn[0], &drawn[7]), (&expected[0].to_owned(), &expected[7].to_owned()));
        assert!(drawn[1].starts_with("01") || drawn[1].starts_with("02"), "{drawn:#?}");
    }

    #[test]
    fn a_cell_within_a_piece_is_open_to_its_neighbours() {
        let all = AROUND;
        assert!(drawn(&all).iter().all(|row| row == "66666666"));
        let right = drawn(&[(1, 0)]);
        assert_eq!(&right[3], "03666666");
        let corner = drawn(&all[1..]);
        assert!(corner[0].starts_with('0') || corner[0].starts_with('1'), "{corner:#?}");
        assert_eq!(&corner[7], "66666666");
    }
}
