//! The geometry of a board, in units that every format scales: outlines of pieces, places of
//! labels, arrows, exits and goals.

use crate::{
    grid::{Cell, Direction},
    puzzle::{Goal, Polyomino, Puzzle},
    solution::Move,
};

/// The side of a cell. Halves and quarters of it are whole numbers.
pub const UNIT: i32 = 60;

/// Returns the cells of a shape from its anchor, as (column, row).
pub fn offsets(shape: &Polyomino) -> Vec<(i32, i32)> {
    shape
        .offsets()
        .iter()
        .map(|offset| (i32::from(offset.columns), i32::from(offset.rows)))
        .collect()
}

/// Returns the top left corner of a cell.
pub fn corner(cell: Cell) -> (i32, i32) {
    (i32::from(cell.column) * UNIT, i32::from(cell.row) * UNIT)
}

/// A corner of cells, or a way along their sides: columns and rows.
pub type Corner = (i32, i32);

/// The distance of an outline from the sides of its cells, and the radius of its corners: both in
/// [`UNIT`]ths of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inset {
    pub gap: i32,
    pub radius: i32,
}

/// Returns the outlines of these cells, given as (column, row), as the data of a path: one closed
/// line for each part and each hole, clockwise around what is inside.
///
/// # Complexity
/// The number of cells times its logarithm.
pub fn outline(cells: &[Corner], inset: Inset) -> String {
    let Inset { gap, radius } = inset;
    let mut data = String::new();
    for corners in loops(cells) {
        let count = corners.len();
        for at in 0..count {
            let here = corners[at];
            let from = way(corners[(at + count - 1) % count], here);
            let to = way(here, corners[(at + 1) % count]);
            // What is inside lies to the right of each way.
            let inwards = right_of(from);
            let then = right_of(to);
            let x = here.0 * UNIT + gap * (inwards.0 + then.0);
            let y = here.1 * UNIT + gap * (inwards.1 + then.1);
            let x1 = x - radius * from.0;
            let y1 = y - radius * from.1;
            let x2 = x + radius * to.0;
            let y2 = y + radius * to.1;
            data += &match (at, from) {
                (0, _) => format!("M{x1} {y1}"),
                (_, (0, _)) => format!("V{y1}"),
                _ => format!("H{x1}"),
            };
            if radius > 0 {
                // A parabola differs from a circle by a sixteenth of the radius, and is shorter.
                data += &format!("Q{x} {y} {x2} {y2}");
            }
        }
        data.push('Z');
    }
    data
}

/// Returns one step from a corner towards another.
fn way(from: Corner, to: Corner) -> Corner {
    ((to.0 - from.0).signum(), (to.1 - from.1).signum())
}

/// Returns the direction to the right of this one; rows count downwards.
const fn right_of(way: Corner) -> Corner {
    (-way.1, way.0)
}

/// A side between a cell and another area, with the cell to its right.
struct CellSide {
    from: Corner,
    way: Corner,
    is_drawn: bool,
}

/// Returns the corners of each closed line around these cells.
fn loops(cells: &[Corner]) -> Vec<Vec<Corner>> {
    let mut sides = sides(cells);
    let mut loops = Vec::new();
    for begin in 0..sides.len() {
        if sides[begin].is_drawn {
            continue;
        }
        sides[begin].is_drawn = true;
        let mut corners = Vec::new();
        let mut at = sides[begin].from;
        let first = sides[begin].way;
        let mut way = first;
        loop {
            at = (at.0 + way.0, at.1 + way.1);
            // Where two cells touch at a corner only, the line stays with the same cell.
            let turned = [right_of(way), way, right_of(right_of(right_of(way)))];
            let on = turned.into_iter().find(|&way| draw(&mut sides, at, way));
            let next = on.unwrap_or(first);
            if next != way {
                corners.push(at);
            }
            if on.is_none() {
                break;
            }
            way = next;
        }
        loops.push(corners);
    }
    loops
}

