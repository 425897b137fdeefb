//! The outline of cells that hang together, as corners.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::UNIT;

/// A corner of cells, or a way along their sides: columns and rows.
type Corner = (i32, i32);

/// How far within the sides of its cells an outline runs, and how round its corners are: both in
/// [`UNIT`]ths of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inset {
    pub(crate) gap: i32,
    pub(crate) radius: i32,
}

/// Draws the outlines of these cells, given as (column, row), as the data of an SVG path: one closed
/// line for each part and each hole, clockwise around what is inside.
///
/// # Complexity
/// The number of cells times its logarithm.
pub(crate) struct Outline<'a> {
    pub(crate) cells: &'a [Corner],
    pub(crate) inset: Inset,
}

impl Display for Outline<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for corners in loops(self.cells) {
            self.closed(f, &corners)?;
        }
        Ok(())
    }
}

impl Outline<'_> {
    /// One closed line through these corners.
    fn closed(&self, f: &mut Formatter<'_>, corners: &[Corner]) -> fmt::Result {
        let Inset { gap, radius } = self.inset;
        let count = corners.len();
        for at in 0..count {
            let here = corners[at];
            let from = way(corners[(at + count - 1) % count], here);
            let to = way(here, corners[(at + 1) % count]);
            // What is inside lies to the right of each way.
            let (inwards, then) = (right_of(from), right_of(to));
            let x = here.0 * UNIT + gap * (inwards.0 + then.0);
            let y = here.1 * UNIT + gap * (inwards.1 + then.1);
            let (x1, y1) = (x - radius * from.0, y - radius * from.1);
            let (x2, y2) = (x + radius * to.0, y + radius * to.1);
            match (at, from) {
                (0, _) => write!(f, "M{x1} {y1}")?,
                (_, (0, _)) => write!(f, "V{y1}")?,
                _ => write!(f, "H{x1}")?,
            }
            if radius > 0 {
                let clockwise = u8::from(to == inwards);
                write!(f, "A{radius} {radius} 0 0 {clockwise} {x2} {y2}")?;
            }
        }
        f.write_str("Z")
    }
}

/// One step from a corner towards another.
fn way(from: Corner, to: Corner) -> Corner {
    ((to.0 - from.0).signum(), (to.1 - from.1).signum())
}

/// What lies to the right of this way; rows are counted downwards.
const fn right_of(way: Corner) -> Corner {
    (-way.1, way.0)
}

/// The corners of each line around these cells, where it turns.
fn loops(cells: &[Corner]) -> Vec<Vec<Corner>> {
    let mut sides = sides(cells);
    let mut loops = Vec::new();
    while let Some((&start, ways)) = sides.iter().next() {
        let first = ways[0];
        let mut corners = Vec::new();
        let (mut at, mut along) = (start, first);
        loop {
            take(&mut sides, at, along);
            at = (at.0 + along.0, at.1 + along.1);
            // Where two cells touch at a corner only, the line stays with the same cell.
            let turned = [right_of(along), along, right_of(right_of(right_of(along)))];
            let on = sides.get(&at).and_then(|ways| turned.into_iter().find(|t| ways.contains(t)));
            let next = on.unwrap_or(first);
            if next != along {
                corners.push(at);
            }
            if on.is_none() {
                break;
            }
            along = next;
        }
        loops.push(corners);
    }
    loops
}

/// The ways along the sides between these cells and what is none of them, by where they begin.
fn sides(cells: &[Corner]) -> BTreeMap<Corner, Vec<Corner>> {
    let cells: std::collections::BTreeSet<Corner> = cells.iter().copied().collect();
    let mut sides: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(x, y) in &cells {
        for (beside, from, along) in [
            ((x, y - 1), (x, y), (1, 0)),
            ((x + 1, y), (x + 1, y), (0, 1)),
            ((x, y + 1), (x + 1, y + 1), (-1, 0)),
            ((x - 1, y), (x, y + 1), (0, -1)),
        ] {
            if !cells.contains(&beside) {
                sides.entry(from).or_default().push(along);
            }
        }
    }
    sides
}

fn take(sides: &mut BTreeMap<Corner, Vec<Corner>>, at: Corner, along: Corner) {
    if let Some(ways) = sides.get_mut(&at) {
        ways.retain(|&way| way != along);
        if ways.is_empty() {
            sides.remove(&at);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sharp(cells: &[Corner]) -> String {
        Outline { cells, inset: Inset { gap: 0, radius: 0 } }.to_string()
    }

    #[test]
    fn a_cell_has_four_corners_and_a_row_too() {
        assert_eq!(sharp(&[(0, 0)]), "M60 0V60H0V0Z");
        assert_eq!(sharp(&[(0, 0), (1, 0)]), "M120 0V60H0V0Z");
    }

    #[test]
    fn corners_are_round_inwards_and_outwards() {
        let inset = Inset { gap: 2, radius: 10 };
        let cells = [(0, 0), (0, 1), (1, 1)];
        let drawn = Outline { cells: &cells, inset }.to_string();
        assert_eq!(
            drawn,
            "M48 2A10 10 0 0 1 58 12V52A10 10 0 0 0 68 62H108A10 10 0 0 1 118 72V108\
             A10 10 0 0 1 108 118H12A10 10 0 0 1 2 108V12A10 10 0 0 1 12 2Z"
        );
    }

    #[test]
    fn a_ring_has_two_lines_and_so_have_cells_that_touch_at_a_corner() {
        let ring: Vec<Corner> = (0..9).filter(|&at| at != 4).map(|at| (at % 3, at / 3)).collect();
        assert_eq!(sharp(&ring), "M180 0V180H0V0ZM60 120H120V60H60Z");
        assert_eq!(sharp(&[(0, 0), (1, 1)]), "M60 0V60H0V0ZM120 60V120H60V60Z");
    }

    proptest! {
        #[test]
        fn the_lines_enclose_as_much_as_the_cells_cover(
            cells in prop::collection::btree_set((0..6_i32, 0..6_i32), 0..30)
        ) {
            let cells: Vec<Corner> = cells.into_iter().collect();
            // The shoelace formula; holes run the other way and are taken off.
            let area: i32 = loops(&cells)
                .iter()
                .map(|corners| {
                    let next = corners.iter().cycle().skip(1);
                    corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<i32>()
                })
                .sum();
            prop_assert_eq!(area, 2 * i32::try_from(cells.len()).expect("few"));
        }
    }
}
