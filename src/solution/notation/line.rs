//! One line that says a move.

use std::ops::Range;

use super::error::ParseErrorKind as Kind;
use crate::excerpt::brief;
use crate::grid::Direction;
use crate::puzzle::{Piece, PieceId, Puzzle};

/// A move as written: who goes which way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The number before it, and where that stands.
    pub(super) number: Option<(String, Range<usize>)>,
    pub(super) piece: PieceId,
    /// Never empty.
    pub(super) path: Vec<Direction>,
}

/// What is wrong, and the bytes of the line that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Flaw {
    pub(super) at: Range<usize>,
    pub(super) kind: Kind,
}

/// Part of a line that knows where it stands there.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    start: usize,
}

impl<'a> Part<'a> {
    fn flaw(self, kind: Kind) -> Flaw {
        Flaw { at: self.start..self.start + self.text.len(), kind }
    }

    /// This without its first `bytes`.
    fn after(self, bytes: usize) -> Self {
        Part { text: &self.text[bytes..], start: self.start + bytes }
    }

    fn trimmed(self) -> Self {
        let inner = self.text.trim_start();
        self.after(self.text.len() - inner.len()).until(inner.trim_end().len())
    }

    fn until(self, bytes: usize) -> Self {
        Part { text: &self.text[..bytes], start: self.start }
    }

    /// Takes off all the characters at its front that `belongs` accepts.
    fn take(&mut self, belongs: impl Fn(char) -> bool) -> Self {
        let bytes = self.text.find(|c| !belongs(c)).unwrap_or(self.text.len());
        let taken = self.until(bytes);
        *self = self.after(bytes);
        taken
    }

    /// Takes off the number at its front, digits and a dot, if there is one.
    fn take_number(&mut self) -> Option<Part<'a>> {
        let mut rest = *self;
        let digits = rest.take(|c| c.is_ascii_digit());
        let dot = !digits.text.is_empty() && rest.text.starts_with('.');
        dot.then(|| {
            *self = rest.after(1);
            digits
        })
    }
}

/// Reads a line that says a move and nothing else but perhaps a comment.
pub(super) fn parse(puzzle: &Puzzle, line: &str) -> Result<Entry, Flaw> {
    let mut rest = Part { text: line, start: 0 }.trimmed();
    let number = rest.take_number().map(|n| (n.text.to_owned(), n.start..n.start + n.text.len()));
    rest = rest.trimmed();
    let word = rest.take(|c| !ends_word(c));
    let piece = piece(puzzle, word)?;
    let path = path(puzzle, piece, rest.trimmed())?;
    Ok(Entry { number, piece, path })
}

/// Whether a line that is not a move was meant to be one.
pub(super) fn looks_like_a_move(line: &str) -> bool {
    let mut rest = Part { text: line, start: 0 }.trimmed();
    if rest.take_number().is_some() {
        return true;
    }
    let mut words = rest.text.split(ends_word).filter(|word| !word.is_empty());
    let alone = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_alphanumeric);
    words.clone().next().is_some_and(alone)
        || words.any(|word| direction(word).is_some())
        || rest.text.contains(is_arrow)
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_comma(c) || is_arrow(c) || c == ';'
}

fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | '、')
}

fn is_arrow(c: char) -> bool {
    matches!(c, '↑' | '↓' | '←' | '→')
}

/// The piece whose letter this is.
fn piece(puzzle: &Puzzle, word: Part<'_>) -> Result<PieceId, Flaw> {
    if word.text.is_empty() {
        return Err(word.flaw(Kind::NoPiece));
    }
    let mut pieces = puzzle.pieces().iter();
    pieces.position(|piece| word.text.chars().eq([piece.letter])).ok_or_else(|| {
        let letters: Vec<String> = puzzle.pieces().iter().map(|p| p.letter.to_string()).collect();
        let given = brief(word.text);
        word.flaw(Kind::UnknownPiece { given, letters: brief(&letters.join(" ")) })
    })
}

/// The directions, after the name of the piece if that is there.
fn path(puzzle: &Puzzle, id: PieceId, rest: Part<'_>) -> Result<Vec<Direction>, Flaw> {
    let piece = &puzzle.pieces()[id];
    let (told, named) = match after_name(piece, rest) {
        Some(told) if !without_comment(told).text.is_empty() => (told, true),
        _ => (rest, false),
    };
    let told = without_comment(told);
    let path = match directions(told) {
        Err(flaw) if !named && flaw.at.start == rest.start => {
            Err(about_name(puzzle, piece, rest).unwrap_or(flaw))
        }
        other => other,
    }?;
    if path.is_empty() {
        return Err(told.flaw(Kind::NoDirections { piece: piece.label() }));
    }
    Ok(path)
}

