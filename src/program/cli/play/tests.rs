//! Whole games by keys and mouse, without a terminal, and the screen as a whole at several sizes,
//! against the pictures in the folder `snapshots`.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        mpsc::{self, Receiver},
    },
    time::{Duration, Instant},
};

use crate::{
    cases::stride,
    collection::Collection,
    control::Limits,
    grid::{Cell, Direction},
    play::{Game, HintEvent, Hints, Store, first_choice},
    puzzle::{Metric, PieceId, Puzzle},
    render::ColourDepth,
    solution::{Move, Position},
};
use crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use crossterm::style::{Attribute, Color};

use super::{
    draw,
    player::{Event, Mode, Player, Reaction, Setup, is_command},
    screen::Buffer,
    session::{KnownOptimum, Session},
};
use crate::cli::{drawing::PieceStyle, exit::Exit, input::Source};

const CLASSIC: &str = crate::cases::CLASSIC;
const LINE: &str = "names: A=Ann\n\nA B .\n. . .\n\ngoal:\n. . A\n. . .\n";

/// A player, what it waits for, and a folder for its records.
struct Trial {
    player: Player,
    happened: Receiver<Event>,
    folder: tempfile::TempDir,
}

impl Trial {
    fn new(text: &str) -> Self {
        Trial::painted(text, PieceStyle::Coloured(ColourDepth::Indexed))
    }

    fn painted(text: &str, paint: PieceStyle) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (events, happened) = mpsc::channel();
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        let source = Source::new("test.txt", puzzle);
        let store = Store::new(folder.path());
        let setup = Setup {
            hints: Hints::new(Metric::Move, Limits::default()),
            is_vi: false,
            paint,
        };
        let session = Session::new(source, Metric::Move, store, true);
        let player = Player::new(session, setup, events);
        let mut trial = Trial {
            player,
            happened,
            folder,
        };
        trial.draw();
        trial
    }

    /// Draws the screen, so that the mouse has something to point at.
    fn draw(&mut self) {
        self.drawn(80, 24);
    }

    fn drawn(&mut self, columns: u16, rows: u16) -> Buffer {
        let mut buffer = Buffer::new(columns, rows);
        draw::draw(&mut self.player, &mut buffer);
        buffer
    }

    /// Holds that the screen, at this size, is as it should be.
    #[track_caller]
    fn shows(&mut self, (columns, rows): (u16, u16), expected: &str) {
        let shown = text(&self.drawn(columns, rows));
        assert!(shown == expected, "expected:\n{expected}\nseen:\n{shown}");
    }

    fn send(&mut self, event: TerminalEvent) -> Reaction {
        let next = self.player.event(Event::Terminal(event), Instant::now());
        self.draw();
        next
    }

    fn press(&mut self, code: KeyCode) -> Reaction {
        self.send(TerminalEvent::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    fn types(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.press(KeyCode::Char(letter));
        }
    }

    fn control(&mut self, letter: char) -> Reaction {
        self.send(TerminalEvent::Key(KeyEvent::new(
            KeyCode::Char(letter),
            KeyModifiers::CONTROL,
        )))
    }

    fn mouse(&mut self, kind: MouseEventKind, (x, y): (u16, u16)) -> Reaction {
        let modifiers = KeyModifiers::NONE;
        self.send(TerminalEvent::Mouse(MouseEvent {
            kind,
            column: x,
            row: y,
            modifiers,
        }))
    }

    /// Waits for the answer to what was asked.
    fn answer(&mut self) {
        loop {
            let event = self
                .happened
                .recv_timeout(Duration::from_secs(60))
                .expect("an answer");
            let is_last = !matches!(event, Event::Hint(_, HintEvent::Thinking(_)));
            self.player.event(event, Instant::now());
            if is_last {
                return self.draw();
            }
        }
    }

    fn board(&self) -> String {
        self.player
            .session
            .game
            .position()
            .to_string()
            .replace(' ', "")
            .replace('\n', "/")
    }

    fn message(&self) -> &str {
        &self.player.message
    }

    fn chosen(&self) -> char {
        self.player.session.puzzle().pieces()[self.player.chosen].letter
    }

    /// The middle of a cell on the screen.
    fn at(&self, row: u8, column: u8) -> (u16, u16) {
        let board = self.player.board.expect("it is drawn");
        let all = (0..24).flat_map(|y| (0..80).map(move |x| (x, y)));
        let mut inside = all.filter(|&(x, y)| board.cell_at(x, y) == Some(Cell::new(row, column)));
        inside.nth(4).expect("a cell has many characters")
    }
}

