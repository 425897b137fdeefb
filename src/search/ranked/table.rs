//! A table with the distance of each rank modulo 3, and the threads that work on it.

use std::{
    io::{self, Read, Write},
    ops::Range,
    path::Path,
    sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use crate::{
    control::{Monitor, Progress, StopReason},
    file::AtomicTable,
    memory,
    parallel::{StateCheck, try_for_each},
    search::{
        layers::Layer,
        space::{ArrivalId, OrbitInfo, Space, Successor},
    },
};

/// Ranks per word.
const WORD: usize = 32;
/// Bytes of a word with its *done* bits.
const WORD_BYTES: usize = 12;
/// Words that are read or written at a time.
const AT_ONCE: usize = 4096;
/// Words of a group. A table is written without the groups whose ranks are all unseen.
const GROUP: usize = AT_ONCE / u128::BITS as usize;

/// The distance of a state modulo 3, plus 1; 0 would mean unseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DepthMark(u8);

impl DepthMark {
    /// Returns the mark of a distance.
    pub const fn of(distance: u32) -> Self {
        DepthMark((distance % 3) as u8 + 1)
    }

    /// Returns the mark of the states one move nearer.
    pub const fn before(self) -> Self {
        DepthMark(if self.0 == 1 { 3 } else { self.0 - 1 })
    }

    /// Returns the bits of the mark in the word of a rank.
    #[inline(always)]
    const fn bits(self, rank: u64) -> u64 {
        let spread = (self.0 as u64 & 1) | (self.0 as u64 >> 1) << WORD;
        spread << (rank % WORD as u64)
    }

    /// Returns the set of ranks of a word with this mark.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    const fn among(self, word: u64) -> u32 {
        let low = word as u32;
        let high = (word >> WORD) as u32;
        match self.0 {
            1 => low & !high,
            2 => !low & high,
            _ => low & high,
        }
    }
}

/// The marks of all ranks.
///
/// Threads share it. In one layer all of them write the same mark, so that their order does not
/// matter. The lower half of a word holds the lower bit of each mark.
#[derive(Debug)]
pub struct MarkTable {
    marks: AtomicTable<AtomicU64>,
    /// Layers whose distances are equal modulo 3 have the same mark. This bit marks those behind
    /// the frontier.
    done: AtomicTable<AtomicU32>,
    pub ranks: u64,
}

impl MarkTable {
    /// Returns the bytes of a table.
    pub const fn bytes_for(ranks: u64) -> u64 {
        ranks
            .div_ceil(WORD as u64)
            .saturating_mul((size_of::<u64>() + size_of::<u32>()) as u64)
    }

    /// Creates a table of unseen ranks, in memory or in a file of a folder.
    pub fn new(ranks: u64, folder: Option<&Path>) -> io::Result<Self> {
        let words =
            usize::try_from(ranks.div_ceil(WORD as u64)).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let (marks, done) = match folder {
            None => (
                AtomicTable::in_memory(words)?,
                AtomicTable::in_memory(words)?,
            ),
            Some(at) => (
                AtomicTable::in_file(words, at)?,
                AtomicTable::in_file(words, at)?,
            ),
        };
        Ok(MarkTable { marks, done, ranks })
    }

    pub(super) fn words(&self) -> usize {
        self.marks.len()
    }

    /// Makes all ranks unseen.
    pub fn clear(&self) {
        self.marks
            .iter()
            .zip(self.done.iter())
            .filter(|(marks, _)| marks.load(Relaxed) != 0)
            .for_each(|(marks, done)| {
                marks.store(0, Relaxed);
                done.store(0, Relaxed);
            });
    }

    /// Whether a rank is unseen.
    #[inline(always)]
    pub fn is_unseen(&self, rank: u64) -> bool {
        let word = self.marks[word_of(rank)].load(Relaxed) >> (rank % WORD as u64);
        word & (1 | 1 << WORD) == 0
    }

    /// Whether a rank has this mark.
    pub(super) fn has(&self, rank: u64, mark: DepthMark) -> bool {
        self.mark(rank) == Some(mark)
    }

