//! The colours of pictures, as near to them as a terminal comes.

use super::role::Role;
use super::theme::{Colour, Theme};

/// How many colours a terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourDepth {
    /// All of sRGB.
    Full,
    /// The 256 of xterm.
    Indexed,
    /// The sixteen that every terminal has, each in a shade of its own.
    Basic,
}

/// A colour as a terminal takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalColour {
    /// Any colour.
    Rgb(Colour),
    /// One of the 256 of xterm; the first sixteen are those that every terminal has.
    Indexed(u8),
}

impl ColourDepth {
    /// The fill of a piece and what is written on it, as in a picture of the light theme.
    #[must_use]
    pub fn piece(self, role: Role) -> [TerminalColour; 2] {
        let ink = Theme::Light.ink(role);
        match self {
            ColourDepth::Full => [ink.fill, ink.text].map(TerminalColour::Rgb),
            ColourDepth::Indexed => {
                [ink.fill, ink.text].map(|colour| TerminalColour::Indexed(indexed(colour)))
            }
            ColourDepth::Basic => {
                let text = if ink.text == Colour::WHITE { 15 } else { 0 };
                [basic(role), text].map(TerminalColour::Indexed)
            }
        }
    }

    /// Frames, walls and what explains something: to be read on light and on dark terminals.
    #[must_use]
    pub const fn quiet(self) -> TerminalColour {
        TerminalColour::Indexed(if matches!(self, ColourDepth::Basic) { 8 } else { 244 })
    }
}

/// By name, because nobody knows how a terminal shows them: to go by distance would take two of the
/// shapes for one.
const fn basic(role: Role) -> u8 {
    /// Bright yellow, green, bright cyan, yellow, bright magenta, blue.
    const SHAPES: [u8; 6] = [11, 2, 14, 3, 13, 4];
    match role {
        Role::Goal => 1,
        Role::Fixed => 7,
        Role::Shape(number) => SHAPES[number % SHAPES.len()],
    }
}

/// The nearest of xterm's colours from 16 on: a cube of six levels each way, and greys.
fn indexed(colour: Colour) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let shown = |index: u8| match index {
        232.. => [8 + 10 * (index - 232); 3],
        _ => [36, 6, 1].map(|unit| LEVELS[usize::from((index - 16) / unit % 6)]),
    };
    let apart = |index: &u8| -> u32 {
        let parts = shown(*index).into_iter().zip(colour.rgb);
        parts.map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    (16..=255).min_by_key(apart).unwrap_or(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_256_colours_is_taken() {
        let near = [0x00_00_00, 0xff_ff_ff, 0xd5_5e_00, 0x80_80_80, 0x5f_87_af]
            .map(|code| indexed(Colour::new(code)));
        assert_eq!(near, [16, 231, 166, 244, 67]);
    }

    #[test]
    fn what_differs_in_pictures_differs_in_every_terminal() {
        let roles: Vec<Role> =
            [Role::Goal, Role::Fixed].into_iter().chain((0..6).map(Role::Shape)).collect();
        for depth in [ColourDepth::Full, ColourDepth::Indexed, ColourDepth::Basic] {
            for (at, &role) in roles.iter().enumerate() {
                let [fill, text] = depth.piece(role);
                assert_ne!(fill, text, "{depth:?} {role:?}");
                let is_other = |&other: &Role| depth.piece(other)[0] != fill;
                assert!(roles[..at].iter().all(is_other), "{depth:?} {role:?}");
            }
        }
        let ink = Theme::Light.ink(Role::Goal);
        let piece = ColourDepth::Full.piece(Role::Goal);
        assert_eq!(piece, [ink.fill, ink.text].map(TerminalColour::Rgb));
    }
}
