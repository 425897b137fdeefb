//! What is kept of the player's games: the best results, and the games that are not finished.

use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use directories::ProjectDirs;
use huarong::Puzzle;
use huarong::play::records::{Record, RecordOutcome, RecordStore, Records};
use huarong::play::saved::{SaveStore, SavedGame};
use huarong::play::{DataError, Game, Loaded};
use huarong::puzzle::Metric;

/// The player's book of records and shelf of games, as far as there are any. What goes wrong with
/// one is told once, and it is done without from there on.
#[derive(Default)]
pub(super) struct PlayerData {
    book: Option<RecordStore>,
    shelf: Option<SaveStore>,
    troubles: Vec<String>,
}

impl PlayerData {
    /// What is kept in the user's data folder.
    pub(super) fn of_the_user() -> Self {
        let folders = ProjectDirs::from("", "", "huarong");
        folders
            .map_or_else(PlayerData::default, |folders| PlayerData::in_folder(folders.data_dir()))
    }

    /// What is kept in this folder.
    pub(super) fn in_folder(folder: &Path) -> Self {
        PlayerData {
            book: Some(RecordStore::new(folder.join("records.json"))),
            shelf: Some(SaveStore::new(folder.join("games"))),
            troubles: Vec::new(),
        }
    }

    /// The same, but for games.
    pub(super) fn without_games(self) -> Self {
        PlayerData { shelf: None, ..self }
    }

    /// All results.
    pub(super) fn records(&mut self) -> Records {
        let loaded = self.book.as_ref().map(RecordStore::load);
        match loaded {
            None => Records::default(),
            Some(Ok(loaded)) => self.content(loaded, "the records were damaged; they are kept as"),
            Some(Err(error)) => {
                self.give_up_results(&error);
                Records::default()
            }
        }
    }

    /// The best result so far.
    pub(super) fn best(&mut self, puzzle: &Puzzle, metric: Metric) -> Option<Record> {
        self.records().best(puzzle, metric).cloned()
    }

    /// Takes in the result of a game that is solved, of which nothing else is kept.
    pub(super) fn submit(&mut self, game: &Game, hints: usize) -> Option<RecordOutcome> {
        self.clear(game);
        let book = self.book.as_ref()?;
        let record = Record::new(game.puzzle(), game.metric(), game.moves().len(), hints, now());
        match book.submit(record) {
            Ok(standing) => Some(standing),
            Err(error) => {
                self.give_up_results(&error);
                None
            }
        }
    }

    /// The game that was not finished, if one was left.
    pub(super) fn left(&mut self, puzzle: &Arc<Puzzle>, metric: Metric) -> Option<SavedGame> {
        match self.shelf.as_ref()?.load(puzzle, metric) {
            Ok(loaded) => self.content(loaded, "the game you left makes no sense; it is kept as"),
            Err(error) => {
                self.give_up_games(&error);
                None
            }
        }
    }

    /// Keeps a game that is not finished; whether it is kept.
    pub(super) fn keep(&mut self, game: &Game, hints: usize) -> bool {
        let saved = SavedGame { game: game.clone(), hints, date: now() };
        let kept = self.shelf.as_ref().map(|shelf| shelf.keep(&saved));
        if let Some(Err(error)) = &kept {
            self.give_up_games(error);
        }
        matches!(kept, Some(Ok(())))
    }

    /// Keeps no game of this puzzle any more.
    pub(super) fn clear(&mut self, game: &Game) {
        let cleared = self.shelf.as_ref().map(|shelf| shelf.clear(game.puzzle(), game.metric()));
        if let Some(Err(error)) = cleared {
            self.give_up_games(&error);
        }
    }

    /// What went wrong since this was last asked.
    pub(super) fn trouble(&mut self) -> Option<String> {
        let troubles = std::mem::take(&mut self.troubles);
        (!troubles.is_empty()).then(|| troubles.join("; "))
    }

    fn content<T>(&mut self, loaded: Loaded<T>, damaged: &str) -> T {
        if let Some(aside) = loaded.aside {
            self.troubles.push(format!("{damaged} {}", aside.display()));
        }
        loaded.content
    }

    fn give_up_results(&mut self, error: &DataError) {
        self.troubles.push(format!("no records are kept: {error}"));
        self.book = None;
    }

    fn give_up_games(&mut self, error: &DataError) {
        self.troubles.push(format!("no games are kept: {error}"));
        self.shelf = None;
    }
}

fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_kept_is_told_of_once() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("records.json")).expect("a folder");
        std::fs::write(folder.path().join("games"), "").expect("a file");
        let mut keeper = PlayerData::in_folder(folder.path());
        let puzzle: Arc<Puzzle> = Arc::new("A .\n\ngoal:\n. A\n".parse().expect("a puzzle"));
        assert_eq!(keeper.best(&puzzle, Metric::Move), None);
        let told = keeper.trouble().expect("a folder is no file");
        assert!(told.starts_with("no records are kept: cannot read"), "{told}");
        let game = Game::new(puzzle, Metric::Move);
        assert!(!keeper.keep(&game, 0));
        let told = keeper.trouble().expect("a file is no folder");
        assert!(told.starts_with("no games are kept: cannot write"), "{told}");
        assert!(keeper.submit(&game, 0).is_none() && !keeper.keep(&game, 0));
        assert_eq!(keeper.trouble(), None);
    }
}
