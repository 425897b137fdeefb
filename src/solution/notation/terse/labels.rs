//! What pieces are called where their names do.

use std::collections::{HashMap, HashSet};

use super::super::error::ParseErrorKind as Kind;
use super::super::part::{Flaw, Part};
use super::is_chinese_direction;
use crate::excerpt::brief;
use crate::puzzle::{Piece, PieceId, Puzzle, is_letter};

/// The pieces of a puzzle by what they are called. A piece is written as
/// 1. its name, where that is made of letters and digits other than `上下左右` and cannot be taken
///    for another piece: for the name, the letter, or name and letter of that;
/// 2. its name and its letter, where only the second of these fails: `卒I`;
/// 3. its letter.
///
/// No two pieces are written alike.
pub(in crate::solution::notation) struct Labels<'p> {
    puzzle: &'p Puzzle,
    letters: HashMap<char, PieceId>,
    written: Vec<String>,
    by_label: HashMap<String, PieceId>,
    by_name: HashMap<&'p str, Vec<PieceId>>,
}

impl<'p> Labels<'p> {
    /// # Complexity
    /// As many look-ups as there are pieces.
    pub(in crate::solution::notation) fn of(puzzle: &'p Puzzle) -> Self {
        let letters: HashMap<char, PieceId> =
            puzzle.pieces().iter().map(|piece| piece.letter).zip(0..).collect();
        let mut by_name: HashMap<&str, Vec<PieceId>> = HashMap::new();
        for (id, piece) in puzzle.pieces().iter().enumerate() {
            if let Some(name) = usable_name(piece) {
                by_name.entry(name).or_default().push(id);
            }
        }
        let both: HashSet<String> = puzzle.pieces().iter().filter_map(name_and_letter).collect();
        let label = |(id, piece): (PieceId, &Piece)| {
            let Some(name) = usable_name(piece) else { return piece.letter.to_string() };
            let is_letter_of_another =
                only(name).and_then(|mark| letters.get(&mark)).is_some_and(|&other| other != id);
            if by_name[name].len() > 1 || is_letter_of_another || both.contains(name) {
                name_and_letter(piece).unwrap_or_else(|| piece.letter.to_string())
            } else {
                name.to_owned()
            }
        };
        let written: Vec<String> = puzzle.pieces().iter().enumerate().map(label).collect();
        let by_label = written.iter().cloned().zip(0..).collect();
        Labels { puzzle, letters, written, by_label, by_name }
    }

    pub(super) const fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// The pieces by their letters.
    pub(in crate::solution::notation) const fn letters(&self) -> &HashMap<char, PieceId> {
        &self.letters
    }

    /// What the piece is written as.
    pub(super) fn of_piece(&self, piece: PieceId) -> &str {
        &self.written[piece]
    }

    /// The piece whose letter this is.
    pub(super) fn letter(&self, word: Part<'_>) -> Result<PieceId, Flaw> {
        let piece = only(word.text).and_then(|letter| self.letters.get(&letter));
        piece.copied().ok_or_else(|| word.flaw(Kind::unknown_piece(self.puzzle, word.text)))
    }

    /// The piece that is written so, or else whose letter, or name and letter, or name this is.
    pub(super) fn read(&self, word: Part<'_>) -> Result<PieceId, Flaw> {
        if let Some(&piece) = self.by_label.get(word.text) {
            return Ok(piece);
        }
        let letter = word.text.chars().next_back().and_then(|letter| self.letters.get(&letter));
        let whole = |&&id: &&PieceId| {
            let piece = &self.puzzle.pieces()[id];
            only(word.text) == Some(piece.letter)
                || name_and_letter(piece).as_deref() == Some(word.text)
        };
        if let Some(&piece) = letter.filter(whole) {
            return Ok(piece);
        }
        match self.by_name.get(word.text).map(Vec::as_slice) {
            Some(&[piece]) => Ok(piece),
            Some(several) => {
                let labels: Vec<&str> = several.iter().map(|&id| self.of_piece(id)).collect();
                let (name, labels) = (brief(word.text), brief(&labels.join(" ")));
                Err(word.flaw(Kind::SharedName { name, labels }))
            }
            None => Err(word.flaw(Kind::unknown_piece(self.puzzle, word.text))),
        }
    }
}

/// Its name, where a word can begin with it and end in directions.
fn usable_name(piece: &Piece) -> Option<&str> {
    let name = piece.name.as_deref()?;
    let usable = |mark| is_letter(mark) && !is_chinese_direction(mark);
    (!name.is_empty() && name.chars().all(usable)).then_some(name)
}

/// Name and letter, unless the letter would be taken for a direction.
fn name_and_letter(piece: &Piece) -> Option<String> {
    let name = usable_name(piece)?;
    (!is_chinese_direction(piece.letter)).then(|| format!("{name}{}", piece.letter))
}

fn only(word: &str) -> Option<char> {
    let mut characters = word.chars();
    characters.next().filter(|_| characters.next().is_none())
}
