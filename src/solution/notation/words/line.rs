//! One line that says a move.

use crate::excerpt::brief;
use crate::grid::Direction;
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::solution::notation::error::ParseErrorKind as Kind;
use crate::solution::notation::part::{Entry, Flaw, Part, is_comma};

/// Reads a line that says a move and nothing else but perhaps a comment.
pub(in crate::solution::notation) fn parse(puzzle: &Puzzle, line: &str) -> Result<Entry, Flaw> {
    let mut rest = Part::of(line);
    let number = rest.take_number();
    rest = rest.trimmed();
    let word = rest.take(|c| !ends_word(c));
    let piece = piece(puzzle, word)?;
    let path = path(puzzle, piece, rest.trimmed())?;
    Ok(Entry { number, piece, path, by_sign: false })
}

/// Whether a line that is not a move was meant to be one.
pub(in crate::solution::notation) fn looks_like_a_move(line: &str) -> bool {
    let mut rest = Part::of(line);
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

fn is_arrow(c: char) -> bool {
    matches!(c, '↑' | '↓' | '←' | '→')
}

/// The piece whose letter this is.
fn piece(puzzle: &Puzzle, word: Part<'_>) -> Result<PieceId, Flaw> {
    if word.text.is_empty() {
        return Err(word.flaw(Kind::NoPiece));
    }
    let mut pieces = puzzle.pieces().iter();
    pieces
        .position(|piece| word.text.chars().eq([piece.letter]))
        .ok_or_else(|| word.flaw(Kind::unknown_piece(puzzle, word.text)))
}

/// The directions, after the name of the piece if that is there.
fn path(puzzle: &Puzzle, id: PieceId, rest: Part<'_>) -> Result<Vec<Direction>, Flaw> {
    let piece = &puzzle.pieces()[id];
    let (told, named) = match after_name(piece, rest) {
        Some(told) if !told.without_comment().text.is_empty() => (told, true),
        _ => (rest, false),
    };
    let told = told.without_comment();
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

/// A better word for a flaw at the front of `rest`, where a name may stand: it is another name, or
/// the right one and nothing after it. None if it is just no direction.
fn about_name(puzzle: &Puzzle, piece: &Piece, rest: Part<'_>) -> Option<Flaw> {
    let rest = rest.without_comment();
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
        if let Some(count) = rest.take_count() {
            let Some(direction) = last.take() else {
                return Err(count.flaw(Kind::StrayNumber(brief(count.text))));
            };
            path.extend(std::iter::repeat_n(direction, usize::from(count.cells()? - 1)));
        } else {
            let direction = take_direction(&mut rest)?;
            path.push(direction);
            last = Some(direction);
        }
    }
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
