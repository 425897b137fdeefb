//! The screen of the player, drawn from its state. Only the places of the board and of the list are
//! stored, for the mouse.

use crate::puzzle::Metric;
use unicode_width::UnicodeWidthStr;

use super::board::BoardView;
use super::layout::{Panel, ScreenLayout, arrange, digits};
use super::picker::draw_list;
use super::playback_view::{Origin, PlaybackView};
use super::player::{KeyLayout, Mode, NOT_ASKED, Player};
use super::screen::{Buffer, Rect, Style, TextPage, cut};
use super::session::{KnownOptimum, in_words};
use crate::cli::columns::filled;
use crate::cli::drawing::{self, PieceStyle};

pub fn draw(player: &mut Player, buffer: &mut Buffer) {
    let area = buffer.area;
    // The keys of the game, also in other modes, so that the board keeps its size.
    let keys = key_lines(&game_keys(player), area.width).len();
    let keys = u16::try_from(keys).unwrap_or(u16::MAX);
    let puzzle = player.session.puzzle();
    match arrange(area, (puzzle.grid(), digits(puzzle)), keys) {
        Ok(layout) => {
            player.board = Some(layout.board);
            draw_game(player, buffer, &layout);
        }
        Err((columns, rows)) => {
            player.board = None;
            let lines = [
                "This terminal is too small:".to_owned(),
                format!("{columns}×{rows} is needed,"),
                format!("{}×{} is there.", area.width, area.height),
                "q quits".to_owned(),
            ];
            TextPage::new(buffer, area).lines(&lines, Style::PLAIN);
        }
    }
    player.list = match &mut player.mode {
        Mode::Pick(picker) => Some(draw_list(picker, &player.palette, buffer, area)),
        _ => None,
    };
    if let (Mode::Resume, Some(day)) = (&player.mode, &player.session.left) {
        draw_question(player, day, buffer, area);
    }
    if let Some(page) = player.help {
        player.help_pages = draw_help(player, page, buffer, area);
    }
}

fn draw_game(player: &Player, buffer: &mut Buffer, layout: &ScreenLayout) {
    let watch = match &player.mode {
        Mode::Watch(watch) => Some(watch),
        _ => None,
    };
    let position = watch.map_or_else(
        || player.session.game.position(),
        |watch| watch.playback.position(),
    );
    let view = BoardView {
        position: &position,
        chosen: match watch {
            Some(watch) => watch.playback.current().map(|unit| unit.piece),
            None => Some(player.chosen),
        },
        hint: if watch.is_some() {
            None
        } else {
            player.hinted_move.as_ref()
        },
        palette: &player.palette,
        place: layout.board,
    };
    view.draw(buffer);
    match layout.panel {
        Panel::Side(area) => draw_beside(player, watch, buffer, area),
        Panel::Below(area) => draw_below(player, watch, buffer, area),
    }
    let message = watch.map_or_else(
        || player.message.clone(),
        |watch| playback_message(player, watch),
    );
    let Rect { x, y, width, .. } = layout.message;
    buffer.write(x, y, &cut(&message, width), player.palette.loud());
}

fn playback_message(player: &Player, watch: &PlaybackView) -> String {
    let playback = &watch.playback;
    let moves = playback.moves();
    let begun = playback.begun();
    let metric = player.setup.sources.metric;
    let unit = match playback.current() {
        Some(unit) => in_words(player.session.puzzle(), unit),
        None => metric.count(moves.len()),
    };
    let state = match (playback.is_over(), watch.due.is_none()) {
        (true, _) => ", solved",
        (false, true) => ", paused",
        (false, false) => "",
    };
    let of = if watch.origin == Origin::Rest {
        "to the end"
    } else {
        "of the solution"
    };
    format!("{begun}/{} {of}: {unit}{state}", moves.len())
}

/// Asks whether to resume the saved game.
fn draw_question(player: &Player, day: &str, buffer: &mut Buffer, area: Rect) {
    let game = &player.session.game;
    let lines = [
        format!("Left at {} {}", game.metric(), game.moves().len()),
        format!("on {day}"),
        "Enter  goes on".to_owned(),
        "f      starts over".to_owned(),
    ];
    let inside = player.palette.open_box(buffer, area, (20, 4), "Go on?");
    TextPage::new(buffer, inside).lines(&lines, Style::PLAIN);
}

const NOT_KNOWN: &str = "not known";
const NO_RECORD: &str = "none yet";

/// The width of the names of the numbers.
const NAMES: u16 = 11;

const WATCH_KEYS: [(&str, &str); 5] = [
    ("space", "pause, go on"),
    ("← →", "a move back, on"),
    ("- +", "slower, faster"),
    ("Home End", "beginning, end"),
    ("Esc", "your own game"),
];

