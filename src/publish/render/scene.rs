//! A picture as a list of shapes, made once and written as SVG here and as pixels in `pixels`.
//!
//! Shapes are SVG path data, which every reader knows: the writer of SVG copies them, and the
//! writer of pixels needs six of their commands (`M`, `L`, `H`, `V`, `Q`, `Z`). A type of our own
//! for paths was tried first; it took a builder, a writer and a number format for each coordinate,
//! and drawing code became longer. Discs are lines without length and with round ends.
//!
//! Colours stand at each shape, not in classes, so that both writers read the same fields. A
//! picture that follows its reader's system names pairs of colours; the style sheet then selects
//! elements by the light one. Programs that ignore style sheets draw the light picture.

use std::fmt::{self, Display, Formatter};

use super::Escaped;
use super::theme::Colour;

/// The font of all text.
const FONT: &str = "system-ui,sans-serif";

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
    title: String,
    /// The point of a text that its `x` is the place of.
    pub anchor: Anchor,
    /// Whether a text is bold.
    is_bold: bool,
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

    /// Writes the style sheet of a picture for light and dark systems.
    fn write_style(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "<style>path:has(title):hover{{opacity:.7}}")?;
        write!(f, "@media(prefers-color-scheme:dark){{")?;
        for [light, dark] in &self.dark {
            write!(f, "[fill=\"{light}\"]{{fill:{dark}}}")?;
            write!(f, "[stroke=\"{light}\"]{{stroke:{dark}}}")?;
        }
        writeln!(f, "}}</style>")
    }
}

