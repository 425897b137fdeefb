//! A JSON text in which parts are looked up, so that an error can name its line and column.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::super::error::Spot;
use super::super::{Notation, ParseError};

/// What a text should look like.
pub(super) const FORM: &str = "write `{\"blocks\": [{\"shape\": [2, 2], \"position\": [0, 1]}], \
                               \"boardSize\": [5, 4], \"escapePoint\": [3, 1]}`";

/// The whole text.
#[derive(Clone, Copy)]
pub(super) struct Text<'a>(pub(super) &'a str);

impl<'a> Text<'a> {
    /// What this part of the text says.
    pub(super) fn parse<T: Deserialize<'a>>(self, part: &'a str) -> Result<T, ParseError> {
        serde_json::from_str(part).map_err(|error| self.malformed(part, &error))
    }

    /// That something is wrong with this value.
    pub(super) fn error(
        self,
        value: &RawValue,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> ParseError {
        self.spot(value).error(Notation::Blocks, message, help)
    }

    /// Where this value stands, as far as its first line goes.
    pub(super) fn spot(self, value: &RawValue) -> Spot<'a> {
        let start = self.offset(value.get());
        self.between(start, start + value.get().len())
    }

    /// That this part is not the JSON that is wanted.
    fn malformed(self, part: &str, error: &serde_json::Error) -> ParseError {
        let lines = part.split_inclusive('\n').take(error.line().saturating_sub(1));
        let before: usize = lines.map(str::len).sum();
        // The text may end too early, and the column may count into a character.
        let at = (before + error.column().saturating_sub(1)).min(part.trim_end().len());
        let at = (0..=at).rfind(|&at| part.is_char_boundary(at)).unwrap_or_default();
        let width = part[at..].chars().next().map_or(0, char::len_utf8);
        let start = self.offset(part) + at;
        // The place stands in the message too, counted from the part's beginning.
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
        self.between(start, start + width).error(Notation::Blocks, message, FORM)
    }

    /// The first byte of a part of the text.
    fn offset(self, part: &str) -> usize {
        part.as_ptr().addr() - self.0.as_ptr().addr()
    }

    /// The bytes from `start` to `end`, as far as they are in the line of `start`.
    fn between(self, start: usize, end: usize) -> Spot<'a> {
        let first = self.0[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = self.0[first..].lines().next().unwrap_or_default();
        let number = self.0[..first].matches('\n').count() + 1;
        let (start, end) = ((start - first).min(line.len()), (end - first).min(line.len()));
        Spot { number, line, start, end }
    }
}
