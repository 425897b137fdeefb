//! The puzzles that are built into the library, and the search for one by name.
//!
//! They come from the folder `puzzles/` of the source. Each family has a folder with files in the
//! [text] format.
//!
//! ```
//! use huarong::collection::Collection;
//!
//! let found = Collection::built_in().find("heng-dao-li-ma")?;
//! assert_eq!(found[0].puzzle.title().name.as_deref(), Some("Heng Dao Li Ma"));
//! # Ok::<(), huarong::collection::FindError>(())
//! ```

mod names;
#[cfg(test)]
mod tests;

use std::{borrow::Borrow, collections::HashMap, sync::LazyLock};

use include_dir::{Dir, include_dir};

use crate::{
    excerpt::is_number,
    puzzle::{Metric, Puzzle, PuzzleInfo, text},
    solution::{Solution, notation},
};

use names::{best_matches, suggestions};

#[cfg(not(target_family = "wasm"))]
pub(crate) use names::TRADITIONAL;
#[cfg(feature = "cli")]
pub(crate) use names::{NameRank, Query, SearchedNames};
pub use names::{did_you_mean, initials, nearest, normalize_name, searched, slug};

static PUZZLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// The ratings of the puzzles of each family and stem.
static RATINGS: LazyLock<HashMap<(&str, &str), Vec<&str>>> = LazyLock::new(|| {
    PUZZLES
        .get_file("ratings.tsv")
        .and_then(|file| file.contents_utf8())
        .unwrap_or_default()
        .lines()
        .filter_map(|line| {
            let (path, ratings) = line.split_once('\t')?;
            Some((path.split_once('/')?, ratings.split('\t').collect()))
        })
        .collect()
});

/// Files of puzzles.
#[derive(Clone, Debug)]
pub struct Collection {
    /// In the order of family and stem.
    files: Vec<File>,
}

/// A file of a collection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct File {
    /// The folder that it lies in.
    pub family: &'static str,
    /// Its name, without the ending.
    pub stem: &'static str,
    /// Its text, which is read when a puzzle of the file is wanted.
    bytes: &'static [u8],
}

/// A puzzle of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// The file that it stands in.
    pub file: File,
    /// The number of the puzzle in its file, from 0.
    pub index: usize,
    /// The word that [picks](pick) it from its file; `None` if the file has no other puzzle.
    pub label: Option<String>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Entry {
    /// Returns the difficulty of the puzzle in `move`s, from 0 to 100, from a table that the
    /// crate's `design::rate` computed. `None` if it has no solution, or too many positions to be
    /// rated.
    pub fn rating(&self) -> Option<f64> {
        let File { family, stem, .. } = self.file;
        RATINGS.get(&(family, stem))?.get(self.index)?.parse().ok()
    }
}

/// Returns the stored solution, in `move`s, of the puzzle of the collection that `pick` names, as
/// in `gnome#solomon-gnome`: a shortest one, or the best that is known. Only puzzles whose search
/// takes long have one.
pub fn stored_solution(pick: &str, puzzle: &Puzzle) -> Option<Solution> {
    let mut lines = PUZZLES
        .get_file("solutions.tsv")?
        .contents_utf8()?
        .lines()
        .filter_map(|line| line.split_once('\t'));
    let (_, moves) = lines.find(|(name, _)| *name == pick)?;
    notation::parse(puzzle, moves, Some(Metric::Move)).ok()
}

impl File {
    /// Returns the text of the file.
    ///
    /// # Panics
    /// If it is not in UTF-8; the tests check every built-in file.
    pub fn text(&self) -> &'static str {
        str::from_utf8(self.bytes).expect("puzzles are written in UTF-8")
    }

    /// Returns the puzzles of the file.
    ///
    /// # Panics
    /// If the text is not in the format; the tests check every built-in file.
    pub fn puzzles(&self) -> Vec<Puzzle> {
        let File { family, stem, .. } = self;
        text::parse(self.text()).unwrap_or_else(|error| panic!("puzzles/{family}/{stem}: {error}"))
    }

    /// Returns the number of puzzles in the file, without parsing them.
    pub fn count(&self) -> usize {
        text::parts(self.text()).count()
    }

    /// Returns the titles of the puzzles, without parsing the puzzles.
    fn titles(&self) -> Vec<PuzzleInfo> {
        text::parts(self.text()).map(text::title).collect()
    }

    /// Parses one of the puzzles.
    fn entry(self, index: usize) -> Entry {
        self.entries(|at, _, _| at == index).swap_remove(0)
    }

    /// Parses the puzzles with a wanted index, label and title.
    fn entries(self, is_wanted: impl Fn(usize, Option<&str>, &PuzzleInfo) -> bool) -> Vec<Entry> {
        let File { family, stem, .. } = self;
        let titles = self.titles();
        let parts = text::parts(self.text()).zip(&titles);
        let parts = parts.zip(labels_of(&titles)).enumerate();
        let entry = |(index, ((part, title), label)): (usize, ((&str, &PuzzleInfo), String))| {
            let label = Some(label).filter(|_| titles.len() > 1);
            is_wanted(index, label.as_deref(), title).then(|| Entry {
                file: self,
                index,
                label,
                puzzle: part
                    .parse()
                    .unwrap_or_else(|error| panic!("puzzles/{family}/{stem}: {error}")),
            })
        };
        parts.filter_map(entry).collect()
    }
}

