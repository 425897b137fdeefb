//! From an argument to puzzles.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use huarong::Puzzle;
use huarong::collection::{self, Collection, Entry, FindError, did_you_mean, nearest, split_pick};
use huarong::notation::{self, Misreading, Notation, ParseError, ReadError};
use huarong::puzzle::{Metric, PublishedOptimum};

use super::diagnostics::{self, Place, UserError};

/// A puzzle and where it comes from.
pub(crate) struct Source {
    /// What picks it and no other: `heng-dao-li-ma`, `my.txt#3`.
    pub(crate) pick: String,
    pub(crate) puzzle: Puzzle,
}

impl Source {
    /// Its names: `Heng Dao Li Ma 横刀立马`; where it has none, what picks it.
    pub(crate) fn title(&self) -> String {
        let title = self.puzzle.title();
        let mut names: Vec<&str> = title.name.iter().map(String::as_str).collect();
        names.extend(chinese(&self.puzzle));
        if names.is_empty() { diagnostics::sanitize(&self.pick) } else { names.join(" ") }
    }
}

/// The Chinese name of a puzzle.
pub(crate) fn chinese(puzzle: &Puzzle) -> Option<&str> {
    let mut translations = puzzle.title().translations.iter();
    translations.find(|(language, _)| language.starts_with("zh")).map(|(_, name)| name.as_str())
}

/// The length of a shortest solution, as published.
pub(crate) fn published(puzzle: &Puzzle, metric: Metric) -> Option<u32> {
    match puzzle.best() {
        PublishedOptimum::Known(best) => best.get(metric),
        PublishedOptimum::Impossible | PublishedOptimum::Unknown => None,
    }
}

/// The same as text: `none` where there is no solution, and nothing where it is not known.
pub(crate) fn published_text(puzzle: &Puzzle, metric: Metric) -> String {
    match published(puzzle, metric) {
        Some(length) => length.to_string(),
        None if puzzle.best() == PublishedOptimum::Impossible => "none".to_owned(),
        None => String::new(),
    }
}

/// Whether the argument stands for standard input.
pub(crate) fn is_stdin(argument: &OsStr) -> bool {
    argument == "-" || argument.to_str().is_some_and(|text| text.starts_with("-#"))
}

/// What standard input is called in messages.
pub(crate) const STDIN: &str = "<stdin>";

/// What an argument that is a puzzle itself is called in messages.
const ARGUMENT: &str = "<argument>";

/// The puzzles that the arguments mean, or `None` if any is wrong; what is wrong has been printed.
pub(crate) fn load_all(arguments: &[OsString]) -> anyhow::Result<Option<Vec<Source>>> {
    refuse_stdin_twice(arguments.iter().map(OsString::as_os_str))?;
    let mut sources = Vec::new();
    let mut wrong = false;
    for argument in arguments {
        match load(argument, None) {
            Ok(found) => sources.extend(found),
            Err(error) => {
                diagnostics::print(&error);
                wrong = true;
            }
        }
    }
    Ok((!wrong).then_some(sources))
}

/// The one puzzle that the argument means.
pub(crate) fn load_one(argument: &OsStr) -> anyhow::Result<Source> {
    let mut sources = load(argument, None)?;
    if sources.len() > 1 {
        let shown = argument.display();
        let message = format!("`{shown}` holds {} puzzles, and one is wanted", sources.len());
        return Err(UserError::new(message, format!("pick one, like `{}`", sources[0].pick)).into());
    }
    Ok(sources.remove(0))
}

/// Standard input can be read once only.
pub(crate) fn refuse_stdin_twice<'a>(
    arguments: impl Iterator<Item = &'a OsStr>,
) -> anyhow::Result<()> {
    if arguments.filter(|argument| is_stdin(argument)).count() > 1 {
        let help = "store what you pipe in files, and name those";
        return Err(UserError::new("standard input `-` is given twice", help).into());
    }
    Ok(())
}