/// Returns the sides between these cells and others, sorted by their start.
fn sides(cells: &[Corner]) -> Vec<CellSide> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells.dedup();
    let mut sides = Vec::new();
    for &(x, y) in &cells {
        for (beside, from, way) in [
            ((x, y - 1), (x, y), (1, 0)),
            ((x + 1, y), (x + 1, y), (0, 1)),
            ((x, y + 1), (x + 1, y + 1), (-1, 0)),
            ((x - 1, y), (x, y + 1), (0, -1)),
        ] {
            if cells.binary_search(&beside).is_err() {
                sides.push(CellSide {
                    from,
                    way,
                    is_drawn: false,
                });
            }
        }
    }
    sides.sort_by_key(|side| side.from);
    sides
}

/// Draws the side that leads this way from a corner. Returns whether it was still to be drawn.
fn draw(sides: &mut [CellSide], from: Corner, way: Corner) -> bool {
    let place = sides.partition_point(|side| side.from < from);
    let mut sides = sides[place..]
        .iter_mut()
        .take_while(|side| side.from == from);
    let side = sides.find(|side| side.way == way && !side.is_drawn);
    side.map(|side| side.is_drawn = true).is_some()
}

/// The cells of a piece that hold its label, from the anchor's corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelBox {
    pub column: i32,
    pub row: i32,
    pub columns: i32,
    pub rows: i32,
}

impl LabelBox {
    /// Returns its middle, in halves of a cell.
    pub const fn middle(self) -> (i32, i32) {
        (2 * self.column + self.columns, 2 * self.row + self.rows)
    }
}

/// Returns the cells for the label of a shape: the whole of a rectangle; otherwise the longest row
/// of cells, and of several the one nearest to the middle.
pub fn label_box(shape: &Polyomino) -> LabelBox {
    let cells = offsets(shape);
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let columns = i32::from(shape.width());
    let rows = i32::from(shape.height());
    if usize::from(shape.width()) * usize::from(shape.height()) == shape.area() {
        return LabelBox {
            column: left,
            row: 0,
            columns,
            rows,
        };
    }
    let runs = cells
        .chunk_by(|one, next| one.1 == next.1 && one.0 + 1 == next.0)
        .map(|run| LabelBox {
            column: run[0].0,
            row: run[0].1,
            columns: i32::try_from(run.len()).unwrap_or(1),
            rows: 1,
        });
    runs.min_by_key(|run| {
        let (x, y) = run.middle();
        let distance = (x - 2 * left - columns).pow(2) + (y - rows).pow(2);
        (-run.columns, distance)
    })
    .expect("a shape has cells")
}

/// Returns the arrow of a move as the data of a path, from the front of a piece to where that front
/// will be, or to the border of the frame if the piece leaves; `None` for an empty move.
pub fn arrow(shape: &Polyomino, unit: &Move, leaves: bool) -> Option<String> {
    let first = *unit.path.first()?;
    let (x, y) = middle(&foremost(shape, first));
    let (dx, dy) = unit_vector(first);
    let (left, top) = corner(unit.from);
    let left = left + (x + 1) * UNIT / 2;
    let top = top + (y + 1) * UNIT / 2;
    // It begins before the front.
    let mut begun = UNIT * 2 / 5;
    let mut data = format!("M{} {}", left + dx * begun, top + dy * begun);
    let mut runs = unit.path.chunk_by(PartialEq::eq).peekable();
    while let Some(run) = runs.next() {
        let (dx, dy) = unit_vector(run[0]);
        let cut = if leaves && runs.peek().is_none() {
            UNIT / 3
        } else {
            0
        };
        let length = i32::try_from(run.len())
            .unwrap_or(i32::MAX)
            .saturating_mul(UNIT)
            - begun
            - cut;
        data += &format!("l{} {}", dx * length, dy * length);
        begun = 0;
    }
    // The head, from its tip back along both sides.
    let (dx, dy) = unit_vector(*unit.path.last()?);
    let across = 11 * (dy - dx);
    let down = -across;
    let back = -11 * (dx + dy);
    Some(data + &format!("m{across} {down}l{down} {across}l{back} {back}"))
}

/// Returns the offset of one cell in this direction: columns and rows.
pub fn unit_vector(direction: Direction) -> (i32, i32) {
    let offset = direction.offset();
    (i32::from(offset.columns), i32::from(offset.rows))
}

