//! Files: the old one is whole until the new one is; the one [container]; and files as memory.

pub mod container;
#[cfg(feature = "files")]
mod disk;
#[cfg(feature = "files")]
mod mapped;
#[cfg(not(feature = "files"))]
mod memory;
#[cfg(feature = "files")]
mod shared;

#[cfg(feature = "files")]
pub use disk::{
    TemporaryFolder, WriteError, check_writable, open, remove_unfinished, write, write_new,
};
#[cfg(feature = "files")]
pub(crate) use disk::{create, open_lock, remove_leftovers, sync_folder, write_with};
#[cfg(feature = "files")]
pub use mapped::MappedFile;
#[cfg(not(feature = "files"))]
pub(crate) use memory::AtomicTable;
#[cfg(feature = "files")]
pub use shared::{AtomicTable, AtomicWord};
