//! Texts from outside: the cursor that all readers move along a line, and lines made fit for a
//! message, short and without what could command a terminal.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// Something wrong with a text, and where: a `K` says what.
///
/// `text` and `span` are all that is needed to draw the place, as the program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError<K> {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters of the line.
    pub column: usize,
    /// How many characters are at fault, at least 1, though the line may have ended.
    pub width: usize,
    /// The line, for display: control characters are replaced, and of a long line only the
    /// surroundings of the fault are left, with `…` for what is cut away.
    pub text: Box<str>,
    /// The bytes of `text` that are at fault; empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong.
    pub kind: K,
}

impl<K> SourceError<K> {
    /// Something wrong with the bytes `place` of a line, counted from 1, which must lie between
    /// characters.
    pub(crate) fn at(line: usize, text: &str, place: Range<usize>, kind: K) -> Self {
        let before = text[..place.start].chars().count();
        let width = text[place].chars().count();
        let (text, span) = excerpt(text, before, width);
        SourceError { line, column: before + 1, width: width.max(1), text, span, kind }
    }
}

impl<K: fmt::Display> fmt::Display for SourceError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl<K: fmt::Display + fmt::Debug> Error for SourceError<K> {}

/// A text without the byte order mark that it may begin with.
pub(crate) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The lines of a text, without the white space around each. They are found as they are asked for,
/// so that they take no memory however many there are.
#[derive(Clone, Debug)]
pub(crate) struct LineIter<'a> {
    /// Which line is next, from 1.
    number: usize,
    rest: &'a str,
}

impl<'a> LineIter<'a> {
    /// All lines of a text.
    pub(crate) fn of(text: &'a str) -> Self {
        LineIter { number: 1, rest: without_bom(text) }
    }

    /// The next line.
    pub(crate) fn first(&self) -> Option<LineCursor<'a>> {
        self.clone().next()
    }

    /// The next line; behind the last, the place where one would begin.
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

/// Part of a line that is being read, which knows where it stands. What is taken off its front
/// leaves the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCursor<'a> {
    /// Which line, from 1.
    pub(crate) number: usize,
    /// The whole line, without its line break.
    pub(crate) line: &'a str,
    /// The first byte of the part.
    start: usize,
    /// The byte behind it.
    end: usize,
}

impl<'a> LineCursor<'a> {
    /// All of a line.
    pub(crate) const fn line(number: usize, line: &'a str) -> Self {
        LineCursor { number, line, start: 0, end: line.len() }
    }

    /// All of a line but the white space around it.
    pub(crate) fn whole(number: usize, line: &'a str) -> Self {
        LineCursor::line(number, line).trimmed()
    }

    /// These bytes of a line, as far as it has them.
    pub(crate) fn bytes(number: usize, line: &'a str, place: Range<usize>) -> Self {
        LineCursor {
            number,
            line,
            start: place.start.min(line.len()),
            end: place.end.min(line.len()),
        }
    }

    /// What stands there.
    pub(crate) fn text(self) -> &'a str {
        &self.line[self.start..self.end]
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The column of its first character, from 1.
    pub(crate) fn column(self) -> usize {
        self.line[..self.start].chars().count() + 1
    }

    /// The part of this line that `part` is, a slice of it.
    pub(crate) fn part(self, part: &str) -> Self {
        let start = part.as_ptr().addr() - self.line.as_ptr().addr();
        LineCursor { start, end: start + part.len(), ..self }
    }

    /// From here to the end of `last`, a part of the same line.
    pub(crate) const fn to(self, last: LineCursor<'a>) -> Self {
        LineCursor { end: last.end, ..self }
    }

    /// This without its first `bytes`.
    pub(crate) const fn after(self, bytes: usize) -> Self {
        LineCursor { start: self.start + bytes, ..self }
    }

    /// Its first `bytes`.
    pub(crate) const fn until(self, bytes: usize) -> Self {
        LineCursor { end: self.start + bytes, ..self }
    }

