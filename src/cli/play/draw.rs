//! What the player looks like on the screen. Everything is drawn from what is known; nothing is
//! changed but where things were drawn, for the mouse.

use huarong::puzzle::Metric;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::app::{App, Mode, NOT_ASKED};
use super::board::Scene;
use super::keys::Layout;
use super::layout::{Arrangement, Panel, TooSmall, arrange};
use super::palette::Palette;
use super::picker::Picker;
use super::session::{Optimum, in_words};
use super::watch::{Origin, Watch};
use crate::cli::drawing::{self, Paint};
use crate::cli::numbers::counted;

/// Draws all there is to see.
pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    match arrange(area, app.table.session.puzzle().grid()) {
        Ok(arrangement) => {
            app.board = Some(arrangement.board);
            draw_game(app, buffer, &arrangement);
        }
        Err(small) => {
            app.board = None;
            draw_too_small(buffer, area, small);
        }
    }
    app.list = match &mut app.mode {
        Mode::Pick(picker) => Some(draw_list(picker, &app.palette, buffer, area)),
        _ => None,
    };
    if let (Mode::Resume, Some(day)) = (&app.mode, &app.table.session.left) {
        draw_question(app, day, buffer, area);
    }
    if app.helps {
        draw_help(app, buffer, area);
    }
}

fn draw_game(app: &App, buffer: &mut Buffer, arrangement: &Arrangement) {
    let watch = match &app.mode {
        Mode::Watch(watch) => Some(watch),
        _ => None,
    };
    let position =
        watch.map_or_else(|| app.table.session.game.position(), |watch| watch.playback.position());
    let scene = Scene {
        position: &position,
        chosen: match watch {
            Some(watch) => watch.playback.current().map(|unit| unit.piece),
            None => Some(app.table.chosen),
        },
        hint: if watch.is_some() { None } else { app.table.shown.as_ref() },
        palette: &app.palette,
        place: arrangement.board,
    };
    scene.draw(buffer);
    match arrangement.panel {
        Panel::Side(area) => draw_beside(app, watch, buffer, area),
        Panel::Below(area) => draw_below(app, watch, buffer, area),
    }
    draw_message(app, watch, buffer, arrangement.message);
}

/// The line at the bottom.
fn draw_message(app: &App, watch: Option<&Watch>, buffer: &mut Buffer, area: Rect) {
    let text = match watch {
        Some(watch) => watching(app, watch),
        None if app.table.message.is_empty() => return,
        None => app.table.message.clone(),
    };
    buffer.set_string(area.x, area.y, cut(&text, area.width), app.palette.loud());
}

/// What is to be said of a solution that is watched.
fn watching(app: &App, watch: &Watch) -> String {
    let playback = &watch.playback;
    let moves = playback.moves();
    let (begun, metric) = (playback.begun(), app.setup.sources.metric);
    let unit = match playback.current() {
        Some(unit) => in_words(app.table.session.puzzle(), unit),
        None => metric.count(moves.len()),
    };
    let state = match (playback.is_over(), watch.is_paused()) {
        (true, _) => ", solved",
        (false, true) => ", paused",
        (false, false) => "",
    };
    let of = if watch.origin == Origin::Rest { "to the end" } else { "of the solution" };
    format!("{begun}/{} {of}: {unit}{state}", moves.len())
}

/// Asks whether to go on with the game that is on the board.
fn draw_question(app: &App, day: &str, buffer: &mut Buffer, area: Rect) {
    let game = &app.table.session.game;
    let lines = [
        format!("Left at {} {}", game.metric(), game.moves().len()),
        format!("on {day}"),
        "Enter  goes on".to_owned(),
        "f      starts afresh".to_owned(),
    ];
    let inside = open_box(buffer, area, (20, 4), "Go on?", &app.palette);
    let mut page = Page { buffer, area: inside, next: inside.y };
    for line in lines {
        page.line(&line, Style::new());
    }
}

/// Says that there is no room, and how much it would take.
fn draw_too_small(buffer: &mut Buffer, area: Rect, TooSmall { columns, rows }: TooSmall) {
    let lines = [
        "This terminal is too small:".to_owned(),
        format!("{columns}×{rows} is needed,"),
        format!("{}×{} is there.", area.width, area.height),
        "q quits".to_owned(),
    ];
    let mut page = Page { buffer, area, next: area.y };
    for line in lines {
        page.line(&line, Style::new());
    }
}

const NOT_KNOWN: &str = "not known";
const NO_RECORD: &str = "none yet";

/// Columns of what the numbers are called.
const NAMES: u16 = 11;

