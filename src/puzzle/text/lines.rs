//! A text as lines, and what each line is.

/// A line of a text, without its line break.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Which line, from 1.
    pub(super) number: usize,
    /// What it says.
    pub(super) text: &'a str,
}

/// A part of a line, to be pointed at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    /// The line.
    pub(super) line: Line<'a>,
    /// The first byte of the part.
    pub(super) start: usize,
    /// The byte behind the part.
    pub(super) end: usize,
}

/// What a line is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind<'a> {
    /// Nothing but white space.
    Blank,
    /// A remark.
    Comment,
    /// The end of a puzzle.
    Separator,
    /// `key: value`, both without white space around them.
    Header(Header<'a>),
    /// Cells of a grid.
    Row,
}

/// A line `key: value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'a> {
    /// What stands before the colon.
    pub(super) key: Spot<'a>,
    /// What stands behind it.
    pub(super) value: Spot<'a>,
}

/// The line that ends a puzzle.
pub(super) const SEPARATOR: &str = "===";

/// The lines of `text`. They end in LF or CRLF.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.split('\n').enumerate().map(|(index, text)| Line {
        number: index + 1,
        text: text.strip_suffix('\r').unwrap_or(text),
    })
}

impl<'a> Line<'a> {
    /// What this line is.
    pub(super) fn kind(self) -> Kind<'a> {
        let trimmed = self.text.trim();
        if trimmed.is_empty() {
            Kind::Blank
        } else if trimmed.starts_with(';') {
            Kind::Comment
        } else if trimmed == SEPARATOR {
            Kind::Separator
        } else if let Some((colon, sign)) = trimmed.char_indices().find(|&(_, c)| is_colon(c)) {
            let (key, value) = (&trimmed[..colon], &trimmed[colon + sign.len_utf8()..]);
            Kind::Header(Header { key: self.spot(key.trim()), value: self.spot(value.trim()) })
        } else {
            Kind::Row
        }
    }

    /// A control character, which no line may hold, a tab excepted.
    pub(super) fn control_character(self) -> Option<Spot<'a>> {
        let mut characters = self.text.char_indices();
        let (start, found) = characters.find(|&(_, c)| c.is_control() && c != '\t')?;
        Some(Spot { line: self, start, end: start + found.len_utf8() })
    }

    /// The characters that draw cells, with the place of each; white space draws none.
    pub(super) fn cells(self) -> impl Iterator<Item = (Spot<'a>, char)> {
        self.whole().characters()
    }

    /// All that the line says.
    pub(super) fn whole(self) -> Spot<'a> {
        self.spot(self.text.trim())
    }

    /// The place of `part`, a slice of this line.
    pub(super) fn spot(self, part: &'a str) -> Spot<'a> {
        let start = part.as_ptr().addr() - self.text.as_ptr().addr();
        Spot { line: self, start, end: start + part.len() }
    }
}

impl<'a> Spot<'a> {
    /// What stands there.
    pub(super) fn text(self) -> &'a str {
        &self.line.text[self.start..self.end]
    }

    /// The words that stand there.
    pub(super) fn words(self) -> impl Iterator<Item = Spot<'a>> {
        self.text().split_whitespace().map(move |word| self.line.spot(word))
    }

    /// The characters that stand there, white space left out.
    pub(super) fn characters(self) -> impl Iterator<Item = (Spot<'a>, char)> {
        let Spot { line, start, .. } = self;
        let drawn = self.text().char_indices().filter(|(_, c)| !c.is_whitespace());
        drawn.map(move |(at, c)| {
            (Spot { line, start: start + at, end: start + at + c.len_utf8() }, c)
        })
    }
}

/// A colon, or the one that a Chinese keyboard writes.
const fn is_colon(character: char) -> bool {
    matches!(character, ':' | '：')
}
