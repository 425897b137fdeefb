//! From an argument to puzzles.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use huarong::Puzzle;
use huarong::collection::{self, FindError, PickError};
use huarong::puzzle::text::{self, ParseError, ReadError};

use super::diagnostics::{self, Complaint, Place};

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
        if names.is_empty() { diagnostics::harmless(&self.pick) } else { names.join(" ") }
    }
}

/// The Chinese name of a puzzle.
pub(crate) fn chinese(puzzle: &Puzzle) -> Option<&str> {
    let mut translations = puzzle.title().translations.iter();
    translations.find(|(language, _)| language.starts_with("zh")).map(|(_, name)| name.as_str())
}

/// Whether the argument stands for standard input.
pub(crate) fn is_stdin(argument: &OsStr) -> bool {
    argument == "-" || argument.to_str().is_some_and(|text| text.starts_with("-#"))
}

/// What standard input is called in messages.
pub(crate) const STDIN: &str = "<stdin>";

/// The puzzles that the arguments mean, or `None` if any is wrong; what is wrong has been printed.
pub(crate) fn load_all(arguments: &[OsString]) -> anyhow::Result<Option<Vec<Source>>> {
    refuse_stdin_twice(arguments.iter().map(OsString::as_os_str))?;
    let mut sources = Vec::new();
    let mut wrong = false;
    for argument in arguments {
        match load(argument) {
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
    let mut sources = load(argument)?;
    if sources.len() > 1 {
        let shown = argument.display();
        let message = format!("`{shown}` holds {} puzzles, and one is wanted", sources.len());
        return Err(Complaint::new(message, format!("pick one, like `{}`", sources[0].pick)).into());
    }
    Ok(sources.remove(0))
}

/// Standard input can be read once only.
pub(crate) fn refuse_stdin_twice<'a>(
    arguments: impl Iterator<Item = &'a OsStr>,
) -> anyhow::Result<()> {
    if arguments.filter(|argument| is_stdin(argument)).count() > 1 {
        let help = "store what you pipe in files, and name those";
        return Err(Complaint::new("standard input `-` is given twice", help).into());
    }
    Ok(())
}

/// The puzzles that an argument means; at least one.
fn load(argument: &OsStr) -> anyhow::Result<Vec<Source>> {
    let path = Path::new(argument);
    if argument != "-" && path.exists() && !path.is_dir() {
        return read_file(path);
    }
    let text = argument.to_str();
    let (name, choice) = match text.and_then(|text| text.rsplit_once('#')) {
        Some((name, choice)) => (OsStr::new(name), Some(choice)),
        None => (argument, None),
    };
    let path = Path::new(name);
    let sources = if name == "-" {
        read(io::stdin().lock(), STDIN)?
    } else if path.exists() && !path.is_dir() {
        read_file(path)?
    } else {
        return from_collection(argument);
    };
    match choice {
        Some(choice) => choose(sources, choice, &name.display().to_string()),
        None => Ok(sources),
    }
}

/// The puzzles of a file.
pub(crate) fn read_file(path: &Path) -> anyhow::Result<Vec<Source>> {
    let origin = path.display().to_string();
    match File::open(path) {
        Ok(file) => read(file, &origin),
        Err(error) => Err(unreadable(&origin, &error)),
    }
}

/// A file that cannot be read, and why.
pub(crate) fn unreadable(origin: &str, error: &io::Error) -> anyhow::Error {
    let help = match error.kind() {
        io::ErrorKind::NotFound => "check how the name is written",
        io::ErrorKind::PermissionDenied => "ask its owner for the permission to read it",
        _ => "check that it is a file that you can read",
    };
    Complaint::new(format!("cannot read `{origin}`: {error}"), help).into()
}

fn read(reader: impl Read, origin: &str) -> anyhow::Result<Vec<Source>> {
    let puzzles = text::read(reader).map_err(|error| match error {
        ReadError::Parse(error) => misread(&error, origin).into(),
        ReadError::Io(error) => unreadable(origin, &error),
        error => {
            let help = "check that this is a puzzle file; cut a large one into several";
            Complaint::new(format!("`{origin}` is {error}"), help).into()
        }
    })?;
    let alone = puzzles.len() == 1;
    let pick = |number| match (alone, origin) {
        (true, _) => origin.to_owned(),
        (false, STDIN) => format!("-#{number}"),
        (false, _) => format!("{origin}#{number}"),
    };
    let sources = (1..).zip(puzzles).map(|(number, puzzle)| Source { pick: pick(number), puzzle });
    Ok(sources.collect())
}

fn misread(error: &ParseError, origin: &str) -> Complaint {
    let place = Place {
        origin: origin.to_owned(),
        line: error.line,
        text: error.text.clone(),
        span: error.span(),
        column: error.column,
    };
    Complaint { message: error.kind.to_string(), place: Some(place), help: error.help() }
}

/// One puzzle of a file.
fn choose(mut sources: Vec<Source>, choice: &str, origin: &str) -> anyhow::Result<Vec<Source>> {
    match collection::pick(sources.iter().map(|source| &source.puzzle), choice) {
        Ok(index) => Ok(vec![sources.swap_remove(index)]),
        Err(error) => Err(mispicked(&error, origin).into()),
    }
}

fn mispicked(error: &PickError, origin: &str) -> Complaint {
    let help = match error {
        PickError::Unknown { suggestions, .. } if !suggestions.is_empty() => {
            did_you_mean(suggestions.iter().map(|name| format!("{origin}#{name}")))
        }
        PickError::Ambiguous { numbers, .. } => {
            did_you_mean(numbers.iter().map(|number| format!("{origin}#{number}")))
        }
        _ => format!("`huarong show {origin}` shows what can be picked"),
    };
    Complaint::new(format!("`{origin}`: {error}"), help)
}

/// The puzzles of the collection that are called so.
fn from_collection(argument: &OsStr) -> anyhow::Result<Vec<Source>> {
    let name = argument.to_string_lossy();
    let complaint = match collection::find(&name) {
        Ok(entries) => {
            let source =
                |entry: collection::Entry| Source { pick: entry.pick(), puzzle: entry.puzzle };
            return Ok(entries.into_iter().map(source).collect());
        }
        Err(FindError::Unknown { suggestions, .. }) => unknown(argument, &suggestions),
        Err(FindError::Pick { stem, error }) => mispicked(&error, &stem),
        Err(error) => {
            let help = match &error {
                FindError::Ambiguous { candidates, .. } => did_you_mean(candidates.iter().cloned()),
                _ => "`huarong list` shows all names".to_owned(),
            };
            Complaint::new(error.to_string(), help)
        }
    };
    Err(complaint.into())
}

/// Neither a file nor a puzzle.
fn unknown(argument: &OsStr, suggestions: &[String]) -> Complaint {
    let path = Path::new(argument);
    let shown = argument.display();
    if path.is_dir() {
        let help = format!("`huarong list {shown}` lists the puzzles in it");
        return Complaint::new(format!("`{shown}` is a folder, not a puzzle"), help);
    }
    let help = if suggestions.is_empty() {
        "`huarong list` shows all names; a file must be named with its ending".to_owned()
    } else {
        did_you_mean(suggestions.iter().cloned())
    };
    let message = format!("there is no file and no puzzle of the collection called `{shown}`");
    Complaint::new(message, help)
}

fn did_you_mean(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => {
            format!("did you mean {} or {last}?", others.join(", "))
        }
        names => format!("did you mean {}?", names.concat()),
    }
}