#[test]
fn a_piece_loses_its_layer_at_a_door_and_leaves_through_the_next_by_keys() {
    let rules = "layers: A = red blue\ndoor: red = right 1\ndoor: blue = left 1\n";
    let mut trial = Trial::new(&format!("{rules}\nA . .\n"));
    let shown = text(&trial.drawn(80, 24));
    assert!(shown.contains('▒') && shown.contains("all gone"), "{shown}");
    for _ in 0..3 {
        trial.press(KeyCode::Right);
    }
    assert_eq!(trial.board(), "..A");
    trial.types("uu");
    assert_eq!(trial.board(), "A..");
    trial.types("rA");
    for _ in 0..3 {
        trial.press(KeyCode::Left);
    }
    assert_eq!(trial.board(), "...");
    crate::cases::begins(trial.message(), "solved in 2 moves");
}

#[test]
fn a_puzzle_is_solved_by_keys_and_the_result_is_saved() {
    let mut trial = Trial::new(LINE);
    assert_eq!(trial.chosen(), 'A', "the hero, who can move");
    trial.press(KeyCode::Down);
    trial.types("ll");
    trial.press(KeyCode::Up);
    assert_eq!(
        (
            trial.board().as_str(),
            trial.player.session.game.moves().len()
        ),
        (".BA/...", 1)
    );
    crate::cases::begins(trial.message(), "solved in 1 move");
    assert!(
        trial
            .message()
            .ends_with("your first solution; n: another puzzle"),
        "{}",
        trial.message()
    );
    trial.types("x");
    trial.press(KeyCode::Down);
    trial.press(KeyCode::Tab);
    trial.types("ljkll");
    trial.types("B");
    trial.press(KeyCode::Left);
    assert_eq!(
        trial
            .player
            .session
            .record
            .as_ref()
            .map(|record| record.length),
        Some(1)
    );
}

