//! Draws boards as pixels: the background, the pieces, the goals, and a move as an arrow.

use std::collections::BTreeMap;

use thiserror::Error;

use super::canvas::{
    Area, Canvas, EDGE, FACE, NeighbourMask, Palette, PixelLevel, Scale, Style, Tiles, surrounded,
    wide,
};
use super::letters::{ALL, Lettering};
use crate::grid::{Cell, Direction};
use crate::puzzle::{Piece, PieceId, Polyomino, Puzzle};
use crate::render::geometry::{Arrow, FrameOpening, UNIT, exits, goals, label_box};
use crate::render::theme::{Colour, ColourScheme, PieceColours, Theme, roles};
use crate::solution::{IllegalMove, Move, Position};

/// The largest number of pictures of an animation.
pub const MAX_FRAMES: usize = 100_000;

/// The reason why a picture of pixels is not drawn.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PixelsError {
    /// There are more pixels than formats or memory have room for.
    #[error("a picture of {width}×{height} pixels is too large")]
    TooLarge {
        /// Pixels side by side.
        width: usize,
        /// Pixels one above the other.
        height: usize,
    },
    /// There are more than [`MAX_FRAMES`].
    #[error("an animation has {MAX_FRAMES} pictures at most, and this one would have {frames}")]
    TooLong {
        /// How many there would be.
        frames: usize,
    },
    /// A move cannot be made.
    #[error("move {number}: {why}")]
    Illegal {
        /// Which one, from 1.
        number: usize,
        /// Why it cannot be made. Part of the message, hence not its source.
        why: IllegalMove,
    },
}

/// The largest number of pixels of a picture.
pub const MAX_PIXELS: usize = 1 << 26;

/// The numbers of the colours of a piece: by level, when it is highlighted, and of its label.
struct BrushState {
    plain: [u8; 7],
    strong: [u8; 7],
    /// By how much is covered.
    text: [u8; 7],
}

/// Draws the boards of one puzzle.
pub struct Painter<'a> {
    puzzle: &'a Puzzle,
    scale: Scale,
    pub palette: Palette,
    brushes: Vec<BrushState>,
    /// The cells of each piece from its anchor, and what is around each within the piece.
    shapes: Vec<Vec<((i32, i32), NeighbourMask)>>,
    /// What is written on each, if anything has room.
    labels: Vec<Option<Lettering>>,
    plain: Tiles,
    strong: Tiles,
    /// All that stands still below the pieces.
    background: Canvas,
    /// The outlines of the goals, row by row.
    goal: Vec<OutlinePixel>,
    dash: u8,
    gap: u8,
    halo: u8,
    arrow: u8,
}

impl<'a> Painter<'a> {
    /// Returns a painter of boards whose cells are `cell` pixels wide.
    pub fn new(puzzle: &'a Puzzle, theme: Theme, cell: u16) -> Result<Self, PixelsError> {
        let scale = Scale { cell };
        let scheme = theme.scheme();
        let width = scale.length(puzzle.grid().columns());
        let height = scale.length(puzzle.grid().rows());
        let most = usize::from(u16::MAX);
        if width > most || height > most || width * height > MAX_PIXELS {
            return Err(PixelsError::TooLarge { width, height });
        }
        let mut palette = Palette::default();
        let background = background(puzzle, scheme, scale, &mut palette);
        let mut brush = |ink: PieceColours| BrushState {
            plain: shades(&mut palette, scheme.floor, ink.edge, ink.fill),
            strong: shades(&mut palette, scheme.floor, scheme.arrow, ink.fill),
            text: text_colours(&mut palette, ink.fill, ink.text),
        };
        let brushes = roles(puzzle)
            .into_iter()
            .map(|role| brush(theme.ink(role)))
            .collect();
        let shapes = puzzle
            .pieces()
            .iter()
            .map(|piece| surrounded(&piece.shape))
            .collect();
        let gap = scale.exactly(2.5);
        let radius = scale.exactly(9.0);
        let tiles = |edge: f64| {
            Tiles::new(Style {
                cell,
                gap,
                radius,
                edge: scale.exactly(edge).max(1.0),
            })
        };
        Ok(Painter {
            puzzle,
            scale,
            brushes,
            shapes,
            labels: puzzle
                .pieces()
                .iter()
                .map(|piece| label(piece, cell.into()))
                .collect(),
            plain: tiles(2.0),
            strong: tiles(4.5),
            background,
            goal: goal_dots(puzzle, scale),
            dash: palette.number(scheme.goal),
            gap: palette.number(scheme.floor),
            halo: palette.number(scheme.halo),
            arrow: palette.number(scheme.arrow),
            palette,
        })
    }

