//! The common parts of the notations.

use crate::{
    excerpt::{LineCursor, LineIter, ParseError},
    puzzle::{Puzzle, text::MAX_PUZZLES},
    wrapping::{Assumption, lines},
};

/// A notation of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Notation {
    /// [Our own](crate::puzzle::text).
    Huarong,
    /// 36 bits of a 4×5 layout as hexadecimal digits.
    CommonCode,
    /// The rank of a `CommonCode` among all, five digits of base 32.
    ShortCode,
    /// A square of characters in one line, as Rush Hour databases have it.
    Rush,
}

/// The definition of a notation.
pub struct NotationFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// The help on the command line.
    pub help: &'static str,
    /// Returns whether a text looks like this notation.
    pub looks_like: fn(&str) -> bool,
    /// Returns the puzzles of a text, at least one.
    pub read: fn(&str) -> Result<Vec<Puzzle>, ParseError>,
    /// Returns the text of a puzzle, with a line break at its end, or the part of the puzzle that
    /// the notation cannot represent.
    pub write: fn(&Puzzle) -> Result<String, String>,
    /// For codes, some of which are words or numbers: returns whether a line is certainly a code.
    pub is_certain: Option<fn(&str) -> bool>,
    /// For texts that do not say the goal: the assumption, by the letter of the goal piece.
    pub assume_goal: Option<fn(char) -> Assumption>,
    /// The text between two puzzles.
    pub separator: &'static str,
}

/// Reason why a notation cannot represent a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{notation}` cannot express {what}")]
#[non_exhaustive]
pub struct NotRepresentable {
    /// The notation.
    pub notation: Notation,
    /// The part that it cannot represent: `a wall`, `the goal`.
    pub what: String,
}

/// Reads the puzzles, at least one, of the lines that are not blank.
pub fn read_lines<'a>(
    text: &'a str,
    puzzle: impl Fn(LineCursor<'a>) -> Result<Puzzle, ParseError>,
) -> Result<Vec<Puzzle>, ParseError> {
    let mut puzzles = PuzzleCollector::default();
    for line in LineIter::of(text).filter(|line| !line.is_empty()) {
        puzzles.add(|| line, puzzle(line)?)?;
    }
    puzzles.finish(|| {
        let message = "there is no puzzle in this text";
        LineCursor::line(1, "").error(message, "write one in each line")
    })
}

/// Returns whether a text looks like codes, one per line: all lines have this number of letters or
/// digits, and the first line has only valid digits.
pub fn are_codes(text: &str, digits: usize, is_digit: impl Fn(char) -> bool) -> bool {
    first_line(text).chars().all(is_digit)
        && !first_line(text).is_empty()
        && lines(text)
            .all(|line| line.len() == digits && line.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// Returns whether the line has a digit and a letter, so that it is neither a word nor a number.
pub fn is_mixed(line: &str) -> bool {
    line.bytes().any(|byte| byte.is_ascii_digit())
        && line.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Returns the first line of a text that is not blank, without the white space around it.
pub fn first_line(text: &str) -> &str {
    lines(text).next().unwrap_or_default()
}

/// The maximum number of cells of all frames of one text: a short line can describe a large frame.
const MAX_CELLS: usize = 1 << 24;

/// The puzzles of a text. Their number and size are limited.
#[derive(Default, Debug)]
pub struct PuzzleCollector {
    puzzles: Vec<Puzzle>,
    cells: usize,
}

impl PuzzleCollector {
    /// Adds a puzzle that was read at `spot`.
    ///
    /// # Errors
    /// If the text has too many puzzles or cells.
    pub(super) fn add<'a>(
        &mut self,
        spot: impl FnOnce() -> LineCursor<'a>,
        puzzle: Puzzle,
    ) -> Result<(), ParseError> {
        const SPLIT: &str = "split the text into several";
        self.cells += puzzle.grid().area();
        if self.puzzles.len() == MAX_PUZZLES {
            let message = format!("the text has more than {MAX_PUZZLES} puzzles");
            return Err(spot().error(message, SPLIT));
        }
        if self.cells > MAX_CELLS {
            let message =
                format!("the frames up to here have more than {MAX_CELLS} cells together");
            return Err(spot().error(message, SPLIT));
        }
        self.puzzles.push(puzzle);
        Ok(())
    }

    /// Returns the puzzles, or an error if the text has none.
    pub fn finish(self, empty: impl FnOnce() -> ParseError) -> Result<Vec<Puzzle>, ParseError> {
        if self.puzzles.is_empty() {
            Err(empty())
        } else {
            Ok(self.puzzles)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{CharGrid, Draft};

    #[test]
    fn large_frames_are_bounded_together() {
        let mut row = vec!['.'; 127];
        let mut goal = row.clone();
        (row[0], goal[1]) = ('A', 'A');
        let rows = |first: Vec<char>| CharGrid {
            rows: [vec![first], vec![vec!['.'; 127]; 126]].concat(),
        };
        let draft = Draft {
            frame: rows(row),
            goals: vec![rows(goal)],
            ..Draft::default()
        };
        let puzzle = draft.check().expect("sound");
        let mut puzzles = PuzzleCollector::default();
        let mut add = || puzzles.add(|| LineCursor::line(1, ""), puzzle.clone());
        let added = (0..2000).take_while(|_| add().is_ok()).count();
        assert_eq!(added, MAX_CELLS / (127 * 127));
    }
}
