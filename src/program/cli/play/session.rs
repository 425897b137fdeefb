//! A game with its hints and its saved data.
//!
//! Both players, the one on the screen ([`super::player`]) and the one line by line
//! ([`super::plain`]), turn their input into an [`Action`] or a [`HintLevel`] and show the
//! [`ActionResult`] or the answer.

use crate::cli::prelude::*;
use std::{sync::Arc, time::SystemTime};

use crate::{
    play::{Advice, Game, Record, RecordOutcome, SavedGame, Store},
    solution::IllegalMove,
};
use directories::ProjectDirs;

/// A game and the knowledge about its puzzle.
pub struct Session {
    pub pick: String,
    pub title: String,
    pub game: Game,
    pub optimum: KnownOptimum,
    pub record: Option<Record>,
    /// The day on which the resumed game was saved.
    pub left: Option<String>,
    /// Whether the player is warned of a move that leaves every shortest solution.
    pub fewest: bool,
    /// The length of the shortest solutions of which the game was part before the last move.
    shortest: Option<usize>,
    pub hints: usize,
    has_moved: bool,
    pub store: Store,
}

/// An action of the player.
#[derive(Clone, PartialEq, Eq)]
pub enum Action {
    /// All of these moves, or none if one is illegal.
    Moves(Vec<Move>),
    /// Moves a piece towards a place for its anchor.
    Drag(PieceId, Cell),
    Undo,
    Redo,
    Restart,
}

pub enum ActionResult {
    /// The position has changed, with a message about the change. `piece` is the piece of a move
    /// that was undone or redone.
    Moved {
        piece: Option<PieceId>,
        message: Option<String>,
    },
    /// Pieces have come back to where they were, or could not be dragged.
    Unmoved,
    /// All moves were undone.
    Restarted(String),
    /// A move is illegal.
    Blocked(IllegalMove),
    /// No move can be undone or redone.
    Nothing(&'static str),
}

/// The hints, by how much they reveal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HintLevel {
    Distance,
    Piece,
    Move,
    Rest,
}

/// The length of the shortest solution, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownOptimum {
    Unknown,
    None,
    /// The length, published or computed.
    Length(usize),
}

impl Session {
    /// Opens a game of this puzzle; `resumes` says whether to resume the saved game.
    pub fn new(source: Source, metric: Metric, mut store: Store, resumes: bool) -> Self {
        let title = source.title();
        let puzzle = Arc::new(source.puzzle);
        let left = resumes.then(|| store.saved_game(&puzzle, metric)).flatten();
        let optimum = KnownOptimum::published(&puzzle, metric);
        let day = |left: &SavedGame| left.date.chars().take_while(|&it| it != 'T').collect();
        Session {
            pick: source.pick,
            title,
            optimum,
            fewest: false,
            shortest: optimum.length().filter(|_| left.is_none()),
            record: store.records().best(&puzzle, metric).cloned(),
            hints: left.as_ref().map_or(0, |left| left.hints),
            left: left.as_ref().map(day),
            has_moved: false,
            store,
            game: left.map_or_else(|| Game::new(puzzle, metric), |left| left.game),
        }
    }

    /// Saves this game, and opens another puzzle in the same metric.
    pub fn next(&mut self, source: Source) -> Self {
        self.keep();
        let store = std::mem::take(&mut self.store);
        Session {
            fewest: self.fewest,
            ..Session::new(source, self.game.metric(), store, true)
        }
    }

    /// Starts a new game instead of the saved one.
    pub fn start_afresh(&mut self) {
        self.game = Game::new(Arc::clone(self.game.puzzle()), self.game.metric());
        (self.hints, self.left) = (0, None);
    }

    /// Saves the game unless it is solved or has no moves. Returns whether it was saved.
    pub fn keep(&mut self) -> bool {
        let is_untouched = self.game.moves().is_empty();
        if self.game.is_solved() || is_untouched && (self.has_moved || self.left.is_some()) {
            self.store.remove_game(&self.game);
        }
        if is_untouched || self.game.is_solved() {
            return false;
        }
        self.store.save_game(&SavedGame {
            game: self.game.clone(),
            hints: self.hints,
            date: now(),
        })
    }

    /// Saves the game. Returns a message about that.
    pub fn farewell(&mut self) -> Option<String> {
        let place = format!("{} {}", self.game.metric(), self.game.moves().len());
        let kept = self
            .keep()
            .then(|| format!("the game is kept: `play` goes on from {place}"));
        self.store.trouble().or(kept)
    }

    pub fn puzzle(&self) -> &Arc<Puzzle> {
        self.game.puzzle()
    }

