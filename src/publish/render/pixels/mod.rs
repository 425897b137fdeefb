//! Boards as pixels: PNG pictures and GIF animations.

mod canvas;
mod gif;
mod letters;
mod painter;
mod path;
mod raster;
mod state_map;

pub use self::gif::GifAnimation;
pub use painter::{MAX_FRAMES, PixelsError};

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::render::board::BoardPicture;
use crate::render::sheet::SolutionSheet;
use crate::solution::Position;
use canvas::{Canvas, wide as signed};
use letters::Lettering;
use painter::{MAX_PIXELS, Painter, text_colours};

impl BoardPicture<'_> {
    /// Returns the picture as a PNG file with cells `cell` pixels wide. Pieces show their names if
    /// these fit, otherwise their letters.
    ///
    /// # Errors
    /// If there would be too many pixels.
    ///
    /// # Panics
    /// If `cell` is 0.
    ///
    /// # Complexity
    /// Linear in the pixels.
    pub fn png(&self, cell: u16) -> Result<Vec<u8>, PixelsError> {
        assert!(cell > 0, "cells have pixels");
        let mut painter = Painter::new(self.position.puzzle(), self.theme, cell)?;
        let mut canvas = painter.canvas();
        painter.draw_position(&mut canvas, self.position, self.unit);
        Ok(indexed(
            &painter.palette.bytes(),
            canvas.pixels(),
            (canvas.width(), canvas.height()),
        ))
    }
}

impl SolutionSheet<'_> {
    /// Returns the sheet as a PNG file with cells `cell` pixels wide: the boards row by row, each
    /// with its move as an arrow and above it in letters, if cells have at least 16 pixels.
    ///
    /// # Errors
    /// If there would be too many pixels, or a move is illegal.
    ///
    /// # Panics
    /// If `cell` is 0.
    pub fn png(&self, cell: u16) -> Result<Vec<u8>, PixelsError> {
        assert!(cell > 0, "cells have pixels");
        let mut painter = Painter::new(self.puzzle, self.theme, cell)?;
        let boards = self.solution.len() + 1;
        let gap = usize::from(cell / 2) + 1;
        let columns = self.columns(boards);
        let board = painter.canvas().whole();
        let wide = board.across.len();
        let high = board.down.len();
        let caption = if cell < 16 { 0 } else { gap };
        let across = wide + gap;
        let down = high + caption + gap;
        let width = columns * across + gap;
        let height = boards.div_ceil(columns) * down + gap;
        if width.saturating_mul(height) > MAX_PIXELS {
            return Err(PixelsError::TooLarge { width, height });
        }
        let scheme = self.theme.scheme();
        let ink = text_colours(&mut painter.palette, scheme.paper, scheme.caption);
        let mut sheet = Canvas::new(width, height, ink[0]);
        let mut position = Position::start(self.puzzle);
        let mut moves = self.solution.iter();
        for at in 0..boards {
            let mut canvas = painter.canvas();
            let unit = moves.next();
            painter.draw_position(&mut canvas, &position, unit.as_ref());
            if let Some(unit) = &unit {
                let number = at + 1;
                position
                    .apply(unit)
                    .map_err(|why| PixelsError::Illegal { number, why })?;
            }
            let left = at % columns * across + gap;
            let top = at / columns * down + gap;
            let (number, told) = self.caption(at, unit.as_ref(), position.is_solved());
            let told = format!("{number} {told}");
            if let Some(letters) = Lettering::fit(told.trim(), (wide, caption)) {
                letters.write(
                    &mut sheet,
                    (signed(left + wide / 2), signed(top + caption / 2)),
                    ink,
                );
            }
            sheet.stamp(
                (signed(left), signed(top + caption)),
                (wide, high),
                |x, y| Some(canvas.pixels()[y * wide + x]),
            );
        }
        Ok(indexed(
            &painter.palette.bytes(),
            sheet.pixels(),
            (width, height),
        ))
    }
}

/// Returns pixels as a PNG file, as numbers of colours of a palette.
fn indexed(palette: &[u8], pixels: &[u8], (width, height): (usize, usize)) -> Vec<u8> {
    let depth = match palette.len() / 3 {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        5..=16 => BitDepth::Four,
        _ => BitDepth::Eight,
    };
    let side = |length: usize| u32::try_from(length).expect("callers bound it");
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, side(width), side(height));
    encoder.set_compression(Compression::High);
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(palette);
    encoder.set_filter(Filter::NoFilter);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().expect("memory takes it all");
    writer
        .write_image_data(&packed(pixels, width, depth))
        .expect("memory takes it all");
    writer.finish().expect("memory takes it all");
    bytes
}

/// Packs pixels into `depth` bits each, every row into whole bytes.
fn packed(pixels: &[u8], width: usize, depth: BitDepth) -> Vec<u8> {
    let bits = depth as usize;
    if bits == 8 {
        return pixels.to_vec();
    }
    let byte = |pixels: &[u8]| {
        let shifts = (0..8 / bits).map(|place| 8 - bits * (place + 1));
        pixels
            .iter()
            .zip(shifts)
            .fold(0, |byte, (&pixel, shift)| byte | pixel << shift)
    };
    pixels
        .chunks(width)
        .flat_map(|row| row.chunks(8 / bits).map(byte))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::render::theme::Theme;

    #[test]
    fn pixels_are_packed_row_by_row() {
        assert_eq!(
            packed(&[1, 2, 3, 4, 5, 6], 3, BitDepth::Four),
            [0x12, 0x30, 0x45, 0x60]
        );
        assert_eq!(packed(&[1, 0, 1], 3, BitDepth::One), [0b1010_0000]);
        assert_eq!(packed(&[7, 200], 2, BitDepth::Eight), [7, 200]);
    }

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
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it is small")];
        let info = reader.next_frame(&mut pixels).expect("pixels");
        assert_eq!((info.width, info.height), (3 * 20 + 10, 2 * 20 + 10));
        let pixel = |x: usize, y: usize| &pixels[3 * (70 * y + x)..][..3];
        let scheme = Theme::Dark.scheme();
        assert_eq!(pixel(5 + 30, 5 + 30), scheme.frame.rgb, "the wall");
        assert_eq!(pixel(5 + 50, 5 + 30), scheme.floor.rgb, "an empty cell");
        assert_ne!(pixel(5 + 10, 5 + 30), scheme.floor.rgb, "a piece");
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
            Err(PixelsError::TooLarge { .. })
        ));
    }
}
