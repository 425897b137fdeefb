//! Two bits for each rank, and one that says whether its state is done with.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::file::AtomicTable;

/// Ranks to a word.
const WORD: usize = 32;
/// Bytes of a word, with the bits that close its ranks.
const WORD_BYTES: usize = 12;
/// Words that are read or written at a time.
const AT_ONCE: usize = 4096;

/// What is known of a state: its distance modulo 3. It is never 0, which means unseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DepthMark(u8);

impl DepthMark {
    /// The mark of this distance.
    pub(super) const fn of(distance: u32) -> Self {
        DepthMark((distance % 3) as u8 + 1)
    }

    /// The mark of the states one unit nearer.
    pub(super) const fn before(self) -> Self {
        DepthMark(if self.0 == 1 { 3 } else { self.0 - 1 })
    }

    /// The bits of the mark in the word of a rank.
    #[inline(always)]
    const fn bits(self, rank: u64) -> u64 {
        let spread = (self.0 as u64 & 1) | (self.0 as u64 >> 1) << WORD;
        spread << (rank % WORD as u64)
    }

    /// Which ranks of a word have this mark.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
    const fn among(self, word: u64) -> u32 {
        let (low, high) = (word as u32, (word >> WORD) as u32);
        match self.0 {
            1 => low & !high,
            2 => !low & high,
            _ => low & high,
        }
    }
}

/// The marks of all ranks.
///
/// Threads share it: in one layer all that anyone writes is the same mark, so that it does not
/// matter who comes first. The lower half of a word of marks holds the lower bit of each.
#[derive(Debug)]
pub(super) struct MarkTable {
    marks: AtomicTable<AtomicU64>,
    /// Two layers whose distances are alike modulo 3 have one mark; those behind the frontier are
    /// told by this bit.
    done: AtomicTable<AtomicU32>,
    ranks: u64,
}

impl MarkTable {
    /// Bytes that the table for so many ranks takes.
    pub(super) const fn bytes_for(ranks: u64) -> u64 {
        ranks.div_ceil(WORD as u64).saturating_mul((size_of::<u64>() + size_of::<u32>()) as u64)
    }

    /// A table in which every rank is unseen: in memory, or in a file of a folder.
    pub(super) fn new(ranks: u64, folder: Option<&Path>) -> io::Result<Self> {
        let words = usize::try_from(ranks.div_ceil(WORD as u64));
        let words = words.map_err(|_| io::ErrorKind::OutOfMemory)?;
        let (marks, done) = match folder {
            None => (AtomicTable::in_memory(words)?, AtomicTable::in_memory(words)?),
            Some(at) => (AtomicTable::in_file(words, at)?, AtomicTable::in_file(words, at)?),
        };
        Ok(MarkTable { marks, done, ranks })
    }

    /// How many ranks there are.
    pub(super) const fn ranks(&self) -> u64 {
        self.ranks
    }

    /// How many words.
    pub(super) fn words(&self) -> usize {
        self.marks.len()
    }

    /// Every rank is unseen again.
    pub(super) fn clear(&self) {
        let used = self.marks.iter().zip(self.done.iter());
        used.filter(|(marks, _)| marks.load(Relaxed) != 0).for_each(|(marks, done)| {
            marks.store(0, Relaxed);
            done.store(0, Relaxed);
        });
    }

    /// Whether nothing is known of a rank.
    #[inline(always)]
    pub(super) fn is_unseen(&self, rank: u64) -> bool {
        let word = self.marks[word_of(rank)].load(Relaxed) >> (rank % WORD as u64);
        word & (1 | 1 << WORD) == 0
    }

    /// Whether a rank has this mark.
    pub(super) fn has(&self, rank: u64, mark: DepthMark) -> bool {
        self.mark(rank) == Some(mark)
    }

    /// The mark of a rank.
    #[expect(clippy::cast_possible_truncation, reason = "two bits")]
    pub(super) fn mark(&self, rank: u64) -> Option<DepthMark> {
        let word = self.marks[word_of(rank)].load(Relaxed) >> (rank % WORD as u64);
        let mark = DepthMark((word & 1 | word >> (WORD - 1) & 2) as u8);
        (mark.0 != 0).then_some(mark)
    }

    /// Marks an unseen rank; says whether this was the first to do so.
    #[inline(always)]
    pub(super) fn discover(&self, rank: u64, mark: DepthMark) -> bool {
        let before = self.marks[word_of(rank)].fetch_or(mark.bits(rank), Relaxed);
        before >> (rank % WORD as u64) & (1 | 1 << WORD) == 0
    }

