//! The common container of all stored files: header and checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file, a letter |
//! | 9–10 | the version of the format, little-endian |
//! | 11– | the content |
//! | last 4 | the CRC-32 of everything before, little-endian |
//!
//! A format is a constant. [`wrap`](FileFormat::wrap) and [`content_of`](FileFormat::content_of)
//! write and read small files in memory; [`write`](FileFormat::write) and
//! [`open`](FileFormat::open) stream large ones. A format with its own checksums uses only
//! [`header`](FileFormat::header) and [`check_header`](FileFormat::check_header).
//!
//! The kinds: `S` a solution, `C` a checkpoint, `F` a count, `D` distances, `N` sorted numbers, and
//! `T` a tablebase, which is older and has its letter instead of the zero byte.

use std::{
    fs::File,
    io,
    io::{BufReader, BufWriter, Read, Write},
    path::Path,
};

use bincode::{
    Decode,
    config::{self, Config},
};
use thiserror::Error;

use super::{WriteError, write_with};

/// First bytes of all files but tablebases.
const MAGIC: &[u8] = b"HUARONG\0";
const VERSION: usize = 2;
const CHECKSUM: usize = 4;

/// Number of bytes that are read or written at a time.
const BUFFER: usize = 1 << 16;

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileFormat {
    /// The first bytes. The last of them is the letter of the kind.
    pub magic: &'static [u8],
    /// Name of such a file in messages: `a solution`.
    pub content: &'static str,
    /// The version that is written and read.
    pub version: u16,
    /// Minimum length of a complete file, in bytes.
    pub least: usize,
}

/// The reason why a file cannot be read.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum ContainerError {
    /// The file begins like none of the kinds.
    #[error("this is not a file that huarong has stored")]
    Foreign,
    /// The file has another kind.
    #[error(
        "this is a huarong file of kind `{}`, not {content} (`{}`)",
        .found.escape_ascii(),
        .wanted.escape_ascii()
    )]
    Kind {
        /// The letter of the file's kind.
        found: u8,
        /// The letter of the expected kind.
        wanted: u8,
        /// The expected content: `a solution`.
        content: &'static str,
    },
    /// The file has another version of the format.
    #[error(
        "this file has format version {got}, and only version {reads} can be read: use a newer \
         huarong"
    )]
    Version {
        /// The file's version.
        got: u16,
        /// The version that can be read.
        reads: u16,
    },
    /// The file has the wrong length.
    #[error("this file should have {expected} bytes and has {got}: it is cut short or mixed up")]
    Length {
        /// Length of the file, in bytes.
        got: u64,
        /// Expected or minimum length.
        expected: u64,
    },
    /// The checksum is wrong.
    #[error("this file is damaged: its checksum is wrong")]
    Checksum,
    /// The system cannot read the file.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether these bytes begin a file of any kind and version, and not a text. Eight bytes are
