//! Shapes with smooth edges as pixels.

use std::collections::BTreeMap;

use super::indexed;
use super::letters::{ALL, Lettering};
use crate::render::theme::Colour;

/// A picture while it is drawn. Lengths are in cells.
pub struct Raster {
    width: usize,
    pixels: Vec<[u8; 3]>,
    cell: f64,
}

impl Raster {
    /// Creates a picture of one colour whose cells have `cell` pixels a side.
    pub fn new((width, height): (usize, usize), cell: f64, colour: Colour) -> Self {
        Raster {
            width,
            pixels: vec![colour.rgb; width * height],
            cell,
        }
    }

    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the picture as a PNG file with a palette.
    pub fn png(&self) -> Vec<u8> {
        let (colours, numbers) = self.indexed();
        indexed(
            colours.as_flattened(),
            &numbers,
            (self.width, self.pixels.len() / self.width),
        )
    }

    /// Returns at most 256 colours, and which of them each pixel has. If there are more, the last
    /// bits are dropped until there are not, and the most frequent one of those alike stays.
    fn indexed(&self) -> (Vec<[u8; 3]>, Vec<u8>) {
        let mut counts: BTreeMap<[u8; 3], u32> = BTreeMap::new();
        for &pixel in &self.pixels {
            *counts.entry(pixel).or_default() += 1;
        }
        let mut groups = BTreeMap::new();
        let mut bits = 0;
        let group = |colour: [u8; 3], bits| colour.map(|part| part >> bits);
        loop {
            for (&colour, &count) in &counts {
                let best = groups.entry(group(colour, bits)).or_insert((count, colour));
                *best = (*best).max((count, colour));
            }
            if groups.len() <= 256 {
                break;
            }
            groups.clear();
            bits += 1;
        }
        let number: BTreeMap<_, _> = groups.keys().copied().zip(0..=u8::MAX).collect();
        let numbers = self
            .pixels
            .iter()
            .map(|&pixel| number[&group(pixel, bits)])
            .collect();
        (
            groups.into_values().map(|(_, colour)| colour).collect(),
            numbers,
        )
    }

    /// Mixes a colour into the pixels of rows, which reach as far as `across` says. Each gets as
    /// much as `depth` says: the distance of a point within the shape from its edge.
    pub fn fill(
        &mut self,
        (top, bottom): (f64, f64),
        across: impl Fn(f64) -> (f64, f64),
        colour: Colour,
        depth: impl Fn(f64, f64) -> f64,
    ) {
        let height = self.pixels.len() / self.width;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped"
        )]
        let range = |from: f64, to: f64, most: usize| {
            let [from, to] = [(from * self.cell).floor(), (to * self.cell).ceil() + 2.0];
            (from.max(0.0) as usize).min(most)..(to.max(0.0) as usize).min(most)
        };
        #[expect(clippy::cast_precision_loss, reason = "pictures are small")]
        let middle = |pixel: usize| (pixel as f64 - 0.5) / self.cell;
        for y in range(top, bottom, height) {
            let (left, right) = across(middle(y));
            for x in range(left, right, self.width) {
                let share = depth(middle(x), middle(y)) * self.cell + 0.5;
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "0 to 100"
                )]
                let share = (share.clamp(0.0, 1.0) * 100.0).round() as u8;
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = Colour { rgb: *pixel }.mixed(colour, share).rgb;
            }
        }
    }

    /// Draws a line with round ends.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), half: f64, colour: Colour) {
        let along = (to.0 - from.0, to.1 - from.1);
        let square = (along.0 * along.0 + along.1 * along.1).max(f64::MIN_POSITIVE);
        let left = from.0.min(to.0) - half;
        let right = from.0.max(to.0) + half;
        let top = from.1.min(to.1) - half;
        let bottom = from.1.max(to.1) + half;
        // A steep line takes a part of its box only.
        let reach = (half + 1.0 / self.cell) * square.sqrt() / along.1.abs();
        let across = |y: f64| {
            let middle = from.0 + (y - from.1) * along.0 / along.1;
            // A level line has no such bounds.
            let bound = |at: f64, other: f64| if at.is_finite() { at } else { other };
            let least = middle - reach;
            let most = middle + reach;
            (left.max(bound(least, left)), right.min(bound(most, right)))
        };
        self.fill((top, bottom), across, colour, |x, y| {
            let dx = x - from.0;
            let dy = y - from.1;
            let part = ((dx * along.0 + dy * along.1) / square).clamp(0.0, 1.0);
            // A square root is the same on every machine.
            let dx = dx - part * along.0;
            let dy = dy - part * along.1;
            half - (dx * dx + dy * dy).sqrt()
        });
    }

    /// Draws a disc.
    pub fn disc(&mut self, at: (f64, f64), radius: f64, colour: Colour) {
        self.line(at, at, radius, colour);
    }

    /// Draws text around a point, as large as it fits into a square.
    pub fn text(&mut self, text: &str, at: (f64, f64), side: f64, colour: Colour) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "small lengths"
        )]
        let room = (side * self.cell) as usize;
        self.text_within(text, at, (room, room * 3 / 4), colour);
    }

    /// Draws text around a point, as large as it fits into a room of so many pixels.
    pub fn text_within(
        &mut self,
        text: &str,
        at: (f64, f64),
        room: (usize, usize),
        colour: Colour,
    ) {
        let Some(lettering) = Lettering::fit(text, room) else {
            return;
        };
        #[expect(clippy::cast_possible_truncation, reason = "pictures are small")]
        let middle = ((at.0 * self.cell) as i64 + 1, (at.1 * self.cell) as i64 + 1);
        for (x, y, cover) in lettering.covers_around(middle) {
            let place = usize::try_from(x).ok().zip(usize::try_from(y).ok());
            let inside =
                place.filter(|&(x, y)| x < self.width && (y + 1) * self.width <= self.pixels.len());
            if let Some((x, y)) = inside {
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = Colour { rgb: *pixel }
                    .mixed(colour, cover * (100 / ALL))
                    .rgb;
            }
        }
    }
}