/// The keys that are shown next to the board, those that are needed most first.
const MAIN_KEYS: [(&str, &str); 8] = [
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
const WATCH_KEYS: [(&str, &str); 5] = [
    ("space", "pause, go on"),
    ("← →", "a move back, on"),
    ("- +", "slower, faster"),
    ("Home End", "beginning, end"),
    ("Esc", "your own game"),
];

/// The panel at the side of the board.
fn draw_beside(app: &App, watch: Option<&Watch>, buffer: &mut Buffer, area: Rect) {
    let mut page = Page { buffer, area, next: area.y };
    let table = &app.table;
    let quiet = app.palette.quiet();
    page.title(&table.session.title);
    page.skip();
    for (name, value) in numbers(app, watch) {
        page.entry((name, NAMES, quiet), &value, Style::new());
    }
    let keys = keys(app, watch);
    let rows = u16::try_from(keys.len() + 1).unwrap_or(u16::MAX);
    let goals = table.session.puzzle().goals();
    let goal = drawing::goal(table.session.puzzle(), Paint::Plain, &goals[0]);
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
fn draw_below(app: &App, watch: Option<&Watch>, buffer: &mut Buffer, area: Rect) {
    let mut page = Page { buffer, area, next: area.y };
    page.title(&app.table.session.title);
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
    let made = table.session.game.moves().len();
    let moves = match (watch, table.session.game.redoable()) {
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
    let optimum = match table.session.optimum {
        Optimum::Unknown => NOT_KNOWN.to_owned(),
        Optimum::None => "no solution".to_owned(),
        Optimum::Length(length) => length.to_string(),
    };
    let record = match &table.session.record {
        None => NO_RECORD.to_owned(),
        Some(record) if record.hints == 0 => record.length.to_string(),
        Some(record) => format!("{} with hints", record.length),
    };
    let unit = match app.setup.sources.metric {
        Metric::Move => "Moves",
        Metric::Slide => "Slides",
        Metric::Step => "Steps",
    };
    let chosen = table.session.puzzle().pieces()[table.chosen].label();
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
        return WATCH_KEYS.map(|(key, what)| (key.to_owned(), what)).to_vec();
    }
    let layout = app.setup.layout;
    let [piece, unit] = layout.hints();
    let arrows = if layout == Layout::Vi { "←↓↑→ hjkl" } else { "←↓↑→ jkl" };
    let named = |(key, what): (&str, &'static str)| match (key, what) {
        ("", _) => (format!("{piece}  {unit}"), what),
        (_, "move") => (arrows.to_owned(), what),
        _ => (key.to_owned(), what),
    };
    MAIN_KEYS.map(named).to_vec()
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

    /// A name of this many columns, and a value.
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

/// Columns of the optimum.
const OPTIMUM_COLUMNS: u16 = 6;

/// Draws the list. Where its rows are, and the number of the first of them.
fn draw_list(
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
        let half = rows.width.saturating_sub(OPTIMUM_COLUMNS) * 3 / 5;
        let pick = rows.width.saturating_sub(OPTIMUM_COLUMNS + half + 1);
        buffer.set_string(rows.x, y, " ".repeat(room), style);
        buffer.set_string(rows.x, y, cut(&row.title, half), style);
        buffer.set_string(rows.x + half + 1, y, cut(&row.source.pick, pick), style);
        let optimum = cut(&row.optimum, OPTIMUM_COLUMNS);
        let taken = u16::try_from(optimum.width()).unwrap_or(OPTIMUM_COLUMNS);
        buffer.set_string((rows.right()).saturating_sub(taken), y, optimum, style);
    }
    (rows, first)
}

/// The keys, those that change with the layout left out, and what they do.
const ALL_KEYS: [(&str, &str); 17] = [
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
const KEY_COLUMNS: u16 = 18;

const RULES: [&str; 3] = [
    "Steps of one piece, one after the other, count as one move.",
    "What is taken back does not count, by u or by stepping back.",
    "While a solution is shown: space, ← →, - +, Home, End, Esc.",
];

/// All keys, over everything else.
fn draw_help(app: &App, buffer: &mut Buffer, area: Rect) {
    let [piece, unit] = app.setup.layout.hints();
    let layout = match app.setup.layout {
        Layout::Hints => "h moves left as in vi, and i I give the hints",
        Layout::Vi => "h H give the hints again, as i I do now",
    };
    let mut lines: Vec<(String, &str)> = Vec::new();
    for (key, what) in ALL_KEYS {
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
    let columns = KEY_COLUMNS + u16::try_from(widest).unwrap_or(u16::MAX);
    let rows = u16::try_from(lines.len() + 1 + RULES.len()).unwrap_or(u16::MAX);
    let inside = open_box(buffer, area, (columns, rows), "Keys", &app.palette);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut page = Page { buffer, area: inside, next: inside.y };
    for (key, what) in &lines {
        page.entry((key, KEY_COLUMNS, bold), what, Style::new());
    }
    page.skip();
    for rule in RULES {
        page.line(rule, app.palette.quiet());
    }
}

/// The text, or as much of it as there is room for, with `…` for the rest.
fn cut(text: &str, columns: u16) -> String {
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
fn open_box(
    buffer: &mut Buffer,
    area: Rect,
    (columns, rows): (u16, u16),
    title: &str,
    palette: &Palette,
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
