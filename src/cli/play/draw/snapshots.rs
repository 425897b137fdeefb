//! The screen as a whole, at several sizes, against pictures in the folder `snapshots`.

use std::sync::mpsc;

use huarong::Limits;
use huarong::Puzzle;
use huarong::puzzle::Metric;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use unicode_width::UnicodeWidthStr;

use super::{Paint, draw};
use crate::cli::input::Source;
use crate::cli::play::app::{App, Event, Next, Setup};
use crate::cli::play::keys::Layout;
use crate::cli::play::oracle::Sources;
use crate::cli::play::record_keeper::RecordKeeper;

const CLASSIC: &str = include_str!("../../../../puzzles/klotski/heng-dao-li-ma.txt");

/// One of everything: a wall, a gate, a bent piece, a letter that is wide, names that are not.
const MOTLEY: &str = "\
name: Motley
names: A=left C=Cao
gate: + = 曹 2

A A . . #
A . 曹 曹 C
. . + 1 C
2 . + . C

goal:
. . . . #
. . . . .
曹 曹 . . .
. . . . .
";

fn app(text: &str, paint: Paint) -> App {
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let source = Source { pick: "test.txt".to_owned(), puzzle };
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = RecordKeeper::in_file(folder.path().join("records.json"));
    let sources = Sources { metric: Metric::Move, limits: Limits::default(), tablebase: None };
    let setup = Setup { sources, layout: Layout::Hints, paint };
    App::new(source, setup, keeper, mpsc::channel().0)
}

fn press(app: &mut App, keys: &[KeyCode]) {
    for &key in keys {
        let event = TerminalEvent::Key(KeyEvent::new(key, KeyModifiers::NONE));
        let next = app.event(Event::Terminal(event), std::time::Instant::now());
        assert_eq!(next, Next::Draw, "{key:?}");
    }
}

fn drawn(app: &mut App, columns: u16, rows: u16) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a terminal");
    terminal.draw(|frame| draw(app, frame)).expect("it is drawn");
    terminal.backend().buffer().clone()
}

/// The characters of the screen, without the spaces at the end of lines.
fn text(buffer: &Buffer) -> String {
    let mut lines = String::new();
    for y in 0..buffer.area.height {
        let mut line = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += u16::try_from(symbol.width().max(1)).expect("a character");
        }
        lines += line.trim_end();
        lines += "\n";
    }
    lines
}

#[track_caller]
fn check(app: &mut App, (columns, rows): (u16, u16), expected: &str) {
    let seen = text(&drawn(app, columns, rows));
    assert!(seen == expected, "expected:\n{expected}\nseen:\n{seen}");
}

#[test]
fn the_classic_board_in_a_small_terminal() {
    check(&mut app(CLASSIC, Paint::Colours), (36, 15), include_str!("snapshots/classic-36x15.txt"));
}

#[test]
fn the_classic_board_in_a_usual_terminal() {
    check(&mut app(CLASSIC, Paint::Colours), (80, 24), include_str!("snapshots/classic-80x24.txt"));
}

#[test]
fn the_classic_board_in_a_large_terminal() {
    let mut app = app(CLASSIC, Paint::Colours);
    check(&mut app, (120, 40), include_str!("snapshots/classic-120x40.txt"));
}

#[test]
fn letters_alone_where_there_is_no_room_for_outlines() {
    check(&mut app(CLASSIC, Paint::Colours), (24, 10), include_str!("snapshots/classic-24x10.txt"));
}

#[test]
fn pieces_of_any_shape_walls_gates_and_names() {
    check(&mut app(MOTLEY, Paint::Colours), (84, 18), include_str!("snapshots/motley-84x18.txt"));
}

#[test]
fn the_help_lies_over_the_board_and_any_key_takes_it_away() {
    let mut app = app(CLASSIC, Paint::Colours);
    let before = text(&drawn(&mut app, 80, 26));
    press(&mut app, &[KeyCode::Char('?')]);
    check(&mut app, (80, 26), include_str!("snapshots/help-80x26.txt"));
    press(&mut app, &[KeyCode::Char('u')]);
    assert_eq!(text(&drawn(&mut app, 80, 26)), before, "the key does nothing else");
}

#[test]
fn the_list_of_puzzles() {
    let mut app = app(CLASSIC, Paint::Colours);
    press(&mut app, &[KeyCode::Char('n')]);
    press(&mut app, &"donkey".chars().map(KeyCode::Char).collect::<Vec<_>>());
    check(&mut app, (72, 14), include_str!("snapshots/list-72x14.txt"));
}

#[test]
fn a_terminal_that_is_too_small_is_told_how_large_it_should_be() {
    let expected = "This terminal is too s…
10×10 is needed,
23×6 is there.
q quits


";
    let mut app = app(CLASSIC, Paint::Colours);
    assert_eq!(text(&drawn(&mut app, 23, 6)), expected);
    for (columns, rows) in [(1, 1), (2, 40), (40, 2), (10, 10), (11, 11)] {
        for keys in [&[][..], &[KeyCode::Char('?')], &[KeyCode::Char('n'), KeyCode::Char('n')]] {
            press(&mut app, keys);
            drawn(&mut app, columns, rows);
        }
        press(&mut app, &[KeyCode::Esc, KeyCode::Esc]);
    }
}

#[test]
fn the_hero_and_his_ground_are_coloured_unless_colours_are_off() {
    let coloured = drawn(&mut app(CLASSIC, Paint::Colours), 80, 24);
    let plain = drawn(&mut app(CLASSIC, Paint::Plain), 80, 24);
    assert_eq!(text(&coloured), text(&plain));
    let grounds = |buffer: &Buffer| {
        let mut grounds: Vec<Color> = buffer.content().iter().map(|cell| cell.bg).collect();
        grounds.sort_unstable_by_key(|ground| format!("{ground:?}"));
        grounds.dedup();
        grounds.len()
    };
    assert_eq!(
        (grounds(&coloured), grounds(&plain)),
        (6, 1),
        "hero, his outline, three shapes, the rest"
    );
}
