//! A picture as a list of shapes, made once and written as SVG in `svg` and as pixels in `pixels`.
//!
//! Shapes are SVG path data, which every reader knows: the writer of SVG copies them, and the
//! writer of pixels needs six of their commands (`M`, `L`, `H`, `V`, `Q`, `Z`). A type of our own
//! for paths was tried first; it took a builder, a writer and a number format for each coordinate,
//! and drawing code became longer. Discs are lines without length and with round ends.
//!
//! Colours stand at each shape, not in classes, so that both writers read the same fields. A
//! picture that follows its reader's system names pairs of colours; the style sheet then selects
//! elements by the light one. Programs that ignore style sheets draw the light picture.

use super::theme::Colour;

/// A picture. Its display is an SVG document.
#[derive(Debug)]
pub struct Scene {
    pub title: String,
    /// A longer text for screen readers, or nothing.
    pub description: String,
    pub view: View,
    /// The colour of pixels that no shape covers.
    pub ground: Colour,
    /// Whether an SVG document states its size; otherwise it scales to its container.
    pub is_sized: bool,
    /// Colours, each with the one that replaces it if the reader's system is dark.
    pub dark: Vec<[Colour; 2]>,
    /// Drawings that [`Shape::Part`] places, each in coordinates of its own.
    pub parts: Vec<Vec<Item>>,
    /// The shapes, later ones above earlier ones.
    pub items: Vec<Item>,
}

/// The rectangle that a picture shows.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// A shape with its colours.
#[derive(Default, Debug)]
pub struct Item {
    pub shape: Shape,
    pub fill: Option<Colour>,
    /// Whether the fill shows what is below.
    pub is_faint: bool,
    /// The outline; that of a text lies below its fill.
    pub stroke: Option<Stroke>,
    /// The text that a pointer shows, or nothing.
    pub title: String,
    /// The point of a text that its `x` is the place of.
    pub anchor: Anchor,
    /// Whether a text is bold.
    pub is_bold: bool,
}

/// The opacity of a faint fill.
pub const FAINT: f32 = 0.55;

/// A shape.
#[derive(Debug)]
pub enum Shape {
    /// The data of an SVG path; without data, nothing is drawn.
    Path(String),
    /// A line of text.
    Text(Text),
    /// A part of the scene, moved to a place.
    Part { number: usize, x: f64, y: f64 },
}

impl Default for Shape {
    fn default() -> Self {
        Shape::Path(String::new())
    }
}

/// A line of text; `y` is its middle.
#[derive(Debug)]
#[expect(clippy::struct_field_names, reason = "the word for it")]
pub struct Text {
    pub text: String,
    pub x: f64,
    pub y: f64,
    pub size: f64,
}

/// A point of a text.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    #[default]
    Middle,
    End,
}

/// The line along a shape.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    pub colour: Colour,
    pub width: f64,
    /// The lengths of dashes and of gaps.
    pub dashes: Option<[f64; 2]>,
    /// Whether ends and corners are round.
    pub is_round: bool,
}

impl Text {
    /// Letters have their middle above the line by this part of their size. Not every program
    /// knows how to centre text upright, but all can shift it.
    pub fn line(&self) -> f64 {
        self.y + self.size * 0.35
    }
}

impl Item {
    fn new(shape: Shape) -> Self {
        Item {
            shape,
            ..Item::default()
        }
    }

    pub fn path(data: impl Into<String>) -> Self {
        Item::new(Shape::Path(data.into()))
    }

    pub fn part(number: usize, x: impl Into<f64>, y: impl Into<f64>) -> Self {
        let x = x.into();
        let y = y.into();
        Item::new(Shape::Part { number, x, y })
    }

    pub fn text(
        text: impl Into<String>,
        x: impl Into<f64>,
        y: impl Into<f64>,
        size: impl Into<f64>,
    ) -> Self {
        Item::new(Shape::Text(Text {
            text: text.into(),
            x: x.into(),
            y: y.into(),
            size: size.into(),
        }))
    }

    pub fn filled(mut self, colour: Colour) -> Self {
        self.fill = Some(colour);
        self
    }

    /// Mixes the fill with what is below.
    pub fn faint(mut self) -> Self {
        self.is_faint = true;
        self
    }

    pub fn stroked(mut self, colour: Colour, width: impl Into<f64>) -> Self {
        self.stroke = Some(Stroke {
            colour,
            width: width.into(),
            dashes: None,
            is_round: false,
        });
        self
    }

    /// Rounds the ends and corners of the stroke.
    pub fn rounded(mut self) -> Self {
        self.stroke.iter_mut().for_each(|it| it.is_round = true);
        self
    }

    /// Breaks the stroke into dashes.
    pub fn dashed(mut self, dash: u8, gap: u8) -> Self {
        let dashes = Some([dash, gap].map(f64::from));
        self.stroke.iter_mut().for_each(|it| it.dashes = dashes);
        self
    }

    pub fn bold(mut self) -> Self {
        self.is_bold = true;
        self
    }

    pub fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = anchor;
        self
    }

    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }
}

impl Scene {
    /// Returns a scene without shapes, in its reader's container.
    pub fn new(title: &str, view: View, ground: Colour) -> Self {
        Scene {
            title: title.to_owned(),
            description: String::new(),
            view,
            ground,
            is_sized: false,
            dark: Vec::new(),
            parts: Vec::new(),
            items: Vec::new(),
        }
    }

    /// Covers the view with the ground, which SVG leaves free otherwise.
    pub fn cover(&mut self) {
        let View {
            left,
            top,
            width,
            height,
        } = self.view;
        let data = format!("M{left} {top}h{width}v{height}h-{width}z");
        self.items.push(Item::path(data).filled(self.ground));
    }

    /// Returns all shapes, those of parts once.
    pub fn all_items(&self) -> impl Iterator<Item = &Item> {
        self.parts.iter().flatten().chain(&self.items)
    }
}
