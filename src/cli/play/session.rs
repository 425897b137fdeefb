//! A game in play: what a player can do, with keys and mouse or line by line, and what is said of it.
//!
//! This is the one place where the commands of a player are decided. The player on the screen
//! ([`super::app`]) and the one for pipes ([`super::plain`]) turn their input into an [`Action`] or a
//! [`Question`], and show the [`Effect`] or the answer.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use directories::ProjectDirs;
use huarong::Puzzle;
use huarong::control::StopReason;
use huarong::grid::{Cell, Direction};
use huarong::play::records::{Book, Record, Standing};
use huarong::play::{Advice, Game};
use huarong::puzzle::{Metric, PieceId, PublishedOptimum};
use huarong::sliding::SolveError;
use huarong::solution::notation::Words;
use huarong::solution::{IllegalMove, Move};

use crate::cli::input::{self, Source};

/// A puzzle that is played, and what is known of it.
pub(super) struct Session {
    pub(super) pick: String,
    pub(super) title: String,
    pub(super) game: Game,
    pub(super) optimum: Optimum,
    /// The player's best result.
    pub(super) record: Option<Record>,
    hints: usize,
    keeper: RecordKeeper,
}

/// What a player does with the pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// These moves, one after the other: all of them, or none if one is blocked.
    Moves(Vec<Move>),
    /// A piece towards a place for its anchor, as near as it gets.
    Drag(PieceId, Cell),
    Undo,
    Redo,
    /// All moves are taken back.
    Restart,
}

/// What comes of an action.
pub(super) enum Effect {
    /// Pieces have moved; if the puzzle is solved now, what is said of that.
    Moved {
        solved: Option<Solved>,
    },
    /// All pieces are where they were: what is in the way, if something is.
    Stayed {
        blocked: Option<IllegalMove>,
    },
    /// A move of this piece was taken back or made again.
    Stepped {
        piece: PieceId,
        message: String,
    },
    Restarted {
        message: String,
    },
    /// There is no move to take back or to make again.
    Nothing {
        message: &'static str,
    },
}

/// What is said when a puzzle is solved.
pub(super) struct Solved {
    pub(super) verdict: String,
    /// Why the result is not kept, or what was wrong with those before.
    pub(super) trouble: Option<String>,
}

/// The hints, by how much they give away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// How far it is from here.
    Distance,
    /// Which piece to move.
    Piece,
    /// Which way, too.
    Move,
    /// The whole rest.
    Rest,
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

impl Session {
    /// The puzzle at its start.
    pub(super) fn new(source: Source, metric: Metric, mut keeper: RecordKeeper) -> Self {
        let title = source.title();
        let puzzle = Arc::new(source.puzzle);
        Session {
            pick: source.pick,
            title,
            optimum: Optimum::published(&puzzle, metric),
            record: keeper.best(&puzzle, metric),
            hints: 0,
            keeper,
            game: Game::new(puzzle, metric),
        }
    }

    /// A session with another puzzle, in the same metric, which takes the book of records over.
    pub(super) fn next(&mut self, source: Source) -> Self {
        Session::new(source, self.game.metric(), std::mem::take(&mut self.keeper))
    }

    pub(super) fn puzzle(&self) -> &Arc<Puzzle> {
        self.game.puzzle()
    }

