//! The colours of pieces, frames and explanations on the screen.

use crate::puzzle::{PieceId, Puzzle};
use crate::render::{ColourDepth, Role, TerminalColour, roles};
use crossterm::style::Color;

use super::screen::{Buffer, Rect, Style, cut};
use crate::cli::drawing::PieceStyle;

/// The styles of the pieces of a puzzle.
pub struct PiecePalette {
    pub paint: PieceStyle,
    roles: Vec<Role>,
}

impl PiecePalette {
    pub fn of(puzzle: &Puzzle, paint: PieceStyle) -> Self {
        PiecePalette {
            paint,
            roles: roles(puzzle),
        }
    }

    /// Returns the style of a piece. Text and background are both set, so that pieces look the same
    /// on light and dark terminals.
    pub fn piece(&self, piece: PieceId) -> Style {
        self.coloured(|depth| {
            let [fill, text] = depth.piece(self.roles[piece]).map(color);
            Style {
                text: Some(text),
                background: Some(fill),
                ..Style::PLAIN
            }
        })
    }

    /// Returns the style of the outline of the chosen piece: exchanged colours.
    pub fn outline(&self, piece: PieceId) -> Style {
        let Style {
            text, background, ..
        } = self.piece(piece);
        Style {
            text: background,
            background: text,
            ..Style::BOLD
        }
    }

    /// Returns the style of marks that refer to a piece.
    pub fn trace(&self, piece: PieceId) -> Style {
        Style {
            text: self.piece(piece).background,
            ..Style::PLAIN
        }
    }

    /// Returns the style of frames, walls and explanations.
    pub fn quiet(&self) -> Style {
        self.coloured(|depth| Style {
            text: Some(color(depth.quiet())),
            ..Style::PLAIN
        })
    }

    /// Returns the style of what calls for attention.
    pub fn loud(&self) -> Style {
        let text = |depth: ColourDepth| Some(color(depth.piece(Role::Goal)[0]));
        self.coloured(|depth| Style {
            text: text(depth),
            ..Style::PLAIN
        })
        .bold()
    }

    /// Draws an empty box with a title and a `size`, columns and rows, in the
    /// middle of an area. Returns its inside.
    pub fn open_box(&self, buffer: &mut Buffer, area: Rect, size: (u16, u16), title: &str) -> Rect {
        let width = (size.0 + 4).min(area.width);
        let height = (size.1 + 2).min(area.height);
        let x = area.x + (area.width - width) / 2;
        let y = area.y + (area.height - height) / 2;
        let frame = Rect {
            x,
            y,
            width,
            height,
        };
        buffer.clear(frame);
        if width < 4 || height < 2 {
            return Rect::default();
        }
        let line = |left: &str, right: &str| {
            format!("{left}{}{right}", "─".repeat(usize::from(width - 2)))
        };
        buffer.write(x, y, &line("╭", "╮"), self.quiet());
        for y in y + 1..frame.bottom() - 1 {
            buffer.write(x, y, "│", self.quiet());
            buffer.write(frame.right() - 1, y, "│", self.quiet());
        }
        buffer.write(x, frame.bottom() - 1, &line("╰", "╯"), self.quiet());
        buffer.write(
            x + 2,
            y,
            &cut(&format!(" {title} "), width - 4),
            self.loud(),
        );
        Rect {
            x: x + 2,
            y: y + 1,
            width: width - 4,
            height: height - 2,
        }
    }

    fn coloured(&self, style: impl FnOnce(ColourDepth) -> Style) -> Style {
        match self.paint {
            PieceStyle::Coloured(depth) => style(depth),
            PieceStyle::Plain => Style::PLAIN,
        }
    }
}

pub fn color(colour: TerminalColour) -> Color {
    match colour {
        TerminalColour::Rgb(colour) => {
            let [r, g, b] = colour.rgb;
            Color::Rgb { r, g, b }
        }
        TerminalColour::Indexed(number) => Color::AnsiValue(number),
    }
}
