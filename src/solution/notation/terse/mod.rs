//! The terse notations: several moves on a line, spaces between them.

mod fogleman;
mod labels;
mod numeral;
mod script;
#[cfg(test)]
mod tests;
mod wrap;

use std::ops::Range;

use super::error::ParseErrorKind as Kind;
use super::part::{Entry, Flaw, Part};
use crate::excerpt::brief;
use crate::puzzle::{PieceId, Puzzle, is_letter};
use crate::solution::{Move, Solution};

pub(super) use fogleman::{check as check_signs, two_axes};
pub(super) use labels::Labels;
use script::Script;

/// How one move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A piece and its directions: `C↓2→`, `Cd2r`, `曹操下二右`.
    Runs(Script),
    /// A piece of one axis, a sign and a number of cells: `A+2`.
    Signed,
}

impl Form {
    pub(super) const COMPACT: Form = Form::Runs(Script::Arrows);
    pub(super) const ASCII: Form = Form::Runs(Script::Letters);
    pub(super) const CHINESE: Form = Form::Runs(Script::Chinese);
    pub(super) const FOGLEMAN: Form = Form::Signed;

    /// The one form that a word may have, whatever the pieces are; it may still be faulty.
    ///
    /// The first character always belongs to the piece, so that `下下`, `dd` and `2+2` are moves of
    /// the pieces `下`, `d` and `2`.
    fn of(word: &str) -> Option<Self> {
        let mut characters = word.chars();
        characters.next().filter(|&first| is_letter(first))?;
        let rest = characters.as_str();
        let is = |script: Script| move |mark| script.direction(mark).is_some();
        if rest.contains(is(Script::Chinese)) {
            Some(Form::CHINESE)
        } else if rest.starts_with(is(Script::Arrows)) {
            Some(Form::COMPACT)
        } else if rest.starts_with(is(Script::Letters))
            && rest.chars().all(|mark| is(Script::Letters)(mark) || mark.is_ascii_digit())
        {
            Some(Form::ASCII)
        } else {
            let cells = rest.strip_prefix(fogleman::SIGNS)?;
            let is_number = !cells.is_empty() && cells.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then_some(Form::FOGLEMAN)
        }
    }
}

/// The moves of a solution in this form, in lines that end in a line break.
///
/// A piece that the puzzle does not have is called `?`.
pub(super) fn write(form: Form, puzzle: &Puzzle, solution: &Solution) -> String {
    let labels = (form == Form::CHINESE).then(|| Labels::of(puzzle));
    let call = |piece: PieceId| match (&labels, puzzle.pieces().get(piece)) {
        (_, None) => "?".to_owned(),
        (Some(labels), Some(_)) => labels.of_piece(piece).to_owned(),
        (None, Some(piece)) => piece.letter.to_string(),
    };
    let word = |unit: &Move| {
        let path = match form {
            Form::Runs(script) => script.write(&unit.path),
            Form::Signed => fogleman::write(&unit.path),
        };
        call(unit.piece) + &path
    };
    wrap::wrap(solution.moves.iter().map(word))
}

/// A line that is in one of these forms, or was meant to be.
///
/// A line may be as long as the text, so its moves are read one by one and not kept.
pub(super) struct Line<'a> {
    number: Option<(String, Range<usize>)>,
    told: Part<'a>,
}

impl<'a> Line<'a> {
    /// The line, if most of its words have a form, or half of them and the first one too.
    pub(super) fn of(line: &'a str) -> Option<Self> {
        let mut told = Part::of(line).without_comment();
        let number = told.take_number();
        let has_form = |word: Part<'_>| Form::of(word.text).is_some();
        let begins_well = told.words().next().is_some_and(has_form);
        let (words, formed) = told.words().fold((0, 0), |(words, formed), word| {
            (words + 1, formed + usize::from(has_form(word)))
        });
        (2 * formed + usize::from(begins_well) > words && formed > 0)
            .then_some(Line { number, told })
    }

    /// Its moves, or what is wrong with them; a number before them is that of the first.
    pub(super) fn moves(&self, labels: &Labels<'_>) -> impl Iterator<Item = Result<Entry, Flaw>> {
        let mut number = self.number.clone();
        self.told.words().map(move |word| {
            let entry = read(labels, word)?;
            Ok(Entry { number: number.take(), ..entry })
        })
    }

    /// What is wrong with the first move that cannot be read.
    pub(super) fn flaw(&self, labels: &Labels<'_>) -> Option<Flaw> {
        self.moves(labels).find_map(Result::err)
    }
}

/// The move that a word is.
fn read(labels: &Labels<'_>, mut word: Part<'_>) -> Result<Entry, Flaw> {
    let Some(form) = Form::of(word.text) else {
        return Err(word.flaw(Kind::NotAMove(brief(word.text))));
    };
    let first = word.text.chars().next().map_or(0, char::len_utf8);
    let label = match form {
        Form::CHINESE => first + word.text[first..].find(is_chinese_direction).unwrap_or(0),
        _ => first,
    };
    let piece = word.until(label);
    word = word.after(label);
    let piece = if form == Form::CHINESE { labels.read(piece) } else { labels.letter(piece) }?;
    let path = match form {
        Form::Runs(script) => script.read(word),
        Form::Signed => fogleman::read(labels.puzzle(), piece, word),
    }?;
    Ok(Entry { number: None, piece, path, by_sign: form == Form::Signed })
}

fn is_chinese_direction(mark: char) -> bool {
    Script::Chinese.direction(mark).is_some()
}
