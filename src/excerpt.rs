//! Lines from outside, made fit for a message: short, and without what could command a terminal.

use std::error::Error;
use std::fmt;
use std::ops::Range;

/// Something wrong with a text, and where: a `K` says what.
///
/// `text` and `span` are all that is needed to draw the place, as the program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread<K> {
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

impl<K> Misread<K> {
    /// Something wrong with the bytes `place` of a line, counted from 1, which must lie between
    /// characters.
    pub(crate) fn at(line: usize, text: &str, place: Range<usize>, kind: K) -> Self {
        let Excerpt { column, width, text, span } = Excerpt::of(text, place);
        Misread { line, column, width, text, span, kind }
    }
}

impl<K: fmt::Display> fmt::Display for Misread<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl<K: fmt::Display + fmt::Debug> Error for Misread<K> {}

/// Part of a line with the place that a message is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Excerpt {
    /// The column of the place, from 1, in characters of the whole line.
    pub(crate) column: usize,
    /// How many characters the place is wide, at least 1.
    pub(crate) width: usize,
    /// The line: control characters are replaced, and of a long line only the surroundings of the
    /// place are left, with `…` for what is cut away.
    pub(crate) text: Box<str>,
    /// The bytes of `text` that are the place; empty where the place is.
    pub(crate) span: Range<usize>,
}

/// Longest line that is shown whole, in characters.
const SHOWN: usize = 160;

/// What is shown before the place in a longer one.
const LEAD: usize = 60;

/// Longest word that is repeated whole, in characters.
const LONGEST: usize = 40;

impl Excerpt {
    /// The surroundings of the bytes `place` of `line`, which must lie between characters.
    pub(crate) fn of(line: &str, place: Range<usize>) -> Self {
        let before = line[..place.start].chars().count();
        let width = line[place].chars().count();
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
        Excerpt { column: before + 1, width: width.max(1), text: text.into(), span }
    }
}

/// What a message repeats of a word.
pub(crate) fn brief(word: &str) -> String {
    let mut text: String = word.chars().take(LONGEST).map(visible).collect();
    if word.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

/// The character as a terminal can show it.
fn visible(character: char) -> char {
    if character.is_control() && character != '\t' {
        char::REPLACEMENT_CHARACTER
    } else {
        character
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_shown_whole() {
        let excerpt = Excerpt::of("1. 曹 lefft", 7..12);
        assert_eq!((excerpt.column, excerpt.width), (6, 5));
        assert_eq!(&*excerpt.text, "1. 曹 lefft");
        assert_eq!(&excerpt.text[excerpt.span], "lefft");
    }

    #[test]
    fn of_a_long_line_the_surroundings_are_shown() {
        let line = "曹".repeat(1000);
        let excerpt = Excerpt::of(&line, 1500..1506);
        assert_eq!((excerpt.column, excerpt.width), (501, 2));
        assert_eq!(&excerpt.text[excerpt.span], "曹曹");
        assert_eq!(*excerpt.text, format!("…{}…", "曹".repeat(160)));
    }

    #[test]
    fn a_place_longer_than_what_is_shown_is_cut() {
        let excerpt = Excerpt::of(&"a".repeat(1000), 10..900);
        assert_eq!((excerpt.column, excerpt.width), (11, 890));
        assert_eq!(excerpt.span, 10..160);
    }

    #[test]
    fn a_place_at_the_end_has_no_bytes_but_a_width() {
        let excerpt = Excerpt::of("A ", 2..2);
        assert_eq!((excerpt.column, excerpt.width, excerpt.span), (3, 1, 2..2));
        let excerpt = Excerpt::of(&"a".repeat(500), 500..500);
        assert_eq!(&excerpt.text[excerpt.span.start..], "");
    }

    #[test]
    fn nothing_commands_a_terminal() {
        assert_eq!(&*Excerpt::of("a\u{1b}[31m", 1..2).text, "a\u{fffd}[31m");
        assert_eq!(brief("\u{1b}c"), "\u{fffd}c");
        assert_eq!(brief(&"x".repeat(41)), format!("{}…", "x".repeat(40)));
    }
}