    /// What has gone wrong with the records since this was last asked.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.keeper.trouble()
    }

    pub(super) fn act(&mut self, action: Action) -> Effect {
        match action {
            Action::Moves(moves) => self.make(&moves),
            Action::Drag(piece, to) if self.game.drag(piece, to) => {
                Effect::Moved { solved: self.solved() }
            }
            Action::Drag(..) => Effect::Stayed { blocked: None },
            Action::Undo => {
                let unit = self.game.undo();
                self.stepped(unit, "taken back", "there is nothing to take back")
            }
            Action::Redo => {
                let unit = self.game.redo();
                self.stepped(unit, "made again", "there is nothing to make again")
            }
            Action::Restart => {
                let moves = self.game.metric().count(self.game.moves().len());
                self.game.restart();
                Effect::Restarted { message: format!("{moves} taken back; redo makes them again") }
            }
        }
    }

    /// Moves a piece by one cell.
    pub(super) fn step(&mut self, piece: PieceId, direction: Direction) -> Effect {
        let from = self.game.anchors()[piece];
        self.act(Action::Moves(vec![Move { piece, from, path: vec![direction] }]))
    }

    /// Makes all of these moves, or none if one cannot be made.
    fn make(&mut self, moves: &[Move]) -> Effect {
        let before = self.game.anchors().to_vec();
        let mut trial = self.game.position();
        let blocked = moves.iter().find_map(|unit| trial.play(unit).err());
        if blocked.is_some() {
            return Effect::Stayed { blocked };
        }
        for unit in moves {
            self.game.travel(unit.piece, &unit.path).expect("it has just been tried");
        }
        if self.game.anchors() == before {
            return Effect::Stayed { blocked: None };
        }
        Effect::Moved { solved: self.solved() }
    }

    fn stepped(&self, unit: Option<Move>, what: &str, nothing: &'static str) -> Effect {
        let Some(unit) = unit else { return Effect::Nothing { message: nothing } };
        let message = format!("{what}: {}", in_words(self.puzzle(), &unit));
        Effect::Stepped { piece: unit.piece, message }
    }

    /// Takes the result into the records, if the puzzle is solved.
    fn solved(&mut self) -> Option<Solved> {
        if !self.game.is_solved() {
            return None;
        }
        let (length, metric) = (self.game.moves().len(), self.game.metric());
        let standing = self.keeper.enter(&self.game, self.hints);
        let optimum = match self.optimum {
            Optimum::Length(optimum) => Some(optimum),
            Optimum::Unknown | Optimum::None => None,
        };
        let verdict = verdict(length, metric, optimum, standing.as_ref());
        let trouble = self.keeper.trouble();
        self.record = self.keeper.best(self.game.puzzle(), metric);
        Some(Solved { verdict, trouble })
    }

    /// Counts a hint that is asked for.
    pub(super) const fn count_hint(&mut self) {
        self.hints += 1;
    }

    /// The answer to a question in words, from what is known of this position; for the rest of the
    /// way, how long it is. At the start, the optimum becomes known with it.
    pub(super) fn answer(
        &mut self,
        question: Question,
        advice: &Result<Advice, SolveError>,
    ) -> String {
        if self.game.moves().is_empty()
            && self.optimum == Optimum::Unknown
            && let Ok(advice) = advice
        {
            self.optimum = match advice {
                Advice::Lost => Optimum::None,
                _ => advice.distance().map_or(Optimum::Unknown, Optimum::Length),
            };
        }
        answer(self.puzzle(), self.game.metric(), question, advice)
    }
}

impl Optimum {
    /// What the puzzle says of itself.
    fn published(puzzle: &Puzzle, metric: Metric) -> Self {
        match input::published(puzzle, metric).map(usize::try_from) {
            Some(Ok(length)) => Optimum::Length(length),
            _ if puzzle.best() == PublishedOptimum::Impossible => Optimum::None,
            _ => Optimum::Unknown,
        }
    }
}

/// A move in words: `E 关羽 down, right 2`.
pub(super) fn in_words(puzzle: &Puzzle, unit: &Move) -> String {
    format!("{} {}", puzzle.pieces()[unit.piece].label(), Words(&unit.path))
}

fn answer(
    puzzle: &Puzzle,
    metric: Metric,
    question: Question,
    advice: &Result<Advice, SolveError>,
) -> String {
    let advice = match advice {
        Ok(advice) => advice,
        Err(error) => return format!("there are no hints here: {error}"),
    };
    match advice {
        Advice::Lost => "it cannot be solved from here".to_owned(),
        Advice::Unknown { bound, reason } => {
            let bound = metric.count(usize::try_from(*bound).unwrap_or(usize::MAX));
            format!("not found: {}; it takes {bound} or more from here", why(*reason))
        }
        Advice::Way { moves, shortest } => match (question, moves.first()) {
            (_, None) => "it is solved".to_owned(),
            (Question::Piece, Some(unit)) => {
                format!("hint: move {}", puzzle.pieces()[unit.piece].label())
            }
            (Question::Move, Some(unit)) => format!("hint: {}", in_words(puzzle, unit)),
            (Question::Distance | Question::Rest, Some(_)) => {
                let at_most = if *shortest { "" } else { "at most " };
                format!("{at_most}{} from here", metric.count(moves.len()))
            }
        },
    }
}

/// Why a search was given up.
fn why(reason: StopReason) -> String {
    let option = match reason {
        StopReason::Memory => " (--max-memory)",
        StopReason::Time => " (--timeout)",
        _ => "",
    };
    format!("{reason}{option}")
}

/// The player's book of records, as far as there is one.
#[derive(Default)]
pub(super) struct RecordKeeper {
    book: Option<Book>,
    trouble: Option<String>,
}

impl RecordKeeper {
    /// The book in the user's data folder.
    pub(super) fn of_the_user() -> Self {
        match ProjectDirs::from("", "", "huarong") {
            Some(folders) => RecordKeeper::in_file(folders.data_dir().join("records.json")),
            None => RecordKeeper::default(),
        }
    }

    /// The book in this file.
    pub(super) fn in_file(path: PathBuf) -> Self {
        RecordKeeper { book: Some(Book::new(path)), trouble: None }
    }

    /// The best result so far.
    fn best(&mut self, puzzle: &Puzzle, metric: Metric) -> Option<Record> {
        let loaded = self.book.as_ref()?.load();
        match loaded {
            Ok(loaded) => {
                if let Some(aside) = loaded.aside {
                    let aside = aside.display();
                    self.trouble =
                        Some(format!("the records were damaged; they are kept as {aside}"));
                }
                loaded.records.best(puzzle, metric).cloned()
            }
            Err(error) => {
                self.give_up(&error.to_string());
                None
            }
        }
    }

