//! Stored solutions: whatever the bytes are, as a file and as a payload with the right header and
//! checksum, reading them ends well, and what is read is written so that it is read again.

use huarong::solution::{stored, verify};

use super::damage::summed;

/// Magic, kind and version.
const HEADER: &[u8] = b"HUARONG\0S\x01\0";

pub(super) fn run(bytes: &[u8]) {
    let _ = stored::decode(bytes);
    // A whole file in the corpus is as good as its payload.
    let payload = match bytes.strip_prefix(HEADER) {
        Some(rest) if rest.len() > 12 => &rest[8..rest.len() - 4],
        _ => bytes,
    };
    let length = payload.len() as u64;
    let file = summed([HEADER, &length.to_le_bytes(), payload].concat());
    if let Ok(stored) = stored::decode(&file) {
        let again = stored::encode(&stored).expect("what was read can be written");
        assert_eq!(stored::decode(&again).expect("it was just written"), stored);
        if let Ok(puzzle) = stored.puzzle() {
            let _ = verify(&puzzle, &stored.solution);
        }
    }
}
