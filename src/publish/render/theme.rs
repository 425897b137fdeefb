//! The colours of pictures, and the nearest ones of terminals. A piece is coloured by its role.
//!
//! The hues of the light and the dark theme are those of Masataka Okabe and Kei Ito ("Color
//! Universal Design", 2008), which people with any kind of colour vision tell apart. Colour is
//! never all there is: pieces have letters too.

use std::{collections::BTreeSet, fmt};

use crate::puzzle::{Lock, Polyomino, Puzzle};

/// The role of a piece in its puzzle, which its colour shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// A goal names the piece, and not every piece is named.
    Goal,
    /// The piece never moves.
    Fixed,
    /// Any other piece; equal shapes have equal numbers. In every puzzle, single cells have 0, two
    /// cells side by side 1 and two cells upright 2.
    Shape(usize),
}

/// Rows and columns of the shapes that have the same number in every puzzle.
const USUAL: [(u8, u8); 3] = [(1, 1), (1, 2), (2, 1)];

/// Returns the role of each piece, in their order.
pub fn roles(puzzle: &Puzzle) -> Vec<Role> {
    let pieces = puzzle.pieces();
    let mut goal = vec![false; pieces.len()];
    for target in puzzle.goals().iter().flat_map(|goal| &goal.targets) {
        goal[target.piece] = true;
    }
    // If goals name all pieces, none stands out.
    let stands_out = goal.iter().any(|goal| !goal);
    let shapes: BTreeSet<(usize, &Polyomino)> = pieces
        .iter()
        .map(|piece| (piece.shape.area(), &piece.shape))
        .filter(|(_, shape)| usual(shape).is_none())
        .collect();
    let shapes: Vec<&Polyomino> = shapes.into_iter().map(|(_, shape)| shape).collect();
    let number = |shape: &Polyomino| {
        usual(shape).unwrap_or_else(|| {
            let key = (shape.area(), shape);
            let place = shapes.partition_point(|&other| (other.area(), other) < key);
            USUAL.len() + place
        })
    };
    (0..pieces.len())
        .map(|piece| {
            let colours = puzzle.colours().iter().map(|colour| &colour.pieces);
            let mut groups = colours.chain(puzzle.doors().iter().map(|door| &door.pieces));
            let door = groups.position(|pieces| pieces.contains(&piece));
            match &pieces[piece] {
                _ if goal[piece] && stands_out => Role::Goal,
                piece if piece.lock == Some(Lock::Fixed) => Role::Fixed,
                piece => Role::Shape(door.unwrap_or_else(|| number(&piece.shape))),
            }
        })
        .collect()
}

fn usual(shape: &Polyomino) -> Option<usize> {
    let height = shape.height();
    let width = shape.width();
    let is_full = shape.area() == usize::from(height) * usize::from(width);
    USUAL
        .iter()
        .position(|&usual| is_full && usual == (height, width))
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
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
    /// Its text.
    pub text: Colour,
}

/// The colours of everything but the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColourScheme {
    /// Around the boards.
    pub paper: Colour,
    /// Text on the paper.
    pub caption: Colour,
    /// The frame and the walls.
    pub frame: Colour,
    /// Empty cells.
    pub floor: Colour,
    /// The lines between empty cells.
    pub lines: Colour,
    /// The stripes of a gate.
    pub gate: Colour,
    /// The outline of a goal, and the mark of an exit.
    pub goal: Colour,
    /// The arrow of a move.
    pub arrow: Colour,
    /// The border of an arrow, which makes it visible on all colours.
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

/// Makes a scheme of the codes of its colours.
macro_rules! scheme {
    ($($field:ident: $code:literal,)*) => {
        ColourScheme { $($field: Colour::new($code),)* }
    };
}

/// Text on light pieces.
const BLACK: Colour = Colour::new(0x11_11_11);

/// The least contrast of text with its piece, which small letters need.
const ENOUGH: f64 = 4.5;

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

const LIGHT: ColourScheme = scheme! {
    paper: 0xff_ff_ff,
    caption: 0x33_30_2c,
    frame: 0x6f_60_53,
    floor: 0xf3_ef_e6,
    lines: 0xde_d7_c8,
    gate: 0xc9_b8_9a,
    goal: 0xd5_5e_00,
    arrow: 0x1b_1b_1b,
    halo: 0xff_ff_ff,
    square: 0xe3_d8_c2,
    first: 0x00_80_5d,
    last: 0xd5_5e_00,
    path: 0x00_5f_95,
};