    /// Returns a canvas with the background.
    pub fn canvas(&self) -> Canvas {
        self.background.clone()
    }

    /// Returns the area that a piece covers at this place.
    pub fn area(&self, piece: PieceId, anchor: Cell) -> Area {
        let side = self.scale.side();
        let (left, top) = self.corner(anchor);
        let cells = || self.shapes[piece].iter().map(|(offset, _)| *offset);
        let range = |corner: i64, places: Vec<i32>| {
            let low = i64::from(*places.iter().min().unwrap_or(&0));
            let high = i64::from(*places.iter().max().unwrap_or(&0)) + 1;
            let inside = |at: i64| usize::try_from(at).unwrap_or(0);
            inside(corner + low * side)..inside(corner + high * side)
        };
        Area {
            across: range(left, cells().map(|cell| cell.0).collect()),
            down: range(top, cells().map(|cell| cell.1).collect()),
        }
    }

    /// Draws the board anew within the canvas's clip: every piece at its anchor, one of them
    /// highlighted.
    pub(super) fn draw(&mut self, canvas: &mut Canvas, anchors: &[Cell], strong: Option<PieceId>) {
        canvas.copy(&self.background);
        for (piece, &anchor) in anchors.iter().enumerate() {
            self.draw_piece(canvas, piece, anchor, strong == Some(piece));
        }
        let rows = canvas.rows_to_change();
        let [from, to] =
            [rows.start, rows.end].map(|row| self.goal.partition_point(|dot| dot.y < wide(row)));
        for &OutlinePixel { x, y, is_dash } in &self.goal[from..to] {
            canvas.fill((x, y), (1, 1), if is_dash { self.dash } else { self.gap });
        }
        // A goal may run across a piece, but not across what is written on it.
        for (piece, &anchor) in anchors.iter().enumerate() {
            self.write_label(canvas, piece, self.corner(anchor));
        }
    }

    /// Draws the position, with a move as an arrow on it.
    pub fn draw_position(
        &mut self,
        canvas: &mut Canvas,
        position: &Position<'_>,
        unit: Option<&Move>,
    ) {
        self.draw(canvas, position.anchors(), unit.map(|unit| unit.piece));
        let piece = unit.and_then(|unit| self.puzzle.pieces().get(unit.piece));
        if let (Some(unit), Some(piece)) = (unit, piece)
            && let Some(arrow) = Arrow::of(&piece.shape, unit)
        {
            for (colour, more) in [(self.halo, UNIT / 20), (self.arrow, 0)] {
                draw_arrow(canvas, self.scale, &arrow, UNIT / 10 + 2 * more, colour);
            }
        }
    }

    fn draw_piece(&mut self, canvas: &mut Canvas, piece: PieceId, anchor: Cell, strong: bool) {
        let (left, top) = self.corner(anchor);
        let cell = usize::from(self.scale.cell);
        let side = self.scale.side();
        let brush = &self.brushes[piece];
        let (tiles, colours) = if strong {
            (&mut self.strong, brush.strong)
        } else {
            (&mut self.plain, brush.plain)
        };
        for &((column, row), around) in &self.shapes[piece] {
            let tile = tiles.get(around);
            let at = (left + i64::from(column) * side, top + i64::from(row) * side);
            canvas.stamp(at, (cell, cell), |x, y| {
                let level = tile[y * cell + x];
                (level > 0).then(|| colours[usize::from(level)])
            });
        }
    }

