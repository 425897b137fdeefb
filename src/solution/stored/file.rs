//! Solutions in files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::{MAX_BYTES, Stored, StoredError, decode, encode, to_u64};
use crate::replace::{ReplaceError, replace};

/// Stores a solution at `path`, as [`replace`] does: at once or not at all.
///
/// # Errors
/// Where the solution is too large, the place is no regular file, or it cannot be written.
pub fn write_file(path: &Path, stored: &Stored) -> Result<(), StoredError> {
    replace(path, &encode(stored)?).map_err(|error| match error {
        ReplaceError::NotAFile(path) => StoredError::NotAFile(path),
        ReplaceError::Io { path, source } => StoredError::Io { action: "write", path, source },
    })
}

/// Reads a stored solution.
///
/// # Errors
/// Where the file cannot be read or is not a solution; it reads no more than [`MAX_BYTES`].
pub fn read_file(path: &Path) -> Result<Stored, StoredError> {
    let failed = |source| StoredError::Io { action: "read", path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(to_u64(MAX_BYTES) + 1).read_to_end(&mut bytes).map_err(failed)?;
    decode(&bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::solution::Solution;

    fn sample(states: u64) -> Stored {
        Stored {
            puzzle: String::new(),
            solution: Solution::default(),
            proven: false,
            algorithm: String::new(),
            states,
        }
    }

    /// The names of the files in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("a file").file_name().display().to_string()).collect()
    }

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("solution.huarong");
        for states in [1, 2] {
            write_file(&path, &sample(states)).expect("it can be written");
            assert_eq!(read_file(&path).expect("it can be read"), sample(states));
        }
        assert_eq!(names(folder.path()), ["solution.huarong"]);
    }

    #[test]
    fn a_failure_leaves_the_old_file_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("solution.huarong");
        write_file(&path, &sample(1)).expect("it can be written");
        let huge = Stored { puzzle: "A".repeat(MAX_BYTES), ..sample(2) };
        assert!(matches!(write_file(&path, &huge), Err(StoredError::TooLarge { .. })));
        assert_eq!(read_file(&path).expect("it can be read"), sample(1));
        assert_eq!(names(folder.path()), ["solution.huarong"]);
    }

    #[test]
    fn a_place_that_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = write_file(folder.path(), &sample(1)).expect_err("a folder");
        assert!(matches!(error, StoredError::NotAFile(_)), "{error}");
        assert!(matches!(read_file(folder.path()), Err(StoredError::Io { .. })));
        let nowhere = folder.path().join("none").join("solution");
        let error = write_file(&nowhere, &sample(1)).expect_err("no such folder");
        assert_eq!(error.to_string(), format!("cannot write {}", nowhere.display()));
        assert!(std::error::Error::source(&error).is_some());
    }
}
