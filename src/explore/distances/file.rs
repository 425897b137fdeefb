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

use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::file::WriteError;
use crate::file::container::{ContainerError, FileFormat};
use crate::puzzle::{Metric, Puzzle};
use crate::sliding::queries::{Queries, StateTable};
use crate::sliding::{BfsPurpose, Mirroring};

use super::{Distances, DistancesError};

const FORMAT: FileFormat =
    FileFormat { magic: b"HUARONG\0D", content: "distances", version: 1, least: 11 + 14 + 4 };

/// Writes them to a file at `path`, at once or not at all.
pub(super) fn write(distances: &Distances, path: &Path) -> Result<(), WriteError> {
    FORMAT.write(path, |out| write_content(distances, out))
}

fn write_content(distances: &Distances, out: &mut dyn Write) -> io::Result<()> {
    let Distances { puzzle, metric, mirroring, table, .. } = distances;
    let text = puzzle.to_string();
    // Numbers are summed up faster many at a time.
    let mut out = BufWriter::with_capacity(1 << 16, out);
    out.write_all(&[metric.number(), u8::from(*mirroring == Mirroring::Canonical)])?;
    let length = u32::try_from(text.len()).expect("a frame of 127 cells a side");
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&(table.numbers.len() as u64).to_le_bytes())?;
    out.write_all(text.as_bytes())?;
    table.keys.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
    table.numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
    out.flush()
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
    let mut rest = Rest(FORMAT.content_of(bytes).map_err(refusal)?);
    let [metric, mirrored] = rest.array()?;
    let metric = Metric::from_number(metric).ok_or(damaged("there is no such metric"))?;
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
    let board = BfsPurpose::Layers.board(&puzzle, mirroring)?;
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
    let table = StateTable { keys, numbers };
    Ok(Distances { puzzle, metric, mirroring, board, queries, table })
}

fn refusal(error: ContainerError) -> DistancesError {
    match error {
        ContainerError::Foreign | ContainerError::Kind { .. } => DistancesError::Foreign,
        ContainerError::Version { got, reads } => DistancesError::Version { got, reads },
        ContainerError::Length { .. } => DistancesError::Damaged("it ends too early"),
        ContainerError::Checksum => DistancesError::Damaged("its checksum is wrong"),
        ContainerError::Io(error) => DistancesError::Io(error),
    }
}
