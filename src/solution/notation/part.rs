//! Parts of a line that know where they stand in it.

use std::ops::Range;

use super::error::ParseErrorKind as Kind;
use crate::excerpt::brief;
use crate::grid::Direction;
use crate::puzzle::PieceId;

/// A move as written: who goes which way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The number before it, and where that stands.
    pub(super) number: Option<(String, Range<usize>)>,
    pub(super) piece: PieceId,
    /// Never empty.
    pub(super) path: Vec<Direction>,
    /// Whether a sign tells the direction, as for slides only.
    pub(super) by_sign: bool,
}

/// What is wrong, and the bytes of the line that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flaw {
    pub(super) at: Range<usize>,
    pub(super) kind: Kind,
}

/// What is wrong, and the index of the line that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Misread {
    pub(super) line: usize,
    pub(super) flaw: Flaw,
}

/// Part of a line that knows where it stands there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl<'a> Part<'a> {
    /// The line without the spaces around it.
    pub(super) fn of(line: &'a str) -> Self {
        Part { text: line, start: 0 }.trimmed()
    }

    pub(super) fn flaw(self, kind: Kind) -> Flaw {
        Flaw { at: self.extent(), kind }
    }

    /// The bytes of the line that it is.
    pub(super) const fn extent(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// This without its first `bytes`.
    pub(super) fn after(self, bytes: usize) -> Self {
        Part { text: &self.text[bytes..], start: self.start + bytes }
    }

    pub(super) fn until(self, bytes: usize) -> Self {
        Part { text: &self.text[..bytes], start: self.start }
    }

    pub(super) fn trimmed(self) -> Self {
        let inner = self.text.trim_start();
        self.after(self.text.len() - inner.len()).until(inner.trim_end().len())
    }

    pub(super) fn without_comment(self) -> Self {
        self.until(self.text.find(';').unwrap_or(self.text.len())).trimmed()
    }

    /// Takes off all the characters at its front that `belongs` accepts.
    pub(super) fn take(&mut self, belongs: impl Fn(char) -> bool) -> Self {
        let bytes = self.text.find(|c| !belongs(c)).unwrap_or(self.text.len());
        let taken = self.until(bytes);
        *self = self.after(bytes);
        taken
    }

    /// Takes off its first character, if it has one.
    pub(super) fn take_first(&mut self) -> Option<(char, Self)> {
        let first = self.text.chars().next()?;
        let taken = self.until(first.len_utf8());
        *self = self.after(first.len_utf8());
        Some((first, taken))
    }

    /// Takes off the number of a move at its front, digits and a dot, if there is one, and returns
    /// the digits.
    pub(super) fn take_number(&mut self) -> Option<(String, Range<usize>)> {
        let mut rest = *self;
        let digits = rest.take(|c| c.is_ascii_digit());
        let dot = !digits.text.is_empty() && rest.text.starts_with('.');
        dot.then(|| {
            *self = rest.after(1);
            (digits.text.to_owned(), digits.extent())
        })
    }

    /// Takes off a count at its front, `2` or `×2`, if there is one, and returns its digits.
    pub(super) fn take_count(&mut self) -> Option<Self> {
        let mut ahead = *self;
        let mark = ahead.text.chars().next().filter(|c| matches!(c, '×' | 'x' | 'X' | '*'));
        ahead = ahead.after(mark.map_or(0, char::len_utf8));
        let digits = ahead.take(|c| c.is_ascii_digit());
        (!digits.text.is_empty()).then(|| {
            *self = ahead;
            digits
        })
    }

    /// The number of cells that these digits are.
    pub(super) fn cells(self) -> Result<u8, Flaw> {
        let number = self.text.parse().ok().filter(|&number: &u8| number > 0);
        number.ok_or_else(|| self.flaw(Kind::Count(brief(self.text))))
    }

    /// What stands between spaces.
    pub(super) fn marks(self) -> Vec<Self> {
        self.split(char::is_whitespace).collect()
    }

    /// What stands between spaces and commas.
    pub(super) fn words(self) -> impl Iterator<Item = Self> {
        self.split(|c| c.is_whitespace() || is_comma(c))
    }

    fn split(self, separates: impl Fn(char) -> bool) -> impl Iterator<Item = Self> {
        let mut rest = self;
        std::iter::from_fn(move || {
            rest.take(&separates);
            (!rest.text.is_empty()).then(|| rest.take(|c| !separates(c)))
        })
    }
}

pub(super) fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | '、')
}
