//! The passes over the files of a layer: expansion into runs, merge of runs, and removal of
//! duplicates. Each pass runs on several threads while the caller checks the limits.

use std::{
    fs, io,
    ops::RangeInclusive,
    path::Path,
    slice,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use crate::{
    control::{Monitor, Progress},
    memory,
    parallel::{ShouldStop, lock, run_monitored},
    search::{
        layers::{Layer, LayerError},
        space::{BLOCK, OrbitInfo, Space},
    },
};

use super::{
    Exchange, classify,
    shards::owner_of,
    sorted::{RankedClass, SearchDir, SortedFile, SortedReader, at},
};

/// Reads the numbers of several files, block by block.
#[derive(Debug)]
pub struct BlockReader<'a> {
    files: slice::Iter<'a, SortedFile>,
    open: Option<SortedReader>,
}

impl<'a> BlockReader<'a> {
    pub fn new(files: &'a [SortedFile]) -> Self {
        BlockReader {
            files: files.iter(),
            open: None,
        }
    }

    /// Replaces `block` by the next block, which is empty at the end.
    fn next(&mut self, block: &mut Vec<u64>) -> io::Result<()> {
        block.clear();
        loop {
            if let Some(reader) = &mut self.open
                && !reader.rest().is_empty()
            {
                block.extend_from_slice(reader.rest());
                return reader.pass(block.len());
            }
            let Some(file) = self.files.next() else {
                return Ok(());
            };
            self.open = Some(SortedReader::open(file, 0..=u64::MAX)?);
        }
    }
}

/// Generates the candidates for a layer on several threads.
pub struct CandidatePass<'a> {
    pub sources: Mutex<BlockReader<'a>>,
    /// Whether the candidates are the successors of the sources, or the sources themselves.
    pub expands: bool,
    /// Number of sources that have passed.
    pub passed: &'a AtomicU64,
    /// Number of candidates.
    pub gathered: &'a AtomicU64,
    pub place: &'a Arc<SearchDir>,
    /// Number of classes that a thread collects before it writes a file.
    pub buffer: usize,
    /// The other processes, which own some of the candidates.
    pub exchange: Option<&'a dyn Exchange>,
}

impl CandidatePass<'_> {
    /// Takes blocks of the sources until none is left. Returns files with the candidates that this
    /// process owns.
    pub fn run(
        &self,
        space: &mut dyn Space<u64>,
        should_stop: ShouldStop<'_>,
    ) -> io::Result<Vec<SortedFile>> {
        let mut runs = RunWriter::new(Arc::clone(self.place), self.buffer);
        let mut outbox = self.exchange.map(Outbox::new);
        let mut block = Vec::new();
        let mut successors = Vec::new();
        let mut classes = Vec::new();
        loop {
            lock(&self.sources).next(&mut block)?;
            if block.is_empty() {
                outbox.map_or(Ok(()), |mut outbox| outbox.send(1))?;
                return runs.finish();
            }
            // On a wide board a state has thousands of successors.
            let mut gathered = 0;
            for part in block.chunks(BLOCK) {
                check_stop(should_stop)?;
                if self.expands {
                    successors.clear();
                    space.expand(part, &[], &mut successors);
                    let new = successors.iter();
                    classes.extend(new.map(|it| RankedClass::new(it.key, it.class)));
                } else {
                    classes.extend(classify(space, part)?);
                }
                gathered += classes.len() as u64;
                if let Some(outbox) = &mut outbox {
                    outbox.take_out_of(&mut classes);
                    outbox.send(SLICE)?;
                }
                runs.add(classes.drain(..))?;
            }
            self.passed.fetch_add(block.len() as u64, Ordering::Relaxed);
            self.gathered.fetch_add(gathered, Ordering::Relaxed);
        }
    }
}

/// The fewest candidates for a process that a thread sends at a time.
const SLICE: usize = 1 << 12;

/// The candidates of a thread that other processes own.
struct Outbox<'a> {
    exchange: &'a dyn Exchange,
    /// The words of the candidates of each process.
    lists: Vec<Vec<u64>>,
}