    /// This without the white space around it.
    pub(crate) fn trimmed(self) -> Self {
        self.part(self.text().trim())
    }

    /// The character number `index` of this part, or all of it where there is none.
    pub(crate) fn character(self, index: usize) -> Self {
        let character = self.text().char_indices().nth(index);
        character.map_or(self, |(at, character)| self.after(at).until(character.len_utf8()))
    }

    /// Its first character.
    pub(crate) fn first(self) -> Option<char> {
        self.text().chars().next()
    }

    /// Its first character as a part, an empty one if there is none.
    pub(crate) fn first_part(self) -> Self {
        self.until(self.first().map_or(0, char::len_utf8))
    }

    /// Takes off all the characters at its front that `belongs` accepts.
    pub(crate) fn take(&mut self, belongs: impl Fn(char) -> bool) -> Self {
        let text = self.text();
        let bytes = text.find(|c| !belongs(c)).unwrap_or(text.len());
        let taken = self.until(bytes);
        *self = self.after(bytes);
        taken
    }

    /// Takes off its first character if it is `wanted`; small and capital letters are the same.
    pub(crate) fn eat(&mut self, wanted: char) -> bool {
        let found = self.first().filter(|first| first.eq_ignore_ascii_case(&wanted));
        *self = self.after(found.map_or(0, char::len_utf8));
        found.is_some()
    }

    /// What stands between white space.
    pub(crate) fn words(self) -> impl Iterator<Item = Self> {
        self.split(char::is_whitespace)
    }

    /// What stands between the characters that separate.
    pub(crate) fn split(self, separates: impl Fn(char) -> bool) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            rest.take(&separates);
            (!rest.is_empty()).then(|| rest.take(|c| !separates(c)))
        })
    }

    /// The characters that stand there, white space left out.
    pub(crate) fn characters(self) -> impl Iterator<Item = (Self, char)> {
        let drawn = self.text().char_indices().filter(|(_, c)| !c.is_whitespace());
        drawn.map(move |(at, c)| (self.after(at).until(c.len_utf8()), c))
    }

    /// These bytes of its line.
    pub(crate) const fn at(self, place: Range<usize>) -> Self {
        LineCursor { start: place.start, end: place.end, ..self }
    }

    /// That this is wrong.
    pub(crate) fn misread<K>(self, kind: K) -> SourceError<K> {
        SourceError::at(self.number, self.line, self.start..self.end, kind)
    }
}

/// That a text is UTF-8 up to its byte `at` only; `kind` says which byte that is.
pub(crate) fn not_utf8<K>(bytes: &[u8], at: usize, kind: K) -> SourceError<K> {
    let bom: &[u8] = "\u{feff}".as_bytes();
    let before = bytes[..at].strip_prefix(bom).unwrap_or(&bytes[..at]);
    let start = at - before.iter().rev().take_while(|&&byte| byte != b'\n').count();
    let end = bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n);
    let line = String::from_utf8_lossy(&bytes[start..end]);
    let number = before.split(|&byte| byte == b'\n').count();
    let place = at - start..at - start + char::REPLACEMENT_CHARACTER.len_utf8();
    SourceError::at(number, &line, place, kind)
}

/// The first control character of a line that is no tab, with its place.
pub(crate) fn control_character(line: LineCursor<'_>) -> Option<(LineCursor<'_>, char)> {
    let mut marks = line.text().char_indices();
    let (at, found) = marks.find(|(_, mark)| mark.is_control() && *mark != '\t')?;
    Some((line.after(at).until(found.len_utf8()), found))
}

/// Longest line that is shown whole, in characters.
const SHOWN: usize = 160;

/// What is shown before the place in a longer one.
const LEAD: usize = 60;

/// Longest word that is repeated whole, in characters.
const LONGEST: usize = 40;

