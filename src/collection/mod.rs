//! The puzzles that are built into the library, and how one is named.
//!
//! The folder `puzzles/` of the source: a folder a family, in it files in the [text] format.
//!
//! ```
//! use huarong::collection::Collection;
//!
//! let found = Collection::built_in().find("heng-dao-li-ma")?;
//! assert_eq!(found[0].puzzle.title().name.as_deref(), Some("Heng Dao Li Ma"));
//! # Ok::<(), huarong::collection::FindError>(())
//! ```

mod find;
mod pick;
mod slug;
#[cfg(test)]
mod tests;

use include_dir::{Dir, include_dir};

use crate::puzzle::{Puzzle, text};

pub use find::FindError;
pub use pick::{PickError, labels, pick, split_pick};
pub use slug::{fold, slug};

static PUZZLES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Files of puzzles.
#[derive(Clone, Debug)]
pub struct Collection {
    /// In the order of family and stem.
    files: Vec<File>,
}

/// A file of a collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct File {
    /// The folder that it lies in.
    pub family: &'static str,
    /// Its name, without `.txt`.
    pub stem: &'static str,
    /// What it says.
    pub text: &'static str,
}

/// A puzzle of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The file that it stands in.
    pub file: File,
    /// Which puzzle of its file, from 0.
    pub index: usize,
    /// What [picks](pick) it from its file; none where it is alone there.
    pub label: Option<String>,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl File {
    /// Its puzzles.
    ///
    /// # Panics
    /// If the text is no puzzles; the tests hold every file that is built in to its format.
    #[must_use]
    pub fn puzzles(&self) -> Vec<Puzzle> {
        let File { family, stem, .. } = self;
        text::parse(self.text).unwrap_or_else(|error| panic!("puzzles/{family}/{stem}: {error}"))
    }

    /// Its puzzles with their places.
    fn entries(self) -> impl Iterator<Item = Entry> {
        let puzzles = self.puzzles();
        let labels = if puzzles.len() > 1 { labels(&puzzles) } else { Vec::new() };
        let mut labels = labels.into_iter();
        let numbered = puzzles.into_iter().enumerate();
        numbered.map(move |(index, puzzle)| Entry {
            file: self,
            index,
            label: labels.next(),
            puzzle,
        })
    }
}

impl Collection {
    /// The puzzles that are built in. Parses none of them yet.
    #[must_use]
    pub fn built_in() -> Self {
        let mut files = Vec::new();
        let mut folders = vec![&PUZZLES];
        while let Some(folder) = folders.pop() {
            folders.extend(folder.dirs());
            files.extend(folder.files().filter_map(file));
        }
        Collection::new(files)
    }

    fn new(mut files: Vec<File>) -> Self {
        files.sort_unstable_by_key(|file| (file.family, file.stem));
        Collection { files }
    }

    /// The files, in the order of family and stem.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Every puzzle, file after file. A file is parsed when its first puzzle is asked for.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        self.files.iter().flat_map(|&file| file.entries())
    }
}

/// A file with puzzles in it; others are documentation.
fn file(file: &'static include_dir::File<'static>) -> Option<File> {
    let path = file.path();
    if path.extension()? != "txt" {
        return None;
    }
    Some(File {
        family: path.parent()?.to_str()?,
        stem: path.file_stem()?.to_str()?,
        text: file.contents_utf8()?,
    })
}
