//! A puzzle of the collection by any of its names.

use super::pick::{PickError, pick, split_pick, typed};
use super::{Collection, Entry, File};
use crate::puzzle::{Puzzle, Title};

/// Why [`Collection::find`] found no puzzle, or too many.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// Nothing has this name.
    #[error("the collection has no puzzle `{wanted}`")]
    Unknown {
        /// The name.
        wanted: String,
        /// Names that look like it, the most alike first.
        suggestions: Vec<String>,
    },
    /// Several puzzles have this name.
    #[error("{} puzzles of the collection are called `{wanted}`", candidates.len())]
    Ambiguous {
        /// The name.
        wanted: String,
        /// What finds each of them alone.
        candidates: Vec<String>,
    },
    /// The file is known, the puzzle in it is not.
    #[error("in `{file}` of the collection: {error}")]
    Pick {
        /// The name of the file.
        file: String,
        /// What is wrong with the rest.
        error: PickError,
    },
}

impl FindError {
    /// What to do about it, where there is something to say.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            FindError::Unknown { suggestions, .. } => did_you_mean(suggestions),
            FindError::Ambiguous { candidates, .. } => Some(one_of(candidates)),
            FindError::Pick { error, .. } => error.help(),
        }
    }
}

impl Collection {
    /// The puzzles that `name` means. In this order, it is
    /// - the stem of a file, perhaps with its family, `klotski/heng-dao-li-ma`: all its puzzles;
    /// - that, `#`, and what [`pick`] takes: one puzzle of the file;
    /// - a name of a puzzle in any language, an alias, the [slug](super::slug) of a name, that of
    ///   an alias. Where several puzzles match, the first of these ways that matches any decides.
    ///
    /// Small and capital letters of ASCII are the same in stems. Only the last way has to parse
    /// the whole collection, which takes a few milliseconds.
    ///
    /// # Errors
    /// If nothing has that name, or more than one puzzle has.
    pub fn find(&self, name: &str) -> Result<Vec<Entry>, FindError> {
        let name = name.trim();
        if let Some(file) = self.file(name)? {
            return Ok(file.entries().collect());
        }
        for (path, wanted) in split_pick(name) {
            if let Some(file) = self.file(path)? {
                return self.pick_from(file, wanted);
            }
        }
        let entries: Vec<Entry> = self.entries().collect();
        match best_matches(entries.iter().map(|entry| &entry.puzzle), name)[..] {
            [index] => Ok(entries.into_iter().nth(index).into_iter().collect()),
            [] => Err(FindError::Unknown {
                wanted: name.to_owned(),
                suggestions: self.similar(name, &entries),
            }),
            ref several => Err(FindError::Ambiguous {
                wanted: name.to_owned(),
                candidates: several.iter().map(|&index| self.name_of(&entries[index])).collect(),
            }),
        }
    }

    /// What [`Collection::find`] takes for this entry alone.
    #[must_use]
    pub fn name_of(&self, entry: &Entry) -> String {
        let path = self.path(entry.file);
        match &entry.label {
            Some(label) => format!("{path}#{label}"),
            None => path,
        }
    }

    /// The file of this name.
    fn file(&self, name: &str) -> Result<Option<File>, FindError> {
        let is_named = |file: &File| {
            let stem = match name.rsplit_once('/') {
                Some((family, stem)) if family.eq_ignore_ascii_case(file.family) => stem,
                Some(_) => return false,
                None => name,
            };
            stem.eq_ignore_ascii_case(file.stem)
        };
        let files: Vec<File> = self.files().iter().copied().filter(is_named).collect();
        if files.len() > 1 {
            let candidates = files.iter().map(|&file| self.path(file)).collect();
            return Err(FindError::Ambiguous { wanted: name.to_owned(), candidates });
        }
        Ok(files.first().copied())
    }

    /// The shortest name of a file.
    fn path(&self, file: File) -> String {
        let namesakes = self.files().iter().filter(|other| other.stem == file.stem);
        let File { family, stem, .. } = file;
        if namesakes.count() > 1 { format!("{family}/{stem}") } else { stem.to_owned() }
    }

