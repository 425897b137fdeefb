//! Counts that are saved, and lists of states that exceed the memory.
//!
//! A work folder has these files:
//!
//! | file | content, numbers little-endian |
//! |---|---|
//! | `lock` | locked while a process counts |
//! | `checkpoint` | a [container](crate::file::container) of kind `F`: what is counted, the step, the complete paths or cycles, and the files of the layer with their lengths and checksums |
//! | `step-S-L` | list `L` of the layer before step `S`: for each state its word, the length of its number of ways (2 bytes), and that number |
//!
//! A checkpoint is written after a step if that takes a twentieth of the time, or if lists of the
//! layer are in files. Then the files of all other layers are removed.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use bincode::{Decode, Encode};
use num_bigint::BigUint;
use thiserror::Error;

use crate::{
    control::{Instant, Monitor, StopReason},
    file::{
        self, FolderError, RunFolder, checkpoint_in,
        container::{ChecksumStream, FileFormat, form},
    },
};

use super::mates::{Mates, StateWord, WayCount, WeightedState};

const FORMAT: FileFormat = FileFormat {
    magic: b"HUARONG\0F",
    content: "a count",
    version: 1,
    least: 11 + 4,
};

/// The most bytes of a checkpoint: enough for graphs of a million vertices.
const MAX_BYTES: usize = 1 << 28;

/// The number of bytes that are read or written at a time.
const BUFFER: usize = 1 << 16;

/// The reason why a count has no result.
#[derive(Error, Debug)]
pub enum CountStop {
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// A file of the work folder cannot be read or written.
    #[error(transparent)]
    Failed(#[from] io::Error),
}

/// The progress of a count.
pub struct CountContext<'a> {
    pub monitor: Monitor<'a>,
    /// The number of states expanded.
    pub expanded: usize,
    /// The maximum number of states of one layer.
    pub peak_states: usize,
    /// The number of steps done.
    pub depth: u32,
    /// The states and bytes of the layer that waits for the join.
    pub waiting: (usize, usize),
    /// The folder for checkpoints and for lists that exceed the limit on memory.
    pub folder: Option<&'a mut CountFolder>,
}

impl CountContext<'_> {
    /// Whether the waiting layer and this many bytes exceed the limit.
    pub fn is_beyond(&self, bytes: usize) -> bool {
        let taken = self.waiting.1.saturating_add(bytes);
        taken > self.monitor.limits().bytes()
    }
}

/// The folder of a count, in which it is saved. It is locked against other processes.
#[derive(Debug)]
pub struct CountFolder {
    folder: RunFolder,
    saved: Option<Checkpoint>,
    /// The time of the last checkpoint, and its duration.
    written: Option<(Instant, Duration)>,
}

/// A count after a step.
#[derive(Default, Debug, Encode, Decode)]
pub struct Checkpoint {
    /// What is counted: equal keys have equal layers.
    pub key: Vec<u32>,
    /// The next step.
    pub step: usize,
    pub expanded: usize,
    /// The number of complete paths or cycles, in bytes.
    pub complete: Vec<u8>,
    /// The words of the numbers of ways: 1, 2 or more.
    pub words: u8,
    pub files: Vec<ListFile>,
}

/// A list of states in a file.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
pub struct ListFile {
    name: String,
    pub records: usize,
    /// The sum of the numbers, at most the maximum.
    pub sum: u128,
    bytes: u64,
    checksum: u32,
}