fn draw_beside(player: &Player, watch: Option<&PlaybackView>, buffer: &mut Buffer, area: Rect) {
    let mut page = TextPage::new(buffer, area);
    let quiet = player.palette.quiet();
    page.title(&player.session.title);
    let numbers = numbers(player, watch);
    let keys = keys(player);
    let lines = key_lines(&keys, area.width);
    let goals = player.session.puzzle().goals();
    let goal = drawing::goal(player.session.puzzle(), PieceStyle::Plain, &goals[0]);
    let goal: Vec<&str> = goal.lines().collect();
    let left = usize::from(page.left());
    let shared = numbers.len() + 1 + goal.len();
    let is_wide = left >= shared + 2 + keys.len();
    // With little room, the keys stand in lines, and blank lines go.
    let is_tight = !is_wide && left >= shared + lines.len();
    if !is_tight {
        page.skip();
    }
    for (name, value) in numbers {
        page.entry((name, NAMES, quiet), &value, Style::PLAIN);
    }
    if is_wide || is_tight {
        page.skip();
        let more = if goals.len() > 1 {
            format!("Goal, 1 of {}", goals.len())
        } else {
            "Goal".into()
        };
        for (number, line) in goal.iter().enumerate() {
            let name = if number == 0 { more.as_str() } else { "" };
            let room = NAMES.max(u16::try_from(more.width() + 1).unwrap_or(NAMES));
            page.entry((name, room, quiet), line, Style::PLAIN);
        }
    }
    if !is_tight {
        page.skip();
    }
    if keys.len() <= usize::from(page.left()) {
        for (key, what) in &keys {
            page.entry((key, NAMES, Style::BOLD), what, quiet);
        }
    } else {
        page.lines(&lines, quiet);
    }
}

/// Draws the panel below the board: two lines, and the keys if they fit.
fn draw_below(player: &Player, watch: Option<&PlaybackView>, buffer: &mut Buffer, area: Rect) {
    let mut page = TextPage::new(buffer, area);
    page.title(&player.session.title);
    let numbers = numbers(player, watch);
    let is_known = |value: &str| !matches!(value, NOT_ASKED | NOT_KNOWN | NO_RECORD);
    let numbers = numbers
        .iter()
        .filter(|(name, value)| *name != "Chosen" && is_known(value));
    let numbers: Vec<String> = numbers
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let line = numbers.join(" · ");
    let has_room = area.height < 3 && line.width() + 8 <= usize::from(area.width);
    let line = if has_room { line + " · ? help" } else { line };
    page.line(&line, player.palette.quiet());
    page.lines(
        &key_lines(&keys(player), area.width),
        player.palette.quiet(),
    );
}

fn numbers(player: &Player, watch: Option<&PlaybackView>) -> Vec<(&'static str, String)> {
    let made = player.session.game.moves().len();
    let moves = match (watch, player.session.game.redoable()) {
        (Some(watch), _) => {
            let begun = watch.playback.begun();
            let all = watch.playback.moves().len();
            return vec![
                (
                    "Watching",
                    format!("{begun} of {}", player.setup.sources.metric.count(all)),
                ),
                ("Speed", watch.speed().to_string()),
                ("Your game", player.setup.sources.metric.count(made)),
            ];
        }
        (None, 0) => made.to_string(),
        (None, undone) => format!("{made} (+{undone} undone)"),
    };
    let optimum = match player.session.optimum {
        KnownOptimum::Unknown => NOT_KNOWN.to_owned(),
        KnownOptimum::None => "no solution".to_owned(),
        KnownOptimum::Length(length) => length.to_string(),
    };
    let record = match &player.session.record {
        None => NO_RECORD.to_owned(),
        Some(record) if record.hints == 0 => record.length.to_string(),
        Some(record) => format!("{} with hints", record.length),
    };
    let unit = match player.setup.sources.metric {
        Metric::Move => "Moves",
        Metric::Slide => "Slides",
        Metric::Step => "Steps",
    };
    let chosen = player.session.puzzle().pieces()[player.chosen].label();
    vec![
        (unit, moves),
        ("Optimum", optimum),
        ("From here", player.distance()),
        ("Your best", record),
        ("Chosen", chosen),
    ]
}

/// Returns the keys of the current mode, with their effects.
fn keys(player: &Player) -> Vec<(String, String)> {
    match player.mode {
        Mode::Watch(_) => owned(&WATCH_KEYS),
        _ => game_keys(player),
    }
}

fn owned(keys: &[(&str, &str)]) -> Vec<(String, String)> {
    keys.iter()
        .map(|&(key, what)| (key.to_owned(), what.to_owned()))
        .collect()
}

