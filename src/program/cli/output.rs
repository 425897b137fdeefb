//! Output files.

use super::prelude::*;
use std::{
    fs::{self, File},
    io::{ErrorKind, Read},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{
    file::{self, WriteError},
    render::page::HAS_MODULES,
};

/// Whether `--force` was given: every file may be replaced.
static REPLACES_ALL: AtomicBool = AtomicBool::new(false);

/// Allows every existing file to be replaced.
pub fn replace_all() {
    REPLACES_ALL.store(true, Ordering::Relaxed);
}

/// The kind of an output file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FileContent {
    Solution,
    Distances,
    Tablebase,
    /// A picture, a puzzle, a table or the like.
    Plain,
    /// What this option writes: the ending of the file, one of these, names its format. A single
    /// ending may be left out.
    Named(&'static str, &'static [&'static str]),
}

/// The picture of `--plot`.
pub const PLOT: FileContent = FileContent::Named("--plot", &["svg"]);

impl FileContent {
    /// Returns the first bytes of such a file of this program.
    const fn mark(self) -> Option<&'static [u8]> {
        match self {
            FileContent::Solution => Some(b"HUARONG\0S"),
            FileContent::Distances => Some(b"HUARONG\0D"),
            FileContent::Tablebase => Some(b"HUARONGT"),
            FileContent::Plain | FileContent::Named(..) => None,
        }
    }
}

/// Whether nothing is there, or something else. A folder that cannot be looked at may be one.
fn is_no_folder(path: &Path) -> bool {
    match path.metadata() {
        Ok(found) => !found.is_dir(),
        Err(error) => matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory),
    }
}

/// Checks before a long search that its output can be written: the folder exists and is writable,
/// and no file of the user is in the way. A file may be replaced if it is empty, with `--force`, or
/// if this program wrote the same kind there and it is not one of the `inputs`.
pub fn check(path: &Path, content: FileContent, inputs: &[OsString]) -> Result {
    let shown = path.display();
    let error = if path == Path::new("-") {
        user_error!(
            "this output cannot go to standard output",
            "name a file; `./-` is a file called `-`"
        )
    } else if path.is_dir() {
        user_error!("`{shown}` is a folder", "name a file in it")
    } else if is_folder(path) {
        user_error!("there is no folder `{shown}`", "make the folder first")
    } else if path
        .parent()
        .is_some_and(|folder| folder != Path::new("") && is_no_folder(folder))
    {
        user_error!("there is no folder for `{shown}`", "make the folder first")
    } else if path.is_symlink() && !path.exists() {
        user_error!(
            "`{shown}` is a link to a file that does not exist",
            "remove the link, or name another file"
        )
    } else if inputs
        .iter()
        .any(|input| is_same_file(path, Path::new(input)))
        && !replaces_all()
    {
        user_error!(
            "`{shown}` is both input and output",
            "name another file, or give `--force` to replace it"
        )
    } else if content == FileContent::Solution && is_text(path) {
        user_error!(
            "a stored solution is binary, and `{shown}` names a text",
            "name it like `my.solution`; standard output is text, also with `--notation`"
        )
    } else if !may_be_replaced(path, content)? {
        user_error!(
            "`{shown}` already exists",
            "name another file, or give `--force` to replace it"
        )
    } else if let FileContent::Named(option, endings) = content
        && let ending = ending(path)
        && !(endings.contains(&&*ending) || ending.is_empty() && endings.len() == 1)
    {
        let names = joined(endings.iter().map(|it| format!("`.{it}`")), " or ");
        let other = path.with_extension(endings[0]);
        user_error!(
            "`{option}` writes a {names} file, and `{shown}` is named otherwise",
            format!("name it `{}`", other.display())
        )
    } else {
        return file::check_writable(path).map_err(|error| unwritable(path, &error));
    };
    Err(error.into())
}

/// Returns the ending of the name of a file, in small letters and without its dot.
pub fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match &*ending.to_lowercase() {
        "htm" => "html".to_owned(),
        ending => ending.to_owned(),
    }
}

/// Checks the outputs of a command like [`check`], and that they are different files.
pub fn check_all<'a, T: IntoIterator<Item = &'a PathBuf>>(
    outputs: impl IntoIterator<Item = (T, FileContent)>,
    inputs: &[OsString],
) -> Result {
    let mut checked: Vec<&Path> = Vec::new();
    for (paths, content) in outputs {
        for path in paths {
            check(path, content, inputs)?;
            if checked.iter().any(|other| is_same_place(other, path)) {
                let shown = path.display();
                refuse!(
                    "`{shown}` is named for two outputs",
                    "name another file for one of them"
                );
            }
            checked.push(path);
        }
    }
    Ok(())
}

