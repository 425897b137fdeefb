//! The player's data: the best results, and games left unfinished, as JSON files in one folder.
//!
//! `records.json` can be read and mended by hand:
//!
//! ```text
//! {
//!   "schema": "huarong/records/1",
//!   "records": [
//!     {
//!       "layout": "4f2c61d0a9b3e875",
//!       "puzzle": "Heng Dao Li Ma",
//!       "metric": "move",
//!       "length": 97,
//!       "hints": 2,
//!       "date": "2026-11-21T19:00:00Z"
//!     }
//!   ]
//! }
//! ```
//!
//! A game has a file of its own for each layout and metric, `games/4f2c61d0a9b3e875-move.json`,
//! with the schema `huarong/game/1` and its whole history. Each of its `moves` is a piece and its
//! steps, `H down right`; the moves after the first `made` have been undone.
//!
//! Files are written whole. A file of a newer version is left alone, and a damaged one is renamed.

use std::{
    fmt::Display,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    file,
    grid::Direction,
    puzzle::{Metric, PieceId, Puzzle},
    solution::Move,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    game::{Game, with_letter},
    records::{Record, RecordOutcome, Records, layout_hash},
};

/// Schemas without the version, which is 1.
const RECORDS: &str = "huarong/records/";
const GAME: &str = "huarong/game/";

/// The longest file that is read, in bytes; the rest of a longer one is ignored.
const MAX_BYTES: u64 = 16 << 20;

/// A game that was left unfinished.
#[derive(Clone, Debug)]
pub struct SavedGame {
    /// The game, with all moves and undone moves.
    pub game: Game,
    /// The number of hints so far.
    pub hints: usize,
    /// The time at which it was left.
    pub date: String,
}

/// Reads and writes the player's data. The first error of a kind of data is reported as
/// [trouble](Store::trouble); the store does without that data from then on.
///
/// Each change reads the file anew, so that two games at the same time keep each other's results.
#[derive(Default, Debug)]
pub struct Store {
    /// The file of the records; `None` keeps no records.
    records: Option<PathBuf>,
    /// The folder of the games; `None` keeps no games.
    games: Option<PathBuf>,
    troubles: Vec<String>,
}

impl Store {
    /// Returns a store in this folder, which the first write creates.
    pub fn new(folder: &Path) -> Self {
        let records = folder.join("records.json");
        let games = folder.join("games");
        Store {
            records: Some(records),
            games: Some(games),
            troubles: Vec::new(),
        }
    }

    /// Returns the store without its games.
    #[must_use]
    pub fn without_games(self) -> Self {
        Store {
            games: None,
            ..self
        }
    }

    /// Returns all records.
    pub fn records(&mut self) -> Records {
        let Some(path) = &self.records else {
            return Records::default();
        };
        let damage = "the records were damaged; they are kept as";
        match load(path, RECORDS, damage, |records: Records| {
            Some(records.normalized())
        }) {
            Ok((content, trouble)) => {
                self.troubles.extend(trouble);
                content.unwrap_or_default()
            }
            Err(error) => {
                self.drop_records(&error);
                Records::default()
            }
        }
    }

    /// Adds the result of a solved game at `date`, and removes the saved game. Returns `None` if no
    /// records are kept.
    pub fn submit(&mut self, game: &Game, hints: usize, date: String) -> Option<RecordOutcome> {
        self.remove_game(game);
        let puzzle = game.puzzle();
        let metric = game.metric();
        let length = game.moves().len();
        self.add(Record::new(puzzle, metric, length, hints, date))
    }

    fn add(&mut self, record: Record) -> Option<RecordOutcome> {
        let mut records = self.records();
        let path = self.records.as_ref()?;
        let outcome = records.submit(record);
        if !matches!(outcome, RecordOutcome::Behind(_))
            && let Err(error) = store(path, RECORDS, &records)
        {
            self.drop_records(&error);
            return None;
        }
        Some(outcome)
    }

