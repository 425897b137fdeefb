//! Which of several puzzles is meant.

use thiserror::Error;

use crate::puzzle::{Puzzle, Title};

/// Why a number or a name picks no puzzle.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum PickError {
    /// The number is too large, or 0.
    #[error("there is no puzzle {number}, only 1 to {of}")]
    Number {
        /// As asked for.
        number: String,
        /// How many puzzles there are.
        of: usize,
    },
    /// No puzzle is called so.
    #[error("no puzzle is called `{name}`")]
    Unknown {
        /// As asked for.
        name: String,
        /// Names that look much like it, the nearest first.
        suggestions: Vec<String>,
    },
    /// Several puzzles are called so.
    #[error("puzzles {} are all called `{name}`", joined(.numbers))]
    Ambiguous {
        /// As asked for.
        name: String,
        /// Their numbers, from 1.
        numbers: Vec<usize>,
    },
}

fn joined(numbers: &[usize]) -> String {
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// The index of the puzzle that `choice` means: its number, from 1, or one of its names, compared by
/// their [`slug`]: the name before those in other languages, and these before aliases.
///
/// # Errors
/// Where there is none, or where there are several of that name.
pub fn pick<'p>(
    puzzles: impl IntoIterator<Item = &'p Puzzle>,
    choice: &str,
) -> Result<usize, PickError> {
    let puzzles: Vec<&Puzzle> = puzzles.into_iter().collect();
    let name = choice.trim().to_owned();
    if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return match name.parse() {
            Ok(number @ 1..) if number <= puzzles.len() => Ok(number - 1),
            _ => Err(PickError::Number { number: name, of: puzzles.len() }),
        };
    }
    let wanted = slug(&name);
    let found = best_matches(puzzles.iter().copied(), &wanted);
    match found[..] {
        [index] => Ok(index),
        [] => {
            let names = puzzles.iter().flat_map(|puzzle| puzzle.title().names().map(slug));
            Err(PickError::Unknown { suggestions: nearest(&wanted, names), name })
        }
        _ => {
            let numbers = found.into_iter().map(|index| index + 1).collect();
            Err(PickError::Ambiguous { name, numbers })
        }
    }
}

/// A name as names are compared: in lower case, each run of characters that are neither letters nor
/// digits turned into one `-`, none at the ends.
///
/// ```
/// assert_eq!(huarong::collection::slug(" Dad's Puzzle (No. 2)"), "dad-s-puzzle-no-2");
/// assert_eq!(huarong::collection::slug("横刀立马，角"), "横刀立马-角");
/// ```
#[must_use]
pub fn slug(name: &str) -> String {
    let words = name.split(|mark: char| !mark.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// The indices of the puzzles that are called `wanted`: those whose name it is; if there are none,
/// those whose name in another language it is; if there are none, those that have it as an alias.
pub(super) fn best_matches<'p>(
    puzzles: impl Iterator<Item = &'p Puzzle> + Clone,
    wanted: &str,
) -> Vec<usize> {
    let is_wanted = |name: &str| !wanted.is_empty() && slug(name) == wanted;
    let ranks: [&dyn Fn(&Title) -> bool; 3] = [
        &|title| title.name.as_deref().is_some_and(is_wanted),
        &|title| title.translations.iter().any(|(_, name)| is_wanted(name)),
        &|title| title.aliases.iter().any(|name| is_wanted(name)),
    ];
    let those = |holds: &dyn Fn(&Title) -> bool| -> Vec<usize> {
        let numbered = puzzles.clone().enumerate();
        numbered.filter(|(_, puzzle)| holds(puzzle.title())).map(|(index, _)| index).collect()
    };
    ranks.into_iter().map(those).find(|found| !found.is_empty()).unwrap_or_default()
}

/// How many names are suggested at most.
const SUGGESTED: usize = 3;

/// Two names with less in common than this are not taken for each other.
const ALIKE: f64 = 0.7;

/// Of these names those that look like `wanted`, the nearest first.
pub(super) fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(wanted, name);
    // What begins like it comes next to what is written like it.
    let score = |name: &str| {
        let begins = wanted.chars().count() > 2 && name.starts_with(wanted);
        likeness(name).max(if begins { ALIKE } else { 0.0 })
    };
    let mut scored: Vec<(f64, String)> = names
        .map(|name| (score(&name), name))
        .filter(|(score, name)| *score >= ALIKE && !name.is_empty())
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    let mut names: Vec<String> = scored.into_iter().map(|(_, name)| name).collect();
    names.dedup();
    names.truncate(SUGGESTED);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, alias: &str) -> Puzzle {
        let text = format!("name: {name}\nalias: {alias}\n\nA .\n\ngoal:\n. A\n");
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    fn picked(choice: &str) -> Result<usize, String> {
        let puzzles =
            [named("One", "First"), named("Two", "Both"), named("Three", "Both, One, 三")];
        pick(&puzzles, choice).map_err(|error| error.to_string())
    }

    #[test]
    fn a_puzzle_is_picked_by_number_or_by_name() {
        for (choice, index) in [("1", 0), (" 3 ", 2), ("02", 1), ("TWO", 1), ("三", 2)] {
            assert_eq!(picked(choice), Ok(index), "{choice}");
        }
        assert_eq!(picked("one"), Ok(0), "a chief name comes first");
    }

    #[test]
    fn what_picks_none_or_several_is_an_error() {
        assert_eq!(picked("0"), Err("there is no puzzle 0, only 1 to 3".into()));
        assert_eq!(picked("4"), Err("there is no puzzle 4, only 1 to 3".into()));
        let huge = "9".repeat(30);
        assert_eq!(picked(&huge), Err(format!("there is no puzzle {huge}, only 1 to 3")));
        assert_eq!(picked("four"), Err("no puzzle is called `four`".into()));
        assert_eq!(picked(""), Err("no puzzle is called ``".into()));
        assert_eq!(picked("both"), Err("puzzles 2, 3 are all called `both`".into()));
    }

    #[test]
    fn names_that_look_alike_are_suggested() {
        let names = || ["thre", "three", "tree", "house", "three"].map(str::to_owned).into_iter();
        assert_eq!(nearest("threee", names())[0], "three");
        assert!(!nearest("threee", names()).contains(&"house".to_owned()));
        assert!(nearest("xyz", names()).is_empty());
    }
}
