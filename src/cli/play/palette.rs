//! The colours of the pieces: those of pictures.

use huarong::Puzzle;
use huarong::puzzle::PieceId;
use huarong::render::{ColourDepth, Role, TerminalColour, roles};
use ratatui::style::{Color, Modifier, Style};

use crate::cli::drawing::PieceStyle;

/// How each piece of a puzzle is painted.
pub(super) struct PiecePalette {
    paint: PieceStyle,
    roles: Vec<Role>,
}

impl PiecePalette {
    pub(super) fn of(puzzle: &Puzzle, paint: PieceStyle) -> Self {
        PiecePalette { paint, roles: roles(puzzle) }
    }

    /// The palette of another puzzle, for the same terminal.
    pub(super) fn of_another(&self, puzzle: &Puzzle) -> Self {
        PiecePalette::of(puzzle, self.paint)
    }

    /// A piece: its background and its ink. Both are set, so that they look the same on light and on
    /// dark terminals.
    pub(super) fn piece(&self, piece: PieceId) -> Style {
        self.coloured(|depth| {
            let [fill, text] = depth.piece(self.roles[piece]).map(color);
            Style::new().bg(fill).fg(text)
        })
    }

    /// The outline of the chosen piece: its colours exchanged.
    pub(super) fn outline(&self, piece: PieceId) -> Style {
        let Style { fg, bg, .. } = self.piece(piece);
        Style { fg: bg, bg: fg, ..Style::new() }.add_modifier(Modifier::BOLD)
    }

    /// What belongs to a piece and is not part of it.
    pub(super) fn trace(&self, piece: PieceId) -> Style {
        Style { fg: self.piece(piece).bg, ..Style::new() }
    }

    /// Frames, walls and what explains something.
    pub(super) fn quiet(&self) -> Style {
        self.coloured(|depth| Style::new().fg(color(depth.quiet())))
    }

    /// What calls for attention.
    pub(super) fn loud(&self) -> Style {
        self.coloured(|depth| Style::new().fg(color(depth.piece(Role::Goal)[0])))
            .add_modifier(Modifier::BOLD)
    }

    fn coloured(&self, style: impl FnOnce(ColourDepth) -> Style) -> Style {
        match self.paint {
            PieceStyle::Coloured(depth) => style(depth),
            PieceStyle::Plain => Style::new(),
        }
    }
}

fn color(colour: TerminalColour) -> Color {
    match colour {
        TerminalColour::Rgb(colour) => {
            let [red, green, blue] = colour.rgb;
            Color::Rgb(red, green, blue)
        }
        TerminalColour::Indexed(number) => Color::Indexed(number),
    }
}

#[cfg(test)]
mod tests {
    use huarong::render::Theme;

    use super::*;

    #[test]
    fn pieces_have_the_colours_that_they_have_in_pictures() {
        for text in [
            include_str!("../../../puzzles/klotski/heng-dao-li-ma.txt"),
            "pieces: axis\n\nA A B\n. . B\nC C .\n\ngoal:\n. A A\n. . .\n. . .\n",
        ] {
            let puzzle: Puzzle = text.parse().expect("a puzzle");
            let palette = PiecePalette::of(&puzzle, PieceStyle::Coloured(ColourDepth::Full));
            for (piece, role) in roles(&puzzle).into_iter().enumerate() {
                let ink = Theme::Light.ink(role);
                let [fill, text] = [ink.fill, ink.text].map(|ink| color(TerminalColour::Rgb(ink)));
                assert_eq!(palette.piece(piece), Style::new().bg(fill).fg(text));
            }
        }
    }

    #[test]
    fn without_colours_nothing_is_coloured() {
        let puzzle: Puzzle = "A .\n\ngoal:\n. A\n".parse().expect("a puzzle");
        let palette = PiecePalette::of(&puzzle, PieceStyle::Plain);
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
