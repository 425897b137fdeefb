//! The file: a header of 32 bytes, then a byte a layout.
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

use std::path::Path;

use super::TablebaseError;
use crate::file::Mapped;
use crate::notation::CommonCode;
use crate::puzzle::Metric;

/// The bytes before the distances.
pub(super) const HEADER: usize = 32;

const MAGIC: &[u8; 8] = b"HUARONGT";
const VERSION: u16 = 1;

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
