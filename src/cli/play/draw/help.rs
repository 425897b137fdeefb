//! All keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::{cut, open_box};
use crate::cli::play::app::App;
use crate::cli::play::keys::Layout;

/// The keys, those that change with the layout left out, and what they do.
const KEYS: [(&str, &str); 17] = [
    ("←↓↑→  j k l", "move the chosen piece"),
    ("Tab  Shift-Tab", "choose the next piece that can move, the one before"),
    ("a capital letter", "chooses its piece, but for the hint; so do idle small ones"),
    ("'  and a letter", "chooses its piece, whatever else the letter does"),
    ("mouse", "click to choose, drag to move"),
    ("u  Backspace", "take the last move back"),
    ("r  Ctrl-R", "make it again"),
    ("x  Home", "start again (r brings the moves back)"),
    ("", "hint: which piece to move"),
    ("", "hint: the move; Enter makes it"),
    ("d", "how far it is from here, on and off"),
    ("s", "watch the rest solved; your game waits"),
    ("n  /", "another puzzle"),
    ("", ""),
    ("Esc", "forget the hint, stop thinking"),
    ("Ctrl-L  Ctrl-Z", "draw anew, suspend"),
    ("q  Ctrl-C", "quit"),
];

/// Columns of the keys.
const WIDTH: u16 = 18;

const RULES: [&str; 3] = [
    "Steps of one piece, one after the other, count as one move.",
    "What is taken back does not count, by u or by stepping back.",
    "While a solution is shown: space, ← →, - +, Home, End, Esc.",
];

pub(super) fn draw(app: &App, buffer: &mut Buffer, area: Rect) {
    let [piece, unit] = app.setup.layout.hints();
    let layout = match app.setup.layout {
        Layout::Hints => "h moves left as in vi, and i I give the hints",
        Layout::Vi => "h H give the hints again, as i I do now",
    };
    let mut lines: Vec<(String, &str)> = Vec::new();
    for (key, what) in KEYS {
        let key = match what {
            "hint: which piece to move" => piece.to_string(),
            "hint: the move; Enter makes it" => unit.to_string(),
            "" => {
                lines.push(("v".to_owned(), layout));
                continue;
            }
            "move the chosen piece" if app.setup.layout == Layout::Vi => format!("{key}  h"),
            _ => key.to_owned(),
        };
        lines.push((key, what));
    }
    let widest = lines.iter().map(|(_, what)| what.width()).chain([46]).max().unwrap_or(0);
    let columns = WIDTH + u16::try_from(widest).unwrap_or(u16::MAX);
    let rows = u16::try_from(lines.len() + 1 + RULES.len()).unwrap_or(u16::MAX);
    let inside = open_box(buffer, area, (columns, rows), "Keys", &app.palette);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut rows = inside.top()..inside.bottom();
    for (key, what) in &lines {
        let Some(y) = rows.next() else { return };
        buffer.set_string(inside.x, y, cut(key, WIDTH.min(inside.width)), bold);
        let left = inside.width.saturating_sub(WIDTH);
        buffer.set_string(inside.x + WIDTH.min(inside.width), y, cut(what, left), Style::new());
    }
    for (y, rule) in rows.skip(1).zip(RULES) {
        buffer.set_string(inside.x, y, cut(rule, inside.width), app.palette.quiet());
    }
}