    /// Returns the mark of a rank, unless it is unseen.
    #[expect(clippy::cast_possible_truncation, reason = "two bits")]
    pub fn mark(&self, rank: u64) -> Option<DepthMark> {
        let word = self.marks[word_of(rank)].load(Relaxed) >> (rank % WORD as u64);
        let mark = DepthMark((word & 1 | word >> (WORD - 1) & 2) as u8);
        (mark.0 != 0).then_some(mark)
    }

    /// Marks a rank if it is unseen. Returns whether it was.
    #[inline(always)]
    pub fn discover(&self, rank: u64, mark: DepthMark) -> bool {
        let before = self.marks[word_of(rank)].fetch_or(mark.bits(rank), Relaxed);
        before >> (rank % WORD as u64) & (1 | 1 << WORD) == 0
    }

    /// Appends the ranks of a word that have this mark and are not done.
    #[inline(always)]
    pub fn open(&self, word: usize, mark: DepthMark, ranks: &mut Vec<u64>) {
        let marks = self.marks[word].load(Relaxed);
        if marks != 0 {
            list(
                word,
                mark.among(marks) & !self.done[word].load(Relaxed),
                ranks,
            );
        }
    }

    /// Marks the ranks of a word with the mark before this one as done, and appends those with this
    /// mark that are not done.
    #[inline(always)]
    fn close_and_open(&self, word: usize, mark: DepthMark, ranks: &mut Vec<u64>) {
        let marks = self.marks[word].load(Relaxed);
        if marks != 0 {
            let done = self.done[word].load(Relaxed);
            let closed = done | mark.before().among(marks);
            // No other thread writes to this word.
            if closed != done {
                self.done[word].store(closed, Relaxed);
            }
            list(word, mark.among(marks) & !done, ranks);
        }
    }

    /// Appends the seen or the unseen ranks of a word.
    pub fn list_known(&self, word: usize, known: bool, ranks: &mut Vec<u64>) {
        let marks = self.marks[word].load(Relaxed);
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        let seen = (marks | marks >> WORD) as u32;
        let length = ranks.len();
        list(word, if known { seen } else { !seen }, ranks);
        // The last word may be longer than the table.
        let behind = ranks[length..]
            .iter()
            .rev()
            .take_while(|&&rank| rank >= self.ranks)
            .count();
        ranks.truncate(ranks.len() - behind);
    }

    /// Marks the ranks of a word with this mark as done.
    #[inline(always)]
    pub fn close(&self, word: usize, mark: DepthMark) {
        let closed = mark.among(self.marks[word].load(Relaxed));
        // No other thread writes to this word.
        let done = self.done[word].load(Relaxed);
        if closed & !done != 0 {
            self.done[word].store(done | closed, Relaxed);
        }
    }

    /// Marks a rank as done.
    pub fn close_rank(&self, rank: u64) {
        self.done[word_of(rank)].fetch_or(1 << (rank % WORD as u64), Relaxed);
    }

    /// Makes the ranks with this mark that are not done unseen again.
    pub fn undo(&self, mark: DepthMark) {
        for (marks, done) in self.marks.iter().zip(self.done.iter()) {
            let word = marks.load(Relaxed);
            let new = u64::from(mark.among(word) & !done.load(Relaxed));
            // Untouched memory takes no space.
            if new != 0 {
                marks.store(word & !(new | new << WORD), Relaxed);
            }
        }
    }

    /// Gives these ranks of a word the mark and makes the others unseen.
    pub fn replace(&self, word: usize, ranks: impl Iterator<Item = u64>, mark: DepthMark) {
        let marks = ranks.fold(0, |marks, rank| marks | mark.bits(rank));
        self.marks[word].store(marks, Relaxed);
        self.done[word].store(0, Relaxed);
    }

