//! Drawings of a puzzle for its page: SVG whose colours and lines come from the style sheet.
//!
//! Coordinates count from the corner of the first cell, or of the anchor of a piece.

use std::fmt::Write;

use super::ink_of;
use crate::{
    grid::{Cell, Direction},
    puzzle::{Goal, Movement, Piece, Polyomino, Puzzle},
    render::{
        board::{BORDER, CORE, FLOOR, GOAL, cell_lines, door_bars, stripes},
        geometry::{self, FrameOpening, Inset, UNIT, exits, offsets},
        theme::roles,
    },
};

const BODY: Inset = Inset { gap: 2, radius: 8 };

/// The light on a piece.
const SHINE: Inset = Inset { gap: 5, radius: 6 };

/// The visible part of a board. Outer rows and columns of walls are invisible in a frame without
/// exits.
pub struct View {
    top: i32,
    bottom: i32,
    left: i32,
    right: i32,
}

impl View {
    pub fn new(puzzle: &Puzzle) -> Self {
        let grid = puzzle.grid();
        let is_whole = !exits(puzzle).is_empty();
        let cells = || grid.cells().filter(|&cell| is_whole || !grid.is_wall(cell));
        let first = |place: Option<u8>| i32::from(place.unwrap_or(0)) * UNIT;
        let after = |place: Option<u8>| place.map_or(0, |place| (i32::from(place) + 1) * UNIT);
        View {
            top: first(cells().map(|cell| cell.row).min()),
            bottom: after(cells().map(|cell| cell.row).max()),
            left: first(cells().map(|cell| cell.column).min()),
            right: after(cells().map(|cell| cell.column).max()),
        }
    }

    /// Returns the view box of the board with its frame: x, y, width and height.
    pub const fn view_box(&self) -> [i32; 4] {
        [
            self.left - BORDER,
            self.top - BORDER,
            self.right - self.left + 2 * BORDER,
            self.bottom - self.top + 2 * BORDER,
        ]
    }