/// The puzzles that an argument means; at least one. Where no notation is given, each text is read
/// in the one that it looks to be in.
pub(crate) fn load(argument: &OsStr, from: Option<Notation>) -> anyhow::Result<Vec<Source>> {
    let path = Path::new(argument);
    if argument != "-" && path.exists() && !path.is_dir() {
        return open(path, from);
    }
    if argument == "-" {
        return read(io::stdin().lock(), STDIN, from);
    }
    for (name, choice) in split_pick(argument.to_str().unwrap_or_default()) {
        let path = Path::new(name);
        if name == "-" {
            return choose(read(io::stdin().lock(), STDIN, from)?, choice, STDIN);
        } else if path.exists() && !path.is_dir() {
            return choose(open(path, from)?, choice, name);
        }
    }
    from_collection(argument, from)
}

/// The puzzles of a file. Where no notation is given, its content tells.
pub(crate) fn open(path: &Path, from: Option<Notation>) -> anyhow::Result<Vec<Source>> {
    let origin = path.display().to_string();
    match File::open(path) {
        Ok(file) => read(file, &origin, from),
        Err(error) => Err(unreadable(&origin, &error)),
    }
}

/// What an argument is called in messages, a file or `-` for standard input, and its bytes, at most
/// `max_bytes`. Where there are more, `help` says what to do.
pub(crate) fn read_bytes(
    argument: &OsStr,
    max_bytes: usize,
    help: &str,
) -> anyhow::Result<(String, Vec<u8>)> {
    let stdin = argument == "-";
    let path = Path::new(argument);
    let origin = if stdin { STDIN.to_owned() } else { path.display().to_string() };
    let limit = u64::try_from(max_bytes).unwrap_or(u64::MAX);
    let mut bytes = Vec::new();
    let read = if stdin {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes))
    };
    match read {
        Ok(_) if bytes.len() > max_bytes => {
            let message = format!("`{origin}` is larger than {} MiB", limit >> 20);
            Err(UserError::new(message, help).into())
        }
        Ok(_) => Ok((origin, bytes)),
        Err(error) => Err(unreadable(&origin, &error)),
    }
}

/// A file that cannot be read, and why.
pub(crate) fn unreadable(origin: &str, error: &io::Error) -> anyhow::Error {
    let help = match error.kind() {
        io::ErrorKind::NotFound => nearest_file(Path::new(origin))
            .and_then(|nearest| did_you_mean(&[nearest]))
            .unwrap_or_else(|| "check how the name is written".to_owned()),
        io::ErrorKind::PermissionDenied => "ask its owner for the permission to read it".to_owned(),
        _ => "check that it is a file that you can read".to_owned(),
    };
    UserError::new(format!("cannot read `{origin}`: {error}"), help).into()
}

/// More names than this are not looked at for one that was meant.
pub(crate) const MOST_NAMES: usize = 10_000;

/// The file most like one that is missing, in the folder where it was looked for.
fn nearest_file(missing: &Path) -> Option<String> {
    let wanted = missing.file_name()?.to_str()?;
    let folder = missing.parent().filter(|folder| *folder != Path::new(""));
    let entries = fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?;
    let mut names: Vec<String> = entries
        .take(MOST_NAMES)
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let nearest = nearest(wanted, names.iter().map(String::as_str))?;
    let path = folder.map_or_else(|| Path::new(nearest).to_owned(), |at| at.join(nearest));
    path.into_os_string().into_string().ok()
}

fn read(reader: impl Read, origin: &str, from: Option<Notation>) -> anyhow::Result<Vec<Source>> {
    let puzzles = notation::read_from(reader, from).map_err(|error| match error {
        ReadError::Parse(error) => misread(&error, origin).into(),
        ReadError::Io(error) => unreadable(origin, &error),
        error => {
            let help = "check that this is a puzzle file; cut a large one into several";
            UserError::new(format!("`{origin}` is {error}"), help).into()
        }
    })?;
    Ok(sources(puzzles, origin))
}

/// The puzzles of one text, each with what picks it.
fn sources(puzzles: Vec<Puzzle>, origin: &str) -> Vec<Source> {
    let alone = puzzles.len() == 1;
    let pick = |number| match (alone, origin) {
        (true, _) => origin.to_owned(),
        (false, STDIN) => format!("-#{number}"),
        (false, _) => format!("{origin}#{number}"),
    };
    let numbered = (1..).zip(puzzles);
    numbered.map(|(number, puzzle)| Source { pick: pick(number), puzzle }).collect()
}