impl Display for Scene {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let View {
            left,
            top,
            width,
            height,
        } = self.view;
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" "#)?;
        if self.is_sized {
            write!(f, r#"width="{width}" height="{height}" "#)?;
        }
        write!(f, r#"viewBox="{left} {top} {width} {height}" role="img" "#)?;
        writeln!(f, r#"font-family="{FONT}" text-anchor="middle">"#)?;
        writeln!(f, "<title>{}</title>", Escaped(&self.title))?;
        if !self.description.is_empty() {
            writeln!(f, "<desc>{}</desc>", Escaped(&self.description))?;
        }
        if !self.dark.is_empty() {
            self.write_style(f)?;
        }
        let mut uses = vec![0; self.parts.len()];
        for item in self.all_items() {
            if let Shape::Part { number, .. } = item.shape {
                uses[number] += 1;
            }
        }
        let writer = SvgWriter {
            parts: &self.parts,
            uses,
        };
        for (number, part) in self.parts.iter().enumerate() {
            if writer.uses[number] > 1 {
                writeln!(f, "<defs><g id=\"p{number}\">")?;
                writer.write(f, part)?;
                writeln!(f, "</g></defs>")?;
            }
        }
        writer.write(f, &self.items)?;
        writeln!(f, "</svg>")
    }
}

/// Writes shapes as elements. A part that is placed once is written in its place, and another one
/// is defined and referred to.
struct SvgWriter<'a> {
    parts: &'a [Vec<Item>],
    /// The number of places of each part.
    uses: Vec<usize>,
}

impl SvgWriter<'_> {
    fn write(&self, f: &mut Formatter<'_>, items: &[Item]) -> fmt::Result {
        for item in items {
            match &item.shape {
                &Shape::Part { number, x, y } if self.uses[number] > 1 => {
                    writeln!(f, r##"<use href="#p{number}" x="{x}" y="{y}"/>"##)?;
                }
                &Shape::Part { number, x, y } => {
                    writeln!(f, r#"<g transform="translate({x} {y})">"#)?;
                    self.write(f, &self.parts[number])?;
                    writeln!(f, "</g>")?;
                }
                Shape::Path(data) if data.is_empty() => {}
                Shape::Path(data) => {
                    write!(f, r#"<path d="{data}""#)?;
                    write_colours(f, item)?;
                    match &*item.title {
                        "" => writeln!(f, "/>")?,
                        title => writeln!(f, "><title>{}</title></path>", Escaped(title))?,
                    }
                }
                Shape::Text(text) => write_text(f, item, text)?,
            }
        }
        Ok(())
    }
}

fn write_text(f: &mut Formatter<'_>, item: &Item, text: &Text) -> fmt::Result {
    let x = Tenths(text.x);
    let y = Tenths(text.line());
    let size = text.size;
    write!(f, r#"<text x="{x}" y="{y}" font-size="{size}""#)?;
    match item.anchor {
        Anchor::Start => write!(f, r#" text-anchor="start""#)?,
        Anchor::Middle => {}
        Anchor::End => write!(f, r#" text-anchor="end""#)?,
    }
    if item.is_bold {
        write!(f, r#" font-weight="600""#)?;
    }
    if item.stroke.is_some() {
        write!(f, r#" paint-order="stroke""#)?;
    }
    write_colours(f, item)?;
    writeln!(f, ">{}</text>", Escaped(&text.text))
}

fn write_colours(f: &mut Formatter<'_>, item: &Item) -> fmt::Result {
    match item.fill {
        Some(colour) => write!(f, r#" fill="{colour}""#)?,
        None => write!(f, r#" fill="none""#)?,
    }
    if item.is_faint {
        write!(f, r#" fill-opacity="{FAINT}""#)?;
    }
    let Some(stroke) = item.stroke else {
        return Ok(());
    };
    let width = Tenths(stroke.width);
    write!(f, r#" stroke="{}" stroke-width="{width}""#, stroke.colour)?;
    if let Some([dash, gap]) = stroke.dashes {
        write!(f, r#" stroke-dasharray="{dash} {gap}""#)?;
    }
    if stroke.is_round {
        write!(f, r#" stroke-linecap="round" stroke-linejoin="round""#)?;
    }
    Ok(())
}

/// A number, written with at most one decimal.
pub struct Tenths(pub f64);

impl Display for Tenths {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Adding 0 drops the sign of -0.
        write!(f, "{}", (self.0 * 10.0).round() / 10.0 + 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let view = View {
            left: 0.0,
            top: -5.0,
            width: 20.0,
            height: 10.0,
        };
        Scene::new("a < b", view, Colour::WHITE)
    }

    #[test]
    fn a_part_is_written_in_its_only_place_or_defined_once_for_several() {
        let mut scene = scene();
        scene.parts = vec![vec![Item::path("M0 0h1")], vec![Item::path("M0 0v1")]];
        scene.items = vec![
            Item::part(0, 1, 2),
            Item::part(1, 3, 4),
            Item::part(1, 5, 6),
        ];
        let text = scene.to_string();
        let shape = r#"<path d="M0 0h1" fill="none"/>"#;
        assert!(text.contains(&format!("<g transform=\"translate(1 2)\">\n{shape}\n</g>")));
        assert_eq!(text.matches("M0 0v1").count(), 1);
        assert!(
            text.contains(r##"<use href="#p1" x="5" y="6"/>"##),
            "{text}"
        );
    }

    #[test]
    fn a_picture_for_light_and_dark_systems_replaces_colours() {
        let mut scene = scene();
        scene.dark = vec![[Colour::WHITE, Colour::new(0)]];
        let rule = "[fill=\"#ffffff\"]{fill:#000000}[stroke=\"#ffffff\"]{stroke:#000000}";
        assert!(scene.to_string().contains(rule));
    }

    #[test]
    fn texts_and_titles_are_escaped() {
        let mut scene = scene();
        let text = Item::text("<i>", 10, 0, 10).filled(Colour::new(0)).bold();
        scene.items.push(text.stroked(Colour::WHITE, 3));
        scene.items.push(Item::path("M0 0h1").titled("&"));
        let text = scene.to_string();
        assert!(text.contains("<title>a &lt; b</title>"));
        let line = "<text x=\"10\" y=\"3.5\" font-size=\"10\" font-weight=\"600\" \
                    paint-order=\"stroke\" fill=\"#000000\" stroke=\"#ffffff\" \
                    stroke-width=\"3\">&lt;i&gt;</text>";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("<title>&amp;</title></path>"));
    }
}
