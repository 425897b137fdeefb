//! Scenes as pixels: PNG pictures and GIF animations.

mod gif;
mod letters;
mod palette;
mod raster;

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

pub use self::gif::GifAnimation;
use crate::render::{
    PictureError,
    board::BoardPicture,
    geometry::UNIT,
    path::{CELL, PathPicture},
    scene::Scene,
    sheet::SolutionSheet,
    state_map::StateMapPicture,
};
use palette::Palette;
use raster::{Grid, LEAST, Raster};

/// The largest number of pictures of an animation.
pub const MAX_FRAMES: usize = 100_000;

/// The largest number of pixels of a picture.
const MAX_PIXELS: usize = 1 << 26;

/// The longest side of the picture of a path, in pixels, unless its cells would be smaller than
/// [`MIN_CELL`].
const SIDE: u32 = 2000;
const MIN_CELL: u32 = 4;
const MAX_CELL: u32 = 48;

impl BoardPicture<'_> {
    /// Returns the picture as a PNG file with cells `cell` pixels wide. Pieces show their names if
    /// these can be read, otherwise their letters.
    ///
    /// # Errors
    /// If there would be too many pixels.
    ///
    /// # Panics
    /// If `cell` is 0.
    ///
    /// # Complexity
    /// Linear in the pixels.
    pub fn png(&self, cell: u16) -> Result<Vec<u8>, PictureError> {
        let scale = scale_of(cell);
        let scene = self.scene(least(scale));
        Ok(png(&scene, Grid::new(scene.view, scale)?))
    }
}

impl BoardPicture<'_> {
    /// Returns the picture as its width and three bytes for each pixel, red, green and blue, row by
    /// row, on white.
    ///
    /// # Errors
    /// If there would be too many pixels.
    ///
    /// # Panics
    /// If `cell` is 0.
    pub fn rgb(&self, cell: u16) -> Result<(usize, Vec<u8>), PictureError> {
        let scale = scale_of(cell);
        let scene = self.scene(least(scale));
        let grid = Grid::new(scene.view, scale)?;
        let pixmap = Raster::new(&scene, grid).draw(&scene.items, grid.whole());
        let colours = pixmap.pixels().iter().flat_map(|pixel| {
            let white = u8::MAX - pixel.alpha();
            [pixel.red(), pixel.green(), pixel.blue()].map(|colour| colour + white)
        });
        Ok((pixmap.width() as usize, colours.collect()))
    }
}

impl SolutionSheet<'_> {
    /// Returns the sheet as a PNG file with cells `cell` pixels wide: the boards row by row, each
    /// with its move as an arrow and above it in letters, if these can be read.
    ///
    /// # Errors
    /// If there would be too many pixels, or a move is illegal.
    ///
    /// # Panics
    /// If `cell` is 0.
    pub fn png(&self, cell: u16) -> Result<Vec<u8>, PictureError> {
        let scale = scale_of(cell);
        let grid = Grid::new(self.view(), scale)?;
        Ok(png(&self.scene(least(scale))?, grid))
    }
}

impl PathPicture<'_> {
    /// Returns the picture as a PNG file. Cells are as large as a side of 2000 pixels allows, from
    /// 4 to 48 pixels; small boards have the number of each step.
    ///
    /// # Errors
    /// If there would be too many pixels.
    ///
    /// # Complexity
    /// Linear in the pixels, and in the path times the pixels around a step.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let cell = (SIDE / self.rows.max(self.columns).max(1)).clamp(MIN_CELL, MAX_CELL);
        let grid = Grid::new(self.view(), f64::from(cell) / f64::from(CELL))?;
        Ok(png(&self.scene(), grid))
    }
}

impl StateMapPicture<'_> {
    /// Returns the picture as a PNG file.
    ///
    /// # Errors
    /// If there would be too many pixels.
    ///
    /// # Complexity
    /// Linear in the pixels, and in the pixels around lines and dots.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let grid = Grid::new(self.view(), 1.0)?;
        Ok(png(&self.scene(), grid))
    }
}

/// Returns the pixels to a unit of a board.
fn scale_of(cell: u16) -> f64 {
    assert!(cell > 0, "cells have pixels");
    f64::from(cell) / f64::from(UNIT)
}

/// Returns the smallest size of a name on a board, in units.
#[expect(clippy::cast_possible_truncation, reason = "7 × 60 at most")]
fn least(scale: f64) -> i32 {
    (LEAST / scale).ceil() as i32
}