    pub fn act(&mut self, action: Action) -> ActionResult {
        let before = self.game.anchors().to_vec();
        match action {
            Action::Undo => {
                let unit = self.game.undo();
                return self.stepped(unit, "taken back", "there is nothing to take back");
            }
            Action::Redo => {
                let unit = self.game.redo();
                return self.stepped(unit, "made again", "there is nothing to make again");
            }
            Action::Restart => {
                let moves = self.game.metric().count(self.game.moves().len());
                self.game.restart();
                let message = format!("{moves} taken back; redo makes them again");
                return ActionResult::Restarted(message);
            }
            Action::Drag(piece, to) => {
                self.game.drag(piece, to);
            }
            Action::Moves(moves) => {
                let mut game = self.game.clone();
                for unit in &moves {
                    let tried = game.position().apply(unit);
                    if let Err(why) = tried.and_then(|()| game.travel(unit.piece, &unit.path)) {
                        return ActionResult::Blocked(why);
                    }
                }
                self.game = game;
            }
        }
        if self.game.anchors() == before {
            return ActionResult::Unmoved;
        }
        let message = self.add_record();
        // The first move saves the game, so that the player learns early if saving fails.
        if !std::mem::replace(&mut self.has_moved, true) {
            self.keep();
        }
        ActionResult::Moved {
            piece: None,
            message,
        }
    }

    fn stepped(&self, unit: Option<Move>, what: &str, nothing: &'static str) -> ActionResult {
        match unit {
            Some(unit) => ActionResult::Moved {
                message: Some(format!("{what}: {}", in_words(self.puzzle(), &unit))),
                piece: Some(unit.piece),
            },
            None => ActionResult::Nothing(nothing),
        }
    }

    /// Adds the result to the records if the puzzle is solved, and returns a message about it.
    fn add_record(&mut self) -> Option<String> {
        if !self.game.is_solved() {
            return None;
        }
        let length = self.game.moves().len();
        let metric = self.game.metric();
        let outcome = self.store.submit(&self.game, self.hints, now());
        let records = self.store.records();
        self.record = records.best(self.puzzle(), metric).cloned();
        let optimum = self.optimum.length();
        Some(verdict(length, metric, optimum, outcome.as_ref()))
    }

    /// Turns the mode of the fewest moves on or off. Returns a message about that.
    pub fn toggle_fewest(&mut self) -> &'static str {
        self.fewest = !self.fewest;
        if self.fewest {
            "moves that leave the shortest solutions are reported"
        } else {
            "such moves are no longer reported"
        }
    }

    /// Returns a message if the last move has left every shortest solution. The advice is about the
    /// nearest of the positions in which that move may end.
    pub fn judge(&mut self, advice: &Result<Advice, SolveError>) -> Option<String> {
        let length = self.game.moves().len() + advice.as_ref().ok()?.distance()?;
        let before = self.shortest.replace(length)?;
        let count = self.game.metric().count(before);
        (length > before)
            .then(|| format!("that leaves every solution in {count}; undo takes it back"))
    }

    /// Returns the hint in words. At the start, the advice also tells the optimum.
    pub fn answer(&mut self, question: HintLevel, advice: &Result<Advice, SolveError>) -> String {
        if self.game.moves().is_empty() && self.optimum == KnownOptimum::Unknown {
            self.optimum = match advice {
                Ok(Advice::Lost { .. }) => KnownOptimum::None,
                Ok(advice) => advice.distance().into(),
                Err(_) => KnownOptimum::Unknown,
            };
        }
        answer(self.puzzle(), self.game.metric(), question, advice)
    }
}

impl KnownOptimum {
    const fn length(self) -> Option<usize> {
        match self {
            KnownOptimum::Length(length) => Some(length),
            KnownOptimum::Unknown | KnownOptimum::None => None,
        }
    }

    fn published(puzzle: &Puzzle, metric: Metric) -> Self {
        match input::published(puzzle, metric) {
            None if puzzle.best() == PublishedOptimum::Impossible => KnownOptimum::None,
            length => length
                .and_then(|length| usize::try_from(length).ok())
                .into(),
        }
    }
}

impl From<Option<usize>> for KnownOptimum {
    fn from(length: Option<usize>) -> Self {
        length.map_or(KnownOptimum::Unknown, KnownOptimum::Length)
    }
}

/// Returns a move in words: `E 关羽 down, right 2`.
pub fn in_words(puzzle: &Puzzle, unit: &Move) -> String {
    unit.display(puzzle)
}

fn answer(
    puzzle: &Puzzle,
    metric: Metric,
    question: HintLevel,
    advice: &Result<Advice, SolveError>,
) -> String {
    match advice {
        Err(error) => format!("there are no hints here: {error}"),
        Ok(Advice::Lost { reason: None }) => "it cannot be solved from here".to_owned(),
        Ok(Advice::Lost {
            reason: Some(reason),
        }) => format!("it cannot be solved from here: {reason}"),
        Ok(Advice::Unknown { bound, reason }) => {
            let bound = metric.count(usize::try_from(*bound).unwrap_or(usize::MAX));
            let option = match reason {
                StopReason::Memory => " (--max-memory)",
                StopReason::Time => " (--timeout)",
                _ => "",
            };
            format!("not found: {reason}{option}; it takes {bound} or more from here")
        }
        Ok(Advice::Way { moves, shortest }) => match (question, moves.first()) {
            (_, None) => "it is solved".to_owned(),
            (HintLevel::Piece, Some(unit)) => {
                format!("hint: move {}", puzzle.pieces()[unit.piece].label())
            }
            (HintLevel::Move, Some(unit)) => format!("hint: {}", in_words(puzzle, unit)),
            (HintLevel::Distance | HintLevel::Rest, Some(_)) => {
                let at_most = if *shortest { "" } else { "at most " };
                format!("{at_most}{} from here", metric.count(moves.len()))
            }
        },
    }
}