impl Collection {
    /// Returns the built-in puzzles without parsing them.
    pub fn built_in() -> Self {
        let mut files = Vec::new();
        let mut folders = vec![&PUZZLES];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            files.extend(folder.files().filter_map(|it| file(it, "txt")));
        }
        Collection::new(files)
    }

    /// Returns the families of the built-in puzzles without reading their files.
    pub fn families() -> impl Iterator<Item = &'static str> {
        PUZZLES
            .dirs()
            .filter(|folder| {
                folder
                    .files()
                    .any(|file| file.path().extension().is_some_and(|it| it == "txt"))
            })
            .filter_map(|folder| folder.path().to_str())
    }

    fn new(mut files: Vec<File>) -> Self {
        files.sort_unstable();
        Collection { files }
    }

    /// Returns the files, in the order of family and stem.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Returns the built-in maps for `huarong hamilton`, in the order of their names.
    pub fn maps() -> Vec<File> {
        let mut maps: Vec<File> = PUZZLES
            .get_dir("maps")
            .into_iter()
            .flat_map(Dir::files)
            .filter_map(|map| file(map, "map"))
            .collect();
        maps.sort_unstable();
        maps
    }

    /// Returns every puzzle, file after file. The iterator parses a file when it comes to it.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.entries_of(|_, _, _, _| true)
    }

    /// Returns the puzzles with a wanted file, index, name and title, without parsing the others.
    pub(crate) fn entries_of(
        &self,
        is_wanted: impl Fn(File, usize, &str, &PuzzleInfo) -> bool,
    ) -> impl Iterator<Item = Entry> {
        self.files.iter().flat_map(move |&file| {
            let path = self.path(file);
            file.entries(|index, label, title| {
                is_wanted(file, index, &labelled(path.clone(), label), title)
            })
        })
    }
}

/// Returns the name of a puzzle of the file with this name.
fn labelled(path: String, label: Option<&str>) -> String {
    match label {
        Some(label) => format!("{path}#{label}"),
        None => path,
    }
}

/// Reason why [`pick`] finds no puzzle, or too many.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct PickError {
    /// What is wrong.
    pub message: String,
    /// What to do about it, if anything is known.
    pub help: Option<String>,
}

impl PickError {
    /// Returns the error that several puzzles have a name; `of` says where they are.
    fn ambiguous(wanted: &str, of: &str, candidates: &[String]) -> Self {
        let help = format!("write one of `{}`", candidates.join("`, `"));
        PickError {
            message: format!("{} puzzles{of} are called `{wanted}`", candidates.len()),
            help: Some(help),
        }
    }
}

/// Reason why [`Collection::find`] finds no puzzle, or too many.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FindError {
    /// Nothing has this name.
    #[error("the collection has no puzzle `{wanted}`")]
    Unknown {
        /// The name.
        wanted: String,
    },
    /// Several puzzles have the name, or the file of the name has no such puzzle.
    #[error(transparent)]
    Pick(#[from] PickError),
}

impl FindError {
    /// What to do about it, if anything is known.
    pub fn help(&self) -> Option<&str> {
        match self {
            FindError::Pick(error) => error.help.as_deref(),
            FindError::Unknown { .. } => None,
        }
    }

    /// Returns the error that several puzzles of the collection have a name.
    fn ambiguous(wanted: &str, candidates: &[String]) -> Self {
        PickError::ambiguous(wanted, " of the collection", candidates).into()
    }
}

