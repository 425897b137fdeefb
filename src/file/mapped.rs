//! Files as memory: read-only maps, and tables that threads share.
//!
//! This module and its atomic words are the only library code for whose safety the compiler has to
//! trust us.

use std::{
    fs::File,
    io::{self, Write},
    marker::PhantomData,
    ops::Deref,
    path::Path,
    sync::atomic::{AtomicU8, AtomicU32, AtomicU64},
};

use memmap2::{Mmap, MmapMut, MmapOptions};

/// A read-only memory map of a file.
///
/// This crate never changes files in place: [`write`](super::write) puts a new file where the old
/// one was, and a map keeps the old one. Another program may overwrite the file. Its bytes then
/// change while they are read. So an earlier check proves nothing: read each byte once, and let no
/// index or loop depend on two bytes that agree. If another program truncates the file, reading
/// behind the new end ends this program, as with any mapped file.
#[derive(Debug)]
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a regular file.
    ///
    /// # Errors
    /// If the file is missing, or cannot be read or mapped.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(MappedFile(map(&super::open(path)?)?))
    }
}

#[expect(
    unsafe_code,
    reason = "a mapped file is memory that others may write to"
)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: The map is private to `MappedFile` and read only, and it keeps the file alive. Any
    // byte is a valid `u8`, so bytes that another program changes are wrong answers at worst, which
    // the documentation of `MappedFile` asks its users to be ready for.
    unsafe { Mmap::map(file) }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// An atomic word of which any bits are a value. [`AtomicTable`] returns such words from memory
/// that the system has filled, so no other type may implement it.
pub trait AtomicWord: private::Sealed {}

impl AtomicWord for AtomicU8 {}
impl AtomicWord for AtomicU32 {}
impl AtomicWord for AtomicU64 {}

mod private {
    use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64};

    /// One, four and eight bytes without padding, any bits of which are a value.
    pub trait Sealed {}
    impl Sealed for AtomicU8 {}
    impl Sealed for AtomicU32 {}
    impl Sealed for AtomicU64 {}
}

/// A table of fixed length that threads share, all 0 at first.
///
/// In memory, a page takes no space until it is written. In a file, the table takes as much memory
/// as the system has to spare. The file has no name, so that it disappears with the process.
#[derive(Debug)]
pub struct AtomicTable<T> {
    map: MmapMut,
    words: PhantomData<T>,
}

/// Number of bytes that are written at a time.
const AT_ONCE: usize = 1 << 20;

impl<T: AtomicWord> AtomicTable<T> {
    /// Creates a table in memory.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn in_memory(words: usize) -> io::Result<Self> {
        let map = MmapOptions::new().len(bytes::<T>(words)?).map_anon()?;
        // Large pages speed up random access. They are not required.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(AtomicTable {
            map,
            words: PhantomData,
        })
    }

    /// Creates a table in a file of this folder. The file gets its full length at once, so that the
    /// disk cannot be full later.
    ///
    /// # Errors
    /// If the file cannot be created or written.
    pub fn in_file(words: usize, folder: &Path) -> io::Result<Self> {
        let bytes = bytes::<T>(words)?;
        let mut file = tempfile::tempfile_in(folder)?;
        let zeros = vec![0; AT_ONCE.min(bytes)];
        let mut left = bytes;
        while left > 0 {
            let length = left.min(AT_ONCE);
            file.write_all(&zeros[..length])?;
            left -= length;
        }
        Ok(AtomicTable {
            map: map_mut(&file)?,
            words: PhantomData,
        })
    }
}

/// Returns the bytes of the words, at least one, as an empty map is an error.
fn bytes<T>(words: usize) -> io::Result<usize> {
    let bytes = words.max(1).checked_mul(size_of::<T>());
    bytes
        .filter(|&bytes| isize::try_from(bytes).is_ok())
        .ok_or(io::ErrorKind::OutOfMemory.into())
}

#[expect(unsafe_code, reason = "a mapped file is memory")]
fn map_mut(file: &File) -> io::Result<MmapMut> {
    // SAFETY: The file was made just now and has no name, so no one else has it; the map keeps it.
    unsafe { MmapMut::map_mut(file) }
}

impl<T: AtomicWord> Deref for AtomicTable<T> {
    type Target = [T];

    #[inline(always)]
    #[expect(unsafe_code, reason = "bytes that are seen as words")]
    fn deref(&self) -> &[T] {
        let words = self.map.len() / size_of::<T>();
        // SAFETY: The map is as long as that, begins at a page, and lives as long as `self`. Any
        // bits of it are a `T`, which may be written to through a shared reference. No one else
        // looks at the map: it is private to `self`, and `&self` gives out nothing but words.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast::<T>(), words) }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, sync::atomic::Ordering::Relaxed, thread};

    use super::*;
    #[cfg(not(windows))]
    use crate::file::write;

    /// Windows refuses to replace a file that is mapped.
    #[cfg(not(windows))]
    #[test]
    fn a_mapped_file_keeps_its_bytes_if_the_file_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write(&path, b"first").expect("it can be written");
        let first = MappedFile::open(&path).expect("it is there");
        write(&path, b"second, and longer").expect("it can be replaced");
        assert_eq!(&first[..], b"first");
        assert_eq!(
            &MappedFile::open(&path).expect("it is there")[..],
            b"second, and longer"
        );
    }

    #[test]
    fn an_empty_file_is_mapped_and_a_folder_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, b"").expect("it can be written");
        assert_eq!(MappedFile::open(&path).expect("it is there").len(), 0);
        assert!(MappedFile::open(folder.path()).is_err());
        assert!(MappedFile::open(&folder.path().join("none")).is_err());
    }

    fn hold_what_is_written(words: &AtomicTable<AtomicU64>, narrow: &AtomicTable<AtomicU32>) {
        assert_eq!((words.len(), narrow.len()), (10_000, 3));
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        thread::scope(|scope| {
            for bit in 0..4 {
                scope.spawn(move || {
                    words
                        .iter()
                        .for_each(|word| _ = word.fetch_or(1 << (16 * bit), Relaxed));
                    narrow[2].fetch_add(1, Relaxed);
                });
            }
        });
        assert!(
            words
                .iter()
                .all(|word| word.load(Relaxed) == 0x0001_0001_0001_0001)
        );
        assert_eq!(narrow[2].load(Relaxed), 4);
    }

    #[test]
    fn atomic_tables_store_concurrent_writes_and_leave_no_files() {
        let words = AtomicTable::in_memory(10_000).expect("there is room");
        hold_what_is_written(&words, &AtomicTable::in_memory(3).expect("there is room"));
        let folder = tempfile::tempdir().expect("a folder");
        let words = AtomicTable::in_file(10_000, folder.path()).expect("it can be written");
        hold_what_is_written(
            &words,
            &AtomicTable::in_file(3, folder.path()).expect("so can it"),
        );
        if cfg!(windows) {
            // The file is removed when it is closed.
            drop(words);
        }
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    }

    #[test]
    fn more_than_any_memory_holds_is_an_error() {
        assert!(AtomicTable::<AtomicU64>::in_memory(usize::MAX / 8).is_err());
        assert!(AtomicTable::<AtomicU64>::in_memory(usize::MAX / 2).is_err());
        assert!(AtomicTable::<AtomicU32>::in_file(8, Path::new("no such folder")).is_err());
        assert_eq!(
            AtomicTable::<AtomicU32>::in_memory(0)
                .expect("nothing is little")
                .len(),
            1
        );
    }
}
