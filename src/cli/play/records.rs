//! Best results: where they are kept, and what the player is told of them.

use std::path::PathBuf;
use std::time::SystemTime;

use directories::ProjectDirs;
use huarong::Puzzle;
use huarong::play::Game;
use huarong::play::records::{Book, Record, Standing};
use huarong::puzzle::Metric;

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
    pub(super) fn best(&mut self, puzzle: &Puzzle, metric: Metric) -> Option<Record> {
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
    pub(super) fn enter(&mut self, game: &Game, hints: usize) -> Option<Standing> {
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
    pub(super) fn trouble(&mut self) -> Option<String> {
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
pub(super) fn verdict(
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
    use std::sync::Arc;

    use super::*;

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
    fn damaged_records_are_told_of_with_their_new_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("records.json");
        std::fs::write(&path, "?").expect("it can be written");
        let mut keeper = RecordKeeper::in_file(path);
        let puzzle: Puzzle = "A .\n\ngoal:\n. A\n".parse().expect("a puzzle");
        assert_eq!(keeper.best(&puzzle, Metric::Move), None);
        let told = keeper.trouble().expect("they are damaged");
        assert!(told.ends_with("records.json.damaged"), "{told}");
        let game = Game::new(Arc::new(puzzle), Metric::Move);
        assert_eq!(keeper.enter(&game, 0), Some(Standing::First));
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