/// Returns the cells of a shape that are farthest in a direction.
pub fn foremost(shape: &Polyomino, direction: Direction) -> Vec<Corner> {
    let (dx, dy) = unit_vector(direction);
    let along = |&(x, y): &Corner| x * dx + y * dy;
    let mut cells = offsets(shape);
    let farthest = cells.iter().map(along).max();
    cells.retain(|cell| Some(along(cell)) == farthest);
    cells
}

/// Returns the middle of some cells, as the sums of their first and last columns and rows.
pub fn middle(cells: &[Corner]) -> Corner {
    let middle = |axis: fn(&Corner) -> i32| {
        let places = cells.iter().map(axis);
        places.clone().min().unwrap_or(0) + places.max().unwrap_or(0)
    };
    (middle(|cell| cell.0), middle(|cell| cell.1))
}

/// An opening of the frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FrameOpening {
    /// The side of the frame.
    pub side: Direction,
    /// The first cell at the opening: a column above and below, a row left and right.
    pub from: u8,
    /// The width of the opening, in cells.
    pub width: u8,
}

/// Returns the openings of the frame. A goal has one if it names one piece that touches one side of
/// the frame and can move towards it.
pub fn exits(puzzle: &Puzzle) -> Vec<FrameOpening> {
    let mut exits: Vec<FrameOpening> = puzzle
        .goals()
        .iter()
        .filter_map(|goal| exit(puzzle, goal))
        .collect();
    exits.sort_unstable();
    exits.dedup();
    exits
}

fn exit(puzzle: &Puzzle, goal: &Goal) -> Option<FrameOpening> {
    let [target] = goal.targets[..] else {
        return None;
    };
    let grid = puzzle.grid();
    let cells: Vec<Cell> = puzzle.pieces()[target.piece]
        .shape
        .cells_at(target.anchor)
        .collect();
    let mut sides = Direction::ALL.into_iter().filter_map(|side| {
        let at_side: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|cell| !cell.step(side).is_some_and(|cell| grid.contains(cell)))
            .collect();
        (!at_side.is_empty() && puzzle.may_step(target.piece, side)).then_some((side, at_side))
    });
    let (Some((side, cells)), None) = (sides.next(), sides.next()) else {
        return None;
    };
    let place = |cell: &Cell| match side {
        Direction::Up | Direction::Down => cell.column,
        Direction::Left | Direction::Right => cell.row,
    };
    let from = cells.iter().map(place).min()?;
    let to = cells.iter().map(place).max()?;
    Some(FrameOpening {
        side,
        from,
        width: to - from + 1,
    })
}

/// The largest number of alternative goals that are all drawn; of more, only the first is.
const SHOWN_GOALS: usize = 4;

