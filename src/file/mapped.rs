//! A file as memory, to be read. This and its neighbour, which is for writing, are the only places
//! in this crate where the compiler has to take us at our word.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a file, read by the system as they are looked at.
///
/// Files of this crate are never changed in place: [`write`](super::write) puts a new file where
/// the old one was, and whoever has mapped that one keeps it. Another program may do otherwise. If
/// it overwrites the file, bytes change while they are read, so nothing may be believed for having
/// been checked before: read a byte once, and have no index or loop rest on two bytes that agree.
/// If it cuts the file short, reading behind the new end ends this program, as with any mapped
/// file.
#[derive(Debug)]
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a regular file.
    ///
    /// # Errors
    /// Where there is no such file, or it cannot be read or mapped.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(MappedFile(map(&super::open(path)?)?))
    }
}

#[expect(unsafe_code, reason = "a mapped file is memory that others may write to")]
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::file::write;

    #[test]
    fn a_mapped_file_is_its_bytes_even_if_it_is_replaced_meanwhile() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write(&path, b"first").expect("it can be written");
        let first = MappedFile::open(&path).expect("it is there");
        write(&path, b"second, and longer").expect("it can be replaced");
        assert_eq!(&first[..], b"first");
        assert_eq!(&MappedFile::open(&path).expect("it is there")[..], b"second, and longer");
    }

    #[test]
    fn an_empty_file_has_no_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, b"").expect("it can be written");
        assert_eq!(MappedFile::open(&path).expect("it is there").len(), 0);
    }

    #[test]
    fn what_is_no_file_is_not_mapped() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(MappedFile::open(folder.path()).is_err());
        assert!(MappedFile::open(&folder.path().join("none")).is_err());
    }
}