    /// Writes 128 groups of words at a time: a bit for each group that follows, and these groups.
    /// A word has marks of eight bytes and bits of four, little-endian.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(AT_ONCE * WORD_BYTES);
        for first in (0..self.words()).step_by(AT_ONCE) {
            bytes.clear();
            let mut present = 0_u128;
            for (number, group) in self.groups(first) {
                if group
                    .clone()
                    .any(|word| self.marks[word].load(Relaxed) != 0)
                {
                    present |= 1 << number;
                    for word in group {
                        bytes.extend(self.marks[word].load(Relaxed).to_le_bytes());
                        bytes.extend(self.done[word].load(Relaxed).to_le_bytes());
                    }
                }
            }
            out.write_all(&present.to_le_bytes())?;
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Returns the groups of the words that are written with this one.
    fn groups(&self, first: usize) -> impl Iterator<Item = (usize, Range<usize>)> + use<> {
        let end = self.words().min(first + AT_ONCE);
        (first..end)
            .step_by(GROUP)
            .map(move |word| word..end.min(word + GROUP))
            .enumerate()
    }

    /// Reads what [`write`](Self::write) wrote; ranks behind the last one stay unseen.
    pub fn read(&self, input: &mut dyn Read) -> io::Result<()> {
        self.clear();
        let mut bytes = [0; GROUP * WORD_BYTES];
        for first in (0..self.words()).step_by(AT_ONCE) {
            let mut present = [0; 16];
            input.read_exact(&mut present)?;
            let is_there = |number: usize| u128::from_le_bytes(present) >> number & 1 == 1;
            for (_, group) in self.groups(first).filter(|&(number, _)| is_there(number)) {
                let bytes = &mut bytes[..group.len() * WORD_BYTES];
                input.read_exact(bytes)?;
                self.set(group.start, bytes);
            }
        }
        Ok(())
    }

    /// Sets the words from this one on.
    fn set(&self, first: usize, bytes: &[u8]) {
        for (word, bytes) in (first..).zip(bytes.chunks_exact(WORD_BYTES)) {
            let (marks, done) = bytes.split_first_chunk().expect("twelve bytes");
            let done = done.first_chunk().expect("four more");
            let inside = (self.ranks - (word * WORD) as u64).min(WORD as u64);
            let mask = (1_u64 << inside) - 1;
            let marks = u64::from_le_bytes(*marks) & (mask | mask << WORD);
            self.marks[word].store(marks, Relaxed);
            self.done[word].store(u32::from_le_bytes(*done), Relaxed);
        }
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the table fits the memory")]
const fn word_of(rank: u64) -> usize {
    (rank / WORD as u64) as usize
}

#[inline(always)]
fn list(word: usize, mut set: u32, ranks: &mut Vec<u64>) {
    let first = (word * WORD) as u64;
    while set != 0 {
        ranks.push(first + u64::from(set.trailing_zeros()));
        set &= set - 1;
    }
}

/// Number of states that are expanded at a time. The lookups of all their successors overlap.
const BLOCK: usize = 1024;
/// Number of words that a thread takes at a time.
const STRETCH: usize = 1024;
/// Minimum number of pieces for a second thread.
const WORTH_A_THREAD: usize = 4;

/// The rank of a state and the move that led to it. No table has 2⁴⁸ ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Listed(u64);

impl Listed {
    pub const fn new(rank: u64, arrival: ArrivalId) -> Self {
        Listed(rank << ArrivalId::BITS | arrival as u64)
    }

    pub const fn rank(self) -> u64 {
        self.0 >> ArrivalId::BITS
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower bits")]
    const fn arrival(self) -> ArrivalId {
        self.0 as ArrivalId
    }
}

/// A task for all threads.
#[derive(Clone, Copy, Debug)]
pub enum RankedTask<'a> {
    /// Expands these states.
    List {
        listed: &'a [Listed],
        next: DepthMark,
    },
    /// Expands the states in the table with this mark that are not done, and marks the layer before
    /// as done.
    Scan { mark: DepthMark, next: DepthMark },
    /// Keeps only the goals in the table, as the sources of a new search.
    Goals { mark: DepthMark },
}

impl RankedTask<'_> {
    /// Returns the number of pieces.
    fn pieces(&self, table: &MarkTable) -> usize {
        match self {
            RankedTask::List { listed, .. } => listed.len().div_ceil(BLOCK),
            RankedTask::Scan { .. } | RankedTask::Goals { .. } => table.words().div_ceil(STRETCH),
        }
    }
}

/// The state of one thread.
pub struct RankedWorker {
    space: Box<dyn Space<u64>>,
    ranks: Vec<u64>,
    /// The arrivals of the listed ranks; of ranks in the table none is known.
    arrivals: Vec<ArrivalId>,
    successors: Vec<Successor<u64>>,
    classes: Vec<Option<(u64, OrbitInfo)>>,
    /// Counts of the discovered states.
    layer: Layer,
    /// These states, unless they are too many for a list.
    list: Option<Vec<Listed>>,
    most_listed: usize,
}

/// State that the threads share.
#[derive(Default)]
struct RankedShared {
    next_piece: AtomicUsize,
    /// The effort since the last check: see [`Monitor::check`].
    effort: AtomicUsize,
    discovered: AtomicUsize,
}

/// The result of a task.
pub struct TaskResult {
    /// Counts of the discovered states.
    pub(super) layer: Layer,
    /// These states, if they are few.
    pub list: Option<Vec<Listed>>,
}

/// Threads that work on a table together.
pub struct WorkerPool {
    workers: Vec<RankedWorker>,
}

impl WorkerPool {
    /// Creates the threads, which together list at most `most_listed` ranks.
    pub fn new(space: Box<dyn Space<u64>>, threads: usize, most_listed: usize) -> Self {
        let others: Vec<_> = (1..threads.max(1)).map(|_| space.another()).collect();
        let spaces = std::iter::once(space).chain(others);
        WorkerPool {
            workers: spaces
                .map(|space| RankedWorker {
                    space,
                    ranks: Vec::new(),
                    arrivals: Vec::new(),
                    successors: Vec::new(),
                    classes: Vec::new(),
                    layer: Layer::default(),
                    list: None,
                    most_listed: most_listed / threads.max(1),
                })
                .collect(),
        }
    }

    /// Returns the space of the calling thread.
    pub fn space(&mut self) -> &mut dyn Space<u64> {
        &mut *self.workers[0].space
    }

    /// Runs a task. The calling thread also works, and checks the limits. `before` is the
    /// progress of the run before the task.
    pub fn work(
        &mut self,
        table: &MarkTable,
        task: RankedTask<'_>,
        before: Progress,
        monitor: &mut Monitor<'_>,
    ) -> Result<TaskResult, StopReason> {
        let shared = RankedShared::default();
        let pieces = task.pieces(table);
        let threads = if pieces < WORTH_A_THREAD {
            1
        } else {
            self.workers.len()
        };
        let work = |_, worker: &mut RankedWorker, check: StateCheck<'_>| {
            worker.run(table, task, pieces, &shared, check)
        };
        let watched = try_for_each(
            threads,
            &mut self.workers[..threads],
            &work,
            &mut |effort| {
                let effort = shared.effort.swap(0, Relaxed).max(effort);
                monitor.check(effort, || Progress {
                    states: before.states + shared.discovered.load(Relaxed),
                    ..before
                })
            },
        );
        let mut gathered = TaskResult {
            layer: Layer::default(),
            list: Some(Vec::new()),
        };
        for worker in &mut self.workers[..threads] {
            gathered.layer.add(&std::mem::take(&mut worker.layer));
            let all = gathered.list.take();
            let list = worker.list.take();
            gathered.list = all.zip(list).map(|(mut all, mut list)| {
                if all.is_empty() {
                    list
                } else {
                    all.append(&mut list);
                    all
                }
            });
        }
        watched.map(|()| gathered)
    }
}

impl RankedWorker {
    /// Takes pieces of the task until none is left.
    fn run(
        &mut self,
        table: &MarkTable,
        task: RankedTask<'_>,
        pieces: usize,
        shared: &RankedShared,
        check: StateCheck<'_>,
    ) -> Result<(), StopReason> {
        self.ranks.clear();
        self.list = Some(Vec::new());
        loop {
            let piece = shared.next_piece.fetch_add(1, Relaxed);
            if piece >= pieces {
                break;
            }
            check(0)?;
            if !matches!(task, RankedTask::List { .. }) {
                // An empty stretch of the table takes time, too.
                shared.effort.fetch_add(STRETCH / 4, Relaxed);
            }
            match task {
                RankedTask::List { listed, next } => {
                    let end = listed.len().min((piece + 1) * BLOCK);
                    for listed in &listed[piece * BLOCK..end] {
                        self.ranks.push(listed.rank());
                        self.arrivals.push(listed.arrival());
                    }
                    self.expand(table, next, shared);
                }
                RankedTask::Scan { mark, next } => {
                    for word in stretch(table, piece) {
                        table.close_and_open(word, mark, &mut self.ranks);
                        if self.ranks.len() >= BLOCK {
                            self.expand(table, next, shared);
                        }
                    }
                }
                RankedTask::Goals { mark } => {
                    stretch(table, piece).for_each(|word| self.keep_goals(table, word, mark));
                }
            }
        }
        if let RankedTask::Scan { next, .. } = task {
            self.expand(table, next, shared);
        }
        Ok(())
    }

