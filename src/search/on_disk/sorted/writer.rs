//! Writes numbers in order as a file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::block::{self, BLOCK};
use super::{ENTRY, HEADER, KIND, MAGIC, Sorted, VERSION, at, damaged};

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 16;

/// A file that is being written. Until it is finished, it cannot be read.
#[derive(Debug)]
pub(in super::super) struct Writer {
    out: BufWriter<File>,
    path: PathBuf,
    /// The numbers that do not fill a block yet.
    open: Vec<u64>,
    coded: Vec<u8>,
    /// The first number of each block, and where it begins: sixteen bytes for some thousand.
    index: Vec<(u64, u64)>,
    count: u64,
    bytes: u64,
}

impl Writer {
    /// What a writer takes, in bytes, besides the index.
    pub(in super::super) const BYTES: usize = BUFFER + BLOCK * 16;

    /// A new file; an old one is gone.
    pub(in super::super) fn create(path: &Path) -> io::Result<Self> {
        let begin = || {
            let mut out = BufWriter::with_capacity(BUFFER, File::create(path)?);
            out.write_all(&MAGIC)?;
            out.write_all(&[KIND])?;
            out.write_all(&VERSION.to_le_bytes())?;
            Ok(out)
        };
        Ok(Writer {
            out: begin().map_err(at(path))?,
            path: path.to_owned(),
            open: Vec::with_capacity(BLOCK),
            coded: Vec::new(),
            index: Vec::new(),
            count: 0,
            bytes: HEADER,
        })
    }

    /// Adds numbers that ascend and lie above all before.
    pub(in super::super) fn add(
        &mut self,
        numbers: impl IntoIterator<Item = u64>,
    ) -> io::Result<()> {
        for number in numbers {
            self.open.push(number);
            if self.open.len() == BLOCK {
                self.write_block()?;
            }
        }
        Ok(())
    }

    /// Adds the numbers of a file; they are to lie above all before.
    pub(in super::super) fn add_file(&mut self, file: &Sorted) -> io::Result<()> {
        self.write_block()?;
        let mut input = File::open(&file.path).map_err(at(&file.path))?;
        for block in 0..file.blocks {
            let (first, place) = file.entry(&mut input, block).map_err(at(&file.path))?;
            self.index.push((first, place - HEADER + self.bytes));
        }
        let length = file.index() - HEADER;
        input.seek(SeekFrom::Start(HEADER)).map_err(at(&file.path))?;
        // Which of the two files fails it does not say; the one that is written is far likelier.
        let copied = io::copy(&mut input.take(length), &mut self.out).map_err(at(&self.path))?;
        if copied != length {
            return Err(at(&file.path)(damaged("this file is cut short")));
        }
        self.bytes += length;
        self.count += file.count;
        Ok(())
    }

    fn write_block(&mut self) -> io::Result<()> {
        let Some(&first) = self.open.first() else { return Ok(()) };
        self.coded.clear();
        block::encode(&self.open, &mut self.coded);
        self.out.write_all(&self.coded).map_err(at(&self.path))?;
        self.index.push((first, self.bytes));
        self.count += self.open.len() as u64;
        self.bytes += self.coded.len() as u64;
        self.open.clear();
        Ok(())
    }

    /// Completes the file. What is read back soon and then deleted needs no more; whatever is to
    /// outlive the machine's next fall is to be [committed](Self::commit).
    pub(in super::super) fn finish(self) -> io::Result<Sorted> {
        self.end().map(|(sorted, _)| sorted)
    }

    /// Completes the file, has it on the disk, and only then gives it this name.
    pub(in super::super) fn keep(self, path: &Path) -> io::Result<Sorted> {
        let (sorted, file) = self.end()?;
        file.sync_all().map_err(at(&sorted.path))?;
        std::fs::rename(&sorted.path, path).map_err(at(path))?;
        Ok(Sorted { path: path.to_owned(), ..sorted })
    }

    fn end(mut self) -> io::Result<(Sorted, File)> {
        self.write_block()?;
        let blocks = self.index.len() as u64;
        let mut crc = crc32fast::Hasher::new();
        let out = &mut self.out;
        let mut write = |number: u64| {
            crc.update(&number.to_le_bytes());
            out.write_all(&number.to_le_bytes())
        };
        let numbers = self.index.iter().flat_map(|&(first, place)| [first, place]);
        let written = numbers.chain([self.count, blocks]).try_for_each(&mut write);
        let checksum = crc.finalize();
        let file = written
            .and_then(|()| self.out.write_all(&checksum.to_le_bytes()))
            .and_then(|()| self.out.into_inner().map_err(io::IntoInnerError::into_error))
            .map_err(at(&self.path))?;
        let bytes = self.bytes + blocks * ENTRY + super::TAIL;
        let sorted = Sorted { path: self.path, count: self.count, blocks, checksum, bytes };
        Ok((sorted, file))
    }
}