    /// Draws the frame with its exits, the floor, the gate, and the lines between cells.
    pub fn frame(&self, puzzle: &Puzzle) -> String {
        let [x, y, width, height] = self.view_box();
        let grid = puzzle.grid();
        let open = || grid.cells().filter(|&cell| !grid.is_wall(cell));
        let floor = outline(open(), FLOOR);
        let openings: String = exits(puzzle)
            .into_iter()
            .map(|exit| self.exit(exit))
            .collect();
        let gate: String = puzzle.gate().cells.iter().copied().map(stripes).collect();
        let lines: String = open().map(|cell| cell_lines(grid, cell)).collect();
        let mut doors = String::new();
        for (role, bars) in door_bars(puzzle) {
            let ink = ink_of(role);
            doors += &format!(r#"<path style="fill:var(--fill{ink})" d="{bars}"/>"#);
        }
        format!(
            r#"<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}" rx="12"/>{openings}<path class="floor" d="{floor}"/><path class="gate" d="{gate}"/><path class="lines" d="{lines}"/>{doors}"#
        )
    }

    /// Draws a gap in the frame, in the colour of the floor, and a mark that points outwards.
    fn exit(&self, exit: FrameOpening) -> String {
        let &View { bottom, right, .. } = self;
        let length = i32::from(exit.width) * UNIT;
        let from = i32::from(exit.from) * UNIT;
        let start = from + length / 2 - 9;
        // The gap reaches under the rounded corners of the floor.
        let depth = BORDER + 4;
        let (gap, mark) = match exit.side {
            Direction::Up => (
                [from, -BORDER, length, depth],
                format!("M{start} -3l9-9 9 9z"),
            ),
            Direction::Down => (
                [from, bottom - 4, length, depth],
                format!("M{start} {}l9 9 9-9z", bottom + 3),
            ),
            Direction::Left => (
                [-BORDER, from, depth, length],
                format!("M-3 {start}l-9 9 9 9z"),
            ),
            Direction::Right => (
                [right - 4, from, depth, length],
                format!("M{} {start}l9 9-9 9z", right + 3),
            ),
        };
        let [x, y, width, height] = gap;
        format!(
            r#"<rect class="floor" x="{x}" y="{y}" width="{width}" height="{height}"/><path class="way-out" d="{mark}"/>"#
        )
    }

    /// Returns lines along the frame beside the cells of a goal. If no cell touches the frame,
    /// the lines are beside the rows and columns of the cells.
    pub fn marks(&self, puzzle: &Puzzle, goal: &Goal) -> String {
        let mut beside = String::new();
        let mut touching = String::new();
        let add = |lines: &mut String, line: &str| {
            if !lines.contains(line) {
                lines.push_str(line);
            }
        };
        for cell in cells(puzzle, goal) {
            let x = i32::from(cell.column) * UNIT;
            let y = i32::from(cell.row) * UNIT;
            let sides = [
                (y == self.top, format!("M{x} {}h{UNIT}", self.top - 5)),
                (x == self.left, format!("M{} {y}v{UNIT}", self.left - 5)),
                (
                    y + UNIT == self.bottom,
                    format!("M{x} {}h{UNIT}", self.bottom + 5),
                ),
                (
                    x + UNIT == self.right,
                    format!("M{} {y}v{UNIT}", self.right + 5),
                ),
            ];
            for (is_touching, line) in &sides {
                if *is_touching {
                    add(&mut touching, line);
                }
            }
            for (_, line) in &sides[..2] {
                add(&mut beside, line);
            }
        }
        if touching.is_empty() {
            beside
        } else {
            touching
        }
    }
}

/// Returns the cells that a goal names.
fn cells(puzzle: &Puzzle, goal: &Goal) -> Vec<Cell> {
    goal.targets
        .iter()
        .flat_map(|target| puzzle.pieces()[target.piece].shape.cells_at(target.anchor))
        .chain(goal.empties.iter().copied())
        .collect()
}

/// Returns the outlines of the targets of a goal.
pub fn targets(puzzle: &Puzzle, goal: &Goal) -> String {
    goal.targets
        .iter()
        .map(|target| puzzle.pieces()[target.piece].shape.cells_at(target.anchor))
        .map(|cells| outline(cells, GOAL))
        .collect()
}

/// Returns circles in the cells that a goal requires to be empty.
pub fn circles(goal: &Goal) -> String {
    let mut path = String::new();
    for cell in &goal.empties {
        let x = i32::from(cell.column) * UNIT + UNIT / 2 - 11;
        let y = i32::from(cell.row) * UNIT + UNIT / 2;
        write!(path, "M{x} {y}a11 11 0 1 0 22 0a11 11 0 1 0-22 0z").expect("a string takes it all");
    }
    path
}

fn outline(cells: impl Iterator<Item = Cell>, inset: Inset) -> String {
    let cells: Vec<(i32, i32)> = cells
        .map(|cell| (i32::from(cell.column), i32::from(cell.row)))
        .collect();
    geometry::outline(&cells, inset)
}

/// Draws the body of a piece.
pub fn body(puzzle: &Puzzle, piece: &Piece) -> String {
    let shape = &piece.shape;
    let cells = offsets(shape);
    let [body, shine, core] = [BODY, SHINE, CORE].map(|inset| geometry::outline(&cells, inset));
    let mut face = format!(r#"<path class="body" d="{body}"/><path class="shine" d="{shine}"/>"#);
    if let Some(next) = piece.next_layer {
        let ink = ink_of(roles(puzzle)[next]);
        face += &format!(r#"<path style="fill:var(--fill{ink})" d="{core}"/>"#);
    }
    if puzzle.movement() == Movement::Axis && (shape.width() == 1) != (shape.height() == 1) {
        draw_car(&mut face, shape);
    }
    face
}

/// Draws a piece without its label: its body, and a small arrow head at each side.
pub fn face(puzzle: &Puzzle, piece: &Piece) -> String {
    let cells = offsets(&piece.shape);
    let mut face = body(puzzle, piece);
    for (direction, head) in [
        (Direction::Up, "l-5 5m5-5l5 5"),
        (Direction::Down, "l-5-5m5 5l5-5"),
        (Direction::Left, "l5-5m-5 5l5 5"),
        (Direction::Right, "l-5-5m5 5l-5 5"),
    ] {
        let (x, y) = tip(&cells, direction);
        let letter = direction.letter();
        write!(
            face,
            r#"<path class="way" data-way="{letter}" d="M{x} {y}{head}"/>"#
        )
        .expect("a string takes it all");
    }
    face
}

/// Draws the windows and the lights of a car that faces right or up.
fn draw_car(face: &mut String, shape: &Polyomino) {
    let is_upright = shape.width() == 1;
    let long = i32::from(shape.width().max(shape.height())) * UNIT;
    // From the back to the front, and across.
    let area = |[from, to, side, other]: [i32; 4]| {
        let along = to - from;
        let across = other - side;
        if is_upright {
            format!("M{side} {}h{across}v{along}h-{across}z", long - to)
        } else {
            format!("M{from} {side}h{along}v{across}h-{along}z")
        }
    };
    let rear = area([14, 22, 13, 47]);
    let front = area([long - 28, long - 17, 11, 49]);
    let lights = [[10, 19], [41, 50]].map(|[side, other]| area([long - 10, long - 6, side, other]));
    write!(
        face,
        r#"<path class="glass" d="{rear}{front}"/><path class="lights" d="{}"/>"#,
        lights.concat()
    )
    .expect("a string takes it all");
}

/// Returns the place of an arrow head: near the middle of the foremost side, or in the first
/// foremost cell if the middle lies between cells.
fn tip(cells: &[(i32, i32)], direction: Direction) -> (i32, i32) {
    let offset = direction.offset();
    let right = i32::from(offset.columns);
    let down = i32::from(offset.rows);
    let along = |&(x, y): &(i32, i32)| x * right + y * down;
    let reach = cells.iter().map(along).max().unwrap_or(0);
    let foremost = || cells.iter().filter(|cell| along(cell) == reach);
    // In halves of a cell, as the sum of the first and the last cell.
    let middle =
        |places: Vec<i32>| places.iter().min().unwrap_or(&0) + places.iter().max().unwrap_or(&0);
    let x = middle(foremost().map(|cell| cell.0).collect());
    let y = middle(foremost().map(|cell| cell.1).collect());
    let is_near = |cell: &(i32, i32)| (2 * cell.0 - x).abs() + (2 * cell.1 - y).abs() <= 1;
    let first = *foremost().next().unwrap_or(&(0, 0));
    let (x, y) = if foremost().any(is_near) {
        (x, y)
    } else {
        (2 * first.0, 2 * first.1)
    };
    (
        (x + 1) * UNIT / 2 + 25 * right,
        (y + 1) * UNIT / 2 + 25 * down,
    )
}
