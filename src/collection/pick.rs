//! One puzzle of a file: `FILE#3`, `FILE#name`.

use std::collections::{HashMap, HashSet};

use super::names::{best_matches, did_you_mean, one_of, suggestions};
use crate::puzzle::{Puzzle, PuzzleInfo};

/// Why [`pick`] found no puzzle, or too many.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PickError {
    /// A number past the last puzzle, or 0.
    #[error("there is no puzzle number {wanted} among the {count}")]
    Number {
        /// The number, as it was given.
        wanted: String,
        /// How many puzzles there are.
        count: usize,
    },
    /// No puzzle has this name.
    #[error("no puzzle is called `{wanted}`")]
    Unknown {
        /// The name.
        wanted: String,
        /// Names that look like it, the most alike first.
        suggestions: Vec<String>,
    },
    /// Several puzzles have this name.
    #[error("{} puzzles are called `{wanted}`", candidates.len())]
    Ambiguous {
        /// The name.
        wanted: String,
        /// What picks each of them alone.
        candidates: Vec<String>,
    },
}

impl PickError {
    /// What to do about it, where there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            PickError::Number { count, .. } => Some(format!("take a number from 1 to {count}")),
            PickError::Unknown { suggestions, .. } => did_you_mean(suggestions),
            PickError::Ambiguous { candidates, .. } => Some(one_of(candidates)),
        }
    }
}

/// Where `text` may name a file and one of its puzzles, as (file, pick): at each `#`, the last one
/// first, for the name of a file may hold that sign too.
///
/// ```
/// use huarong::collection::split_pick;
///
/// let splits: Vec<_> = split_pick("set#2.txt#A name").collect();
/// assert_eq!(splits, [("set#2.txt", "A name"), ("set", "2.txt#A name")]);
/// ```
pub fn split_pick(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.rmatch_indices('#').map(|(at, sign)| (&text[..at], &text[at + sign.len()..]))
}

/// The index of the puzzle that `wanted` names: by its number from 1, by one of its names, or by
/// the [`normalize_name`](super::normalize_name) of one.
///
/// # Errors
/// If there is none, or more than one.
pub fn pick(puzzles: &[Puzzle], wanted: &str) -> Result<usize, PickError> {
    let titles: Vec<&PuzzleInfo> = puzzles.iter().map(Puzzle::title).collect();
    pick_title(&titles, wanted)
}

/// The same of puzzles of which only the titles are known.
pub(super) fn pick_title(titles: &[&PuzzleInfo], wanted: &str) -> Result<usize, PickError> {
    let wanted = wanted.trim();
    if let Ok(number @ 1..) = wanted.parse::<usize>()
        && number <= titles.len()
    {
        return Ok(number - 1);
    }
    let matches = best_matches(titles.iter().copied(), wanted);
    let wanted = wanted.to_owned();
    match matches[..] {
        [index] => Ok(index),
        [] if !wanted.is_empty() && wanted.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err(PickError::Number { wanted, count: titles.len() })
        }
        [] => {
            let mut names = Vec::new();
            for title in titles {
                names.extend(title.names());
            }
            let suggestions = suggestions(&wanted, &names);
            Err(PickError::Unknown { wanted, suggestions })
        }
        _ => {
            let labels = labels_of(titles);
            let candidates = matches.iter().map(|&index| labels[index].clone()).collect();
            Err(PickError::Ambiguous { wanted, candidates })
        }
    }
}

/// What [`pick`] takes for each of these puzzles: its name where no other has it, else its number.
#[must_use]
pub fn labels(puzzles: &[Puzzle]) -> Vec<String> {
    labels_of(&puzzles.iter().map(Puzzle::title).collect::<Vec<_>>())
}

/// The same of puzzles of which only the titles are known.
pub(super) fn labels_of(titles: &[&PuzzleInfo]) -> Vec<String> {
    let mut owners: HashMap<&str, HashSet<usize>> = HashMap::new();
    for (index, title) in titles.iter().enumerate() {
        let PuzzleInfo { name, translations, .. } = title;
        for name in name.iter().chain(translations.iter().map(|(_, name)| name)) {
            owners.entry(name).or_default().insert(index);
        }
    }
    // `pick` takes a name of digits for a number.
    let picks = |name: &str| owners[name].len() == 1 && name.parse::<usize>().is_err();
    let name = |title: &PuzzleInfo| title.name.clone().filter(|name| picks(name));
    let labelled = titles.iter().zip(1..);
    labelled.map(|(title, number): (_, usize)| name(title).unwrap_or(number.to_string())).collect()
}
