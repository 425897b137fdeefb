//! The folder of a run.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::file::{self, SavedEngine};
use super::record::{Checkpoint, CheckpointError};
use crate::file::remove_leftovers;
use crate::search::layers::LayerSearch;

/// A folder that no other process works in: it has a lock as long as this value lives, or the
/// process, however it ends.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    path: PathBuf,
    /// Locked.
    _lock: File,
}

impl WorkFolder {
    /// The folder for a new run; it is made where there is none.
    pub(crate) fn create(path: &Path) -> Result<Self, CheckpointError> {
        fs::create_dir_all(path).map_err(failed("make", path))?;
        let folder = WorkFolder::lock(path)?;
        if folder.checkpoint().exists() {
            return Err(CheckpointError::Taken(path.to_owned()));
        }
        Ok(folder)
    }

    /// The folder of a run that goes on, with its last checkpoint.
    pub(crate) fn resume(path: &Path) -> Result<(Self, Checkpoint, SavedEngine), CheckpointError> {
        let nothing = || CheckpointError::Nothing(path.to_owned());
        if !path.join(CHECKPOINT).exists() {
            return Err(nothing());
        }
        let folder = WorkFolder::lock(path)?;
        let (checkpoint, engine) = file::read(&folder.checkpoint())?.ok_or_else(nothing)?;
        Ok((folder, checkpoint, engine))
    }

    fn lock(path: &Path) -> Result<Self, CheckpointError> {
        let place = path.join("lock");
        let lock = File::create(&place).map_err(failed("write", &place))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CheckpointError::InUse(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(failed("lock", &place)(error)),
        }
        remove_leftovers(path).map_err(failed("clear", path))?;
        Ok(WorkFolder { path: path.to_owned(), _lock: lock })
    }

    /// The folder itself, for files without a name.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where an engine may keep files of its own.
    pub(crate) fn layers(&self) -> PathBuf {
        self.path.join("layers")
    }

    /// Replaces the checkpoint.
    pub(crate) fn write(
        &self,
        checkpoint: &Checkpoint,
        engine: &mut dyn LayerSearch,
    ) -> Result<(), CheckpointError> {
        file::write(&self.checkpoint(), checkpoint, engine)
    }

    fn checkpoint(&self) -> PathBuf {
        self.path.join(CHECKPOINT)
    }
}

const CHECKPOINT: &str = "checkpoint";

fn failed(action: &'static str, path: &Path) -> impl Fn(io::Error) -> CheckpointError {
    move |source| CheckpointError::Io { action, path: path.to_owned(), source }
}
