//! The header lines of a puzzle: `key: value`.

use std::collections::HashMap;

use super::super::draft::{is_tag_character, name_list};
use super::super::{Best, Draft, Finish, Lock, Metric, Movement, Optimum};
use super::error::{ParseError, ParseErrorKind};
use super::lines::{Header, Spot};
use crate::excerpt::brief;
use crate::grid::Direction;

/// The keys, in the order in which a puzzle is written.
pub const KEYS: [&str; 13] = [
    "name", "alias", "names", "best", "source", "note", "pieces", "finish", "lock", "gate",
    "alike", "distinct", "exit",
];

/// What the headers of a puzzle say, and where.
#[derive(Default, Debug)]
pub(super) struct Headers<'a> {
    /// What they say; the drawings are still empty.
    pub(super) draft: Draft,
    /// Where each entry of `names:` has its letter.
    pub(super) piece_names: Vec<Spot<'a>>,
    /// Where the mark of the gate stands.
    pub(super) gate_mark: Option<Spot<'a>>,
    /// Where the letters stand that may enter the gate.
    pub(super) gate_letters: Vec<Spot<'a>>,
    /// Where the letters of `alike:` stand.
    pub(super) alike: Vec<Vec<Spot<'a>>>,
    /// Where the letters of `distinct:` stand.
    pub(super) distinct: Vec<Spot<'a>>,
    /// Where each entry of `lock:` has its letter.
    pub(super) locks: Vec<Spot<'a>>,
    /// Where each entry of `exit:` has its letter.
    pub(super) exits: Vec<Spot<'a>>,
    /// The line of each key.
    lines: HashMap<&'a str, usize>,
}

impl<'a> Headers<'a> {
    /// Adds a line.
    pub(super) fn add(&mut self, header: Header<'a>) -> Result<(), ParseError> {
        let key = known_key(header.key)?;
        let (text, value) = (header.key.text(), header.value);
        if let Some(&first) = self.lines.get(text) {
            let kind = ParseErrorKind::DuplicateKey { key: brief(text), first };
            return Err(ParseError::new(header.key, kind));
        }
        self.lines.insert(text, header.key.line.number);
        if value.text().is_empty() {
            return Err(ParseError::new(header.key, ParseErrorKind::NoValue { key: brief(text) }));
        }
        let title = &mut self.draft.title;
        let words = value.text().to_owned();
        match key {
            Key { base: "name", language: None } => title.name = Some(words),
            Key { base: "name", language: Some(language) } => {
                title.translations.push((language.to_owned(), words));
            }
            Key { base: "alias", .. } => title.aliases.extend(name_list(&words)),
            Key { base: "source", .. } => title.source = Some(words),
            Key { base: "note", .. } => title.note = Some(words),
            Key { base: "names", .. } => self.name_pieces(value)?,
            Key { base: "best", .. } => self.draft.best = best(value)?,
            Key { base: "gate", .. } => self.gate(value)?,
            Key { base: "alike", .. } => self.alike(value),
            Key { base: "distinct", .. } => {
                (self.distinct, self.draft.distinct) = value.characters().unzip();
            }
            Key { base: "lock", .. } => {
                (self.locks, self.draft.locks) = entries("lock", value, &LOCKS)?;
            }
            Key { base: "exit", .. } => {
                (self.exits, self.draft.exits) = entries("exit", value, &SIDES)?;
            }
            Key { base: "pieces", .. } => {
                let meanings = [Movement::Free, Movement::Axis];
                self.draft.movement = choice("pieces", value, &["free", "axis"], &meanings)?;
            }
            _ => {
                let meanings = [Finish::Reach, Finish::Clear];
                self.draft.finish = choice("finish", value, &["reach", "clear"], &meanings)?;
            }
        }
        Ok(())
    }

    /// Whether there was any.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// `C=曹操 E=关羽`; a word without an equals sign goes on with the name before it.
    fn name_pieces(&mut self, value: Spot<'a>) -> Result<(), ParseError> {
        for word in value.words() {
            let bad = || {
                let found = brief(word.text());
                Err(ParseError::new(word, ParseErrorKind::PieceName { found }))
            };
            let Some((letter, name)) = word.text().split_once('=') else {
                let Some((_, name)) = self.draft.piece_names.last_mut() else {
                    return bad();
                };
                name.push(' ');
                name.push_str(word.text());
                continue;
            };
            let mut letters = letter.chars();
            let (Some(character), None) = (letters.next(), letters.next()) else {
                return bad();
            };
            if name.is_empty() {
                return bad();
            }
            self.draft.piece_names.push((character, name.to_owned()));
            self.piece_names.push(word.line.spot(letter));
        }
        Ok(())
    }

    /// `+ = C D`: a mark, an equals sign, letters.
    fn gate(&mut self, value: Spot<'a>) -> Result<(), ParseError> {
        let mut characters = value.characters();
        let (mark, equals) = (characters.next(), characters.next());
        let (Some((spot, mark)), Some((_, '='))) = (mark, equals) else {
            return Err(ParseError::new(value, ParseErrorKind::Gate));
        };
        let (spots, letters) = characters.unzip();
        self.gate_mark = Some(spot);
        self.gate_letters = spots;
        self.draft.gate = Some((mark, letters));
        Ok(())
    }