    /// Expands the collected states and marks their new successors.
    fn expand(&mut self, table: &MarkTable, next: DepthMark, shared: &RankedShared) {
        self.successors.clear();
        self.space
            .expand(&self.ranks, &self.arrivals, &mut self.successors);
        let effort = self.ranks.len() + self.successors.len();
        shared.effort.fetch_add(effort, Relaxed);
        self.ranks.clear();
        self.arrivals.clear();
        // This first selects the unseen successors without a branch, which a processor could not
        // predict. Nearly all selected ones are new.
        let mut selected = 0;
        for index in 0..self.successors.len() {
            let successor = self.successors[index];
            self.successors[selected] = successor;
            selected += usize::from(table.is_unseen(successor.key));
        }
        let known = self.layer.classes;
        for successor in &self.successors[..selected] {
            if table.discover(successor.key, next) {
                self.layer.count(successor.class);
                if let Some(list) = &mut self.list {
                    if memory::reserve(list, 1, usize::MAX).is_ok() {
                        list.push(Listed::new(successor.key, successor.arrival));
                    } else {
                        // A scan of the table finds it, too.
                        self.list = None;
                    }
                }
            }
        }
        if self
            .list
            .as_ref()
            .is_some_and(|list| list.len() > self.most_listed)
        {
            self.list = None;
        }
        let new = usize::try_from(self.layer.classes - known).expect("a block's successors");
        shared.discovered.fetch_add(new, Relaxed);
    }