const DARK: ColourScheme = scheme! {
    paper: 0x16_19_1e,
    caption: 0xe2_e5_ea,
    frame: 0x59_62_70,
    floor: 0x24_28_30,
    lines: 0x35_3b_45,
    gate: 0x5d_56_42,
    goal: 0xff_9b_4d,
    arrow: 0xff_ff_ff,
    halo: 0x0f_11_15,
    square: 0x30_36_40,
    first: 0x00_9e_73,
    last: 0xd5_5e_00,
    path: 0x7f_c4_ee,
};

const PRINT: ColourScheme = scheme! {
    paper: 0xff_ff_ff,
    caption: 0x00_00_00,
    frame: 0x40_40_40,
    floor: 0xff_ff_ff,
    lines: 0xdd_dd_dd,
    gate: 0xb0_b0_b0,
    goal: 0x00_00_00,
    arrow: 0x00_00_00,
    halo: 0xff_ff_ff,
    square: 0xe8_e8_e8,
    first: 0x00_00_00,
    last: 0x70_70_70,
    path: 0x40_40_40,
};

words!(Theme, name);

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];

    /// Returns its name: `light`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
        }
    }

    /// Returns the colours of everything but the pieces.
    pub const fn scheme(self) -> &'static ColourScheme {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        }
    }

    /// Returns the colours of a piece. Shapes have 18 colours; further shapes repeat them.
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
        let text = if fill.contrast(Colour::WHITE) >= ENOUGH {
            Colour::WHITE
        } else {
            BLACK
        };
        PieceColours { fill, edge, text }
    }
}

/// The number of colours of shapes.
pub const SHADES: usize = 3 * SHAPES.len();

/// Returns the colour of a shape: a strong one, then a lighter one, then a darker one.
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

    /// Returns the colour of a code: `0xd55e00` is `#d55e00`.
    pub const fn new(code: u32) -> Self {
        let [_, red, green, blue] = code.to_be_bytes();
        Colour {
            rgb: [red, green, blue],
        }
    }

    /// Mixes `hundredths` per cent of another colour into this one.
    #[must_use]
    pub fn mixed(self, other: Colour, hundredths: u8) -> Self {
        let share = u32::from(hundredths.min(100));
        let mix = |own: u8, theirs: u8| {
            let sum = u32::from(own) * (100 - share) + u32::from(theirs) * share;
            u8::try_from((sum + 50) / 100).unwrap_or(u8::MAX)
        };
        let [own, theirs] = [self.rgb, other.rgb];
        Colour {
            rgb: std::array::from_fn(|at| mix(own[at], theirs[at])),
        }
    }

    /// Returns the contrast ratio of the Web Content Accessibility Guidelines: 1 for equal colours,
    /// 21 for black and white. Large text needs 3.
    pub fn contrast(self, other: Colour) -> f64 {
        let one = self.luminance();
        let other = other.luminance();
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// Returns the relative luminance, from 0 to 1.
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.rgb.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.rgb;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colours that a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ColourDepth {
    /// All of sRGB.
    Full,
    /// The 256 of xterm.
    Indexed,
    /// The sixteen that every terminal has, each in a shade of its own.
    Basic,
}

/// A colour in the form that a terminal expects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalColour {
    /// Any colour.
    Rgb(Colour),
    /// One of the 256 of xterm; the first sixteen are those that every terminal has.
    Indexed(u8),
}

impl ColourDepth {
    /// Returns the fill and the text of a piece, as in a picture of the light theme.
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

    /// Returns the colour of frames, walls and explanations, legible on light and dark terminals.
    pub const fn quiet(self) -> TerminalColour {
        TerminalColour::Indexed(if matches!(self, ColourDepth::Basic) {
            8
        } else {
            244
        })
    }
}

/// Returns a colour by name. Terminals show them differently, and the nearest colours would make
/// two shapes equal.
const fn basic(role: Role) -> u8 {
    /// Bright yellow, green, bright cyan, yellow, bright magenta, blue.
    const SHAPES: [u8; 6] = [11, 2, 14, 3, 13, 4];
    match role {
        Role::Goal => 1,
        Role::Fixed => 7,
        Role::Shape(number) => SHAPES[number % SHAPES.len()],
    }
}

