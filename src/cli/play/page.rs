//! Text on the screen, cut where there is no room for it, and boxes for it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::palette::PiecePalette;

/// Lines one below the other, as far as there is room.
pub(super) struct TextPage<'a> {
    pub(super) buffer: &'a mut Buffer,
    pub(super) area: Rect,
    /// The row of the next line.
    pub(super) next: u16,
}

impl TextPage<'_> {
    pub(super) const fn left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.next)
    }

    pub(super) const fn skip(&mut self) {
        self.next += 1;
    }

    pub(super) fn lines(&mut self, lines: &[String], style: Style) {
        for line in lines {
            self.line(line, style);
        }
    }

    pub(super) fn line(&mut self, text: &str, style: Style) {
        self.entry(("", 0, style), text, style);
    }

    /// The name of a puzzle, whose Chinese part goes on a line of its own where it has to.
    pub(super) fn title(&mut self, title: &str) {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match title.rsplit_once(' ').filter(|_| title.width() > usize::from(self.area.width)) {
            Some((name, rest)) if self.left() > 6 => {
                self.line(name, style);
                self.line(rest, style);
            }
            _ => self.line(title, style),
        }
    }

    /// A name of this many columns, and a value.
    pub(super) fn entry(
        &mut self,
        (name, columns, quiet): (&str, u16, Style),
        value: &str,
        style: Style,
    ) {
        if self.left() == 0 {
            return;
        }
        let Rect { x, width, .. } = self.area;
        self.buffer.set_string(x, self.next, cut(name, columns.min(width)), quiet);
        let left = width.saturating_sub(columns);
        self.buffer.set_string(x + columns.min(width), self.next, cut(value, left), style);
        self.next += 1;
    }
}

/// The text, or as much of it as there is room for, with `…` for the rest.
pub(super) fn cut(text: &str, columns: u16) -> String {
    let columns = usize::from(columns);
    let mut taken = 0;
    let mut kept = String::new();
    for mark in text.chars().filter(|mark| !mark.is_control()) {
        let width = mark.width().unwrap_or(0);
        if taken + width > columns {
            while taken + 1 > columns
                && let Some(last) = kept.pop()
            {
                taken -= last.width().unwrap_or(0);
            }
            return kept + if columns > 0 { "…" } else { "" };
        }
        kept.push(mark);
        taken += width;
    }
    kept
}

/// An empty box in the middle of the screen, with a title; where its inside is.
pub(super) fn open_box(
    buffer: &mut Buffer,
    area: Rect,
    (columns, rows): (u16, u16),
    title: &str,
    palette: &PiecePalette,
) -> Rect {
    let (width, height) = ((columns + 4).min(area.width), (rows + 2).min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    let frame = Rect { x, y, width, height };
    for y in frame.top()..frame.bottom() {
        for x in frame.left()..frame.right() {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.reset();
            }
        }
    }
    if width < 4 || height < 2 {
        return Rect::default();
    }
    let line =
        |left: &str, right: &str| format!("{left}{}{right}", "─".repeat(usize::from(width - 2)));
    buffer.set_string(x, y, line("╭", "╮"), palette.quiet());
    for y in y + 1..frame.bottom() - 1 {
        buffer.set_string(x, y, "│", palette.quiet());
        buffer.set_string(frame.right() - 1, y, "│", palette.quiet());
    }
    buffer.set_string(x, frame.bottom() - 1, line("╰", "╯"), palette.quiet());
    buffer.set_string(x + 2, y, cut(&format!(" {title} "), width - 4), palette.loud());
    Rect { x: x + 2, y: y + 1, width: width - 4, height: height - 2 }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn text_is_cut_by_columns_and_never_through_a_wide_character() {
        assert_eq!(cut("曹操 goes", 9), "曹操 goes");
        assert_eq!(cut("曹操 goes", 8), "曹操 go…");
        assert_eq!(cut("曹操", 3), "曹…");
        assert_eq!(cut("曹操", 2), "…");
        assert_eq!(cut("曹操", 0), "");
        assert_eq!(cut("a\u{1b}[2Jb", 9), "a[2Jb");
    }
}