/// Compares a solution with the optimum and the player's best: `solved in 97 moves (optimum 81);
/// your best was 103`.
fn verdict(
    length: usize,
    metric: Metric,
    optimum: Option<usize>,
    outcome: Option<&RecordOutcome>,
) -> String {
    let optimum = match optimum {
        Some(optimum) if optimum == length => ", the optimum".to_owned(),
        Some(optimum) => format!(" (optimum {optimum})"),
        None => String::new(),
    };
    let outcome = match outcome {
        None => String::new(),
        Some(RecordOutcome::First) => "; your first solution".to_owned(),
        Some(RecordOutcome::Best(before)) if before.length == length => {
            "; your best, now with fewer hints".to_owned()
        }
        Some(RecordOutcome::Best(before)) => format!("; your best was {}", before.length),
        Some(RecordOutcome::Behind(best)) => format!("; your best is {}", best.length),
    };
    format!("solved in {}{optimum}{outcome}", metric.count(length))
}

/// Returns the store in the user's data folder, or an empty one if the system has no such folder.
pub fn user_store() -> Store {
    let folders = ProjectDirs::from("", "", "huarong");
    folders.map_or_else(Store::default, |folders| Store::new(folders.data_dir()))
}

fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use crate::grid::Direction;

    use super::*;

    fn hint_text(question: HintLevel, advice: Advice) -> String {
        let text = "names: A=Ann\n\nA . .\n\ngoal:\n. . A\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        answer(&puzzle, Metric::Move, question, &Ok(advice))
    }

    fn way(paths: &[&[Direction]]) -> Advice {
        let unit = |path: &&[Direction]| Move {
            piece: 0,
            from: Cell::new(0, 0),
            path: path.to_vec(),
        };
        Advice::Way {
            moves: paths.iter().map(unit).collect(),
            shortest: true,
        }
    }

    #[test]
    fn each_hint_reveals_more_than_the_one_before() {
        let way = way(&[&[Direction::Right, Direction::Right]]);
        let answers = [HintLevel::Distance, HintLevel::Piece, HintLevel::Move]
            .map(|question| hint_text(question, way.clone()));
        assert_eq!(
            answers,
            [
                "1 move from here",
                "hint: move A Ann",
                "hint: A Ann right 2"
            ]
        );
    }

    #[test]
    fn hints_report_unsolvable_solved_and_unknown_positions() {
        let lost = |reason: Option<&str>| Advice::Lost {
            reason: reason.map(str::to_owned),
        };
        assert_eq!(
            hint_text(HintLevel::Piece, lost(None)),
            "it cannot be solved from here"
        );
        let why = hint_text(HintLevel::Distance, lost(Some("it is odd")));
        assert_eq!(why, "it cannot be solved from here: it is odd");
        assert_eq!(hint_text(HintLevel::Move, way(&[])), "it is solved");
        let unknown = Advice::Unknown {
            bound: 40,
            reason: StopReason::Memory,
        };
        let expected = "not found: the limit on memory was reached (--max-memory); \
                        it takes 40 moves or more from here";
        assert_eq!(hint_text(HintLevel::Distance, unknown), expected);
    }

    #[test]
    fn a_result_is_compared_with_the_optimum_and_the_best_result() {
        let puzzle: Puzzle = "A .\n\ngoal:\n. A\n".parse().expect("a puzzle");
        let record = |length| Record::new(&puzzle, Metric::Move, length, 0, String::new());
        let solved_text = |length, optimum, standing: Option<RecordOutcome>| {
            verdict(length, Metric::Move, optimum, standing.as_ref())
        };
        let optimum = Some(81);
        assert_eq!(solved_text(1, None, None), "solved in 1 move");
        assert_eq!(
            solved_text(81, optimum, Some(RecordOutcome::First)),
            "solved in 81 moves, the optimum; your first solution"
        );
        assert_eq!(
            solved_text(97, optimum, Some(RecordOutcome::Best(record(103)))),
            "solved in 97 moves (optimum 81); your best was 103"
        );
        assert_eq!(
            solved_text(97, optimum, Some(RecordOutcome::Behind(record(90)))),
            "solved in 97 moves (optimum 81); your best is 90"
        );
        let same = solved_text(97, None, Some(RecordOutcome::Best(record(97))));
        assert_eq!(same, "solved in 97 moves; your best, now with fewer hints");
    }
}