pub fn replaces_all() -> bool {
    REPLACES_ALL.load(Ordering::Relaxed)
}

fn is_text(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ["txt", "text", "md", "csv", "json"]
        .iter()
        .any(|text| ending.eq_ignore_ascii_case(text))
}

fn may_be_replaced(path: &Path, content: FileContent) -> Result<bool> {
    let is_there = match path.metadata() {
        // Other files than regular ones are refused when they are written.
        Ok(metadata) => metadata.is_file() && metadata.len() > 0,
        Err(error) if error.kind() == ErrorKind::NotFound => false,
        Err(error) => return Err(unwritable(path, &error.into())),
    };
    let has_mark = |mark: &[u8]| {
        let mut first = vec![0; mark.len()];
        File::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok()) && first == mark
    };
    Ok(!is_there || replaces_all() || content.mark().is_some_and(has_mark))
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |path: &Path| path.metadata().map(|it| (it.dev(), it.ino()));
        matches!((identity(one), identity(other)), (Ok(one), Ok(other)) if one == other)
    }
    #[cfg(not(unix))]
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Whether two paths name the same file, which need not exist.
fn is_same_place(one: &Path, other: &Path) -> bool {
    let folder = |path: &Path| match path.parent() {
        Some(folder) if folder != Path::new("") => folder.canonicalize().ok(),
        _ => Path::new(".").canonicalize().ok(),
    };
    let is_same_name = one.file_name() == other.file_name() && folder(one) == folder(other);
    is_same_name || is_same_file(one, other)
}

/// Refuses to make a page of puzzles in a build without the modules that solve them in it.
pub fn check_modules() -> Result {
    if HAS_MODULES {
        return Ok(());
    }
    refuse!(
        "this build of huarong has no WebAssembly modules, which pages of puzzles need",
        "make them from source with `.ci/module`, and build huarong without \
                `HUARONG_WITHOUT_MODULES` in the environment"
    )
}

/// Whether a path means a folder: it is one, or ends in a slash.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Creates a folder and its parents if they are missing.
pub fn make_folder(folder: &Path) -> Result {
    let shown = folder.display();
    fs::create_dir_all(folder).map_err(|error| {
        user_error!(
            "cannot make the folder `{shown}`: {error}",
            "name a folder that you may write to"
        )
        .into()
    })
}

/// Writes a result to `path` atomically, like [`store_with`].
pub fn store(path: &Path, result: impl AsRef<[u8]>) -> Result {
    let result = result.as_ref();
    store_with(path, FileContent::Plain, |place| {
        if replaces_all() || place.exists() {
            file::write(place, result)
        } else {
            file::write_new(place, result)
        }
    })
}

/// Writes a result to `path`. If another program has created a file there since the [check](check),
/// the result gets the first free name beside it, and the error names it.
pub fn store_with(
    path: &Path,
    content: FileContent,
    write: impl Fn(&Path) -> Result<(), WriteError>,
) -> Result {
    let places = iter::once(path.to_owned()).chain((2..).map(|number| beside(path, number)));
    for place in places {
        if !may_be_replaced(&place, content)? {
            continue;
        }
        match write(&place) {
            Ok(()) if place == path => return Ok(()),
            Ok(()) => {
                let shown = path.display();
                let place = place.display();
                refuse!(
                    "another program has written `{shown}` meanwhile; the result is in `{place}`",
                    "rename one of the two files"
                );
            }
            // It has come up just now.
            Err(WriteError::Io(error)) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(unwritable(&place, &error)),
        }
    }
    unreachable!("there are names without end")
}

/// Replaces a file of this program.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result {
    file::write(path, content.as_ref()).map_err(|error| unwritable(path, &error))
}

/// Returns another name in the same folder: `plot-2.svg`.
fn beside(path: &Path, number: u32) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn unwritable(path: &Path, error: &WriteError) -> anyhow::Error {
    let help = match error {
        WriteError::NotAFile => {
            "name a file; standard output, where a command can write to it, is `-`"
        }
        _ => "check that you may write there, and that there is room",
    };
    let shown = path.display();
    user_error!("cannot write `{shown}`: {error}", help).into()
}
