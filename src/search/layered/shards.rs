//! The assignment of ranks to processes, and the records of the files of a layer.

use std::{
    io::{self, Read, Write},
    path::Path,
};

use bincode::{Decode, Encode, config, decode_from_std_read, encode_to_vec};

use super::{
    damaged,
    sorted::{FileTotals, SearchDir, SortedFile},
};

/// The number of shards. A process owns a range of them. They are enough for equal shares on a
/// thousand machines, and a shard costs nothing.
const SHARDS: u64 = 1 << 16;

/// Returns the shard of a rank. It must be the same on every machine and in every version, as files
/// depend on it. It scatters consecutive ranks.
const fn shard_of(rank: u64) -> u64 {
    // The finalizer of MurmurHash3: every bit of a rank affects every bit of its shard.
    let mut hash = (rank ^ rank >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    hash = (hash ^ hash >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    (hash ^ hash >> 33) >> 48
}

/// Returns the process that owns a rank.
#[inline(always)]
pub const fn owner_of(rank: u64, processes: u64) -> u64 {
    shard_of(rank) * processes / SHARDS
}

/// A range of shards.
#[derive(Clone, Copy, PartialEq, Eq, Encode, Decode, Debug)]
pub struct Shards {
    /// The first shard.
    pub from: u64,
    /// The shard after the last.
    pub to: u64,
}

impl Shards {
    /// Returns the shards of a process.
    pub const fn of(process: usize, processes: usize) -> Self {
        let from = process as u64 * SHARDS;
        Shards {
            from: from.div_ceil(processes as u64),
            to: (from + SHARDS).div_ceil(processes as u64),
        }
    }

    /// Returns the end of the names of files for these shards, which is empty for all shards.
    pub fn suffix(self) -> String {
        if self == Shards::of(0, 1) {
            return String::new();
        }
        format!(".{:05}-{:05}", self.from, self.to)
    }
}

/// The [numbers](SortedFile::numbers) of the files of a part; zeros stand for no file.
pub type PartNumbers = [[u64; 3]; 2];

/// The files of some shards of a layer.
#[derive(Clone, Copy, PartialEq, Eq, Encode, Decode, Debug)]
pub struct PartRecord {
    pub shards: Shards,
    pub files: PartNumbers,
}

impl PartRecord {
    /// Opens the files in a folder, if they have the recorded numbers.
    pub fn open(&self, place: &SearchDir, sweep: u32, depth: usize) -> io::Result<StoredPart> {
        let [states, goals] = place.paths(sweep, depth, self.shards);
        Ok(StoredPart {
            shards: self.shards,
            goals: (self.files[1] != [0; 3])
                .then(|| SortedFile::open_recorded(&goals, self.files[1]))
                .transpose()?,
            states: SortedFile::open_recorded(&states, self.files[0])?,
        })
    }
}

/// The open files of a layer, or of a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPart {
    pub shards: Shards,
    pub states: SortedFile,
    /// The goals, if any.
    pub goals: Option<SortedFile>,
}

impl StoredPart {
    pub fn record(&self) -> PartRecord {
        let goals = self.goals.as_ref().map(SortedFile::numbers);
        PartRecord {
            shards: self.shards,
            files: [self.states.numbers(), goals.unwrap_or_default()],
        }
    }
}

/// All parts of each layer, from layer 0 on.
pub type LayerRecords = Vec<Vec<PartRecord>>;

/// Writes the records of a checkpoint: the sweep, the number of layers, and for each layer the
/// number of its parts and their records. All numbers have eight bytes, little-endian.
pub fn write_records(sweep: u32, records: &LayerRecords, out: &mut dyn Write) -> io::Result<()> {
    let bytes = encode_to_vec((u64::from(sweep), records), config::legacy());
    out.write_all(&bytes.map_err(io::Error::other)?)
}

/// Reads the sweep and the parts of its layers. A count in the bytes allocates nothing before its
/// records are read.
pub fn read_records(input: &mut dyn Read) -> io::Result<(u32, LayerRecords)> {
    let sweep = u32::try_from(read::<u64>(input)?).map_err(|_| wrong())?;
    let mut records = Vec::new();
    for _ in 0..read::<u64>(input)? {
        let parts: Vec<PartRecord> = (0..read::<u64>(input)?)
            .map(|_| read(input))
            .collect::<io::Result<_>>()?;
        let mut rows: Vec<(u64, u64)> = parts
            .iter()
            .map(|part| (part.shards.from, part.shards.to))
            .collect();
        rows.sort_unstable();
        let end = rows.iter().try_fold(0, |end, row| {
            (row.0 == end && row.1 >= end).then_some(row.1)
        });
        if end != Some(SHARDS) {
            return Err(wrong());
        }
        records.push(parts);
    }
    Ok((sweep, records))
}

/// Checks all files of a saved search. All of them must be in this folder.
pub fn check(folder: &Path, saved: &mut dyn Read, totals: &mut FileTotals) -> io::Result<()> {
    let place = SearchDir::new(folder, 0);
    let (sweep, records) = read_records(saved)?;
    for (depth, parts) in records.iter().enumerate() {
        for part in parts {
            let part = part.open(&place, sweep, depth)?;
            totals.check(&part.states)?;
            part.goals.map_or(Ok(()), |goals| totals.check(&goals))?;
        }
    }
    Ok(())
}

fn read<T: Decode<()>>(mut input: &mut dyn Read) -> io::Result<T> {
    decode_from_std_read(&mut input, config::legacy()).map_err(|_| wrong())
}

fn wrong() -> io::Error {
    damaged("the checkpoint does not describe the files of layers, or an older huarong wrote it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_one_owner_among_any_number_of_workers() {
        for workers in [1, 2, 3, 7, 256, 1000, 70_000] {
            let rows: Vec<Shards> = (0..workers)
                .map(|worker| Shards::of(worker, workers))
                .collect();
            assert!(rows.windows(2).all(|two| two[0].to == two[1].from));
            assert_eq!((rows[0].from, rows[rows.len() - 1].to), (0, SHARDS));
            for rank in (0..100_000).map(|rank| rank * 977) {
                let owner = owner_of(rank, workers as u64);
                let row = &rows[usize::try_from(owner).expect("few")];
                let own = row.from..row.to;
                assert!(own.contains(&shard_of(rank)), "{rank} of {workers}");
            }
        }
    }

    #[test]
    fn owners_have_equal_shares_of_contiguous_and_alternate_ranks() {
        for step in [1, 2, 8, 479_001_600] {
            let mut shares = [0_u32; 7];
            for rank in (0..70_000_u64).map(|rank| rank * step) {
                shares[usize::try_from(owner_of(rank, 7)).expect("few")] += 1;
            }
            assert!(
                shares.iter().all(|&share| share.abs_diff(10_000) < 500),
                "{shares:?}"
            );
        }
    }

    fn written(records: &LayerRecords) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_records(2, records, &mut bytes).expect("memory takes it");
        bytes
    }

    #[test]
    fn records_are_read_back_and_invalid_ones_are_refused() {
        let part = |worker, goals| PartRecord {
            shards: Shards::of(worker, 2),
            files: [[5, 77, 9], goals],
        };
        let parts = [part(0, [0; 3]), part(1, [1, 40, 3])];
        // These numbers, as all versions write them.
        let numbers = [
            2,
            1,
            2,
            0,
            1 << 15,
            5,
            77,
            9,
            0,
            0,
            0,
            1 << 15,
            1 << 16,
            5,
            77,
            9,
            1,
            40,
            3,
        ];
        let bytes: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
        let records = vec![parts.to_vec()];
        assert_eq!(written(&records), bytes);
        assert_eq!(read_records(&mut &bytes[..]).expect("ours"), (2, records));
        for end in 0..bytes.len() {
            assert!(
                read_records(&mut &bytes[..end]).is_err(),
                "cut off at {end}"
            );
        }
        let missing = parts[..1].to_vec();
        let twice = [&parts[..], &parts[..1]].concat();
        for records in [vec![vec![]], vec![missing], vec![twice]] {
            assert!(
                read_records(&mut &written(&records)[..]).is_err(),
                "{records:?}"
            );
        }
    }
}
