//! A whole solution as a GIF animation.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::{
    MAX_FRAMES, least,
    palette::Palette,
    raster::{Area, Grid, Raster},
    scale_of,
};
use crate::{
    grid::Cell,
    puzzle::{PieceId, Puzzle},
    render::{
        PictureError,
        board::{BoardPicture, pieces},
        geometry::{UNIT, corner, offsets},
        scene::Item,
        theme::Theme,
    },
    solution::{Position, Solution},
};

/// A solution as an animation.
#[derive(Clone, Copy, Debug)]
pub struct GifAnimation<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its moves.
    pub solution: &'a Solution,
    /// The time of each position but the last, in hundredths of a second, as in the format: 50,
    /// for example.
    pub delay: u16,
    /// The side of a cell, in pixels.
    pub cell: u16,
    /// Its colours.
    pub theme: Theme,
}

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
    pub fn gif(&self) -> Result<Vec<u8>, PictureError> {
        let count = self.frames();
        if count > MAX_FRAMES {
            return Err(PictureError::ManyFrames { frames: count });
        }
        let scale = scale_of(self.cell);
        let mut position = Position::start(self.puzzle);
        let picture = BoardPicture {
            theme: self.theme,
            ..BoardPicture::new("", &position)
        };
        let scene = picture.scene(least(scale));
        let grid = Grid::new(scene.view, scale)?;
        let [Ok(width), Ok(height)] = grid.size.map(u16::try_from) else {
            let [width, height] = grid.size.map(|side| side as usize);
            return Err(PictureError::TooLarge { width, height });
        };
        let raster = Raster::new(&scene, grid);
        let mut anchors = position.anchors().to_vec();
        // All colours that there will be: of pieces, and of each while it moves.
        let samples = [0, anchors.len()]
            .map(|moved| raster.draw(&pieces(&anchors, 0..moved, None), grid.whole()));
        let palette = Palette::new(&scene, &samples);
        let spare = palette.spare();
        // One more colour for pixels that do not change.
        let colours = [palette.bytes(), &[0; 3]].concat();
        let encoder = Encoder::new(Vec::new(), width, height, &colours);
        let mut encoder = encoder.expect("memory takes it all");
        encoder
            .set_repeat(Repeat::Infinite)
            .expect("memory takes it all");
        let mut film = GifWriter {
            raster,
            palette,
            encoder,
            grid,
            shown: vec![spare; usize::from(width) * usize::from(height)],
        };
        let last = self.solution.len();
        let delay = if last == 0 { LAST_DELAY } else { self.delay };
        film.take(&pieces(&anchors, None, None), grid.whole(), delay);
        let mut lit = None;
        for (number, unit) in (1..).zip(self.solution) {
            position.apply(&unit).map_err(PictureError::at(number))?;
            let piece = unit.piece;
            let mut area = film.area(self.puzzle, piece, anchors[piece]);
            anchors[piece] = position.anchor(piece);
            let piece = self.puzzle.top_layer(piece, position.anchors());
            anchors[piece] = position.anchor(piece);
            for piece in [Some(piece), lit].into_iter().flatten() {
                area = area.with(film.area(self.puzzle, piece, anchors[piece]));
            }
            lit = Some(piece).filter(|_| number < last);
            let delay = if number < last {
                self.delay
            } else {
                LAST_DELAY
            };
            film.take(&pieces(&anchors, lit, None), area, delay);
        }
        Ok(film.encoder.into_inner().expect("memory takes it all"))
    }
}

/// The animation up to a picture.
struct GifWriter<'a> {
    raster: Raster<'a>,
    palette: Palette,
    encoder: Encoder<Vec<u8>>,
    grid: Grid,
    /// The pixels of the last picture.
    shown: Vec<u8>,
}

