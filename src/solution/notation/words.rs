//! Moves in words, one a line: read, and written as a listing. And what all notations share that
//! are read by the line: an [`MoveEntry`], the number before it, counts of cells.

use std::fmt;

use unicode_width::UnicodeWidthStr;

use super::error::{ParseError, ParseErrorKind as Kind};
use crate::excerpt::{LineCursor, brief};
use crate::grid::Direction;
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::solution::moves::{MAX_STEPS, Move, Solution};
use crate::solution::position::Position;

/// The moves of a solution, each on a numbered line, in columns; nothing before and nothing after.
/// See [`Solution::display`].
#[derive(Clone, Copy, Debug)]
pub struct SolutionListing<'a> {
    puzzle: &'a Puzzle,
    solution: &'a Solution,
    boards: bool,
}

impl<'a> SolutionListing<'a> {
    /// The listing of this solution, without boards.
    #[must_use]
    pub const fn new(puzzle: &'a Puzzle, solution: &'a Solution) -> Self {
        SolutionListing { puzzle, solution, boards: false }
    }

    /// The same with the board drawn before the first move and after each, blank lines around it.
    /// From the first illegal move on there are no boards.
    #[must_use]
    pub const fn with_boards(self) -> Self {
        SolutionListing { boards: true, ..self }
    }
}

/// What the piece is called; a piece that the puzzle does not have is called `?`.
fn label(puzzle: &Puzzle, piece: PieceId) -> String {
    puzzle.pieces().get(piece).map_or_else(|| "?".to_owned(), Piece::label)
}

impl fmt::Display for SolutionListing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels: Vec<String> =
            self.solution.iter().map(|unit| label(self.puzzle, unit.piece)).collect();
        let digits = labels.len().to_string().len().max(3);
        let widest = labels.iter().map(|label| label.width()).max().unwrap_or(0);
        let mut position = self.boards.then(|| Position::start(self.puzzle));
        if let Some(position) = &position {
            write!(f, "{position}\n\n")?;
        }
        for (number, (unit, label)) in (1..).zip(self.solution.iter().zip(&labels)) {
            let gap = widest - label.width();
            writeln!(f, "{number:>digits$}. {label}{:gap$}  {}", "", PathWords(&unit.path))?;
            position =
                position.and_then(|mut position| position.apply(unit).is_ok().then_some(position));
            if let Some(position) = &position {
                write!(f, "\n{position}\n\n")?;
            }
        }
        Ok(())
    }
}

/// A path in words, each straight run once: `down, right 2`.
#[derive(Clone, Copy, Debug)]
pub struct PathWords<'a>(pub &'a [Direction]);

impl fmt::Display for PathWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, run) in self.0.chunk_by(|one, next| one == next).enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}", run[0])?;
            if run.len() > 1 {
                write!(f, " {}", run.len())?;
            }
        }
        Ok(())
    }
}

impl Solution {
    /// The solution to be printed, a numbered line a move, with the letters and names of the
    /// pieces.
    ///
    /// ```
    /// use huarong::Puzzle;
    /// use huarong::solution::notation::parse;
    ///
    /// let puzzle: Puzzle = "A . .\nB B .\n\ngoal:\n. . .\n. . A\n".parse()?;
    /// let solution = parse(&puzzle, "A r2 d", None)?;
    /// assert_eq!(solution.display(&puzzle).to_string(), "  1. A  right 2, down\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn display<'a>(&'a self, puzzle: &'a Puzzle) -> SolutionListing<'a> {
        SolutionListing::new(puzzle, self)
    }
}

impl Move {
    /// The move to be printed with the letter and name of its piece: `C 曹操 down, right 2`.
    #[must_use]
    pub fn display<'a>(&'a self, puzzle: &'a Puzzle) -> impl fmt::Display + 'a {
        Labelled(label(puzzle, self.piece), PathWords(&self.path))
    }
}

/// A piece and the way that it goes.
struct Labelled<'a>(String, PathWords<'a>);

impl fmt::Display for Labelled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

/// A move as written: who goes which way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MoveEntry {
    pub(super) piece: PieceId,
    /// Never empty.
    pub(super) path: Vec<Direction>,
    /// Whether a sign tells the direction, as for slides only.
    pub(super) by_sign: bool,
}

