//! The shape of a piece: side by side cells, wherever they lie.

use crate::grid::{Cell, Offset};

/// A shape: the cells of a piece relative to its **anchor**, its first cell row by row.
///
/// Two pieces have equal shapes exactly when one is the other moved, not turned.
///
/// ```
/// use huarong::grid::Cell;
/// use huarong::puzzle::Polyomino;
///
/// let here = Polyomino::from_cells(&[Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)]);
/// let there = Polyomino::from_cells(&[Cell::new(3, 2), Cell::new(2, 3), Cell::new(3, 3)]);
/// assert_eq!(here, there);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Polyomino {
    offsets: Vec<Offset>,
}

impl Polyomino {
    /// The shape of these cells, in any order.
    ///
    /// # Panics
    /// If there are none, or some two lie more than 127 rows or columns apart.
    #[must_use]
    pub fn from_cells(cells: &[Cell]) -> Self {
        let anchor = *cells.iter().min().expect("a piece has at least one cell");
        let apart = |to: u8, from: u8| {
            i8::try_from(i16::from(to) - i16::from(from)).expect("cells within 127 of the anchor")
        };
        let mut offsets: Vec<Offset> = cells
            .iter()
            .map(|cell| Offset {
                rows: apart(cell.row, anchor.row),
                columns: apart(cell.column, anchor.column),
            })
            .collect();
        offsets.sort_unstable();
        offsets.dedup();
        Polyomino { offsets }
    }

    /// The offsets of its cells from the anchor, row by row; the first is zero.
    #[must_use]
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// Number of cells.
    #[must_use]
    pub fn area(&self) -> usize {
        self.offsets.len()
    }

    /// Rows from its first to its last cell.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.offsets.last().map_or(0, |last| last.rows.unsigned_abs()) + 1
    }

    /// Columns from its leftmost to its rightmost cell.
    #[must_use]
    pub fn width(&self) -> u8 {
        let columns = || self.offsets.iter().map(|offset| offset.columns);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        left.abs_diff(right) + 1
    }

    /// The cells that it covers with its anchor at `anchor`. Cells beyond row or column 255, or
    /// before 0, are left out.
    pub fn cells_at(&self, anchor: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.offsets.iter().filter_map(move |&offset| anchor.offset(offset))
    }

    /// Whether its cells are connected, side by side.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let mut reached = vec![self.offsets[0]];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for &to in &self.offsets {
                let rows = u16::from(from.rows.abs_diff(to.rows));
                let columns = u16::from(from.columns.abs_diff(to.columns));
                if rows + columns == 1 && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached.len() == self.offsets.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(cells: &[(u8, u8)]) -> Polyomino {
        let cells: Vec<Cell> = cells.iter().map(|&(r, c)| Cell::new(r, c)).collect();
        Polyomino::from_cells(&cells)
    }

    #[test]
    fn the_anchor_is_the_first_cell_row_by_row() {
        let corner = shape(&[(1, 0), (1, 1), (0, 1)]);
        assert_eq!(corner.offsets()[0], Offset { rows: 0, columns: 0 });
        let covered: Vec<Cell> = corner.cells_at(Cell::new(0, 1)).collect();
        assert_eq!(covered, [Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 1)]);
        assert_eq!((corner.height(), corner.width()), (2, 2));
    }

    #[test]
    fn turned_shapes_differ() {
        assert_ne!(shape(&[(0, 0), (0, 1)]), shape(&[(0, 0), (1, 0)]));
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_not_connected() {
        assert!(shape(&[(0, 0), (0, 1), (1, 1)]).is_connected());
        assert!(!shape(&[(0, 0), (1, 1)]).is_connected());
    }
}
