//! How an amount of memory is used.

use super::sorted::RankedClass;

use super::sorted::{Reader, Writer};

/// What is used where no limit is set, in bytes.
const DEFAULT: usize = 1 << 28;

/// What merging a file takes: a reader, its share of a batch, and as much again to sort it.
const SOURCE: usize = Reader::BYTES + Reader::BYTES / 2;

/// What a thread takes however little there is: two files that are merged, two that are known, two
/// that are written.
const LEAST: usize = 4 * SOURCE + 2 * Writer::BYTES;

/// Files that all threads together may have open, of the thousand that most systems allow.
const FILES: usize = 512;

/// How an amount of memory is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    pub(super) threads: usize,
    /// Classes that each thread gathers before it writes a file.
    pub(super) buffer: usize,
    /// Files that each thread merges at a time.
    pub(super) fan_in: usize,
}

impl Plan {
    /// For no more than so many bytes, if there is a limit that can be kept, and so many threads.
    pub(super) fn new(bytes: Option<usize>, threads: usize) -> Self {
        let bytes = bytes.unwrap_or(DEFAULT);
        let threads = threads.min(bytes / LEAST).max(1);
        let share = (bytes / threads).max(LEAST);
        Plan {
            threads,
            buffer: (share - 2 * Writer::BYTES) / size_of::<RankedClass>(),
            fan_in: ((share - 2 * Writer::BYTES) / SOURCE - 2).min(FILES / threads).clamp(2, 64),
        }
    }

    /// What it takes at most, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes_for(usize::MAX, usize::MAX)
    }

    /// What it takes for a layer with so many classes to be gathered, in so many files.
    pub(super) fn bytes_for(&self, classes: usize, files: usize) -> usize {
        let gathering = self.buffer.min(classes.div_ceil(self.threads)) * size_of::<RankedClass>();
        let merging = (self.fan_in.min(files) + 2) * SOURCE;
        self.threads * (2 * Writer::BYTES + gathering.max(merging))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_plan_takes_more_than_it_may_unless_that_is_too_little_for_any() {
        for threads in [1, 2, 3, 64, 1000] {
            for bytes in [LEAST, LEAST + 1, 1 << 20, 5 << 20, 1 << 28, 1 << 34] {
                let plan = Plan::new(Some(bytes), threads);
                assert!(plan.bytes() <= bytes, "{plan:?} for {bytes}");
                let small = plan.bytes_for(1000, 2);
                assert!(small <= plan.bytes() && small < plan.threads * 2 * LEAST);
                assert!(plan.bytes() > bytes / 2, "{plan:?} for {bytes}");
                assert!((1..=threads).contains(&plan.threads) && plan.fan_in >= 2);
                assert!(plan.threads * plan.fan_in <= 2 * threads.max(FILES));
            }
        }
        assert_eq!(Plan::new(Some(0), 4).threads, 1);
        assert_eq!(Plan::new(Some(0), 4).bytes(), LEAST);
        assert!(Plan::new(None, 2).bytes() <= DEFAULT);
    }
}
