//! Many files in order as one, without what is known.

use std::io;
use std::ops::RangeInclusive;

use super::sorted::{RankedClass, Reader, Sorted};

/// The union of several sets, in batches that ascend.
#[derive(Debug)]
pub(super) struct Merge {
    readers: Vec<Reader>,
    batch: Vec<u64>,
}

impl Merge {
    /// Of what these files hold within a range.
    pub(super) fn open(files: &[Sorted], range: &RangeInclusive<u64>) -> io::Result<Self> {
        let readers = files.iter().map(|file| Reader::open(file, range.clone()));
        Ok(Merge { readers: readers.collect::<io::Result<_>>()?, batch: Vec::new() })
    }

    /// The next numbers, in order and each once; none at the end.
    ///
    /// All files have their numbers up to the least last one of their blocks in memory. These come
    /// as a few runs in order, which the standard library's stable sort merges as they are.
    pub(super) fn next_batch(&mut self) -> io::Result<&mut Vec<u64>> {
        self.batch.clear();
        let last = self.readers.iter().filter_map(|reader| reader.rest().last());
        let Some(&last) = last.min() else { return Ok(&mut self.batch) };
        for reader in &mut self.readers {
            let rest = reader.rest();
            let ready = rest.partition_point(|&number| number <= last);
            self.batch.extend_from_slice(&rest[..ready]);
            reader.pass(ready)?;
        }
        #[expect(clippy::stable_sort_primitive, reason = "it is the one that finds the runs")]
        self.batch.sort();
        self.batch.dedup();
        Ok(&mut self.batch)
    }
}

/// Takes the classes whose ranks a file holds out of batches that ascend.
#[derive(Debug)]
pub(super) struct Known(Reader);

impl Known {
    /// The ranks of a file within a range, in which all classes of the batches lie.
    pub(super) fn open(file: &Sorted, ranks: &RangeInclusive<u64>) -> io::Result<Self> {
        Reader::open(file, ranks.clone()).map(Known)
    }

    /// Takes the words of known classes out of `batch`.
    pub(super) fn take_out_of(&mut self, batch: &mut Vec<u64>) -> io::Result<()> {
        let (mut kept, mut next) = (0, 0);
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
