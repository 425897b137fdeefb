//! Classes as they come, gathered into files that are in order.

use std::fs;
use std::io;

use crate::search::numbered::Class;

use super::place::{Place, at};
use super::sorted::{Sorted, Writer};

/// Gathers classes in a buffer of fixed size; whenever it is full, what it holds becomes a file.
#[derive(Debug)]
pub(super) struct Runs<'a> {
    place: &'a Place,
    /// The most classes in the buffer.
    capacity: usize,
    buffer: Vec<Class>,
    files: Vec<Sorted>,
}

impl<'a> Runs<'a> {
    /// With a buffer for so many classes, at least two.
    pub(super) fn new(place: &'a Place, capacity: usize) -> Self {
        Runs { place, capacity: capacity.max(2), buffer: Vec::new(), files: Vec::new() }
    }

    /// Adds classes, in any order, known or not.
    pub(super) fn add(&mut self, mut classes: &[Class]) -> io::Result<()> {
        while self.buffer.len() + classes.len() >= self.capacity {
            let (fit, rest) = classes.split_at(self.capacity - self.buffer.len());
            self.gather(fit);
            classes = rest;
            self.sort();
            // As long as it is mostly the same that come, they need no file.
            if self.buffer.len() > self.capacity / 2 {
                self.spill()?;
            }
        }
        self.gather(classes);
        Ok(())
    }

    /// All files: each in order, together the words of what was added.
    pub(super) fn finish(mut self) -> io::Result<Vec<Sorted>> {
        self.sort();
        self.spill()?;
        Ok(self.files)
    }

    fn gather(&mut self, classes: &[Class]) {
        let wanted = self.buffer.len() + classes.len();
        if wanted > self.buffer.capacity() {
            // It doubles as others do, but never beyond what it may have.
            let room = (2 * wanted).min(self.capacity);
            self.buffer.reserve_exact(room - self.buffer.len());
        }
        self.buffer.extend_from_slice(classes);
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
