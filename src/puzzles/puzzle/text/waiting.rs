//! Reads the lines of a puzzle about pieces that wait or stay in line: `lock:` and `ice:`.

use super::section::{Headers, entries, piece};
use crate::{
    excerpt::{self, LineCursor, ParseError},
    puzzle::{draft::DraftLocation, model::Lock},
};

/// The words for locks.
pub const LOCKS: [(&str, Lock); 3] = [
    ("row", Lock::Row),
    ("column", Lock::Column),
    ("fixed", Lock::Fixed),
];

impl<'a> Headers<'a> {
    /// Reads `A=row B=K`: letters with a word, or with the letter of a key, each.
    pub(super) fn lock(&mut self, value: LineCursor<'a>) -> Result<(), ParseError> {
        let mut locks = Vec::new();
        for word in value.words() {
            let parts = word.text().split_once('=');
            let key = parts.and_then(|(locked, key)| Some((piece(locked)?, piece(key)?)));
            let (Some((locked, key)), Some(entry)) = (parts, key) else {
                locks.extend(entries("lock", word, &LOCKS)?);
                continue;
            };
            let number = self.draft.keys.len();
            let places = [DraftLocation::Locked(number), DraftLocation::Key(number)];
            self.spots.insert(places[0], word.part(locked));
            self.spots.insert(places[1], word.part(key));
            self.draft.keys.push(entry);
        }
        self.draft.locks = self.place(locks, DraftLocation::Lock);
        Ok(())
    }

    /// Reads `A=3 B = 2`: letters with a number each.
    pub(super) fn ice(&mut self, value: LineCursor<'a>) -> Result<(), ParseError> {
        let mut rest = value;
        while !rest.is_empty() {
            let from = rest;
            let letter = rest.take(char::is_alphanumeric);
            rest = rest.trimmed();
            let has_sign = rest.eat('=');
            rest = rest.trimmed();
            let digits = rest.take(|c| !c.is_whitespace());
            let entry = piece(letter.text()).zip(excerpt::number(digits.text()));
            let Some(entry) = entry.filter(|_| has_sign) else {
                let help = "write a letter, `=` and the number of pieces that leave first: `A=3`";
                return Err(from
                    .to(digits)
                    .error("this is no piece with a number", help));
            };
            let place = DraftLocation::Ice(self.draft.ice.len());
            self.spots.insert(place, letter);
            self.draft.ice.push(entry);
            rest = rest.trimmed();
        }
        Ok(())
    }
}
