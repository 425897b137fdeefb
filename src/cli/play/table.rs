//! The puzzle on the table: the game, what the player has asked, and what is known.

use std::sync::Arc;

use huarong::Puzzle;
use huarong::control::Progress;
use huarong::grid::{Cell, Direction};
use huarong::play::records::Record;
use huarong::play::{
    Advice, Adviser, Game, Playback, Report, Ticket, Turn, first_choice, neighbour, with_letter,
};
use huarong::puzzle::{Metric, PieceId, PublishedOptimum};
use huarong::sliding::SolveError;
use huarong::solution::{IllegalMove, Move};

use super::oracle::Sources;
use super::question::{self, Question};
use super::record_keeper::RecordKeeper;
use super::verdict;
use crate::cli::input::Source;
use crate::cli::numbers::counted;

/// What is said of a distance that nobody has asked for.
pub(super) const NOT_ASKED: &str = "press d";

/// A puzzle that is played.
pub(super) struct Table {
    pub(super) pick: String,
    pub(super) title: String,
    pub(super) game: Game,
    pub(super) chosen: PieceId,
    /// The move that a hint has shown.
    pub(super) shown: Option<Move>,
    /// What is to be said, until the next move.
    pub(super) message: String,
    /// The player's best result.
    pub(super) record: Option<Record>,
    pub(super) optimum: Optimum,
    /// Whether the distance is shown after each move.
    tells_distance: bool,
    hints: usize,
    /// What is known of this position.
    advice: Option<Result<Advice, SolveError>>,
    asked: Option<Asked>,
    adviser: Adviser,
}

/// A question that is not answered yet.
struct Asked {
    ticket: Ticket,
    question: Question,
    progress: Option<Progress>,
}

/// What is known about the shortest solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Optimum {
    Unknown,
    /// There is no solution.
    None,
    /// Its length, published or computed.
    Length(usize),
}

impl Optimum {
    /// What the puzzle says of itself.
    pub(super) fn published(puzzle: &Puzzle, metric: Metric) -> Self {
        match puzzle.best() {
            PublishedOptimum::Unknown => Optimum::Unknown,
            PublishedOptimum::Impossible => Optimum::None,
            PublishedOptimum::Known(best) => match best.get(metric).map(usize::try_from) {
                Some(Ok(length)) => Optimum::Length(length),
                _ => Optimum::Unknown,
            },
        }
    }
}

impl Table {
    /// The puzzle at its start. `report` is called from the thread that advises.
    pub(super) fn new(
        source: Source,
        sources: &Sources,
        keeper: &mut RecordKeeper,
        report: impl FnMut(Ticket, Report) + Send + 'static,
    ) -> Self {
        let title = source.title();
        let puzzle = Arc::new(source.puzzle);
        let (metric, oracle) = (sources.metric, Box::new(sources.oracle()));
        let record = keeper.best(&puzzle, metric);
        Table {
            pick: source.pick,
            title,
            chosen: first_choice(&puzzle),
            shown: None,
            message: keeper.trouble().unwrap_or_default(),
            record,
            optimum: Optimum::published(&puzzle, metric),
            tells_distance: false,
            hints: 0,
            advice: None,
            asked: None,
            adviser: Adviser::new(Arc::clone(&puzzle), oracle, report),
            game: Game::new(puzzle, metric),
        }
    }

    pub(super) fn puzzle(&self) -> &Arc<Puzzle> {
        self.game.puzzle()
    }

    /// Moves the chosen piece.
    pub(super) fn step(&mut self, direction: Direction, keeper: &mut RecordKeeper) {
        match self.game.step(self.chosen, direction) {
            Ok(()) => self.moved(keeper),
            Err(IllegalMove::Blocked { piece, direction, obstacle, .. }) => {
                self.message = format!("{piece} cannot go {direction}: {obstacle}");
            }
            Err(other) => self.message = other.to_string(),
        }
    }

    /// Moves a piece towards a place; whether it has moved.
    pub(super) fn drag(&mut self, piece: PieceId, to: Cell, keeper: &mut RecordKeeper) -> bool {
        let moved = self.game.drag(piece, to);
        if moved {
            self.moved(keeper);
        }
        moved
    }

    /// Makes the move that a hint has shown.
    pub(super) fn accept(&mut self, keeper: &mut RecordKeeper) {
        let Some(Move { piece, path, .. }) = self.shown.take() else {
            "no hint has shown a move yet".clone_into(&mut self.message);
            return;
        };
        if self.game.travel(piece, &path).is_ok() {
            self.moved(keeper);
        }
    }

    pub(super) fn undo(&mut self) {
        match self.game.undo() {
            Some(unit) => self.went(&unit, "taken back"),
            None => "there is nothing to take back".clone_into(&mut self.message),
        }
    }

    pub(super) fn redo(&mut self) {
        match self.game.redo() {
            Some(unit) => self.went(&unit, "made again"),
            None => "there is nothing to make again".clone_into(&mut self.message),
        }
    }

    pub(super) fn restart(&mut self) {
        let taken_back = self.game.moves().len();
        self.game.restart();
        self.changed();
        let moves = self.game.metric().count(taken_back);
        self.message = format!("{moves} taken back; redo makes them again");
    }