/// Returns a scene as a PNG file, as numbers of colours of a palette.
fn png(scene: &Scene, grid: Grid) -> Vec<u8> {
    let pixmap = Raster::new(scene, grid).draw(&scene.items, grid.whole());
    let mut palette = Palette::new(scene, [&pixmap]);
    let pixels = palette.numbers(&pixmap);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_compression(Compression::High);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(palette.bytes());
    encoder.set_filter(Filter::NoFilter);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().expect("memory takes it all");
    writer
        .write_image_data(&pixels)
        .expect("memory takes it all");
    writer.finish().expect("memory takes it all");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        graph::MapCell,
        puzzle::Puzzle,
        render::{
            path::{Cells, PathShape},
            theme::Theme,
        },
        solution::Position,
    };

    #[test]
    fn a_picture_has_a_cell_for_each_cell_and_the_frame_around() {
        let puzzle: Puzzle = "A A .\nB # .\n\ngoal:\n. A A\n. # .\n"
            .parse()
            .expect("a puzzle");
        let position = Position::start(&puzzle);
        let picture = BoardPicture {
            title: "",
            position: &position,
            unit: None,
            theme: Theme::Dark,
        };
        let bytes = picture.png(20).expect("it is small");
        assert_eq!(
            bytes,
            picture.png(20).expect("it is small"),
            "the same each time"
        );
        let (size, pixels) = decoded(bytes);
        assert_eq!(size, (3 * 20 + 10, 2 * 20 + 10));
        let pixel = |x: usize, y: usize| pixels[70 * y + x];
        let scheme = Theme::Dark.scheme();
        assert_eq!(pixel(5 + 30, 5 + 30), scheme.frame.rgb, "the wall");
        assert_eq!(pixel(5 + 50, 5 + 30), scheme.floor.rgb, "an empty cell");
        assert_ne!(pixel(5 + 10, 5 + 30), scheme.floor.rgb, "a piece");
        let (width, bytes) = picture.rgb(20).expect("it is small");
        assert_eq!((width, bytes.len()), (70, 3 * 70 * 50));
        assert_eq!(bytes[3 * (70 * 35 + 35)..][..3], scheme.frame.rgb);
    }

    #[test]
    fn too_many_pixels_are_refused() {
        let wide = ". ".repeat(126);
        let rows = format!("{wide}.\n").repeat(126);
        let text = format!("{rows}A {wide}\n\ngoal:\n{rows}{wide}A\n");
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let position = Position::start(&puzzle);
        let picture = BoardPicture {
            title: "",
            position: &position,
            unit: None,
            theme: Theme::Light,
        };
        assert!(matches!(
            picture.png(256),
            Err(PictureError::TooLarge { .. })
        ));
    }

    fn path_picture(path: &[MapCell]) -> PathPicture<'_> {
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
            ..path_picture(&path)
        };
        let ((width, height), pixels) = decoded(picture.png().expect("it is small"));
        assert_eq!((width, height), (3 * 48 + 8, 2 * 48 + 8));
        let pixel = |x: usize, y: usize| pixels[y * width + x];
        let scheme = Theme::Light.scheme();
        assert_eq!(
            pixel(4 + 10, 4 + 24),
            scheme.first.rgb,
            "the first disc, beside its number"
        );
        assert_eq!(
            pixel(4 + 48 + 10, 4 + 48 + 24),
            scheme.last.rgb,
            "the last disc"
        );
        assert_eq!(
            pixel(4 + 47, 4 + 24),
            scheme.path.rgb,
            "the path between two cells"
        );
        assert_eq!(pixel(4 + 120, 4 + 24), scheme.floor.rgb, "a light square");
        assert_eq!(pixel(4 + 24, 4 + 72), scheme.frame.rgb, "a hole");
    }

    #[test]
    fn large_boards_have_small_cells_and_too_large_ones_are_refused() {
        let path = [MapCell { row: 0, column: 0 }, MapCell { row: 1, column: 2 }];
        let large = PathPicture {
            rows: 1000,
            columns: 2,
            ..path_picture(&path)
        };
        assert_eq!(
            decoded(large.png().expect("it is small")).0,
            (2 * 4, 1000 * 4)
        );
        let too_large = PathPicture {
            rows: 100_000,
            columns: 100_000,
            ..path_picture(&path)
        };
        assert!(matches!(
            too_large.png(),
            Err(PictureError::TooLarge { .. })
        ));
    }
}
