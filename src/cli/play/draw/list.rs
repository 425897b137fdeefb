//! The list of puzzles, one of which is picked.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::palette::Palette;
use super::{cut, open_box};
use crate::cli::numbers::counted;
use crate::cli::play::picker::Picker;

/// Columns of the optimum.
const OPTIMUM: u16 = 6;

/// Draws the list. Where its rows are, and the number of the first of them.
pub(super) fn draw(
    picker: &mut Picker,
    palette: &Palette,
    buffer: &mut Buffer,
    area: Rect,
) -> (Rect, usize) {
    let (found, marked) = picker.place();
    let title = format!("Another puzzle: {}", counted(found, "match").replace("matchs", "matches"));
    let size = (area.width.saturating_sub(8).min(90), area.height.saturating_sub(4));
    let inside = open_box(buffer, area, size, &title, palette);
    let rows = Rect {
        y: (inside.y + 2).min(inside.bottom()),
        height: inside.height.saturating_sub(3),
        ..inside
    };
    picker.page = usize::from(rows.height);
    let prompt = format!("/ {}▏", picker.query);
    buffer.set_string(inside.x, inside.y, cut(&prompt, inside.width), Style::new());
    if inside.height > 0 {
        let keys = "type to search · ↑ ↓ · Enter plays it · Esc back";
        let y = inside.bottom() - 1;
        buffer.set_string(inside.x, y, cut(keys, inside.width), palette.quiet());
    }
    let first = marked.saturating_sub(usize::from(rows.height / 2));
    let first = first.min(found.saturating_sub(usize::from(rows.height)));
    for (number, (y, row)) in
        (first..).zip((rows.top()..rows.bottom()).zip(picker.found().skip(first)))
    {
        let style = if number == marked {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
        } else {
            Style::new()
        };
        let room = usize::from(rows.width);
        let half = rows.width.saturating_sub(OPTIMUM) * 3 / 5;
        let pick = rows.width.saturating_sub(OPTIMUM + half + 1);
        buffer.set_string(rows.x, y, " ".repeat(room), style);
        buffer.set_string(rows.x, y, cut(&row.title, half), style);
        buffer.set_string(rows.x + half + 1, y, cut(&row.source.pick, pick), style);
        let optimum = cut(&row.optimum, OPTIMUM);
        let taken = u16::try_from(optimum.width()).unwrap_or(OPTIMUM);
        buffer.set_string((rows.right()).saturating_sub(taken), y, optimum, style);
    }
    (rows, first)
}