    /// Appends the ranks of a word that have this mark and are not done with.
    #[inline(always)]
    pub(super) fn open(&self, word: usize, mark: DepthMark, ranks: &mut Vec<u64>) {
        let marks = self.marks[word].load(Relaxed);
        if marks != 0 {
            list(word, mark.among(marks) & !self.done[word].load(Relaxed), ranks);
        }
    }

    /// Appends the ranks of a word of which something is known, or nothing.
    pub(super) fn list_known(&self, word: usize, known: bool, ranks: &mut Vec<u64>) {
        let marks = self.marks[word].load(Relaxed);
        #[expect(clippy::cast_possible_truncation, reason = "the two halves")]
        let seen = (marks | marks >> WORD) as u32;
        let length = ranks.len();
        list(word, if known { seen } else { !seen }, ranks);
        // The last word may be longer than the table.
        let behind = ranks[length..].iter().rev().take_while(|&&rank| rank >= self.ranks).count();
        ranks.truncate(ranks.len() - behind);
    }

    /// The states of a word with this mark are done with.
    #[inline(always)]
    pub(super) fn close(&self, word: usize, mark: DepthMark) {
        let closed = mark.among(self.marks[word].load(Relaxed));
        // Nobody else writes to this word: the words are dealt out.
        let done = self.done[word].load(Relaxed);
        if closed & !done != 0 {
            self.done[word].store(done | closed, Relaxed);
        }
    }

    /// The state with this rank is done with.
    pub(super) fn close_rank(&self, rank: u64) {
        self.done[word_of(rank)].fetch_or(1 << (rank % WORD as u64), Relaxed);
    }

    /// The states with this mark that are not done with are unseen again.
    pub(super) fn take_back(&self, mark: DepthMark) {
        for (marks, done) in self.marks.iter().zip(self.done.iter()) {
            let word = marks.load(Relaxed);
            let new = u64::from(mark.among(word) & !done.load(Relaxed));
            // Memory that was never written to is not taken.
            if new != 0 {
                marks.store(word & !(new | new << WORD), Relaxed);
            }
        }
    }

    /// All ranks of a word are unseen but these, which get the mark.
    pub(super) fn replace(&self, word: usize, ranks: impl Iterator<Item = u64>, mark: DepthMark) {
        let marks = ranks.fold(0, |marks, rank| marks | mark.bits(rank));
        self.marks[word].store(marks, Relaxed);
        self.done[word].store(0, Relaxed);
    }

    /// Writes all words: marks of eight bytes and bits of four, little-endian.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(AT_ONCE * WORD_BYTES);
        for first in (0..self.words()).step_by(AT_ONCE) {
            bytes.clear();
            for word in first..self.words().min(first + AT_ONCE) {
                bytes.extend(self.marks[word].load(Relaxed).to_le_bytes());
                bytes.extend(self.done[word].load(Relaxed).to_le_bytes());
            }
            out.write_all(&bytes)?;
        }
        Ok(())
    }

    /// Reads what [`write`](Self::write) wrote; ranks behind the last one stay unseen.
    pub(super) fn read(&self, input: &mut dyn Read) -> io::Result<()> {
        let mut bytes = vec![0; AT_ONCE * WORD_BYTES];
        for first in (0..self.words()).step_by(AT_ONCE) {
            let bytes = &mut bytes[..AT_ONCE.min(self.words() - first) * WORD_BYTES];
            input.read_exact(bytes)?;
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
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_keeps_its_mark_and_the_first_to_give_it_is_told_so() {
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
        assert_eq!(unseen, (3..100).step_by(4).collect::<Vec<_>>(), "none behind the last rank");
    }

    #[test]
    fn what_is_done_with_is_neither_open_nor_taken_back() {
        let table = MarkTable::new(64, None).expect("it is small");
        let mark = DepthMark::of(1);
        for rank in [3, 40, 41] {
            assert!(table.discover(rank, mark));
        }
        table.close_rank(40);
        let mut open = Vec::new();
        (0..2).for_each(|word| table.open(word, mark, &mut open));
        assert_eq!(open, [3, 41]);
        table.take_back(mark);
        assert!(table.is_unseen(3) && table.is_unseen(41) && table.has(40, mark));
        table.discover(5, mark);
        table.close(0, mark);
        table.take_back(mark);
        assert!(table.has(5, mark));
    }

    #[test]
    fn three_layers_have_three_marks_and_the_fourth_has_the_first() {
        for distance in 0..7 {
            assert_eq!(DepthMark::of(distance + 1).before(), DepthMark::of(distance));
            assert_ne!(DepthMark::of(distance), DepthMark::of(distance + 1));
            assert_ne!(DepthMark::of(distance), DepthMark::of(distance + 2));
            assert_eq!(DepthMark::of(distance), DepthMark::of(distance + 3));
        }
    }
}
