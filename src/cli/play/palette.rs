//! The colours of the pieces.

use std::collections::HashMap;

use huarong::Puzzle;
use huarong::puzzle::{Movement, PieceId};
use huarong::render::{Role, roles};
use ratatui::style::{Color, Modifier, Style};

use crate::cli::drawing::Paint;

/// Backgrounds and inks, after Okabe and Ito's colours that every kind of eye tells apart
/// (<https://jfly.uni-koeln.de/color/>), as near as the 256 colours of terminals come. The first is
/// for the hero. Both are set, so that they look the same on light and on dark terminals.
const COLOURS: [(u8, u8); 8] =
    [(166, 231), (74, 16), (222, 16), (36, 16), (25, 231), (175, 16), (250, 16), (97, 231)];

/// What is not a piece.
const QUIET: Color = Color::Indexed(244);

/// How each piece of a puzzle is painted.
pub(super) struct Palette {
    paint: Paint,
    /// The number of each piece's colour.
    colours: Vec<usize>,
}

impl Palette {
    /// Goal pieces have colours of their own. Other pieces of one role share one; where pieces keep
    /// to an axis, as in Rush Hour, too many would, and each has its own.
    pub(super) fn of(puzzle: &Puzzle, paint: Paint) -> Self {
        let mut numbers: HashMap<Role, usize> = HashMap::new();
        let mut next = 0;
        let mut fresh = || {
            next += 1;
            1 + (next - 1) % (COLOURS.len() - 1)
        };
        let mut has_hero = false;
        let colour = |role: Role| match role {
            Role::Goal if !std::mem::replace(&mut has_hero, true) => 0,
            Role::Goal => fresh(),
            _ if puzzle.movement() == Movement::Axis => fresh(),
            role => *numbers.entry(role).or_insert_with(&mut fresh),
        };
        let colours = roles(puzzle).into_iter().map(colour).collect();
        Palette { paint, colours }
    }

    /// A piece: its background and its ink.
    pub(super) fn piece(&self, piece: PieceId) -> Style {
        let (background, ink) = COLOURS[self.colours[piece]];
        self.coloured(Style::new().bg(Color::Indexed(background)).fg(Color::Indexed(ink)))
    }

    /// The outline of the chosen piece: its colours exchanged.
    pub(super) fn outline(&self, piece: PieceId) -> Style {
        let (background, ink) = COLOURS[self.colours[piece]];
        self.coloured(Style::new().bg(Color::Indexed(ink)).fg(Color::Indexed(background)))
            .add_modifier(Modifier::BOLD)
    }

    /// What belongs to a piece and is not part of it.
    pub(super) fn trace(&self, piece: PieceId) -> Style {
        self.coloured(Style::new().fg(Color::Indexed(COLOURS[self.colours[piece]].0)))
    }

    /// Frames, walls and what explains something.
    pub(super) fn quiet(&self) -> Style {
        self.coloured(Style::new().fg(QUIET))
    }

    /// What calls for attention.
    pub(super) fn loud(&self) -> Style {
        self.coloured(Style::new().fg(Color::Indexed(COLOURS[0].0))).add_modifier(Modifier::BOLD)
    }

    fn coloured(&self, style: Style) -> Style {
        match self.paint {
            Paint::Coloured => style,
            Paint::Plain => Style::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours(text: &str) -> Vec<usize> {
        Palette::of(&text.parse().expect("a puzzle"), Paint::Coloured).colours
    }

    #[test]
    fn shapes_have_colours_and_the_hero_has_his_own() {
        let classic = include_str!("../../../puzzles/klotski/heng-dao-li-ma.txt");
        // A C B D E F G H I J, by their places.
        assert_eq!(colours(classic), [1, 0, 1, 1, 2, 1, 3, 3, 3, 3]);
        let axis = "pieces: axis\n\nA A B\n. . B\nC C .\n\ngoal:\n. A A\n. . .\n. . .\n";
        assert_eq!(colours(axis), [0, 1, 2]);
    }

    #[test]
    fn without_colours_nothing_is_coloured() {
        let puzzle: Puzzle = "A .\n\ngoal:\n. A\n".parse().expect("a puzzle");
        let palette = Palette::of(&puzzle, Paint::Plain);
        for style in [
            palette.piece(0),
            palette.outline(0),
            palette.trace(0),
            palette.quiet(),
            palette.loud(),
        ] {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
