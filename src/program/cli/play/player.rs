//! The player on the screen: the state of the game and of everything shown, and what each event
//! does.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::control::Progress;
use crate::grid::{Cell, Direction, Offset};
use crate::play::{
    Advice, CycleDirection, HintEvent, HintThread, Playback, RequestId, Store, first_choice,
    neighbour, with_letter,
};
use crate::puzzle::PieceId;
use crate::sliding::SolveError;
use crate::solution::Move;
use crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};

use super::layout::BoardArea;
use super::palette::PiecePalette;
use super::picker::{Picked, Picker};
use super::playback_view::{Origin, PlaybackView};
use super::screen::Rect;
use super::session::{Action, ActionResult, HintLevel, HintOptions, Session};
use crate::cli::drawing::PieceStyle;
use crate::cli::exit::Exit;
use crate::cli::input::Source;
use crate::cli::numbers::counted;

/// The keys of the hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyLayout {
    /// `h` and `H`.
    Hints,
    /// `i` and `I`; `h` moves left, as in vi.
    Vi,
}

impl KeyLayout {
    /// Returns the keys of the hints: piece and move.
    pub const fn hints(self) -> [char; 2] {
        match self {
            KeyLayout::Hints => ['h', 'H'],
            KeyLayout::Vi => ['i', 'I'],
        }
    }

    /// Returns whether a letter is a command. Every other letter chooses its piece, and so does
    /// every letter after `'`.
    pub fn is_command(self, letter: char) -> bool {
        let is_left = self == KeyLayout::Vi && letter == 'h';
        is_left || self.hints().contains(&letter) || "jkldsurxnvq".contains(letter)
    }
}

/// Shown while an answer is searched for.
const THINKING: &str = "thinking …";

/// The text for a distance that the player has not asked for.
pub const NOT_ASKED: &str = "press d";

pub enum Event {
    Terminal(TerminalEvent),
    /// An event of a hint request, with the number of its game.
    Hint(u64, RequestId, HintEvent),
    End,
}

/// The effect of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    Stay,
    /// The changes are drawn.
    Draw,
    /// Every character is drawn.
    DrawAnew,
    Suspend,
    Leave(Exit),
}

/// The options for all games.
#[derive(Clone)]
pub struct Setup {
    pub sources: HintOptions,
    pub layout: KeyLayout,
    pub paint: PieceStyle,
    /// Whether the first game resumes the saved one.
    pub resumes: bool,
}

pub enum Mode {
    Play,
    Resume,
    /// After `'`: the next letter is that of a piece.
    Mark,
    Watch(PlaybackView),
    Pick(Picker),
}

/// A request for a hint that is not answered yet.
pub struct PendingHint {
    pub id: RequestId,
    /// `None`: the last move is judged, which the player sees only if it was bad.
    level: Option<HintLevel>,
    progress: Option<Progress>,
}

pub struct Player {
    pub session: Session,
    pub chosen: PieceId,
    pub hinted_move: Option<Move>,
    /// The line at the bottom, until the next move.
    pub message: String,
    shows_distance: bool,
    advice: Option<Result<Advice, SolveError>>,
    pub pending: Option<PendingHint>,
    hints: HintThread,
    pub palette: PiecePalette,
    pub mode: Mode,
    /// The page of the help that covers everything, from 0.
    pub help: Option<usize>,
    /// The number of pages of the help, as drawn last.
    pub help_pages: usize,
    pub setup: Setup,
    /// The board as drawn last.
    pub board: Option<BoardArea>,
    /// The rows of the picker as drawn last, and the number of the first.
    pub list: Option<(Rect, usize)>,
    /// The piece that the mouse holds, and the cell it holds it by.
    held: Option<(PieceId, Cell)>,
    events: Sender<Event>,
    /// The number of the game: hints of earlier games are ignored.
    number: u64,
}

impl Player {
    pub fn new(source: Source, setup: Setup, store: Store, events: Sender<Event>) -> Self {
        let session = Session::new(source, setup.sources.metric, store, setup.resumes);
        Player::open(session, setup, events, 0)
    }

