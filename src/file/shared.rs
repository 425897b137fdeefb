//! Large tables that threads share: in memory, or in a file where there is not so much of it.

use std::fs::File;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64};

use memmap2::{MmapMut, MmapOptions};

/// A word that several threads may write to, any bits of which are a value.
///
/// No others may be: [`AtomicTable`] gives them out of memory that the system has filled.
pub trait AtomicWord: private::Sealed {}

impl AtomicWord for AtomicU32 {}
impl AtomicWord for AtomicU64 {}

mod private {
    use std::sync::atomic::{AtomicU32, AtomicU64};

    /// Four and eight bytes without padding, any bits of which are a value.
    pub trait Sealed {}
    impl Sealed for AtomicU32 {}
    impl Sealed for AtomicU64 {}
}

/// Words of a number that is known from the beginning, all 0 at first.
///
/// In memory they take none until they are written to. In a file they take no more memory than the
/// system has to spare; the file has no name, so that it goes with the process, whatever ends it.
#[derive(Debug)]
pub struct AtomicTable<T> {
    map: MmapMut,
    words: PhantomData<T>,
}

/// Bytes that are written to a file at a time.
const AT_ONCE: usize = 1 << 20;

impl<T: AtomicWord> AtomicTable<T> {
    /// That many words in memory.
    ///
    /// # Errors
    /// Where there is not so much memory.
    pub fn in_memory(words: usize) -> io::Result<Self> {
        let map = MmapOptions::new().len(bytes::<T>(words)?).map_anon()?;
        // For look-ups at random, large pages spare walks through page tables. It goes without.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(AtomicTable { map, words: PhantomData })
    }

    /// That many words in a file of this folder, which is as long at once: the disk cannot turn out
    /// to be full later.
    ///
    /// # Errors
    /// Where the file cannot be made or written.
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
        Ok(AtomicTable { map: map(&file)?, words: PhantomData })
    }
}

/// The bytes of that many words; one word at least, as nothing cannot be mapped.
fn bytes<T>(words: usize) -> io::Result<usize> {
    let bytes = words.max(1).checked_mul(size_of::<T>());
    bytes.filter(|&bytes| isize::try_from(bytes).is_ok()).ok_or(io::ErrorKind::OutOfMemory.into())
}

#[expect(unsafe_code, reason = "a mapped file is memory")]
fn map(file: &File) -> io::Result<MmapMut> {
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
    use std::sync::atomic::Ordering::Relaxed;
    use std::thread;

    use super::*;

    /// Threads that write at once lose nothing of each other.
    fn hold_what_is_written(words: &AtomicTable<AtomicU64>, narrow: &AtomicTable<AtomicU32>) {
        assert_eq!((words.len(), narrow.len()), (10_000, 3));
        assert!(words.iter().all(|word| word.load(Relaxed) == 0));
        thread::scope(|scope| {
            for bit in 0..4 {
                scope.spawn(move || {
                    words.iter().for_each(|word| _ = word.fetch_or(1 << (16 * bit), Relaxed));
                    narrow[2].fetch_add(1, Relaxed);
                });
            }
        });
        assert!(words.iter().all(|word| word.load(Relaxed) == 0x0001_0001_0001_0001));
        assert_eq!(narrow[2].load(Relaxed), 4);
    }

    #[test]
    fn words_in_memory_hold_what_threads_write() {
        let words = AtomicTable::in_memory(10_000).expect("there is room");
        hold_what_is_written(&words, &AtomicTable::in_memory(3).expect("there is room"));
    }

    #[test]
    fn words_in_a_file_do_so_too_and_leave_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let words = AtomicTable::in_file(10_000, folder.path()).expect("it can be written");
        hold_what_is_written(&words, &AtomicTable::in_file(3, folder.path()).expect("so can it"));
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    }

    #[test]
    fn more_than_any_memory_holds_is_an_error() {
        assert!(AtomicTable::<AtomicU64>::in_memory(usize::MAX / 8).is_err());
        assert!(AtomicTable::<AtomicU64>::in_memory(usize::MAX / 2).is_err());
        assert!(AtomicTable::<AtomicU32>::in_file(8, Path::new("no such folder")).is_err());
        assert_eq!(AtomicTable::<AtomicU32>::in_memory(0).expect("nothing is little").len(), 1);
    }
}
