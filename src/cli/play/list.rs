//! What the list of all puzzles looks like, with the marked one beside it.

use huarong::solution::Position;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::board::Scene;
use super::layout::{BoardArea, GAP};
use super::page::{TextPage, cut, open_box};
use super::palette::PiecePalette;
use super::picker::{ListOrder, Picker, PuzzleRow};
use crate::cli::numbers::counted;

/// Columns of a result in the list.
const RESULT: u16 = 9;
/// Columns of the list that a preview leaves, at least, and those of the preview.
const LIST: u16 = 50;
const PREVIEW: u16 = 36;

/// What the keys do, and the same for little room.
const KEYS: [&str; 2] = [
    "type to search · ↑ ↓ · Enter plays it · Ctrl-S sorts · Esc back",
    "type · ↑ ↓ · Enter · Ctrl-S sorts · Esc",
];

/// Draws the list. Where its rows are, and the number of the first of them.
pub(super) fn draw_list(
    picker: &mut Picker,
    palette: &PiecePalette,
    buffer: &mut Buffer,
    area: Rect,
) -> (Rect, usize) {
    let order = match picker.order {
        ListOrder::Listed => "",
        ListOrder::Easiest => ", the easiest first",
        ListOrder::Hardest => ", the hardest first",
    };
    let matches = counted(picker.place().0, "match");
    let title = format!("Another puzzle: {matches}{order}");
    let size = (area.width.saturating_sub(8).min(120), area.height.saturating_sub(4));
    let inside = open_box(buffer, area, size, &title, palette);
    let has_preview = inside.width >= LIST + GAP + PREVIEW;
    let rows = Rect {
        y: (inside.y + 2).min(inside.bottom()),
        height: inside.height.saturating_sub(3),
        width: if has_preview { inside.width - GAP - PREVIEW } else { inside.width },
        ..inside
    };
    picker.page = usize::from(rows.height);
    let prompt = format!("/ {}▏", picker.query);
    buffer.set_string(inside.x, inside.y, cut(&prompt, inside.width), Style::new());
    let first = draw_rows(picker, buffer, rows, has_preview);
    if inside.height > 1 {
        let heads = ["", "", "your best", "optimum"];
        draw_row(buffer, Rect { y: inside.y + 1, height: 1, ..rows }, heads, palette.quiet());
        let keys = KEYS.into_iter().find(|keys| keys.width() <= usize::from(inside.width));
        let keys = keys.unwrap_or(KEYS[1]);
        let last = inside.bottom() - 1;
        buffer.set_string(inside.x, last, cut(keys, inside.width), palette.quiet());
    }
    if let (Some(row), true) = (picker.marked(), has_preview) {
        let x = inside.right() - PREVIEW;
        let area = Rect { x, width: PREVIEW, y: rows.y, height: rows.height };
        draw_preview(row, &palette.of_another(&row.source.puzzle), buffer, area);
    }
    (rows, first)
}

/// Draws as many rows as there is room for. The number of the first of them.
fn draw_rows(picker: &Picker, buffer: &mut Buffer, area: Rect, has_preview: bool) -> usize {
    let (found, marked) = picker.place();
    let first = marked.saturating_sub(usize::from(area.height / 2));
    let first = first.min(found.saturating_sub(usize::from(area.height)));
    for (number, (y, row)) in
        (first..).zip((area.top()..area.bottom()).zip(picker.found().skip(first)))
    {
        let style = if number == marked {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
        } else {
            Style::new()
        };
        let best = picker.best(row).map_or(String::new(), |best| format!("✓ {}", best.length));
        // The preview tells it.
        let pick = if has_preview { "" } else { &row.source.pick };
        let columns = [&*row.title, pick, &*best, &*row.optimum];
        draw_row(buffer, Rect { y, height: 1, ..area }, columns, style);
    }
    first
}

/// A row of the list: the title and what picks it, if that is shown; the player's best result and
/// the optimum.
fn draw_row(buffer: &mut Buffer, area: Rect, columns: [&str; 4], style: Style) {
    let [title, pick, best, optimum] = columns;
    let Rect { x, y, width, .. } = area;
    buffer.set_string(x, y, " ".repeat(usize::from(width)), style);
    let names = width.saturating_sub(2 * RESULT + 1);
    let half = if pick.is_empty() { names } else { names * 3 / 5 };
    buffer.set_string(x, y, cut(title, half), style);
    buffer.set_string(x + half + 1, y, cut(pick, names.saturating_sub(half + 1)), style);
    for (text, right) in [(best, width.saturating_sub(RESULT)), (optimum, width)] {
        let text = cut(text, RESULT.min(right));
        let taken = u16::try_from(text.width()).unwrap_or(RESULT);
        buffer.set_string(x + right.saturating_sub(taken), y, text, style);
    }
}

/// The puzzle of a row at its start, and what picks it.
fn draw_preview(row: &PuzzleRow, palette: &PiecePalette, buffer: &mut Buffer, area: Rect) {
    let puzzle = &row.source.puzzle;
    let [board, words] = [
        Rect { height: area.height.saturating_sub(1), ..area },
        Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area },
    ];
    if let Some(place) = BoardArea::within(board, puzzle) {
        let position = &Position::start(puzzle);
        Scene { position, chosen: None, hint: None, palette, place }.draw(buffer);
    }
    let mut page = TextPage { buffer, area: words, next: words.y };
    page.line(&row.source.pick, palette.quiet());
}