impl<'a> Outbox<'a> {
    fn new(exchange: &'a dyn Exchange) -> Self {
        Outbox {
            lists: vec![Vec::new(); exchange.processes()],
            exchange,
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the number of a process")]
    fn take_out_of(&mut self, classes: &mut Vec<RankedClass>) {
        let own = self.exchange.process();
        classes.retain(|class| {
            let owner = owner_of(class.rank(), self.lists.len() as u64) as usize;
            if owner != own {
                self.lists[owner].push(class.to_word());
            }
            owner == own
        });
    }

    /// Sends each list of at least this length.
    fn send(&mut self, least: usize) -> io::Result<()> {
        for (process, list) in self.lists.iter_mut().enumerate() {
            if list.len() >= least {
                self.exchange.send(process, list)?;
                list.clear();
            }
        }
        Ok(())
    }
}

/// Merges each group of files into one, and deletes the group.
pub fn merge_groups(
    groups: &[&[SortedFile]],
    place: &SearchDir,
    should_stop: ShouldStop<'_>,
) -> io::Result<Vec<SortedFile>> {
    let mut merged = Vec::new();
    for group in groups {
        let mut merge = KWayMerge::open(group, &(0..=u64::MAX))?;
        let mut writer = place.create_run()?;
        loop {
            check_stop(should_stop)?;
            let batch = merge.next_batch()?;
            if batch.is_empty() {
                break;
            }
            writer.add(batch.iter().copied())?;
        }
        delete(group)?;
        merged.push(writer.finish()?);
    }
    Ok(merged)
}

/// Initial number of classes in a buffer.
const SMALL: usize = 1 << 16;

/// Collects classes in a buffer of fixed size and writes its content to a file when it is full.
#[derive(Debug)]
pub struct RunWriter {
    place: Arc<SearchDir>,
    /// Maximum number of classes in the buffer.
    capacity: usize,
    buffer: Vec<RankedClass>,
    files: Vec<SortedFile>,
}

impl RunWriter {
    /// Creates a writer with a buffer for at least two classes.
    pub fn new(place: Arc<SearchDir>, capacity: usize) -> Self {
        RunWriter {
            place,
            capacity: capacity.max(2),
            buffer: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Adds classes in any order. Duplicates are allowed.
    pub(crate) fn add(
        &mut self,
        mut classes: impl ExactSizeIterator<Item = RankedClass>,
    ) -> io::Result<()> {
        self.make_room(classes.len())?;
        while self.buffer.len() + classes.len() >= self.capacity {
            self.buffer
                .extend(classes.by_ref().take(self.capacity - self.buffer.len()));
            self.sort();
            // If most classes are duplicates, they need no file.
            if self.buffer.len() > self.capacity / 2 {
                self.spill()?;
            }
        }
        self.buffer.extend(classes);
        Ok(())
    }

    /// Enlarges the buffer if necessary. A small layer needs little. Otherwise the buffer gets its
    /// full size at once, because the system provides memory only on first use.
    fn make_room(&mut self, additional: usize) -> io::Result<()> {
        let wanted = self.buffer.len() + additional;
        if wanted <= self.buffer.capacity() || self.buffer.capacity() >= self.capacity {
            return Ok(());
        }
        let small = SMALL.min(self.capacity);
        if wanted > SMALL {
            let room = self.capacity - self.buffer.len();
            if memory::reserve_exact(&mut self.buffer, room).is_ok() {
                return Ok(());
            }
            // The machine has less memory than the limit.
            self.buffer.shrink_to(small);
            self.capacity = self.buffer.capacity().max(small);
        }
        let missing = small.saturating_sub(self.buffer.len());
        memory::reserve_exact(&mut self.buffer, missing)
            .map_err(|_| io::ErrorKind::OutOfMemory.into())
    }

    /// Returns all files. Each is sorted, and together they hold all added classes.
    pub fn finish(mut self) -> io::Result<Vec<SortedFile>> {
        self.sort();
        self.spill()?;
        Ok(self.files)
    }

    fn sort(&mut self) {
        self.buffer.sort_unstable();
        self.buffer.dedup();
    }

    fn spill(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            let mut writer = self.place.create_run()?;
            writer.add(self.buffer.iter().map(|class| class.to_word()))?;
            self.files.push(writer.finish()?);
            self.buffer.clear();
        }
        Ok(())
    }
}

/// Deletes files.
pub fn delete(files: &[SortedFile]) -> io::Result<()> {
    files
        .iter()
        .try_for_each(|file| fs::remove_file(&file.path).map_err(at(&file.path)))
}

/// The union of several sets, in ascending batches.
#[derive(Debug)]
pub struct KWayMerge {
    readers: Vec<SortedReader>,
    batch: Vec<u64>,
}

impl KWayMerge {
    /// Opens these files within a range.
    pub fn open(files: &[SortedFile], range: &RangeInclusive<u64>) -> io::Result<Self> {
        let readers = files
            .iter()
            .map(|file| SortedReader::open(file, range.clone()));
        Ok(KWayMerge {
            readers: readers.collect::<io::Result<_>>()?,
            batch: Vec::new(),
        })
    }

    /// Returns the next numbers in ascending order without duplicates, or none at the end.
    ///
    /// The block of each file is in memory. The batch holds all numbers up to the least last number
    /// of these blocks, as a few sorted runs, which the stable sort of the standard library merges.
    pub fn next_batch(&mut self) -> io::Result<&mut Vec<u64>> {
        self.batch.clear();
        let last = self
            .readers
            .iter()
            .filter_map(|reader| reader.rest().last());
        let Some(&last) = last.min() else {
            return Ok(&mut self.batch);
        };
        for reader in &mut self.readers {
            let rest = reader.rest();
            let ready = rest.partition_point(|&number| number <= last);
            self.batch.extend_from_slice(&rest[..ready]);
            reader.pass(ready)?;
        }
        #[expect(clippy::stable_sort_primitive, reason = "it detects the sorted runs")]
        self.batch.sort();
        self.batch.dedup();
        Ok(&mut self.batch)
    }
}

/// Removes the classes whose ranks are in a file from ascending batches.
#[derive(Debug)]
pub struct DuplicateFilter(SortedReader);

impl DuplicateFilter {
    /// Opens a file within the range of all batches.
    pub fn open(file: &SortedFile, ranks: &RangeInclusive<u64>) -> io::Result<Self> {
        SortedReader::open(file, ranks.clone()).map(DuplicateFilter)
    }

    /// Removes the words of known classes from `batch`.
    pub fn take_out_of(&mut self, batch: &mut Vec<u64>) -> io::Result<()> {
        let mut kept = 0;
        let mut next = 0;
        while next < batch.len() {
            let known = self.0.rest();
            let Some(&end) = known.last() else {
                batch.copy_within(next.., kept);
                kept += batch.len() - next;
                break;
            };
            let mut passed = 0;
            while next < batch.len() {
                let rank = RankedClass::from_word(batch[next]).rank();
                if rank > end {
                    passed = known.len();
                    break;
                }
                while known[passed] < rank {
                    passed += 1;
                }
                batch[kept] = batch[next];
                kept += usize::from(known[passed] != rank);
                next += 1;
            }
            self.0.pass(passed)?;
        }
        batch.truncate(kept);
        Ok(())
    }
}

/// The removal of duplicates, which several threads share.
#[derive(Debug)]
pub struct DedupPass<'a> {
    pub runs: &'a [SortedFile],
    /// The files with the known ranks.
    pub known: &'a [&'a SortedFile],
    /// Number of new ranks.
    pub found: &'a AtomicU64,
    pub place: &'a SearchDir,
}

/// The new states within a range.
#[derive(Debug)]
pub struct DedupOutput {
    pub(crate) layer: Layer,
    pub states: SortedFile,
    pub goals: SortedFile,
}

/// A range of classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    words: RangeInclusive<u64>,
    ranks: RangeInclusive<u64>,
}

