//! A game with all that is shown of it: the chosen piece, what is said, and what is known of the
//! position.

use std::sync::Arc;

use huarong::control::Progress;
use huarong::grid::Direction;
use huarong::play::{
    Advice, CycleDirection, HintEvent, HintThread, Playback, RequestId, first_choice, neighbour,
    with_letter,
};
use huarong::puzzle::PieceId;
use huarong::sliding::SolveError;
use huarong::solution::{IllegalMove, Move};

use super::hints::HintOptions;
use super::session::{Action, ActionResult, HintLevel, Session};
use crate::cli::numbers::counted;

/// What is shown for a distance that has not been asked for.
pub(super) const NOT_ASKED: &str = "press d";

/// A game with all that is shown of it.
pub(super) struct GameView {
    pub(super) session: Session,
    pub(super) chosen: PieceId,
    /// The move that a hint has shown.
    pub(super) shown: Option<Move>,
    /// What is to be said, until the next move.
    pub(super) message: String,
    /// Whether the distance is shown after each move.
    tells_distance: bool,
    /// What is known of this position.
    advice: Option<Result<Advice, SolveError>>,
    asked: Option<PendingHint>,
    adviser: HintThread,
}

/// A question that is not answered yet.
struct PendingHint {
    ticket: RequestId,
    question: HintLevel,
    progress: Option<Progress>,
}

impl GameView {
    /// The puzzle of this session. `report` is called from the thread that advises.
    pub(super) fn new(
        mut session: Session,
        sources: &HintOptions,
        report: impl FnMut(RequestId, HintEvent) + Send + 'static,
    ) -> Self {
        let puzzle = Arc::clone(session.puzzle());
        GameView {
            chosen: first_choice(&session.game.position()),
            shown: None,
            message: session.trouble().unwrap_or_default(),
            tells_distance: false,
            advice: None,
            asked: None,
            adviser: HintThread::new(puzzle, Box::new(sources.oracle()), report),
            session,
        }
    }

    /// Begins again, although the game was left before.
    pub(super) fn start_afresh(&mut self) {
        self.session.start_afresh();
        self.changed();
        self.chosen = first_choice(&self.session.game.position());
    }

    /// Does what the player wants with the pieces; whether the position is another then.
    pub(super) fn act(&mut self, action: Action) -> bool {
        let effect = self.session.act(action);
        self.show(effect)
    }

    /// Moves the chosen piece by one cell.
    pub(super) fn step(&mut self, direction: Direction) {
        let effect = self.session.step(self.chosen, direction);
        self.show(effect);
    }

    /// Makes the move that a hint has shown.
    pub(super) fn accept(&mut self) {
        match self.shown.take() {
            Some(unit) => {
                self.act(Action::Moves(vec![unit]));
            }
            None => "no hint has shown a move yet".clone_into(&mut self.message),
        }
    }

    /// Shows what has come of an action; whether the position is another.
    fn show(&mut self, effect: ActionResult) -> bool {
        match effect {
            ActionResult::Stayed { blocked } => {
                if let Some(why) = blocked {
                    self.message = told(&why);
                }
                false
            }
            ActionResult::Nothing { message } => {
                message.clone_into(&mut self.message);
                false
            }
            ActionResult::Moved { solved } => {
                self.changed();
                self.message.extend(self.session.trouble());
                if let Some(solved) = solved {
                    self.message = solved.verdict;
                    self.message.extend(solved.trouble.map(|trouble| format!("; {trouble}")));
                }
                true
            }
            ActionResult::Stepped { piece, message } => {
                self.changed();
                (self.chosen, self.message) = (piece, message);
                true
            }
            ActionResult::Restarted { message } => {
                self.changed();
                self.message = message;
                true
            }
        }
    }

    pub(super) fn choose(&mut self, piece: PieceId) {
        self.chosen = piece;
        self.message.clear();
    }

    pub(super) fn choose_letter(&mut self, letter: char) {
        match with_letter(self.session.puzzle(), letter) {
            Some(piece) => self.choose(piece),
            None => self.message = format!("there is no piece {letter}"),
        }
    }

    pub(super) fn choose_neighbour(&mut self, turn: CycleDirection) {
        self.choose(neighbour(&self.session.game.position(), self.chosen, turn));
    }

