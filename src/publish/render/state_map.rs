//! State maps as pictures for print: positions as dots, moves as lines.

use std::fmt::{self, Display, Formatter, Write};

use super::Escaped;
use super::theme::{Colour, Theme};

/// Panels side by side, each the same map in other colours. Its display is an SVG document. Of more
/// than 100,000 moves, those on the same pixels are drawn once.
#[derive(Clone, Debug)]
pub struct StateMapPicture<'a> {
    /// The title.
    pub title: &'a str,
    /// The place of each position; the third coordinate is not drawn.
    pub points: &'a [[f32; 3]],
    /// The positions that a move connects.
    pub edges: &'a [[u32; 2]],
    /// The panels.
    pub panels: &'a [StateMapPanel],
    /// The colours; for `None`, an SVG picture follows the reader's system, and pixels are light.
    pub theme: Option<Theme>,
}

/// A map in colours.
#[derive(Clone, Debug)]
pub struct StateMapPanel {
    /// The line above.
    pub caption: String,
    /// The colour of each position, from 0 to 1; positions without one are faint.
    pub values: Vec<Option<f32>>,
    /// The meaning of the colours 0 and 1.
    pub scale: [String; 2],
    /// The positions of a path.
    pub path: Vec<u32>,
    /// Positions that stand out.
    pub marks: Vec<(u32, MapMark)>,
}

/// A position that stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MapMark {
    /// The start of the puzzle.
    Start,
    /// A solved position.
    Goal,
    /// The hardest start.
    Hardest,
}

/// What a shape is drawn with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    Paper,
    Text,
    /// Positions without a value.
    Faint,
    /// A part of the scale.
    Shade(usize),
}

/// The number of colours of the scale.
const SHADES: usize = 24;

/// From the solution to the farthest position: hues that most eyes tell apart, of Okabe and Ito.
const HUES: [Colour; 6] = [
    Colour::new(0xd5_5e_00),
    Colour::new(0xe6_9f_00),
    Colour::new(0x00_9e_73),
    Colour::new(0x56_b4_e9),
    Colour::new(0x3f_7f_d6),
    Colour::new(0x9a_62_c4),
];

impl Ink {
    /// Returns its colour.
    pub fn colour(self, theme: Theme) -> Colour {
        let scheme = theme.scheme();
        match self {
            Ink::Paper => scheme.paper,
            Ink::Text => scheme.caption,
            Ink::Faint => scheme.paper.mixed(scheme.caption, 26),
            Ink::Shade(shade) => {
                let place = shade * (HUES.len() - 1) * 100 / (SHADES - 1);
                let part = u8::try_from(place % 100).unwrap_or(0);
                let next = HUES[(place / 100 + 1).min(HUES.len() - 1)];
                let colour = HUES[place / 100].mixed(next, part);
                if theme != Theme::Print {
                    return colour;
                }
                let lightness = u8::try_from(20 + 60 * shade / SHADES).unwrap_or(0);
                scheme.caption.mixed(scheme.paper, lightness)
            }
        }
    }

    fn class(self) -> String {
        match self {
            Ink::Paper => "p".to_owned(),
            Ink::Text => "t".to_owned(),
            Ink::Faint => "f".to_owned(),
            Ink::Shade(shade) => format!("s{shade}"),
        }
    }

    fn of(value: Option<f32>) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped"
        )]
        let shade = |value: f32| (value.clamp(0.0, 1.0) * 23.99) as usize;
        value.map_or(Ink::Faint, |value| Ink::Shade(shade(value)))
    }
}

/// A pixel of the picture: across and down.
pub type Place = (f64, f64);

/// Draws shapes, later ones above earlier ones.
pub trait Pen {
    /// Draws lines of this width with round ends; a line from a place to itself is a disc.
    fn lines(&mut self, ink: Ink, width: f64, lines: &[(Place, Place)]);
    /// Writes text of this height around a place.
    fn text(&mut self, text: &str, at: Place, height: f64);
}

/// From this number of moves on, ends are whole pixels, and what is on the same pixels in the same
/// colour is drawn once.
const MANY_MOVES: usize = 100_000;