    /// Takes in the result of a game that is solved.
    fn enter(&mut self, game: &Game, hints: usize) -> Option<Standing> {
        let book = self.book.as_ref()?;
        let date = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let record = Record::new(game.puzzle(), game.metric(), game.moves().len(), hints, date);
        match book.enter(record) {
            Ok(standing) => Some(standing),
            Err(error) => {
                self.give_up(&error.to_string());
                None
            }
        }
    }

    /// What went wrong since this was last asked.
    fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Keeps no records from here on: to be told once is enough.
    fn give_up(&mut self, error: &str) {
        self.trouble = Some(format!("no records are kept: {error}"));
        self.book = None;
    }
}

/// How long the solution is, next to the shortest and to the player's own best:
/// `solved in 97 moves (optimum 81); your best was 103`.
fn verdict(
    length: usize,
    metric: Metric,
    optimum: Option<usize>,
    standing: Option<&Standing>,
) -> String {
    let optimum = match optimum {
        Some(optimum) if optimum == length => ", the optimum".to_owned(),
        Some(optimum) => format!(" (optimum {optimum})"),
        None => String::new(),
    };
    let standing = match standing {
        None => String::new(),
        Some(Standing::First) => "; your first solution".to_owned(),
        Some(Standing::Best(before)) if before.length == length => {
            "; your best, now with fewer hints".to_owned()
        }
        Some(Standing::Best(before)) => format!("; your best was {}", before.length),
        Some(Standing::Behind(best)) => format!("; your best is {}", best.length),
    };
    format!("solved in {}{optimum}{standing}", metric.count(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(question: Question, advice: Advice) -> String {
        let text = "names: A=Ann\n\nA . .\n\ngoal:\n. . A\n";
        let puzzle: Puzzle = text.parse().expect("a puzzle");
        answer(&puzzle, Metric::Move, question, &Ok(advice))
    }

    fn way(paths: &[&[Direction]]) -> Advice {
        let unit =
            |path: &&[Direction]| Move { piece: 0, from: Cell::new(0, 0), path: path.to_vec() };
        Advice::Way { moves: paths.iter().map(unit).collect(), shortest: true }
    }

    #[test]
    fn each_hint_gives_more_away_than_the_one_before() {
        let way = way(&[&[Direction::Right, Direction::Right]]);
        let answers = [Question::Distance, Question::Piece, Question::Move]
            .map(|question| told(question, way.clone()));
        assert_eq!(answers, ["1 move from here", "hint: move A Ann", "hint: A Ann right 2"]);
    }

    #[test]
    fn what_is_lost_solved_or_unknown_is_told() {
        assert_eq!(told(Question::Piece, Advice::Lost), "it cannot be solved from here");
        assert_eq!(told(Question::Move, way(&[])), "it is solved");
        let unknown = Advice::Unknown { bound: 40, reason: StopReason::Memory };
        let expected = "not found: the limit on memory was reached (--max-memory); \
                        it takes 40 moves or more from here";
        assert_eq!(told(Question::Distance, unknown), expected);
    }

    #[test]
    fn records_that_cannot_be_kept_are_told_of_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut keeper = RecordKeeper::in_file(folder.path().to_owned());
        let puzzle: Puzzle = "A .\n\ngoal:\n. A\n".parse().expect("a puzzle");
        assert_eq!(keeper.best(&puzzle, Metric::Move), None);
        let told = keeper.trouble().expect("a folder is no file");
        assert!(told.starts_with("no records are kept: cannot read"), "{told}");
        let game = Game::new(Arc::new(puzzle), Metric::Move);
        assert_eq!(keeper.enter(&game, 0), None);
        assert_eq!(keeper.trouble(), None);
    }

    #[test]
    fn a_result_is_told_next_to_the_shortest_and_the_best() {
        let puzzle: Puzzle = "A .\n\ngoal:\n. A\n".parse().expect("a puzzle");
        let record = |length| Record::new(&puzzle, Metric::Move, length, 0, String::new());
        let told = |length, optimum, standing: Option<Standing>| {
            verdict(length, Metric::Move, optimum, standing.as_ref())
        };
        let optimum = Some(81);
        assert_eq!(told(1, None, None), "solved in 1 move");
        assert_eq!(
            told(81, optimum, Some(Standing::First)),
            "solved in 81 moves, the optimum; your first solution"
        );
        assert_eq!(
            told(97, optimum, Some(Standing::Best(record(103)))),
            "solved in 97 moves (optimum 81); your best was 103"
        );
        assert_eq!(
            told(97, optimum, Some(Standing::Behind(record(90)))),
            "solved in 97 moves (optimum 81); your best is 90"
        );
        let same = told(97, None, Some(Standing::Best(record(97))));
        assert_eq!(same, "solved in 97 moves; your best, now with fewer hints");
    }
}
