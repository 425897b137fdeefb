//! What the mouse does: it chooses pieces and drags them, and picks from the list.

use std::time::Instant;

use huarong::grid::{Cell, Offset};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::{App, Mode, Next};

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent, now: Instant) -> Next {
        let (x, y) = (mouse.column, mouse.row);
        if self.helps {
            self.helps = !matches!(mouse.kind, MouseEventKind::Down(_));
            return if self.helps { Next::Stay } else { Next::Draw };
        }
        match (&mut self.mode, mouse.kind) {
            (Mode::Play, MouseEventKind::Down(MouseButton::Left)) => self.grasp(x, y),
            (Mode::Play, MouseEventKind::Drag(MouseButton::Left)) => self.pull(x, y),
            (_, MouseEventKind::Up(_)) => {
                self.held = None;
                Next::Stay
            }
            (Mode::Watch(watch), MouseEventKind::Down(MouseButton::Left)) => {
                watch.pause(now);
                Next::Draw
            }
            (Mode::Pick(picker), MouseEventKind::ScrollDown) => {
                picker.move_by(3);
                Next::Draw
            }
            (Mode::Pick(picker), MouseEventKind::ScrollUp) => {
                picker.move_by(-3);
                Next::Draw
            }
            (Mode::Pick(picker), MouseEventKind::Down(MouseButton::Left)) => {
                let hit = self.list.filter(|(rows, _)| rows.contains((x, y).into()));
                let Some((rows, first)) = hit else { return Next::Stay };
                let what = picker.take_row(first + usize::from(y - rows.y));
                self.picked(what)
            }
            _ => Next::Stay,
        }
    }

    /// The mouse takes hold of the piece that lies there.
    fn grasp(&mut self, x: u16, y: u16) -> Next {
        let cell = self.board.and_then(|board| board.cell_at(x, y));
        let piece = cell.and_then(|cell| self.table.game.position().occupant(cell));
        self.held = piece.zip(cell);
        match piece {
            Some(piece) => {
                self.table.choose(piece);
                Next::Draw
            }
            None => Next::Stay,
        }
    }

    /// The mouse pulls the piece that it holds, by the cell that it holds it by.
    fn pull(&mut self, x: u16, y: u16) -> Next {
        let (Some((piece, by)), Some(board)) = (self.held, self.board) else { return Next::Stay };
        let to = board.nearest_cell(x, y);
        let before = self.table.game.anchors()[piece];
        let Some(target) = way(by, to).and_then(|way| before.offset(way)) else {
            return Next::Stay;
        };
        if to == by || !self.table.drag(piece, target, &mut self.keeper) {
            return Next::Stay;
        }
        let now = self.table.game.anchors()[piece];
        let moved = way(before, now).and_then(|way| by.offset(way));
        self.held = moved.map(|by| (piece, by));
        Next::Draw
    }
}

/// The way from one cell to another.
fn way(from: Cell, to: Cell) -> Option<Offset> {
    let apart = |to: u8, from: u8| i8::try_from(i16::from(to) - i16::from(from)).ok();
    Some(Offset { rows: apart(to.row, from.row)?, columns: apart(to.column, from.column)? })
}