    fn write_label(&self, canvas: &mut Canvas, piece: PieceId, (left, top): (i64, i64)) {
        let Some(label) = &self.labels[piece] else {
            return;
        };
        let (x, y) = label_box(&self.puzzle.pieces()[piece].shape).middle();
        let side = self.scale.side();
        let middle = (
            left + i64::from(x) * side / 2,
            top + i64::from(y) * side / 2,
        );
        label.write(canvas, middle, self.brushes[piece].text);
    }

    /// Returns the top left pixel of the cell of an anchor.
    fn corner(&self, anchor: Cell) -> (i64, i64) {
        self.scale.corner(anchor)
    }
}

/// Returns the name of a piece, or its letter if the name does not fit.
fn label(piece: &Piece, cell: usize) -> Option<Lettering> {
    let place = label_box(&piece.shape);
    let length = |cells: i32| usize::try_from(cells).unwrap_or(0) * cell;
    let narrow = length(place.columns.min(place.rows));
    let room = (
        length(place.columns).saturating_sub(cell / 4),
        narrow * 6 / 10,
    );
    let letter = piece.display_label();
    piece
        .name
        .iter()
        .chain([&letter])
        .find_map(|text| Lettering::fit(text, room))
}

/// Returns the numbers of the colours by how much a letter covers, from `outside` to `text`.
pub fn text_colours(palette: &mut Palette, outside: Colour, text: Colour) -> [u8; 7] {
    std::array::from_fn(|cover| {
        let part = u8::try_from(cover * 100 / usize::from(ALL)).unwrap_or(100);
        palette.number(outside.mixed(text, part))
    })
}

/// Returns the numbers of the colours by level: from `outside` to `edge` to `face`.
fn shades(palette: &mut Palette, outside: Colour, edge: Colour, face: Colour) -> [u8; 7] {
    std::array::from_fn(|level| {
        let thirds = |part: PixelLevel| u8::try_from(usize::from(part) * 100 / 3).unwrap_or(100);
        let level = PixelLevel::try_from(level).unwrap_or(FACE);
        palette.number(match level {
            0..EDGE => outside.mixed(edge, thirds(level)),
            _ => edge.mixed(face, thirds(level - EDGE)),
        })
    })
}

/// Returns the board without its pieces.
fn background(
    puzzle: &Puzzle,
    scheme: &ColourScheme,
    scale: Scale,
    palette: &mut Palette,
) -> Canvas {
    let grid = puzzle.grid();
    let side = scale.side();
    let width = scale.length(grid.columns());
    let height = scale.length(grid.rows());
    let mut background = Canvas::new(width, height, palette.number(scheme.frame));
    let [floor, lines, gate, goal] =
        [scheme.floor, scheme.lines, scheme.gate, scheme.goal].map(|colour| palette.number(colour));
    for cell in grid.cells().filter(|&cell| !grid.is_wall(cell)) {
        background.fill(scale.corner(cell), (side, side), floor);
        if puzzle.gate().cells.contains(&cell) {
            let stripe = usize::from(scale.cell / 2).max(1);
            let side = usize::from(scale.cell);
            background.stamp(scale.corner(cell), (side, side), |x, y| {
                ((x + y) % stripe * 4 < stripe).then_some(gate)
            });
        }
    }
    for cell in grid.cells().filter(|&cell| !grid.is_wall(cell)) {
        let joined = |side| cell.step(side).is_some_and(|other| !grid.is_wall(other));
        for side in [Direction::Left, Direction::Up]
            .into_iter()
            .filter(|&side| joined(side))
        {
            draw_line(&mut background, scale, cell, side, lines);
        }
    }
    for exit in exits(puzzle) {
        open(&mut background, scale, exit, floor);
        mark(&mut background, scale, exit, goal);
    }
    background
}

/// Draws a line along the left or upper side of a cell.
fn draw_line(background: &mut Canvas, scale: Scale, cell: Cell, side: Direction, colour: u8) {
    let (x, y) = scale.corner(cell);
    let length = scale.side();
    let thick = (length / 30).max(1);
    if side == Direction::Left {
        background.fill((x - thick / 2, y), (thick, length), colour);
    } else {
        background.fill((x, y - thick / 2), (length, thick), colour);
    }
}

