//! Whole games by keys and mouse, without a terminal.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use huarong::Puzzle;
use huarong::control::Limits;
use huarong::grid::Direction;
use huarong::puzzle::Metric;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::cli::play::draw;
use crate::cli::play::oracle::Sources;
use crate::cli::play::table::Optimum;

const CLASSIC: &str = include_str!("../../../../puzzles/klotski/heng-dao-li-ma.txt");
const LINE: &str = "names: A=Ann\n\nA B .\n. . .\n\ngoal:\n. . A\n. . .\n";

/// An app, what it waits for, and a folder for its records.
struct Trial {
    app: App,
    happened: Receiver<Event>,
    _folder: tempfile::TempDir,
}

impl Trial {
    fn new(text: &str) -> Self {
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let source = Source { pick: "test.txt".to_owned(), puzzle };
        let folder = tempfile::tempdir().expect("a folder");
        let keeper = RecordKeeper::in_file(folder.path().join("records.json"));
        let setup = Setup {
            sources: Sources { metric: Metric::Move, limits: Limits::default(), tablebase: None },
            layout: Layout::Hints,
            paint: Paint::Colours,
        };
        let (events, happened) = mpsc::channel();
        let mut trial =
            Trial { app: App::new(source, setup, keeper, events), happened, _folder: folder };
        trial.draw();
        trial
    }

    /// Draws the screen, so that the mouse has something to point at.
    fn draw(&mut self) {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
        terminal.draw(|frame| draw::draw(&mut self.app, frame)).expect("it is drawn");
    }

    fn send(&mut self, event: TerminalEvent) -> Next {
        let next = self.app.event(Event::Terminal(event), Instant::now());
        self.draw();
        next
    }

    fn press(&mut self, code: KeyCode) -> Next {
        self.send(TerminalEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    fn types(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.press(KeyCode::Char(letter));
        }
    }

    fn control(&mut self, letter: char) -> Next {
        self.send(TerminalEvent::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)))
    }

    fn mouse(&mut self, kind: MouseEventKind, (x, y): (u16, u16)) -> Next {
        let modifiers = KeyModifiers::NONE;
        self.send(TerminalEvent::Mouse(MouseEvent { kind, column: x, row: y, modifiers }))
    }

    /// Waits for the answer to what was asked.
    fn answer(&mut self) {
        loop {
            let event = self.happened.recv_timeout(Duration::from_secs(60)).expect("an answer");
            let is_last = !matches!(event, Event::Report(_, _, Report::Thinking(_)));
            self.app.event(event, Instant::now());
            if is_last {
                return self.draw();
            }
        }
    }

    fn board(&self) -> String {
        self.app.table.game.position().to_string().replace(' ', "").replace('\n', "/")
    }

    fn message(&self) -> &str {
        &self.app.table.message
    }

    fn chosen(&self) -> char {
        self.app.table.puzzle().pieces()[self.app.table.chosen].letter
    }

    /// The middle of a cell on the screen.
    fn at(&self, row: u8, column: u8) -> (u16, u16) {
        let board = self.app.board.expect("it is drawn");
        let all = (0..24).flat_map(|y| (0..80).map(move |x| (x, y)));
        let mut inside = all.filter(|&(x, y)| board.cell_at(x, y) == Some(Cell::new(row, column)));
        inside.nth(4).expect("a cell has many characters")
    }
}

#[test]
fn a_puzzle_is_solved_by_keys_and_the_result_is_kept() {
    let mut trial = Trial::new(LINE);
    assert_eq!(trial.chosen(), 'A', "the hero");
    trial.press(KeyCode::Down);
    trial.types("ll");
    trial.press(KeyCode::Up);
    assert_eq!((trial.board().as_str(), trial.app.table.game.moves().len()), (".BA/...", 1));
    assert!(trial.message().starts_with("solved in 1 move"), "{}", trial.message());
    assert!(trial.message().ends_with("your first solution"), "{}", trial.message());
    trial.types("x");
    trial.press(KeyCode::Down);
    trial.press(KeyCode::Tab);
    trial.types("ljkll");
    trial.types("B");
    trial.press(KeyCode::Left);
    assert_eq!(trial.app.table.record.as_ref().map(|record| record.length), Some(1));
}

