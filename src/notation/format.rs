//! The parts that the readers of several notations share.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::excerpt::{LineCursor, ParseError};
use crate::puzzle::Puzzle;
use crate::puzzle::text::MAX_PUZZLES;

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
    /// Maps of GNOME Klotski.
    Gnome,
    /// Twenty characters for a 4×5 layout.
    Cells20,
    /// Scripts of Jimslide.
    Jimslide,
    /// Lists of blocks as JSON.
    Blocks,
    /// Game IDs of Slide in the portable puzzle collection.
    SlideId,
}

/// All that a notation is: each has a file with one of these.
pub struct NotationFormat {
    /// What it is called on the command line.
    pub name: &'static str,
    /// Whether a text looks to be in it.
    pub looks_like: fn(&str) -> bool,
    /// The puzzles of a text, at least one.
    pub read: fn(&str) -> Result<Vec<Puzzle>, ParseError>,
    /// The text of a puzzle, with a line break at its end, or what the notation cannot say of it.
    pub write: fn(&Puzzle) -> Result<String, String>,
    /// One text of several; none where a text holds one puzzle only.
    pub join: Option<fn(&[String]) -> String>,
}

/// The texts one after the other, for notations with a puzzle a line.
pub fn concat(texts: &[String]) -> String {
    texts.concat()
}

/// Reason why a notation cannot say a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{notation} cannot say {what}")]
#[non_exhaustive]
pub struct NotRepresentable {
    /// The notation.
    pub notation: Notation,
    /// The part that it cannot say: `a wall`, `the goal`.
    pub what: String,
}

/// The puzzles of the lines that are not blank, each read by `puzzle`; at least one.
pub fn read_lines<'a>(
    text: &'a str,
    puzzle: impl Fn(LineCursor<'a>) -> Result<Puzzle, ParseError>,
) -> Result<Vec<Puzzle>, ParseError> {
    let mut puzzles = PuzzleCollector::default();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let line = LineCursor::whole(number, line);
        puzzles.add(|| line, puzzle(line)?)?;
    }
    puzzles.finish(|| {
        let message = "there is no puzzle in this text";
        LineCursor::line(1, "").error(message, "write one in each line")
    })
}

/// What stands before the colon of a line.
pub fn key(line: &str) -> Option<&str> {
    line.split_once([':', '：']).map(|(key, _)| key.trim())
}

/// Whether the first line that is not blank has so many digits, which are such ones, and the others
/// as many letters or digits: a code a line, of which one may be mistyped.
pub fn are_codes(text: &str, digits: usize, is_digit: impl Fn(char) -> bool) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    first_line(text).chars().all(is_digit)
        && !first_line(text).is_empty()
        && lines
            .all(|line| line.len() == digits && line.bytes().all(|it| it.is_ascii_alphanumeric()))
}

/// Whether there is a digit in the line and a letter too, as in no word and in no number.
pub fn is_mixed(line: &str) -> bool {
    line.bytes().any(|byte| byte.is_ascii_digit())
        && line.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The first line of a text that is not blank, without the white space around it.
pub fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// The most cells that the frames of one text have together: a short line can stand for a large
/// frame.
const MAX_CELLS: usize = 1 << 24;

/// The puzzles of a text that may hold many; their number and size are bounded.
#[derive(Default, Debug)]
pub struct PuzzleCollector {
    puzzles: Vec<Puzzle>,
    cells: usize,
}

impl PuzzleCollector {
    /// Adds a puzzle that was read there; an error where there is too much.
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

    /// The puzzles; an error where there are none.
    pub fn finish(self, empty: impl FnOnce() -> ParseError) -> Result<Vec<Puzzle>, ParseError> {
        if self.puzzles.is_empty() { Err(empty()) } else { Ok(self.puzzles) }
    }
}

/// What pieces are called that have no letter, or one that is none of ours, in this order: 62
/// letters and digits, then Chinese characters, more than the largest frame has cells.
const ALPHABET: [RangeInclusive<char>; 4] = ['A'..='Z', 'a'..='z', '0'..='9', '一'..='\u{9fff}'];

/// The letters that draw a piece already.
#[derive(Default, Debug)]
pub struct LetterAllocator {
    taken: HashSet<char>,
    /// How many letters of the alphabet were tried; all of them are taken.
    tried: usize,
}

impl LetterAllocator {
    /// Takes this letter; `false` where it is taken already.
    pub fn take(&mut self, letter: char) -> bool {
        self.taken.insert(letter)
    }

    /// Takes the first letter that is free.
    ///
    /// # Panics
    /// If there are more pieces than the largest frame has cells.
    pub fn free(&mut self) -> char {
        for letter in ALPHABET.into_iter().flatten().skip(self.tried) {
            self.tried += 1;
            if self.take(letter) {
                return letter;
            }
        }
        unreachable!("there are more letters than a frame has cells")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{CharGrid, Draft, MAX_SIDE, is_letter};

    #[test]
    fn large_frames_are_bounded_together() {
        let mut row = vec!['.'; 127];
        let mut goal = row.clone();
        (row[0], goal[1]) = ('A', 'A');
        let rows =
            |first: Vec<char>| CharGrid { rows: [vec![first], vec![vec!['.'; 127]; 126]].concat() };
        let draft = Draft { frame: rows(row), goals: vec![rows(goal)], ..Draft::default() };
        let puzzle = draft.check().expect("sound");
        let mut puzzles = PuzzleCollector::default();
        let mut add = || puzzles.add(|| LineCursor::line(1, ""), puzzle.clone());
        let added = (0..2000).take_while(|_| add().is_ok()).count();
        assert_eq!(added, MAX_CELLS / (127 * 127));
    }

    #[test]
    fn a_letter_that_is_taken_is_not_given_again() {
        let mut letters = LetterAllocator::default();
        assert!(letters.take('A') && letters.take('C') && !letters.take('A'));
        assert_eq!([letters.free(), letters.free(), letters.free()], ['B', 'D', 'E']);
        assert!(!letters.take('D'));
    }

    #[test]
    fn every_cell_of_the_largest_frame_can_be_a_piece() {
        let mut letters = LetterAllocator::default();
        let given: Vec<char> = (0..MAX_SIDE * MAX_SIDE).map(|_| letters.free()).collect();
        assert!(given.iter().all(|&letter| is_letter(letter)));
        assert_eq!(given.iter().collect::<HashSet<_>>().len(), given.len());
    }
}
