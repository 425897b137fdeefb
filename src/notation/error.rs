//! What can go wrong between notations, in words.

use std::fmt;
use std::ops::Range;

use crate::excerpt::Excerpt;
use crate::puzzle::text::MAX_BYTES;
use crate::puzzle::{DraftError, Place};

use super::Notation;

/// Something wrong with a text in one of the notations, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The notation that it was read in.
    pub notation: Notation,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters of the line.
    pub column: usize,
    /// How many characters are at fault, at least 1.
    pub width: usize,
    /// The line, for display: control characters are replaced, and of a long line only the
    /// surroundings of the fault are left, with `…` for what is cut away.
    pub text: Box<str>,
    /// The bytes of `text` that are at fault; empty where the line is.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError { notation, line, column, message, .. } = self;
        write!(f, "line {line}, column {column}: {message} (read as {notation})")
    }
}

impl std::error::Error for ParseError {}

/// Anything that can keep [`read_from`](super::read_from) from reading puzzles.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The bytes did not come.
    #[error("the text cannot be read")]
    Io(#[from] std::io::Error),
    /// Too many bytes came.
    #[error("the text is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// The bytes are no puzzles.
    #[error(transparent)]
    Parse(#[from] ParseError),
}

/// What a notation cannot say of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{notation} cannot say {what}")]
pub struct Unsayable {
    /// The notation.
    pub notation: Notation,
    /// What it cannot say: `a wall`, `the goal`.
    pub what: String,
}

/// Part of a line of a text that is being read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    /// Which line, from 1.
    pub(super) number: usize,
    pub(super) line: &'a str,
    /// The first byte of the part.
    pub(super) start: usize,
    /// The byte behind it.
    pub(super) end: usize,
}

impl<'a> Spot<'a> {
    /// All of a line but the white space around it.
    pub(super) fn whole(number: usize, line: &'a str) -> Self {
        let start = line.len() - line.trim_start().len();
        Spot { number, line, start, end: start.max(line.trim_end().len()) }
    }

    /// What stands there.
    pub(super) fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    /// The part of this line that `part` is, a slice of it.
    pub(super) fn part(self, part: &str) -> Self {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        Spot { start, end: start + part.len(), ..self }
    }

    /// The character number `index` of this part, or all of it where there is none.
    pub(super) fn character(self, index: usize) -> Self {
        let character = self.text().char_indices().nth(index);
        character.map_or(self, |(at, character)| {
            let start = self.start + at;
            Spot { start, end: start + character.len_utf8(), ..self }
        })
    }

    /// That this is wrong.
    pub(super) fn error(
        self,
        notation: Notation,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ParseError {
        let Excerpt { column, width, text, span } = Excerpt::of(self.line, self.start..self.end);
        let (message, help) = (message.into(), help.into());
        ParseError { notation, line: self.number, column, width, text, span, message, help }
    }

    /// That this draws a puzzle that is not sound. Only the reader knows where a place of the draft
    /// stands in its text: `locate` tells.
    pub(super) fn unsound(
        self,
        notation: Notation,
        error: &DraftError,
        locate: impl FnOnce(Place) -> Option<Spot<'a>>,
    ) -> ParseError {
        let spot = locate(error.place).unwrap_or(self);
        spot.error(notation, error.fault.to_string(), error.fault.help())
    }
}

impl From<crate::puzzle::text::ParseError> for ParseError {
    fn from(error: crate::puzzle::text::ParseError) -> Self {
        let help = error.help().unwrap_or_default();
        ParseError {
            notation: Notation::Huarong,
            line: error.line,
            column: error.column,
            width: error.width,
            text: error.text,
            span: error.span,
            message: error.kind.to_string(),
            help,
        }
    }
}
