//! A whole solution as a GIF animation.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::canvas::{Area, Canvas};
use super::painter::{MAX_FRAMES, Painter, PixelsError};
use crate::grid::Cell;
use crate::puzzle::{PieceId, Puzzle};
use crate::render::theme::Theme;
use crate::solution::{Position, Solution};

/// A solution as an animation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GifAnimation<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its moves.
    pub solution: &'a Solution,
    /// The time of each position but the last, in hundredths of a second, as in the format.
    pub delay: u16,
    /// The side of a cell, in pixels.
    pub cell: u16,
    /// Its colours.
    pub theme: Theme,
}

impl<'a> GifAnimation<'a> {
    /// Plays at the usual pace, in the default theme.
    pub fn new(puzzle: &'a Puzzle, solution: &'a Solution, cell: u16) -> Self {
        GifAnimation {
            puzzle,
            solution,
            delay: 50,
            cell,
            theme: Theme::default(),
        }
    }
}

setters!(GifAnimation<'a> {
    with_delay = delay: u16,
    with_theme = theme: Theme,
});

/// The time of the last position, in hundredths of a second.
const LAST_DELAY: u16 = 300;

impl GifAnimation<'_> {
    /// Returns the number of pictures.
    pub fn frames(&self) -> usize {
        self.solution.len().saturating_add(1)
    }

    /// Returns the animation as a GIF file that repeats: the start, then each move with the moved
    /// piece in a strong line. Each picture stores the changed pixels only.
    ///
    /// # Errors
    /// If there would be too many pixels or pictures, or a move is illegal.
    ///
    /// # Panics
    /// If a cell is less than a pixel wide.
    ///
    /// # Complexity
    /// The pixels of the board, and for each picture those around the piece that moves.
    pub fn gif(&self) -> Result<Vec<u8>, PixelsError> {
        assert!(self.cell > 0, "cells have pixels");
        let count = self.frames();
        if count > MAX_FRAMES {
            return Err(PixelsError::TooLong { frames: count });
        }
        let mut position = Position::start(self.puzzle);
        let mut frames = Frames::new(self, &position)?;
        let last = self.solution.len();
        frames.take(None, if last == 0 { LAST_DELAY } else { self.delay });
        for (number, unit) in (1..).zip(self.solution) {
            position
                .apply(&unit)
                .map_err(|why| PixelsError::Illegal { number, why })?;
            frames.anchors[unit.piece] = position.anchor(unit.piece);
            if number == last {
                frames.take(None, LAST_DELAY);
            } else {
                frames.take(Some(unit.piece), self.delay);
            }
        }
        Ok(frames.finish())
    }
}

/// The animation as far as it is written.
struct Frames<'a> {
    painter: Painter<'a>,
    encoder: Encoder<Vec<u8>>,
    /// What was shown last; nothing at first.
    shown: Option<Canvas>,
    canvas: Canvas,
    anchors: Vec<Cell>,
    /// The highlighted piece of the last picture.
    strong: Option<PieceId>,
    /// Where the pieces were in the last picture.
    last_anchors: Vec<Cell>,
}

impl<'a> Frames<'a> {
    fn new(film: &GifAnimation<'a>, position: &Position<'_>) -> Result<Self, PixelsError> {
        let painter = Painter::new(film.puzzle, film.theme, film.cell)?;
        let canvas = painter.canvas();
        let side = |length: usize| u16::try_from(length).expect("the painter bounds it");
        // One more for pixels that do not change.
        let palette = [painter.palette.bytes(), vec![0; 3]].concat();
        let mut encoder = Encoder::new(
            Vec::new(),
            side(canvas.width()),
            side(canvas.height()),
            &palette,
        )
        .expect("memory takes it all");
        encoder
            .set_repeat(Repeat::Infinite)
            .expect("memory takes it all");
        let anchors = position.anchors().to_vec();
        let last_anchors = anchors.clone();
        Ok(Frames {
            painter,
            encoder,
            shown: None,
            canvas,
            anchors,
            strong: None,
            last_anchors,
        })
    }

    /// Takes a picture of the pieces where they are, which stays so long.
    fn take(&mut self, strong: Option<PieceId>, delay: u16) {
        let area = self.touched(strong);
        self.canvas.clip(&area);
        self.painter.draw(&mut self.canvas, &self.anchors, strong);
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
        self.last_anchors.clone_from(&self.anchors);
    }

    /// Returns the area of all pixels that may differ from the last picture.
    fn touched(&self, strong: Option<PieceId>) -> Area {
        if self.shown.is_none() {
            return self.canvas.whole();
        }
        let pieces = 0..self.anchors.len();
        let differs = |&piece: &PieceId| {
            let moved = self.anchors[piece] != self.last_anchors[piece];
            let lit = (strong == Some(piece)) != (self.strong == Some(piece));
            moved || lit
        };
        let areas = pieces.filter(differs).flat_map(|piece| {
            [self.last_anchors[piece], self.anchors[piece]]
                .map(|anchor| self.painter.area(piece, anchor))
        });
        areas.reduce(|one, other| one.with(&other)).unwrap_or(Area {
            across: 0..1,
            down: 0..1,
        })
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
        self.encoder
            .write_frame(&frame)
            .expect("memory takes it all");
    }

