//! A text from outside as lines, each with its number.

use std::ops::Range;

use super::error::{ParseError, ParseErrorKind};
use crate::excerpt::Misread;

/// A line of a text that says something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Which line of the text, from 1.
    pub(super) number: usize,
    /// What it says, white space at its end left out.
    pub(super) text: &'a str,
}

/// The lines of a text, empty ones and remarks left out.
pub(super) fn lines(bytes: &[u8]) -> Result<Vec<Line<'_>>, ParseError> {
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => return Err(not_utf8(bytes, error.valid_up_to())),
    };
    let mut lines = Vec::new();
    for (number, text) in (1..).zip(text.split('\n')) {
        let line = Line { number, text: text.strip_suffix('\r').unwrap_or(text).trim_end() };
        let mut marks = line.text.char_indices();
        if let Some((at, found)) = marks.find(|(_, mark)| mark.is_control() && *mark != '\t') {
            let kind = ParseErrorKind::ControlCharacter { found };
            return Err(line.error(at..at + found.len_utf8(), kind));
        }
        if !line.text.is_empty() && !line.text.trim_start().starts_with(';') {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return Err(Line { number: 1, text: "" }.error(0..0, ParseErrorKind::Empty));
    }
    Ok(lines)
}

/// The error for a text of which only the bytes before `at` are UTF-8.
fn not_utf8(bytes: &[u8], at: usize) -> ParseError {
    let bom: &[u8] = "\u{feff}".as_bytes();
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let start = if bytes.starts_with(bom) && start == 0 { bom.len() } else { start };
    let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n);
    let text = String::from_utf8_lossy(&bytes[start..end]);
    let number = bytes[..at].split(|&byte| byte == b'\n').count();
    let place = at - start..at - start + char::REPLACEMENT_CHARACTER.len_utf8();
    Line { number, text: &text }.error(place, ParseErrorKind::NotUtf8 { byte: bytes[at] })
}

impl<'a> Line<'a> {
    /// The words of the line, apart by white space or commas, each with its bytes in the line.
    pub(super) fn words(self) -> impl Iterator<Item = (Range<usize>, &'a str)> {
        let words = self.text.split(|mark: char| mark.is_whitespace() || mark == ',');
        words.filter(|word| !word.is_empty()).map(move |word| (self.place(word), word))
    }

    /// The bytes of a slice of this line.
    pub(super) fn place(self, part: &str) -> Range<usize> {
        let start = part.as_ptr().addr() - self.text.as_ptr().addr();
        start..start + part.len()
    }

    /// Something wrong with these bytes of the line.
    pub(super) fn error(self, place: Range<usize>, kind: ParseErrorKind) -> ParseError {
        Misread::at(self.number, self.text, place, kind)
    }
}
