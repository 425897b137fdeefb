//! A checkpoint as a file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::{Checkpoint, CheckpointError, wire};
use crate::file::{self, WriteError};
use crate::search::layers::LayerSearch;

const MAGIC: [u8; 8] = *b"HUARONG\0";
const KIND: u8 = b'C';
const VERSION: u16 = 1;
/// Magic, kind, version and the length of the head.
const HEADER: usize = 8 + 1 + 2 + 8;
const CHECKSUM: u64 = 4;

/// Bytes that are read or written at a time.
const BUFFER: usize = 1 << 16;

/// Puts a checkpoint at `path`, at once or not at all, with all that the engine needs to go on.
pub(super) fn write(
    path: &Path,
    checkpoint: &Checkpoint,
    engine: &mut dyn LayerSearch,
) -> Result<(), CheckpointError> {
    let malformed = |why| CheckpointError::Malformed { path: path.to_owned(), why };
    let head = wire::encode(checkpoint).map_err(malformed)?;
    let written = file::write_with(path, |file| {
        let mut out = Summed::new(BufWriter::with_capacity(BUFFER, file));
        out.write_all(&MAGIC)?;
        out.write_all(&[KIND])?;
        out.write_all(&VERSION.to_le_bytes())?;
        out.write_all(&(head.len() as u64).to_le_bytes())?;
        out.write_all(&head)?;
        engine.save(&mut out)?;
        let Summed { mut inner, checksum } = out;
        inner.write_all(&checksum.finalize().to_le_bytes())?;
        inner.flush()
    });
    written.map_err(|error| {
        let source = match error {
            WriteError::NotAFile => io::Error::other("it is not a regular file"),
            WriteError::Io(source) => source,
        };
        CheckpointError::Io { action: "write", path: path.to_owned(), source }
    })
}

/// Reads a checkpoint, whose checksum is right; none if there is no file.
pub(super) fn read(path: &Path) -> Result<Option<(Checkpoint, SavedEngine)>, CheckpointError> {
    let failed = |source| CheckpointError::Io { action: "read", path: path.to_owned(), source };
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let length = file.metadata().map_err(failed)?.len();
    let mut input = BufReader::with_capacity(BUFFER, file);
    let head_length = read_header(path, &mut input)?;
    if !has_right_checksum(path, length).map_err(failed)? {
        return Err(CheckpointError::Damaged(path.to_owned()));
    }
    let malformed = |why: String| CheckpointError::Malformed { path: path.to_owned(), why };
    let rest = length - CHECKSUM - HEADER as u64;
    if head_length > rest.min(wire::MAX_BYTES as u64) {
        return Err(malformed(format!("its head has {head_length} bytes")));
    }
    let mut head = Vec::new();
    input.by_ref().take(head_length).read_to_end(&mut head).map_err(failed)?;
    let checkpoint = wire::decode(&head).map_err(malformed)?;
    let engine = SavedEngine { input: input.take(rest - head_length), path: path.to_owned() };
    Ok(Some((checkpoint, engine)))
}

/// Returns the length of the head.
fn read_header(path: &Path, input: &mut impl Read) -> Result<u64, CheckpointError> {
    let mut header = Vec::new();
    let failed = |source| CheckpointError::Io { action: "read", path: path.to_owned(), source };
    input.take(HEADER as u64).read_to_end(&mut header).map_err(failed)?;
    if !header.starts_with(&MAGIC) {
        return Err(CheckpointError::Foreign(path.to_owned()));
    }
    let damaged = || CheckpointError::Damaged(path.to_owned());
    let (&kind, rest) = header[MAGIC.len()..].split_first().ok_or_else(damaged)?;
    if kind != KIND {
        return Err(CheckpointError::Kind(path.to_owned(), kind));
    }
    let (version, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
    let got = u16::from_le_bytes(*version);
    if got != VERSION {
        return Err(CheckpointError::Version { path: path.to_owned(), got, reads: VERSION });
    }
    rest.first_chunk().map(|length| u64::from_le_bytes(*length)).ok_or_else(damaged)
}

fn has_right_checksum(path: &Path, length: u64) -> io::Result<bool> {
    let Some(checked) = length.checked_sub(CHECKSUM).filter(|rest| *rest >= HEADER as u64) else {
        return Ok(false);
    };
    let mut input = BufReader::with_capacity(BUFFER, File::open(path)?);
    let mut sum = Summed::new(io::sink());
    io::copy(&mut input.by_ref().take(checked), &mut sum)?;
    let mut last = Vec::new();
    input.take(CHECKSUM + 1).read_to_end(&mut last)?;
    Ok(last == sum.checksum.finalize().to_le_bytes())
}

/// What an engine has saved, not read yet.
#[derive(Debug)]
pub(crate) struct SavedEngine {
    input: io::Take<BufReader<File>>,
    path: PathBuf,
}

impl SavedEngine {
    /// Makes an engine what the saved one was.
    pub(crate) fn restore(mut self, engine: &mut dyn LayerSearch) -> Result<(), CheckpointError> {
        let folder = self.path.parent().unwrap_or(&self.path).to_owned();
        engine
            .restore(&mut self.input)
            .map_err(|source| CheckpointError::Engine { path: folder, source })?;
        match self.input.limit() {
            0 => Ok(()),
            left => {
                let why = format!("{left} bytes are left over");
                Err(CheckpointError::Malformed { path: self.path, why })
            }
        }
    }
}

/// Passes bytes on and takes their checksum.
struct Summed<W> {
    inner: W,
    checksum: crc32fast::Hasher,
}

impl<W> Summed<W> {
    fn new(inner: W) -> Self {
        Summed { inner, checksum: crc32fast::Hasher::new() }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.checksum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
