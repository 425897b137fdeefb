//! Atomic writes, the [container] of all stored files, and files as memory.

pub mod container;
mod disk;
#[cfg_attr(target_family = "wasm", path = "unmapped.rs")]
mod mapped;
mod run_folder;

pub use disk::{
    TemporaryFolder, WriteError, check_writable, open, remove_unfinished, write, write_new,
};
pub(crate) use disk::{create, sync_folder, write_with};
pub use mapped::{AtomicTable, AtomicWord, MappedFile};
pub use run_folder::FolderError;
pub(crate) use run_folder::{LAYERS, RunFolder, checkpoint_in};

/// Name of the checkpoint in the folder of a run.
pub(crate) const CHECKPOINT: &str = "checkpoint";
/// Prefix of the names of lists of states in the folder of a count.
pub(crate) const LIST: &str = "step-";