    fn open(mut session: Session, setup: Setup, events: Sender<Event>, number: u64) -> Self {
        let hint_events = events.clone();
        // Without a receiver, the program is about to end.
        let report = move |id, event| drop(hint_events.send(Event::Hint(number, id, event)));
        let puzzle = Arc::clone(session.puzzle());
        Player {
            chosen: first_choice(&session.game.position()),
            hinted_move: None,
            message: session.store.trouble().unwrap_or_default(),
            shows_distance: false,
            advice: None,
            pending: None,
            palette: PiecePalette::of(&puzzle, setup.paint),
            hints: HintThread::new(puzzle, Box::new(setup.sources.hints()), report),
            mode: if session.left.is_some() {
                Mode::Resume
            } else {
                Mode::Play
            },
            session,
            help: None,
            help_pages: 1,
            setup,
            board: None,
            list: None,
            held: None,
            events,
            number,
        }
    }

    pub fn watch(&mut self, playback: Playback, now: Instant) {
        self.mode = Mode::Watch(PlaybackView::new(playback, Origin::Stored, now));
    }

    pub const fn due(&self) -> Option<Instant> {
        match &self.mode {
            Mode::Watch(watch) if self.help.is_none() => watch.due,
            _ => None,
        }
    }

    pub fn tick(&mut self, now: Instant) -> Reaction {
        let Mode::Watch(watch) = &mut self.mode else {
            return Reaction::Stay;
        };
        if self.help.is_none() && watch.tick(now) {
            Reaction::Draw
        } else {
            Reaction::Stay
        }
    }

