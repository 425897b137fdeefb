//! The colours of pieces, frames and explanations on the screen.

use crate::cli::prelude::*;
use crate::render::{ColourDepth, Role, TerminalColour, roles};
use crossterm::style::{Color, ContentStyle, Stylize};

use super::{
    board::{ROUND, outline},
    screen::{Buffer, Rect, cut},
};

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
    pub fn piece(&self, piece: PieceId) -> ContentStyle {
        self.coloured(|depth| {
            let [fill, text] = depth.piece(self.roles[piece]).map(color);
            ContentStyle::new().with(text).on(fill)
        })
    }

    /// Returns the style of the outline of the chosen piece: exchanged colours.
    pub fn outline(&self, piece: PieceId) -> ContentStyle {
        let piece = self.piece(piece);
        ContentStyle {
            foreground_color: piece.background_color,
            background_color: piece.foreground_color,
            ..ContentStyle::new().bold()
        }
    }

    /// Returns the style of marks that refer to a piece.
    pub fn trace(&self, piece: PieceId) -> ContentStyle {
        ContentStyle {
            foreground_color: self.piece(piece).background_color,
            ..ContentStyle::new()
        }
    }

    /// Returns the style of frames, walls and explanations.
    pub fn quiet(&self) -> ContentStyle {
        self.coloured(|depth| ContentStyle::new().with(color(depth.quiet())))
    }

    /// Returns the style of what calls for attention.
    pub fn loud(&self) -> ContentStyle {
        let goal = |depth: ColourDepth| color(depth.piece(Role::Goal)[0]);
        self.coloured(|depth| ContentStyle::new().with(goal(depth)))
            .bold()
    }

    /// Draws an empty box with a title and a `size`, columns and rows, in the
    /// middle of an area. Returns its inside.
    pub fn open_box(&self, buffer: &mut Buffer, area: Rect, size: (u16, u16), title: &str) -> Rect {
        let frame = area.middle(size.0 + 4, size.1 + 2);
        let quiet = self.quiet();
        buffer.fill(frame, " ", quiet);
        if frame.width < 4 || frame.height < 2 {
            return Rect::default();
        }
        outline(buffer, frame, (&ROUND, quiet), |_, _| false);
        let inside = frame.middle(frame.width - 4, frame.height - 2);
        let title = cut(&format!(" {title} "), inside.width);
        buffer.write(inside.x, frame.y, &title, self.loud());
        inside
    }

    fn coloured(&self, style: impl FnOnce(ColourDepth) -> ContentStyle) -> ContentStyle {
        match self.paint {
            PieceStyle::Coloured(depth) => style(depth),
            PieceStyle::Plain => ContentStyle::new(),
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
