//! Scenes as SVG documents.

use std::fmt::{self, Display, Formatter};

use super::{
    Escaped,
    scene::{Anchor, FAINT, Item, Scene, Shape, Text, View},
    theme::Colour,
};

/// The font of all text.
const FONT: &str = "system-ui,sans-serif";

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
            write_style(f, &self.dark)?;
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

/// Writes the style sheet of a picture for light and dark systems.
fn write_style(f: &mut Formatter<'_>, dark: &[[Colour; 2]]) -> fmt::Result {
    writeln!(f, "<style>path:has(title):hover{{opacity:.7}}")?;
    write!(f, "@media(prefers-color-scheme:dark){{")?;
    for [light, dark] in dark {
        write!(f, "[fill=\"{light}\"]{{fill:{dark}}}")?;
        write!(f, "[stroke=\"{light}\"]{{stroke:{dark}}}")?;
    }
    writeln!(f, "}}</style>")
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
        crate::cases::has(&text, r##"<use href="#p1" x="5" y="6"/>"##);
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
