//! The parts of a game ID, each with its place.

use super::super::error::Spot;
use super::super::{Notation, ParseError};

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// The first cell of a block.
    Anchor,
    /// The first cell of the main block.
    Main,
    /// A further cell of the block that is so many cells back.
    Back(usize),
    Empty,
    Wall,
}

/// So many cells of one sort.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'a> {
    pub(super) token: Token,
    pub(super) count: usize,
    pub(super) has_field: bool,
    pub(super) spot: Spot<'a>,
}

/// A game ID that is being read.
pub(super) struct Tokens<'a> {
    line: Spot<'a>,
    rest: &'a str,
}

const TOKENS: &str = "a cell is `a`, `m`, `e`, `w`, or `d` and a number, with `f` before it for a \
                      force field";

impl<'a> Tokens<'a> {
    pub(super) fn new(line: Spot<'a>) -> Self {
        Tokens { line, rest: &line.line[line.start..line.end] }
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn begins_with(&self, sign: char) -> bool {
        self.rest.starts_with(sign)
    }

    /// Passes over the character if it comes next, as a capital or not.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let next = self.rest.chars().next();
        let found = next.is_some_and(|next| next.eq_ignore_ascii_case(&wanted));
        if found {
            self.rest = &self.rest[wanted.len_utf8()..];
        }
        found
    }

    /// The number that comes next, and its place.
    pub(super) fn number(&mut self) -> Option<(usize, Spot<'a>)> {
        let length = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        // Nothing that a game counts comes near the largest number there is.
        (length > 0).then(|| (digits.parse().unwrap_or(usize::MAX), self.line.part(digits)))
    }

    /// The cells that come next.
    pub(super) fn run(&mut self) -> Result<Run<'a>, ParseError> {
        let begin = self.rest;
        let has_field = self.eat('f');
        let letter = self.rest.chars().next().map(|letter| letter.to_ascii_lowercase());
        let token = match letter {
            Some('a') => Token::Anchor,
            Some('m') => Token::Main,
            Some('d') => Token::Back(0),
            Some('e') => Token::Empty,
            Some('w') => Token::Wall,
            _ => return Err(self.error_here("this is no cell", TOKENS)),
        };
        self.rest = &self.rest[1..];
        let number = self.number().map(|(number, _)| number);
        let spot = self.line.part(&begin[..begin.len() - self.rest.len()]);
        let (token, count) = match (token, number) {
            (Token::Back(_), Some(back)) => (Token::Back(back), 1),
            (Token::Back(_), None) => {
                let help = "write how many cells back the block has a cell: `d1`";
                return Err(error(spot, "`d` wants a number", help));
            }
            (token, count) => (token, count.unwrap_or(1)),
        };
        Ok(Run { token, count, has_field, spot })
    }

    /// That what comes next is wrong.
    pub(super) fn error_here(&self, message: impl Into<String>, help: &str) -> ParseError {
        let next = self.rest.chars().next().map_or(0, char::len_utf8);
        error(self.line.part(&self.rest[..next]), message, help)
    }
}

pub(super) fn error(
    spot: Spot<'_>,
    message: impl Into<String>,
    help: impl Into<String>,
) -> ParseError {
    spot.error(Notation::SlideId, message, help)
}