impl GifWriter<'_> {
    /// Returns an area around a piece, with room for letters that are wider than it.
    fn area(&self, puzzle: &Puzzle, piece: PieceId, anchor: Cell) -> Area {
        let (x, y) = corner(anchor);
        let cells = offsets(&puzzle.pieces()[piece].shape);
        let cells = cells.iter().map(|(column, row)| {
            let left = x + column * UNIT;
            let top = y + row * UNIT;
            let right = left + 2 * UNIT;
            self.grid.area(left - UNIT, top, right, top + UNIT)
        });
        cells.reduce(Area::with).expect("a piece has cells")
    }

    /// Writes the pixels of an area that differ from the last picture; the picture stays so long.
    fn take(&mut self, items: &[Item], area: Area, delay: u16) {
        let pixmap = self.raster.draw(items, area);
        let numbers = self.palette.numbers(&pixmap);
        let width = self.grid.size[0];
        let place = |left: u32, top: u32| (top * width + left) as usize;
        let drawn = |left: u32, top: u32| {
            numbers[((top - area.top) * area.width() + left - area.left) as usize]
        };
        let pixel = |(left, top)| Area {
            left,
            top,
            right: left + 1,
            bottom: top + 1,
        };
        let rows = area.top..area.bottom;
        let first = pixel((area.left, area.top));
        let pixels = rows.flat_map(|top| (area.left..area.right).map(move |left| (left, top)));
        let changed =
            pixels.filter(|&(left, top)| drawn(left, top) != self.shown[place(left, top)]);
        let area = changed.map(pixel).reduce(Area::with);
        // A picture has one pixel at least.
        let area = area.unwrap_or(first);
        let spare = self.palette.spare();
        let mut buffer = Vec::new();
        for top in area.top..area.bottom {
            for left in area.left..area.right {
                let shown = &mut self.shown[place(left, top)];
                let number = drawn(left, top);
                buffer.push(if *shown == number { spare } else { number });
                *shown = number;
            }
        }
        let side = |length: u32| u16::try_from(length).expect("the size is checked");
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(spare),
            left: side(area.left),
            top: side(area.top),
            width: side(area.width()),
            height: side(area.height()),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.encoder
            .write_frame(&frame)
            .expect("memory takes it all");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grid::Direction, puzzle::Metric, solution::Move};

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
            let [left, top, right, bottom] = [left, top, left + across, top + down]
                .map(|side| u32::try_from(side).expect("it is small"));
            areas.push(Area {
                left,
                top,
                right,
                bottom,
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
            cell: 15,
            theme: Theme::Light,
        }
    }

    #[test]
    fn the_decoded_gif_equals_the_drawn_pictures() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let solution = solution();
        let film = film(&puzzle, &solution);
        let (shown, areas, delays) = decoded(&film.gif().expect("it is small"));
        assert_eq!((shown.len(), film.frames()), (3, 3));
        assert_eq!(delays, [20, 20, 300]);
        // Each picture drawn from scratch.
        let mut position = Position::start(&puzzle);
        let scene = BoardPicture::new("", &position).scene(28);
        let grid = Grid::new(scene.view, 0.25).expect("it is small");
        let raster = Raster::new(&scene, grid);
        let draw = |anchors: &[Cell], moved: std::ops::Range<PieceId>| {
            raster.draw(&pieces(anchors, moved, None), grid.whole())
        };
        let samples = [0..0, 0..2].map(|moved| draw(position.anchors(), moved));
        let mut palette = Palette::new(&scene, &samples);
        let moves = solution.moves.to_vec();
        for (number, shown) in shown.iter().enumerate() {
            let range = if number == 1 { 0..1 } else { 0..0 };
            let pixmap = draw(position.anchors(), range);
            assert_eq!(&palette.numbers(&pixmap), shown, "picture {number}");
            if let Some(unit) = moves.get(number) {
                position.apply(unit).expect("a legal move");
            }
        }
        assert_eq!(areas[0], grid.whole());
        let above = Area {
            left: 3,
            top: 3,
            right: 3 + 45,
            bottom: 3 + 15,
        };
        assert_eq!(areas[1].with(above), above, "only the row of A changes");
        assert!(areas[1].width() > 20);
    }

    #[test]
    fn invalid_and_overlong_solutions_are_refused() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let mut moves = solution().moves.to_vec();
        moves[1].path = vec![Direction::Down];
        let wrong = Solution {
            moves: moves.into(),
            ..solution()
        };
        let error = film(&puzzle, &wrong).gif().expect_err("B cannot go down");
        crate::cases::begins(&error.to_string(), "move 2: B cannot go down");
        let moves = (0..60_000)
            .flat_map(|_| solution().moves.to_vec())
            .collect();
        let long = Solution {
            moves,
            ..solution()
        };
        let error = film(&puzzle, &long).gif().expect_err("too many");
        assert_eq!(error, PictureError::ManyFrames { frames: 120_001 });
    }

    #[test]
    fn a_solution_without_moves_gives_one_frame() {
        let puzzle: Puzzle = TEXT.parse().expect("a puzzle");
        let (shown, _, delays) = decoded(
            &film(&puzzle, &Solution::default())
                .gif()
                .expect("it is small"),
        );
        assert_eq!((shown.len(), delays), (1, vec![300]));
    }
}