#[test]
fn impossible_moves_and_commands_are_explained() {
    let mut trial = Trial::new(CLASSIC);
    trial.types("C");
    trial.press(KeyCode::Down);
    assert_eq!(
        trial.message(),
        "C 曹操 cannot go down: row 3, column 2 is taken by E 关羽"
    );
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
fn letters_choose_pieces_and_an_apostrophe_allows_every_letter() {
    let mut trial = Trial::new(CLASSIC);
    for (keys, chosen) in [
        ("E", 'E'),
        ("a", 'A'),
        ("'H", 'H'),
        ("'d", 'D'),
        ("'J", 'J'),
    ] {
        trial.types(keys);
        assert_eq!(trial.chosen(), chosen, "{keys}");
    }
    assert_eq!(trial.player.session.game.moves(), []);
    trial.types("v");
    trial.types("H");
    assert_eq!(trial.chosen(), 'H', "in vi's layout it is not a hint");
    trial.types("h");
    crate::cases::has(trial.message(), "cannot go left");
}

#[test]
fn every_letter_is_a_command_or_chooses_its_piece() {
    let letters = || ('A'..='Z').chain('a'..='z');
    let line: String = letters().flat_map(|letter| [letter, ' ']).collect();
    let goal = ". ".repeat(letters().count());
    for keys in ["", "v"] {
        let mut trial = Trial::new(&format!("{line}.\n\ngoal:\n{goal}A\n"));
        trial.types(keys);
        for letter in letters().skip(1) {
            trial.types("'A");
            let is_vi = trial.player.setup.is_vi;
            trial.types(&letter.to_string());
            let is_chosen = trial.chosen() == letter;
            assert_eq!(is_chosen, !is_command(is_vi, letter), "{letter} {is_vi}");
            trial.press(KeyCode::Esc);
        }
    }
}

#[test]
fn moves_can_be_undone_and_redone() {
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
    assert_eq!(trial.player.session.game.redoable(), 2);
}

#[test]
fn the_mouse_chooses_and_drags() {
    let mut trial = Trial::new(CLASSIC);
    let left = MouseButton::Left;
    trial.mouse(MouseEventKind::Down(left), trial.at(4, 0));
    assert_eq!(trial.chosen(), 'I');
    assert_eq!(
        trial.mouse(MouseEventKind::Drag(left), trial.at(4, 0)),
        Reaction::Stay
    );
    trial.mouse(MouseEventKind::Drag(left), trial.at(4, 1));
    trial.mouse(MouseEventKind::Drag(left), trial.at(4, 2));
    assert!(trial.board().ends_with("/..IJ"), "{}", trial.board());
    assert_eq!(
        trial.mouse(MouseEventKind::Drag(left), trial.at(4, 3)),
        Reaction::Stay,
        "J is there"
    );
    assert_eq!(trial.player.session.game.moves().len(), 1);
    trial.mouse(MouseEventKind::Up(left), trial.at(4, 3));
    assert_eq!(
        trial.mouse(MouseEventKind::Drag(left), trial.at(4, 1)),
        Reaction::Stay,
        "let go"
    );
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
    crate::cases::begins(trial.message(), "hint: move ");
    assert_eq!(
        trial.player.hinted_move, None,
        "which way is not given away"
    );
    trial.types("H");
    assert!(
        trial.message().ends_with("(Enter makes it)"),
        "no need to think twice"
    );
    assert!(trial.player.hinted_move.is_some());
    assert_eq!(trial.player.distance(), "press d");
    trial.types("d");
    assert_eq!(trial.player.distance(), "81");
    trial.press(KeyCode::Enter);
    trial.answer();
    assert_eq!(
        trial.player.distance(),
        "80",
        "told after each move from now on"
    );
    assert_eq!(trial.player.session.game.moves().len(), 1);
    trial.types("d");
    assert_eq!(trial.player.distance(), "press d");
}

#[test]
fn repeated_hint_requests_share_one_search() {
    let mut trial = Trial::new(CLASSIC);
    let request = |trial: &Trial| trial.player.pending.as_ref().map(|pending| pending.id);
    trial.types("h");
    let first = request(&trial);
    trial.types("hdH");
    assert!(first.is_some());
    assert_eq!(request(&trial), first);
    trial.answer();
    crate::cases::ends(trial.message(), "(Enter makes it)");
    assert_eq!(trial.player.distance(), "81");
}

#[test]
fn the_optimum_is_known_once_it_is_computed() {
    for (text, optimum) in [
        (LINE, KnownOptimum::Length(1)),
        ("A . # .\n\ngoal:\n. . # A\n", KnownOptimum::None),
    ] {
        let mut trial = Trial::new(text);
        assert_eq!(trial.player.session.optimum, KnownOptimum::Unknown);
        trial.types("h");
        trial.answer();
        assert_eq!(trial.player.session.optimum, optimum);
    }
}

#[test]
fn watching_the_remaining_solution_does_not_change_the_game() {
    let mut trial = Trial::new(CLASSIC);
    trial.types("'Hj");
    let before = trial.board();
    trial.types("s");
    trial.answer();
    let watched = |trial: &Trial| match &trial.player.mode {
        Mode::Watch(watch) => (watch.begun(), watch.is_over()),
        _ => panic!("nothing is watched"),
    };
    while let Some(due) = trial.player.due() {
        assert_eq!(trial.player.tick(due), Reaction::Draw);
    }
    assert!(watched(&trial).1);
    trial.press(KeyCode::Home);
    trial.press(KeyCode::Right);
    trial.types("l");
    assert_eq!(watched(&trial), (2, false));
    trial.types("h");
    assert_eq!(
        (watched(&trial).0, trial.player.due()),
        (1, None),
        "it pauses"
    );
    trial.press(KeyCode::Char(' '));
    assert!(trial.player.due().is_some());
    trial.press(KeyCode::Esc);
    assert_eq!(
        (trial.board(), trial.player.session.game.moves().len()),
        (before, 1)
    );
    assert_eq!(trial.player.session.record, None, "nobody has solved it");
}

#[test]
fn answers_to_outdated_hint_requests_are_ignored() {
    let mut moved = Trial::new(CLASSIC);
    let mut left = Trial::new(CLASSIC);
    moved.types("h'Hj");
    left.types("hnred donkey");
    left.press(KeyCode::Enter);
    for trial in [&mut moved, &mut left] {
        while let Ok(event) = trial.happened.recv_timeout(Duration::from_millis(200)) {
            trial.player.event(event, Instant::now());
        }
        assert_eq!(trial.message(), "");
    }
    assert_eq!(moved.chosen(), 'H');
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
    assert_eq!(trial.player.session.optimum, KnownOptimum::Length(81));
    assert_eq!(trial.player.session.game.moves(), []);
    trial.types("/");
    trial.types("red donkey");
    let rows = trial.player.list.expect("it is drawn").0;
    trial.mouse(MouseEventKind::Down(MouseButton::Left), (rows.x, rows.y));
    assert_eq!(trial.player.session.pick, "red-donkey");
    trial.types("n");
    trial.press(KeyCode::Esc);
    assert_eq!(trial.player.session.pick, "red-donkey");
}

#[test]
fn q_ctrl_c_and_signals_end_the_player() {
    let mut trial = Trial::new(LINE);
    assert_eq!(trial.press(KeyCode::Char('q')), Reaction::Leave(Exit::Done));
    assert_eq!(trial.control('c'), Reaction::Leave(Exit::Stopped));
    trial.types("n");
    assert_eq!(
        trial.control('c'),
        Reaction::Leave(Exit::Stopped),
        "whatever is open"
    );
    assert_eq!(trial.control('z'), Reaction::Suspend);
    assert_eq!(trial.control('l'), Reaction::DrawAnew);
    assert_eq!(
        trial.player.event(Event::End, Instant::now()),
        Reaction::Leave(Exit::Stopped)
    );
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
        assert_eq!(trial.player.session.game.moves()[0].path, [direction]);
    }
}

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