    /// Returns the game of this puzzle that was left unfinished. A file whose moves are not legal
    /// counts as damaged.
    pub fn saved_game(&mut self, puzzle: &Arc<Puzzle>, metric: Metric) -> Option<SavedGame> {
        let path = self.game_file(puzzle, metric)?;
        let damage = "the game you left makes no sense; it is kept as";
        match load(&path, GAME, damage, |game: SavedGameJson| {
            game.restored(puzzle, metric)
        }) {
            Ok((content, trouble)) => {
                self.troubles.extend(trouble);
                content
            }
            Err(error) => {
                self.drop_games(&error);
                None
            }
        }
    }

    /// Saves a game in the place of the one before. Returns whether it was saved.
    pub fn save_game(&mut self, SavedGame { game, hints, date }: &SavedGame) -> bool {
        let puzzle = game.puzzle();
        let Some(path) = self.game_file(puzzle, game.metric()) else {
            return false;
        };
        let content = SavedGameJson {
            layout: layout_hash(puzzle),
            puzzle: puzzle.title().name.clone().unwrap_or_default(),
            metric: game.metric().word().to_owned(),
            moves: game.history().map(|unit| written(puzzle, unit)).collect(),
            made: game.moves().len(),
            hints: *hints,
            date: date.clone(),
        };
        let saved = store(&path, GAME, &content);
        if let Err(error) = &saved {
            self.drop_games(error);
        }
        saved.is_ok()
    }

    /// Removes the saved game of this puzzle.
    pub fn remove_game(&mut self, game: &Game) {
        let Some(path) = self.game_file(game.puzzle(), game.metric()) else {
            return;
        };
        if let Err(error) = fs::remove_file(&path)
            && error.kind() != io::ErrorKind::NotFound
        {
            self.drop_games(&unwritable(&path, error));
        }
    }

    /// Returns the errors since the last call, in a sentence.
    pub fn trouble(&mut self) -> Option<String> {
        let troubles = std::mem::take(&mut self.troubles);
        (!troubles.is_empty()).then(|| troubles.join("; "))
    }

    fn game_file(&self, puzzle: &Puzzle, metric: Metric) -> Option<PathBuf> {
        let name = format!("{}-{}.json", layout_hash(puzzle), metric.word());
        self.games.as_ref().map(|folder| folder.join(name))
    }

    fn drop_records(&mut self, error: &str) {
        self.troubles.push(format!("no records are kept: {error}"));
        self.records = None;
    }

    fn drop_games(&mut self, error: &str) {
        self.troubles.push(format!("no games are kept: {error}"));
        self.games = None;
    }
}

/// A saved game as its file has it.
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

impl SavedGameJson {
    /// Returns the game if it is a legal one of this puzzle.
    fn restored(&self, puzzle: &Arc<Puzzle>, metric: Metric) -> Option<SavedGame> {
        if self.layout != layout_hash(puzzle) || self.metric != metric.word() {
            return None;
        }
        let moves: Vec<(PieceId, Vec<Direction>)> = self
            .moves
            .iter()
            .map(|text| read(puzzle, text))
            .collect::<Option<_>>()?;
        let game = Game::resumed(Arc::clone(puzzle), metric, moves, self.made)?;
        Some(SavedGame {
            game,
            hints: self.hints,
            date: self.date.clone(),
        })
    }
}

/// Returns a move as text: `H down right`.
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
    let path = words
        .map(|word: &str| word.parse().ok())
        .collect::<Option<Vec<Direction>>>()?;
    Some((with_letter(puzzle, letter)?, path))
}

fn unreadable(path: &Path, error: impl Display) -> String {
    format!("cannot read {}: {error}", path.display())
}

fn unwritable(path: &Path, error: impl Display) -> String {
    format!("cannot write {}: {error}", path.display())
}

/// A file as it is written.
#[derive(Serialize, Deserialize)]
struct Envelope<T> {
    schema: String,
    #[serde(flatten)]
    content: T,
}

/// The part of a file that all versions have.
#[derive(Deserialize)]
struct SchemaHeader {
    schema: String,
}

