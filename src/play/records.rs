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
//! `layout` is the FNV-1a hash of the puzzle's [unnamed](Puzzle::unnamed) text, in 16 hexadecimal
//! digits: a record belongs to a layout, whatever it is called and wherever it lies.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::file::{self, WriteError};
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
pub enum Standing {
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
    pub fn enter(&mut self, record: Record) -> Standing {
        match self.records.iter_mut().find(|other| other.is_of_the_same(&record)) {
            None => {
                self.records.push(record);
                Standing::First
            }
            Some(best) if record.is_better_than(best) => {
                Standing::Best(std::mem::replace(best, record))
            }
            Some(best) => Standing::Behind(best.clone()),
        }
    }
}

/// What stands for the layout of a puzzle.
fn layout(puzzle: &Puzzle) -> String {
    format!("{:016x}", fnv1a(puzzle.unnamed().to_string().as_bytes()))
}

/// The 64-bit FNV-1a hash, as in <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>: it
/// will be the same in all versions of this program.
fn fnv1a(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// The most bytes that a file of records may have.
pub const MAX_BYTES: u64 = 16 << 20;

const SCHEMA: &str = "huarong/records/1";

/// What the files of every version begin with.
const FAMILY: &str = "huarong/records/";

/// Why records cannot be read or written.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum RecordsError {
    /// The file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It was written by a newer version of this program, and is left alone.
    #[error(
        "{} has the form `{schema}`, and only `{SCHEMA}` is known: use a newer huarong",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its form.
        schema: String,
    },
    /// The file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: WriteError,
    },
}

/// The file as it stands on the disk.
#[derive(Serialize, Deserialize)]
struct Form {
    schema: String,
    records: Vec<Record>,
}

/// The part of the file that is the same in all versions.
#[derive(Deserialize)]
struct Header {
    schema: String,
}

/// Where records are kept. Every change reads the file anew, so that two games at the same time do
/// not overwrite each other's results.
#[derive(Clone, Debug)]
pub struct Book {
    path: PathBuf,
}

/// Records that were read.
#[derive(Debug)]
pub struct Loaded {
    /// The records; none where the file is new or was damaged.
    pub records: Records,
    /// Where a damaged file has been put aside.
    pub aside: Option<PathBuf>,
}

impl Book {
    /// The book in this file, which need not be there yet.
    #[must_use]
    pub const fn new(path: PathBuf) -> Self {
        Book { path }
    }

    /// The records of the file. A damaged one gets another name, and is told of.
    ///
    /// # Errors
    /// If it cannot be read, is newer than this program, or cannot be put aside.
    pub fn load(&self) -> Result<Loaded, RecordsError> {
        let failed = |source| RecordsError::Read { path: self.path.clone(), source };
        let bytes = match read(&self.path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(Loaded { records: Records::default(), aside: None }),
            Err(error) => return Err(failed(error)),
        };
        match serde_json::from_slice::<Header>(&bytes) {
            Ok(Header { schema }) if schema != SCHEMA && schema.starts_with(FAMILY) => {
                return Err(RecordsError::Newer { path: self.path.clone(), schema });
            }
            _ => {}
        }
        match serde_json::from_slice::<Form>(&bytes) {
            Ok(form) if form.schema == SCHEMA => {
                let mut records = Records::default();
                for record in form.records {
                    records.enter(record);
                }
                Ok(Loaded { records, aside: None })
            }
            _ => {
                let aside = put_aside(&self.path).map_err(failed)?;
                Ok(Loaded { records: Records::default(), aside: Some(aside) })
            }
        }
    }

    /// Takes a result in, and tells what it is next to those before. Makes the folder if need be.
    ///
    /// # Errors
    /// If the file cannot be read or written; what was there before is there still.
    pub fn enter(&self, record: Record) -> Result<Standing, RecordsError> {
        let mut records = self.load()?.records;
        let standing = records.enter(record);
        if !matches!(standing, Standing::Behind(_)) {
            self.store(&records)?;
        }
        Ok(standing)
    }

    fn store(&self, records: &Records) -> Result<(), RecordsError> {
        let form = Form { schema: SCHEMA.to_owned(), records: records.records.clone() };
        let written = serde_json::to_string_pretty(&form)
            .map_err(io::Error::other)
            .and_then(|text| {
                self.path.parent().map_or(Ok(()), fs::create_dir_all).map(|()| text + "\n")
            })
            .map_err(WriteError::from)
            .and_then(|text| file::write(&self.path, text.as_bytes()));
        written.map_err(|source| RecordsError::Write { path: self.path.clone(), source })
    }
}

