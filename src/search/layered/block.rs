//! A block of ascending numbers, of fixed length: the first number, and the gaps to the others.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0–3 | the CRC-32 of all that follows |
//! | 4–5 | the number of numbers |
//! | 6–13 | the first number |
//! | 14– | the gaps: seven bits a byte, the lowest first; the highest bit says that more follow |
//! | then | zeros |

use std::{io, mem::take};

use super::damaged;

/// Length of a block, in bytes.
pub const BYTES: usize = 1024;
/// A bound on the number of numbers in a block.
pub const BLOCK: usize = BYTES;
/// The offset of the first number.
pub const FIRST: usize = 4 + 2;
/// The most bytes of a gap.
const MAX_GAP: usize = 10;

/// Writes blocks.
#[derive(Default, Debug)]
pub struct BlockWriter {
    bytes: Vec<u8>,
    count: u16,
    last: u64,
}

impl BlockWriter {
    /// Appends a number that is larger than those before. Returns whether it fits.
    pub fn push(&mut self, number: u64) -> bool {
        if self.count == 0 {
            self.bytes.resize(FIRST, 0);
            self.bytes.extend(number.to_le_bytes());
        } else {
            if self.bytes.len() + MAX_GAP > BYTES {
                return false;
            }
            let mut gap = number - self.last;
            while gap >> 7 != 0 {
                self.bytes.push(gap.to_le_bytes()[0] | 1 << 7);
                gap >>= 7;
            }
            self.bytes.push(gap.to_le_bytes()[0]);
        }
        self.count += 1;
        self.last = number;
        true
    }

    /// Returns the block, unless it is empty, and begins another.
    pub fn finish(&mut self) -> Option<Vec<u8>> {
        let BlockWriter {
            mut bytes, count, ..
        } = take(self);
        bytes
            .get_mut(4..FIRST)?
            .copy_from_slice(&count.to_le_bytes());
        bytes.resize(BYTES, 0);
        let checksum = crc32fast::hash(&bytes[4..]);
        bytes[..4].copy_from_slice(&checksum.to_le_bytes());
        Some(bytes)
    }
}

/// Appends the numbers of a block.
pub fn decode(block: &[u8; BYTES], numbers: &mut Vec<u64>) -> io::Result<()> {
    let (checksum, rest) = block.split_first_chunk().expect("long enough");
    if crc32fast::hash(rest).to_le_bytes() != *checksum {
        return Err(damaged("the checksum of a block is wrong"));
    }
    let (count, rest) = rest.split_first_chunk().expect("long enough");
    let (first, rest) = rest.split_first_chunk().expect("long enough");
    let mut number = u64::from_le_bytes(*first);
    numbers.push(number);
    let mut gaps = rest.iter();
    for _ in 1..u16::from_le_bytes(*count) {
        number = next_gap(&mut gaps)
            .and_then(|gap| number.checked_add(gap).filter(|&next| next > number))
            .ok_or_else(|| damaged("the numbers of a block are malformed"))?;
        numbers.push(number);
    }
    Ok(())
}

#[inline(always)]
fn next_gap<'a>(bytes: &mut impl Iterator<Item = &'a u8>) -> Option<u64> {
    let mut gap = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = *bytes.next()?;
        gap |= u64::from(byte & 0x7F) << shift;
        if byte >> 7 == 0 {
            return Some(gap);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decoded(block: &[u8]) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        decode(block.try_into().expect("a block"), &mut numbers)?;
        Ok(numbers)
    }

    fn coded(numbers: impl IntoIterator<Item = u64>) -> Vec<Vec<u8>> {
        let mut writer = BlockWriter::default();
        let mut blocks = Vec::new();
        for number in numbers {
            if !writer.push(number) {
                blocks.extend(writer.finish());
                assert!(writer.push(number), "an empty block has room");
            }
        }
        blocks.extend(writer.finish());
        blocks
    }

    /// Ascending numbers, near each other or far.
    fn numbers() -> impl Strategy<Value = Vec<u64>> {
        let number = prop_oneof![
            0..2000_u64,
            any::<u64>(),
            (0..64_u32).prop_map(|bit| 1 << bit)
        ];
        prop::collection::btree_set(number, 0..=1000)
            .prop_map(|numbers| numbers.into_iter().collect())
    }

    proptest! {
        #![proptest_config(crate::cases::random_cases(64))]

        #[test]
        fn numbers_are_read_back_from_blocks_of_fixed_length(numbers in numbers()) {
            let blocks = coded(numbers.iter().copied());
            prop_assert!(blocks.iter().all(|block| block.len() == BYTES));
            let parts: Vec<_> = blocks.iter().map(|it| decoded(it).expect("ours")).collect();
            prop_assert!(parts.iter().all(|part| (1..=BLOCK).contains(&part.len())));
            prop_assert_eq!(parts.concat(), numbers);
        }

        #[test]
        fn any_bytes_give_ascending_numbers_or_an_error(
            count in 0..2000_u16,
            bytes in prop::collection::vec(any::<u8>(), BYTES),
            mask in any::<u8>(),
        ) {
            prop_assert!(decoded(&bytes).is_err());
            // Any gaps under a valid checksum.
            let mut block: Vec<u8> = bytes.iter().map(|byte| byte & mask).collect();
            block[4..6].copy_from_slice(&count.to_le_bytes());
            let checksum = crc32fast::hash(&block[4..]);
            block[..4].copy_from_slice(&checksum.to_le_bytes());
            if let Ok(numbers) = decoded(&block) {
                prop_assert!(numbers.is_sorted_by(|a, b| a < b));
                prop_assert_eq!(numbers.len(), usize::from(count.max(1)));
            }
        }
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let whole = coded([1, 5, 1000, 70_000, u64::MAX]).concat();
        for place in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[place / 8] ^= 1 << (place % 8);
            assert!(decoded(&flipped).is_err(), "bit {place}");
        }
    }

    #[test]
    fn gaps_below_128_take_one_byte_each() {
        let row = (0..10 * 1000).map(|place| 127 * place);
        assert_eq!(coded(row).len(), 10);
    }
}