/// Reads a file. Returns its content, and the message `damage` with the new path of a damaged file.
/// A file is damaged if it has another form or `read` rejects its content.
fn load<T: DeserializeOwned, U>(
    path: &Path,
    family: &str,
    damage: &str,
    read: impl FnOnce(T) -> Option<U>,
) -> Result<(Option<U>, Option<String>), String> {
    let mut bytes = Vec::new();
    match file::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((None, None)),
        Err(error) => return Err(unreadable(path, error)),
        Ok(_) => {}
    }
    let known = format!("{family}1");
    if let Ok(SchemaHeader { schema }) = serde_json::from_slice(&bytes)
        && schema != known
        && schema.starts_with(family)
    {
        let path = path.display();
        return Err(format!(
            "{path} has the form `{schema}`, and only `{known}` is known: use a newer huarong"
        ));
    }
    let file = serde_json::from_slice::<Envelope<T>>(&bytes).ok();
    let content = file
        .filter(|file| file.schema == known)
        .and_then(|file| read(file.content));
    if content.is_some() {
        return Ok((content, None));
    }
    let new = rename_damaged(path).map_err(|error| unreadable(path, error))?;
    Ok((None, Some(format!("{damage} {}", new.display()))))
}

/// Writes a file, and makes its folder.
fn store<T: Serialize>(path: &Path, family: &str, content: &T) -> Result<(), String> {
    let file = Envelope {
        schema: format!("{family}1"),
        content,
    };
    let text = path
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| Ok(serde_json::to_string_pretty(&file)? + "\n"))
        .map_err(|error| unwritable(path, error))?;
    file::write(path, text.as_bytes()).map_err(|error| unwritable(path, error))
}

