//! A vector in which a value is first written, and then kept or not.

use crate::control::StopReason;
use crate::memory;

/// Lets one append without a branch: whether a state is new is as good as a coin toss to a
/// processor, and each wrong guess would cost it as much as a look-up.
#[derive(Clone, Debug)]
pub(super) struct OverwriteVec<T> {
    /// Filled beyond `len`, with values that mean nothing.
    items: Vec<T>,
    len: usize,
}

impl<T: Copy> OverwriteVec<T> {
    pub(super) const fn new() -> Self {
        OverwriteVec { items: Vec::new(), len: 0 }
    }

    pub(super) const fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }

    /// Bytes allocated.
    pub(super) const fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }

    /// Whether so many more values can be written, and one that is not kept.
    pub(super) const fn has_room(&self, additional: usize) -> bool {
        self.len + additional < self.items.len()
    }

    /// Bytes that it takes with room for so many more values.
    pub(super) fn bytes_for(&self, additional: usize) -> usize {
        self.bytes().max(self.grown(additional) * size_of::<T>())
    }

    /// Makes room for so many more values; `filler` stands where none has been written.
    ///
    /// # Errors
    /// If the machine has not so much memory.
    pub(super) fn reserve(&mut self, additional: usize, filler: T) -> Result<(), StopReason> {
        if self.has_room(additional) {
            return Ok(());
        }
        self.grow_to(self.grown(additional), filler)
    }

    /// The same, with some to spare: for many small lists, which are copied when they grow.
    pub(super) fn reserve_amply(&mut self, additional: usize, filler: T) -> Result<(), StopReason> {
        if self.has_room(additional) {
            return Ok(());
        }
        self.grow_to(self.grown(additional + (self.len + additional) / 8), filler)
    }

    /// Appends a value that is kept.
    pub(super) fn push(&mut self, item: T) -> Result<(), StopReason> {
        self.reserve_amply(1, item)?;
        self.items[self.len] = item;
        self.len += 1;
        Ok(())
    }

    fn grow_to(&mut self, length: usize, filler: T) -> Result<(), StopReason> {
        let additional = length - self.items.len();
        memory::reserve_exact(&mut self.items, additional)?;
        self.items.resize(length, filler);
        Ok(())
    }

    /// The length to grow to: a sixty-fourth more. Large blocks are remapped rather than copied
    /// when they grow, and little is allocated that is not needed.
    fn grown(&self, additional: usize) -> usize {
        (self.len + additional + 1).max(self.len + self.len / 64).max(64)
    }

    /// The values and the room behind them, to be written; what is written there counts once it
    /// is [committed](Self::commit).
    pub(super) fn spare_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Keeps so many values in all.
    pub(super) const fn commit(&mut self, len: usize) {
        self.len = len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_kept_stays() {
        let mut list = OverwriteVec::new();
        list.reserve(4, 0).expect("it is small");
        let mut len = 0;
        for n in 0..4 {
            list.spare_mut()[len] = n;
            len += usize::from(n % 2 == 1);
        }
        list.commit(len);
        assert_eq!(list.as_slice(), [1, 3]);
        list.clear();
        assert!(list.as_slice().is_empty());
    }

    #[test]
    fn a_second_filling_allocates_nothing() {
        let mut list = OverwriteVec::new();
        list.reserve(5000, 0_u64).expect("it is small");
        let bytes = list.bytes();
        list.clear();
        list.reserve(5000, 0).expect("it is there");
        assert_eq!(list.bytes(), bytes);
    }
}
