//! What can go wrong between notations, in words.

use crate::excerpt::Misread;
use crate::puzzle::{DraftError, Place, text};

use super::Notation;

/// Something wrong with a text in one of the notations, and where.
pub type ParseError = Misread<Misreading>;

/// What is wrong with a text in one of the notations.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message} (read as {notation})")]
pub struct Misreading {
    /// The notation that it was read in.
    pub notation: Notation,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// Anything that can keep [`read_from`](super::read_from) from reading puzzles.
pub type ReadError = text::ReadError<ParseError>;

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
        let kind = Misreading { notation, message: message.into(), help: help.into() };
        Misread::at(self.number, self.line, self.start..self.end, kind)
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
        let Misread { line, column, width, text, span, kind } = error;
        let kind = Misreading { notation: Notation::Huarong, message: kind.to_string(), help };
        Misread { line, column, width, text, span, kind }
    }
}
