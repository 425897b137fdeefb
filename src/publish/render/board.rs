//! Positions of sliding-block puzzles as scenes.

use std::collections::BTreeSet;

use unicode_width::UnicodeWidthChar;

use super::{
    geometry::{Inset, LabelBox, UNIT, arrow, corner, exits, goals, label_box, offsets, outline},
    scene::{Item, Scene, View},
    theme::{ColourScheme, PieceColours, Role, Theme, roles},
};
use crate::{
    grid::{Cell, Direction, Edge, Grid},
    puzzle::{Door, Piece, PieceId, Polyomino, Puzzle, Target},
    solution::{Move, Position},
};

/// The width of the frame around the cells.
pub const BORDER: i32 = 15;

/// The picture of a position.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    /// The title of the document.
    pub title: &'a str,
    /// The position.
    pub position: &'a Position<'a>,
    /// The move drawn as an arrow.
    pub unit: Option<&'a Move>,
    /// Its colours.
    pub theme: Theme,
}

impl<'a> BoardPicture<'a> {
    /// Draws no move, in the default theme.
    pub fn new(title: &'a str, position: &'a Position<'a>) -> Self {
        BoardPicture {
            title,
            position,
            unit: None,
            theme: Theme::default(),
        }
    }
}

impl BoardPicture<'_> {
    /// Returns the picture as an SVG document with cells 60 units wide. It needs no special font
    /// and leaves the background around the frame free.
    ///
    /// # Complexity
    /// Linear in the cells of the frame.
    pub fn svg(&self) -> String {
        self.scene(0).to_string()
    }

    /// Returns the scene, without names that are smaller than `least`.
    pub(super) fn scene(&self, least: i32) -> Scene {
        let puzzle = self.position.puzzle();
        let size = size(puzzle);
        let border = f64::from(BORDER);
        let view = View {
            left: -border,
            top: -border,
            width: size.0.into(),
            height: size.1.into(),
        };
        let mut scene = Scene::new(self.title, view, self.theme.scheme().frame);
        scene.is_sized = true;
        scene.description = described(self.position, self.unit);
        scene.parts = parts(puzzle, self.theme, least);
        let anchors = self.position.anchors();
        scene.items = board(puzzle, anchors, self.unit, self.theme.scheme());
        scene
    }
}

/// Returns the width and height of a board with its frame.
pub fn size(puzzle: &Puzzle) -> (i32, i32) {
    let side = |cells: u8| i32::from(cells) * UNIT + 2 * BORDER;
    (side(puzzle.grid().columns()), side(puzzle.grid().rows()))
}

/// The number of the part with the frame and its cells.
const FRAME: usize = 0;
/// The number of the part with the goals.
const GOALS: usize = 1;

/// The drawings of a piece, in the order of their parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PiecePart {
    /// The piece without its label.
    Face,
    Label,
    /// The strong outline of a piece that moves.
    Moved,
    /// The broken outline of the place that a piece moves to.
    Target,
}

/// Returns the parts of all pictures of a puzzle, each from the corner of its first cell, without
/// names that are smaller than `least`.
pub fn parts(puzzle: &Puzzle, theme: Theme, least: i32) -> Vec<Vec<Item>> {
    let scheme = theme.scheme();
    let mut parts = vec![frame(puzzle, scheme), goal_outlines(puzzle, scheme)];
    parts[FRAME].extend(door_bars(puzzle).into_iter().map(|(role, bars)| {
        let ink = theme.ink(role);
        Item::path(bars).filled(ink.fill)
    }));
    let roles = roles(puzzle);
    for (piece, &role) in puzzle.pieces().iter().zip(&roles) {
        let ink = theme.ink(role);
        let line = || Item::path(outline(&offsets(&piece.shape), INSET));
        let face = line().filled(ink.fill).stroked(ink.edge, 2);
        let next = piece.next_layer.map(|next| theme.ink(roles[next]).fill);
        let core = |fill| Item::path(outline(&offsets(&piece.shape), CORE)).filled(fill);
        parts.push(
            [face.titled(piece.label())]
                .into_iter()
                .chain(next.map(core))
                .collect(),
        );
        parts.push(label(piece, ink, least));
        parts.push(vec![line().stroked(scheme.arrow, 4)]);
        parts.push(vec![line().stroked(scheme.arrow, 2).dashed(5, 5)]);
    }
    parts
}

