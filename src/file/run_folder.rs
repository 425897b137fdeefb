//! Folders of saved runs. A folder serves one run, and one process at a time.
//!
//! A new run takes a new or empty folder, or one that a run left before its first checkpoint. A
//! folder with anything else in it stays unchanged.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{
    CHECKPOINT, LIST,
    disk::{PREFIX, lock, remove_all},
};

/// Name of the folder for the layers of an engine.
pub const LAYERS: &str = "layers";
/// Prefix of the names of locks.
const LOCK: &str = "lock";

/// The reason why a run cannot use a folder.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum FolderError {
    /// Another process uses the folder.
    #[error("`{}` is in use by another huarong process", .0.display())]
    InUse(PathBuf),
    /// The folder holds a run already.
    #[error("`{}` already holds a run", .0.display())]
    Taken(PathBuf),
    /// The folder holds files that no run has written.
    #[error("`{}` holds other files, not a run", .0.display())]
    OtherFiles(PathBuf),
    /// The folder cannot be used.
    #[error("cannot {action} `{}`", .path.display())]
    Io {
        /// The action: `make`.
        action: &'static str,
        /// The folder or a file in it.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl FolderError {
    fn of(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| FolderError::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }
}

/// Makes or takes the folder of a new run, locks it, and removes the files of a run that was killed
/// before its first checkpoint.
pub fn claim(folder: &Path) -> Result<File, FolderError> {
    prepare(folder)?;
    let lock = lock_folder(folder, LOCK)?;
    let checkpoint = folder.join(CHECKPOINT);
    if checkpoint
        .try_exists()
        .map_err(FolderError::of("read", &checkpoint))?
    {
        return Err(FolderError::Taken(folder.to_owned()));
    }
    remove_all(folder, &[PREFIX, LIST]).map_err(FolderError::of("clear", folder))?;
    Ok(lock)
}

/// Makes a folder, and refuses one with files that no run has written.
pub fn prepare(folder: &Path) -> Result<(), FolderError> {
    fs::create_dir_all(folder).map_err(FolderError::of("make", folder))?;
    let names: Vec<String> = fs::read_dir(folder)
        .and_then(|entries| {
            entries
                .map(|it| Ok(it?.file_name().to_string_lossy().into_owned()))
                .collect()
        })
        .map_err(FolderError::of("read", folder))?;
    let is_ours = |name: &String| {
        [CHECKPOINT, LAYERS].contains(&&**name)
            || [LOCK, LIST, PREFIX]
                .iter()
                .any(|prefix| name.starts_with(prefix))
    };
    // A run makes its lock first.
    let is_run = || names.iter().any(|name| name.starts_with(LOCK));
    if names.is_empty() || names.iter().all(is_ours) && is_run() {
        Ok(())
    } else {
        Err(FolderError::OtherFiles(folder.to_owned()))
    }
}

/// Locks the folder of a run by a file of this name.
pub fn lock_folder(folder: &Path, name: &str) -> Result<File, FolderError> {
    let place = folder.join(name);
    lock(&place)
        .map_err(FolderError::of("lock", &place))?
        .ok_or_else(|| FolderError::InUse(folder.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for name in names {
            fs::write(folder.path().join(name), "").expect("it can be written");
        }
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let name = |it: io::Result<fs::DirEntry>| it.expect("an entry").file_name();
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|it| name(it).into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_run_accepts_empty_folders_and_leftovers_of_killed_runs() {
        for left in [
            &[][..],
            &["lock"],
            &["lock", "step-0-0", "step-0-1", ".huarong-x"],
        ] {
            let folder = folder_with(left);
            claim(folder.path()).expect("it holds nothing else");
            assert_eq!(names(folder.path()), ["lock"], "{left:?}");
        }
        let new = folder_with(&[]);
        claim(&new.path().join("a/b")).expect("it is made");
    }

    #[test]
    fn a_new_run_refuses_and_does_not_change_other_folders() {
        for left in [
            &["thesis.txt"][..],
            &["lock", "thesis.txt"],
            &["step-1"],
            &[".huarong-x"],
            &["checkpoint"],
        ] {
            let folder = folder_with(left);
            let error = claim(folder.path()).expect_err("it holds other files");
            assert!(
                matches!(error, FolderError::OtherFiles(_)),
                "{left:?}: {error}"
            );
            assert_eq!(names(folder.path()), left, "{left:?}");
        }
        let folder = folder_with(&["checkpoint", "lock", ".huarong-x"]);
        let error = claim(folder.path()).expect_err("it holds a run");
        assert!(matches!(error, FolderError::Taken(_)), "{error}");
        assert_eq!(names(folder.path()), [".huarong-x", "checkpoint", "lock"]);
    }
}
