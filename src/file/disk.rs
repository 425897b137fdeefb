//! Files are written whole or not at all: the old one stands until the new one does.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use thiserror::Error;

/// How the names of files begin that are not in their places yet.
const PREFIX: &str = ".huarong-";

/// Why a file was not written. What was there before is there still.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// There is something at that place that is no regular file.
    #[error("it is not a regular file")]
    NotAFile,
    /// It cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Finds out whether [`write()`] could put a file at `path`: there is none or a regular one, and its
/// folder takes a new file. Leaves nothing there.
///
/// # Errors
/// What [`write()`] would fail with.
pub fn check_writable(path: &Path) -> Result<(), WriteError> {
    let (place, _) = place_of(path)?;
    let file = new_file_in(&folder_of(&place))?;
    let _unfinished = Unfinished::new(file.path());
    Ok(file.close()?)
}

/// Puts a file with these bytes at `path`, at once or not at all: writes it beside its place, has
/// it on the disk, and only then gives it its name. A link is followed; a file that is replaced
/// hands its permissions on.
///
/// # Errors
/// Where the place is no regular file, or it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_with(path, |file| file.write_all(bytes))
}

/// The same with whatever `content` writes, which need never be in memory as a whole.
pub(crate) fn write_with(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), WriteError> {
    let (place, old) = place_of(path)?;
    Ok(replace(&place, content, old)?)
}

/// Where a file at this path lies, and the permissions of the one that is there.
fn place_of(path: &Path) -> Result<(PathBuf, Option<Permissions>), WriteError> {
    match fs::metadata(path) {
        Ok(old) if !old.is_file() => Err(WriteError::NotAFile),
        Ok(old) => Ok((fs::canonicalize(path)?, Some(old.permissions()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((path.into(), None)),
        Err(error) => Err(error.into()),
    }
}

fn replace(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
    old: Option<Permissions>,
) -> io::Result<()> {
    let folder = folder_of(path);
    let mut file = new_file_in(&folder)?;
    let _unfinished = Unfinished::new(file.path());
    content(file.as_file_mut())?;
    if let Some(permissions) = old {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(&folder);
    Ok(())
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A temporary file that, once it has its name, is as readable as any other.
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt;
        // The user's mask takes off what it should.
        builder.permissions(Permissions::from_mode(0o666))
    };
    // The error would name a file that nobody knows of.
    builder.prefix(PREFIX).tempfile_in(folder).map_err(|error| error.kind().into())
}

/// What has to be removed if the process ends before it is done with it.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file or folder that is temporary as long as this value lives.
pub(crate) struct Unfinished(PathBuf);

impl Unfinished {
    pub(crate) fn new(path: &Path) -> Self {
        unfinished().push(path.to_owned());
        Unfinished(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every temporary file of this process: for one that is to end at once, in whatever its
/// threads are.
pub fn remove_unfinished() {
    for path in unfinished().drain(..) {
        // Another thread may still be at work in a folder; what it leaves is not worth waiting for.
        let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    }
}

/// Removes from a folder that is one's own what runs that were killed while they wrote have left.
pub(crate) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(PREFIX) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Has the new name itself on the disk. Not every system can do that; the file is in place anyhow.
pub(crate) fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        for text in ["a long first text", "second"] {
            write(&path, text.as_bytes()).expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn what_a_killed_run_has_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [".huarong-abc", "huarong-abc", ".other"] {
            fs::write(folder.path().join(name), "half").expect("it can be written");
        }
        remove_leftovers(folder.path()).expect("they can be removed");
        assert!(!folder.path().join(".huarong-abc").exists());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }

    #[test]
    fn what_is_no_file_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(matches!(write(folder.path(), b""), Err(WriteError::NotAFile)));
        let nowhere = folder.path().join("none/file");
        let error = write(&nowhere, b"").expect_err("there is no folder");
        assert!(matches!(error, WriteError::Io(_)));
        assert!(!error.to_string().contains(PREFIX), "{error}");
    }

    #[test]
    fn what_is_checked_is_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        check_writable(&path).expect("it can be written");
        assert!(!path.exists());
        fs::write(&path, "old").expect("it can be written");
        check_writable(&path).expect("it can be replaced");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        assert!(matches!(check_writable(folder.path()), Err(WriteError::NotAFile)));
        assert!(matches!(check_writable(&folder.path().join("none/file")), Err(WriteError::Io(_))));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_takes_no_file_is_found_out() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).expect("one's own");
        // Whoever may write everywhere, as root may, cannot see this.
        if File::create(folder.path().join("probe")).is_err() {
            let error = check_writable(&folder.path().join("file")).expect_err("it takes none");
            assert_eq!(error.to_string(), "permission denied");
        }
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("one's own");
    }
}