/// Rounds ends to whole pixels and sorts lines by them.
fn sort_by_pixels(lines: &mut [(Place, Place)]) {
    for (from, to) in &mut *lines {
        [*from, *to] = [*from, *to].map(|(x, y)| (x.round(), y.round()));
        if (to.1, to.0) < (from.1, from.0) {
            std::mem::swap(from, to);
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a picture")]
    let key = |&((x, y), (to_x, to_y)): &(Place, Place)| [y, x, to_y, to_x].map(|it| it as i32);
    lines.sort_unstable_by_key(key);
}

/// Leaves one of equal moves, and none within the dots on its ends.
fn merge_moves(moves: &mut Vec<(Place, Place)>) {
    sort_by_pixels(moves);
    moves.retain(|&((x, y), (to_x, to_y))| (to_x - x).abs().max(to_y - y) > 1.0);
    moves.dedup();
}

/// Leaves one of equal dots, and one line for dots beside each other.
fn merge_dots(dots: &mut Vec<(Place, Place)>) {
    sort_by_pixels(dots);
    dots.dedup_by(|next, last| {
        let is_beside = next.0 == (last.1.0 + 1.0, last.1.1);
        if is_beside {
            last.1 = next.1;
        }
        is_beside || next.0 == last.1
    });
}

/// The longer side of a map, and the room for what is around it.
const SIDE: f64 = 900.0;
const MARGIN: f64 = 24.0;
const ABOVE: f64 = 44.0;
const BELOW: f64 = 48.0;

impl StateMapPicture<'_> {
    /// Returns width and height.
    pub(super) fn size(&self) -> (f64, f64) {
        let (width, height) = self.extent();
        let panels = f64::from(u32::try_from(self.panels.len()).unwrap_or(u32::MAX));
        (
            (width + 2.0 * MARGIN) * panels,
            height + ABOVE + BELOW + MARGIN,
        )
    }

    /// Returns the least and the greatest coordinates.
    fn bounds(&self) -> [(f64, f64); 2] {
        [0, 1].map(|axis| {
            let all = self.points.iter().map(|point| f64::from(point[axis]));
            all.fold((f64::MAX, f64::MIN), |(least, most), it| {
                (least.min(it), most.max(it))
            })
        })
    }

    /// Returns the pixels of a unit of the coordinates.
    fn scale(&self) -> f64 {
        let longest = self
            .bounds()
            .iter()
            .map(|(least, most)| most - least)
            .fold(1.0, f64::max);
        SIDE / longest / if self.panels.len() > 1 { 1.25 } else { 1.0 }
    }

    /// Returns the size of a map.
    fn extent(&self) -> (f64, f64) {
        let scale = self.scale();
        let [across, down] = self.bounds();
        (
            ((across.1 - across.0) * scale).max(320.0),
            ((down.1 - down.0) * scale).max(40.0),
        )
    }

    const fn has_many_moves(&self) -> bool {
        self.edges.len() > MANY_MOVES
    }

    /// Draws all panels.
    pub(super) fn draw(&self, pen: &mut dyn Pen) {
        let scale = self.scale();
        let (width, height) = self.extent();
        let [across, down] = self.bounds();
        let mut left = MARGIN;
        for panel in self.panels {
            let middle = left + width / 2.0;
            let place = |at: u32| {
                let [x, y, _] = self.points[at as usize].map(f64::from);
                let x = middle + (x - f64::midpoint(across.0, across.1)) * scale;
                (
                    x,
                    ABOVE + height / 2.0 - (y - f64::midpoint(down.0, down.1)) * scale,
                )
            };
            self.draw_map(pen, panel, &place);
            pen.text(&panel.caption, (middle, 24.0), 17.0);
            let y = height + ABOVE + BELOW;
            let half = 90.0;
            for (shade, at) in (0..SHADES).zip(0_u8..) {
                let x = |at: u8| middle - half + 2.0 * half / 24.0 * f64::from(at);
                pen.lines(
                    Ink::Shade(shade),
                    8.0,
                    &[((x(at), y - 18.0), (x(at + 1), y - 18.0))],
                );
            }
            pen.text(&panel.scale.join(" to "), (middle, y), 13.0);
            left += width + 2.0 * MARGIN;
        }
    }

    fn draw_map(&self, pen: &mut dyn Pen, panel: &StateMapPanel, place: &dyn Fn(u32) -> Place) {
        let inks = [Ink::Faint]
            .into_iter()
            .chain((0..SHADES).rev().map(Ink::Shade));
        let value = |at: u32| panel.values.get(at as usize).copied().flatten();
        // The area that a position has, and so the width of lines and dots.
        let (width, height) = self.extent();
        let all = f64::from(u32::try_from(self.points.len()).unwrap_or(u32::MAX));
        let thick = ((width * height / all.max(1.0)).sqrt() / 8.0).clamp(0.25, 2.0);
        // Both ends of a line must have a value.
        let later = |&[one, other]: &[u32; 2]| Some(value(one)?.max(value(other)?));
        let mut lines = vec![Vec::new(); SHADES + 1];
        let mut dots = lines.clone();
        let slot = |ink| {
            if let Ink::Shade(shade) = ink {
                SHADES - shade
            } else {
                0
            }
        };
        for edge in self.edges {
            lines[slot(Ink::of(later(edge)))].push((place(edge[0]), place(edge[1])));
        }
        for at in (0..).take(self.points.len()) {
            dots[slot(Ink::of(value(at)))].push((place(at), place(at)));
        }
        if self.has_many_moves() {
            lines.iter_mut().for_each(merge_moves);
            dots.iter_mut().for_each(merge_dots);
        }
        for ((ink, lines), dots) in inks.zip(&lines).zip(&dots) {
            pen.lines(ink, thick, lines);
            pen.lines(ink, thick * 3.0, dots);
        }
        let path: Vec<_> = panel
            .path
            .windows(2)
            .map(|it| (place(it[0]), place(it[1])))
            .collect();
        pen.lines(Ink::Paper, 4.6, &path);
        pen.lines(Ink::Text, 2.2, &path);
        // A single goal stands out as the start does.
        let goals = panel
            .marks
            .iter()
            .filter(|(_, mark)| *mark == MapMark::Goal)
            .count();
        let wide = if goals == 1 { 11.0 } else { thick * 3.0 + 2.5 };
        for &(at, mark) in &panel.marks {
            let (x, y) = place(at);
            let dot = [((x, y), (x, y))];
            if mark == MapMark::Goal {
                pen.lines(Ink::Text, wide, &dot);
                pen.lines(Ink::Shade(0), wide * 0.65, &dot);
            } else {
                pen.lines(Ink::Paper, 16.0, &dot);
                pen.lines(Ink::Text, 13.0, &dot);
                pen.lines(Ink::of(value(at)), 8.0, &dot);
                let word = if mark == MapMark::Start {
                    "start"
                } else {
                    "hardest start"
                };
                pen.text(word, (x, y - 17.0), 14.0);
            }
        }
    }
}

impl Display for StateMapPicture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        write!(f, r#"<svg xmlns="http://www.w3.org/2000/svg" "#)?;
        writeln!(f, r#"viewBox="0 0 {width:.0} {height:.0}" role="img">"#)?;
        writeln!(f, "<title>{}</title>", Escaped(self.title))?;
        if self.has_many_moves() {
            writeln!(
                f,
                "<desc>Positions and moves on the same pixels are drawn once.</desc>"
            )?;
        }
        writeln!(f, "<style>")?;
        let rules = |f: &mut Formatter<'_>, theme| {
            let shades = (0..SHADES).map(Ink::Shade);
            for ink in [Ink::Paper, Ink::Text, Ink::Faint]
                .into_iter()
                .chain(shades)
            {
                write!(f, ".{}{{stroke:{}}}", ink.class(), ink.colour(theme))?;
            }
            let paper = Ink::Paper.colour(theme);
            let text = Ink::Text.colour(theme);
            writeln!(
                f,
                ".paper{{fill:{paper}}}text{{fill:{text};stroke:{paper}}}"
            )
        };
        rules(f, self.theme.unwrap_or(Theme::Light))?;
        if self.theme.is_none() {
            write!(f, "@media(prefers-color-scheme:dark){{")?;
            rules(f, Theme::Dark)?;
            writeln!(f, "}}")?;
        }
        writeln!(f, "path{{fill:none;stroke-linecap:round}}")?;
        writeln!(
            f,
            "text{{font-family:sans-serif;text-anchor:middle;paint-order:stroke}}"
        )?;
        writeln!(f, "</style>")?;
        writeln!(
            f,
            r#"<rect class="paper" width="{width:.0}" height="{height:.0}"/>"#
        )?;
        let mut pen = SvgPen(String::new());
        self.draw(&mut pen);
        writeln!(f, "{}</svg>", pen.0)
    }
}

