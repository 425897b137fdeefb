//! The player on the screen: the state of the game and of everything shown, and what each event
//! does.

use crate::cli::prelude::*;
use std::sync::{Arc, mpsc::Sender};

use crate::{
    grid::{Direction, Offset},
    play::{Advice, HintEvent, HintThread, Hints, RequestId, first_choice, neighbour, with_letter},
};
use crossterm::event::{
    Event as TerminalEvent,
    KeyCode::{self, Char},
    KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::{
    layout::BoardArea,
    palette::PiecePalette,
    picker::{Picked, Picker},
    playback::{Origin, Playback},
    screen::Rect,
    session::{Action, ActionResult, HintLevel, Session},
};

/// Returns the keys of the hints: piece and move.
pub const fn hint_keys(is_vi: bool) -> [char; 2] {
    if is_vi { ['i', 'I'] } else { ['h', 'H'] }
}

/// Returns whether a letter is a command. Every other letter chooses its piece, and so does every
/// letter after `'`.
pub fn is_command(is_vi: bool, letter: char) -> bool {
    is_vi && letter == 'h' || hint_keys(is_vi).contains(&letter) || "jkldsurxnvq".contains(letter)
}

/// Shown while an answer is searched for.
const THINKING: &str = "thinking …";

/// The text for a distance that the player has not asked for.
pub const NOT_ASKED: &str = "press d";

pub enum Event {
    Terminal(TerminalEvent),
    Hint(RequestId, HintEvent),
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
    pub hints: Hints,
    /// Whether `h` moves left, as in vi. The hints are then on `i` and `I`.
    pub is_vi: bool,
    pub paint: PieceStyle,
}

pub enum Mode {
    Play,
    Resume,
    /// After `'`: the next letter is that of a piece.
    Mark,
    Watch(Playback),
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
}

impl Player {
    pub fn new(mut session: Session, setup: Setup, events: Sender<Event>) -> Self {
        let hint_events = events.clone();
        // Without a receiver, the program is about to end.
        let report = move |id, event| drop(hint_events.send(Event::Hint(id, event)));
        let puzzle = Arc::clone(session.puzzle());
        let palette = PiecePalette::of(&puzzle, setup.paint);
        let mut hints = setup.hints.clone();
        let advise = move |positions: &[_], observer: Observer<'_>| {
            hints.advise_nearest(&puzzle, positions, observer)
        };
        Player {
            chosen: first_choice(&session.game.position()),
            hinted_move: None,
            message: session.store.trouble().unwrap_or_default(),
            shows_distance: false,
            advice: None,
            pending: None,
            palette,
            hints: HintThread::new(advise, report),
            mode: match session.left {
                Some(_) => Mode::Resume,
                None => Mode::Play,
            },
            session,
            help: None,
            help_pages: 1,
            setup,
            board: None,
            list: None,
            held: None,
            events,
        }
    }

    /// Shows a playback that is paused.
    pub fn watch(&mut self, mut playback: Playback, now: Instant) {
        playback.pause(now);
        self.mode = Mode::Watch(playback);
    }

    pub const fn due(&self) -> Option<Instant> {
        match &self.mode {
            Mode::Watch(watch) if self.help.is_none() => watch.due,
            _ => None,
        }
    }

    pub fn tick(&mut self, now: Instant) -> Reaction {
        let is_shown = self.help.is_none();
        if let Mode::Watch(watch) = &mut self.mode
            && is_shown
            && watch.tick(now)
        {
            return Reaction::Draw;
        }
        Reaction::Stay
    }

    pub fn event(&mut self, event: Event, now: Instant) -> Reaction {
        match event {
            Event::Terminal(TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(key, now)
            }
            Event::Terminal(TerminalEvent::Mouse(mouse)) => self.mouse(mouse, now),
            Event::Terminal(TerminalEvent::Resize(..)) => Reaction::Draw,
            Event::Terminal(_) => Reaction::Stay,
            Event::Hint(id, event) => {
                self.handle_hint(id, event, now);
                Reaction::Draw
            }
            Event::End => Reaction::Leave(Exit::Stopped),
        }
    }

    fn key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                Char('c') => return Reaction::Leave(Exit::Stopped),
                Char('l') => return Reaction::DrawAnew,
                Char('z') => return Reaction::Suspend,
                _ => {}
            }
        }
        if self.help.is_some() {
            return self.turn_help();
        }
        match &mut self.mode {
            Mode::Play => return self.play_key(key, now),
            Mode::Resume => return self.resume_key(key),
            Mode::Watch(_) => return self.watch_key(key, now),
            Mode::Mark => {
                self.mode = Mode::Play;
                self.message.clear();
                if let Char(letter) = key.code {
                    self.choose_letter(letter);
                }
            }
            Mode::Pick(picker) => {
                let choice = picker.key(key);
                self.pick(choice);
            }
        }
        Reaction::Draw
    }

    fn play_key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let [piece, unit] = hint_keys(self.setup.is_vi);
        match key.code {
            Char('r') if is_control => self.act(Action::Redo),
            _ if is_control || key.modifiers.contains(KeyModifiers::ALT) => return Reaction::Stay,
            Char(letter) if letter == piece => self.ask(HintLevel::Piece, now),
            Char(letter) if letter == unit => self.ask(HintLevel::Move, now),
            Char('d') => self.ask(HintLevel::Distance, now),
            Char('s') => self.ask(HintLevel::Rest, now),
            KeyCode::Left | Char('h') => self.step(Direction::Left),
            KeyCode::Down | Char('j') => self.step(Direction::Down),
            KeyCode::Up | Char('k') => self.step(Direction::Up),
            KeyCode::Right | Char('l') => self.step(Direction::Right),
            KeyCode::Tab | KeyCode::BackTab => {
                let is_forward = key.code == KeyCode::Tab;
                let position = self.session.game.position();
                self.choose(neighbour(&position, self.chosen, is_forward));
            }
            KeyCode::Backspace | Char('u') => self.act(Action::Undo),
            Char('r') => self.act(Action::Redo),
            KeyCode::Home | Char('x') => self.act(Action::Restart),
            KeyCode::Enter => match self.hinted_move.take() {
                Some(unit) => self.act(Action::Moves(vec![unit])),
                None => self.say("no hint has shown a move yet"),
            },
            KeyCode::Esc => self.forget(),
            Char('!') => {
                let message = self.session.toggle_fewest();
                self.changed();
                self.say(message);
            }
            Char('n' | '/') => {
                let records = self.session.store.records();
                let metric = self.session.game.metric();
                self.mode = Mode::Pick(Picker::new(&self.session.pick, metric, records));
            }
            Char('?') => self.help = Some(0),
            Char('q') => return Reaction::Leave(Exit::Done),
            Char('v') => {
                self.setup.is_vi = !self.setup.is_vi;
                self.say(if self.setup.is_vi {
                    "h moves left; hints are on i and I"
                } else {
                    "hints are on h and H"
                });
            }
            Char('\'') => {
                self.say("which piece? type its letter");
                self.mode = Mode::Mark;
            }
            Char(letter) if letter.is_alphanumeric() => self.choose_letter(letter),
            _ => return Reaction::Stay,
        }
        Reaction::Draw
    }

    fn resume_key(&mut self, key: KeyEvent) -> Reaction {
        match key.code {
            KeyCode::Enter | KeyCode::Esc => self.mode = Mode::Play,
            Char('f') => {
                self.session.start_afresh();
                self.changed();
                self.chosen = first_choice(&self.session.game.position());
                self.mode = Mode::Play;
            }
            Char('?') => self.help = Some(0),
            Char('q') => return Reaction::Leave(Exit::Done),
            _ => return Reaction::Stay,
        }
        Reaction::Draw
    }

    fn watch_key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        let Mode::Watch(watch) = &mut self.mode else {
            return Reaction::Stay;
        };
        match key.code {
            Char(' ' | 'p') | KeyCode::Enter => watch.pause(now),
            KeyCode::Right | KeyCode::Down | Char('l' | 'j' | '.') => {
                watch.forward();
            }
            KeyCode::Left | KeyCode::Up | Char('h' | 'k' | ',') => {
                watch.back();
            }
            KeyCode::Home | Char('0') => watch.rewind(),
            KeyCode::End | Char('$') => watch.finish(),
            Char('+' | '=') => watch.faster(),
            Char('-') => watch.slower(),
            Char('?') => self.help = Some(0),
            Char('q') if watch.origin == Origin::Stored => {
                return Reaction::Leave(Exit::Done);
            }
            KeyCode::Esc | Char('q' | 's') => {
                self.mode = Mode::Play;
                self.say("back to your game");
            }
            _ => return Reaction::Stay,
        }
        Reaction::Draw
    }

    fn pick(&mut self, picked: Picked) {
        match picked {
            Picked::Open => {}
            Picked::Cancelled => self.mode = Mode::Play,
            Picked::Puzzle(source) => {
                let session = self.session.next(*source);
                *self = Player::new(session, self.setup.clone(), self.events.clone());
            }
        }
    }

    /// Shows the next page of the help, or closes it after the last one.
    fn turn_help(&mut self) -> Reaction {
        let next = self.help.map(|page| page + 1);
        self.help = next.filter(|page| *page < self.help_pages);
        Reaction::Draw
    }

    /// Moves the chosen piece by one cell.
    fn step(&mut self, direction: Direction) {
        self.act(Action::Moves(vec![Move {
            piece: self.chosen,
            from: self.session.game.anchors()[self.chosen],
            path: vec![direction],
        }]));
    }

    fn act(&mut self, action: Action) {
        match self.session.act(action) {
            ActionResult::Blocked(why) => self.say(why.short),
            ActionResult::Nothing(message) => self.say(message),
            ActionResult::Unmoved => {}
            ActionResult::Restarted(message) => {
                self.changed();
                self.message = message;
            }
            ActionResult::Moved { piece, message } => {
                self.changed();
                self.choose_layer(piece.unwrap_or(self.chosen));
                let is_solved = self.session.game.is_solved();
                let next = is_solved.then(|| "n: another puzzle".to_owned());
                let trouble = self.session.store.trouble();
                let messages = message.into_iter().chain(trouble).chain(next);
                self.message = messages.collect::<Vec<_>>().join("; ");
            }
        }
    }

    fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    fn choose(&mut self, piece: PieceId) {
        self.chosen = piece;
        self.message.clear();
    }

    fn choose_letter(&mut self, letter: char) {
        match with_letter(self.session.puzzle(), letter) {
            Some(piece) => {
                self.choose(piece);
                self.choose_layer(piece);
            }
            None => self.say(format!("there is no piece {letter}")),
        }
    }

    /// Chooses the layer of a piece that is left.
    fn choose_layer(&mut self, piece: PieceId) {
        let game = &self.session.game;
        self.chosen = game.puzzle().top_layer(piece, game.anchors());
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
        self.say(THINKING);
        match &mut self.pending {
            // The search goes on, now for this hint.
            Some(pending) if pending.level.is_some() => pending.level = Some(level),
            _ => self.request_hint(Some(level)),
        }
    }

    /// Takes an event of the last request.
    fn handle_hint(&mut self, id: RequestId, event: HintEvent, now: Instant) {
        let Some(mut pending) = self.pending.take_if(|pending| pending.id == id) else {
            return;
        };
        match event {
            HintEvent::Thinking(progress) => {
                pending.progress = Some(progress);
                self.pending = Some(pending);
            }
            HintEvent::Advice(advice) => {
                if let Some(level) = pending.level {
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
        let pending = self.pending.as_ref();
        if let Some(pending) = pending.filter(|pending| pending.level.is_some()) {
            return pending.progress.map_or(THINKING.to_owned(), |progress| {
                let states = counted(progress.states, "state");
                format!("layer {}, {states}", progress.depth)
            });
        }
        match &self.advice {
            _ if self.session.game.is_solved() => "solved".to_owned(),
            Some(advice) if self.shows_distance => match advice {
                Ok(Advice::Way { moves, shortest }) => {
                    let at_most = if *shortest { "" } else { "at most " };
                    format!("{at_most}{}", moves.len())
                }
                Ok(Advice::Lost { .. }) => "it cannot be solved".to_owned(),
                Ok(Advice::Unknown { bound, .. }) => format!("{bound} or more"),
                Err(_) => "unknown".to_owned(),
            },
            _ => NOT_ASKED.to_owned(),
        }
    }

    fn request_hint(&mut self, level: Option<HintLevel>) {
        let game = &self.session.game;
        let positions = match level {
            Some(_) => vec![game.anchors().to_vec()],
            None => game.ends_of_last_move(),
        };
        let progress = None;
        match self.hints.request(positions) {
            Some(id) => {
                self.pending = Some(PendingHint {
                    id,
                    level,
                    progress,
                });
            }
            None => self.say("no hints: the system refuses a thread"),
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
                let start = self.session.game.position();
                let rest = Playback::new(&start, puzzle, moves.clone(), Origin::Rest);
                // The answer may come when the player has already turned to something else.
                if let (Some(rest), Mode::Play | Mode::Mark) = (rest, &self.mode) {
                    self.watch(rest, now);
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

    /// Chooses and drags pieces, and picks from the list.
    fn mouse(&mut self, mouse: MouseEvent, now: Instant) -> Reaction {
        let x = mouse.column;
        let y = mouse.row;
        match (&mut self.mode, mouse.kind) {
            (_, MouseEventKind::Down(_)) if self.help.is_some() => return self.turn_help(),
            _ if self.help.is_some() => return Reaction::Stay,
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
                let choice = picker.take_row(first + usize::from(y - rows.y));
                self.pick(choice);
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
