//! The player: what is open, and what each event does.

mod mouse;
#[cfg(test)]
mod tests;

use std::sync::mpsc::Sender;
use std::time::Instant;

use huarong::grid::Cell;
use huarong::play::{Playback, Report, Ticket};
use huarong::puzzle::PieceId;
use ratatui::crossterm::event::{Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::Rect;

use crate::cli::exit::Exit;
use crate::cli::input::Source;
use crate::cli::play::draw::{Paint, Palette, Place};
use crate::cli::play::keys::{self, Command, Layout};
use crate::cli::play::oracle::Sources;
use crate::cli::play::picker::{Picked, Picker};
use crate::cli::play::record_keeper::RecordKeeper;
use crate::cli::play::table::Table;
use crate::cli::play::watch::{Origin, Watch};

/// What wakes the player.
pub(in crate::cli::play) enum Event {
    Terminal(TerminalEvent),
    /// What the adviser of a game says, with the number of the game.
    Report(u64, Ticket, Report),
    /// The system wants the program to end.
    End,
}

/// What an event leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli::play) enum Next {
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
pub(in crate::cli::play) struct Setup {
    pub(in crate::cli::play) sources: Sources,
    pub(in crate::cli::play) layout: Layout,
    pub(in crate::cli::play) paint: Paint,
}

/// What is in front.
pub(in crate::cli::play) enum Mode {
    Play,
    /// After `'`: the next letter is that of a piece.
    Mark,
    Watch(Watch),
    Pick(Picker),
}

/// The player.
pub(in crate::cli::play) struct App {
    pub(in crate::cli::play) table: Table,
    pub(in crate::cli::play) palette: Palette,
    pub(in crate::cli::play) mode: Mode,
    /// Whether the help lies over everything.
    pub(in crate::cli::play) helps: bool,
    pub(in crate::cli::play) setup: Setup,
    /// Where the board was drawn last.
    pub(in crate::cli::play) board: Option<Place>,
    /// Where the rows of the picker were drawn last, and the first of them.
    pub(in crate::cli::play) list: Option<(Rect, usize)>,
    /// The piece that the mouse holds, and the cell it holds it by.
    held: Option<(PieceId, Cell)>,
    keeper: RecordKeeper,
    events: Sender<Event>,
    games: u64,
}

impl App {
    pub(in crate::cli::play) fn new(
        source: Source,
        setup: Setup,
        mut keeper: RecordKeeper,
        events: Sender<Event>,
    ) -> Self {
        let table = lay(source, &setup, &mut keeper, &events, 0);
        App {
            palette: Palette::of(table.puzzle(), setup.paint),
            table,
            mode: Mode::Play,
            helps: false,
            setup,
            board: None,
            list: None,
            held: None,
            keeper,
            events,
            games: 0,
        }
    }

    /// Shows a solution of a file.
    pub(in crate::cli::play) fn watch(&mut self, playback: Playback, now: Instant) {
        self.mode = Mode::Watch(Watch::new(playback, Origin::Stored, now));
    }

    /// When something happens by itself.
    pub(in crate::cli::play) const fn due(&self) -> Option<Instant> {
        match &self.mode {
            Mode::Watch(watch) if !self.helps => watch.due(),
            _ => None,
        }
    }

    /// Does what is due.
    pub(in crate::cli::play) fn tick(&mut self, now: Instant) -> Next {
        match &mut self.mode {
            Mode::Watch(watch) if !self.helps => {
                if watch.tick(now) {
                    Next::Draw
                } else {
                    Next::Stay
                }
            }
            _ => Next::Stay,
        }
    }

    pub(in crate::cli::play) fn event(&mut self, event: Event, now: Instant) -> Next {
        match event {
            Event::Terminal(TerminalEvent::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(key, now)
            }
            Event::Terminal(TerminalEvent::Mouse(mouse)) => self.mouse(mouse, now),
            Event::Terminal(TerminalEvent::Resize(..)) => Next::Draw,
            Event::Report(game, ticket, report) if game == self.games => {
                let rest = self.table.report(ticket, report);
                self.watch_rest(rest, now);
                Next::Draw
            }
            Event::End => Next::Leave(Exit::Stopped),
            // A key that is let go, or an answer about a puzzle that was left.
            Event::Terminal(_) | Event::Report(..) => Next::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent, now: Instant) -> Next {
        match keys::everywhere(key) {
            Some(Command::Interrupt) => return Next::Leave(Exit::Stopped),
            Some(Command::Suspend) => return Next::Suspend,
            Some(Command::Redraw) => return Next::DrawAnew,
            _ => {}
        }
        if std::mem::take(&mut self.helps) {
            return Next::Draw;
        }
        match &mut self.mode {
            Mode::Play => self.play_key(key, now),
            Mode::Mark => {
                self.mode = Mode::Play;
                self.table.message.clear();
                if let KeyCode::Char(letter) = key.code {
                    self.table.choose_letter(letter);
                }
                Next::Draw
            }
            Mode::Watch(_) => self.watch_key(key, now),
            Mode::Pick(picker) => {
                let what = picker.key(key);
                self.picked(what)
            }
        }
    }

    fn play_key(&mut self, key: KeyEvent, now: Instant) -> Next {
        let Some(command) = keys::command(key, self.setup.layout) else { return Next::Stay };
        let App { table, keeper, .. } = self;
        match command {
            Command::Step(direction) => table.step(direction, keeper),
            Command::Turn(turn) => table.choose_neighbour(turn),
            Command::Choose(letter) => table.choose_letter(letter),
            Command::Mark => {
                "which piece? type its letter".clone_into(&mut table.message);
                self.mode = Mode::Mark;
            }
            Command::Undo => table.undo(),
            Command::Redo => table.redo(),
            Command::Restart => table.restart(),
            Command::Accept => table.accept(keeper),
            Command::Ask(question) => {
                let rest = table.ask(question);
                self.watch_rest(rest, now);
            }
            Command::Pick => {
                self.mode = Mode::Pick(Picker::new(&self.table.pick, self.setup.sources.metric));
            }
            Command::Help => self.helps = true,
            Command::Layout => {
                self.setup.layout = self.setup.layout.other();
                let [piece, unit] = self.setup.layout.hints();
                table.message = match self.setup.layout {
                    Layout::Vi => format!("h moves left; hints are on {piece} and {unit}"),
                    Layout::Hints => format!("hints are on {piece} and {unit}"),
                };
            }
            Command::Escape => table.forget(),
            Command::Quit => return Next::Leave(Exit::Done),
            Command::Redraw | Command::Suspend | Command::Interrupt => return Next::Stay,
        }
        Next::Draw
    }

    fn watch_key(&mut self, key: KeyEvent, now: Instant) -> Next {
        let Mode::Watch(watch) = &mut self.mode else { return Next::Stay };
        match key.code {
            KeyCode::Char(' ' | 'p') | KeyCode::Enter => watch.pause(now),
            KeyCode::Right | KeyCode::Down | KeyCode::Char('l' | 'j' | '.') => watch.forward(),
            KeyCode::Left | KeyCode::Up | KeyCode::Char('h' | 'k' | ',') => watch.back(),
            KeyCode::Home | KeyCode::Char('0') => watch.rewind(),
            KeyCode::End | KeyCode::Char('$') => watch.finish(),
            KeyCode::Char('+' | '=') => watch.faster(),
            KeyCode::Char('-') => watch.slower(),
            KeyCode::Char('?') => self.helps = true,
            KeyCode::Char('q') if watch.origin == Origin::Stored => {
                return Next::Leave(Exit::Done);
            }
            KeyCode::Esc | KeyCode::Char('q' | 's') => {
                self.mode = Mode::Play;
                "back to your game".clone_into(&mut self.table.message);
            }
            _ => return Next::Stay,
        }
        Next::Draw
    }

    fn picked(&mut self, picked: Picked) -> Next {
        match picked {
            Picked::Open => {}
            Picked::Cancelled => self.mode = Mode::Play,
            Picked::Puzzle(source) => {
                self.games += 1;
                let App { setup, keeper, events, games, .. } = self;
                self.table = lay(*source, setup, keeper, events, *games);
                self.palette = Palette::of(self.table.puzzle(), self.setup.paint);
                self.mode = Mode::Play;
                self.held = None;
            }
        }
        Next::Draw
    }

    fn watch_rest(&mut self, rest: Option<Playback>, now: Instant) {
        // The answer may come when the player has already turned to something else.
        if let (Some(playback), Mode::Play | Mode::Mark) = (rest, &self.mode) {
            self.mode = Mode::Watch(Watch::new(playback, Origin::Rest, now));
        }
    }
}

/// Lays a puzzle on the table.
fn lay(
    source: Source,
    setup: &Setup,
    keeper: &mut RecordKeeper,
    events: &Sender<Event>,
    number: u64,
) -> Table {
    let events = events.clone();
    // Where nobody listens any more, the program is about to end.
    let report = move |ticket, report| drop(events.send(Event::Report(number, ticket, report)));
    Table::new(source, &setup.sources, keeper, report)
}