/// Returns the goals that are drawn.
pub fn goals(puzzle: &Puzzle) -> &[Goal] {
    let goals = puzzle.goals();
    if goals.len() > SHOWN_GOALS {
        &goals[..1]
    } else {
        goals
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use Direction::{Down, Right};

    fn sharp(cells: &[Corner]) -> String {
        outline(cells, Inset { gap: 0, radius: 0 })
    }

    #[test]
    fn the_outline_of_a_cell_or_row_has_four_corners() {
        assert_eq!(sharp(&[(0, 0)]), "M60 0V60H0V0Z");
        assert_eq!(sharp(&[(0, 0), (1, 0)]), "M120 0V60H0V0Z");
    }

    #[test]
    fn corners_are_round_inwards_and_outwards() {
        let inset = Inset { gap: 2, radius: 10 };
        let cells = [(0, 0), (0, 1), (1, 1)];
        assert_eq!(
            outline(&cells, inset),
            "M48 2Q58 2 58 12V52Q58 62 68 62H108Q118 62 118 72V108\
             Q118 118 108 118H12Q2 118 2 108V12Q2 2 12 2Z"
        );
    }

    #[test]
    fn rings_and_cells_touching_at_a_corner_have_two_outlines() {
        let ring: Vec<Corner> = (0..9)
            .filter(|&at| at != 4)
            .map(|at| (at % 3, at / 3))
            .collect();
        assert_eq!(sharp(&ring), "M180 0V180H0V0ZM60 120H120V60H60Z");
        assert_eq!(sharp(&[(0, 0), (1, 1)]), "M60 0V60H0V0ZM120 60V120H60V60Z");
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(256))]

        #[test]
        fn the_outlines_enclose_the_area_of_the_cells(
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

    fn box_of(cells: &[(u8, u8)]) -> [i32; 4] {
        let cells: Vec<Cell> = cells
            .iter()
            .map(|&(row, column)| Cell::new(row, column))
            .collect();
        let LabelBox {
            column,
            row,
            columns,
            rows,
        } = label_box(&Polyomino::from_cells(&cells));
        [column, row, columns, rows]
    }

    #[test]
    fn the_label_of_a_rectangle_is_centred() {
        assert_eq!(box_of(&[(0, 0), (0, 1), (1, 0), (1, 1)]), [0, 0, 2, 2]);
        assert_eq!(box_of(&[(0, 0), (1, 0)]), [0, 0, 1, 2]);
    }

    #[test]
    fn the_label_of_other_shapes_is_on_the_longest_row() {
        assert_eq!(box_of(&[(0, 1), (1, 0), (1, 1)]), [-1, 1, 2, 1]);
        let ring = [
            (0, 0),
            (0, 1),
            (0, 2),
            (1, 0),
            (1, 2),
            (2, 0),
            (2, 1),
            (2, 2),
        ];
        assert_eq!(box_of(&ring), [0, 0, 3, 1]);
        let stairs = [(0, 0), (1, 0), (1, 1), (2, 1)];
        assert_eq!(box_of(&stairs), [0, 1, 2, 1]);
    }

    fn arrow_of(cells: &[(u8, u8)], path: &[Direction]) -> Option<String> {
        let cells: Vec<Cell> = cells
            .iter()
            .map(|&(row, column)| Cell::new(row, column))
            .collect();
        let unit = Move {
            piece: 0,
            from: Cell::new(1, 1),
            path: path.to_vec(),
        };
        arrow(&Polyomino::from_cells(&cells), &unit, false)
    }

    #[test]
    fn the_arrow_of_a_piece_that_leaves_ends_at_the_border_of_the_frame() {
        let unit = Move {
            piece: 0,
            from: Cell::new(0, 0),
            path: vec![Right],
        };
        let arrow = arrow(&Polyomino::from_cells(&[unit.from]), &unit, true);
        // The border ends 15 units beyond the cell, at 75.
        assert_eq!(arrow.as_deref(), Some("M54 30l16 0m-11 11l11 -11l-11 -11"));
    }

    #[test]
    fn an_arrow_begins_at_the_front_and_turns_where_the_piece_does() {
        let lone = arrow_of(&[(0, 0)], &[Right, Right, Down]);
        assert_eq!(
            lone.as_deref(),
            Some("M114 90l96 0l0 60m11 -11l-11 11l-11 -11")
        );
        let square = arrow_of(&[(0, 0), (0, 1), (1, 0), (1, 1)], &[Down]);
        assert_eq!(
            square.as_deref(),
            Some("M120 174l0 36m11 -11l-11 11l-11 -11")
        );
        assert_eq!(arrow_of(&[(0, 0)], &[]), None);
    }

    fn exits_of(text: &str) -> Vec<(Direction, u8, u8)> {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        exits(&puzzle)
            .into_iter()
            .map(|exit| (exit.side, exit.from, exit.width))
            .collect()
    }

    #[test]
    fn the_frame_opens_where_the_goal_piece_touches_one_side() {
        let middle = "A A .\n. . .\n\ngoal:\n. . .\n. A A\n";
        assert_eq!(exits_of(middle), [], "a corner has two sides");
        let bottom = ". A .\n. . .\n\ngoal:\n. . .\n. A .\n";
        assert_eq!(exits_of(bottom), [(Down, 1, 1)]);
        let rush = "pieces: axis\nexit: X=right\n\nX X .\n. . .\n";
        assert_eq!(exits_of(rush), [(Right, 0, 1)], "X never goes up");
        let two = "A . B\n. . .\n. . .\n\ngoal:\n. . .\nA . B\n. . .\n";
        assert_eq!(exits_of(two), [], "two pieces");
    }
}
