//! What can be wrong with a puzzle file, and where.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use super::lines::Line;
use super::{KEYS, MAX_BYTES, MAX_HEADERS, MAX_LINE, MAX_PUZZLES};
use crate::puzzle::{Fault, is_mark};

/// The largest number of characters of a line that an error repeats.
const SHOWN: usize = 200;

/// The largest number of those before the mark.
const SHOWN_BEFORE: usize = 120;

/// What is wrong with a puzzle file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters; one more than the line has where its end is meant.
    pub column: usize,
    /// Number of characters to mark, from `column` on; at least 1.
    pub width: usize,
    /// The line, or as much of it as can be shown: at most 200 characters around `column`, those
    /// that could command a terminal replaced.
    pub text: String,
    /// What is wrong.
    pub kind: ParseErrorKind,
    /// Number of characters of the line before those in `text`.
    skipped: usize,
}

/// What can be wrong with a puzzle file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// Nothing but comments, if that.
    #[error("there is no puzzle here")]
    Empty,
    /// Another encoding, or no text at all.
    #[error("this byte is not UTF-8 text")]
    NotUtf8,
    /// A line of absurd length.
    #[error("this line is longer than {MAX_LINE} bytes")]
    LongLine,
    /// An absurd number of header lines.
    #[error("the puzzle has more than {MAX_HEADERS} header lines")]
    TooManyHeaders,
    /// An absurd number of puzzles.
    #[error("there are more than {MAX_PUZZLES} puzzles here")]
    TooManyPuzzles,
    /// Several puzzles where one is wanted.
    #[error("there is a second puzzle where one is wanted")]
    SecondPuzzle,
    /// A header line with a key that the format does not have.
    #[error("unknown key `{}`", shown(key))]
    UnknownKey {
        /// The key.
        key: String,
        /// The key that may be meant.
        similar: Option<&'static str>,
    },
    /// A key that has been given before.
    #[error("`{}` is given twice", shown(key))]
    DuplicateKey {
        /// The key.
        key: String,
        /// The line of the first one.
        first: usize,
    },
    /// A header line that does not stand above the frame.
    #[error("`{}` stands below the frame", shown(key))]
    LateHeader {
        /// The key.
        key: String,
    },
    /// A key without a value.
    #[error("`{}` has no value", shown(key))]
    NoValue {
        /// The key.
        key: String,
    },
    /// Something behind `goal:` on the same line.
    #[error("a goal starts on the line below `goal:`")]
    GoalOnOneLine,
    /// A second grid without `goal:` above it.
    #[error("a second grid, but no `goal:` above it")]
    NoGoalLine,
    /// A key whose value is one of a few words, and another word.
    #[error("`{key}` cannot be `{}`", shown(found))]
    Value {
        /// The key.
        key: &'static str,
        /// The value.
        found: String,
    },
    /// A part of `best:` that is no length.
    #[error("`{}` is no length of a solution", shown(found))]
    Length {
        /// The part.
        found: String,
    },
    /// A metric that `best:` gives twice.
    #[error("two lengths in one metric")]
    SecondLength,
    /// A part of `names:` that is not `letter=name`.
    #[error("`{}` names no piece", shown(found))]
    PieceName {
        /// The part.
        found: String,
    },
    /// A character that cannot draw a piece where a piece is meant.
    #[error("`{}` is no piece", .found.escape_debug())]
    NotALetter {
        /// The character.
        found: char,
    },
    /// A `gate:` that is not `mark = letters`.
    #[error("this describes no gate")]
    GateForm,
    /// The file reads well, but describes no sound puzzle.
    #[error("{0}")]
    Fault(Fault),
}

impl From<Fault> for ParseErrorKind {
    fn from(fault: Fault) -> Self {
        ParseErrorKind::Fault(fault)
    }
}

/// Why a puzzle file could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What it read is wrong.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// It held too much.
    #[error("larger than {} MiB, the most that a puzzle file may hold", MAX_BYTES >> 20)]
    TooLarge,
}

impl ParseError {
    /// An error about `width` characters of `line` from `column` on.
    pub(super) fn new(line: Line<'_>, column: usize, width: usize, kind: ParseErrorKind) -> Self {
        let skipped = if column > SHOWN { column - SHOWN_BEFORE } else { 0 };
        let text = line.text.chars().skip(skipped).take(SHOWN).map(harmless).collect();
        ParseError { line: line.number, column, width: width.max(1), text, kind, skipped }
    }

    /// The part of [`text`](Self::text) to mark, in bytes; empty where the end of the line is meant.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        let byte = |character: usize| {
            self.text.char_indices().nth(character).map_or(self.text.len(), |(at, _)| at)
        };
        let first = self.column.saturating_sub(1).saturating_sub(self.skipped);
        byte(first)..byte(first.saturating_add(self.width))
    }

    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        self.kind.help()
    }
}

impl ParseErrorKind {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        use ParseErrorKind as Kind;
        let help = match self {
            Kind::Empty => "draw a frame, and below a line `goal:` where its pieces must go",
            Kind::NotUtf8 => "save the file as UTF-8",
            Kind::LongLine | Kind::TooManyHeaders => "is this a puzzle file?",
            Kind::TooManyPuzzles => "part the file",
            Kind::SecondPuzzle => "keep what stands above or below the line `===`",
            Kind::UnknownKey { similar, .. } => return Some(help_unknown_key(*similar)),
            Kind::DuplicateKey { first, .. } => {
                return Some(format!("keep this one or that of line {first}"));
            }
            Kind::LateHeader { .. } => {
                "move the line above the frame, or part two puzzles by a line `===`"
            }
            Kind::NoValue { .. } => "write it behind the colon, or leave the line away",
            Kind::GoalOnOneLine => "write each row of the goal on a line of its own",
            Kind::NoGoalLine => {
                "write a line `goal:` above it, or a line `===` if it is another puzzle"
            }
            Kind::Value { key: "pieces", .. } => "write `free` or `axis`",
            Kind::Value { .. } => "write `reach` or `clear`",
            Kind::Length { .. } => {
                "write `move=81 slide=90 step=116`, any of the three, or `impossible`"
            }
            Kind::SecondLength => "give each of `move`, `slide` and `step` once",
            Kind::PieceName { .. } => "write the letter, `=` and the name: `C=曹操 E=关羽`",
            Kind::NotALetter { .. } => "a piece is a letter or digit of the frame",
            Kind::GateForm => "write its mark, `=` and the pieces that may enter: `+ = C D`",
            Kind::Fault(Fault::Character { found }) if is_mark(*found) => {
                return Some(format!(
                    "a cell is a letter or digit (a piece), `.` (empty) or `#` (a wall); \
                     a gate needs a line such as `gate: {found} = C`"
                ));
            }
            Kind::Fault(fault) => fault.help(),
        };
        Some(help.to_owned())
    }
}

/// What to do about an unknown key.
fn help_unknown_key(similar: Option<&str>) -> String {
    if let Some(similar) = similar {
        return format!("did you mean `{similar}`?");
    }
    let mut help = "the keys are ".to_owned();
    for (i, key) in KEYS.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        let _ = write!(help, "{comma}`{key}`");
    }
    help + "; a note to oneself begins with `;`"
}

/// `text`, cut to a length that a message can hold, and harmless to a terminal.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).map(harmless).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}

/// `character`, or `�` for one that could command a terminal or turn the text around.
fn harmless(character: char) -> char {
    let turning = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2028}' | '\u{2029}' | '\u{2066}'..='\u{2069}');
    match character {
        '\t' => '\t',
        _ if turning || character.is_control() => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}
