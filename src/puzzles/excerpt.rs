//! The cursor and the error of all parsers. An error holds an excerpt of its line, short and
//! without control characters.

use std::{error::Error, fmt, ops::Range, str::FromStr};

/// Joins parts of a text with a separator between two.
pub(crate) fn joined<T: fmt::Display>(
    parts: impl IntoIterator<Item = T>,
    separator: &str,
) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.to_string()).collect();
    parts.join(separator)
}

/// An error in a text: its place, a message and a hint.
///
/// `text` and `span` are enough to draw the place, as the program does:
///
/// ```
/// use huarong::puzzle::text;
///
/// let error = text::parse("name: Ragged\n\nA A .\nB .\n").unwrap_err();
/// assert_eq!((error.line, error.column, error.width), (4, 1, 3));
/// assert_eq!(&error.text[error.span.clone()], "B .");
/// assert_eq!(error.to_string(), "line 4, column 1: this row has 2 cells, the first one has 3");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters of the line.
    pub column: usize,
    /// The number of characters at fault, at least 1 even at the end of the line.
    pub width: usize,
    /// The line for display. Control characters are replaced, and of a long line only the
    /// surroundings of the fault are kept, with `…` for the rest.
    pub text: Box<str>,
    /// The bytes of `text` at fault; empty if something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.message
        )
    }
}

impl Error for ParseError {}

/// The error that a word is not the name of a value, such as of a metric or an algorithm.
///
/// ```
/// let error = "moves".parse::<huarong::Metric>().unwrap_err();
/// assert_eq!(error.to_string(), "`moves` is none of move, slide, step, push");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{word}` is none of {}", .known.join(", "))]
#[non_exhaustive]
pub struct UnknownWord {
    /// The word.
    pub word: String,
    /// The names of all values.
    pub known: Vec<&'static str>,
}

/// Returns a text without its byte order mark, if it begins with one.
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Iterates over the lines of a text, without the white space around each.
#[derive(Clone, Debug)]
pub(crate) struct LineIter<'a> {
    /// The number of the next line, from 1.
    number: usize,
    rest: &'a str,
}

impl<'a> LineIter<'a> {
    /// Iterates over all lines of a text.
    pub(crate) fn of(text: &'a str) -> Self {
        LineIter {
            number: 1,
            rest: without_bom(text),
        }
    }

    /// Returns the next line without passing it.
    pub(crate) fn first(&self) -> Option<LineCursor<'a>> {
        self.clone().next()
    }

    /// Returns the next line; at the end of the text, an empty line.
    pub(crate) fn top(&self) -> LineCursor<'a> {
        self.first().unwrap_or(LineCursor::line(self.number, ""))
    }
}

impl<'a> Iterator for LineIter<'a> {
    type Item = LineCursor<'a>;

    fn next(&mut self) -> Option<LineCursor<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        let line = LineCursor::whole(self.number, line.strip_suffix('\r').unwrap_or(line));
        (self.number, self.rest) = (self.number + 1, rest);
        Some(line)
    }
}

/// A part of a line, with its position. Parsers remove parts from its front.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCursor<'a> {
    /// The number of the line, from 1.
    pub(crate) number: usize,
    /// The whole line, without its line break.
    pub(crate) line: &'a str,
    /// The first byte of the part.
    start: usize,
    /// The byte behind it.
    end: usize,
}

impl<'a> LineCursor<'a> {
    /// Returns a whole line.
    pub(crate) const fn line(number: usize, line: &'a str) -> Self {
        LineCursor {
            number,
            line,
            start: 0,
            end: line.len(),
        }
    }

    /// Returns a line without the white space around it.
    pub(crate) fn whole(number: usize, line: &'a str) -> Self {
        LineCursor::line(number, line).trimmed()
    }

    /// Returns these bytes of a line; bytes behind its end are left out.
    pub(crate) fn bytes(number: usize, line: &'a str, place: Range<usize>) -> Self {
        LineCursor {
            number,
            line,
            start: place.start.min(line.len()),
            end: place.end.min(line.len()),
        }
    }

    /// Returns the text of the part.
    pub(crate) fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the column of its first character, from 1.
    pub(crate) fn column(self) -> usize {
        self.line[..self.start].chars().count() + 1
    }

    /// Returns `part`, a slice of this line, as a part.
    pub(crate) fn part(self, part: &str) -> Self {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        LineCursor {
            start,
            end: start + part.len(),
            ..self
        }
    }

    /// Returns the part from here to the end of `last`, a part of the same line.
    pub(crate) const fn to(self, last: LineCursor<'a>) -> Self {
        LineCursor {
            end: last.end,
            ..self
        }
    }

    /// Returns the part without its first `bytes`.
    pub(crate) const fn after(self, bytes: usize) -> Self {
        LineCursor {
            start: self.start + bytes,
            ..self
        }
    }

    /// Returns its first `bytes`.
    pub(crate) const fn until(self, bytes: usize) -> Self {
        LineCursor {
            end: self.start + bytes,
            ..self
        }
    }