    /// Forgets what a hint has shown, and what is being thought about.
    pub(super) fn forget(&mut self) {
        self.shown = None;
        self.message.clear();
        self.asked = None;
        self.adviser.cancel();
    }

    /// Asks for a hint. The answer may be there at once; the rest is returned to be watched.
    pub(super) fn ask(&mut self, question: HintLevel) -> Option<Playback> {
        if question == HintLevel::Distance && self.tells_distance {
            self.tells_distance = false;
            self.asked.take_if(|asked| asked.question == HintLevel::Distance);
            return None;
        }
        self.session.count_hint();
        self.tells_distance |= question == HintLevel::Distance;
        if self.advice.is_some() {
            return self.answer(question);
        }
        "thinking …".clone_into(&mut self.message);
        self.look_into(question);
        None
    }

    /// Takes in what the adviser says; the rest, if that was asked for, is returned to be watched.
    pub(super) fn report(&mut self, ticket: RequestId, report: HintEvent) -> Option<Playback> {
        let asked = self.asked.as_mut().filter(|asked| asked.ticket == ticket)?;
        match report {
            HintEvent::Thinking(progress) => {
                asked.progress = Some(progress);
                None
            }
            HintEvent::Failed => {
                self.asked = None;
                "the search has failed; please report this bug".clone_into(&mut self.message);
                None
            }
            HintEvent::Advice(advice) => {
                let question = asked.question;
                self.asked = None;
                self.advice = Some(advice);
                self.answer(question)
            }
        }
    }

    /// What the panel shows for the distance from here.
    pub(super) fn distance(&self) -> String {
        if let Some(PendingHint { progress, .. }) = &self.asked {
            return progress.map_or(
                "thinking …".to_owned(),
                |Progress { depth, states, .. }| {
                    format!("layer {depth}, {}", counted(states, "state"))
                },
            );
        }
        if self.session.game.is_solved() {
            return "solved".to_owned();
        }
        match &self.advice {
            Some(_) if !self.tells_distance => NOT_ASKED.to_owned(),
            Some(Ok(Advice::Way { moves, shortest: true })) => moves.len().to_string(),
            Some(Ok(Advice::Way { moves, .. })) => format!("at most {}", moves.len()),
            Some(Ok(Advice::Lost { .. })) => "it cannot be solved".to_owned(),
            Some(Ok(Advice::Unknown { bound, .. })) => format!("{bound} or more"),
            Some(Err(_)) => "unknown".to_owned(),
            None => NOT_ASKED.to_owned(),
        }
    }

    fn look_into(&mut self, question: HintLevel) {
        let ticket = self.adviser.request(&self.session.game);
        self.asked = Some(PendingHint { ticket, question, progress: None });
    }

    fn answer(&mut self, question: HintLevel) -> Option<Playback> {
        let advice = self.advice.as_ref()?;
        self.message = self.session.answer(question, advice);
        let Ok(advice @ Advice::Way { moves, .. }) = advice else { return None };
        match question {
            HintLevel::Distance => self.message.clear(),
            HintLevel::Rest if !moves.is_empty() => {
                let puzzle = Arc::clone(self.session.puzzle());
                return Playback::new(&self.session.game.position(), puzzle, moves.clone()).ok();
            }
            HintLevel::Rest => {}
            HintLevel::Piece | HintLevel::Move => {
                self.chosen = advice.piece().unwrap_or(self.chosen);
                if question == HintLevel::Move {
                    self.shown = advice.next().cloned();
                    self.message += " (Enter makes it)";
                }
            }
        }
        None
    }

    /// The position is another: what was known of the one before is forgotten.
    fn changed(&mut self) {
        self.forget();
        self.advice = None;
        if self.tells_distance && !self.session.game.is_solved() {
            self.look_into(HintLevel::Distance);
        }
    }
}

/// What is in the way of the chosen piece. Where that stands, the player sees.
fn told(why: &IllegalMove) -> String {
    match why {
        IllegalMove::Blocked { piece, direction, obstacle, .. } => {
            format!("{piece} cannot go {direction}: {obstacle}")
        }
        other => other.to_string(),
    }
}
