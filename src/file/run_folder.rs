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
    /// The folder holds no run.
    #[error("`{}` holds no run that could be resumed", .0.display())]
    Nothing(PathBuf),
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
    /// Returns the error of an action with this folder or a file in it.
    pub(crate) fn of(action: &'static str, path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| FolderError::Io {
            action,
            path: path.to_owned(),
            source,
        }
    }
}

/// Its message names the folder, too.
impl From<FolderError> for io::Error {
    fn from(error: FolderError) -> Self {
        let kind = match &error {
            FolderError::InUse(_) => io::ErrorKind::Other,
            FolderError::Taken(_) => io::ErrorKind::AlreadyExists,
            FolderError::OtherFiles(_) => io::ErrorKind::DirectoryNotEmpty,
            FolderError::Nothing(_) => io::ErrorKind::NotFound,
            FolderError::Io { source, .. } => {
                return io::Error::new(source.kind(), format!("{error}: {source}"));
            }
        };
        io::Error::new(kind, error)
    }
}

/// The folder of a run, locked against other processes until this value is dropped or the process
/// ends.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    /// Locked.
    _lock: File,
}

impl RunFolder {
    /// Makes or takes the folder of a new run, and removes the files of a run that was killed
    /// before its first checkpoint.
    pub fn create(path: &Path) -> Result<Self, FolderError> {
        prepare(path)?;
        let folder = RunFolder::locked(path, LOCK)?;
        let checkpoint = folder.checkpoint();
        let exists = checkpoint.try_exists();
        if exists.map_err(FolderError::of("read", &checkpoint))? {
            return Err(FolderError::Taken(path.to_owned()));
        }
        remove_all(path, &[PREFIX, LIST]).map_err(FolderError::of("clear", path))?;
        Ok(folder)
    }

    /// Opens the folder of a run of any kind.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        if checkpoint_in(path).exists() {
            RunFolder::locked(path, LOCK)
        } else {
            Err(FolderError::Nothing(path.to_owned()))
        }
    }

    /// Opens the folder of one process of a cluster, which may share it with process 0.
    #[cfg(feature = "cluster")]
    pub fn of_process(path: &Path, process: usize) -> Result<Self, FolderError> {
        prepare(path)?;
        RunFolder::locked(path, &format!("{LOCK}-{process}"))
    }

    fn locked(path: &Path, name: &str) -> Result<Self, FolderError> {
        let place = path.join(name);
        let lock = lock(&place).map_err(FolderError::of("lock", &place))?;
        Ok(RunFolder {
            path: path.to_owned(),
            _lock: lock.ok_or_else(|| FolderError::InUse(path.to_owned()))?,
        })
    }

    /// Removes unfinished files of a run that was killed. Call it after the checkpoint was read,
    /// which shows that the folder holds a run.
    pub fn clear(&self) -> Result<(), FolderError> {
        remove_all(&self.path, &[PREFIX]).map_err(FolderError::of("clear", &self.path))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path for the files of an engine.
    pub fn layers(&self) -> PathBuf {
        self.path.join(LAYERS)
    }

    /// Returns the path of the checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        checkpoint_in(&self.path)
    }
}

/// Returns the path of the checkpoint in a folder.
pub fn checkpoint_in(folder: &Path) -> PathBuf {
    folder.join(CHECKPOINT)
}

/// Makes a folder, and refuses one with files that no run has written.
fn prepare(folder: &Path) -> Result<(), FolderError> {
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
            RunFolder::create(folder.path()).expect("it holds nothing else");
            assert_eq!(names(folder.path()), ["lock"], "{left:?}");
        }
        let new = folder_with(&[]);
        RunFolder::create(&new.path().join("a/b")).expect("it is made");
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
            let error = RunFolder::create(folder.path()).expect_err("it holds other files");
            assert!(
                matches!(error, FolderError::OtherFiles(_)),
                "{left:?}: {error}"
            );
            assert_eq!(names(folder.path()), left, "{left:?}");
        }
        let folder = folder_with(&["checkpoint", "lock", ".huarong-x"]);
        let error = RunFolder::create(folder.path()).expect_err("it holds a run");
        assert!(matches!(error, FolderError::Taken(_)), "{error}");
        assert_eq!(names(folder.path()), [".huarong-x", "checkpoint", "lock"]);
    }
}
