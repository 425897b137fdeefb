//! Draws scenes as pixels.
//!
//! Every picture is drawn from its scene, the same one that SVG is written from, and `tiny-skia`
//! fills its paths. Pieces were drawn from tiles first, one for each set of neighbours of a cell,
//! with a number for how deep a pixel lies within its outline: fast, but it needed its own
//! geometry, fonts in steps of cover, and a second drawing of each picture.
//!
//! An animation draws little of each picture: [`Raster::draw`] takes a rectangle, and `tiny-skia`
//! leaves out what lies outside of it.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Shader, Stroke,
    StrokeDash, Transform,
};

use super::{MAX_PIXELS, letters::Lettering};
use crate::render::{
    PictureError,
    scene::{Anchor, FAINT, Item, Scene, Shape, Text, View},
    theme::Colour,
};

/// The smallest letters that can be read, in pixels from line to line.
pub const LEAST: f64 = 7.0;

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

impl Area {
    pub const fn width(&self) -> u32 {
        self.right - self.left
    }

    pub const fn height(&self) -> u32 {
        self.bottom - self.top
    }

    /// Returns the smallest area that contains both.
    pub fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The pixels of a view. Its origin is the corner of a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    /// Pixels to a unit.
    pub scale: f64,
    /// The pixels left of the origin and above it.
    origin: [f64; 2],
    pub size: [u32; 2],
}

impl Grid {
    /// Returns the pixels of a view.
    ///
    /// # Errors
    /// If they are too many.
    pub fn new(view: View, scale: f64) -> Result<Self, PictureError> {
        // Products such as 60 × 0.8 may lie a little below the whole number.
        let pixels = |units: f64| (units * scale + 1e-6).floor();
        let origin = [-view.left, -view.top].map(pixels);
        let far = [view.left + view.width, view.top + view.height].map(pixels);
        let size = [0, 1].map(|axis| pixel(origin[axis] + far[axis]).max(1));
        let [width, height] = size.map(|side| side as usize);
        if width.saturating_mul(height) > MAX_PIXELS {
            return Err(PictureError::TooLarge { width, height });
        }
        Ok(Grid {
            scale,
            origin,
            size,
        })
    }

    pub const fn whole(&self) -> Area {
        Area {
            left: 0,
            top: 0,
            right: self.size[0],
            bottom: self.size[1],
        }
    }

    /// Returns the pixels of a rectangle in units, within the view.
    pub fn area(&self, left: i32, top: i32, right: i32, bottom: i32) -> Area {
        let inside = |axis: usize, units: i32| {
            let at = f64::from(units) * self.scale + self.origin[axis];
            pixel(at.round()).min(self.size[axis])
        };
        Area {
            left: inside(0, left),
            top: inside(1, top),
            right: inside(0, right),
            bottom: inside(1, bottom),
        }
    }
}

/// Returns a number of pixels, 0 if it is negative.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped by the cast"
)]
const fn pixel(number: f64) -> u32 {
    number as u32
}

/// An item with its outline.
type Traced<'a> = (Option<Path>, &'a Item);

/// A scene whose parts are traced, ready to be drawn.
pub struct Raster<'a> {
    grid: Grid,
    ground: Colour,
    parts: Vec<Vec<Traced<'a>>>,
}

impl<'a> Raster<'a> {
    pub fn new(scene: &'a Scene, grid: Grid) -> Self {
        let least = LEAST / grid.scale;
        Raster {
            grid,
            ground: scene.ground,
            parts: scene.parts.iter().map(|part| traced(part, least)).collect(),
        }
    }

    /// Draws items within an area.
    pub fn draw(&self, items: &[Item], area: Area) -> Pixmap {
        let mut pixmap = Pixmap::new(area.width(), area.height()).expect("an area has pixels");
        pixmap.fill(color(self.ground));
        let [x, y] = self.grid.origin;
        let x = single(x - f64::from(area.left));
        let y = single(y - f64::from(area.top));
        let scale = single(self.grid.scale);
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
        self.draw_all(
            &mut pixmap,
            &traced(items, LEAST / self.grid.scale),
            transform,
        );
        pixmap
    }

    fn draw_all(&self, pixmap: &mut Pixmap, items: &[Traced<'_>], transform: Transform) {
        for (path, item) in items {
            if let Shape::Part { number, x, y } = item.shape {
                let moved = transform.pre_translate(single(x), single(y));
                self.draw_all(pixmap, &self.parts[number], moved);
            }
            let Some(path) = path else {
                continue;
            };
            let is_text = matches!(item.shape, Shape::Text(_));
            if is_text {
                draw_stroke(pixmap, path, item, transform);
            }
            if let Some(colour) = item.fill {
                let paint = paint(colour, if item.is_faint { FAINT } else { 1.0 });
                pixmap.fill_path(path, &paint, FillRule::Winding, transform, None);
            }
            if !is_text {
                draw_stroke(pixmap, path, item, transform);
            }
        }
    }
}

fn draw_stroke(pixmap: &mut Pixmap, path: &Path, item: &Item, transform: Transform) {
    let Some(line) = item.stroke else {
        return;
    };
    let mut stroke = Stroke {
        width: single(line.width),
        dash: line
            .dashes
            .and_then(|dashes| StrokeDash::new(dashes.map(single).to_vec(), 0.0)),
        ..Stroke::default()
    };
    if line.is_round {
        stroke.line_cap = LineCap::Round;
        stroke.line_join = LineJoin::Round;
    }
    pixmap.stroke_path(path, &paint(line.colour, 1.0), &stroke, transform, None);
}

#[expect(clippy::cast_possible_truncation, reason = "pixels need no more")]
const fn single(number: f64) -> f32 {
    number as f32
}

fn color(colour: Colour) -> Color {
    let [red, green, blue] = colour.rgb;
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(colour: Colour, opacity: f32) -> Paint<'static> {
    let mut solid = color(colour);
    solid.apply_opacity(opacity);
    Paint {
        shader: Shader::SolidColor(solid),
        ..Paint::default()
    }
}

/// Returns the outlines of items, without those of texts that are smaller than `least`.
fn traced(items: &[Item], least: f64) -> Vec<Traced<'_>> {
    let trace = |item: &Item| match &item.shape {
        Shape::Path(data) => parsed(data),
        Shape::Text(text) if text.size >= least => outline(text, item.anchor),
        Shape::Text(_) | Shape::Part { .. } => None,
    };
    items.iter().map(|item| (trace(item), item)).collect()
}

