//! The numbers of the game, and the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::cut;
use crate::cli::drawing::{self, Paint};
use crate::cli::play::app::App;
use crate::cli::play::keys::Layout;
use crate::cli::play::table::{NOT_ASKED, Optimum};
use crate::cli::play::watch::Watch;

const NOT_KNOWN: &str = "not known";
const NO_RECORD: &str = "none yet";

/// Columns of what the numbers are called.
const NAMES: u16 = 11;

/// The keys that are shown next to the board, those that are needed most first.
const KEYS: [(&str, &str); 8] = [
    ("←↓↑→", "move"),
    ("Tab A–Z", "choose a piece"),
    ("u  r  x", "undo, redo, start again"),
    ("", "hints: piece, move"),
    ("d", "how far it is"),
    ("s", "watch the rest"),
    ("n", "another puzzle"),
    ("?  q", "all keys, quit"),
];

/// While a solution is watched.
const WATCHING: [(&str, &str); 5] = [
    ("space", "pause, go on"),
    ("← →", "a move back, on"),
    ("- +", "slower, faster"),
    ("Home End", "beginning, end"),
    ("Esc", "your own game"),
];

/// The panel at the side of the board.
pub(super) fn draw_beside(app: &App, watch: Option<&Watch>, buffer: &mut Buffer, area: Rect) {
    let mut page = Page { buffer, area, next: area.y };
    let table = &app.table;
    let quiet = app.palette.quiet();
    page.title(&table.title);
    page.skip();
    for (name, value) in numbers(app, watch) {
        page.entry((name, NAMES, quiet), &value, Style::new());
    }
    let keys = keys(app, watch);
    let rows = u16::try_from(keys.len() + 1).unwrap_or(u16::MAX);
    let goals = table.puzzle().goals();
    let goal = drawing::goal(table.puzzle(), Paint::Plain, &goals[0]);
    let goal: Vec<&str> = goal.lines().collect();
    if page.left() > rows + u16::try_from(goal.len()).unwrap_or(u16::MAX).saturating_add(1) {
        page.skip();
        let more =
            if goals.len() > 1 { format!("Goal, 1 of {}", goals.len()) } else { "Goal".into() };
        for (number, line) in goal.iter().enumerate() {
            let name = if number == 0 { more.as_str() } else { "" };
            let room = NAMES.max(u16::try_from(more.width() + 1).unwrap_or(NAMES));
            page.entry((name, room, quiet), line, Style::new());
        }
    }
    // The last keys lead to all others: they are shown whatever else has no room.
    page.skip();
    let (room, last) = (usize::from(page.left()), keys.len() - 1);
    for (number, (key, what)) in keys.iter().enumerate() {
        if number + 1 < room || number == last {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            page.entry((key, NAMES, bold), what, quiet);
        }
    }
}

/// The panel under the board: two lines.
pub(super) fn draw_below(app: &App, watch: Option<&Watch>, buffer: &mut Buffer, area: Rect) {
    let mut page = Page { buffer, area, next: area.y };
    page.title(&app.table.title);
    let numbers = numbers(app, watch);
    let is_known = |value: &str| !matches!(value, NOT_ASKED | NOT_KNOWN | NO_RECORD);
    let numbers = numbers.iter().filter(|(name, value)| *name != "Chosen" && is_known(value));
    let numbers: Vec<String> = numbers.map(|(name, value)| format!("{name} {value}")).collect();
    let line = numbers.join(" · ");
    let line = if line.width() + 8 <= usize::from(area.width) { line + " · ? help" } else { line };
    page.line(&line, app.palette.quiet());
}

/// What is counted, and what is known.
fn numbers(app: &App, watch: Option<&Watch>) -> Vec<(&'static str, String)> {
    let table = &app.table;
    let made = table.game.moves().len();
    let moves = match (watch, table.game.redoable()) {
        (Some(watch), _) => {
            let (begun, all) = (watch.playback.begun(), watch.playback.moves().len());
            return vec![
                ("Watching", format!("{begun} of {}", app.setup.sources.metric.count(all))),
                ("Speed", watch.speed().to_string()),
                ("Your game", app.setup.sources.metric.count(made)),
            ];
        }
        (None, 0) => made.to_string(),
        (None, undone) => format!("{made} (+{undone} undone)"),
    };
    let optimum = match table.optimum {
        Optimum::Unknown => NOT_KNOWN.to_owned(),
        Optimum::None => "no solution".to_owned(),
        Optimum::Length(length) => length.to_string(),
    };
    let record = match &table.record {
        None => NO_RECORD.to_owned(),
        Some(record) if record.hints == 0 => record.length.to_string(),
        Some(record) => format!("{} with hints", record.length),
    };
    let unit = match app.setup.sources.metric {
        huarong::puzzle::Metric::Move => "Moves",
        huarong::puzzle::Metric::Slide => "Slides",
        huarong::puzzle::Metric::Step => "Steps",
    };
    let chosen = table.puzzle().pieces()[table.chosen].label();
    vec![
        (unit, moves),
        ("Optimum", optimum),
        ("From here", table.distance()),
        ("Your best", record),
        ("Chosen", chosen),
    ]
}

fn keys(app: &App, watch: Option<&Watch>) -> Vec<(String, &'static str)> {
    if watch.is_some() {
        return WATCHING.map(|(key, what)| (key.to_owned(), what)).to_vec();
    }
    let layout = app.setup.layout;
    let [piece, unit] = layout.hints();
    let arrows = if layout == Layout::Vi { "←↓↑→ hjkl" } else { "←↓↑→ jkl" };
    let named = |(key, what): (&str, &'static str)| match (key, what) {
        ("", _) => (format!("{piece}  {unit}"), what),
        (_, "move") => (arrows.to_owned(), what),
        _ => (key.to_owned(), what),
    };
    KEYS.map(named).to_vec()
}

/// Lines one below the other, as far as there is room.
struct Page<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    next: u16,
}

impl Page<'_> {
    const fn left(&self) -> u16 {
        self.area.bottom().saturating_sub(self.next)
    }

    const fn skip(&mut self) {
        self.next += 1;
    }

    fn line(&mut self, text: &str, style: Style) {
        self.entry(("", 0, style), text, style);
    }

    /// The name of a puzzle, whose Chinese part goes on a line of its own where it has to.
    fn title(&mut self, title: &str) {
        let style = Style::new().add_modifier(Modifier::BOLD);
        match title.rsplit_once(' ').filter(|_| title.width() > usize::from(self.area.width)) {
            Some((name, rest)) if self.left() > 6 => {
                self.line(name, style);
                self.line(rest, style);
            }
            _ => self.line(title, style),
        }
    }

    /// A name of so many columns, and a value.
    fn entry(&mut self, (name, columns, quiet): (&str, u16, Style), value: &str, style: Style) {
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