    pub(super) fn choose(&mut self, piece: PieceId) {
        self.chosen = piece;
        self.message.clear();
    }

    pub(super) fn choose_letter(&mut self, letter: char) {
        match with_letter(self.puzzle(), letter) {
            Some(piece) => self.choose(piece),
            None => self.message = format!("there is no piece {letter}"),
        }
    }

    pub(super) fn choose_neighbour(&mut self, turn: Turn) {
        self.choose(neighbour(&self.game.position(), self.chosen, turn));
    }

    /// Forgets what a hint has shown, and what is being thought about.
    pub(super) fn forget(&mut self) {
        self.shown = None;
        self.message.clear();
        self.asked = None;
        self.adviser.give_up();
    }

    /// Asks for a hint. The answer may be there at once; the rest is returned to be watched.
    pub(super) fn ask(&mut self, question: Question) -> Option<Playback> {
        if question == Question::Distance && self.tells_distance {
            self.tells_distance = false;
            self.asked.take_if(|asked| asked.question == Question::Distance);
            return None;
        }
        self.hints += 1;
        self.tells_distance |= question == Question::Distance;
        if self.advice.is_some() {
            return self.answer(question);
        }
        "thinking …".clone_into(&mut self.message);
        self.look_into(question);
        None
    }

    /// Takes in what the adviser says; the rest, if that was asked for, is returned to be watched.
    pub(super) fn report(&mut self, ticket: Ticket, report: Report) -> Option<Playback> {
        let asked = self.asked.as_mut().filter(|asked| asked.ticket == ticket)?;
        match report {
            Report::Thinking(progress) => {
                asked.progress = Some(progress);
                None
            }
            Report::Failed => {
                self.asked = None;
                "the search has failed; please report this bug".clone_into(&mut self.message);
                None
            }
            Report::Advice(advice) => {
                let question = asked.question;
                self.asked = None;
                self.advice = Some(advice);
                self.answer(question)
            }
        }
    }

    /// What the panel says of the distance from here.
    pub(super) fn distance(&self) -> String {
        if let Some(Asked { progress, .. }) = &self.asked {
            return progress.map_or(
                "thinking …".to_owned(),
                |Progress { depth, states, .. }| {
                    format!("layer {depth}, {}", counted(states, "state"))
                },
            );
        }
        if self.game.is_solved() {
            return "solved".to_owned();
        }
        match &self.advice {
            Some(_) if !self.tells_distance => NOT_ASKED.to_owned(),
            Some(Ok(Advice::Way { moves, shortest: true })) => moves.len().to_string(),
            Some(Ok(Advice::Way { moves, .. })) => format!("at most {}", moves.len()),
            Some(Ok(Advice::Lost)) => "it cannot be solved".to_owned(),
            Some(Ok(Advice::Unknown { bound, .. })) => format!("{bound} or more"),
            Some(Err(_)) => "unknown".to_owned(),
            None => NOT_ASKED.to_owned(),
        }
    }

    fn look_into(&mut self, question: Question) {
        let ticket = self.adviser.ask(&self.game);
        self.asked = Some(Asked { ticket, question, progress: None });
    }

    fn answer(&mut self, question: Question) -> Option<Playback> {
        let advice = self.advice.as_ref()?;
        let metric = self.game.metric();
        self.message = question::answer(self.puzzle(), metric, question, advice);
        let Ok(advice) = advice else { return None };
        if self.game.moves().is_empty() && self.optimum == Optimum::Unknown {
            match advice {
                Advice::Lost => self.optimum = Optimum::None,
                _ => self.optimum = advice.distance().map_or(Optimum::Unknown, Optimum::Length),
            }
        }
        match (question, advice) {
            (Question::Distance, Advice::Way { .. }) => self.message.clear(),
            (Question::Rest, Advice::Way { moves, .. }) if !moves.is_empty() => {
                let puzzle = Arc::clone(self.puzzle());
                return Playback::new(&self.game.position(), puzzle, moves.clone()).ok();
            }
            (Question::Piece | Question::Move, Advice::Way { .. }) => {
                self.chosen = advice.piece().unwrap_or(self.chosen);
                if question == Question::Move {
                    self.shown = advice.next().cloned();
                    self.message += " (Enter makes it)";
                }
            }
            _ => {}
        }
        None
    }

    /// The player has moved something.
    fn moved(&mut self, keeper: &mut RecordKeeper) {
        self.changed();
        if !self.game.is_solved() {
            return;
        }
        let (length, metric) = (self.game.moves().len(), self.game.metric());
        let standing = keeper.enter(&self.game, self.hints);
        self.message = verdict::solved(length, metric, self.optimum, standing.as_ref());
        self.message.extend(keeper.trouble().map(|trouble| format!("; {trouble}")));
        self.record = keeper.best(self.game.puzzle(), self.game.metric());
    }

    /// A move was taken back or made again.
    fn went(&mut self, unit: &Move, what: &str) {
        self.changed();
        self.chosen = unit.piece;
        self.message = format!("{what}: {}", question::in_words(self.puzzle(), unit));
    }

    /// The position is another: what was known of the one before is known no more.
    fn changed(&mut self) {
        self.forget();
        self.advice = None;
        if self.tells_distance && !self.game.is_solved() {
            self.look_into(Question::Distance);
        }
    }
}
