//! The header lines.

use super::error::{ParseError, ParseErrorKind as Kind};
use super::lines::{Line, letters, words};
use crate::puzzle::draft::is_tag_character;
use crate::puzzle::{Best, Draft, Finish, Metric, Movement, Optimum, is_letter};

/// The keys of header lines.
pub(super) const KEYS: [&str; 10] =
    ["name", "alias", "names", "best", "source", "note", "pieces", "finish", "gate", "alike"];

/// The key that a file says, as far as it is one: the key proper, and the language behind its dot.
pub(super) fn known_key(key: &str) -> Option<(&'static str, Option<&str>)> {
    let (stem, language) = match key.split_once('.') {
        Some((stem, language)) => (stem, Some(language)),
        None => (key, None),
    };
    let stem = KEYS.into_iter().find(|known| *known == stem)?;
    let sound = match language {
        None => true,
        Some(tag) => {
            let translated = matches!(stem, "name" | "alias");
            translated && !tag.is_empty() && tag.chars().all(is_tag_character)
        }
    };
    sound.then_some((stem, language))
}

/// The error for a key that is none.
pub(super) fn unknown_key(line: Line<'_>, key: &str) -> ParseError {
    // `key` can be very long, and the comparison takes the product of both lengths.
    let stem: String = key.chars().take(32).take_while(|c| *c != '.').collect();
    let stem = stem.to_lowercase();
    let likeness = |known: &str| strsim::jaro_winkler(&stem, known);
    let candidates = KEYS.into_iter().chain(["goal"]);
    let similar = candidates.max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
    let similar = similar.filter(|known| likeness(known) > 0.75);
    line.error(key, Kind::UnknownKey { key: brief(key), similar })
}

/// The beginning of `text`, for an error to hold.
pub(super) fn brief(text: &str) -> String {
    text.chars().take(64).collect()
}

/// Puts what a header line says into `draft`.
pub(super) fn read(
    line: Line<'_>,
    key: &str,
    language: Option<&str>,
    draft: &mut Draft,
) -> Result<(), ParseError> {
    let value = line.value();
    let text = || Some(value.to_owned());
    let title = &mut draft.title;
    match key {
        "name" => match language {
            Some(tag) => title.translations.push((tag.to_owned(), value.to_owned())),
            None => title.name = text(),
        },
        "alias" => title.aliases.push(value.to_owned()),
        "source" => title.source = text(),
        "note" => title.note = text(),
        "names" => draft.piece_names = piece_names(line)?,
        "best" => draft.best = best(line)?,
        "pieces" => {
            let choices = [("free", Movement::Free), ("axis", Movement::Axis)];
            draft.movement = choice(line, "pieces", choices)?;
        }
        "finish" => {
            let choices = [("reach", Finish::Reach), ("clear", Finish::Clear)];
            draft.finish = choice(line, "finish", choices)?;
        }
        "gate" => draft.gate = Some(gate(line)?),
        "alike" => draft.alike = alike(line)?,
        _ => return Err(unknown_key(line, key)),
    }
    Ok(())
}

/// A value that is one of two words.
fn choice<T>(
    line: Line<'_>,
    key: &'static str,
    choices: [(&'static str, T); 2],
) -> Result<T, ParseError> {
    let value = line.value();
    let chosen = choices.into_iter().find(|(word, _)| *word == value);
    let error = || line.error(value, Kind::Value { key, found: brief(value) });
    chosen.map(|(_, meaning)| meaning).ok_or_else(error)
}

/// The letters that begin the entries of `names:`.
pub(super) fn name_letters(value: &str) -> impl Iterator<Item = &str> {
    words(value).filter_map(|word| word.split_once('=')).map(|(letter, _)| letter)
}

/// `C=曹操 E=关羽`. A word without `=` belongs to the name before it.
fn piece_names(line: Line<'_>) -> Result<Vec<(char, String)>, ParseError> {
    let mut names: Vec<(char, String)> = Vec::new();
    for word in words(line.value()) {
        let error = || line.error(word, Kind::PieceName { found: brief(word) });
        match (word.split_once('='), names.last_mut()) {
            (Some((letter, name)), _) if !name.is_empty() => {
                let letter = sole(letter).ok_or_else(error)?;
                names.push((piece(line, word, letter)?, name.to_owned()));
            }
            (None, Some((_, name))) => {
                name.push(' ');
                name.push_str(word);
            }
            _ => return Err(error()),
        }
    }
    Ok(names)
}

/// The character of a text of one.
fn sole(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// `letter`, the first character of `part`, if it can draw a piece.
fn piece(line: Line<'_>, part: &str, letter: char) -> Result<char, ParseError> {
    if is_letter(letter) {
        return Ok(letter);
    }
    Err(line.error(&part[..letter.len_utf8()], Kind::NotALetter { found: letter }))
}

/// `impossible`, or `move=81 slide=90 step=116` or some of these.
fn best(line: Line<'_>) -> Result<Best, ParseError> {
    if line.value() == "impossible" {
        return Ok(Best::Impossible);
    }
    let mut optimum = Optimum::default();
    for word in words(line.value()) {
        let error = || line.error(word, Kind::Length { found: brief(word) });
        let (metric, number) = length(word).ok_or_else(error)?;
        if optimum.get_mut(metric).replace(number).is_some() {
            return Err(line.error(word, Kind::SecondLength));
        }
    }
    Ok(Best::Known(optimum))
}

/// `move=81`.
fn length(word: &str) -> Option<(Metric, u32)> {
    let (metric, number) = word.split_once('=')?;
    let metric = Metric::ALL.into_iter().find(|known| known.word() == metric)?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    Some((metric, number.parse().ok().filter(|_| digits)?))
}

/// The mark and the letters of `gate:`, as slices of it.
pub(super) fn gate_parts(value: &str) -> Option<(&str, &str)> {
    let mark = value.chars().next()?;
    let (mark, rest) = value.split_at(mark.len_utf8());
    Some((mark, rest.trim_start().strip_prefix('=')?))
}

/// `+ = C D`.
fn gate(line: Line<'_>) -> Result<(char, Vec<char>), ParseError> {
    let value = line.value();
    let parts = gate_parts(value);
    let (mark, entering) = parts.ok_or_else(|| line.error(value, Kind::GateForm))?;
    let mark = sole(mark).expect("the first character of the value");
    Ok((mark, pieces(line, entering)?))
}

/// The letters of `text`, each a piece.
fn pieces(line: Line<'_>, text: &str) -> Result<Vec<char>, ParseError> {
    let pieces = letters(text).flat_map(|part| part.chars().map(move |letter| (part, letter)));
    pieces.map(|(part, letter)| piece(line, part, letter)).collect()
}

/// `ABFG CE`.
fn alike(line: Line<'_>) -> Result<Vec<Vec<char>>, ParseError> {
    words(line.value()).map(|group| pieces(line, group)).collect()
}
