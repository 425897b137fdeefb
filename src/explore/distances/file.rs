//! Distances as bytes.
//!
//! | bytes | what |
//! |---|---|
//! | 0–7 | `HUARONG` and a zero byte |
//! | 8 | the kind of file: `D`, distances |
//! | 9, 10 | the version of the format: 1 |
//! | 11 | the metric: 0 `move`, 1 `slide`, 2 `step` |
//! | 12 | 1 where mirror images are taken for one, else 0 |
//! | 13–16 | the length of the puzzle's text |
//! | 17–24 | the number of positions |
//! | then | the text |
//! | then | the words of the canonical forms, 8 bytes each; the forms are in order |
//! | then | the distance of each, 2 bytes |
//! | last 4 | the CRC-32 of everything before |
//!
//! Numbers are little-endian. A canonical form is what [`crate::board`] says it is.

use crate::puzzle::{Metric, Puzzle};
use crate::sliding::Mirroring;
use crate::sliding::queries::{Queries, Table};

use super::{Distances, DistancesError};
use crate::explore::options::compile;

const MAGIC: &[u8; 9] = b"HUARONG\0D";
const VERSION: u16 = 1;
/// The place of each metric is its number.
const METRICS: [Metric; 3] = [Metric::Move, Metric::Slide, Metric::Step];

pub(super) fn encode(distances: &Distances) -> Vec<u8> {
    let Distances { puzzle, metric, mirroring, table, .. } = distances;
    let text = puzzle.to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(
        (0..).zip(METRICS).find(|(_, one)| one == metric).map(|(number, _): (u8, _)| number),
    );
    bytes.push(u8::from(*mirroring == Mirroring::Canonical));
    bytes.extend(u32::try_from(text.len()).expect("a frame of 127 cells a side").to_le_bytes());
    bytes.extend((table.numbers.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes.extend(table.keys.iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(table.numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// What is left of the bytes.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, bytes: usize) -> Result<&'a [u8], DistancesError> {
        let (taken, rest) =
            self.0.split_at_checked(bytes).ok_or(DistancesError::Damaged("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DistancesError> {
        Ok(self.take(N)?.try_into().expect("so many were taken"))
    }
}

/// Reads them back. Takes memory in proportion to the bytes, whatever they claim.
pub(super) fn decode(bytes: &[u8]) -> Result<Distances, DistancesError> {
    let damaged = DistancesError::Damaged;
    let Some(rest) = bytes.strip_prefix(MAGIC) else { return Err(DistancesError::Foreign) };
    let mut header = Rest(rest);
    let got = u16::from_le_bytes(header.array()?);
    if got != VERSION {
        return Err(DistancesError::Version { got, reads: VERSION });
    }
    let Some((content, checksum)) = bytes.split_last_chunk::<4>() else {
        return Err(damaged("it ends too early"));
    };
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return Err(damaged("its checksum is wrong"));
    }
    let mut rest = Rest(&content[MAGIC.len() + size_of_val(&VERSION)..]);
    let [metric, mirrored] = rest.array()?;
    let metric = *METRICS.get(usize::from(metric)).ok_or(damaged("there is no such metric"))?;
    let mirroring = match mirrored {
        0 => Mirroring::Off,
        1 => Mirroring::Canonical,
        _ => return Err(damaged("mirror images are one or they are not")),
    };
    let length = u32::from_le_bytes(rest.array()?) as usize;
    let positions = usize::try_from(u64::from_le_bytes(rest.array()?))
        .map_err(|_| damaged("it ends too early"))?;
    let text = std::str::from_utf8(rest.take(length)?).map_err(|_| damaged("it has no puzzle"))?;
    let puzzle: Puzzle = text.parse().map_err(|_| damaged("its puzzle makes no sense"))?;
    let board = compile(&puzzle, mirroring)?;
    let queries = Queries::new(&board, metric);
    let words = super::words_of(&board);
    let expected = (8 * words + 2).checked_mul(positions);
    if positions == 0 || expected != Some(rest.0.len()) {
        return Err(damaged("it has not as many positions as it says"));
    }
    let keys = rest.take(8 * words * positions)?.as_chunks::<8>().0;
    let keys: Vec<u64> = keys.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    let in_order = keys.chunks(words).is_sorted_by(|one, next| one < next);
    if !in_order {
        return Err(damaged("its positions are not in order"));
    }
    let numbers = rest.0.as_chunks::<2>().0;
    let numbers = numbers.iter().map(|&bytes| u16::from_le_bytes(bytes)).collect();
    let table = Table { keys, numbers };
    Ok(Distances { puzzle, metric, mirroring, board, queries, table })
}
