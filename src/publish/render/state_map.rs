//! State maps as pictures for print: positions as dots, moves as lines.

use std::fmt::{self, Display, Formatter};

use super::{
    scene::{Item, Scene, View},
    svg::Tenths,
    theme::{Colour, Theme},
};

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

/// Returns the colours of the paper, of text, and of positions without a value.
fn plain(theme: Theme) -> [Colour; 3] {
    let scheme = theme.scheme();
    let faint = scheme.paper.mixed(scheme.caption, 26);
    [scheme.paper, scheme.caption, faint]
}

/// Returns the colour of a part of the scale.
fn shade(theme: Theme, shade: usize) -> Colour {
    if theme == Theme::Print {
        let scheme = theme.scheme();
        let lightness = u8::try_from(20 + 60 * shade / SHADES).unwrap_or(0);
        return scheme.caption.mixed(scheme.paper, lightness);
    }
    let place = shade * (HUES.len() - 1) * 100 / (SHADES - 1);
    let part = u8::try_from(place % 100).unwrap_or(0);
    let next = HUES[(place / 100 + 1).min(HUES.len() - 1)];
    HUES[place / 100].mixed(next, part)
}

/// Returns the colours of the scale, of which pages make theirs.
pub(super) fn scale() -> [[u8; 3]; SHADES] {
    std::array::from_fn(|part| shade(Theme::Light, part).rgb)
}

/// Returns the part of the scale that a value has, from 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped"
)]
fn shade_of(value: f32) -> usize {
    (value.clamp(0.0, 1.0) * 23.99) as usize
}

/// A pixel of the picture: across and down.
type PixelPosition = (f64, f64);

/// From this number of moves on, ends are whole pixels, and what is on the same pixels in the same
/// colour is drawn once.
const MANY_MOVES: usize = 100_000;

