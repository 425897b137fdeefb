//! Files of sorted numbers, and the folder of a search.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `N`, numbers |
//! | 9–10 | the version of the format: 1 |
//! | 11– | the [blocks](super::block) |
//! | then | the index: the first number and the offset of each block, eight bytes each |
//! | last 20 | the numbers of numbers and of blocks, eight bytes each, and the CRC-32 of the index and of these two |
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
    file::{
        self,
        container::{ChecksumStream, FileFormat},
    },
    search::space::OrbitInfo,
};

use super::{
    block::{self, BLOCK},
    damaged,
    shards::Shards,
};

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0N",
    content: "sorted numbers",
    version: 1,
    least: 31,
};
const HEADER: u64 = 8 + 1 + 2;
const ENTRY: u64 = 16;
const TAIL: u64 = 8 + 8 + 4;

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
    blocks: u64,
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

    const fn index(&self) -> u64 {
        self.bytes - TAIL - self.blocks * ENTRY
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
            .map(|piece| piece * self.blocks / pieces)
            .filter(|&block| block > 0)
            .map(|block| self.entry(&mut file, block))
            .map(|entry| Ok(entry?.0))
            .collect::<io::Result<Vec<_>>>();
        let mut firsts = firsts.map_err(at(&self.path))?;
        firsts.dedup();
        Ok(firsts)
    }

    /// Returns the offset of the block that holds the first number from `least` on, or of the block
    /// before it.
    fn find(&self, file: &mut File, least: u64) -> io::Result<u64> {
        let mut from = 0;
        let mut to = self.blocks;
        while to - from > 1 {
            let middle = from.midpoint(to);
            if self.entry(file, middle)?.0 <= least {
                from = middle;
            } else {
                to = middle;
            }
        }
        if self.blocks == 0 {
            Ok(HEADER)
        } else {
            Ok(self.entry(file, from)?.1)
        }
    }

    /// Returns the first number and the offset of a block.
    fn entry(&self, file: &mut File, block: u64) -> io::Result<(u64, u64)> {
        let mut entry = [0; 16];
        file.seek(SeekFrom::Start(self.index() + block * ENTRY))?;
        file.read_exact(&mut entry)?;
        let entry = u128::from_le_bytes(entry);
        #[expect(clippy::cast_possible_truncation, reason = "two numbers of 64 bits")]
        let first = entry as u64;
        let place = (entry >> 64) as u64;
        Ok((first, place))
    }
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
    let mut tail = [0; 20];
    file.seek(SeekFrom::Start(bytes - TAIL))?;
    file.read_exact(&mut tail)?;
    let number = |from: usize| u64::from_le_bytes(tail[from..from + 8].try_into().expect("eight"));
    let checksum = u32::from_le_bytes(tail[16..].try_into().expect("four"));
    let count = number(0);
    let blocks = number(8);
    let short = || damaged("this file is cut short or damaged");
    let index = blocks
        .checked_mul(ENTRY)
        .filter(|index| *index <= bytes - TAIL - HEADER)
        .ok_or_else(short)?;
    let mut sum = ChecksumStream::new(io::sink());
    file.seek(SeekFrom::Start(bytes - TAIL - index))?;
    io::copy(&mut file.take(index), &mut sum)?;
    sum.write_all(&tail[..16])?;
    if sum.checksum.finalize() != checksum {
        return Err(short());
    }
    Ok(SortedFile {
        path: path.to_owned(),
        count,
        blocks,
        checksum,
        bytes,
    })
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
    payload: Vec<u8>,
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
            let from = file.find(&mut input, least)?;
            let length = file
                .index()
                .checked_sub(from)
                .ok_or_else(|| damaged("the index is malformed"))?;
            input.seek(SeekFrom::Start(from))?;
            Ok(BufReader::with_capacity(READ_BUFFER, input.take(length)))
        };
        let mut reader = SortedReader {
            input: begin().map_err(at(&file.path))?,
            path: file.path.clone(),
            most,
            payload: Vec::new(),
            block: Vec::new(),
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
        let mut head = [0; block::HEADER];
        self.input.read_exact(&mut head)?;
        let header = block::BlockHeader::read(&head)?;
        self.payload.resize(header.payload(), 0);
        self.input.read_exact(&mut self.payload)?;
        block::decode(&header, &mut self.payload, &mut self.block)
    }
}

