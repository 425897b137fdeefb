//! A path over a board as a PNG picture.

use super::painter::{MAX_PIXELS, PixelsError};
use super::raster::Raster;
use crate::graph::MapCell;
use crate::render::path::{Cells, NUMBERED, PathPicture, PathShape};
use crate::render::theme::Colour;

/// The longest side of a picture, in pixels, unless its cells would be smaller than [`MIN_CELL`].
const SIDE: u32 = 2000;
const MIN_CELL: u32 = 4;
const MAX_CELL: u32 = 48;

/// Parts of a cell: half of the width of a wall and of the path, the radius of a number's disc.
const WALL: f64 = 0.07;
const LINE: f64 = 0.05;
const DISC: f64 = 0.34;

impl PathPicture<'_> {
    /// Returns the picture as a PNG file. Cells are as large as a side of 2000 pixels allows, from
    /// 4 to 48 pixels; small boards have the number of each step.
    ///
    /// # Errors
    /// If there would be too many pixels.
    ///
    /// # Complexity
    /// Linear in the pixels, and in the path times the pixels around a step.
    pub fn png(&self) -> Result<Vec<u8>, PixelsError> {
        let cell = (SIDE / self.rows.max(self.columns).max(1)).clamp(MIN_CELL, MAX_CELL);
        let length = |cells: u32| cells as usize * cell as usize + 2;
        let width = length(self.columns);
        let height = length(self.rows);
        if width.saturating_mul(height) > MAX_PIXELS {
            return Err(PixelsError::TooLarge { width, height });
        }
        let frame = self.theme.scheme().frame;
        let raster = Raster::new((width, height), f64::from(cell), frame);
        let mut drawing = PathRaster {
            picture: self,
            raster,
        };
        drawing.draw_board();
        drawing.draw_path();
        Ok(drawing.raster.png())
    }
}

/// The picture of a path while it is drawn. Lengths are in cells.
struct PathRaster<'a> {
    picture: &'a PathPicture<'a>,
    raster: Raster,
}