struct SvgPen(String);

impl Pen for SvgPen {
    fn lines(&mut self, ink: Ink, width: f64, lines: &[(Place, Place)]) {
        if lines.is_empty() {
            return;
        }
        // Whole pixels, or tenths of them, from the end of the line before, so that lines are
        // short.
        let is_whole = |&(from, to): &(Place, Place)| {
            [from.0, from.1, to.0, to.1]
                .iter()
                .all(|it| it.fract() == 0.0)
        };
        let (unit, form) = if lines.iter().all(is_whole) {
            (1.0, "")
        } else {
            (10.0, "scale(.1)")
        };
        let round = |(x, y): Place| ((x * unit).round(), (y * unit).round());
        let class = ink.class();
        write!(self.0, r#"<path class="{class}" transform="{form}" "#).expect("a string");
        write!(self.0, r#"stroke-width="{:.1}" d=""#, width * unit).expect("a string");
        let mut last = (0.0, 0.0);
        for &(from, to) in lines {
            let (x, y) = round(from);
            let (to_x, to_y) = round(to);
            write!(self.0, "m{} {}", x - last.0, y - last.1).expect("a string");
            if (to_y - y).abs() < 0.5 {
                write!(self.0, "h{}", to_x - x).expect("a string");
            } else {
                write!(self.0, "l{} {}", to_x - x, to_y - y).expect("a string");
            }
            last = (to_x, to_y);
        }
        self.0.push_str("\"/>\n");
    }

    fn text(&mut self, text: &str, (x, y): Place, height: f64) {
        let y = y + height * 0.35;
        let text = Escaped(text);
        let size = format!(r#"font-size="{height}" stroke-width="3""#);
        writeln!(
            self.0,
            r#"<text x="{x:.1}" y="{y:.1}" {size}>{text}</text>"#
        )
        .expect("a string");
    }
}