/// Takes off the number of a move at the front, digits and a dot, if there is one, and returns the
/// digits.
pub(super) fn take_number<'a>(rest: &mut LineCursor<'a>) -> Option<LineCursor<'a>> {
    let mut ahead = *rest;
    let digits = ahead.take(|c| c.is_ascii_digit());
    let dot = !digits.is_empty() && ahead.eat('.');
    dot.then(|| {
        *rest = ahead;
        digits
    })
}

/// Takes off a count at the front, `2` or `×2`, if there is one, and returns its digits.
pub(super) fn take_count<'a>(rest: &mut LineCursor<'a>) -> Option<LineCursor<'a>> {
    let mut ahead = *rest;
    let _ = ['×', 'x', '*'].into_iter().any(|mark| ahead.eat(mark));
    let digits = ahead.take(|c| c.is_ascii_digit());
    (!digits.is_empty()).then(|| {
        *rest = ahead;
        digits
    })
}

/// The number of cells that these digits are.
pub(super) fn cells(digits: LineCursor<'_>) -> Result<u8, ParseError> {
    let number = digits.text().parse().ok().filter(|&number: &u8| number > 0);
    number.ok_or_else(|| digits.misread(Kind::Count(brief(digits.text()))))
}

pub(super) fn is_comma(c: char) -> bool {
    matches!(c, ',' | '，' | '、')
}

/// The character that a word is, if it is one.
pub(super) fn only_char(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// What stands before a comment.
pub(super) fn without_comment(rest: LineCursor<'_>) -> LineCursor<'_> {
    rest.until(rest.text().find(';').unwrap_or(rest.text().len())).trimmed()
}

/// Reads a line that says a move and nothing else but perhaps a comment; returns also the number
/// before it.
pub(super) fn parse<'a>(
    puzzle: &Puzzle,
    line: LineCursor<'a>,
) -> Result<(Option<LineCursor<'a>>, MoveEntry), ParseError> {
    let mut rest = line;
    let number = take_number(&mut rest);
    rest = rest.trimmed();
    let word = rest.take(|c| !ends_word(c));
    let piece = piece(puzzle, word)?;
    let path = path(puzzle, piece, rest.trimmed())?;
    Ok((number, MoveEntry { piece, path, by_sign: false }))
}

/// Whether a line that is not a move was meant to be one.
pub(super) fn looks_like_a_move(line: LineCursor<'_>) -> bool {
    let mut rest = line;
    if take_number(&mut rest).is_some() {
        return true;
    }
    let mut words = rest.text().split(ends_word).filter(|word| !word.is_empty());
    let alone = |word: &str| word.chars().count() == 1 && word.chars().all(char::is_alphanumeric);
    words.clone().next().is_some_and(alone)
        || words.any(|word| direction(word).is_some())
        || rest.text().contains(is_arrow)
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_comma(c) || is_arrow(c) || c == ';'
}

fn is_arrow(c: char) -> bool {
    matches!(c, '↑' | '↓' | '←' | '→')
}

/// The piece whose letter or number this is.
fn piece(puzzle: &Puzzle, word: LineCursor<'_>) -> Result<PieceId, ParseError> {
    if word.is_empty() {
        return Err(word.misread(Kind::NoPiece));
    }
    let mut pieces = puzzle.pieces().iter();
    pieces
        .position(|piece| {
            word.text().chars().eq([piece.letter]) || piece.numeral() == Some(word.text())
        })
        .ok_or_else(|| word.misread(Kind::unknown_piece(puzzle, word.text())))
}

/// The directions, after the name of the piece if that is there.
fn path(puzzle: &Puzzle, id: PieceId, rest: LineCursor<'_>) -> Result<Vec<Direction>, ParseError> {
    let piece = &puzzle.pieces()[id];
    let (way, named) = match after_name(piece, rest) {
        Some(way) if !without_comment(way).is_empty() => (way, true),
        _ => (rest, false),
    };
    let way = without_comment(way);
    let path = directions(way).map_err(|error| {
        let at_name = !named && error.column == rest.column();
        at_name.then(|| about_name(puzzle, piece, rest)).flatten().unwrap_or(error)
    })?;
    if path.is_empty() {
        return Err(way.misread(Kind::NoDirections { piece: piece.label() }));
    }
    Ok(path)
}

/// What follows the name of the piece, where `rest` begins with that.
fn after_name<'a>(piece: &Piece, rest: LineCursor<'a>) -> Option<LineCursor<'a>> {
    let name = piece.name.as_deref()?;
    let way = rest.text().strip_prefix(name)?;
    let whole = way.chars().next().is_none_or(|c| c.is_whitespace() || is_arrow(c) || c == ';');
    whole.then(|| rest.part(way).trimmed())
}

