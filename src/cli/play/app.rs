//! The player on the screen: what is open, what each event does, and the game with all that is shown
//! of it.

use std::sync::mpsc::Sender;
use std::time::Instant;

use huarong::grid::{Cell, Offset};
use huarong::play::{HintEvent, Playback, RequestId};
use huarong::puzzle::PieceId;
use ratatui::crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent,
    MouseEventKind,
};
use ratatui::layout::Rect;

use super::hints::HintOptions;
use super::keeper::PlayerData;
use super::keys::{self, KeyCommand, KeyLayout};
use super::layout::BoardArea;
use super::palette::PiecePalette;
use super::picker::{Picked, Picker};
use super::session::{Action, Session, StartMode};
use super::table::GameView;
use super::watch::{Origin, PlaybackView};
use crate::cli::drawing::PieceStyle;
use crate::cli::exit::Exit;
use crate::cli::input::Source;

/// What wakes the player.
pub(super) enum Event {
    Terminal(TerminalEvent),
    /// What the adviser of a game says, with the number of the game.
    Hint(u64, RequestId, HintEvent),
    /// The system wants the program to end.
    End,
}

/// What an event leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reaction {
    /// Nothing has changed.
    Stay,
    /// The screen is to be drawn.
    Draw,
    /// Every character of it.
    DrawAnew,
    Suspend,
    Leave(Exit),
}

/// What is chosen for all games.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) sources: HintOptions,
    pub(super) layout: KeyLayout,
    pub(super) paint: PieceStyle,
    /// Where the first game begins.
    pub(super) begin: StartMode,
}

/// What is in front.
pub(super) enum Mode {
    Play,
    /// Whether to go on with a game that was left.
    Resume,
    /// After `'`: the next letter is that of a piece.
    Mark,
    Watch(PlaybackView),
    Pick(Picker),
}

impl Mode {
    /// What is in front at first: the question whether to go on, if the game was left before.
    const fn at_first(table: &GameView) -> Self {
        if table.session.left.is_some() { Mode::Resume } else { Mode::Play }
    }
}

/// The player.
pub(super) struct App {
    pub(super) table: GameView,
    pub(super) palette: PiecePalette,
    pub(super) mode: Mode,
    /// Whether the help lies over everything.
    pub(super) helps: bool,
    pub(super) setup: Setup,
    /// Where the board was drawn last.
    pub(super) board: Option<BoardArea>,
    /// Where the rows of the picker were drawn last, and the first of them.
    pub(super) list: Option<(Rect, usize)>,
    /// The piece that the mouse holds, and the cell it holds it by.
    held: Option<(PieceId, Cell)>,
    events: Sender<Event>,
    games: u64,
}

impl App {
    pub(super) fn new(
        source: Source,
        setup: Setup,
        keeper: PlayerData,
        events: Sender<Event>,
    ) -> Self {
        let session = Session::new(source, setup.sources.metric, keeper, setup.begin);
        let table = lay(session, &setup, &events, 0);
        App {
            palette: PiecePalette::of(table.session.puzzle(), setup.paint),
            mode: Mode::at_first(&table),
            table,
            helps: false,
            setup,
            board: None,
            list: None,
            held: None,
            events,
            games: 0,
        }
    }

    /// Shows a solution of a file.
    pub(super) fn watch(&mut self, playback: Playback, now: Instant) {
        self.mode = Mode::Watch(PlaybackView::new(playback, Origin::Stored, now));
    }

    /// When something happens by itself.
    pub(super) const fn due(&self) -> Option<Instant> {
        match &self.mode {
            Mode::Watch(watch) if !self.helps => watch.due(),
            _ => None,
        }
    }

    /// Does what is due.
    pub(super) fn tick(&mut self, now: Instant) -> Reaction {
        let Mode::Watch(watch) = &mut self.mode else { return Reaction::Stay };
        if !self.helps && watch.tick(now) { Reaction::Draw } else { Reaction::Stay }
    }