    /// Returns the part without the white space around it.
    pub(crate) fn trimmed(self) -> Self {
        self.part(self.text().trim())
    }

    /// Returns the character with this index, or the whole part if it is shorter.
    pub(crate) fn character(self, index: usize) -> Self {
        let character = self.text().char_indices().nth(index);
        character.map_or(self, |(at, character)| {
            self.after(at).until(character.len_utf8())
        })
    }

    /// Returns its first character.
    pub(crate) fn first(self) -> Option<char> {
        self.text().chars().next()
    }

    /// Returns its first character as a part, or an empty part.
    pub(crate) fn first_part(self) -> Self {
        self.until(self.first().map_or(0, char::len_utf8))
    }

    /// Removes and returns the characters at its front that `belongs` accepts.
    pub(crate) fn take(&mut self, belongs: impl Fn(char) -> bool) -> Self {
        let text = self.text();
        let bytes = text.find(|c| !belongs(c)).unwrap_or(text.len());
        let taken = self.until(bytes);
        *self = self.after(bytes);
        taken
    }

    /// Removes its first character if it is `wanted`, in lower or upper case. Returns whether it
    /// was.
    pub(crate) fn eat(&mut self, wanted: char) -> bool {
        let found = self
            .first()
            .filter(|first| first.eq_ignore_ascii_case(&wanted));
        *self = self.after(found.map_or(0, char::len_utf8));
        found.is_some()
    }

    /// Splits the part at white space.
    pub(crate) fn words(self) -> impl Iterator<Item = Self> {
        self.split(char::is_whitespace)
    }

    /// Splits the part at the characters that `separates` accepts.
    pub(crate) fn split(
        self,
        separates: impl Fn(char) -> bool + Clone,
    ) -> impl Iterator<Item = Self> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            rest.take(&separates);
            (!rest.is_empty()).then(|| rest.take(|c| !separates(c)))
        })
    }

    /// Iterates over the characters other than white space.
    pub(crate) fn characters(self) -> impl Iterator<Item = (Self, char)> {
        self.text()
            .char_indices()
            .filter(|(_, c)| !c.is_whitespace())
            .map(move |(at, c)| (self.after(at).until(c.len_utf8()), c))
    }

    /// Returns these bytes of the part.
    pub(crate) const fn at(self, place: Range<usize>) -> Self {
        self.after(place.start).until(place.end - place.start)
    }

    /// Creates an error at this part.
    pub(crate) fn error(self, message: impl Into<String>, help: impl Into<String>) -> ParseError {
        let before = self.line[..self.start].chars().count();
        let width = self.text().chars().count();
        let (text, span) = excerpt(self.line, before, width);
        ParseError {
            line: self.number,
            column: before + 1,
            width: width.max(1),
            text,
            span,
            message: message.into(),
            help: help.into(),
        }
    }
}

/// Converts bytes into text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, ParseError> {
    str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let bom: &[u8] = "\u{feff}".as_bytes();
        let before = bytes[..at].strip_prefix(bom).unwrap_or(&bytes[..at]);
        let start = at
            - before
                .iter()
                .rev()
                .take_while(|&&byte| byte != b'\n')
                .count();
        let end = bytes[at..].iter().position(|&byte| byte == b'\n');
        let line = String::from_utf8_lossy(&bytes[start..end.map_or(bytes.len(), |n| at + n)]);
        let number = before.split(|&byte| byte == b'\n').count();
        let place = at - start..at - start + char::REPLACEMENT_CHARACTER.len_utf8();
        let message = format!("byte {:#04x} is not UTF-8", bytes[at]);
        LineCursor::bytes(number, &line, place).error(message, "save the text as UTF-8")
    })
}

/// Rejects a line with a control character other than a tab.
pub(crate) fn check_controls(line: LineCursor<'_>) -> Result<(), ParseError> {
    // Most lines have none: 0xc2 begins those beyond ASCII.
    if line
        .text()
        .bytes()
        .all(|byte| byte >= b' ' && byte != 0x7f && byte != 0xc2)
    {
        return Ok(());
    }
    let is_control = |&(_, mark): &(usize, char)| mark.is_control() && mark != '\t';
    let Some((at, found)) = line.text().char_indices().find(is_control) else {
        return Ok(());
    };
    let message = format!("a control character, U+{:04X}", u32::from(found));
    let help = if found == '\r' {
        "lines end in LF or CRLF"
    } else {
        "take it out"
    };
    Err(line.after(at).until(found.len_utf8()).error(message, help))
}

/// Returns the part of a line before its colon.
pub(crate) fn key(line: &str) -> Option<&str> {
    line.split_once([':', '：']).map(|(key, _)| key.trim())
}

/// Whether a text consists of digits, at least one.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text is a size: `5x5`, `15×15`, `4x4x4`.
pub(crate) fn is_size(text: &str) -> bool {
    let sides = || text.trim().split(['x', 'X', '×']);
    sides().nth(1).is_some() && sides().all(is_number)
}

/// Parses a number of digits only; `None` if it is too large.
pub(crate) fn number<N: FromStr>(text: &str) -> Option<N> {
    is_number(text).then(|| text.parse().ok())?
}

