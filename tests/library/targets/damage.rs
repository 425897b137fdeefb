//! Files that are damaged and have the right checksum all the same.

/// The bytes with their CRC-32 behind them, little-endian.
pub(super) fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// A file that ends in its CRC-32, with these edits and the checksum made to fit: three bytes each,
/// the place and what is put there; behind them, what is appended, or how much is cut off.
pub(super) fn edited(file: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut bytes = file[..file.len() - 4].to_vec();
    let (triples, rest) = edits.as_chunks::<3>();
    for &[high, low, value] in triples {
        let place = usize::from(u16::from_be_bytes([high, low])) % bytes.len();
        bytes[place] = value;
    }
    match *rest {
        [cut] => bytes.truncate(bytes.len().saturating_sub(cut.into())),
        _ => bytes.extend(rest),
    }
    summed(bytes)
}
