//! The collection of puzzles, built into the program, and how to name one of them.
//!
//! The files of `puzzles/` are part of the crate, so that a puzzle can be had by name in any folder.
//! [`find`] takes, in this order:
//! 1. the name of a file without its ending, which means every puzzle of that file:
//!    `heng-dao-li-ma`, `fayaa`;
//! 2. the same, `#`, and the number of a puzzle in that file or one of its names: `fayaa#3`,
//!    `fayaa#lun-hui`;
//! 3. any name of a puzzle, in any language: `Heng Dao Li Ma`, `横刀立马`.
//!
//! Names are compared by their [`slug`]. Where several puzzles go by one name, that is meant whose
//! `name` it is; else that whose name in another language it is; else that which has it as an alias.
//! If there are several of those, they are listed in [`FindError::Ambiguous`].
//!
//! ```
//! let found = huarong::collection::find("横刀立马")?;
//! assert_eq!(found[0].stem, "heng-dao-li-ma");
//! assert_eq!(found[0].puzzle.pieces().len(), 10);
//! # Ok::<(), huarong::collection::FindError>(())
//! ```

mod pick;

use include_dir::{Dir, File, include_dir};
use thiserror::Error;

use crate::puzzle::{Puzzle, text};

pub use pick::{PickError, pick, slug};

use pick::{best_matches, nearest};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// The ending of a puzzle file.
const ENDING: &str = "txt";

/// A puzzle of the collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The folder that its file is in: `klotski`.
    pub family: &'static str,
    /// The name of its file without the ending: `heng-dao-li-ma`.
    pub stem: &'static str,
    /// Its number in its file, from 1.
    pub number: usize,
    /// How many puzzles its file holds.
    pub of: usize,
    /// The puzzle itself.
    pub puzzle: Puzzle,
}

impl Entry {
    /// What [`find`] takes for this puzzle and no other: `heng-dao-li-ma`, `fayaa#lun-hui`.
    #[must_use]
    pub fn pick(&self) -> String {
        if self.of == 1 {
            return self.stem.to_owned();
        }
        // All chief names of the collection have different slugs; a test holds that.
        match self.puzzle.title().name.as_deref().map(slug) {
            Some(name) if !name.is_empty() && !is_number(&name) => format!("{}#{name}", self.stem),
            _ => format!("{}#{}", self.stem, self.number),
        }
    }
}

/// Why the collection has no answer to a name.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[non_exhaustive]
pub enum FindError {
    /// No puzzle is called so.
    #[error("no puzzle of the collection is called `{name}`")]
    Unknown {
        /// As asked for.
        name: String,
        /// Names that look much like it, the nearest first.
        suggestions: Vec<String>,
    },
    /// Several puzzles are called so.
    #[error("{} puzzles of the collection are called `{name}`", .candidates.len())]
    Ambiguous {
        /// As asked for.
        name: String,
        /// What to ask for instead, in the order of the collection.
        candidates: Vec<String>,
    },
    /// There is a file of that name, and it has no such puzzle.
    #[error("`{stem}`: {error}")]
    Pick {
        /// The name of the file.
        stem: String,
        /// What is wrong with what follows the `#`.
        error: PickError,
    },
}

/// Every puzzle, by family, file and number.
///
/// # Complexity
/// Reads the files one after the other, as the iterator comes to them; all of them take a few
/// milliseconds.
pub fn entries() -> impl Iterator<Item = Entry> {
    files().flat_map(|(family, stem, file)| read(family, stem, file))
}

/// The puzzles that `name` means; see the [module](self). There is at least one.
///
/// # Errors
/// Where there is none, with names that look like it; where several have the same name, with others
/// that tell them apart.
///
/// # Complexity
/// Where `name` is that of a file, only that file is read; else all of them.
pub fn find(name: &str) -> Result<Vec<Entry>, FindError> {
    let (stem, choice) = match name.split_once('#') {
        Some((stem, choice)) => (stem, Some(choice)),
        None => (name, None),
    };
    let wanted = slug(stem);
    let Some((family, stem, file)) = files().find(|&(_, stem, _)| stem == wanted) else {
        return by_name(name);
    };
    let mut entries = read(family, stem, file);
    let Some(choice) = choice else { return Ok(entries) };
    let puzzles = entries.iter().map(|entry| &entry.puzzle);
    match pick(puzzles, choice) {
        Ok(index) => Ok(vec![entries.swap_remove(index)]),
        Err(error) => Err(FindError::Pick { stem: stem.to_owned(), error }),
    }
}