impl DedupPass<'_> {
    /// Divides all classes into ranges of about the same work.
    pub fn ranges(&self, wanted: usize) -> io::Result<Vec<Range>> {
        let words = self
            .runs
            .iter()
            .max_by_key(|run| run.count)
            .map_or(Ok(Vec::new()), |run| run.quantiles(wanted as u64))?;
        let ranks = words
            .into_iter()
            .map(|word| RankedClass::from_word(word).rank());
        let mut starts: Vec<u64> = [0].into_iter().chain(ranks).collect();
        starts.dedup();
        let least_word = |rank| RankedClass::new(rank, OrbitInfo::default()).to_word();
        let ends = starts[1..]
            .iter()
            .map(|&start| (least_word(start) - 1, start - 1))
            .chain([(u64::MAX, u64::MAX)]);
        Ok(starts
            .iter()
            .zip(ends)
            .map(|(&start, (word, rank))| Range {
                words: least_word(start)..=word,
                ranks: start..=rank,
            })
            .collect())
    }

    /// Merges the runs within the range, and writes and counts the new states.
    pub fn run(&self, range: &Range, should_stop: ShouldStop<'_>) -> io::Result<DedupOutput> {
        let mut merge = KWayMerge::open(self.runs, &range.words)?;
        let mut known: Vec<DuplicateFilter> = self
            .known
            .iter()
            .map(|file| DuplicateFilter::open(file, &range.ranks))
            .collect::<io::Result<_>>()?;
        let mut states = self.place.create_run()?;
        let mut goals = self.place.create_run()?;
        let mut layer = Layer::default();
        loop {
            check_stop(should_stop)?;
            let batch = merge.next_batch()?;
            if batch.is_empty() {
                break;
            }
            known
                .iter_mut()
                .try_for_each(|known| known.take_out_of(batch))?;
            let classes = batch.iter().map(|&word| RankedClass::from_word(word));
            classes.clone().for_each(|class| layer.count(class.class()));
            goals.add(
                classes
                    .clone()
                    .filter(|it| it.class().is_goal())
                    .map(RankedClass::rank),
            )?;
            states.add(classes.map(RankedClass::rank))?;
            self.found.fetch_add(batch.len() as u64, Ordering::Relaxed);
        }
        Ok(DedupOutput {
            layer,
            states: states.finish()?,
            goals: goals.finish()?,
        })
    }
}

