//! Draws boards as pixels.

use std::collections::BTreeSet;

use super::PixelsError;
use super::canvas::{Area, Canvas};
use super::glyph;
use super::palette::Palette;
use super::tile::{Around, EDGE, FACE, Level, Style, Tiles};
use crate::grid::{Cell, Direction};
use crate::puzzle::{PieceId, Polyomino, Puzzle};
use crate::render::board::{Arrow, Exit, UNIT, exits, goals, label_box, offsets};
use crate::render::colour::Colour;
use crate::render::role::roles;
use crate::render::theme::{Ink, Theme};
use crate::solution::{Move, Position};

/// A picture has no more pixels than this.
pub(crate) const MAX_PIXELS: usize = 1 << 26;

/// Where a piece is drawn: its anchor, and how many pixels right and down of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub(super) anchor: Cell,
    pub(super) shift: (i64, i64),
}

impl Spot {
    pub(super) const fn at(anchor: Cell) -> Self {
        Spot { anchor, shift: (0, 0) }
    }
}

/// The numbers of the colours of a piece: by level, when it is highlighted, and of its label.
struct Coat {
    plain: [u8; 7],
    strong: [u8; 7],
    text: u8,
}

/// Draws the boards of one puzzle.
pub(super) struct Painter<'a> {
    puzzle: &'a Puzzle,
    cell: usize,
    border: i64,
    pub(super) palette: Palette,
    coats: Vec<Coat>,
    /// The cells of each piece from its anchor, and what is around each within the piece.
    shapes: Vec<Vec<((i32, i32), Around)>>,
    plain: Tiles,
    strong: Tiles,
    /// All that stands still below the pieces.
    ground: Canvas,
    /// The outlines of the goals, each pixel with its colour.
    goal: Vec<(i64, i64)>,
    goal_colour: u8,
    halo: u8,
    arrow: u8,
}

impl<'a> Painter<'a> {
    /// A painter of boards whose cells are so many pixels wide.
    pub(super) fn new(puzzle: &'a Puzzle, theme: Theme, cell: u16) -> Result<Self, PixelsError> {
        let side = usize::from(cell);
        let border = side / 4;
        let grid = puzzle.grid();
        let width = usize::from(grid.columns()) * side + 2 * border;
        let height = usize::from(grid.rows()) * side + 2 * border;
        let most = usize::from(u16::MAX);
        if width > most || height > most || width * height > MAX_PIXELS {
            return Err(PixelsError::TooLarge { width, height });
        }
        let mut palette = Palette::default();
        let scheme = theme.scheme();
        let ground = Canvas::new(width, height, palette.number(scheme.frame));
        let coat = |palette: &mut Palette, ink: Ink| Coat {
            plain: shades(palette, scheme.floor, ink.edge, ink.fill),
            strong: shades(palette, scheme.floor, scheme.arrow, ink.fill),
            text: palette.number(ink.text),
        };
        let coats =
            roles(puzzle).into_iter().map(|role| coat(&mut palette, theme.ink(role))).collect();
        let shapes = puzzle.pieces().iter().map(|piece| surrounded(&piece.shape)).collect();
        let part = |units: f64| units * f64::from(cell) / f64::from(UNIT);
        let style =
            |edge: f64| Style { cell, gap: part(2.5), radius: part(9.0), edge: edge.max(1.0) };
        let mut painter = Painter {
            puzzle,
            cell: side,
            border: i64::try_from(border).unwrap_or(0),
            coats,
            shapes,
            plain: Tiles::new(style(part(2.0))),
            strong: Tiles::new(style(part(4.5))),
            ground,
            goal: Vec::new(),
            goal_colour: palette.number(scheme.goal),
            halo: palette.number(scheme.halo),
            arrow: palette.number(scheme.arrow),
            palette,
        };
        painter.lay_ground(theme);
        painter.goal = painter.goal_pixels(cell);
        Ok(painter)
    }

    /// A canvas with nothing on it but the ground.
    pub(super) fn canvas(&self) -> Canvas {
        self.ground.clone()
    }

