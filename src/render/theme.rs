//! The colours of pictures.
//!
//! The hues of the light and the dark theme are those of Masataka Okabe and Kei Ito ("Color
//! Universal Design", 2008), which people with any kind of colour vision tell apart. Colour is never
//! all there is: pieces have letters too.

use std::fmt;

use super::role::Role;

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Theme {
    /// Strong colours on a light floor.
    #[default]
    Light,
    /// Strong colours on a dark floor.
    Dark,
    /// Black, white and greys, for paper.
    Print,
}

/// The colours of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PieceColours {
    /// Its face.
    pub fill: Colour,
    /// Its outline.
    pub edge: Colour,
    /// What is written on it.
    pub text: Colour,
}

/// The colours of all that is no piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColourScheme {
    /// Around the boards.
    pub paper: Colour,
    /// What is written there.
    pub caption: Colour,
    /// The frame and the walls.
    pub frame: Colour,
    /// Empty cells.
    pub floor: Colour,
    /// The lines between empty cells.
    pub lines: Colour,
    /// The stripes of a gate.
    pub gate: Colour,
    /// The outline of a goal, and an exit.
    pub goal: Colour,
    /// The way of a piece.
    pub arrow: Colour,
    /// Around the way of a piece, so that it is seen on all colours.
    pub halo: Colour,
    /// Every second square of a chequered board.
    pub square: Colour,
    /// The first cell of a path.
    pub first: Colour,
    /// The last cell of a path.
    pub last: Colour,
    /// The line of a path.
    pub path: Colour,
}

/// What is written on light pieces.
const BLACK: Colour = Colour::new(0x1b_1b_1b);

/// How different white and the colour under it must be for white to be taken.
const ENOUGH: f64 = 3.4;

/// The colours of shapes, by their numbers.
const SHAPES: [Colour; 6] = [
    Colour::new(0xf0_e4_42),
    Colour::new(0x00_9e_73),
    Colour::new(0x56_b4_e9),
    Colour::new(0xe6_9f_00),
    Colour::new(0xcc_79_a7),
    Colour::new(0x00_72_b2),
];

const GREYS: [Colour; 6] = [
    Colour::new(0xff_ff_ff),
    Colour::new(0xc4_c4_c4),
    Colour::new(0xe4_e4_e4),
    Colour::new(0xa8_a8_a8),
    Colour::new(0xd4_d4_d4),
    Colour::new(0xf2_f2_f2),
];

const VERMILLION: Colour = Colour::new(0xd5_5e_00);

const LIGHT: ColourScheme = ColourScheme {
    paper: Colour::new(0xff_ff_ff),
    caption: Colour::new(0x33_30_2c),
    frame: Colour::new(0x6f_60_53),
    floor: Colour::new(0xf3_ef_e6),
    lines: Colour::new(0xde_d7_c8),
    gate: Colour::new(0xc9_b8_9a),
    goal: Colour::new(0xd5_5e_00),
    arrow: Colour::new(0x1b_1b_1b),
    halo: Colour::new(0xff_ff_ff),
    square: Colour::new(0xe3_d8_c2),
    first: Colour::new(0x00_80_5d),
    last: Colour::new(0xd5_5e_00),
    path: Colour::new(0x00_5f_95),
};

const DARK: ColourScheme = ColourScheme {
    paper: Colour::new(0x16_19_1e),
    caption: Colour::new(0xe2_e5_ea),
    frame: Colour::new(0x59_62_70),
    floor: Colour::new(0x24_28_30),
    lines: Colour::new(0x35_3b_45),
    gate: Colour::new(0x5d_56_42),
    goal: Colour::new(0xff_9b_4d),
    arrow: Colour::new(0xff_ff_ff),
    halo: Colour::new(0x0f_11_15),
    square: Colour::new(0x30_36_40),
    first: Colour::new(0x00_9e_73),
    last: Colour::new(0xd5_5e_00),
    path: Colour::new(0x7f_c4_ee),
};

