//! A whole solution as a GIF animation.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::PixelsError;
use super::canvas::{Area, Canvas};
use super::painter::{Painter, Spot};
use crate::puzzle::{PieceId, Puzzle};
use crate::render::theme::Theme;
use crate::solution::{Move, Position, Solution};

/// A solution, and how it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Film<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its moves.
    pub solution: &'a Solution,
    /// How fast it goes.
    pub timing: Timing,
    /// The side of a cell, in pixels.
    pub cell: u16,
    /// Its colours.
    pub theme: Theme,
}

/// How fast an animation goes. Times are in hundredths of a second, as in the format itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// How long the start, and the position after each move, stay.
    pub delay: u16,
    /// How long the last position stays.
    pub hold: u16,
    /// Pictures in between for each cell that a piece travels.
    pub tween: u8,
}

impl Default for Timing {
    fn default() -> Self {
        Timing { delay: 50, hold: 300, tween: 0 }
    }
}

/// How long a picture in between stays: 25 a second, which browsers keep up with.
const BETWEEN: u16 = 4;

/// An animation has no more pictures than this.
pub const MAX_FRAMES: usize = 100_000;

impl Film<'_> {
    /// How many pictures there are.
    #[must_use]
    pub fn frames(&self) -> usize {
        let between = self.solution.steps().saturating_mul(usize::from(self.timing.tween));
        between.saturating_add(self.solution.len()).saturating_add(1)
    }

    /// The animation as a GIF file that plays again and again: the start, then each move, the moved
    /// piece in a strong line. Of each picture only what has changed is stored.
    ///
    /// # Errors
    /// Where there would be too many pixels or pictures, or a move cannot be made.
    ///
    /// # Panics
    /// If a cell is no pixel wide.
    ///
    /// # Complexity
    /// The pixels of the board, and for each picture those around the piece that moves.
    pub fn gif(&self) -> Result<Vec<u8>, PixelsError> {
        assert!(self.cell > 0, "cells have pixels");
        let frames = self.frames();
        if frames > MAX_FRAMES {
            return Err(PixelsError::TooLong { frames });
        }
        let mut position = Position::start(self.puzzle);
        let mut reel = Reel::new(self, &position)?;
        let last = self.solution.len();
        reel.take(None, if last == 0 { self.timing.hold } else { self.timing.delay });
        for (number, unit) in (1..).zip(&self.solution.moves) {
            position.play(unit).map_err(|why| PixelsError::Illegal { number, why })?;
            reel.slide(unit, self.timing.tween);
            reel.spots[unit.piece] = Spot::at(position.anchor(unit.piece));
            if number == last {
                reel.take(None, self.timing.hold);
            } else {
                reel.take(Some(unit.piece), self.timing.delay);
            }
        }
        Ok(reel.finish())
    }
}

/// The animation as far as it is written.
struct Reel<'a> {
    painter: Painter<'a>,
    encoder: Encoder<Vec<u8>>,
    /// What was shown last; nothing at first.
    shown: Option<Canvas>,
    canvas: Canvas,
    spots: Vec<Spot>,
    /// The highlighted piece of the last picture.
    strong: Option<PieceId>,
    /// Where the pieces were in the last picture.
    last_spots: Vec<Spot>,
    cell: i64,
}

impl<'a> Reel<'a> {
    fn new(film: &Film<'a>, position: &Position<'_>) -> Result<Self, PixelsError> {
        let painter = Painter::new(film.puzzle, film.theme, film.cell)?;
        let canvas = painter.canvas();
        let side = |length: usize| u16::try_from(length).expect("the painter bounds it");
        // One more for pixels that do not change.
        let palette = [painter.palette.bytes(), vec![0; 3]].concat();
        let mut encoder =
            Encoder::new(Vec::new(), side(canvas.width()), side(canvas.height()), &palette)
                .expect("memory takes it all");
        encoder.set_repeat(Repeat::Infinite).expect("memory takes it all");
        let spots: Vec<Spot> = position.anchors().iter().map(|&anchor| Spot::at(anchor)).collect();
        let last_spots = spots.clone();
        let cell = i64::from(film.cell);
        Ok(Reel { painter, encoder, shown: None, canvas, spots, strong: None, last_spots, cell })
    }

