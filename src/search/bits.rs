//! Sets of small numbers in the bits of a word.

/// Returns the numbers of the set bits, in ascending order.
pub fn ones(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set: u64 = set.into();
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}
