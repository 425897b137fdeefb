//! A colour on a screen.

use std::fmt;

/// A colour: red, green and blue in sRGB. It is displayed as `#d55e00`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colour {
    /// Red, green and blue.
    pub rgb: [u8; 3],
}

impl Colour {
    /// White.
    pub const WHITE: Colour = Colour::new(0xff_ff_ff);

    /// The colour that web pages write so: `0xd55e00` is `#d55e00`.
    #[must_use]
    pub const fn new(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Colour { rgb: [red, green, blue] }
    }

    /// This colour with so many hundredths of the other in it.
    #[must_use]
    pub fn mixed(self, other: Colour, hundredths: u8) -> Self {
        let share = u32::from(hundredths.min(100));
        let mix = |own: u8, theirs: u8| {
            let sum = u32::from(own) * (100 - share) + u32::from(theirs) * share;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        let [own, theirs] = [self.rgb, other.rgb];
        Colour { rgb: std::array::from_fn(|at| mix(own[at], theirs[at])) }
    }

    /// How well two colours are told apart: 1 for the same, 21 for black and white. This is the
    /// contrast ratio of the Web Content Accessibility Guidelines, which ask for 3 for large text.
    #[must_use]
    pub fn contrast(self, other: Colour) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// The relative luminance, from 0 to 1.
    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.rgb.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_written_as_on_the_web() {
        assert_eq!(Colour::new(0x0a_5e_00).to_string(), "#0a5e00");
    }

    #[test]
    fn a_mixture_lies_between() {
        let (black, white) = (Colour::new(0), Colour::WHITE);
        assert_eq!(black.mixed(white, 0), black);
        assert_eq!(black.mixed(white, 100), white);
        assert_eq!(black.mixed(white, 20).to_string(), "#333333");
    }

    #[test]
    fn black_and_white_differ_most() {
        let (black, white) = (Colour::new(0), Colour::WHITE);
        assert!((black.contrast(white) - 21.0).abs() < 0.001);
        assert!((white.contrast(white) - 1.0).abs() < 0.001);
    }
}
