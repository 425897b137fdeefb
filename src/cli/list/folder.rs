//! The puzzles of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Listing;
use crate::cli::diagnostics::Complaint;
use crate::cli::input;

/// The puzzles of the files in a folder and the folders in it, and what is wrong with the others.
pub(super) fn read(folder: &Path) -> anyhow::Result<(Vec<Listing>, Vec<anyhow::Error>)> {
    let shown = folder.display().to_string();
    if folder.is_file() {
        let help = format!("`huarong show {shown}` shows a puzzle");
        return Err(Complaint::new(format!("`{shown}` is a file, not a folder"), help).into());
    }
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        match look_into(&folder) {
            Ok((inner, found)) => {
                folders.extend(inner);
                files.extend(found);
            }
            Err(error) => errors.push(input::unreadable(&folder.display().to_string(), &error)),
        }
    }
    files.sort();
    if files.is_empty() && errors.is_empty() {
        let help = "the files of puzzles end in `.txt`";
        return Err(Complaint::new(format!("there is no puzzle file in `{shown}`"), help).into());
    }
    let mut listings = Vec::new();
    for file in files {
        match input::read_file(&file) {
            Ok(sources) => {
                let (family, stem) = (family(folder, &file), stem(&file));
                let listing =
                    |source| Listing { family: family.clone(), stem: stem.clone(), source };
                listings.extend(sources.into_iter().map(listing));
            }
            Err(error) => errors.push(error),
        }
    }
    Ok((listings, errors))
}

/// The folders and the puzzle files in a folder; links to folders are not followed.
fn look_into(folder: &Path) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if entry.file_type()?.is_dir() && !hidden {
            folders.push(path);
        } else if path.extension().is_some_and(|ending| ending == "txt") && !hidden {
            files.push(path);
        }
    }
    Ok((folders, files))
}

/// The folder that a file lies in, as seen from `folder`; if that is this one, its own name.
fn family(folder: &Path, file: &Path) -> String {
    let home = file.parent().unwrap_or(folder);
    let inner = home.strip_prefix(folder).unwrap_or(home);
    if inner != Path::new("") {
        return inner.display().to_string();
    }
    // `.` and `..` have no name of their own.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    whole
        .file_name()
        .map_or_else(|| folder.display().to_string(), |name| name.display().to_string())
}

fn stem(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |stem| stem.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_is_the_folder_that_a_file_lies_in() {
        let of = |folder: &str, file: &str| family(Path::new(folder), Path::new(file));
        assert_eq!(of("/no/shelf", "/no/shelf/a.txt"), "shelf");
        assert_eq!(of("/no/shelf/", "/no/shelf/klotski/a.txt"), "klotski");
        assert_eq!(of("/no/shelf", "/no/shelf/b/c/a.txt"), "b/c");
        let here = std::env::current_dir().expect("there is one");
        let here = here.file_name().expect("it has a name").display().to_string();
        assert_eq!(of(".", "./a.txt"), here);
    }
}