    pub fn event(&mut self, event: Event, now: Instant) -> Reaction {
        match event {
            Event::Terminal(TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(key, now)
            }
            Event::Terminal(TerminalEvent::Mouse(mouse)) => self.mouse(mouse, now),
            Event::Terminal(TerminalEvent::Resize(..)) => Reaction::Draw,
            Event::Hint(game, id, event) if game == self.number => {
                self.handle_hint(id, event, now);
                Reaction::Draw
            }
            Event::End => Reaction::Leave(Exit::Stopped),
            // Releases of keys, and hints of earlier games.
            Event::Terminal(_) | Event::Hint(..) => Reaction::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return Reaction::Leave(Exit::Stopped),
                KeyCode::Char('l') => return Reaction::DrawAnew,
                KeyCode::Char('z') => return Reaction::Suspend,
                _ => {}
            }
        }
        if self.help.is_some() {
            self.turn_help();
            return Reaction::Draw;
        }
        match &mut self.mode {
            Mode::Play => self.play_key(key, now),
            Mode::Resume => self.resume_key(key),
            Mode::Mark => {
                self.mode = Mode::Play;
                self.message.clear();
                if let KeyCode::Char(letter) = key.code {
                    self.choose_letter(letter);
                }
                Reaction::Draw
            }
            Mode::Watch(_) => self.watch_key(key, now),
            Mode::Pick(picker) => {
                let what = picker.key(key);
                self.picked(what)
            }
        }
    }

    fn play_key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('r') if is_control => self.act(Action::Redo),
            _ if is_control || key.modifiers.contains(KeyModifiers::ALT) => return Reaction::Stay,
            KeyCode::Up => self.step(Direction::Up),
            KeyCode::Down => self.step(Direction::Down),
            KeyCode::Left => self.step(Direction::Left),
            KeyCode::Right => self.step(Direction::Right),
            KeyCode::Tab | KeyCode::BackTab => {
                let is_forward = key.code == KeyCode::Tab;
                let turn = if is_forward {
                    CycleDirection::Forward
                } else {
                    CycleDirection::Backward
                };
                self.choose(neighbour(&self.session.game.position(), self.chosen, turn));
            }
            KeyCode::Backspace => self.act(Action::Undo),
            KeyCode::Home => self.act(Action::Restart),
            KeyCode::Enter => match self.hinted_move.take() {
                Some(unit) => self.act(Action::Moves(vec![unit])),
                None => "no hint has shown a move yet".clone_into(&mut self.message),
            },
            KeyCode::Esc => self.forget(),
            KeyCode::Char('q') => return Reaction::Leave(Exit::Done),
            KeyCode::Char(letter) => return self.letter_key(letter, now),
            _ => return Reaction::Stay,
        }
        Reaction::Draw
    }

    fn letter_key(&mut self, letter: char, now: Instant) -> Reaction {
        let [piece, unit] = self.setup.layout.hints();
        match letter {
            _ if letter == piece => self.ask(HintLevel::Piece, now),
            _ if letter == unit => self.ask(HintLevel::Move, now),
            'd' => self.ask(HintLevel::Distance, now),
            's' => self.ask(HintLevel::Rest, now),
            'h' => self.step(Direction::Left),
            'j' => self.step(Direction::Down),
            'k' => self.step(Direction::Up),
            'l' => self.step(Direction::Right),
            '!' => {
                let message = self.session.toggle_fewest();
                self.changed();
                message.clone_into(&mut self.message);
            }
            'u' => self.act(Action::Undo),
            'r' => self.act(Action::Redo),
            'x' => self.act(Action::Restart),
            'n' | '/' => {
                let records = self.session.store.records();
                self.mode = Mode::Pick(Picker::new(
                    &self.session.pick,
                    self.setup.sources.metric,
                    records,
                ));
            }
            '?' => self.help = Some(0),
            'v' => {
                (self.setup.layout, self.message) = match self.setup.layout {
                    KeyLayout::Hints => (
                        KeyLayout::Vi,
                        "h moves left; hints are on i and I".to_owned(),
                    ),
                    KeyLayout::Vi => (KeyLayout::Hints, "hints are on h and H".to_owned()),
                };
            }
            '\'' => {
                "which piece? type its letter".clone_into(&mut self.message);
                self.mode = Mode::Mark;
            }
            _ if letter.is_alphanumeric() => self.choose_letter(letter),
            _ => return Reaction::Stay,
        }
        Reaction::Draw
    }

    fn resume_key(&mut self, key: KeyEvent) -> Reaction {
        match key.code {
            KeyCode::Enter | KeyCode::Esc => {}
            KeyCode::Char('f') => {
                self.session.start_afresh();
                self.changed();
                self.chosen = first_choice(&self.session.game.position());
            }
            KeyCode::Char('?') => {
                self.help = Some(0);
                return Reaction::Draw;
            }
            KeyCode::Char('q') => return Reaction::Leave(Exit::Done),
            _ => return Reaction::Stay,
        }
        self.mode = Mode::Play;
        Reaction::Draw
    }

    fn watch_key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        let Mode::Watch(watch) = &mut self.mode else {
            return Reaction::Stay;
        };
        match key.code {
            KeyCode::Char(' ' | 'p') | KeyCode::Enter => watch.pause(now),
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'j' | '.') => {
                watch.by_hand().forward();
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | 'k' | ',') => {
                watch.by_hand().back();
            }
            KeyCode::Home | KeyCode::Char('0') => watch.by_hand().rewind(),
            KeyCode::End | KeyCode::Char('$') => watch.by_hand().finish(),
            KeyCode::Char('+' | '=') => watch.faster(),
            KeyCode::Char('-') => watch.slower(),
            KeyCode::Char('?') => self.help = Some(0),
            KeyCode::Char('q') if watch.origin == Origin::Stored => {
                return Reaction::Leave(Exit::Done);
            }
            KeyCode::Esc | KeyCode::Char('q' | 's') => {
                self.mode = Mode::Play;
                "back to your game".clone_into(&mut self.message);
            }
            _ => return Reaction::Stay,
        }
        Reaction::Draw
    }

    fn picked(&mut self, picked: Picked) -> Reaction {
        match picked {
            Picked::Open => {}
            Picked::Cancelled => self.mode = Mode::Play,
            Picked::Puzzle(source) => {
                let session = self.session.next(*source);
                let setup = self.setup.clone();
                let events = self.events.clone();
                *self = Player::open(session, setup, events, self.number + 1);
            }
        }
        Reaction::Draw
    }

    /// Shows the next page of the help, or closes it after the last one.
    fn turn_help(&mut self) {
        self.help = self
            .help
            .map(|page| page + 1)
            .filter(|page| *page < self.help_pages);
    }
}

impl Player {
    /// Moves the chosen piece by one cell.
    fn step(&mut self, direction: Direction) {
        let piece = self.chosen;
        let from = self.session.game.anchors()[self.chosen];
        self.act(Action::Moves(vec![Move {
            piece,
            from,
            path: vec![direction],
        }]));
    }

