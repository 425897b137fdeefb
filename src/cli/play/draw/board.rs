//! The board.

use huarong::Puzzle;
use huarong::grid::Cell;
use huarong::puzzle::{PieceId, Target};
use huarong::solution::{Move, Position};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthChar;

use super::label::Label;
use super::outline::{DASHED, DOUBLE, HEAVY, Pen, ROUND, Stroke, stroke};
use super::palette::Palette;
use super::scale::Place;

/// Goals whose places are marked on the board; of more, as for an exit anywhere along a side, the
/// marks would say nothing.
const MARKED_GOALS: usize = 4;

/// What there is to see.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position<'a>,
    pub(super) chosen: Option<PieceId>,
    /// A move that a hint shows.
    pub(super) hint: Option<&'a Move>,
    pub(super) palette: &'a Palette,
    pub(super) place: Place,
}

impl Scene<'_> {
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        self.draw_frame(buffer);
        for cell in self.puzzle().grid().cells() {
            match self.position.occupant(cell) {
                Some(piece) => self.draw_piece_cell(buffer, piece, cell),
                None => self.draw_floor(buffer, cell),
            }
        }
        if self.place.scale.has_outlines() {
            for piece in 0..self.puzzle().pieces().len() {
                self.draw_label(buffer, piece);
            }
        }
    }

    const fn puzzle(&self) -> &Puzzle {
        self.position.puzzle()
    }

    fn draw_frame(&self, buffer: &mut Buffer) {
        let frame = self.place.frame;
        let (left, right) = (frame.left(), frame.right() - 1);
        let (top, bottom) = (frame.top(), frame.bottom() - 1);
        let style = self.palette.quiet();
        let mut put = |x, y, stroke: Stroke| {
            buffer.set_string(x, y, stroke.drawn_with(&HEAVY), style);
        };
        for x in left + 1..right {
            put(x, top, Stroke::Horizontal);
            put(x, bottom, Stroke::Horizontal);
        }
        for y in top + 1..bottom {
            put(left, y, Stroke::Vertical);
            put(right, y, Stroke::Vertical);
        }
        put(left, top, Stroke::TopLeft);
        put(right, top, Stroke::TopRight);
        put(left, bottom, Stroke::BottomLeft);
        put(right, bottom, Stroke::BottomRight);
    }

    /// A cell that no piece covers.
    fn draw_floor(&self, buffer: &mut Buffer, cell: Cell) {
        if self.puzzle().grid().is_wall(cell) {
            self.fill(buffer, cell, "▓", self.palette.quiet());
        } else if let Some(piece) = self.hinted(cell) {
            self.fill(buffer, cell, "░", self.palette.trace(piece));
        } else if self.puzzle().gate().cells.contains(&cell) {
            self.dot(buffer, cell, "+", self.palette.quiet());
        } else if let Some(Target { piece, anchor }) = self.wanted(cell) {
            let style = self.palette.trace(piece);
            if self.place.scale.has_outlines() {
                let shape = &self.puzzle().pieces()[piece].shape;
                let is_part = |cell: Option<Cell>| {
                    cell.is_some_and(|cell| shape.cells_at(anchor).any(|part| part == cell))
                };
                self.outline(buffer, cell, (&DASHED, style), is_part);
            } else {
                self.dot(buffer, cell, "·", style);
            }
        }
    }

    /// The piece that a hint sends to this cell.
    fn hinted(&self, cell: Cell) -> Option<PieceId> {
        let unit = self.hint?;
        let shape = &self.puzzle().pieces()[unit.piece].shape;
        shape.cells_at(unit.to()?).any(|other| other == cell).then_some(unit.piece)
    }

    /// What a goal has on this cell.
    fn wanted(&self, cell: Cell) -> Option<Target> {
        let goals = self.puzzle().goals();
        let targets = goals.iter().filter(|_| goals.len() <= MARKED_GOALS);
        let mut targets = targets.flat_map(|goal| &goal.targets);
        let covers = |target: &&Target| {
            let shape = &self.puzzle().pieces()[target.piece].shape;
            shape.cells_at(target.anchor).any(|other| other == cell)
        };
        targets.find(covers).copied()
    }

    fn fill(&self, buffer: &mut Buffer, cell: Cell, mark: &str, style: Style) {
        let (x, y) = self.place.corner(cell);
        let line = mark.repeat(usize::from(self.place.scale.width));
        for y in y..y + self.place.scale.height {
            buffer.set_string(x, y, &line, style);
        }
    }

    fn dot(&self, buffer: &mut Buffer, cell: Cell, mark: &str, style: Style) {
        let (x, y) = self.place.corner(cell);
        let scale = self.place.scale;
        buffer.set_string(x + (scale.width - 1) / 2, y + (scale.height - 1) / 2, mark, style);
    }

    /// A cell of a piece: its ground and its outline, or its letter at the smallest scale.
    fn draw_piece_cell(&self, buffer: &mut Buffer, piece: PieceId, cell: Cell) {
        let style = self.style(piece);
        let (x, y) = self.place.corner(cell);
        let scale = self.place.scale;
        self.fill(buffer, cell, " ", style);
        if !scale.has_outlines() {
            let letter = self.puzzle().pieces()[piece].letter;
            buffer.set_string(x, y, letter.to_string(), style);
            return;
        }
        let pen = if self.chosen == Some(piece) {
            (&DOUBLE, self.palette.outline(piece))
        } else {
            (&ROUND, style)
        };
        self.outline(buffer, cell, pen, |cell| {
            cell.is_some_and(|cell| self.position.occupant(cell) == Some(piece))
        });
    }

    /// The part of an outline that lies in a cell.
    fn outline(
        &self,
        buffer: &mut Buffer,
        cell: Cell,
        (pen, style): (&Pen, Style),
        is_part: impl Fn(Option<Cell>) -> bool,
    ) {
        let (x, y) = self.place.corner(cell);
        let scale = self.place.scale;
        for row in 0..scale.height {
            for column in 0..scale.width {
                if let Some(stroke) = stroke(cell, (column, row), scale, &is_part) {
                    buffer.set_string(x + column, y + row, stroke.drawn_with(pen), style);
                }
            }
        }
    }

    /// The name of a piece, with its letter in the outline, or its letter.
    fn draw_label(&self, buffer: &mut Buffer, piece: PieceId) {
        let style = self.style(piece);
        let (scale, drawn) = (self.place.scale, &self.puzzle().pieces()[piece]);
        let corner = self.place.corner(self.position.anchor(piece));
        let label = Label::of(drawn, scale);
        for (x, y, line) in label.places(corner, scale) {
            buffer.set_string(x, y, line, style.add_modifier(Modifier::BOLD));
        }
        // The anchor has no cell of its piece above it, so the outline is there.
        let room = u16::try_from(drawn.letter.width().unwrap_or(0)).unwrap_or(u16::MAX);
        if label.is_name && room + 2 <= scale.width {
            let is_chosen = self.chosen == Some(piece);
            let style = if is_chosen { self.palette.outline(piece) } else { style };
            buffer.set_string(corner.0 + 1, corner.1, drawn.letter.to_string(), style);
        }
    }

    fn style(&self, piece: PieceId) -> Style {
        let style = self.palette.piece(piece);
        match (self.chosen == Some(piece), self.place.scale.has_outlines()) {
            (false, _) => style,
            (true, true) => style.add_modifier(Modifier::BOLD),
            // Letters have no outline that could be another.
            (true, false) => style.add_modifier(Modifier::BOLD | Modifier::REVERSED),
        }
    }
}