fn misread(error: &ParseError, origin: &str) -> UserError {
    let place = Some(Place::of(error, origin));
    let Misreading { notation, message, help } = &error.kind;
    let message = match notation {
        Notation::Huarong => message.clone(),
        notation => format!("{message} (read as {notation})"),
    };
    let help = Some(help.clone()).filter(|help| !help.is_empty());
    UserError { message, place, help }
}

/// One puzzle of a file.
fn choose(mut sources: Vec<Source>, choice: &str, origin: &str) -> anyhow::Result<Vec<Source>> {
    let puzzles: Vec<Puzzle> = sources.iter().map(|source| source.puzzle.clone()).collect();
    match collection::pick(&puzzles, choice) {
        Ok(index) => Ok(vec![sources.swap_remove(index)]),
        Err(error) => {
            let help = error.help().unwrap_or_else(|| "take its number, from 1 on".to_owned());
            Err(UserError::new(format!("`{origin}`: {error}"), help).into())
        }
    }
}

/// The puzzles of the collection that are called so; if there are none, those that the argument
/// itself is, like `4WVE1`.
fn from_collection(argument: &OsStr, from: Option<Notation>) -> anyhow::Result<Vec<Source>> {
    let collection = Collection::built_in();
    let error = match collection.find(&argument.to_string_lossy()) {
        Ok(entries) => {
            let sources = entries.into_iter().map(|entry| built_in(&collection, entry));
            return Ok(sources.collect());
        }
        Err(FindError::Unknown { .. }) if Path::new(argument).is_dir() => {
            let shown = argument.display();
            let help = format!("`huarong list {shown}` lists the puzzles in it");
            UserError::new(format!("`{shown}` is a folder, not a puzzle"), help)
        }
        Err(error @ FindError::Unknown { .. }) => {
            match from_argument(argument, from) {
                Some(Ok(sources)) => return Ok(sources),
                // What looks like a name of the collection is more likely to be mistyped.
                Some(Err(misread)) if from.is_some() || error.help().is_none() => {
                    return Err(misread.into());
                }
                _ => {}
            }
            let shown = argument.display();
            let message =
                format!("there is no file and no puzzle of the collection called `{shown}`");
            let file = || nearest_file(Path::new(argument)).and_then(|name| did_you_mean(&[name]));
            let all = "`huarong list` shows all names; a file must be named with its ending";
            let help = error.help().or_else(file);
            UserError::new(message, help.unwrap_or_else(|| all.to_owned()))
        }
        Err(error) => {
            let help = error.help();
            UserError::new(
                error.to_string(),
                help.unwrap_or("`huarong list` shows all names".into()),
            )
        }
    };
    Err(error.into())
}

/// The puzzles that the argument itself is, if it looks like any notation.
fn from_argument(
    argument: &OsStr,
    from: Option<Notation>,
) -> Option<Result<Vec<Source>, UserError>> {
    let text = argument.to_str()?;
    let puzzles = notation::read(from.or_else(|| notation::detect(text))?, text);
    let sources = puzzles.map(|puzzles| sources(puzzles, text));
    Some(sources.map_err(|error| misread(&error, ARGUMENT)))
}

/// A puzzle of the collection, by a name that needs no quotes.
pub(crate) fn built_in(collection: &Collection, entry: Entry) -> Source {
    let name = collection.name_of(&entry);
    let pick = match name.split_once('#') {
        Some((file, label)) if !collection::slug(label).is_empty() => {
            format!("{file}#{}", collection::slug(label))
        }
        _ => name,
    };
    Source { pick, puzzle: entry.puzzle }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_of_the_collection_is_found_by_what_it_is_listed_as() {
        let collection = Collection::built_in();
        for (number, entry) in collection.entries().enumerate() {
            // Finding reads the whole file, so a part of the long ones must do.
            if number % 5 == 0 || entry.label.is_none() {
                let source = built_in(&collection, entry.clone());
                assert!(!source.pick.contains(' '), "{}", source.pick);
                assert_eq!(collection.find(&source.pick), Ok(vec![entry]), "{}", source.pick);
            }
        }
    }
}
