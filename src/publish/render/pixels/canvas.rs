//! A canvas of coloured pixels, the tiles that pieces are drawn with, and the palette.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::grid::Cell;
use crate::puzzle::Polyomino;
use crate::render::geometry::{UNIT, offsets};
use crate::render::theme::Colour;

/// Some of the pixels of a canvas: columns and rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    pub across: Range<usize>,
    pub down: Range<usize>,
}

impl Area {
    pub const fn is_empty(&self) -> bool {
        self.across.start >= self.across.end || self.down.start >= self.down.end
    }

    /// Returns the smallest area that contains both.
    pub fn with(&self, other: &Area) -> Area {
        let hull = |one: &Range<usize>, other: &Range<usize>| {
            one.start.min(other.start)..one.end.max(other.end)
        };
        Area {
            across: hull(&self.across, &other.across),
            down: hull(&self.down, &other.down),
        }
    }
}

/// Pixels, row by row, each the number of a colour. Only those within [`Canvas::clip`] are changed.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    clip: Area,
}

impl Canvas {
    pub fn new(width: usize, height: usize, colour: u8) -> Self {
        let clip = Area {
            across: 0..width,
            down: 0..height,
        };
        Canvas {
            width,
            height,
            pixels: vec![colour; width * height],
            clip,
        }
    }

    pub const fn width(&self) -> usize {
        self.width
    }

    pub const fn height(&self) -> usize {
        self.height
    }

    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the whole area.
    pub const fn whole(&self) -> Area {
        Area {
            across: 0..self.width,
            down: 0..self.height,
        }
    }

    /// Has only this area changed from now on.
    pub fn clip(&mut self, area: &Area) {
        let within = |range: &Range<usize>, end: usize| range.start.min(end)..range.end.min(end);
        self.clip = Area {
            across: within(&area.across, self.width),
            down: within(&area.down, self.height),
        };
    }

    /// Returns the rows within the clip.
    pub fn rows_to_change(&self) -> Range<usize> {
        self.clip.down.clone()
    }

    /// Returns the pixels of one row of an area.
    pub fn row(&self, row: usize, across: &Range<usize>) -> &[u8] {
        &self.pixels[row * self.width..][across.clone()]
    }

    /// Takes what is to be changed from another canvas of the same size.
    pub fn copy(&mut self, other: &Canvas) {
        for row in self.clip.down.clone() {
            let across = self.clip.across.clone();
            self.pixels[row * self.width..][across.clone()]
                .copy_from_slice(other.row(row, &across));
        }
    }

    /// Fills a rectangle; what lies outside is left out.
    pub fn fill(&mut self, (x, y): (i64, i64), (width, height): (i64, i64), colour: u8) {
        let across = clipped(x, width, &self.clip.across);
        for row in clipped(y, height, &self.clip.down) {
            self.pixels[row * self.width..][across.clone()].fill(colour);
        }
    }

    /// Changes the pixels of a rectangle whose corner is there, each to what `colour` says for its
    /// place in it, if anything.
    pub fn stamp(
        &mut self,
        (x, y): (i64, i64),
        (width, height): (usize, usize),
        colour: impl Fn(usize, usize) -> Option<u8>,
    ) {
        let across = clipped(x, wide(width), &self.clip.across);
        for row in clipped(y, wide(height), &self.clip.down) {
            for column in across.clone() {
                if let Some(colour) = colour(place(column, x), place(row, y)) {
                    self.pixels[row * self.width + column] = colour;
                }
            }
        }
    }
}

/// Returns the distance of a pixel from the corner of its rectangle.
fn place(at: usize, corner: i64) -> usize {
    i64::try_from(at)
        .ok()
        .and_then(|at| usize::try_from(at - corner).ok())
        .unwrap_or(0)
}

/// Returns the part of a length from `from` that lies in `clip`.
fn clipped(from: i64, length: i64, clip: &Range<usize>) -> Range<usize> {
    let inside = |at: i64| usize::try_from(at).unwrap_or(0).clamp(clip.start, clip.end);
    inside(from)..inside(from.saturating_add(length.max(0)))
}

/// How large a board is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The side of a cell, in pixels.
    pub cell: u16,
}

impl Scale {
    /// Returns the side of a cell.
    pub fn side(self) -> i64 {
        i64::from(self.cell)
    }

    /// Returns the width of the frame.
    pub fn border(self) -> i64 {
        i64::from(self.cell / 4)
    }

    /// Returns the width or height of `cells` cells with the frame around them.
    pub fn length(self, cells: u8) -> usize {
        usize::from(self.cell) * usize::from(cells) + 2 * usize::from(self.cell / 4)
    }