/// A better error for the front of `rest`, where a name may stand: it is another name, or the right
/// one and nothing after it. None if it is just no direction.
fn about_name(puzzle: &Puzzle, piece: &Piece, rest: LineCursor<'_>) -> Option<ParseError> {
    let rest = without_comment(rest);
    if piece.name.as_deref() == Some(rest.text()) {
        return Some(rest.misread(Kind::NoDirections { piece: piece.label() }));
    }
    let given = before_directions(rest);
    let text = given.text();
    let known = puzzle.pieces().iter().any(|piece| piece.name.as_deref() == Some(text));
    let stands_for_a_name = text.len() < rest.text().len()
        && text.contains(char::is_alphabetic)
        && !text.contains(is_comma);
    (piece.numeral().is_none() && (known || stands_for_a_name)).then(|| {
        let (letter, name) = (piece.letter, piece.name.clone());
        given.misread(Kind::Name { letter, name, given: brief(text) })
    })
}

/// The front of `rest`, up to the first word or arrow that is a direction.
fn before_directions(rest: LineCursor<'_>) -> LineCursor<'_> {
    let mut ahead = rest;
    loop {
        let word = ahead.take(|c| !ends_word(c));
        if direction(word.text()).is_some() {
            return rest.to(word.until(0)).trimmed();
        }
        if ahead.is_empty() || ahead.first().is_some_and(is_arrow) {
            return rest.to(word).trimmed();
        }
        ahead.take(|c| ends_word(c) && !is_arrow(c));
    }
}

/// Directions with their counts, to the end.
fn directions(mut rest: LineCursor<'_>) -> Result<Vec<Direction>, ParseError> {
    let mut path = Vec::new();
    // The direction that a count would belong to.
    let mut last = None;
    loop {
        rest.take(char::is_whitespace);
        if !rest.take(is_comma).is_empty() {
            last = None;
            continue;
        }
        if rest.is_empty() {
            return Ok(path);
        }
        if let Some(count) = take_count(&mut rest) {
            let Some(direction) = last.take() else {
                return Err(count.misread(Kind::StrayNumber(brief(count.text()))));
            };
            path.extend(std::iter::repeat_n(direction, usize::from(cells(count)? - 1)));
            if path.len() > MAX_STEPS {
                return Err(count.misread(Kind::TooLong));
            }
        } else {
            let direction = take_direction(&mut rest)?;
            path.push(direction);
            last = Some(direction);
        }
    }
}

fn take_direction(rest: &mut LineCursor<'_>) -> Result<Direction, ParseError> {
    let word = if rest.first().is_some_and(is_arrow) {
        let arrow = rest.first_part();
        *rest = rest.after(arrow.text().len());
        arrow
    } else {
        let letters = rest.take(char::is_alphabetic);
        if letters.is_empty() { rest.take(|c| !ends_word(c)) } else { letters }
    };
    direction(word.text()).ok_or_else(|| word.misread(Kind::Word(brief(word.text()))))
}

fn direction(word: &str) -> Option<Direction> {
    const ARROWS: [char; 4] = ['↑', '←', '→', '↓'];
    Direction::ALL.into_iter().zip(ARROWS).find_map(|(direction, arrow)| {
        let full = direction.word();
        let said = word.eq_ignore_ascii_case(full) || word.eq_ignore_ascii_case(&full[..1]);
        (said || word.chars().eq([arrow])).then_some(direction)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right};

    #[test]
    fn a_path_is_told_run_by_run() {
        assert_eq!(PathWords(&[Down, Right, Right]).to_string(), "down, right 2");
        assert_eq!(PathWords(&[Left, Right, Left]).to_string(), "left, right, left");
        assert_eq!(PathWords(&[]).to_string(), "");
    }
}
