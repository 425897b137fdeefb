//! What is gone through, what is found, and what a run has done so far.

use std::fmt;
use std::time::Duration;

use super::super::scope_error::ScopeError;
use super::search::{BoardVerdict, Minimal};

/// Which Rush Hour boards are gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RushScope {
    /// Rows, and columns.
    pub side: usize,
    /// The most walls.
    pub walls: u32,
}

/// A Rush Hour puzzle: a line of a database, as [`Notation::Rush`](crate::notation::Notation::Rush)
/// reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RushPuzzle {
    /// How many slides its shortest solution has.
    pub slides: u32,
    /// Its cells, row by row: `o` is empty, `x` a wall, `A` the primary car.
    pub cells: String,
    /// How many boards can be reached.
    pub states: u64,
}

impl RushPuzzle {
    /// How many cars it has.
    #[must_use]
    pub fn cars(&self) -> usize {
        let letters = self.cells.bytes().filter(u8::is_ascii_uppercase).max();
        letters.map_or(0, |last| usize::from(last - b'A') + 1)
    }
}

impl fmt::Display for RushPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02} {} {}", self.slides, self.cells, self.states)
    }
}

impl RushScope {
    /// Whether it is one.
    ///
    /// # Errors
    /// If there are no such boards, or too many.
    pub fn check(&self) -> Result<(), ScopeError> {
        if ScopeError::RUSH_SIDES.contains(&self.side) {
            Ok(())
        } else {
            Err(ScopeError::NoRushHour { side: self.side })
        }
    }
}

/// What has come of it so far.
#[derive(Clone, Default, Debug)]
pub(super) struct PartialResult {
    pub(super) puzzles: Vec<RushPuzzle>,
    pub(super) boards: u64,
    pub(super) components: u64,
    pub(super) solvable: u64,
}

/// What is known of the parts that are done.
#[derive(Clone, Default, Debug)]
pub(super) struct SurveyProgress {
    pub(super) gain: PartialResult,
    pub(super) done: Vec<usize>,
    pub(super) elapsed: Duration,
}

impl PartialResult {
    pub(super) fn add(&mut self, more: PartialResult) {
        self.puzzles.extend(more.puzzles);
        self.boards += more.boards;
        self.components += more.components;
        self.solvable += more.solvable;
    }

    pub(super) fn count(&mut self, verdict: BoardVerdict) {
        self.boards += 1;
        self.components += u64::from(verdict != BoardVerdict::NotCanonical);
        let is_solvable = matches!(verdict, BoardVerdict::NotMinimal | BoardVerdict::Minimal(_));
        self.solvable += u64::from(is_solvable);
        if let BoardVerdict::Minimal(Minimal { slides, cells, states }) = verdict {
            self.puzzles.push(RushPuzzle { slides, cells, states });
        }
    }

    pub(super) fn hardest(&self) -> u32 {
        self.puzzles.iter().map(|it| it.slides).max().unwrap_or(0)
    }
}