/// Opens the frame, as if the floor went on.
fn open(background: &mut Canvas, scale: Scale, exit: FrameOpening, floor: u8) {
    let border = scale.border();
    let (from, length) = span(scale, exit);
    let right = wide(background.width()) - border;
    let bottom = wide(background.height()) - border;
    let (corner, size) = match exit.side {
        Direction::Up => ((from, 0), (length, border)),
        Direction::Down => ((from, bottom), (length, border)),
        Direction::Left => ((0, from), (border, length)),
        Direction::Right => ((right, from), (border, length)),
    };
    background.fill(corner, size, floor);
}

/// Draws a mark in the opening that points outwards.
fn mark(background: &mut Canvas, scale: Scale, exit: FrameOpening, colour: u8) {
    let border = scale.border();
    let (from, length) = span(scale, exit);
    let right = wide(background.width()) - border;
    let bottom = wide(background.height()) - border;
    let middle = from + length / 2;
    let depth = border * 3 / 5;
    let gap = (border - depth) / 2;
    for step in 0..depth {
        // Its bars become shorter from the inside out.
        let half = depth - step - 1;
        let start = middle - half;
        let bar = 2 * half + 1;
        let (corner, size) = match exit.side {
            Direction::Up => ((start, border - gap - step - 1), (bar, 1)),
            Direction::Down => ((start, bottom + gap + step), (bar, 1)),
            Direction::Left => ((border - gap - step - 1, start), (1, bar)),
            Direction::Right => ((right + gap + step, start), (1, bar)),
        };
        background.fill(corner, size, colour);
    }
}

/// Returns the start and the length of an opening along its side.
fn span(scale: Scale, exit: FrameOpening) -> (i64, i64) {
    let side = scale.side();
    (
        scale.border() + i64::from(exit.from) * side,
        i64::from(exit.width) * side,
    )
}

/// A pixel of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct OutlinePixel {
    x: i64,
    y: i64,
    /// Whether it belongs to a dash, and not to a gap between two.
    is_dash: bool,
}

/// Returns the outlines of the targets and of the cells that must be empty, row by row.
fn goal_dots(puzzle: &Puzzle, scale: Scale) -> Vec<OutlinePixel> {
    let Scale { cell } = scale;
    let gap = scale.exactly(6.0);
    let radius = scale.exactly(7.0);
    let mut tiles = Tiles::new(Style {
        cell,
        gap,
        radius,
        edge: scale.exactly(3.0).max(1.0),
    });
    let mut dots = BTreeMap::new();
    let lone = Polyomino::from_cells(&[Cell::new(0, 0)]);
    for goal in goals(puzzle) {
        let shape = |piece: usize| &puzzle.pieces()[piece].shape;
        let targets = goal
            .targets
            .iter()
            .map(|target| (shape(target.piece), target.anchor));
        let empties = goal.empties.iter().map(|&cell| (&lone, cell));
        for (shape, anchor) in targets.chain(empties) {
            let (left, top) = scale.corner(anchor);
            for (offset, around) in surrounded(shape) {
                let edge = edge(tiles.get(around), scale, offset);
                dots.extend(edge.map(|((x, y), is_dash)| ((top + y, left + x), is_dash)));
            }
        }
    }
    dots.into_iter()
        .map(|((y, x), is_dash)| OutlinePixel { x, y, is_dash })
        .collect()
}

/// Returns the pixels of a cell's edge from the corner of the anchor, and whether each belongs to a
/// dash.
fn edge(
    tile: &[PixelLevel],
    scale: Scale,
    (column, row): (i32, i32),
) -> impl Iterator<Item = ((i64, i64), bool)> + '_ {
    let side = scale.side();
    let dash = (side / 7).max(2);
    let edge = tile
        .iter()
        .enumerate()
        .filter(|(_, level)| (2..=4).contains(*level));
    let places = edge.map(move |(place, _)| {
        let cell = usize::from(scale.cell);
        let x = wide(place % cell);
        let y = wide(place / cell);
        (x + i64::from(column) * side, y + i64::from(row) * side)
    });
    places.map(move |(x, y)| ((x, y), (x + y).rem_euclid(2 * dash) < dash + dash / 4))
}