impl Collection {
    /// Returns the puzzles that `name` means. In this order, it is
    /// - the stem of a file, perhaps with its family, `klotski/heng-dao-li-ma`: all its puzzles;
    /// - that, `#`, and a word for [`pick`]: one puzzle of the file;
    /// - a name of a puzzle in any language, an alias, its [normalized](normalize_name) form, that
    ///   of an alias, or the initials of a Chinese name in pinyin, `hdlm`. The first kind of name
    ///   that matches any puzzle decides.
    ///
    /// Traditional and simplified characters match each other, as do small and capital letters of
    /// ASCII in stems. A stem is found at once. A name takes about a millisecond, and
    /// [`suggestions`](Self::suggestions) for an unknown name ten times as long.
    ///
    /// # Errors
    /// If nothing has that name, or more than one puzzle has.
    pub fn find(&self, name: &str) -> Result<Vec<Entry>, FindError> {
        let name = name.trim();
        if let Some(file) = self.file(name)? {
            return Ok(file.entries(|_, _, _| true));
        }
        for (path, wanted) in split_pick(name) {
            if let Some(file) = self.file(path)? {
                return self.pick_from(file, wanted);
            }
        }
        // No name has a slash, which a typed board has between its rows.
        let unknown = || FindError::Unknown {
            wanted: name.to_owned(),
        };
        if name.contains('/') {
            return Err(unknown());
        }
        // An exact name occurs in the text of its file: few files need a closer look.
        let files = self.files.iter().copied();
        let literal: Vec<File> = files
            .clone()
            .filter(|file| file.text().contains(name))
            .collect();
        if let Ok(Some(found)) = self.named(&literal, name)
            && found.puzzle.title().names().any(|it| it == name)
        {
            return Ok(vec![found]);
        }
        let found = self.named(&files.collect::<Vec<_>>(), name)?;
        found.map(|found| vec![found]).ok_or_else(unknown)
    }

    /// Returns the puzzle of these files whose names match best.
    fn named(&self, files: &[File], name: &str) -> Result<Option<Entry>, FindError> {
        let titles: Vec<Vec<PuzzleInfo>> = files.iter().map(File::titles).collect();
        let entry = |mut index: usize| {
            for (file, titles) in files.iter().zip(&titles) {
                if index < titles.len() {
                    return file.entry(index);
                }
                index -= titles.len();
            }
            unreachable!("a title belongs to a file")
        };
        match best_matches(titles.iter().flatten(), name)[..] {
            [] => Ok(None),
            [index] => Ok(Some(entry(index))),
            ref several => {
                let candidates = several.iter().map(|&index| self.name_of(&entry(index)));
                Err(FindError::ambiguous(name, &candidates.collect::<Vec<_>>()))
            }
        }
    }

    /// Returns names of puzzles and files that resemble an unknown one, the most similar first.
    pub fn suggestions(&self, wanted: &str) -> Vec<String> {
        let titles: Vec<PuzzleInfo> = self.files.iter().flat_map(File::titles).collect();
        let mut names: Vec<&str> = self.files().iter().map(|file| file.stem).collect();
        for title in &titles {
            names.extend(title.names());
        }
        // A name with a family is compared with whole paths.
        let paths: Vec<String> = self
            .files()
            .iter()
            .filter(|_| wanted.contains('/'))
            .map(|it| format!("{}/{}", it.family, it.stem))
            .collect();
        names.extend(paths.iter().map(String::as_str));
        suggestions(wanted.trim(), &names)
    }

    /// Returns the name by which [`Collection::find`] finds this entry alone.
    pub fn name_of(&self, entry: &Entry) -> String {
        labelled(self.path(entry.file), entry.label.as_deref())
    }

    /// Returns the file of this name.
    fn file(&self, name: &str) -> Result<Option<File>, FindError> {
        let files: Vec<File> = self
            .files()
            .iter()
            .copied()
            .filter(|file| {
                let stem = match name.rsplit_once('/') {
                    Some((family, stem)) if family.eq_ignore_ascii_case(file.family) => stem,
                    Some(_) => return false,
                    None => name,
                };
                stem.eq_ignore_ascii_case(file.stem)
            })
            .collect();
        if files.len() > 1 {
            let candidates: Vec<String> = files.iter().map(|&file| self.path(file)).collect();
            return Err(FindError::ambiguous(name, &candidates));
        }
        Ok(files.first().copied())
    }

    /// Returns the shortest name of a file.
    fn path(&self, file: File) -> String {
        let namesakes = self.files().iter().filter(|other| other.stem == file.stem);
        let File { family, stem, .. } = file;
        if namesakes.count() > 1 {
            format!("{family}/{stem}")
        } else {
            stem.to_owned()
        }
    }