#[test]
fn what_cannot_be_done_is_explained() {
    let mut trial = Trial::new(CLASSIC);
    trial.press(KeyCode::Down);
    assert_eq!(trial.message(), "C 曹操 cannot go down: (2, 1) is taken by E 关羽");
    trial.types("u");
    assert_eq!(trial.message(), "there is nothing to take back");
    trial.types("r");
    assert_eq!(trial.message(), "there is nothing to make again");
    trial.types("Z");
    assert_eq!(trial.message(), "there is no piece Z");
    trial.press(KeyCode::Enter);
    assert_eq!(trial.message(), "no hint has shown a move yet");
}

#[test]
fn letters_choose_pieces_and_after_a_mark_every_letter_does() {
    let mut trial = Trial::new(CLASSIC);
    for (keys, chosen) in [("E", 'E'), ("a", 'A'), ("'H", 'H'), ("'d", 'D'), ("'J", 'J')] {
        trial.types(keys);
        assert_eq!(trial.chosen(), chosen, "{keys}");
    }
    assert_eq!(trial.app.table.game.moves(), []);
    trial.types("v");
    trial.types("H");
    assert_eq!(trial.chosen(), 'H', "in vi's layout it is no hint");
    trial.types("h");
    assert!(trial.message().contains("cannot go left"), "{}", trial.message());
}

#[test]
fn moves_are_taken_back_and_made_again() {
    let mut trial = Trial::new(CLASSIC);
    let start = trial.board();
    trial.types("'Hj");
    trial.types("'Gl");
    let moved = trial.board();
    trial.press(KeyCode::Backspace);
    trial.types("u");
    assert_eq!(trial.board(), start);
    assert_eq!(trial.message(), "taken back: H 卒 down");
    trial.types("r");
    trial.control('r');
    assert_eq!(trial.board(), moved);
    trial.types("x");
    assert_eq!(trial.board(), start);
    assert_eq!(trial.app.table.game.redoable(), 2);
}

#[test]
fn the_mouse_chooses_and_drags() {
    let mut trial = Trial::new(CLASSIC);
    let left = MouseButton::Left;
    trial.mouse(MouseEventKind::Down(left), trial.at(4, 0));
    assert_eq!(trial.chosen(), 'I');
    assert_eq!(trial.mouse(MouseEventKind::Drag(left), trial.at(4, 0)), Next::Stay);
    trial.mouse(MouseEventKind::Drag(left), trial.at(4, 1));
    trial.mouse(MouseEventKind::Drag(left), trial.at(4, 2));
    assert!(trial.board().ends_with("/..IJ"), "{}", trial.board());
    assert_eq!(trial.mouse(MouseEventKind::Drag(left), trial.at(4, 3)), Next::Stay, "J is there");
    assert_eq!(trial.app.table.game.moves().len(), 1);
    trial.mouse(MouseEventKind::Up(left), trial.at(4, 3));
    assert_eq!(trial.mouse(MouseEventKind::Drag(left), trial.at(4, 1)), Next::Stay, "let go");
    // A large piece follows by the cell that it is held by, not by its anchor.
    trial.mouse(MouseEventKind::Down(left), trial.at(3, 0));
    trial.mouse(MouseEventKind::Drag(left), (0, 23));
    assert!(trial.board().ends_with("/DGHF/D.IJ"), "{}", trial.board());
}

#[test]
fn hints_are_graded() {
    let mut trial = Trial::new(CLASSIC);
    trial.types("h");
    trial.answer();
    assert!(trial.message().starts_with("hint: move "), "{}", trial.message());
    assert_eq!(trial.app.table.shown, None, "which way is not given away");
    trial.types("H");
    assert!(trial.message().ends_with("(Enter makes it)"), "no need to think twice");
    assert!(trial.app.table.shown.is_some());
    assert_eq!(trial.app.table.distance(), "press d");
    trial.types("d");
    assert_eq!(trial.app.table.distance(), "81");
    trial.press(KeyCode::Enter);
    trial.answer();
    assert_eq!(trial.app.table.distance(), "80", "told after each move from now on");
    assert_eq!(trial.app.table.game.moves().len(), 1);
    trial.types("d");
    assert_eq!(trial.app.table.distance(), "press d");
}

#[test]
fn a_position_that_is_lost_is_told() {
    let mut trial = Trial::new("A . # .\n\ngoal:\n. . # A\n");
    trial.types("h");
    trial.answer();
    assert_eq!(trial.message(), "it cannot be solved from here");
    assert_eq!(trial.app.table.optimum, Optimum::None);
}

