//! Where the files of a search lie.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Names the file in what went wrong with it.
pub(in crate::search) fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The folder of a search. Each sweep has a folder in it with a file for each layer, and one for
/// the goals of each layer that has some; `runs` holds what is only wanted for a while.
#[derive(Debug)]
pub(in crate::search) struct SearchDir {
    folder: PathBuf,
    /// The folder for what is only wanted for a while.
    runs: PathBuf,
    next_run: AtomicU64,
}

impl SearchDir {
    pub(in crate::search) fn new(folder: &Path) -> Self {
        let (folder, runs) = (folder.to_owned(), folder.join("runs"));
        SearchDir { folder, runs, next_run: AtomicU64::new(0) }
    }

    /// The same for one of several workers that may have the folder in common.
    #[cfg(feature = "cluster")]
    pub(in crate::search) fn of_worker(folder: &Path, worker: u64) -> Self {
        SearchDir { runs: folder.join(format!("runs-{worker}")), ..SearchDir::new(folder) }
    }

    /// Makes the folders for a sweep.
    pub(in crate::search) fn prepare(&self, sweep: u32) -> io::Result<()> {
        let folder = self.sweep(sweep);
        fs::create_dir_all(&folder).map_err(at(&folder))?;
        self.clear_runs()
    }

    fn sweep(&self, sweep: u32) -> PathBuf {
        self.folder.join(format!("sweep-{sweep}"))
    }

    pub(in crate::search) fn layer(&self, sweep: u32, depth: usize) -> PathBuf {
        self.sweep(sweep).join(format!("layer-{depth:05}"))
    }

    pub(in crate::search) fn goals(&self, sweep: u32, depth: usize) -> PathBuf {
        self.sweep(sweep).join(format!("goals-{depth:05}"))
    }

    /// A part of a layer: the shards that `row` names.
    #[cfg(feature = "cluster")]
    pub(in crate::search) fn part(&self, sweep: u32, depth: usize, row: &str) -> PathBuf {
        self.layer(sweep, depth).with_extension(row)
    }

    /// The goals of a part of a layer.
    #[cfg(feature = "cluster")]
    pub(in crate::search) fn part_goals(&self, sweep: u32, depth: usize, row: &str) -> PathBuf {
        self.goals(sweep, depth).with_extension(row)
    }

    /// Deletes all parts of layers from this one on, which others that have the folder in common
    /// may be doing too.
    #[cfg(feature = "cluster")]
    pub(in crate::search) fn remove_layers_from(&self, sweep: u32, depth: usize) -> io::Result<()> {
        let folder = self.sweep(sweep);
        let least = |kind: &str| format!("{kind}-{depth:05}");
        for file in fs::read_dir(&folder).map_err(at(&folder))? {
            let path = file.map_err(at(&folder))?.path();
            let name =
                path.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
            let is_beyond = |kind: &str| name.starts_with(kind) && *name >= *least(kind);
            if is_beyond("layer") || is_beyond("goals") {
                unless_gone(fs::remove_file(&path)).map_err(at(&path))?;
            }
        }
        Ok(())
    }

    /// A name in `runs` that is not taken.
    pub(in crate::search) fn run(&self) -> PathBuf {
        let number = self.next_run.fetch_add(1, Ordering::Relaxed);
        self.runs.join(number.to_string())
    }

    /// Empties `runs`.
    pub(in crate::search) fn clear_runs(&self) -> io::Result<()> {
        self.remove_runs()?;
        fs::create_dir_all(&self.runs).map_err(at(&self.runs))
    }

    /// Deletes `runs`.
    pub(in crate::search) fn remove_runs(&self) -> io::Result<()> {
        unless_gone(fs::remove_dir_all(&self.runs)).map_err(at(&self.runs))
    }
}

/// What is gone need not be removed.
fn unless_gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
