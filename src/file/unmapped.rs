//! Tables in memory, for WebAssembly, which maps no files.

use std::{
    fs, io,
    ops::Deref,
    path::Path,
    sync::atomic::{AtomicU8, AtomicU32, AtomicU64},
};

/// The bytes of a file.
#[derive(Debug)]
pub struct MappedFile(Vec<u8>);

impl MappedFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(MappedFile(fs::read(path)?))
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// An atomic word of an [`AtomicTable`].
pub trait AtomicWord: Default {}

impl AtomicWord for AtomicU8 {}
impl AtomicWord for AtomicU32 {}
impl AtomicWord for AtomicU64 {}

/// A table of fixed length, all 0 at first.
#[derive(Debug)]
pub struct AtomicTable<T>(Vec<T>);

impl<T: AtomicWord> AtomicTable<T> {
    /// Creates a table in memory.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn in_memory(words: usize) -> io::Result<Self> {
        let mut all = Vec::new();
        all.try_reserve_exact(words)
            .map_err(|_| io::ErrorKind::OutOfMemory)?;
        all.resize_with(words, T::default);
        Ok(AtomicTable(all))
    }

    /// Returns an error: WebAssembly has no files.
    ///
    /// # Errors
    /// Always.
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
