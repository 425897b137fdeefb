//! A state map as a PNG picture.

use super::painter::{MAX_PIXELS, PixelsError};
use super::raster::Raster;
use crate::render::state_map::{Ink, Pen, Place, StateMapPicture};
use crate::render::theme::Theme;

impl StateMapPicture<'_> {
    /// Returns the picture as a PNG file.
    ///
    /// # Errors
    /// If there would be too many pixels.
    ///
    /// # Complexity
    /// Linear in the pixels, and in the pixels around lines and dots.
    pub fn png(&self) -> Result<Vec<u8>, PixelsError> {
        let (across, down) = self.size();
        let pixels = |length: f64| (1..=u16::MAX).find(|&it| f64::from(it) >= length);
        let [width, height] = [across, down].map(|it| pixels(it).map_or(usize::MAX, usize::from));
        if width.saturating_mul(height) > MAX_PIXELS {
            return Err(PixelsError::TooLarge { width, height });
        }
        let theme = self.theme.unwrap_or_default();
        let raster = Raster::new((width, height), 1.0, Ink::Paper.colour(theme));
        let mut pen = PixelPen { raster, theme };
        self.draw(&mut pen);
        Ok(pen.raster.png())
    }
}

struct PixelPen {
    raster: Raster,
    theme: Theme,
}

impl Pen for PixelPen {
    fn lines(&mut self, ink: Ink, width: f64, lines: &[(Place, Place)]) {
        let colour = ink.colour(self.theme);
        // Thinner lines would have gaps.
        let half = (width / 2.0).max(0.2);
        for &(from, to) in lines {
            self.raster.line(from, to, half, colour);
        }
    }

    fn text(&mut self, text: &str, at: Place, height: f64) {
        let room = (self.raster.width(), if height > 15.0 { 17 } else { 14 });
        self.raster
            .text_within(text, at, room, Ink::Text.colour(self.theme));
    }
}
