//! Best results: where they are kept, and what the player is told of that.

use std::path::PathBuf;
use std::time::SystemTime;

use directories::ProjectDirs;
use huarong::Puzzle;
use huarong::play::Game;
use huarong::play::records::{Book, Record, Standing};
use huarong::puzzle::Metric;

/// The player's book of records, as far as there is one.
pub(super) struct RecordKeeper {
    book: Option<Book>,
    trouble: Option<String>,
}

impl RecordKeeper {
    /// The book in the user's data folder.
    pub(super) fn of_the_user() -> Self {
        match ProjectDirs::from("", "", "huarong") {
            Some(folders) => RecordKeeper::in_file(folders.data_dir().join("records.json")),
            None => RecordKeeper { book: None, trouble: None },
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
}
