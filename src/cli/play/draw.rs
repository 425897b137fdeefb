//! What the player looks like on the screen. Everything is drawn from what is known; nothing is
//! changed but where things were drawn, for the mouse.

use huarong::puzzle::Metric;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Mode};
use super::board::Scene;
use super::keys::{self, KeyLayout};
use super::layout::{Panel, ScreenLayout, TooSmall, arrange, digits};
use super::list::draw_list;
use super::page::{TextPage, cut, open_box};
use super::session::{KnownOptimum, in_words};
use super::table::NOT_ASKED;
use super::watch::{Origin, PlaybackView};
use crate::cli::drawing::{self, PieceStyle};

/// Draws all there is to see.
pub(super) fn draw(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    // Those of the player's own game, whatever is open: the board keeps its size.
    let keys = key_lines(&game_keys(app), area.width).len();
    let keys = u16::try_from(keys).unwrap_or(u16::MAX);
    let puzzle = app.table.session.puzzle();
    match arrange(area, (puzzle.grid(), digits(puzzle)), keys) {
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

fn draw_game(app: &App, buffer: &mut Buffer, arrangement: &ScreenLayout) {
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
fn draw_message(app: &App, watch: Option<&PlaybackView>, buffer: &mut Buffer, area: Rect) {
    let text = match watch {
        Some(watch) => watching(app, watch),
        None if app.table.message.is_empty() => return,
        None => app.table.message.clone(),
    };
    buffer.set_string(area.x, area.y, cut(&text, area.width), app.palette.loud());
}

/// What is to be said of a solution that is watched.
fn watching(app: &App, watch: &PlaybackView) -> String {
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
    TextPage { buffer, area: inside, next: inside.y }.lines(&lines, Style::new());
}

/// Says that there is no room, and how much it would take.
fn draw_too_small(buffer: &mut Buffer, area: Rect, TooSmall { columns, rows }: TooSmall) {
    let lines = [
        "This terminal is too small:".to_owned(),
        format!("{columns}×{rows} is needed,"),
        format!("{}×{} is there.", area.width, area.height),
        "q quits".to_owned(),
    ];
    TextPage { buffer, area, next: area.y }.lines(&lines, Style::new());
}

const NOT_KNOWN: &str = "not known";
const NO_RECORD: &str = "none yet";

/// Columns of what the numbers are called.
const NAMES: u16 = 11;

const CHOOSE: &str = "choose a piece";

/// The keys that are shown next to the board, those that are needed most first.
const MAIN_KEYS: [(&str, &str); 8] = [
    ("←↓↑→", "move"),
    ("Tab A–Z", CHOOSE),
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
fn draw_beside(app: &App, watch: Option<&PlaybackView>, buffer: &mut Buffer, area: Rect) {
    let mut page = TextPage { buffer, area, next: area.y };
    let table = &app.table;
    let quiet = app.palette.quiet();
    page.title(&table.session.title);
    page.skip();
    for (name, value) in numbers(app, watch) {
        page.entry((name, NAMES, quiet), &value, Style::new());
    }
    let keys = keys(app);
    let rows = u16::try_from(keys.len() + 1).unwrap_or(u16::MAX);
    let goals = table.session.puzzle().goals();
    let goal = drawing::goal(table.session.puzzle(), PieceStyle::Plain, &goals[0]);
    let goal: Vec<&str> = goal.lines().collect();
    if page.left() >= rows + u16::try_from(goal.len()).unwrap_or(u16::MAX).saturating_add(1) {
        page.skip();
        let more =
            if goals.len() > 1 { format!("Goal, 1 of {}", goals.len()) } else { "Goal".into() };
        for (number, line) in goal.iter().enumerate() {
            let name = if number == 0 { more.as_str() } else { "" };
            let room = NAMES.max(u16::try_from(more.width() + 1).unwrap_or(NAMES));
            page.entry((name, room, quiet), line, Style::new());
        }
    }
    page.skip();
    if keys.len() <= usize::from(page.left()) {
        for (key, what) in &keys {
            let bold = Style::new().add_modifier(Modifier::BOLD);
            page.entry((key, NAMES, bold), what, quiet);
        }
    } else {
        page.lines(&key_lines(&keys, area.width), quiet);
    }
}

/// The panel under the board: two lines, and the keys where there is room.
fn draw_below(app: &App, watch: Option<&PlaybackView>, buffer: &mut Buffer, area: Rect) {
    let mut page = TextPage { buffer, area, next: area.y };
    page.title(&app.table.session.title);
    let numbers = numbers(app, watch);
    let is_known = |value: &str| !matches!(value, NOT_ASKED | NOT_KNOWN | NO_RECORD);
    let numbers = numbers.iter().filter(|(name, value)| *name != "Chosen" && is_known(value));
    let numbers: Vec<String> = numbers.map(|(name, value)| format!("{name} {value}")).collect();
    let line = numbers.join(" · ");
    let has_room = area.height < 3 && line.width() + 8 <= usize::from(area.width);
    let line = if has_room { line + " · ? help" } else { line };
    page.line(&line, app.palette.quiet());
    page.lines(&key_lines(&keys(app), area.width), app.palette.quiet());
}

/// What is counted, and what is known.
fn numbers(app: &App, watch: Option<&PlaybackView>) -> Vec<(&'static str, String)> {
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
        KnownOptimum::Unknown => NOT_KNOWN.to_owned(),
        KnownOptimum::None => "no solution".to_owned(),
        KnownOptimum::Length(length) => length.to_string(),
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
        ("KnownOptimum", optimum),
        ("From here", table.distance()),
        ("Your best", record),
        ("Chosen", chosen),
    ]
}

/// The keys of what is open, and what they do.
fn keys(app: &App) -> Vec<(String, String)> {
    match app.mode {
        Mode::Watch(_) => WATCH_KEYS.map(|(key, what)| (key.to_owned(), what.to_owned())).to_vec(),
        _ => game_keys(app),
    }
}

fn game_keys(app: &App) -> Vec<(String, String)> {
    let layout = app.setup.layout;
    let [piece, unit] = layout.hints();
    let arrows = if layout == KeyLayout::Vi { "←↓↑→ hjkl" } else { "←↓↑→ jkl" };
    let mut keys = Vec::new();
    for (key, what) in MAIN_KEYS {
        let key = match (key, what) {
            ("", _) => format!("{piece}  {unit}"),
            (_, "move") => arrows.to_owned(),
            _ => key.to_owned(),
        };
        keys.push((key, what.to_owned()));
        if what == CHOOSE {
            keys.extend(marked(app).map(|letters| {
                let faces: Vec<String> = letters.iter().map(|(_, face)| face.clone()).collect();
                (format!("'{}", letters[0].0), format!("choose {}", faces.join(", ")))
            }));
        }
    }
    keys
}

/// The letters that are commands, so that their pieces are chosen after `'`, and what those pieces
/// show; `None` where there are none.
fn marked(app: &App) -> Option<Vec<(char, String)>> {
    let pieces = app.table.session.puzzle().pieces().iter();
    let is_command = |letter| !keys::chooses(letter, app.setup.layout);
    let marked = pieces.filter(|piece| is_command(piece.letter));
    let letters: Vec<_> = marked.map(|piece| (piece.letter, piece.display_label())).collect();
    (!letters.is_empty()).then_some(letters)
}

/// The keys one after the other, in lines of this width.
fn key_lines(keys: &[(String, String)], width: u16) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (key, what) in keys {
        let entry = format!("{key} {what}");
        match lines.last_mut() {
            Some(line) if line.is_empty() => *line = entry,
            Some(line) if line.width() + 3 + entry.width() <= usize::from(width) => {
                line.extend([" · ", &entry]);
            }
            _ => lines.push(entry),
        }
    }
    lines
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
    ("q  Ctrl-C", "quit; the game is kept for the next time"),
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
        KeyLayout::Hints => "h moves left as in vi, and i I give the hints",
        KeyLayout::Vi => "h H give the hints again, as i I do now",
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
            "move the chosen piece" if app.setup.layout == KeyLayout::Vi => format!("{key}  h"),
            _ => key.to_owned(),
        };
        lines.push((key, what));
    }
    let widest = lines.iter().map(|(_, what)| what.width()).chain([46]).max().unwrap_or(0);
    let columns = KEY_COLUMNS + u16::try_from(widest).unwrap_or(u16::MAX);
    let rows = u16::try_from(lines.len() + 1 + RULES.len()).unwrap_or(u16::MAX);
    let inside = open_box(buffer, area, (columns, rows), "Keys", &app.palette);
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut page = TextPage { buffer, area: inside, next: inside.y };
    for (key, what) in &lines {
        page.entry((key, KEY_COLUMNS, bold), what, Style::new());
    }
    page.skip();
    for rule in RULES {
        page.line(rule, app.palette.quiet());
    }
}
