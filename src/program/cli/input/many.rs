//! Arguments that name many puzzles: folders, families of the collection, patterns.

use std::{
    collections::HashSet,
    ffi::{OsStr, OsString},
    fs,
    io::{self, IsTerminal, Write},
    path::{Component, Path, PathBuf},
};

use crate::{
    cli::{
        Result,
        diagnostics::UserError,
        exit::Exit,
        graph_args,
        json::{self, JsonObject},
        numbers::joined,
    },
    collection::{self, Collection, File},
    excerpt::is_number,
    notation,
    puzzle::{PuzzleInfo, is_letter},
};
use glob::{MatchOptions, Pattern, PatternError};

use super::{PuzzleReader, ReadArgs, Source};

/// The puzzles of a command that takes many.
#[derive(Default)]
pub struct PuzzleSet {
    pub sources: Vec<Source>,
    /// Arguments and files with errors, which have been printed.
    pub errors: Vec<JsonObject>,
    /// Whether an argument was a folder, a family or a pattern.
    pub is_batch: bool,
}

impl PuzzleSet {
    /// Prints the error of an argument or a file and continues.
    fn record_error(&mut self, input: &OsStr, error: &anyhow::Error) {
        self.errors
            .push(JsonObject::report_error(input.display(), error));
    }

    /// Returns the best possible exit status.
    pub const fn exit(&self) -> Exit {
        Exit::Wrong.when(!self.errors.is_empty())
    }
}

/// Returns the puzzles of the arguments. Prints notes and errors, and with `as_json` an object on
/// `out` for each error.
///
/// # Errors
/// An [`Exit`] if there are errors and no puzzles.
pub fn load_all<'a>(
    arguments: impl IntoIterator<Item = &'a OsString>,
    how: &ReadArgs,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<PuzzleSet> {
    let arguments: Vec<&OsStr> = arguments.into_iter().map(OsString::as_os_str).collect();
    refuse_rows(&arguments)?;
    let reader = how.reader(arguments.iter().copied())?;
    let mut loaded = PuzzleSet::default();
    for argument in arguments {
        let before = loaded.sources.len();
        if let Err(error) = reader.add(argument, &mut loaded) {
            loaded.record_error(argument, &error);
        }
        super::print_notes(&loaded.sources[before..], argument);
    }
    if as_json {
        loaded
            .errors
            .iter()
            .try_for_each(|error| json::line(out, error))?;
    }
    if loaded.sources.is_empty() && !loaded.errors.is_empty() {
        return Err(Exit::Wrong.into());
    }
    Ok(loaded)
}