impl CountFolder {
    /// Creates the folder of a new count.
    ///
    /// # Errors
    /// If the folder holds a run or other files, is in use, or cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(CountFolder {
            folder: RunFolder::create(path)?,
            saved: None,
            written: None,
        })
    }

    /// Opens the folder of a count to resume.
    ///
    /// # Errors
    /// If the folder holds no count, is in use, or a file of it is damaged or missing.
    pub fn resume(path: &Path) -> io::Result<Self> {
        let folder = RunFolder::open(path)?;
        let checkpoint = folder.checkpoint();
        let saved = read(&checkpoint).map_err(at("read", &checkpoint))?;
        for list in &saved.files {
            let path = path.join(&list.name);
            let length = fs::metadata(&path).map_err(at("read", &path))?.len();
            if length != list.bytes {
                return Err(damaged(&path));
            }
        }
        folder.clear()?;
        Ok(CountFolder {
            folder,
            saved: Some(saved),
            written: None,
        })
    }

    /// Checks the checkpoint and the lists of a saved count. Returns the sizes of these files.
    /// Changes nothing, and takes no lock.
    ///
    /// # Errors
    /// If a file is damaged or missing.
    pub fn check(path: &Path) -> io::Result<Vec<u64>> {
        let checkpoint = checkpoint_in(path);
        let saved = read(&checkpoint).map_err(at("read", &checkpoint))?;
        let mut sizes = vec![checkpoint.metadata()?.len()];
        for list in &saved.files {
            let path = path.join(&list.name);
            let mut input = file::open(&path).map_err(at("read", &path))?;
            let mut sum = ChecksumStream::new(io::sink());
            let size = io::copy(&mut input, &mut sum).map_err(at("read", &path))?;
            if (size, sum.checksum.finalize()) != (list.bytes, list.checksum) {
                return Err(damaged(&path));
            }
            sizes.push(size);
        }
        Ok(sizes)
    }

    /// Returns the last checkpoint.
    ///
    /// # Errors
    /// If something else was counted.
    pub(super) fn saved(&self, key: &[u32]) -> io::Result<Option<&Checkpoint>> {
        match &self.saved {
            Some(saved) if saved.key != key => {
                let why = "holds the count of another graph, order or question";
                let folder = self.folder.path().display();
                Err(io::Error::other(format!("`{folder}` {why}")))
            }
            saved => Ok(saved.as_ref()),
        }
    }

    /// Whether a checkpoint takes at most a twentieth of the time.
    pub(super) fn is_due(&self) -> bool {
        self.written
            .is_none_or(|(written, took)| written.elapsed() >= took * 19)
    }

    /// Writes a checkpoint, then removes the files of other layers.
    pub(super) fn save(
        &mut self,
        checkpoint: Checkpoint,
        write_lists: impl FnOnce(&Self) -> io::Result<(Vec<ListFile>, u8)>,
    ) -> io::Result<()> {
        let begun = Instant::now();
        let (files, words) = write_lists(self)?;
        let saved = Checkpoint {
            words,
            files,
            ..checkpoint
        };
        let content =
            bincode::encode_to_vec(&saved, form::<MAX_BYTES>()).map_err(io::Error::other)?;
        file::write(&self.folder.checkpoint(), &FORMAT.wrap(&[&content]))
            .map_err(io::Error::other)?;
        for entry in fs::read_dir(self.folder.path())? {
            let entry = entry?;
            let name = entry.file_name().into_string().unwrap_or_default();
            let is_list = name.starts_with(file::LIST);
            if is_list && saved.files.iter().all(|file| file.name != name) {
                fs::remove_file(entry.path())?;
            }
        }
        self.saved = Some(saved);
        self.written = Some((Instant::now(), begun.elapsed()));
        Ok(())
    }

    /// Creates the file of a list, in place of one that an earlier process left there.
    pub(super) fn new_list(&self, step: usize, number: usize) -> io::Result<ListWriter> {
        let name = format!("{}{step}-{number}", file::LIST);
        let path = self.folder.path().join(&name);
        let out = file::create(&path).map_err(at("write", &path))?;
        let list = ListFile {
            name,
            records: 0,
            sum: 0,
            bytes: 0,
            checksum: 0,
        };
        Ok(ListWriter {
            list,
            path,
            out,
            buffer: Vec::with_capacity(2 * BUFFER),
            checksum: crc32fast::Hasher::new(),
        })
    }

    /// Passes each state of a list and its number of ways to `visit`.
    pub(super) fn read<W: StateWord, N: WayCount>(
        &self,
        list: &ListFile,
        mut visit: impl FnMut(Mates<W>, N) -> Result<(), StopReason>,
    ) -> Result<(), CountStop> {
        let path = self.folder.path().join(&list.name);
        let input = file::open(&path).map_err(at("read", &path))?;
        let mut input = BufReader::with_capacity(BUFFER, input.take(list.bytes));
        let mut checksum = crc32fast::Hasher::new();
        let word = W::WIDTH as usize / 8;
        let mut record = Vec::new();
        for _ in 0..list.records {
            let mut fill = |record: &mut Vec<u8>, length: usize| {
                record.resize(length, 0);
                input.read_exact(record).map_err(|_| damaged(&path))?;
                checksum.update(record);
                io::Result::Ok(())
            };
            fill(&mut record, word + 2)?;
            let (state, length) = record.split_at(word);
            let words = state
                .chunks_exact(4)
                .map(|it| u32::from_le_bytes(it.try_into().expect("four")));
            let state = Mates::of_words(words);
            let length = u16::from_le_bytes(length.try_into().expect("two"));
            fill(&mut record, length.into())?;
            let ways = if record.len() > 16 {
                N::try_from(BigUint::from_bytes_le(&record)).ok()
            } else {
                record.resize(16, 0);
                let number = u128::from_le_bytes(record[..].try_into().expect("sixteen"));
                N::try_from(number).ok()
            };
            visit(state, ways.ok_or_else(|| damaged(&path))?)?;
        }
        if checksum.finalize() == list.checksum {
            Ok(())
        } else {
            Err(damaged(&path).into())
        }
    }
}

