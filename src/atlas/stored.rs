//! The file of a tablebase: a header of 32 bytes, then a byte a layout.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | `HUARONGT` |
//! | 8, 9 | the version, 1 |
//! | 10 | the metric: 0 `move`, 1 `slide`, 2 `step` |
//! | 11 to 15 | zeros |
//! | 16 to 19 | the number of layouts, 29,334,498 |
//! | 20 to 23 | the CRC-32 of the distances |
//! | 24 to 27 | zeros |
//! | 28 to 31 | the CRC-32 of bytes 0 to 27 |
//! | from 32 | the distance of each layout to the exit, in the order of their codes; 255 for none |
//!
//! Numbers are little-endian.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::file::Mapped;
use crate::notation::CommonCode;
use crate::puzzle::Metric;

/// The bytes before the distances.
pub(super) const HEADER: usize = 32;

const MAGIC: &[u8; 8] = b"HUARONGT";
const VERSION: u16 = 1;

/// Why a file was not opened as a tablebase.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum TablebaseError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It begins like something else.
    #[error("it is not a tablebase")]
    NotATablebase,
    /// A version that this program does not know.
    #[error("it is a tablebase of version {found}, and this program reads version {expected}")]
    Version {
        /// What the file says.
        found: u16,
        /// What would be read.
        expected: u16,
    },
    /// Its header, or what follows, is not what was written.
    #[error("the tablebase is damaged: {0}")]
    Damaged(&'static str),
}

/// The file with these distances.
pub(super) fn encode(metric: Metric, distances: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEADER + distances.len());
    bytes.extend(header(metric, crc32fast::hash(distances)));
    bytes.extend(distances);
    bytes
}

fn header(metric: Metric, body: u32) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..8].copy_from_slice(MAGIC);
    header[8..10].copy_from_slice(&VERSION.to_le_bytes());
    header[10] = number(metric);
    header[16..20].copy_from_slice(&CommonCode::COUNT.to_le_bytes());
    header[20..24].copy_from_slice(&body.to_le_bytes());
    let checksum = crc32fast::hash(&header[..28]);
    header[28..].copy_from_slice(&checksum.to_le_bytes());
    header
}

const fn number(metric: Metric) -> u8 {
    match metric {
        Metric::Move => 0,
        Metric::Slide => 1,
        Metric::Step => 2,
    }
}

/// Maps a file that is whole, and reads its metric.
pub(super) fn open(path: &Path) -> Result<(Metric, Mapped), TablebaseError> {
    let mapped = Mapped::open(path)?;
    let metric = check(&mapped)?;
    Ok((metric, mapped))
}

/// The metric of a file that is whole.
fn check(bytes: &[u8]) -> Result<Metric, TablebaseError> {
    let damaged = |what| Err(TablebaseError::Damaged(what));
    if !bytes.starts_with(MAGIC) {
        return Err(TablebaseError::NotATablebase);
    }
    let Some((header, body)) = bytes.split_first_chunk::<HEADER>() else {
        return damaged("it ends within its header");
    };
    let found = u16::from_le_bytes([header[8], header[9]]);
    if found != VERSION {
        return Err(TablebaseError::Version { found, expected: VERSION });
    }
    let metric = Metric::ALL.into_iter().find(|&metric| number(metric) == header[10]);
    let Some(metric) = metric else { return damaged("it counts in no metric that there is") };
    let layouts = CommonCode::COUNT as usize;
    if body.len() < layouts {
        return damaged("it ends too early");
    }
    if body.len() > layouts {
        return damaged("there is something behind its end");
    }
    // All that a header can say of this body.
    if *header != self::header(metric, crc32fast::hash(body)) {
        return damaged("its checksum is wrong");
    }
    Ok(metric)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a file of which the header was changed so, with its checksum made to fit.
    fn altered(bytes: &[u8], at: usize, byte: u8) -> String {
        let mut bytes = bytes.to_vec();
        bytes[at] = byte;
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
        check(&bytes).expect_err("it was changed").to_string()
    }

    #[test]
    fn whatever_is_wrong_with_a_file_is_said() {
        let whole = encode(Metric::Step, &vec![3; CommonCode::COUNT as usize]);
        assert_eq!(check(&whole).expect("it is whole"), Metric::Step);
        let damaged = |bytes: &[u8]| check(bytes).expect_err("it is damaged").to_string();
        assert_eq!(damaged(b""), "it is not a tablebase");
        assert_eq!(damaged(b"A A .\nB . .\n\ngoal:\n. . .\n. A A\n"), "it is not a tablebase");
        assert_eq!(damaged(&whole[..20]), "the tablebase is damaged: it ends within its header");
        let short = &whole[..whole.len() - 1];
        assert_eq!(damaged(short), "the tablebase is damaged: it ends too early");
        let long = [&whole[..], &[0]].concat();
        assert_eq!(damaged(&long), "the tablebase is damaged: there is something behind its end");
        let mut flipped = whole.clone();
        flipped[HEADER + 12_345_678] ^= 1;
        assert_eq!(damaged(&flipped), "the tablebase is damaged: its checksum is wrong");
        let newer = "it is a tablebase of version 2, and this program reads version 1";
        assert_eq!(altered(&whole, 8, 2), newer);
        let metric = "the tablebase is damaged: it counts in no metric that there is";
        assert_eq!(altered(&whole, 10, 3), metric);
        for at in [11, 16, 20, 24] {
            let checksum = "the tablebase is damaged: its checksum is wrong";
            assert_eq!(altered(&whole, at, 0x5A), checksum, "byte {at}");
        }
    }
}