    /// Returns the top left pixel of a cell.
    pub fn corner(self, cell: Cell) -> (i64, i64) {
        let at = |cells: u8| self.border() + i64::from(cells) * self.side();
        (at(cell.column), at(cell.row))
    }

    /// Converts a length in units to whole pixels.
    pub fn pixels(self, units: i32) -> i64 {
        (i64::from(units) * self.side()).div_euclid(i64::from(UNIT))
    }

    /// Pixels for a length in units.
    pub fn exactly(self, units: f64) -> f64 {
        units * f64::from(self.cell) / f64::from(UNIT)
    }
}

/// Converts a length in pixels to a coordinate, which may lie outside.
pub fn wide(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// The colours of a picture of pixels, in the order in which they were first asked for.
#[derive(Clone, Default, Debug)]
pub struct Palette {
    colours: Vec<Colour>,
}

/// A pixel has a byte, and one number is left for pixels that do not change.
const MAX_COLOURS: usize = 255;

impl Palette {
    /// Returns the number of a colour, or that of the nearest colour if the palette is full.
    pub fn number(&mut self, colour: Colour) -> u8 {
        let place = self.colours.iter().position(|&other| other == colour);
        let place = place.unwrap_or_else(|| {
            if self.colours.len() < MAX_COLOURS {
                self.colours.push(colour);
                self.colours.len() - 1
            } else {
                self.nearest(colour)
            }
        });
        u8::try_from(place).expect("there are no more than a byte can tell apart")
    }

    fn nearest(&self, colour: Colour) -> usize {
        let distance = |other: &Colour| -> u32 {
            let parts = colour.rgb.iter().zip(other.rgb);
            parts
                .map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2))
                .sum()
        };
        let nearest = self
            .colours
            .iter()
            .enumerate()
            .min_by_key(|(_, other)| distance(other));
        nearest.map_or(0, |(place, _)| place)
    }

    /// Returns red, green and blue of each colour.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| colour.rgb).collect()
    }

    /// Returns the number of colours.
    pub const fn len(&self) -> usize {
        self.colours.len()
    }
}

/// How far inside its outline a pixel lies. From 0, outside, to 3 the colour goes over to that of
/// the edge, and from there to 6 to that of the face.
pub type PixelLevel = u8;

/// The edge itself.
pub const EDGE: PixelLevel = 3;
/// The face.
pub const FACE: PixelLevel = 6;

/// Which of the eight cells around one belong to its piece: a bit each, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NeighbourMask(u8);

/// The cells around one, as (column, row).
const AROUND: [(i32, i32); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

impl NeighbourMask {
    /// Returns the mask of the cells for which `has` is true.
    pub fn of(has: impl Fn((i32, i32)) -> bool) -> Self {
        let bits = AROUND
            .iter()
            .enumerate()
            .filter(|(_, offset)| has(**offset));
        NeighbourMask(bits.fold(0, |around, (bit, _)| around | 1 << bit))
    }

    fn has(self, offset: (i32, i32)) -> bool {
        AROUND
            .iter()
            .position(|&other| other == offset)
            .is_some_and(|bit| self.0 >> bit & 1 == 1)
    }
}

/// Sizes in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The side of a cell.
    pub cell: u16,
    /// How far within the sides of its cells a piece ends.
    pub gap: f64,
    /// How round its corners are.
    pub radius: f64,
    /// How wide its edge is.
    pub edge: f64,
}

/// The tiles of one style, each drawn when it is first asked for.
#[derive(Debug)]
pub struct Tiles {
    style: Style,
    tiles: BTreeMap<NeighbourMask, Vec<PixelLevel>>,
}

impl Tiles {
    pub fn new(style: Style) -> Self {
        Tiles {
            style,
            tiles: BTreeMap::new(),
        }
    }

    /// Returns the levels of the pixels of a cell, row by row.
    pub fn get(&mut self, around: NeighbourMask) -> &[PixelLevel] {
        let style = self.style;
        self.tiles
            .entry(around)
            .or_insert_with(|| tile(style, around))
    }
}

fn tile(style: Style, around: NeighbourMask) -> Vec<PixelLevel> {
    let middle = |at: u16| f64::from(at) + 0.5;
    let pixels = (0..style.cell).flat_map(|y| (0..style.cell).map(move |x| (x, y)));
    pixels
        .map(|(x, y)| level(depth(style, around, (middle(x), middle(y))), style.edge))
        .collect()
}