/// What follows the name of the piece, where `rest` begins with that.
fn after_name<'a>(piece: &Piece, rest: Part<'a>) -> Option<Part<'a>> {
    let name = piece.name.as_deref()?;
    let told = rest.text.strip_prefix(name)?;
    let whole = told.chars().next().is_none_or(|c| c.is_whitespace() || is_arrow(c) || c == ';');
    whole.then(|| rest.after(name.len()).trimmed())
}

fn without_comment(part: Part<'_>) -> Part<'_> {
    part.until(part.text.find(';').unwrap_or(part.text.len())).trimmed()
}

/// A better word for a flaw at the front of `rest`, where a name may stand: it is another name, or
/// the right one and nothing after it. None if it is just no direction.
fn about_name(puzzle: &Puzzle, piece: &Piece, rest: Part<'_>) -> Option<Flaw> {
    let rest = without_comment(rest);
    if piece.name.as_deref() == Some(rest.text) {
        return Some(rest.flaw(Kind::NoDirections { piece: piece.label() }));
    }
    let given = before_directions(rest);
    let known = puzzle.pieces().iter().any(|piece| piece.name.as_deref() == Some(given.text));
    let stands_for_a_name = given.text.len() < rest.text.len()
        && given.text.contains(char::is_alphabetic)
        && !given.text.contains(is_comma);
    (known || stands_for_a_name).then(|| {
        let (letter, name) = (piece.letter, piece.name.clone());
        given.flaw(Kind::Name { letter, name, given: brief(given.text) })
    })
}

/// The front of `rest`, up to the first word or arrow that is a direction.
fn before_directions(rest: Part<'_>) -> Part<'_> {
    let mut ahead = rest;
    loop {
        let word = ahead.take(|c| !ends_word(c));
        let found = direction(word.text).is_some() || ahead.text.starts_with(is_arrow);
        let end = word.start - rest.start
            + if direction(word.text).is_some() { 0 } else { word.text.len() };
        if found || ahead.text.is_empty() {
            return rest.until(end).trimmed();
        }
        ahead.take(|c| ends_word(c) && !is_arrow(c));
    }
}

/// Directions with their counts, to the end.
fn directions(mut rest: Part<'_>) -> Result<Vec<Direction>, Flaw> {
    let mut path = Vec::new();
    // The direction that a count would belong to.
    let mut last = None;
    loop {
        rest.take(char::is_whitespace);
        if !rest.take(is_comma).text.is_empty() {
            last = None;
            continue;
        }
        if rest.text.is_empty() {
            return Ok(path);
        }
        if let Some(count) = take_count(&mut rest) {
            let Some(direction) = last.take() else {
                return Err(count.flaw(Kind::StrayNumber(brief(count.text))));
            };
            path.extend(std::iter::repeat_n(direction, usize::from(cells(count)? - 1)));
        } else {
            let direction = take_direction(&mut rest)?;
            path.push(direction);
            last = Some(direction);
        }
    }
}

/// Takes off a count, `2` or `×2`, and returns its digits.
fn take_count<'a>(rest: &mut Part<'a>) -> Option<Part<'a>> {
    let mut ahead = *rest;
    let mark = ahead.text.chars().next().filter(|c| matches!(c, '×' | 'x' | 'X' | '*'));
    ahead = ahead.after(mark.map_or(0, char::len_utf8));
    let digits = ahead.take(|c| c.is_ascii_digit());
    (!digits.text.is_empty()).then(|| {
        *rest = ahead;
        digits
    })
}

fn cells(count: Part<'_>) -> Result<u8, Flaw> {
    let number = count.text.parse().ok().filter(|&number: &u8| number > 0);
    number.ok_or_else(|| count.flaw(Kind::Count(brief(count.text))))
}

fn take_direction(rest: &mut Part<'_>) -> Result<Direction, Flaw> {
    let word = if let Some(arrow) = rest.text.chars().next().filter(|&c| is_arrow(c)) {
        let word = rest.until(arrow.len_utf8());
        *rest = rest.after(arrow.len_utf8());
        word
    } else {
        let letters = rest.take(char::is_alphabetic);
        let odd = letters.text.is_empty();
        if odd { rest.take(|c| !ends_word(c)) } else { letters }
    };
    direction(word.text).ok_or_else(|| word.flaw(Kind::Word(brief(word.text))))
}

fn direction(word: &str) -> Option<Direction> {
    const ARROWS: [char; 4] = ['↑', '←', '→', '↓'];
    Direction::ALL.into_iter().zip(ARROWS).find_map(|(direction, arrow)| {
        let full = direction.word();
        let said = word.eq_ignore_ascii_case(full) || word.eq_ignore_ascii_case(&full[..1]);
        (said || word.chars().eq([arrow])).then_some(direction)
    })
}
