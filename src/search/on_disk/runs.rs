//! Classes as they come, gathered into files that are in order.

use std::fs;
use std::io;

use super::place::{Place, at};
use super::sorted::{RankedClass, Sorted, Writer};

/// Classes that a buffer has room for at first.
const SMALL: usize = 1 << 16;

/// Gathers classes in a buffer of fixed size; whenever it is full, what it holds becomes a file.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    place: &'a Place,
    /// The most classes in the buffer.
    capacity: usize,
    buffer: Vec<RankedClass>,
    files: Vec<Sorted>,
}

impl<'a> Runs<'a> {
    /// With a buffer for so many classes, at least two.
    pub(super) fn new(place: &'a Place, capacity: usize) -> Self {
        Runs { place, capacity: capacity.max(2), buffer: Vec::new(), files: Vec::new() }
    }

    /// Adds classes, in any order, known or not.
    pub(super) fn add(
        &mut self,
        mut classes: impl ExactSizeIterator<Item = RankedClass>,
    ) -> io::Result<()> {
        self.make_room(classes.len());
        while self.buffer.len() + classes.len() >= self.capacity {
            self.buffer.extend(classes.by_ref().take(self.capacity - self.buffer.len()));
            self.sort();
            // As long as it is mostly the same that come, they need no file.
            if self.buffer.len() > self.capacity / 2 {
                self.spill()?;
            }
        }
        self.buffer.extend(classes);
        Ok(())
    }

    /// Makes the buffer larger if it can be and needs to be. A small layer needs little of it; else
    /// it becomes as large as it may be at once, as a system gives memory when it is first used.
    fn make_room(&mut self, additional: usize) {
        let wanted = self.buffer.len() + additional;
        if wanted > self.buffer.capacity() && self.buffer.capacity() < self.capacity {
            let room = if wanted <= SMALL { SMALL.min(self.capacity) } else { self.capacity };
            if self.buffer.try_reserve_exact(room - self.buffer.len()).is_err() {
                // The limit on memory promised more than there is.
                self.capacity = self.buffer.capacity().max(SMALL);
            }
        }
    }

    /// All files: each in order, together the words of what was added.
    pub(super) fn finish(mut self) -> io::Result<Vec<Sorted>> {
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
            let mut writer = Writer::create(&self.place.run())?;
            writer.add(self.buffer.iter().map(|class| class.to_word()))?;
            self.files.push(writer.finish()?);
            self.buffer.clear();
        }
        Ok(())
    }
}

/// Deletes files that are no longer needed.
pub(super) fn delete(files: &[Sorted]) -> io::Result<()> {
    files.iter().try_for_each(|file| fs::remove_file(&file.path).map_err(at(&file.path)))
}