/// Returns the nearest of xterm's colours from 16 on: a cube of six levels each way, and greys.
fn indexed(colour: Colour) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let shown = |index: u8| match index {
        232.. => [8 + 10 * (index - 232); 3],
        _ => [36, 6, 1].map(|unit| LEVELS[usize::from((index - 16) / unit % 6)]),
    };
    (16..=255)
        .min_by_key(|index: &u8| -> u32 {
            shown(*index)
                .into_iter()
                .zip(colour.rgb)
                .map(|(one, other)| u32::from(one.abs_diff(other)).pow(2))
                .sum()
        })
        .unwrap_or(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every role that has a colour of its own.
    fn all_roles() -> impl Iterator<Item = Role> {
        [Role::Goal, Role::Fixed]
            .into_iter()
            .chain((0..18).map(Role::Shape))
    }

    #[test]
    fn text_has_sufficient_contrast_in_every_theme() {
        for theme in Theme::ALL {
            let scheme = theme.scheme();
            assert!(scheme.caption.contrast(scheme.paper) >= 7.0, "{theme:?}");
            assert!(scheme.arrow.contrast(scheme.halo) >= 7.0, "{theme:?}");
            assert!(scheme.goal.contrast(scheme.floor) >= 3.0, "{theme:?}");
            for role in all_roles() {
                let ink = theme.ink(role);
                assert!(ink.text.contrast(ink.fill) >= ENOUGH, "{theme:?} {role:?}");
            }
        }
    }

    #[test]
    fn the_goal_piece_has_a_colour_of_its_own() {
        for theme in Theme::ALL {
            let goal = theme.ink(Role::Goal).fill;
            for role in all_roles().skip(1) {
                assert_ne!(theme.ink(role).fill, goal, "{theme:?} {role:?}");
            }
        }
    }

    #[test]
    fn the_first_shapes_differ_and_numbers_beyond_all_bounds_have_colours() {
        for theme in [Theme::Light, Theme::Dark] {
            let inks: Vec<PieceColours> = (0..18)
                .map(|number| theme.ink(Role::Shape(number)))
                .collect();
            for (at, ink) in inks.iter().enumerate() {
                assert!(!inks[..at].contains(ink), "{theme:?} {at}");
            }
            assert_eq!(theme.ink(Role::Shape(18)), inks[0]);
            let _ = theme.ink(Role::Shape(usize::MAX));
        }
    }

    #[test]
    fn a_colour_is_written_as_a_web_colour() {
        assert_eq!(Colour::new(0x0a_5e_00).to_string(), "#0a5e00");
    }

    #[test]
    fn a_mixed_colour_is_between_its_components() {
        let black = Colour::new(0);
        let white = Colour::WHITE;
        assert_eq!(black.mixed(white, 0), black);
        assert_eq!(black.mixed(white, 100), white);
        assert_eq!(black.mixed(white, 20).to_string(), "#333333");
    }

    #[test]
    fn black_and_white_differ_most() {
        let black = Colour::new(0);
        let white = Colour::WHITE;
        assert!((black.contrast(white) - 21.0).abs() < 0.001);
        assert!((white.contrast(white) - 1.0).abs() < 0.001);
    }

    fn roles_of(text: &str) -> Vec<(char, Role)> {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let letters = puzzle.pieces().iter().map(|piece| piece.letter);
        letters.zip(roles(&puzzle)).collect()
    }

    #[test]
    fn a_goal_piece_stands_out_and_pieces_of_one_shape_go_together() {
        let text = "lock: F=fixed\n\nA B B .\nA C D .\nE E F G\nE . . G\n\n\
                    goal:\n. . . .\n. . . .\n. . . .\n. C . .\n";
        assert_eq!(
            roles_of(text),
            [
                ('A', Role::Shape(2)),
                ('B', Role::Shape(1)),
                ('C', Role::Goal),
                ('D', Role::Shape(0)),
                ('E', Role::Shape(3)),
                ('F', Role::Fixed),
                ('G', Role::Shape(2)),
            ]
        );
    }

    #[test]
    fn no_piece_is_highlighted_if_every_piece_has_a_goal() {
        let roles = roles_of("A B .\n\ngoal:\nB A .\n");
        assert_eq!(roles, [('A', Role::Shape(0)), ('B', Role::Shape(0))]);
    }

    #[test]
    fn colours_map_to_the_nearest_of_256() {
        let near = [0x00_00_00, 0xff_ff_ff, 0xd5_5e_00, 0x80_80_80, 0x5f_87_af]
            .map(|code| indexed(Colour::new(code)));
        assert_eq!(near, [16, 231, 166, 244, 67]);
    }

    #[test]
    fn roles_have_different_colours_at_every_colour_depth() {
        let roles: Vec<Role> = [Role::Goal, Role::Fixed]
            .into_iter()
            .chain((0..6).map(Role::Shape))
            .collect();
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
