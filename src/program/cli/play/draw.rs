//! The screen of the player, drawn from its state. Only the places of the board and of the list are
//! stored, for the mouse.

use crate::cli::columns::filled;
use crate::cli::prelude::*;
use crossterm::style::{ContentStyle, Stylize};

use super::{
    board::BoardView,
    layout::{ScreenLayout, arrange, digits, narrow},
    picker::draw_list,
    playback::{Origin, Playback},
    player::{Mode, NOT_ASKED, Player, hint_keys, is_command},
    screen::{Buffer, Rect, TextPage, cut},
    session::{KnownOptimum, in_words},
};

pub fn draw(player: &mut Player, buffer: &mut Buffer) {
    let area = buffer.area;
    let plain = ContentStyle::new();
    // The keys of the game, also in other modes, so that the board keeps its size.
    let keys = narrow(key_lines(&game_keys(player), area.width).len());
    let puzzle = player.session.puzzle();
    let layout = arrange(area, (puzzle.grid(), digits(puzzle)), keys);
    player.board = layout.as_ref().ok().map(|layout| layout.board);
    match layout {
        Ok(layout) => draw_game(player, buffer, &layout),
        Err((columns, rows)) => {
            let Rect { width, height, .. } = area;
            let text = format!(
                "This terminal is too small:\n{columns}×{rows} is needed,\n\
                 {width}×{height} is there.\nq quits"
            );
            TextPage { buffer, area }.lines(text.lines(), plain);
        }
    }
    player.list = match &mut player.mode {
        Mode::Pick(picker) => Some(draw_list(picker, &player.palette, buffer, area)),
        _ => None,
    };
    if let (Mode::Resume, Some(day)) = (&player.mode, &player.session.left) {
        let game = &player.session.game;
        let place = format!("Left at {} {}", game.metric(), game.moves().len());
        let text = format!("{place}\non {day}\nEnter  goes on\nf      starts over");
        let area = player.palette.open_box(buffer, area, (20, 4), "Go on?");
        TextPage { buffer, area }.lines(text.lines(), plain);
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
    let position = watch.map_or_else(|| player.session.game.position(), Playback::position);
    let view = BoardView {
        position: &position,
        chosen: match watch {
            Some(watch) => watch.current().map(|unit| unit.piece),
            None => Some(player.chosen),
        },
        hint: player.hinted_move.as_ref().filter(|_| watch.is_none()),
        palette: &player.palette,
        place: layout.board,
    };
    view.draw(buffer);
    let page = TextPage {
        buffer: &mut *buffer,
        area: layout.panel,
    };
    if layout.is_beside {
        draw_beside(player, watch, page);
    } else {
        draw_below(player, watch, page);
    }
    let message = watch.map(|watch| playback_message(player, watch));
    let Rect { x, y, width, .. } = layout.message;
    let message = cut(message.as_ref().unwrap_or(&player.message), width);
    buffer.write(x, y, &message, player.palette.loud());
}

fn playback_message(player: &Player, playback: &Playback) -> String {
    let count = playback.moves.len();
    let begun = playback.begun();
    let unit = match playback.current() {
        Some(unit) => in_words(player.session.puzzle(), unit),
        None => player.session.game.metric().count(count),
    };
    let state = match playback.due {
        _ if playback.is_over() => ", solved",
        None => ", paused",
        Some(_) => "",
    };
    let of = match playback.origin {
        Origin::Rest => "to the end",
        Origin::Stored => "of the solution",
    };
    format!("{begun}/{count} {of}: {unit}{state}")
}

const NOT_KNOWN: &str = "not known";
const NO_RECORD: &str = "none yet";

/// The width of the names of the numbers.
const NAMES: u16 = 11;

const WATCH_KEYS: &str = "\
space | pause, go on
← → | a move back, on
- + | slower, faster
Home End | beginning, end
Esc | your own game";

fn draw_beside(player: &Player, watch: Option<&Playback>, mut page: TextPage<'_>) {
    let quiet = player.palette.quiet();
    page.title(&player.session.title);
    let numbers = numbers(player, watch);
    let keys = keys(player);
    let lines = key_lines(&keys, page.area.width);
    let goals = player.session.puzzle().goals();
    let goal = drawing::goal(player.session.puzzle(), PieceStyle::Plain, &goals[0]);
    let left = usize::from(page.area.height);
    let shared = numbers.len() + 1 + goal.lines().count();
    let is_wide = left >= shared + 2 + keys.lines().count();
    // With little room, the keys stand in lines, and blank lines go.
    let is_tight = !is_wide && left >= shared + lines.len();
    if !is_tight {
        page.skip();
    }
    for (name, value) in numbers {
        page.entry((name, NAMES, quiet), &value, ContentStyle::new());
    }
    if is_wide || is_tight {
        page.skip();
        let mut name = match goals.len() {
            1 => "Goal".to_owned(),
            count => format!("Goal, 1 of {count}"),
        };
        let room = narrow(name.width() + 1).max(NAMES);
        for line in goal.lines() {
            page.entry((&name, room, quiet), line, ContentStyle::new());
            name.clear();
        }
    }
    if !is_tight {
        page.skip();
    }
    if keys.lines().count() <= page.area.height.into() {
        for (key, what) in rows(&keys) {
            page.entry((key, NAMES, ContentStyle::new().bold()), what, quiet);
        }
    } else {
        page.lines(lines, quiet);
    }
}

/// Draws the panel below the board: two lines, and the keys if they fit.
fn draw_below(player: &Player, watch: Option<&Playback>, mut page: TextPage<'_>) {
    let quiet = player.palette.quiet();
    let Rect { width, height, .. } = page.area;
    page.title(&player.session.title);
    let known: Vec<String> = numbers(player, watch)
        .into_iter()
        .filter(|(name, value)| {
            *name != "Chosen" && !matches!(&**value, NOT_ASKED | NOT_KNOWN | NO_RECORD)
        })
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    let mut line = known.join(" · ");
    if height < 3 && line.width() + 8 <= width.into() {
        line += " · ? help";
    }
    page.lines([line], quiet);
    page.lines(key_lines(&keys(player), width), quiet);
}

fn numbers(player: &Player, watch: Option<&Playback>) -> Vec<(&'static str, String)> {
    let game = &player.session.game;
    let metric = game.metric();
    let made = game.moves().len();
    if let Some(watch) = watch {
        let begun = watch.begun();
        let all = metric.count(watch.moves.len());
        return vec![
            ("Watching", format!("{begun} of {all}")),
            ("Speed", watch.speed().to_string()),
            ("Your game", metric.count(made)),
        ];
    }
    let moves = match game.redoable() {
        0 => made.to_string(),
        undone => format!("{made} (+{undone} undone)"),
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
    let unit = match metric {
        Metric::Move => "Moves",
        Metric::Slide => "Slides",
        Metric::Step => "Steps",
        Metric::Push => "Pushes",
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

/// Splits lines of keys and their effects.
fn rows(keys: &str) -> impl Iterator<Item = (&str, &str)> {
    keys.lines().filter_map(|line| line.split_once(" | "))
}

/// Returns the keys of the current mode.
fn keys(player: &Player) -> String {
    match player.mode {
        Mode::Watch(_) => WATCH_KEYS.to_owned(),
        _ => game_keys(player),
    }
}

/// Returns the keys of the game that the panel shows, the most important ones first.
fn game_keys(player: &Player) -> String {
    let is_vi = player.setup.is_vi;
    let [piece, unit] = hint_keys(is_vi);
    let left = if is_vi { "h" } else { "" };
    // A piece whose letter is a command is chosen by `'` and the letter.
    let pieces: Vec<_> = player
        .session
        .puzzle()
        .pieces()
        .iter()
        .filter(|piece| is_command(is_vi, piece.letter))
        .collect();
    let labels: Vec<String> = pieces.iter().map(|piece| piece.display_label()).collect();
    let marked = pieces.first().map_or(String::new(), |first| {
        format!("'{} | choose {}\n", first.letter, labels.join(", "))
    });
    format!(
        "\
←↓↑→ {left}jkl | move
Tab A–Z | choose a piece
{marked}u  r  x | undo, redo, start again
{piece}  {unit} | hints: piece, move
d | how far it is
s | watch the rest
n | another puzzle
?  q | all keys, quit"
    )
}

/// Returns the keys in lines of this width.
fn key_lines(keys: &str, width: u16) -> Vec<String> {
    let entries = rows(keys).map(|(key, what)| format!("{key} {what}"));
    filled(entries, " · ", width.into())
}

fn all_keys(is_vi: bool) -> String {
    let [piece, unit] = hint_keys(is_vi);
    let left = if is_vi { "  h" } else { "" };
    let toggle = if is_vi {
        "h H give the hints again, as i I do now"
    } else {
        "h moves left as in vi, and i I give the hints"
    };
    format!(
        "\
←↓↑→  j k l{left} | move the chosen piece
Tab  Shift-Tab | choose the next piece that can move, the one before
a letter | chooses its piece, unless it is a command, like the hint's
'  and a letter | chooses its piece, even if the letter is a command
mouse | click to choose, drag to move
u  Backspace | take the last move back
r  Ctrl-R | redo
x  Home | start again (r brings the moves back)
{piece} | hint: which piece to move
{unit} | hint: the move; Enter makes it
d | how far it is from here, on and off
s | watch the rest solved; your game waits
! | warn when a move leaves the shortest solutions
n  / | another puzzle
v | {toggle}
Esc | drop the hint, stop the search
Ctrl-L  Ctrl-Z | redraw, suspend
q  Ctrl-C | quit; the game is kept for the next time"
    )
}

const KEY_COLUMNS: u16 = 18;

const RULES: &str = "\
Steps of one piece, one after the other, count as one move.
Moves that are undone, with u or by hand, do not count.
While a solution is shown: space, ← →, - +, Home, End, Esc.";

/// Draws one page of the list of all keys over everything else. Returns the number of pages.
fn draw_help(player: &Player, page: usize, buffer: &mut Buffer, area: Rect) -> usize {
    let keys = all_keys(player.setup.is_vi);
    let widest = rows(&keys).map(|(_, what)| what.width()).max().unwrap_or(0);
    let columns = KEY_COLUMNS + narrow(widest.max(46));
    let columns = columns.min(area.width.saturating_sub(4));
    let wrapped = |text: &str, columns: u16| filled(text.split(' '), " ", columns.into());
    let mut lines: Vec<(&str, String)> = Vec::new();
    for (mut key, what) in rows(&keys) {
        for part in wrapped(what, columns.saturating_sub(KEY_COLUMNS)) {
            lines.push((std::mem::take(&mut key), part));
        }
    }
    let keys = lines.len();
    let rules = RULES.lines().flat_map(|rule| wrapped(rule, columns));
    lines.extend(
        [String::new()]
            .into_iter()
            .chain(rules)
            .map(|rule| ("", rule)),
    );
    // Each page but the last has a row for the prompt.
    let room = usize::from(area.height.saturating_sub(2)).max(2);
    let rows = if lines.len() <= room { room } else { room - 1 };
    let pages = lines.len().div_ceil(rows);
    let height = narrow(lines.len().min(room));
    let area = player
        .palette
        .open_box(buffer, area, (columns, height), "Keys");
    let mut text = TextPage { buffer, area };
    let bold = ContentStyle::new().bold();
    for (number, (key, what)) in lines.iter().enumerate().skip(page * rows).take(rows) {
        if number < keys {
            text.entry((key, KEY_COLUMNS, bold), what, ContentStyle::new());
        } else {
            text.lines([what], player.palette.quiet());
        }
    }
    if page + 1 < pages {
        text.lines(["… any key: more"], player.palette.loud());
    }
    pages
}
