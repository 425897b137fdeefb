//! The lines of a file, and places on them.

use super::error::{ParseError, ParseErrorKind};

/// A line of the file, without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// What it says.
    pub(super) text: &'a str,
}

/// What a line is, by its look alone.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content<'a> {
    /// Nothing but white space.
    Blank,
    /// From `;` on.
    Comment,
    /// `===`, between two puzzles.
    Separator,
    /// `key: value`, both without white space around them.
    Header {
        /// Before the colon.
        key: &'a str,
        /// Behind the first colon.
        value: &'a str,
    },
    /// A row of a grid.
    Row,
}

/// The lines of `text`, which end with `\n` or `\r\n`.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split('\n').enumerate().map(|(index, line)| Line {
        number: index + 1,
        text: line.strip_suffix('\r').unwrap_or(line),
    })
}

impl<'a> Line<'a> {
    /// What it is.
    pub(super) fn content(self) -> Content<'a> {
        let text = self.text.trim();
        if text.is_empty() {
            Content::Blank
        } else if text.starts_with(';') {
            Content::Comment
        } else if text.len() >= 3 && text.bytes().all(|byte| byte == b'=') {
            Content::Separator
        } else if let Some((key, value)) = text.split_once([':', '：']) {
            Content::Header { key: key.trim(), value: value.trim_matches(is_void) }
        } else {
            Content::Row
        }
    }

    /// What stands behind the colon.
    pub(super) fn value(self) -> &'a str {
        match self.content() {
            Content::Header { value, .. } => value,
            _ => "",
        }
    }

    /// The characters that draw cells.
    pub(super) fn cells(self) -> impl Iterator<Item = (usize, char)> + use<'a> {
        self.text.char_indices().filter(|(_, character)| !character.is_whitespace())
    }

    /// An error about `part`, a slice of this line.
    pub(super) fn error(self, part: &str, kind: impl Into<ParseErrorKind>) -> ParseError {
        let start = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let before = self.text.get(..start).unwrap_or("");
        let column = before.chars().count() + 1;
        ParseError::new(self, column, part.chars().count(), kind.into())
    }

    /// An error about the whole line.
    pub(super) fn error_all(self, kind: impl Into<ParseErrorKind>) -> ParseError {
        self.error(self.text.trim(), kind)
    }

    /// An error about the cell of this number, from 0, or about the end of the line.
    pub(super) fn error_cell(self, cell: usize, kind: impl Into<ParseErrorKind>) -> ParseError {
        let text = self.text;
        let part = match self.cells().nth(cell) {
            Some((at, character)) => &text[at..at + character.len_utf8()],
            None => &text[text.trim_end().len()..text.trim_end().len()],
        };
        self.error(part, kind)
    }
}

/// Whether this character says nothing at the ends of a value.
fn is_void(character: char) -> bool {
    character.is_whitespace() || character.is_control()
}

/// The words of a value. A no-break space does not part words.
pub(super) fn words(value: &str) -> impl Iterator<Item = &str> {
    let words = value.split(|c: char| c.is_whitespace() && c != '\u{a0}');
    words.filter(|word| !word.is_empty())
}

/// The characters of `text` but for white space, each as a slice of it.
pub(super) fn letters(text: &str) -> impl Iterator<Item = &str> {
    let all = text.char_indices().map(|(at, c)| (c, &text[at..at + c.len_utf8()]));
    all.filter(|(character, _)| !character.is_whitespace()).map(|(_, slice)| slice)
}