/// Gives a file a new name: `records.json.damaged`, `records.json.damaged-2`.
fn rename_damaged(path: &Path) -> io::Result<PathBuf> {
    let new = (1..=u32::MAX)
        .map(|number: u32| {
            let mut name = path.as_os_str().to_owned();
            name.push(".damaged");
            if number > 1 {
                name.push(format!("-{number}"));
            }
            PathBuf::from(name)
        })
        .find(|new| fs::symlink_metadata(new).is_err())
        .ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &new)?;
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "name: Pair\n\nA . .\n. . B\n\ngoal:\n. . A\n. . .\n";
    const DATE: &str = "2026-01-01T00:00:00Z";

    /// Files as the first version with this form wrote them.
    const STORED_GAME: &str = r#"{
  "schema": "huarong/game/1",
  "layout": "LAYOUT",
  "puzzle": "Pair",
  "metric": "move",
  "moves": [
    "A down right",
    "B up",
    "A left"
  ],
  "made": 2,
  "hints": 2,
  "date": "2026-01-01T00:00:00Z"
}
"#;
    const STORED_RECORDS: &str = r#"{
  "schema": "huarong/records/1",
  "records": [
    {
      "layout": "LAYOUT",
      "puzzle": "Pair",
      "metric": "move",
      "length": 9,
      "hints": 0,
      "date": "2026-01-01T00:00:00Z"
    }
  ]
}
"#;
    /// The hash of [`TEXT`] without its name.
    const LAYOUT: &str = "666bbc3823e0e148";

    fn puzzle(text: &str) -> Arc<Puzzle> {
        Arc::new(text.parse().expect("a puzzle"))
    }

    /// A folder, and a store in a new folder within.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/folder");
        (folder, path)
    }

    /// Three moves, one of them undone.
    fn game(metric: Metric) -> Game {
        use Direction::{Down, Left, Right};

        let mut game = Game::new(puzzle(TEXT), metric);
        game.travel(0, &[Down, Right]).expect("room");
        game.step(1, Direction::Up).expect("room");
        game.step(0, Left).expect("room");
        game.undo().expect("there is a move");
        game
    }

    fn save(store: &mut Store, game: &Game) {
        let saved = SavedGame {
            game: game.clone(),
            hints: 2,
            date: DATE.to_owned(),
        };
        assert!(store.save_game(&saved));
    }

    fn record(length: usize) -> Record {
        Record::new(&puzzle(TEXT), Metric::Move, length, 0, DATE.to_owned())
    }

    fn best(store: &mut Store) -> Option<usize> {
        store
            .records()
            .best(&puzzle(TEXT), Metric::Move)
            .map(|record| record.length)
    }

    #[test]
    fn results_persist_and_two_stores_do_not_overwrite_each_other() {
        let (_folder, path) = folder();
        let mut store = Store::new(&path);
        let mut other = Store::new(&path);
        assert_eq!(best(&mut store), None);
        assert_eq!(store.add(record(9)), Some(RecordOutcome::First));
        assert_eq!(best(&mut Store::new(&path)), Some(9));
        assert_eq!(
            other.add(record(10)),
            Some(RecordOutcome::Behind(record(9)))
        );
        assert_eq!(other.add(record(8)), Some(RecordOutcome::Best(record(9))));
        assert_eq!(best(&mut store), Some(8));
        let solved = game(Metric::Step);
        assert_eq!(
            store.submit(&solved, 0, DATE.to_owned()),
            Some(RecordOutcome::First)
        );
        assert_eq!((best(&mut other), store.trouble()), (Some(8), None));
    }

    #[test]
    fn damaged_records_are_renamed_and_newer_versions_are_not_changed() {
        let (_folder, path) = folder();
        let mut store = Store::new(&path);
        let file = path.join("records.json");
        let ends = [".damaged", ".damaged-2", ".damaged-3"];
        let damages = [&b"{\"schema\": \"huar"[..], b"[]", b"\xff\xfe"];
        for (damage, end) in damages.into_iter().zip(ends) {
            store.add(record(9));
            fs::write(&file, damage).expect("it can be written");
            assert_eq!(best(&mut store), None);
            let trouble = store.trouble().expect("it is damaged");
            crate::cases::ends(&trouble, &format!("records.json{end}"));
            let aside = path.join(format!("records.json{end}"));
            assert_eq!(fs::read(aside).expect("it is there"), damage);
            assert!(!file.exists());
        }
        let newer = "{\"schema\": \"huarong/records/2\", \"other\": 1}";
        fs::write(&file, newer).expect("it can be written");
        assert_eq!(store.add(record(1)), None);
        let trouble = store.trouble().expect("it is newer");
        assert!(trouble.contains("huarong/records/2"), "{trouble}");
        assert_eq!(fs::read_to_string(&file).expect("it is there"), newer);
    }

    #[test]
    fn a_game_is_restored_with_its_undone_moves() {
        let (_folder, path) = folder();
        let mut store = Store::new(&path);
        for metric in Metric::ALL {
            let mut left = game(metric);
            assert!(store.saved_game(left.puzzle(), metric).is_none());
            save(&mut store, &left);
            let saved = store
                .saved_game(&puzzle(TEXT), metric)
                .expect("it was saved");
            let SavedGame {
                mut game, hints, ..
            } = saved;
            assert_eq!(hints, 2);
            assert_eq!(
                (game.moves(), game.anchors()),
                (left.moves(), left.anchors()),
                "{metric}"
            );
            assert_eq!((game.redo(), game.redo()), (left.redo(), None), "{metric}");
            game.restart();
            assert_eq!(game.anchors(), Game::new(puzzle(TEXT), metric).anchors());
        }
    }

    #[test]
    fn files_of_earlier_versions_are_read_and_written_the_same() {
        let (_folder, path) = folder();
        let mut store = Store::new(&path);
        let left = game(Metric::Move);
        let layout = layout_hash(&puzzle(TEXT));
        assert_eq!(layout, LAYOUT);
        save(&mut store, &left);
        store.add(record(9));
        let file = store
            .game_file(&puzzle(TEXT), Metric::Move)
            .expect("a file");
        let name = format!("games/{LAYOUT}-move.json");
        assert!(file.ends_with(name), "{file:?}");
        let written = |path: &Path| fs::read_to_string(path).expect("it was saved");
        assert_eq!(written(&file), STORED_GAME.replace("LAYOUT", LAYOUT));
        let records = STORED_RECORDS.replace("LAYOUT", LAYOUT);
        assert_eq!(written(&path.join("records.json")), records);
        assert_eq!(best(&mut store), Some(9));
        assert!(store.saved_game(&puzzle(TEXT), Metric::Move).is_some());
    }

    #[test]
    fn a_game_belongs_to_its_layout_and_metric() {
        let (_folder, path) = folder();
        let mut store = Store::new(&path);
        save(&mut store, &game(Metric::Move));
        let mut is_saved = |text: &str, metric| store.saved_game(&puzzle(text), metric).is_some();
        assert!(
            is_saved(&TEXT.replace("Pair", "Two"), Metric::Move),
            "names do not matter"
        );
        assert!(!is_saved(TEXT, Metric::Step));
        assert!(
            !is_saved(&TEXT.replace(". . A", ". A ."), Metric::Move),
            "another goal"
        );
        store.remove_game(&game(Metric::Move));
        assert!(store.saved_game(&puzzle(TEXT), Metric::Move).is_none());
        store.remove_game(&game(Metric::Move));
        assert_eq!(store.trouble(), None);
    }

    #[test]
    fn a_changed_byte_gives_a_legal_game_or_an_error() {
        let (_folder, path) = folder();
        let mut store = Store::new(&path);
        save(&mut store, &game(Metric::Move));
        let file = store
            .game_file(&puzzle(TEXT), Metric::Move)
            .expect("a file");
        let good = fs::read(&file).expect("it was saved");
        for at in 0..good.len() {
            for byte in *b"\x009\"\xff" {
                let mut bytes = good.clone();
                bytes[at] = byte;
                fs::write(&file, &bytes).expect("it can be written");
                match (
                    store.saved_game(&puzzle(TEXT), Metric::Move),
                    store.trouble(),
                ) {
                    (Some(SavedGame { mut game, .. }), None) => {
                        game.restart();
                        assert_eq!(
                            game.anchors(),
                            Game::new(puzzle(TEXT), Metric::Move).anchors()
                        );
                    }
                    (None, Some(trouble)) if trouble.contains("newer") => store = Store::new(&path),
                    (None, Some(trouble)) => {
                        let (_, aside) = trouble.split_once("kept as ").expect("it is renamed");
                        fs::remove_file(aside).expect("it is there");
                    }
                    (game, trouble) => panic!("{game:?} {trouble:?}"),
                }
            }
        }
    }

    #[test]
    fn a_game_that_is_not_legal_is_renamed() {
        let (_folder, path) = folder();
        let mut store = Store::new(&path);
        save(&mut store, &game(Metric::Move));
        let file = store
            .game_file(&puzzle(TEXT), Metric::Move)
            .expect("a file");
        let good = fs::read_to_string(&file).expect("it was saved");
        for (from, to) in [
            (&good[40..], ""),
            ("A down right", "A down down"),
            ("A down right", "Z down right"),
            ("A down right", "A down sideways"),
            ("A down right", "A"),
            ("A down right", ""),
            ("\"made\": 2", "\"made\": 4"),
            ("\"layout\": \"", "\"layout\": \"0"),
            (&good, "[]"),
        ] {
            let text = good.replace(from, to);
            assert_ne!(text, good, "{from}");
            fs::write(&file, &text).expect("it can be written");
            assert!(
                store.saved_game(&puzzle(TEXT), Metric::Move).is_none(),
                "{text}"
            );
            let trouble = store.trouble().expect("it is renamed");
            let (_, aside) = trouble
                .split_once("makes no sense; it is kept as ")
                .expect("its name");
            assert_eq!(fs::read_to_string(aside).expect("it is there"), text);
        }
        fs::write(&file, good.replace("game/1", "game/2")).expect("it can be written");
        assert!(store.saved_game(&puzzle(TEXT), Metric::Move).is_none());
        let trouble = store.trouble().expect("it is newer");
        assert!(
            trouble.contains("huarong/game/2") && file.exists(),
            "{trouble}"
        );
    }

    #[test]
    fn each_error_is_reported_once() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("records.json")).expect("a folder");
        fs::write(folder.path().join("games"), "").expect("a file");
        let mut store = Store::new(folder.path());
        assert_eq!(best(&mut store), None);
        let trouble = store.trouble().expect("a folder is not a file");
        crate::cases::begins(&trouble, "no records are kept: cannot read");
        let saved = SavedGame {
            game: game(Metric::Move),
            hints: 0,
            date: DATE.to_owned(),
        };
        assert!(!store.save_game(&saved));
        let trouble = store.trouble().expect("a file is not a folder");
        crate::cases::begins(&trouble, "no games are kept: cannot write");
        assert!(store.add(record(9)).is_none() && !store.save_game(&saved));
        assert_eq!(store.trouble(), None);
    }
}
