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

mod file;

use serde::{Deserialize, Serialize};

use crate::puzzle::{Metric, Puzzle};

pub use file::{Book, Loaded, MAX_BYTES, RecordsError};

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

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn puzzle(text: &str) -> Puzzle {
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
}
