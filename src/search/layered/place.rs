//! Where the files of a search lie.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Names the file in what went wrong with it.
pub(super) fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The folder of a search. Each sweep has a folder in it with a file for each layer, and one for
/// the goals of each layer that has some; `runs` holds what is only wanted for a while.
#[derive(Debug)]
pub(super) struct Place {
    folder: PathBuf,
    runs: AtomicU64,
}

impl Place {
    pub(super) fn new(folder: &Path) -> Self {
        Place { folder: folder.to_owned(), runs: AtomicU64::new(0) }
    }

    /// Makes the folders for a sweep.
    pub(super) fn prepare(&self, sweep: u32) -> io::Result<()> {
        let folder = self.sweep(sweep);
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        self.clear_runs()
    }

    fn sweep(&self, sweep: u32) -> PathBuf {
        self.folder.join(format!("sweep-{sweep}"))
    }

    pub(super) fn layer(&self, sweep: u32, depth: usize) -> PathBuf {
        self.sweep(sweep).join(format!("layer-{depth:05}"))
    }

    pub(super) fn goals(&self, sweep: u32, depth: usize) -> PathBuf {
        self.sweep(sweep).join(format!("goals-{depth:05}"))
    }

    /// A name in `runs` that is not taken.
    pub(super) fn run(&self) -> PathBuf {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        self.folder.join("runs").join(number.to_string())
    }

    /// Empties `runs`.
    pub(super) fn clear_runs(&self) -> io::Result<()> {
        let folder = self.folder.join("runs");
        match fs::remove_dir_all(&folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(at(&folder)(error));
            }
            _ => {}
        }
        fs::create_dir_all(&folder).map_err(at(&folder))
    }
}