/// Writes a list of states.
#[derive(Debug)]
pub struct ListWriter {
    list: ListFile,
    path: PathBuf,
    out: File,
    buffer: Vec<u8>,
    checksum: crc32fast::Hasher,
}

impl ListWriter {
    /// Appends the states that have ways.
    pub fn write<W: StateWord, N: WayCount>(
        &mut self,
        states: &[WeightedState<W, N>],
    ) -> io::Result<()> {
        for (state, ways) in states.iter().filter(|(_, ways)| *ways != N::default()) {
            self.buffer.extend(state.words().flat_map(u32::to_le_bytes));
            let number = ways.saturated();
            let (small, large);
            let bytes = if number < u128::MAX {
                small = number.to_le_bytes();
                &small[..16 - number.leading_zeros() as usize / 8]
            } else {
                large = Into::<BigUint>::into(ways.clone()).to_bytes_le();
                &large[..]
            };
            let length = u16::try_from(bytes.len()).map_err(io::Error::other)?;
            self.buffer.extend(length.to_le_bytes());
            self.buffer.extend_from_slice(bytes);
            self.list.records += 1;
            self.list.sum = self.list.sum.saturating_add(number);
            if self.buffer.len() >= BUFFER {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.checksum.update(&self.buffer);
        self.list.bytes += self.buffer.len() as u64;
        self.out
            .write_all(&self.buffer)
            .map_err(at("write", &self.path))?;
        self.buffer.clear();
        Ok(())
    }

    /// Completes the file.
    pub fn finish(mut self) -> io::Result<ListFile> {
        self.flush()?;
        self.out.sync_all().map_err(at("write", &self.path))?;
        Ok(ListFile {
            checksum: self.checksum.finalize(),
            ..self.list
        })
    }
}

/// Reads a checkpoint.
fn read(path: &Path) -> io::Result<Checkpoint> {
    let mut bytes = Vec::new();
    file::open(path)?.read_to_end(&mut bytes)?;
    let content = FORMAT.content_of(&bytes).map_err(io::Error::other)?;
    let saved =
        bincode::decode_from_slice(content, form::<MAX_BYTES>()).map_err(io::Error::other)?;
    Ok(saved.0)
}

fn damaged(path: &Path) -> io::Error {
    let why = format!(
        "`{}` is cut short or damaged: its checksum is wrong",
        path.display()
    );
    io::Error::new(io::ErrorKind::InvalidData, why)
}

/// Names the file in an error.
fn at(action: &'static str, path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| FolderError::of(action, path)(error).into()
}
