//! The division of the memory of a process among threads and buffers.

use super::{
    block::BLOCK,
    sorted::{RankedClass, SortedReader, Writer},
};

/// Memory without a limit, in bytes.
const DEFAULT_MEMORY: usize = 1 << 28;

/// Memory to merge a file: a reader, its share of a batch, which grows by doubling, and a copy of
/// that share for the sort.
const MERGE_SOURCE_BYTES: usize = SortedReader::BYTES + 3 * BLOCK * size_of::<u64>();

/// Minimum memory of a thread: it merges two files, filters by two and writes two.
const MIN_THREAD_MEMORY: usize = 4 * MERGE_SOURCE_BYTES + 2 * Writer::BYTES;

/// Maximum number of open files of all threads. Most systems allow a thousand.
const MAX_OPEN_FILES: usize = 512;

/// The division of memory among threads and buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryPlan {
    pub threads: usize,
    /// Number of classes that each thread collects before it writes a file.
    pub buffer: usize,
    /// Number of files that each thread merges at a time.
    pub fan_in: usize,
}

impl MemoryPlan {
    /// Divides `bytes` among up to `threads` threads. If `bytes` is less than the minimum of a
    /// thread, the plan exceeds it.
    pub fn new(bytes: Option<usize>, threads: usize) -> Self {
        let bytes = bytes.unwrap_or(DEFAULT_MEMORY);
        let threads = threads.min(bytes / MIN_THREAD_MEMORY).max(1);
        let share = (bytes / threads).max(MIN_THREAD_MEMORY);
        MemoryPlan {
            threads,
            buffer: (share - 2 * Writer::BYTES) / size_of::<RankedClass>(),
            fan_in: ((share - 2 * Writer::BYTES) / MERGE_SOURCE_BYTES - 2)
                .min(MAX_OPEN_FILES / threads)
                .clamp(2, 64),
        }
    }

    /// Returns its maximum memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes_for(usize::MAX, usize::MAX)
    }

    /// Returns the memory for a layer with this number of classes to collect, in this number of
    /// files.
    pub fn bytes_for(&self, classes: usize, files: usize) -> usize {
        let gathering = self.buffer.min(classes.div_ceil(self.threads)) * size_of::<RankedClass>();
        let merging = (self.fan_in.min(files) + 2) * MERGE_SOURCE_BYTES;
        self.threads * (2 * Writer::BYTES + gathering.max(merging))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_plan_respects_its_budget_above_the_minimum() {
        for threads in [1, 2, 3, 64, 1000] {
            for bytes in [
                MIN_THREAD_MEMORY,
                MIN_THREAD_MEMORY + 1,
                1 << 20,
                5 << 20,
                1 << 28,
                1 << (usize::BITS - 2).min(34),
            ] {
                let plan = MemoryPlan::new(Some(bytes), threads);
                assert!(plan.bytes() <= bytes, "{plan:?} for {bytes}");
                let small = plan.bytes_for(1000, 2);
                assert!(small <= plan.bytes() && small < plan.threads * 2 * MIN_THREAD_MEMORY);
                assert!(plan.bytes() > bytes / 2, "{plan:?} for {bytes}");
                assert!((1..=threads).contains(&plan.threads) && plan.fan_in >= 2);
                assert!(plan.threads * plan.fan_in <= 2 * threads.max(MAX_OPEN_FILES));
            }
        }
        assert_eq!(MemoryPlan::new(Some(0), 4).threads, 1);
        assert_eq!(MemoryPlan::new(Some(0), 4).bytes(), MIN_THREAD_MEMORY);
        assert!(MemoryPlan::new(None, 2).bytes() <= DEFAULT_MEMORY);
    }
}