    /// `ABFG CE`: groups of letters.
    fn alike(&mut self, value: Spot<'a>) {
        for group in value.words() {
            let (spots, letters) = group.characters().unzip();
            self.alike.push(spots);
            self.draft.alike.push(letters);
        }
    }
}

/// A key that means something.
#[derive(Clone, Copy)]
struct Key<'a> {
    base: &'static str,
    language: Option<&'a str>,
}

/// The key that stands there: one of [`KEYS`], `name` and `alias` perhaps with a language.
fn known_key(spot: Spot<'_>) -> Result<Key<'_>, ParseError> {
    let text = spot.text();
    if let Some(&base) = KEYS.iter().find(|&&key| key == text) {
        return Ok(Key { base, language: None });
    }
    let (before, language) = text.split_once('.').unwrap_or((text, ""));
    let Some(base) = ["name", "alias"].into_iter().find(|&key| key == before) else {
        let suggestion = similar_key(before);
        let kind = ParseErrorKind::UnknownKey { key: brief(text), suggestion };
        return Err(ParseError::new(spot, kind));
    };
    if language.is_empty() || !language.chars().all(is_tag_character) {
        return Err(ParseError::new(spot, ParseErrorKind::Language { key: brief(text) }));
    }
    Ok(Key { base, language: Some(language) })
}

/// Whether this key means something, a goal apart.
pub(super) fn is_known(key: Spot<'_>) -> Result<(), ParseError> {
    known_key(key).map(|_| ())
}

/// A key that looks like `key`.
fn similar_key(key: &str) -> Option<&'static str> {
    const LONGEST: usize = 24;
    if key.chars().nth(LONGEST).is_some() {
        return None;
    }
    let key = key.to_lowercase();
    let distance = |known: &str| strsim::osa_distance(&key, known);
    let all = KEYS.into_iter().chain(["goal"]).map(|known| (distance(known), known));
    let (distance, nearest) = all.min()?;
    (distance <= nearest.len() / 2 && distance <= 2).then_some(nearest)
}

/// Words for what holds a piece.
pub(super) const LOCKS: [(&str, Lock); 3] =
    [("row", Lock::Row), ("column", Lock::Column), ("fixed", Lock::Fixed)];

/// Words for the sides of a frame.
const SIDES: [(&str, Direction); 4] = [
    ("up", Direction::Up),
    ("down", Direction::Down),
    ("left", Direction::Left),
    ("right", Direction::Right),
];

/// Where letters stand, and the letters with what is said of each.
type Entries<'a, T> = (Vec<Spot<'a>>, Vec<(char, T)>);

/// `A=row B=fixed`: letters with the meaning of a word, and where each letter stands.
fn entries<'a, T: Copy>(
    key: &'static str,
    value: Spot<'a>,
    words: &'static [(&'static str, T)],
) -> Result<Entries<'a, T>, ParseError> {
    let entry = |spot: Spot<'a>| {
        let (letter, word) = spot.text().split_once('=')?;
        let mut letters = letter.chars();
        let (Some(character), None) = (letters.next(), letters.next()) else { return None };
        let &(_, meaning) = words.iter().find(|&&(known, _)| known == word)?;
        Some((spot.line.spot(letter), (character, meaning)))
    };
    let read = |spot: Spot<'a>| {
        entry(spot).ok_or_else(|| {
            let found = brief(spot.text());
            let wanted = words.iter().map(|&(word, _)| word).collect();
            ParseError::new(spot, ParseErrorKind::Entry { key, found, wanted })
        })
    };
    value.words().map(read).collect()
}

/// The meaning of one of these words.
fn choice<T: Copy>(
    key: &'static str,
    value: Spot<'_>,
    words: &'static [&'static str],
    meanings: &[T],
) -> Result<T, ParseError> {
    let meaning = words.iter().position(|&word| word == value.text()).map(|at| meanings[at]);
    meaning.ok_or_else(|| {
        let found = brief(value.text());
        ParseError::new(value, ParseErrorKind::Word { key, found, wanted: words })
    })
}

/// `move=81 slide=90 step=116`, any of them, or `impossible`.
fn best(value: Spot<'_>) -> Result<Best, ParseError> {
    if value.text() == "impossible" {
        return Ok(Best::Impossible);
    }
    let mut optimum = Optimum::default();
    for word in value.words() {
        let (metric, number) = optimum_entry(word.text()).ok_or_else(|| {
            ParseError::new(word, ParseErrorKind::Best { found: brief(word.text()) })
        })?;
        if optimum.get_mut(metric).replace(number).is_some() {
            return Err(ParseError::new(word, ParseErrorKind::BestTwice { metric }));
        }
    }
    Ok(Best::Known(optimum))
}

/// `move=81`.
fn optimum_entry(word: &str) -> Option<(Metric, u32)> {
    let (name, number) = word.split_once('=')?;
    let metric = Metric::ALL.into_iter().find(|metric| metric.word() == name)?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((metric, number.parse().ok().filter(|_| digits)?))
}