    fn pick_from(&self, file: File, wanted: &str) -> Result<Vec<Entry>, FindError> {
        let titles = file.titles();
        match pick_title(&titles.iter().collect::<Vec<_>>(), wanted) {
            Ok(index) => Ok(vec![file.entry(index)]),
            Err(PickError { message, help }) => {
                let message = format!("in `{}` of the collection: {message}", self.path(file));
                Err(PickError { message, help }.into())
            }
        }
    }
}

/// Splits a text that may name a file and one of its puzzles, as (file, pick): at each `#`, the
/// last one first, since the name of a file may have this sign too.
///
/// ```
/// use huarong::collection::split_pick;
///
/// let splits: Vec<_> = split_pick("set#2.txt#A name").collect();
/// assert_eq!(splits, [("set#2.txt", "A name"), ("set", "2.txt#A name")]);
/// ```
pub fn split_pick(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.rmatch_indices('#')
        .map(|(at, sign)| (&text[..at], &text[at + sign.len()..]))
}

/// Returns the index of the puzzle that `wanted` names: by its number from 1, by one of its names,
/// or by the [`normalize_name`] of one.
///
/// # Errors
/// If there is none, or more than one.
pub fn pick(puzzles: &[Puzzle], wanted: &str) -> Result<usize, PickError> {
    let titles: Vec<&PuzzleInfo> = puzzles.iter().map(Puzzle::title).collect();
    pick_title(&titles, wanted)
}

/// Does the work of [`pick`], which needs only the titles.
fn pick_title(titles: &[&PuzzleInfo], wanted: &str) -> Result<usize, PickError> {
    let wanted = wanted.trim();
    if let Ok(number @ 1..) = wanted.parse::<usize>()
        && number <= titles.len()
    {
        return Ok(number - 1);
    }
    let matches = best_matches(titles.iter().copied(), wanted);
    match matches[..] {
        [index] => Ok(index),
        [] if is_number(wanted) => {
            let count = titles.len();
            Err(PickError {
                message: format!("there is no puzzle number {wanted} among the {count}"),
                help: Some(format!("take a number from 1 to {count}")),
            })
        }
        [] => {
            let mut names = Vec::new();
            for title in titles {
                names.extend(title.names());
            }
            Err(PickError {
                message: format!("no puzzle is called `{wanted}`"),
                help: did_you_mean(&suggestions(wanted, &names)),
            })
        }
        _ => {
            let labels = labels_of(titles);
            let candidates = matches.iter().map(|&index| labels[index].clone());
            Err(PickError::ambiguous(
                wanted,
                "",
                &candidates.collect::<Vec<_>>(),
            ))
        }
    }
}

/// Returns the word that [`pick`] takes for each of these puzzles: its name if no other has it,
/// else its number.
pub fn labels(puzzles: &[Puzzle]) -> Vec<String> {
    labels_of(&puzzles.iter().map(Puzzle::title).collect::<Vec<_>>())
}

/// Does the work of [`labels`], which needs only the titles.
fn labels_of<T: Borrow<PuzzleInfo>>(titles: &[T]) -> Vec<String> {
    let titles = || titles.iter().map(Borrow::borrow);
    // The only title with each name.
    let mut owners: HashMap<&str, Option<usize>> = HashMap::new();
    for (index, title) in titles().enumerate() {
        let PuzzleInfo {
            name, translations, ..
        } = title;
        for name in name.iter().chain(translations.iter().map(|(_, name)| name)) {
            let owner = owners.entry(name).or_insert(Some(index));
            *owner = owner.filter(|&owner| owner == index);
        }
    }
    // `pick` reads digits as a number.
    let picks = |name: &str| owners[name].is_some() && name.parse::<usize>().is_err();
    let name = |title: &PuzzleInfo| title.name.clone().filter(|name| picks(name));
    titles()
        .zip(1..)
        .map(|(title, number): (_, usize)| name(title).unwrap_or(number.to_string()))
        .collect()
}

/// Returns the file if its name has this ending.
fn file(file: &'static include_dir::File<'static>, ending: &str) -> Option<File> {
    let path = file.path();
    if path.extension()? != ending {
        return None;
    }
    Some(File {
        family: path.parent()?.to_str()?,
        stem: path.file_stem()?.to_str()?,
        bytes: file.contents(),
    })
}
