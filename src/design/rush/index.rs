//! Numbers of things by their keys, which are stored elsewhere.

/// A table with open addressing, half full at most. Nothing is removed but everything at once.
#[derive(Debug)]
pub(super) struct KeyIndex {
    /// Numbers from 1 by the hashes of keys, 0 where there is none; a power of two of places.
    table: Vec<u32>,
}

impl Default for KeyIndex {
    fn default() -> Self {
        KeyIndex { table: vec![0; 1 << 8] }
    }
}

impl KeyIndex {
    /// Bytes allocated.
    pub(super) const fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<u32>()
    }

    /// The number of the thing with this key, or the place for it.
    #[inline(always)]
    pub(super) fn find(&self, key: u64, key_of: impl Fn(usize) -> u64) -> Result<usize, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash(key) & mask;
        while let Some(number) = self.table[at].checked_sub(1) {
            if key_of(number as usize) == key {
                return Ok(number as usize);
            }
            at = (at + 1) & mask;
        }
        Err(at)
    }

    /// Puts the next thing, the last of so many, into its place.
    #[inline(always)]
    pub(super) fn put(&mut self, place: usize, count: usize, key_of: impl Fn(usize) -> u64) {
        self.table[place] = narrow(count);
        if 2 * count >= self.table.len() {
            self.grow(count, key_of);
        }
    }

    #[cold]
    fn grow(&mut self, count: usize, key_of: impl Fn(usize) -> u64) {
        let mask = 4 * self.table.len() - 1;
        self.table.clear();
        self.table.resize(mask + 1, 0);
        for number in 0..count {
            let mut at = hash(key_of(number)) & mask;
            while self.table[at] != 0 {
                at = (at + 1) & mask;
            }
            self.table[at] = narrow(number + 1);
        }
    }

    /// Forgets all, which have these keys.
    pub(super) fn clear(&mut self, keys: impl ExactSizeIterator<Item = u64>) {
        let mask = self.table.len() - 1;
        if 8 * keys.len() > mask {
            return self.table.fill(0);
        }
        // Of a run of places, all from one of its keys on; other keys have those before.
        for key in keys {
            let mut at = hash(key) & mask;
            while self.table[at] != 0 {
                self.table[at] = 0;
                at = (at + 1) & mask;
            }
        }
    }
}

/// A number in which all bits of a key matter.
#[inline(always)]
const fn hash(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 36) as usize
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "memory ends before")]
pub(super) const fn narrow(count: usize) -> u32 {
    count as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_until_all_is_forgotten() {
        for (count, step) in [(10, 1), (1000, 1), (1000, 7), (60, 1 << 40)] {
            let keys: Vec<u64> = (0..count).map(|number| number * step).collect();
            let key_of = |number: usize| keys[number];
            let mut index = KeyIndex::default();
            for (number, &key) in keys.iter().enumerate() {
                let place = index.find(key, key_of).expect_err("it is new");
                index.put(place, number + 1, key_of);
            }
            for (number, &key) in keys.iter().enumerate() {
                assert_eq!(index.find(key, key_of), Ok(number));
            }
            index.clear(keys.iter().copied());
            assert!(index.table.iter().all(|&number| number == 0), "{count} {step}");
        }
    }
}