/// Places a part of a piece.
fn placed(piece: PieceId, part: PiecePart, anchor: Cell) -> Item {
    let (x, y) = corner(anchor);
    Item::part(GOALS + 1 + 4 * piece + part as usize, x, y)
}

/// Places the pieces of a position, some of them with a strong outline, and `below` under them.
pub fn pieces(
    anchors: &[Cell],
    moved: impl IntoIterator<Item = PieceId>,
    below: Option<Item>,
) -> Vec<Item> {
    let mut items = vec![Item::part(FRAME, 0, 0)];
    items.extend(below);
    let all = |part| {
        anchors
            .iter()
            .enumerate()
            .filter(|(_, anchor)| **anchor != Cell::OUT)
            .map(move |(piece, &anchor)| placed(piece, part, anchor))
    };
    items.extend(all(PiecePart::Face));
    items.push(Item::part(GOALS, 0, 0));
    // A goal may run across a piece, but not across what is written on it.
    items.extend(all(PiecePart::Label));
    let moved = moved.into_iter();
    let moved = moved.filter(|&piece| anchors[piece] != Cell::OUT);
    items.extend(moved.map(|piece| placed(piece, PiecePart::Moved, anchors[piece])));
    items
}

/// Places the pieces of a position, with a move as an arrow.
pub fn board(
    puzzle: &Puzzle,
    anchors: &[Cell],
    unit: Option<&Move>,
    scheme: &ColourScheme,
) -> Vec<Item> {
    let unit = unit.filter(|unit| unit.piece < anchors.len());
    let target = unit.and_then(|unit| match unit.next_layer(puzzle) {
        Some((next, stop)) => Some(placed(next, PiecePart::Target, stop)),
        None if unit.leaves(puzzle) => None,
        None => Some(placed(unit.piece, PiecePart::Target, unit.to()?)),
    });
    let mut items = pieces(anchors, unit.map(|unit| unit.piece), target);
    let data = unit.and_then(|unit| {
        arrow(
            &puzzle.pieces()[unit.piece].shape,
            unit,
            unit.leaves(puzzle),
        )
    });
    if let Some(data) = data {
        for (colour, width) in [(scheme.halo, 11), (scheme.arrow, 6)] {
            items.push(Item::path(&*data).stroked(colour, width).rounded());
        }
    }
    items
}

/// Returns the position and the move in words, for screen readers.
fn described(position: &Position<'_>, unit: Option<&Move>) -> String {
    let puzzle = position.puzzle();
    let grid = puzzle.grid();
    let mut text = format!("{} columns and {} rows.", grid.columns(), grid.rows());
    for piece in 0..puzzle.standing() {
        let anchor = position.anchor(puzzle.top_layer(piece, position.anchors()));
        let piece = &puzzle.pieces()[piece];
        if anchor == Cell::OUT {
            text += &format!(" {} has left.", piece.label());
            continue;
        }
        let row = u16::from(anchor.row) + 1;
        let column = u16::from(anchor.column) + 1;
        text += &format!(" {}: row {row}, column {column}.", piece.label());
    }
    if let Some(unit) = unit
        && let Some(piece) = puzzle.pieces().get(unit.piece)
    {
        text += &format!(" {} goes {}.", piece.label(), unit.words(puzzle));
    }
    text
}

/// Cells have no rounded corners; the floor as a whole has.
const FLOOR: Inset = Inset { gap: 0, radius: 4 };
/// Goals are drawn within their pieces.
pub const GOAL: Inset = Inset { gap: 7, radius: 7 };

/// Draws the frame, its cells, walls, gates and exits.
fn frame(puzzle: &Puzzle, scheme: &ColourScheme) -> Vec<Item> {
    let grid = puzzle.grid();
    let width = i32::from(grid.columns()) * UNIT;
    let height = i32::from(grid.rows()) * UNIT;
    let outer_width = width + 2 * BORDER - 24;
    let outer_height = height + 2 * BORDER - 24;
    let frame = format!(
        "M-3 -{BORDER}h{outer_width}q12 0 12 12v{outer_height}q0 12 -12 12h-{outer_width}\
         q-12 0 -12 -12v-{outer_height}q0 -12 12 -12z"
    );
    let shapes = FrameShapes::new(puzzle);
    vec![
        Item::path(frame).filled(scheme.frame),
        Item::path(shapes.gaps).filled(scheme.floor),
        Item::path(shapes.floor).filled(scheme.floor),
        Item::path(shapes.gate).stroked(scheme.gate, 5),
        Item::path(shapes.lines).stroked(scheme.lines, 2),
        Item::path(shapes.marks).filled(scheme.goal),
    ]
}