/// Returns the keys of the game that the panel shows, the most important ones first.
fn game_keys(player: &Player) -> Vec<(String, String)> {
    let layout = player.setup.layout;
    let [piece, unit] = layout.hints();
    let mut keys = owned(&[
        (
            if layout == KeyLayout::Vi {
                "←↓↑→ hjkl"
            } else {
                "←↓↑→ jkl"
            },
            "move",
        ),
        ("Tab A–Z", "choose a piece"),
        ("u  r  x", "undo, redo, start again"),
        (&format!("{piece}  {unit}"), "hints: piece, move"),
        ("d", "how far it is"),
        ("s", "watch the rest"),
        ("n", "another puzzle"),
        ("?  q", "all keys, quit"),
    ]);
    // A piece whose letter is a command is chosen by `'` and the letter.
    let pieces = player.session.puzzle().pieces().iter();
    let pieces: Vec<_> = pieces
        .filter(|piece| layout.is_command(piece.letter))
        .collect();
    if let Some(first) = pieces.first() {
        let labels: Vec<String> = pieces.iter().map(|piece| piece.display_label()).collect();
        keys.insert(
            2,
            (
                format!("'{}", first.letter),
                format!("choose {}", labels.join(", ")),
            ),
        );
    }
    keys
}

/// Returns the keys in lines of this width.
fn key_lines(keys: &[(String, String)], width: u16) -> Vec<String> {
    filled(
        keys.iter().map(|(key, what)| format!("{key} {what}")),
        " · ",
        width.into(),
    )
}

fn all_keys(layout: KeyLayout) -> Vec<(String, String)> {
    let (arrows, toggle) = match layout {
        KeyLayout::Hints => (
            "←↓↑→  j k l",
            "h moves left as in vi, and i I give the hints",
        ),
        KeyLayout::Vi => ("←↓↑→  j k l  h", "h H give the hints again, as i I do now"),
    };
    let [piece, unit] = layout.hints().map(String::from);
    owned(&[
        (arrows, "move the chosen piece"),
        (
            "Tab  Shift-Tab",
            "choose the next piece that can move, the one before",
        ),
        (
            "a letter",
            "chooses its piece, unless it is a command, like the hint's",
        ),
        (
            "'  and a letter",
            "chooses its piece, even if the letter is a command",
        ),
        ("mouse", "click to choose, drag to move"),
        ("u  Backspace", "take the last move back"),
        ("r  Ctrl-R", "redo"),
        ("x  Home", "start again (r brings the moves back)"),
        (&piece, "hint: which piece to move"),
        (&unit, "hint: the move; Enter makes it"),
        ("d", "how far it is from here, on and off"),
        ("s", "watch the rest solved; your game waits"),
        ("!", "warn when a move leaves the shortest solutions"),
        ("n  /", "another puzzle"),
        ("v", toggle),
        ("Esc", "drop the hint, stop the search"),
        ("Ctrl-L  Ctrl-Z", "redraw, suspend"),
        ("q  Ctrl-C", "quit; the game is kept for the next time"),
    ])
}

const KEY_COLUMNS: u16 = 18;

const RULES: [&str; 3] = [
    "Steps of one piece, one after the other, count as one move.",
    "Moves that are undone, with u or by hand, do not count.",
    "While a solution is shown: space, ← →, - +, Home, End, Esc.",
];

/// Draws one page of the list of all keys over everything else. Returns the number of pages.
fn draw_help(player: &Player, page: usize, buffer: &mut Buffer, area: Rect) -> usize {
    let entries = all_keys(player.setup.layout);
    let widest = entries
        .iter()
        .map(|(_, what)| what.width())
        .chain([46])
        .max()
        .unwrap_or(0);
    let columns =
        (KEY_COLUMNS + u16::try_from(widest).unwrap_or(u16::MAX)).min(area.width.saturating_sub(4));
    let mut lines: Vec<(String, String, Style)> = Vec::new();
    for (key, what) in entries {
        let parts = filled(
            what.split(' '),
            " ",
            columns.saturating_sub(KEY_COLUMNS).into(),
        );
        let keys = std::iter::once(key).chain(std::iter::repeat_with(String::new));
        lines.extend(keys.zip(parts).map(|(key, part)| (key, part, Style::PLAIN)));
    }
    lines.push((String::new(), String::new(), Style::PLAIN));
    for rule in RULES {
        let parts = filled(rule.split(' '), " ", columns.into()).into_iter();
        lines.extend(parts.map(|part| (part, String::new(), player.palette.quiet())));
    }
    // Each page but the last has a row for the prompt.
    let room = usize::from(area.height.saturating_sub(2)).max(2);
    let rows = if lines.len() <= room { room } else { room - 1 };
    let pages = lines.len().div_ceil(rows);
    let shown = lines.len().min(if pages > 1 { room } else { lines.len() });
    let height = u16::try_from(shown).unwrap_or(u16::MAX);
    let inside = player
        .palette
        .open_box(buffer, area, (columns, height), "Keys");
    let mut text = TextPage::new(buffer, inside);
    for (key, what, style) in lines.into_iter().skip(page * rows).take(rows) {
        if what.is_empty() {
            text.line(&key, style);
        } else {
            text.entry((&key, KEY_COLUMNS, Style::BOLD), &what, style);
        }
    }
    if page + 1 < pages {
        text.line("… any key: more", player.palette.loud());
    }
    pages
}