    fn finish(self) -> Vec<u8> {
        self.encoder.into_inner().expect("memory takes it all")
    }
}

/// Returns the smallest area that contains every pixel that differs; one pixel if none does.
fn changed(before: &Canvas, now: &Canvas, area: &Area) -> Area {
    let mut changed: Option<Area> = None;
    for row in area.down.clone() {
        let old = before.row(row, &area.across);
        let new = now.row(row, &area.across);
        let differs = |place: &usize| old[*place] != new[*place];
        let first = (0..old.len()).find(differs);
        let last = (0..old.len()).rev().find(differs);
        if let (Some(first), Some(last)) = (first, last) {
            let start = area.across.start;
            let line = Area {
                across: start + first..start + last + 1,
                down: row..row + 1,
            };
            changed = Some(changed.map_or(line.clone(), |changed| changed.with(&line)));
        }
    }
    let one = Area {
        across: area.across.start..area.across.start + 1,
        down: area.down.start..area.down.start + 1,
    };
    changed.filter(|area| !area.is_empty()).unwrap_or(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Direction;
    use crate::puzzle::Metric;
    use crate::solution::Move;

    const TEXT: &str = "A A .\nB . .\n\ngoal:\n. A A\n. . B\n";

    fn solution() -> Solution {
        let unit = |piece, row, column, path: &[Direction]| Move {
            piece,
            from: Cell::new(row, column),
            path: path.to_vec(),
        };
        let moves = vec![
            unit(0, 0, 0, &[Direction::Right]),
            unit(1, 1, 0, &[Direction::Right, Direction::Right]),
        ];
        Solution {
            metric: Metric::Move,
            moves: moves.into(),
        }
    }

    /// Size and content of each picture as it is shown, and what of it is stored.
    fn decoded(bytes: &[u8]) -> (Vec<Vec<u8>>, Vec<Area>, Vec<u16>) {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(bytes).expect("a GIF");
        let width = usize::from(decoder.width());
        let height = usize::from(decoder.height());
        let mut screen = vec![0; width * height];
        let mut shown = Vec::new();
        let mut areas = Vec::new();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a picture") {
            let left = usize::from(frame.left);
            let top = usize::from(frame.top);
            let across = usize::from(frame.width);
            let down = usize::from(frame.height);
            for (place, &pixel) in frame.buffer.iter().enumerate() {
                if frame.transparent != Some(pixel) {
                    screen[(top + place / across) * width + left + place % across] = pixel;
                }
            }
            areas.push(Area {
                across: left..left + across,
                down: top..top + down,
            });
            delays.push(frame.delay);
            shown.push(screen.clone());
        }
        (shown, areas, delays)
    }

    fn film<'a>(puzzle: &'a Puzzle, solution: &'a Solution) -> GifAnimation<'a> {
        GifAnimation {
            puzzle,
            solution,
            delay: 20,
            cell: 16,
            theme: Theme::Light,
        }
    }

    #[test]
    fn what_is_decoded_is_what_was_drawn() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let solution = solution();
        let film = film(&puzzle, &solution);
        let (shown, areas, delays) = decoded(&film.gif().expect("it is small"));
        assert_eq!((shown.len(), film.frames()), (3, 3));
        assert_eq!(delays, [20, 20, 300]);
        // Each picture drawn from scratch.
        let mut position = Position::start(&puzzle);
        let mut painter = Painter::new(&puzzle, Theme::Light, 16).expect("it is small");
        let moves = solution.moves.to_vec();
        for (number, shown) in shown.iter().enumerate() {
            let mut canvas = painter.canvas();
            painter.draw(&mut canvas, position.anchors(), (number == 1).then_some(0));
            assert_eq!(canvas.pixels(), shown, "picture {number}");
            if let Some(unit) = moves.get(number) {
                position.apply(unit).expect("a legal move");
            }
        }
        let whole = Area {
            across: 0..3 * 16 + 8,
            down: 0..2 * 16 + 8,
        };
        assert_eq!(areas[0], whole);
        let above = Area {
            across: 4..4 + 48,
            down: 4..4 + 16,
        };
        assert_eq!(areas[1].with(&above), above, "only the row of A changes");
        assert!(!areas[1].is_empty());
    }

    #[test]
    fn a_solution_that_is_wrong_or_endless_is_refused() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let mut moves = solution().moves.to_vec();
        moves[1].path = vec![Direction::Down];
        let wrong = Solution {
            moves: moves.into(),
            ..solution()
        };
        let error = film(&puzzle, &wrong).gif().expect_err("B cannot go down");
        assert!(
            error.to_string().starts_with("move 2: B cannot go down"),
            "{error}"
        );
        let moves = (0..60_000).flat_map(|_| solution().moves).collect();
        let long = Solution {
            moves,
            ..solution()
        };
        let error = film(&puzzle, &long).gif().expect_err("too many");
        assert_eq!(error, PixelsError::TooLong { frames: 120_001 });
    }

    #[test]
    fn a_solution_without_moves_is_one_picture() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let (shown, _, delays) = decoded(
            &film(&puzzle, &Solution::default())
                .gif()
                .expect("it is small"),
        );
        assert_eq!((shown.len(), delays), (1, vec![300]));
    }
}
