//! Drawings of a puzzle for its page: SVG whose colours and lines come from the style sheet.
//!
//! Coordinates count from the corner of the first cell, or of the anchor of a piece.

use super::ink_of;
use crate::{
    grid::{Cell, Direction},
    puzzle::{Goal, Movement, Piece, Polyomino, Puzzle},
    render::{
        board::{BORDER, CORE, FrameShapes, GOAL, door_bars, pairs},
        geometry::{Inset, UNIT, exits, foremost, middle, offsets, outline, unit_vector},
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
        let FrameShapes {
            gaps,
            marks,
            floor,
            gate,
            lines,
        } = FrameShapes::new(puzzle);
        let openings = if gaps.is_empty() {
            String::new()
        } else {
            format!(r#"<path class="floor" d="{gaps}"/><path class="way-out" d="{marks}"/>"#)
        };
        let mut doors = String::new();
        for (role, bars) in door_bars(puzzle) {
            let ink = ink_of(role);
            doors += &format!(r#"<path style="fill:var(--fill{ink})" d="{bars}"/>"#);
        }
        format!(
            r#"<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}" rx="12"/>{openings}<path class="floor" d="{floor}"/><path class="gate" d="{gate}"/><path class="lines" d="{lines}"/>{doors}"#
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
        .map(|cells| outline(&pairs(cells), GOAL))
        .collect()
}

/// Returns circles in the cells that a goal requires to be empty.
pub fn circles(goal: &Goal) -> String {
    let mut path = String::new();
    for cell in &goal.empties {
        let x = i32::from(cell.column) * UNIT + UNIT / 2 - 11;
        let y = i32::from(cell.row) * UNIT + UNIT / 2;
        path += &format!("M{x} {y}a11 11 0 1 0 22 0a11 11 0 1 0-22 0z");
    }
    path
}

/// Draws the body of a piece.
pub fn body(puzzle: &Puzzle, piece: &Piece) -> String {
    let shape = &piece.shape;
    let cells = offsets(shape);
    let [body, shine, core] = [BODY, SHINE, CORE].map(|inset| outline(&cells, inset));
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
    let mut face = body(puzzle, piece);
    for (direction, head) in [
        (Direction::Up, "l-5 5m5-5l5 5"),
        (Direction::Down, "l-5-5m5 5l5-5"),
        (Direction::Left, "l5-5m-5 5l5 5"),
        (Direction::Right, "l-5-5m5 5l-5 5"),
    ] {
        let (x, y) = tip(&piece.shape, direction);
        let letter = direction.letter();
        face += &format!(r#"<path class="way" data-way="{letter}" d="M{x} {y}{head}"/>"#);
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
    *face += &format!(
        r#"<path class="glass" d="{rear}{front}"/><path class="lights" d="{}"/>"#,
        lights.concat()
    );
}

/// Returns the place of an arrow head: near the middle of the foremost side, or in the first
/// foremost cell if the middle lies between cells.
fn tip(shape: &Polyomino, direction: Direction) -> (i32, i32) {
    let (right, down) = unit_vector(direction);
    let front = foremost(shape, direction);
    let (mut x, mut y) = middle(&front);
    let is_near = |cell: &(i32, i32)| (2 * cell.0 - x).abs() + (2 * cell.1 - y).abs() <= 1;
    if !front.iter().any(is_near) {
        x = 2 * front[0].0;
        y = 2 * front[0].1;
    }
    (
        (x + 1) * UNIT / 2 + 25 * right,
        (y + 1) * UNIT / 2 + 25 * down,
    )
}
