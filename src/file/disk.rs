//! Atomic file writes: a file is replaced completely or not at all.

use std::{
    fs::{self, File, OpenOptions, Permissions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::{NamedTempFile, TempDir};
use thiserror::Error;

/// Prefix of the names of temporary files.
pub const PREFIX: &str = ".huarong-";

/// The reason why a file was not written. The old file is unchanged.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The path is not a regular file.
    #[error("it is not a regular file")]
    NotAFile,
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Checks that [`write()`] could write to `path`: the path is free or a regular file, and new files
/// can be created in its folder. It leaves no file there.
///
/// # Errors
/// The error of [`write()`].
pub fn check_writable(path: &Path) -> Result<(), WriteError> {
    let (place, _) = place_of(path)?;
    let (file, _unfinished) = new_file_in(&folder_of(&place))?;
    Ok(file.close()?)
}

/// Writes a file atomically: writes a temporary file beside it, syncs that to the disk and renames
/// it. Links are followed, and the permissions of a replaced file are kept.
///
/// # Errors
/// If the path is not a regular file, or cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    write_with(path, |file| file.write_all(bytes))
}

/// Writes a new file atomically, as [`write()`] does, but never replaces a file.
///
/// # Errors
/// An I/O error of the kind `AlreadyExists` if `path` exists; or the file cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let folder = folder_of(path);
    let (mut file, _unfinished) = new_file_in(&folder)?;
    // Errors of the file itself do not name it.
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        // Not every file system can tell whether the name is free and give it in one step.
        Err(failed) if failed.error.kind() != io::ErrorKind::AlreadyExists && is_free(path) => {
            failed.file.persist(path).map_err(|failed| failed.error)?;
        }
        persisted => _ = persisted.map_err(|failed| failed.error)?,
    }
    sync_folder(&folder);
    Ok(())
}

/// Whether the name is free. A dangling link takes it, too.
fn is_free(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Opens a regular file for reading. It refuses pipes and devices without waiting for them.
///
/// # Errors
/// If the file cannot be opened or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    open_regular(File::options().read(true), 0, path)
}

/// Creates or truncates a regular file for writing. It does not follow links.
pub fn create(path: &Path) -> io::Result<File> {
    open_regular(
        File::options().write(true).create(true).truncate(true),
        NO_LINK,
        path,
    )
}

/// Locks a folder by an empty file in it, which is created if needed; `None` if another process
/// holds the lock. It refuses anything else with that name and leaves it unchanged.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let lock = open_regular(
        File::options().read(true).write(true).create(true),
        NO_LINK,
        path,
    )?;
    let bytes = lock.metadata()?.len();
    if bytes > 0 {
        let why = format!("a lock is empty, and this file has {bytes} bytes");
        return Err(io::Error::other(why));
    }
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(unix)]
const NO_LINK: i32 = libc::O_NOFOLLOW;
#[cfg(not(unix))]
const NO_LINK: i32 = 0;

/// Opens a regular file with these options and flags, without waiting for pipes.
fn open_regular(options: &mut OpenOptions, flags: i32, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags | libc::O_NONBLOCK);
    let opened = options.open(path);
    let is_link = || flags != 0 && fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink());
    let is_regular = match &opened {
        Ok(file) => file.metadata()?.is_file(),
        Err(_) if is_link() => return Err(io::Error::other("it is a link, which is not followed")),
        Err(_) => fs::metadata(path).map_or(true, |it| it.is_file()),
    };
    if is_regular {
        opened
    } else {
        Err(io::Error::other("it is not a regular file"))
    }
}

/// Writes a file atomically from a stream, so that it need not fit into memory.
pub fn write_with(
    path: &Path,
    content: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), WriteError> {
    let (place, old) = place_of(path)?;
    Ok(replace(&place, content, old)?)
}

/// Resolves the links of a path, and returns the permissions of the existing file.
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
    let (mut file, _unfinished) = new_file_in(&folder)?;
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

/// Creates a temporary file with the permissions of ordinary files.
fn new_file_in(folder: &Path) -> io::Result<(NamedTempFile, TempPathGuard)> {
    // The library's own would be private, and its errors would name a file that nobody knows of.
    let create = |path: &Path| File::create_new(path);
    let make = || {
        tempfile::Builder::new()
            .prefix(PREFIX)
            .make_in(folder, create)
    };
    TempPathGuard::make(make, NamedTempFile::path)
}

/// A private temporary folder. It is removed when this value is dropped or the process ends.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
    _unfinished: TempPathGuard,
}

impl TemporaryFolder {
    /// Creates the folder.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new() -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        let builder = {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(Permissions::from_mode(0o700))
        };
        let make = || builder.prefix("huarong-").tempdir();
        let (folder, unfinished) = TempPathGuard::make(make, TempDir::path)?;
        Ok(TemporaryFolder {
            folder,
            _unfinished: unfinished,
        })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Temporary files and folders to remove if the process ends early.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Registers a temporary file or folder while this value lives.
#[derive(Debug)]
struct TempPathGuard(PathBuf);