/// What lies within a frame, as path data.
pub struct FrameShapes {
    /// The gaps of the frame at the exits.
    pub gaps: String,
    /// Triangles in the gaps.
    pub marks: String,
    pub floor: String,
    /// The stripes of the gate.
    pub gate: String,
    /// The lines between cells.
    pub lines: String,
}

impl FrameShapes {
    pub fn new(puzzle: &Puzzle) -> Self {
        let grid = puzzle.grid();
        let right = i32::from(grid.columns()) * UNIT;
        let bottom = i32::from(grid.rows()) * UNIT;
        // Gaps reach under the rounded corners of the floor.
        let depth = BORDER + 4;
        let mut gaps = String::new();
        let mut marks = String::new();
        for exit in exits(puzzle) {
            let length = i32::from(exit.width) * UNIT;
            let from = i32::from(exit.from) * UNIT;
            let middle = from + length / 2 - 9;
            let (gap, mark) = match exit.side {
                Direction::Up => (
                    format!("M{from} 4v-{depth}h{length}v{depth}z"),
                    format!("M{middle} -3l9 -9l9 9z"),
                ),
                Direction::Down => (
                    format!("M{from} {}v{depth}h{length}v-{depth}z", bottom - 4),
                    format!("M{middle} {}l9 9l9 -9z", bottom + 3),
                ),
                Direction::Left => (
                    format!("M4 {from}h-{depth}v{length}h{depth}z"),
                    format!("M-3 {middle}l-9 9l9 9z"),
                ),
                Direction::Right => (
                    format!("M{} {from}h{depth}v{length}h-{depth}z", right - 4),
                    format!("M{} {middle}l9 9l-9 9z", right + 3),
                ),
            };
            gaps += &gap;
            marks += &mark;
        }
        let open = || grid.cells().filter(|&cell| !grid.is_wall(cell));
        FrameShapes {
            gaps,
            marks,
            floor: outline(&pairs(open()), FLOOR),
            gate: puzzle.gate().cells.iter().copied().map(stripes).collect(),
            lines: open().map(|cell| cell_lines(grid, cell)).collect(),
        }
    }
}

/// The width of the bar of a door.
const BAR: i32 = 9;

/// Returns each door as bars beyond its edges, with the role of its first piece. Doors at one edge
/// share its bar.
pub fn door_bars(puzzle: &Puzzle) -> Vec<(Role, String)> {
    let doors = puzzle.doors();
    let roles = roles(puzzle);
    let bar = |number: usize, edge: &Edge| {
        let is_here = |door: &&Door| door.edges.contains(edge);
        let count = |doors: &[Door]| i32::try_from(doors.iter().filter(is_here).count());
        let [before, all] = [&doors[..number], doors].map(|doors| count(doors).unwrap_or(1));
        let width = BAR / all.max(1);
        let away = 2 + before * width;
        let (x, y) = corner(edge.cell);
        match edge.side {
            Direction::Up => format!("M{x} {}h{UNIT}v-{width}h-{UNIT}z", y - away),
            Direction::Down => format!("M{x} {}h{UNIT}v{width}h-{UNIT}z", y + UNIT + away),
            Direction::Left => format!("M{} {y}v{UNIT}h-{width}v-{UNIT}z", x - away),
            Direction::Right => format!("M{} {y}v{UNIT}h{width}v-{UNIT}z", x + UNIT + away),
        }
    };
    let bars = |(number, door): (usize, &Door)| {
        let bars = door.edges.iter().map(|edge| bar(number, edge));
        (roles[door.pieces[0]], bars.collect())
    };
    doors.iter().enumerate().map(bars).collect()
}

pub fn pairs(cells: impl Iterator<Item = Cell>) -> Vec<(i32, i32)> {
    cells
        .map(|cell| (i32::from(cell.column), i32::from(cell.row)))
        .collect()
}

/// Returns slanting stripes over a cell of a gate.
fn stripes(cell: Cell) -> String {
    let (x, y) = corner(cell);
    let half_x = x + UNIT / 2;
    let half_y = y + UNIT / 2;
    let right = x + UNIT;
    let bottom = y + UNIT;
    format!(
        "M{x} {half_y}L{half_x} {y}M{x} {bottom}L{right} {y}M{half_x} {bottom}L{right} {half_y}"
    )
}

