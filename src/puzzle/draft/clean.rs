//! Tidies what a draft says in words, so that every puzzle can be written as one line a key.

use super::super::{Best, Optimum, Title};

/// The signs between the names of a list.
pub(in crate::puzzle) const SEPARATORS: [char; 4] = [',', '、', '，', ';'];

/// `text` with single spaces for white space, and without control characters, which could command
/// a terminal.
pub(super) fn line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Every text of `title` as one line; empty ones are dropped, and lists of aliases taken apart.
pub(super) fn title(title: Title) -> Title {
    let tidy = |text: Option<String>| text.map(|text| line(&text)).filter(|text| !text.is_empty());
    let aliases = title.aliases.iter().flat_map(|alias| alias.split(SEPARATORS)).map(line);
    let mut translations: Vec<(String, String)> = Vec::new();
    for (language, name) in title.translations {
        let (language, name) = (tag(&language), line(&name));
        let known = translations.iter().any(|(other, _)| *other == language);
        if !(language.is_empty() || name.is_empty() || known) {
            translations.push((language, name));
        }
    }
    Title {
        name: tidy(title.name),
        translations,
        aliases: aliases.filter(|alias| !alias.is_empty()).collect(),
        source: tidy(title.source),
        note: tidy(title.note),
    }
}

/// A language as a key can name it: `zh`, `zh-Hant`.
fn tag(language: &str) -> String {
    language.chars().filter(|&c| is_tag_character(c)).collect()
}

/// Whether a language tag can hold this character.
pub(in crate::puzzle) const fn is_tag_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-'
}

/// An optimum without numbers is none.
pub(super) fn best(best: Best) -> Best {
    if best == Best::Known(Optimum::default()) { Best::Unknown } else { best }
}
