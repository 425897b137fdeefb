//! Reads the numbers of a file in order.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use super::block::{self, Header};
use super::{Sorted, at, damaged};

/// Bytes that are read at a time.
const BUFFER: usize = 1 << 14;

/// The numbers of a file within a range, a block at a time.
#[derive(Debug)]
pub(in super::super) struct Reader {
    input: BufReader<io::Take<File>>,
    path: PathBuf,
    /// The largest number that is wanted.
    most: u64,
    payload: Vec<u8>,
    block: Vec<u64>,
    /// How many numbers of the block have been passed.
    passed: usize,
}

impl Reader {
    /// What a reader takes, in bytes, if the numbers lie no further apart than they mostly do.
    pub(in super::super) const BYTES: usize = BUFFER + block::BLOCK * 16;

    /// Begins with the first number in the range.
    pub(in super::super) fn open(file: &Sorted, range: RangeInclusive<u64>) -> io::Result<Self> {
        let (least, most) = range.into_inner();
        let begin = || {
            let mut input = File::open(&file.path)?;
            let from = file.find(&mut input, least)?;
            let length = file.index().checked_sub(from);
            let length = length.ok_or_else(|| damaged("the index makes no sense"))?;
            input.seek(SeekFrom::Start(from))?;
            Ok(BufReader::with_capacity(BUFFER, input.take(length)))
        };
        let mut reader = Reader {
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

    /// The numbers of this block that are still to come; none only at the end.
    pub(in super::super) fn rest(&self) -> &[u64] {
        &self.block[self.passed..]
    }

    /// Passes the next so many numbers of this block, and goes to the next block at its end.
    pub(in super::super) fn pass(&mut self, ranks: usize) -> io::Result<()> {
        self.passed += ranks;
        if self.rest().is_empty() {
            self.block.clear();
            self.passed = 0;
            self.read_block().map_err(at(&self.path))?;
            if self.block.last().is_some_and(|&last| last > self.most) {
                self.block.truncate(self.block.partition_point(|&number| number <= self.most));
                self.input.get_mut().set_limit(0);
                // What has been read ahead lies beyond the range too.
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
        let header = Header::read(&head)?;
        self.payload.resize(header.payload(), 0);
        self.input.read_exact(&mut self.payload)?;
        block::decode(&header, &mut self.payload, &mut self.block)
    }
}