/// Returns the puzzles of the arguments, as [`load_all`] does, or without arguments those that are
/// typed on the terminal.
pub fn load_or_ask(
    arguments: &[OsString],
    how: &ReadArgs,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<PuzzleSet> {
    if !arguments.is_empty() {
        return load_all(arguments, how, as_json, out);
    }
    if !io::stdin().is_terminal() {
        refuse!(
            "there is no puzzle to solve",
            "name one, like `huarong solve heng-dao-li-ma`, or `-` for standard input"
        )
    }
    Ok(PuzzleSet {
        sources: super::ask(how)?,
        ..PuzzleSet::default()
    })
}

/// Refuses the rows of one board as arguments: a person has forgotten the quotation marks.
fn refuse_rows(arguments: &[&OsStr]) -> Result {
    let words: Vec<&str> = arguments
        .iter()
        .filter_map(|argument| argument.to_str())
        .collect();
    let (Some(first), true) = (words.first(), words.len() == arguments.len()) else {
        return Ok(());
    };
    let are_rows = words.len() > 1
        && first.chars().nth(1).is_some()
        && words.iter().all(|word| {
            let is_row = word
                .chars()
                .all(|mark| is_letter(mark) || ".#_-".contains(mark));
            is_row && word.chars().count() == first.chars().count() && !Path::new(word).exists()
        })
        && words.iter().any(|word| word.contains(['.', '_']))
        && notation::read_any(&notation::with_position_as_goal(&words.join("\n")), None).is_ok();
    // Numbers are rows only if all of them together are a board.
    let are_tiles = || {
        words.len() > 3
            && words
                .iter()
                .all(|word| matches!(*word, "." | "_") || is_number(word))
            && notation::read_any(&words.join(" "), None).is_ok()
    };
    if are_rows || are_tiles() {
        let rows = words.join(if are_rows { "/" } else { " " });
        refuse!(
            "the rows of one board are several arguments",
            "quote the rows: `'{rows}'`"
        );
    }
    Ok(())
}

/// Whether an argument, valid or not, names several puzzles.
pub fn are_many(argument: &OsStr, how: &ReadArgs) -> bool {
    if super::is_stdin(argument) {
        return false;
    }
    let found = how.reader([argument].into_iter()).and_then(|reader| {
        let mut loaded = PuzzleSet::default();
        reader.add(argument, &mut loaded)?;
        Ok(loaded.is_batch || loaded.sources.len() > 1)
    });
    found.unwrap_or(false)
}

impl PuzzleReader {
    pub(super) fn add_folder(&self, folder: &Path, loaded: &mut PuzzleSet) -> Result {
        let (files, errors) = files(folder)?;
        loaded.errors.extend(errors);
        self.add_files(&files, loaded);
        Ok(())
    }

    fn add_files(&self, files: &[PathBuf], loaded: &mut PuzzleSet) {
        for file in files {
            match self.open_of_many(file) {
                Ok(sources) => loaded.sources.extend(sources),
                Err(error) => loaded.record_error(file.as_os_str(), &error),
            }
        }
    }

    /// Adds the puzzles that match a pattern: files, or puzzles of the collection.
    pub(super) fn add_matching(&self, text: &str, loaded: &mut PuzzleSet) -> Result {
        let before = loaded.sources.len();
        let pattern = pattern_of(text)?;
        let paths = matching(Path::new(text)).map_err(|error| no_pattern(text, &error))?;
        let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
        self.add_files(&files, loaded);
        for folder in &folders {
            if let Err(error) = self.add_folder(folder, loaded) {
                loaded.record_error(folder.as_os_str(), &error);
            }
        }
        if files.is_empty() && folders.is_empty() {
            self.add_of_collection(loaded, |file, index, name, title| {
                let path = format!("{}/{name}", file.family);
                let number = format!("{}#{}", file.stem, index + 1);
                let names = [name, &path, &number].into_iter().chain(title.names());
                is_any_named(&pattern, names)
            })?;
            if loaded.sources.len() == before {
                refuse!(
                    "no file or puzzle matches `{text}`",
                    "`huarong list` shows all names"
                );
            }
        }
        Ok(())
    }

    /// Adds the puzzles of a file whose number or name matches a pattern.
    pub(super) fn add_of_file(&self, file: &str, text: &str, loaded: &mut PuzzleSet) -> Result {
        let before = loaded.sources.len();
        let pattern = pattern_of(text)?;
        for (number, source) in (1..).zip(self.open(Path::new(file))?) {
            let number = number.to_string();
            let names = source.puzzle.title().names();
            if is_any_named(&pattern, [&*number].into_iter().chain(names)) {
                loaded.sources.push(source);
            }
        }
        if loaded.sources.len() > before {
            return Ok(());
        }
        refuse!(
            "no puzzle of `{file}` matches `{text}`",
            "`huarong show {file}` shows all of them"
        )
    }

    pub(super) fn add_of_collection(
        &self,
        loaded: &mut PuzzleSet,
        is_wanted: impl Fn(File, usize, &str, &PuzzleInfo) -> bool,
    ) -> Result {
        let collection = Collection::built_in();
        for entry in collection.entries_of(is_wanted) {
            loaded
                .sources
                .push(self.with_goal_option(super::built_in(&collection, entry))?);
        }
        Ok(())
    }
}

fn pattern_of(text: &str) -> Result<Pattern> {
    Pattern::new(text).map_err(|error| no_pattern(text, &error).into())
}

fn no_pattern(text: &str, error: &PatternError) -> UserError {
    user_error!("`{text}` is not a pattern: {error}", "use `*` and `?`")
}

/// Whether one of these names matches a pattern, as it is spelt or normalized.
fn is_any_named<'a>(pattern: &Pattern, mut names: impl Iterator<Item = &'a str>) -> bool {
    let how = MatchOptions {
        case_sensitive: false,
        ..MatchOptions::new()
    };
    names.any(|name| pattern.matches_with(name, how) || pattern.matches_with(&folded(name), how))
}