    /// The area that a piece covers there.
    pub(super) fn area(&self, piece: PieceId, spot: Spot) -> Area {
        let side = wide(self.cell);
        let (left, top) = self.corner(spot);
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

    /// Draws the board anew within the canvas's clip: every piece where `spots` says, one of them
    /// highlighted.
    pub(super) fn draw(&mut self, canvas: &mut Canvas, spots: &[Spot], strong: Option<PieceId>) {
        canvas.copy(&self.ground);
        for (piece, &spot) in spots.iter().enumerate() {
            self.draw_piece(canvas, piece, spot, strong == Some(piece));
        }
        for &(x, y) in &self.goal {
            canvas.fill((x, y), (1, 1), self.goal_colour);
        }
    }

    /// Draws the position, with a move as an arrow on it.
    pub(super) fn draw_position(
        &mut self,
        canvas: &mut Canvas,
        position: &Position<'_>,
        unit: Option<&Move>,
    ) {
        let spots: Vec<Spot> = position.anchors().iter().map(|&anchor| Spot::at(anchor)).collect();
        self.draw(canvas, &spots, unit.map(|unit| unit.piece));
        let piece = unit.and_then(|unit| self.puzzle.pieces().get(unit.piece));
        if let (Some(unit), Some(piece)) = (unit, piece)
            && let Some(arrow) = Arrow::of(&piece.shape, unit)
        {
            for (colour, more) in [(self.halo, UNIT / 20), (self.arrow, 0)] {
                self.draw_arrow(canvas, &arrow, UNIT / 10 + 2 * more, colour);
            }
        }
    }

    fn draw_piece(&mut self, canvas: &mut Canvas, piece: PieceId, spot: Spot, strong: bool) {
        let (left, top) = self.corner(spot);
        let (cell, side) = (self.cell, wide(self.cell));
        let coat = &self.coats[piece];
        let (tiles, colours) =
            if strong { (&mut self.strong, coat.strong) } else { (&mut self.plain, coat.plain) };
        for &((column, row), around) in &self.shapes[piece] {
            let tile = tiles.get(around);
            let at = (left + i64::from(column) * side, top + i64::from(row) * side);
            canvas.stamp(at, cell, |x, y| {
                let level = tile[y * cell + x];
                (level > 0).then(|| colours[usize::from(level)])
            });
        }
        self.write_label(canvas, piece, (left, top));
    }

    /// The name of the piece, or its letter where the name has no room.
    fn write_label(&self, canvas: &mut Canvas, piece: PieceId, (left, top): (i64, i64)) {
        let text = self.coats[piece].text;
        let piece = &self.puzzle.pieces()[piece];
        let place = label_box(&piece.shape);
        let room = |cells: i32| {
            let pixels = usize::try_from(cells).unwrap_or(0) * self.cell;
            pixels.saturating_sub(self.cell / 8)
        };
        let room = (room(place.columns), room(place.rows) * 4 / 5);
        let (x, y) = place.middle();
        let side = wide(self.cell);
        let middle = (left + i64::from(x) * side / 2, top + i64::from(y) * side / 2);
        let letter = piece.letter.to_string();
        for label in piece.name.iter().chain([&letter]) {
            if let Some(scale) = glyph::scale(label, room) {
                return glyph::write(canvas, label, middle, scale, text);
            }
        }
    }

    /// Where the cell of an anchor begins.
    fn corner(&self, spot: Spot) -> (i64, i64) {
        let (x, y) = self.cell_corner(spot.anchor);
        (x + spot.shift.0, y + spot.shift.1)
    }

    fn cell_corner(&self, cell: Cell) -> (i64, i64) {
        let at = |cells: u8| self.border + i64::from(cells) * wide(self.cell);
        (at(cell.column), at(cell.row))
    }

    /// Pixels for so many units.
    fn pixels(&self, units: i32) -> i64 {
        (i64::from(units) * wide(self.cell)).div_euclid(i64::from(UNIT))
    }

    fn draw_arrow(&self, canvas: &mut Canvas, arrow: &Arrow, thickness: i32, colour: u8) {
        let at =
            |&(x, y): &(i32, i32)| (self.border + self.pixels(x), self.border + self.pixels(y));
        let thick = self.pixels(thickness).max(1);
        let half = thick / 2;
        for pair in arrow.points.windows(2) {
            let ((x1, y1), (x2, y2)) = (at(&pair[0]), at(&pair[1]));
            let corner = (x1.min(x2) - half, y1.min(y2) - half);
            canvas.fill(corner, ((x1 - x2).abs() + thick, (y1 - y2).abs() + thick), colour);
        }
        let Some(tip) = arrow.points.last().map(at) else { return };
        let (dx, dy) = (i64::from(arrow.heading.0), i64::from(arrow.heading.1));
        let length = self.pixels(UNIT / 4);
        // The head is made of bars across, from the tip back; it lies before the end of the shaft.
        for back in 0..length + half {
            let (x, y) = (tip.0 + dx * (half + half - back), tip.1 + dy * (half + half - back));
            let reach = back.min(length);
            let (across, down) = (dy.abs() * reach, dx.abs() * reach);
            canvas.fill((x - across, y - down), (2 * across + 1, 2 * down + 1), colour);
        }
    }

    /// Draws all that stands still below the pieces.
    fn lay_ground(&mut self, theme: Theme) {
        let scheme = theme.scheme();
        let [floor, lines, gate] =
            [scheme.floor, scheme.lines, scheme.gate].map(|colour| self.palette.number(colour));
        let (grid, side) = (self.puzzle.grid(), wide(self.cell));
        let mut ground = self.ground.clone();
        let line = (side / 30).max(1);
        for cell in grid.cells().filter(|&cell| !grid.is_wall(cell)) {
            let (x, y) = self.cell_corner(cell);
            ground.fill((x, y), (side, side), floor);
            if self.puzzle.gate().cells.contains(&cell) {
                let stripe = self.cell / 2;
                ground.stamp((x, y), self.cell, |x, y| {
                    ((x + y) % stripe.max(1) * 4 < stripe).then_some(gate)
                });
            }
            for (before, length) in [(Direction::Left, (line, side)), (Direction::Up, (side, line))]
            {
                if cell.step(before).is_some_and(|other| !grid.is_wall(other)) {
                    let (left, up) = (length.0.min(line) / 2, length.1.min(line) / 2);
                    let at = match before {
                        Direction::Left => (x - left, y),
                        _ => (x, y - up),
                    };
                    ground.fill(at, length, lines);
                }
            }
        }
        for exit in exits(self.puzzle) {
            self.lay_exit(&mut ground, exit, floor);
        }
        self.ground = ground;
    }

    /// An opening of the frame, with a mark in it that points outwards.
    fn lay_exit(&self, ground: &mut Canvas, exit: Exit, floor: u8) {
        let (side, border) = (wide(self.cell), self.border);
        let (from, length) = (border + i64::from(exit.from) * side, i64::from(exit.width) * side);
        let (right, bottom) = (wide(ground.width()) - border, wide(ground.height()) - border);
        let (corner, size) = match exit.side {
            Direction::Up => ((from, 0), (length, border)),
            Direction::Down => ((from, bottom), (length, border)),
            Direction::Left => ((0, from), (border, length)),
            Direction::Right => ((right, from), (border, length)),
        };
        ground.fill(corner, size, floor);
        let middle = from + length / 2;
        let depth = border * 3 / 5;
        let gap = (border - depth) / 2;
        for step in 0..depth {
            // The bars of the mark, from the inside out, become shorter.
            let half = depth - step - 1;
            let (corner, size) = match exit.side {
                Direction::Up => ((middle - half, border - gap - step - 1), (2 * half + 1, 1)),
                Direction::Down => ((middle - half, bottom + gap + step), (2 * half + 1, 1)),
                Direction::Left => ((border - gap - step - 1, middle - half), (1, 2 * half + 1)),
                Direction::Right => ((right + gap + step, middle - half), (1, 2 * half + 1)),
            };
            ground.fill(corner, size, self.goal_colour);
        }
    }

    /// The pixels of the outlines of the goals, broken lines.
    fn goal_pixels(&self, cell: u16) -> Vec<(i64, i64)> {
        let part = |units: f64| units * f64::from(cell) / f64::from(UNIT);
        let (gap, radius, edge) = (part(6.0), part(7.0), part(3.0).max(1.0));
        let mut tiles = Tiles::new(Style { cell, gap, radius, edge });
        let mut pixels = BTreeSet::new();
        let lone = Polyomino::from_cells(&[Cell::new(0, 0)]);
        let pieces = self.puzzle.pieces();
        for goal in goals(self.puzzle) {
            let targets =
                goal.targets.iter().map(|target| (&pieces[target.piece].shape, target.anchor));
            let empties = goal.empties.iter().map(|&cell| (&lone, cell));
            for (shape, anchor) in targets.chain(empties) {
                let corner = self.cell_corner(anchor);
                for (offset, around) in surrounded(shape) {
                    self.broken_line(&mut pixels, tiles.get(around), corner, offset);
                }
            }
        }
        pixels.into_iter().collect()
    }

    /// Adds the pixels on the edge of one cell of a goal, where they belong to a dash.
    fn broken_line(
        &self,
        pixels: &mut BTreeSet<(i64, i64)>,
        tile: &[Level],
        (left, top): (i64, i64),
        (column, row): (i32, i32),
    ) {
        let side = wide(self.cell);
        let dash = (side / 7).max(2);
        for (place, _) in tile.iter().enumerate().filter(|(_, level)| (2..=4).contains(*level)) {
            let x = wide(place % self.cell) + i64::from(column) * side;
            let y = wide(place / self.cell) + i64::from(row) * side;
            if (x + y) % (2 * dash) < dash + dash / 4 {
                pixels.insert((left + x, top + y));
            }
        }
    }
}

/// The cells of a shape, each with what is around it.
fn surrounded(shape: &Polyomino) -> Vec<((i32, i32), Around)> {
    let cells: BTreeSet<(i32, i32)> = offsets(shape).into_iter().collect();
    let around = |cell: (i32, i32)| Around::of(|(x, y)| cells.contains(&(cell.0 + x, cell.1 + y)));
    cells.iter().map(|&cell| (cell, around(cell))).collect()
}

/// The numbers of the colours by level: from `outside` to `edge` to `face`.
fn shades(palette: &mut Palette, outside: Colour, edge: Colour, face: Colour) -> [u8; 7] {
    std::array::from_fn(|level| {
        let thirds = |part: Level| u8::try_from(usize::from(part) * 100 / 3).unwrap_or(100);
        let level = Level::try_from(level).unwrap_or(FACE);
        palette.number(match level {
            0..EDGE => outside.mixed(edge, thirds(level)),
            _ => edge.mixed(face, thirds(level - EDGE)),
        })
    })
}

fn wide(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