/// Returns the parts of a text between the characters that separate them; none is empty.
pub(crate) fn words_between(
    text: &str,
    separates: impl FnMut(char) -> bool + Clone,
) -> impl Iterator<Item = &str> + Clone {
    text.split(separates).filter(|word| !word.is_empty())
}

/// Parses words of digits only; `None` if one is anything else.
pub(crate) fn numbers<'a, N: FromStr>(words: impl IntoIterator<Item = &'a str>) -> Option<Vec<N>> {
    words.into_iter().map(number).collect()
}

/// Returns the character of a text if it has exactly one.
pub(crate) fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// Longest line that is shown whole, in characters.
const SHOWN: usize = 160;

/// Number of characters that are shown before the fault in a longer line.
const LEAD: usize = 60;

/// Longest word that is repeated whole, in characters.
const LONGEST: usize = 40;

/// Returns the surroundings of `width` characters of a line, which follow `before` others, and the
/// bytes of these characters in it.
fn excerpt(line: &str, before: usize, width: usize) -> (Box<str>, Range<usize>) {
    let long = line.chars().nth(SHOWN).is_some();
    let first = if long { before.saturating_sub(LEAD) } else { 0 };
    let shown = |from: usize, to: usize| -> String {
        let to = to.min(first + SHOWN);
        let from = from.max(first);
        line.chars()
            .skip(from)
            .take(to.saturating_sub(from))
            .map(visible)
            .collect()
    };
    let mut text = String::new();
    if first > 0 {
        text.push('…');
    }
    text += &shown(first, before);
    let start = text.len();
    text += &shown(before, before + width);
    let span = start..text.len();
    text += &shown(before + width, usize::MAX);
    if line.chars().nth(first + SHOWN).is_some() {
        text.push('…');
    }
    (text.into(), span)
}

/// Shortens a word that a message repeats.
pub(crate) fn brief(word: &str) -> String {
    let mut text: String = word.chars().take(LONGEST).map(visible).collect();
    if word.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

/// Whether a character is invisible or changes the order in which others are shown, so that a text
/// looks like another. The joiners of emoji and some scripts do not count.
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// Replaces a character that is invisible or that a terminal would interpret.
fn visible(character: char) -> char {
    if character.is_control() && character != '\t' || is_invisible(character) {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt_of(line: &str, place: Range<usize>) -> ParseError {
        LineCursor::bytes(1, line, place).error("", "")
    }

    #[test]
    fn excerpts_show_short_lines_completely_and_cut_long_lines() {
        let wide = "曹".repeat(1000);
        let cut = format!("…{}…", "曹".repeat(160));
        let long = "a".repeat(1000);
        let head = format!("{}…", "a".repeat(160));
        for (line, place, column, width, text, found) in [
            ("1. 曹 lefft", 7..12, 6, 5, "1. 曹 lefft", "lefft"),
            (&wide, 1500..1506, 501, 2, &cut, "曹曹"),
            // A fault longer than the excerpt is cut.
            (&long, 10..900, 11, 890, &head, &long[..150]),
            // A fault at the end has no bytes, but a width.
            ("A ", 2..2, 3, 1, "A ", ""),
        ] {
            let excerpt = excerpt_of(line, place);
            assert_eq!(
                (excerpt.column, excerpt.width, &*excerpt.text),
                (column, width, text)
            );
            assert_eq!(&excerpt.text[excerpt.span], found);
        }
        let end = excerpt_of(&long, 1000..1000);
        assert_eq!(end.span, end.text.len()..end.text.len());
    }

    #[test]
    fn a_line_cursor_preserves_columns_when_text_is_removed() {
        let mut rest = LineCursor::whole(3, "  曹 left, b ");
        assert_eq!((rest.text(), rest.column()), ("曹 left, b", 3));
        assert_eq!(rest.take(char::is_alphabetic).text(), "曹");
        assert!(!rest.eat('L'));
        let words: Vec<_> = rest.split(|c| c == ',' || c == ' ').collect();
        assert_eq!(
            words.iter().map(|word| word.text()).collect::<Vec<_>>(),
            ["left", "b"]
        );
        let error = words[1].error("odd", "");
        assert_eq!((error.line, error.column, error.width), (3, 11, 1));
        assert_eq!(rest.trimmed().character(9).text(), "left, b");
        assert_eq!(rest.trimmed().character(1).to(words[1]).text(), "eft, b");
        assert_eq!(
            rest.characters().map(|(_, c)| c).collect::<String>(),
            "left,b"
        );
        assert_eq!(LineCursor::bytes(1, "ab", 1..9).text(), "b");
    }

    #[test]
    fn control_characters_in_excerpts_are_replaced() {
        assert_eq!(&*excerpt_of("a\u{1b}[31m", 1..2).text, "a\u{fffd}[31m");
        assert_eq!(brief("\u{1b}c"), "\u{fffd}c");
        assert_eq!(brief("a\u{202e}b"), "a\u{fffd}b");
        assert_eq!(brief(&"x".repeat(41)), format!("{}…", "x".repeat(40)));
    }
}
