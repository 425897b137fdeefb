//! Draws boards as pixels.

use super::canvas::{Area, Canvas};
use super::goal::Dot;
use super::palette::Palette;
use super::scale::{Scale, wide};
use super::tile::{Around, EDGE, FACE, Level, Style, Tiles, surrounded};
use super::{PixelsError, arrow, glyph, goal, ground};
use crate::grid::Cell;
use crate::puzzle::{PieceId, Puzzle};
use crate::render::board::{Arrow, UNIT, label_box};
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
    scale: Scale,
    pub(super) palette: Palette,
    coats: Vec<Coat>,
    /// The cells of each piece from its anchor, and what is around each within the piece.
    shapes: Vec<Vec<((i32, i32), Around)>>,
    plain: Tiles,
    strong: Tiles,
    /// All that stands still below the pieces.
    ground: Canvas,
    /// The outlines of the goals, row by row.
    goal: Vec<Dot>,
    dash: u8,
    gap: u8,
    halo: u8,
    arrow: u8,
}

impl<'a> Painter<'a> {
    /// A painter of boards whose cells are so many pixels wide.
    pub(super) fn new(puzzle: &'a Puzzle, theme: Theme, cell: u16) -> Result<Self, PixelsError> {
        let (scale, scheme) = (Scale { cell }, theme.scheme());
        let (width, height) =
            (scale.length(puzzle.grid().columns()), scale.length(puzzle.grid().rows()));
        let most = usize::from(u16::MAX);
        if width > most || height > most || width * height > MAX_PIXELS {
            return Err(PixelsError::TooLarge { width, height });
        }
        let mut palette = Palette::default();
        let ground = ground::lay(puzzle, scheme, scale, &mut palette);
        let mut coat = |ink: Ink| Coat {
            plain: shades(&mut palette, scheme.floor, ink.edge, ink.fill),
            strong: shades(&mut palette, scheme.floor, scheme.arrow, ink.fill),
            text: palette.number(ink.text),
        };
        let coats = roles(puzzle).into_iter().map(|role| coat(theme.ink(role))).collect();
        let shapes = puzzle.pieces().iter().map(|piece| surrounded(&piece.shape)).collect();
        let (gap, radius) = (scale.exactly(2.5), scale.exactly(9.0));
        let tiles =
            |edge: f64| Tiles::new(Style { cell, gap, radius, edge: scale.exactly(edge).max(1.0) });
        Ok(Painter {
            puzzle,
            scale,
            coats,
            shapes,
            plain: tiles(2.0),
            strong: tiles(4.5),
            ground,
            goal: goal::dots(puzzle, scale),
            dash: palette.number(scheme.goal),
            gap: palette.number(scheme.floor),
            halo: palette.number(scheme.halo),
            arrow: palette.number(scheme.arrow),
            palette,
        })
    }

    /// A canvas with nothing on it but the ground.
    pub(super) fn canvas(&self) -> Canvas {
        self.ground.clone()
    }

    /// The area that a piece covers there.
    pub(super) fn area(&self, piece: PieceId, spot: Spot) -> Area {
        let side = self.scale.side();
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
        let rows = canvas.rows_to_change();
        let [from, to] =
            [rows.start, rows.end].map(|row| self.goal.partition_point(|dot| dot.y < wide(row)));
        for &Dot { x, y, is_dash } in &self.goal[from..to] {
            canvas.fill((x, y), (1, 1), if is_dash { self.dash } else { self.gap });
        }
        // A goal may run across a piece, but not across what is written on it.
        for (piece, &spot) in spots.iter().enumerate() {
            self.write_label(canvas, piece, self.corner(spot));
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
                arrow::draw(canvas, self.scale, &arrow, UNIT / 10 + 2 * more, colour);
            }
        }
    }

    fn draw_piece(&mut self, canvas: &mut Canvas, piece: PieceId, spot: Spot, strong: bool) {
        let (left, top) = self.corner(spot);
        let (cell, side) = (usize::from(self.scale.cell), self.scale.side());
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
    }

    /// The name of the piece, or its letter where the name has no room.
    fn write_label(&self, canvas: &mut Canvas, piece: PieceId, (left, top): (i64, i64)) {
        let text = self.coats[piece].text;
        let piece = &self.puzzle.pieces()[piece];
        let place = label_box(&piece.shape);
        let cell = usize::from(self.scale.cell);
        let across = usize::try_from(place.columns).unwrap_or(0) * cell;
        let narrow = usize::try_from(place.columns.min(place.rows)).unwrap_or(0) * cell;
        let room = (across.saturating_sub(cell / 8), narrow * 7 / 10);
        let (x, y) = place.middle();
        let side = self.scale.side();
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
        let (x, y) = self.scale.corner(spot.anchor);
        (x + spot.shift.0, y + spot.shift.1)
    }
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
