//! Which worker owns a rank, and what is known of the files of a layer that workers hold between
//! them.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::search::layered::sorted::SortedFile;

/// How many shards ranks are dealt into. A worker owns a row of them; there are so many that even a
/// thousand machines have equal shares, and none of them costs anything.
const SHARDS: u64 = 1 << 16;

/// The shard of a rank: the same on every machine and in every version, as files depend on it.
/// Ranks that follow each other lie far apart.
const fn shard_of(rank: u64) -> u64 {
    // The finish of MurmurHash3: every bit of a rank counts for every bit of its shard.
    let mut hash = (rank ^ rank >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    hash = (hash ^ hash >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (hash ^ hash >> 33) >> 48
}

/// The worker, of so many, that owns a rank.
#[inline(always)]
pub(super) const fn owner_of(rank: u64, workers: u64) -> u64 {
    shard_of(rank) * workers / SHARDS
}

/// A row of shards.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct Shards {
    /// The first.
    pub(super) from: u64,
    /// The one after the last.
    pub(super) to: u64,
}

impl Shards {
    /// Those of a worker, of so many.
    pub(super) const fn of(worker: u64, workers: u64) -> Self {
        let (from, to) = (worker * SHARDS, (worker + 1) * SHARDS);
        Shards { from: from.div_ceil(workers), to: to.div_ceil(workers) }
    }

    /// Whether a rank belongs to one of them.
    pub(super) const fn have(&self, rank: u64) -> bool {
        let shard = shard_of(rank);
        self.from <= shard && shard < self.to
    }
}

/// What tells a file from any other: how many numbers it holds, its length and its checksum.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct FileRecord {
    pub(super) count: u64,
    pub(super) bytes: u64,
    pub(super) checksum: u32,
}

impl FileRecord {
    pub(super) const fn of(file: &SortedFile) -> Self {
        FileRecord { count: file.count, bytes: file.bytes, checksum: file.checksum }
    }

    const fn numbers(&self) -> [u64; 3] {
        [self.count, self.bytes, self.checksum as u64]
    }

    fn read(input: &mut dyn Read) -> io::Result<Self> {
        let (count, bytes) = (read_number(input)?, read_number(input)?);
        let checksum = u32::try_from(read_number(input)?).map_err(|_| damaged())?;
        Ok(FileRecord { count, bytes, checksum })
    }
}

/// The files of some shards of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(super) struct PartRecord {
    pub(super) shards: Shards,
    pub(super) states: FileRecord,
    /// Those that are goals, if any are.
    pub(super) goals: Option<FileRecord>,
}

/// All parts of each layer, from layer 0 on.
pub(super) type ShardRecords = Vec<Vec<PartRecord>>;

/// Writes what a checkpoint says of the files.
///
/// Numbers of eight bytes, little-endian: the sweep, how many layers it has, and for each layer how
/// many parts it has, and for each part its first shard and the one after its last, how many states
/// it has, the length of their file and its checksum, and the same of its goals, three zeros where
/// it has none.
pub(super) fn write_records(
    sweep: u32,
    records: &ShardRecords,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut write = |numbers: &[u64]| {
        numbers.iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))
    };
    write(&[u64::from(sweep), records.len() as u64])?;
    for parts in records {
        write(&[parts.len() as u64])?;
        for part in parts {
            write(&[part.shards.from, part.shards.to])?;
            write(&part.states.numbers())?;
            write(&part.goals.as_ref().map_or([0; 3], FileRecord::numbers))?;
        }
    }
    Ok(())
}

/// The sweep and the parts of its layers. Nothing is allocated for what is not there.
pub(super) fn read_records(input: &mut dyn Read) -> io::Result<(u32, ShardRecords)> {
    let sweep = u32::try_from(read_number(input)?).map_err(|_| damaged())?;
    let mut records = Vec::new();
    for _ in 0..read_number(input)? {
        let mut parts = Vec::new();
        for _ in 0..read_number(input)? {
            let shards = Shards { from: read_number(input)?, to: read_number(input)? };
            let states = FileRecord::read(input)?;
            let goals = FileRecord::read(input)?;
            let goals = (goals.numbers() != [0; 3]).then_some(goals);
            parts.push(PartRecord { shards, states, goals });
        }
        if !are_whole(&parts) {
            return Err(damaged());
        }
        records.push(parts);
    }
    Ok((sweep, records))
}

/// Whether these parts are of all shards, each of them once.
fn are_whole(parts: &[PartRecord]) -> bool {
    let mut rows: Vec<Shards> = parts.iter().map(|part| part.shards).collect();
    rows.sort_unstable_by_key(|row| (row.from, row.to));
    let mut next = 0;
    let follow = rows.iter().all(|row| {
        let follows = row.from == next && row.to >= row.from;
        next = row.to;
        follows
    });
    follow && next == SHARDS
}

fn read_number(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn damaged() -> io::Error {
    let reason = "what is said of the files of the cluster makes no sense";
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_one_owner_whatever_the_number_of_workers() {
        for workers in [1, 2, 3, 7, 256, 1000, 70_000] {
            let rows: Vec<Shards> =
                (0..workers).map(|worker| Shards::of(worker, workers)).collect();
            assert!(rows.windows(2).all(|two| two[0].to == two[1].from));
            assert_eq!((rows[0].from, rows[rows.len() - 1].to), (0, SHARDS));
            for rank in (0..100_000).map(|rank| rank * 977) {
                let owner = owner_of(rank, workers);
                let row = &rows[usize::try_from(owner).expect("few")];
                assert!(row.have(rank), "{rank} of {workers}");
            }
        }
    }

    #[test]
    fn owners_have_equal_shares_of_ranks_in_a_row_and_of_every_second() {
        for step in [1, 2, 8, 479_001_600] {
            let mut shares = [0_u32; 7];
            for rank in (0..70_000_u64).map(|rank| rank * step) {
                shares[usize::try_from(owner_of(rank, 7)).expect("few")] += 1;
            }
            assert!(shares.iter().all(|&share| share.abs_diff(10_000) < 500), "{shares:?}");
        }
    }

    fn some_records() -> ShardRecords {
        let part = |worker, workers, goals| PartRecord {
            shards: Shards::of(worker, workers),
            states: FileRecord { count: 5 + worker, bytes: 77, checksum: 9 },
            goals,
        };
        let goals = Some(FileRecord { count: 1, bytes: 40, checksum: 3 });
        vec![vec![part(0, 1, goals)], vec![part(0, 2, None), part(1, 2, goals)]]
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let mut written = Vec::new();
        write_records(2, &some_records(), &mut written).expect("memory takes it");
        assert_eq!(read_records(&mut &written[..]).expect("our own"), (2, some_records()));
        for end in 0..written.len() {
            assert!(read_records(&mut &written[..end]).is_err(), "cut off at {end}");
        }
    }

    #[test]
    fn a_layer_of_which_a_part_is_missing_or_there_twice_is_refused() {
        let mut missing = some_records();
        missing[1].pop();
        let mut twice = some_records();
        let again = twice[1][0];
        twice[1].push(again);
        for records in [missing, twice] {
            let mut written = Vec::new();
            write_records(1, &records, &mut written).expect("memory takes it");
            assert!(read_records(&mut &written[..]).is_err());
        }
    }
}