    fn pick_from(&self, file: File, wanted: &str) -> Result<Vec<Entry>, FindError> {
        match pick(&file.puzzles(), wanted) {
            Ok(index) => Ok(file.entries().skip(index).take(1).collect()),
            Err(error) => Err(FindError::Pick { file: self.path(file), error }),
        }
    }

    fn similar(&self, wanted: &str, entries: &[Entry]) -> Vec<String> {
        let stems = self.files().iter().map(|file| file.stem);
        let names = entries.iter().flat_map(|entry| entry.puzzle.title().names());
        // Whoever names the family has the whole path compared.
        let with_family = wanted.contains('/');
        let paths = self.files().iter().filter(|_| with_family);
        let paths: Vec<String> =
            paths.map(|file| format!("{}/{}", file.family, file.stem)).collect();
        similar(wanted, stems.chain(names).chain(paths.iter().map(String::as_str)))
    }
}

/// The indexes of the puzzles that `wanted` names best; see [`Collection::find`].
pub(super) fn best_matches<'a>(
    puzzles: impl Iterator<Item = &'a Puzzle>,
    wanted: &str,
) -> Vec<usize> {
    let slug = typed(wanted);
    let mut best = None;
    let mut found = Vec::new();
    for (index, puzzle) in puzzles.enumerate() {
        let Some(rank) = rank(puzzle.title(), wanted, slug.as_deref()) else {
            continue;
        };
        if best.is_none_or(|best| rank < best) {
            found.clear();
        }
        if best.is_none_or(|best| rank <= best) {
            best = Some(rank);
            found.push(index);
        }
    }
    found
}

/// How well `wanted`, and its slug, name this puzzle: the less, the better.
fn rank(title: &Title, wanted: &str, slug: Option<&str>) -> Option<u8> {
    let translations = title.translations.iter().map(|(_, name)| name);
    let names = || title.name.iter().chain(translations.clone());
    let is_slug = |name: &String| slug.is_some() && typed(name).as_deref() == slug;
    if names().any(|name| name == wanted) {
        Some(0)
    } else if title.aliases.iter().any(|name| name == wanted) {
        Some(1)
    } else if names().any(is_slug) {
        Some(2)
    } else {
        title.aliases.iter().any(is_slug).then_some(3)
    }
}

/// The names that look most like `wanted`, at most three; small and capital letters are the same.
pub(super) fn similar<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<String> {
    /// Comparing takes time in proportion to both lengths, and nobody mistypes so long a name.
    const LONGEST: usize = 64;
    const ALIKE: f64 = 0.6;
    let comparable = |name: &str| name.chars().nth(LONGEST).is_none();
    let fold = |name: &str| typed(name).unwrap_or_else(|| name.to_lowercase());
    if wanted.is_empty() || !comparable(wanted) {
        return Vec::new();
    }
    let folded = fold(wanted);
    let score = |name: &str| {
        let name = fold(name);
        let part = folded.chars().count() > 1 && name.contains(&folded);
        strsim::normalized_damerau_levenshtein(&folded, &name).max(if part { ALIKE } else { 0.0 })
    };
    let scored = names.filter(|name| comparable(name)).map(|name| (score(name), name));
    let mut alike: Vec<(f64, &str)> = scored.filter(|&(score, _)| score >= ALIKE).collect();
    alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut best: Vec<String> = Vec::new();
    for (_, name) in alike {
        if best.len() < 3 && !best.iter().any(|other| fold(other) == fold(name)) {
            best.push(name.to_owned());
        }
    }
    best
}

/// A question with these answers.
pub(super) fn did_you_mean(names: &[String]) -> Option<String> {
    let (last, others) = names.split_last()?;
    Some(match others {
        [] => format!("did you mean `{last}`?"),
        _ => format!("did you mean `{}` or `{last}`?", others.join("`, `")),
    })
}

/// The demand to choose.
pub(super) fn one_of(names: &[String]) -> String {
    format!("write one of `{}`", names.join("`, `"))
}
