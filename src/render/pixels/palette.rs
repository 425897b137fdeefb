//! The colours of a picture of pixels, by number.

use crate::render::colour::Colour;

/// The colours of a picture of pixels, in the order in which they were first asked for.
#[derive(Clone, Default, Debug)]
pub(super) struct Palette {
    colours: Vec<Colour>,
}

/// A pixel has a byte, and one number is left for pixels that do not change.
pub(super) const MAX_COLOURS: usize = 255;

impl Palette {
    /// The number of a colour. When there are too many, that of the one most like it.
    pub(super) fn number(&mut self, colour: Colour) -> u8 {
        let place = self.colours.iter().position(|&other| other == colour);
        let place = place.unwrap_or_else(|| {
            if self.colours.len() < MAX_COLOURS {
                self.colours.push(colour);
                self.colours.len() - 1
            } else {
                self.nearest(colour)
            }
        });
        u8::try_from(place).expect("there are no more than a byte can tell apart")
    }

    fn nearest(&self, colour: Colour) -> usize {
        let distance = |other: &Colour| -> u32 {
            let parts = colour.rgb.iter().zip(other.rgb);
            parts.map(|(&one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
        };
        let nearest = self.colours.iter().enumerate().min_by_key(|(_, other)| distance(other));
        nearest.map_or(0, |(place, _)| place)
    }

    /// Red, green and blue of each colour.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| colour.rgb).collect()
    }

    /// How many colours there are.
    pub(super) const fn len(&self) -> usize {
        self.colours.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_one_number_and_too_many_share_them() {
        let mut palette = Palette::default();
        let colour = |code: u32| Colour::new(code * 0x100);
        for code in [0, 1, 0, 2] {
            assert_eq!(u32::from(palette.number(colour(code))), code);
        }
        for code in 0..=255 {
            palette.number(colour(code));
        }
        assert_eq!(palette.len(), MAX_COLOURS);
        assert_eq!(palette.number(colour(255)), 254);
    }
}
