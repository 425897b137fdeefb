//! The best results of the person who plays here.
//!
//! A file of JSON, to be read and mended by hand if need be:
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
//! `layout` is the FNV-1a hash of the puzzle's [unnamed](Puzzle::without_info) text, in 16 hexadecimal
//! digits: a record belongs to a layout, whatever it is called and wherever it lies.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::document::{DataError, JsonFile, Loaded};
use crate::puzzle::{Metric, Puzzle};

/// The best result for a puzzle in a metric.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Record {
    /// The hash of the puzzle.
    layout: String,
    /// What the puzzle was called.
    puzzle: String,
    /// What the length is counted in.
    metric: String,
    /// How many moves it took.
    pub length: usize,
    /// How many hints were asked for.
    pub hints: usize,
    /// When it was solved.
    pub date: String,
}

impl Record {
    /// A result, reached at `date`.
    #[must_use]
    pub fn new(puzzle: &Puzzle, metric: Metric, length: usize, hints: usize, date: String) -> Self {
        Record {
            layout: layout(puzzle),
            puzzle: puzzle.title().name.clone().unwrap_or_default(),
            metric: metric.word().to_owned(),
            length,
            hints,
            date,
        }
    }

    fn is_of_the_same(&self, other: &Record) -> bool {
        self.layout == other.layout && self.metric == other.metric
    }

    /// Fewer moves are better; of as many, those with fewer hints.
    fn is_better_than(&self, other: &Record) -> bool {
        (self.length, self.hints) < (other.length, other.hints)
    }
}

/// What a result is next to those before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordOutcome {
    /// The first one for this puzzle.
    First,
    /// Better than this one, which was the best.
    Best(Record),
    /// Not better than this one.
    Behind(Record),
}

/// The best results, one for each puzzle and metric.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Records {
    records: Vec<Record>,
}

impl Records {
    /// The best result for a puzzle.
    #[must_use]
    pub fn best(&self, puzzle: &Puzzle, metric: Metric) -> Option<&Record> {
        let layout = layout(puzzle);
        let mut records = self.records.iter();
        records.find(|record| record.layout == layout && record.metric == metric.word())
    }

    /// Takes a result in, if it is better than what is there.
    pub fn submit(&mut self, record: Record) -> RecordOutcome {
        match self.records.iter_mut().find(|other| other.is_of_the_same(&record)) {
            None => {
                self.records.push(record);
                RecordOutcome::First
            }
            Some(best) if record.is_better_than(best) => {
                RecordOutcome::Best(std::mem::replace(best, record))
            }
            Some(best) => RecordOutcome::Behind(best.clone()),
        }
    }
}

/// What stands for the layout of a puzzle.
pub(super) fn layout(puzzle: &Puzzle) -> String {
    format!("{:016x}", fnv1a(puzzle.without_info().to_string().as_bytes()))
}

