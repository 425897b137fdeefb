//! Games that were left before they were solved, to be gone on with.
//!
//! A file of JSON for each layout and metric, with the whole history:
//!
//! ```text
//! {
//!   "schema": "huarong/game/1",
//!   "layout": "4f2c61d0a9b3e875",
//!   "puzzle": "Heng Dao Li Ma",
//!   "metric": "move",
//!   "moves": [
//!     "H down",
//!     "G left",
//!     "F down"
//!   ],
//!   "made": 2,
//!   "hints": 0,
//!   "date": "2026-11-21T19:00:00Z"
//! }
//! ```
//!
//! Each of `moves` is a piece and its steps; those after the first `made` have been taken back.
//! `layout` is that of [records](super::records): a game belongs to what is played, whatever it is
//! called.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::document::{DataError, JsonFile, Loaded};
use super::game::{Game, with_letter};
use super::records::layout;
use crate::grid::Direction;
use crate::puzzle::{Metric, PieceId, Puzzle};
use crate::solution::Move;

/// A game that was kept.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The game, as it was left.
    pub game: Game,
    /// How many hints were asked for.
    pub hints: usize,
    /// When it was left.
    pub date: String,
}

/// What a file says.
#[derive(Serialize, Deserialize)]
struct SavedGameJson {
    layout: String,
    puzzle: String,
    metric: String,
    moves: Vec<String>,
    made: usize,
    hints: usize,
    date: String,
}

/// The folder that games are kept in.
#[derive(Clone, Debug)]
pub struct SaveStore {
    folder: PathBuf,
}

impl SaveStore {
    /// The games in this folder, which need not be there yet.
    #[must_use]
    pub const fn new(folder: PathBuf) -> Self {
        SaveStore { folder }
    }

    /// The game that was left, if one was. A file that is damaged, or whose moves this puzzle does
    /// not allow, gets another name, and is told of.
    ///
    /// # Errors
    /// If it cannot be read, is newer than this program, or cannot be put aside.
    pub fn load(
        &self,
        puzzle: &Arc<Puzzle>,
        metric: Metric,
    ) -> Result<Loaded<Option<SavedGame>>, DataError> {
        let document = self.document(puzzle, metric);
        document.load(|content: SavedGameJson| content.restored(puzzle, metric))
    }

    /// Keeps a game in the place of the one before. Makes the folder if need be.
    ///
    /// # Errors
    /// If the file cannot be written; what was there before is there still.
    pub fn keep(&self, SavedGame { game, hints, date }: &SavedGame) -> Result<(), DataError> {
        let puzzle = game.puzzle();
        let content = SavedGameJson {
            layout: layout(puzzle),
            puzzle: puzzle.title().name.clone().unwrap_or_default(),
            metric: game.metric().word().to_owned(),
            moves: game.history().map(|unit| written(puzzle, unit)).collect(),
            made: game.moves().len(),
            hints: *hints,
            date: date.clone(),
        };
        self.document(puzzle, game.metric()).store(&content)
    }

    /// Keeps no game of this puzzle any more.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn clear(&self, puzzle: &Puzzle, metric: Metric) -> Result<(), DataError> {
        self.document(puzzle, metric).remove()
    }

    fn document(&self, puzzle: &Puzzle, metric: Metric) -> JsonFile {
        let name = format!("{}-{}.json", layout(puzzle), metric.word());
        JsonFile { path: self.folder.join(name), family: "huarong/game/" }
    }
}

impl SavedGameJson {
    /// The game, if it is one of this puzzle.
    fn restored(&self, puzzle: &Arc<Puzzle>, metric: Metric) -> Option<SavedGame> {
        if self.layout != layout(puzzle) || self.metric != metric.word() {
            return None;
        }
        let moves = self.moves.iter().map(|text| read(puzzle, text));
        let moves: Vec<(PieceId, Vec<Direction>)> = moves.collect::<Option<_>>()?;
        let game = Game::resumed(Arc::clone(puzzle), metric, moves, self.made)?;
        Some(SavedGame { game, hints: self.hints, date: self.date.clone() })
    }
}

/// `H down right`.
fn written(puzzle: &Puzzle, unit: &Move) -> String {
    let mut text = puzzle.pieces()[unit.piece].letter.to_string();
    for direction in &unit.path {
        text.extend([" ", direction.word()]);
    }
    text
}