    fn keep_goals(&mut self, table: &MarkTable, word: usize, mark: DepthMark) {
        self.ranks.clear();
        table.list_known(word, true, &mut self.ranks);
        self.classes.clear();
        self.space.classify(&self.ranks, &mut self.classes);
        let goals = self
            .classes
            .iter()
            .flatten()
            .filter(|(_, class)| class.is_goal());
        table.replace(word, goals.clone().map(|&(rank, _)| rank), mark);
        goals.for_each(|&(_, class)| self.layer.count(class));
        self.ranks.clear();
    }
}

/// Returns the words of a piece.
fn stretch(table: &MarkTable, piece: usize) -> std::ops::Range<usize> {
    piece * STRETCH..table.words().min((piece + 1) * STRETCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mark_of_a_rank_is_not_overwritten() {
        let table = MarkTable::new(100, None).expect("it is small");
        let mark_of = |rank: u64| DepthMark::of(u32::try_from(rank % 4).expect("below 4"));
        for rank in (0..100).filter(|rank| rank % 4 != 3) {
            let mark = mark_of(rank);
            assert!(table.is_unseen(rank));
            assert!(table.discover(rank, mark) && !table.discover(rank, mark));
        }
        for rank in 0..100 {
            let expected = (rank % 4 != 3).then(|| mark_of(rank));
            assert_eq!(table.mark(rank), expected, "{rank}");
            assert_eq!(table.is_unseen(rank), expected.is_none());
        }
        let mut unseen = Vec::new();
        (0..table.words()).for_each(|word| table.list_known(word, false, &mut unseen));
        assert_eq!(
            unseen,
            (3..100).step_by(4).collect::<Vec<_>>(),
            "none behind the last rank"
        );
    }

    #[test]
    fn a_closed_rank_is_not_open_and_cannot_be_undone() {
        let table = MarkTable::new(64, None).expect("it is small");
        let mark = DepthMark::of(1);
        for rank in [3, 40, 41] {
            assert!(table.discover(rank, mark));
        }
        table.close_rank(40);
        let mut open = Vec::new();
        (0..2).for_each(|word| table.open(word, mark, &mut open));
        assert_eq!(open, [3, 41]);
        table.undo(mark);
        assert!(table.is_unseen(3) && table.is_unseen(41) && table.has(40, mark));
        table.discover(5, mark);
        table.close(0, mark);
        table.undo(mark);
        assert!(table.has(5, mark));
    }
}