#[test]
fn the_optimum_is_known_once_it_is_computed() {
    let mut trial = Trial::new(LINE);
    assert_eq!(trial.app.table.optimum, Optimum::Unknown);
    trial.types("h");
    trial.answer();
    assert_eq!(trial.app.table.optimum, Optimum::Length(1));
}

#[test]
fn the_rest_is_watched_and_the_game_waits_as_it_was() {
    let mut trial = Trial::new(CLASSIC);
    trial.types("'Hj");
    let before = trial.board();
    trial.types("s");
    trial.answer();
    let watched = |trial: &Trial| match &trial.app.mode {
        Mode::Watch(watch) => (watch.playback.begun(), watch.playback.is_over()),
        _ => panic!("nothing is watched"),
    };
    while let Some(due) = trial.app.due() {
        assert_eq!(trial.app.tick(due), Next::Draw);
    }
    assert!(watched(&trial).1);
    trial.press(KeyCode::Home);
    trial.press(KeyCode::Right);
    trial.types("l");
    assert_eq!(watched(&trial), (2, false));
    trial.types("h");
    assert_eq!((watched(&trial).0, trial.app.due()), (1, None), "it pauses");
    trial.press(KeyCode::Char(' '));
    assert!(trial.app.due().is_some());
    trial.press(KeyCode::Esc);
    assert_eq!((trial.board(), trial.app.table.game.moves().len()), (before, 1));
    assert_eq!(trial.app.table.record, None, "nobody has solved it");
}

#[test]
fn a_new_move_ends_the_thinking_about_the_old_position() {
    let mut trial = Trial::new(CLASSIC);
    trial.types("h");
    trial.types("'Hj");
    // Whatever comes now is about a board that is no more.
    while let Ok(event) = trial.happened.recv_timeout(Duration::from_millis(200)) {
        trial.app.event(event, Instant::now());
    }
    assert_eq!((trial.message(), trial.chosen()), ("", 'H'));
}

#[test]
fn another_puzzle_is_picked_without_leaving() {
    let mut trial = Trial::new(LINE);
    trial.press(KeyCode::Down);
    trial.types("n");
    trial.types("hengdao");
    trial.control('u');
    trial.types("heng dao li ma");
    trial.press(KeyCode::Enter);
    assert_eq!(trial.app.table.optimum, Optimum::Length(81));
    assert_eq!(trial.app.table.game.moves(), []);
    trial.types("/");
    trial.types("red donkey");
    let rows = trial.app.list.expect("it is drawn").0;
    trial.mouse(MouseEventKind::Down(MouseButton::Left), (rows.x, rows.y));
    assert_eq!(trial.app.table.pick, "red-donkey");
    trial.types("n");
    trial.press(KeyCode::Esc);
    assert_eq!(trial.app.table.pick, "red-donkey");
}

#[test]
fn an_answer_about_a_puzzle_that_was_left_is_not_heard() {
    let mut trial = Trial::new(CLASSIC);
    trial.types("h");
    trial.types("n");
    trial.types("red donkey");
    trial.press(KeyCode::Enter);
    while let Ok(event) = trial.happened.recv_timeout(Duration::from_millis(200)) {
        trial.app.event(event, Instant::now());
    }
    assert_eq!(trial.message(), "");
}

#[test]
fn one_leaves_by_q_and_is_sent_away_by_control_c_and_signals() {
    let mut trial = Trial::new(LINE);
    assert_eq!(trial.press(KeyCode::Char('q')), Next::Leave(Exit::Done));
    assert_eq!(trial.control('c'), Next::Leave(Exit::Stopped));
    trial.types("n");
    assert_eq!(trial.control('c'), Next::Leave(Exit::Stopped), "whatever is open");
    assert_eq!(trial.control('z'), Next::Suspend);
    assert_eq!(trial.app.event(Event::End, Instant::now()), Next::Leave(Exit::Stopped));
}

#[test]
fn steps_are_in_the_direction_of_their_arrows() {
    for (code, direction) in [
        (KeyCode::Up, Direction::Up),
        (KeyCode::Left, Direction::Left),
        (KeyCode::Right, Direction::Right),
        (KeyCode::Down, Direction::Down),
    ] {
        let mut trial = Trial::new(". . .\n. A .\n. . .\n\ngoal:\nA . .\n. . .\n. . .\n");
        trial.press(code);
        assert_eq!(trial.app.table.game.moves()[0].path, [direction]);
    }
}