/// Number of bytes that are written at a time.
const WRITE_BUFFER: usize = 1 << 16;

/// Writes a file, which is readable only after it is finished.
#[derive(Debug)]
pub struct Writer {
    out: BufWriter<File>,
    path: PathBuf,
    /// The numbers of the incomplete block.
    open: Vec<u64>,
    coded: Vec<u8>,
    /// First number and offset of each block.
    index: Vec<(u64, u64)>,
    count: u64,
    bytes: u64,
}

impl Writer {
    /// Memory of a writer without its index, in bytes.
    pub const BYTES: usize = WRITE_BUFFER + BLOCK * 16;

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
            open: Vec::with_capacity(BLOCK),
            coded: Vec::new(),
            index: Vec::new(),
            count: 0,
            bytes: HEADER,
        })
    }

    /// Appends ascending numbers.
    pub(crate) fn add(&mut self, numbers: impl IntoIterator<Item = u64>) -> io::Result<()> {
        for number in numbers {
            self.open.push(number);
            if self.open.len() == BLOCK {
                self.write_block()?;
            }
        }
        Ok(())
    }

    /// Appends the numbers of a file, all larger than those before.
    pub fn add_file(&mut self, file: &SortedFile) -> io::Result<()> {
        self.write_block()?;
        let mut input = file::open(&file.path).map_err(at(&file.path))?;
        for block in 0..file.blocks {
            let (first, place) = file.entry(&mut input, block).map_err(at(&file.path))?;
            self.index.push((first, place - HEADER + self.bytes));
        }
        let length = file.index() - HEADER;
        input
            .seek(SeekFrom::Start(HEADER))
            .map_err(at(&file.path))?;
        // The error does not name the file. The output fails far more often.
        let copied = io::copy(&mut input.take(length), &mut self.out).map_err(at(&self.path))?;
        if copied != length {
            return Err(at(&file.path)(damaged("this file is cut short")));
        }
        self.bytes += length;
        self.count += file.count;
        Ok(())
    }

    fn write_block(&mut self) -> io::Result<()> {
        let Some(&first) = self.open.first() else {
            return Ok(());
        };
        if !self.open.is_sorted_by(|one, next| one < next) {
            return Err(damaged("a state was received with two different classes"));
        }
        self.coded.clear();
        block::encode(&self.open, &mut self.coded);
        self.out.write_all(&self.coded).map_err(at(&self.path))?;
        self.index.push((first, self.bytes));
        self.count += self.open.len() as u64;
        self.bytes += self.coded.len() as u64;
        self.open.clear();
        Ok(())
    }

    /// Completes a temporary file. A permanent file has to be [kept](SortedFile::keep).
    pub fn finish(mut self) -> io::Result<SortedFile> {
        self.write_block()?;
        let blocks = self.index.len() as u64;
        let mut sum = ChecksumStream::new(self.out);
        let mut numbers = self
            .index
            .iter()
            .flat_map(|&(first, place)| [first, place])
            .chain([self.count, blocks]);
        let written = numbers.try_for_each(|number| sum.write_all(&number.to_le_bytes()));
        let ChecksumStream {
            inner: mut out,
            checksum,
        } = sum;
        let checksum = checksum.finalize();
        written
            .and_then(|()| out.write_all(&checksum.to_le_bytes()))
            .and_then(|()| out.flush())
            .map_err(at(&self.path))?;
        Ok(SortedFile {
            path: self.path,
            count: self.count,
            blocks,
            checksum,
            bytes: self.bytes + blocks * ENTRY + TAIL,
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
