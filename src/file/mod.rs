//! Atomic writes, the [container] of all stored files, and files as memory.

pub mod container;
#[cfg(feature = "files")]
mod disk;
#[cfg(feature = "files")]
mod mapped;
#[cfg(feature = "files")]
mod run_folder;

#[cfg(feature = "files")]
pub use disk::{
    TemporaryFolder, WriteError, check_writable, open, remove_unfinished, write, write_new,
};
#[cfg(feature = "files")]
pub(crate) use disk::{create, remove_leftovers, sync_folder, write_with};
#[cfg(feature = "files")]
pub use mapped::{AtomicTable, AtomicWord, MappedFile};
#[cfg(not(feature = "files"))]
pub use memory::AtomicTable;
#[cfg(not(feature = "files"))]
pub(crate) use memory::{create, open, write};
#[cfg(feature = "files")]
pub use run_folder::FolderError;
#[cfg(feature = "cluster")]
pub(crate) use run_folder::prepare;
#[cfg(feature = "files")]
pub(crate) use run_folder::{LAYERS, claim, lock_folder};

/// Name of the checkpoint in the folder of a run.
pub(crate) const CHECKPOINT: &str = "checkpoint";
/// Prefix of the names of lists of states in the folder of a count.
pub(crate) const LIST: &str = "step-";

/// Tables in memory, for builds without files.
#[cfg(not(feature = "files"))]
mod memory {
    use std::fs::File;
    use std::io;
    use std::ops::Deref;
    use std::path::Path;

    /// There is no file to open.
    pub fn open(_path: &Path) -> io::Result<File> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub use open as create;

    /// There is no file to write.
    pub fn write(_path: &Path, _bytes: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// A table of fixed length, all 0 at first.
    #[derive(Debug)]
    pub struct AtomicTable<T>(Vec<T>);

    impl<T: Default> AtomicTable<T> {
        /// Creates a table in memory.
        pub fn in_memory(words: usize) -> io::Result<Self> {
            let mut all = Vec::new();
            all.try_reserve_exact(words)
                .map_err(|_| io::ErrorKind::OutOfMemory)?;
            all.resize_with(words, T::default);
            Ok(AtomicTable(all))
        }

        /// Returns an error: this build has no files.
        pub fn in_file(_words: usize, _folder: &Path) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    impl<T> Deref for AtomicTable<T> {
        type Target = [T];

        fn deref(&self) -> &[T] {
            &self.0
        }
    }
}
