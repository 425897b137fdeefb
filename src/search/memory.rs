//! Fallible allocation of large tables, and how [`Limits::max_bytes`] is kept.
//!
//! Nobody counts the memory of the whole process. Each search counts its own tables, compares the
//! sum with the limit before one of them grows, and stops with [`StopReason::Memory`]:
//!
//! | search | what it compares with the limit |
//! |---|---|
//! | breadth first, bidirectional, depth first | nodes, hash table and lists, before each of them grows |
//! | hashed | the shards, each of which gets an equal share; a sixteenth is for new successors |
//! | ranked | the whole table, once, before the search |
//! | layered | sorting buffers, planned before the search so that they fit |
//! | anytime | half of the limit for each of its two searches |
//! | counts of paths | both layers of states; what exceeds the limit is stored in files |
//!
//! A solver that may choose its engine then continues with the next one, which needs less memory
//! for a state (see `sliding::engine_choice`). Where several puzzles are solved at once, each gets
//! an equal share. If the system itself has no more memory, the reason is
//! [`StopReason::OutOfMemory`].

use std::hint::black_box;

use crate::control::{Limits, StopReason};

/// Size of a block that every allocator takes from its heap, in bytes.
const SMALL: usize = 1 << 16;

/// Growth, in bytes, that is too small to check for spare memory.
const UNNOTICED: usize = 1 << 11;

/// Memory that must stay free for small allocations, in bytes.
const SPARE: usize = 1 << 22;

/// Whether a block is copied to a smaller one when it shrinks, which fails when no memory is left.
const SHRINKING_ALLOCATES: bool = cfg!(target_env = "musl");

/// Reserves capacity for exactly `additional` more items.
///
/// # Errors
/// If the machine has not enough memory, or almost none would be left.
pub fn reserve_exact<T>(items: &mut Vec<T>, additional: usize) -> Result<(), StopReason> {
    if items.capacity() - items.len() >= additional {
        return Ok(());
    }
    let before = items.capacity();
    let is_unnoticed = additional * size_of::<T>() < UNNOTICED;
    if SHRINKING_ALLOCATES && !is_unnoticed {
        let bytes = (items.len() + additional).saturating_mul(size_of::<T>());
        if !is_there(bytes.saturating_add(SPARE)) {
            return Err(StopReason::OutOfMemory);
        }
    }
    items
        .try_reserve_exact(additional)
        .map_err(|_| StopReason::OutOfMemory)?;
    if is_unnoticed || SHRINKING_ALLOCATES || is_there(SPARE) {
        return Ok(());
    }
    // The other threads and the result need this memory.
    items.shrink_to(before);
    Err(StopReason::OutOfMemory)
}

/// Reserves capacity for `additional` more items, and an eighth more, so that lists grow rarely.
/// The list may take up to `most` bytes.
///
/// # Errors
/// If `most` bytes are too few, or the machine has not enough memory.
#[inline]
pub fn reserve<T>(items: &mut Vec<T>, additional: usize, most: usize) -> Result<(), StopReason> {
    let missing = additional.saturating_sub(items.capacity() - items.len());
    if missing == 0 {
        Ok(())
    } else {
        grow(items, additional, most)
    }
}

#[cold]
fn grow<T>(items: &mut Vec<T>, additional: usize, most: usize) -> Result<(), StopReason> {
    let room = additional + (items.len() / 8).max(64);
    if (items.len() + room).saturating_mul(size_of::<T>()) > most {
        return Err(StopReason::Memory);
    }
    reserve_exact(items, room)
}

/// Checks in advance that the limit allows this many bytes and that the machine has them.
///
/// # Errors
/// If they exceed the limit or the memory of the machine.
pub fn check_limit(bytes: usize, limits: &Limits) -> Result<(), StopReason> {
    limits.check_bytes(bytes)?;
    let mut room: Vec<u8> = Vec::new();
    let found = reserve_exact(&mut room, bytes);
    // A block that nobody looks at need not be allocated at all.
    black_box(&mut room);
    give_back(&mut room);
    found
}

/// Whether this many bytes are free.
fn is_there(bytes: usize) -> bool {
    let mut spare: Vec<u8> = Vec::new();
    let is_there = spare.try_reserve_exact(bytes).is_ok();
    // A block that nobody looks at need not be allocated at all.
    black_box(&mut spare);
    give_back(&mut spare);
    is_there
}

/// Clears a list and returns almost all its memory to the system.
///
/// The allocator of the GNU C library maps each large block separately and unmaps it when it is
/// freed. But each freed block raises the size from which on it does so, up to 32 MiB. A block that
/// has been shrunk before does not.
pub fn give_back<T>(items: &mut Vec<T>) {
    items.clear();
    if SHRINKING_ALLOCATES {
        *items = Vec::new();
    } else {
        items.shrink_to(SMALL / size_of::<T>().max(1));
    }
}