/// The characters of the screen, without the spaces at the end of lines.
fn text(buffer: &Buffer) -> String {
    let line = |y| buffer.row(y).iter().map(|it| &*it.text).collect::<String>();
    (0..buffer.area.height)
        .flat_map(|y| {
            [line(y).trim_end(), "\n"]
                .concat()
                .chars()
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_board_is_drawn_as_large_as_possible() {
    for (text, size, expected) in [
        // Letters alone where there is no room for outlines.
        (
            CLASSIC,
            (24, 10),
            include_str!("snapshots/classic-24x10.txt"),
        ),
        (
            CLASSIC,
            (36, 15),
            include_str!("snapshots/classic-36x15.txt"),
        ),
        (
            CLASSIC,
            (80, 24),
            include_str!("snapshots/classic-80x24.txt"),
        ),
        (
            CLASSIC,
            (120, 40),
            include_str!("snapshots/classic-120x40.txt"),
        ),
        // Pieces of any shape, walls, gates and names.
        (MOTLEY, (84, 18), include_str!("snapshots/motley-84x18.txt")),
    ] {
        Trial::new(text).shows(size, expected);
    }
}

#[test]
fn the_initially_chosen_piece_can_move_if_any_piece_can() {
    for entry in Collection::built_in().entries().step_by(stride(5)) {
        let start = Position::start(&entry.puzzle);
        let can_move = |piece: PieceId| {
            Direction::ALL.into_iter().any(|direction| {
                let unit = Move {
                    piece,
                    from: start.anchor(piece),
                    path: vec![direction],
                };
                start.clone().apply(&unit).is_ok()
            })
        };
        let expected = (0..start.anchors().len()).any(can_move);
        assert_eq!(
            can_move(first_choice(&start)),
            expected,
            "{:?}",
            entry.puzzle.title()
        );
    }
}

#[test]
fn every_key_is_shown_beside_boards_of_any_size_or_below() {
    let mut sizes = HashSet::new();
    for entry in Collection::built_in().entries().step_by(stride(9)) {
        let puzzle = entry.puzzle;
        let size = (puzzle.grid().rows(), puzzle.grid().columns());
        if !sizes.insert(size) {
            continue;
        }
        let mut trial = Trial::new(&puzzle.to_string());
        for (columns, rows) in [(200, 60), (100, 40), (80, 24)] {
            let shown = text(&trial.drawn(columns, rows));
            for what in [
                "move",
                "choose a piece",
                "undo, redo, start again",
                "hints: piece, move",
                "how far it is",
                "watch the rest",
                "another puzzle",
                "all keys, quit",
            ] {
                assert!(
                    shown.contains(what),
                    "{size:?} at {columns}x{rows}: {what}\n{shown}"
                );
            }
        }
    }
}

#[test]
fn a_piece_whose_letter_is_a_command_has_its_key_on_the_panel() {
    let mut trial = Trial::new(CLASSIC);
    assert!(text(&trial.drawn(80, 24)).contains("  'H         choose H\n"));
    trial.types("v");
    assert!(text(&trial.drawn(80, 24)).contains("  'I         choose I\n"));
    let mut trial = Trial::new(LINE);
    assert!(!text(&trial.drawn(80, 24)).contains("'H"), "there is none");
}

#[test]
fn the_goal_is_drawn_beside_a_square_board() {
    let square = "A B .\n. . .\n. . .\n\ngoal:\n. . .\n. . .\n. . A\n";
    for size in [(100, 40), (80, 24)] {
        assert!(
            text(&Trial::new(square).drawn(size.0, size.1)).contains("Goal"),
            "{size:?}"
        );
    }
    // With little room, the keys stand in lines and leave some to the goal.
    let shown = text(&Trial::new(CLASSIC).drawn(60, 20));
    for what in [
        "Goal       . . . .",
        ". C C .",
        "· s watch the rest",
        "all keys, quit",
    ] {
        assert!(shown.contains(what), "{what}\n{shown}");
    }
}

#[test]
fn the_help_covers_the_board_until_a_key_is_pressed() {
    let mut trial = Trial::new(CLASSIC);
    let before = text(&trial.drawn(80, 26));
    trial.types("?");
    trial.shows((80, 26), include_str!("snapshots/help-80x26.txt"));
    assert_eq!(trial.press(KeyCode::Char('u')), Reaction::Draw);
    // The key does nothing else.
    trial.shows((80, 26), &before);
}

#[test]
fn the_help_is_wrapped_and_paged_on_small_terminals() {
    let mut trial = Trial::new(CLASSIC);
    trial.types("?");
    let mut seen = String::new();
    let mut pages = 0;
    while trial.player.help.is_some() {
        let page = text(&trial.drawn(40, 24));
        seen += &page;
        pages += 1;
        let event = TerminalEvent::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::NONE));
        trial.player.event(Event::Terminal(event), Instant::now());
    }
    assert_eq!(pages, 3, "{seen}");
    let words: Vec<&str> = seen.split([' ', '\n', '│']).collect();
    for what in ["suspend", "hint's", "Steps", "Esc."] {
        assert!(words.contains(&what), "{what}\n{seen}");
    }
}

#[test]
fn the_drawn_frame_has_a_gap_at_the_exit() {
    let mut trial = Trial::new("pieces: axis\nexit: X=right\n\nX X .\n. . B\n. . B\n");
    let shown = text(&trial.drawn(80, 24));
    let sides = |line: &str| line.matches('┃').count();
    let rows: Vec<usize> = shown
        .lines()
        .map(sides)
        .filter(|&sides| sides > 0)
        .collect();
    let height = rows.len() / 3;
    assert!(rows[..height].iter().all(|&sides| sides == 1), "{shown}");
    assert!(rows[height..].iter().all(|&sides| sides == 2), "{shown}");
}

#[test]
fn the_picker_draws_the_list_of_puzzles() {
    let mut trial = Trial::new(CLASSIC);
    let mut game = Game::new(Arc::clone(trial.player.session.puzzle()), Metric::Move);
    game.step(7, Direction::Down).expect("there is room");
    let mut store = Store::new(trial.folder.path());
    store
        .submit(&game, 0, String::new())
        .expect("it can be kept");
    trial.types("ndao li ma");
    trial.shows((72, 14), include_str!("snapshots/list-72x14.txt"));
    // Where there is room, with the board of the marked one.
    trial.control('s');
    trial.shows((110, 24), include_str!("snapshots/list-110x24.txt"));
    // Where there is little, the keys are told in fewer words.
    assert!(text(&trial.drawn(50, 14)).contains("· Ctrl-S sorts · Esc "));
}

#[test]
fn a_terminal_that_is_too_small_shows_the_required_size() {
    let expected = "This terminal is too s…
10×10 is needed,
23×6 is there.
q quits


";
    let mut trial = Trial::new(CLASSIC);
    trial.shows((23, 6), expected);
    for (columns, rows) in [(1, 1), (2, 40), (40, 2), (10, 10), (11, 11)] {
        for keys in ["", "?", "nn"] {
            trial.types(keys);
            trial.drawn(columns, rows);
        }
        trial.press(KeyCode::Esc);
        trial.press(KeyCode::Esc);
    }
}

#[test]
fn the_hero_and_the_background_are_coloured_unless_colours_are_off() {
    let [coloured, plain] = [
        PieceStyle::Coloured(ColourDepth::Indexed),
        PieceStyle::Plain,
    ]
    .map(|paint| Trial::painted(CLASSIC, paint).drawn(80, 24));
    assert_eq!(text(&coloured), text(&plain));
    let styles = |buffer: &Buffer| -> HashSet<_> {
        let symbols = (0..buffer.area.height).flat_map(|y| buffer.row(y));
        symbols
            .map(|symbol| (symbol.style.foreground_color, symbol.style.background_color))
            .collect()
    };
    let backgrounds: HashSet<_> = styles(&coloured).into_iter().map(|style| style.1).collect();
    assert_eq!(
        backgrounds.len(),
        6,
        "hero, his outline, three shapes, the rest"
    );
    assert_eq!(styles(&plain), HashSet::from([(None, None)]));
}

/// A screen of the picture of the player: columns, rows, and their size in pixels.
const PICTURE: (u16, u16) = (78, 24);
const CELL: (f32, f32) = (8.4, 16.5);

fn colour_of(colour: Option<Color>) -> Option<String> {
    Some(match colour? {
        Color::Rgb { r, g, b } => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::AnsiValue(number @ 232..) => {
            let grey = 8 + 10 * (number - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
        Color::AnsiValue(number @ 16..) => {
            let level = |part: u8| [0, 95, 135, 175, 215, 255][usize::from(part % 6)];
            let [red, green, blue] = [36, 6, 1].map(|unit| level((number - 16) / unit));
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Color::Reset => return None,
        Color::DarkGrey | Color::Grey => "#9a9a9a".to_owned(),
        Color::Yellow | Color::DarkYellow => "#e5c07b".to_owned(),
        Color::Green | Color::DarkGreen => "#98c379".to_owned(),
        Color::Red | Color::DarkRed => "#e06c75".to_owned(),
        Color::Cyan | Color::DarkCyan => "#56b6c2".to_owned(),
        other => panic!("{other:?} has no colour in the picture"),
    })
}

/// A row of a screen as SVG: each run of one style is a text.
fn drawn_row(row: &[super::screen::Symbol], y: u16) -> String {
    let mut svg = String::new();
    let mut start = 0;
    while start < row.len() {
        let is_wide = |at: usize| row.get(at + 1).is_some_and(|next| next.text.is_empty());
        let is_next = |&at: &usize| {
            let is_half = row[at].text.is_empty();
            row[at].style == row[start].style && (is_half || is_wide(at) == is_wide(start))
        };
        let end = (start + 1..row.len())
            .find(|at| !is_next(at))
            .unwrap_or(row.len());
        let text: String = row[start..end].iter().map(|it| it.text.as_str()).collect();
        let style = row[start].style;
        let is_reverse = style.attributes.has(Attribute::Reverse);
        let colours = [style.foreground_color, style.background_color].map(colour_of);
        let [fill, back] = if is_reverse {
            let [fill, back] = colours;
            [
                back.or(Some("#1e1e1e".into())),
                fill.or(Some("#dcdcdc".into())),
            ]
        } else {
            colours
        };
        let x = |column: usize| CELL.0 * f32::from(u16::try_from(column).expect("a column"));
        let top = CELL.1 * f32::from(y);
        if let Some(back) = back {
            let width = x(end) - x(start) + 0.3;
            let left = x(start);
            let height = CELL.1 + 0.3;
            svg += &format!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{back}\"/>"
            );
        }
        let shown = text.trim();
        if !shown.is_empty() {
            let before = text.len() - text.trim_start().len();
            let left = start + before;
            let columns = unicode_width::UnicodeWidthStr::width(shown);
            let fill = fill.map_or(String::new(), |fill| format!(" fill=\"{fill}\""));
            let bold = if style.attributes.has(Attribute::Bold) {
                " font-weight=\"bold\""
            } else {
                ""
            };
            svg += &format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" textLength=\"{:.1}\"{fill}{bold}>{}</text>",
                x(left),
                top + 12.7,
                x(columns),
                crate::render::Escaped(shown)
            );
        }
        start = end;
    }
    svg
}

/// The screens one after another as an animated SVG; each row is drawn anew when it changes.
fn film(screens: &[(Buffer, u32)]) -> String {
    let total: u32 = screens.iter().map(|(_, time)| time).sum();
    let (columns, rows) = PICTURE;
    let width = CELL.0 * f32::from(columns) + 24.0;
    let height = CELL.1 * f32::from(rows) + 24.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-12 -12 {width:.0} {height:.0}\" \
         font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"14\" fill=\"#dcdcdc\" \
         xml:space=\"preserve\"><title>huarong play heng-dao-li-ma</title>\
         <rect x=\"-12\" y=\"-12\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"10\" fill=\"#1e1e1e\"/>\n"
    );
    for y in 0..rows {
        let mut begin = 0;
        let mut at = 0;
        while at < screens.len() {
            let row = screens[at].0.row(y);
            let same = screens[at..]
                .iter()
                .take_while(|(screen, _)| screen.row(y) == row);
            let same: Vec<u32> = same.map(|(_, time)| *time).collect();
            let end = begin + same.iter().sum::<u32>();
            let drawn = drawn_row(row, y);
            let share = |time: u32| f64::from(time) / f64::from(total);
            if same.len() == screens.len() {
                svg += &format!("{drawn}\n");
            } else if !drawn.is_empty() {
                let (values, times) = if begin == 0 {
                    ("visible;hidden".to_owned(), format!("0;{:.4}", share(end)))
                } else {
                    let values = "hidden;visible;hidden".to_owned();
                    (values, format!("0;{:.4};{:.4}", share(begin), share(end)))
                };
                svg += &format!(
                    "<g visibility=\"hidden\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
                     values=\"{values}\" keyTimes=\"{times}\" dur=\"{total}ms\" \
                     repeatCount=\"indefinite\"/>{drawn}</g>\n"
                );
            }
            begin = end;
            at += same.len();
        }
    }
    svg + "</svg>\n"
}

/// `PICTURES=overwrite cargo test --lib the_picture_of_the_player` draws it again.
#[test]
fn the_picture_of_the_player_in_the_readme_is_what_it_shows() {
    let mut trial = Trial::painted(CLASSIC, PieceStyle::Coloured(ColourDepth::Full));
    let (columns, rows) = PICTURE;
    let mut screens = vec![(trial.drawn(columns, rows), 1500)];
    let mut show = |trial: &mut Trial, time| screens.push((trial.drawn(columns, rows), time));
    let ask = |trial: &mut Trial, key: &str| {
        trial.types(key);
        // A hint that is known already is shown at once.
        if !trial.message().starts_with("hint: ") {
            trial.answer();
        }
    };
    ask(&mut trial, "h");
    show(&mut trial, 1300);
    for time in [1300, 500, 500, 500, 500, 500, 500] {
        ask(&mut trial, "H");
        show(&mut trial, time);
        trial.press(KeyCode::Enter);
        show(&mut trial, 600);
    }
    trial.types("u");
    show(&mut trial, 900);
    trial.types("C");
    show(&mut trial, 700);
    trial.press(KeyCode::Down);
    show(&mut trial, 1800);
    let drawn = film(&screens);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pictures/player.svg");
    if std::env::var_os("PICTURES").is_some_and(|it| it == "overwrite") {
        std::fs::write(path, &drawn).expect("it can be written");
    }
    let known = std::fs::read_to_string(path).expect("a picture");
    assert!(drawn == known, "draw it again with PICTURES=overwrite");
    assert!(roxmltree::Document::parse(&drawn).is_ok());
    assert!(drawn.len() < 300_000, "{} bytes", drawn.len());
}
