//! From a layer to files with the classes of all its successors.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::space::Space;

use super::merge::Merge;
use super::place::Place;
use super::runs::{Runs, delete};
use super::sorted::{RankedClass, Reader, Sorted, Writer};
use super::workers::Stop;

/// What several threads do together.
#[derive(Debug)]
pub(super) struct Expansion<'a> {
    pub(super) layer: Mutex<Reader>,
    /// How many states have been expanded.
    pub(super) expanded: &'a AtomicU64,
    /// How many successors they had.
    pub(super) gathered: &'a AtomicU64,
    pub(super) place: &'a Place,
    /// Classes that a thread gathers before it writes a file.
    pub(super) buffer: usize,
}

impl Expansion<'_> {
    /// Expands blocks of the layer as long as there are any; returns files with the successors.
    pub(super) fn run(&self, space: &mut dyn Space<u64>, stop: &Stop) -> io::Result<Vec<Sorted>> {
        let mut runs = Runs::new(self.place, self.buffer);
        let (mut block, mut successors) = (Vec::new(), Vec::new());
        loop {
            stop.check()?;
            self.take_block(&mut block)?;
            if block.is_empty() {
                return runs.finish();
            }
            successors.clear();
            space.expand(&block, &[], &mut successors);
            runs.add(successors.iter().map(|it| RankedClass::new(it.key, it.class)))?;
            self.expanded.fetch_add(block.len() as u64, Ordering::Relaxed);
            self.gathered.fetch_add(successors.len() as u64, Ordering::Relaxed);
        }
    }

    fn take_block(&self, block: &mut Vec<u64>) -> io::Result<()> {
        let mut layer = self.layer.lock().unwrap_or_else(PoisonError::into_inner);
        block.clear();
        block.extend_from_slice(layer.rest());
        layer.pass(block.len())
    }
}

/// Merges each group of files into one, and deletes the group.
pub(super) fn merge_groups(
    groups: &[&[Sorted]],
    place: &Place,
    stop: &Stop,
) -> io::Result<Vec<Sorted>> {
    groups.iter().map(|group| merge_group(group, place, stop)).collect()
}

fn merge_group(group: &[Sorted], place: &Place, stop: &Stop) -> io::Result<Sorted> {
    let mut merge = Merge::open(group, &(0..=u64::MAX))?;
    let mut writer = Writer::create(&place.run())?;
    loop {
        stop.check()?;
        let batch = merge.next_batch()?;
        if batch.is_empty() {
            break;
        }
        writer.add(batch.iter().copied())?;
    }
    delete(group)?;
    writer.finish()
}
