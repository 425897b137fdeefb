//! The puzzles of a text that may hold many.

use crate::puzzle::Puzzle;
use crate::puzzle::text::MAX_PUZZLES;

/// The most cells that the frames of one text have together: a short line can stand for a large
/// frame.
const MAX_CELLS: usize = 1 << 24;

/// Puzzles whose number and size are bounded.
#[derive(Default, Debug)]
pub(super) struct Puzzles {
    puzzles: Vec<Puzzle>,
    cells: usize,
}

impl Puzzles {
    /// Adds a puzzle, or says what there is too much of.
    pub(super) fn add(&mut self, puzzle: Puzzle) -> Result<(), String> {
        self.cells += puzzle.grid().area();
        if self.puzzles.len() == MAX_PUZZLES {
            return Err(format!("the text has more than {MAX_PUZZLES} puzzles"));
        }
        if self.cells > MAX_CELLS {
            return Err(format!("the frames up to here have more than {MAX_CELLS} cells together"));
        }
        self.puzzles.push(puzzle);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    pub(super) fn into_vec(self) -> Vec<Puzzle> {
        self.puzzles
    }
}

/// What to do where there is too much.
pub(super) const SPLIT: &str = "split the text into several";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Draft, Drawing};

    #[test]
    fn large_frames_are_bounded_together() {
        let mut row = vec!['.'; 127];
        let mut goal = row.clone();
        (row[0], goal[1]) = ('A', 'A');
        let rows =
            |first: Vec<char>| Drawing { rows: [vec![first], vec![vec!['.'; 127]; 126]].concat() };
        let draft = Draft { frame: rows(row), goals: vec![rows(goal)], ..Draft::default() };
        let puzzle = draft.check().expect("sound");
        let mut puzzles = Puzzles::default();
        let added = (0..2000).take_while(|_| puzzles.add(puzzle.clone()).is_ok()).count();
        assert_eq!(added, MAX_CELLS / (127 * 127));
    }
}