    /// Takes the pictures between the start and the end of a move.
    fn slide(&mut self, unit: &Move, tween: u8) {
        let mut from = unit.from;
        for &direction in &unit.path {
            let offset = direction.offset();
            for part in 1..=i64::from(tween) {
                let shift = part * self.cell / (i64::from(tween) + 1);
                let (dx, dy) = (i64::from(offset.columns), i64::from(offset.rows));
                self.spots[unit.piece] = Spot { anchor: from, shift: (dx * shift, dy * shift) };
                self.take(Some(unit.piece), BETWEEN);
            }
            from = from.step(direction).unwrap_or(from);
        }
    }

    /// Takes a picture of the pieces where they are, which stays so long.
    fn take(&mut self, strong: Option<PieceId>, delay: u16) {
        let area = self.touched(strong);
        self.canvas.clip(&area);
        self.painter.draw(&mut self.canvas, &self.spots, strong);
        let area = match &self.shown {
            Some(shown) => changed(shown, &self.canvas, &area),
            None => area,
        };
        self.write(&area, delay);
        match &mut self.shown {
            Some(shown) => {
                shown.clip(&area);
                shown.copy(&self.canvas);
            }
            None => self.shown = Some(self.canvas.clone()),
        }
        self.strong = strong;
        self.last_spots.clone_from(&self.spots);
    }

    /// The area around all that may look different from the last picture.
    fn touched(&self, strong: Option<PieceId>) -> Area {
        if self.shown.is_none() {
            return self.canvas.whole();
        }
        let pieces = 0..self.spots.len();
        let differs = |&piece: &PieceId| {
            let moved = self.spots[piece] != self.last_spots[piece];
            let lit = (strong == Some(piece)) != (self.strong == Some(piece));
            moved || lit
        };
        let areas = pieces.filter(differs).flat_map(|piece| {
            [self.last_spots[piece], self.spots[piece]].map(|spot| self.painter.area(piece, spot))
        });
        areas.reduce(|one, other| one.with(&other)).unwrap_or(Area { across: 0..1, down: 0..1 })
    }

    /// Writes an area of the canvas as a picture; pixels that are shown already are left out.
    fn write(&mut self, area: &Area, delay: u16) {
        let spare = u8::try_from(self.painter.palette.len()).expect("a number is left over");
        let mut buffer = Vec::with_capacity(area.across.len() * area.down.len());
        for row in area.down.clone() {
            let now = self.canvas.row(row, &area.across);
            match &self.shown {
                Some(shown) => {
                    let before = shown.row(row, &area.across);
                    let pixel = |(&now, &before)| if now == before { spare } else { now };
                    buffer.extend(now.iter().zip(before).map(pixel));
                }
                None => buffer.extend(now),
            }
        }
        let side = |length: usize| u16::try_from(length).expect("the painter bounds it");
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: self.shown.is_some().then_some(spare),
            left: side(area.across.start),
            top: side(area.down.start),
            width: side(area.across.len()),
            height: side(area.down.len()),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).expect("memory takes it all");
    }

    fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("memory takes it all")
    }
}

/// The smallest area within another that holds every pixel that differs; one pixel where none does.
fn changed(before: &Canvas, now: &Canvas, area: &Area) -> Area {
    let mut changed: Option<Area> = None;
    for row in area.down.clone() {
        let (old, new) = (before.row(row, &area.across), now.row(row, &area.across));
        let differs = |place: &usize| old[*place] != new[*place];
        let first = (0..old.len()).find(differs);
        let last = (0..old.len()).rev().find(differs);
        if let (Some(first), Some(last)) = (first, last) {
            let start = area.across.start;
            let line = Area { across: start + first..start + last + 1, down: row..row + 1 };
            changed = Some(changed.map_or(line.clone(), |changed| changed.with(&line)));
        }
    }
    let one = Area {
        across: area.across.start..area.across.start + 1,
        down: area.down.start..area.down.start + 1,
    };
    changed.filter(|area| !area.is_empty()).unwrap_or(one)
}
