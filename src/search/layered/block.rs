//! Elias-Fano coding of a block of ascending numbers. A number takes about two bits more than the
//! logarithm of the mean gap.
//!
//! Elias, "Efficient storage and retrieval by content and address of static files", *Journal of the
//! ACM* 21, 1974. The offset of a number from the first, minus its place, is split. Its low bits
//! are stored as they are. The high bits ascend and are stored in unary: a zero for each value that
//! is passed, a one for each number. The first number, the last and the count determine the number
//! of low bits. So the header determines the length of a block, and no bytes can claim more.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0–3 | the CRC-32 of all that follows |
//! | 4–5 | the number of numbers, 1 to 1024 |
//! | 6–13 | the first number |
//! | 14–21 | the last number |
//! | 22– | the low bits, in whole bytes; the high bits, in whole bytes |

use std::io;

use super::damaged;

/// Maximum number of numbers in a block.
pub const BLOCK: usize = 1024;

/// Length of a header, in bytes.
pub const HEADER: usize = 4 + 2 + 8 + 8;

/// Bytes of padding behind a payload, which the decoder may read.
const MARGIN: usize = 16;

/// The header of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockHeader {
    checksum: u32,
    /// Number of numbers, minus one.
    others: u32,
    pub first: u64,
    pub last: u64,
    /// The largest offset.
    span: u64,
    /// Number of low bits of an offset.
    low: u32,
}

impl BlockHeader {
    /// Reads a header.
    pub fn read(bytes: &[u8; HEADER]) -> io::Result<Self> {
        let (checksum, rest) = bytes.split_first_chunk().expect("long enough");
        let (count, rest) = rest.split_first_chunk().expect("long enough");
        let (first, rest) = rest.split_first_chunk().expect("long enough");
        let last = rest.try_into().expect("eight bytes are left");
        let first = u64::from_le_bytes(*first);
        let last = u64::from_le_bytes(last);
        let header = match u32::from(u16::from_le_bytes(*count)).checked_sub(1) {
            Some(others) if (others as usize) < BLOCK => BlockHeader::new(others, first, last),
            _ => None,
        };
        let header = header.ok_or_else(|| damaged("the header of a block is malformed"))?;
        Ok(BlockHeader {
            checksum: u32::from_le_bytes(*checksum),
            ..header
        })
    }

    fn new(others: u32, first: u64, last: u64) -> Option<Self> {
        let span = last.checked_sub(first)?.checked_sub(u64::from(others))?;
        if others == 0 && span > 0 {
            return None;
        }
        let low = span
            .checked_div(u64::from(others))
            .and_then(u64::checked_ilog2)
            .unwrap_or(0);
        Some(BlockHeader {
            checksum: 0,
            others,
            first,
            last,
            span,
            low,
        })
    }

    /// Returns the number of numbers.
    pub(crate) const fn count(&self) -> usize {
        self.others as usize + 1
    }

    /// Computes the checksum of the block.
    fn checksum_with(&self, payload: &[u8]) -> u32 {
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&self.bytes()[4..]);
        checksum.update(payload);
        checksum.finalize()
    }

    fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(&self.checksum.to_le_bytes());
        #[expect(clippy::cast_possible_truncation, reason = "a block is short")]
        bytes[4..6].copy_from_slice(&(self.count() as u16).to_le_bytes());
        bytes[6..14].copy_from_slice(&self.first.to_le_bytes());
        bytes[14..].copy_from_slice(&self.last.to_le_bytes());
        bytes
    }

    const fn low_bytes(&self) -> usize {
        (self.others as usize * self.low as usize).div_ceil(8)
    }

    /// Returns the bytes of the high bits: a one for each number, and the highest value in zeros.
    const fn high_bytes(&self) -> usize {
        (self.others as usize + self.high(self.span)).div_ceil(8)
    }

    /// Returns the high bits of an offset: a value below twice `others`, as the number of low bits
    /// is the logarithm of the mean gap.
    #[expect(clippy::cast_possible_truncation, reason = "a block is short")]
    const fn high(&self, offset: u64) -> usize {
        (offset >> self.low) as usize
    }

    /// Returns the number of bytes behind the header.
    pub const fn payload(&self) -> usize {
        self.low_bytes() + self.high_bytes()
    }
}

/// Appends a block of ascending numbers.
pub fn encode(numbers: &[u64], bytes: &mut Vec<u8>) {
    let (Some(&first), Some(&last)) = (numbers.first(), numbers.last()) else {
        return;
    };
    debug_assert!(numbers.len() <= BLOCK && numbers.is_sorted_by(|a, b| a < b));
    let others = u32::try_from(numbers.len() - 1).expect("a block is short");
    let header = BlockHeader::new(others, first, last).expect("the numbers ascend");
    let payload = bytes.len() + HEADER;
    bytes.resize(payload + header.payload() + MARGIN, 0);
    let bits = &mut bytes[payload..];
    let mask = (1 << header.low) - 1;
    for (place, &number) in numbers[1..].iter().enumerate() {
        let offset = number - first - (place as u64 + 1);
        set(bits, place * header.low as usize, offset & mask);
        let ones = header.low_bytes() * 8 + header.high(offset);
        set(bits, ones + place, 1);
    }
    bytes.truncate(payload + header.payload());
    let checksum = header.checksum_with(&bytes[payload..]);
    let header = BlockHeader { checksum, ..header };
    bytes[payload - HEADER..payload].copy_from_slice(&header.bytes());
}