    pub(super) fn event(&mut self, event: Event, now: Instant) -> Reaction {
        match event {
            Event::Terminal(TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(key, now)
            }
            Event::Terminal(TerminalEvent::Mouse(mouse)) => self.mouse(mouse, now),
            Event::Terminal(TerminalEvent::Resize(..)) => Reaction::Draw,
            Event::Hint(game, ticket, report) if game == self.games => {
                let rest = self.table.report(ticket, report);
                self.watch_rest(rest, now);
                Reaction::Draw
            }
            Event::End => Reaction::Leave(Exit::Stopped),
            // A key that is let go, or an answer about a puzzle that was left.
            Event::Terminal(_) | Event::Hint(..) => Reaction::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        match keys::everywhere(key) {
            Some(KeyCommand::Interrupt) => return Reaction::Leave(Exit::Stopped),
            Some(KeyCommand::Suspend) => return Reaction::Suspend,
            Some(KeyCommand::Redraw) => return Reaction::DrawAnew,
            _ => {}
        }
        if std::mem::take(&mut self.helps) {
            return Reaction::Draw;
        }
        match &mut self.mode {
            Mode::Play => self.play_key(key, now),
            Mode::Resume => self.resume_key(key),
            Mode::Mark => {
                self.mode = Mode::Play;
                self.table.message.clear();
                if let KeyCode::Char(letter) = key.code {
                    self.table.choose_letter(letter);
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
        let Some(command) = keys::command(key, self.setup.layout) else { return Reaction::Stay };
        let table = &mut self.table;
        match command {
            KeyCommand::Step(direction) => table.step(direction),
            KeyCommand::Cycle(turn) => table.choose_neighbour(turn),
            KeyCommand::Choose(letter) => table.choose_letter(letter),
            KeyCommand::Mark => {
                "which piece? type its letter".clone_into(&mut table.message);
                self.mode = Mode::Mark;
            }
            KeyCommand::Act(action) => {
                table.act(action);
            }
            KeyCommand::Accept => table.accept(),
            KeyCommand::Ask(question) => {
                let rest = table.ask(question);
                self.watch_rest(rest, now);
            }
            KeyCommand::Pick => {
                let (records, metric) = (table.session.records(), self.setup.sources.metric);
                self.mode = Mode::Pick(Picker::new(&table.session.pick, metric, records));
            }
            KeyCommand::Help => self.helps = true,
            KeyCommand::Layout => {
                self.setup.layout = self.setup.layout.other();
                let [piece, unit] = self.setup.layout.hints();
                table.message = match self.setup.layout {
                    KeyLayout::Vi => format!("h moves left; hints are on {piece} and {unit}"),
                    KeyLayout::Hints => format!("hints are on {piece} and {unit}"),
                };
            }
            KeyCommand::Escape => table.forget(),
            KeyCommand::Quit => return Reaction::Leave(Exit::Done),
            KeyCommand::Redraw | KeyCommand::Suspend | KeyCommand::Interrupt => {
                return Reaction::Stay;
            }
        }
        Reaction::Draw
    }

    fn resume_key(&mut self, key: KeyEvent) -> Reaction {
        match key.code {
            KeyCode::Enter | KeyCode::Esc => {}
            KeyCode::Char('f') => self.table.start_afresh(),
            KeyCode::Char('?') => {
                self.helps = true;
                return Reaction::Draw;
            }
            KeyCode::Char('q') => return Reaction::Leave(Exit::Done),
            _ => return Reaction::Stay,
        }
        self.mode = Mode::Play;
        Reaction::Draw
    }

    fn watch_key(&mut self, key: KeyEvent, now: Instant) -> Reaction {
        let Mode::Watch(watch) = &mut self.mode else { return Reaction::Stay };
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
            KeyCode::Char('?') => self.helps = true,
            KeyCode::Char('q') if watch.origin == Origin::Stored => {
                return Reaction::Leave(Exit::Done);
            }
            KeyCode::Esc | KeyCode::Char('q' | 's') => {
                self.mode = Mode::Play;
                "back to your game".clone_into(&mut self.table.message);
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
                self.games += 1;
                let session = self.table.session.next(*source);
                self.palette = PiecePalette::of(session.puzzle(), self.setup.paint);
                self.table = lay(session, &self.setup, &self.events, self.games);
                self.mode = Mode::at_first(&self.table);
                self.held = None;
            }
        }
        Reaction::Draw
    }

    fn watch_rest(&mut self, rest: Option<Playback>, now: Instant) {
        // The answer may come when the player has already turned to something else.
        if let (Some(playback), Mode::Play | Mode::Mark) = (rest, &self.mode) {
            self.mode = Mode::Watch(PlaybackView::new(playback, Origin::Rest, now));
        }
    }
}

/// Lays a puzzle on the table.
fn lay(session: Session, setup: &Setup, events: &Sender<Event>, number: u64) -> GameView {
    let events = events.clone();
    // Without a receiver, the program is about to end.
    let report = move |ticket, report| drop(events.send(Event::Hint(number, ticket, report)));
    GameView::new(session, &setup.sources, report)
}

/// What the mouse does: it chooses pieces and drags them, and picks from the list.
impl App {
    fn mouse(&mut self, mouse: MouseEvent, now: Instant) -> Reaction {
        let (x, y) = (mouse.column, mouse.row);
        if self.helps {
            self.helps = !matches!(mouse.kind, MouseEventKind::Down(_));
            return if self.helps { Reaction::Stay } else { Reaction::Draw };
        }
        match (&mut self.mode, mouse.kind) {
            (Mode::Play, MouseEventKind::Down(MouseButton::Left)) => self.grasp(x, y),
            (Mode::Play, MouseEventKind::Drag(MouseButton::Left)) => self.pull(x, y),
            (_, MouseEventKind::Up(_)) => {
                self.held = None;
                Reaction::Stay
            }
            (Mode::Watch(watch), MouseEventKind::Down(MouseButton::Left)) => {
                watch.pause(now);
                Reaction::Draw
            }
            (Mode::Pick(picker), MouseEventKind::ScrollDown) => {
                picker.move_by(3);
                Reaction::Draw
            }
            (Mode::Pick(picker), MouseEventKind::ScrollUp) => {
                picker.move_by(-3);
                Reaction::Draw
            }
            (Mode::Pick(picker), MouseEventKind::Down(MouseButton::Left)) => {
                let hit = self.list.filter(|(rows, _)| rows.contains((x, y).into()));
                let Some((rows, first)) = hit else { return Reaction::Stay };
                let what = picker.take_row(first + usize::from(y - rows.y));
                self.picked(what)
            }
            _ => Reaction::Stay,
        }
    }

    /// The mouse takes hold of the piece that lies there.
    fn grasp(&mut self, x: u16, y: u16) -> Reaction {
        let cell = self.board.and_then(|board| board.cell_at(x, y));
        let piece = cell.and_then(|cell| self.table.session.game.position().occupant(cell));
        self.held = piece.zip(cell);
        match piece {
            Some(piece) => {
                self.table.choose(piece);
                Reaction::Draw
            }
            None => Reaction::Stay,
        }
    }

    /// The mouse pulls the piece that it holds, by the cell that it holds it by.
    fn pull(&mut self, x: u16, y: u16) -> Reaction {
        let (Some((piece, by)), Some(board)) = (self.held, self.board) else {
            return Reaction::Stay;
        };
        let to = board.nearest_cell(x, y);
        let before = self.table.session.game.anchors()[piece];
        let Some(target) = way(by, to).and_then(|way| before.offset(way)) else {
            return Reaction::Stay;
        };
        if to == by || !self.table.act(Action::Drag(piece, target)) {
            return Reaction::Stay;
        }
        let now = self.table.session.game.anchors()[piece];
        let moved = way(before, now).and_then(|way| by.offset(way));
        self.held = moved.map(|by| (piece, by));
        Reaction::Draw
    }
}

/// The way from one cell to another.
fn way(from: Cell, to: Cell) -> Option<Offset> {
    let apart = |to: u8, from: u8| i8::try_from(i16::from(to) - i16::from(from)).ok();
    Some(Offset { rows: apart(to.row, from.row)?, columns: apart(to.column, from.column)? })
}
