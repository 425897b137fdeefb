//! Pixels, each the number of a colour.

use std::ops::Range;

/// Some of the pixels of a canvas: columns and rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) across: Range<usize>,
    pub(super) down: Range<usize>,
}

impl Area {
    pub(super) const fn is_empty(&self) -> bool {
        self.across.start >= self.across.end || self.down.start >= self.down.end
    }

    /// The smallest area that holds both.
    pub(super) fn with(&self, other: &Area) -> Area {
        let hull = |one: &Range<usize>, other: &Range<usize>| {
            one.start.min(other.start)..one.end.max(other.end)
        };
        Area { across: hull(&self.across, &other.across), down: hull(&self.down, &other.down) }
    }
}

/// Pixels, row by row, each the number of a colour. Only those within [`Canvas::clip`] are changed.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    clip: Area,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize, colour: u8) -> Self {
        let clip = Area { across: 0..width, down: 0..height };
        Canvas { width, height, pixels: vec![colour; width * height], clip }
    }

    pub(super) const fn width(&self) -> usize {
        self.width
    }

    pub(super) const fn height(&self) -> usize {
        self.height
    }

    pub(super) fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// All of it.
    pub(super) const fn whole(&self) -> Area {
        Area { across: 0..self.width, down: 0..self.height }
    }

    /// Has only this area changed from now on.
    pub(super) fn clip(&mut self, area: &Area) {
        let within = |range: &Range<usize>, end: usize| range.start.min(end)..range.end.min(end);
        self.clip = Area {
            across: within(&area.across, self.width),
            down: within(&area.down, self.height),
        };
    }

    /// The rows that may be changed.
    pub(super) fn rows_to_change(&self) -> Range<usize> {
        self.clip.down.clone()
    }

    /// The pixels of one row of an area.
    pub(super) fn row(&self, row: usize, across: &Range<usize>) -> &[u8] {
        &self.pixels[row * self.width..][across.clone()]
    }

    /// Takes what is to be changed from another canvas of the same size.
    pub(super) fn copy(&mut self, other: &Canvas) {
        for row in self.clip.down.clone() {
            let across = self.clip.across.clone();
            self.pixels[row * self.width..][across.clone()]
                .copy_from_slice(other.row(row, &across));
        }
    }

    /// Fills a rectangle; what lies outside is left out.
    pub(super) fn fill(&mut self, (x, y): (i64, i64), (width, height): (i64, i64), colour: u8) {
        let across = clipped(x, width, &self.clip.across);
        for row in clipped(y, height, &self.clip.down) {
            self.pixels[row * self.width..][across.clone()].fill(colour);
        }
    }

    /// Changes the pixels of a square whose corner is there, each to what `colour` says for its place
    /// in the square, if anything.
    pub(super) fn stamp(
        &mut self,
        (x, y): (i64, i64),
        side: usize,
        colour: impl Fn(usize, usize) -> Option<u8>,
    ) {
        let length = i64::try_from(side).unwrap_or(i64::MAX);
        let across = clipped(x, length, &self.clip.across);
        for row in clipped(y, length, &self.clip.down) {
            for column in across.clone() {
                if let Some(colour) = colour(place(column, x), place(row, y)) {
                    self.pixels[row * self.width + column] = colour;
                }
            }
        }
    }
}

/// How far a pixel lies from the corner of a square that it is in.
fn place(at: usize, corner: i64) -> usize {
    i64::try_from(at).ok().and_then(|at| usize::try_from(at - corner).ok()).unwrap_or(0)
}

/// The part of a length from `from` on that lies in `clip`.
fn clipped(from: i64, length: i64, clip: &Range<usize>) -> Range<usize> {
    let inside = |at: i64| usize::try_from(at).unwrap_or(0).clamp(clip.start, clip.end);
    inside(from)..inside(from.saturating_add(length.max(0)))
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
        canvas.clip(&Area { across: 1..9, down: 0..1 });
        canvas.fill((0, 0), (3, 2), 3);
        assert_eq!(canvas.pixels(), [0, 3, 3, 1, 1, 0]);
        canvas.stamp((2, -1), 2, |x, y| Some(u8::try_from(10 * x + y).expect("small")));
        assert_eq!(canvas.pixels(), [0, 3, 1, 1, 1, 0]);
    }
}
