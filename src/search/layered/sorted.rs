//! Files of sorted numbers, and the folder of a search.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `N`, numbers |
//! | 9–10 | the version of the format: 2 |
//! | 11– | the [blocks](super::block), all of one length |
//! | last 12 | the number of numbers, eight bytes; the CRC-32 of the checksums of all blocks and of this number |
//!
//! The end is written last, so it proves that the file is complete. Its checksum identifies the
//! file.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use crate::{
    file::{self, container::FileFormat},
    search::space::OrbitInfo,
};

use super::{
    block::{self, BLOCK, BlockWriter},
    damaged,
    shards::Shards,
};

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0N",
    content: "sorted numbers",
    version: 2,
    least: 23,
};
const HEADER: u64 = 8 + 1 + 2;
const TAIL: u64 = 8 + 4;

/// A rank and the class of its state in one number. The order is that of the ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RankedClass(u64);

impl RankedClass {
    #[inline(always)]
    pub const fn new(rank: u64, class: OrbitInfo) -> Self {
        RankedClass(rank << 3 | class.bits())
    }

    #[inline(always)]
    pub const fn rank(self) -> u64 {
        self.0 >> 3
    }

    pub const fn class(self) -> OrbitInfo {
        OrbitInfo::from_bits(self.0)
    }

    pub const fn to_word(self) -> u64 {
        self.0
    }

    pub const fn from_word(word: u64) -> Self {
        RankedClass(word)
    }
}

/// A complete file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SortedFile {
    pub path: PathBuf,
    /// Number of its numbers.
    pub(crate) count: u64,
    /// Checksum of its end, which identifies the set.
    pub checksum: u32,
    /// Length, in bytes.
    pub bytes: u64,
}

/// Number and length of checked files.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct FileTotals {
    /// Number of files.
    pub files: u64,
    /// Total length, in bytes.
    pub bytes: u64,
}

impl FileTotals {
    /// Checks a file and adds it.
    pub(crate) fn check(&mut self, file: &SortedFile) -> io::Result<()> {
        file.check()?;
        (self.files, self.bytes) = (self.files + 1, self.bytes + file.bytes);
        Ok(())
    }
}

impl SortedFile {
    /// Opens a file and checks its end.
    pub fn open(path: &Path) -> io::Result<Self> {
        read_end(path).map_err(at(path))
    }

    /// Opens a file if it has these [numbers](Self::numbers), which a checkpoint has recorded.
    pub fn open_recorded(path: &Path, numbers: [u64; 3]) -> io::Result<Self> {
        let file = SortedFile::open(path)?;
        if file.numbers() == numbers {
            Ok(file)
        } else {
            Err(at(path)(damaged("this is not the file of the checkpoint")))
        }
    }

    /// Returns count, length and checksum, which identify the file.
    pub fn numbers(&self) -> [u64; 3] {
        [self.count, self.bytes, u64::from(self.checksum)]
    }

    /// Syncs a complete file to the disk and renames it.
    pub fn keep(self, path: &Path) -> io::Result<Self> {
        let file = File::options().write(true).open(&self.path);
        file.and_then(|file| file.sync_all())
            .map_err(at(&self.path))?;
        fs::rename(&self.path, path).map_err(at(path))?;
        Ok(SortedFile {
            path: path.to_owned(),
            ..self
        })
    }

    const fn blocks(&self) -> u64 {
        (self.bytes - HEADER - TAIL) / block::BYTES as u64
    }