/// Returns the paths that match a pattern, sorted. Links are followed, except by `**`. Each part of
/// the pattern visits a folder once, so that circular links end.
fn matching(pattern: &Path) -> Result<Vec<PathBuf>, PatternError> {
    // As in a shell, `*` does not match a leading dot.
    let how = MatchOptions {
        require_literal_leading_dot: true,
        ..MatchOptions::new()
    };
    let mut found = vec![PathBuf::new()];
    let mut parts = pattern.components().peekable();
    while let Some(part) = parts.next() {
        let mut seen = HashSet::new();
        let place = |folder: &Path| {
            if folder == Path::new("") {
                PathBuf::from(".")
            } else {
                folder.to_owned()
            }
        };
        let is_new = |folder: &PathBuf| {
            place(folder)
                .canonicalize()
                .is_ok_and(|real| real.is_dir() && seen.insert(real))
        };
        let wanted = part
            .as_os_str()
            .to_str()
            .filter(|text| text.contains(['*', '?', '[']));
        match (part, wanted) {
            // A final `**` means the folders themselves.
            (_, Some("**")) if parts.peek().is_none() => {
                found.retain(is_new);
                found = found.iter().map(|folder| place(folder)).collect();
            }
            (_, Some("**")) => {
                found.retain(is_new);
                found = found
                    .into_iter()
                    .flat_map(|folder| below(folder, &place))
                    .collect();
            }
            (Component::Normal(_), Some(wanted)) => {
                found.retain(is_new);
                let wanted = Pattern::new(wanted)?;
                let inside = |folder: PathBuf| {
                    let entries = fs::read_dir(place(&folder)).into_iter().flatten().flatten();
                    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
                    let names = names.filter(|name| wanted.matches_with(name, how));
                    names.map(|name| folder.join(name)).collect::<Vec<_>>()
                };
                found = found.into_iter().flat_map(inside).collect();
            }
            _ => {
                for folder in &mut found {
                    folder.push(part);
                }
                found.retain(|path| path.symlink_metadata().is_ok());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn below(folder: PathBuf, place: &impl Fn(&Path) -> PathBuf) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let inner = look_into(&place(&folder)).map_or_else(|_| Vec::new(), |(inner, _)| inner);
        folders.extend(inner);
        all.push(folder);
    }
    all
}

/// Normalizes both sides of the `#` of a name.
fn folded(name: &str) -> String {
    joined(name.split('#').map(collection::normalize_name), "#")
}

/// Returns the `.txt` files below a folder, sorted, and the errors of unreadable folders, which it
/// prints.
///
/// # Errors
/// If it is not a folder, or has no such file.
pub fn files(folder: &Path) -> Result<(Vec<PathBuf>, Vec<JsonObject>)> {
    let shown = folder.display().to_string();
    if folder.is_file() {
        let map = fs::read(folder).ok();
        let map = map.and_then(|bytes| graph_args::map_instead(&shown, &bytes));
        let error = || {
            user_error!(
                "`{shown}` is a file, not a folder",
                "`huarong show {shown}` shows a puzzle"
            )
        };
        return Err(map.unwrap_or_else(error).into());
    }
    let mut files = Vec::new();
    let mut errors = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        match look_into(&folder) {
            Ok((inner, found)) => {
                folders.extend(inner);
                files.extend(found);
            }
            Err(error) => {
                let shown = folder.display().to_string();
                let error = super::unreadable(&shown, &error);
                errors.push(JsonObject::report_error(shown, &error));
            }
        }
    }
    files.sort();
    if files.is_empty() && errors.is_empty() {
        refuse!(
            "no puzzle file in `{shown}`",
            "names of puzzle files end in `.txt`"
        );
    }
    Ok((files, errors))
}

/// Returns the folders and the puzzle files in a folder; does not follow links to folders.
fn look_into(folder: &Path) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let mut folders = Vec::new();
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if entry.file_type()?.is_dir() && !hidden {
            folders.push(path);
        } else if path.extension() == Some(OsStr::new("txt")) && !hidden {
            files.push(path);
        }
    }
    Ok((folders, files))
}

/// Returns a distinct file name in `folder` for each puzzle.
pub fn files_for(sources: &[Source], folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut taken = HashSet::new();
    let file = |source: &Source| {
        let (file, label) = source.pick.rsplit_once('#').unwrap_or((&source.pick, ""));
        let stem = Path::new(file)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let name = collection::normalize_name(&format!("{stem} {label}"));
        let name = if name.is_empty() {
            "puzzle".to_owned()
        } else {
            name
        };
        let others = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(others);
        let free = names
            .find(|name| taken.insert(name.clone()))
            .expect("numbers go on");
        folder.join(format!("{free}.{ending}"))
    };
    sources.iter().map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_puzzles_share_a_file() {
        let puzzle: crate::puzzle::Puzzle = "A.\n\ngoal:\n.A\n".parse().expect("a puzzle");
        let picks = [
            "a/b.txt",
            "c/b.txt",
            "fayaa#3",
            "fayaa#横刀立马",
            "-#2",
            "???",
        ];
        let source = |pick: &&str| Source::new(*pick, puzzle.clone());
        let sources: Vec<Source> = picks.iter().map(source).collect();
        let files = files_for(&sources, Path::new("out"), "svg");
        let wanted = [
            "b.svg",
            "b-2.svg",
            "fayaa-3.svg",
            "fayaa-横刀立马.svg",
            "2.svg",
            "puzzle.svg",
        ];
        assert_eq!(files, wanted.map(|name| Path::new("out").join(name)));
    }
}
