//! The way of a piece, as an arrow.

use super::{UNIT, offsets};
use crate::grid::Direction;
use crate::puzzle::Polyomino;
use crate::solution::Move;

/// An arrow: from the front of a piece to where that front will be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrow {
    /// Where it begins, turns and ends: x and y in [`UNIT`]ths of a cell from the board's corner.
    pub(crate) points: Vec<(i32, i32)>,
    /// The way it points at its end.
    pub(crate) heading: (i32, i32),
}

impl Arrow {
    /// The arrow of a move, or `None` where the move goes nowhere.
    pub(crate) fn of(shape: &Polyomino, unit: &Move) -> Option<Self> {
        let (first, last) = (*unit.path.first()?, *unit.path.last()?);
        let (x, y) = front(shape, first);
        let (column, row) = (i32::from(unit.from.column), i32::from(unit.from.row));
        let mut at = (x + column * UNIT, y + row * UNIT);
        let (dx, dy) = way(first);
        let mut points = vec![(at.0 + dx * UNIT * 2 / 5, at.1 + dy * UNIT * 2 / 5)];
        let turns = unit.path.windows(2).map(|pair| pair[0] != pair[1]).chain([true]);
        for (&direction, turns) in unit.path.iter().zip(turns) {
            let (dx, dy) = way(direction);
            at = (at.0 + dx * UNIT, at.1 + dy * UNIT);
            if turns {
                points.push(at);
            }
        }
        Some(Arrow { points, heading: way(last) })
    }
}

/// One cell in this direction: columns and rows.
fn way(direction: Direction) -> (i32, i32) {
    let offset = direction.offset();
    (i32::from(offset.columns), i32::from(offset.rows))
}

/// The middle of the foremost cells, from the anchor's corner.
fn front(shape: &Polyomino, direction: Direction) -> (i32, i32) {
    let (dx, dy) = way(direction);
    let cells = offsets(shape);
    let along = |&(x, y): &(i32, i32)| x * dx + y * dy;
    let farthest = cells.iter().map(along).max().unwrap_or(0);
    let foremost = || cells.iter().filter(|cell| along(cell) == farthest);
    let middle = |places: Vec<i32>| {
        let (low, high) = (places.iter().min().unwrap_or(&0), places.iter().max().unwrap_or(&0));
        (low + high + 1) * UNIT / 2
    };
    (
        middle(foremost().map(|cell| cell.0).collect()),
        middle(foremost().map(|cell| cell.1).collect()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use Direction::{Down, Right};

    fn arrow(cells: &[(u8, u8)], path: &[Direction]) -> Option<Arrow> {
        let cells: Vec<Cell> = cells.iter().map(|&(row, column)| Cell::new(row, column)).collect();
        let unit = Move { piece: 0, from: Cell::new(1, 1), path: path.to_vec() };
        Arrow::of(&Polyomino::from_cells(&cells), &unit)
    }

    #[test]
    fn an_arrow_begins_at_the_front_and_turns_where_the_piece_does() {
        let lone = arrow(&[(0, 0)], &[Right, Right, Down]).expect("it goes somewhere");
        assert_eq!(lone.points, [(114, 90), (210, 90), (210, 150)]);
        assert_eq!(lone.heading, (0, 1));
        let square = arrow(&[(0, 0), (0, 1), (1, 0), (1, 1)], &[Down]).expect("it goes somewhere");
        assert_eq!(square.points, [(120, 174), (120, 210)]);
        assert_eq!(arrow(&[(0, 0)], &[]), None);
    }
}