const PRINT: ColourScheme = ColourScheme {
    paper: Colour::WHITE,
    caption: Colour::new(0x00_00_00),
    frame: Colour::new(0x40_40_40),
    floor: Colour::WHITE,
    lines: Colour::new(0xdd_dd_dd),
    gate: Colour::new(0xb0_b0_b0),
    goal: Colour::new(0x00_00_00),
    arrow: Colour::new(0x00_00_00),
    halo: Colour::WHITE,
    square: Colour::new(0xe8_e8_e8),
    first: Colour::new(0x00_00_00),
    last: Colour::new(0x70_70_70),
    path: Colour::new(0x40_40_40),
};

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

    /// What it is called: `light`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
        }
    }

    /// The colours of all that is no piece.
    #[must_use]
    pub const fn scheme(self) -> &'static ColourScheme {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }

    /// The colours of a piece. There are 18 for shapes; further shapes have them again.
    #[must_use]
    pub fn ink(self, role: Role) -> PieceColours {
        let fill = match (self, role) {
            (Theme::Light | Theme::Dark, Role::Goal) => VERMILLION,
            (Theme::Print, Role::Goal) => Colour::new(0x30_30_30),
            (Theme::Light, Role::Fixed) => Colour::new(0xa3_9a_90),
            (Theme::Dark, Role::Fixed) => Colour::new(0x8b_93_a0),
            (Theme::Print, Role::Fixed) => Colour::new(0x80_80_80),
            (Theme::Light | Theme::Dark, Role::Shape(number)) => shade(&SHAPES, number),
            (Theme::Print, Role::Shape(number)) => shade(&GREYS, number),
        };
        let edge = match self {
            Theme::Light | Theme::Dark => fill.mixed(Colour::new(0), 40),
            Theme::Print => Colour::new(0),
        };
        let text = if fill.contrast(Colour::WHITE) >= ENOUGH { Colour::WHITE } else { BLACK };
        PieceColours { fill, edge, text }
    }
}

/// How many colours shapes have before they come again.
pub(super) const SHADES: usize = 3 * SHAPES.len();

/// The colour of a shape; when all have been used, lighter ones, and then darker ones.
fn shade(colours: &[Colour], number: usize) -> Colour {
    let colour = colours[number % colours.len()];
    match number / colours.len() % 3 {
        0 => colour,
        1 => colour.mixed(Colour::WHITE, 45),
        _ => colour.mixed(Colour::new(0), 25),
    }
}

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

    /// This colour with `hundredths` parts of a hundred of the other in it.
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

    /// Every role that has a colour of its own.
    fn roles() -> impl Iterator<Item = Role> {
        [Role::Goal, Role::Fixed].into_iter().chain((0..18).map(Role::Shape))
    }

    #[test]
    fn what_is_written_can_be_read() {
        for theme in Theme::ALL {
            let scheme = theme.scheme();
            assert!(scheme.caption.contrast(scheme.paper) >= 7.0, "{theme:?}");
            assert!(scheme.arrow.contrast(scheme.halo) >= 7.0, "{theme:?}");
            assert!(scheme.goal.contrast(scheme.floor) >= 3.0, "{theme:?}");
            for role in roles() {
                let ink = theme.ink(role);
                assert!(ink.text.contrast(ink.fill) >= 3.0, "{theme:?} {role:?}");
            }
        }
    }

    #[test]
    fn the_goal_piece_has_a_colour_of_its_own() {
        for theme in Theme::ALL {
            let goal = theme.ink(Role::Goal).fill;
            for role in roles().skip(1) {
                assert_ne!(theme.ink(role).fill, goal, "{theme:?} {role:?}");
            }
        }
    }

    #[test]
    fn the_first_shapes_differ_and_numbers_beyond_all_bounds_have_colours() {
        for theme in [Theme::Light, Theme::Dark] {
            let inks: Vec<PieceColours> =
                (0..18).map(|number| theme.ink(Role::Shape(number))).collect();
            for (at, ink) in inks.iter().enumerate() {
                assert!(!inks[..at].contains(ink), "{theme:?} {at}");
            }
            assert_eq!(theme.ink(Role::Shape(18)), inks[0]);
            let _ = theme.ink(Role::Shape(usize::MAX));
        }
    }

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