    fn act(&mut self, action: Action) {
        match self.session.act(action) {
            ActionResult::Stayed { blocked } => {
                if let Some(why) = blocked {
                    self.message = why.short;
                }
            }
            ActionResult::Nothing { message } => message.clone_into(&mut self.message),
            ActionResult::Moved { verdict } => {
                self.changed();
                let messages = verdict.into_iter().chain(self.session.store.trouble());
                self.message = messages.collect::<Vec<_>>().join("; ");
            }
            ActionResult::Stepped { piece, message } => {
                self.changed();
                (self.chosen, self.message) = (piece, message);
            }
            ActionResult::Restarted { message } => {
                self.changed();
                self.message = message;
            }
        }
    }

    fn choose(&mut self, piece: PieceId) {
        self.chosen = piece;
        self.message.clear();
    }

    fn choose_letter(&mut self, letter: char) {
        match with_letter(self.session.puzzle(), letter) {
            Some(piece) => self.choose(piece),
            None => self.message = format!("there is no piece {letter}"),
        }
    }

    /// Forgets the last hint, and cancels the request.
    fn forget(&mut self) {
        self.hinted_move = None;
        self.message.clear();
        self.pending = None;
        self.hints.cancel();
    }

    /// Asks for a hint. The answer may be known already.
    fn ask(&mut self, level: HintLevel, now: Instant) {
        if level == HintLevel::Distance && self.shows_distance {
            self.shows_distance = false;
            self.pending
                .take_if(|pending| pending.level == Some(HintLevel::Distance));
            return;
        }
        self.session.hints += 1;
        self.shows_distance |= level == HintLevel::Distance;
        if self.advice.is_some() {
            self.answer(level, now);
            return;
        }
        THINKING.clone_into(&mut self.message);
        match &mut self.pending {
            // The search goes on, now for this hint.
            Some(pending) if pending.level.is_some() => pending.level = Some(level),
            _ => self.request_hint(Some(level)),
        }
    }

    /// Takes an event of the last request.
    fn handle_hint(&mut self, id: RequestId, event: HintEvent, now: Instant) {
        let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == id) else {
            return;
        };
        match event {
            HintEvent::Thinking(progress) => pending.progress = Some(progress),
            HintEvent::Failed => {
                self.pending = None;
                "the search has failed; please report this bug".clone_into(&mut self.message);
            }
            HintEvent::Advice(advice) => {
                let level = pending.level;
                self.pending = None;
                if let Some(level) = level {
                    self.advice = Some(advice);
                    self.answer(level, now);
                    return;
                }
                if let Some(words) = self.session.judge(&advice) {
                    self.message = words;
                }
                if self.shows_distance {
                    self.request_hint(Some(HintLevel::Distance));
                }
            }
        }
    }

    /// Returns the distance as the panel shows it.
    pub fn distance(&self) -> String {
        if let Some(PendingHint {
            progress,
            level: Some(_),
            ..
        }) = &self.pending
        {
            return progress.map_or(THINKING.to_owned(), |Progress { depth, states, .. }| {
                format!("layer {depth}, {}", counted(states, "state"))
            });
        }
        if self.session.game.is_solved() {
            return "solved".to_owned();
        }
        match &self.advice {
            Some(_) if !self.shows_distance => NOT_ASKED.to_owned(),
            Some(Ok(Advice::Way {
                moves,
                shortest: true,
            })) => moves.len().to_string(),
            Some(Ok(Advice::Way { moves, .. })) => format!("at most {}", moves.len()),
            Some(Ok(Advice::Lost { .. })) => "it cannot be solved".to_owned(),
            Some(Ok(Advice::Unknown { bound, .. })) => format!("{bound} or more"),
            Some(Err(_)) => "unknown".to_owned(),
            None => NOT_ASKED.to_owned(),
        }
    }

    fn request_hint(&mut self, level: Option<HintLevel>) {
        let id = match level {
            Some(_) => self.hints.request(&self.session.game),
            None => self.hints.request_nearest(&self.session.game),
        };
        self.pending = id.map(|id| PendingHint {
            id,
            level,
            progress: None,
        });
        if id.is_none() {
            "no hints: the thread that finds them has ended".clone_into(&mut self.message);
        }
    }

    fn answer(&mut self, level: HintLevel, now: Instant) {
        let Some(advice) = &self.advice else { return };
        let last = std::mem::replace(&mut self.message, self.session.answer(level, advice));
        let Ok(advice @ Advice::Way { moves, .. }) = advice else {
            return;
        };
        match level {
            // The panel shows it, and the message about the last move stays.
            HintLevel::Distance if self.session.fewest && last != THINKING => self.message = last,
            HintLevel::Distance => self.message.clear(),
            HintLevel::Rest if !moves.is_empty() => {
                let puzzle = Arc::clone(self.session.puzzle());
                let rest = Playback::new(&self.session.game.position(), puzzle, moves.clone());
                // The answer may come when the player has already turned to something else.
                if let (Ok(rest), Mode::Play | Mode::Mark) = (rest, &self.mode) {
                    self.mode = Mode::Watch(PlaybackView::new(rest, Origin::Rest, now));
                }
            }
            HintLevel::Rest => {}
            HintLevel::Piece | HintLevel::Move => {
                self.chosen = advice.piece().unwrap_or(self.chosen);
                if level == HintLevel::Move {
                    self.hinted_move = advice.next().cloned();
                    self.message += " (Enter makes it)";
                }
            }
        }
    }

    /// Forgets the advice about the previous position, and requests what is shown after each move.
    fn changed(&mut self) {
        self.forget();
        self.advice = None;
        if self.session.game.is_solved() {
            return;
        }
        if self.session.fewest {
            self.request_hint(None);
        } else if self.shows_distance {
            self.request_hint(Some(HintLevel::Distance));
        }
    }
}