impl TempPathGuard {
    /// Creates something and registers it. A process that ends meanwhile waits until it is
    /// registered.
    fn make<T>(
        make: impl FnOnce() -> io::Result<T>,
        path: impl FnOnce(&T) -> &Path,
    ) -> io::Result<(T, Self)> {
        let mut all = unfinished();
        let thing = make()?;
        let path = path(&thing).to_owned();
        all.push(path.clone());
        Ok((thing, TempPathGuard(path)))
    }
}

impl Drop for TempPathGuard {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Number of attempts to remove a folder that another thread still fills.
const REMOVALS: usize = 10;

/// Removes every temporary file of this process, before it ends abruptly.
pub fn remove_unfinished() {
    for path in unfinished().drain(..) {
        let remove = || fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
        // Another thread may still create files in a folder.
        let _ = (0..REMOVALS).try_for_each(|_| if remove().is_ok() { Err(()) } else { Ok(()) });
    }
}

/// Removes the files of a folder whose names begin with one of these prefixes.
pub fn remove_all(folder: &Path, prefixes: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = prefixes.iter().any(|prefix| name.starts_with(prefix));
        if is_ours && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Syncs a new name to the disk, if the system can do that.
pub fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_atomically_without_leftover_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        for text in ["a long first text", "second"] {
            write(&path, text.as_bytes()).expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn only_leftovers_of_killed_runs_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [".huarong-abc", "huarong-abc", ".other"] {
            fs::write(folder.path().join(name), "half").expect("it can be written");
        }
        remove_all(folder.path(), &[PREFIX]).expect("they can be removed");
        assert!(!folder.path().join(".huarong-abc").exists());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }

    #[test]
    fn a_new_file_does_not_replace_an_existing_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write_new(&path, b"first").expect("the name is free");
        let error = write_new(&path, b"second").expect_err("it is taken");
        assert!(matches!(error, WriteError::Io(it) if it.kind() == io::ErrorKind::AlreadyExists));
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "first");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_opened_and_a_lock_is_an_empty_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let [thesis, link, pipe, lock] =
            ["thesis", "link", "pipe", "lock"].map(|name| folder.path().join(name));
        fs::write(&thesis, "my thesis").expect("it can be written");
        std::os::unix::fs::symlink(&thesis, &link).expect("a link");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo runs").success());
        let why = |opened: io::Result<File>| opened.expect_err("it is refused").to_string();
        open(&link).expect("a link to a regular file is read");
        let locked = |path| super::lock(path).map(|lock| lock.expect("it is free"));
        for opened in [
            open(&pipe),
            create(&pipe),
            locked(&pipe),
            open(folder.path()),
        ] {
            assert_eq!(why(opened), "it is not a regular file");
        }
        for opened in [create(&link), locked(&link)] {
            assert_eq!(why(opened), "it is a link, which is not followed");
        }
        assert_eq!(
            why(locked(&thesis)),
            "a lock is empty, and this file has 9 bytes"
        );
        assert_eq!(
            fs::read_to_string(&thesis).expect("it is there"),
            "my thesis"
        );
        for _ in 0..2 {
            let held = locked(&lock).expect("it is made, and opened again");
            assert!(super::lock(&lock).expect("it is opened").is_none());
            drop(held);
        }
    }

    #[test]
    fn a_temporary_folder_is_private_and_is_removed() {
        let folder = TemporaryFolder::new().expect("a folder");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let metadata = fs::metadata(folder.path()).expect("it is there");
            assert_eq!(metadata.permissions().mode() & 0o777, 0o700);
        }
        let path = folder.path().to_owned();
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn folders_and_missing_folders_are_not_written_to() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(matches!(
            write(folder.path(), b""),
            Err(WriteError::NotAFile)
        ));
        let nowhere = folder.path().join("none/file");
        let error = write(&nowhere, b"").expect_err("there is no folder");
        assert!(matches!(error, WriteError::Io(_)));
        assert!(!error.to_string().contains(PREFIX), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_are_followed_and_permissions_preserved() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("our own file");
        symlink(&file, &link).expect("links are known here");
        write(&link, b"new").expect("it can be written");
        assert!(
            fs::symlink_metadata(&link)
                .expect("still there")
                .is_symlink()
        );
        assert_eq!(fs::read(&file).expect("it can be read"), b"new");
        let mode = fs::metadata(&file)
            .expect("still there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
    }

    #[test]
    fn checking_whether_a_file_is_writable_changes_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        check_writable(&path).expect("it can be written");
        assert!(!path.exists());
        fs::write(&path, "old").expect("it can be written");
        check_writable(&path).expect("it can be replaced");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
        assert!(matches!(
            check_writable(folder.path()),
            Err(WriteError::NotAFile)
        ));
        assert!(matches!(
            check_writable(&folder.path().join("none/file")),
            Err(WriteError::Io(_))
        ));
    }

    #[cfg(unix)]
    #[test]
    fn a_read_only_folder_is_detected() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), Permissions::from_mode(0o555)).expect("one's own");
        // Whoever may write everywhere, as root may, cannot see this.
        if File::create(folder.path().join("probe")).is_err() {
            let error = check_writable(&folder.path().join("file")).expect_err("it takes none");
            assert_eq!(error.to_string(), "Permission denied (os error 13)");
        }
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("one's own");
    }
}