/// A vector in which a value is first written and then kept or overwritten.
///
/// It appends without a branch. A processor cannot predict whether a state is new, and each wrong
/// guess would cost as much as a lookup.
#[derive(Clone, Debug)]
pub struct OverwriteVec<T> {
    /// Filled beyond `len` with meaningless values.
    items: Vec<T>,
    len: usize,
}

impl<T> Default for OverwriteVec<T> {
    fn default() -> Self {
        OverwriteVec {
            items: Vec::new(),
            len: 0,
        }
    }
}

/// A freed block may raise the size from which on blocks are unmapped: see [`give_back`].
impl<T> Drop for OverwriteVec<T> {
    fn drop(&mut self) {
        give_back(&mut self.items);
    }
}

impl<T: Copy> OverwriteVec<T> {
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }

    /// Returns the allocated bytes.
    pub const fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }

    /// Whether this many more values can be written, and one that is not kept.
    pub const fn has_room(&self, additional: usize) -> bool {
        self.len + additional < self.items.len()
    }

    /// Returns the bytes that it takes with room for more values.
    pub fn bytes_for(&self, additional: usize) -> usize {
        self.bytes().max(self.grown(additional) * size_of::<T>())
    }

    /// Reserves room for more values, which are `filler` until they are written.
    ///
    /// # Errors
    /// If the machine has not enough memory.
    pub fn reserve(&mut self, additional: usize, filler: T) -> Result<(), StopReason> {
        if self.has_room(additional) {
            return Ok(());
        }
        self.grow_to(self.grown(additional), filler)
    }

    /// Reserves an eighth more than needed, for small lists, which are copied when they grow.
    pub fn reserve_amply(&mut self, additional: usize, filler: T) -> Result<(), StopReason> {
        if self.has_room(additional) {
            return Ok(());
        }
        self.grow_to(self.grown(additional + (self.len + additional) / 8), filler)
    }

    /// Appends a value that is kept.
    pub fn push(&mut self, item: T) -> Result<(), StopReason> {
        self.reserve_amply(1, item)?;
        self.items[self.len] = item;
        self.len += 1;
        Ok(())
    }

    fn grow_to(&mut self, length: usize, filler: T) -> Result<(), StopReason> {
        let additional = length - self.items.len();
        reserve_exact(&mut self.items, additional)?;
        self.items.resize(length, filler);
        Ok(())
    }

    /// Returns the length to grow to, at least a sixty-fourth more. Large blocks are remapped, not
    /// copied, when they grow, so that little needs to be spare.
    fn grown(&self, additional: usize) -> usize {
        (self.len + additional + 1)
            .max(self.len + self.len / 64)
            .max(64)
    }

    /// Returns the values and the room behind them. Values written there count once they are
    /// [committed](Self::commit).
    pub fn spare_mut(&mut self) -> &mut [T] {
        &mut self.items
    }

    /// Sets the number of values.
    pub const fn commit(&mut self, len: usize) {
        self.len = len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_reserved_within_the_limit_and_impossible_sizes_are_refused() {
        let mut items: Vec<u64> = Vec::new();
        assert_eq!(reserve(&mut items, 100, 8 * 163), Err(StopReason::Memory));
        assert_eq!(reserve(&mut items, 100, 8 * 164), Ok(()));
        assert_eq!(reserve(&mut items, 100, 0), Ok(()), "there is room already");
        assert_eq!(
            reserve_exact(&mut items, usize::MAX / 16),
            Err(StopReason::OutOfMemory)
        );
        assert_eq!(
            reserve(&mut items, usize::MAX / 16, usize::MAX),
            Err(StopReason::OutOfMemory)
        );
    }

    #[test]
    fn the_memory_check_respects_the_limit_and_the_machine() {
        let limits = Limits::default().with_max_bytes(Some(1000));
        assert_eq!(check_limit(1000, &limits), Ok(()));
        assert_eq!(check_limit(1001, &limits), Err(StopReason::Memory));
        let most = isize::MAX.unsigned_abs();
        assert_eq!(
            check_limit(most, &Limits::default()),
            Err(StopReason::OutOfMemory)
        );
    }

    #[test]
    fn releasing_memory_frees_nearly_all_of_it() {
        let mut items = vec![0_u64; 1 << 20];
        give_back(&mut items);
        assert!(items.is_empty() && items.capacity() * 8 <= SMALL);
    }

    #[test]
    fn only_committed_items_remain_in_the_list() {
        let mut list = OverwriteVec::default();
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
    fn refilling_a_cleared_list_allocates_nothing() {
        let mut list = OverwriteVec::default();
        list.reserve(5000, 0_u64).expect("it is small");
        let bytes = list.bytes();
        list.clear();
        list.reserve(5000, 0).expect("it is there");
        assert_eq!(list.bytes(), bytes);
    }
}