/// Rounds ends to whole pixels and sorts lines by them.
fn sort_by_pixels(lines: &mut [(PixelPosition, PixelPosition)]) {
    for (from, to) in &mut *lines {
        [*from, *to] = [*from, *to].map(|(x, y)| (x.round(), y.round()));
        if (to.1, to.0) < (from.1, from.0) {
            std::mem::swap(from, to);
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a picture")]
    let key = |&((x, y), (to_x, to_y)): &(PixelPosition, PixelPosition)| {
        [y, x, to_y, to_x].map(|it| it as i32)
    };
    lines.sort_unstable_by_key(key);
}

/// Leaves one of equal moves, and none within the dots on its ends.
fn merge_moves(moves: &mut Vec<(PixelPosition, PixelPosition)>) {
    sort_by_pixels(moves);
    moves.retain(|&((x, y), (to_x, to_y))| (to_x - x).abs().max(to_y - y) > 1.0);
    moves.dedup();
}

/// Leaves one of equal dots, and one line for dots beside each other.
fn merge_dots(dots: &mut Vec<(PixelPosition, PixelPosition)>) {
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

/// The size of a map, and where its points lie.
struct MapLayout {
    /// The pixels of a unit of the coordinates.
    scale: f64,
    /// The middle of the coordinates.
    middle: [f64; 2],
    width: f64,
    height: f64,
}

impl StateMapPicture<'_> {
    /// Returns the part of the plane that the picture shows.
    pub(super) fn view(&self) -> View {
        let MapLayout { width, height, .. } = self.layout();
        let panels = f64::from(u32::try_from(self.panels.len()).unwrap_or(u32::MAX));
        View {
            left: 0.0,
            top: 0.0,
            width: ((width + 2.0 * MARGIN) * panels).ceil(),
            height: (height + ABOVE + BELOW + MARGIN).ceil(),
        }
    }

    fn layout(&self) -> MapLayout {
        let bounds = [0, 1].map(|axis| {
            self.points
                .iter()
                .map(|point| f64::from(point[axis]))
                .fold((f64::MAX, f64::MIN), |(least, most), it| {
                    (least.min(it), most.max(it))
                })
        });
        let [across, down] = bounds.map(|(least, most)| most - least);
        let longest = across.max(down).max(1.0);
        let scale = SIDE / longest / if self.panels.len() > 1 { 1.25 } else { 1.0 };
        MapLayout {
            scale,
            middle: bounds.map(|(least, most)| f64::midpoint(least, most)),
            width: (across * scale).max(320.0),
            height: (down * scale).max(40.0),
        }
    }

    const fn has_many_moves(&self) -> bool {
        self.edges.len() > MANY_MOVES
    }

    /// Returns the scene.
    pub(super) fn scene(&self) -> Scene {
        let theme = self.theme.unwrap_or_default();
        let [paper, text, _] = plain(theme);
        let mut scene = Scene::new(self.title, self.view(), paper);
        if self.theme.is_none() {
            let dark = plain(Theme::Dark);
            scene.dark = plain(theme).into_iter().zip(dark).map(Into::into).collect();
        }
        if self.has_many_moves() {
            "Positions and moves on the same pixels are drawn once."
                .clone_into(&mut scene.description);
        }
        scene.cover();
        let MapLayout {
            scale,
            middle: [across, down],
            width,
            height,
        } = self.layout();
        let y = height + ABOVE + BELOW;
        let mut left = MARGIN;
        for panel in self.panels {
            let middle = left + width / 2.0;
            let place = |at: u32| {
                let [x, y, _] = self.points[at as usize].map(f64::from);
                let y = ABOVE + height / 2.0 - (y - down) * scale;
                (middle + (x - across) * scale, y)
            };
            self.draw_map(&mut scene, panel, &place, width * height);
            let line = |words: &str, x: f64, y: f64, size: u8| {
                Item::text(words, x, y, size)
                    .filled(text)
                    .stroked(paper, 3)
                    .rounded()
            };
            for &(at, mark) in &panel.marks {
                let (x, y) = place(at);
                let word = match mark {
                    MapMark::Goal => continue,
                    MapMark::Start => "start",
                    MapMark::Hardest => "hardest start",
                };
                scene.items.push(line(word, x, y - 17.0, 14));
            }
            scene.items.push(line(&panel.caption, middle, 24.0, 17));
            for (number, at) in (0..SHADES).zip(0_u8..) {
                let x = middle + 7.5 * (f64::from(at) - 12.0);
                let y = y - 18.0;
                let part = lines(&[((x, y), (x + 7.5, y))]);
                let part = Item::path(part).stroked(shade(theme, number), 8);
                scene.items.push(part.rounded());
            }
            scene
                .items
                .push(line(&panel.scale.join(" to "), middle, y, 13));
            left += width + 2.0 * MARGIN;
        }
        scene
    }

    /// Draws a map whose points have this area together.
    fn draw_map(
        &self,
        scene: &mut Scene,
        panel: &StateMapPanel,
        place: &dyn Fn(u32) -> PixelPosition,
        area: f64,
    ) {
        let theme = self.theme.unwrap_or_default();
        let [paper, text, faint] = plain(theme);
        let mut draw = |colour, width: f64, places: &[(PixelPosition, PixelPosition)]| {
            let line = Item::path(lines(places)).stroked(colour, width);
            scene.items.push(line.rounded());
        };
        let value = |at: u32| panel.values.get(at as usize).copied().flatten();
        // The area that a position has, and so the width of lines and dots.
        let all = f64::from(u32::try_from(self.points.len()).unwrap_or(u32::MAX));
        let thick = ((area / all.max(1.0)).sqrt() / 8.0).clamp(0.25, 2.0);
        // Both ends of a line must have a value.
        let later = |&[one, other]: &[u32; 2]| Some(value(one)?.max(value(other)?));
        // The last shapes, of positions without a value, are drawn first.
        let mut moves = vec![Vec::new(); SHADES + 1];
        let mut dots = moves.clone();
        for edge in self.edges {
            let shade = later(edge).map_or(SHADES, shade_of);
            moves[shade].push((place(edge[0]), place(edge[1])));
        }
        for at in (0..).take(self.points.len()) {
            dots[value(at).map_or(SHADES, shade_of)].push((place(at), place(at)));
        }
        if self.has_many_moves() {
            moves.iter_mut().for_each(merge_moves);
            dots.iter_mut().for_each(merge_dots);
        }
        for number in (0..=SHADES).rev() {
            let is_shade = number < SHADES;
            let colour = if is_shade {
                shade(theme, number)
            } else {
                faint
            };
            // Thinner lines would have gaps as pixels.
            draw(colour, thick.max(0.4), &moves[number]);
            draw(colour, thick * 3.0, &dots[number]);
        }
        let path: Vec<_> = panel
            .path
            .windows(2)
            .map(|step| (place(step[0]), place(step[1])))
            .collect();
        draw(paper, 4.6, &path);
        draw(text, 2.2, &path);
        // A single goal stands out as the start does.
        let goals = panel
            .marks
            .iter()
            .filter(|(_, mark)| *mark == MapMark::Goal)
            .count();
        let wide = if goals == 1 { 11.0 } else { thick * 3.0 + 2.5 };
        for &(at, mark) in &panel.marks {
            let dot = [(place(at), place(at))];
            if mark == MapMark::Goal {
                draw(text, wide, &dot);
                draw(shade(theme, 0), wide * 0.65, &dot);
            } else {
                draw(paper, 16.0, &dot);
                draw(text, 13.0, &dot);
                let colour = value(at).map_or(faint, |it| shade(theme, shade_of(it)));
                draw(colour, 8.0, &dot);
            }
        }
    }
}

impl Display for StateMapPicture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.scene().fmt(f)
    }
}

/// Returns lines as the data of a path, each from the end of the one before, in tenths of a pixel:
/// so they are short.
fn lines(lines: &[(PixelPosition, PixelPosition)]) -> String {
    let mut data = String::new();
    let mut last = (0.0, 0.0);
    let tenths = |(x, y): PixelPosition| ((x * 10.0).round(), (y * 10.0).round());
    let step = |from: f64, to: f64| Tenths((to - from) / 10.0);
    for &(from, to) in lines {
        let from = tenths(from);
        let to = tenths(to);
        let x = step(last.0, from.0);
        let y = step(last.1, from.1);
        // A minus parts numbers as a space does.
        let gap = |number: &Tenths| if number.0 < 0.0 { "" } else { " " };
        data += &format!("m{x}{}{y}", gap(&y));
        let across = step(from.0, to.0);
        data += &match step(from.1, to.1) {
            Tenths(0.0) => format!("h{across}"),
            down => format!("l{across}{}{down}", gap(&down)),
        };
        last = to;
    }
    data
}