/// The surroundings of so many characters of a line behind so many others, and where they stand in
/// that.
fn excerpt(line: &str, before: usize, width: usize) -> (Box<str>, Range<usize>) {
    let long = line.chars().nth(SHOWN).is_some();
    let first = if long { before.saturating_sub(LEAD) } else { 0 };
    let shown = |from: usize, to: usize| -> String {
        let to = to.min(first + SHOWN);
        let from = from.max(first);
        line.chars().skip(from).take(to.saturating_sub(from)).map(visible).collect()
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

/// What a message repeats of a word.
pub(crate) fn brief(word: &str) -> String {
    let mut text: String = word.chars().take(LONGEST).map(visible).collect();
    if word.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

/// Whether the character is invisible, or changes the order in which others are shown, so that a
/// text is not what it looks like. The joiners that emoji and some scripts are written with are not
/// among these.
#[must_use]
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// The character as a terminal can show it.
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

    fn excerpt_of(line: &str, place: Range<usize>) -> SourceError<()> {
        SourceError::at(1, line, place, ())
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        let excerpt = excerpt_of("1. 曹 lefft", 7..12);
        assert_eq!((excerpt.column, excerpt.width), (6, 5));
        assert_eq!(&*excerpt.text, "1. 曹 lefft");
        assert_eq!(&excerpt.text[excerpt.span], "lefft");
    }

    #[test]
    fn of_a_long_line_the_surroundings_are_shown() {
        let line = "曹".repeat(1000);
        let excerpt = excerpt_of(&line, 1500..1506);
        assert_eq!((excerpt.column, excerpt.width), (501, 2));
        assert_eq!(&excerpt.text[excerpt.span], "曹曹");
        assert_eq!(*excerpt.text, format!("…{}…", "曹".repeat(160)));
    }

    #[test]
    fn a_place_longer_than_what_is_shown_is_cut() {
        let excerpt = excerpt_of(&"a".repeat(1000), 10..900);
        assert_eq!((excerpt.column, excerpt.width), (11, 890));
        assert_eq!(excerpt.span, 10..160);
    }

    #[test]
    fn a_place_at_the_end_has_no_bytes_but_a_width() {
        let excerpt = excerpt_of("A ", 2..2);
        assert_eq!((excerpt.column, excerpt.width, excerpt.span), (3, 1, 2..2));
        let excerpt = excerpt_of(&"a".repeat(500), 500..500);
        assert_eq!(&excerpt.text[excerpt.span.start..], "");
    }

    #[test]
    fn a_part_knows_where_it_stands_whatever_is_taken_off() {
        let mut rest = LineCursor::whole(3, "  曹 left, b ");
        assert_eq!((rest.text(), rest.column()), ("曹 left, b", 3));
        assert_eq!(rest.take(char::is_alphabetic).text(), "曹");
        assert!(!rest.eat('L'));
        let words: Vec<_> = rest.split(|c| c == ',' || c == ' ').collect();
        assert_eq!(words.iter().map(|word| word.text()).collect::<Vec<_>>(), ["left", "b"]);
        let error = words[1].misread("odd");
        assert_eq!((error.line, error.column, error.width), (3, 11, 1));
        assert_eq!(rest.trimmed().character(9).text(), "left, b");
        assert_eq!(rest.trimmed().character(1).to(words[1]).text(), "eft, b");
        assert_eq!(rest.characters().map(|(_, c)| c).collect::<String>(), "left,b");
        assert_eq!(LineCursor::bytes(1, "ab", 1..9).text(), "b");
    }

    #[test]
    fn nothing_commands_a_terminal() {
        assert_eq!(&*excerpt_of("a\u{1b}[31m", 1..2).text, "a\u{fffd}[31m");
        assert_eq!(brief("\u{1b}c"), "\u{fffd}c");
        assert_eq!(brief("a\u{202e}b"), "a\u{fffd}b");
        assert_eq!(brief(&"x".repeat(41)), format!("{}…", "x".repeat(40)));
    }
}