/// Returns the lines between a cell and its neighbours on the left and above, without walls.
fn cell_lines(grid: &Grid, cell: Cell) -> String {
    let (x, y) = corner(cell);
    let mut lines = String::new();
    for (side, letter) in [(Direction::Left, 'v'), (Direction::Up, 'h')] {
        if cell.step(side).is_some_and(|other| !grid.is_wall(other)) {
            lines += &format!("M{x} {y}{letter}{UNIT}");
        }
    }
    lines
}

/// Draws the targets of pieces and the cells that must be empty, in broken lines. If a goal names
/// several pieces, each target has its letter.
fn goal_outlines(puzzle: &Puzzle, scheme: &ColourScheme) -> Vec<Item> {
    let goals = goals(puzzle);
    let lone = Polyomino::from_cells(&[Cell::new(0, 0)]);
    let mut places = BTreeSet::new();
    for goal in goals {
        for &Target { piece, anchor } in &goal.targets {
            places.insert((anchor, &puzzle.pieces()[piece].shape));
        }
        places.extend(goal.empties.iter().map(|&cell| (cell, &lone)));
    }
    let outlines: String = places
        .iter()
        .map(|(anchor, shape)| outline(&pairs(shape.cells_at(*anchor)), GOAL))
        .collect();
    let item = |colour| Item::path(outlines.clone()).stroked(colour, 3);
    let mut items = vec![
        // The light line below is seen where a piece is nearly as dark as the dashes.
        item(scheme.floor),
        item(scheme.goal).dashed(8, 6),
    ];
    if let [goal] = goals
        && goal.targets.len() > 1
    {
        for target in &goal.targets {
            let (x, y) = corner(target.anchor);
            let letter = puzzle.pieces()[target.piece].display_label();
            let text = Item::text(letter, x + 18, y + 19, 14);
            items.push(text.filled(scheme.goal).bold());
        }
    }
    items
}

/// How the colour of the next layer lies within a piece.
pub const CORE: Inset = Inset { gap: 15, radius: 6 };

/// How pieces lie within their cells.
const INSET: Inset = Inset { gap: 3, radius: 9 };

/// Writes the name of a piece with its letter below, or one of them alone if the other would be
/// smaller than `least`.
fn label(piece: &Piece, ink: PieceColours, least: i32) -> Vec<Item> {
    let place = label_box(&piece.shape);
    let (x, y) = place.middle();
    let x = x * UNIT / 2;
    let y = y * UNIT / 2;
    let letter = piece.display_label();
    let name = piece.name.as_deref().filter(|&name| name != letter);
    match name.map(|name| (name, name_size(name, place))) {
        Some((name, size)) if size >= least && least > SMALL => {
            vec![Item::text(name, x, y, size).filled(ink.text)]
        }
        Some((name, size)) if size >= SMALLEST.max(least) => {
            let below = Item::text(letter, x, y + size / 2 + 1, SMALL);
            vec![
                Item::text(name, x, y - SMALL / 2, size).filled(ink.text),
                below.filled(ink.text.mixed(ink.fill, 30)),
            ]
        }
        _ => {
            let is_wide = place.columns.min(place.rows) > 1;
            let size = if is_wide { UNIT * 2 / 3 } else { UNIT / 2 };
            vec![Item::text(letter, x, y, size).filled(ink.text).bold()]
        }
    }
}

/// The smallest size of a name; a name that needs a smaller one is left out.
const SMALLEST: i32 = 11;
/// The letter below a name.
const SMALL: i32 = 13;

/// Returns the size of a name with a letter below.
fn name_size(name: &str, place: LabelBox) -> i32 {
    let room = place.columns * UNIT - 14;
    let tallest = if place.columns > 1 && place.rows > 1 {
        36
    } else {
        24
    };
    (10 * room / tenths(name).max(1)).min(tallest)
}

/// Returns the width of text in tenths of its size: 10 for a Chinese character, 6 for others.
fn tenths(text: &str) -> i32 {
    text.chars()
        .map(|mark| if mark.width() == Some(2) { 10 } else { 6 })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_scaled_to_the_available_space() {
        let place = |columns, rows| LabelBox {
            column: 0,
            row: 0,
            columns,
            rows,
        };
        assert_eq!(name_size("曹操", place(2, 2)), 36);
        assert_eq!(name_size("曹操", place(1, 2)), 23);
        assert!(name_size("Prince of Darkness", place(1, 2)) < SMALLEST);
    }
}
