//! The best results of a player, one for each puzzle and metric.

use crate::puzzle::{Metric, Puzzle};
use serde::{Deserialize, Serialize};

/// The best result for a puzzle in a metric.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct Record {
    /// The [hash](layout_hash) of the puzzle.
    layout: String,
    /// The name of the puzzle.
    puzzle: String,
    /// The metric of the length.
    metric: String,
    /// The number of moves.
    pub length: usize,
    /// The number of hints.
    pub hints: usize,
    /// The time of the solution.
    pub date: String,
}

impl Record {
    /// Returns a result, reached at `date`.
    pub fn new(puzzle: &Puzzle, metric: Metric, length: usize, hints: usize, date: String) -> Self {
        Record {
            layout: layout_hash(puzzle),
            puzzle: puzzle.title().name.clone().unwrap_or_default(),
            metric: metric.word().to_owned(),
            length,
            hints,
            date,
        }
    }
}

/// The result of a comparison with the best record so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordOutcome {
    /// The first result for this puzzle.
    First,
    /// Better than this record, which was the best.
    Best(Record),
    /// Not better than this record.
    Behind(Record),
}

/// The best results, one for each puzzle and metric.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Records {
    records: Vec<Record>,
}

impl Records {
    /// Returns the best result for a puzzle.
    pub fn best(&self, puzzle: &Puzzle, metric: Metric) -> Option<&Record> {
        let layout = layout_hash(puzzle);
        let mut records = self.records.iter();
        records.find(|record| record.layout == layout && record.metric == metric.word())
    }

    /// Adds a result if it is better than the record so far.
    pub fn submit(&mut self, record: Record) -> RecordOutcome {
        // Of two results with equal moves, the one with fewer hints is better.
        let rank = |record: &Record| (record.length, record.hints);
        let mut records = self.records.iter_mut();
        match records.find(|it| it.layout == record.layout && it.metric == record.metric) {
            None => {
                self.records.push(record);
                RecordOutcome::First
            }
            Some(best) if rank(&record) < rank(best) => {
                RecordOutcome::Best(std::mem::replace(best, record))
            }
            Some(best) => RecordOutcome::Behind(best.clone()),
        }
    }

    /// Keeps the best of several records for one puzzle and metric.
    pub(super) fn normalized(self) -> Self {
        let mut normalized = Records::default();
        for record in self.records {
            normalized.submit(record);
        }
        normalized
    }
}

/// Returns the FNV-1a hash of the puzzle's text [without its names](Puzzle::without_info), in 16
/// hexadecimal digits. Records and saved games belong to a layout, not to a name or a file.
pub fn layout_hash(puzzle: &Puzzle) -> String {
    format!(
        "{:016x}",
        fnv1a(puzzle.without_info().to_string().as_bytes())
    )
}

/// Returns the 64-bit FNV-1a hash, as in
/// <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>. It is the same in all versions of
/// this program.
fn fnv1a(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    fn record(puzzle: &Puzzle, metric: Metric, length: usize, hints: usize) -> Record {
        Record::new(
            puzzle,
            metric,
            length,
            hints,
            "2026-01-01T00:00:00Z".to_owned(),
        )
    }

    #[test]
    fn only_the_best_result_per_puzzle_and_metric_is_stored() {
        let one = puzzle("A . .\n\ngoal:\n. . A\n");
        let other = puzzle("A . .\n\ngoal:\n. A .\n");
        let mut records = Records::default();
        let ten = record(&one, Metric::Move, 10, 3);
        assert_eq!(records.submit(ten.clone()), RecordOutcome::First);
        let behind = record(&one, Metric::Move, 11, 0);
        assert_eq!(records.submit(behind), RecordOutcome::Behind(ten.clone()));
        let unaided = record(&one, Metric::Move, 10, 0);
        assert_eq!(records.submit(unaided.clone()), RecordOutcome::Best(ten));
        assert_eq!(
            records.submit(record(&one, Metric::Step, 12, 0)),
            RecordOutcome::First
        );
        assert_eq!(
            records.submit(record(&other, Metric::Move, 20, 0)),
            RecordOutcome::First
        );
        assert_eq!(records.best(&one, Metric::Move), Some(&unaided));
        assert_eq!(records.best(&other, Metric::Slide), None);
        let named = puzzle("name: Line\nnames: A=Ann\nbest: move=1\n\nA . .\n\ngoal:\n. . A\n");
        assert!(
            records.best(&named, Metric::Move).is_some(),
            "names do not matter"
        );
    }

    #[test]
    fn the_fnv1a_hash_equals_the_published_test_vectors() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