/// Sets the bits of `value` from bit `at` on.
fn set(bits: &mut [u8], at: usize, value: u64) {
    let window = bits[at / 8..].first_chunk_mut().expect("there is a margin");
    *window = (u128::from_le_bytes(*window) | u128::from(value) << (at % 8)).to_le_bytes();
}

/// Returns 64 bits from bit `at` on.
fn get(bits: &[u8], at: usize) -> u64 {
    let window = bits[at / 8..].first_chunk().expect("there is a margin");
    #[expect(clippy::cast_possible_truncation, reason = "these are the ones wanted")]
    let value = (u128::from_le_bytes(*window) >> (at % 8)) as u64;
    value
}

/// Appends the numbers of the block with this header and payload, which it extends meanwhile.
pub fn decode(
    header: &BlockHeader,
    payload: &mut Vec<u8>,
    numbers: &mut Vec<u64>,
) -> io::Result<()> {
    if payload.len() != header.payload() || header.checksum_with(payload) != header.checksum {
        return Err(damaged("the checksum of a block is wrong"));
    }
    payload.resize(header.payload() + MARGIN, 0);
    let start = numbers.len();
    numbers.push(header.first);
    let ascend = decode_others(header, payload, numbers);
    payload.truncate(header.payload());
    if !ascend || numbers.len() - start != header.count() || numbers.last() != Some(&header.last) {
        return Err(damaged("the numbers of a block are malformed"));
    }
    Ok(())
}

/// Appends up to `others` numbers. Returns whether they ascend.
fn decode_others(header: &BlockHeader, bits: &[u8], numbers: &mut Vec<u64>) -> bool {
    let mask = (1 << header.low) - 1;
    let others = header.others as usize;
    let mut place = 0;
    let mut before = header.first;
    let mut ascend = true;
    for word in 0..header.high_bytes().div_ceil(8) {
        // The margin is all zeros.
        let mut ones = get(bits, (header.low_bytes() + word * 8) * 8);
        while ones != 0 && place < others {
            let high = (word * 64 + ones.trailing_zeros() as usize - place) as u64;
            let low = get(bits, place * header.low as usize) & mask;
            ones &= ones - 1;
            place += 1;
            let offset = (high << header.low | low).wrapping_add(place as u64);
            let number = header.first.wrapping_add(offset);
            ascend &= number > before;
            before = number;
            numbers.push(number);
        }
        ascend &= ones == 0;
    }
    ascend
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cases::cases;

    fn coded(numbers: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(numbers, &mut bytes);
        bytes
    }

    fn decoded(bytes: &[u8]) -> io::Result<Vec<u64>> {
        let (head, payload) = bytes
            .split_first_chunk()
            .ok_or_else(|| damaged("too short"))?;
        let header = BlockHeader::read(head)?;
        assert!(header.payload() <= BLOCK * 8 + BLOCK, "{header:?}");
        let mut numbers = Vec::new();
        decode(&header, &mut payload.to_vec(), &mut numbers)?;
        Ok(numbers)
    }

    /// Ascending numbers, near each other or far.
    fn blocks() -> impl Strategy<Value = Vec<u64>> {
        let number = prop_oneof![
            0..2000_u64,
            any::<u64>(),
            (0..64_u32).prop_map(|bit| 1 << bit)
        ];
        prop::collection::btree_set(number, 1..=BLOCK)
            .prop_map(|numbers| numbers.into_iter().collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(64)))]

        #[test]
        fn a_block_is_read_back_from_two_bits_a_rank_more_than_the_logarithm_of_the_mean_gap(
            numbers in blocks(),
        ) {
            let bytes = coded(&numbers);
            let others = numbers.len() - 1;
            let span = numbers[others] - numbers[0];
            let low = span.checked_div(others as u64).and_then(u64::checked_ilog2).unwrap_or(0);
            let bits = others * (low as usize + 3);
            prop_assert!(bytes.len() <= HEADER + bits / 8 + 2);
            prop_assert_eq!(decoded(&bytes).expect("our own bytes"), numbers);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_give_a_block_or_an_error(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            count in 0..1100_u16,
            span in any::<u64>(),
            shift in 0..64_u32,
        ) {
            let _ = decoded(&bytes);
            // Any bits under a valid header.
            let mut header = [0; HEADER];
            header[4..6].copy_from_slice(&count.to_le_bytes());
            header[6..14].copy_from_slice(&7_u64.to_le_bytes());
            header[14..].copy_from_slice(&(span >> shift).to_le_bytes());
            let Ok(read) = BlockHeader::read(&header) else { return Ok(()) };
            let payload: Vec<u8> = bytes.iter().copied().cycle().take(read.payload()).collect();
            prop_assume!(payload.len() == read.payload());
            let checksum = read.checksum_with(&payload);
            header[..4].copy_from_slice(&checksum.to_le_bytes());
            if let Ok(numbers) = decoded(&[&header[..], &payload].concat()) {
                prop_assert!(numbers.is_sorted_by(|a, b| a < b));
                prop_assert_eq!(numbers.len(), usize::from(count));
                prop_assert_eq!([numbers[0], *numbers.last().expect("one")], [7, span >> shift]);
            }
        }
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let whole = coded(&[1, 5, 1000, 70_000, u64::MAX]);
        for place in 0..whole.len() * 8 {
            let mut flipped = whole.clone();
            flipped[place / 8] ^= 1 << (place % 8);
            assert!(decoded(&flipped).is_err(), "bit {place}");
        }
    }

    #[test]
    fn consecutive_ranks_take_one_bit_each() {
        let row: Vec<u64> = (500..500 + BLOCK as u64).collect();
        assert_eq!(coded(&row).len(), HEADER + BLOCK / 8);
    }
}