fn read(puzzle: &Puzzle, text: &str) -> Option<(PieceId, Vec<Direction>)> {
    let mut words = text.split(' ');
    let mut letters = words.next()?.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let direction =
        |word: &str| Direction::ALL.into_iter().find(|direction| direction.word() == word);
    let path = words.map(direction).collect::<Option<Vec<Direction>>>()?;
    Some((with_letter(puzzle, letter)?, path))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const TEXT: &str = "name: Pair\n\nA . .\n. . B\n\ngoal:\n. . A\n. . .\n";

    fn puzzle(text: &str) -> Arc<Puzzle> {
        Arc::new(text.parse().expect("a puzzle"))
    }

    /// Three moves, one of them taken back.
    fn game(metric: Metric) -> Game {
        use Direction::{Down, Left, Right};

        let mut game = Game::new(puzzle(TEXT), metric);
        game.travel(0, &[Down, Right]).expect("room");
        game.step(1, Direction::Up).expect("room");
        game.step(0, Left).expect("room");
        game.undo().expect("there is a move");
        game
    }

    fn keep(shelf: &SaveStore, game: &Game) {
        let saved =
            SavedGame { game: game.clone(), hints: 2, date: "2026-01-01T00:00:00Z".to_owned() };
        shelf.keep(&saved).expect("room");
    }

    fn shelf() -> (tempfile::TempDir, SaveStore) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/games");
        (folder, SaveStore::new(path))
    }

    #[test]
    fn a_game_is_taken_up_with_all_that_can_be_taken_back_and_made_again() {
        let (_folder, shelf) = shelf();
        for metric in Metric::ALL {
            let mut left = game(metric);
            assert!(shelf.load(left.puzzle(), metric).expect("it can be read").content.is_none());
            keep(&shelf, &left);
            let loaded = shelf.load(&puzzle(TEXT), metric).expect("it can be read");
            let SavedGame { mut game, hints, .. } = loaded.content.expect("it was kept");
            assert_eq!(hints, 2);
            assert_eq!((game.moves(), game.anchors()), (left.moves(), left.anchors()), "{metric}");
            assert_eq!((game.redo(), game.redo()), (left.redo(), None), "{metric}");
            game.restart();
            assert_eq!(game.anchors(), Game::new(puzzle(TEXT), metric).anchors());
        }
    }

    #[test]
    fn a_game_belongs_to_what_is_played_and_to_its_metric() {
        let (_folder, shelf) = shelf();
        keep(&shelf, &game(Metric::Move));
        let is_kept = |text: &str, metric| {
            shelf.load(&puzzle(text), metric).expect("it can be read").content.is_some()
        };
        assert!(is_kept(&TEXT.replace("Pair", "Two"), Metric::Move), "whatever it is called");
        assert!(!is_kept(TEXT, Metric::Step));
        assert!(!is_kept(&TEXT.replace(". . A", ". A ."), Metric::Move), "another goal");
        shelf.clear(&puzzle(TEXT), Metric::Move).expect("it can be removed");
        assert!(!is_kept(TEXT, Metric::Move));
        shelf.clear(&puzzle(TEXT), Metric::Move).expect("there is nothing to remove");
    }

    #[test]
    fn a_byte_that_is_another_leads_to_a_legal_game_or_to_none() {
        let (_folder, shelf) = shelf();
        let path = shelf.document(&puzzle(TEXT), Metric::Move).path;
        keep(&shelf, &game(Metric::Move));
        let good = fs::read(&path).expect("it was kept");
        for at in 0..good.len() {
            for byte in *b"\x009\"\xff" {
                let mut bytes = good.clone();
                bytes[at] = byte;
                fs::write(&path, &bytes).expect("it can be written");
                match shelf.load(&puzzle(TEXT), Metric::Move) {
                    Ok(Loaded { content: Some(SavedGame { mut game, .. }), .. }) => {
                        game.restart();
                        assert_eq!(game.anchors(), Game::new(puzzle(TEXT), Metric::Move).anchors());
                    }
                    Ok(Loaded { aside, .. }) => {
                        fs::remove_file(aside.expect("it is put aside")).expect("it is there");
                    }
                    Err(error) => assert!(matches!(error, DataError::Newer { .. }), "{error}"),
                }
            }
        }
    }

    #[test]
    fn what_makes_no_sense_is_put_aside() {
        let (folder, shelf) = shelf();
        let path = shelf.document(&puzzle(TEXT), Metric::Move).path;
        keep(&shelf, &game(Metric::Move));
        let good = fs::read_to_string(&path).expect("it was kept");
        let wrong = [
            good[..40].to_owned(),
            good.replace("A down right", "A down down"),
            good.replace("A down right", "Z down right"),
            good.replace("A down right", "A down sideways"),
            good.replace("A down right", "A"),
            good.replace("A down right", ""),
            good.replace("\"made\": 2", "\"made\": 4"),
            good.replace("\"layout\": \"", "\"layout\": \"0"),
            "[]".to_owned(),
        ];
        for (at, text) in wrong.iter().enumerate() {
            assert_ne!(*text, good, "{at}");
            fs::write(&path, text).expect("it can be written");
            let loaded = shelf.load(&puzzle(TEXT), Metric::Move).expect("it can be put aside");
            assert!(loaded.content.is_none(), "{text}");
            let aside = loaded.aside.expect("it makes no sense");
            assert_eq!(fs::read_to_string(aside).expect("it is there"), *text);
        }
        fs::write(&path, good.replace("game/1", "game/2")).expect("it can be written");
        let told = shelf.load(&puzzle(TEXT), Metric::Move).expect_err("it is newer").to_string();
        assert!(told.contains("huarong/game/2"), "{told}");
        assert!(path.starts_with(folder.path()) && path.exists());
    }
}