/// Returns the outline of a text in its place.
fn outline(text: &Text, anchor: Anchor) -> Option<Path> {
    let Lettering { path, width } = Lettering::new(&text.text);
    let size = single(text.size);
    let before = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width * size / 2.0,
        Anchor::End => width * size,
    };
    let x = single(text.x) - before;
    path?.transform(Transform::from_row(
        size,
        0.0,
        0.0,
        -size,
        x,
        single(text.line()),
    ))
}

/// Reads the data of a path: `M`, `L`, `H`, `V`, `Q` and `Z`, each for one segment.
fn parsed(data: &str) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let mut x = 0.0;
    let mut y = 0.0;
    let mut start = (x, y);
    let mut rest = data;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|mark: char| mark.is_ascii_alphabetic());
        let end = end.map_or(rest.len(), |end| end + 1);
        let mut numbers = &rest[1..end];
        let is_relative = command.is_ascii_lowercase();
        let from_x = if is_relative { x } else { 0.0 };
        let from_y = if is_relative { y } else { 0.0 };
        // A minus parts numbers as a space does.
        let mut next = |from: f32| {
            let text = numbers.trim_start();
            let end = text
                .char_indices()
                .skip(1)
                .find(|(_, mark)| " -".contains(*mark));
            let end = end.map_or(text.len(), |(end, _)| end);
            numbers = &text[end..];
            from + text[..end].parse::<f32>().unwrap_or(0.0)
        };
        match command.to_ascii_uppercase() {
            'Z' => {
                builder.close();
                (x, y) = start;
            }
            'Q' => {
                let control_x = next(from_x);
                let control_y = next(from_y);
                x = next(from_x);
                y = next(from_y);
                builder.quad_to(control_x, control_y, x, y);
            }
            letter => {
                if letter != 'V' {
                    x = next(from_x);
                }
                if letter != 'H' {
                    y = next(from_y);
                }
                if letter == 'M' {
                    builder.move_to(x, y);
                    start = (x, y);
                } else {
                    builder.line_to(x, y);
                }
            }
        }
        rest = &rest[end..];
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_read_as_svg_defines_it() {
        let path = parsed("M1 2h3v-4L0 0zm1 1l-2.5-0Q1 2 3 4q1 0 1 1").expect("a path");
        let mut same = PathBuilder::new();
        same.move_to(1.0, 2.0);
        same.line_to(4.0, 2.0);
        same.line_to(4.0, -2.0);
        same.line_to(0.0, 0.0);
        same.close();
        same.move_to(2.0, 3.0);
        same.line_to(-0.5, 3.0);
        same.quad_to(1.0, 2.0, 3.0, 4.0);
        same.quad_to(4.0, 4.0, 4.0, 5.0);
        assert_eq!(path, same.finish().expect("a path"));
        assert!(parsed("").is_none());
    }

    #[test]
    fn an_area_is_drawn_as_it_is_in_the_whole_picture() {
        let view = View {
            left: -5.0,
            top: -5.0,
            width: 30.0,
            height: 20.0,
        };
        let mut scene = Scene::new("", view, Colour::WHITE);
        // A curve is cut at the edges of an area, which may change its pixels there.
        let line = Item::path("M0 0h13v10").stroked(Colour::new(0), 3);
        scene.parts.push(vec![line]);
        scene.items.push(Item::part(0, 1, 1));
        let text = Item::text("曹", 10, 5, 9).filled(Colour::new(0xff_00_00));
        scene.items.push(text);
        let grid = Grid::new(view, 2.0).expect("it is small");
        assert_eq!(grid.size, [60, 40]);
        let raster = Raster::new(&scene, grid);
        let whole = raster.draw(&scene.items, grid.whole());
        let area = grid.area(5, 0, 15, 10);
        let part = raster.draw(&scene.items, area);
        assert_eq!((part.width(), part.height()), (20, 20));
        for y in 0..area.height() {
            for x in 0..area.width() {
                let expected = whole.pixel(area.left + x, area.top + y);
                assert_eq!(part.pixel(x, y), expected, "{x}, {y}");
            }
        }
        assert!(part.pixels().iter().any(|pixel| pixel.red() < 50));
    }
}