    /// Visits the numbers of each block. This reads and checks all of the file.
    pub fn for_each_block(
        &self,
        mut visit: impl FnMut(&[u64]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut reader = SortedReader::open(self, 0..=u64::MAX)?;
        while !reader.rest().is_empty() {
            visit(reader.rest())?;
            reader.pass(reader.rest().len())?;
        }
        Ok(())
    }

    /// Checks every block.
    pub(crate) fn check(&self) -> io::Result<()> {
        let mut count = 0;
        self.for_each_block(|block| {
            count += block.len() as u64;
            Ok(())
        })?;
        if count == self.count {
            Ok(())
        } else {
            Err(at(&self.path)(damaged("blocks are missing")))
        }
    }

    /// Whether the set has this number.
    pub fn contains(&self, number: u64) -> io::Result<bool> {
        Ok(SortedReader::open(self, number..=number)?.rest().first() == Some(&number))
    }

    /// Returns ascending numbers that divide the set into up to `pieces` pieces of about the same
    /// size.
    pub fn quantiles(&self, pieces: u64) -> io::Result<Vec<u64>> {
        let mut file = file::open(&self.path).map_err(at(&self.path))?;
        let firsts = (1..pieces)
            .map(|piece| piece * self.blocks() / pieces)
            .filter(|&block| block > 0)
            .map(|block| first_of(&mut file, block))
            .collect::<io::Result<Vec<_>>>();
        let mut firsts = firsts.map_err(at(&self.path))?;
        firsts.dedup();
        Ok(firsts)
    }

    /// Returns the block that holds the first number from `least` on, or the block before it.
    fn find(&self, file: &mut File, least: u64) -> io::Result<u64> {
        let mut from = 0;
        let mut to = self.blocks();
        while to - from > 1 {
            let middle = from.midpoint(to);
            if first_of(file, middle)? <= least {
                from = middle;
            } else {
                to = middle;
            }
        }
        Ok(from)
    }
}

/// Returns the offset of a block.
const fn place_of(block: u64) -> u64 {
    HEADER + block * block::BYTES as u64
}

/// Returns the first number of a block.
fn first_of(file: &mut File, block: u64) -> io::Result<u64> {
    let mut first = [0; 8];
    file.seek(SeekFrom::Start(place_of(block) + block::FIRST as u64))?;
    file.read_exact(&mut first)?;
    Ok(u64::from_le_bytes(first))
}

fn read_end(path: &Path) -> io::Result<SortedFile> {
    let mut file = file::open(path)?;
    let bytes = file.metadata()?.len();
    let mut head = Vec::new();
    Read::by_ref(&mut file)
        .take(HEADER)
        .read_to_end(&mut head)?;
    FORMAT
        .check_header(&head, bytes)
        .map_err(|error| damaged(&error.to_string()))?;
    let mut count = [0; 8];
    let mut checksum = [0; 4];
    file.seek(SeekFrom::Start(bytes - TAIL))?;
    file.read_exact(&mut count)?;
    file.read_exact(&mut checksum)?;
    let found = SortedFile {
        path: path.to_owned(),
        count: u64::from_le_bytes(count),
        checksum: u32::from_le_bytes(checksum),
        bytes,
    };
    if place_of(found.blocks()) + TAIL == bytes {
        Ok(found)
    } else {
        Err(damaged("this file is cut short or damaged"))
    }
}

/// Number of bytes that are read at a time.
const READ_BUFFER: usize = 1 << 14;

/// Reads the numbers of a file within a range, a block at a time.
#[derive(Debug)]
pub struct SortedReader {
    input: BufReader<io::Take<File>>,
    path: PathBuf,
    /// The largest number of the range.
    most: u64,
    block: Vec<u64>,
    /// Number of passed numbers of the block.
    passed: usize,
}

impl SortedReader {
    /// Memory of a reader with ordinary gaps between the numbers, in bytes.
    pub const BYTES: usize = READ_BUFFER + block::BLOCK * 16;

    /// Opens a file at the first number of the range.
    pub fn open(file: &SortedFile, range: RangeInclusive<u64>) -> io::Result<Self> {
        let (least, most) = range.into_inner();
        let begin = || {
            let mut input = file::open(&file.path)?;
            let from = place_of(file.find(&mut input, least)?);
            input.seek(SeekFrom::Start(from))?;
            let length = place_of(file.blocks()) - from;
            Ok(BufReader::with_capacity(READ_BUFFER, input.take(length)))
        };
        let mut reader = SortedReader {
            input: begin().map_err(at(&file.path))?,
            path: file.path.clone(),
            most,
            block: Vec::with_capacity(BLOCK),
            passed: 0,
        };
        reader.pass(0)?;
        while reader.rest().last().is_some_and(|&last| last < least) {
            reader.pass(reader.rest().len())?;
        }
        reader.pass(reader.rest().partition_point(|&number| number < least))?;
        Ok(reader)
    }

    /// Returns the remaining numbers of this block, or none at the end.
    pub fn rest(&self) -> &[u64] {
        &self.block[self.passed..]
    }

    /// Passes numbers of this block, and reads the next block at its end.
    pub fn pass(&mut self, ranks: usize) -> io::Result<()> {
        self.passed += ranks;
        if self.rest().is_empty() {
            self.block.clear();
            self.passed = 0;
            self.read_block().map_err(at(&self.path))?;
            if self.block.last().is_some_and(|&last| last > self.most) {
                self.block
                    .truncate(self.block.partition_point(|&number| number <= self.most));
                self.input.get_mut().set_limit(0);
                // The read-ahead is beyond the range, too.
                self.input.consume(self.input.buffer().len());
            }
        }
        Ok(())
    }

    fn read_block(&mut self) -> io::Result<()> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(());
        }
        let mut bytes = [0; block::BYTES];
        self.input.read_exact(&mut bytes)?;
        block::decode(&bytes, &mut self.block)
    }
}

/// Number of bytes that are written at a time.
const WRITE_BUFFER: usize = 1 << 16;

/// Writes a file, which is readable only after it is finished.
#[derive(Debug)]
pub struct Writer {
    out: BufWriter<File>,
    path: PathBuf,
    /// The incomplete block.
    block: BlockWriter,
    last: Option<u64>,
    count: u64,
    bytes: u64,
    /// Of the checksums of the blocks.
    checksum: crc32fast::Hasher,
}