/// Returns the distance of a point inside the outline, in pixels; negative outside.
fn depth(style: Style, around: NeighbourMask, (x, y): (f64, f64)) -> f64 {
    let Style { gap, radius, .. } = style;
    let side = f64::from(style.cell);
    let mut depth = f64::INFINITY;
    // Each corner with its two sides, seen from the corner.
    for (right, bottom) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let x = if right > 0 { side - x } else { x };
        let y = if bottom > 0 { side - y } else { y };
        let beside = around.has((right, 0));
        let above = around.has((0, bottom));
        depth = match (beside, above) {
            (true, true) if around.has((right, bottom)) => depth,
            (true, true) => depth.min(x.hypot(y) - gap),
            (true, false) => depth.min(y - gap),
            (false, true) => depth.min(x - gap),
            (false, false) => {
                let inwards = radius - (x - gap);
                let down = radius - (y - gap);
                let round = inwards > 0.0 && down > 0.0;
                depth.min(if round {
                    radius - inwards.hypot(down)
                } else {
                    (x - gap).min(y - gap)
                })
            }
        };
    }
    depth
}

/// Returns the level of a pixel at this depth: the share of the edge, then that of the face.
fn level(depth: f64, edge: f64) -> PixelLevel {
    let covered = |depth: f64| match depth + 0.5 {
        share if share < 0.17 => 0,
        share if share < 0.5 => 1,
        share if share < 0.83 => 2,
        _ => 3,
    };
    match covered(depth - edge) {
        0 => covered(depth),
        face => EDGE + face,
    }
}

/// Returns the cells of a shape, each with its neighbours.
pub fn surrounded(shape: &Polyomino) -> Vec<((i32, i32), NeighbourMask)> {
    let cells: BTreeSet<(i32, i32)> = offsets(shape).into_iter().collect();
    let around =
        |cell: (i32, i32)| NeighbourMask::of(|(x, y)| cells.contains(&(cell.0 + x, cell.1 + y)));
    cells.iter().map(|&cell| (cell, around(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_is_left_out() {
        let mut canvas = Canvas::new(3, 2, 0);
        canvas.fill((-5, 1), (7, 9), 1);
        assert_eq!(canvas.pixels(), [0, 0, 0, 1, 1, 0]);
        canvas.fill((7, 7), (2, 2), 2);
        canvas.clip(&Area {
            across: 1..9,
            down: 0..1,
        });
        canvas.fill((0, 0), (3, 2), 3);
        assert_eq!(canvas.pixels(), [0, 3, 3, 1, 1, 0]);
        canvas.stamp((2, -1), (2, 2), |x, y| {
            Some(u8::try_from(10 * x + y).expect("small"))
        });
        assert_eq!(canvas.pixels(), [0, 3, 1, 1, 1, 0]);
    }

    #[test]
    fn every_colour_has_one_number_and_too_many_share_them() {
        let mut palette = Palette::default();
        let colour = |code: u32| Colour::new(code * 0x100);
        for code in [0, 1, 0, 2] {
            assert_eq!(u32::from(palette.number(colour(code))), code);
        }
        for code in 0..=255 {
            palette.number(colour(code));
        }
        assert_eq!(palette.len(), MAX_COLOURS);
        assert_eq!(palette.number(colour(255)), 254);
    }

    fn drawn(has: &[(i32, i32)]) -> Vec<String> {
        let style = Style {
            cell: 8,
            gap: 1.0,
            radius: 2.0,
            edge: 1.0,
        };
        let tile = tile(style, NeighbourMask::of(|offset| has.contains(&offset)));
        let row = |row: &[PixelLevel]| row.iter().map(u8::to_string).collect::<String>();
        tile.chunks(8).map(row).collect()
    }

    #[test]
    fn a_lone_cell_is_round_and_closed() {
        let expected = [
            "00000000", "01333310", "03666630", "03666630", "03666630", "03666630", "01333310",
            "00000000",
        ];
        let drawn = drawn(&[]);
        assert_eq!(drawn[3], expected[3], "{drawn:#?}");
        assert_eq!(
            (&drawn[0], &drawn[7]),
            (&expected[0].to_owned(), &expected[7].to_owned())
        );
        assert!(
            drawn[1].starts_with("01") || drawn[1].starts_with("02"),
            "{drawn:#?}"
        );
    }

    #[test]
    fn a_cell_within_a_piece_is_open_to_its_neighbours() {
        let all = AROUND;
        assert!(drawn(&all).iter().all(|row| row == "66666666"));
        let right = drawn(&[(1, 0)]);
        assert_eq!(&right[3], "03666666");
        let corner = drawn(&all[1..]);
        assert!(
            corner[0].starts_with('0') || corner[0].starts_with('1'),
            "{corner:#?}"
        );
        assert_eq!(&corner[7], "66666666");
    }
}