/// The mouse chooses and drags pieces, and picks from the list.
impl Player {
    fn mouse(&mut self, mouse: MouseEvent, now: Instant) -> Reaction {
        let x = mouse.column;
        let y = mouse.row;
        if self.help.is_some() {
            if !matches!(mouse.kind, MouseEventKind::Down(_)) {
                return Reaction::Stay;
            }
            self.turn_help();
            return Reaction::Draw;
        }
        match (&mut self.mode, mouse.kind) {
            (Mode::Play, MouseEventKind::Down(MouseButton::Left)) => return self.grasp(x, y),
            (Mode::Play, MouseEventKind::Drag(MouseButton::Left)) => return self.pull(x, y),
            (_, MouseEventKind::Up(_)) => {
                self.held = None;
                return Reaction::Stay;
            }
            (Mode::Watch(watch), MouseEventKind::Down(MouseButton::Left)) => watch.pause(now),
            (Mode::Pick(picker), MouseEventKind::ScrollDown) => picker.move_by(3),
            (Mode::Pick(picker), MouseEventKind::ScrollUp) => picker.move_by(-3),
            (Mode::Pick(picker), MouseEventKind::Down(MouseButton::Left)) => {
                let hit = self.list.filter(|(rows, _)| rows.contains(x, y));
                let Some((rows, first)) = hit else {
                    return Reaction::Stay;
                };
                let what = picker.take_row(first + usize::from(y - rows.y));
                return self.picked(what);
            }
            _ => return Reaction::Stay,
        }
        Reaction::Draw
    }

    /// Takes hold of the piece under the mouse.
    fn grasp(&mut self, x: u16, y: u16) -> Reaction {
        let cell = self.board.and_then(|board| board.cell_at(x, y));
        let piece = cell.and_then(|cell| self.session.game.position().occupant(cell));
        self.held = piece.zip(cell);
        let Some(piece) = piece else {
            return Reaction::Stay;
        };
        self.choose(piece);
        Reaction::Draw
    }

    /// Pulls the held piece by the cell that the mouse holds.
    fn pull(&mut self, x: u16, y: u16) -> Reaction {
        let (Some((piece, by)), Some(board)) = (self.held, self.board) else {
            return Reaction::Stay;
        };
        let to = board.nearest_cell(x, y);
        let before = self.session.game.anchors()[piece];
        let offset = offset_between(by, to).filter(|_| to != by);
        let Some(target) = offset.and_then(|offset| before.offset(offset)) else {
            return Reaction::Stay;
        };
        self.act(Action::Drag(piece, target));
        let now = self.session.game.anchors()[piece];
        if now == before {
            return Reaction::Stay;
        }
        let by = offset_between(before, now).and_then(|offset| by.offset(offset));
        self.held = by.map(|by| (piece, by));
        Reaction::Draw
    }
}

/// Returns the offset from one cell to another.
fn offset_between(from: Cell, to: Cell) -> Option<Offset> {
    let apart = |to: u8, from: u8| i8::try_from(i16::from(to) - i16::from(from)).ok();
    Some(Offset {
        rows: apart(to.row, from.row)?,
        columns: apart(to.column, from.column)?,
    })
}