/// The puzzle that has this name.
fn by_name(name: &str) -> Result<Vec<Entry>, FindError> {
    let wanted = slug(name);
    let all: Vec<Entry> = entries().collect();
    let found = best_matches(all.iter().map(|entry| &entry.puzzle), &wanted);
    match found[..] {
        [index] => Ok(vec![all[index].clone()]),
        [] => {
            let suggestions = suggest(&wanted, &all);
            Err(FindError::Unknown { name: name.to_owned(), suggestions })
        }
        _ => Err(FindError::Ambiguous {
            name: name.to_owned(),
            candidates: found.into_iter().map(|index| all[index].pick()).collect(),
        }),
    }
}

/// Names like `wanted`, the nearest first.
fn suggest(wanted: &str, all: &[Entry]) -> Vec<String> {
    let stems = files().map(|(_, stem, _)| stem.to_owned());
    let names = all.iter().flat_map(|entry| entry.puzzle.title().names().map(slug));
    nearest(wanted, stems.chain(names))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Every file with its family and its stem, in the order of their names.
fn files() -> impl Iterator<Item = (&'static str, &'static str, &'static File<'static>)> {
    let in_family = |family: &'static Dir<'static>| {
        let name = family.path().to_str().expect("the names of the collection are ASCII");
        let puzzles =
            family.files().filter(|file| file.path().extension() == Some(ENDING.as_ref()));
        puzzles.filter_map(move |file| Some((name, file.path().file_stem()?.to_str()?, file)))
    };
    FILES.dirs().flat_map(in_family)
}

/// The puzzles of a file.
fn read(family: &'static str, stem: &'static str, file: &File<'_>) -> Vec<Entry> {
    let puzzles = text::parse_bytes(file.contents())
        .unwrap_or_else(|error| panic!("the collection is tested, and {family}/{stem}: {error}"));
    let of = puzzles.len();
    let entry = |(number, puzzle)| Entry { family, stem, number, of, puzzle };
    (1..).zip(puzzles).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn picks(name: &str) -> Vec<String> {
        let found = find(name).unwrap_or_else(|error| panic!("{error}"));
        found.iter().map(Entry::pick).collect()
    }

    #[test]
    fn every_puzzle_is_found_by_its_pick_and_by_its_number() {
        let mut stems = HashSet::new();
        let mut picks = HashSet::new();
        let mut count = 0;
        for entry in entries() {
            count += 1;
            assert!(entry.number > 1 || stems.insert(entry.stem), "two files {}", entry.stem);
            assert!(picks.insert(entry.pick()), "two puzzles {}", entry.pick());
            if entry.number % 7 == 1 || entry.number == entry.of {
                let number = format!("{}#{}", entry.stem, entry.number);
                assert_eq!(find(&number), Ok(vec![entry.clone()]));
                assert_eq!(find(&entry.pick()), Ok(vec![entry.clone()]));
            }
        }
        assert_eq!(count, 601);
    }

    #[test]
    fn a_puzzle_goes_by_its_file_and_by_its_names_in_any_language() {
        for name in ["heng-dao-li-ma", "Heng Dao Li Ma", "heng-dao-li-ma#1", "横刀立马"] {
            assert_eq!(picks(name), ["heng-dao-li-ma"], "{name}");
        }
        assert_eq!(picks("Lun Hui"), ["fayaa#lun-hui"]);
        assert_eq!(picks("nineteen-minutes").len(), 2);
    }

    #[test]
    fn a_mistyped_name_gets_the_right_one_suggested() {
        let Err(FindError::Unknown { suggestions, .. }) = find("heng-dao-lima") else {
            panic!("there is no such puzzle")
        };
        assert_eq!(suggestions[0], "heng-dao-li-ma");
        let Err(FindError::Unknown { suggestions, .. }) = find("") else { panic!("no name") };
        assert!(suggestions.is_empty());
    }

    #[test]
    fn a_puzzle_that_its_file_does_not_have_is_an_error_of_the_pick() {
        assert_eq!(
            find("nineteen-minutes#3").expect_err("it has two").to_string(),
            "`nineteen-minutes`: there is no puzzle 3, only 1 to 2"
        );
    }
}