impl PathRaster<'_> {
    fn square(&mut self, MapCell { row, column }: MapCell, colour: Colour) {
        let x = f64::from(column);
        let y = f64::from(row);
        self.raster.fill(
            (y, y + 1.0),
            |_| (x, x + 1.0),
            colour,
            |at_x, at_y| {
                (at_x - x)
                    .min(x + 1.0 - at_x)
                    .min(at_y - y)
                    .min(y + 1.0 - at_y)
            },
        );
    }

    fn draw_board(&mut self) {
        let picture = self.picture;
        let scheme = picture.theme.scheme();
        let squares = |MapCell { row, column }: MapCell| {
            if (row + column) % 2 == 0 {
                scheme.floor
            } else {
                scheme.square
            }
        };
        match picture.cells {
            Cells::All => {
                for row in 0..picture.rows {
                    for column in 0..picture.columns {
                        let place = MapCell { row, column };
                        self.square(place, squares(place));
                    }
                }
            }
            Cells::These(places) => {
                for &place in places.iter().filter(|place| picture.holds(**place)) {
                    self.square(place, squares(place));
                }
            }
        }
        for &(one, other) in picture.walls {
            let first = one.min(other);
            let last = one.max(other);
            if !picture.holds(first) || !picture.holds(last) {
                continue;
            }
            let x = f64::from(last.column);
            let y = f64::from(last.row);
            let end = if first.row == last.row {
                (x, y + 1.0)
            } else {
                (x + 1.0, y)
            };
            self.raster.line((x, y), end, WALL, scheme.frame);
        }
    }

    fn draw_path(&mut self) {
        let picture = self.picture;
        let scheme = picture.theme.scheme();
        let middle = |place: &MapCell| (f64::from(place.column) + 0.5, f64::from(place.row) + 0.5);
        let inside = |places: &[MapCell]| -> Vec<(f64, f64)> {
            places
                .iter()
                .filter(|place| picture.holds(**place))
                .map(middle)
                .collect()
        };
        let path = inside(picture.path);
        let clues = inside(picture.clues);
        for step in path.windows(2) {
            self.raster.line(step[0], step[1], LINE, scheme.path);
        }
        let is_closed = picture.shape == PathShape::Closed;
        if let (Some(&first), Some(&last), true) = (path.first(), path.last(), is_closed) {
            self.raster.line(last, first, LINE, scheme.path);
        }
        if path.is_empty() {
            for (number, &at) in (1..).zip(&clues) {
                self.numbered_disc(at, number, None);
            }
            return;
        }
        let is_small = picture.rows.max(picture.columns) <= NUMBERED;
        let large = f64::from(picture.rows.max(picture.columns)) / 120.0;
        for (number, &at) in (1..).zip(&path) {
            let end = match number {
                1 => Some(scheme.first),
                _ if number == path.len() && !is_closed => Some(scheme.last),
                _ => None,
            };
            match end {
                _ if is_small => self.numbered_disc(at, number, end),
                Some(colour) => self.raster.disc(at, large.max(DISC), colour),
                None => {}
            }
        }
        for (number, (x, y)) in (1..).zip(clues) {
            self.raster.text(
                &usize::to_string(&number),
                (x - 0.32, y - 0.34),
                0.3,
                scheme.caption,
            );
        }
    }

    /// Draws the number of a step or clue on a disc, which an end of the path fills with its
    /// colour.
    fn numbered_disc(&mut self, at: (f64, f64), number: usize, end: Option<Colour>) {
        let scheme = self.picture.theme.scheme();
        self.raster.disc(at, DISC, end.unwrap_or(scheme.path));
        if end.is_none() {
            self.raster.disc(at, DISC - 0.04, scheme.paper);
        }
        let colour = if end.is_some() {
            Colour::WHITE
        } else {
            scheme.caption
        };
        self.raster
            .text(&number.to_string(), at, 1.5 * DISC, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::theme::Theme;

    fn picture(path: &[MapCell]) -> PathPicture<'_> {
        PathPicture {
            title: "",
            rows: 2,
            columns: 3,
            cells: Cells::All,
            walls: &[],
            clues: &[],
            path,
            shape: PathShape::Open,
            theme: Theme::Light,
        }
    }

    /// The size of a picture, and its pixels.
    fn decoded(bytes: Vec<u8>) -> ((usize, usize), Vec<[u8; 3]>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
        let info = reader.next_frame(&mut pixels).expect("pixels");
        (
            (info.width as usize, info.height as usize),
            pixels.as_chunks().0.to_vec(),
        )
    }

    #[test]
    fn a_path_runs_over_squares_and_has_its_ends_in_colour() {
        let path = [(0, 0), (0, 1), (1, 1)].map(|(row, column)| MapCell { row, column });
        let cells = [path[0], path[1], path[2], MapCell { row: 0, column: 2 }];
        let picture = PathPicture {
            cells: Cells::These(&cells),
            ..picture(&path)
        };
        let ((width, height), pixels) = decoded(picture.png().expect("it is small"));
        assert_eq!((width, height), (3 * 48 + 2, 2 * 48 + 2));
        let pixel = |x: usize, y: usize| pixels[y * width + x];
        let scheme = Theme::Light.scheme();
        assert_eq!(
            pixel(1 + 10, 1 + 24),
            scheme.first.rgb,
            "the first disc, beside its number"
        );
        assert_eq!(
            pixel(1 + 48 + 10, 1 + 48 + 24),
            scheme.last.rgb,
            "the last disc"
        );
        assert_eq!(
            pixel(1 + 47, 1 + 24),
            scheme.path.rgb,
            "the path between two cells"
        );
        assert_eq!(pixel(1 + 120, 1 + 24), scheme.floor.rgb, "a light square");
        assert_eq!(pixel(1 + 24, 1 + 72), scheme.frame.rgb, "a hole");
    }

    #[test]
    fn large_boards_have_small_cells_and_too_large_ones_are_refused() {
        let path = [MapCell { row: 0, column: 0 }, MapCell { row: 1, column: 2 }];
        let large = PathPicture {
            rows: 1000,
            columns: 2,
            ..picture(&path)
        };
        assert_eq!(
            decoded(large.png().expect("it is small")).0,
            (2 * 4 + 2, 1000 * 4 + 2)
        );
        let too_large = PathPicture {
            rows: 100_000,
            columns: 100_000,
            ..picture(&path)
        };
        assert!(matches!(too_large.png(), Err(PixelsError::TooLarge { .. })));
    }
}