/// The 64-bit FNV-1a hash, as in <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>: it
/// will be the same in all versions of this program.
fn fnv1a(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// What a file says.
#[derive(Serialize, Deserialize)]
struct RecordsJson {
    records: Vec<Record>,
}

/// Where records are kept. Every change reads the file anew, so that two games at the same time do
/// not overwrite each other's results.
#[derive(Clone, Debug)]
pub struct RecordStore {
    document: JsonFile,
}

impl RecordStore {
    /// The book in this file, which need not be there yet.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        RecordStore { document: JsonFile { path, family: "huarong/records/" } }
    }

    /// The records of the file. A damaged one gets another name, and is told of.
    ///
    /// # Errors
    /// If it cannot be read, is newer than this program, or cannot be put aside.
    pub fn load(&self) -> Result<Loaded<Records>, DataError> {
        let Loaded { content, aside } = self.document.load(|content: RecordsJson| {
            let mut records = Records::default();
            for record in content.records {
                records.submit(record);
            }
            Some(records)
        })?;
        Ok(Loaded { content: content.unwrap_or_default(), aside })
    }

    /// Takes a result in, and tells what it is next to those before. Makes the folder if need be.
    ///
    /// # Errors
    /// If the file cannot be read or written; what was there before is there still.
    pub fn submit(&self, record: Record) -> Result<RecordOutcome, DataError> {
        let mut records = self.load()?.content;
        let standing = records.submit(record);
        if !matches!(standing, RecordOutcome::Behind(_)) {
            self.document.store(&RecordsJson { records: records.records })?;
        }
        Ok(standing)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    fn record(puzzle: &Puzzle, metric: Metric, length: usize, hints: usize) -> Record {
        Record::new(puzzle, metric, length, hints, "2026-01-01T00:00:00Z".to_owned())
    }

    #[test]
    fn only_the_best_result_is_kept_for_each_puzzle_and_metric() {
        let one = puzzle("A . .\n\ngoal:\n. . A\n");
        let other = puzzle("A . .\n\ngoal:\n. A .\n");
        let mut records = Records::default();
        let ten = record(&one, Metric::Move, 10, 3);
        assert_eq!(records.submit(ten.clone()), RecordOutcome::First);
        let behind = record(&one, Metric::Move, 11, 0);
        assert_eq!(records.submit(behind), RecordOutcome::Behind(ten.clone()));
        let unaided = record(&one, Metric::Move, 10, 0);
        assert_eq!(records.submit(unaided.clone()), RecordOutcome::Best(ten));
        assert_eq!(records.submit(record(&one, Metric::Step, 12, 0)), RecordOutcome::First);
        assert_eq!(records.submit(record(&other, Metric::Move, 20, 0)), RecordOutcome::First);
        assert_eq!(records.best(&one, Metric::Move), Some(&unaided));
        assert_eq!(records.best(&other, Metric::Slide), None);
    }

    #[test]
    fn a_record_belongs_to_the_layout_whatever_it_is_called() {
        let plain = puzzle("A . .\n\ngoal:\n. . A\n");
        let named = puzzle("name: Line\nnames: A=Ann\nbest: move=1\n\nA . .\n\ngoal:\n. . A\n");
        let mut records = Records::default();
        records.submit(record(&plain, Metric::Move, 1, 0));
        assert!(records.best(&named, Metric::Move).is_some());
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    fn book() -> (tempfile::TempDir, RecordStore) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/folder/records.json");
        (folder, RecordStore::new(path))
    }

    fn line() -> Puzzle {
        puzzle("name: Line\n\nA . .\n\ngoal:\n. . A\n")
    }

    fn result(length: usize) -> Record {
        Record::new(&line(), Metric::Move, length, 0, "2026-01-01T00:00:00Z".to_owned())
    }

    fn best(book: &RecordStore) -> Option<usize> {
        let loaded = book.load().expect("it can be read");
        loaded.content.best(&line(), Metric::Move).map(|record| record.length)
    }

    #[test]
    fn what_was_entered_is_there_the_next_time() {
        let (_folder, book) = book();
        assert_eq!(best(&book), None);
        assert_eq!(book.submit(result(9)).expect("room"), RecordOutcome::First);
        assert_eq!(best(&book), Some(9));
        assert_eq!(book.submit(result(10)).expect("room"), RecordOutcome::Behind(result(9)));
        assert_eq!(book.submit(result(8)).expect("room"), RecordOutcome::Best(result(9)));
        assert_eq!(best(&book), Some(8));
    }

    #[test]
    fn two_books_in_one_file_do_not_lose_each_others_results() {
        let (_folder, book) = book();
        let other = book.clone();
        book.submit(result(9)).expect("room");
        let step = Record { metric: "step".to_owned(), ..result(12) };
        other.submit(step).expect("room");
        assert_eq!(best(&book), Some(9));
    }

    #[test]
    fn a_damaged_file_is_kept_aside_under_a_new_name_each_time() {
        let (_folder, book) = book();
        book.submit(result(9)).expect("room");
        for (number, damaged) in
            [&b"{\"schema\": \"huar"[..], b"[]", b"\xff\xfe"].iter().enumerate()
        {
            fs::write(&book.document.path, damaged).expect("it can be written");
            let loaded = book.load().expect("it can be put aside");
            let aside = loaded.aside.expect("it is damaged");
            assert_eq!(&fs::read(&aside).expect("it is there"), damaged);
            let ends = [".damaged", ".damaged-2", ".damaged-3"];
            assert!(aside.to_string_lossy().ends_with(ends[number]), "{aside:?}");
            assert_eq!(loaded.content, Records::default());
            assert!(!book.document.path.exists());
        }
        book.submit(result(7)).expect("room");
        assert_eq!(best(&book), Some(7));
    }

    #[test]
    fn a_file_of_a_newer_version_is_left_alone() {
        let (_folder, book) = book();
        book.submit(result(9)).expect("room");
        let newer = "{\"schema\": \"huarong/records/2\", \"other\": 1}";
        fs::write(&book.document.path, newer).expect("it can be written");
        let told = book.submit(result(1)).expect_err("it is newer").to_string();
        assert!(told.contains("huarong/records/2"), "{told}");
        assert_eq!(fs::read_to_string(&book.document.path).expect("it is there"), newer);
    }
}