/// What the file holds, `None` if there is none; one that is too large is cut off, and so damaged.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Gives a file a name that no other has: `records.json.damaged`, `records.json.damaged-2`.
fn put_aside(path: &Path) -> io::Result<PathBuf> {
    let name = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(".damaged");
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    };
    let free = (1..=u32::MAX).map(name).find(|place| fs::symlink_metadata(place).is_err());
    let place = free.ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &place)?;
    Ok(place)
}

#[cfg(test)]
mod tests {
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
        assert_eq!(records.enter(ten.clone()), Standing::First);
        let behind = record(&one, Metric::Move, 11, 0);
        assert_eq!(records.enter(behind), Standing::Behind(ten.clone()));
        let unaided = record(&one, Metric::Move, 10, 0);
        assert_eq!(records.enter(unaided.clone()), Standing::Best(ten));
        assert_eq!(records.enter(record(&one, Metric::Step, 12, 0)), Standing::First);
        assert_eq!(records.enter(record(&other, Metric::Move, 20, 0)), Standing::First);
        assert_eq!(records.best(&one, Metric::Move), Some(&unaided));
        assert_eq!(records.best(&other, Metric::Slide), None);
    }

    #[test]
    fn a_record_belongs_to_the_layout_whatever_it_is_called() {
        let plain = puzzle("A . .\n\ngoal:\n. . A\n");
        let named = puzzle("name: Line\nnames: A=Ann\nbest: move=1\n\nA . .\n\ngoal:\n. . A\n");
        let mut records = Records::default();
        records.enter(record(&plain, Metric::Move, 1, 0));
        assert!(records.best(&named, Metric::Move).is_some());
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    fn book() -> (tempfile::TempDir, Book) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/folder/records.json");
        (folder, Book::new(path))
    }

    fn line() -> Puzzle {
        puzzle("name: Line\n\nA . .\n\ngoal:\n. . A\n")
    }

    fn result(length: usize) -> Record {
        Record::new(&line(), Metric::Move, length, 0, "2026-01-01T00:00:00Z".to_owned())
    }

    fn best(book: &Book) -> Option<usize> {
        let loaded = book.load().expect("it can be read");
        loaded.records.best(&line(), Metric::Move).map(|record| record.length)
    }

    #[test]
    fn what_was_entered_is_there_the_next_time() {
        let (_folder, book) = book();
        assert_eq!(best(&book), None);
        assert_eq!(book.enter(result(9)).expect("room"), Standing::First);
        assert_eq!(best(&book), Some(9));
        assert_eq!(book.enter(result(10)).expect("room"), Standing::Behind(result(9)));
        assert_eq!(book.enter(result(8)).expect("room"), Standing::Best(result(9)));
        assert_eq!(best(&book), Some(8));
    }

    #[test]
    fn two_books_in_one_file_do_not_lose_each_others_results() {
        let (_folder, book) = book();
        let other = book.clone();
        book.enter(result(9)).expect("room");
        let step = Record { metric: "step".to_owned(), ..result(12) };
        other.enter(step).expect("room");
        assert_eq!(best(&book), Some(9));
    }

    #[test]
    fn a_damaged_file_is_kept_aside_under_a_new_name_each_time() {
        let (_folder, book) = book();
        book.enter(result(9)).expect("room");
        for (number, damaged) in
            [&b"{\"schema\": \"huar"[..], b"[]", b"\xff\xfe"].iter().enumerate()
        {
            fs::write(&book.path, damaged).expect("it can be written");
            let loaded = book.load().expect("it can be put aside");
            let aside = loaded.aside.expect("it is damaged");
            assert_eq!(&fs::read(&aside).expect("it is there"), damaged);
            let ends = [".damaged", ".damaged-2", ".damaged-3"];
            assert!(aside.to_string_lossy().ends_with(ends[number]), "{aside:?}");
            assert_eq!(loaded.records, Records::default());
            assert!(!book.path.exists());
        }
        book.enter(result(7)).expect("room");
        assert_eq!(best(&book), Some(7));
    }

    #[test]
    fn a_file_of_a_newer_version_is_left_alone() {
        let (_folder, book) = book();
        book.enter(result(9)).expect("room");
        let newer = "{\"schema\": \"huarong/records/2\", \"other\": 1}";
        fs::write(&book.path, newer).expect("it can be written");
        let told = book.enter(result(1)).expect_err("it is newer").to_string();
        assert!(told.contains("huarong/records/2"), "{told}");
        assert_eq!(fs::read_to_string(&book.path).expect("it is there"), newer);
    }
}