/// Concatenates consecutive parts into a permanent file at `path`.
pub fn join<'a>(
    mut parts: impl ExactSizeIterator<Item = &'a SortedFile>,
    place: &SearchDir,
    path: &Path,
) -> io::Result<SortedFile> {
    if parts.len() == 1
        && let Some(only) = parts.next()
    {
        return only.clone().keep(path);
    }
    let mut writer = place.create_run()?;
    parts.try_for_each(|part| writer.add_file(part))?;
    writer.finish()?.keep(path)
}

/// Returns an error if a pass should stop. Callers report the reason instead.
fn check_stop(should_stop: ShouldStop<'_>) -> io::Result<()> {
    if should_stop() {
        Err(io::ErrorKind::Interrupted.into())
    } else {
        Ok(())
    }
}

/// Runs one job on each thread and returns their results in the order of the jobs. If a job fails
/// or a limit of `monitor` is reached, it stops the others.
pub fn run_jobs<J: Send, R: Send>(
    jobs: impl IntoIterator<Item = J>,
    work: impl Fn(J, ShouldStop<'_>) -> io::Result<R> + Sync,
    monitor: &mut Monitor<'_>,
    progress: impl Fn() -> Progress,
) -> Result<Vec<R>, LayerError> {
    let jobs: Vec<J> = jobs.into_iter().collect();
    let threads = jobs.len();
    let jobs = Mutex::new(jobs.into_iter().enumerate());
    let failure = Mutex::new(None);
    let has_failed = AtomicBool::new(false);
    let run = |_, should_stop: ShouldStop<'_>| {
        let mut results = Vec::new();
        let next = || lock(&jobs).next();
        while let Some((number, job)) = next() {
            match work(job, &mut || {
                should_stop() || has_failed.load(Ordering::Relaxed)
            }) {
                Ok(result) => results.push((number, result)),
                Err(error) => {
                    // The first failure counts: others only stop because of it.
                    lock(&failure).get_or_insert(error);
                    has_failed.store(true, Ordering::Relaxed);
                }
            }
        }
        results
    };
    let results = run_monitored(threads, &run, monitor, progress)?;
    if let Some(error) = lock(&failure).take() {
        return Err(error.into());
    }
    let mut results: Vec<(usize, R)> = results.into_iter().flatten().collect();
    results.sort_unstable_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
