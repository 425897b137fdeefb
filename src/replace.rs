//! Files that are written at once or not at all: the old one is whole until the new one is.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a file is not in its place.
#[derive(Error, Debug)]
pub enum ReplaceError {
    /// The place is taken by something that is no file, and is not going to be replaced.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// The file cannot be written.
    #[error("cannot write {}", .path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
}

/// Puts a file with these bytes at `path`: writes it beside its place, has it on the disk, and only
/// then gives it its name. If anything fails, what was there before is there still. A link is
/// followed; a file that is replaced hands its permissions on.
///
/// # Errors
/// Where the place is no regular file, or it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), ReplaceError> {
    let failed = |source| ReplaceError::Io { path: path.to_owned(), source };
    let old = match fs::metadata(path) {
        Ok(old) if !old.is_file() => return Err(ReplaceError::NotAFile(path.to_owned())),
        Ok(old) => Some(old.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    let place = if old.is_some() { fs::canonicalize(path).map_err(failed)? } else { path.into() };
    put(&place, bytes, old).map_err(failed)
}

fn put(path: &Path, bytes: &[u8], old: Option<Permissions>) -> io::Result<()> {
    let folder = folder_of(path);
    let mut file = new_file_in(&folder)?;
    file.write_all(bytes)?;
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
    builder.prefix(".huarong-").tempfile_in(folder)
}

/// Has the new name itself on the disk. Not every system can do that; the file is in place anyhow.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_replaced_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        for bytes in [b"longer than the next", &b"new"[..]] {
            replace(&path, bytes).expect("it can be written");
            assert_eq!(fs::read(&path).expect("it can be read"), bytes);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_place_that_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = replace(folder.path(), b"new").expect_err("a folder");
        assert!(matches!(error, ReplaceError::NotAFile(_)), "{error}");
        let nowhere = folder.path().join("none").join("file");
        let error = replace(&nowhere, b"new").expect_err("no such folder");
        assert_eq!(error.to_string(), format!("cannot write {}", nowhere.display()));
        assert!(std::error::Error::source(&error).is_some());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_not_replaced() {
        let error = replace(Path::new("/dev/null"), b"new").expect_err("a device");
        assert!(matches!(error, ReplaceError::NotAFile(_)), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").expect("it can be written");
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("our own file");
        symlink(&file, &link).expect("links are known here");
        replace(&link, b"new").expect("it can be written");
        assert!(fs::symlink_metadata(&link).expect("still there").is_symlink());
        assert_eq!(fs::read(&file).expect("it can be read"), b"new");
        let mode = fs::metadata(&file).expect("still there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}
