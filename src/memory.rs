//! Memory for large tables: asked for in a way that can fail, and counted.

use std::hint::black_box;

use crate::control::{Limits, StopReason};

/// A block of so many bytes comes from the heap of any allocator.
const SMALL: usize = 1 << 16;

/// Where lists grow by less than this there is memory enough for all of them until one grows by
/// more.
const UNNOTICED: usize = 1 << 11;

/// What has to be left for all that is small, the answer among it, in bytes.
const SPARE: usize = 1 << 22;

/// Makes room for so many more items, and not one besides.
///
/// # Errors
/// If the machine has not so much memory, or next to none would be left.
pub(crate) fn reserve_exact<T>(items: &mut Vec<T>, additional: usize) -> Result<(), StopReason> {
    if items.capacity() - items.len() >= additional {
        return Ok(());
    }
    let before = items.capacity();
    items.try_reserve_exact(additional).map_err(|_| StopReason::OutOfMemory)?;
    if additional * size_of::<T>() < UNNOTICED || is_there_more() {
        return Ok(());
    }
    // What is refused is not kept either: it is what the other threads and the answer live on.
    items.shrink_to(before);
    Err(StopReason::OutOfMemory)
}

/// Makes room for so many more items, with an eighth to spare so that this is rarely done, as long
/// as the list takes no more than `most` bytes.
///
/// # Errors
/// If that is too little, or more than the machine has.
#[inline]
pub(crate) fn reserve<T>(
    items: &mut Vec<T>,
    additional: usize,
    most: usize,
) -> Result<(), StopReason> {
    let missing = additional.saturating_sub(items.capacity() - items.len());
    if missing == 0 { Ok(()) } else { grow(items, additional, most) }
}

#[cold]
fn grow<T>(items: &mut Vec<T>, additional: usize, most: usize) -> Result<(), StopReason> {
    let room = additional + (items.len() / 8).max(64);
    if (items.len() + room).saturating_mul(size_of::<T>()) > most {
        return Err(StopReason::Memory);
    }
    reserve_exact(items, room)
}

/// Holds, before anything is made, that so many bytes may be taken and that the machine has them.
///
/// # Errors
/// If that is more than the limit, or more than there is.
pub(crate) fn allow(bytes: usize, limits: &Limits) -> Result<(), StopReason> {
    if limits.max_bytes.is_some_and(|most| bytes > most) {
        return Err(StopReason::Memory);
    }
    let mut room: Vec<u8> = Vec::new();
    let found = reserve_exact(&mut room, bytes);
    // A block that nobody looks at need not be allocated at all.
    black_box(&mut room);
    give_back(&mut room);
    found
}

/// Whether there is memory left for what is small.
pub(crate) fn is_there_more() -> bool {
    let mut spare: Vec<u8> = Vec::new();
    let is_there = spare.try_reserve_exact(SPARE).is_ok();
    // A block that nobody looks at need not be allocated at all.
    black_box(&mut spare);
    give_back(&mut spare);
    is_there
}

/// Empties a list, and returns its memory to the system but for a small rest.
///
/// The allocator of the GNU C library maps a large block by itself, and returns it when it is
/// freed; but each one that is freed raises the size from which on it does so, up to 32 MiB. A
/// block that has become small before raises nothing.
fn give_back<T>(items: &mut Vec<T>) {
    items.clear();
    items.shrink_to(SMALL / size_of::<T>().max(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_made_within_the_limit_and_what_no_machine_has_is_refused() {
        let mut items: Vec<u64> = Vec::new();
        assert_eq!(reserve(&mut items, 100, 8 * 163), Err(StopReason::Memory));
        assert_eq!(reserve(&mut items, 100, 8 * 164), Ok(()));
        assert_eq!(reserve(&mut items, 100, 0), Ok(()), "there is room already");
        assert_eq!(reserve_exact(&mut items, usize::MAX / 16), Err(StopReason::OutOfMemory));
        assert_eq!(reserve(&mut items, usize::MAX / 16, usize::MAX), Err(StopReason::OutOfMemory));
    }

    #[test]
    fn so_many_bytes_are_allowed_as_the_limit_says_and_the_machine_has() {
        let limits = Limits { max_bytes: Some(1000), ..Limits::default() };
        assert_eq!(allow(1000, &limits), Ok(()));
        assert_eq!(allow(1001, &limits), Err(StopReason::Memory));
        let most = isize::MAX.unsigned_abs();
        assert_eq!(allow(most, &Limits::default()), Err(StopReason::OutOfMemory));
    }

    #[test]
    fn what_is_given_back_is_nearly_all() {
        let mut items = vec![0_u64; 1 << 20];
        give_back(&mut items);
        assert!(items.is_empty() && items.capacity() * 8 <= SMALL);
    }
}