/// enough.
pub fn is_container(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Returns bincode's standard form with at most `MOST` bytes.
pub(crate) const fn form<const MOST: usize>() -> impl Config {
    config::standard().with_limit::<MOST>()
}

/// Decodes a value of at most `MOST` bytes, or returns the error as text.
pub(crate) fn decoded<const MOST: usize, T: Decode<()>>(bytes: &[u8]) -> Result<T, String> {
    let (value, used): (T, usize) =
        bincode::decode_from_slice(bytes, form::<MOST>()).map_err(|error| error.to_string())?;
    match bytes.len() - used {
        0 => Ok(value),
        left => Err(format!("{left} bytes are left over")),
    }
}

impl FileFormat {
    /// Returns the length of the header, in bytes.
    pub const fn header_len(&self) -> usize {
        self.magic.len() + VERSION
    }

    /// Returns the header: magic, kind and version.
    pub fn header(&self) -> Vec<u8> {
        [self.magic, &self.version.to_le_bytes()].concat()
    }

    /// Checks the header of a file of `length` bytes. `start` holds at least the header.
    ///
    /// # Errors
    /// [`ContainerError::Foreign`], [`Kind`](ContainerError::Kind),
    /// [`Version`](ContainerError::Version) or, for a file that is too short for its kind,
    /// [`Length`](ContainerError::Length).
    pub fn check_header(&self, start: &[u8], length: u64) -> Result<(), ContainerError> {
        let short = ContainerError::Length {
            got: length,
            expected: self.least as u64,
        };
        let Some(rest) = start.strip_prefix(self.magic) else {
            let Some(rest) = start.strip_prefix(MAGIC) else {
                return Err(ContainerError::Foreign);
            };
            let Some(&found) = rest.first() else {
                return Err(short);
            };
            return Err(ContainerError::Kind {
                found,
                wanted: self.magic.last().copied().unwrap_or_default(),
                content: self.content,
            });
        };
        let Some(version) = rest.first_chunk() else {
            return Err(short);
        };
        let got = u16::from_le_bytes(*version);
        if got != self.version {
            return Err(ContainerError::Version {
                got,
                reads: self.version,
            });
        }
        if length < self.least as u64 {
            Err(short)
        } else {
            Ok(())
        }
    }

    /// Returns the bytes of a file with these parts as its content.
    pub fn wrap(&self, content: &[&[u8]]) -> Vec<u8> {
        let length: usize = content.iter().map(|part| part.len()).sum();
        let mut bytes = self.header();
        bytes.reserve_exact(length + CHECKSUM);
        for part in content {
            bytes.extend_from_slice(part);
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the content of a file that [`wrap`](FileFormat::wrap) or
    /// [`write`](FileFormat::write) created.
    ///
    /// # Errors
    /// If the header has another format, or the checksum is wrong.
    pub fn content_of<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], ContainerError> {
        self.check_header(bytes, bytes.len() as u64)?;
        let Some((checked, checksum)) = bytes.split_last_chunk::<CHECKSUM>() else {
            return Err(ContainerError::Checksum);
        };
        if crc32fast::hash(checked).to_le_bytes() != *checksum {
            return Err(ContainerError::Checksum);
        }
        checked
            .get(self.header_len()..)
            .ok_or(ContainerError::Checksum)
    }
}

impl FileFormat {
    /// Writes a file atomically, with the content that `content` writes.
    ///
    /// # Errors
    /// If the path is not a regular file, or cannot be written.
    pub fn write(
        &self,
        path: &Path,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        write_with(path, |file| {
            let mut out = ChecksumStream::new(BufWriter::with_capacity(BUFFER, file));
            out.write_all(&self.header())?;
            content(&mut out)?;
            let ChecksumStream {
                mut inner,
                checksum,
            } = out;
            inner.write_all(&checksum.finalize().to_le_bytes())?;
            inner.flush()
        })
    }

    /// Checks the complete file and returns a stream of its content. The [`limit`](io::Take::limit)
    /// of the stream is the length of the content.
    ///
    /// # Errors
    /// If the file cannot be read, the header has another format, or the checksum is wrong.
    pub fn open(&self, path: &Path) -> Result<io::Take<BufReader<File>>, ContainerError> {
        let file = super::open(path)?;
        let length = file.metadata()?.len();
        let mut input = BufReader::with_capacity(BUFFER, file);
        let header_len = self.header_len() as u64;
        let mut header = Vec::new();
        input.by_ref().take(header_len).read_to_end(&mut header)?;
        self.check_header(&header, length)?;
        let Some(content) = length.checked_sub(header_len + CHECKSUM as u64) else {
            return Err(ContainerError::Checksum);
        };
        let mut checked = BufReader::with_capacity(BUFFER, super::open(path)?);
        let mut sum = ChecksumStream::new(io::sink());
        io::copy(&mut checked.by_ref().take(header_len + content), &mut sum)?;
        let mut last = Vec::new();
        checked.take(CHECKSUM as u64 + 1).read_to_end(&mut last)?;
        if last != sum.checksum.finalize().to_le_bytes() {
            return Err(ContainerError::Checksum);
        }
        Ok(input.take(content))
    }
}

/// Forwards bytes and computes their checksum.
pub(crate) struct ChecksumStream<W> {
    pub(crate) inner: W,
    pub(crate) checksum: crc32fast::Hasher,
}

impl<W> ChecksumStream<W> {
    pub(crate) fn new(inner: W) -> Self {
        ChecksumStream {
            inner,
            checksum: crc32fast::Hasher::new(),
        }
    }
}

impl<W: Write> Write for ChecksumStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FORMAT: FileFormat = FileFormat {
        magic: b"HUARONG\0X",
        content: "an example",
        version: 3,
        least: 16,
    };

    #[test]
    fn a_file_has_the_same_bytes_in_memory_and_as_a_stream() {
        let bytes = FORMAT.wrap(&[b"ab", b"c"]);
        assert_eq!(bytes[..14], *b"HUARONG\0X\x03\0abc");
        assert_eq!(FORMAT.content_of(&bytes).expect("it is whole"), b"abc");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        FORMAT
            .write(&path, |out| out.write_all(b"abc"))
            .expect("there is room");
        assert_eq!(fs::read(&path).expect("it is there"), bytes);
        let mut content = String::new();
        let mut input = FORMAT.open(&path).expect("it is whole");
        assert_eq!(input.limit(), 3);
        input.read_to_string(&mut content).expect("it is there");
        assert_eq!(content, "abc");
    }

    #[test]
    fn every_defect_of_a_file_is_reported() {
        let whole = FORMAT.wrap(&[b"abc"]);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = whole.clone();
            change(&mut bytes);
            let told = FORMAT
                .content_of(&bytes)
                .expect_err("it is damaged")
                .to_string();
            fs::write(&path, bytes).expect("it can be written");
            assert_eq!(FORMAT.open(&path).expect_err("so it is").to_string(), told);
            told
        };
        assert_eq!(
            refused(&Vec::clear),
            "this is not a file that huarong has stored"
        );
        assert_eq!(
            refused(&|bytes| bytes[8] = b'Y'),
            "this is a huarong file of kind `Y`, not an example (`X`)"
        );
        assert_eq!(
            refused(&|bytes| bytes[10] = 1),
            "this file has format version 259, and only version 3 can be read: use a newer huarong"
        );
        for end in 8..16 {
            assert_eq!(
                refused(&|bytes| bytes.truncate(end)),
                format!(
                    "this file should have 16 bytes and has {end}: it is cut short or mixed up"
                )
            );
        }
        let damaged = "this file is damaged: its checksum is wrong";
        assert_eq!(refused(&|bytes| bytes.truncate(17)), damaged);
        assert_eq!(refused(&|bytes| bytes.push(0)), damaged);
        assert_eq!(refused(&|bytes| bytes[12] ^= 1), damaged);
        assert!(matches!(
            FORMAT.open(&path.join("none")),
            Err(ContainerError::Io(_))
        ));
    }
}