impl Writer {
    /// Memory of a writer, in bytes.
    pub const BYTES: usize = WRITE_BUFFER + 2 * block::BYTES;

    /// Creates a file or truncates an old one.
    pub fn create(path: &Path) -> io::Result<Self> {
        let begin = || {
            let mut out = BufWriter::with_capacity(WRITE_BUFFER, file::create(path)?);
            out.write_all(&FORMAT.header())?;
            Ok(out)
        };
        Ok(Writer {
            out: begin().map_err(at(path))?,
            path: path.to_owned(),
            block: BlockWriter::default(),
            last: None,
            count: 0,
            bytes: HEADER,
            checksum: crc32fast::Hasher::new(),
        })
    }

    /// Appends ascending numbers.
    ///
    /// # Errors
    /// If they do not ascend: another process has sent a state with two different classes.
    pub(crate) fn add(&mut self, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        for number in numbers {
            if self.last.is_some_and(|last| last >= number) {
                return Err(damaged("a state was received with two different classes"));
            }
            self.last = Some(number);
            self.count += 1;
            if !self.block.push(number) {
                self.write_block()?;
                self.block.push(number);
            }
        }
        Ok(())
    }

    /// Appends the numbers of a file, all larger than those before.
    pub fn add_file(&mut self, file: &SortedFile) -> io::Result<()> {
        self.write_block()?;
        let mut input = file::open(&file.path).map_err(at(&file.path))?;
        input
            .seek(SeekFrom::Start(HEADER))
            .map_err(at(&file.path))?;
        let mut input = BufReader::with_capacity(WRITE_BUFFER, input);
        for _ in 0..file.blocks() {
            let mut block = [0; block::BYTES];
            input.read_exact(&mut block).map_err(at(&file.path))?;
            self.write(&block)?;
        }
        self.count += file.count;
        Ok(())
    }

    fn write_block(&mut self) -> io::Result<()> {
        let block = self.block.finish();
        block.map_or(Ok(()), |block| self.write(&block))
    }

    fn write(&mut self, block: &[u8]) -> io::Result<()> {
        self.checksum.update(&block[..4]);
        self.bytes += block.len() as u64;
        self.out.write_all(block).map_err(at(&self.path))
    }

    /// Completes a temporary file. A permanent file has to be [kept](SortedFile::keep).
    pub fn finish(mut self) -> io::Result<SortedFile> {
        self.write_block()?;
        let count = self.count.to_le_bytes();
        self.checksum.update(&count);
        let checksum = self.checksum.finalize();
        self.out
            .write_all(&count)
            .and_then(|()| self.out.write_all(&checksum.to_le_bytes()))
            .and_then(|()| self.out.flush())
            .map_err(at(&self.path))?;
        Ok(SortedFile {
            path: self.path,
            count: self.count,
            checksum,
            bytes: self.bytes + TAIL,
        })
    }
}

/// Adds the path of the file to an error.
pub fn at(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The folder of a search. It has a folder for each sweep, with a file for each layer and one for
/// the goals of each layer with goals. Another folder holds temporary files.
#[derive(Debug)]
pub struct SearchDir {
    folder: PathBuf,
    /// The folder of temporary files.
    runs: PathBuf,
    next_run: AtomicU64,
}

impl SearchDir {
    /// Returns the folder of a process, which may share it with others.
    pub fn new(folder: &Path, process: usize) -> Self {
        SearchDir {
            folder: folder.to_owned(),
            runs: folder.join(format!("runs-{process}")),
            next_run: AtomicU64::new(0),
        }
    }

    /// Creates the folder of a sweep.
    pub fn prepare(&self, sweep: u32) -> io::Result<()> {
        let folder = self.sweep(sweep);
        fs::create_dir_all(&folder).map_err(at(&folder))
    }

    fn sweep(&self, sweep: u32) -> PathBuf {
        self.folder.join(format!("sweep-{sweep}"))
    }

    /// Returns the paths of the states and of the goals of a part of a layer.
    pub fn paths(&self, sweep: u32, depth: usize, shards: Shards) -> [PathBuf; 2] {
        let sweep = self.sweep(sweep);
        let suffix = shards.suffix();
        ["layer", "goals"].map(|kind| sweep.join(format!("{kind}-{depth:05}{suffix}")))
    }

    /// Creates a temporary file.
    pub fn create_run(&self) -> io::Result<Writer> {
        fs::create_dir_all(&self.runs).map_err(at(&self.runs))?;
        let number = self.next_run.fetch_add(1, Ordering::Relaxed);
        Writer::create(&self.runs.join(number.to_string()))
    }

    /// Deletes the temporary files.
    pub fn clear_runs(&self) -> io::Result<()> {
        match fs::remove_dir_all(&self.runs) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(&self.runs)(error)),
            _ => Ok(()),
        }
    }
}