/// Draws an arrow whose shaft is `thickness` units thick.
fn draw_arrow(canvas: &mut Canvas, scale: Scale, arrow: &Arrow, thickness: i32, colour: u8) {
    let border = scale.border();
    let at = |&(x, y): &(i32, i32)| (border + scale.pixels(x), border + scale.pixels(y));
    let thick = scale.pixels(thickness).max(1);
    let half = thick / 2;
    for pair in arrow.points.windows(2) {
        let (x1, y1) = at(&pair[0]);
        let (x2, y2) = at(&pair[1]);
        let corner = (x1.min(x2) - half, y1.min(y2) - half);
        canvas.fill(
            corner,
            ((x1 - x2).abs() + thick, (y1 - y2).abs() + thick),
            colour,
        );
    }
    let Some(end) = arrow.points.last().map(at) else {
        return;
    };
    let dx = i64::from(arrow.heading.0);
    let dy = i64::from(arrow.heading.1);
    let length = scale.pixels(UNIT / 4);
    // The head is made of bars across, from its tip back; the tip lies a little beyond the shaft.
    let tip = (end.0 + dx * thick, end.1 + dy * thick);
    for back in 0..length + half {
        let x = tip.0 - dx * back;
        let y = tip.1 - dy * back;
        let reach = back.min(length);
        let across = dy.abs() * reach;
        let down = dx.abs() * reach;
        canvas.fill(
            (x - across, y - down),
            (2 * across + 1, 2 * down + 1),
            colour,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_are_as_the_frame_and_exits_are_open() {
        let text = "pieces: axis\nexit: X=right\n\nX X .\n. # .\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let scheme = Theme::Light.scheme();
        let mut palette = Palette::default();
        let background = background(&puzzle, scheme, Scale { cell: 20 }, &mut palette);
        assert_eq!((background.width(), background.height()), (70, 50));
        let is = |x: usize, y: usize, colour| {
            background.row(y, &(x..x + 1))[0] == palette.clone().number(colour)
        };
        assert!(is(35, 40, scheme.frame), "the wall");
        assert!(is(15, 15, scheme.floor), "a cell");
        assert!(is(25, 15, scheme.lines), "a line between cells");
        assert!(is(67, 8, scheme.floor), "the opening");
        assert!(is(67, 15, scheme.goal), "the mark in it");
        assert!(is(67, 40, scheme.frame), "the frame");
    }

    #[test]
    fn a_goal_is_a_broken_line_within_its_cells() {
        let text = "A A .\n. . .\n\ngoal:\n. . .\n. A A\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let dots = goal_dots(&puzzle, Scale { cell: 20 });
        let within = |dot: &OutlinePixel| (25..65).contains(&dot.x) && (25..45).contains(&dot.y);
        assert!(dots.iter().all(within), "{dots:?}");
        assert!(dots.is_sorted_by_key(|dot| (dot.y, dot.x)));
        let dashes = dots.iter().filter(|dot| dot.is_dash).count();
        assert!(
            dashes > dots.len() / 3 && dashes < dots.len(),
            "{dashes} of {}",
            dots.len()
        );
    }

    #[test]
    fn an_arrow_has_a_shaft_and_a_head() {
        let mut canvas = Canvas::new(40, 20, 0);
        let arrow = Arrow {
            points: vec![(30, 30), (90, 30)],
            heading: (1, 0),
        };
        draw_arrow(&mut canvas, Scale { cell: 16 }, &arrow, 8, 1);
        let row = |row: usize| -> String {
            let pixels = canvas.row(row, &(0..40)).iter();
            pixels
                .map(|&pixel| if pixel == 0 { '.' } else { '#' })
                .collect()
        };
        assert_eq!(row(12), "...........####################.........");
        assert_eq!(row(9), "..........................##............");
    }
}
