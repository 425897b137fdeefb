//! A set of numbers as a file, in order.
//!
//! | bytes | what, little-endian |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `N`, numbers |
//! | 9–10 | the version of the format: 1 |
//! | 11– | the [blocks](super::block) |
//! | then | the index: for each block its first number and where it begins, eight bytes each |
//! | last 20 | how many numbers and blocks there are, eight bytes each, and the CRC-32 of the index and of these two |
//!
//! What is written last says that the file is whole, and its checksum, that it is this one.

mod reader;
mod writer;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::search::space::Class;

use super::block;
use super::place::at;

pub(super) use reader::Reader;
pub(super) use writer::Writer;

const MAGIC: [u8; 8] = *b"HUARONG\0";
const KIND: u8 = b'N';
const VERSION: u16 = 1;
/// Magic, kind, version.
const HEADER: u64 = 8 + 1 + 2;
const ENTRY: u64 = 16;
const TAIL: u64 = 8 + 8 + 4;

/// A rank and the class of its state in one number, whose order is that of the ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RankedClass(u64);

impl RankedClass {
    #[inline(always)]
    pub(super) const fn new(rank: u64, class: Class) -> Self {
        RankedClass(rank << 3 | class.bits())
    }

    #[inline(always)]
    pub(super) const fn rank(self) -> u64 {
        self.0 >> 3
    }

    pub(super) const fn class(self) -> Class {
        Class::from_bits(self.0)
    }

    pub(super) const fn to_word(self) -> u64 {
        self.0
    }

    pub(super) const fn from_word(word: u64) -> Self {
        RankedClass(word)
    }
}

/// A file that is whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sorted {
    pub(super) path: PathBuf,
    /// How many numbers it holds.
    pub(super) count: u64,
    blocks: u64,
    /// That of its end, which differs between any two sets.
    pub(super) checksum: u32,
    /// Its length.
    pub(super) bytes: u64,
}

impl Sorted {
    /// Reads the end of a file, and checks it.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        read_end(path).map_err(at(path))
    }

    const fn index(&self) -> u64 {
        self.bytes - TAIL - self.blocks * ENTRY
    }

    /// Checks every block; this reads all of the file.
    pub(super) fn check(&self) -> io::Result<()> {
        let mut reader = Reader::open(self, 0..=u64::MAX)?;
        let mut count = 0;
        while !reader.rest().is_empty() {
            count += reader.rest().len() as u64;
            reader.pass(reader.rest().len())?;
        }
        if count == self.count {
            Ok(())
        } else {
            Err(at(&self.path)(damaged("blocks are missing")))
        }
    }

    /// Whether the set has this number.
    pub(super) fn contains(&self, number: u64) -> io::Result<bool> {
        Ok(Reader::open(self, number..=number)?.rest().first() == Some(&number))
    }

    /// The first of these numbers that the set has.
    pub(super) fn first_of(
        &self,
        numbers: impl IntoIterator<Item = u64>,
    ) -> io::Result<Option<u64>> {
        for number in numbers {
            if self.contains(number)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Numbers that part the set into as many pieces as wanted, of about the same size; fewer where
    /// it is small. They ascend.
    pub(super) fn quantiles(&self, pieces: u64) -> io::Result<Vec<u64>> {
        let mut file = File::open(&self.path).map_err(at(&self.path))?;
        let blocks = (1..pieces).map(|piece| piece * self.blocks / pieces);
        let entries = blocks.filter(|&block| block > 0).map(|block| self.entry(&mut file, block));
        let firsts = entries.map(|entry| Ok(entry?.0)).collect::<io::Result<Vec<_>>>();
        let mut firsts = firsts.map_err(at(&self.path))?;
        firsts.dedup();
        Ok(firsts)
    }

    /// Where the block begins that holds the first of the numbers from `least` on, if it is not the
    /// one after.
    fn find(&self, file: &mut File, least: u64) -> io::Result<u64> {
        let (mut from, mut to) = (0, self.blocks);
        while to - from > 1 {
            let middle = from.midpoint(to);
            if self.entry(file, middle)?.0 <= least {
                from = middle;
            } else {
                to = middle;
            }
        }
        if self.blocks == 0 { Ok(HEADER) } else { Ok(self.entry(file, from)?.1) }
    }

    /// The first number of a block, and where it begins.
    fn entry(&self, file: &mut File, block: u64) -> io::Result<(u64, u64)> {
        let mut entry = [0; 16];
        file.seek(SeekFrom::Start(self.index() + block * ENTRY))?;
        file.read_exact(&mut entry)?;
        let entry = u128::from_le_bytes(entry);
        #[expect(clippy::cast_possible_truncation, reason = "two numbers of 64 bits")]
        let (first, place) = (entry as u64, (entry >> 64) as u64);
        Ok((first, place))
    }
}

fn read_end(path: &Path) -> io::Result<Sorted> {
    let mut file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let mut head = [0; 11];
    if bytes < HEADER + TAIL || file.read_exact(&mut head).is_err() || head[..8] != MAGIC {
        return Err(damaged("this is no file of numbers"));
    }
    if head[8] != KIND {
        return Err(damaged("this is a huarong file of another kind"));
    }
    if head[9..] != VERSION.to_le_bytes() {
        return Err(damaged("a version of huarong with another format has written this file"));
    }
    let mut tail = [0; 20];
    file.seek(SeekFrom::Start(bytes - TAIL))?;
    file.read_exact(&mut tail)?;
    let number = |from: usize| u64::from_le_bytes(tail[from..from + 8].try_into().expect("eight"));
    let checksum = u32::from_le_bytes(tail[16..].try_into().expect("four"));
    let (count, blocks) = (number(0), number(8));
    let short = || damaged("this file is cut short or damaged");
    let index = blocks.checked_mul(ENTRY).filter(|index| *index <= bytes - TAIL - HEADER);
    let index = index.ok_or_else(short)?;
    let mut crc = crc32fast::Hasher::new();
    file.seek(SeekFrom::Start(bytes - TAIL - index))?;
    let mut piece = [0; 4096];
    let mut input = file.take(index);
    loop {
        let got = input.read(&mut piece)?;
        if got == 0 {
            break;
        }
        crc.update(&piece[..got]);
    }
    crc.update(&tail[..16]);
    if crc.finalize() != checksum {
        return Err(short());
    }
    Ok(Sorted { path: path.to_owned(), count, blocks, checksum, bytes })
}

pub(super) fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
